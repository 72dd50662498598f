/* A system as its motion knows it: how large everything is, what holds of it, and its own functions.
   Nobody writes to it; a function that was compiled takes the place of its tape by itself. */

typedef struct {
    zw_sizes sizes; /* first: the sizes of a room are those of a model */
    long long room; /* numbers that the deepest chain of calls needs */
    /* Rows on positions, and also on velocities; events; numbers of the parameters; numbers that are
       to be seen of a state besides. Whether events ask for forces; whether there is a nonideal
       force, and which asks for the ideal one; whether rows are nonlinear in the velocities; how
       often a step corrects positions; whether the rank rule in a step is the motion's own. */
    int positions, velocities, events, parameters, observed;
    int acts, nonideal, asks_ideal, curved, projects, cuts;
    /* Friction that is sought: whether, by multipliers, how many unknowns it looks at, how many
       coordinates it loads. */
    int rubs, of_lam, looked, loaded;
    double step_rank, step_consistency;
    const int *direction, *terminal, *looks_at, *loads;
    const zw_method *method;
    zw_stages_function stages;
    const zw_function *evaluate, *hold, *describe, *oppose, *law, *watch, *arm, *excess;
    const zw_function *straight, *straight_q, *straight_qd;
} zw_model;

#define ZW_MODEL ((const zw_model *)w.sizes)
#define ZW_H (ZW_MODEL->positions)
#define ZW_K (ZW_MODEL->velocities)
#define ZW_E (ZW_MODEL->events)
#define ZW_P (ZW_MODEL->parameters)
#define ZW_OBSERVED (ZW_MODEL->observed)
#define ZW_ACTS (ZW_MODEL->acts)
#define ZW_NONIDEAL (ZW_MODEL->nonideal)
#define ZW_ASKS_IDEAL (ZW_MODEL->asks_ideal)
#define ZW_CURVED (ZW_MODEL->curved)
#define ZW_PROJECTS (ZW_MODEL->projects)
#define ZW_CUTS (ZW_MODEL->cuts)
#define ZW_RUBS (ZW_MODEL->rubs)
#define ZW_OF_LAM (ZW_MODEL->of_lam)
#define ZW_LOOKED (ZW_MODEL->looked)
#define ZW_LOADED (ZW_MODEL->loaded)
#define ZW_STEP_RANK (ZW_MODEL->step_rank)
#define ZW_STEP_CONSISTENCY (ZW_MODEL->step_consistency)
#define ZW_STRAIGHT (ZW_MODEL->straight != 0)
#define ZW_STRAIGHT_Q (ZW_MODEL->straight_q != 0)
#define ZW_STRAIGHT_QD (ZW_MODEL->straight_qd != 0)
#define ZW_LAGRANGIAN (ZW_MODEL->excess != 0)
#define ZW_RULE (ZW_MODEL->method)
#define zw_direction (ZW_MODEL->direction)
#define zw_terminal (ZW_MODEL->terminal)
#define zw_looked (ZW_MODEL->looks_at)
#define zw_loaded (ZW_MODEL->loads)

#define ZW_LIST(...) __VA_ARGS__
#define ZW_CALL(name, in, out)                                                                     \
    zw_run(ZW_MODEL->name, w.top, (const double *const[]){ZW_LIST in}, (double *const[]){ZW_LIST out})
