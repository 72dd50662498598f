/* How near the constraints are to losing rank. Of the singular values of the rows only the smallest
   that counts is followed, with its two vectors: where it comes to zero the mechanism stands in a
   singular configuration, and behind it one of the vectors has turned over. */

/* A direction to begin with, the same at every start. */
static void zw_any_direction(long long n, double *v)
{
    unsigned state = 1u;
    for (long long i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        v[i] = 0.5 + (state >> 8) / 16777216.0;
    }
    zw_unit((int)n, v);
}

/* The root of mu where sigma is looked at, in a state that was brought back to the constraints:
   redundant rows have next to nothing there, so it may be far below what steps need. */
static double zw_root_on(const zw_motion *s)
{
    return s->rank == s->m ? 0.0 : ZW_ON_ROWS;
}

/* Sigma by iteration from the direction in `right`: the length of Yᵀ v, since what the iteration
   itself tells of sigma is (sigma² + mu) / sigma. */
static double zw_sigma_by(zw_motion *s, int rounds)
{
    zw_sparse *kernel = s->sparse;
    double found = zw_smallest(kernel, rounds, s->right, s->left);
    zw_miss(kernel, 0, NULL, s->right, kernel->work_more);
    double length = zw_length(kernel->m, kernel->work_more);
    return length > 0.0 && length < found ? length : found;
}

/* What is open of each coordinate where sigma is one, sqrt of the diagonal of M⁻¹; and its weight in
   the rows. After zw_ready. */
void zw_survey(zw_motion *s)
{
    zw_sparse *kernel = s->sparse;
    double *x = kernel->work_n;
    for (int k = 0; k < kernel->n; k++) { /* column k of L⁻¹, along the tree */
        double squares = 0.0;
        x[k] = 1.0;
        for (int j = k, next; j >= 0; j = next) {
            double value = x[j] * kernel->Ld[j];
            next = kernel->Lp[j] < kernel->Lp[j + 1] ? kernel->Li[kernel->Lp[j]] : -1;
            for (int p = kernel->Lp[j]; p < kernel->Lp[j + 1]; p++)
                x[kernel->Li[p]] -= kernel->Lx[p] * value;
            x[j] = 0.0;
            squares += value * value;
        }
        s->lone[kernel->P[k]] = sqrt(squares);
        s->weight[kernel->P[k]] = 0.0;
    }
    for (int k = 0; k < kernel->m; k++)
        for (int p = kernel->Ap[k]; p < kernel->Ap[k + 1]; p++) {
            double part = fabs(s->A[kernel->As[p]]) / kernel->lengths[k];
            double *weight = s->weight + kernel->P[kernel->Aj[p]];
            *weight = zw_max(*weight, part);
        }
}

/* Sigma from the beginning, and after it the survey. */
double zw_look(zw_motion *s, double t, const double *q, const double *qd, double cut, int rounds)
{
    zw_holding(s, t, q, qd);
    if (!zw_ready(s, s->m, cut)) return NAN;
    zw_survey(s);
    zw_any_direction(s->n, s->right);
    return zw_sigma_by(s, rounds);
}

/* Sigma at the end of a step, after zw_return, and whether the singular vectors turned against each
   other since its beginning. A little of all directions is added to the vector of the beginning: one
   of other symmetry, in the plane of a linkage and not across it, would never come to be seen. */
static double zw_glance(zw_motion *s, int *turned)
{
    zw_any_direction(s->n, s->right);
    for (long long j = 0; j < s->n; j++)
        s->right[j] = s->right_before[j] + ZW_MIXED * s->right[j];
    zw_unit((int)s->n, s->right);
    if (s->rank < s->m && s->projects > 0 && !zw_ready(s, s->m, zw_root_on(s))) return NAN;
    double sigma = zw_sigma_by(s, ZW_GLANCES);
    double v = zw_product(s->n, s->right, s->right_before);
    double u = zw_product(s->m, s->left, s->left_before);
    *turned = v * u < 0.0 && fabs(v) > 0.5 && fabs(u) > 0.5;
    return sigma;
}
