/* One call of the kernel inside of a larger program: zwang.solvers.base.Attempt for the matrices in
   `in`, M (n, n), A (m, n), F (n, k), b (m, k) behind each other, with up to ZW_M rows and ZW_COLUMNS
   columns. Behind each other in `out`: x, lam
   and A' lam (with k columns), residual and lengths (m), free (n), rank, status, taken. */
ZW_PART void zw_call(
    zw_room w, int m, int columns, int way, double rank, double consistency, const double *in,
    double *out)
{
    const double *M = in, *A = M + ZW_N * ZW_N, *given = A + m * ZW_N;
    const double *right = given + ZW_N * columns;
    ZW_ARRAY(F, ZW_COLUMNS * ZW_N); ZW_ZEROS(b, ZW_COLUMNS * ZW_ROWS); ZW_ARRAY(size, ZW_N);
    ZW_NEW(zw_metric, metric);
    ZW_NEW(zw_found, found);
    zw_clear(w, m, columns, &found);
    for (int c = 0; c < columns; c++) {
        for (int j = 0; j < ZW_N; j++) F[c * ZW_N + j] = given[j * columns + c];
        for (int i = 0; i < m; i++) b[c * ZW_ROWS + i] = right[i * columns + c];
    }
    if (way == 0) {
        zw_solve(w, m, M, A, columns, F, b, rank, consistency, &found);
    } else if (way == 3) {
        zw_by_auxiliary(w, m, M, A, columns, F, b, rank, consistency, &found);
    } else {
        zw_in_metric(w, m, M, A, columns, F, b, &metric);
        if (way == 1) zw_by_cholesky(w, m, &metric, columns, rank, &found);
        if (way == 2) zw_by_basis(w, m, A, &metric, columns, rank, &found);
    }
    if (way != 0) zw_finish(w, m, A, columns, F, b, consistency, &found);

    double *x = out, *lam = x + ZW_N * columns, *force = lam + m * columns;
    double *residual = force + ZW_N * columns, *lengths = residual + m;
    double *loose = lengths + m, *codes = loose + ZW_N;
    for (int i = 0; i < m; i++) residual[i] = 0.0, lengths[i] = found.lengths[i];
    for (int c = 0; c < columns; c++) {
        for (int i = 0; i < m; i++) lam[i * columns + c] = found.lam[c * ZW_ROWS + i];
        for (int j = 0; j < ZW_N; j++) {
            double sum = 0.0;
            for (int i = 0; i < m; i++) sum += A[i * ZW_N + j] * found.lam[c * ZW_ROWS + i];
            x[j * columns + c] = found.x[c * ZW_N + j];
            force[j * columns + c] = sum;
        }
        const double *own = found.x + c * ZW_N;
        zw_entering(
            w, m, A, F + c * ZW_N, own, found.lam + c * ZW_ROWS, found.units, size);
        for (int i = 0; i < m; i++) {
            double right = b[c * ZW_ROWS + i];
            double rest = zw_relative_residual(w, A + i * ZW_N, right, own, size);
            residual[i] = zw_max(residual[i], rest);
        }
    }
    for (int j = 0; j < ZW_N; j++) loose[j] = found.free[j];
    codes[0] = found.rank, codes[1] = found.status, codes[2] = found.taken;
}
