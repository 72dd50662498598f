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

/* y <- Y v, where v is zero for dead columns. */
static void zw_spread(const zw_sparse *s, const double *v, double *y) {
    for (int i = 0, g; i < s->n; i += g) {
        double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0;
        g = s->alike[i] < 4 ? s->alike[i] : 4;
        for (int o = s->Xp[i]; o < s->Xp[i + 1]; o++) {
            const double *own = s->Yx + s->Xs[o];
            double value = v[s->Xj[o]];
            s0 += own[0] * value;
            if (g > 1) s1 += own[1] * value;
            if (g > 2) s2 += own[2] * value;
            if (g > 3) s3 += own[3] * value;
        }
        y[i] = s0;
        if (g > 1) y[i + 1] = s1;
        if (g > 2) y[i + 2] = s2;
        if (g > 3) y[i + 3] = s3;
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

static double zw_length(int m, const double *v) { return sqrt(zw_squares(m, v)); }

/* Dead columns are combinations of live ones, Y_dead = Y_live W. Live part of v <- W (dead part). */
ZW_EXPORT void zw_sparse_combine(const zw_sparse *s, double *v) {
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

/* v <- b − A x in parts of the rows' lengths. With A itself: Y has rounding of size one in all its
   entries, A in proportion to each, also where a mass is far from the others. */
static void zw_rest(
    const zw_sparse *s, const double *A, const double *b, const double *x, double *v) {
    for (int k = 0; k < s->m; k++) {
        double value = 0.0;
        for (int p = s->Ap[k]; p < s->Ap[k + 1]; p++) value += A[s->As[p]] * x[s->Aj[p]];
        v[k] = s->dead[k] ? 0.0 : b[k] - value / s->lengths[k];
    }
}

/* Where singular values are below √mu of zw_sparse_proximal, S⁻¹r is but a small part of the correction, and
   another round finds little more of it. For v = S⁻¹r and `more` = Y v find what a smaller mu would
   have given, that is mu times w = `wanted`: with G = Y S⁻¹Yᵀ solve

       H g = more,     H = (1 − w) G + w,      (sigma² + w mu) / (sigma² + mu) for its eigenvalues,

   by conjugate gradients, and the same for v. Each of the few that are far from one costs a round or
   two. Combinations of rows that give zero do not count: all lengths are those of vectors Y v. */
static void zw_conjugate(zw_sparse *s, double *v, double *more) {
    int n = s->n, m = s->m;
    double *g = s->four_n, *p = g + n, *Hp = p + n, *lam = s->four_m, *of_p = lam + m, *of_Hp = of_p + m;
    double now = zw_squares(n, more), end = ZW_CONJUGATE_LEFT * ZW_CONJUGATE_LEFT * now, w = s->wanted;
    for (int i = 0; i < n; i++) p[i] = more[i], g[i] = 0.0;
    for (int k = 0; k < m; k++) of_p[k] = v[k], lam[k] = 0.0;
    for (int round = 0; round < ZW_CONJUGATE && now > end; round++) {
        double along = 0.0, before = now;
        zw_miss(s, 0, NULL, p, of_Hp); /* −Yᵀp */
        zw_forth(s, of_Hp);
        zw_back(s, of_Hp);
        zw_spread(s, of_Hp, Hp);
        for (int i = 0; i < n; i++) Hp[i] = w * p[i] - (1.0 - w) * Hp[i], along += p[i] * Hp[i];
        for (int k = 0; k < m; k++) of_Hp[k] = w * of_p[k] - (1.0 - w) * of_Hp[k];
        if (!(along > 0.0)) break;
        double alpha = now / along;
        for (int i = 0; i < n; i++) g[i] += alpha * p[i], more[i] -= alpha * Hp[i];
        for (int k = 0; k < m; k++) lam[k] += alpha * of_p[k], v[k] -= alpha * of_Hp[k];
        now = zw_squares(n, more);
        for (int i = 0; i < n; i++) p[i] = more[i] + now / before * p[i];
        for (int k = 0; k < m; k++) of_p[k] = v[k] + now / before * of_p[k];
    }
    for (int i = 0; i < n; i++) more[i] = g[i];
    for (int k = 0; k < m; k++) v[k] = lam[k];
}

/* v <- the correction that r in it asks for, and Y v into `more`, whose length is returned. */
static double zw_corrected(zw_sparse *s, double *v, double *more) {
    zw_forth(s, v);
    zw_back(s, v);
    zw_spread(s, v, more);
    if (s->wanted < 1.0) zw_conjugate(s, v, more);
    return zw_length(s->n, more);
}

/* x (n,) in the user's order and lam (m,), each in parts of its row's length, from F and from b
   divided by the lengths; these two in the order of elimination. Returns the last correction as a
   part of the answer. What may be left, by what is missed in the rows or as the corrections before
   tell, is not corrected. If `warm`, lam has that of a state nearby to begin with: what is left to be
   found, and with it the rounding of the factors, is smaller. */
ZW_EXPORT double zw_sparse_answer(zw_sparse *s, const double *A, const double *F, const double *b, double *x,
                 double *lam) {
    double *y = s->work_w, *v = s->work_m, *more = s->work_y, size, own, change = 0.0, before;
    for (int i = 0; i < s->n; i++) y[i] = F[s->P[i]];
    zw_lower(s, y);
    size = zw_length(s->n, y);
    if (s->warm) zw_spread(s, lam, more);
    for (int i = 0; i < s->n && s->warm; i++) y[i] += more[i];
    zw_miss(s, 0, b, y, v);
    before = zw_corrected(s, v, more);
    for (int i = 0; i < s->n; i++) y[i] += more[i];
    for (int k = 0; k < s->m; k++) lam[k] = s->warm ? lam[k] + v[k] : v[k];
    own = zw_length(s->n, y), size = zw_more(own, size);
    zw_upper(s, y);
    for (int round = 0; round < s->rounds && s->m > 0; round++) {
        zw_rest(s, A, b, y, v);
        double left = zw_may_be_left(s->part, s->most, size);
        if (round == 0 && zw_length(s->m, v) <= zw_more(s->eps * own, s->sigma * left)) break;
        change = zw_corrected(s, v, more);
        if (round > 0 && !(change < 0.5 * before)) break; /* nothing but rounding is left */
        double rate = zw_less(change / before, 1.0); /* the next one would be smaller by this */
        before = change;
        zw_upper(s, more);
        for (int i = 0; i < s->n; i++) y[i] += more[i];
        for (int k = 0; k < s->m; k++) lam[k] += v[k];
        size = zw_more(change, size);
        change *= rate;
        if (!(change > zw_more(s->eps * size, left))) break;
    }
    for (int i = 0; i < s->n; i++) x[s->P[i]] = y[i];
    for (int k = 0; k < s->m; k++) v[k] = 0.0;
    return size > 0.0 ? change / size : 0.0;
}
