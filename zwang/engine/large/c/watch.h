/* How near the constraints are to losing rank. Of the singular values of the rows a few of the smallest
   that count are followed, with their vectors on both sides, a column of `right` (n, 4) and `left` (m, 4):
   where one comes to zero the mechanism stands in a singular configuration, and behind it one of its
   vectors has turned over. The smallest alone would not do: between two steps another one may come to
   zero and rise above it again. */

/* A direction to begin with, the same at every start. */
static void zw_any_direction(unsigned state, long long n, double *v)
{
    for (long long i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        v[i] = 0.5 + (state >> 8) / 16777216.0;
    }
    zw_unit((int)n, v);
}

/* The root of mu in a step: far below sigma, so that few rounds do; and far above what redundant rows
   have, a little off the constraints as stages are. Where there are none, next to nothing. */
static double zw_root(const zw_motion *s)
{
    return s->rank == s->m ? 0.0 : zw_max(s->cut, ZW_OF_SIGMA * s->sigmas[2]);
}

/* The same where sigma is looked at, in a state that was brought back to the constraints: redundant rows
   have next to nothing there, so it may be far below what steps need. */
static double zw_root_on(const zw_motion *s)
{
    return zw_min(zw_root(s), ZW_ON_ROWS);
}

/* Sigma by iteration from the direction in `right`: the length of Yᵀ v, since what the iteration
   itself tells of sigma is (sigma² + mu) / sigma. */
static double zw_sigma_by(zw_motion *s, int rounds)
{
    zw_sparse *kernel = s->sparse;
    double found = zw_smallest(kernel, rounds, s->right, s->left);
    zw_miss(kernel, 0, NULL, s->right, kernel->work_more);
    double length = zw_length(kernel->m, kernel->work_more);
    return length > 0.0 && length < found ? length : found;
}

/* One of Jacobi's rotations, which makes the entry (i, j) of a symmetric G zero; rows of R go with it. */
static void zw_zero_out(
    int size, int i, int j, double G[ZW_FOLLOWED][ZW_FOLLOWED], double R[ZW_FOLLOWED][ZW_FOLLOWED])
{
    if (!(fabs(G[i][j]) > ZW_EPS * sqrt(fabs(G[i][i] * G[j][j])))) return;
    double theta = (G[j][j] - G[i][i]) / (2.0 * G[i][j]);
    double t = (theta >= 0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0), d = t * c;
    for (int k = 0; k < size; k++) {
        double x = G[k][i], y = G[k][j];
        G[k][i] = c * x - d * y, G[k][j] = d * x + c * y;
    }
    for (int k = 0; k < size; k++) {
        double x = G[i][k], y = G[j][k];
        G[i][k] = c * x - d * y, G[j][k] = d * x + c * y;
        x = R[i][k], y = R[j][k];
        R[i][k] = c * x - d * y, R[j][k] = d * x + c * y;
    }
}

/* The vectors that are followed, v with u = Yᵀ v, turned within their span to be singular ones, into `right`
   and `left`; and the smallest value there: each by itself would tell more where two values are close,
   and its u and v would not belong together. */
static double zw_within(zw_motion *s, int followed, const zw_four *v, const zw_four *u)
{
    double G[ZW_FOLLOWED][ZW_FOLLOWED], R[ZW_FOLLOWED][ZW_FOLLOWED], found = INFINITY;
    double lengths[ZW_FOLLOWED];
    zw_four *left = (zw_four *)s->left, scale = {0.0};
    s->sparse->ways->products_of_four((int)s->m, u, u, G);
    for (int i = 0; i < ZW_FOLLOWED; i++)
        for (int j = 0; j < ZW_FOLLOWED; j++) R[i][j] = i == j;
    for (int sweep = 0; sweep < ZW_SWEEPS; sweep++)
        for (int i = 0; i < followed - 1; i++)
            for (int j = i + 1; j < followed; j++) zw_zero_out(followed, i, j, G, R);
    s->sparse->ways->turn_four((int)s->n, R, v, (zw_four *)s->right, lengths);
    s->sparse->ways->turn_four((int)s->m, R, u, left, lengths);
    for (int i = 0; i < followed; i++) {
        int place = i;
        scale[i] = 1.0 / lengths[i];
        found = lengths[i] < found ? lengths[i] : found;
        for (; place > 0 && lengths[i] < s->small[place - 1]; place--)
            s->small[place] = s->small[place - 1];
        s->small[place] = lengths[i];
    }
    for (long long k = 0; k < s->m; k++) left[k] *= scale;
    return found;
}

/* Sigma after up to `rounds` of the same for all vectors that are followed, from those that lie side
   by side in four_n, each without what it has of those before it; then they are in `right`. */
static double zw_follow(zw_motion *s, int rounds)
{
    zw_sparse *kernel = s->sparse;
    int followed = s->rank < ZW_FOLLOWED ? (int)s->rank : ZW_FOLLOWED;
    zw_four *v = (zw_four *)kernel->four_n, *u = (zw_four *)kernel->four_m;
    if (followed == 0) return 1.0;
    kernel->ways->smallest_of_four(kernel, followed, rounds, v, u);
    return zw_within(s, followed, v, u);
}

/* Directions to begin with, the same at every start, and `former` vectors besides, if there are any: a
   little of all directions is added to these, as one of other symmetry, in the plane of a linkage and
   not across it, would never come to be seen. */
static void zw_set_out(zw_motion *s, const double *former)
{
    double part = ZW_MIXED / sqrt(13.0 / 12.0 * s->n); /* of a length that is one on the average */
    s->sparse->ways->set_out(
        s->n, (int)s->rank, part, (const zw_four *)former, (zw_four *)s->sparse->four_n);
}

/* Whether a symmetric matrix has an eigenvalue below `least`: by pivots of it less that. */
static int zw_below(int size, double T[ZW_FOLLOWED][ZW_FOLLOWED], double least)
{
    for (int k = 0; k < size; k++) {
        double pivot = T[k][k] - least;
        if (!(pivot > 0.0)) return 1;
        for (int i = k + 1; i < size; i++)
            for (int j = i; j < size; j++) T[i][j] -= T[k][i] * T[k][j] / pivot;
    }
    return 0;
}

/* Whether vectors that are followed turned over since the step began: with P = U Vᵀ of each time, the
   symmetric part of P₁ P₀ᵀ, seen from the former ones, has a negative eigenvalue then, as in
   zwang.integrate.rank_watch. */
static int zw_turned_over(const zw_motion *s)
{
    int followed = s->rank < ZW_FOLLOWED ? (int)s->rank : ZW_FOLLOWED;
    double T[ZW_FOLLOWED][ZW_FOLLOWED], W[ZW_FOLLOWED][ZW_FOLLOWED];
    double U[ZW_FOLLOWED][ZW_FOLLOWED], V[ZW_FOLLOWED][ZW_FOLLOWED];
    const zw_four *u = (zw_four *)s->left, *v = (zw_four *)s->right;
    s->sparse->ways->products_of_four((int)s->m, (zw_four *)s->left_before, u, U);
    s->sparse->ways->products_of_four((int)s->n, v, (zw_four *)s->right_before, V);
    for (int i = 0; i < followed; i++)
        for (int j = 0; j < followed; j++) {
            W[i][j] = 0.0;
            for (int k = 0; k < followed; k++) W[i][j] += U[i][k] * V[k][j];
        }
    for (int i = 0; i < followed; i++)
        for (int j = 0; j < followed; j++) T[i][j] = (W[i][j] + W[j][i]) / 2.0;
    return zw_below(followed, T, -ZW_OVER);
}

/* What is open of each coordinate where sigma is one, sqrt of the diagonal of M⁻¹; and its weight in
   the rows. After zw_sparse_ready. */
static void zw_survey(zw_motion *s)
{
    zw_sparse *kernel = s->sparse;
    double *x = kernel->work_n;
    for (int k = 0; k < kernel->n; k++) { /* column k of L⁻¹, along the tree */
        double squares = 0.0;
        x[k] = 1.0;
        for (int j = k, next; j >= 0; j = next) {
            double value = x[j] * kernel->Ld[j];
            next = kernel->Lp[j] < kernel->Lp[j + 1] ? kernel->Li[kernel->Lp[j]] : -1;
            for (int p = kernel->Lp[j]; p < kernel->Lp[j + 1]; p++)
                x[kernel->Li[p]] -= kernel->Lx[p] * value;
            x[j] = 0.0;
            squares += value * value;
        }
        s->lone[kernel->P[k]] = sqrt(squares);
        s->weight[kernel->P[k]] = 0.0;
    }
    for (int k = 0; k < kernel->m; k++)
        for (int p = kernel->Ap[k]; p < kernel->Ap[k + 1]; p++) {
            double part = fabs(s->A[kernel->As[p]]) / kernel->lengths[k];
            double *weight = s->weight + kernel->P[kernel->Aj[p]];
            *weight = zw_max(*weight, part);
        }
}

/* Sigma from the beginning, and after it the survey. */
ZW_EXPORT double zw_sparse_look(zw_motion *s, double t, const double *q, const double *qd, double cut, int rounds)
{
    s->anew = 1;
    zw_sparse_holding(s, t, q, qd);
    if (!zw_sparse_ready(s, s->m, cut)) return NAN;
    zw_survey(s);
    zw_set_out(s, NULL);
    return zw_follow(s, rounds);
}

/* Sigma at the end of a step, after zw_sparse_return, and whether singular vectors turned over since its
   beginning. */
static double zw_glance(zw_motion *s, int *turned)
{
    if ((s->rank < s->m || s->unready) && s->projects > 0 && !zw_sparse_ready(s, s->m, zw_root_on(s)))
        return NAN;
    zw_set_out(s, s->right_before);
    double sigma = zw_follow(s, ZW_GLANCES);
    *turned = zw_turned_over(s);
    return sigma;
}

/* The vectors of now are those from which the next step goes. */
static void zw_keep_vectors(zw_motion *s)
{
    for (long long j = 0; j < ZW_FOLLOWED * s->n; j++) s->right_before[j] = s->right[j];
    for (long long i = 0; i < ZW_FOLLOWED * s->m; i++) s->left_before[i] = s->left[i];
    for (int i = 3 * ZW_FOLLOWED - 1; i >= 0; i--) s->small[i + ZW_FOLLOWED] = s->small[i];
}

/* Of the singular values the one along which rounding moves velocities most, as in left_open of
   zwang.integrate.rank_watch, of `size` and `speed` there; its last two values. Not always the
   smallest: one that falls may stand behind another that stays, as light links between others have.
   One that rises from behind is none: it was another a step ago. */
static void zw_loosest(const zw_motion *s, double size, double speed, double *former, double *now)
{
    int followed = s->rank < ZW_FOLLOWED ? (int)s->rank : ZW_FOLLOWED;
    double since = s->times[2] - s->times[1], worst = 0.0;
    const double *last = s->small + ZW_FOLLOWED, *before = last + ZW_FOLLOWED;
    *former = s->sigmas[1], *now = s->sigmas[2];
    for (int k = 0; k < followed && since > 0.0; k++) {
        double x = k ? last[k] : *now, y = k ? before[k] : *former;
        double open = (speed + fabs(x - y) / (since * x) * size) / x;
        if (k == 0 || (x < y && open > worst)) worst = open, *former = y, *now = x;
    }
}

/* The lengths of now are among those that rows have had; but for a row of zeros, which counts as one
   long whatever its unit is. */
static void zw_keep_sizes(zw_motion *s)
{
    const zw_sparse *kernel = s->sparse;
    for (int k = 0; k < kernel->m; k++) {
        double *size = s->sizes + kernel->S[k];
        int p = kernel->Ap[k], end = kernel->Ap[k + 1];
        while (p < end && s->A[kernel->As[p]] == 0.0) p++;
        if (p < end) *size = zw_max(*size, kernel->lengths[k]);
    }
}
