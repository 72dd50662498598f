/* A motion on its way, and what is seen of its constraints. See zwang.integrate.course.Course and
   zwang.integrate.rank_watch.Sight. What Python
   reads of these structs it asks the library for: see layout.h. */

#define ZW_VALUES (ZW_M < ZW_N ? ZW_M : ZW_N)
#define ZW_SEEN (ZW_VALUES > 0 ? ZW_VALUES : 1)
#define ZW_REAL(name, count) double name count;
#define ZW_LONG(name, count) long long name count;
#define ZW_WATCHED (ZW_E > 0 ? ZW_E : 1)

/* What is seen of the constraints. */
#define ZW_SIGHT(ARRAY, STRUCT)                                                                   \
    ARRAY(sizes, ZW_ROWS)                                                                          \
    ARRAY(values, ZW_SEEN)                                                                         \
    ARRAY(U, ZW_ROWS * ZW_SEEN)                                                                    \
    ARRAY(polar, ZW_ROWS * ZW_N)                                                                   \
    ARRAY(reach, ZW_N)                                                                             \
    ARRAY(weight, ZW_N)
typedef struct {
    ZW_SIGHT(ZW_FIELD, ZW_INNER)
    double shrunk;
} zw_sight;
ZW_STRUCT(zw_sight, ZW_SIGHT)

/* What is seen of independent constraints without much work: their rows in the metric, made
   orthonormal one after the other, their lengths, and the volume that rows of length one span. */
#define ZW_GLANCE(ARRAY, STRUCT)                                                                  \
    ARRAY(Z, ZW_ROWS * ZW_N)                                                                       \
    ARRAY(lengths, ZW_ROWS)
typedef struct {
    ZW_GLANCE(ZW_FIELD, ZW_INNER)
    double volume;
    long long known;
} zw_glance;
ZW_STRUCT(zw_glance, ZW_GLANCE)

/* What does not change in a motion. `longest` is that of the steps; at `gaps` lie numbers, one for
   each target; zero if none is a break. */
typedef struct {
    double rtol, atol, step;
    long long every;
    double longest;
    long long gaps;
} zw_settings;

/* The last accepted state and the one before it, values of events in both, and what the next step
   needs. The glance is of the state now; per_volume is sigma over the volume when both were looked
   at, zero if never; sighted: whether the sight is of the state now. */
#define ZW_COURSE(ARRAY, STRUCT)                                                                  \
    ARRAY(q, ZW_N)                                                                                 \
    ARRAY(qd, ZW_N)                                                                                \
    ARRAY(q_before, ZW_N)                                                                          \
    ARRAY(qd_before, ZW_N)                                                                         \
    ARRAY(values, ZW_WATCHED)                                                                      \
    ARRAY(former, ZW_WATCHED)                                                                      \
    STRUCT(zw_sight, sight)                                                                        \
    STRUCT(zw_glance, glance)
#define ZW_COURSE_NUMBERS(R, L)                                                                    \
    R(t, ) R(t_before, ) R(h, ) R(error, ) R(cut, ) R(quiet, ) R(smallest, ) R(largest, )          \
    R(times, [3]) R(sigmas, [3]) R(per_volume, )                                                   \
    L(rank, ) L(turns, ) L(index, ) L(accepted, ) L(rejected, ) L(sighted, )
typedef struct {
    ZW_COURSE(ZW_FIELD, ZW_INNER)
    ZW_COURSE_NUMBERS(ZW_REAL, ZW_LONG)
} zw_course;
ZW_STRUCT(zw_course, ZW_COURSE)

/* A step across a singular configuration: it begins at t, has the length H, and ends at `end` in q
   and qd; K are accelerations at the nodes of the first rule. theta: where in [0, 1] the singular
   configurations are, of which there are `met`; `distance` is how far the first is, in time; rows
   that are not zero take part in what is lost. See zwang.integrate.singular.crossing. */
#define ZW_PASSAGE(ARRAY, STRUCT)                                                                 \
    ARRAY(q, ZW_N)                                                                                 \
    ARRAY(qd, ZW_N)                                                                                \
    ARRAY(K, ZW_GAUSS * ZW_N)                                                                      \
    ARRAY(rows, ZW_MOST * ZW_ROWS)
#define ZW_PASSAGE_NUMBERS(R, L)                                                                   \
    R(t, ) R(H, ) R(end, ) R(theta, [ZW_MOST]) R(distance, )                                       \
    L(taken, ) L(slow, ) L(nothing, ) L(may_come_nearer, ) L(met, ) L(flips, [ZW_MOST])
typedef struct {
    ZW_PASSAGE(ZW_FIELD, ZW_INNER)
    ZW_PASSAGE_NUMBERS(ZW_REAL, ZW_LONG)
} zw_passage;
ZW_STRUCT(zw_passage, ZW_PASSAGE)

/* What all members of an ensemble share: their start in time, tolerances of the solver there, the
   last of the times, the most steps (zero for any number). */
typedef struct {
    double t0, rank, consistency;
    long long last, max_steps;
    zw_settings settings;
} zw_common;
