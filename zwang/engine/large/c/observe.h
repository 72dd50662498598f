/* Rows of a motion: one, and one after the other. */

/* All of a row of a motion whose rank is thought to be known: M, Q, A, b, phi and velocity are left in
   their places, qdd and the least multipliers written; where there is friction qdd is under it, the
   multipliers are those of ideal constraints, and `rubbed` tells whether friction was found. In
   `told` the last change of the answer, what was left when redundancy was taken out of it, and how
   many rows are independent. */
ZW_EXPORT int zw_sparse_row(
    zw_motion *s, double t, const double *q, const double *qd, double mu, int powers, double *qdd,
    double *lam, double *told)
{
    zw_sparse *kernel = s->sparse;
    s->anew = s->alone = 1;
    zw_sparse_holding(s, t, q, qd);
    zw_sparse_equations(s, t, q, qd);
    int ready = zw_sparse_ready(s, s->m, sqrt(mu));
    s->alone = 0;
    if (!ready || !zw_all_finite(s->n, s->Q) || !zw_all_finite(s->m, s->b))
        return 0;
    told[1] = told[2] = 0.0;
    for (int k = 0; k < kernel->m; k++)
        told[2] += kernel->Rx[kernel->Rp[k]] > ZW_APART_FROM * ZW_APART_FROM * s->mu;
    told[0] = zw_settle(kernel, s->A, s->Q, s->b, (int)s->m, qdd, lam, s->mu, powers, told + 1);
    zw_here at = {t, q, qd, s->mu, powers};
    s->rubbed = s->rubs > 0 ? zw_rubbed(s, &at, 0, qdd) : ZW_OK;
    return 1;
}

typedef struct {
    double *qdd, *lam, *force, *nonideal, *A, *phi, *velocity, *lengths, *seen, *told;
} zw_observed;

/* Aᵀ lam. */
static void zw_force(const zw_motion *s, const double *lam, double *force)
{
    const zw_sparse *kernel = s->sparse;
    zw_zero(s->n, force);
    for (int k = 0; k < kernel->m; k++)
        for (int p = kernel->Ap[k]; p < kernel->Ap[k + 1]; p++)
            force[kernel->P[kernel->Aj[p]]] += s->A[kernel->As[p]] * lam[kernel->S[k]];
}

static void zw_copied(long long count, const double *from, long long row, double *to)
{
    for (long long i = 0; i < count; i++) to[row * count + i] = from[i];
}

/* C + Aᵀ(lam − ideal), what friction and the constraints' answer to it exert. */
static void zw_nonideal(zw_motion *s, const double *ideal, double *force)
{
    for (long long i = 0; i < s->m; i++) s->turned[i] = s->acting[i] - ideal[i];
    zw_force(s, s->turned, force);
    for (long long j = 0; j < s->n; j++) force[j] += s->load[j];
}

/* What follows from `count` states whose rank is thought to be known, as zw_sparse_row and zw_sparse_met have it: of
   each the five numbers `told`, the last of which are what remains in the rows, infinite where nothing
   was found, and the status of friction. */
ZW_EXPORT void zw_sparse_observe(
    zw_motion *s, long long count, const double *t, const double *q, const double *qd, double mu,
    int powers, double rest, const zw_observed *out)
{
    for (long long i = 0; i < count; i++, q += s->n, qd += s->n) {
        double *qdd = out->qdd + i * s->n, *lam = out->lam + i * s->m, *told = out->told + 5 * i;
        int solved = zw_sparse_row(s, t[i], q, qd, mu, powers, qdd, lam, told);
        told[3] = solved ? zw_sparse_met(s, rest, qdd, lam) : INFINITY;
        told[4] = solved ? (double)s->rubbed : ZW_OK;
        if (solved) zw_force(s, lam, out->force + i * s->n);
        if (solved && s->rubs > 0) zw_nonideal(s, lam, out->nonideal + i * s->n);
        zw_sparse_energies(s, t[i], q, qd, out->seen + 2 * i);
        zw_copied(s->entries, s->A, i, out->A);
        zw_copied(s->h, s->phi, i, out->phi);
        zw_copied(s->m, s->velocity, i, out->velocity);
        zw_copied(s->m, s->lengths, i, out->lengths);
    }
}
