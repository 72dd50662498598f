/* One step of the method, brought back to the constraints; see zwang.integrate.method.runge_kutta. */

/* The rank rule in a step: the motion's cut, unless the user chose another. */
ZW_FUNCTION double zw_step_rank(zw_room w, double cut)
{
    return ZW_CUTS ? cut : ZW_STEP_RANK;
}

/* qdd at a state, of what is integrated, by the whole kernel; NaN where there is none. */
ZW_APART void zw_whole_acceleration(
    zw_room w, double t, const double *q, const double *qd, const double *p, double cut, double
    *qdd)
{
    ZW_ARRAY(M, ZW_N * ZW_N); ZW_ARRAY(A, ZW_ROWS * ZW_N); ZW_ARRAY(F, ZW_COLUMNS * ZW_N);
    ZW_ARRAY(b, ZW_COLUMNS * ZW_ROWS); ZW_ARRAY(C, ZW_N);
    ZW_NEW(zw_found, found);
    ZW_CALL(evaluate, (q, qd, &t, p), (M, F, A, b));
    zw_accelerate(w, t, q, qd, p, M, A, F, b, zw_step_rank(w, cut), ZW_STEP_CONSISTENCY, C, &found);
    for (int j = 0; j < ZW_N; j++) qdd[j] = found.x[j];
}

/* The same; most states need only the kernel's first way, which is written out. */
ZW_FUNCTION void zw_acceleration(
    zw_room w, double t, const double *q, const double *qd, const double *p, double cut, double
    *qdd)
{
    double good = 0.0;
    if (ZW_STRAIGHT) ZW_CALL(straight, (q, qd, &t, p), (qdd, &good));
    if (good != 0.0) return;
    zw_whole_acceleration(w, t, q, qd, p, cut, qdd);
}

/* A step that is tried: its end, its error; M and A there, unless the glance is known; the length of
   the last correction of q where it is rounding, else 0. */
#define ZW_TRIAL(ARRAY, STRUCT)                                                                      \
    ARRAY(q, ZW_N)                                                                                 \
    ARRAY(qd, ZW_N)                                                                                \
    ARRAY(error, 2 * ZW_N)                                                                         \
    ARRAY(M, ZW_N * ZW_N)                                                                          \
    ARRAY(A, ZW_ROWS * ZW_N)                                                                       \
    STRUCT(zw_glance, glance)
typedef struct {
    ZW_TRIAL(ZW_FIELD, ZW_INNER)
    double last;
    int sound;
} zw_trial;
ZW_STRUCT(zw_trial, ZW_TRIAL)

ZW_FUNCTION void zw_attempt(
    zw_room w, double t, const double *q, const double *qd, double h, const double *p, double
    atol, double cut, zw_trial *out)
{
    ZW_ARRAY(q1, ZW_N); ZW_ARRAY(qd1, ZW_N);
    ZW_STAGES(w, t, q, qd, h, p, cut, q1, qd1, out->error);
    for (int j = 0; j < ZW_N; j++) out->q[j] = q1[j], out->qd[j] = qd1[j];
    out->sound = zw_finite(ZW_N, q1) && zw_finite(ZW_N, qd1) && zw_finite(2 * ZW_N, out->error);
    out->last = 0.0;
    if (!ZW_PROJECTS) { /* for what comes with it */
        ZW_ARRAY(change, ZW_N);
        double sizes[2];
        zw_correction(
            w, 0, t + h, out->q, out->qd, p, cut, out->M, out->A, change, sizes, &out->glance);
        return;
    }
    out->sound = zw_return(w, t + h, out->q, out->qd, p, ZW_PROJECTS, atol, cut, out->M, out->A,
                           &out->glance, &out->last) && out->sound;
    if (ZW_PROJECTS < ZW_SETTLED) out->last = 0.0;
    for (int j = 0; j < ZW_N; j++) {
        out->error[j] = zw_max(fabs(out->error[j]), fabs(out->q[j] - q1[j]));
        out->error[ZW_N + j] = zw_max(fabs(out->error[ZW_N + j]), fabs(out->qd[j] - qd1[j]));
    }
}
