/* An explicit Runge-Kutta method as data, for equations of the second order; and the rule for the
   length of steps.

   With the method's coefficients a, b, c and the errors' weights e, the stages of q̇ are themselves
   sums of accelerations K_r = q̈(t + c_r h, q_r, q̇_r), so that only these are kept:

       q̇_s = q̇ + h Σ a_sr K_r,      q_s = q + c_s h q̇ + h² Σ (a a)_sr K_r

   and likewise at the end with b and b a, and for the error with e and e a: the same method with half
   the sums, less where a has zeros. */

#ifndef ZW_METHOD
#define ZW_METHOD

enum { ZW_ELEMENTARY, ZW_PI_RULE };

/* Sum i is of the accelerations place[k] with the weights weight[k] for begin[i] <= k < begin[i + 1].
   Of stage s > 0 the sum 2 s - 2 gives q and 2 s - 1 gives q̇. Behind those of all stages stand those
   of the end: q, q̇, the error of q, the error of q̇. */
typedef struct {
    long long stages, rule;   /* how many; of the length of steps, one of the names above */
    double whole, drift;      /* Σ b; Σ e, zero if that is but rounding */
    double exponents[2];      /* of the rule */
    const double *nodes;      /* c (stages,) */
    const int *begin, *place; /* (2 stages + 3,) and (begin[2 stages + 2],) */
    const double *weight;     /* as place */
} zw_method;

/* Room for the stages of n coordinates: K (stages, n), x and v (n,). */
typedef struct {
    double *K, *x, *v;
} zw_stage_room;

typedef void (*zw_stage_function)(
    void *model, double t, const double *q, const double *qd, double cut, double *qdd);

/* q, q̇ (n,) and their errors (2n,) at the end of a step of length h from (t, q, qd). */
typedef void (*zw_stages_function)(
    const zw_method *f, long long n, double t, const double *q, const double *qd, double h,
    double cut, zw_stage_function accelerate, void *model, const zw_stage_room *room, double *q1,
    double *qd1, double *error);

#endif
