/* What the constraints leave of the inverse mass, P: q'' = P u for forces u and b = 0. With M = L L',
   rows B = A L^-T of length one and an orthonormal basis Y of what B holds to zero,

       P = L^-T Y' Y L^-1.

   Y are the last columns of the orthogonal factor of B', found by reflections with the farthest row
   first. So P costs as many columns as there are freedoms, and not as there are coordinates. */

/* Sums in four parts, which do not wait for each other. */
ZW_PART double zw_inner(int n, const double *x, const double *y)
{
    double a = 0.0, b = 0.0, c = 0.0, d = 0.0;
    int i = 0;
    for (; i + 3 < n; i += 4)
        a += x[i] * y[i], b += x[i + 1] * y[i + 1], c += x[i + 2] * y[i + 2], d += x[i + 3] * y[i + 3];
    for (; i < n; i++) a += x[i] * y[i];
    return (a + b) + (c + d);
}

/* x less twice its part along the reflection v (n), which is scaled to v'v = 2. */
ZW_PART void zw_reflect(int n, const double *v, double *x)
{
    double part = zw_inner(n, v, x);
    for (int j = 0; j < n; j++) x[j] -= part * v[j];
}

/* Rows B (m, n) become, in the order of `order`, R' and above its diagonal the reflections; the
   diagonal of R stands apart. What is left of a row below rtol is nothing. The rank. */
ZW_PART int zw_reflections(zw_room w, int m, double *B, double rtol, double *diagonal, int *order)
{
    int most = m < ZW_N ? m : ZW_N;
    for (int i = 0; i < m; i++) order[i] = i;
    for (int r = 0; r < most; r++) {
        int best = r, left = ZW_N - r;
        double largest = -1.0;
        for (int i = r; i < m; i++) {
            const double *row = B + order[i] * ZW_N + r;
            double square = zw_inner(left, row, row);
            if (square > largest) largest = square, best = i;
        }
        int swapped = order[best];
        order[best] = order[r], order[r] = swapped;
        double *v = B + swapped * ZW_N + r, length = sqrt(largest);
        if (!(length > rtol)) return r;
        /* v = row - R e with v'v = 2 |row| (|row| - row_0 sign), scaled to two. */
        diagonal[r] = v[0] > 0.0 ? -length : length;
        v[0] -= diagonal[r];
        double scale = 1.0 / sqrt(length * (length + fabs(v[0] + diagonal[r])));
        for (int j = 0; j < left; j++) v[j] *= scale;
        for (int i = r + 1; i < m; i++) zw_reflect(left, v, B + order[i] * ZW_N + r);
    }
    return most;
}

/* A vector (n) of the orthogonal factor's columns: what its coordinates y stand for, in place. */
ZW_PART void zw_turned_back(zw_room w, int rank, const double *B, const int *order, double *y)
{
    for (int r = rank - 1; r >= 0; r--) zw_reflect(ZW_N - r, B + order[r] * ZW_N + r, y + r);
}

/* A free direction (n), brought to the rows once more: the reflections have rounding of size one in all
   entries, A in proportion to each, also where a mass is far from the others. */
ZW_PART void zw_on_rows(
    zw_room w, int rank, const double *A, const double *L, const double *lengths, const double
    *B, const double *diagonal, const int *order, double *y)
{
    ZW_ZEROS(rest, ZW_N);
    for (int r = 0; r < rank; r++) {
        const double *row = B + order[r] * ZW_N;
        double sum = -zw_inner(ZW_N, A + order[r] * ZW_N, y) / lengths[order[r]];
        rest[r] = (sum - zw_inner(r, row, rest)) / diagonal[r];
    }
    zw_turned_back(w, rank, B, order, rest);
    zw_solve_lower_transposed(ZW_N, L, rest);
    for (int j = 0; j < ZW_N; j++) y[j] += rest[j];
}

/* The kernel's answer to unit forces, for a mass that is not positive definite. */
ZW_COLD void zw_unit_forces(
    zw_room w, int m, double rank, double consistency, const double *in, double *out)
{
    ZW_ARRAY(given, 2 * ZW_N * (ZW_N + ZW_ROWS));
    ZW_ARRAY(found, ZW_N * (2 * ZW_N + ZW_ROWS + 1) + 2 * ZW_ROWS + 3);
    int head = ZW_N * (ZW_N + m), codes = ZW_N * (2 * ZW_N + m + 1) + 2 * m;
    for (int i = 0; i < 2 * head; i++) given[i] = i < head ? in[i] : 0.0;
    for (int j = 0; j < ZW_N; j++) given[head + j * ZW_N + j] = 1.0;
    zw_call(w, m, ZW_N, 0, rank, consistency, given, found);
    for (int j = 0; j < ZW_N * ZW_N; j++) out[j] = found[j];
    out[ZW_N * ZW_N] = found[codes + 1];
}

/* P (n, n) for M (n, n) and A (m, n), which stand behind each other in `in`, and then a status. */
ZW_PART void zw_mobility_call(
    zw_room w, int m, double rank, double consistency, const double *in, double *out)
{
    const double *M = in, *A = in + ZW_N * ZW_N;
    ZW_ARRAY(L, ZW_N * ZW_N); ZW_ARRAY(B, ZW_ROWS * ZW_N); ZW_ZEROS(diagonal, ZW_N);
    ZW_ARRAY(lengths, ZW_ROWS); ZW_ARRAY(y, ZW_N);
    double smallest;
    ZW_WHOLES(order, ZW_ROWS);
    int definite = zw_mass_factor(w, M, L, &smallest);
    if (!definite || zw_input_status(w, m, M, A, 0, 0, 0) != ZW_OK) {
        zw_unit_forces(w, m, rank, consistency, in, out);
        return;
    }
    for (int i = 0; i < m; i++) {
        double *row = B + i * ZW_N;
        for (int j = 0; j < ZW_N; j++) row[j] = A[i * ZW_N + j];
        zw_solve_lower(ZW_N, L, row);
        lengths[i] = zw_length(ZW_N, row);
        for (int j = 0; j < ZW_N; j++) row[j] /= lengths[i];
    }
    int held = zw_reflections(w, m, B, zw_max(rank, ZW_ROUNDING / sqrt(smallest)), diagonal, order);
    for (int i = 0; i < ZW_N * ZW_N; i++) out[i] = 0.0;
    for (int c = held; c < ZW_N; c++) {
        for (int j = 0; j < ZW_N; j++) y[j] = j == c;
        zw_turned_back(w, held, B, order, y);
        zw_solve_lower_transposed(ZW_N, L, y);
        zw_on_rows(w, held, A, L, lengths, B, diagonal, order, y);
        for (int i = 0; i < ZW_N; i++)
            for (int j = 0; j < ZW_N; j++) out[i * ZW_N + j] += y[i] * y[j];
    }
    out[ZW_N * ZW_N] = ZW_OK;
}
