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
    s->anew = 1;
    zw_holding(s, t, q, qd);
    if (!zw_ready(s, s->m, cut)) return NAN;
    zw_survey(s);
    zw_any_direction(s->n, s->right);
    return zw_smallest(s->sparse, rounds, s->right, s->left);
}

/* Sigma at the end of a step, after zw_return, and whether the singular vectors turned against each
   other since its beginning. */
static double zw_glance(zw_motion *s, int *turned)
{
    for (long long j = 0; j < s->n; j++) s->right[j] = s->right_before[j];
    double sigma = zw_smallest(s->sparse, ZW_GLANCES, s->right, s->left);
    double v = zw_product(s->n, s->right, s->right_before);
    double u = zw_product(s->m, s->left, s->left_before);
    *turned = v * u < 0.0 && fabs(v) > 0.5 && fabs(u) > 0.5;
    return sigma;
}
