/* One state of an exported system. Above this stand the kernel with its memory, zw_state; room for M, Q,
   A, b and what is worked on; zw_sums, which adds up what all parts give; and the constants. */

/* The rank of the rows, as in zwang.solvers.sparse.metric; zero columns of none. Whether it is sure. */
static int zw_rank(zw_sparse *s, double cut, int *rank)
{
    int worst;
    for (int k = 0; k < s->m; k++) s->dead[k] = zw_left_out[k] = 0;
    *rank = zw_orthogonal(s, cut);
    for (int tried = 0; tried < ZW_DEFLATIONS; tried++) {
        if (zw_nearest(s, ZW_INVERSE_ROUNDS, &worst) > cut) return 1;
        zw_left_out[worst] = 1;
        for (int k = 0; k < s->m; k++) s->dead[k] = zw_left_out[k];
        *rank = zw_orthogonal(s, cut);
    }
    return 0;
}

/* The answer where rows depend on each other, with the least multipliers; whether it was reached. */
static int zw_redundant(zw_sparse *s, double *qdd, double *lam)
{
    double sigma = zw_least(s, ZW_LEAST_ROUNDS), left = 0.0;
    double mu = zw_more(ZW_BELOW * ZW_BELOW * sigma * sigma, ZW_LEAST_MU), ratio = sigma * sigma / mu;
    int powers = ratio > ZW_NEAREST ? (int)ceil(ZW_DIGITS / log10(ratio)) : 0;
    if (powers == 0 || !zw_proximal(s, mu)) return 0;
    double change = zw_settle(s, zw_A, zw_Q, zw_b, s->m, qdd, lam, mu, powers, &left);
    return change <= ZW_CONSISTENCY && left <= ZW_LEFT_IN;
}

/* The answer where they do not. */
static int zw_independent(zw_sparse *s, double *qdd, double *lam)
{
    for (int k = 0; k < s->m; k++) zw_wanted[k] = zw_b[s->S[k]] / s->lengths[k];
    double change = zw_answer(s, zw_A, zw_Q, zw_wanted, qdd, zw_ordered);
    for (int k = 0; k < s->m; k++) lam[s->S[k]] = zw_ordered[k] / s->lengths[k];
    return change <= ZW_CONSISTENCY;
}

/* The number of a zwang.Status. */
static int zw_answered(zw_sparse *s, double *qdd, double *lam)
{
    double finite = 0.0;
    int rank;
    for (int p = 0; p < s->masses; p++) finite += 0.0 * zw_M[p];
    for (int p = 0; p < s->Ap[s->m]; p++) finite += 0.0 * zw_A[p];
    for (int j = 0; j < s->n; j++) finite += 0.0 * zw_Q[j];
    for (int i = 0; i < s->m; i++) finite += 0.0 * zw_b[i];
    if (finite != 0.0) return ZW_NON_FINITE;
    zw_mass(s, zw_M, 0.0);
    if (!s->definite) return ZW_NEEDS_DEFINITE_MASS;
    zw_rows(s, zw_A, zw_wanted);
    if (!zw_rank(s, zw_more(s->rank_rule, s->noise), &rank)) return ZW_INACCURATE;
    int reached = rank == s->m ? zw_independent(s, qdd, lam) : zw_redundant(s, qdd, lam);
    if (!reached) return ZW_INACCURATE;
    double remains
        = zw_relative(s, zw_M, zw_Q, zw_A, zw_b, ZW_AT_REST, qdd, lam, zw_force, zw_sizes);
    return remains <= ZW_CONSISTENCY ? ZW_OK : ZW_INCONSISTENT;
}

static void zw_compute(
    const double *q, const double *qd, const double *t, const double *p, double *qdd, double *Qc,
    double *lam, double *status)
{
    zw_sparse *s = &zw_state;
    zw_sums(q, qd, *t, p);
    int found = zw_answered(s, qdd, lam);
    *status = found;
    for (int i = 0; i < s->m && found; i++) lam[i] = NAN;
    for (int j = 0; j < s->n; j++) Qc[j] = found ? NAN : 0.0;
    for (int j = 0; j < s->n && found; j++) qdd[j] = NAN;
    for (int k = 0; k < s->m && !found; k++)
        for (int i = s->Ap[k]; i < s->Ap[k + 1]; i++)
            Qc[s->P[s->Aj[i]]] += zw_A[s->As[i]] * lam[s->S[k]];
}
