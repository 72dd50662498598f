/* Y = Z R by rotations, where R has a fixed pattern: that of the Cholesky factor of YᵀY.

   The rows of Y, one for each coordinate, are turned into R one after another: a row meets row k of
   R, k being its first place, loses that place by a rotation, and goes on along the tree; where R
   has no row yet it stays. Z is not kept: it is Y R⁻¹. */

/* Turn the row in `x`, with places from k to `last`, into R; `x` is zero afterwards. */
static void zw_insert(zw_sparse *s, double *x, int k, int last) {
    for (; k != -1 && k <= last; k = s->parent[k]) {
        double value = x[k];
        if (fabs(value) <= s->tiny) { /* rounding of a column of length one: it need not go on */
            x[k] = 0.0;
            continue;
        }
        int begin = s->Rp[k], end = s->Rp[k + 1];
        double *R = s->Rx;
        const int *places = s->Rj;
        if (R[begin] == 0.0) {
            for (int p = begin; p < end; p++) R[p] = x[places[p]], x[places[p]] = 0.0;
            s->last[k] = last;
            return;
        }
        double length = sqrt(R[begin] * R[begin] + value * value);
        double c = R[begin] / length, d = value / length;
        R[begin] = length;
        x[k] = 0.0;
        if (s->last[k] > last) last = s->last[k];
        else s->last[k] = last;
        for (int p = begin + 1; p < end; p++) {
            int j = places[p];
            if (j > last) break;
            double above = R[p], below = x[j];
            R[p] = c * above + d * below;
            x[j] = c * below - d * above;
        }
    }
}

/* Whether a column of Y can be found from those before it is told by its entry on the diagonal of
   R, its distance from them: at most `cut`, it counts as dependent, and what is left of its row
   goes on. Columns marked in `dead` are left out from the start. Returns the rank. */
ZW_EXPORT int zw_sparse_orthogonal(zw_sparse *s, double cut) {
    double *x = s->work_m;
    int rank = 0;
    for (int k = 0; k < s->m; k++) x[k] = 0.0, s->last[k] = -1;
    for (int p = 0; p < s->Rp[s->m]; p++) s->Rx[p] = 0.0;
    for (int o = 0; o < s->n; o++) {
        int i = s->Xo[o], first = -1, last = -1;
        for (int p = s->Xp[i]; p < s->Xp[i + 1]; p++) {
            int j = s->Xj[p];
            if (s->dead[j]) continue;
            x[j] = s->Yx[s->Xs[p]];
            if (first < 0) first = j;
            last = j;
        }
        zw_insert(s, x, first, last);
    }
    for (int k = 0; k < s->m; k++) {
        int begin = s->Rp[k];
        if (!s->dead[k] && fabs(s->Rx[begin]) > cut) {
            rank++;
            continue;
        }
        s->dead[k] = 1;
        int first = s->parent[k], last = s->last[k];
        for (int p = begin; p < s->Rp[k + 1]; p++) {
            int j = s->Rj[p];
            if (j != k && !s->dead[j]) x[j] = s->Rx[p];
            s->Rx[p] = 0.0;
        }
        zw_insert(s, x, first, last);
    }
    s->squared = 0, s->wanted = 1.0;
    for (int k = 0; k < s->m; k++) s->Rd[k] = s->dead[k] ? 0.0 : 1.0 / s->Rx[s->Rp[k]];
    return rank;
}

static double zw_unit(int m, double *v) {
    double length = sqrt(zw_squares(m, v));
    for (int k = 0; k < m; k++) v[k] /= length;
    return length;
}

/* Inverse iteration from a direction of its own: `v` becomes the combination of live columns that is
   nearest to zero. Returns how near. */
static double zw_towards_zero(zw_sparse *s, int rounds, double *v) {
    unsigned state = 1u;
    double length = 1.0;
    for (int k = 0; k < s->m; k++) {
        state = state * 1664525u + 1013904223u;
        v[k] = s->dead[k] ? 0.0 : 0.5 + (state >> 8) / 16777216.0;
    }
    for (int i = 0; i < rounds; i++) {
        zw_forth(s, v);
        zw_unit(s->m, v);
        zw_back(s, v);
        length = zw_unit(s->m, v);
    }
    return 1.0 / length;
}

/* The smallest singular value of the live columns, after zw_sparse_orthogonal; one if there are none. */
ZW_EXPORT double zw_sparse_least(zw_sparse *s, int rounds) {
    int live = 0;
    for (int k = 0; k < s->m; k++) live = live || !s->dead[k];
    double found = live ? zw_towards_zero(s, rounds, s->work_m) : 1.0;
    for (int k = 0; k < s->m; k++) s->work_m[k] = 0.0;
    return found;
}

/* Small diagonal entries show that columns depend on each other, large ones do not show that they
   are independent. So look for the combination of live columns that is nearest to zero, by inverse
   iteration, and for the column with the largest part in it. Returns the distance of that column
   from all the others, 1 / |row of R⁻¹|, and its place in `worst`. */
ZW_EXPORT double zw_sparse_nearest(zw_sparse *s, int rounds, int *worst) {
    double *v = s->work_m, largest = 0.0;
    *worst = -1;
    zw_towards_zero(s, rounds, v);
    for (int k = 0; k < s->m; k++)
        if (fabs(v[k]) > largest) largest = fabs(v[k]), *worst = k;
    if (*worst < 0) return 1.0;
    for (int k = 0; k < s->m; k++) v[k] = k == *worst;
    zw_forth(s, v);
    double squares = zw_squares(s->m, v);
    for (int k = 0; k < s->m; k++) v[k] = 0.0;
    return 1.0 / sqrt(squares);
}
