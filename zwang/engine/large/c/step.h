/* One step, and many: propose, attempt, judge, commit, as in zwang.integrate.step. What is arithmetic
   of it stands in judge.h. */

typedef struct {
    double h, end, gap, rest, error, factor, sigma; /* rest: from the end to the last target */
    int lands, accepted, halved, within;
} zw_tried;

/* Σ weight |x|. */
static double zw_weighed(long long n, const double *weight, const double *x)
{
    double sums[4] = {0.0, 0.0, 0.0, 0.0};
    long long i = 0;
    for (; i + 4 <= n; i += 4)
        for (int j = 0; j < 4; j++) sums[j] += weight[i + j] * fabs(x[i + j]);
    for (; i < n; i++) sums[0] += weight[i] * fabs(x[i]);
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/* The largest part of errors over what is tolerated, of coordinates and of velocities: what they were, are,
   and may be off. */
static double zw_norm_of(
    const zw_motion *s, const double *const begins[2], const double *const ends[2],
    const double *const errors[2])
{
    double largest[2], norm = 0.0, sums[2] = {0.0, 0.0}, all = 0.0;
    for (int part = 0; part < 2; part++) {
        double top = zw_largest(s, s->n, begins[part]);
        all = zw_max(all, top);
        largest[part] = zw_max(top, zw_largest(s, s->n, ends[part]));
        sums[part] = zw_weighed(s->n, s->weight, begins[part]);
    }
    double noise[2] = {0.0, 0.0}, sigmas[3] = {s->sigmas[0]};
    zw_loosest(s, sums[0], sums[1], sigmas + 1, sigmas + 2);
    zw_openness left = zw_open_state(sums[0], sums[1], all, s->times, sigmas, s->last);
    for (long long j = 0; j < s->n; j++) {
        if (s->m > 0 && (j == 0 || s->lone[j] != s->lone[j - 1]))
            zw_left_open(&left, s->lone[j] / zw_max(sigmas[2], ZW_EPS), noise, noise + 1);
        for (int part = 0; part < 2; part++) {
            double size = zw_max(fabs(begins[part][j]), fabs(ends[part][j]));
            double open = zw_allowed(size, largest[part], s->rtol, s->atol) + noise[part];
            double error = fabs(errors[part][j]);
            if (!(error <= norm * open)) norm = zw_max(norm, error / open);
        }
    }
    return norm;
}

static double zw_norm(const zw_motion *s)
{
    const double *begins[2] = {s->q, s->qd}, *ends[2] = {s->trial_q, s->trial_qd};
    const double *errors[2] = {s->error, s->error + s->n};
    return zw_norm_of(s, begins, ends, errors);
}

/* What accelerations in a step of length h may be wrong by, in the metric: d there is at most `lone` d in
   a coordinate, so that h d and h² d are added to its velocity and to itself. Of a coordinate that is zero
   along the motion atol is tolerated, however wide rtol is, and of each what rounding leaves open,
   which is in proportion to `lone` too. */
static double zw_tolerable(const zw_motion *s, const double *q, const double *qd, double h)
{
    double sums[2] = {zw_weighed(s->n, s->weight, q), zw_weighed(s->n, s->weight, qd)};
    double largest_q = zw_largest(s, s->n, q), largest_qd = zw_largest(s, s->n, qd);
    double lone = zw_largest(s, s->n, s->lone), noise[2];
    zw_openness left = zw_open_state(
        sums[0], sums[1], zw_max(largest_q, largest_qd), s->times, s->sigmas, 0.0);
    zw_left_open(&left, 1.0 / zw_max(s->sigmas[2], ZW_EPS), noise, noise + 1);
    double of_q = zw_allowed(0.0, largest_q, s->rtol, s->atol) / lone + noise[0];
    double of_qd = zw_allowed(0.0, largest_qd, s->rtol, s->atol) / lone + noise[1];
    return ZW_SPARSE_ENOUGH * zw_min(of_qd, of_q / h) / h;
}

/* A step of length h from (t, q, qd), brought back to the constraints: its end and its error. Whether
   all went well. */
static int zw_attempt(
    zw_motion *s, double t, const double *q, const double *qd, double h, double cut)
{
    s->anew = 1;
    s->most = zw_tolerable(s, q, qd, h);
    zw_stage_room room = {s->stages, s->x, s->v};
    s->sparse->ways->stages(
        s->method, s->n, t, q, qd, h, cut, zw_acceleration, s, &room, s->q1, s->qd1, s->error);
    s->anew = 1;
    s->most = 0.0;
    int sound = zw_all_finite(s->n, s->q1) && zw_all_finite(s->n, s->qd1)
                && zw_all_finite(2 * s->n, s->error);
    for (long long j = 0; j < s->n; j++)
        s->trial_q[j] = s->q1[j], s->trial_qd[j] = s->qd1[j];
    s->last = 0.0;
    if (!sound) return 0;
    if (s->projects == 0) { /* for what is seen of the constraints */
        zw_sparse_holding(s, t + h, s->trial_q, s->trial_qd);
        return zw_sparse_ready(s, s->m, cut);
    }
    s->in_step = 1;
    sound = zw_sparse_return(s, t + h, s->trial_q, s->trial_qd, s->projects, s->atol, cut);
    s->in_step = 0;
    if (s->projects < ZW_SETTLED) s->last = 0.0;
    for (long long j = 0; j < s->n; j++) {
        double *of_q = s->error + j, *of_qd = of_q + s->n;
        *of_q = zw_max(fabs(*of_q), fabs(s->trial_q[j] - s->q1[j]));
        *of_qd = zw_max(fabs(*of_qd), fabs(s->trial_qd[j] - s->qd1[j]));
    }
    return sound;
}

static void zw_propose(
    const zw_motion *s, const double *targets, long long last, zw_tried *out)
{
    double target = targets[s->index], left = target - s->t, h = zw_min(s->h_next, s->longest);
    out->lands = zw_min(ZW_NEAR * h, s->longest) >= left
                 || left <= ZW_SMALLEST_STEP * ZW_EPS * fabs(target);
    out->gap = out->lands && s->gaps ? s->gaps[s->index] : 0.0;
    out->h = out->lands ? left - out->gap : h > left / 2.0 ? left / 2.0 : h;
    out->end = out->lands ? target : s->t + out->h;
    out->rest = targets[last] - out->end;
}

/* What becomes of a step whose error has this norm. */
static void zw_judge_step(
    zw_motion *s, int sound, double norm, double *values, zw_tried *out)
{
    int fixed = s->step > 0.0, good = sound, turned = 0;
    out->error = out->factor = 1.0;
    if (!fixed) {
        double seen = sound ? norm : INFINITY;
        zw_judge_norm(s->method, seen, s->norm, sound, &out->error, &out->factor);
        good = out->error <= 1.0;
    }
    if (good && s->events > 0) {
        zw_watch(s, s->trial_q, s->trial_qd, out->end, values);
        if (!zw_all_finite(s->events, values)) good = 0, out->factor = ZW_RETRY;
    }
    out->sigma = good && s->m > 0 ? zw_glance(s, &turned) : 1.0;
    int lost = good && !(out->sigma > ZW_LOST * s->cut);
    out->within = good && s->t >= s->quiet
                  && (lost || (turned && (fixed || s->turns >= ZW_TURNS)));
    out->halved = good && turned && !out->within && s->t >= s->quiet;
    out->accepted = good && !out->within && !out->halved;
    if (out->halved || out->within) out->factor = 0.5;
}

/* Whether an event came in the step. */
static int zw_commit(zw_motion *s, const zw_tried *step, const double *values, long long last)
{
    int came = 0;
    s->t_before = s->t, s->t = step->end;
    for (long long j = 0; j < s->n; j++) {
        s->q_before[j] = s->q[j], s->q[j] = s->trial_q[j];
        s->qd_before[j] = s->qd[j], s->qd[j] = s->trial_qd[j];
    }
    zw_keep_vectors(s);
    for (int i = 0; i < 2; i++)
        s->times[i] = s->times[i + 1], s->sigmas[i] = s->sigmas[i + 1];
    s->times[2] = step->end, s->sigmas[2] = step->sigma;
    s->cut = zw_cut_for(step->sigma, s->cut);
    s->norm = step->error;
    if (!step->lands) s->smallest = step->h < s->smallest ? step->h : s->smallest;
    s->largest = step->h > s->largest ? step->h : s->largest;
    for (long long i = 0; i < s->events; i++) {
        double was = s->values[i], is = values[i];
        int up = was < 0.0 && is >= 0.0, down = was > 0.0 && is <= 0.0;
        came = came || (up && s->direction[i] >= 0) || (down && s->direction[i] <= 0);
        s->former[i] = was, s->values[i] = is;
    }
    zw_keep_sizes(s);
    s->turns = 0;
    s->index += step->lands && s->index < last;
    s->accepted += 1;
    if (s->m > 0 && s->accepted % ZW_SURVEYS == 0) zw_survey(s);
    return came;
}

/* How long it is until the k-th of the singular values comes to zero; infinite for one that is not
   small. */
static double zw_until(const zw_motion *s, int k)
{
    double sigmas[3];
    for (int i = 0; i < 3; i++)
        sigmas[i] = k ? s->small[(3 - i) * ZW_FOLLOWED + k] : s->sigmas[i];
    return sigmas[2] < ZW_FEW * s->cut / ZW_WIDE ? zw_distance(s->times, sigmas) : INFINITY;
}

/* Whether a singular configuration is near, for steps of length h. The value that comes to zero there may
   stand behind others that stay: where it is the smallest, it may be too late to cross. */
static int zw_near(const zw_motion *s, double h, int fixed)
{
    int followed = s->rank < ZW_FOLLOWED ? (int)s->rank : ZW_FOLLOWED;
    if (!(s->t >= s->quiet)) return 0;
    if (fixed && s->sigmas[2] < ZW_LITTLE * s->cut / ZW_WIDE) return zw_until(s, 0) < INFINITY;
    for (int k = 0; k < (fixed ? 1 : followed); k++)
        if (zw_until(s, k) <= (k ? ZW_SOON : ZW_AHEAD) * h) return 1;
    return 0;
}

/* A first length. */
ZW_EXPORT double zw_sparse_first_step(zw_motion *s, const double *qdd, double span)
{
    return zw_first_step(s->n, s->q, s->qd, qdd, s->rtol, s->atol, span);
}

/* Behind a break nothing is known of the error and of the length of a step. */
static void zw_begin_anew(zw_motion *s, double rest)
{
    s->anew = 1;
    zw_acceleration(s, s->t, s->q, s->qd, zw_root(s), s->change);
    s->anew = 1;
    s->h_next = s->step > 0.0 ? s->step : zw_sparse_first_step(s, s->change, rest);
    s->norm = 1.0;
}

/* Take a step that was tried, if its error is good. Returns why to halt; `reported` tells whether its end
   is to be reported. */
static int zw_conclude(
    zw_motion *s, zw_tried *step, int sound, double norm, long long last, double *values,
    int *reported)
{
    int fixed = s->step > 0.0, came = 0, ended = 0, near = 0;
    double t0 = s->t, tried = zw_min(s->h_next, s->longest);
    zw_judge_step(s, sound, norm, values, step);
    double next = step->h * step->factor;
    if (step->lands && step->factor >= 1.0) next = zw_max(next, s->h_next);
    s->h_next = fixed ? s->step : next;
    if (step->accepted) {
        ended = step->lands && s->index == last;
        came = zw_commit(s, step, values, last);
        near = zw_near(s, tried, fixed);
        if (step->gap > 0.0) zw_begin_anew(s, step->rest);
    } else {
        s->turns += step->halved;
        s->rejected += 1;
    }
    *reported = step->accepted && (s->every || step->lands) && !came;
    if (came) return ZW_HALT_EVENT;
    if (ended) return ZW_HALT_END;
    if (step->within) return ZW_HALT_SINGULAR_WITHIN;
    if (near) return ZW_HALT_SINGULAR_AHEAD;
    if (!step->accepted && fixed) /* stages next to a singular configuration may not come back */
        return zw_near(s, tried, fixed) ? ZW_HALT_SINGULAR_WITHIN : ZW_HALT_FAILED;
    if (s->h_next <= ZW_SMALLEST_STEP * ZW_EPS * fabs(t0) || step->h <= 0.0)
        return ZW_HALT_STEP_TOO_SMALL;
    return ZW_HALT_NONE;
}

/* Try one step. */
static int zw_one(
    zw_motion *s, const double *targets, long long last, double *values, int *reported)
{
    zw_tried step;
    zw_propose(s, targets, last, &step);
    int sound = zw_attempt(s, s->t, s->q, s->qd, step.h, zw_root(s)), adapts = !(s->step > 0.0);
    double norm = sound && adapts ? zw_norm(s) : INFINITY;
    return zw_conclude(s, &step, sound, norm, last, values, reported);
}

static void zw_begin_watch(zw_motion *s)
{
    if (s->m == 0 || s->looked) return;
    zw_sparse_look(s, s->t, s->q, s->qd, zw_root(s), ZW_LOOKS);
    for (int times = 0; times < 3; times++) zw_keep_vectors(s); /* nothing is known of before */
    zw_keep_sizes(s);
}

/* Up to `limit` steps, tried ones counted, and up to `size` states to report: t, q and qd. `values`
   has room for those of the events. */
ZW_EXPORT int zw_sparse_advance(
    zw_motion *s, const double *targets, long long last, long long limit, long long size,
    double *t, double *q, double *qd, long long *rows, double *values)
{
    int halt = ZW_HALT_NONE, reported;
    *rows = 0;
    zw_begin_watch(s);
    for (long long tried = 0; halt == ZW_HALT_NONE && *rows < size && tried < limit; tried++) {
        halt = zw_one(s, targets, last, values, &reported);
        if (!reported) continue;
        t[*rows] = s->t;
        for (long long j = 0; j < s->n; j++)
            q[*rows * s->n + j] = s->q[j], qd[*rows * s->n + j] = s->qd[j];
        *rows += 1;
    }
    return halt;
}
