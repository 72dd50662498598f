/* What measures M (n, n) and A (m, n), which stand behind each other in `in`: calls inside of a larger
   program. Text as in zwang.solvers.singular, zwang.solvers.base and zwang.equation.observe. */

/* Units of the coordinates (n), and lengths of the rows in these (m). */
ZW_PART void zw_units_call(zw_room w, int m, const double *in, double *out)
{
    zw_equilibrate(w, m, in, in + ZW_N * ZW_N, out, out + ZW_N);
}

/* Whether M is positive definite. */
ZW_PART void zw_definite_call(zw_room w, int m, const double *in, double *out)
{
    ZW_ARRAY(L, ZW_N * ZW_N);
    double smallest;
    (void)m;
    out[0] = zw_mass_factor(w, in, L, &smallest);
}

/* Lengths of the rows in the metric M (m); in like units where M is singular. */
ZW_PART void zw_lengths_call(zw_room w, int m, const double *in, double *out)
{
    ZW_ARRAY(L, ZW_N * ZW_N); ZW_ARRAY(row, ZW_N);
    double smallest;
    const double *A = in + ZW_N * ZW_N;
    if (!zw_mass_factor(w, in, L, &smallest)) {
        zw_equilibrate(w, m, in, A, row, out);
        return;
    }
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < ZW_N; j++) row[j] = A[i * ZW_N + j];
        zw_solve_lower(ZW_N, L, row);
        out[i] = zw_length(ZW_N, row);
    }
}
