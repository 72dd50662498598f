/* Nothing found yet. */
ZW_PART void zw_clear(zw_found *found)
{
    for (int c = 0; c < ZW_COLUMNS; c++) {
        for (int j = 0; j < ZW_N; j++) found->x[c][j] = 0.0;
        for (int i = 0; i < ZW_M; i++) found->lam[c][i] = 0.0;
    }
    for (int i = 0; i < ZW_M; i++) found->lengths[i] = 0.0;
    for (int j = 0; j < ZW_N; j++) found->units[j] = found->free[j] = 0.0;
    found->rank = 0;
}

/* One call of the kernel inside of a larger program: zwang.solvers.base.Attempt for the matrices in
   `in`, M (n, n), A (m, n), F (n, k), b (m, k) behind each other. Behind each other in `out`: x, lam
   and A' lam (with k columns), residual and lengths (m), free (n), rank, status, taken. */
ZW_PART void zw_call(
    int way, double rank, double consistency, const double *in, double *out)
{
    const double *M = in, *A = M + ZW_N * ZW_N, *given = A + ZW_M * ZW_N;
    const double *right = given + ZW_N * ZW_COLUMNS;
    double F[ZW_COLUMNS][ZW_N], b[ZW_COLUMNS][ZW_ROWS], size[ZW_N];
    zw_metric metric;
    zw_found found;
    zw_clear(&found);
    for (int c = 0; c < ZW_COLUMNS; c++) {
        for (int j = 0; j < ZW_N; j++) F[c][j] = given[j * ZW_COLUMNS + c];
        for (int i = 0; i < ZW_M; i++) b[c][i] = right[i * ZW_COLUMNS + c];
    }
    if (way == 0) {
        zw_solve(ZW_M, M, A, ZW_COLUMNS, F, b, rank, consistency, &found);
    } else if (way == 3) {
        zw_by_auxiliary(ZW_M, M, A, ZW_COLUMNS, F, b, rank, consistency, &found);
    } else {
        zw_in_metric(ZW_M, M, A, ZW_COLUMNS, F, b, &metric);
        if (way == 1) zw_by_cholesky(ZW_M, &metric, ZW_COLUMNS, rank, &found);
        if (way == 2) zw_by_basis(ZW_M, A, &metric, ZW_COLUMNS, rank, &found);
    }
    if (way != 0) zw_finish(ZW_M, A, ZW_COLUMNS, F, b, consistency, &found);

    double *x = out, *lam = x + ZW_N * ZW_COLUMNS, *force = lam + ZW_M * ZW_COLUMNS;
    double *residual = force + ZW_N * ZW_COLUMNS, *lengths = residual + ZW_M;
    double *loose = lengths + ZW_M, *codes = loose + ZW_N;
    for (int i = 0; i < ZW_M; i++) residual[i] = 0.0, lengths[i] = found.lengths[i];
    for (int c = 0; c < ZW_COLUMNS; c++) {
        for (int i = 0; i < ZW_M; i++) lam[i * ZW_COLUMNS + c] = found.lam[c][i];
        for (int j = 0; j < ZW_N; j++) {
            double sum = 0.0;
            for (int i = 0; i < ZW_M; i++) sum += A[i * ZW_N + j] * found.lam[c][i];
            x[j * ZW_COLUMNS + c] = found.x[c][j];
            force[j * ZW_COLUMNS + c] = sum;
        }
        zw_entering(ZW_M, A, F[c], found.x[c], found.lam[c], found.units, size);
        for (int i = 0; i < ZW_M; i++)
            residual[i] = zw_max(
                residual[i], zw_relative_residual(A + i * ZW_N, b[c][i], found.x[c], size));
    }
    for (int j = 0; j < ZW_N; j++) loose[j] = found.free[j];
    codes[0] = found.rank, codes[1] = found.status, codes[2] = found.taken;
}
