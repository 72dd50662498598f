/* The memory of a system with sparse factors, which Python reads here too. L has rows and columns in
   the order of elimination of the coordinates, P; Y = L⁻¹Aᵀ and R have columns in that of the
   constraints, S. Of each matrix: where its rows or columns begin, the places in them, the numbers. */

typedef struct {
    int n, m, rounds, definite, masses, voids, squared, warm;
    double eps, tiny, rank_rule, rounding, noise, gap, part, most, sigma, wanted;
    const struct zw_ways *ways;           /* for this machine: see ways.h */
    int *P, *S;                           /* order of elimination of coordinates, of constraints */
    int *Mp, *Mj, *Ms, *Md;               /* M before its diagonal, by rows; where its entries come
                                             from; the diagonal's */
    int *Lp, *Li, *Kp, *Kj;               /* L below its diagonal, by columns; and by rows */
    int *Ap, *Aj, *As;                    /* A by rows; where its entries come from */
    int *Yp, *Yi, *Xp, *Xj, *Xs, *Xo;     /* Y by columns; by rows; where these come from; their
                                             order */
    int *alike, *chunk, *first;           /* rows of Y with the same places, from each on; rows of R
                                             in chunks */
    int *Rp, *Rj, *parent, *last;         /* R by rows, the diagonal first; its tree; the last entry
                                             of a row */
    int *Cp, *Ci, *Cs, *heap, *waits;     /* R above its diagonal, by columns; where from; places to
                                             come to */
    int *used, *size, *is_void, *dead;    /* of L: next free place, part above; void pivots; dead
                                             columns */
    double *Mx, *Lx, *Ld, *least;         /* M; its L below the diagonal, inverses of that; the
                                             smallest pivot so far */
    double *Yx, *Rx, *Rd, *lengths;       /* Y and R; inverses of its diagonal, zero if dead; lengths
                                             of the rows */
    double *work_n, *work_w, *work_y, *work_m, *work_u, *work_more; /* for intermediates */
    double *four_n, *four_m;              /* the same for four vectors side by side */
} zw_sparse;
