/* What follows from a state: the text follows zwang.equation.observe and zwang.integrate.start.
   Above this stands

   zw_describe   M, Q, A, b, phi, velocity of the system, and what else is to be seen of a state */

#define ZW_ROW_SIZE (4 * ZW_N + 3 * ZW_M + 2 * ZW_H + ZW_M * ZW_N + 1 + ZW_OBSERVED)

/* Lengths of the rows of A in the metric M; in like units where M is singular. */
ZW_PART void zw_row_lengths(zw_room w, const double *M, const double *A, double *lengths)
{
    ZW_ARRAY(L, ZW_N * ZW_N); ZW_ARRAY(d, ZW_N); ZW_ARRAY(row, ZW_N);
    double smallest;
    if (!zw_mass_factor(w, M, L, &smallest)) {
        zw_equilibrate(w, ZW_M, M, A, d, lengths);
        return;
    }
    for (int i = 0; i < ZW_M; i++) {
        for (int j = 0; j < ZW_N; j++) row[j] = A[i * ZW_N + j];
        zw_solve_lower(ZW_N, L, row);
        lengths[i] = zw_length(ZW_N, row);
    }
}

/* One row of a motion. The outputs lie behind each other in `out`: qdd, Qc, Qc_ideal, Qc_nonideal
   (n each), multipliers, residual, residual_raw (m each), rate, rate_raw (h each), A (m n), power,
   what else is seen. The rank and the status in `whole`. */
ZW_PART void zw_row(
    zw_room w, double t, const double *q, const double *qd, const double *p, double rank, double
    consistency, double *out, long long *whole)
{
    ZW_ARRAY(M, ZW_N * ZW_N); ZW_ARRAY(F, ZW_COLUMNS * ZW_N); ZW_ARRAY(b, ZW_COLUMNS * ZW_ROWS);
    ZW_ARRAY(phi, ZW_ROWS);
    ZW_ARRAY(velocity, ZW_ROWS); ZW_ARRAY(lengths, ZW_ROWS);
    double *qdd = out, *Qc = qdd + ZW_N, *ideal = Qc + ZW_N, *nonideal = ideal + ZW_N;
    double *lam = nonideal + ZW_N, *residual = lam + ZW_M, *raw = residual + ZW_M;
    double *rate = raw + ZW_M, *rate_raw = rate + ZW_H, *A = rate_raw + ZW_H;
    double *power = A + ZW_M * ZW_N, *seen = power + 1;
    ZW_ARRAY(C, ZW_N);
    ZW_NEW(zw_found, found);
    ZW_CALL(describe, (q, qd, &t, p), (M, F, A, b, phi, velocity, seen));
    zw_accelerate(w, t, q, qd, p, M, A, F, b, rank, consistency, C, &found);
    *power = 0.0;
    for (int i = 0; i < ZW_M; i++)
        lam[i] = found.lam[i] - (ZW_NONIDEAL ? found.lam[ZW_ROWS + i] : 0.0);
    for (int j = 0; j < ZW_N; j++) {
        double all = 0.0, part = 0.0;
        for (int i = 0; i < ZW_M; i++) {
            all += A[i * ZW_N + j] * found.lam[i];
            if (ZW_NONIDEAL) part += A[i * ZW_N + j] * found.lam[ZW_ROWS + i];
        }
        qdd[j] = found.x[j];
        Qc[j] = C[j] + all, ideal[j] = all - part;
        nonideal[j] = C[j] + part;
        *power += Qc[j] * qd[j];
    }
    zw_row_lengths(w, M, A, lengths);
    for (int i = 0; i < ZW_M; i++) {
        raw[i] = i < ZW_H ? phi[i] : i < ZW_K ? velocity[i] : -b[i];
        for (int j = 0; i >= ZW_K && j < ZW_N; j++) raw[i] += A[i * ZW_N + j] * qdd[j];
        residual[i] = raw[i] / lengths[i];
        if (i < ZW_H) rate_raw[i] = velocity[i], rate[i] = velocity[i] / lengths[i];
    }
    whole[0] = found.rank, whole[1] = found.status;
}

/* Whether more remains of a row on positions or velocities, somewhere in a motion, than rounding
   explains: the text follows zwang.consistency.adrift, but that numbers that are none are passed
   over. `A` and `raw` have one row of numbers for each row of the motion. */
ZW_PART int zw_left(
    zw_room w, long long rows, const double *q, const double *qd, const double *A, const double
    *raw, int projected)
{
    ZW_ZEROS(terms, ZW_ROWS * ZW_N); ZW_ZEROS(size, 2 * ZW_N); ZW_ZEROS(grown, ZW_ROWS);
    for (long long r = 0; r < rows; r++, A += ZW_M * ZW_N, q += ZW_N, qd += ZW_N) {
        for (int i = 0; i < ZW_K * ZW_N; i++) terms[i] = zw_max(terms[i], fabs(A[i]));
        for (int i = 0; i < ZW_K; i++) grown[i] = zw_max(grown[i], fabs(raw[r * ZW_M + i]));
        for (int j = 0; j < ZW_N; j++) {
            size[j] = zw_max(size[j], fabs(q[j]));
            size[ZW_N + j] = zw_max(size[ZW_N + j], fabs(qd[j]));
        }
    }
    for (int i = 0; i < ZW_K; i++) {
        double allowed = 0.0, beyond = zw_max(ZW_BEYOND, 1e3 * ZW_EPS);
        int none = 1;
        for (int j = 0; j < ZW_N; j++) {
            allowed += terms[i * ZW_N + j] * (beyond * size[(i >= ZW_H) * ZW_N + j] + ZW_FLOOR);
            none = none && terms[i * ZW_N + j] == 0.0;
        }
        if (none) allowed += ZW_UNFELT;
        if (grown[i] > 10.0 * fabs(raw[i]) && grown[i] > allowed && (none || projected)) return 1;
    }
    return 0;
}

/* Many rows: all of them for the first field, then for the next; `widths` says how many numbers a
   field has. Whether one of them failed, has less than the rank `whole`, or is left. */
ZW_PART int zw_observe(
    zw_room w, long long rows, const double *t, const double *q, const double *qd, const double
    *p, double rank, double consistency, long long whole, int projected, const long long
    *widths, double *out, int *ranks, int *statuses)
{
    ZW_ARRAY(row, ZW_ROW_SIZE);
    long long told[2];
    int odd = 0;
    for (long long i = 0; i < rows; i++) {
        zw_row(w, t[i], q + i * ZW_N, qd + i * ZW_N, p, rank, consistency, row, told);
        for (long long at = 0, field = 0; at < ZW_ROW_SIZE; at += widths[field++])
            for (long long j = 0; j < widths[field]; j++)
                out[rows * at + i * widths[field] + j] = row[at + j];
        ranks[i] = (int)told[0], statuses[i] = (int)told[1];
        odd = odd || told[0] < whole || told[1] != ZW_OK;
    }
    const double *raw = out + rows * (4 * ZW_N + 2 * ZW_M), *A = raw + rows * (ZW_M + 2 * ZW_H);
    return odd || zw_left(w, rows, q, qd, A, raw, projected);
}

/* The nearest state on the constraints. Whether it was reached. */
ZW_PART int zw_restore(zw_room w, double t, double *q, double *qd, const double *p)
{
    ZW_ARRAY(M, ZW_N * ZW_N); ZW_ARRAY(A, ZW_ROWS * ZW_N);
    return zw_project(w, t, q, qd, p, ZW_PROJECTS > 0 ? ZW_PROJECTS : 1, ZW_SMALLEST,
                      ZW_ROUGHLY, M, A);
}
