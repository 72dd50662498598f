/* Parts of one kind: coordinates, rows, where their entries of M and A belong, their numbers. */
typedef struct {
    long long count;
    int *columns, *rows, *M_at, *A_at;
    double *c;
} zw_part;
