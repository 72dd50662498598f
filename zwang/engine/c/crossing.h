/* Across a singular configuration: where on a step the constraints lose rank, and steps that have that
   in their middle. The text follows zwang.integrate.singular.crossing. */

#if ZW_M
/* A singular configuration on a step: where, how much rank is lost, in which rows. */
typedef struct {
    double theta;
    int met, flips, rows[ZW_ROWS];
} zw_place;

/* What is seen of the constraints in a state, which is changed, and sigma; NaN where nothing is. */
ZW_COLD double zw_look_there(
    const zw_course *at, double t, double *q, double *qd, const double *p, zw_sight *out)
{
    double M[ZW_N * ZW_N], A[ZW_ROWS * ZW_N];
    zw_onto(t, q, qd, p, 1, at->cut, M, A);
    if (!zw_finite(ZW_N * ZW_N, M) || !zw_finite(ZW_M * ZW_N, A)) {
        for (int i = 0; i < ZW_M * ZW_N; i++) out->polar[i] = NAN;
        for (int i = 0; i < ZW_M * ZW_VALUES; i++) out->U[i] = NAN;
        return NAN;
    }
    zw_look(M, A, at->sight.sizes, (int)at->rank, out);
    return zw_sigma(out, (int)at->rank);
}

/* The same at a place of the step. */
ZW_COLD double zw_look_along(
    const zw_course *at, const zw_laid *laid, double theta, const double *p, zw_sight *out)
{
    double q[ZW_N], qd[ZW_N];
    zw_state_at(at, 0, laid->H, laid->K, theta, q, qd);
    return zw_look_there(at, at->t + theta * laid->H, q, qd, p, out);
}

/* How many directions of the polar factor turned by more than a right angle: eigenvalues below 0
   of the matrix of zw_turned. There are few of them, and all are wanted, so Jacobi's rotations do. */
ZW_COLD int zw_flips(const zw_sight *before, const zw_sight *after)
{
    double S[ZW_ROWS * ZW_ROWS], V[ZW_ROWS * ZW_ROWS], values[ZW_ROWS];
    int flips = 0;
    if (!zw_turned(before, after)) return 0;
    zw_turn(before, after, S);
    zw_eigen(ZW_M, S, values, V);
    for (int i = 0; i < ZW_M; i++) flips += values[i] < 0.0;
    return flips;
}

/* Where on the step the constraints lose rank, if anywhere. */
ZW_COLD void zw_find_place(
    const zw_course *at, const zw_laid *laid, const double *p, zw_place *out)
{
    zw_sight sights[2];
    double low = 0.0, high = 1.0, lowest = 1.0, theta[ZW_PLACES];
    int left = 0, flips = 0, bottom = 0;
    out->theta = 0.0, out->met = out->flips = 0;
    for (int i = 0; i < ZW_M; i++) out->rows[i] = 0;
    if (!zw_finite(zw_gauss_stages[0] * ZW_N, laid->K)) return;
    for (int zoom = 0; zoom < ZW_ZOOM; zoom++) {
        int turns[ZW_PLACES], near = -1;
        bottom = 0;
        for (int i = 0; i < ZW_PLACES; i++) {
            theta[i] = low + (high - low) * ((double)i / (ZW_PLACES - 1));
            double sigma = zw_look_along(at, laid, theta[i], p, sights + i % 2);
            /* A place that could not be looked at counts as the lowest. */
            if (i == 0 || sigma < lowest || (sigma != sigma && lowest == lowest))
                lowest = sigma, bottom = i;
            turns[i] = i > 0 ? zw_flips(sights + (i - 1) % 2, sights + i % 2) : 0;
        }
        for (int i = 0; i < ZW_PLACES - 1; i++)
            if (turns[i + 1] > 0
                && (near < 0 || fabs(i + 0.5 - bottom) < fabs(near + 0.5 - bottom)))
                near = i;
        flips = near < 0 ? 0 : turns[near + 1];
        left = near < 0 ? bottom : near;
        int right = near < 0 ? bottom + 1 : near + 1, first = near < 0 ? bottom - 1 : near;
        low = theta[first < 0 ? 0 : first];
        high = theta[right < ZW_PLACES ? right : ZW_PLACES - 1];
    }
    if (flips == 0 && lowest >= at->cut) return;
    out->met = 1;
    out->flips = flips > 0 ? flips : 1;
    out->theta = flips > 0 ? (low + high) / 2.0 : theta[bottom];
    /* Rows that take part in what is lost. */
    int rank = (int)at->rank, kept = rank > out->flips ? rank - out->flips : 0;
    zw_look_along(at, laid, theta[left], p, sights);
    for (int i = 0; i < ZW_M; i++)
        for (int r = kept; r < rank; r++)
            if (fabs(sights[0].U[i * ZW_VALUES + r]) > 0.1) out->rows[i] = 1;
}

/* -- the crossing ------------------------------------------------------------------------------- */

/* The course behind a step across: how sigma fell before it is forgotten. */
ZW_COLD void zw_behind(
    const zw_course *at, const zw_laid *laid, const double *p, const zw_settings *set,
    zw_course *after)
{
    double q[ZW_N], qd[ZW_N];
    *after = *at;
    after->t = at->t + laid->H, after->t_before = at->t;
    for (int j = 0; j < ZW_N; j++) {
        q[j] = after->q[j] = laid->q[j], after->q_before[j] = at->q[j];
        qd[j] = after->qd[j] = laid->qd[j], after->qd_before[j] = at->qd[j];
    }
    double sigma = zw_look_there(at, after->t, q, qd, p, &after->sight);
    for (int i = 0; i < 3; i++) after->times[i] = after->t, after->sigmas[i] = sigma;
    after->h = set->step > 0.0 ? set->step : (after->t - at->t) / 2.0;
    after->turns = 0;
    after->accepted += 1;
#if ZW_E
    zw_watch(after->q, after->qd, &after->t, p, after->values);
    for (int i = 0; i < ZW_E; i++) after->former[i] = at->values[i];
#endif
    zw_forget(after);
}

/* Lay steps across what is ahead of a course, the pose in their middle. `halt` is what made the loop
   halt. If the step is taken, `after` is the course behind it. */
ZW_COLD void zw_cross(
    const zw_course *at, const double *p, const zw_settings *set, int halt, zw_passage *out,
    zw_course *after)
{
    double allowed[2 * ZW_N], fixed = set->step, ahead;
    int behind = 0, across = 0;
    zw_laid laid;
    zw_place place;
    zw_distance(at->times, at->sigmas, &ahead);
    if (halt == ZW_HALT_SINGULAR_WITHIN && at->h < ahead) ahead = at->h;
    zw_allowed(at, set, allowed);
    for (int w = 0; w < ZW_WHERE; w++) {
        behind = 0;
        for (int again = 0; again < ZW_AGAIN; again++) { /* again with the pose where it should be */
            zw_lay(at, fixed > 0.0 ? fixed : ahead / zw_where[w], allowed, p, &laid);
            zw_find_place(at, &laid, p, &place);
            int beyond = place.met && place.theta > ZW_PAST;
            if (fixed > 0.0 && beyond) { /* a pose at the end of a fixed step: two of them */
                zw_lay(at, 2.0 * fixed, allowed, p, &laid);
                zw_find_place(at, &laid, p, &place);
                beyond = 0;
            }
            if (laid.agreed && !beyond) {
                zw_behind(at, &laid, p, set, after);
                behind = 1;
            }
            if (fixed > 0.0 || !place.met || behind) break;
            ahead = (beyond ? 2.0 : place.theta) * laid.H;
            if (fabs(place.theta - zw_where[w]) < ZW_CLOSE) break;
        }
        /* A step that settled and is not good enough is too long; one that ends where the rank is
           still lost, too short. */
        across = behind && after->sigmas[2] > ZW_CLEAR * at->cut;
        if (across || fixed > 0.0 || (laid.settled && !behind)) break;
    }
    out->t = at->t, out->H = laid.H, out->end = at->t + laid.H;
    for (int j = 0; j < ZW_N; j++) out->q[j] = laid.q[j], out->qd[j] = laid.qd[j];
    for (int i = 0; i < ZW_GAUSS * ZW_N; i++) out->K[i] = laid.K[i];
    out->theta = place.theta, out->met = place.met, out->flips = place.flips;
    for (int i = 0; i < ZW_M; i++) out->rows[i] = place.rows[i];
    out->distance = place.met ? place.theta * laid.H : ahead;
    out->taken = behind && (across || fixed > 0.0);
    out->nothing = !place.met && laid.settled && (fixed > 0.0 || halt == ZW_HALT_SINGULAR_AHEAD);
    out->may_come_nearer = !(fixed > 0.0) && out->distance > ZW_NEAREST * at->largest;
}

/* The state at a time within a step across that began at `at`. */
ZW_COLD void zw_passage_at(
    const zw_course *at, const zw_passage *laid, const double *p, const zw_settings *set, double t,
    double *q, double *qd)
{
    double allowed[2 * ZW_N];
    zw_laid own;
    zw_allowed(at, set, allowed);
    /* At its end collocation is of twice the order that it has within: so a step to that end. */
    zw_lay(at, t - at->t, allowed, p, &own);
    if (own.agreed)
        for (int j = 0; j < ZW_N; j++) q[j] = own.q[j], qd[j] = own.qd[j];
    else
        zw_land(at, 0, laid->H, laid->K, (t - at->t) / laid->H, p, q, qd);
}

/* The time and the state at which an event's function changes its sign within the step. */
ZW_COLD double zw_passage_root(
    const zw_course *at, const zw_passage *laid, const double *p, const zw_settings *set, int which,
    double *q, double *qd)
{
    double low = at->t, high = laid->end;
#if ZW_E
    double g[ZW_WATCHED], before = at->values[which];
    while (high - low > 4e-16 * zw_max(fabs(low), fabs(high))) {
        double middle = (low + high) / 2.0;
        if (!(low < middle && middle < high)) break;
        zw_passage_at(at, laid, p, set, middle, q, qd);
        zw_watch(q, qd, &middle, p, g);
        int same = (g[which] > 0.0) == (before > 0.0) && (g[which] < 0.0) == (before < 0.0);
        if (same) low = middle;
        else high = middle;
    }
#else
    (void)which, (void)low;
#endif
    zw_passage_at(at, laid, p, set, high, q, qd);
    return high;
}

/* -- for Python --------------------------------------------------------------------------------- */

ZW_PUBLIC void zw_try_crossing(
    const zw_course *at, const double *p, const zw_settings *set, int halt, zw_passage *out,
    zw_course *after)
{
    zw_cross(at, p, set, halt, out, after);
}

/* q and qd at a time within a step across. */
ZW_PUBLIC void zw_crossing_at(
    const zw_course *at, const zw_passage *laid, const double *p, const zw_settings *set, double t,
    double *found)
{
    zw_passage_at(at, laid, p, set, t, found, found + ZW_N);
}

/* The time of an event within it; q and qd then. */
ZW_PUBLIC double zw_crossing_root(
    const zw_course *at, const zw_passage *laid, const double *p, const zw_settings *set,
    long long which, double *found)
{
    return zw_passage_root(at, laid, p, set, (int)which, found, found + ZW_N);
}
#endif
