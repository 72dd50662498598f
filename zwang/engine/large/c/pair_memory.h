/* The memory of a motion and its derivative, which Python reads here too. */

/* How a kind varies. */
typedef struct {
    const double *dc;
    const zw_function *vary, *lean, *turn;
} zw_varied;

/* How a kind of friction varies. */
typedef struct {
    const double *dc;
    const zw_function *vary;
} zw_rub_varied;

/* Twice the coordinates of the motion; its kinds as they vary; the direction; room for stages, errors,
   and the equations of the derivative; for friction, see pair_rub.h. */
typedef struct {
    long long n;
    const zw_varied *list;
    const zw_rub_varied *rubbing;
    zw_motion *motion;
    const double *dp;
    double *stages, *x, *v, *error, *f, *g, *mu, *answer, *beside, *dM, *dA, *dLx, *dLd;
    double *tape;
} zw_pair;
