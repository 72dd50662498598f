/* The sums of a method's stages: see method.h. Four coordinates at a time, each summed in the order
   of the stages, so that the numbers are the same however many there are.

   Whoever compiles this for several machines includes it once for each, with ZW_AS(name) for the
   names and ZW_TARGET for the machine. No two of the arrays that are handed in overlap. */

#ifndef ZW_AS
#define ZW_AS(name) name
#define ZW_TARGET
#define ZW_AS_STAGES
#endif

#ifndef ZW_FOUR
#define ZW_FOUR
typedef double zw_four __attribute__((vector_size(32), aligned(8)));
#endif

/* Σ weight K of sum i, for the four coordinates behind K, or for the one there. */
ZW_TARGET static inline void ZW_AS(zw_sum_of_four)(
    const zw_method *f, int i, long long n, const double *K, zw_four *sum)
{
    int k = f->begin[i], end = f->begin[i + 1];
    *sum = (zw_four){0.0};
    if (k < end) *sum = f->weight[k] * *(const zw_four *)(K + f->place[k] * n);
    for (k++; k < end; k++) *sum += f->weight[k] * *(const zw_four *)(K + f->place[k] * n);
}

ZW_TARGET static inline double ZW_AS(zw_sum_of_one)(
    const zw_method *f, int i, long long n, const double *K)
{
    int k = f->begin[i], end = f->begin[i + 1];
    double sum = k < end ? f->weight[k] * K[f->place[k] * n] : 0.0;
    for (k++; k < end; k++) sum += f->weight[k] * K[f->place[k] * n];
    return sum;
}

/* q and q̇ of stage s, into x and v. */
ZW_TARGET static void ZW_AS(zw_stage_state)(
    const zw_method *f, int s, long long n, double h, const double *K, const double *q,
    const double *qd, double *x, double *v)
{
    double c = f->nodes[s];
    int twice = 2 * s - 2, once = 2 * s - 1;
    long long j = 0;
    for (zw_four of_q, of_qd; n >= 4 && j < n; j += 4) {
        j = j + 4 <= n ? j : n - 4; /* the last four overlap those before */
        zw_four rate = *(const zw_four *)(qd + j);
        ZW_AS(zw_sum_of_four)(f, twice, n, K + j, &of_q);
        ZW_AS(zw_sum_of_four)(f, once, n, K + j, &of_qd);
        *(zw_four *)(x + j) = *(const zw_four *)(q + j) + h * (c * rate + h * of_q);
        *(zw_four *)(v + j) = rate + h * of_qd;
    }
    for (; j < n; j++) {
        x[j] = q[j] + h * (c * qd[j] + h * ZW_AS(zw_sum_of_one)(f, twice, n, K + j));
        v[j] = qd[j] + h * ZW_AS(zw_sum_of_one)(f, once, n, K + j);
    }
}

/* q, q̇ and their errors at the end of the step. */
ZW_TARGET static void ZW_AS(zw_step_end)(
    const zw_method *f, long long n, double h, const double *K, const double *q, const double *qd,
    double *q1, double *qd1, double *error)
{
    int end = 2 * (int)f->stages - 2, drifts = f->drift != 0.0;
    double b = f->whole, e = f->drift;
    long long j = 0;
    for (zw_four sums[4]; n >= 4 && j < n; j += 4) {
        j = j + 4 <= n ? j : n - 4;
        zw_four rate = *(const zw_four *)(qd + j);
        for (int i = 0; i < 4; i++) ZW_AS(zw_sum_of_four)(f, end + i, n, K + j, sums + i);
        zw_four drift = drifts ? e * rate + h * sums[2] : h * sums[2];
        *(zw_four *)(q1 + j) = *(const zw_four *)(q + j) + h * (b * rate + h * sums[0]);
        *(zw_four *)(qd1 + j) = rate + h * sums[1];
        *(zw_four *)(error + j) = h * drift;
        *(zw_four *)(error + n + j) = h * sums[3];
    }
    for (double sums[4]; j < n; j++) {
        for (int i = 0; i < 4; i++) sums[i] = ZW_AS(zw_sum_of_one)(f, end + i, n, K + j);
        double drift = drifts ? e * qd[j] + h * sums[2] : h * sums[2];
        q1[j] = q[j] + h * (b * qd[j] + h * sums[0]);
        qd1[j] = qd[j] + h * sums[1];
        error[j] = h * drift;
        error[n + j] = h * sums[3];
    }
}

/* q, q̇ and their errors at the end of a step of length h from (t, q, qd). */
ZW_TARGET static void ZW_AS(zw_stages)(
    const zw_method *f, long long n, double t, const double *q, const double *qd, double h,
    double cut, zw_stage_function accelerate, void *model, const zw_stage_room *room, double *q1,
    double *qd1, double *error)
{
    double *K = room->K, *x = room->x, *v = room->v;
    accelerate(model, t, q, qd, cut, K);
    for (int s = 1; s < f->stages; s++) {
        ZW_AS(zw_stage_state)(f, s, n, h, K, q, qd, x, v);
        accelerate(model, t + f->nodes[s] * h, x, v, cut, K + s * n);
    }
    ZW_AS(zw_step_end)(f, n, h, K, q, qd, q1, qd1, error);
}

#ifdef ZW_AS_STAGES
#undef ZW_AS
#undef ZW_TARGET
#undef ZW_AS_STAGES
#endif
