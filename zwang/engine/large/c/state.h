/* A state of a large system: its equations as sums over all parts, and their least change.

   The sparse kernel stands above this, with zw_motion and zw_kind, and vectors.h. */

/* The largest size; no number if one is none. */
static double zw_largest(const zw_motion *s, long long n, const double *x)
{
    return s->sparse->ways->largest(n, x);
}

/* M and Q of the parts that are the same in all states, summed once for all of them; M begins with
   them, and ends if it is `fixed`. */
static void zw_begin_sums(zw_motion *s, double t, const double *q, const double *qd)
{
    const zw_kind *kind = s->list;
    int known = s->summed > 0;
    if (!known) {
        zw_zero(s->masses, s->M_steady);
        zw_zero(s->n, s->Q_steady);
        for (long long i = 0; i < s->kinds; i++, kind++)
            if (kind->steady)
                zw_evaluate_kind(
                    kind, s->tape, q, qd, t, s->p, s->M_steady, s->Q_steady, s->A, s->b);
        s->summed = 1 - s->summed;
    }
    for (long long p = 0; p < s->masses && !(known && s->fixed); p++) s->M[p] = s->M_steady[p];
}

/* Where M has no inverse, M + Σ w aᵀa and Q + Σ w aᵀb of rows a with weights w are in its place: they
   have the same accelerations, multipliers and least changes, as in zwang.solvers.sparse.auxiliary. */
static void zw_help(zw_motion *s, int forced)
{
    const zw_sparse *kernel = s->sparse;
    const int *at = s->help;
    for (int k = 0; at && k < kernel->m; k++) {
        double weight = s->helping[kernel->S[k]];
        if (weight == 0.0) continue;
        for (int p = kernel->Ap[k]; p < kernel->Ap[k + 1]; p++) {
            double own = weight * s->A[kernel->As[p]];
            if (forced) s->Q[kernel->P[kernel->Aj[p]]] += own * s->b[kernel->S[k]];
            for (int r = kernel->Ap[k]; r <= p; r++) s->M[*at++] += own * s->A[kernel->As[r]];
        }
    }
}

/* M, Q, A and b. */
ZW_EXPORT void zw_sparse_equations(zw_motion *s, double t, const double *q, const double *qd)
{
    const zw_kind *kind = s->list;
    zw_begin_sums(s, t, q, qd);
    for (long long j = 0; j < s->n; j++) s->Q[j] = s->Q_steady[j];
    for (long long i = 0; i < s->kinds; i++, kind++)
        if (!kind->steady)
            zw_evaluate_kind(kind, s->tape, q, qd, t, s->p, s->M, s->Q, s->A, s->b);
    zw_help(s, 1);
}

/* M, A, phi and velocity. */
ZW_EXPORT void zw_sparse_holding(zw_motion *s, double t, const double *q, const double *qd)
{
    const zw_kind *kind = s->list;
    zw_begin_sums(s, t, q, qd);
    for (long long i = 0; i < s->kinds; i++, kind++)
        if (!kind->steady)
            zw_hold_kind(kind, s->tape, q, qd, t, s->p, s->M, s->A, s->phi, s->velocity);
    zw_help(s, 0);
}

/* The energies. */
ZW_EXPORT void zw_sparse_energies(zw_motion *s, double t, const double *q, const double *qd, double *seen)
{
    const zw_kind *kind = s->list;
    seen[0] = seen[1] = 0.0;
    for (long long i = 0; i < s->kinds; i++, kind++)
        zw_seen_kind(kind, s->tape, q, qd, t, s->p, seen);
}

/* Rows in parts of the largest lengths that they have had, as in zwang.integrate.rank_watch: one that
   vanishes as a whole, as sin does in the angle of a crank, is lost like any other. */
static void zw_as_ever(zw_motion *s)
{
    zw_sparse *kernel = s->sparse;
    for (int k = 0; k < kernel->m; k++) {
        double size = s->sizes[kernel->S[k]], part = kernel->lengths[k] / size;
        if (!(part < 1.0)) continue;
        for (int p = kernel->Yp[k]; p < kernel->Yp[k + 1]; p++) kernel->Yx[p] *= part;
        kernel->lengths[k] = size;
    }
}

/* Whether √mu cannot be as far below sigma as the cut is, so that corrections take patience. */
static int zw_patient(double cut)
{
    return cut > 0.0 && cut * cut < ZW_PATIENT * ZW_LEAST_PROXIMAL;
}

/* The first `rows` constraints in the metric M, ready to be solved for with the cut of the rank rule.
   Whether they are. Where all are independent the cut is zero; then the lengths of rows of a state
   nearby, those of the step's beginning, do as well. */
ZW_EXPORT int zw_sparse_ready(zw_motion *s, long long rows, double cut)
{
    zw_sparse *kernel = s->sparse;
    zw_sparse_mass(kernel, s->M, 0.0); /* what is not finite leaves no pivot above zero, here or below */
    if (!kernel->definite) return 0;
    if (s->anew || cut > 0.0) zw_sparse_rows(kernel, s->A, s->lengths);
    else zw_rows_again(kernel, s->A);
    if ((s->anew || cut > 0.0) && !s->alone) zw_as_ever(s);
    for (int k = 0; k < kernel->m && rows < s->m; k++)
        for (int p = kernel->Yp[k]; kernel->S[k] >= rows && p < kernel->Yp[k + 1]; p++)
            kernel->Yx[p] = 0.0;
    s->mu = 0.0;
    if (cut == 0.0 && zw_sparse_proximal(kernel, 0.0)) return 1;
    for (s->mu = zw_max(cut * cut, ZW_LEAST_PROXIMAL); s->mu < ZW_MOST_PROXIMAL; s->mu *= 8.0)
        if (zw_sparse_proximal(kernel, s->mu)) {
            if (zw_patient(cut)) kernel->wanted = cut * cut / s->mu;
            return 1;
        }
    return 0;
}

/* What tells M from others if it is the same in all states. */
static int zw_number(const zw_motion *s)
{
    return s->fixed ? (int)s->summed : 0;
}

/* What is asked of an answer of which this `part` may be wrong, but not more than `most` in the metric:
   an error there is at most what is left in the rows over sigma. */
static zw_wish zw_wish_of(
    const zw_motion *s, double part, double most, double cut, int anew, int warm)
{
    const zw_sparse *kernel = s->sparse;
    double mu = cut > 0.0 ? zw_max(cut * cut, ZW_LEAST_PROXIMAL) : 0.0;
    zw_wish found = {mu, zw_patient(cut) ? cut * cut / mu : 1.0, zw_min(part, ZW_SOLVED), most,
                     s->sigmas[2], kernel->eps, anew, warm, kernel->rounds, kernel->n};
    return found;
}

/* zw_settle with such a wish, for the factors that are ready. */
static double zw_settled(
    zw_motion *s, const zw_wish *wish, const double *Q, const double *b, long long rows, double *x)
{
    zw_sparse *kernel = s->sparse;
    kernel->part = wish->part, kernel->most = wish->most, kernel->sigma = wish->sigma;
    kernel->warm = wish->warm;
    double last = zw_settle(kernel, s->A, Q, b, (int)rows, x, s->lam, 0.0, 0, NULL);
    kernel->most = 0.0, kernel->warm = 0;
    return last;
}

static int zw_rubbed_in_step(
    zw_motion *s, double t, const double *q, const double *qd, int near, double *qdd);

/* The acceleration of a state; NaN where there is none. In lanes, if there are any and the answer is
   found there. */
static void zw_acceleration(
    void *model, double t, const double *q, const double *qd, double cut, double *qdd)
{
    zw_motion *s = model;
    zw_sparse_equations(s, t, q, qd);
    zw_lanes *lanes = s->lanes;
    int near = !s->anew, good = 0;
    zw_wish wish = zw_wish_of(s, ZW_OF_RTOL * s->rtol, s->most, cut, !near || cut > 0.0, near);
    if (lanes && s->most > 0.0) /* not in steps across singular configurations */
        good = s->sparse->ways->in_lanes(lanes, s->M, zw_number(s), s->Q, s->A, s->b, s->sizes, &wish, qdd)
               <= ZW_SOLVED;
    if (s->rubs > 0) {
        s->alone = 1; /* which multipliers are the least is told by the rows of this state, as in zw_sparse_row */
        int ready = zw_sparse_ready(s, s->m, cut);
        s->alone = 0;
        good = ready && zw_rubbed_in_step(s, t, q, qd, near, qdd);
    } else if (!good && zw_sparse_ready(s, s->m, cut)) {
        wish.warm = near && !lanes;
        /* of what is not finite the last change is none either */
        good = zw_settled(s, &wish, s->Q, s->b, s->m, qdd) <= ZW_SOLVED;
    }
    s->anew = 0;
    for (long long j = 0; j < s->n && !good; j++) qdd[j] = NAN;
}
