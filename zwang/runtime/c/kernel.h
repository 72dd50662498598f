/* The least change, in the metric M, that satisfies A x = b:

       M x - A' lam = F,    A x = b

   for one state and up to ZW_COLUMNS right-hand sides. The same three ways as zwang.solvers, in the same
   order and by the same rank rule: Cholesky; a pivoted orthogonal basis of the constraints; the
   auxiliary mass. There are ZW_N coordinates and at most ZW_M rows, of which the first m are taken.
   Matrices are flat, the last index fastest; right-hand sides stand behind each other. The
   tolerances stand above this text; they come from Python. */

#define ZW_FOUND(ARRAY, STRUCT)                                                                      \
    ARRAY(x, ZW_COLUMNS * ZW_N)                                                                    \
    ARRAY(lam, ZW_COLUMNS * ZW_ROWS)                                                               \
    ARRAY(lengths, ZW_ROWS)                                                                        \
    ARRAY(units, ZW_N)                                                                             \
    ARRAY(free, ZW_N)
typedef struct {
    ZW_FOUND(ZW_FIELD, ZW_INNER)
    int rank, status, taken;
} zw_found;
ZW_STRUCT(zw_found, ZW_FOUND)

/* The problem in coordinates in which M is the identity: rows B of length one. */
#define ZW_METRIC(ARRAY, STRUCT)                                                                     \
    ARRAY(L, ZW_N * ZW_N)                                                                          \
    ARRAY(B, ZW_ROWS * ZW_N)                                                                       \
    ARRAY(w, ZW_COLUMNS * ZW_N)                                                                    \
    ARRAY(b, ZW_COLUMNS * ZW_ROWS)                                                                 \
    ARRAY(lengths, ZW_ROWS)                                                                        \
    ARRAY(units, ZW_N)
typedef struct {
    ZW_METRIC(ZW_FIELD, ZW_INNER)
    double noise;
    int status;
} zw_metric;
ZW_STRUCT(zw_metric, ZW_METRIC)

/* The rows of Z are an orthonormal basis of the rows B (m, n): B = V' T Z, where the rows of V,
   each as long as there are constraints, are orthonormal too, and T is upper triangular. */
#define ZW_SPAN(ARRAY, STRUCT)                                                                       \
    ARRAY(Z, ZW_N * ZW_N)                                                                          \
    ARRAY(V, ZW_N * ZW_ROWS)                                                                       \
    ARRAY(T, ZW_N * ZW_N)
typedef struct {
    ZW_SPAN(ZW_FIELD, ZW_INNER)
    int rank;
} zw_span;
ZW_STRUCT(zw_span, ZW_SPAN)

ZW_FUNCTION double zw_dot(int n, const double *x, const double *y)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

ZW_FUNCTION int zw_finite(int n, const double *x)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++) sum += x[i] * 0.0;
    return sum == 0.0;
}

/* The first failure in the order of zwang.Status, or OK. */
ZW_FUNCTION int zw_gravest(int a, int b)
{
    return a == ZW_OK ? b : b == ZW_OK ? a : a < b ? a : b;
}

/* L with S = L L', from the lower half of S; whether there is one. If not, L is NaN. */
ZW_PART int zw_cholesky(int n, const double *S, double *L)
{
    for (int j = 0; j < n; j++) {
        double rest = S[j * n + j] - zw_dot(j, L + j * n, L + j * n);
        if (!(rest > 0.0 && rest < INFINITY)) {
            for (int i = 0; i < n * n; i++) L[i] = NAN;
            return 0;
        }
        double pivot = sqrt(rest), inverse = 1.0 / pivot;
        L[j * n + j] = pivot;
        for (int i = j + 1; i < n; i++) {
            L[i * n + j] = (S[i * n + j] - zw_dot(j, L + i * n, L + j * n)) * inverse;
            L[j * n + i] = 0.0;
        }
    }
    return 1;
}

ZW_PART void zw_solve_lower(int n, const double *L, double *x)
{
    for (int i = 0; i < n; i++) x[i] = (x[i] - zw_dot(i, L + i * n, x)) / L[i * n + i];
}

ZW_PART void zw_solve_lower_transposed(int n, const double *L, double *x)
{
    for (int i = n - 1; i >= 0; i--) {
        x[i] /= L[i * n + i];
        for (int j = 0; j < i; j++) x[j] -= L[i * n + j] * x[i];
    }
}

/* The length of a row; of a row of zeros it is one, and of one below the smallest normal number, by
   which nothing can be divided. Squares of its entries may be out of range. */
ZW_PART double zw_length(int n, const double *x)
{
    double largest = 0.0, squares = 0.0;
    for (int i = 0; i < n; i++) largest = zw_max(largest, fabs(x[i]));
    if (largest < ZW_TINY) return 1.0;
    for (int i = 0; i < n; i++) squares += (x[i] / largest) * (x[i] / largest);
    return largest * sqrt(squares);
}

/* Whether rounding in the place of a zero pivot would be below each of them: as in zwang.solvers.rank, by
   rows of the inverse of L. */
ZW_PART int zw_told_from_none(zw_room w, const double *M, const double *L)
{
    ZW_ARRAY(x, ZW_N);
    for (int i = 0; i < ZW_N; i++) {
        double sum = 0.0;
        for (int k = i; k >= 0; k--) {
            double value = k == i;
            for (int j = k + 1; j <= i; j++) value -= x[j] * L[j * ZW_N + k];
            x[k] = value / L[k * ZW_N + k];
            sum += x[k] * x[k] * M[k * ZW_N + k];
        }
        if (!(ZW_ROUNDING * sum < 1.0)) return 0;
    }
    return 1;
}

/* L with M = L L' and the smallest pivot L_ii^2 / M_ii; whether M is positive definite. */
ZW_PART int zw_mass_factor(zw_room w, const double *M, double *L, double *smallest)
{
    double least = INFINITY, product = INFINITY;
    *smallest = 0.0;
    if (!zw_cholesky(ZW_N, M, L)) return 0;
    for (int i = 0; i < ZW_N; i++) {
        double pivot = L[i * ZW_N + i] * L[i * ZW_N + i] / M[i * ZW_N + i];
        if (i > 0) product = zw_min(product, pivot * least);
        least = zw_min(least, pivot);
    }
    *smallest = least;
    if (ZW_N == 1) return least > 0.0;
    return least > ZW_RANK && (product > ZW_ROUNDING || zw_told_from_none(w, M, L));
}

ZW_PART int zw_input_status(
    zw_room w, int m, const double *M, const double *A, int columns, const double *F,
    const double *b)
{
    int finite = zw_finite(ZW_N * ZW_N, M) && zw_finite(m * ZW_N, A);
    for (int c = 0; c < columns; c++)
        finite = finite && zw_finite(ZW_N, F + c * ZW_N) && zw_finite(m, b + c * ZW_ROWS);
    if (!finite) return ZW_NON_FINITE;
    for (int i = 0; i < ZW_N; i++)
        for (int j = 0; j < i; j++) {
            double gap = M[i * ZW_N + j] - M[j * ZW_N + i];
            double scale = fabs(M[i * ZW_N + i]) * fabs(M[j * ZW_N + j]);
            if (!(gap * gap <= ZW_CONSISTENCY * ZW_CONSISTENCY * scale))
                return ZW_MASS_NOT_SEMIDEFINITE;
        }
    return ZW_OK;
}

ZW_PART void zw_in_metric(
    zw_room w, int m, const double *M, const double *A, int columns, const double *F,
    const double *b, zw_metric *in)
{
    double smallest;
    int definite = zw_mass_factor(w, M, in->L, &smallest);
    in->status = zw_input_status(w, m, M, A, columns, F, b);
    if (!definite) in->status = zw_gravest(in->status, ZW_NEEDS_DEFINITE_MASS);
    if (in->status != ZW_OK) return;
    in->noise = ZW_ROUNDING / sqrt(smallest);
    for (int j = 0; j < ZW_N; j++) in->units[j] = 1.0 / sqrt(M[j * ZW_N + j]);
    for (int i = 0; i < m; i++) {
        double *row = in->B + i * ZW_N;
        for (int j = 0; j < ZW_N; j++) row[j] = A[i * ZW_N + j];
        zw_solve_lower(ZW_N, in->L, row);
        in->lengths[i] = zw_length(ZW_N, row);
        for (int j = 0; j < ZW_N; j++) row[j] /= in->lengths[i];
    }
    for (int c = 0; c < columns; c++) {
        for (int j = 0; j < ZW_N; j++) in->w[c * ZW_N + j] = F[c * ZW_N + j];
        zw_solve_lower(ZW_N, in->L, in->w + c * ZW_N);
        for (int i = 0; i < m; i++) in->b[c * ZW_ROWS + i] = b[c * ZW_ROWS + i] / in->lengths[i];
    }
}

/* -- Cholesky of B B': M > 0, independent rows ------------------------------------------------ */

ZW_PART void zw_by_cholesky(
    zw_room w, int m, const zw_metric *in, int columns, double least, zw_found *out)
{
    ZW_ZEROS(S, ZW_ROWS * ZW_ROWS); ZW_ZEROS(K, ZW_ROWS * ZW_ROWS); ZW_ARRAY(lam, ZW_ROWS);
    ZW_ARRAY(y, ZW_N);
    out->taken = 0;
    out->rank = m;
    out->status = in->status;
    if (in->status != ZW_OK) return;
    for (int i = 0; i < m; i++)
        for (int k = 0; k <= i; k++)
            S[i * m + k] = zw_dot(ZW_N, in->B + i * ZW_N, in->B + k * ZW_N);
    int independent = zw_cholesky(m, S, K);
    for (int i = 0; independent && i < m; i++) independent = K[i * m + i] > least;
    if (!independent) {
        out->status = ZW_NEEDS_FULL_RANK;
        return;
    }
    for (int c = 0; c < columns; c++) {
        for (int i = 0; i < m; i++)
            lam[i] = in->b[c * ZW_ROWS + i] - zw_dot(ZW_N, in->B + i * ZW_N, in->w + c * ZW_N);
        zw_solve_lower(m, K, lam);
        zw_solve_lower_transposed(m, K, lam);
        for (int j = 0; j < ZW_N; j++) y[j] = in->w[c * ZW_N + j];
        for (int i = 0; i < m; i++)
            for (int j = 0; j < ZW_N; j++) y[j] += in->B[i * ZW_N + j] * lam[i];
        zw_solve_lower_transposed(ZW_N, in->L, y);
        for (int j = 0; j < ZW_N; j++) out->x[c * ZW_N + j] = y[j];
        for (int i = 0; i < m; i++) out->lam[c * ZW_ROWS + i] = lam[i] / in->lengths[i];
    }
    for (int i = 0; i < m; i++) out->lengths[i] = in->lengths[i];
    for (int j = 0; j < ZW_N; j++) out->units[j] = in->units[j], out->free[j] = 0.0;
}

/* -- an orthogonal basis of the constraints: M > 0, any rows ----------------------------------- */

/* x less its parts along k orthonormal vectors; twice, so that nothing of them is left. The parts
   are added to `along`. */
ZW_PART void zw_orthogonalise(
    int n, int k, const double *basis, int stride, double *x, double *along, int step)
{
    for (int again = 0; again < 2; again++)
        for (int i = 0; i < k; i++) {
            double part = zw_dot(n, basis + i * stride, x);
            for (int j = 0; j < n; j++) x[j] -= part * basis[i * stride + j];
            if (along) along[i * step] += part;
        }
}

/* The span of rows B (m, n), the farthest row first; what is left of one below rtol is nothing. */
ZW_PART void zw_span_of(zw_room w, int m, const double *B, double rtol, zw_span *out)
{
    ZW_ARRAY(rest, ZW_ROWS * ZW_N); ZW_ARRAY(R, ZW_N * ZW_ROWS);
    ZW_WHOLES(used, ZW_ROWS);
    int most = m < ZW_N ? m : ZW_N;
    out->rank = 0;
    for (int i = 0; i < m * ZW_N; i++) rest[i] = B[i];
    for (int i = 0; i < m; i++) used[i] = 0;
    for (int r = 0; r < most; r++) {
        int best = -1;
        double largest = -1.0;
        for (int i = 0; i < m; i++) {
            double square = used[i] ? -1.0 : zw_dot(ZW_N, rest + i * ZW_N, rest + i * ZW_N);
            if (square > largest) largest = square, best = i;
        }
        if (best < 0) break;
        double *row = rest + best * ZW_N, *z = out->Z + r * ZW_N;
        zw_orthogonalise(ZW_N, r, out->Z, ZW_N, row, 0, 0);
        double length = sqrt(zw_dot(ZW_N, row, row));
        if (!(length > rtol)) break;
        used[best] = 1;
        for (int j = 0; j < ZW_N; j++) z[j] = row[j] / length;
        out->rank = r + 1;
        for (int i = 0; i < m; i++)
            if (!used[i]) zw_orthogonalise(ZW_N, 1, z, ZW_N, rest + i * ZW_N, 0, 0);
    }
    /* B = (B Z') Z on the span; the rows R of (B Z')' = V T are made orthonormal in turn. */
    for (int r = 0; r < out->rank; r++) {
        for (int i = 0; i < m; i++)
            R[r * m + i] = zw_dot(ZW_N, out->Z + r * ZW_N, B + i * ZW_N);
        for (int k = 0; k < out->rank; k++) out->T[k * ZW_N + r] = 0.0;
        zw_orthogonalise(m, r, out->V, m, R + r * m, out->T + r, ZW_N);
        double length = sqrt(zw_dot(m, R + r * m, R + r * m));
        out->T[r * ZW_N + r] = length;
        for (int i = 0; i < m; i++) out->V[r * m + i] = R[r * m + i] / length;
    }
}

/* y with B (Z' y) = b, in the sense of least squares: V T y = b. */
ZW_PART void zw_coordinates(zw_room w, int m, const zw_span *span, const double *b, double *y)
{
    int rank = span->rank < ZW_N ? span->rank : ZW_N; /* which it is; compilers do not know it */
    for (int r = rank - 1; r >= 0; r--) {
        double rest = zw_dot(m, span->V + r * m, b);
        for (int k = r + 1; k < rank; k++) rest -= span->T[r * ZW_N + k] * y[k];
        y[r] = rest / span->T[r * ZW_N + r];
    }
}

/* The least lam with B' lam = Z' mu: lam = V T'^-1 mu. */
ZW_PART void zw_multipliers(zw_room w, int m, const zw_span *span, const double *mu, double *lam)
{
    ZW_ZEROS(s, ZW_N);
    for (int i = 0; i < m; i++) lam[i] = 0.0;
    for (int r = 0; r < span->rank && r < ZW_N; r++) {
        s[r] = mu[r];
        for (int k = 0; k < r; k++) s[r] -= span->T[k * ZW_N + r] * s[k];
        s[r] /= span->T[r * ZW_N + r];
        for (int i = 0; i < m; i++) lam[i] += span->V[r * m + i] * s[r];
    }
}

ZW_PART void zw_by_basis(
    zw_room w, int m, const double *A, const zw_metric *in, int columns, double rank, zw_found *out)
{
    ZW_EMPTY(zw_span, span);
    ZW_ZEROS(held, ZW_N); ZW_ZEROS(mu, ZW_N); ZW_ARRAY(y, ZW_N); ZW_ZEROS(rest, ZW_ROWS);
    out->taken = 1;
    out->status = in->status;
    out->rank = 0;
    if (in->status != ZW_OK) return;
    zw_span_of(w, m, in->B, zw_max(rank, in->noise), &span);
    out->rank = span.rank;
    for (int c = 0; c < columns; c++) {
        zw_coordinates(w, m, &span, in->b + c * ZW_ROWS, held);
        for (int j = 0; j < ZW_N; j++) y[j] = in->w[c * ZW_N + j];
        for (int r = 0; r < span.rank; r++) mu[r] = 0.0;
        /* Twice: where w is large and y is not, the first time leaves rounding of w in y. */
        for (int again = 0; again < 2; again++)
            for (int r = 0; r < span.rank; r++) {
                double step = held[r] - zw_dot(ZW_N, span.Z + r * ZW_N, y);
                for (int j = 0; j < ZW_N; j++) y[j] += step * span.Z[r * ZW_N + j];
                mu[r] += step;
            }
        zw_multipliers(w, m, &span, mu, out->lam + c * ZW_ROWS);
        for (int i = 0; i < m; i++) out->lam[c * ZW_ROWS + i] /= in->lengths[i];
        zw_solve_lower_transposed(ZW_N, in->L, y);
        for (int j = 0; j < ZW_N; j++) out->x[c * ZW_N + j] = y[j], y[j] = 0.0;
        /* Z has rounding of size one in all its entries, A in proportion to each: what is left of
           the rows is seen by A, also where a mass is far from the others. */
        for (int i = 0; i < m; i++)
            rest[i] = in->b[c * ZW_ROWS + i]
                      - zw_dot(ZW_N, A + i * ZW_N, out->x + c * ZW_N) / in->lengths[i];
        zw_coordinates(w, m, &span, rest, held);
        for (int r = 0; r < span.rank; r++)
            for (int j = 0; j < ZW_N; j++) y[j] += held[r] * span.Z[r * ZW_N + j];
        zw_solve_lower_transposed(ZW_N, in->L, y);
        for (int j = 0; j < ZW_N; j++) out->x[c * ZW_N + j] += y[j];
    }
    for (int i = 0; i < m; i++) out->lengths[i] = in->lengths[i];
    for (int j = 0; j < ZW_N; j++) out->units[j] = in->units[j], out->free[j] = 0.0;
}
