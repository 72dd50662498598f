/* Sizes, and scratch numbers, of whatever is called.

   In the library sizes are read at run time, and arrays lie behind each other in one block. What is free
   of it begins at `top`. The room is handed on by value: what a function takes is free again when it
   returns, and nothing of the C stack grows with a system.

   Where ZW_FIXED is defined, sizes are numbers that the compiler knows, arrays are local, and structs
   hold theirs: for many small motions, for GPUs and for pages. The text is the same.

   A struct with arrays has a list of them: ARRAY(name, count), of numbers, and
   STRUCT(kind, name), with arrays of its own. ZW_STRUCT writes, from the list, how it is laid out and copied;
   ZW_NEW declares one, ZW_MANY several; ZW_EMPTY one of
   which compilers cannot see that it is filled. */

#define ZW_INNER(kind, name) kind name;

#ifdef ZW_FIXED

#if defined(__GNUC__) && !defined(__CUDACC__)
#pragma GCC diagnostic ignored "-Wunused-parameter" /* of rooms, of which nothing is asked here */
#endif
typedef struct {
    char none;
} zw_room;

#define ZW_ARRAY(name, count) double name[(count) > 0 ? (count) : 1]
#define ZW_WHOLES(name, count) int name[(count) > 0 ? (count) : 1]
#define ZW_FIELD(name, count) double name[(count) > 0 ? (count) : 1];
#define ZW_NEW(kind, name) kind name
#define ZW_EMPTY(kind, name) kind name = {0}
#define ZW_MANY(kind, name, count) kind name[count]
#undef ZW_STRUCT
#define ZW_STRUCT(kind, arrays)                                                                    \
    ZW_FUNCTION void kind##_copy(zw_room w, const kind *from, kind *to) { (void)w, *to = *from; }

#else

/* What the kernel knows of a problem: n coordinates, up to m rows, so many right-hand sides; and the
   rounding of so many coordinates, see zwang.solvers.rank and .base. */
typedef struct {
    int n, m, columns;
    double rounding, at_rest;
} zw_sizes;

typedef struct {
    double *top;
    const zw_sizes *sizes;
} zw_room;

#define ZW_N (w.sizes->n)
#define ZW_M (w.sizes->m)
#define ZW_COLUMNS (w.sizes->columns)
#define ZW_ROUNDING (w.sizes->rounding)
#define ZW_AT_REST (w.sizes->at_rest)

#define ZW_ARRAY(name, count) double *name = w.top; w.top += (count)
#define ZW_WHOLES(name, count) int *name = (int *)w.top; w.top += ((count) + 1) / 2
#define ZW_FIELD(name, count) double *name;
#define ZW_PLACE(name, count) at->name = w.top, w.top += (count);
#define ZW_PLACE_INNER(kind, name) w = kind##_in(w, &at->name);
#define ZW_COPY(name, count)                                                                       \
    for (int i = 0; i < (count); i++) old.name[i] = from->name[i];                                 \
    to->name = old.name;
#define ZW_COPY_INNER(kind, name)                                                                  \
    to->name = old.name;                                                                           \
    kind##_copy(w, &from->name, &to->name);
#define ZW_STRUCT(kind, arrays)                                                                    \
    ZW_FUNCTION zw_room kind##_in(zw_room w, kind *at)                                             \
    {                                                                                              \
        arrays(ZW_PLACE, ZW_PLACE_INNER)                                                           \
        return w;                                                                                  \
    }                                                                                              \
    ZW_FUNCTION void kind##_copy(zw_room w, const kind *from, kind *to)                            \
    {                                                                                              \
        kind old = *to;                                                                            \
        *to = *from;                                                                               \
        arrays(ZW_COPY, ZW_COPY_INNER)                                                                          \
    }
#define ZW_NEW(kind, name) kind name; w = kind##_in(w, &name)
#define ZW_EMPTY ZW_NEW
#define ZW_MANY(kind, name, count)                                                                 \
    kind name[count];                                                                              \
    for (int i = 0; i < (count); i++) w = kind##_in(w, name + i)

#endif

#undef ZW_ZEROS
#define ZW_ROWS (ZW_M > 0 ? ZW_M : 1)
#define ZW_ZEROS(name, count) ZW_ARRAY(name, count); zw_zeros(count, name)

ZW_FUNCTION void zw_zeros(int n, double *x)
{
    for (int i = 0; i < n; i++) x[i] = 0.0;
}
