/* All parts of one kind while numbers and states change: as element.h, along s and sd of the coordinates
   and velocities, dp of the parameters and dc of the numbers. Above this stand zw_vary and zw_lean; where
   ZW_TURNED is defined, zw_turn too. */

#define ZW_SOME(count) ((count) > 0 ? (count) : 1)

/* Coordinates of part i, of some vector. */
static inline void zw_take(const zw_part *parts, long long i, const double *x, double *own)
{
    const int *columns = parts->columns + i * ZW_WIDTH;
    for (int j = 0; j < ZW_WIDTH; j++) own[j] = x[columns[j]];
}

/* f <- f + d(w Q − M x + Aᵀlam) and g <- d(w b − A x). */
ZW_PUBLIC void zw_vary_all(
    const zw_part *parts, const double *dc, const double *q, const double *qd, double t,
    const double *p, const double *s, const double *sd, const double *dp, const double *x,
    const double *lam, double w, double *f, double *g)
{
    enum { WIDTH = ZW_SOME(ZW_WIDTH), ROWS = ZW_SOME(ZW_ROWS) };
    double a[WIDTH], v[WIDTH], own_s[WIDTH], own_sd[WIDTH], own_x[WIDTH], F[WIDTH];
    double l[ROWS], r[ROWS];
    for (long long i = 0; i < parts->count; i++) {
        const int *columns = parts->columns + i * ZW_WIDTH, *rows = parts->rows + i * ZW_ROWS;
        const double *from[5] = {q, qd, s, sd, x};
        double *to[5] = {a, v, own_s, own_sd, own_x};
        for (int k = 0; k < 5; k++) zw_take(parts, i, from[k], to[k]);
        for (int j = 0; j < ZW_ROWS; j++) l[j] = lam[rows[j]];
        zw_vary(a, v, &t, p, parts->c + i * ZW_NUMBERS, own_s, own_sd, dp, dc + i * ZW_NUMBERS,
                own_x, l, &w, F, r);
        for (int j = 0; j < ZW_WIDTH; j++) f[columns[j]] += F[j];
        for (int j = 0; j < ZW_ROWS; j++) g[rows[j]] = r[j];
    }
}

/* How much the rows on positions and on velocities change. */
ZW_PUBLIC void zw_lean_all(
    const zw_part *parts, const double *dc, const double *q, const double *qd, double t,
    const double *p, const double *s, const double *sd, const double *dp, double *phi,
    double *velocity)
{
    enum { WIDTH = ZW_SOME(ZW_WIDTH), ROWS = ZW_SOME(ZW_ROWS) };
    double a[WIDTH], v[WIDTH], own_s[WIDTH], own_sd[WIDTH], r[ROWS], h[ROWS];
    for (long long i = 0; i < parts->count && ZW_ROWS > 0; i++) {
        const int *rows = parts->rows + i * ZW_ROWS;
        const double *from[4] = {q, qd, s, sd};
        double *to[4] = {a, v, own_s, own_sd};
        for (int k = 0; k < 4; k++) zw_take(parts, i, from[k], to[k]);
        zw_lean(a, v, &t, p, parts->c + i * ZW_NUMBERS, own_s, own_sd, dp, dc + i * ZW_NUMBERS, h, r);
        for (int j = 0; j < ZW_ON_Q; j++) phi[rows[j]] = h[j];
        for (int j = 0; j < ZW_ROWS; j++) velocity[rows[j]] = r[j];
    }
}

#ifdef ZW_TURNED
/* M <- M + dM and A <- dA. */
ZW_PUBLIC void zw_turn_all(
    const zw_part *parts, const double *dc, const double *q, const double *qd, double t,
    const double *p, const double *s, const double *sd, const double *dp, double *M, double *A)
{
    enum { WIDTH = ZW_SOME(ZW_WIDTH) };
    double a[WIDTH], v[WIDTH], own_s[WIDTH], own_sd[WIDTH];
    double own_M[ZW_SOME(ZW_MASSES)], own_A[ZW_SOME(ZW_ENTRIES)];
    for (long long i = 0; i < parts->count; i++) {
        const int *M_at = parts->M_at + i * ZW_MASSES, *A_at = parts->A_at + i * ZW_ENTRIES;
        const double *from[4] = {q, qd, s, sd};
        double *to[4] = {a, v, own_s, own_sd};
        for (int k = 0; k < 4; k++) zw_take(parts, i, from[k], to[k]);
        zw_turn(a, v, &t, p, parts->c + i * ZW_NUMBERS, own_s, own_sd, dp, dc + i * ZW_NUMBERS,
                own_M, own_A);
        for (int e = 0; e < ZW_MASSES; e++) M[M_at[e]] += own_M[e];
        for (int e = 0; e < ZW_ENTRIES; e++) A[A_at[e]] = own_A[e];
    }
}
#endif
