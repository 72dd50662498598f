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

/* Dead columns are combinations of live ones, Y_dead = Y_live W. The columns of N = [−W; 1] are
   then all the ways in which the columns of Y give zero. Below W and Wᵀ, each with a correction. */
static void zw_combine(const zw_sparse *s, double *v) { /* live part of v <- W (dead part of v) */
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

static void zw_transposed(const zw_sparse *s, double *v) { /* dead part of v <- Wᵀ (live part) */
    double *y = s->work_y, *u = s->work_u, *more = s->work_more;
    for (int i = 0; i < s->n; i++) y[i] = 0.0;
    for (int round = 0; round < 2; round++) {
        zw_miss(s, 0, v, y, more);
        zw_forth(s, more);
        zw_back(s, more);
        zw_add(s, 0, more, 1.0, y);
    }
    zw_miss(s, 1, NULL, y, u);
    for (int k = 0; k < s->m; k++)
        if (s->dead[k]) v[k] = -u[k];
}

/* v <- v less its part in the range of T N, T = diag(weights): of multipliers the least, of
   right-hand sides the nearest that can be met. By conjugate gradients on T N T_dead⁻¹ z ~ v, whose
   residual is the answer; W is bounded, so that they are few. Returns what of the range is left, in
   parts of v and of the matrix. */
double zw_project(zw_sparse *s, const double *weights, double *v, int rounds) {
    double *z = s->work_z, *p = s->work_p, before = 0.0, left = 0.0, size = zw_length(s->m, v);
    double norm = 1.0; /* of the matrix, at least */
    for (int k = 0; k < s->m; k++) p[k] = 0.0;
    for (int i = 0; i <= rounds && size > 0.0; i++) {
        double gamma = 0.0, squares = 0.0;
        for (int k = 0; k < s->m; k++) z[k] = s->dead[k] ? 0.0 : weights[k] * v[k];
        zw_transposed(s, z);
        for (int k = 0; k < s->m; k++) {
            z[k] = s->dead[k] ? v[k] - z[k] / weights[k] : 0.0;
            gamma += z[k] * z[k];
        }
        left = sqrt(gamma) / (size * norm);
        if (left <= 16.0 * s->eps || i == rounds) break;
        for (int k = 0; k < s->m; k++) p[k] = z[k] + (i ? gamma / before : 0.0) * p[k];
        before = gamma;
        for (int k = 0; k < s->m; k++) z[k] = s->dead[k] ? p[k] / weights[k] : 0.0;
        zw_combine(s, z);
        for (int k = 0; k < s->m; k++) {
            z[k] = s->dead[k] ? p[k] : -weights[k] * z[k];
            squares += z[k] * z[k];
        }
        for (int k = 0; k < s->m; k++) v[k] -= gamma / squares * z[k];
        norm = fmax(norm, sqrt(squares) / zw_length(s->m, p));
    }
    return left;
}

/* x (n,) in the user's order and lam (m,), each in parts of its row's length, from F and from b
   divided by the lengths; these two in the order of elimination. Returns the last correction as a
   part of the answer. */
double zw_answer(zw_sparse *s, const double *A, const double *F, const double *b, double *x,
                 double *lam) {
    double *y = s->work_w, *v = s->work_m, size, change = 0.0, before;
    for (int i = 0; i < s->n; i++) y[i] = F[s->P[i]];
    for (int k = 0; k < s->m; k++) lam[k] = 0.0;
    zw_lower(s, y);
    size = zw_length(s->n, y);
    before = INFINITY;
    for (int round = 0; round < s->rounds; round++) {
        zw_miss(s, 0, b, y, v);
        zw_forth(s, v);
        change = zw_length(s->m, v);
        if (round > 1 && !(change < 0.5 * before)) break; /* nothing but rounding is left */
        before = change;
        zw_back(s, v);
        zw_add(s, 0, v, 1.0, y);
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
