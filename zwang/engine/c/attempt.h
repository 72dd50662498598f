/* One step of the method, brought back to the constraints; see zwang.integrate.method.runge_kutta. */

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
