/* Steps of Gauss collocation: the text follows zwang.integrate.singular.collocation, where the reasons
   stand; numbers with a name and the tables come from there.

   zw_gauss_stages   stages of the two rules           zw_gauss_node    their nodes
   zw_gauss_once, zw_gauss_twice     integrals of Lagrange's polynomials, as Legendre series
   zw_where          parts of the step at which the pose should lie */

/* Two steps of collocation, of which the first is kept. */
#define ZW_LAID(ARRAY, STRUCT)                                                                    \
    ARRAY(q, ZW_N)                                                                                 \
    ARRAY(qd, ZW_N)                                                                                \
    ARRAY(K, ZW_GAUSS * ZW_N)
typedef struct {
    ZW_LAID(ZW_FIELD, ZW_INNER)
    double H;
    int settled, agreed;
} zw_laid;
ZW_STRUCT(zw_laid, ZW_LAID)

/* -- a step of collocation --------------------------------------------------------------------- */

/* q and qd of the polynomial at theta in [0, 1], not projected. */
ZW_COLD void zw_state_at(
    zw_room w, const zw_course *at, int rule, double H, const double *K, double theta, double
    *q, double *qd)
{
    double P[ZW_GAUSS + 2], x = 2.0 * theta - 1.0;
    P[0] = 1.0, P[1] = x;
    for (int k = 1; k < ZW_GAUSS + 1; k++)
        P[k + 1] = ((2 * k + 1) * x * P[k] - k * P[k - 1]) / (k + 1);
    for (int j = 0; j < ZW_N; j++) q[j] = at->q[j] + theta * H * at->qd[j], qd[j] = at->qd[j];
    for (int s = 0; s < zw_gauss_stages[rule]; s++) {
        double once = 0.0, twice = 0.0;
        for (int k = 0; k < ZW_GAUSS + 2; k++) {
            once += zw_gauss_once[rule][s][k] * P[k];
            twice += zw_gauss_twice[rule][s][k] * P[k];
        }
        for (int j = 0; j < ZW_N; j++) {
            q[j] += H * H * twice * K[s * ZW_N + j];
            qd[j] += H * once * K[s * ZW_N + j];
        }
    }
}

/* zw_project, once for all that follows. */
ZW_COLD int zw_onto(
    zw_room w, double t, double *q, double *qd, const double *p, int times, double cut, double
    *M, double *A)
{
    return zw_project(w, t, q, qd, p, times, ZW_SMALLEST, cut, M, A);
}

/* q and qd at theta, on the constraints. Whether these were reached. */
ZW_COLD int zw_land(
    zw_room w, const zw_course *at, int rule, double H, const double *K, double theta, const
    double *p, double *q, double *qd)
{
    ZW_ARRAY(M, ZW_N * ZW_N); ZW_ARRAY(A, ZW_ROWS * ZW_N);
    zw_state_at(w, at, rule, H, K, theta, q, qd);
    return zw_onto(w, at->t + theta * H, q, qd, p, ZW_PROJECTIONS, at->cut, M, A);
}

/* The acceleration at a place of the step. */
ZW_COLD void zw_stage_at(
    zw_room w, const zw_course *at, int rule, double H, const double *K, double theta, const
    double *p, double *qdd)
{
    ZW_ARRAY(q, ZW_N); ZW_ARRAY(qd, ZW_N);
    zw_land(w, at, rule, H, K, theta, p, q, qd);
    zw_acceleration(w, at->t + theta * H, q, qd, p, at->cut, qdd);
}

/* Accelerations to begin with: that at the start, if there is one; or those of the first rule. */
ZW_COLD void zw_guess(
    zw_room w, const zw_course *at, int rule, double H, const double *first, const double *p,
    double *K)
{
    ZW_ARRAY(start, ZW_N);
    for (int i = 0; i < ZW_GAUSS * ZW_N; i++) K[i] = 0.0;
    if (!first) {
        zw_stage_at(w, at, rule, H, K, 0.0, p, start);
        if (!zw_finite(ZW_N, start)) return; /* there is none where rank is lost */
    }
    for (int s = 0; s < zw_gauss_stages[rule]; s++)
        for (int j = 0; j < ZW_N; j++) {
            double value = first ? 0.0 : start[j];
            for (int i = 0; first && i < zw_gauss_stages[0]; i++)
                value += zw_gauss_between[s][i] * first[i * ZW_N + j];
            K[s * ZW_N + j] = value;
        }
}

/* A step of collocation: its accelerations K, q and qd at its end. `first` has those of the first rule,
   for the second one. Whether it settled. */
ZW_COLD int zw_lay_one(
    zw_room w, const zw_course *at, int rule, double H, const double *small, const double
    *first, const double *p, double *K, double *q, double *qd)
{
    ZW_ARRAY(next, ZW_GAUSS * ZW_N); ZW_ARRAY(q_new, ZW_N); ZW_ARRAY(qd_new, ZW_N);
    double last = INFINITY, change = INFINITY;
    int stages = zw_gauss_stages[rule], reached = 0, settled = 0;
    zw_guess(w, at, rule, H, first, p, K);
    for (int j = 0; j < ZW_N; j++) q[j] = qd[j] = INFINITY;
    for (int tried = 0; tried < ZW_PICARD; tried++) {
        /* As long as it helps: what rounding leaves of a pose nearby is not known beforehand. */
        double rate = last < INFINITY ? change / last : 1.0;
        int helps = change < last / 2.0 && change * rate > ZW_ENDS;
        if (!(helps || tried < 2) || !zw_finite(stages * ZW_N, K)) break;
        for (int s = 0; s < stages; s++)
            zw_stage_at(w, at, rule, H, K, zw_gauss_node[rule][s], p, next + s * ZW_N);
        for (int i = 0; i < stages * ZW_N; i++) K[i] = next[i];
        reached = zw_land(w, at, rule, H, K, 1.0, p, q_new, qd_new);
        last = change, change = 0.0;
        for (int j = 0; j < ZW_N; j++) {
            change = zw_max(change, fabs(q_new[j] - q[j]) / small[j]);
            change = zw_max(change, fabs(qd_new[j] - qd[j]) / small[ZW_N + j]);
            q[j] = q_new[j], qd[j] = qd_new[j];
        }
        settled = change <= 1.0;
    }
    return settled && reached;
}

/* Steps of both rules: whether they are good, and whether they agree. */
ZW_COLD void zw_lay(
    zw_room w, const zw_course *at, double H, const double *allowed, const double *p, zw_laid
    *out)
{
    ZW_ARRAY(small, 2 * ZW_N); ZW_ARRAY(q, ZW_N); ZW_ARRAY(qd, ZW_N);
    ZW_ARRAY(K, ZW_GAUSS * ZW_N);
    for (int j = 0; j < 2 * ZW_N; j++) small[j] = 0.1 * allowed[j];
    out->H = H;
    out->settled = zw_lay_one(w, at, 0, H, small, NULL, p, out->K, out->q, out->qd)
                   && zw_lay_one(w, at, 1, H, small, out->K, p, K, q, qd);
    out->agreed = out->settled && at->t + H / 64.0 > at->t;
    for (int j = 0; j < ZW_N && out->agreed; j++)
        out->agreed = fabs(out->q[j] - q[j]) <= allowed[j]
                      && fabs(out->qd[j] - qd[j]) <= allowed[ZW_N + j];
}

/* By how much (2n) two steps across a pose may differ. */
ZW_COLD void zw_tolerance_across(
    zw_room w, const zw_course *at, const zw_settings *set, double *allowed)
{
    double top = 0.0;
    for (int j = 0; j < ZW_N; j++) {
        top = zw_max(top, zw_max(fabs(at->q[j]), fabs(at->qd[j])));
        allowed[j] = ZW_AGREE * (set->atol + set->rtol * fabs(at->q[j]));
        allowed[ZW_N + j] = ZW_AGREE * (set->atol + set->rtol * fabs(at->qd[j]));
    }
    for (int j = 0; j < 2 * ZW_N; j++) allowed[j] = zw_max(allowed[j], ZW_ENOUGH * top);
}
