/* Back to the constraints: the text follows zwang.integrate.projection. */

/* xᵀ M x, of which only entries at and below the diagonal are read. */
static double zw_square(const zw_motion *s, const double *x)
{
    const zw_sparse *kernel = s->sparse;
    double sum = 0.0;
    for (int k = 0; k < kernel->n; k++) {
        double own = x[kernel->P[k]], part = 0.0;
        if (kernel->Md[k] >= 0) part = 0.5 * s->M[kernel->Md[k]] * own;
        for (int p = kernel->Mp[k]; p < kernel->Mp[k + 1]; p++)
            part += s->M[kernel->Ms[p]] * x[kernel->P[kernel->Mj[p]]];
        sum += 2.0 * own * part;
    }
    return sum;
}

/* The least change of q by the first h rows, or of qd by the first k; in `change`. Whether there is
   one. Factors of a state next to this one serve if they are not to be `fresh`: A itself tells what
   is left, and the metric of a small change is no other; where they do not, they are made anew. */
static int zw_correct(
    zw_motion *s, int on_q, int fresh, double t, const double *q, const double *qd, double cut)
{
    long long rows = on_q ? s->h : s->k;
    double *rest = on_q ? s->phi : s->velocity, last = INFINITY;
    zw_sparse_holding(s, t, q, qd);
    if (!zw_all_finite(rows, rest)) return 0;
    for (long long i = 0; i < rows; i++) rest[i] = -rest[i];
    zw_wish wish = zw_wish_of(s, ZW_SOLVED, s->in_step ? INFINITY : 0.0, cut, 1, 0);
    if (s->in_step && s->lanes && rows == s->m) {
        last = s->sparse->ways->in_lanes(
            s->lanes, s->M, zw_number(s), NULL, s->A, rest, s->sizes, &wish, s->change);
        s->unready |= last <= ZW_SOLVED;
        fresh |= !(last <= ZW_SOLVED); /* and then with factors of this state */
    }
    for (int ready = 1; ready && fresh < 2 && !(last <= ZW_SOLVED); fresh++) {
        ready = !fresh || zw_sparse_ready(s, rows, cut);
        if (ready)
            last = zw_settled(s, &wish, NULL, rest, rows, s->change);
        else last = INFINITY;
    }
    return last < INFINITY && zw_all_finite(s->n, s->change);
}

/* `times` corrections of q, less where one of them is rounding. Whether there are; in `reached`, whether
   the last one became small, and in `fresh`, whether other factors are needed for the next. */
static int zw_return_q(
    zw_motion *s, double t, double *q, const double *qd, long long times, double atol, double cut,
    int *reached, int *fresh)
{
    s->last = 0.0;
    s->anew = 1;
    s->unready = 0;
    for (long long i = 0; i < times && s->h > 0; i++) {
        if (!zw_correct(s, 1, *fresh, t, q, qd, cut)) return 0;
        double change = zw_square(s, s->change), size = zw_square(s, q);
        *reached = zw_largest(s, s->n, s->change) <= atol
                   || change <= ZW_CONVERGED * ZW_CONVERGED * size;
        for (long long j = 0; j < s->n; j++) q[j] += s->change[j];
        s->last = sqrt(fabs(change));
        double near = ZW_NEXT_TO * s->sigmas[2];
        *fresh = !(change <= near * near * size);
        if (change <= ZW_SPARSE_ROUNDED * ZW_SPARSE_ROUNDED * size) break;
        /* The next one is of the size of this one squared, over sigma. */
        double next = change / (ZW_FORESEEN * s->sigmas[2]);
        if (s->in_step && next <= ZW_SPARSE_ROUNDED * size) {
            *reached = 1, s->last = next / sqrt(size);
            break;
        }
    }
    return 1;
}

/* The same of qd, once or, where rows are not linear in it, as often. */
static int zw_return_qd(
    zw_motion *s, double t, const double *q, double *qd, long long times, double cut, int fresh)
{
    for (long long i = 0; i < (s->curved ? times : 1); i++) {
        if (!zw_correct(s, 0, fresh || s->h < s->k || s->curved, t, q, qd, cut)) return 0;
        for (long long j = 0; j < s->n; j++) qd[j] += s->change[j];
    }
    return zw_all_finite(s->n, q) && zw_all_finite(s->n, qd);
}

/* Return to the constraints. Whether the last correction of q became small. The factors are then those of
   the rows on velocities, unless these were not needed: `unready`. */
ZW_EXPORT int zw_sparse_return(
    zw_motion *s, double t, double *q, double *qd, long long times, double atol, double cut)
{
    int reached = 1, fresh = 1;
    return zw_return_q(s, t, q, qd, times, atol, cut, &reached, &fresh)
           && zw_return_qd(s, t, q, qd, times, cut, fresh) && reached;
}
