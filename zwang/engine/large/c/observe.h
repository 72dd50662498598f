/* Rows of a motion, one after the other. */

typedef struct {
    double *qdd, *lam, *force, *A, *phi, *velocity, *lengths, *seen, *told;
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

/* What follows from `count` states whose rank is thought to be known, as zw_row and zw_met have it: of
   each the four numbers `told`, the last of which is what remains in the rows; infinite where nothing
   was found. */
void zw_observe(
    zw_motion *s, long long count, const double *t, const double *q, const double *qd, double mu,
    int powers, double rest, const zw_observed *out)
{
    for (long long i = 0; i < count; i++, q += s->n, qd += s->n) {
        double *qdd = out->qdd + i * s->n, *lam = out->lam + i * s->m, *told = out->told + 4 * i;
        int solved = zw_row(s, t[i], q, qd, mu, powers, qdd, lam, told);
        told[3] = solved ? zw_met(s, rest, qdd, lam) : INFINITY;
        if (solved) zw_force(s, lam, out->force + i * s->n);
        zw_energies(s, t[i], q, qd, out->seen + 2 * i);
        zw_copied(s->entries, s->A, i, out->A);
        zw_copied(s->h, s->phi, i, out->phi);
        zw_copied(s->m, s->velocity, i, out->velocity);
        zw_copied(s->m, s->lengths, i, out->lengths);
    }
}
