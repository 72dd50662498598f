/* Friction C(x) by the multipliers x that act under it: those of M q̈ = Q + C(x) + Aᵀx, A q̈ = b.
   With λ(x) for the answer to the load C(x), of the same factors,

       g(x) = x − λ(x) = 0,    (1 + S C') δ = −g,

   where −S C' v are the multipliers of the load C'v, b = 0. This is zwang.equation.friction, where
   the reasons stand. There S has one column for each coordinate that is loaded; here it is not made:
   Newton's δ is found by GMRES, one solve for each vector, and since each joint rubs in one
   direction as many of these are enough as there are joints that rub. Multipliers are compared in
   the metric: each in the length of its row, in the order of elimination. */

typedef struct {
    double t;
    const double *q, *qd;
    double mu;
    int powers;
} zw_here;

/* The length of lam − more in the metric. */
static double zw_apart(const zw_sparse *kernel, const double *lam, const double *more)
{
    double sum = 0.0;
    for (int k = 0; k < kernel->m; k++) {
        int i = kernel->S[k];
        double own = (lam[i] - (more ? more[i] : 0.0)) * kernel->lengths[k];
        sum += own * own;
    }
    return sqrt(sum);
}

/* All friction under lam; or how it changes along dlam. */
static void zw_rub_under(
    zw_motion *s, const zw_here *at, const double *lam, const double *dlam, double *C)
{
    const zw_rubbing *kind = s->rubbing;
    zw_zero(s->n, C);
    for (long long i = 0; i < s->rubs; i++, kind++)
        zw_rub_kind(kind, s->tape, at->q, at->qd, at->t, s->p, lam, dlam, C);
}

/* The answer to a load; whether it was reached. */
static int zw_under(
    zw_motion *s, const zw_here *at, const double *F, const double *b, double *x, double *lam)
{
    double left = 0.0;
    double change
        = zw_settle(s->sparse, s->A, F, b, (int)s->m, x, lam, at->mu, at->powers, &left);
    return change <= ZW_SOLVED && left <= ZW_SOLVED;
}

/* Multipliers that are sought, those that act if these did, and accelerations; how the latter two are
   found, from what. */
typedef struct zw_seeking {
    double *sought, *acting, *qdd;
    int (*answer)(const struct zw_seeking *, zw_motion *, const zw_here *);
    void *from;
} zw_seeking;

/* λ(x) of `sought`, and q̈. */
static int zw_answer_to(const zw_seeking *it, zw_motion *s, const zw_here *at)
{
    zw_rub_under(s, at, it->sought, NULL, s->load);
    for (long long j = 0; j < s->n; j++) s->loaded[j] = s->Q[j] + s->load[j];
    return zw_under(s, at, s->loaded, s->b, it->qdd, it->acting);
}

/* −g into `gap`, and its length; infinite where it was not found. */
static double zw_gap(const zw_seeking *it, zw_motion *s, const zw_here *at)
{
    const zw_sparse *kernel = s->sparse;
    if (!it->answer(it, s, at)) return INFINITY;
    for (int k = 0; k < kernel->m; k++) {
        int i = kernel->S[k];
        s->gap[k] = (it->acting[i] - it->sought[i]) * kernel->lengths[k];
    }
    return zw_length(kernel->m, s->gap);
}

/* w <- (1 + S C') v at `sought`. */
static void zw_leaning(zw_motion *s, const zw_here *at, const double *v, double *w)
{
    zw_sparse *kernel = s->sparse;
    for (int k = 0; k < kernel->m; k++) s->turned[kernel->S[k]] = v[k] / kernel->lengths[k];
    zw_rub_under(s, at, s->sought, s->turned, s->rising);
    /* the next gap tells what that leaves */
    kernel->part = ZW_SOLVED, kernel->most = INFINITY, kernel->sigma = 1.0;
    zw_under(s, at, s->rising, s->none, s->aside, s->turned);
    kernel->most = 0.0;
    for (int k = 0; k < kernel->m; k++)
        w[k] = v[k] - s->turned[kernel->S[k]] * kernel->lengths[k];
}

/* Column j of what is left to be made triangular: orthogonal to those before, turned as they were. */
static void zw_triangular(
    int m, int j, double *V, double H[][ZW_KRYLOV], double turns[][2], double *e)
{
    double *w = V + (long long)(j + 1) * m;
    for (int i = 0; i <= j; i++) {
        const double *v = V + (long long)i * m;
        H[i][j] = zw_product(m, v, w);
        for (int k = 0; k < m; k++) w[k] -= H[i][j] * v[k];
    }
    double length = zw_length(m, w), own, root;
    for (int k = 0; k < m && length > 0.0; k++) w[k] /= length;
    for (int i = 0; i < j; i++) {
        own = H[i][j];
        H[i][j] = turns[i][0] * own + turns[i][1] * H[i + 1][j];
        H[i + 1][j] = turns[i][0] * H[i + 1][j] - turns[i][1] * own;
    }
    root = sqrt(H[j][j] * H[j][j] + length * length);
    turns[j][0] = H[j][j] / root, turns[j][1] = length / root;
    H[j][j] = root;
    e[j + 1] = -turns[j][1] * e[j], e[j] *= turns[j][0];
}

/* Newton's step for what is sought, so exactly that this part of the gap is left; or, where the law has
   no derivative, the plain x − g(x). */
static void zw_newton(
    const zw_seeking *it, zw_motion *s, const zw_here *at, double norm, double part)
{
    double H[ZW_KRYLOV][ZW_KRYLOV], turns[ZW_KRYLOV][2], e[ZW_KRYLOV + 1] = {norm};
    const zw_sparse *kernel = s->sparse;
    int m = kernel->m, count = 0;
    double *V = s->krylov;
    for (int k = 0; k < m; k++) V[k] = s->gap[k] / norm;
    while (count < ZW_KRYLOV && fabs(e[count]) > part * norm) {
        zw_leaning(s, at, V + (long long)count * m, V + (long long)(count + 1) * m);
        zw_triangular(m, count, V, H, turns, e);
        count++;
    }
    for (int i = count - 1; i >= 0; i--) {
        for (int j = i + 1; j < count; j++) e[i] -= H[i][j] * e[j];
        e[i] /= H[i][i];
    }
    if (!zw_all_finite(count, e)) {
        for (int i = 0; i < m; i++) it->sought[i] = it->acting[i];
        return;
    }
    for (int j = 0; j < count; j++)
        for (int k = 0; k < m; k++)
            it->sought[kernel->S[k]] += e[j] * V[(long long)j * m + k] / kernel->lengths[k];
}

/* From what is sought to where g is nothing; whether it is. */
static int zw_seek(const zw_seeking *it, zw_motion *s, const zw_here *at)
{
    double before = INFINITY;
    for (int round = 0;; round++) {
        double norm = zw_gap(it, s, at);
        if (!(norm < INFINITY)) return 0;
        double size = zw_max(
            zw_apart(s->sparse, it->acting, NULL), zw_apart(s->sparse, it->sought, NULL));
        int met = norm <= ZW_BALANCED * size;
        if (norm <= ZW_RUBBED * size || (met && norm > 0.5 * before)) return 1;
        if (round >= ZW_NEWTON) return met;
        before = norm;
        double foreseen = zw_max(norm / size, 0.3 * ZW_RUBBED * size / norm);
        zw_newton(it, s, at, norm, zw_min(foreseen, ZW_SPARSE_ROUGHLY));
    }
}

/* The acceleration under friction, and the multipliers that act, after zw_sparse_ready: whether they were found,
   as a status. If there are multipliers of a state `near`, from these; else, to see whether there are two
   answers, from the ideal ones and from their negative. */
static int zw_rubbed(zw_motion *s, const zw_here *at, int near, double *qdd)
{
    int met[2];
    long long m = s->m;
    zw_seeking it = {s->sought, s->acting, qdd, zw_answer_to, NULL};
    if (near && zw_all_finite(m, s->acting)) {
        for (long long i = 0; i < m; i++) s->sought[i] = s->acting[i];
        if (zw_seek(&it, s, at)) return ZW_OK;
    }
    if (!zw_under(s, at, s->Q, s->b, qdd, s->ideal)) return ZW_INACCURATE;
    for (int start = 0; start < 2; start++) {
        for (long long i = 0; i < m; i++) {
            if (start) s->other[i] = s->sought[i];
            s->sought[i] = start ? -s->ideal[i] : s->ideal[i];
        }
        met[start] = zw_seek(&it, s, at);
    }
    if (!met[0] && !met[1]) return ZW_REACTION_NOT_FOUND;
    double size = zw_apart(s->sparse, s->ideal, NULL) + zw_apart(s->sparse, s->acting, NULL);
    int same = zw_apart(s->sparse, s->sought, s->other) <= ZW_DIFFERENT * size;
    if (met[0] && met[1] && !same) return ZW_REACTION_NOT_UNIQUE;
    if (met[1]) return ZW_OK;
    for (long long i = 0; i < m; i++) s->sought[i] = s->other[i];
    return zw_gap(&it, s, at) < INFINITY ? ZW_OK : ZW_REACTION_NOT_FOUND;
}
