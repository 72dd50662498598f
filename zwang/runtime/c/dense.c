/* Motions with dense linear algebra: what Python calls.

   Every function takes the model first, and memory for what it computes until it returns: without
   memory it returns -1, and writes nothing. A course and a step across are blocks that the caller owns:
   see layout.h. */

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "constants.h"
#include "exported.h"
#include "function.h"
#include "prelude.h"

#include "method.h"
#include "judge.h"

#include "room.h"
#include "model.h"

#include "kernel.h"
#include "auxiliary.h"

#include "eliminate.h"
#include "friction.h"
#include "accelerate.h"

#include "course.h"
#include "project.h"

/* The stages of a step: accelerations at places between its ends, with the same room and parameters. */
typedef struct {
    zw_room w;
    const double *p;
} zw_stage_context;

ZW_FUNCTION void zw_acceleration(
    zw_room w, double t, const double *q, const double *qd, const double *p, double cut,
    double *qdd);

static void zw_accelerate_stage(
    void *context, double t, const double *q, const double *qd, double cut, double *qdd)
{
    const zw_stage_context *with = context;
    zw_acceleration(with->w, t, q, qd, with->p, cut, qdd);
}

static void zw_dense_stages(
    zw_room w, double t, const double *q, const double *qd, double h, const double *p, double cut,
    double *q1, double *qd1, double *error)
{
    ZW_ARRAY(K, (int)ZW_RULE->stages * ZW_N); ZW_ARRAY(x, ZW_N); ZW_ARRAY(v, ZW_N);
    zw_stage_room room = {K, x, v};
    zw_stage_context with = {w, p};
    ZW_MODEL->stages(
        ZW_RULE, ZW_N, t, q, qd, h, cut, zw_accelerate_stage, &with, &room, q1, qd1, error);
}

#define ZW_STAGES zw_dense_stages

#include "attempt.h"
#include "rank_watch.h"
#include "glance.h"
#include "events.h"
#include "step.h"

#include "collocation.h"
#include "place.h"
#include "crossing.h"

#include "observe.h"
#include "begin.h"
#include "solution.h"
#include "ensemble.h"
#include "layout.h"

static zw_room zw_room_of(const zw_model *model)
{
    zw_room w = {malloc((size_t)model->room * sizeof(double)), &model->sizes};
    return w;
}

/* -- memory ------------------------------------------------------------------------------------- */

/* The size of zw_model in bytes; those of the blocks of a course and of a step across, in numbers. */
ZW_EXPORT int zw_dense_sizes(const zw_model *model, long long *out)
{
    zw_room w = zw_room_of(model);
    if (!w.top) return -1;
    zw_block_sizes(w, w.top, out);
    out[2] = (long long)sizeof(zw_model);
    free(w.top);
    return 0;
}

/* Where in a block its fields are, a line for each; in zeroed blocks of these sizes. */
ZW_EXPORT int zw_dense_layout(
    const zw_model *model, void *course, void *passage, char *of_course, char *of_passage,
    long long size)
{
    zw_room w = zw_room_of(model);
    if (!w.top) return -1;
    zw_lines lines[2] = {{of_course, 0, (size_t)size}, {of_passage, 0, (size_t)size}};
    zw_note_course(w, zw_course_at(w, course), lines);
    zw_note_passage(w, zw_passage_in_block(w, passage), lines + 1);
    free(w.top);
    return 0;
}

/* -- starts ------------------------------------------------------------------------------------- */

ZW_EXPORT int zw_dense_start(
    const zw_model *model, void *course, const double *p, const zw_settings *set, double span,
    double rank, double consistency, int *report)
{
    zw_room w = zw_room_of(model);
    if (!w.top) return -1;
    zw_course *at = zw_course_at(w, course);
    double excess = 0.0;
    if (ZW_LAGRANGIAN) ZW_CALL(excess, (at->q, at->qd, &at->t, p), (&excess));
    report[0] = report[2] = 0, report[1] = 1;
    int result = ZW_OK;
    if (excess < ZW_QUADRATIC) /* else it is no Lagrangian of mechanics, and someone must look */
        result = zw_start(w, at, p, set, span, rank, consistency, report);
    free(w.top);
    return result;
}

ZW_EXPORT int zw_dense_begin(
    const zw_model *model, void *course, const double *p, const double *qdd,
    const zw_settings *set, double span, double *sizes)
{
    zw_room w = zw_room_of(model);
    if (!w.top) return -1;
    int result = zw_begin(w, zw_course_at(w, course), p, qdd, set, span, sizes);
    free(w.top);
    return result;
}

ZW_EXPORT int zw_dense_accelerates(
    const zw_model *model, double t, const double *q, const double *qd, const double *p,
    const double *qdd)
{
    zw_room w = zw_room_of(model);
    if (!w.top) return -1;
    int result = zw_accelerates(w, t, q, qd, p, qdd);
    free(w.top);
    return result;
}

ZW_EXPORT int zw_dense_restore(
    const zw_model *model, double t, double *q, double *qd, const double *p)
{
    zw_room w = zw_room_of(model);
    if (!w.top) return -1;
    int result = zw_restore(w, t, q, qd, p);
    free(w.top);
    return result;
}

/* How far a Lagrangian is from quadratic in the velocities. */
ZW_EXPORT int zw_dense_excess(
    const zw_model *model, double t, const double *q, const double *qd, const double *p,
    double *excess)
{
    zw_room w = zw_room_of(model);
    if (!w.top) return -1;
    ZW_CALL(excess, (q, qd, &t, p), (excess));
    free(w.top);
    return 0;
}

/* -- steps -------------------------------------------------------------------------------------- */

ZW_EXPORT int zw_dense_advance(
    const zw_model *model, void *course, const double *p, const double *targets, long long last,
    const zw_settings *set, long long limit, long long size, double *t, double *q, double *qd,
    long long *rows)
{
    zw_room w = zw_room_of(model);
    if (!w.top) return -1;
    zw_course *at = zw_course_at(w, course);
    int result = zw_advance(w, at, p, targets, last, set, limit, size, t, q, qd, rows);
    free(w.top);
    return result;
}

ZW_EXPORT int zw_dense_locate(
    const zw_model *model, void *course, const double *p, const zw_settings *set,
    long long which, double *state)
{
    zw_room w = zw_room_of(model);
    if (!w.top) return -1;
    zw_locate(w, zw_course_at(w, course), p, set, which, state);
    free(w.top);
    return 0;
}

/* -- singular configurations ---------------------------------------------------------------------- */

ZW_EXPORT int zw_dense_cross(
    const zw_model *model, void *course, const double *p, const zw_settings *set, int halt,
    void *passage, void *after)
{
    zw_room w = zw_room_of(model);
    if (!w.top) return -1;
    zw_cross(w, zw_course_at(w, course), p, set, halt, zw_passage_in_block(w, passage),
             zw_course_at(w, after));
    free(w.top);
    return 0;
}

/* q and qd at a time within a step across. */
ZW_EXPORT int zw_dense_crossing_at(
    const zw_model *model, void *course, void *passage, const double *p, const zw_settings *set,
    double t, double *state)
{
    zw_room w = zw_room_of(model);
    if (!w.top) return -1;
    zw_passage_at(w, zw_course_at(w, course), zw_passage_in_block(w, passage), p, set, t, state,
                  state + ZW_N);
    free(w.top);
    return 0;
}

/* The time of an event within it; q and qd then. */
ZW_EXPORT double zw_dense_crossing_root(
    const zw_model *model, void *course, void *passage, const double *p, const zw_settings *set,
    long long which, double *state)
{
    zw_room w = zw_room_of(model);
    if (!w.top) return -INFINITY;
    double result = zw_passage_root(
        w, zw_course_at(w, course), zw_passage_in_block(w, passage), p, set, (int)which, state,
        state + ZW_N);
    free(w.top);
    return result;
}

/* -- rows --------------------------------------------------------------------------------------- */

ZW_EXPORT int zw_dense_observe(
    const zw_model *model, long long rows, const double *t, const double *q, const double *qd,
    const double *p, double rank, double consistency, long long whole, int projected,
    const long long *widths, double *out, int *ranks, int *statuses)
{
    zw_room w = zw_room_of(model);
    if (!w.top) return -1;
    int result = zw_observe(
        w, rows, t, q, qd, p, rank, consistency, whole, projected, widths, out, ranks, statuses);
    free(w.top);
    return result;
}

ZW_EXPORT int zw_dense_solution(
    const zw_model *model, double t, const double *q, const double *qd, const double *p,
    double rank, double consistency, double *out, long long *codes)
{
    zw_room w = zw_room_of(model);
    if (!w.top) return -1;
    int result = zw_solution(w, t, q, qd, p, rank, consistency, out, codes);
    free(w.top);
    return result;
}

/* -- many motions ------------------------------------------------------------------------------- */

/* Members one after the other; a flag that someone else sets makes it stop. How many were done. */
ZW_EXPORT long long zw_dense_many(
    const zw_model *model, long long count, const double *q0, const double *qd0,
    const double *p, const double *targets, const zw_common *all, double *states, double *ends,
    long long *report, const volatile int *stop)
{
    zw_room w = zw_room_of(model);
    if (!w.top) return -1;
    long long i = 0;
    for (; i < count && !*stop; i++)
        zw_member_of(w, i, q0, qd0, p, targets, all, states, ends, report);
    free(w.top);
    return i;
}

/* Many rows, each with parameters of its own. */
ZW_EXPORT int zw_dense_observe_many(
    const zw_model *model, long long rows, long long size, const double *t, const double *q,
    const double *qd, const double *p, double rank, double consistency, double *out,
    long long *whole)
{
    zw_room w = zw_room_of(model);
    if (!w.top) return -1;
    for (long long i = 0; i < rows; i++)
        zw_row(w, t[i], q + i * ZW_N, qd + i * ZW_N, p + i * ZW_P, rank, consistency,
               out + i * size, whole + 2 * i);
    free(w.top);
    return 0;
}
