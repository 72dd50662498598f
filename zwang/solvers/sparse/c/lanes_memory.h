/* The memory of a system in lanes, and what is asked of an answer, which Python reads here too. */

#define ZW_LANES 8

typedef double zw_lane __attribute__((vector_size(8 * ZW_LANES)));
typedef long long zw_truths __attribute__((vector_size(8 * ZW_LANES)));

typedef struct {
    int n, m, inner, joined, masses, factored, found, number;
    int *M_from, *Q_from, *A_from, *b_from; /* where entries come from, for each lane */
    int *joins, *joined_rows, *envelope; /* of a piece its joined row; their rows; where they begin */
    int *Mp, *Mj, *Ms, *Md, *Lp, *Li, *Kp, *Kj; /* of one lane, as in zw_sparse */
    int *Ap, *Aj, *Yp, *Yi, *Xp, *Xj, *Xs;
    int *Rp, *Rj, *Cp, *Ci, *Cs, *used, *alike, *chunk, *first;
    zw_lane *no_row, *no_coordinate;        /* one where a lane has none in a slot */
    zw_lane *Mx, *Lx, *Ld, *Ax, *Yx, *Rx, *Rd; /* as in zw_sparse, for all lanes */
    zw_lane *scale, *wanted, *v, *lam, *x, *w, *y, *more; /* 1 / lengths; b; intermediates */
    zw_lane *g, *p, *r, *of_g, *of_p, *of_r; /* of conjugate gradients */
    double *T, *joined_scale, *joined_wanted, *z; /* of the joined rows */
} zw_lanes;

/* mu, of which `wanted` is wanted: see zw_conjugate; part, most, sigma: what of the answer may be
   wrong, and shows in the rows as so much, see zw_may_be_left. anew: whether lengths of rows are
   computed; warm: whether lam of the last answer is a guess; n: coordinates. */
typedef struct {
    double mu, wanted, part, most, sigma, eps;
    int anew, warm, rounds, n;
} zw_wish;
