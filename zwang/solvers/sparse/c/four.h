/* The same for four vectors at once, side by side in memory: what a factor has at a place is fetched once
   for all of them. */

/* v <- (RᵀR)⁻¹ v, of zw_sparse_proximal. */
static void zw_both_of_four(const zw_sparse *s, zw_four *v) {
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
static void zw_seen_of_four(
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
static void zw_spread_of_four(const zw_sparse *s, const zw_four *v, zw_four *y) {
    for (int i = 0; i < s->n; i++) {
        zw_four sum = {0.0};
        for (int o = s->Xp[i]; o < s->Xp[i + 1]; o++) sum += s->Yx[s->Xs[o]] * v[s->Xj[o]];
        y[i] = sum;
    }
}

/* The first `count` columns of v to length one, each without what it has of those before it. Columns
   of no length become zero. Sums are of every other vector, and do not wait for each other. */
static void zw_orthonormal(int n, int count, zw_four *v) {
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
static void zw_products_of_four(
    int n, const zw_four *u, const zw_four *w, double G[4][4]) {
    zw_four sums[4] = {{0.0}};
    for (int k = 0; k < n; k++)
        for (int i = 0; i < 4; i++) sums[i] += u[k][i] * w[k];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) G[i][j] = sums[i][j];
}

/* out <- v Rᵀ, and the lengths of its columns. */
static void zw_turn_four(
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

typedef unsigned zw_states __attribute__((vector_size(16)));
typedef int zw_signed __attribute__((vector_size(16)));

/* The first `rank` of four directions to begin with, of n numbers, the same at every start; and with
   vectors `before`, these besides `part` of them. */
static void zw_set_out_four(
    long long n, int rank, double part, const zw_four *before, zw_four *v) {
    zw_four wanted = {0.0};
    zw_states state;
    for (int i = 0; i < 4; i++) state[i] = i + 1u, wanted[i] = i < rank;
    for (long long j = 0; j < n; j++) {
        state = state * 1664525u + 1013904223u;
        zw_four any = __builtin_convertvector((zw_signed)(state >> 8), zw_four) / 16777216.0 + 0.5;
        v[j] = wanted * (before ? part * any + before[j] : part * any);
    }
}

typedef long long zw_truth __attribute__((vector_size(32), aligned(8), may_alias));

/* The largest size; no number if one is none. Sixteen at a time, which do not wait for each other. */
static double zw_largest_size(long long n, const double *x)
{
    zw_four most[4] = {{0.0}};
    zw_truth bad = {0}, without_sign = (zw_truth){0} + 0x7fffffffffffffffLL;
    long long i = 0;
    double found = 0.0;
    for (; i + 16 <= n; i += 16)
        for (int j = 0; j < 4; j++) {
            zw_truth size = *(const zw_truth *)(x + i + 4 * j) & without_sign;
            zw_truth more = (zw_four)size > most[j];
            bad |= (zw_four)size != (zw_four)size;
            most[j] = (zw_four)((size & more) | ((zw_truth)most[j] & ~more));
        }
    for (; i < n; i++) found = zw_max(found, fabs(x[i]));
    for (int j = 0; j < 4; j++)
        for (int k = 0; k < 4; k++) found = bad[k] ? NAN : zw_max(found, most[j][k]);
    return found;
}
