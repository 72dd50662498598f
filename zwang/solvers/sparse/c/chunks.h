/* Rows of R in chunks of up to four that have the same places behind them, so that what stands at a
   place is fetched once for all of them; and the same for rows of Y. */

/* v[J[o]] <- v[J[o]] − Σ a[i] r[i][o] over a chunk of g rows, at least two. */
static inline void zw_take_rows(
    int g, int count, const int *J, const double **r, const double *a, double *v) {
    const double *r0 = r[0], *r1 = r[1], *r2 = r[2], *r3 = r[3];
    switch (g) {
    case 2:
        for (int o = 0; o < count; o++) v[J[o]] -= a[0] * r0[o] + a[1] * r1[o];
        return;
    case 3:
        for (int o = 0; o < count; o++) v[J[o]] -= a[0] * r0[o] + a[1] * r1[o] + a[2] * r2[o];
        return;
    default:
        for (int o = 0; o < count; o++)
            v[J[o]] -= (a[0] * r0[o] + a[1] * r1[o]) + (a[2] * r2[o] + a[3] * r3[o]);
    }
}

/* a[i] <- Σ r[i][o] v[J[o]], again of at least two. */
static inline void zw_row_products(
    int g, int count, const int *J, const double **r, const double *v, double *a) {
    const double *r0 = r[0], *r1 = r[1], *r2 = r[2], *r3 = r[3];
    double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0;
    if (g == 2) {
        for (int o = 0; o < count; o++) {
            double value = v[J[o]];
            s0 += r0[o] * value, s1 += r1[o] * value;
        }
    } else {
        for (int o = 0; o < count; o++) {
            double value = v[J[o]];
            s0 += r0[o] * value, s1 += r1[o] * value;
            s2 += r2[o] * value, s3 += r3[o] * value;
        }
    }
    a[0] = s0, a[1] = s1, a[2] = s2, a[3] = s3;
}

/* v <- R⁻ᵀ v; entries of dead columns become zero. If `squared`, R = D U in place of √D U; then this is
   U⁻ᵀ v, and what follows makes of it (Uᵀ D U)⁻¹ v as before. */
static void zw_forth(const zw_sparse *s, double *v) {
    for (int k = 0, g; k < s->m; k += g) {
        const double *r[4];
        double a[4];
        g = s->chunk[k];
        if (g == 1) {
            double value = v[k] * s->Rd[k];
            if (!s->squared) v[k] = value;
            for (int p = s->Rp[k] + 1; p < s->Rp[k + 1]; p++) v[s->Rj[p]] -= s->Rx[p] * value;
            continue;
        }
        for (int i = 0; i < g; i++) {
            const double *row = s->Rx + s->Rp[k + i];
            a[i] = v[k + i] * s->Rd[k + i];
            if (!s->squared) v[k + i] = a[i];
            for (int j = 1; j < g - i; j++) v[k + i + j] -= row[j] * a[i];
            r[i] = row + (g - i);
        }
        for (int i = g; i < 4; i++) r[i] = r[0];
        zw_take_rows(g, s->Rp[k + 1] - s->Rp[k] - g, s->Rj + s->Rp[k] + g, r, a, v);
    }
}

/* v <- R⁻¹ v, with the same for dead columns. */
static void zw_back(const zw_sparse *s, double *v) {
    for (int k = s->m - 1; k >= 0; k--) {
        int g = k + 1 - s->first[k];
        const double *r[4];
        double a[4];
        if (g == 1) {
            double value = v[k];
            for (int p = s->Rp[k] + 1; p < s->Rp[k + 1]; p++) value -= s->Rx[p] * v[s->Rj[p]];
            v[k] = value * s->Rd[k];
            continue;
        }
        k = s->first[k];
        for (int i = 0; i < g; i++) r[i] = s->Rx + s->Rp[k + i] + (g - i);
        for (int i = g; i < 4; i++) r[i] = r[0];
        zw_row_products(g, s->Rp[k + 1] - s->Rp[k] - g, s->Rj + s->Rp[k] + g, r, v, a);
        for (int i = g - 1; i >= 0; i--) {
            const double *row = s->Rx + s->Rp[k + i];
            double value = v[k + i] - a[i];
            for (int j = 1; j < g - i; j++) value -= row[j] * v[k + i + j];
            v[k + i] = value * s->Rd[k + i];
        }
    }
}

/* x[Xj[o]] <- x[Xj[o]] + Σ Y[k] Y[j], over g rows of Y that are alike: those of column k at `own`, and
   those of the columns from `o` to `end` of the first of these rows. */
static inline void zw_add_products(
    const zw_sparse *s, int g, const double *own, int o, int end, double *x) {
    const double *Y = s->Yx;
    switch (g) {
    case 1:
        for (; o < end; o++) x[s->Xj[o]] += own[0] * Y[s->Xs[o]];
        return;
    case 2:
        for (; o < end; o++) {
            const double *other = Y + s->Xs[o];
            x[s->Xj[o]] += own[0] * other[0] + own[1] * other[1];
        }
        return;
    case 3:
        for (; o < end; o++) {
            const double *other = Y + s->Xs[o];
            x[s->Xj[o]] += own[0] * other[0] + own[1] * other[1] + own[2] * other[2];
        }
        return;
    case 4:
        for (; o < end; o++) {
            const double *other = Y + s->Xs[o];
            x[s->Xj[o]] += (own[0] * other[0] + own[1] * other[1])
                           + (own[2] * other[2] + own[3] * other[3]);
        }
        return;
    default:
        for (; o < end; o++) {
            const double *other = Y + s->Xs[o];
            double sum = 0.0;
            for (int i = 0; i < g; i++) sum += own[i] * other[i];
            x[s->Xj[o]] += sum;
        }
    }
}
