/* Steps of Gauss collocation from (t, q, qd) of a large motion, and what is seen along them: the text
   follows zwang.integrate.singular.collocation, where the reasons stand. K are the accelerations at
   the nodes, one row of n for each of the most stages. */

/* q and qd of the polynomial at theta in [0, 1], not projected. */
static void zw_state_at(
    const zw_motion *s, int rule, double H, const double *K, double theta, double *q, double *qd)
{
    double P[ZW_GAUSS + 2], x = 2.0 * theta - 1.0;
    P[0] = 1.0, P[1] = x;
    for (int k = 1; k < ZW_GAUSS + 1; k++)
        P[k + 1] = ((2 * k + 1) * x * P[k] - k * P[k - 1]) / (k + 1);
    for (long long j = 0; j < s->n; j++) q[j] = s->q[j] + theta * H * s->qd[j], qd[j] = s->qd[j];
    for (int i = 0; i < zw_gauss_stages[rule]; i++) {
        double once = 0.0, twice = 0.0;
        for (int k = 0; k < ZW_GAUSS + 2; k++) {
            once += zw_gauss_once[rule][i][k] * P[k];
            twice += zw_gauss_twice[rule][i][k] * P[k];
        }
        for (long long j = 0; j < s->n; j++) {
            q[j] += H * H * twice * K[i * s->n + j];
            qd[j] += H * once * K[i * s->n + j];
        }
    }
}

/* Bring q to the constraints. Whether these were reached. Off them redundant rows are a little
   independent, so it begins with the wide cut, unless q is `close`; on them they are not, and what is
   all but lost there is still held. */
static int zw_onto(
    zw_motion *s, double t, int close, long long times, double *q, const double *qd, int *fresh)
{
    int reached = 1;
    for (int near = s->rank == s->m || close; near < 2; near++) {
        *fresh = 1;
        double cut = near ? zw_root_on(s) : s->cut;
        if (!zw_return_q(s, t, q, qd, times, ZW_SMALLEST, cut, &reached, fresh) || !reached)
            return 0;
    }
    return 1;
}

/* q and qd at theta, on the constraints. */
ZW_EXPORT int zw_sparse_land(
    zw_motion *s, int rule, double H, const double *K, double theta, int close, long long times,
    double *q, double *qd)
{
    double t = s->t + theta * H;
    int fresh;
    zw_state_at(s, rule, H, K, theta, q, qd);
    int reached = zw_onto(s, t, close, times, q, qd, &fresh);
    return zw_return_qd(s, t, q, qd, times, zw_root_on(s), fresh) && reached;
}

/* The acceleration of a state on the constraints. */
static void zw_of_row(zw_motion *s, double t, const double *q, const double *qd, double *qdd)
{
    zw_acceleration(s, t, q, qd, zw_root_on(s), qdd);
}

/* The acceleration at theta. */
static void zw_stage_at(
    zw_motion *s, int rule, double H, const double *K, double theta, int close, double *qdd)
{
    zw_sparse_land(s, rule, H, K, theta, close, ZW_PROJECTIONS, s->x, s->v);
    zw_of_row(s, s->t + theta * H, s->x, s->v, qdd);
}

/* Accelerations to begin with: that at the start, if there is one, which goes on to change as it did in
   the step before; or those of the first rule. */
static void zw_guess(
    zw_motion *s, int rule, double H, const double *first, double *K, double *next)
{
    int stages = zw_gauss_stages[rule];
    double *before = next + s->n, since = s->t - s->t_before;
    zw_zero(ZW_GAUSS * s->n, K);
    if (!first) zw_stage_at(s, rule, H, K, 0.0, 0, next);
    if (!first && !zw_all_finite(s->n, next)) return; /* there is none where rank is lost */
    int changes = !first && H <= ZW_FORETOLD * since;
    if (changes) zw_of_row(s, s->t_before, s->q_before, s->qd_before, before);
    changes = changes && zw_all_finite(s->n, before);
    for (int i = 0; i < stages; i++)
        for (long long j = 0; j < s->n; j++) {
            double value = first ? 0.0 : next[j];
            if (changes) value += zw_gauss_node[rule][i] * H / since * (next[j] - before[j]);
            for (int k = 0; first && k < zw_gauss_stages[0]; k++)
                value += zw_gauss_between[i][k] * first[k * s->n + j];
            K[i * s->n + j] = value;
        }
}

/* A step of collocation: its accelerations K, q and qd at its end. `small` (2n) is what two iterates
   may differ by there; `first` has the accelerations of the first rule, for the second one; `next`
   has room as K. Whether it settled. */
ZW_EXPORT int zw_sparse_lay(
    zw_motion *s, int rule, double H, const double *small, const double *first, double *K,
    double *next, double *q, double *qd)
{
    double last = INFINITY, change = INFINITY;
    int stages = zw_gauss_stages[rule], reached = 0, settled = 0, close = 0;
    long long n = s->n;
    zw_guess(s, rule, H, first, K, next);
    for (long long j = 0; j < n; j++) q[j] = qd[j] = INFINITY;
    for (int tried = 0; tried < ZW_PICARD; tried++) {
        /* As long as it helps: what rounding leaves of a configuration nearby is not known. */
        double rate = last < INFINITY ? change / last : 1.0;
        int helps = change < last / 2.0 && change * rate > ZW_ENDS;
        if (!(helps || tried < 2) || !zw_all_finite(stages * n, K)) break;
        for (int i = 0; i < stages; i++)
            zw_stage_at(s, rule, H, K, zw_gauss_node[rule][i], close, next + i * n);
        for (long long i = 0; i < stages * n; i++) K[i] = next[i];
        reached = zw_sparse_land(s, rule, H, K, 1.0, close, ZW_PROJECTIONS, s->x, s->v);
        double apart = 0.0;
        last = change, change = 0.0;
        for (long long j = 0; j < n; j++) {
            apart = zw_max(apart, fabs(s->x[j] - q[j]));
            change = zw_max(change, fabs(s->x[j] - q[j]) / small[j]);
            change = zw_max(change, fabs(s->v[j] - qd[j]) / small[n + j]);
            q[j] = s->x[j], qd[j] = s->v[j];
        }
        settled = change <= 1.0;
        close = apart <= ZW_CLOSE_BY * zw_largest(s, n, q);
    }
    return settled && reached;
}

/* Sigma at `count` places; NaN where there is none. */
ZW_EXPORT void zw_sparse_along(
    zw_motion *s, double H, const double *K, int close, int rounds, int count,
    const double *thetas, double *sigma)
{
    for (int i = 0, fresh; i < count; i++) {
        double t = s->t + thetas[i] * H;
        zw_state_at(s, 0, H, K, thetas[i], s->x, s->v);
        sigma[i] = NAN;
        if (!zw_onto(s, t, close, 2, s->x, s->v, &fresh)) continue;
        if (s->curved && !zw_return_qd(s, t, s->x, s->v, 2, zw_root_on(s), fresh)) continue;
        zw_sparse_holding(s, t, s->x, s->v);
        if (!zw_sparse_ready(s, s->m, zw_root_on(s))) continue;
        zw_any_direction(1u, s->n, s->right);
        sigma[i] = zw_sigma_by(s, rounds);
    }
}

/* The `count` combinations of rows (count, m) that are nearest to nothing, but not nothing, in a
   state: v <- Y S⁻² Yᵀ v for all of them at once, orthonormal after each round. Each round weighs a
   singular value by (sigma / (sigma² + root²))²: root lies far above what redundant rows are by
   rounding, and not above what is sought. Whether there are. */
ZW_EXPORT int zw_sparse_losing(
    zw_motion *s, double t, const double *q, const double *qd, double root, int count, int rounds,
    double *V, double *U)
{
    zw_sparse *kernel = s->sparse;
    long long n = s->n, m = s->m;
    s->anew = 1;
    zw_sparse_holding(s, t, q, qd);
    if (!zw_sparse_ready(s, m, s->rank == m ? 0.0 : root)) return 0;
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < count; i++) {
            double *v = V + i * n, *u = U + i * m;
            zw_smallest(kernel, 1, v, s->left);
            for (int j = 0; j < i; j++) {
                double part = zw_product(n, v, V + j * n);
                for (long long k = 0; k < n; k++) v[k] -= part * V[j * n + k];
            }
            zw_unit((int)n, v);
            zw_miss(kernel, 0, NULL, v, s->left);
            for (long long k = 0; k < m; k++) u[kernel->S[k]] = s->left[k];
        }
    return zw_all_finite(count * m, U);
}
