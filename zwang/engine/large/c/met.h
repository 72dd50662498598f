/* How far the acceleration and the multipliers of a row are from meeting the constraints, after zw_row:
   the largest of zwang.solvers.base.relative_residual, whose text this follows. `rest` is at_rest there. */
double zw_met(const zw_motion *s, double rest, const double *qdd, const double *lam)
{
    const zw_sparse *kernel = s->sparse;
    double *force = s->x, *size = s->v, largest = 0.0, found = 0.0;
    for (int k = 0; k < kernel->n; k++) {
        long long j = kernel->P[k];
        force[k] = fabs(s->Q[j]);
        size[k] = sqrt(s->M[kernel->Md[k]]); /* M > 0, so its diagonal is there */
        largest = zw_max(largest, fabs(qdd[j]) * size[k]);
    }
    for (int k = 0; k < kernel->m; k++)
        for (int p = kernel->Ap[k]; p < kernel->Ap[k + 1]; p++)
            force[kernel->Aj[p]] += fabs(s->A[kernel->As[p]] * lam[kernel->S[k]]);
    for (int k = 0; k < kernel->n; k++) {
        double unit = 1.0 / size[k];
        size[k] = fabs(qdd[kernel->P[k]]) + rest * (unit * unit * force[k] + unit * largest);
    }
    for (int k = 0; k < kernel->m; k++) {
        double b = s->b[kernel->S[k]], terms = fabs(b), left = -b;
        for (int p = kernel->Ap[k]; p < kernel->Ap[k + 1]; p++) {
            double entry = s->A[kernel->As[p]];
            terms += fabs(entry) * size[kernel->Aj[p]];
            left += entry * qdd[kernel->P[kernel->Aj[p]]];
        }
        double part = fabs(left) / (terms == 0.0 ? 1.0 : terms);
        if (!(part <= found)) found = part; /* what is no number stays */
    }
    return found;
}
