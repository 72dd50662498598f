/* Many motions by one program whose sizes the compiler knows: in threads, or on a GPU, one thread a
   member. */

#ifndef __CUDACC__
/* Members one after the other; a flag that someone else sets makes it stop. How many were done. */
ZW_PUBLIC long long zw_many(
    long long count, const double *q0, const double *qd0, const double *p, const double *targets,
    const zw_common *all, double *states, double *ends, long long *told, const volatile int *stop)
{
    const zw_room w = {0};
    long long i = 0;
    for (; i < count && !*stop; i++)
        zw_member_of(w, i, q0, qd0, p, targets, all, states, ends, told);
    return i;
}

/* Many rows, each with parameters of its own; see zw_observe. */
ZW_PUBLIC void zw_observe_many(
    long long rows, long long size, const double *t, const double *q, const double *qd,
    const double *p, double rank, double consistency, double *out, long long *whole)
{
    const zw_room w = {0};
    for (long long i = 0; i < rows; i++)
        zw_row(w, t[i], q + i * ZW_N, qd + i * ZW_N, p + i * ZW_P, rank, consistency,
               out + i * size, whole + 2 * i);
}
#else
extern "C" __global__ void zw_many(
    long long count, const double *q0, const double *qd0, const double *p, const double *targets,
    const zw_common *all, double *states, double *ends, long long *told)
{
    const zw_room w = {0};
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < count) zw_member_of(w, i, q0, qd0, p, targets, all, states, ends, told);
}

extern "C" __global__ void zw_observe_many(
    long long rows, long long size, double rank, double consistency, const double *t,
    const double *q, const double *qd, const double *p, double *out, long long *whole)
{
    const zw_room w = {0};
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < rows)
        zw_row(w, t[i], q + i * ZW_N, qd + i * ZW_N, p + i * ZW_P, rank, consistency,
               out + i * size, whole + 2 * i);
}
#endif
