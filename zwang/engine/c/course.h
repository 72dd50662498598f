/* A motion on its way, and what is seen of its constraints. See zwang.integrate.course.Course and
   zwang.integrate.rank_watch.Sight, and the tables of zwang.runtime.structs. */

#define ZW_VALUES (ZW_M < ZW_N ? ZW_M : ZW_N)
#define ZW_SEEN (ZW_VALUES > 0 ? ZW_VALUES : 1)
#define ZW_WATCHED (ZW_E > 0 ? ZW_E : 1)

/* What is seen of the constraints. */
#define ZW_SIGHT(A, S)                                                                             \
    A(sizes, ZW_ROWS)                                                                              \
    A(values, ZW_SEEN)                                                                             \
    A(U, ZW_ROWS * ZW_SEEN)                                                                        \
    A(polar, ZW_ROWS * ZW_N)                                                                       \
    A(reach, ZW_N)                                                                                 \
    A(weight, ZW_N)
typedef struct {
    ZW_SIGHT(ZW_FIELD, ZW_INNER)
    double shrunk;
} zw_sight;
ZW_STRUCT(zw_sight, ZW_SIGHT)

/* What is seen of independent constraints without much work: their rows in the metric, made
   orthonormal one after the other, their lengths, and the volume that rows of length one span. */
#define ZW_GLANCE(A, S)                                                                            \
    A(Z, ZW_ROWS * ZW_N)                                                                           \
    A(lengths, ZW_ROWS)
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
#define ZW_COURSE(A, S)                                                                            \
    A(q, ZW_N)                                                                                     \
    A(qd, ZW_N)                                                                                    \
    A(q_before, ZW_N)                                                                              \
    A(qd_before, ZW_N)                                                                             \
    A(values, ZW_WATCHED)                                                                          \
    A(former, ZW_WATCHED)                                                                          \
    S(zw_sight, sight)                                                                             \
    S(zw_glance, glance)
typedef struct {
    ZW_COURSE(ZW_FIELD, ZW_INNER)
    double t, t_before, h, error, cut, quiet, smallest, largest, times[3], sigmas[3], per_volume;
    long long rank, turns, index, accepted, rejected, sighted;
} zw_course;
ZW_STRUCT(zw_course, ZW_COURSE)

/* A step across a singular configuration: it begins at t, has the length H, and ends at `end` in q
   and qd; K are accelerations at the nodes of the first rule. theta: where in [0, 1] the singular
   configurations are, of which there are `met`; `distance` is how far the first is, in time; rows
   that are not zero take part in what is lost. See zwang.integrate.singular.crossing. */
#define ZW_PASSAGE(A, S)                                                                           \
    A(q, ZW_N)                                                                                     \
    A(qd, ZW_N)                                                                                    \
    A(K, ZW_GAUSS * ZW_N)                                                                          \
    A(rows, ZW_MOST * ZW_ROWS)
typedef struct {
    ZW_PASSAGE(ZW_FIELD, ZW_INNER)
    double t, H, end, theta[ZW_MOST], distance;
    long long taken, slow, nothing, may_come_nearer, met, flips[ZW_MOST];
} zw_passage;
ZW_STRUCT(zw_passage, ZW_PASSAGE)

/* What all members of an ensemble share: their start in time, tolerances of the solver there, the
   last of the times, the most steps (zero for any number). */
typedef struct {
    double t0, rank, consistency;
    long long last, max_steps;
    zw_settings settings;
} zw_common;
