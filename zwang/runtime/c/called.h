/* What a tape calls: loops over large arrays, the kernel, and what needs it. Arguments stand behind each
   other in `in`, results in `out`, as in the text that is compiled. */

struct zw_tape_call {
    int what, size;                  /* which function; how many numbers it returns */
    int way;                         /* of the kernel */
    int counts[3];                   /* of a product, of equations, of a loop */
    double rank, consistency;
    zw_sizes sizes;                  /* of the kernel */
    const zwb_sizes *limits;         /* of the active set */
    const zw_tape *turn;             /* of a loop, with what stays and what changes as arguments */
};

/* X (rows, terms) times the transpose of Y (columns, terms). */
static void zw_product(const int *counts, const double *in, double *out)
{
    int rows = counts[0], terms = counts[1], columns = counts[2];
    const double *right = in + rows * terms;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            double sum = 0.0;
            for (int k = 0; k < terms; k++) sum += in[i * terms + k] * right[j * terms + k];
            out[i * columns + j] = sum;
        }
}

static void zw_equations(double *T, int k, const double *in, double *out)
{
    for (int i = 0; i < k * k; i++) T[i] = in[i];
    for (int i = 0; i < k; i++) out[i] = in[k * k + i];
    zw_eliminate(k, T, out);
}

/* Turns of a function that takes what stays and what the turn before returned. What does not change
   any more, ends: the next turn would return the same again. */
static void zw_turns(const zw_tape_call *call, double *top, const double *in, double *out)
{
    int turns = call->counts[0], fixed = call->counts[1], carried = call->counts[2], changed = 1;
    double *next = top;
    const double *given[] = {in, out};
    double *returned[] = {next};
    for (int i = 0; i < carried; i++) out[i] = in[fixed + i];
    for (int turn = 0; turn < turns && changed; turn++) {
        zw_play(call->turn, top + carried, given, returned);
        changed = 0;
        for (int i = 0; i < carried; i++) {
            changed = changed || next[i] != out[i];
            out[i] = next[i];
        }
    }
}

static void zw_called(const zw_tape_call *call, double *top, const double *in, double *out)
{
    zw_room w = {top, &call->sizes};
    zwb_room limited = {top, call->limits};
    const double rank = call->rank, consistency = call->consistency;
    switch (call->what) {
    case ZW_CALL_KERNEL:
        zw_call(w, ZW_M, ZW_COLUMNS, call->way, rank, consistency, in, out);
        break;
    case ZW_CALL_MOBILITY: zw_mobility_call(w, ZW_M, rank, consistency, in, out); break;
    case ZW_CALL_UNITS: zw_units_call(w, ZW_M, in, out); break;
    case ZW_CALL_DEFINITE: zw_definite_call(w, ZW_M, in, out); break;
    case ZW_CALL_LENGTHS: zw_lengths_call(w, ZW_M, in, out); break;
    case ZW_CALL_BOUNDED: zwb_bounded(limited, rank, consistency, in, out); break;
    case ZW_CALL_PRODUCT: zw_product(call->counts, in, out); break;
    case ZW_CALL_ELIMINATE: zw_equations(top, call->counts[0], in, out); break;
    case ZW_CALL_LOOP: zw_turns(call, top, in, out); break;
    }
}
