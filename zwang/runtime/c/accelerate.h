/* Accelerations where M, Q, A and b are known. The text follows zwang.equation; numbers with a name
   come from there. Above this stands zw_nonideal for C, unless that is found by friction.h. */

/* A nonideal force C that follows from the state, or from the ideal constraint force without it. */
ZW_PART void zw_opposed(
    zw_room w, double t, const double *q, const double *qd, const double *p, const double *M,
    const double *A, const double *F, const double *b, double rank, double consistency, double
    *C, zw_found *found)
{
    ZW_ZEROS(ideal, ZW_N);
    if (ZW_ASKS_IDEAL) {
        zw_solve(w, ZW_M, M, A, 1, F, b, rank, consistency, found);
        for (int i = 0; i < ZW_M; i++)
            for (int j = 0; j < ZW_N; j++) ideal[j] += A[i * ZW_N + j] * found->lam[i];
        for (int j = 0; j < ZW_N; j++) ideal[j] = zw_finite(1, ideal + j) ? ideal[j] : 0.0;
    }
    ZW_CALL(oppose, (q, qd, &t, p, ideal), (C));
}

/* The motion under Q + C and b where M, A, Q and b are known, which stand first in F
   and b; beside it, where there is a
   nonideal force C, the one under C and 0. */
ZW_PART void zw_accelerate(
    zw_room w, double t, const double *q, const double *qd, const double *p, const double *M,
    const double *A, double *F, double *b, double rank, double consistency, double *C, zw_found
    *found)
{
    for (int j = 0; j < ZW_N; j++) C[j] = 0.0;
    int failed = ZW_OK;
    if (ZW_RUBS) failed = zw_rub(w, t, q, qd, p, M, A, F, b, rank, consistency, C, found);
    else if (ZW_NONIDEAL) zw_opposed(w, t, q, qd, p, M, A, F, b, rank, consistency, C, found);
    for (int j = 0; ZW_NONIDEAL && j < ZW_N; j++) F[j] += C[j], F[ZW_N + j] = C[j];
    for (int i = 0; ZW_NONIDEAL && i < ZW_M; i++) b[ZW_ROWS + i] = 0.0;
    zw_solve(w, ZW_M, M, A, ZW_NONIDEAL ? 2 : 1, F, b, rank, consistency, found);
    if (failed != ZW_OK) zw_spoil(w, failed, found);
}
