/* One step of the method, brought back to the constraints; see zwang.integrate.method.runge_kutta. */

/* The rank rule in a step: the motion's cut, unless the user chose another. */
ZW_FUNCTION double zw_step_rank(double cut)
{
    return ZW_CUTS ? cut : ZW_STEP_RANK;
}

/* qdd at a state, of what is integrated, by the whole kernel; NaN where there is none. */
ZW_APART void zw_whole_acceleration(
    double t, const double *q, const double *qd, const double *p, double cut, double *qdd)
{
    double M[ZW_N * ZW_N], A[ZW_ROWS * ZW_N], F[ZW_COLUMNS][ZW_N], b[ZW_COLUMNS][ZW_ROWS], C[ZW_N];
    zw_found found;
    zw_evaluate(q, qd, &t, p, M, F[0], A, b[0]);
    zw_accelerate(t, q, qd, p, M, A, F, b, zw_step_rank(cut), ZW_STEP_CONSISTENCY, C, &found);
    for (int j = 0; j < ZW_N; j++) qdd[j] = found.x[0][j];
}

/* The same; most states need only the kernel's first way, which is written out. */
ZW_FUNCTION void zw_acceleration(
    double t, const double *q, const double *qd, const double *p, double cut, double *qdd)
{
#if ZW_STRAIGHT
    double good;
    zw_straight(q, qd, &t, p, qdd, &good);
    if (good != 0.0) return;
#endif
    zw_whole_acceleration(t, q, qd, p, cut, qdd);
}

typedef struct {
    double q[ZW_N], qd[ZW_N], error[2 * ZW_N];
    double M[ZW_N * ZW_N], A[ZW_ROWS * ZW_N]; /* unless the glance is known */
    zw_glance glance;
    double last; /* length of the last correction of q where it is rounding, else 0 */
    int sound;
} zw_trial;

ZW_FUNCTION void zw_attempt(
    double t, const double *q, const double *qd, double h, const double *p, double atol, double cut,
    zw_trial *out)
{
    double q1[ZW_N], qd1[ZW_N];
    zw_stages(t, q, qd, h, p, cut, q1, qd1, out->error);
    for (int j = 0; j < ZW_N; j++) out->q[j] = q1[j], out->qd[j] = qd1[j];
    out->sound = zw_finite(ZW_N, q1) && zw_finite(ZW_N, qd1) && zw_finite(2 * ZW_N, out->error);
#if ZW_PROJECTS
    out->sound = zw_return(t + h, out->q, out->qd, p, ZW_PROJECTS, atol, cut, out->M, out->A,
                           &out->glance, &out->last) && out->sound;
    if (ZW_PROJECTS < ZW_SETTLED) out->last = 0.0;
    for (int j = 0; j < ZW_N; j++) {
        out->error[j] = zw_max(fabs(out->error[j]), fabs(out->q[j] - q1[j]));
        out->error[ZW_N + j] = zw_max(fabs(out->error[ZW_N + j]), fabs(out->qd[j] - qd1[j]));
    }
#else
    double change[ZW_N], sizes[2];
    (void)atol, out->last = 0.0;
    /* For what comes with it. */
    zw_correction(0, t + h, out->q, out->qd, p, cut, out->M, out->A, change, sizes, &out->glance);
#endif
}
