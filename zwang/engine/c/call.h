/* Nothing found yet. */
ZW_PART void zw_clear(int m, int columns, zw_found *found)
{
    for (int c = 0; c < columns; c++) {
        for (int j = 0; j < ZW_N; j++) found->x[c][j] = 0.0;
        for (int i = 0; i < m; i++) found->lam[c][i] = 0.0;
    }
    for (int i = 0; i < m; i++) found->lengths[i] = 0.0;
    for (int j = 0; j < ZW_N; j++) found->units[j] = found->free[j] = 0.0;
    found->rank = 0;
}

/* One call of the kernel inside of a larger program: zwang.solvers.base.Attempt for the matrices in
   `in`, M (n, n), A (m, n), F (n, k), b (m, k) behind each other, with up to ZW_M rows and ZW_COLUMNS
   columns. Behind each other in `out`: x, lam
   and A' lam (with k columns), residual and lengths (m), free (n), rank, status, taken. */
ZW_PART void zw_call(
    int m, int columns, int way, double rank, double consistency, const double *in, double *out)
{
    const double *M = in, *A = M + ZW_N * ZW_N, *given = A + m * ZW_N;
    const double *right = given + ZW_N * columns;
    double F[ZW_COLUMNS][ZW_N], b[ZW_COLUMNS][ZW_ROWS], size[ZW_N];
    zw_metric metric;
    zw_found found;
    zw_clear(m, columns, &found);
    for (int c = 0; c < columns; c++) {
        for (int j = 0; j < ZW_N; j++) F[c][j] = given[j * columns + c];
        for (int i = 0; i < m; i++) b[c][i] = right[i * columns + c];
    }
    if (way == 0) {
        zw_solve(m, M, A, columns, F, b, rank, consistency, &found);
    } else if (way == 3) {
        zw_by_auxiliary(m, M, A, columns, F, b, rank, consistency, &found);
    } else {
        zw_in_metric(m, M, A, columns, F, b, &metric);
        if (way == 1) zw_by_cholesky(m, &metric, columns, rank, &found);
        if (way == 2) zw_by_basis(m, A, &metric, columns, rank, &found);
    }
    if (way != 0) zw_finish(m, A, columns, F, b, consistency, &found);

    double *x = out, *lam = x + ZW_N * columns, *force = lam + m * columns;
    double *residual = force + ZW_N * columns, *lengths = residual + m;
    double *loose = lengths + m, *codes = loose + ZW_N;
    for (int i = 0; i < m; i++) residual[i] = 0.0, lengths[i] = found.lengths[i];
    for (int c = 0; c < columns; c++) {
        for (int i = 0; i < m; i++) lam[i * columns + c] = found.lam[c][i];
        for (int j = 0; j < ZW_N; j++) {
            double sum = 0.0;
            for (int i = 0; i < m; i++) sum += A[i * ZW_N + j] * found.lam[c][i];
            x[j * columns + c] = found.x[c][j];
            force[j * columns + c] = sum;
        }
        zw_entering(m, A, F[c], found.x[c], found.lam[c], found.units, size);
        for (int i = 0; i < m; i++)
            residual[i] = zw_max(
                residual[i], zw_relative_residual(A + i * ZW_N, b[c][i], found.x[c], size));
    }
    for (int j = 0; j < ZW_N; j++) loose[j] = found.free[j];
    codes[0] = found.rank, codes[1] = found.status, codes[2] = found.taken;
}
