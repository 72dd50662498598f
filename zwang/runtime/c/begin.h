/* The start of a motion: the text follows zwang.integrate.start. */

/* The constraints a time dt along a straight line from a state, whose rows have had the lengths
   `longest`: what is seen, and the sizes of q and qd in the metric. */
ZW_PART void zw_look_ahead(
    zw_room w, double t, double dt, const double *q, const double *qd, const double *p, const
    double *longest, zw_sight *sight, double *sizes)
{
    ZW_ARRAY(M, ZW_N * ZW_N); ZW_ARRAY(A, ZW_ROWS * ZW_N); ZW_ARRAY(W, ZW_N * ZW_N);
    ZW_ARRAY(x, ZW_N); ZW_ARRAY(v, ZW_N);
    double trace = 0.0, of_q = 0.0, of_qd = 0.0;
    for (int j = 0; j < ZW_N; j++) x[j] = q[j] + dt * qd[j], v[j] = qd[j];
    zw_project(w, t + dt, x, v, p, 1, ZW_SMALLEST, ZW_WIDE, M, A);
    zw_metric_of(w, M, A, W);
    for (int j = 0; j < ZW_N; j++) {
        trace += W[j * ZW_N + j];
        of_q += q[j] * zw_dot(ZW_N, W + j * ZW_N, q);
        of_qd += qd[j] * zw_dot(ZW_N, W + j * ZW_N, qd);
    }
    /* A start at rest, or at the origin, has no size; a thousandth of a unit does for it. */
    sizes[0] = sqrt(fabs(of_q)) + 1e-3 * sqrt(trace / ZW_N);
    sizes[1] = sqrt(fabs(of_qd)) + 1e-3 * sqrt(trace / ZW_N);
    if (ZW_M > 0) zw_look(w, M, A, longest, -1, 0, sight);
}

/* The same in a state and, along a velocity, before and behind it. Rows are divided by their lengths in
   the state, or by the largest of the three if one is short: a row that all but vanishes there, and not
   around, would be of length one. Whether one is. */
ZW_PART int zw_look_thrice(
    zw_room w, double t, double dt, const double *q, const double *v, const double *p, zw_sight
    *sights, double *sizes)
{
    ZW_ZEROS(longest, ZW_ROWS);
    double other[2];
    int is_short = 0;
    for (int k = 0; k < 3; k++)
        zw_look_ahead(w, t, (k - 1) * dt, q, v, p, longest, sights + k, k == 1 ? sizes : other);
    for (int i = 0; i < ZW_M; i++) {
        longest[i] = zw_max(sights[1].sizes[i], zw_max(sights[0].sizes[i], sights[2].sizes[i]));
        is_short = is_short || sights[1].sizes[i] < ZW_SHORT * longest[i];
    }
    for (int k = 0; k < 3 && is_short; k++)
        zw_look_ahead(w, t, (k - 1) * dt, q, v, p, longest, sights + k, other);
    return is_short;
}

/* Values of events at the start: of which sign they are; no first step is longer than half of the time
   until one comes back to zero. */
ZW_PART void zw_arm_events(
    zw_room w, zw_course *at, const double *p, const double *qdd, const zw_settings *set)
{
    double back = INFINITY, tolerances[2] = {set->rtol, set->atol};
    ZW_NEW(zw_acting, acting);
    (void)tolerances; /* where no event is watched for */
    zw_act(w, at->t, at->q, at->qd, p, ZW_WIDE, &acting);
    for (int j = 0; j < ZW_N; j++) acting.qdd[j] = qdd[j];
    ZW_CALL(arm, (at->q, at->qd, &at->t, p, acting.qdd, acting.Qc, acting.lam, tolerances),
            (at->values, &back));
    for (int i = 0; i < ZW_E; i++) at->former[i] = at->values[i];
    if (!(set->step > 0.0)) at->h = zw_min(at->h, back / 2.0);
}

/* Fill a course before its first step: t, q and qd stand in it. Returns whether the start is a
   singular configuration. */
ZW_PART int zw_begin(
    zw_room w, zw_course *at, const double *p, const double *qdd, const zw_settings *set, double
    span, double *sizes)
{
    double top_q = 0.0, top_qd = 0.0;
    ZW_MANY(zw_sight, sights, 3);
    for (int j = 0; j < ZW_N; j++) {
        top_q = zw_max(top_q, fabs(at->q[j])), top_qd = zw_max(top_qd, fabs(at->qd[j]));
        at->q_before[j] = at->q[j], at->qd_before[j] = at->qd[j];
        at->sight.reach[j] = at->sight.weight[j] = 0.0;
    }
    at->h = zw_first_step(ZW_N, at->q, at->qd, qdd, set->rtol, set->atol, span);
    if (set->step > 0.0) at->h = set->step;
    at->error = 1.0;

    double around = ZW_AROUND * top_q / (top_qd > 1e-300 ? top_qd : 1e-300);
    around = around < INFINITY ? zw_min(around, ZW_AROUND * span) : 0.0;
    int is_short = zw_look_thrice(w, at->t, around, at->q, at->qd, p, sights, sizes);
    double nothing = is_short ? ZW_LEFT : ZW_WIDE; /* lengths around are short, too */
    if (ZW_M > 0) zw_sight_copy(w, sights + 1, &at->sight);
    int rank = 0, singular = 0;
    for (int i = 0; i < ZW_VALUES; i++)
        for (int k = 0; k < 3; k += 2)
            singular = singular
                       || (sights[1].values[i] <= nothing && sights[k].values[i] > nothing
                           && sights[k].values[i] > ZW_RISES_THERE * sights[1].values[i]);
    /* What is small here and around is small for good, and counts. */
    double counts = singular ? nothing : ZW_INDEPENDENT;
    while (rank < ZW_VALUES && at->sight.values[rank] > counts) rank++;
    double sigma = zw_sigma(w, &at->sight, rank);
    at->cut = zw_cut_for(sigma, 0.0);
    at->t_before = at->t;
    for (int i = 0; i < 3; i++) at->times[i] = at->t, at->sigmas[i] = sigma;
    at->quiet = -INFINITY, at->smallest = INFINITY, at->largest = 0.0;
    at->rank = rank, at->turns = at->index = at->accepted = at->rejected = 0;
    zw_forget(at);
    if (ZW_E) zw_arm_events(w, at, p, qdd, set);
    return singular;
}

/* Whether the start is off the constraints by more than a part of its size. */
ZW_PART int zw_misses(zw_room w, const double *row, const double *sizes, double part)
{
    const double *residual = row + 4 * ZW_N + ZW_M, *rate = residual + 2 * ZW_M;
    int off = 0;
    for (int i = 0; i < ZW_K; i++)
        off = off || fabs(residual[i]) > part * sizes[i < ZW_H ? 0 : 1]
              || (i < ZW_H && fabs(rate[i]) > part * sizes[1]);
    return off;
}

/* Whether a row on positions or velocities is zero: it may have no derivative. */
ZW_PART int zw_is_flat(zw_room w, const double *A)
{
    int found = 0;
    for (int i = 0; i < ZW_K; i++) {
        int zero = 1;
        for (int j = 0; j < ZW_N; j++) zero = zero && A[i * ZW_N + j] == 0.0;
        found = found || zero;
    }
    return found;
}

/* Whether qdd is above rounding of the force that it follows from, in the metric: accelerates of
   zwang.integrate.start. */
ZW_PART int zw_accelerates(
    zw_room w, double t, const double *q, const double *qd, const double *p, const double *qdd)
{
    ZW_ARRAY(M, ZW_N * ZW_N); ZW_ARRAY(A, ZW_ROWS * ZW_N); ZW_ARRAY(W, ZW_N * ZW_N);
    ZW_ARRAY(L, ZW_N * ZW_N); ZW_ARRAY(F, ZW_N); ZW_ARRAY(b, ZW_ROWS);
    double size = 0.0;
    ZW_CALL(evaluate, (q, qd, &t, p), (M, F, A, b));
    zw_metric_of(w, M, A, W);
    if (!zw_cholesky(ZW_N, W, L)) return 1;
    zw_solve_lower(ZW_N, L, F);
    for (int j = 0; j < ZW_N; j++) size += qdd[j] * zw_dot(ZW_N, W + j * ZW_N, qdd);
    return size > ZW_NOISE * ZW_NOISE * zw_dot(ZW_N, F, F);
}

/* Whether no motion leaves a start at rest in the way that A, at that place, allows: _require_way of
   zwang.integrate.start, where the reasons stand. In `seen` and `whole` what follows from the start. */
ZW_COLD int zw_no_way(
    zw_room w, const zw_course *at, const double *p, double span, double rank, double
    consistency, const double *seen, const long long *whole, double of_q)
{
    ZW_ARRAY(row, ZW_ROW_SIZE); ZW_ARRAY(v, ZW_N);
    double top_q = 0.0, top_qd = 0.0, top_qdd = 0.0;
    const double *residual = row + 4 * ZW_N + ZW_M, later[2] = {ZW_LATER_ONE, ZW_LATER_TWO};
    long long told[2];
    for (int j = 0; j < ZW_N; j++) {
        top_q = zw_max(top_q, fabs(at->q[j])), top_qd = zw_max(top_qd, fabs(at->qd[j]));
        top_qdd = zw_max(top_qdd, fabs(seen[j]));
    }
    double speed = sqrt((top_q > 0.0 ? top_q : 1.0) / top_qdd);
    if (whole[0] == ZW_N || whole[0] == ZW_M || ZW_H < ZW_M) return 0;
    if (!(top_qdd > 0.0 && top_qdd < INFINITY)) return 0;
    if (top_qd > ZW_OFF_ROUNDING * speed * top_qdd) return 0;
    if (!zw_accelerates(w, at->t, at->q, at->qd, p, seen)) return 0;
    for (int j = 0; j < ZW_N; j++) v[j] = speed * seen[j];
    zw_row(w, at->t, at->q, v, p, rank, consistency, row, told);
    if (told[1] != ZW_INCONSISTENT) return 0;
    for (int j = 0; j < ZW_N; j++) v[j] = 0.0;
    for (int k = 0; k < 2; k++) { /* what time changes is not judged by how it is now */
        zw_row(w, at->t + later[k] * span, at->q, v, p, rank, consistency, row, told);
        for (int i = 0; i < ZW_M; i++)
            if (fabs(residual[i] - seen[4 * ZW_N + ZW_M + i]) > ZW_OFF * of_q) return 0;
    }
    return 1;
}

/* Whether it is at rest where rows depend on each other, or all but do: nothing may lead out of such a
   rest, or more than one way. */
ZW_PART int zw_is_loose(zw_room w, const zw_course *at, const double *qdd, const double *p)
{
    double top_q = 0.0, top_qdd = 0.0, sizes[2];
    ZW_MANY(zw_sight, sights, 3);
    for (int j = 0; j < ZW_N; j++) {
        if (at->qd[j] != 0.0) return 0;
        top_q = zw_max(top_q, fabs(at->q[j])), top_qdd = zw_max(top_qdd, fabs(qdd[j]));
    }
    if (ZW_M == 0 || at->rank < ZW_M || at->sigmas[2] < ZW_WIDE) return ZW_M > 0;
    if (!(top_q > 0.0 && top_qdd > 0.0 && top_qdd < INFINITY)) return 0;
    return zw_look_thrice(w, at->t, ZW_AROUND * top_q / top_qdd, at->q, qdd, p, sights, sizes);
}

/* Check the start that stands in a course, bring it back from rounding, and begin. A status. In
   `told` whether it is a singular configuration; whether someone must look at it, as some row is zero,
   or it is at rest in what may be one; and whether it is inconsistent because nothing leads out of it. */
ZW_PART int zw_start(
    zw_room w, zw_course *at, const double *p, const zw_settings *set, double span, double rank,
    double consistency, int *told)
{
    ZW_ARRAY(row, ZW_ROW_SIZE);
    double sizes[2];
    const double *residual = row + 4 * ZW_N + ZW_M, *rate = residual + 2 * ZW_M;
    long long whole[2];
    told[0] = told[1] = told[2] = 0;
    if (!zw_finite(ZW_N, at->q) || !zw_finite(ZW_N, at->qd)) return ZW_NON_FINITE;
    zw_row(w, at->t, at->q, at->qd, p, rank, consistency, row, whole);
    told[0] = zw_begin(w, at, p, row, set, span, sizes);
    told[1] = zw_is_flat(w, rate + 2 * ZW_H) || zw_is_loose(w, at, row, p);
    if (zw_misses(w, row, sizes, ZW_OFF)) return ZW_NOT_ASSEMBLED;
    if (whole[1] != ZW_OK) return (int)whole[1];
    if (!zw_finite(ZW_M, residual) || !zw_finite(ZW_H, rate)) return ZW_NON_FINITE;
    if (whole[0] < ZW_M) told[2] = zw_no_way(w, at, p, span, rank, consistency, row, whole, sizes[0]);
    if (told[2]) return ZW_INCONSISTENT;
    if (!zw_finite(ZW_E, at->values)) return ZW_NON_FINITE;
    if (ZW_PROJECTS > 0 && zw_misses(w, row, sizes, ZW_OFF_ROUNDING)) {
        zw_restore(w, at->t, at->q, at->qd, p);
        told[0] = zw_begin(w, at, p, row, set, span, sizes);
    }
    return ZW_OK;
}
