/* The answer where the rank is known beforehand, as along a motion: no column is left out.

   S = YᵀY + mu has a Cholesky factor whether columns depend on each other or not, and

       lam <- lam + S⁻¹ (b − Yᵀ(w + Y lam))

   leaves mu / (sigma² + mu) of an error along a direction with the singular value sigma. With
   mu = cut² that is nothing after few rounds where sigma is far above the cut, and along what is
   far below it nothing moves: the rank rule, in other words. Rows that contradict each other are
   met in the sense of least squares; those that agree have the least multipliers. */

/* S = RᵀR, row by row. Whether all pivots are above zero. */
int zw_proximal(zw_sparse *s, double mu) {
    double *x = s->work_m, *R = s->Rx;
    int *next = s->used;
    for (int i = 0; i < s->n; i++) next[i] = s->Xp[i];
    for (int k = 0; k < s->m; k++) x[k] = 0.0, s->dead[k] = 0;
    for (int k = 0; k < s->m; k++) {
        for (int p = s->Yp[k]; p < s->Yp[k + 1]; p++) { /* row i of Y from column k on */
            int i = s->Yi[p];
            double value = s->Yx[p];
            for (int o = next[i]++; o < s->Xp[i + 1]; o++)
                x[s->Xj[o]] += value * s->Yx[s->Xs[o]];
        }
        x[k] += mu;
        for (int p = s->Cp[k]; p < s->Cp[k + 1]; p++) { /* less what the rows above have of it */
            int at = s->Cs[p], end = s->Rp[s->Ci[p] + 1];
            double value = R[at];
            for (int o = at; o < end; o++) x[s->Rj[o]] -= value * R[o];
        }
        double pivot = x[k];
        if (!(pivot > 0.0)) {
            for (int j = 0; j < s->m; j++) x[j] = 0.0;
            return 0;
        }
        double root = sqrt(pivot), inverse = 1.0 / root;
        x[k] = 0.0;
        R[s->Rp[k]] = root;
        for (int p = s->Rp[k] + 1; p < s->Rp[k + 1]; p++) {
            R[p] = x[s->Rj[p]] * inverse;
            x[s->Rj[p]] = 0.0;
        }
    }
    return 1;
}

/* v (m,) without its part in the combinations of columns that give zero, after zw_proximal with mu.
   (mu S⁻¹)ᵏ v leaves that part, and of any other (mu / (sigma² + mu))ᵏ; what rounding in S makes of
   the ones is gone after some rounds. Returns what the last round took, as a part of v. */
double zw_take_out(zw_sparse *s, double mu, int powers, int rounds, double *v) {
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

/* x (n,) and lam (m,) of M x − Aᵀ lam = F, A x = b in the user's order, after zw_proximal; F may be
   NULL for zero. Only the first `rows` constraints count: the others have columns of zeros in Y.
   With `powers` above zero b is made such that it can be met, and lam the least, by zw_take_out with
   mu; what that left is in `left`. Returns the last correction as a part of the answer. */
double zw_settle(zw_sparse *s, const double *A, const double *F, const double *b, int rows,
                 double *x, double *lam, double mu, int powers, double *left) {
    double *wanted = s->work_u, *ordered = s->work_more, *force = s->work_n;
    for (int k = 0; k < s->m; k++) {
        s->dead[k] = s->S[k] >= rows;
        wanted[k] = s->dead[k] ? 0.0 : b[s->S[k]] / s->lengths[k];
    }
    for (int i = 0; i < s->n; i++) force[i] = F ? F[i] : 0.0;
    if (powers > 0) *left = zw_take_out(s, mu, powers, s->rounds, wanted);
    double change = zw_answer(s, A, force, wanted, x, ordered);
    if (powers > 0) *left = fmax(*left, zw_take_out(s, mu, powers, s->rounds, ordered));
    for (int k = 0; k < s->m; k++) lam[s->S[k]] = ordered[k] / s->lengths[k];
    for (int i = 0; i < s->n; i++) force[i] = 0.0;
    return change;
}

/* The smallest singular value of Y that counts, by `rounds` of v <- Y S⁻² Yᵀ v, of length one. Its
   factor is sigma² / (sigma² + mu)², which is large for sigma small but above √mu, and again small
   far below. In u the other singular vector. */
double zw_smallest(zw_sparse *s, int rounds, double *v, double *u) {
    double found = INFINITY;
    if (s->m == 0) return 1.0;
    for (int round = 0; round < rounds; round++) {
        zw_miss(s, 0, NULL, v, u);
        zw_forth(s, u);
        zw_back(s, u);
        double length = zw_length(s->m, u);
        if (!(length > 0.0)) return 1.0;
        found = 1.0 / length;
        for (int k = 0; k < s->m; k++) u[k] *= -found;
        for (int k = 0; k < s->m; k++) s->work_more[k] = u[k];
        zw_forth(s, s->work_more);
        zw_back(s, s->work_more);
        for (int i = 0; i < s->n; i++) v[i] = 0.0;
        zw_add(s, 0, s->work_more, 1.0, v);
        zw_unit(s->n, v);
    }
    return found;
}
