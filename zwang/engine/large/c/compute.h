/* One state of an exported system. Above this stand the kernel with its memory, zw_state; room for M, Q,
   A, b and what is worked on; zw_sums, which adds up what all parts give; and the constants. Where ZW_RUBS
   is defined, there is friction: rub.h, and what it works on, zw_rubbing_state. */

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
static int zw_redundant(zw_sparse *s, double *qdd, double *lam, double *mu, int *powers)
{
    double sigma = zw_least(s, ZW_LEAST_ROUNDS), left = 0.0;
    *mu = zw_more(ZW_BELOW * ZW_BELOW * sigma * sigma, ZW_LEAST_MU);
    double ratio = sigma * sigma / *mu;
    *powers = ratio > ZW_NEAREST ? (int)ceil(ZW_DIGITS / log10(ratio)) : 0;
    if (*powers == 0 || !zw_proximal(s, *mu)) return 0;
    double change = zw_settle(s, zw_A, zw_Q, zw_b, s->m, qdd, lam, *mu, *powers, &left);
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

/* The number of a zwang.Status. In `F` and `acting` what acts besides the constraints, and under which
   multipliers: Q and lam, or those under friction. */
static int zw_answered(
    zw_sparse *s, const double *q, const double *qd, double t, double *qdd, double *lam,
    const double **F, const double **acting)
{
    double finite = 0.0, mu = 0.0;
    int rank, powers = 0;
    *F = zw_Q, *acting = lam;
    for (int p = 0; p < s->masses; p++) finite += 0.0 * zw_M[p];
    for (int p = 0; p < s->Ap[s->m]; p++) finite += 0.0 * zw_A[p];
    for (int j = 0; j < s->n; j++) finite += 0.0 * zw_Q[j];
    for (int i = 0; i < s->m; i++) finite += 0.0 * zw_b[i];
    if (finite != 0.0) return ZW_NON_FINITE;
    zw_mass(s, zw_M, 0.0);
    if (!s->definite) return ZW_NEEDS_DEFINITE_MASS;
    zw_rows(s, zw_A, zw_wanted);
    if (!zw_rank(s, zw_more(s->rank_rule, s->noise), &rank)) return ZW_INACCURATE;
    int reached = rank == s->m ? zw_independent(s, qdd, lam) : zw_redundant(s, qdd, lam, &mu, &powers);
    if (!reached) return ZW_INACCURATE;
#ifdef ZW_RUBS
    zw_here at = {t, q, qd, mu, powers};
    int rubbed = zw_rubbed(&zw_rubbing_state, &at, 0, qdd);
    if (rubbed != ZW_OK) return rubbed;
    *F = zw_rubbing_state.loaded, *acting = zw_rubbing_state.acting;
#else
    (void)q, (void)qd, (void)t;
#endif
    double remains
        = zw_relative(s, zw_M, *F, zw_A, zw_b, ZW_AT_REST, qdd, *acting, zw_force, zw_sizes);
    return remains <= ZW_CONSISTENCY ? ZW_OK : ZW_INCONSISTENT;
}

static void zw_compute(
    const double *q, const double *qd, const double *t, const double *p, double *qdd, double *Qc,
    double *lam, double *status)
{
    zw_sparse *s = &zw_state;
    const double *F, *acting;
    zw_sums(q, qd, *t, p);
    int found = zw_answered(s, q, qd, *t, qdd, lam, &F, &acting);
    *status = found;
    for (int i = 0; i < s->m && found; i++) lam[i] = NAN;
    for (int j = 0; j < s->n; j++) Qc[j] = found ? NAN : F[j] - zw_Q[j];
    for (int j = 0; j < s->n && found; j++) qdd[j] = NAN;
    for (int k = 0; k < s->m && !found; k++)
        for (int i = s->Ap[k]; i < s->Ap[k + 1]; i++)
            Qc[s->P[s->Aj[i]]] += zw_A[s->As[i]] * acting[s->S[k]];
}
