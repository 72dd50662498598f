/* Where on a step of collocation the constraints lose rank: the text follows
   zwang.integrate.singular.place. */

#define ZW_PAST_IT 0.05 /* of the way to where a place should be, how far behind it one looks */

/* Singular configurations on a step: where, how much rank is lost, in which rows (not zero); how long
   it is until sigma comes to zero, by a line through the step's ends. */
#define ZW_PLACES_ON_STEP(ARRAY, STRUCT) ARRAY(rows, ZW_MOST * ZW_ROWS)
typedef struct {
    ZW_PLACES_ON_STEP(ZW_FIELD, ZW_INNER)
    double theta[ZW_MOST], until;
    int met, flips[ZW_MOST];
} zw_places;
ZW_STRUCT(zw_places, ZW_PLACES_ON_STEP)

/* What is seen along a part of the step: where, sigma, if it is lost; flips since the one before. */
typedef struct {
    double theta[ZW_PLACES], sigma[ZW_PLACES];
    int lost[ZW_PLACES], flips[ZW_PLACES];
} zw_stretch;

/* The cut of the rank rule, if sigma is as small as it is now in states that are not singular. */
ZW_COLD double zw_lowered(zw_room w, const zw_course *at)
{
    double cut = zw_cut_for(at->sigmas[2], 0.0);
    return at->rank < ZW_M ? zw_max(cut, ZW_REDUNDANT) : cut;
}

/* What is seen of the constraints in a state, which is changed, and sigma; NaN where nothing is. In
   the metric W, or in that of the state if W is a pointer to nothing. */
ZW_COLD double zw_look_there(
    zw_room w, const zw_course *at, double t, double *q, double *qd, const double *p, const
    double *W, const zw_sight *nearby, zw_sight *out)
{
    ZW_ARRAY(M, ZW_N * ZW_N); ZW_ARRAY(A, ZW_ROWS * ZW_N);
    zw_onto(w, t, q, qd, p, 1, at->cut, M, A);
    if (!zw_finite(ZW_N * ZW_N, M) || !zw_finite(ZW_M * ZW_N, A)) {
        for (int i = 0; i < ZW_M * ZW_N; i++) out->polar[i] = NAN;
        for (int i = 0; i < ZW_M * ZW_VALUES; i++) out->U[i] = NAN;
        return NAN;
    }
    zw_look(w, W ? W : M, A, at->sight.sizes, (int)at->rank, nearby, out);
    return zw_sigma(w, out, (int)at->rank);
}

/* The same at a place of the step. */
ZW_COLD double zw_look_along(
    zw_room w, const zw_course *at, const zw_laid *laid, double theta, const double *p, const
    double *W, const zw_sight *nearby, zw_sight *out)
{
    ZW_ARRAY(q, ZW_N); ZW_ARRAY(qd, ZW_N);
    zw_state_at(w, at, 0, laid->H, laid->K, theta, q, qd);
    return zw_look_there(w, at, at->t + theta * laid->H, q, qd, p, W, nearby, out);
}

/* How many eigenvalues of a symmetric S (m, m) lie below zero; S is spoiled. Householder's reflections
   make it tridiagonal, and of its pivots as many are negative (Sylvester). */
ZW_COLD int zw_negative(zw_room w, double *S)
{
    ZW_ARRAY(v, ZW_ROWS); ZW_ARRAY(u, ZW_ROWS);
    double pivot = 1.0, beside = 0.0;
    int below = 0;
    for (int k = 0; k < ZW_M; k++) {
        double *own = S + k * ZW_M, length = 0.0, half = 0.0;
        int first = k + 1;
        pivot = own[k] - (k > 0 ? beside * beside / pivot : 0.0);
        if (pivot == 0.0) pivot = -1e-300;
        below += pivot < 0.0;
        if (first == ZW_M) break;
        for (int i = first; i < ZW_M; i++) v[i] = own[i], length += v[i] * v[i];
        length = sqrt(length);
        beside = v[first] > 0.0 ? -length : length;
        v[first] -= beside;
        double square = 2.0 * (length * length - beside * own[first]); /* vᵀv */
        if (!(square > 0.0)) continue;
        for (int i = first; i < ZW_M; i++) {
            u[i] = 2.0 * zw_dot(ZW_M - first, S + i * ZW_M + first, v + first) / square;
            half += u[i] * v[i] / square;
        }
        for (int i = first; i < ZW_M; i++) u[i] -= half * v[i];
        for (int i = first; i < ZW_M; i++)
            for (int j = first; j < ZW_M; j++) S[i * ZW_M + j] -= v[i] * u[j] + u[i] * v[j];
    }
    return below;
}

/* How many directions of the polar factor turned by more than a right angle. */
ZW_COLD int zw_flips(zw_room w, const zw_sight *before, const zw_sight *after)
{
    ZW_ARRAY(S, ZW_ROWS * ZW_ROWS);
    return zw_turn(w, before, after, S) >= 1.0 ? zw_negative(w, S) : 0;
}

/* Look along a part of the step. */
ZW_COLD void zw_survey(
    zw_room w, const zw_course *at, const zw_laid *laid, double low, double high, const double
    *p, const double *W, zw_stretch *out)
{
    ZW_MANY(zw_sight, sights, 2);
    double least = zw_min(at->cut, zw_lowered(w, at));
    for (int i = 0; i < ZW_PLACES; i++) {
        zw_sight *here = sights + i % 2, *last = sights + (i + 1) % 2;
        out->theta[i] = low + (high - low) * ((double)i / (ZW_PLACES - 1));
        out->sigma[i] =
            zw_look_along(w, at, laid, out->theta[i], p, W, i > 0 ? last : &at->sight, here);
        out->lost[i] = out->sigma[i] < least * here->shrunk;
        out->flips[i] = i > 0 ? zw_flips(w, last, here) : 0;
    }
}

/* The first place with the lowest sigma; one that could not be looked at counts as the lowest. */
ZW_COLD int zw_lowest(const zw_stretch *seen)
{
    int best = 0;
    for (int i = 1; i < ZW_PLACES && seen->sigma[best] == seen->sigma[best]; i++)
        if (!(seen->sigma[i] >= seen->sigma[best])) best = i;
    return best;
}

/* The first place behind which most directions turned over, or -1. */
ZW_COLD int zw_most_flips(const zw_stretch *seen)
{
    int best = 0;
    for (int i = 1; i < ZW_PLACES; i++)
        if (seen->flips[i] > seen->flips[best]) best = i;
    return seen->flips[best] > 0 ? best - 1 : -1;
}

/* Note a place, and the rows that take part in what is lost there, seen at `near`. */
ZW_COLD void zw_note_place(
    zw_room w, const zw_course *at, const zw_laid *laid, double theta, double near, int flips,
    const double *p, const double *W, zw_places *out)
{
    ZW_NEW(zw_sight, sight);
    int k = out->met, rank = (int)at->rank, kept = rank > flips ? rank - flips : 0;
    out->met += 1;
    out->theta[k] = theta, out->flips[k] = flips;
    zw_look_along(w, at, laid, near, p, W, &at->sight, &sight);
    for (int i = 0; i < ZW_M; i++) {
        out->rows[k * ZW_ROWS + i] = 0.0;
        for (int r = kept; r < rank; r++)
            if (fabs(sight.U[i * ZW_VALUES + r]) > 0.1) out->rows[k * ZW_ROWS + i] = 1.0;
    }
}

/* The place between two neighbours between which directions turned over, seen from nearer: to where
   Python comes by many looks at once. Sigma falls to it along a line from both sides, so it is looked at
   a little behind where these meet, seen from the end that is nearer; by halves where that was in vain. */
ZW_COLD void zw_closer(
    zw_room w, const zw_course *at, const zw_laid *laid, const zw_stretch *whole, int left,
    const double *p, const double *W, zw_places *out)
{
    double low = whole->theta[left], high = whole->theta[left + 1], sigmas[3];
    double width = high - low, enough = width / (1 << ZW_HALVES), wider = 4.0 * width;
    int flips = whole->flips[left + 1];
    ZW_MANY(zw_sight, sights, 3);
    zw_sight *before = sights, *middle = sights + 1, *after = sights + 2, *aside;
    sigmas[0] = zw_look_along(w, at, laid, low, p, W, &at->sight, before);
    sigmas[2] = zw_look_along(w, at, laid, high, p, W, before, after);
    for (int tried = 0; tried < 2 * ZW_HALVES && width > enough; tried++) {
        double part = sigmas[0] / (sigmas[0] + sigmas[2]), margin = zw_max(enough / width, 1e-3);
        part += (part < 0.5 ? ZW_PAST_IT : -ZW_PAST_IT) * zw_min(part, 1.0 - part);
        if (!(part > margin)) part = margin;
        if (part > 1.0 - margin) part = 1.0 - margin;
        if (!(2.0 * width < wider)) part = 0.5;
        double theta = low + part * width;
        if (!(low < theta && theta < high)) break;
        sigmas[1] = zw_look_along(w, at, laid, theta, p, W, part < 0.5 ? before : after, middle);
        int first = zw_flips(w, before, middle), second = zw_flips(w, middle, after);
        if (first == 0 && second == 0) break;
        if (first >= second) {
            aside = after, after = middle, high = theta, sigmas[2] = sigmas[1];
        } else {
            aside = before, before = middle, low = theta, sigmas[0] = sigmas[1];
        }
        middle = aside;
        wider = width, width = high - low;
        /* What turns over next to each other does so in one place. */
        if (width > ZW_TOGETHER) flips = first >= second ? first : second;
    }
    double both = sigmas[0] + sigmas[2], part = both > 0.0 ? sigmas[0] / both : 0.5;
    zw_note_place(w, at, laid, low + part * width, low, flips, p, W, out);
}

/* The last two places are one if they are the same. */
ZW_COLD void zw_together(zw_room w, zw_places *out)
{
    int k = out->met - 1;
    if (k < 1 || !(out->theta[k] - out->theta[k - 1] < ZW_SAME)) return;
    out->met = k;
    out->flips[k - 1] += out->flips[k];
    for (int i = 0; i < ZW_M; i++)
        if (out->rows[k * ZW_ROWS + i] != 0.0) out->rows[(k - 1) * ZW_ROWS + i] = 1.0;
}

/* Where on the step the constraints lose rank, in order: seen in the metric of its start, in which a
   light part that turns does not make sigma fall. */
ZW_COLD void zw_find_places(
    zw_room w, const zw_course *at, const zw_laid *laid, const double *p, zw_places *out)
{
    ZW_ARRAY(M, ZW_N * ZW_N); ZW_ARRAY(A, ZW_ROWS * ZW_N); ZW_ARRAY(phi, ZW_ROWS);
    ZW_ARRAY(velocity, ZW_ROWS); ZW_ARRAY(W, ZW_N * ZW_N);
    zw_stretch seen;
    out->met = 0, out->until = INFINITY;
    if (!zw_finite(zw_gauss_stages[0] * ZW_N, laid->K)) return;
    ZW_CALL(hold, (at->q, at->qd, &at->t, p), (M, A, phi, velocity));
    zw_metric_of(w, M, A, W);
    zw_survey(w, at, laid, 0.0, 1.0, p, W, &seen);
    double first = seen.sigma[0], last = seen.sigma[ZW_PLACES - 1];
    if (last < first) out->until = laid->H * first / (first - last);
    for (int i = 0; i < ZW_PLACES - 1 && out->met < ZW_MOST; i++)
        if (seen.flips[i + 1] > 0) {
            zw_closer(w, at, laid, &seen, i, p, W, out);
            zw_together(w, out);
        }
    if (out->met > 0) return;
    int lowest = zw_lowest(&seen), left;
    for (int zoom = 1; zoom < ZW_ZOOM; zoom++) {
        double low = seen.theta[lowest > 0 ? lowest - 1 : 0];
        double high = seen.theta[lowest < ZW_PLACES - 1 ? lowest + 1 : ZW_PLACES - 1];
        zw_survey(w, at, laid, low, high, p, W, &seen);
        left = zw_most_flips(&seen);
        if (left >= 0) {
            zw_closer(w, at, laid, &seen, left, p, W, out);
            return;
        }
        lowest = zw_lowest(&seen);
    }
    if (seen.lost[lowest])
        zw_note_place(w, at, laid, seen.theta[lowest], seen.theta[lowest], 1, p, W, out);
}
