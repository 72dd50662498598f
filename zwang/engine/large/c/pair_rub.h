/* How a motion with friction changes along a direction. With C' the derivative of C by the multipliers λ
   that act, μ = dλ, and f = d(Q + C − M q̈ + Aᵀλ) where λ and q̈ are held,

       M s̈ − (Aᵀ + C')μ = f,    A s̈ = g,

   that is x − λ(x) = 0 of rub.h once more, with the same 1 + S C', for x = μ; λ(x) is linear now.

   Of rows that depend on each other those λ act that are least, each counted in the length ℓ of its row.
   Without friction the μ above are the least as well; but as the rows turn, so do the combinations of
   them that give zero. As in zwang.solvers.derivative, with A y = ℓ² λ,

       ℓ μ  has in these combinations the part of   dA y / ℓ − 2 dℓ λ. */

/* Of M = L Lᵀ how L changes: dLx of its entries, and of the inverse of its diagonal dLd, in parts of it.
   The text is that of zw_sparse_mass, line by line. */
static void zw_turn_mass(zw_pair *s)
{
    const zw_sparse *k = s->motion->sparse;
    double *x = k->work_n;
    for (int i = 0; i < k->n; i++) x[i] = 0.0, k->used[i] = k->Lp[i];
    for (int i = 0; i < k->n; i++) {
        double pivot = k->Md[i] < 0 ? 0.0 : s->dM[k->Md[i]];
        for (int p = k->Mp[i]; p < k->Mp[i + 1]; p++) x[k->Mj[p]] = s->dM[k->Ms[p]];
        for (int p = k->Kp[i]; p < k->Kp[i + 1]; p++) {
            int j = k->Kj[p], next = k->used[j]++;
            double entry = k->Lx[next], own = x[j] * k->Ld[j] + entry * s->dLd[j];
            x[j] = 0.0;
            for (int q = k->Lp[j]; q < next; q++)
                x[k->Li[q]] -= s->dLx[q] * entry + k->Lx[q] * own;
            pivot -= 2.0 * entry * own;
            s->dLx[next] = own;
        }
        s->dLd[i] = -0.5 * pivot * k->Ld[i] * k->Ld[i];
    }
}

/* dℓ / ℓ of row r, in the order of elimination: of zw_column. */
static double zw_turn_length(const zw_pair *s, int r)
{
    const zw_sparse *k = s->motion->sparse;
    double *x = k->work_n, sum = 0.0;
    for (int p = k->Ap[r]; p < k->Ap[r + 1]; p++) x[k->Aj[p]] = s->dA[k->As[p]] / k->lengths[r];
    for (int p = k->Yp[r]; p < k->Yp[r + 1]; p++) {
        int j = k->Yi[p];
        double value = k->Yx[p], own = x[j] * k->Ld[j] + value * s->dLd[j];
        x[j] = 0.0;
        for (int q = k->Lp[j]; q < k->Lp[j + 1]; q++)
            x[k->Li[q]] -= s->dLx[q] * value + k->Lx[q] * own;
        sum += value * own;
    }
    return sum;
}

/* dM and dA. */
static void zw_turn_parts(zw_pair *s, const zw_here *at)
{
    zw_motion *m = s->motion;
    const zw_kind *kind = m->list;
    const zw_varied *own = s->list;
    zw_zero(m->masses, s->dM);
    const zw_moving moving = zw_moving_of(s, at->t, at->q, at->qd);
    for (long long i = 0; i < m->kinds; i++, kind++, own++)
        zw_turn_kind(kind, own, s->tape, &moving, s->dM, s->dA);
}

/* What redundant rows add to μ, into `beside`; whether it was found. */
static int zw_turned_rows(zw_pair *s, const zw_here *at)
{
    zw_motion *m = s->motion;
    zw_sparse *kernel = m->sparse;
    double *v = s->answer, *rest = s->beside;
    for (int k = 0; k < kernel->m; k++) {
        int i = kernel->S[k];
        rest[i] = kernel->lengths[k] * kernel->lengths[k] * m->sought[i];
    }
    if (!zw_under(m, at, NULL, rest, m->aside, m->turned)) return 0;
    zw_sparse_vary_parts(s, 0.0, at->t, at->q, at->qd, m->aside, m->none); /* −dA y into g */
    zw_turn_parts(s, at);
    zw_turn_mass(s);
    for (int k = 0; k < kernel->m; k++) {
        int i = kernel->S[k];
        double length = kernel->lengths[k];
        v[k] = rest[k] = -s->g[i] / length - 2.0 * zw_turn_length(s, k) * length * m->sought[i];
    }
    if (!(zw_sparse_take_out(kernel, at->mu, at->powers, kernel->rounds, v) <= ZW_SOLVED)) return 0;
    for (int k = 0; k < kernel->m; k++) v[k] = (rest[k] - v[k]) / kernel->lengths[k];
    for (int k = 0; k < kernel->m; k++) rest[kernel->S[k]] = v[k];
    return 1;
}

/* f and g under friction. Rows that help M add to f what they add to Q: μ would be without it others. */
static void zw_vary_rubbed(zw_pair *s, const zw_here *at, const double *qdd)
{
    zw_motion *m = s->motion;
    const zw_sparse *kernel = m->sparse;
    const zw_rubbing *kind = m->rubbing;
    const zw_rub_varied *own = s->rubbing;
    zw_sparse_vary_parts(s, 1.0, at->t, at->q, at->qd, qdd, m->sought);
    const zw_moving moving = zw_moving_of(s, at->t, at->q, at->qd);
    for (long long i = 0; i < m->rubs; i++, kind++, own++)
        zw_rub_vary_kind(kind, own, s->tape, &moving, m->sought, s->f);
    for (int k = 0; m->help && k < kernel->m; k++) {
        double pull = m->helping[kernel->S[k]] * s->g[kernel->S[k]];
        for (int p = kernel->Ap[k]; pull != 0.0 && p < kernel->Ap[k + 1]; p++)
            s->f[kernel->P[kernel->Aj[p]]] += pull * m->A[kernel->As[p]];
    }
}

/* λ(x) of x = μ, and s̈. */
static int zw_answer_along(const zw_seeking *it, zw_motion *m, const zw_here *at)
{
    zw_pair *s = it->from;
    zw_rub_under(m, at, m->sought, it->sought, m->loaded);
    for (long long j = 0; j < m->n; j++) m->loaded[j] += s->f[j];
    if (!zw_under(m, at, m->loaded, s->g, it->qdd, it->acting)) return 0;
    for (long long i = 0; at->powers > 0 && i < m->m; i++) it->acting[i] += s->beside[i];
    return 1;
}

/* q̈ and s̈ under friction; whether they were found. */
static int zw_pair_rubbed(
    zw_pair *s, double t, const double *q, const double *qd, int near, double *qdd)
{
    zw_motion *m = s->motion;
    zw_here at = {t, q, qd, 0.0, 0};
    zw_seeking it = {s->mu, s->answer, qdd + m->n, zw_answer_along, s};
    if (!zw_in_step(m, &at) || zw_rubbed(m, &at, near, qdd) != ZW_OK) return 0;
    if (at.powers > 0 && !zw_turned_rows(s, &at)) return 0;
    zw_vary_rubbed(s, &at, qdd);
    if (!near || !zw_all_finite(m->m, s->mu)) zw_zero(m->m, s->mu);
    return zw_seek(&it, m, &at);
}
