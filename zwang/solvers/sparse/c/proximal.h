/* The answer where the rank is known beforehand, as along a motion: no column is left out.

   S = YᵀY + mu has a Cholesky factor whether columns depend on each other or not, and

       lam <- lam + S⁻¹ (b − Yᵀ(w + Y lam))

   leaves mu / (sigma² + mu) of an error along a direction with the singular value sigma. With
   mu = cut² that is nothing after few rounds where sigma is far above the cut, and along what is
   far below it nothing moves: the rank rule, in other words. Rows that contradict each other are
   met in the sense of least squares; those that agree have the least multipliers. */

/* S = Uᵀ D U, row by row, U with ones on the diagonal; R = D U is kept, and no root is taken. Whether
   all pivots are above zero; without mu, above the rounding of S. */
ZW_EXPORT int zw_sparse_proximal(zw_sparse *s, double mu) {
    double *x = s->work_m, *R = s->Rx;
    int *next = s->used;
    double least = mu > 0.0 ? 0.0 : 64.0 * s->eps;
    s->squared = 1, s->wanted = 1.0;
    for (int i = 0; i < s->n; i++) next[i] = s->Xp[i];
    for (int k = 0; k < s->m; k++) x[k] = 0.0, s->dead[k] = 0;
    for (int k = 0; k < s->m; k++) {
        for (int p = s->Yp[k], g; p < s->Yp[k + 1]; p += g) { /* rows of Y from column k on */
            int i = s->Yi[p];
            g = s->alike[i];
            zw_add_products(s, g, s->Yx + p, next[i]++, s->Xp[i + 1], x);
        }
        x[k] += mu;
        for (int p = s->Cp[k], g; p < s->Cp[k + 1]; p += g) { /* less what rows above have of it */
            int i = s->Ci[p], at = s->Cs[p];
            const double *r[4];
            double a[4];
            g = s->chunk[i] < k - i ? s->chunk[i] : k - i;
            if (g == 1) {
                double value = R[at] * s->Rd[i];
                for (int o = at; o < s->Rp[i + 1]; o++) x[s->Rj[o]] -= value * R[o];
                continue;
            }
            for (int j = 0; j < g; j++) r[j] = R + s->Cs[p + j], a[j] = *r[j] * s->Rd[i + j];
            for (int j = g; j < 4; j++) r[j] = r[0];
            zw_take_rows(g, s->Rp[i + 1] - at, s->Rj + at, r, a, x);
        }
        double pivot = x[k];
        if (!(pivot > least)) {
            for (int j = 0; j < s->m; j++) x[j] = 0.0;
            return 0;
        }
        s->Rd[k] = 1.0 / pivot;
        x[k] = 0.0;
        R[s->Rp[k]] = pivot;
        for (int p = s->Rp[k] + 1; p < s->Rp[k + 1]; p++) {
            R[p] = x[s->Rj[p]];
            x[s->Rj[p]] = 0.0;
        }
    }
    return 1;
}

/* v (m,) without its part in the combinations of columns that give zero, after zw_sparse_proximal with mu.
   (mu S⁻¹)ᵏ v leaves that part, and of any other (mu / (sigma² + mu))ᵏ; what rounding in S makes of
   the ones is gone after some rounds. Returns what the last round took, as a part of v. */
ZW_EXPORT double zw_sparse_take_out(zw_sparse *s, double mu, int powers, int rounds, double *v) {
    double *part = s->work_m, size = zw_length(s->m, v), taken = 0.0;
    for (int round = 0; round < rounds && size > 0.0; round++) {
        for (int k = 0; k < s->m; k++) part[k] = v[k];
        for (int power = 0; power < powers; power++) {
            zw_forth(s, part);
            zw_back(s, part);
            for (int k = 0; k < s->m; k++) part[k] *= mu;
        }
        for (int k = 0; k < s->m; k++) v[k] -= part[k];
        taken = zw_length(s->m, part) / size;
        if (taken <= s->eps) break;
    }
    for (int k = 0; k < s->m; k++) part[k] = 0.0;
    return taken;
}

/* x (n,) and lam (m,) of M x − Aᵀ lam = F, A x = b in the user's order, after zw_sparse_proximal; F may be
   NULL for zero. Only the first `rows` constraints count: the others have columns of zeros in Y.
   With `powers` above zero b is made such that it can be met, and lam the least, by zw_sparse_take_out with
   mu; what that left is in `left`. Returns the last correction as a part of the answer. */
static double zw_settle(zw_sparse *s, const double *A, const double *F, const double *b, int rows,
                 double *x, double *lam, double mu, int powers, double *left) {
    double *wanted = s->work_u, *ordered = s->work_more, *force = s->work_n;
    for (int k = 0; k < s->m; k++) {
        s->dead[k] = s->S[k] >= rows;
        wanted[k] = s->dead[k] ? 0.0 : b[s->S[k]] / s->lengths[k];
    }
    for (int i = 0; i < s->n; i++) force[i] = F ? F[i] : 0.0;
    if (powers > 0) *left = zw_sparse_take_out(s, mu, powers, s->rounds, wanted);
    double change = zw_sparse_answer(s, A, force, wanted, x, ordered);
    if (powers > 0) *left = zw_more(*left, zw_sparse_take_out(s, mu, powers, s->rounds, ordered));
    for (int k = 0; k < s->m; k++) lam[s->S[k]] = ordered[k] / s->lengths[k];
    for (int i = 0; i < s->n; i++) force[i] = 0.0;
    return change;
}

/* The smallest singular value of Y that counts, by up to `rounds` of v <- Y S⁻² Yᵀ v, of length one,
   until it changes by less than a thousandth. The factor is sigma² / (sigma² + mu)², which is large
   for sigma small but above √mu, and again small far below. In u the other singular vector. */
static double zw_smallest(zw_sparse *s, int rounds, double *v, double *u) {
    double found = INFINITY, before;
    if (s->m == 0) return 1.0;
    for (int round = 0; round < rounds; round++) {
        zw_miss(s, 0, NULL, v, u);
        zw_forth(s, u);
        zw_back(s, u);
        double length = zw_length(s->m, u);
        if (!(length > 0.0)) return 1.0;
        before = found;
        found = 1.0 / length;
        for (int k = 0; k < s->m; k++) u[k] *= -found;
        for (int k = 0; k < s->m; k++) s->work_more[k] = u[k];
        zw_forth(s, s->work_more);
        zw_back(s, s->work_more);
        zw_spread(s, s->work_more, v);
        zw_unit(s->n, v);
        if (round > 2 && fabs(found - before) <= 1e-3 * found) break;
    }
    return found;
}
