/* All friction of one kind: what it exerts under some multipliers, and how that changes with them. Above this
   stand zw_rub and zw_rise of one of them, and its sizes. */

#define ZW_SOME(count) ((count) > 0 ? (count) : 1)

/* C <- C + its part under lam; or, if there is dlam, how that changes along it. */
ZW_PUBLIC void zw_rub_all(
    const zw_part *parts, const double *q, const double *qd, double t, const double *p,
    const double *lam, const double *dlam, double *C)
{
    double x[ZW_SOME(ZW_WIDTH)], v[ZW_SOME(ZW_WIDTH)], F[ZW_SOME(ZW_WIDTH)];
    double own[ZW_SOME(ZW_ROWS)], along[ZW_SOME(ZW_ROWS)];
    for (long long i = 0; i < parts->count; i++) {
        const int *columns = parts->columns + i * ZW_WIDTH, *rows = parts->rows + i * ZW_ROWS;
        const double *c = parts->c + i * ZW_NUMBERS;
        for (int j = 0; j < ZW_WIDTH; j++) x[j] = q[columns[j]], v[j] = qd[columns[j]];
        for (int j = 0; j < ZW_ROWS; j++) own[j] = lam[rows[j]];
        for (int j = 0; j < ZW_ROWS && dlam; j++) along[j] = dlam[rows[j]];
        if (dlam) zw_rise(x, v, &t, p, c, own, along, F);
        else zw_rub(x, v, &t, p, c, own, F);
        for (int j = 0; j < ZW_WIDTH; j++) C[columns[j]] += F[j];
    }
}
