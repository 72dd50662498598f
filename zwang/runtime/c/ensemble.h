/* Whole motions, one for each member, with nobody to ask: the text follows zwang.integrate.start and
   zwang.integrate.loop. */

/* What is known of a member's motion; `states` has rows of q and qd, one for each of the times. Who
   gives room for it learns of the last step across a singular configuration, and where it began. */
#define ZW_FATE(ARRAY, STRUCT)                                                                    \
    ARRAY(event_time, ZW_WATCHED)                                                                  \
    ARRAY(event_count, ZW_WATCHED)                                                                 \
    ARRAY(q_end, ZW_N)                                                                             \
    ARRAY(qd_end, ZW_N)                                                                            \
    STRUCT(zw_course, at)
typedef struct {
    ZW_FATE(ZW_FIELD, ZW_INNER)
    zw_course *before;
    zw_passage *across;
    double *states, t_end;
    long long status, crossings, stuck;
} zw_fate;
ZW_STRUCT(zw_fate, ZW_FATE)

ZW_FUNCTION void zw_keep(zw_room w, zw_fate *fate, long long row, const double *q, const double *qd)
{
    double *to = fate->states + row * 2 * ZW_N;
    for (int j = 0; j < ZW_N; j++) to[j] = q[j], to[ZW_N + j] = qd[j];
}

/* The motion ends here. */
ZW_FUNCTION int zw_end(
    zw_room w, zw_fate *fate, int status, double t, const double *q, const double *qd)
{
    fate->status = status, fate->t_end = t;
    for (int j = 0; j < ZW_N; j++) fate->q_end[j] = q[j], fate->qd_end[j] = qd[j];
    return 1;
}

ZW_FUNCTION int zw_end_now(zw_room w, zw_fate *fate, int status)
{
    return zw_end(w, fate, status, fate->at.t, fate->at.q, fate->at.qd);
}

/* -- the start --------------------------------------------------------------------------------- */

/* Check the start, and begin. Whether that is the end already. */
ZW_APART int zw_depart(
    zw_room w, zw_fate *fate, const double *p, const double *targets, const zw_common *all)
{
    double span = targets[all->last] - all->t0;
    int told[3], status;
    status = zw_start(w, &fate->at, p, &all->settings, span, all->rank, all->consistency, told);
    fate->stuck = told[2];
    if (status != ZW_OK) return zw_end_now(w, fate, status);
    return told[0] ? zw_end_now(w, fate, ZW_BRANCH_NOT_ASSURED) : 0;
}

/* -- events ------------------------------------------------------------------------------------ */

/* Note the events of a step, which `came` says and whose `times` are known, up to one that is
   terminal: that one is returned, or -1. */
ZW_PART int zw_note(zw_room w, zw_fate *fate, const int *came, const double *times)
{
    int ends = -1;
    for (int i = 0; i < ZW_E; i++)
        if (came[i] && zw_terminal[i] && (ends < 0 || times[i] < times[ends])) ends = i;
    for (int i = 0; i < ZW_E; i++) {
        if (!came[i] || (ends >= 0 && times[i] > times[ends])) continue;
        if (fate->event_count[i] == 0) fate->event_time[i] = times[i];
        fate->event_count[i] += 1;
    }
    return ends;
}

/* After a step in which events came. Whether that is the end. */
ZW_COLD int zw_met_event(
    zw_room w, zw_fate *fate, long long row, int landed, const double *p, const zw_common *all)
{
    zw_course *at = &fate->at;
    ZW_ARRAY(found, 1 + 2 * ZW_N); ZW_ARRAY(times, ZW_WATCHED);
    ZW_WHOLES(came, ZW_WATCHED);
    for (int i = 0; i < ZW_E; i++) {
        came[i] = zw_came_one(w, i, at->former[i], at->values[i]);
        if (came[i]) zw_locate(w, at, p, &all->settings, i, found);
        times[i] = found[0];
    }
    int ends = zw_note(w, fate, came, times);
    if (ends >= 0) {
        zw_locate(w, at, p, &all->settings, ends, found);
        if (landed && found[0] >= at->t) zw_keep(w, fate, row, at->q, at->qd);
        return zw_end(w, fate, ZW_OK, found[0], found + 1, found + 1 + ZW_N);
    }
    if (landed) zw_keep(w, fate, row, at->q, at->qd);
    return landed && row == all->last ? zw_end_now(w, fate, ZW_OK) : 0;
}

/* -- singular configurations ------------------------------------------------------------------- */

/* Take a step across a singular configuration: times and events in it. Whether the motion ends in it. */
ZW_COLD int zw_crossed(
    zw_room w, zw_fate *fate, const zw_passage *laid, zw_course *after, const double *p, const
    double *targets, const zw_common *all)
{
    const zw_course *at = &fate->at;
    ZW_ARRAY(q, ZW_N); ZW_ARRAY(qd, ZW_N); ZW_ARRAY(times, ZW_WATCHED);
    double end = laid->end;
    long long first = at->index, index = first;
    ZW_WHOLES(came, ZW_WATCHED);
    int ended = 0;
    for (; !ended && targets[index] <= end; index += !ended) {
        zw_passage_at(w, at, laid, p, &all->settings, targets[index], q, qd);
        zw_keep(w, fate, index, q, qd);
        ended = index == all->last;
    }
    double until = ended ? targets[all->last] : end;
    double first_met = laid->met > 0 ? laid->t + laid->theta[0] * laid->H : INFINITY;
    int met = first_met <= until + 1e-4 * (end - at->t); /* one at the very end is met too */
    fate->crossings += met;
    after->index = index;
    for (int i = 0; i < ZW_E; i++) {
        came[i] = zw_came_one(w, i, at->values[i], after->values[i]);
        times[i] = came[i] ? zw_passage_root(w, at, laid, p, &all->settings, i, q, qd) : 0.0;
        came[i] = came[i] && times[i] <= until;
    }
    int ends = zw_note(w, fate, came, times);
    if (ends >= 0) {
        double t = zw_passage_root(w, at, laid, p, &all->settings, ends, q, qd);
        ZW_ARRAY(nothing, ZW_N);
        fate->crossings -= met && first_met > t;
        for (int j = 0; j < ZW_N; j++) nothing[j] = NAN;
        for (long long row = first; row <= all->last; row++)
            if (targets[row] > t) zw_keep(w, fate, row, nothing, nothing);
        zw_course_copy(w, after, &fate->at);
        return zw_end(w, fate, ZW_OK, t, q, qd);
    }
    if (ended) {
        const double *row = fate->states + all->last * 2 * ZW_N;
        zw_end(w, fate, ZW_OK, until, row, row + ZW_N);
    }
    zw_course_copy(w, after, &fate->at);
    return ended;
}

/* Cross it; or come nearer first; or go on, if there is none; or end, not assured. */
ZW_COLD int zw_meet_pose(
    zw_room w, zw_fate *fate, int halt, const double *p, const double *targets, const zw_common
    *all)
{
    if (ZW_M == 0) return zw_end_now(w, fate, ZW_BRANCH_NOT_ASSURED);
    zw_course *at = &fate->at;
    ZW_NEW(zw_course, after);
    ZW_NEW(zw_passage, laid);
    if (halt == ZW_HALT_RANK_ROSE) return zw_end_now(w, fate, ZW_BRANCH_NOT_ASSURED);
    zw_cross(w, at, p, &all->settings, halt, &laid, &after);
    if (laid.slow && zw_lowered(w, at) < at->cut) {
        zw_forget(at);
        at->cut = zw_lowered(w, at), at->turns = 0;
        return 0;
    }
    if (laid.taken) {
        if (fate->across) {
            zw_passage_copy(w, &laid, fate->across);
            zw_course_copy(w, at, fate->before);
        }
        int ended = zw_crossed(w, fate, &laid, &after, p, targets, all);
        zw_forget(at);
        return ended;
    }
    zw_forget(at);
    if (laid.nothing) {
        at->quiet = at->t + laid.distance;
        return 0;
    }
    if (laid.may_come_nearer) {
        if (!(all->settings.step > 0.0)) at->h = zw_min(at->h, laid.distance / 2.0);
        at->turns = 0;
        return 0;
    }
    return zw_end_now(w, fate, ZW_BRANCH_NOT_ASSURED);
}

/* -- from the start to the end ------------------------------------------------------------------ */

/* The status of the acceleration in a state, and qdd. */
ZW_APART int zw_status_of(
    zw_room w, double t, const double *q, const double *qd, const double *p, double cut, double
    *qdd)
{
    ZW_ARRAY(M, ZW_N * ZW_N); ZW_ARRAY(A, ZW_ROWS * ZW_N); ZW_ARRAY(F, ZW_COLUMNS * ZW_N);
    ZW_ARRAY(b, ZW_COLUMNS * ZW_ROWS); ZW_ARRAY(C, ZW_N);
    ZW_ARRAY(phi, ZW_ROWS); ZW_ARRAY(velocity, ZW_ROWS); ZW_ARRAY(seen, ZW_OBSERVED + 1);
    ZW_NEW(zw_found, found);
    ZW_CALL(describe, (q, qd, &t, p), (M, F, A, b, phi, velocity, seen));
    zw_accelerate(w, t, q, qd, p, M, A, F, b, zw_step_rank(w, cut), ZW_STEP_CONSISTENCY, C, &found);
    for (int j = 0; j < ZW_N; j++) qdd[j] = found.x[j];
    return found.status;
}

/* Whether the member's end is off the constraints; see zwang.consistency.adrift. */
ZW_APART int zw_adrift(
    zw_room w, const zw_fate *fate, const double *q0, const double *qd0, const double *p)
{
    ZW_ARRAY(M, ZW_N * ZW_N); ZW_ARRAY(A, ZW_ROWS * ZW_N); ZW_ARRAY(phi, ZW_ROWS);
    ZW_ARRAY(velocity, ZW_ROWS);
    ZW_CALL(hold, (fate->q_end, fate->qd_end, &fate->t_end, p), (M, A, phi, velocity));
    for (int i = 0; i < ZW_K; i++) {
        const double *x = i < ZW_H ? fate->q_end : fate->qd_end, *x0 = i < ZW_H ? q0 : qd0;
        double allowed = 0.0, raw = i < ZW_H ? phi[i] : velocity[i];
        int none = 1;
        for (int j = 0; j < ZW_N; j++) {
            double size = zw_max(fabs(x[j]), fabs(x0[j]));
            allowed += fabs(A[i * ZW_N + j]) * (ZW_BEYOND * size + ZW_FLOOR);
            none = none && A[i * ZW_N + j] == 0.0;
        }
        if ((none || ZW_PROJECTS) && fabs(raw) > allowed + (none ? ZW_UNFELT : 0.0)) return 1;
    }
    return 0;
}

/* Steps fail, however small, or a fixed one does: look a little ahead for the cause. */
ZW_COLD int zw_stuck(zw_room w, zw_fate *fate, int halt, const double *p, const zw_common *all)
{
    zw_course *at = &fate->at;
    ZW_ARRAY(qdd, ZW_N); ZW_ARRAY(q, ZW_N); ZW_ARRAY(qd, ZW_N); ZW_ARRAY(other, ZW_N);
    double part = 1e-9;
    double longest = zw_max(zw_max(at->largest, all->settings.step), 1e-9);
    zw_status_of(w, at->t, at->q, at->qd, p, at->cut, qdd);
    for (int k = 0; k < 3; k++, part *= 1e3) {
        double h = part * longest;
        for (int j = 0; j < ZW_N; j++)
            q[j] = at->q[j] + h * at->qd[j], qd[j] = at->qd[j] + h * qdd[j];
        int status = zw_status_of(w, at->t + h, q, qd, p, at->cut, other);
        if (status != ZW_OK) return zw_end_now(w, fate, status);
    }
    zw_look_back(w, at, p);
    if (zw_sigma(w, &at->sight, (int)at->rank) < ZW_SMALL * at->cut / ZW_WIDE)
        return zw_end_now(w, fate, ZW_BRANCH_NOT_ASSURED);
    return zw_end_now(w, fate, halt == ZW_HALT_FAILED ? ZW_STEP_FAILED : ZW_STEP_TOO_SMALL);
}

/* One step of a member, and what is to be done after it. Whether that is the end. */
ZW_FUNCTION int zw_go_on(
    zw_room w, zw_fate *fate, const double *p, const double *targets, const zw_common *all)
{
    zw_course *at = &fate->at;
    long long row = at->index, accepted = at->accepted;
    int reported, halt = zw_one(w, at, p, targets, all->last, &all->settings, &reported);
    int landed = at->accepted > accepted && at->t == targets[row];
    if (reported) zw_keep(w, fate, row, at->q, at->qd);
    if (halt == ZW_HALT_NONE) return 0;
    if (halt == ZW_HALT_END) return zw_end_now(w, fate, ZW_OK);
    if (halt == ZW_HALT_EVENT) return zw_met_event(w, fate, row, landed, p, all);
    zw_look_back(w, at, p);
    if (halt == ZW_HALT_SINGULAR_AHEAD || halt == ZW_HALT_SINGULAR_WITHIN || halt == ZW_HALT_RANK_ROSE)
        return zw_meet_pose(w, fate, halt, p, targets, all);
    return zw_stuck(w, fate, halt, p, all);
}

/* One member. `told` is written as status, accepted, rejected, crossings, whether nothing leads out of
   the start, and the counts of events;
   `ends` as time, q, qd and the times of events. */
ZW_FUNCTION void zw_member(
    zw_room w, const double *q0, const double *qd0, const double *p, const double *targets,
    const zw_common *all, double *states, double *ends, long long *told)
{
    ZW_NEW(zw_fate, fate);
    zw_course *at = &fate.at;
    for (long long i = 0; i < (all->last + 1) * 2 * ZW_N; i++) states[i] = NAN;
    for (int i = 0; i < ZW_E; i++) fate.event_time[i] = NAN, fate.event_count[i] = 0;
    fate.states = states, fate.crossings = 0, fate.before = 0, fate.across = 0;
    at->t = all->t0, at->accepted = at->rejected = 0;
    for (int j = 0; j < ZW_N; j++) at->q[j] = q0[j], at->qd[j] = qd0[j];
    double mark_t = all->t0;
    long long mark = 0;
    int ended = zw_depart(w, &fate, p, targets, all);
    while (!ended) {
        long long tried = at->accepted + at->rejected;
        if (all->max_steps > 0 && tried >= all->max_steps) {
            ended = zw_end_now(w, &fate, ZW_TOO_MANY_STEPS);
        } else if (tried - mark >= ZW_STRETCH
                   && at->t - mark_t < ZW_PROGRESS * (targets[all->last] - at->t)) {
            ended = zw_stuck(w, &fate, ZW_HALT_STEP_TOO_SMALL, p, all);
        } else {
            if (tried - mark >= ZW_STRETCH) mark = tried, mark_t = at->t;
            ended = zw_go_on(w, &fate, p, targets, all);
        }
    }
    /* A state in which nothing is finite is no end, though the last step saw nothing of it. */
    ZW_ARRAY(qdd, ZW_N);
    if (fate.status == ZW_OK
        && zw_status_of(w, fate.t_end, fate.q_end, fate.qd_end, p, at->cut, qdd) == ZW_NON_FINITE)
        fate.status = ZW_NON_FINITE;
    if (fate.status == ZW_OK && zw_adrift(w, &fate, q0, qd0, p)) fate.status = ZW_LEFT_CONSTRAINTS;
    told[0] = fate.status, told[1] = at->accepted, told[2] = at->rejected;
    told[3] = fate.crossings, told[4] = fate.stuck;
    ends[0] = fate.t_end;
    for (int j = 0; j < ZW_N; j++) ends[1 + j] = fate.q_end[j], ends[1 + ZW_N + j] = fate.qd_end[j];
    for (int i = 0; i < ZW_E; i++)
        told[5 + i] = (long long)fate.event_count[i], ends[1 + 2 * ZW_N + i] = fate.event_time[i];
}

/* Member number i of many: rows of q0, qd0 and p, and of all that is written. */
ZW_FUNCTION void zw_member_of(
    zw_room w, long long i, const double *q0, const double *qd0, const double *p, const double
    *targets, const zw_common *all, double *states, double *ends, long long *told)
{
    zw_member(w, q0 + i * ZW_N, qd0 + i * ZW_N, p + i * ZW_P, targets, all,
              states + i * (all->last + 1) * 2 * ZW_N, ends + i * (1 + 2 * ZW_N + ZW_E),
              told + i * (5 + ZW_E));
}
