/* Across a singular configuration: steps that have it in their middle. The text follows
   zwang.integrate.singular.crossing. */

/* -- the crossing ------------------------------------------------------------------------------- */

/* The course behind a step across: how sigma fell before it is forgotten. Behind the last place it
   is looked at thrice, so that the next one is seen coming. */
ZW_COLD void zw_behind(
    zw_room w, const zw_course *at, const zw_laid *laid, const zw_places *places, const double
    *p, const zw_settings *set, zw_course *after)
{
    ZW_ARRAY(q, ZW_N); ZW_ARRAY(qd, ZW_N);
    double since = places->met > 0 ? places->theta[places->met - 1] : 0.0;
    ZW_NEW(zw_sight, aside);
    zw_course_copy(w, at, after);
    after->t = at->t + laid->H, after->t_before = at->t;
    for (int j = 0; j < ZW_N; j++) {
        q[j] = after->q[j] = laid->q[j], after->q_before[j] = at->q[j];
        qd[j] = after->qd[j] = laid->qd[j], after->qd_before[j] = at->qd[j];
    }
    after->times[2] = after->t;
    after->sigmas[2] = zw_look_there(w, at, after->t, q, qd, p, 0, &at->sight, &after->sight);
    for (int i = 0; i < 2; i++) {
        double theta = since + (1.0 - since) * zw_gauss_behind[i];
        after->times[i] = at->t + theta * laid->H;
        after->sigmas[i] = zw_look_along(w, at, laid, theta, p, 0, &after->sight, &aside);
    }
    after->h = set->step > 0.0 ? set->step : (after->t - at->t) / 2.0;
    after->turns = 0;
    after->accepted += 1;
    if (ZW_E) zw_watch_at(w, after->t, after->q, after->qd, p, at->cut, after->values);
    for (int i = 0; i < ZW_E; i++) after->former[i] = at->values[i];
    zw_forget(after);
}

/* Steps that were laid: what lies on them, the course behind good ones, how far it is. */
#define ZW_TRY(ARRAY, STRUCT)                                                                     \
    STRUCT(zw_laid, laid)                                                                          \
    STRUCT(zw_places, places)
typedef struct {
    ZW_TRY(ZW_FIELD, ZW_INNER)
    double ahead;
    int good; /* whether there is a course behind them */
    int slow; /* whether good ones met no place, and ended where sigma is small */
} zw_try;
ZW_STRUCT(zw_try, ZW_TRY)

/* Whether the last place lies at the end of the step. */
ZW_COLD int zw_beyond(const zw_places *places)
{
    return places->met > 0 && places->theta[places->met - 1] > ZW_PAST;
}

/* Whether a step across ends where the rank is not lost any more. */
ZW_COLD int zw_is_clear(const zw_course *after)
{
    return after->sigmas[2] > ZW_CLEAR * after->cut * after->sight.shrunk;
}

/* Whether sigma bends behind the last place, so that the motion may turn back there. */
ZW_COLD int zw_bends(const zw_course *after, const zw_places *places)
{
    double straight = after->sigmas[0] / zw_gauss_behind[0];
    return places->met == 0 || !(after->sigmas[2] > ZW_RISES * straight);
}

/* A longer step, where this one ends nearer to losing rank than it began. */
ZW_COLD void zw_lengthened(
    zw_room w, const zw_course *at, const double *allowed, const double *p, const zw_settings
    *set, zw_try *best, zw_course *after)
{
    double H = best->laid.H;
    ZW_NEW(zw_try, next);
    ZW_NEW(zw_course, behind);
    zw_try_copy(w, best, &next);
    for (int k = 0; k < ZW_LONGER && zw_bends(after, &best->places); k++) {
        if (after->sigmas[2] > ZW_BACK * at->sigmas[2]) break;
        double longer = zw_longer[k] * H;
        if (set->step > 0.0) longer = rint(longer / set->step) * set->step;
        if (!(longer > best->laid.H)) continue;
        zw_lay(w, at, longer, allowed, p, &next.laid);
        /* One that did not settle has a stage next to where the motion comes back. */
        if (next.laid.settled && !next.laid.agreed) break;
        if (!next.laid.agreed) continue;
        zw_find_places(w, at, &next.laid, p, &next.places);
        zw_behind(w, at, &next.laid, &next.places, p, set, &behind);
        if (behind.sigmas[2] > after->sigmas[2] && !zw_beyond(&next.places)) {
            zw_try_copy(w, &next, best);
            zw_course_copy(w, &behind, after);
        }
    }
}

/* As many fixed steps as have the place nearest to their middle, or else other numbers of them; and
   more, where the motion turns back behind them. */
ZW_COLD void zw_by_fixed_steps(
    zw_room w, const zw_course *at, const double *allowed, const double *p, const zw_settings
    *set, zw_try *out, zw_course *after)
{
    double wanted = 2.0 * out->ahead / set->step;
    int best = wanted < 1.0 || !(wanted < INFINITY) ? 1
                                                    : (int)rint(zw_min(wanted, ZW_IN_A_ROW));
    int most = best > ZW_MULTIPLES ? best : ZW_MULTIPLES;
    ZW_NEW(zw_try, next);
    ZW_NEW(zw_course, behind);
    zw_try_copy(w, out, &next);
    for (int off = 0, first = 1, done = 0; off < ZW_MULTIPLES && !done; off++)
        for (int side = -1; side <= (off > 0) && !done; side += 2) {
            int many = best + side * off;
            if (many < 1 || many > most) continue;
            zw_lay(w, at, many * set->step, allowed, p, &next.laid);
            zw_find_places(w, at, &next.laid, p, &next.places);
            next.good = next.laid.agreed && !zw_beyond(&next.places);
            if (next.good) zw_behind(w, at, &next.laid, &next.places, p, set, &behind);
            if (first || next.good) zw_try_copy(w, &next, out);
            if (next.good) zw_course_copy(w, &behind, after);
            done = next.good && zw_is_clear(&behind);
            first = 0;
        }
    if (out->good && zw_is_clear(after)) zw_lengthened(w, at, allowed, p, set, out, after);
}

/* Steps laid anew until the place lies where it should, or they are good as they are. */
ZW_COLD void zw_centred(
    zw_room w, const zw_course *at, double where, const double *allowed, const double *p, const
    zw_settings *set, zw_try *out, zw_course *after)
{
    out->good = 0;
    for (int again = 0; again < ZW_AGAIN; again++) {
        zw_lay(w, at, out->ahead / where, allowed, p, &out->laid);
        zw_find_places(w, at, &out->laid, p, &out->places);
        int beyond = zw_beyond(&out->places);
        if (out->laid.agreed && !beyond) {
            zw_behind(w, at, &out->laid, &out->places, p, set, after);
            out->good = 1;
        }
        if (out->good || out->places.met == 0) return;
        double theta = out->places.theta[0];
        out->ahead = (beyond && out->places.met == 1 ? 2.0 : theta) * out->laid.H;
        if (fabs(theta - where) < ZW_CLOSE) return;
    }
}

/* Steps with the place at one part of them after another, until one is across. */
ZW_COLD void zw_by_any_step(
    zw_room w, const zw_course *at, const double *allowed, const double *p, const zw_settings
    *set, zw_try *out, zw_course *after)
{
    double until = INFINITY;
    out->slow = 0;
    for (int k = 0; k < ZW_WHERE; k++) {
        zw_centred(w, at, zw_where[k], allowed, p, set, out, after);
        if (out->good) {
            zw_lengthened(w, at, allowed, p, set, out, after);
            out->good = zw_is_clear(after);
            if (out->good) {
                out->slow = 0;
                return;
            }
            if (out->places.met == 0) out->slow = 1, until = zw_min(until, out->places.until);
        } else if (out->laid.settled) {
            /* A step that settled and is not good enough is too long; one that ends where the rank
               is still lost, too short. */
            break;
        }
    }
    out->slow = out->slow && until > at->largest;
}

/* A step of another length, where no number of fixed ones is across, and then a short one to where the
   next of them ends. */
ZW_COLD void zw_between_fixed_steps(
    zw_room w, const zw_course *at, const double *allowed, const double *p, const zw_settings
    *set, zw_try *out, zw_course *after)
{
    ZW_NEW(zw_try, other);
    ZW_NEW(zw_course, behind);
    zw_try_copy(w, out, &other);
    zw_by_any_step(w, at, allowed, p, set, &other, &behind);
    if (!other.good) return;
    zw_try_copy(w, &other, out);
    zw_course_copy(w, &behind, after);
    after->h = ceil(other.laid.H / set->step) * set->step - other.laid.H;
    if (!(after->h > ZW_ON_TIME * set->step)) after->h = set->step;
}

/* Whether a drive takes part in what is lost: a row that moves of itself. Then drives do not hold
   the motion there, whatever their forces, and it is not carried across. */
ZW_COLD int zw_driven(zw_room w, const zw_course *at, const zw_places *places, const double *p)
{
    ZW_ARRAY(M, ZW_N * ZW_N); ZW_ARRAY(A, ZW_ROWS * ZW_N); ZW_ARRAY(phi, ZW_ROWS);
    ZW_ARRAY(drive, ZW_ROWS); ZW_ZEROS(still, ZW_N);
    if (places->met == 0) return 0;
    ZW_CALL(hold, (at->q, still, &at->t, p), (M, A, phi, drive));
    for (int i = 0; i < ZW_K; i++) {
        double speed = 0.0;
        int lost = 0;
        for (int j = 0; j < ZW_N; j++) speed += fabs(A[i * ZW_N + j] * at->qd[j]);
        for (int k = 0; k < places->met; k++) lost = lost || places->rows[k * ZW_ROWS + i] != 0.0;
        if (lost && fabs(drive[i]) > ZW_DRIVEN * speed) return 1;
    }
    return 0;
}

/* Lay steps across what is ahead of a course, the singular configuration in their middle. `halt` is
   what made the loop halt. If the step is taken, `after` is the course behind it. */
ZW_COLD void zw_cross(
    zw_room w, const zw_course *at, const double *p, const zw_settings *set, int halt,
    zw_passage *out, zw_course *after)
{
    ZW_ARRAY(allowed, 2 * ZW_N);
    int fixed = set->step > 0.0, near = halt == ZW_HALT_SINGULAR_AHEAD;
    ZW_NEW(zw_try, tried);
    tried.good = tried.slow = 0;
    tried.ahead = zw_distance(at->times, at->sigmas);
    if (halt == ZW_HALT_SINGULAR_WITHIN && at->h < tried.ahead) tried.ahead = at->h;
    zw_tolerance_across(w, at, set, allowed);
    double ahead = tried.ahead;
    if (fixed) zw_by_fixed_steps(w, at, allowed, p, set, &tried, after);
    else zw_by_any_step(w, at, allowed, p, set, &tried, after);
    if (fixed && !(tried.good && zw_is_clear(after)) && ahead < INFINITY)
        zw_between_fixed_steps(w, at, allowed, p, set, &tried, after);
    if (fixed) tried.slow = tried.good && tried.places.met == 0 && !zw_is_clear(after);
    const zw_laid *laid = &tried.laid;
    const zw_places *places = &tried.places;
    out->t = at->t, out->H = laid->H, out->end = at->t + laid->H;
    for (int j = 0; j < ZW_N; j++) out->q[j] = laid->q[j], out->qd[j] = laid->qd[j];
    for (int i = 0; i < ZW_GAUSS * ZW_N; i++) out->K[i] = laid->K[i];
    out->met = places->met;
    for (int k = 0; k < places->met; k++) {
        out->theta[k] = places->theta[k], out->flips[k] = places->flips[k];
        for (int i = 0; i < ZW_M; i++)
            out->rows[k * ZW_ROWS + i] = places->rows[k * ZW_ROWS + i];
    }
    out->distance = places->met > 0 ? places->theta[0] * laid->H : tried.ahead;
    /* A motion that leaves the configuration was told on which branch. */
    int driven = tried.good && halt != ZW_HALT_RANK_ROSE && zw_driven(w, at, places, p);
    out->taken = tried.good && !driven;
    out->slow = tried.slow;
    out->nothing = places->met == 0 && laid->settled && (fixed || near);
    out->may_come_nearer = !driven && (fixed ? near : out->distance > ZW_NEAREST * at->largest);
}

/* The state at a time within a step across that began at `at`. */
ZW_COLD void zw_passage_at(
    zw_room w, const zw_course *at, const zw_passage *laid, const double *p, const zw_settings
    *set, double t, double *q, double *qd)
{
    ZW_ARRAY(allowed, 2 * ZW_N);
    ZW_NEW(zw_laid, own);
    zw_tolerance_across(w, at, set, allowed);
    /* At its end collocation is of twice the order that it has within: so a step to that end. */
    zw_lay(w, at, t - at->t, allowed, p, &own);
    if (own.agreed)
        for (int j = 0; j < ZW_N; j++) q[j] = own.q[j], qd[j] = own.qd[j];
    else
        zw_land(w, at, 0, laid->H, laid->K, (t - at->t) / laid->H, p, q, qd);
}

/* The time and the state at which an event's function changes its sign within the step. */
ZW_COLD double zw_passage_root(
    zw_room w, const zw_course *at, const zw_passage *laid, const double *p, const zw_settings
    *set, int which, double *q, double *qd)
{
    double low = at->t, high = laid->end;
    ZW_ARRAY(g, ZW_WATCHED);
    double before = at->values[which];
    while (high - low > 4e-16 * zw_max(fabs(low), fabs(high))) {
        double middle = (low + high) / 2.0;
        if (!(low < middle && middle < high)) break;
        zw_passage_at(w, at, laid, p, set, middle, q, qd);
        zw_watch_at(w, middle, q, qd, p, at->cut, g);
        int same = (g[which] > 0.0) == (before > 0.0) && (g[which] < 0.0) == (before < 0.0);
        if (same) low = middle;
        else high = middle;
    }
    zw_passage_at(w, at, laid, p, set, high, q, qd);
    return high;
}
