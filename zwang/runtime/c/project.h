/* Back to the constraints: the text follows zwang.integrate.projection. */

/* M where it is positive definite, else M with the rows of A added in like units. */
ZW_PART void zw_metric_of(zw_room w, const double *M, const double *A, double *W)
{
    ZW_ARRAY(L, ZW_N * ZW_N); ZW_ARRAY(d, ZW_N); ZW_ARRAY(lengths, ZW_ROWS);
    double smallest;
    for (int i = 0; i < ZW_N * ZW_N; i++) W[i] = M[i];
    if (ZW_M == 0 || zw_mass_factor(w, M, L, &smallest)) return;
    zw_equilibrate(w, ZW_M, M, A, d, lengths);
    for (int k = 0; k < ZW_M; k++)
        for (int i = 0; i < ZW_N; i++)
            for (int j = 0; j < ZW_N; j++)
                W[i * ZW_N + j] += A[k * ZW_N + i] / lengths[k] * (A[k * ZW_N + j] / lengths[k]);
}

/* The change x with A x = r, for the first m rows, that is nearest in the metric W to the one that a
   force would make without them; a pointer to nothing is no force. */
ZW_PART void zw_least_change(
    zw_room w, int m, const double *W, const double *A, const double *force, const double *r,
    double cut, double *x)
{
    ZW_ARRAY(F, ZW_COLUMNS * ZW_N); ZW_ARRAY(b, ZW_COLUMNS * ZW_ROWS);
    ZW_NEW(zw_metric, in);
    ZW_NEW(zw_found, found);
    for (int j = 0; j < ZW_N; j++) F[j] = force ? force[j] : 0.0;
    for (int i = 0; i < m; i++) b[i] = r[i];
    zw_in_metric(w, m, W, A, 1, F, b, &in);
    found.status = ZW_NEEDS_FULL_RANK;
    if (m <= ZW_N) zw_by_cholesky(w, m, &in, 1, zw_max(ZW_WELL_CONDITIONED, cut), &found);
    if (found.status == ZW_NEEDS_FULL_RANK) zw_by_basis(w, m, A, &in, 1, cut, &found);
    for (int j = 0; j < ZW_N; j++) x[j] = found.status == ZW_OK ? found.x[j] : NAN;
}

/* zw_correction by the whole kernel. */
ZW_APART int zw_whole_correction(
    zw_room w, int on_q, double t, const double *q, const double *qd, const double *p, double
    cut, double *M, double *A, double *change, double *sizes)
{
    ZW_ARRAY(phi, ZW_ROWS); ZW_ARRAY(velocity, ZW_ROWS); ZW_ARRAY(W, ZW_N * ZW_N);
    ZW_ARRAY(r, ZW_ROWS);
    int rows = on_q ? ZW_H : ZW_K;
    ZW_CALL(hold, (q, qd, &t, p), (M, A, phi, velocity));
    if (rows == 0) return 0;
    zw_metric_of(w, M, A, W);
    for (int i = 0; i < rows; i++) r[i] = on_q ? -phi[i] : -velocity[i];
    zw_least_change(w, rows, W, A, 0, r, cut, change);
    sizes[0] = sizes[1] = 0.0;
    for (int j = 0; j < ZW_N && on_q; j++) {
        sizes[0] += change[j] * zw_dot(ZW_N, W + j * ZW_N, change);
        sizes[1] += q[j] * zw_dot(ZW_N, W + j * ZW_N, q);
    }
    return 1;
}

/* One correction of q or of qd: the least change in the metric, and for q the squares of its size
   and of that of q. With one of qd comes a glance at the constraints, or else M and A. Whether
   there is one. */
ZW_FUNCTION int zw_correction(
    zw_room w, int on_q, double t, const double *q, const double *qd, const double *p, double
    cut, double *M, double *A, double *change, double *sizes, zw_glance *glance)
{
    glance->known = 0;
    double good = 0.0;
    if (ZW_STRAIGHT_Q && on_q) {
        ZW_CALL(straight_q, (q, qd, &t, p), (change, sizes, &good));
        if (good != 0.0) return 1;
    }
    if (ZW_STRAIGHT_QD && !on_q) {
        ZW_CALL(straight_qd, (q, qd, &t, p),
                (change, glance->Z, glance->lengths, &glance->volume, &good));
        glance->known = good != 0.0;
        if (glance->known) return 1;
    }
    return zw_whole_correction(w, on_q, t, q, qd, p, cut, M, A, change, sizes);
}

/* Return to the constraints: `times` corrections of q, then of qd. The glance, or M and A, are
   those of the last correction; `last` is the length of that of q. Whether it became small. */
ZW_FUNCTION int zw_return(
    zw_room w, double t, double *q, double *qd, const double *p, int times, double atol, double
    cut, double *M, double *A, zw_glance *glance, double *last)
{
    ZW_ARRAY(change, ZW_N);
    double sizes[2];
    *last = 0.0;
    int reached = 1, positions = ZW_H > 0 ? times : 0, velocities = 1;
    if (ZW_CURVED) velocities = times > ZW_TWICE ? times : ZW_TWICE; /* rows turn with velocities */
    for (int k = 0; k < positions; k++) {
        int small = 1;
        if (!zw_correction(w, 1, t, q, qd, p, cut, M, A, change, sizes, glance)) continue;
        for (int j = 0; j < ZW_N; j++) {
            small = small && fabs(change[j]) <= atol;
            q[j] += change[j];
        }
        reached = small || sizes[0] <= ZW_CONVERGED * ZW_CONVERGED * sizes[1];
        *last = sqrt(fabs(sizes[0]));
        if (sizes[0] <= ZW_ROUNDED * ZW_ROUNDED * sizes[1]) break; /* another one would be too */
    }
    for (int k = 0; k < velocities; k++) {
        if (!zw_correction(w, 0, t, q, qd, p, cut, M, A, change, sizes, glance)) continue;
        for (int j = 0; j < ZW_N; j++) qd[j] += change[j];
    }
    return reached && zw_finite(ZW_N, q) && zw_finite(ZW_N, qd);
}

/* The same, with M and A there. */
ZW_PART int zw_project(
    zw_room w, double t, double *q, double *qd, const double *p, int times, double atol, double
    cut, double *M, double *A)
{
    ZW_ARRAY(phi, ZW_ROWS); ZW_ARRAY(velocity, ZW_ROWS);
    double last;
    ZW_NEW(zw_glance, glance);
    int reached = zw_return(w, t, q, qd, p, times, atol, cut, M, A, &glance, &last);
    if (glance.known) ZW_CALL(hold, (q, qd, &t, p), (M, A, phi, velocity));
    return reached;
}
