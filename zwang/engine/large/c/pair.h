/* A motion and its derivative along a direction, as zwang.sensitivity.tangent_system has them: q and s
   behind it, 2n coordinates, on one set of factors. With f = d(Q − M q̈ + Aᵀλ) and g = d(b − A q̈), q̈ and
   λ held,

       M s̈ − Aᵀμ = f,    A s̈ = g,

   and s and ṡ are brought back to dφ = 0 and d(velocity) = 0 by the least change in the metric M. Of
   friction see pair_rub.h. */

/* f and g. */
ZW_EXPORT void zw_sparse_vary_parts(
    zw_pair *s, double w, double t, const double *q, const double *qd, const double *x,
    const double *lam)
{
    const zw_motion *m = s->motion;
    const zw_kind *kind = m->list;
    const zw_varied *own = s->list;
    const zw_moving at = zw_moving_of(s, t, q, qd);
    zw_zero(m->n, s->f);
    for (long long i = 0; i < m->kinds; i++, kind++, own++)
        zw_vary_kind(kind, own, s->tape, &at, x, lam, w, s->f, s->g);
}

static int zw_pair_rubbed(
    zw_pair *s, double t, const double *q, const double *qd, int near, double *qdd);

/* q̈ and s̈; NaN where there are none. */
static void zw_pair_acceleration(
    void *model, double t, const double *q, const double *qd, double cut, double *qdd)
{
    zw_pair *s = model;
    zw_motion *m = s->motion;
    int rows = (int)m->m, good = 0, near = !m->anew;
    zw_sparse_equations(m, t, q, qd);
    m->alone = m->rubs > 0; /* as in zw_acceleration */
    int ready = zw_sparse_ready(m, rows, cut);
    m->alone = 0;
    if (ready && m->rubs > 0) good = zw_pair_rubbed(s, t, q, qd, near, qdd);
    else if (ready) {
        double change = zw_settle(m->sparse, m->A, m->Q, m->b, rows, qdd, m->lam, 0.0, 0, NULL);
        zw_sparse_vary_parts(s, 1.0, t, q, qd, qdd, m->lam);
        double more = zw_settle(m->sparse, m->A, s->f, s->g, rows, qdd + m->n, s->mu, 0.0, 0, NULL);
        good = change <= ZW_SOLVED && more <= ZW_SOLVED;
    }
    m->anew = 0;
    for (long long j = 0; j < s->n && !good; j++) qdd[j] = NAN;
}

/* dφ and d(velocity), in the places of φ and velocity. */
ZW_EXPORT void zw_sparse_lean_parts(zw_pair *s, double t, const double *q, const double *qd)
{
    zw_motion *m = s->motion;
    const zw_kind *kind = m->list;
    const zw_varied *own = s->list;
    const zw_moving at = zw_moving_of(s, t, q, qd);
    for (long long i = 0; i < m->kinds; i++, kind++, own++)
        zw_lean_kind(kind, own, s->tape, &at, m->phi, m->velocity);
}

/* s and sd on the derivatives of the constraints, at q and qd that are on these. Whether they are. */
static int zw_pair_return(zw_pair *s, double t, double *q, double *qd, double cut)
{
    zw_motion *m = s->motion;
    long long counts[2] = {m->h, m->k};
    m->anew = 1;
    zw_sparse_holding(m, t, q, qd);
    for (int level = 0; level < 2; level++) {
        double *rest = level ? m->velocity : m->phi, *x = (level ? qd : q) + m->n;
        if (counts[level] == 0) continue;
        if ((level == 0 || counts[0] < counts[1]) && !zw_sparse_ready(m, counts[level], cut)) return 0;
        zw_sparse_lean_parts(s, t, q, qd);
        for (long long i = 0; i < counts[level]; i++) rest[i] = -rest[i];
        zw_settle(m->sparse, m->A, NULL, rest, (int)counts[level], m->change, s->mu, 0.0, 0, NULL);
        for (long long j = 0; j < m->n; j++) x[j] += m->change[j];
    }
    return zw_all_finite(s->n, q) && zw_all_finite(s->n, qd);
}

static int zw_pair_attempt(zw_pair *s, double h, double cut)
{
    zw_motion *m = s->motion;
    m->anew = 1;
    zw_stage_room room = {s->stages, s->x, s->v};
    m->sparse->ways->stages(
        m->method, s->n, m->t, m->q, m->qd, h, cut, zw_pair_acceleration, s, &room, m->q1, m->qd1,
        s->error);
    m->anew = 1;
    m->last = 0.0;
    for (long long j = 0; j < s->n; j++) m->trial_q[j] = m->q1[j], m->trial_qd[j] = m->qd1[j];
    if (!zw_all_finite(s->n, m->q1) || !zw_all_finite(s->n, m->qd1)
        || !zw_all_finite(2 * s->n, s->error))
        return 0;
    m->in_step = 1;
    int sound = zw_sparse_return(m, m->t + h, m->trial_q, m->trial_qd, m->projects, m->atol, cut);
    m->in_step = 0;
    sound = sound && zw_pair_return(s, m->t + h, m->trial_q, m->trial_qd, cut);
    if (m->projects < ZW_SETTLED) m->last = 0.0;
    for (long long j = 0; j < s->n; j++) {
        double *of_q = s->error + j, *of_qd = of_q + s->n;
        *of_q = zw_max(fabs(*of_q), fabs(m->trial_q[j] - m->q1[j]));
        *of_qd = zw_max(fabs(*of_qd), fabs(m->trial_qd[j] - m->qd1[j]));
    }
    return sound;
}

/* The largest of both halves. */
static double zw_pair_norm(const zw_pair *s)
{
    const zw_motion *m = s->motion;
    double found = 0.0;
    for (int half = 0; half < 2; half++) {
        long long at = half * m->n;
        const double *begins[2] = {m->q + at, m->qd + at}, *ends[2] = {m->trial_q + at, m->trial_qd + at};
        const double *errors[2] = {s->error + at, s->error + s->n + at};
        found = zw_max(found, zw_norm_of(m, begins, ends, errors));
    }
    return found;
}

/* s, sd and s̈ as they are, into row i. */
static void zw_pair_report(zw_pair *s, long long i, double *S, double *Sd, double *Sdd)
{
    zw_motion *m = s->motion;
    m->anew = 1;
    zw_pair_acceleration(s, m->t, m->q, m->qd, zw_root(m), s->x);
    for (long long j = 0; j < m->n; j++) {
        S[i * m->n + j] = m->q[m->n + j], Sd[i * m->n + j] = m->qd[m->n + j];
        Sdd[i * m->n + j] = s->x[m->n + j];
    }
}

/* Up to `limit` steps, tried ones counted, towards targets; what they land on is reported, behind the
   start in row zero. */
ZW_EXPORT int zw_sparse_pair_advance(
    zw_pair *s, const double *targets, long long last, long long limit, double *S, double *Sd,
    double *Sdd)
{
    zw_motion *m = s->motion;
    int halt = ZW_HALT_NONE, reported;
    if (!m->looked) zw_pair_report(s, 0, S, Sd, Sdd);
    zw_begin_watch(m);
    m->looked = 1;
    for (long long tried = 0; halt == ZW_HALT_NONE && tried < limit; tried++) {
        zw_tried step;
        long long row = m->index + 1;
        zw_propose(m, targets, last, &step);
        int sound = zw_pair_attempt(s, step.h, zw_root(m)), adapts = !(m->step > 0.0);
        double norm = sound && adapts ? zw_pair_norm(s) : INFINITY;
        halt = zw_conclude(m, &step, sound, norm, last, NULL, &reported);
        for (long long j = m->n; j < s->n && step.accepted; j++)
            m->q[j] = m->trial_q[j], m->qd[j] = m->trial_qd[j];
        if (step.accepted && step.lands) zw_pair_report(s, row, S, Sd, Sdd);
    }
    return halt;
}
