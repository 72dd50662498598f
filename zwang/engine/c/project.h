/* Back to the constraints: the text follows zwang.integrate.projection. */

/* M where it is positive definite, else M with the rows of A added in like units. */
ZW_PART void zw_metric_of(const double *M, const double *A, double *W)
{
    double L[ZW_N * ZW_N], d[ZW_N], lengths[ZW_ROWS], smallest;
    for (int i = 0; i < ZW_N * ZW_N; i++) W[i] = M[i];
    if (ZW_M == 0 || zw_mass_factor(M, L, &smallest)) return;
    zw_equilibrate(ZW_M, M, A, d, lengths);
    for (int k = 0; k < ZW_M; k++)
        for (int i = 0; i < ZW_N; i++)
            for (int j = 0; j < ZW_N; j++)
                W[i * ZW_N + j] += A[k * ZW_N + i] / lengths[k] * (A[k * ZW_N + j] / lengths[k]);
}

/* The change x with A x = r, for the first m rows, that is nearest in the metric W to the one that a
   force would make without them; a pointer to nothing is no force. */
ZW_PART void zw_least_change(
    int m, const double *W, const double *A, const double *force, const double *r, double cut,
    double *x)
{
    double F[ZW_COLUMNS][ZW_N], b[ZW_COLUMNS][ZW_ROWS];
    zw_metric in;
    zw_found found;
    for (int j = 0; j < ZW_N; j++) F[0][j] = force ? force[j] : 0.0;
    for (int i = 0; i < m; i++) b[0][i] = r[i];
    zw_in_metric(m, W, A, 1, F, b, &in);
    found.status = ZW_NEEDS_FULL_RANK;
    if (m <= ZW_N) zw_by_cholesky(m, &in, 1, zw_max(ZW_WELL_CONDITIONED, cut), &found);
    if (found.status == ZW_NEEDS_FULL_RANK) zw_by_basis(m, A, &in, 1, cut, &found);
    for (int j = 0; j < ZW_N; j++) x[j] = found.status == ZW_OK ? found.x[0][j] : NAN;
}

/* zw_correction by the whole kernel. */
ZW_APART int zw_whole_correction(
    int on_q, double t, const double *q, const double *qd, const double *p, double cut, double *M,
    double *A, double *change, double *sizes)
{
    double phi[ZW_ROWS], velocity[ZW_ROWS], W[ZW_N * ZW_N], r[ZW_ROWS];
    int rows = on_q ? ZW_H : ZW_K;
    zw_hold(q, qd, &t, p, M, A, phi, velocity);
    if (rows == 0) return 0;
    zw_metric_of(M, A, W);
    for (int i = 0; i < rows; i++) r[i] = on_q ? -phi[i] : -velocity[i];
    zw_least_change(rows, W, A, 0, r, cut, change);
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
    int on_q, double t, const double *q, const double *qd, const double *p, double cut, double *M,
    double *A, double *change, double *sizes, zw_glance *glance)
{
    glance->known = 0;
#if ZW_STRAIGHT_Q
    if (on_q) {
        double good;
        zw_straight_q(q, qd, &t, p, change, sizes, &good);
        if (good != 0.0) return 1;
    }
#endif
#if ZW_STRAIGHT_QD
    if (!on_q) {
        double good;
        zw_straight_qd(q, qd, &t, p, change, glance->Z, glance->lengths, &glance->volume, &good);
        glance->known = good != 0.0;
        if (glance->known) return 1;
    }
#endif
    return zw_whole_correction(on_q, t, q, qd, p, cut, M, A, change, sizes);
}

/* Return to the constraints: `times` corrections of q, then of qd. The glance, or M and A, are
   those of the last correction; `last` is the length of that of q. Whether it became small. */
ZW_FUNCTION int zw_return(
    double t, double *q, double *qd, const double *p, int times, double atol, double cut, double *M,
    double *A, zw_glance *glance, double *last)
{
    double change[ZW_N], sizes[2];
    *last = 0.0;
    int reached = 1, positions = ZW_H > 0 ? times : 0, velocities = 1;
    if (ZW_CURVED) velocities = times > ZW_TWICE ? times : ZW_TWICE; /* rows turn with velocities */
    for (int k = 0; k < positions; k++) {
        int small = 1;
        if (!zw_correction(1, t, q, qd, p, cut, M, A, change, sizes, glance)) continue;
        for (int j = 0; j < ZW_N; j++) {
            small = small && fabs(change[j]) <= atol;
            q[j] += change[j];
        }
        reached = small || sizes[0] <= ZW_CONVERGED * ZW_CONVERGED * sizes[1];
        *last = sqrt(fabs(sizes[0]));
        if (sizes[0] <= ZW_ROUNDED * ZW_ROUNDED * sizes[1]) break; /* another one would be too */
    }
    for (int k = 0; k < velocities; k++) {
        if (!zw_correction(0, t, q, qd, p, cut, M, A, change, sizes, glance)) continue;
        for (int j = 0; j < ZW_N; j++) qd[j] += change[j];
    }
    return reached && zw_finite(ZW_N, q) && zw_finite(ZW_N, qd);
}

/* The same, with M and A there. */
ZW_PART int zw_project(
    double t, double *q, double *qd, const double *p, int times, double atol, double cut, double *M,
    double *A)
{
    double phi[ZW_ROWS], velocity[ZW_ROWS];
    double last;
    zw_glance glance;
    int reached = zw_return(t, q, qd, p, times, atol, cut, M, A, &glance, &last);
    if (glance.known) zw_hold(q, qd, &t, p, M, A, phi, velocity);
    return reached;
}
