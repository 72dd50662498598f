/* The answer in the metric M: y = w + Y lam with Yᵀ y = b, where w = L⁻¹F and x = L⁻ᵀ y.

   By the seminormal equations, corrected: what Yᵀ y misses of b gives (RᵀR)⁻¹(b − Yᵀ y) to lam.
   R comes from rotations and not from YᵀY, so that every round gains a factor of eps cond(Y). */

/* y <- y + Y v, over the columns that are dead or those that are not. */
static void zw_add(const zw_sparse *s, int dead, const double *v, double factor, double *y) {
    for (int k = 0; k < s->m; k++) {
        double value = factor * v[k];
        if (s->dead[k] != dead || value == 0.0) continue;
        for (int p = s->Yp[k]; p < s->Yp[k + 1]; p++) y[s->Yi[p]] += s->Yx[p] * value;
    }
}

/* v <- b − Yᵀ y, over the same; b may be NULL, and other entries of v become zero. */
static void zw_miss(const zw_sparse *s, int dead, const double *b, const double *y, double *v) {
    for (int k = 0; k < s->m; k++) {
        double value = b ? b[k] : 0.0;
        for (int p = s->Yp[k]; p < s->Yp[k + 1]; p++) value -= s->Yx[p] * y[s->Yi[p]];
        v[k] = s->dead[k] == dead ? value : 0.0;
    }
}

static double zw_length(int m, const double *v) {
    double squares = 0.0;
    for (int k = 0; k < m; k++) squares += v[k] * v[k];
    return sqrt(squares);
}

/* Dead columns are combinations of live ones, Y_dead = Y_live W. Live part of v <- W (dead part). */
void zw_combine(const zw_sparse *s, double *v) {
    double *y = s->work_y, *u = s->work_u, *more = s->work_more;
    for (int i = 0; i < s->n; i++) y[i] = 0.0;
    for (int k = 0; k < s->m; k++) u[k] = 0.0;
    zw_add(s, 1, v, 1.0, y);
    for (int round = 0; round < 2; round++) {
        zw_miss(s, 0, NULL, y, more); /* −Yᵀ y */
        zw_forth(s, more);
        zw_back(s, more);
        zw_add(s, 0, more, 1.0, y);
        for (int k = 0; k < s->m; k++) u[k] -= more[k];
    }
    for (int k = 0; k < s->m; k++)
        if (!s->dead[k]) v[k] = u[k];
}

/* x (n,) in the user's order and lam (m,), each in parts of its row's length, from F and from b
   divided by the lengths; these two in the order of elimination. Returns the last correction as a
   part of the answer. */
double zw_answer(zw_sparse *s, const double *A, const double *F, const double *b, double *x,
                 double *lam) {
    double *y = s->work_w, *v = s->work_m, *more = s->work_y, size, change = 0.0, before;
    for (int i = 0; i < s->n; i++) y[i] = F[s->P[i]];
    for (int k = 0; k < s->m; k++) lam[k] = 0.0;
    zw_lower(s, y);
    size = zw_length(s->n, y);
    before = INFINITY;
    for (int round = 0; round < s->rounds; round++) {
        zw_miss(s, 0, b, y, v);
        zw_forth(s, v);
        zw_back(s, v);
        for (int i = 0; i < s->n; i++) more[i] = 0.0;
        zw_add(s, 0, v, 1.0, more);
        change = zw_length(s->n, more);
        if (round > 1 && !(change < 0.5 * before)) break; /* nothing but rounding is left */
        before = change;
        for (int i = 0; i < s->n; i++) y[i] += more[i];
        for (int k = 0; k < s->m; k++) lam[k] += v[k];
        size = fmax(size, zw_length(s->n, y));
        if (round > 0 && change <= s->eps * size) break;
    }
    zw_upper(s, y);
    for (int i = 0; i < s->n; i++) x[i] = y[i];
    /* Once more with A itself: Y has rounding of size one in all its entries, A in proportion to
       each, also where a mass is far from the others. */
    for (int k = 0; k < s->m; k++) {
        double value = 0.0;
        for (int p = s->Ap[k]; p < s->Ap[k + 1]; p++) value += A[s->As[p]] * x[s->Aj[p]];
        v[k] = s->dead[k] ? 0.0 : b[k] - value / s->lengths[k];
    }
    zw_forth(s, v);
    zw_back(s, v);
    for (int i = 0; i < s->n; i++) y[i] = 0.0;
    zw_add(s, 0, v, 1.0, y);
    zw_upper(s, y);
    for (int i = 0; i < s->n; i++) y[i] += x[i];
    for (int i = 0; i < s->n; i++) x[s->P[i]] = y[i];
    for (int k = 0; k < s->m; k++) v[k] = 0.0;
    return size > 0.0 ? change / size : 0.0;
}
