/* Accelerations of what is integrated. The text follows zwang.equation; numbers with a name come from
   there. Above this stand the functions of the system:

   zw_evaluate   M, Q, A, b of what is integrated           zw_hold    M, A, phi, velocity
   zw_nonideal   C, unless it is found by friction.h         zw_watch   the events' functions

   the kernel's first way written out (zw_straight, zw_straight_q, zw_straight_qd), and the stages of
   the method (zw_stages). */

/* The motion under Q + C and b where M, A, Q = F[0] and b[0] are known; beside it, where there is a
   nonideal force C, the one under C and 0. */
ZW_PART void zw_accelerate(
    double t, const double *q, const double *qd, const double *p, const double *M, const double *A,
    double F[][ZW_N], double b[][ZW_ROWS], double rank, double consistency, double *C,
    zw_found *found)
{
    for (int j = 0; j < ZW_N; j++) C[j] = 0.0;
#if ZW_RUBS
    int failed = zw_rub(t, q, qd, p, M, A, F, b, rank, consistency, C, found);
#elif ZW_NONIDEAL
    double ideal[ZW_N] = {0.0};
#if ZW_ASKS_IDEAL
    zw_solve(ZW_M, M, A, 1, F, b, rank, consistency, found);
    for (int i = 0; i < ZW_M; i++)
        for (int j = 0; j < ZW_N; j++) ideal[j] += A[i * ZW_N + j] * found->lam[0][i];
    for (int j = 0; j < ZW_N; j++) ideal[j] = zw_finite(1, ideal + j) ? ideal[j] : 0.0;
#endif
    zw_nonideal(q, qd, &t, p, ideal, C);
#else
    (void)t, (void)q, (void)qd, (void)p;
#endif
    for (int j = 0; ZW_NONIDEAL && j < ZW_N; j++) F[0][j] += C[j], F[1][j] = C[j];
    for (int i = 0; ZW_NONIDEAL && i < ZW_M; i++) b[1][i] = 0.0;
    zw_solve(ZW_M, M, A, ZW_NONIDEAL ? 2 : 1, F, b, rank, consistency, found);
#if ZW_RUBS
    zw_spoil(failed, found);
#endif
}

/* The rank rule in a step: the motion's cut, unless the user chose another. */
ZW_FUNCTION double zw_step_rank(double cut)
{
    return ZW_CUTS ? cut : ZW_STEP_RANK;
}

/* qdd at a state, of what is integrated, by the whole kernel; NaN where there is none. */
ZW_APART void zw_whole_acceleration(
    double t, const double *q, const double *qd, const double *p, double cut, double *qdd)
{
    double M[ZW_N * ZW_N], A[ZW_ROWS * ZW_N], F[ZW_COLUMNS][ZW_N], b[ZW_COLUMNS][ZW_ROWS], C[ZW_N];
    zw_found found;
    zw_evaluate(q, qd, &t, p, M, F[0], A, b[0]);
    zw_accelerate(t, q, qd, p, M, A, F, b, zw_step_rank(cut), ZW_STEP_CONSISTENCY, C, &found);
    for (int j = 0; j < ZW_N; j++) qdd[j] = found.x[0][j];
}

/* The same; most states need only the kernel's first way, which is written out. */
ZW_FUNCTION void zw_acceleration(
    double t, const double *q, const double *qd, const double *p, double cut, double *qdd)
{
#if ZW_STRAIGHT
    double good;
    zw_straight(q, qd, &t, p, qdd, &good);
    if (good != 0.0) return;
#endif
    zw_whole_acceleration(t, q, qd, p, cut, qdd);
}
