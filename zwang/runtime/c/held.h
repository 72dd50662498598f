/* A start of which some numbers are given: they are held, and the others adapt by the least change in
   the metric. With x_j = 0 for those that are held the change is the least of

       x' W x  where  A x = r

   among the free ones: their part of W, and their columns of A. */

#define ZW_RETURNS 60  /* corrections at most: a coordinate at the end of its range halves its way */
#define ZW_ASIDE 0.3   /* how far to step aside where no free one moves, in parts of the size of q */

static double zw_squared(zw_room w, const double *W, const double *x)
{
    double sum = 0.0;
    for (int j = 0; j < ZW_N; j++) sum += x[j] * zw_dot(ZW_N, W + j * ZW_N, x);
    return sum;
}

/* The change of q, or of qd, to first order, with nothing held where `hold` points to nothing. The
   squares of its size and of that of q or qd. */
static void zw_held_change(
    zw_room w, int on_q, double t, const double *q, const double *qd, const double *p, const
    double *hold, double *x, double *sizes)
{
    ZW_ARRAY(M, ZW_N * ZW_N); ZW_ARRAY(A, ZW_ROWS * ZW_N); ZW_ARRAY(phi, ZW_ROWS);
    ZW_ARRAY(velocity, ZW_ROWS); ZW_ARRAY(W, ZW_N * ZW_N);
    ZW_ARRAY(r, ZW_ROWS);
    int rows = on_q ? ZW_H : ZW_K;
    ZW_CALL(hold, (q, qd, &t, p), (M, A, phi, velocity));
    zw_metric_of(w, M, A, W);
    sizes[0] = 0.0, sizes[1] = zw_squared(w, W, on_q ? q : qd);
    for (int j = 0; j < ZW_N; j++) x[j] = 0.0;
    if (rows == 0) return;
    for (int i = 0; i < rows; i++) r[i] = on_q ? -phi[i] : -velocity[i];
    for (int j = 0; hold && j < ZW_N; j++) {
        if (hold[j] == 0.0) continue;
        for (int i = 0; i < rows; i++) A[i * ZW_N + j] = 0.0;
        for (int k = 0; k < ZW_N; k++)
            if (k != j) W[j * ZW_N + k] = W[k * ZW_N + j] = 0.0;
    }
    zw_least_change(w, rows, W, A, 0, r, ZW_ROUGHLY, x);
    sizes[0] = zw_squared(w, W, x);
}

/* Whether a change is too small to count. */
static int zw_slight(zw_room w, const double *x, const double *sizes)
{
    int small = zw_finite(ZW_N, x);
    for (int j = 0; j < ZW_N; j++) small = small && fabs(x[j]) <= ZW_SMALLEST;
    return small || sizes[0] <= ZW_CONVERGED * ZW_CONVERGED * sizes[1];
}

/* Bring q, or qd, to the constraints with some held. Where two solutions meet, the free ones come
   there by halves until rounding ends it. Whether it is there. */
static int zw_adapt(
    zw_room w, int on_q, double t, double *q, double *qd, const double *p, const double *hold)
{
    ZW_ARRAY(x, ZW_N);
    double sizes[2], before = INFINITY, *own = on_q ? q : qd;
    int there = 0;
    for (int k = 0; k < ZW_RETURNS; k++) {
        zw_held_change(w, on_q, t, q, qd, p, 0, x, sizes);
        there = zw_finite(ZW_N, x) && zw_slight(w, x, sizes);
        zw_held_change(w, on_q, t, q, qd, p, hold, x, sizes);
        if (!zw_finite(ZW_N, x) || (there && !(sizes[0] < 0.6 * before))) break;
        before = sizes[0];
        for (int j = 0; j < ZW_N; j++)
            if (hold[j] == 0.0) own[j] += x[j];
        if (zw_slight(w, x, sizes)) break;
    }
    return there;
}

/* Bring a start to the constraints with those of q and qd held that are marked (2, n). Where the free
   ones of q cannot move to first order they step aside along the acceleration: what can fall falls.
   Whether q, and whether qd as well, are there; where q is not, the start is as it was. */
static int zw_assemble_held(
    zw_room w, double t, double *q, double *qd, const double *p, const double *hold, double cut)
{
    ZW_ARRAY(given, 2 * ZW_N); ZW_ARRAY(qdd, ZW_N); ZW_ARRAY(x, ZW_N);
    double sizes[2];
    for (int j = 0; j < ZW_N; j++) given[j] = q[j], given[ZW_N + j] = qd[j];
    int there = zw_adapt(w, 1, t, q, qd, p, hold);
    if (!there) {
        for (int j = 0; j < ZW_N; j++) q[j] = given[j];
        zw_status_of(w, t, q, qd, p, cut, qdd);
        for (int j = 0; j < ZW_N; j++)
            if (hold[j] != 0.0) qdd[j] = 0.0;
        zw_held_change(w, 1, t, q, qd, p, 0, x, sizes);
        double size = sizes[1];
        zw_held_change(w, 0, t, q, qdd, p, 0, x, sizes);  /* for the size of qdd in the metric */
        if (!(sizes[1] > 0.0 && sizes[1] < INFINITY)) return 0;
        for (int j = 0; j < ZW_N; j++) q[j] += ZW_ASIDE * sqrt(size / sizes[1]) * qdd[j];
        there = zw_adapt(w, 1, t, q, qd, p, hold);
    }
    if (!there) {
        for (int j = 0; j < ZW_N; j++) q[j] = given[j];
        return 0;
    }
    if (zw_adapt(w, 0, t, q, qd, p, hold + ZW_N)) return 2;
    for (int j = 0; j < ZW_N; j++) qd[j] = given[ZW_N + j];
    for (int k = 0; k < 3; k++) {
        zw_held_change(w, 0, t, q, qd, p, 0, x, sizes);
        for (int j = 0; j < ZW_N; j++) qd[j] += x[j];
    }
    return zw_finite(ZW_N, qd);
}
