/* What follows from a state: the text follows zwang.equation.observe and zwang.integrate.start. Above this stands

   zw_describe   M, Q, A, b, phi, velocity of the system, and what else is to be seen of a state */

/* Lengths of the rows of A in the metric M; in like units where M is singular. */
ZW_PART void zw_row_lengths(const double *M, const double *A, double *lengths)
{
    double L[ZW_N * ZW_N], d[ZW_N], row[ZW_N], smallest;
    if (!zw_mass_factor(M, L, &smallest)) {
        zw_equilibrate(ZW_M, M, A, d, lengths);
        return;
    }
    for (int i = 0; i < ZW_M; i++) {
        for (int j = 0; j < ZW_N; j++) row[j] = A[i * ZW_N + j];
        zw_solve_lower(ZW_N, L, row);
        lengths[i] = zw_length(ZW_N, row);
    }
}

/* One row of a motion. The outputs lie behind each other in `out`: qdd, Qc, Qc_ideal, Qc_nonideal
   (n each), multipliers, residual, residual_raw (m each), rate, rate_raw (h each), A (m n), power,
   what else is seen. The rank and the status in `whole`. */
ZW_PART void zw_row(
    double t, const double *q, const double *qd, const double *p, double rank, double consistency,
    double *out, long long *whole)
{
    double M[ZW_N * ZW_N], F[ZW_COLUMNS][ZW_N], b[ZW_COLUMNS][ZW_ROWS], phi[ZW_ROWS];
    double velocity[ZW_ROWS], lengths[ZW_ROWS];
    double *qdd = out, *Qc = qdd + ZW_N, *ideal = Qc + ZW_N, *nonideal = ideal + ZW_N;
    double *lam = nonideal + ZW_N, *residual = lam + ZW_M, *raw = residual + ZW_M;
    double *rate = raw + ZW_M, *rate_raw = rate + ZW_H, *A = rate_raw + ZW_H;
    double *power = A + ZW_M * ZW_N, *seen = power + 1;
    double C[ZW_N];
    zw_found found;
    zw_describe(q, qd, &t, p, M, F[0], A, b[0], phi, velocity, seen);
    zw_accelerate(t, q, qd, p, M, A, F, b, rank, consistency, C, &found);
    *power = 0.0;
    for (int i = 0; i < ZW_M; i++)
        lam[i] = found.lam[0][i] - (ZW_NONIDEAL ? found.lam[1][i] : 0.0);
    for (int j = 0; j < ZW_N; j++) {
        double all = 0.0, part = 0.0;
        for (int i = 0; i < ZW_M; i++) {
            all += A[i * ZW_N + j] * found.lam[0][i];
            if (ZW_NONIDEAL) part += A[i * ZW_N + j] * found.lam[1][i];
        }
        qdd[j] = found.x[0][j];
        Qc[j] = C[j] + all, ideal[j] = all - part;
        nonideal[j] = C[j] + part;
        *power += Qc[j] * qd[j];
    }
    zw_row_lengths(M, A, lengths);
    for (int i = 0; i < ZW_M; i++) {
        raw[i] = i < ZW_H ? phi[i] : i < ZW_K ? velocity[i] : -b[0][i];
        for (int j = 0; i >= ZW_K && j < ZW_N; j++) raw[i] += A[i * ZW_N + j] * qdd[j];
        residual[i] = raw[i] / lengths[i];
        if (i < ZW_H) rate_raw[i] = velocity[i], rate[i] = velocity[i] / lengths[i];
    }
    whole[0] = found.rank, whole[1] = found.status;
}

/* Many rows; `size` numbers are written for each. */
ZW_PUBLIC void zw_observe(
    long long rows, long long size, const double *t, const double *q, const double *qd,
    const double *p, double rank, double consistency, double *out, long long *whole)
{
    for (long long i = 0; i < rows; i++)
        zw_row(t[i], q + i * ZW_N, qd + i * ZW_N, p, rank, consistency, out + i * size,
               whole + 2 * i);
}

/* The nearest state on the constraints. Whether it was reached. */
ZW_PUBLIC int zw_restore(double t, double *q, double *qd, const double *p)
{
    double M[ZW_N * ZW_N], A[ZW_ROWS * ZW_N];
    return zw_project(t, q, qd, p, ZW_PROJECTS > 0 ? ZW_PROJECTS : 1, ZW_SMALLEST,
                      ZW_ROUGHLY, M, A);
}

/* The constraints a time dt along a straight line from a state: what is seen, their rank, and the
   sizes of q and qd in the metric. */
ZW_PART int zw_look_ahead(
    double t, double dt, const double *q, const double *qd, const double *p, zw_sight *sight,
    double *sizes)
{
    double M[ZW_N * ZW_N], A[ZW_ROWS * ZW_N], W[ZW_N * ZW_N], x[ZW_N], v[ZW_N];
    double none[ZW_ROWS] = {0.0}, trace = 0.0, of_q = 0.0, of_qd = 0.0;
    int rank = 0;
    for (int j = 0; j < ZW_N; j++) x[j] = q[j] + dt * qd[j], v[j] = qd[j];
    zw_project(t + dt, x, v, p, 1, ZW_SMALLEST, ZW_WIDE, M, A);
    zw_metric_of(M, A, W);
    for (int j = 0; j < ZW_N; j++) {
        trace += W[j * ZW_N + j];
        of_q += q[j] * zw_dot(ZW_N, W + j * ZW_N, q);
        of_qd += qd[j] * zw_dot(ZW_N, W + j * ZW_N, qd);
    }
    /* A start at rest, or at the origin, has no size; a thousandth of a unit does for it. */
    sizes[0] = sqrt(fabs(of_q)) + 1e-3 * sqrt(trace / ZW_N);
    sizes[1] = sqrt(fabs(of_qd)) + 1e-3 * sqrt(trace / ZW_N);
    if (ZW_M == 0) return 0;
    zw_look(M, A, none, -1, sight);
    for (int i = 0; i < ZW_VALUES; i++) rank += sight->values[i] > ZW_WIDE;
    return rank;
}

/* Fill a course before its first step: t, q and qd stand in it. Returns whether the start is a
   singular pose. */
ZW_PUBLIC int zw_begin(
    zw_course *at, const double *p, const double *qdd, const zw_settings *set, double span,
    double *sizes)
{
    double size = 0.0, speed = 0.0, top_q = 0.0, top_qd = 0.0, other[2];
    zw_sight aside;
    for (int j = 0; j < ZW_N; j++) {
        top_q = zw_max(top_q, fabs(at->q[j])), top_qd = zw_max(top_qd, fabs(at->qd[j]));
        at->q_before[j] = at->q[j], at->qd_before[j] = at->qd[j];
    }
    for (int j = 0; j < 2 * ZW_N; j++) {
        double x = j < ZW_N ? at->q[j] : at->qd[j - ZW_N], top = j < ZW_N ? top_q : top_qd;
        double rate = j < ZW_N ? at->qd[j] : qdd[j - ZW_N];
        double allowed = ZW_SHARE * (set->atol + set->rtol * fabs(x)) + 32.0 * ZW_EPS * top + ZW_TINY;
        size = zw_max(size, fabs(x) / allowed), speed = zw_max(speed, fabs(rate) / allowed);
    }
    double guess = 0.01 * size / (speed > 1e-300 ? speed : 1e-300);
    if (!(guess > 0.0 && guess < INFINITY)) guess = span;
    guess = guess < 1e-6 * span ? 1e-6 * span : guess > span ? span : guess;
    at->h = set->step > 0.0 ? set->step : guess;

    double around = ZW_AROUND * top_q / (top_qd > 1e-300 ? top_qd : 1e-300);
    around = around < INFINITY ? zw_min(around, ZW_AROUND * span) : 0.0;
    int rank = zw_look_ahead(at->t, 0.0, at->q, at->qd, p, &at->sight, sizes);
    int before = zw_look_ahead(at->t, -around, at->q, at->qd, p, &aside, other);
    int after = zw_look_ahead(at->t, around, at->q, at->qd, p, &aside, other);
    int singular = before > rank || after > rank;
    if (!singular) /* what is small here and around is small for good, and counts */
        for (rank = 0; rank < ZW_VALUES && at->sight.values[rank] > ZW_INDEPENDENT;) rank++;
    double sigma = zw_sigma(&at->sight, rank);
    at->cut = zw_cut_for(sigma, 0.0);
    at->t_before = at->t;
    for (int i = 0; i < 3; i++) at->times[i] = at->t, at->sigmas[i] = sigma;
    at->quiet = -INFINITY, at->smallest = INFINITY, at->largest = 0.0;
    at->rank = rank, at->turns = at->index = at->accepted = at->rejected = 0;
    zw_forget(at);
#if ZW_E
    zw_watch(at->q, at->qd, &at->t, p, at->values);
    for (int i = 0; i < ZW_E; i++) at->former[i] = at->values[i];
#endif
    return singular;
}
