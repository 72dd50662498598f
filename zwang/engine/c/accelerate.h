/* Accelerations where M, Q, A and b are known. The text follows zwang.equation; numbers with a name
   come from there. Above this stands zw_nonideal for C, unless that is found by friction.h. */

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
