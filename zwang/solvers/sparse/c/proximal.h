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

/* x (n,) and lam (m,) of M x − Aᵀ lam = F, A x = b, all in the user's order; F may be NULL for
   zero. Only the first `rows` constraints count. Returns the last change of y, in parts of it. */
double zw_settle(zw_sparse *s, const double *A, const double *F, const double *b, int rows,
                 double *x, double *lam) {
    double *y = s->work_w, *v = s->work_m, *sum = s->work_u, *more = s->work_y;
    double size = 0.0, change = 0.0, before = INFINITY;
    for (int i = 0; i < s->n; i++) y[i] = F ? F[s->P[i]] : 0.0;
    for (int k = 0; k < s->m; k++) sum[k] = 0.0;
    zw_lower(s, y);
    size = zw_length(s->n, y);
    for (int round = 0; round < s->rounds && s->m > 0; round++) {
        zw_miss(s, 0, NULL, y, v);
        for (int k = 0; k < s->m; k++)
            v[k] = s->S[k] < rows ? v[k] + b[s->S[k]] / s->lengths[k] : 0.0;
        zw_forth(s, v);
        zw_back(s, v);
        for (int i = 0; i < s->n; i++) more[i] = 0.0;
        zw_add(s, 0, v, 1.0, more);
        for (int i = 0; i < s->n; i++) y[i] += more[i];
        for (int k = 0; k < s->m; k++) sum[k] += v[k];
        change = zw_length(s->n, more);
        size = fmax(size, zw_length(s->n, y));
        if (change <= 2.0 * s->eps * size || (round > 1 && !(change < 0.5 * before))) break;
        before = change;
    }
    zw_upper(s, y);
    for (int i = 0; i < s->n; i++) x[i] = y[i];
    /* Once more with A itself, as in zw_answer. */
    for (int k = 0; k < s->m; k++) {
        double value = 0.0;
        for (int p = s->Ap[k]; p < s->Ap[k + 1]; p++) value += A[s->As[p]] * x[s->Aj[p]];
        v[k] = s->S[k] < rows ? (b[s->S[k]] - value) / s->lengths[k] : 0.0;
    }
    zw_forth(s, v);
    zw_back(s, v);
    for (int i = 0; i < s->n; i++) y[i] = 0.0;
    zw_add(s, 0, v, 1.0, y);
    zw_upper(s, y);
    for (int i = 0; i < s->n; i++) y[i] += x[i];
    for (int i = 0; i < s->n; i++) x[s->P[i]] = y[i];
    for (int k = 0; k < s->m; k++) lam[s->S[k]] = sum[k] / s->lengths[k], v[k] = 0.0;
    return size > 0.0 ? change / size : 0.0;
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
