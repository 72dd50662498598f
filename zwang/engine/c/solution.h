/* The fundamental equation in one state: the text follows zwang.equation.acceleration. Above this stand
   zw_describe and, of a Lagrangian, zw_excess. */

/* What zwang.solvers.solution.Solution holds; behind each other in `out`: qdd, Qc, Qc_ideal,
   Qc_nonideal (n each), lam, residual (m each), free (n), how far L is from quadratic. In `codes` the
   rank, and the way that was taken. A status, also of what is to be finite besides. */
ZW_PUBLIC int zw_solution(
    double t, const double *q, const double *qd, const double *p, double rank, double consistency,
    double *out, long long *codes)
{
    double M[ZW_N * ZW_N], A[ZW_ROWS * ZW_N], F[ZW_COLUMNS][ZW_N], b[ZW_COLUMNS][ZW_ROWS];
    double phi[ZW_ROWS], velocity[ZW_ROWS], seen[ZW_OBSERVED + 1], C[ZW_N], size[ZW_N];
    double *qdd = out, *Qc = qdd + ZW_N, *ideal = Qc + ZW_N, *nonideal = ideal + ZW_N;
    double *lam = nonideal + ZW_N, *residual = lam + ZW_M, *loose = residual + ZW_M;
    zw_found found = {{{0.0}}};
    zw_describe(q, qd, &t, p, M, F[0], A, b[0], phi, velocity, seen);
    zw_accelerate(t, q, qd, p, M, A, F, b, rank, consistency, C, &found);
    for (int i = 0; i < ZW_M; i++) {
        lam[i] = found.lam[0][i] - (ZW_NONIDEAL ? found.lam[1][i] : 0.0);
        residual[i] = 0.0;
    }
    for (int j = 0; j < ZW_N; j++) {
        double all = 0.0, part = 0.0;
        for (int i = 0; i < ZW_M; i++) {
            all += A[i * ZW_N + j] * found.lam[0][i];
            if (ZW_NONIDEAL) part += A[i * ZW_N + j] * found.lam[1][i];
        }
        qdd[j] = found.x[0][j], loose[j] = found.free[j];
        Qc[j] = C[j] + all, ideal[j] = all - part;
        nonideal[j] = C[j] + part;
    }
    for (int c = 0; c < (ZW_NONIDEAL ? 2 : 1); c++) {
        zw_entering(ZW_M, A, F[c], found.x[c], found.lam[c], found.units, size);
        for (int i = 0; i < ZW_M; i++)
            residual[i] = zw_max(
                residual[i], zw_relative_residual(A + i * ZW_N, b[c][i], found.x[c], size));
    }
    loose[ZW_N] = 0.0;
#if ZW_LAGRANGIAN
    zw_excess(q, qd, &t, p, loose + ZW_N);
#endif
    codes[0] = found.rank, codes[1] = found.taken;
    if (found.status == ZW_OK && !(zw_finite(ZW_H, phi) && zw_finite(ZW_K, velocity)))
        return ZW_NON_FINITE;
    return found.status;
}
