/* All friction of one kind while numbers and states change: see vary.h. Above this stands zw_rub_vary of
   one of them, and its sizes. */

#define ZW_SOME(count) ((count) > 0 ? (count) : 1)

/* f <- f + dC, where lam is held. */
ZW_PUBLIC void zw_rub_vary_all(
    const zw_part *parts, const double *dc, const double *q, const double *qd, double t,
    const double *p, const double *s, const double *sd, const double *dp, const double *lam,
    double *f)
{
    double own[4][ZW_SOME(ZW_WIDTH)], l[ZW_SOME(ZW_ROWS)], F[ZW_SOME(ZW_WIDTH)];
    const double *from[4] = {q, qd, s, sd};
    for (long long i = 0; i < parts->count; i++) {
        const int *columns = parts->columns + i * ZW_WIDTH, *rows = parts->rows + i * ZW_ROWS;
        for (int k = 0; k < 4; k++)
            for (int j = 0; j < ZW_WIDTH; j++) own[k][j] = from[k][columns[j]];
        for (int j = 0; j < ZW_ROWS; j++) l[j] = lam[rows[j]];
        zw_rub_vary(own[0], own[1], &t, p, parts->c + i * ZW_NUMBERS, own[2], own[3], dp,
                    dc + i * ZW_NUMBERS, l, F);
        for (int j = 0; j < ZW_WIDTH; j++) f[columns[j]] += F[j];
    }
}
