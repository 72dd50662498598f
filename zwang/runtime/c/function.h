/* A function of one system: compiled, or a tape until it is. Both compute the same to the last bit.

   Arguments and results are arrays, in an order that is the function's own. */

#ifndef ZW_FUNCTION_OF_SYSTEM
#define ZW_FUNCTION_OF_SYSTEM

typedef void zw_code(const double *const *given, double *const *returned);

/* A call of another function inside of a tape. */
typedef struct zw_tape_call zw_tape_call;

/* Straight-line code as data: see tape.h. */
typedef struct {
    const unsigned *codes;     /* the instructions */
    const double *numbers;     /* what stands in the first places */
    const zw_tape_call *calls;
    long long known, places;   /* how many numbers there are; how many values, with them */
    long long room;            /* how many doubles a run needs from `top` on */
} zw_tape;

typedef struct {
    zw_code *code;             /* 0 until it is compiled; read and written as one */
    const zw_tape *tape;
} zw_function;

/* Run a tape; its values lie from `top` on. */
void zw_play(const zw_tape *tape, double *top, const double *const *given, double *const *returned);

/* The code of a function; 0 if it has none yet. */
static inline zw_code *zw_code_of(const zw_function *f)
{
    return __atomic_load_n(&f->code, __ATOMIC_ACQUIRE);
}

/* Run a function. */
static inline void zw_run(
    const zw_function *f, double *top, const double *const *given, double *const *returned)
{
    zw_code *code = zw_code_of(f);
    if (code) code(given, returned);
    else zw_play(f->tape, top, given, returned);
}

#endif
