/* One step, and many: propose, attempt, judge, commit, as in zwang.integrate.step. */

/* A step to try; `gap` is what it leaves out before its end, zero unless that is a break. */
typedef struct {
    double h, end, gap;
    int lands;
} zw_proposal;

/* What is thought of it. */
#define ZW_VERDICT(ARRAY, STRUCT)                                                                 \
    ARRAY(values, ZW_WATCHED)                                                                      \
    STRUCT(zw_view, view)
typedef struct {
    ZW_VERDICT(ZW_FIELD, ZW_INNER)
    double error, factor;
    int accepted, halved, within, rose;
} zw_verdict;
ZW_STRUCT(zw_verdict, ZW_VERDICT)

ZW_FUNCTION zw_proposal zw_propose(
    const zw_course *at, const double *targets, const zw_settings *set)
{
    zw_proposal out;
    const double *gaps = (const double *)(size_t)set->gaps;
    double target = targets[at->index], left = target - at->t, h = zw_min(at->h, set->longest);
    out.lands = zw_min(ZW_NEAR * h, set->longest) >= left
                || left <= ZW_SMALLEST_STEP * ZW_EPS * fabs(target);
    out.gap = out.lands && gaps ? gaps[at->index] : 0.0;
    out.h = out.lands ? left - out.gap : h > left / 2.0 ? left / 2.0 : h;
    out.end = out.lands ? target : at->t + out.h;
    return out;
}

ZW_FUNCTION void zw_judge_step(
    zw_room w, zw_course *at, zw_trial *trial, double there, const double *p, const zw_settings
    *set, zw_verdict *out)
{
    int fixed = set->step > 0.0, good = trial->sound;
    out->error = out->factor = 1.0;
    if (!fixed) {
        zw_step_facts facts = {set->rtol, set->atol, at->error, trial->last, trial->sound,
                               at->sight.reach, at->sight.weight, at->times, at->sigmas};
        zw_judge(ZW_RULE, ZW_N, at->q, at->qd, trial->q, trial->qd, trial->error, &facts,
                 &out->error, &out->factor);
        good = out->error <= 1.0;
    }
    if (ZW_E) zw_watch_at(w, there, trial->q, trial->qd, p, at->cut, out->values);
    if (!zw_finite(ZW_E, out->values)) good = 0, out->factor = ZW_RETRY;
    zw_watch_rows(w, at, trial, there, p, &out->view);
    out->rose = good && out->view.rose;
    out->within = good && (out->view.lost
                           || (out->view.turned && (fixed || at->turns >= ZW_TURNS)));
    out->halved = good && out->view.turned && !out->within;
    out->accepted = good && !out->within && !out->halved && !out->rose;
    if (out->halved || out->within) out->factor = 0.5;
}

/* What only C knows of the constraints: the last looks, and a glance. */
ZW_FUNCTION void zw_commit_view(
    zw_room w, zw_course *at, const zw_trial *trial, const zw_view *view, double there)
{
    if (view->looked) zw_sight_copy(w, &view->sight, &at->sight);
    at->sighted = view->looked;
    zw_glance_copy(w, &trial->glance, &at->glance);
    at->per_volume = view->per_volume;
    /* After a glance, what is left open has changed with sigma. */
    for (int j = 0; j < ZW_N && !view->looked; j++)
        at->sight.reach[j] *= at->sigmas[2] / view->sigma;
    for (int i = 0; i < ZW_M && trial->glance.known; i++)
        at->sight.sizes[i] = zw_max(at->sight.sizes[i], trial->glance.lengths[i]);
    /* What is only estimated does not say when sigma comes to zero: there are but two of it. */
    for (int i = 0; i < 2; i++) {
        int from = view->looked ? i + 1 : 2;
        at->times[i] = at->times[from], at->sigmas[i] = at->sigmas[from];
    }
    at->times[2] = there, at->sigmas[2] = view->sigma;
    at->cut = zw_cut_for(view->sigma, at->cut);
}

/* Whether an event came in the step. */
ZW_FUNCTION int zw_commit(
    zw_room w, zw_course *at, const zw_trial *trial, const zw_proposal *step, const zw_verdict
    *verdict, long long last)
{
    int came = zw_came(w, at->values, verdict->values);
    at->t_before = at->t, at->t = step->end;
    for (int j = 0; j < ZW_N; j++) {
        at->q_before[j] = at->q[j], at->q[j] = trial->q[j];
        at->qd_before[j] = at->qd[j], at->qd[j] = trial->qd[j];
    }
    zw_commit_view(w, at, trial, &verdict->view, step->end);
    at->error = verdict->error;
    if (!step->lands) at->smallest = step->h < at->smallest ? step->h : at->smallest;
    at->largest = step->h > at->largest ? step->h : at->largest;
    for (int i = 0; i < ZW_E; i++)
        at->former[i] = at->values[i], at->values[i] = verdict->values[i];
    at->turns = 0;
    at->index += step->lands && at->index < last;
    at->accepted += 1;
    return came;
}

/* Whether a singular configuration is near, for steps of length h. */
ZW_FUNCTION int zw_near(const zw_course *at, double h, int fixed)
{
    if (!(at->sigmas[2] < ZW_FEW * at->cut / ZW_WIDE && at->t >= at->quiet)) return 0;
    double ahead = zw_distance(at->times, at->sigmas);
    if (fixed && at->sigmas[2] < ZW_LITTLE * at->cut / ZW_WIDE) return ahead < INFINITY;
    return ahead <= ZW_AHEAD * h;
}

/* Behind a break nothing is known of the error and of the length of a step. */
ZW_COLD void zw_begin_anew(
    zw_room w, zw_course *at, const double *p, double end, const zw_settings *set)
{
    ZW_ARRAY(qdd, ZW_N);
    zw_acceleration(w, at->t, at->q, at->qd, p, at->cut, qdd);
    at->h = zw_first_step(ZW_N, at->q, at->qd, qdd, set->rtol, set->atol, end - at->t);
    if (set->step > 0.0) at->h = set->step;
    at->error = 1.0;
}

/* Try one step. Returns why to halt; `reported` tells whether its end is to be reported. */
ZW_FUNCTION int zw_one(
    zw_room w, zw_course *at, const double *p, const double *targets, long long last, const
    zw_settings *set, int *reported)
{
    ZW_NEW(zw_trial, trial);
    ZW_NEW(zw_verdict, verdict);
    zw_proposal step = zw_propose(at, targets, set);
    double t0 = at->t, tried = zw_min(at->h, set->longest);
    int fixed = set->step > 0.0, came = 0, ended = 0, near = 0;
    zw_attempt(w, at->t, at->q, at->qd, step.h, p, set->atol, at->cut, &trial);
    zw_judge_step(w, at, &trial, step.end, p, set, &verdict);
    double next = step.h * verdict.factor;
    if (step.lands && verdict.factor >= 1.0) next = zw_max(next, at->h);
    at->h = fixed ? set->step : next;
    if (verdict.accepted) {
        ended = step.lands && at->index == last;
        came = zw_commit(w, at, &trial, &step, &verdict, last);
        near = zw_near(at, tried, fixed);
        if (step.gap > 0.0) zw_begin_anew(w, at, p, targets[last], set);
    } else {
        at->turns += verdict.halved;
        at->rejected += 1;
    }
    *reported = verdict.accepted && (set->every || step.lands) && !came;
    if (came) return ZW_HALT_EVENT;
    if (ended) return ZW_HALT_END;
    if (verdict.rose) return ZW_HALT_RANK_ROSE;
    if (verdict.within) return ZW_HALT_SINGULAR_WITHIN;
    if (near) return ZW_HALT_SINGULAR_AHEAD;
    if (!verdict.accepted && fixed) /* stages next to a singular configuration may not come back */
        return zw_near(at, tried, fixed) ? ZW_HALT_SINGULAR_WITHIN : ZW_HALT_FAILED;
    if (at->h <= ZW_SMALLEST_STEP * ZW_EPS * fabs(t0) || step.h <= 0.0)
        return ZW_HALT_STEP_TOO_SMALL;
    return ZW_HALT_NONE;
}

/* Up to `limit` steps, tried ones counted, and up to `size` states to report: t, q and qd. */
ZW_PART int zw_advance(
    zw_room w, zw_course *at, const double *p, const double *targets, long long last, const
    zw_settings *set, long long limit, long long size, double *t, double *q, double *qd, long
    long *rows)
{
    int halt = ZW_HALT_NONE, reported;
    *rows = 0;
    for (long long tried = 0; halt == ZW_HALT_NONE && *rows < size && tried < limit; tried++) {
        halt = zw_one(w, at, p, targets, last, set, &reported);
        if (!reported) continue;
        t[*rows] = at->t;
        for (int j = 0; j < ZW_N; j++)
            q[*rows * ZW_N + j] = at->q[j], qd[*rows * ZW_N + j] = at->qd[j];
        *rows += 1;
    }
    if (halt != ZW_HALT_NONE && halt != ZW_HALT_END && halt != ZW_HALT_EVENT) zw_look_back(w, at, p);
    return halt;
}
