/* A look at the constraints at the end of a step, which mostly is a glance. */

/* What is seen of the constraints at the end of a step: sigma; whether they turned since its
   beginning, lost rank, or gained some. */
#define ZW_VIEW(ARRAY, STRUCT) STRUCT(zw_sight, sight)
typedef struct {
    ZW_VIEW(ZW_FIELD, ZW_INNER) /* where it was looked at */
    double sigma, per_volume;
    int looked, turned, lost, rose;
} zw_view;
ZW_STRUCT(zw_view, ZW_VIEW)

/* Nothing but the course itself is known of the state now. */
ZW_FUNCTION void zw_forget(zw_course *at)
{
    at->glance.known = 0, at->per_volume = 0.0, at->sighted = 0;
}

/* The sight of the state now, if it was passed without a look. */
ZW_APART void zw_look_back(zw_room w, zw_course *at, const double *p)
{
    ZW_ARRAY(M, ZW_N * ZW_N); ZW_ARRAY(A, ZW_ROWS * ZW_N); ZW_ARRAY(phi, ZW_ROWS);
    ZW_ARRAY(velocity, ZW_ROWS);
    if (at->sighted || ZW_M == 0) return;
    ZW_CALL(hold, (at->q, at->qd, &at->t, p), (M, A, phi, velocity));
    zw_look(w, M, A, at->sight.sizes, (int)at->rank, 0, &at->sight);
    for (int i = 0; i < 3; i++)
        if (at->times[i] == at->t) at->sigmas[i] = zw_sigma(w, &at->sight, (int)at->rank);
    at->sighted = 1;
}

/* The volume that the rows span, each in parts of the largest length it has had. */
ZW_FUNCTION double zw_volume(zw_room w, const zw_glance *glance, const double *sizes)
{
    double volume = glance->volume;
    for (int i = 0; i < ZW_M; i++)
        if (glance->lengths[i] < sizes[i]) volume *= glance->lengths[i] / sizes[i];
    return volume;
}

ZW_APART void zw_look_at(
    zw_room w, zw_course *at, zw_trial *trial, double there, const double *p, zw_view *view)
{
    ZW_ARRAY(phi, ZW_ROWS); ZW_ARRAY(velocity, ZW_ROWS);
    int above = 0, estimated = !at->sighted;
    if (trial->glance.known)
        ZW_CALL(hold, (trial->q, trial->qd, &there, p), (trial->M, trial->A, phi, velocity));
    if (!zw_finite(ZW_N * ZW_N, trial->M) || !zw_finite(ZW_M * ZW_N, trial->A)) return;
    zw_look_back(w, at, p);
    /* What was estimated before says nothing, beside what is seen now, of how sigma falls. */
    for (int i = 0; i < 2 && estimated; i++)
        at->times[i] = at->times[2], at->sigmas[i] = at->sigmas[2];
    zw_look(w, trial->M, trial->A, at->sight.sizes, (int)at->rank, &at->sight, &view->sight);
    view->looked = 1;
    view->sigma = zw_sigma(w, &view->sight, (int)at->rank);
    if (trial->glance.known)
        view->per_volume = view->sigma / zw_volume(w, &trial->glance, view->sight.sizes);
    if (at->t < at->quiet) return;
    for (int i = 0; i < ZW_VALUES; i++) above += view->sight.values[i] > at->cut;
    view->turned = zw_turned(w, &at->sight, &view->sight);
    view->lost = view->sigma < at->cut * view->sight.shrunk;
    view->rose = above > at->rank;
}

/* Mostly a glance tells enough. The volume is the product of all sigmas, none of which is much
   above one; so it comes to zero where the smallest does, and falls no slower. Z turns with the
   constraints: no direction of them turned by a right angle where Z changed by less than one. */
ZW_FUNCTION void zw_watch_rows(
    zw_room w, zw_course *at, zw_trial *trial, double there, const double *p, zw_view *view)
{
    const zw_glance *old = &at->glance, *new_ = &trial->glance;
    double turn = 0.0;
    int clear = ZW_M > 0 && new_->known && old->known && at->rank == ZW_M && at->per_volume > 0.0;
    view->looked = view->turned = view->lost = view->rose = 0;
    view->sigma = 1.0, view->per_volume = at->per_volume;
    if (ZW_M == 0) return;
    if (clear) {
        for (int i = 0; i < ZW_M * ZW_N; i++)
            turn += (new_->Z[i] - old->Z[i]) * (new_->Z[i] - old->Z[i]);
        double was = zw_volume(w, old, at->sight.sizes), is = zw_volume(w, new_, at->sight.sizes);
        view->sigma = at->per_volume * is;
        clear = clear && turn < 1.0 && is > 100.0 * ZW_WIDE && is > 2.0 * ZW_AHEAD * (was - is);
    }
    if (!clear) zw_look_at(w, at, trial, there, p, view);
}
