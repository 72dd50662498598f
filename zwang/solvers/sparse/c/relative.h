/* How far x and lam are from meeting the rows: the largest of zwang.solvers.base.relative_residual, whose
   text this follows; `rest` is at_rest there. All in the user's order; force and size (n,) are room. */
static double zw_relative(
    const zw_sparse *s, const double *M, const double *F, const double *A, const double *b,
    double rest, const double *x, const double *lam, double *force, double *size) {
    double largest = 0.0, found = 0.0;
    for (int k = 0; k < s->n; k++) {
        int j = s->P[k];
        force[k] = fabs(F[j]);
        size[k] = sqrt(M[s->Md[k]]); /* M > 0, so its diagonal is there */
        largest = zw_more(fabs(x[j]) * size[k], largest);
    }
    for (int k = 0; k < s->m; k++)
        for (int p = s->Ap[k]; p < s->Ap[k + 1]; p++)
            force[s->Aj[p]] += fabs(A[s->As[p]] * lam[s->S[k]]);
    for (int k = 0; k < s->n; k++) {
        double unit = 1.0 / size[k];
        size[k] = fabs(x[s->P[k]]) + rest * (unit * unit * force[k] + unit * largest);
    }
    for (int k = 0; k < s->m; k++) {
        double value = b[s->S[k]], terms = fabs(value), left = -value;
        for (int p = s->Ap[k]; p < s->Ap[k + 1]; p++) {
            double entry = A[s->As[p]];
            terms += fabs(entry) * size[s->Aj[p]];
            left += entry * x[s->P[s->Aj[p]]];
        }
        double part = fabs(left) / (terms == 0.0 ? 1.0 : terms);
        if (!(part <= found)) found = part; /* what is no number stays */
    }
    return found;
}
