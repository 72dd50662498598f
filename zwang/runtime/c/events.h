/* Events of the last step: the text follows zwang.integrate.events and zwang.integrate.loop. */

/* qdd, Qc and lam in a state, if an event asks for them. */
#define ZW_ACTING(ARRAY, STRUCT)                                                                  \
    ARRAY(qdd, ZW_N)                                                                               \
    ARRAY(Qc, ZW_N)                                                                                \
    ARRAY(lam, ZW_ROWS)
typedef struct {
    ZW_ACTING(ZW_FIELD, ZW_INNER)
} zw_acting;
ZW_STRUCT(zw_acting, ZW_ACTING)

ZW_PART void zw_act(
    zw_room w, double t, const double *q, const double *qd, const double *p, double cut,
    zw_acting *out)
{
    if (!ZW_ACTS) return;
    ZW_ARRAY(M, ZW_N * ZW_N); ZW_ARRAY(A, ZW_ROWS * ZW_N); ZW_ARRAY(F, ZW_COLUMNS * ZW_N);
    ZW_ARRAY(b, ZW_COLUMNS * ZW_ROWS); ZW_ARRAY(C, ZW_N);
    ZW_ARRAY(phi, ZW_ROWS); ZW_ARRAY(velocity, ZW_ROWS); ZW_ARRAY(seen, ZW_OBSERVED + 1);
    ZW_NEW(zw_found, found);
    ZW_CALL(describe, (q, qd, &t, p), (M, F, A, b, phi, velocity, seen));
    zw_accelerate(w, t, q, qd, p, M, A, F, b, zw_step_rank(w, cut), ZW_STEP_CONSISTENCY, C, &found);
    for (int i = 0; i < ZW_M; i++)
        out->lam[i] = found.lam[i] - (ZW_NONIDEAL ? found.lam[ZW_ROWS + i] : 0.0);
    for (int j = 0; j < ZW_N; j++) {
        out->qdd[j] = found.x[j], out->Qc[j] = C[j];
        for (int i = 0; i < ZW_M; i++) out->Qc[j] += A[i * ZW_N + j] * found.lam[i];
    }
}

/* Values of the events' functions in a state. */
ZW_FUNCTION void zw_watch_at(
    zw_room w, double t, const double *q, const double *qd, const double *p, double cut, double
    *g)
{
    ZW_NEW(zw_acting, acting);
    zw_act(w, t, q, qd, p, cut, &acting);
    ZW_CALL(watch, (q, qd, &t, p, acting.qdd, acting.Qc, acting.lam), (g));
}

/* Whether an event's function went through zero, in the direction that is watched for. */
ZW_FUNCTION int zw_came_one(zw_room w, int i, double before, double after)
{
    int up = before < 0.0 && after >= 0.0, down = before > 0.0 && after <= 0.0;
    return (up && zw_direction[i] >= 0) || (down && zw_direction[i] <= 0);
}

ZW_FUNCTION int zw_came(zw_room w, const double *before, const double *after)
{
    for (int i = 0; i < ZW_E; i++)
        if (zw_came_one(w, i, before[i], after[i])) return 1;
    return 0;
}

/* The state at which an event's function is zero in the last step; see zwang.integrate.loop. */
ZW_PART void zw_locate(
    zw_room w, const zw_course *at, const double *p, const zw_settings *set, long long which,
    double *found)
{
    double whole = at->t - at->t_before, a = 0.0, b = whole;
    ZW_ZEROS(g, ZW_WATCHED);
    double ga = at->former[which], gb = at->values[which];
    int stayed = 0;
    ZW_NEW(zw_trial, trial);
    found[0] = at->t;
    for (int j = 0; j < ZW_N; j++) found[1 + j] = at->q[j], found[1 + ZW_N + j] = at->qd[j];
    for (int tried = 0; tried < 100; tried++) {
        if (!(b - a > 4e-16 * zw_max(fabs(at->t_before), whole))) break;
        double h = tried % 4 == 3 ? (a + b) / 2.0 : (a * gb - b * ga) / (gb - ga);
        if (!(h > a && h < b)) h = (a + b) / 2.0;
        double there = at->t_before + h;
        zw_attempt(w, at->t_before, at->q_before, at->qd_before, h, p, set->atol, at->cut, &trial);
        zw_watch_at(w, there, trial.q, trial.qd, p, at->cut, g);
        double value = g[which];
        int same = (value > 0.0 && gb > 0.0) || (value < 0.0 && gb < 0.0);
        int left = value == 0.0 || same, again = left == stayed; /* a zero left of h, or at it */
        if (left) {
            ga = again ? ga / 2.0 : ga, gb = value;
            a = value != 0.0 ? a : h, b = h;
            found[0] = there;
            for (int j = 0; j < ZW_N; j++)
                found[1 + j] = trial.q[j], found[1 + ZW_N + j] = trial.qd[j];
        } else {
            ga = value, gb = again ? gb / 2.0 : gb;
            a = h;
        }
        stayed = left;
    }
}
