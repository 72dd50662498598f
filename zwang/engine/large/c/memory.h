/* The memory of a motion with sparse factors, which Python reads here too. */

/* How large one part of a kind is: coordinates, rows, those on positions, numbers, entries of M and of A,
   and of Q. */
typedef struct {
    long long width, rows, on_q, numbers, masses, entries, pulled;
} zw_part_sizes;

/* A kind of parts; its functions are tapes of one part, or loops over all parts, see kinds.h. */
typedef struct {
    zw_part parts;
    zw_part_sizes sizes;
    const zw_function *evaluate, *hold, *seen;
    long long steady;
} zw_kind;

/* A kind of friction: what it exerts, and how that changes with the multipliers. */
typedef struct {
    zw_part parts;
    zw_part_sizes sizes;
    const zw_function *rub, *rise;
} zw_rubbing;

typedef struct {
    /* coordinates and rows, of which h restrict positions and k also velocities; kinds; entries of M
       and of A; corrections of positions after a step; whether some rows are nonlinear in the
       velocities; events; kinds of friction, listed in rubbing */
    long long n, m, h, k, kinds, masses, entries, projects, curved, events, rubs;
    zw_sparse *sparse;
    zw_lanes *lanes;
    const zw_method *method;
    const zw_kind *list;
    const zw_function *watch;
    const zw_rubbing *rubbing;
    const int *direction;
    /* where M has no inverse, the weights of rows of A that help it, zero of others; help: where
       their products stand in M, in the order of elimination; NULL where M needs none */
    const int *help;
    const double *p, *helping;
    const double *gaps; /* one for each target, see ``Settings``; NULL if none is a break */
    double *tape; /* what tapes work on */
    /* of a state; lengths of rows, multipliers; M and Q of steady parts */
    double *M, *A, *Q, *b, *phi, *velocity, *lengths, *lam, *M_steady, *Q_steady;
    /* the course: see ``zwang.integrate.course.Course`` */
    double *q, *qd, *q_before, *qd_before, *values, *former, *times, *sigmas;
    /* a step that is tried: its stages, its end before and after projection, its error */
    double *stages, *x, *v, *q1, *qd1, *trial_q, *trial_qd, *error, *change;
    /* the watch: reach of coordinates for σ = 1, their weight; singular vectors, now and before; the
       largest lengths that rows have had; singular values, now and at the last three times */
    double *lone, *weight, *right, *left, *right_before, *left_before, *sizes, *small;
    /* friction: loads, multipliers, Newton's method; see rub.h */
    double *load, *loaded, *rising, *aside, *ideal, *sought, *acting, *other, *turned, *gap, *none;
    double *krylov;
    double t, t_before, h_next, norm, cut, quiet, smallest, largest, last, mu, rtol, atol, step;
    double longest; /* of the steps */
    double most; /* what accelerations of a step may be wrong by in the metric, zero for nothing */
    long long rank, turns, index, accepted, rejected, every;
    long long looked;  /* whether the watch has begun */
    long long anew;    /* whether the lengths of rows are to be computed anew */
    long long alone;   /* whether those of one state count */
    long long in_step; /* whether a correction is of a step, where σ is not about to vanish */
    long long unready; /* whether there are no factors of the rows at its end */
    long long summed;  /* how often parts that are the same in all states were, less than zero if
                          they are to be */
    long long fixed;   /* whether M is a sum of these alone */
    long long rubbed;  /* the status of friction in a row */
} zw_motion;
