/* All friction of one kind: what it exerts under some multipliers, and how that changes with them. Above this
   stand zw_rub and zw_rise of one of them, and its sizes. */

#define ZW_SOME(count) ((count) > 0 ? (count) : 1)

/* Coordinates, velocities and multipliers of friction i. */
static inline void zw_take(
    const zw_part *parts, long long i, const double *q, const double *qd, const double *lam,
    double *x, double *v, double *own)
{
    const int *columns = parts->columns + i * ZW_WIDTH, *rows = parts->rows + i * ZW_ROWS;
    for (int j = 0; j < ZW_WIDTH; j++) x[j] = q[columns[j]], v[j] = qd[columns[j]];
    for (int j = 0; j < ZW_ROWS; j++) own[j] = lam[rows[j]];
}

/* C <- C + its part under lam. */
ZW_PUBLIC void zw_rub_all(
    const zw_part *parts, const double *q, const double *qd, double t, const double *p,
    const double *lam, double *C)
{
    double x[ZW_SOME(ZW_WIDTH)], v[ZW_SOME(ZW_WIDTH)], F[ZW_SOME(ZW_WIDTH)];
    double own[ZW_SOME(ZW_ROWS)];
    for (long long i = 0; i < parts->count; i++) {
        const int *columns = parts->columns + i * ZW_WIDTH;
        zw_take(parts, i, q, qd, lam, x, v, own);
        zw_rub(x, v, &t, p, parts->c + i * ZW_NUMBERS, own, F);
        for (int j = 0; j < ZW_WIDTH; j++) C[columns[j]] += F[j];
    }
}

/* The same of how it changes along dlam. */
ZW_PUBLIC void zw_rise_all(
    const zw_part *parts, const double *q, const double *qd, double t, const double *p,
    const double *lam, const double *dlam, double *C)
{
    double x[ZW_SOME(ZW_WIDTH)], v[ZW_SOME(ZW_WIDTH)], F[ZW_SOME(ZW_WIDTH)];
    double own[ZW_SOME(ZW_ROWS)], along[ZW_SOME(ZW_ROWS)];
    for (long long i = 0; i < parts->count; i++) {
        const int *columns = parts->columns + i * ZW_WIDTH, *rows = parts->rows + i * ZW_ROWS;
        zw_take(parts, i, q, qd, lam, x, v, own);
        for (int j = 0; j < ZW_ROWS; j++) along[j] = dlam[rows[j]];
        zw_rise(x, v, &t, p, parts->c + i * ZW_NUMBERS, own, along, F);
        for (int j = 0; j < ZW_WIDTH; j++) C[columns[j]] += F[j];
    }
}
