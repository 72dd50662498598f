/* One motion that goes on piece by piece, for a page in a browser: between calls it stays where it
   is, in memory that does not move. Above this stand ensemble.h, and of the picture

   zw_frames   place and orientation (7 numbers) of each of the ZW_FRAMES frames of the picture
   zw_slopes   their derivatives with respect to q

   and zw_origin, where the start follows from the parameters, and zw_mould, where ZW_MOULD numbers of
   the picture do. */

static const zw_room zw_live_room = {0}; /* all sizes are known */

#define ZW_PIECE 256  /* times of a piece, at most */
#define ZW_SOFT 1e-3  /* how far a pull yields to the metric: of its way, what it does not go at once */
#ifndef ZW_EXPORT
#define ZW_EXPORT(name) __attribute__((export_name(#name)))
#endif

static struct {
    zw_fate fate;
    zw_course before;
    zw_passage across;
    zw_common all;
    double p[ZW_P + 1], start[1 + 2 * ZW_N], targets[ZW_PIECE + 1];
    double states[(ZW_PIECE + 2) * 2 * ZW_N], row[ZW_ROW_SIZE], frames[7 * ZW_FRAMES + 1];
    double settings[5];                   /* rtol, atol, step, rank, consistency */
    double hold[2 * ZW_N];                /* not 0 for numbers of the start that are given */
    double grip[6];                       /* a point of a frame in its axes, and where to pull it */
    double told[7 + 2 * ZW_WATCHED];      /* see zw_tell */
    double slopes[7 * ZW_FRAMES * ZW_N + 1], mould[ZW_MOULD + 1];
    double span, mark_t;
    long long mark, count;
    int ended;
} zw_live;

/* Where in memory the page reads and writes. */
ZW_EXPORT(place) double *zw_live_place(int which)
{
    double *places[] = {zw_live.p, zw_live.start, zw_live.targets, zw_live.states, zw_live.row,
                        zw_live.frames, zw_live.settings, zw_live.grip, zw_live.told, zw_live.hold,
                        zw_live.mould};
    return places[which];
}

/* -1 while it goes on, or its status; the time; steps accepted and rejected; crossings; rows there
   are; the rank in the row seen last; of each event how often it came, and when first. */
static void zw_tell(long long rows)
{
    zw_fate *fate = &zw_live.fate;
    double *told = zw_live.told;
    told[0] = zw_live.ended ? (double)fate->status : -1.0;
    told[1] = zw_live.ended ? fate->t_end : fate->at.t;
    told[2] = (double)fate->at.accepted, told[3] = (double)fate->at.rejected;
    told[4] = (double)fate->crossings, told[5] = (double)rows;
    for (int i = 0; i < ZW_E; i++)
        told[7 + i] = (double)fate->event_count[i], told[7 + ZW_E + i] = fate->event_time[i];
}

#if ZW_ORIGIN
/* The start as the model writes it, which may follow from the parameters. */
ZW_EXPORT(origin) void zw_live_origin(void) { zw_origin(zw_live.p, zw_live.start + 1); }
#endif

#if ZW_MOULD
/* How long bars are, where joints sit: what of the picture follows from the parameters. */
ZW_EXPORT(mould) void zw_live_mould(void) { zw_mould(zw_live.p, zw_live.mould); }
#endif

/* The nearest start on the constraints, in up to so many returns. Whether it was reached. */
ZW_EXPORT(assemble) int zw_live_assemble(int times)
{
    double *q = zw_live.start + 1, *qd = q + ZW_N;
    int reached = 0;
    for (int k = 0; k < times && !reached; k++)
        reached = zw_restore(zw_live_room, zw_live.start[0], q, qd, zw_live.p);
    return reached;
}

/* The same with some of its numbers held: 2, or 1 where velocities could not be, or 0. */
ZW_EXPORT(adapt) int zw_live_adapt(void)
{
    double *q = zw_live.start + 1, rank = zw_live.settings[3];
    return zw_assemble_held(zw_live_room, zw_live.start[0], q, q + ZW_N, zw_live.p, zw_live.hold, rank);
}

/* Begin at the start, for a motion that may take so long. */
ZW_EXPORT(begin) void zw_live_begin(double span)
{
    zw_fate *fate = &zw_live.fate;
    zw_course *at = &fate->at;
    const double *given = zw_live.settings, *q = zw_live.start + 1;
    zw_common all = {zw_live.start[0], given[3], given[4], 0, 0, 
                     {given[0], given[1], given[2], 0, INFINITY, 0}};
    double end = all.t0 + span;
    zw_live.all = all, zw_live.span = span;
    for (int i = 0; i < ZW_E; i++) fate->event_time[i] = NAN, fate->event_count[i] = 0.0;
    fate->states = zw_live.states, fate->crossings = 0;
    fate->before = &zw_live.before, fate->across = &zw_live.across;
    zw_live.across.taken = 0;
    at->t = zw_live.mark_t = all.t0, at->accepted = at->rejected = zw_live.mark = 0;
    for (int j = 0; j < ZW_N; j++) at->q[j] = q[j], at->qd[j] = q[ZW_N + j];
    zw_live.count = 0;
    zw_live.ended = zw_depart(zw_live_room, fate, zw_live.p, &end, &all);
    zw_tell(0);
}

/* The next piece: as many times as stand in `targets`, which increase. Those that the last step
   across a singular configuration went beyond lie on it. */
ZW_EXPORT(aim) void zw_live_aim(int count)
{
    zw_fate *fate = &zw_live.fate;
    long long rows = 0;
    zw_live.count = count, zw_live.all.last = count;
    zw_live.targets[count] = INFINITY;
#if ZW_M
    const zw_passage *across = &zw_live.across;
    double reach = zw_live.ended ? zw_min(fate->t_end, across->end) : across->end;
    while (across->taken && rows < count && zw_live.targets[rows] <= reach) {
        double *state = zw_live.states + rows * 2 * ZW_N;
        zw_passage_at(zw_live_room, &zw_live.before, across, zw_live.p, &zw_live.all.settings,
                      zw_live.targets[rows], state, state + ZW_N);
        rows++;
    }
#endif
    fate->at.index = rows;
    zw_tell(rows);
}

/* A state in which nothing is finite is no place to go on from, and none off the constraints is. */
static int zw_sound(void)
{
    zw_fate *fate = &zw_live.fate;
    const double *q0 = zw_live.start + 1;
    double qdd[ZW_N];
    zw_end_now(zw_live_room, fate, ZW_OK);
    int status = zw_status_of(zw_live_room, fate->t_end, fate->q_end, fate->qd_end, zw_live.p, fate->at.cut, qdd);
    if (status == ZW_NON_FINITE) fate->status = status;
    else if (zw_adrift(zw_live_room, fate, q0, q0 + ZW_N, zw_live.p)) fate->status = ZW_LEFT_CONSTRAINTS;
    return fate->status == ZW_OK;
}

/* Go on to the end of the piece, by at most so many steps. When the motion ends, the state at its
   end stands behind the rows. */
ZW_EXPORT(go) void zw_live_go(int limit)
{
    zw_fate *fate = &zw_live.fate;
    zw_course *at = &fate->at;
    const double *targets = zw_live.targets;
    long long rows = at->index;
    int going = !zw_live.ended && rows < zw_live.count;
    for (int k = 0; k < limit && !zw_live.ended && at->index < zw_live.count; k++) {
        long long tried = at->accepted + at->rejected;
        if (tried - zw_live.mark >= ZW_STRETCH) {
            double left = zw_live.all.t0 + zw_live.span - zw_live.mark_t;
            if (at->t - zw_live.mark_t < ZW_PROGRESS * left)
                zw_live.ended = zw_stuck(zw_live_room, fate, ZW_HALT_STEP_TOO_SMALL, zw_live.p, &zw_live.all);
            zw_live.mark = tried, zw_live.mark_t = at->t;
        }
        if (!zw_live.ended) zw_live.ended = zw_go_on(zw_live_room, fate, zw_live.p, targets, &zw_live.all);
    }
    if (going && !zw_live.ended && at->index == zw_live.count) zw_live.ended = !zw_sound();
    rows = at->index;
    if (zw_live.ended) {
        for (rows = 0; rows < zw_live.count && targets[rows] <= fate->t_end;) rows++;
        zw_keep(zw_live_room, fate, rows, fate->q_end, fate->qd_end);
    }
    zw_tell(rows);
}

/* What follows from a state: the row of observe.h, and the frames of the picture. -1 is the start.
   A status. */
ZW_EXPORT(see) int zw_live_see(int which, double t)
{
    const double *state = which < 0 ? zw_live.start + 1 : zw_live.states + which * 2 * ZW_N;
    double rank = which < 0 ? zw_live.settings[3] : zw_live.fate.at.cut;
    long long whole[2];
    zw_row(zw_live_room, t, state, state + ZW_N, zw_live.p, rank, zw_live.settings[4], zw_live.row, whole);
#if ZW_FRAMES
    zw_frames(state, &t, zw_live.p, zw_live.frames);
#endif
    zw_live.told[6] = (double)whole[0];
    return (int)whole[1];
}

#if ZW_FRAMES
/* Where a point r of a frame is, and its slope (3, n). With the quaternion (w, v) it is
   x + r + 2 w (v x r) + 2 v x (v x r), whose derivatives are taken one after the other. */
static void zw_cross_product(const double *a, const double *b, double *out)
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static void zw_gripped(
    int frame, const double *r, const double *q, double t, double *place, double *slope)
{
    zw_frames(q, &t, zw_live.p, zw_live.frames);
    zw_slopes(q, &t, zw_live.p, zw_live.slopes);
    const double *x = zw_live.frames + 7 * frame, *of = zw_live.slopes + 7 * frame * ZW_N;
    const double w = x[3], *v = x + 4;
    double vr[3], vvr[3], by[4][3];
    zw_cross_product(v, r, vr);
    zw_cross_product(v, vr, vvr);
    for (int i = 0; i < 3; i++) place[i] = x[i] + r[i] + 2.0 * (w * vr[i] + vvr[i]);
    for (int i = 0; i < 3; i++) by[0][i] = 2.0 * vr[i];
    for (int k = 0; k < 3; k++) {
        double unit[3] = {k == 0, k == 1, k == 2}, er[3], evr[3], ver[3];
        zw_cross_product(unit, r, er);
        zw_cross_product(unit, vr, evr);
        zw_cross_product(v, er, ver);
        for (int i = 0; i < 3; i++) by[1 + k][i] = 2.0 * (w * er[i] + evr[i] + ver[i]);
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < ZW_N; j++) {
            double sum = of[i * ZW_N + j];
            for (int k = 0; k < 4; k++) sum += by[k][i] * of[(3 + k) * ZW_N + j];
            slope[i * ZW_N + j] = sum;
        }
}

/* A change x of q towards where the grip is pulled: the least in W + J'J/(soft s) under its force,
   with the constraints met. s, how far a unit force moves the grip in the metric W, makes it the same
   in all units. Whether there is one. */
static int zw_pull_of(int frame, const double *q, const double *qd, double *x)
{
    double M[ZW_N * ZW_N], A[ZW_ROWS * ZW_N], phi[ZW_ROWS], velocity[ZW_ROWS], W[ZW_N * ZW_N];
    double L[ZW_N * ZW_N], place[3], J[3 * ZW_N], row[ZW_N], force[ZW_N], s = 0.0;
    double t = zw_live.start[0];
    zw_hold(q, qd, &t, zw_live.p, M, A, phi, velocity);
    zw_metric_of(zw_live_room, M, A, W);
    zw_gripped(frame, zw_live.grip, q, t, place, J);
    if (!zw_cholesky(ZW_N, W, L)) return 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < ZW_N; j++) row[j] = J[i * ZW_N + j];
        zw_solve_lower(ZW_N, L, row);
        s += zw_dot(ZW_N, row, row) / 3.0;
    }
    if (!(s > 0.0 && s < INFINITY)) return 0;
    for (int i = 0; i < ZW_N; i++) {
        force[i] = 0.0;
        for (int k = 0; k < 3; k++) {
            double stiff = J[k * ZW_N + i] / (ZW_SOFT * s);
            force[i] += stiff * (zw_live.grip[3 + k] - place[k]);
            for (int j = 0; j < ZW_N; j++) W[i * ZW_N + j] += stiff * J[k * ZW_N + j];
        }
    }
    for (int i = 0; i < ZW_H; i++) phi[i] = -phi[i];
    zw_least_change(zw_live_room, ZW_H, W, A, force, phi, ZW_ROUGHLY, x);
    return zw_finite(ZW_N, x);
}

/* How far the grip of the start is from where it is pulled, squared. */
static double zw_from_grip(int frame)
{
    double place[3], J[3 * ZW_N], sum = 0.0;
    zw_gripped(frame, zw_live.grip, zw_live.start + 1, zw_live.start[0], place, J);
    for (int i = 0; i < 3; i++) {
        double off = zw_live.grip[3 + i] - place[i];
        sum += off * off;
    }
    return sum;
}

/* Pull the start, which is on the constraints, by the grip. Of each change the half is taken, and the
   half of that, as long as it leads nearer: where the constraints end the way, all of it leads beyond.
   Whether the start is on the constraints. */
ZW_EXPORT(pull) int zw_live_pull(int frame, int times)
{
    double *q = zw_live.start + 1, kept[2 * ZW_N], best[2 * ZW_N], x[ZW_N];
    if (!zw_live_assemble(8)) return 0;
    double least = zw_from_grip(frame);
    for (int k = 0; k < times && zw_pull_of(frame, q, q + ZW_N, x); k++) {
        double before = least;
        for (int j = 0; j < 2 * ZW_N; j++) kept[j] = best[j] = q[j];
        for (double part = 1.0; part > 1e-3; part /= 2.0) {
            for (int j = 0; j < ZW_N; j++) q[j] = kept[j] + part * x[j], q[ZW_N + j] = kept[ZW_N + j];
            double after = zw_live_assemble(8) ? zw_from_grip(frame) : INFINITY;
            if (!(after < least) && least < before) break;
            if (!(after < least)) continue;
            least = after;
            for (int j = 0; j < 2 * ZW_N; j++) best[j] = q[j];
        }
        for (int j = 0; j < 2 * ZW_N; j++) q[j] = best[j];
        if (!(least < 0.999999 * before)) break;
    }
    return 1;
}
#endif
