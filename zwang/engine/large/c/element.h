/* All parts of one kind: their coordinates are taken from q, what they add is put into M, Q, A and b.
   Above this stand zw_evaluate, zw_hold and zw_seen of one part, and its sizes; where ZW_EVALUATED is
   defined, the first of them alone. */

#define ZW_SOME(count) ((count) > 0 ? (count) : 1)

/* Coordinates and velocities of part i. */
static inline void zw_take(
    const zw_part *parts, long long i, const double *q, const double *qd, double *x, double *v)
{
    const int *columns = parts->columns + i * ZW_WIDTH;
    for (int j = 0; j < ZW_WIDTH; j++) x[j] = q[columns[j]], v[j] = qd[columns[j]];
}

/* Entries of M add up; each of A belongs to one part. */
static inline void zw_put(
    const zw_part *parts, long long i, const double *own_M, const double *own_A, double *M,
    double *A)
{
    const int *M_at = parts->M_at + i * ZW_MASSES, *A_at = parts->A_at + i * ZW_ENTRIES;
    for (int e = 0; e < ZW_MASSES; e++) M[M_at[e]] += own_M[e];
    for (int e = 0; e < ZW_ENTRIES; e++) A[A_at[e]] = own_A[e];
}

ZW_PUBLIC void zw_evaluate_all(
    const zw_part *parts, const double *q, const double *qd, double t, const double *p, double *M,
    double *Q, double *A, double *b)
{
    double x[ZW_SOME(ZW_WIDTH)], v[ZW_SOME(ZW_WIDTH)], F[ZW_SOME(ZW_WIDTH)], r[ZW_SOME(ZW_ROWS)];
    double own_M[ZW_SOME(ZW_MASSES)], own_A[ZW_SOME(ZW_ENTRIES)];
    for (long long i = 0; i < parts->count; i++) {
        const int *columns = parts->columns + i * ZW_WIDTH, *rows = parts->rows + i * ZW_ROWS;
        zw_take(parts, i, q, qd, x, v);
        zw_evaluate(x, v, &t, p, parts->c + i * ZW_NUMBERS, own_M, F, own_A, r);
        zw_put(parts, i, own_M, own_A, M, A);
        for (int j = 0; j < ZW_PULLED; j++) Q[columns[j]] += F[j];
        for (int j = 0; j < ZW_ROWS; j++) b[rows[j]] = r[j];
    }
}

#ifndef ZW_EVALUATED
ZW_PUBLIC void zw_hold_all(
    const zw_part *parts, const double *q, const double *qd, double t, const double *p, double *M,
    double *A, double *phi, double *velocity)
{
    double x[ZW_SOME(ZW_WIDTH)], v[ZW_SOME(ZW_WIDTH)], f[ZW_SOME(ZW_ON_Q)], r[ZW_SOME(ZW_ROWS)];
    double own_M[ZW_SOME(ZW_MASSES)], own_A[ZW_SOME(ZW_ENTRIES)];
    for (long long i = 0; i < parts->count; i++) {
        const int *rows = parts->rows + i * ZW_ROWS;
        zw_take(parts, i, q, qd, x, v);
        zw_hold(x, v, &t, p, parts->c + i * ZW_NUMBERS, own_M, own_A, f, r);
        zw_put(parts, i, own_M, own_A, M, A);
        for (int j = 0; j < ZW_ON_Q; j++) phi[rows[j]] = f[j];
        for (int j = 0; j < ZW_ROWS; j++) velocity[rows[j]] = r[j];
    }
}

/* The energies of all parts, added to those in `seen`. */
ZW_PUBLIC void zw_seen_all(
    const zw_part *parts, const double *q, const double *qd, double t, const double *p,
    double *seen)
{
    double x[ZW_SOME(ZW_WIDTH)], v[ZW_SOME(ZW_WIDTH)], own[2];
    for (long long i = 0; i < parts->count; i++) {
        zw_take(parts, i, q, qd, x, v);
        zw_seen(x, v, &t, p, parts->c + i * ZW_NUMBERS, own);
        seen[0] += own[0], seen[1] += own[1];
    }
}
#endif
