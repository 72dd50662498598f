/* The fundamental equation in one state: the text follows zwang.equation.acceleration. Above this stand
   zw_describe and, of a Lagrangian, zw_excess. */

/* What zwang.solvers.solution.Solution holds; behind each other in `out`: qdd, Qc, Qc_ideal,
   Qc_nonideal (n each), lam, residual (m each), free (n), how far L is from quadratic. In `codes` the
   rank, and the way that was taken. A status, also of what is to be finite besides. */
ZW_PART int zw_solution(
    zw_room w, double t, const double *q, const double *qd, const double *p, double rank, double
    consistency, double *out, long long *codes)
{
    ZW_ARRAY(M, ZW_N * ZW_N); ZW_ARRAY(A, ZW_ROWS * ZW_N); ZW_ARRAY(F, ZW_COLUMNS * ZW_N);
    ZW_ARRAY(b, ZW_COLUMNS * ZW_ROWS);
    ZW_ARRAY(phi, ZW_ROWS); ZW_ARRAY(velocity, ZW_ROWS); ZW_ARRAY(seen, ZW_OBSERVED + 1);
    ZW_ARRAY(C, ZW_N); ZW_ARRAY(size, ZW_N);
    double *qdd = out, *Qc = qdd + ZW_N, *ideal = Qc + ZW_N, *nonideal = ideal + ZW_N;
    double *lam = nonideal + ZW_N, *residual = lam + ZW_M, *loose = residual + ZW_M;
    ZW_NEW(zw_found, found);
    zw_clear(w, ZW_M, ZW_COLUMNS, &found);
    ZW_CALL(describe, (q, qd, &t, p), (M, F, A, b, phi, velocity, seen));
    zw_accelerate(w, t, q, qd, p, M, A, F, b, rank, consistency, C, &found);
    for (int i = 0; i < ZW_M; i++) {
        lam[i] = found.lam[i] - (ZW_NONIDEAL ? found.lam[ZW_ROWS + i] : 0.0);
        residual[i] = 0.0;
    }
    for (int j = 0; j < ZW_N; j++) {
        double all = 0.0, part = 0.0;
        for (int i = 0; i < ZW_M; i++) {
            all += A[i * ZW_N + j] * found.lam[i];
            if (ZW_NONIDEAL) part += A[i * ZW_N + j] * found.lam[ZW_ROWS + i];
        }
        qdd[j] = found.x[j], loose[j] = found.free[j];
        Qc[j] = C[j] + all, ideal[j] = all - part;
        nonideal[j] = C[j] + part;
    }
    for (int c = 0; c < (ZW_NONIDEAL ? 2 : 1); c++) {
        zw_entering(w, ZW_M, A, F + c * ZW_N, found.x + c * ZW_N, found.lam + c * ZW_ROWS, found.units, size);
        for (int i = 0; i < ZW_M; i++)
            residual[i] = zw_max(
                residual[i], zw_relative_residual(w, A + i * ZW_N, b[c * ZW_ROWS + i], found.x + c * ZW_N, size));
    }
    loose[ZW_N] = 0.0;
    if (ZW_LAGRANGIAN) ZW_CALL(excess, (q, qd, &t, p), (loose + ZW_N));
    codes[0] = found.rank, codes[1] = found.taken;
    if (found.status == ZW_OK && !(zw_finite(ZW_H, phi) && zw_finite(ZW_K, velocity)))
        return ZW_NON_FINITE;
    return found.status;
}
