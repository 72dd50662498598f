/* The auxiliary mass M + A^+A, for M >= 0 and any constraints [US10, eqs. (46), (49), (64)], and
   after it the choice among the three ways. Text and tolerances as in zwang.solvers. */

/* Eigenvalues and, in the rows of V, eigenvectors of a symmetric S, by Jacobi's rotations. */
ZW_PART void zw_eigen(int n, double *S, double *values, double *V)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) V[i * n + j] = i == j;
    for (int sweep = 0; sweep < 40; sweep++) {
        double off = 0.0, all = 0.0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                all += S[i * n + j] * S[i * n + j];
                if (j < i) off += S[i * n + j] * S[i * n + j];
            }
        if (!(off > 1e-34 * all)) break;
        for (int p = 0; p < n - 1; p++)
            for (int q = p + 1; q < n; q++) {
                double s = S[p * n + q];
                if (s == 0.0) continue;
                double theta = (S[q * n + q] - S[p * n + p]) / (2.0 * s);
                double t = (theta >= 0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
                double c = 1.0 / sqrt(t * t + 1.0), d = t * c;
                for (int k = 0; k < n; k++) {
                    double x = S[k * n + p], y = S[k * n + q];
                    S[k * n + p] = c * x - d * y, S[k * n + q] = d * x + c * y;
                }
                for (int k = 0; k < n; k++) {
                    double x = S[p * n + k], y = S[q * n + k];
                    S[p * n + k] = c * x - d * y, S[q * n + k] = d * x + c * y;
                    x = V[p * n + k], y = V[q * n + k];
                    V[p * n + k] = c * x - d * y, V[q * n + k] = d * x + c * y;
                }
            }
    }
    for (int i = 0; i < n; i++) values[i] = S[i * n + i];
}

/* Units of mass d, smaller for coordinates that lack mass where a row has little else: as _lacking and
   _held_by_rows of zwang.solvers.singular, where the reason stands. */
ZW_PART void zw_units_by_rows(zw_room w, int m, const double *M, const double *A, double *d)
{
    ZW_ARRAY(S, ZW_N * ZW_N); ZW_ARRAY(L, ZW_N * ZW_N); ZW_ARRAY(part, ZW_N);
    ZW_ARRAY(lacks, ZW_N); ZW_ARRAY(one, ZW_N);
    for (int i = 0; i < ZW_N; i++) {
        for (int j = 0; j <= i; j++) S[i * ZW_N + j] = d[i] * M[i * ZW_N + j] * d[j];
        S[i * ZW_N + i] += ZW_FAINT;
    }
    if (!zw_cholesky(ZW_N, S, L)) return;
    for (int j = 0; j < ZW_N; j++) {
        /* Of L^-1 the column j, from its first entry on. */
        one[0] = 1.0 / L[j * ZW_N + j];
        for (int i = j + 1; i < ZW_N; i++)
            one[i - j] = -zw_dot(i - j, L + i * ZW_N + j, one) / L[i * ZW_N + i];
        lacks[j] = ZW_FAINT * zw_dot(ZW_N - j, one, one), part[j] = 1.0;
    }
    for (int i = 0; i < m; i++) {
        double first = 0.0, second = 0.0;
        int at = 0;
        for (int j = 0; j < ZW_N; j++) {
            double x = fabs(A[i * ZW_N + j]) * d[j];
            second = x > first ? first : zw_max(second, x);
            at = x > first ? j : at, first = zw_max(first, x);
        }
        if (second > 0.0) part[at] = zw_min(part[at], second / first);
    }
    for (int j = 0; j < ZW_N; j++)
        if (lacks[j] > ZW_LACKING && M[j * ZW_N + j] * d[j] * d[j] > 0.5) d[j] *= sqrt(part[j]);
}

/* Units d and lengths of rows in which M and A are of one size, after Ruiz. */
ZW_PART void zw_equilibrate(
    zw_room w, int m, const double *M, const double *A, double *d, double *lengths)
{
    ZW_ARRAY(row, ZW_N); ZW_ARRAY(largest, ZW_N);
    double most = 0.0;
    for (int j = 0; j < ZW_N; j++) most = zw_max(most, fabs(M[j * ZW_N + j]));
    for (int j = 0; j < ZW_N; j++) {
        double x = fabs(M[j * ZW_N + j]);
        d[j] = 1.0 / sqrt(x > ZW_NOTHING * most ? x : 1.0);
    }
    if (ZW_N > 1 && m > 0) zw_units_by_rows(w, m, M, A, d);
    int moves = 1; /* in like units already, further rounds change no more than rounding */
    for (int again = 0; moves && again < ZW_ROUNDS; again++) {
        for (int j = 0; j < ZW_N; j++) largest[j] = 0.0;
        for (int i = 0; i < ZW_N; i++)
            for (int j = 0; j < ZW_N; j++)
                largest[j] = zw_max(largest[j], d[i] * fabs(M[i * ZW_N + j]) * d[j]);
        for (int i = 0; i < m; i++) {
            double top = 0.0;
            for (int j = 0; j < ZW_N; j++) {
                row[j] = fabs(A[i * ZW_N + j]) * d[j];
                top = zw_max(top, row[j]);
            }
            for (int j = 0; j < ZW_N; j++)
                largest[j] = zw_max(largest[j], row[j] / (top > 0.0 ? top : 1.0));
        }
        moves = 0;
        for (int j = 0; j < ZW_N; j++) {
            double before = d[j];
            d[j] /= sqrt(largest[j] > 0.0 ? largest[j] : 1.0);
            moves = moves || !(fabs(d[j] - before) <= 1e-15 * before);
        }
    }
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < ZW_N; j++) row[j] = A[i * ZW_N + j] * d[j];
        lengths[i] = zw_length(ZW_N, row);
    }
}

/* One right-hand side F, b in like units; V and `root` are eigenvectors of the auxiliary mass and
   the roots of its eigenvalues, `held` tells which are not zero; H (rank, n) and G: S'Z = H G. */
ZW_PART void zw_constrained(
    zw_room w, int m, const zw_span *span, const double *V, const double *root, const int *held,
    const double *H, const double *G, const double *F, const double *b, double *x)
{
    ZW_ARRAY(f, ZW_N); ZW_ARRAY(z, ZW_N); ZW_ZEROS(y, ZW_N); ZW_ZEROS(nu, ZW_N);
    int n = ZW_N;
    /* Out of F goes what the constraints answer anyway, and what nothing answers. */
    for (int j = 0; j < n; j++) f[j] = F[j];
    for (int r = 0; r < span->rank; r++) {
        double part = zw_dot(n, span->Z + r * n, F);
        for (int j = 0; j < n; j++) f[j] -= part * span->Z[r * n + j];
    }
    for (int k = 0; k < n; k++) {
        if (held[k]) continue;
        double part = zw_dot(n, V + k * n, f);
        for (int j = 0; j < n; j++) f[j] -= part * V[k * n + j];
    }
    for (int k = 0; k < n; k++) z[k] = zw_dot(n, V + k * n, f) / root[k];
    zw_coordinates(w, m, span, b, y);
    for (int r = 0; r < span->rank; r++) {
        nu[r] = y[r];
        for (int k = 0; k < r; k++) nu[r] -= G[k * n + r] * nu[k];
        nu[r] /= G[r * n + r];
    }
    for (int r = 0; r < span->rank; r++) nu[r] -= zw_dot(n, H + r * n, z);
    for (int r = 0; r < span->rank; r++)
        for (int k = 0; k < n; k++) z[k] += nu[r] * H[r * n + k];
    for (int j = 0; j < n; j++) x[j] = 0.0;
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++) x[j] += V[k * n + j] * z[k] / root[k];
    for (int r = 0; r < span->rank; r++) nu[r] = y[r] - zw_dot(n, span->Z + r * n, x);
    for (int r = 0; r < span->rank; r++)
        for (int j = 0; j < n; j++) x[j] += nu[r] * span->Z[r * n + j];
}

ZW_PART void zw_by_auxiliary(
    zw_room w, int m, const double *M, const double *A, int columns, const double *F,
    const double *b, double rank, double consistency, zw_found *out)
{
    ZW_ARRAY(d, ZW_N); ZW_ARRAY(lengths, ZW_ROWS); ZW_ARRAY(mass, ZW_N * ZW_N);
    ZW_ARRAY(S, ZW_N * ZW_N); ZW_ARRAY(V, ZW_N * ZW_N);
    ZW_ZEROS(rows, ZW_ROWS * ZW_N); ZW_ARRAY(H, ZW_N * ZW_N); ZW_ARRAY(G, ZW_N * ZW_N);
    ZW_ARRAY(values, ZW_N); ZW_ARRAY(root, ZW_N);
    ZW_ARRAY(f, ZW_N); ZW_ZEROS(r_, ZW_ROWS); ZW_ZEROS(mu, ZW_N); ZW_ARRAY(x, ZW_N);
    double top = 0.0;
    ZW_WHOLES(held, ZW_N);
    int n = ZW_N, gap = 0, smallest = 0;
    ZW_EMPTY(zw_span, span);
    out->taken = 2;
    out->rank = 0;
    out->status = zw_input_status(w, m, M, A, columns, F, b);
    if (out->status != ZW_OK) return;

    zw_equilibrate(w, m, M, A, d, lengths);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            mass[i * n + j] = d[i] * (j <= i ? M[i * n + j] : M[j * n + i]) * d[j];
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) rows[i * n + j] = A[i * n + j] * d[j] / lengths[i];
    /* Off the constraints rows seem independent that are not; masses do not depend on that. */
    double least = zw_min(rank, ZW_RANK);
    zw_span_of(w, m, rows, rank, &span);
    out->rank = span.rank;

    for (int i = 0; i < n * n; i++) S[i] = mass[i];
    for (int r = 0; r < span.rank; r++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) S[i * n + j] += span.Z[r * n + i] * span.Z[r * n + j];
    zw_eigen(n, S, values, V);
    for (int k = 0; k < n; k++) {
        top = zw_max(top, values[k]);
        if (values[k] < values[smallest]) smallest = k;
    }
    for (int k = 0; k < n; k++) {
        held[k] = values[k] > least * top;
        root[k] = sqrt(held[k] ? values[k] : 1.0);
        gap = gap || !held[k];
    }
    for (int r = 0; r < span.rank; r++) {
        for (int k = 0; k < n; k++) H[r * n + k] = zw_dot(n, V + k * n, span.Z + r * n) / root[k];
        for (int k = 0; k < span.rank; k++) G[k * n + r] = 0.0;
        zw_orthogonalise(n, r, H, n, H + r * n, G + r, n);
        G[r * n + r] = sqrt(zw_dot(n, H + r * n, H + r * n));
        for (int k = 0; k < n; k++) H[r * n + k] /= G[r * n + r];
    }
    for (int c = 0; c < columns; c++) {
        for (int j = 0; j < n; j++) f[j] = d[j] * F[c * ZW_N + j];
        for (int i = 0; i < m; i++) r_[i] = b[c * ZW_ROWS + i] / lengths[i];
        zw_constrained(w, m, &span, V, root, held, H, G, f, r_, x);
        /* What is left of the rows is seen by A, not by Z, whose entries have rounding of size one. */
        for (int i = 0; i < m; i++) r_[i] -= zw_dot(n, rows + i * n, x);
        zw_coordinates(w, m, &span, r_, mu);
        for (int r = 0; r < span.rank; r++)
            for (int j = 0; j < n; j++) x[j] += mu[r] * span.Z[r * n + j];
        for (int r = 0; r < span.rank; r++) {
            mu[r] = -zw_dot(n, span.Z + r * n, f);
            for (int i = 0; i < n; i++) mu[r] += span.Z[r * n + i] * zw_dot(n, mass + i * n, x);
        }
        zw_multipliers(w, m, &span, mu, out->lam + c * ZW_ROWS);
        for (int i = 0; i < m; i++) out->lam[c * ZW_ROWS + i] /= lengths[i];
        for (int j = 0; j < n; j++) out->x[c * ZW_N + j] = d[j] * x[j];
    }

    /* M >= 0 if and only if M plus a little has a Cholesky factor. */
    int semidefinite = 1;
    for (int i = 0; i < n * n; i++) S[i] = mass[i];
    for (int i = 0; i < n; i++) {
        S[i * n + i] += least;
        semidefinite = semidefinite && M[i * n + i] >= 0.0;
    }
    if (!semidefinite || !zw_cholesky(n, S, G))
        out->status = zw_gravest(out->status, ZW_MASS_NOT_SEMIDEFINITE);
    if (gap) {
        /* An entry of V that should be zero is rounding: rounding of the whole force is no push. */
        int pushed = 0;
        double top = 0.0; /* entries of V are rounded in parts of its length, not of their own */
        for (int j = 0; j < n; j++) top = zw_max(top, fabs(d[j] * F[j]));
        for (int k = 0; k < n; k++) {
            if (held[k]) continue;
            double part = 0.0, size = 0.0;
            for (int j = 0; j < n; j++) {
                part += V[k * n + j] * d[j] * F[j];
                size += fabs(V[k * n + j] * d[j] * F[j]);
            }
            pushed = pushed || fabs(part) > consistency * size + ZW_ROUNDING * top;
        }
        out->status = zw_gravest(out->status, pushed ? ZW_NO_SOLUTION : ZW_NOT_UNIQUE);
    }
    for (int i = 0; i < m; i++) out->lengths[i] = lengths[i];
    for (int j = 0; j < n; j++) {
        out->units[j] = d[j];
        out->free[j] = held[smallest] ? 0.0 : d[j] * V[smallest * n + j];
    }
}

/* Nothing found yet. */
ZW_PART void zw_clear(zw_room w, int m, int columns, zw_found *found)
{
    for (int c = 0; c < columns; c++) {
        for (int j = 0; j < ZW_N; j++) found->x[c * ZW_N + j] = 0.0;
        for (int i = 0; i < m; i++) found->lam[c * ZW_ROWS + i] = 0.0;
    }
    for (int i = 0; i < m; i++) found->lengths[i] = 0.0;
    for (int j = 0; j < ZW_N; j++) found->units[j] = found->free[j] = 0.0;
    found->rank = 0;
}

/* -- the choice ------------------------------------------------------------------------------ */

/* What of each coordinate enters the rows of A x: x, and the rounding of what each force would do
   to the coordinate alone, and of the largest x in like units. */
ZW_PART void zw_entering(
    zw_room w, int m, const double *A, const double *F, const double *x, const double *lam,
    const double *units, double *size)
{
    double largest = 0.0;
    for (int j = 0; j < ZW_N; j++) largest = zw_max(largest, fabs(x[j]) / units[j]);
    for (int j = 0; j < ZW_N; j++) {
        double force = fabs(F[j]);
        for (int i = 0; i < m; i++) force += fabs(A[i * ZW_N + j]) * fabs(lam[i]);
        size[j] = fabs(x[j]) + ZW_AT_REST * units[j] * (units[j] * force + largest);
    }
}

/* How far a row of A x is from b, in parts of what enters it. */
ZW_PART double zw_relative_residual(
    zw_room w, const double *row, double b, const double *x, const double *size)
{
    double terms = fabs(b), rest = -b;
    for (int j = 0; j < ZW_N; j++) terms += fabs(row[j]) * size[j], rest += row[j] * x[j];
    return fabs(rest) / (terms < ZW_TINY ? 1.0 : terms);
}

/* Whether A x equals b. */
ZW_PART int zw_met(
    zw_room w, int m, const double *A, int columns, const double *F, const double *b,
    double consistency, const zw_found *found)
{
    ZW_ARRAY(size, ZW_N);
    for (int c = 0; c < columns; c++) {
        const double *x = found->x + c * ZW_N, *lam = found->lam + c * ZW_ROWS;
        zw_entering(w, m, A, F + c * ZW_N, x, lam, found->units, size);
        for (int i = 0; i < m; i++) {
            double right = b[c * ZW_ROWS + i];
            if (!(zw_relative_residual(w, A + i * ZW_N, right, x, size) <= consistency)) return 0;
        }
    }
    return 1;
}

/* Compare A x with b. Where it failed, x is NaN, and lam too unless it is only x that is not
   unique. */
ZW_PART void zw_finish(
    zw_room w, int m, const double *A, int columns, const double *F, const double *b,
    double consistency, zw_found *out)
{
    int answered = out->status == ZW_OK || out->status >= ZW_NO_SOLUTION;
    if (answered && !zw_met(w, m, A, columns, F, b, consistency, out))
        out->status = out->rank < m ? ZW_INCONSISTENT : ZW_INACCURATE;
    if (out->status == ZW_OK) return;
    for (int c = 0; c < columns; c++) {
        for (int j = 0; j < ZW_N; j++) out->x[c * ZW_N + j] = NAN;
        for (int i = 0; i < m && out->status != ZW_NOT_UNIQUE; i++)
            out->lam[c * ZW_ROWS + i] = NAN;
    }
}

/* Cholesky if it serves; else the orthogonal basis, if that does; else the auxiliary mass. */
ZW_PART void zw_solve(
    zw_room w, int m, const double *M, const double *A, int columns, const double *F,
    const double *b, double rank, double consistency, zw_found *out)
{
    ZW_NEW(zw_metric, in);
    int serves = 0;
    zw_in_metric(w, m, M, A, columns, F, b, &in);
    if (m <= ZW_N) {
        zw_by_cholesky(w, m, &in, columns, zw_max(ZW_WELL_CONDITIONED, rank), out);
        serves = out->status == ZW_OK && zw_met(w, m, A, columns, F, b, consistency, out);
    }
    if (!serves) {
        zw_by_basis(w, m, A, &in, columns, rank, out);
        serves = out->status != ZW_OK ? out->status != ZW_NEEDS_DEFINITE_MASS
                                      : zw_met(w, m, A, columns, F, b, consistency, out);
    }
    if (!serves) zw_by_auxiliary(w, m, M, A, columns, F, b, rank, consistency, out);
    zw_finish(w, m, A, columns, F, b, consistency, out);
}
