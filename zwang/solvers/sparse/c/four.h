/* The same for four vectors at once, side by side in memory: what a factor has at a place is fetched once
   for all of them. */

typedef double zw_four __attribute__((vector_size(32), aligned(8)));
#define ZW_CLONED
#define ZW_CLONED_WIDE
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__gnu_linux__)
/* For what the machine has, found when the program is loaded; the numbers are the same. */
#undef ZW_CLONED_WIDE
#define ZW_CLONED_WIDE __attribute__((target_clones("arch=x86-64-v4", "default")))
#ifdef __OPTIMIZE__ /* in haste it makes nothing faster but the longest vectors */
#undef ZW_CLONED
#define ZW_CLONED __attribute__((target_clones("arch=x86-64-v3", "default")))
#endif
#endif

/* v <- (RᵀR)⁻¹ v, of zw_proximal. */
ZW_CLONED static void zw_both_of_four(const zw_sparse *s, zw_four *v) {
    for (int k = 0; k < s->m; k++) {
        zw_four a = v[k] * s->Rd[k];
        for (int p = s->Rp[k] + 1; p < s->Rp[k + 1]; p++) v[s->Rj[p]] -= s->Rx[p] * a;
    }
    for (int k = s->m - 1; k >= 0; k--) {
        zw_four a = v[k];
        for (int p = s->Rp[k] + 1; p < s->Rp[k + 1]; p++) a -= s->Rx[p] * v[s->Rj[p]];
        v[k] = a * s->Rd[k];
    }
}

/* v <- Yᵀ y; in `squares` those of the lengths. */
ZW_CLONED static void zw_seen_of_four(
    const zw_sparse *s, const zw_four *y, zw_four *v, zw_four *squares) {
    zw_four all = {0.0};
    for (int k = 0; k < s->m; k++) {
        zw_four sum = {0.0};
        for (int p = s->Yp[k]; p < s->Yp[k + 1]; p++) sum += s->Yx[p] * y[s->Yi[p]];
        v[k] = sum;
        all += sum * sum;
    }
    *squares = all;
}

/* y <- Y v. */
ZW_CLONED static void zw_spread_of_four(const zw_sparse *s, const zw_four *v, zw_four *y) {
    for (int i = 0; i < s->n; i++) {
        zw_four sum = {0.0};
        for (int o = s->Xp[i]; o < s->Xp[i + 1]; o++) sum += s->Yx[s->Xs[o]] * v[s->Xj[o]];
        y[i] = sum;
    }
}

/* The first `count` columns of v to length one, each without what it has of those before it. Columns
   of no length become zero. Sums are of every other vector, and do not wait for each other. */
ZW_CLONED static void zw_orthonormal(int n, int count, zw_four *v) {
    zw_four part = {0.0};
    for (int k = 0; k < n; k++) part += v[k][0] * v[k];
    for (int i = 0; i < count; i++) {
        double scale = part[i] > 0.0 ? 1.0 / sqrt(part[i]) : 0.0;
        zw_four kept = {1.0, 1.0, 1.0, 1.0}, of_it = {0.0}, even = {0.0}, odd = {0.0}, value;
        for (int j = i + 1; j < count; j++) of_it[j] = -part[j] * scale * scale;
        kept[i] = 0.0, of_it[i] = scale;
        int following = i + 1 < count ? i + 1 : i, k = 0;
        for (; k + 2 <= n; k += 2) {
            zw_four other = kept * v[k + 1] + v[k + 1][i] * of_it;
            v[k] = value = kept * v[k] + v[k][i] * of_it, v[k + 1] = other;
            even += value[following] * value, odd += other[following] * other;
        }
        if (k < n) {
            v[k] = value = kept * v[k] + v[k][i] * of_it;
            even += value[following] * value;
        }
        part = even + odd;
    }
}

/* G <- uᵀ w. */
ZW_CLONED static void zw_products_of_four(
    int n, const zw_four *u, const zw_four *w, double G[4][4]) {
    zw_four sums[4] = {{0.0}};
    for (int k = 0; k < n; k++)
        for (int i = 0; i < 4; i++) sums[i] += u[k][i] * w[k];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) G[i][j] = sums[i][j];
}

/* out <- v Rᵀ, and the lengths of its columns. */
ZW_CLONED static void zw_turn_four(
    int n, double R[4][4], const zw_four *v, zw_four *out, double lengths[4]) {
    zw_four columns[4], squares = {0.0};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) columns[j][i] = R[i][j];
    for (int k = 0; k < n; k++) {
        zw_four value = v[k];
        out[k] = (columns[0] * value[0] + columns[1] * value[1])
                 + (columns[2] * value[2] + columns[3] * value[3]);
        squares += out[k] * out[k];
    }
    for (int i = 0; i < 4; i++) lengths[i] = sqrt(squares[i]);
}

/* Up to `rounds` of zw_smallest for the `count` columns of v (n, 4), until the smallest singular value
   that is seen changes by less than a thousandth; in u (m, 4) Yᵀ v. */
static void zw_smallest_of_four(zw_sparse *s, int count, int rounds, zw_four *v, zw_four *u) {
    zw_four squares;
    double least = 1.0, before;
    zw_seen_of_four(s, v, u, &squares);
    for (int round = 0; round < rounds; round++) {
        zw_both_of_four(s, u);
        zw_both_of_four(s, u);
        zw_spread_of_four(s, u, v);
        zw_orthonormal(s->n, count, v);
        zw_seen_of_four(s, v, u, &squares);
        before = least, least = INFINITY;
        for (int j = 0; j < count; j++)
            if (squares[j] > 0.0 && squares[j] < least) least = squares[j];
        least = sqrt(least);
        if (round > 2 && fabs(least - before) <= 1e-3 * least) break;
    }
}
