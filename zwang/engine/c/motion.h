/* A motion: accelerations, projection, one step of a Runge-Kutta method, and the loop of
   zwang.integrate.step, which stops where someone else must decide. The text follows zwang.integrate.method,
   zwang.integrate.projection, zwang.integrate.rank_watch and zwang.integrate.step, where the reasons stand; numbers with a name come from
   there. Above this stand the functions of the system:

   zw_evaluate   M, Q, A, b of what is integrated           zw_hold    M, A, phi, velocity
   zw_nonideal   C, unless it is found by reaction.h         zw_watch   the events' functions

   the kernel's first way written out (zw_straight, zw_straight_q, zw_straight_qd), and the stages of
   the method (zw_stages). */

/* -- accelerations ---------------------------------------------------------------------------- */

/* The motion under Q + C and b where M, A, Q = F[0] and b[0] are known; beside it, where there is a
   nonideal force C, the one under C and 0. */
ZW_PART void zw_accelerate(
    double t, const double *q, const double *qd, const double *p, const double *M, const double *A,
    double F[][ZW_N], double b[][ZW_ROWS], double rank, double consistency, double *C,
    zw_found *found)
{
    for (int j = 0; j < ZW_N; j++) C[j] = 0.0;
#if ZW_RUBS
    int failed = zw_rub(t, q, qd, p, M, A, F, b, rank, consistency, C, found);
#elif ZW_NONIDEAL
    double ideal[ZW_N] = {0.0};
#if ZW_ASKS_IDEAL
    zw_solve(ZW_M, M, A, 1, F, b, rank, consistency, found);
    for (int i = 0; i < ZW_M; i++)
        for (int j = 0; j < ZW_N; j++) ideal[j] += A[i * ZW_N + j] * found->lam[0][i];
    for (int j = 0; j < ZW_N; j++) ideal[j] = zw_finite(1, ideal + j) ? ideal[j] : 0.0;
#endif
    zw_nonideal(q, qd, &t, p, ideal, C);
#else
    (void)t, (void)q, (void)qd, (void)p;
#endif
    for (int j = 0; ZW_NONIDEAL && j < ZW_N; j++) F[0][j] += C[j], F[1][j] = C[j];
    for (int i = 0; ZW_NONIDEAL && i < ZW_M; i++) b[1][i] = 0.0;
    zw_solve(ZW_M, M, A, ZW_NONIDEAL ? 2 : 1, F, b, rank, consistency, found);
#if ZW_RUBS
    zw_spoil(failed, found);
#endif
}

/* The rank rule in a step: the motion's cut, unless the user chose another. */
ZW_FUNCTION double zw_step_rank(double cut)
{
    return ZW_CUTS ? cut : ZW_STEP_RANK;
}

/* qdd at a state, of what is integrated, by the whole kernel; NaN where there is none. */
ZW_APART void zw_whole_acceleration(
    double t, const double *q, const double *qd, const double *p, double cut, double *qdd)
{
    double M[ZW_N * ZW_N], A[ZW_ROWS * ZW_N], F[ZW_COLUMNS][ZW_N], b[ZW_COLUMNS][ZW_ROWS], C[ZW_N];
    zw_found found;
    zw_evaluate(q, qd, &t, p, M, F[0], A, b[0]);
    zw_accelerate(t, q, qd, p, M, A, F, b, zw_step_rank(cut), ZW_STEP_CONSISTENCY, C, &found);
    for (int j = 0; j < ZW_N; j++) qdd[j] = found.x[0][j];
}

/* The same; most states need only the kernel's first way, which is written out. */
ZW_FUNCTION void zw_acceleration(
    double t, const double *q, const double *qd, const double *p, double cut, double *qdd)
{
#if ZW_STRAIGHT
    double good;
    zw_straight(q, qd, &t, p, qdd, &good);
    if (good != 0.0) return;
#endif
    zw_whole_acceleration(t, q, qd, p, cut, qdd);
}

/* -- projection ------------------------------------------------------------------------------- */

/* M where it is positive definite, else M with the rows of A added in like units. */
ZW_PART void zw_metric_of(const double *M, const double *A, double *W)
{
    double L[ZW_N * ZW_N], d[ZW_N], lengths[ZW_ROWS], smallest;
    for (int i = 0; i < ZW_N * ZW_N; i++) W[i] = M[i];
    if (ZW_M == 0 || zw_mass_factor(M, L, &smallest)) return;
    zw_equilibrate(ZW_M, M, A, d, lengths);
    for (int k = 0; k < ZW_M; k++)
        for (int i = 0; i < ZW_N; i++)
            for (int j = 0; j < ZW_N; j++)
                W[i * ZW_N + j] += A[k * ZW_N + i] / lengths[k] * (A[k * ZW_N + j] / lengths[k]);
}

/* The least change x in the metric W with A x = r, for the first m rows. */
ZW_PART void zw_least_change(
    int m, const double *W, const double *A, const double *r, double cut, double *x)
{
    double F[ZW_COLUMNS][ZW_N], b[ZW_COLUMNS][ZW_ROWS];
    zw_metric in;
    zw_found found;
    for (int j = 0; j < ZW_N; j++) F[0][j] = 0.0;
    for (int i = 0; i < m; i++) b[0][i] = r[i];
    zw_in_metric(m, W, A, 1, F, b, &in);
    found.status = ZW_NEEDS_FULL_RANK;
    if (m <= ZW_N) zw_by_cholesky(m, &in, 1, zw_max(ZW_WELL_CONDITIONED, cut), &found);
    if (found.status == ZW_NEEDS_FULL_RANK) zw_by_basis(m, A, &in, 1, cut, &found);
    for (int j = 0; j < ZW_N; j++) x[j] = found.status == ZW_OK ? found.x[0][j] : NAN;
}

/* zw_correction by the whole kernel. */
ZW_APART int zw_whole_correction(
    int on_q, double t, const double *q, const double *qd, const double *p, double cut, double *M,
    double *A, double *change, double *sizes)
{
    double phi[ZW_ROWS], velocity[ZW_ROWS], W[ZW_N * ZW_N], r[ZW_ROWS];
    int rows = on_q ? ZW_H : ZW_K;
    zw_hold(q, qd, &t, p, M, A, phi, velocity);
    if (rows == 0) return 0;
    zw_metric_of(M, A, W);
    for (int i = 0; i < rows; i++) r[i] = on_q ? -phi[i] : -velocity[i];
    zw_least_change(rows, W, A, r, cut, change);
    sizes[0] = sizes[1] = 0.0;
    for (int j = 0; j < ZW_N && on_q; j++) {
        sizes[0] += change[j] * zw_dot(ZW_N, W + j * ZW_N, change);
        sizes[1] += q[j] * zw_dot(ZW_N, W + j * ZW_N, q);
    }
    return 1;
}

/* What is seen of independent constraints without much work: their rows in the metric, made
   orthonormal one after the other, their lengths, and the volume that rows of length one span. */
typedef struct {
    double Z[ZW_ROWS * ZW_N], lengths[ZW_ROWS], volume;
    int known;
} zw_glance;

/* One correction of q or of qd: the least change in the metric, and for q the squares of its size
   and of that of q. With one of qd comes a glance at the constraints, or else M and A. Whether
   there is one. */
ZW_FUNCTION int zw_correction(
    int on_q, double t, const double *q, const double *qd, const double *p, double cut, double *M,
    double *A, double *change, double *sizes, zw_glance *glance)
{
    glance->known = 0;
#if ZW_STRAIGHT_Q
    if (on_q) {
        double good;
        zw_straight_q(q, qd, &t, p, change, sizes, &good);
        if (good != 0.0) return 1;
    }
#endif
#if ZW_STRAIGHT_QD
    if (!on_q) {
        double good;
        zw_straight_qd(q, qd, &t, p, change, glance->Z, glance->lengths, &glance->volume, &good);
        glance->known = good != 0.0;
        if (glance->known) return 1;
    }
#endif
    return zw_whole_correction(on_q, t, q, qd, p, cut, M, A, change, sizes);
}

/* Return to the constraints: `times` corrections of q, then of qd. The glance, or M and A, are
   those of the last correction. Whether the corrections became small. */
ZW_FUNCTION int zw_return(
    double t, double *q, double *qd, const double *p, int times, double atol, double cut, double *M,
    double *A, zw_glance *glance)
{
    double change[ZW_N], sizes[2];
    int reached = 1, positions = ZW_H > 0 ? times : 0, velocities = ZW_CURVED ? times : 1;
    for (int k = 0; k < positions; k++) {
        int small = 1;
        if (!zw_correction(1, t, q, qd, p, cut, M, A, change, sizes, glance)) continue;
        for (int j = 0; j < ZW_N; j++) {
            small = small && fabs(change[j]) <= atol;
            q[j] += change[j];
        }
        reached = small || sizes[0] <= ZW_CONVERGED * ZW_CONVERGED * sizes[1];
    }
    for (int k = 0; k < velocities; k++) {
        if (!zw_correction(0, t, q, qd, p, cut, M, A, change, sizes, glance)) continue;
        for (int j = 0; j < ZW_N; j++) qd[j] += change[j];
    }
    return reached && zw_finite(ZW_N, q) && zw_finite(ZW_N, qd);
}

/* The same, with M and A there. */
ZW_PART int zw_project(
    double t, double *q, double *qd, const double *p, int times, double atol, double cut, double *M,
    double *A)
{
    double phi[ZW_ROWS], velocity[ZW_ROWS];
    zw_glance glance;
    int reached = zw_return(t, q, qd, p, times, atol, cut, M, A, &glance);
    if (glance.known) zw_hold(q, qd, &t, p, M, A, phi, velocity);
    return reached;
}

/* -- one step --------------------------------------------------------------------------------- */

typedef struct {
    double q[ZW_N], qd[ZW_N], error[2 * ZW_N];
    double M[ZW_N * ZW_N], A[ZW_ROWS * ZW_N]; /* unless the glance is known */
    zw_glance glance;
    int sound;
} zw_trial;

ZW_FUNCTION void zw_attempt(
    double t, const double *q, const double *qd, double h, const double *p, double atol, double cut,
    zw_trial *out)
{
    double q1[ZW_N], qd1[ZW_N];
    zw_stages(t, q, qd, h, p, cut, q1, qd1, out->error);
    for (int j = 0; j < ZW_N; j++) out->q[j] = q1[j], out->qd[j] = qd1[j];
    out->sound = zw_finite(ZW_N, q1) && zw_finite(ZW_N, qd1) && zw_finite(2 * ZW_N, out->error);
#if ZW_PROJECTS
    out->sound = zw_return(t + h, out->q, out->qd, p, ZW_PROJECTS, atol, cut, out->M, out->A,
                           &out->glance) && out->sound;
    for (int j = 0; j < ZW_N; j++) {
        out->error[j] = zw_max(fabs(out->error[j]), fabs(out->q[j] - q1[j]));
        out->error[ZW_N + j] = zw_max(fabs(out->error[ZW_N + j]), fabs(out->qd[j] - qd1[j]));
    }
#else
    double change[ZW_N], sizes[2];
    (void)atol;
    /* For what comes with it. */
    zw_correction(0, t + h, out->q, out->qd, p, cut, out->M, out->A, change, sizes, &out->glance);
#endif
}

/* -- how near the constraints are to losing rank ----------------------------------------------- */

#define ZW_VALUES (ZW_M < ZW_N ? ZW_M : ZW_N)
#define ZW_SEEN (ZW_VALUES > 0 ? ZW_VALUES : 1)

typedef struct {
    double sizes[ZW_ROWS], values[ZW_SEEN], U[ZW_ROWS * ZW_SEEN], polar[ZW_ROWS * ZW_N];
} zw_sight;

/* Rotate the rows of B (m, n) until they are orthogonal; the rotations are
   gathered in the rows of U (m, m). */
ZW_PART void zw_orthogonal_rows(double *B, double *U)
{
    for (int i = 0; i < ZW_M; i++)
        for (int j = 0; j < ZW_M; j++) U[i * ZW_M + j] = i == j;
    for (int sweep = 0, turning = 1; turning && sweep < 30; sweep++) {
        turning = 0;
        for (int i = 0; i < ZW_M - 1; i++)
            for (int k = i + 1; k < ZW_M; k++) {
                double *x = B + i * ZW_N, *y = B + k * ZW_N;
                double xx = zw_dot(ZW_N, x, x), yy = zw_dot(ZW_N, y, y), xy = zw_dot(ZW_N, x, y);
                if (!(fabs(xy) > 1e-15 * sqrt(xx * yy)) || xx * yy < 1e-60) continue;
                turning = 1;
                double theta = (yy - xx) / (2.0 * xy);
                double s = (theta >= 0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
                double c = 1.0 / sqrt(s * s + 1.0);
                s *= c;
                for (int j = 0; j < ZW_N; j++) {
                    double a = x[j], b = y[j];
                    x[j] = c * a - s * b, y[j] = s * a + c * b;
                }
                for (int j = 0; j < ZW_M; j++) {
                    double a = U[i * ZW_M + j], b = U[k * ZW_M + j];
                    U[i * ZW_M + j] = c * a - s * b, U[k * ZW_M + j] = s * a + c * b;
                }
            }
    }
}

/* Look at the constraints where the mass is M and their matrix is A. */
ZW_PART void zw_look(
    const double *M, const double *A, const double *sizes, int rank, zw_sight *out)
{
    double W[ZW_N * ZW_N], L[ZW_N * ZW_N], B[ZW_ROWS * ZW_N], U[ZW_ROWS * ZW_ROWS];
    double values[ZW_ROWS], smallest;
    int taken[ZW_ROWS];
    int definite = zw_mass_factor(M, L, &smallest);
    zw_metric_of(M, A, W);
    zw_mass_factor(W, L, &smallest);
    for (int i = 0; i < ZW_M; i++) {
        double *row = B + i * ZW_N, length = 0.0;
        for (int j = 0; j < ZW_N; j++) row[j] = A[i * ZW_N + j];
        zw_solve_lower(ZW_N, L, row);
        for (int j = 0; j < ZW_N && length == 0.0; j++)
            if (row[j] != 0.0) length = zw_length(ZW_N, row);
        /* In the metric of a singular M, lengths depend on which directions have mass just now. */
        out->sizes[i] = definite ? zw_max(sizes[i], length) : length;
        double divisor = zw_max(length, ZW_VANISHED * out->sizes[i]);
        for (int j = 0; j < ZW_N; j++) row[j] /= divisor > 0.0 ? divisor : 1.0;
    }
    zw_orthogonal_rows(B, U);
    for (int i = 0; i < ZW_M; i++) {
        values[i] = sqrt(zw_dot(ZW_N, B + i * ZW_N, B + i * ZW_N));
        taken[i] = 0;
    }
    int order[ZW_ROWS];
    for (int r = 0; r < ZW_VALUES; r++) {
        int best = -1;
        for (int i = 0; i < ZW_M; i++)
            if (!taken[i] && (best < 0 || values[i] > values[best])) best = i;
        taken[best] = 1, order[r] = best;
        out->values[r] = values[best];
        for (int i = 0; i < ZW_M; i++) out->U[i * ZW_VALUES + r] = U[best * ZW_M + i];
    }
    if (rank < 0) /* whatever it is here */
        for (rank = 0; rank < ZW_VALUES && out->values[rank] > ZW_INDEPENDENT;) rank++;
    for (int i = 0; i < ZW_M * ZW_N; i++) out->polar[i] = 0.0;
    for (int r = 0; r < rank && r < ZW_VALUES && out->values[r] > 0.0; r++)
        for (int i = 0; i < ZW_M; i++)
            for (int j = 0; j < ZW_N; j++)
                out->polar[i * ZW_N + j] +=
                    U[order[r] * ZW_M + i] * B[order[r] * ZW_N + j] / out->values[r];
}

/* The cut of the rank rule in a motion whose sigma is known, and the cut so far. */
ZW_FUNCTION double zw_cut_for(double sigma, double cut)
{
    return zw_min(zw_max(zw_max(ZW_OF_SMALLEST * sigma, cut), ZW_NARROW), ZW_WIDE);
}

ZW_FUNCTION double zw_sigma(const zw_sight *sight, int rank)
{
    if (ZW_VALUES == 0 || rank <= 0) return 1.0;
    return sight->values[rank - 1];
}

/* S of zwang.integrate.rank_watch.turned: an eigenvalue below 0 for each direction of the polar factor that turned
   by more than a right angle. How far S is from the identity, squared. */
ZW_PART double zw_turn(const zw_sight *before, const zw_sight *after, double *S)
{
    double far = 0.0;
    for (int i = 0; i < ZW_M; i++)
        for (int k = 0; k < ZW_M; k++) {
            double x = zw_dot(ZW_N, after->polar + i * ZW_N, before->polar + k * ZW_N);
            double y = zw_dot(ZW_N, after->polar + k * ZW_N, before->polar + i * ZW_N);
            double z = zw_dot(ZW_N, before->polar + i * ZW_N, before->polar + k * ZW_N);
            S[i * ZW_M + k] = (x + y) / 2.0 + (i == k) - z;
            far += (S[i * ZW_M + k] - (i == k)) * (S[i * ZW_M + k] - (i == k));
        }
    return far;
}

/* Whether a direction of the polar factor turned by more than a right angle. */
ZW_PART int zw_turned(const zw_sight *before, const zw_sight *after)
{
    double S[ZW_ROWS * ZW_ROWS], L[ZW_ROWS * ZW_ROWS];
    return zw_turn(before, after, S) >= 1.0 && !zw_cholesky(ZW_M, S, L);
}

/* How long after the last of three times sigma comes to zero, by a parabola. */
ZW_FUNCTION double zw_distance(const double *t, const double *sigma)
{
    double x0 = t[0] - t[2], x1 = t[1] - t[2];
    if (!(x0 < x1 && x1 < 0.0)) return INFINITY;
    double s0 = (sigma[0] - sigma[2]) / x0, s1 = (sigma[1] - sigma[2]) / x1;
    double a = (s1 - s0) / (x1 - x0), b = s1 - a * x1, d = b * b - 4.0 * a * sigma[2];
    if (!(d >= 0.0)) return INFINITY;
    double root = 2.0 * sigma[2] / (-b + sqrt(d));
    return root > 0.0 ? root : INFINITY;
}

/* -- many steps ------------------------------------------------------------------------------- */

#define ZW_WATCHED (ZW_E > 0 ? ZW_E : 1)

/* zwang.integrate.step.Course, numbers first. Python fills and reads it field by field. */
typedef struct {
    double t, q[ZW_N], qd[ZW_N];
    double t_before, q_before[ZW_N], qd_before[ZW_N];
    double h, cut;
    zw_sight sight;
    double times[3], sigmas[3], quiet;
    double values[ZW_WATCHED], former[ZW_WATCHED];
    double smallest, largest;
    long long rank, turns, index, accepted, rejected;
    zw_glance glance; /* of the state now, from here on not known to Python */
    double per_volume; /* sigma over the volume when both were looked at; zero if never */
    long long sighted; /* whether the sight is of the state now */
} zw_course;

typedef struct {
    double rtol, atol, step;
    long long every;
} zw_settings;

/* The error over what is tolerated, the largest of all. */
ZW_FUNCTION double zw_error(const zw_course *now, const zw_trial *trial, const zw_settings *set)
{
    double worst = 0.0;
    for (int part = 0; part < 2; part++) {
        const double *old = part ? now->qd : now->q, *new_ = part ? trial->qd : trial->q;
        double top = 0.0;
        for (int j = 0; j < ZW_N; j++) top = zw_max(top, zw_max(fabs(old[j]), fabs(new_[j])));
        for (int j = 0; j < ZW_N; j++) {
            double size = zw_max(fabs(old[j]), fabs(new_[j]));
            double allowed = ZW_SHARE * (set->atol + set->rtol * size)
                             + 32.0 * ZW_EPS * top + ZW_TINY;
            worst = zw_max(worst, fabs(trial->error[part * ZW_N + j]) / allowed);
        }
    }
    return trial->sound && worst < INFINITY ? worst : INFINITY;
}

/* Whether an event's function went through zero, in the direction that is watched for. */
ZW_FUNCTION int zw_came_one(int i, double before, double after)
{
    int up = before < 0.0 && after >= 0.0, down = before > 0.0 && after <= 0.0;
    return (up && zw_direction[i] >= 0) || (down && zw_direction[i] <= 0);
}

ZW_FUNCTION int zw_came(const double *before, const double *after)
{
    for (int i = 0; i < ZW_E; i++)
        if (zw_came_one(i, before[i], after[i])) return 1;
    return 0;
}

/* What is seen of the constraints at the end of a step: sigma; whether they turned since its
   beginning, lost rank, or gained some. */
typedef struct {
    double sigma, per_volume;
    int looked, turned, lost, rose;
    zw_sight sight; /* where it was looked at */
} zw_view;

/* Nothing but the course itself is known of the state now. */
ZW_FUNCTION void zw_forget(zw_course *at)
{
    at->glance.known = 0, at->per_volume = 0.0, at->sighted = 0;
}

/* The sight of the state now, if it was passed without a look. */
ZW_APART void zw_look_back(zw_course *at, const double *p)
{
    double M[ZW_N * ZW_N], A[ZW_ROWS * ZW_N], phi[ZW_ROWS], velocity[ZW_ROWS];
    if (at->sighted || ZW_M == 0) return;
    zw_hold(at->q, at->qd, &at->t, p, M, A, phi, velocity);
    zw_look(M, A, at->sight.sizes, (int)at->rank, &at->sight);
    for (int i = 0; i < 3; i++)
        if (at->times[i] == at->t) at->sigmas[i] = zw_sigma(&at->sight, (int)at->rank);
    at->sighted = 1;
}

ZW_APART void zw_look_at(
    zw_course *at, zw_trial *trial, double there, const double *p, zw_view *view)
{
    double phi[ZW_ROWS], velocity[ZW_ROWS];
    int above = 0;
    if (trial->glance.known)
        zw_hold(trial->q, trial->qd, &there, p, trial->M, trial->A, phi, velocity);
    if (!zw_finite(ZW_N * ZW_N, trial->M) || !zw_finite(ZW_M * ZW_N, trial->A)) return;
    zw_look_back(at, p);
    zw_look(trial->M, trial->A, at->sight.sizes, (int)at->rank, &view->sight);
    view->looked = 1;
    view->sigma = zw_sigma(&view->sight, (int)at->rank);
    if (trial->glance.known) view->per_volume = view->sigma / trial->glance.volume;
    if (at->t < at->quiet) return;
    for (int i = 0; i < ZW_VALUES; i++) above += view->sight.values[i] > at->cut;
    view->turned = zw_turned(&at->sight, &view->sight);
    view->lost = view->sigma < at->cut;
    view->rose = above > at->rank;
}

/* Mostly a glance tells enough. The volume is the product of all sigmas, none of which is much
   above one; so it comes to zero where the smallest does, and falls no slower. Z turns with the
   constraints: no direction of them turned by a right angle where Z changed by less than one. */
ZW_FUNCTION zw_view zw_watch_rows(
    zw_course *at, zw_trial *trial, double there, const double *p)
{
    const zw_glance *old = &at->glance, *new_ = &trial->glance;
    zw_view view;
    double turn = 0.0;
    int clear = ZW_M > 0 && new_->known && old->known && at->rank == ZW_M && at->per_volume > 0.0;
    view.looked = view.turned = view.lost = view.rose = 0;
    view.sigma = 1.0, view.per_volume = at->per_volume;
    if (ZW_M == 0) return view;
    if (clear) {
        for (int i = 0; i < ZW_M * ZW_N; i++)
            turn += (new_->Z[i] - old->Z[i]) * (new_->Z[i] - old->Z[i]);
        for (int i = 0; i < ZW_M; i++)
            clear = clear && new_->lengths[i] > 10.0 * ZW_VANISHED * at->sight.sizes[i];
        view.sigma = at->per_volume * new_->volume;
        clear = clear && turn < 1.0 && new_->volume > 100.0 * ZW_WIDE
                && new_->volume > 2.0 * ZW_AHEAD * (old->volume - new_->volume);
    }
    if (!clear) zw_look_at(at, trial, there, p, &view);
    return view;
}

/* Try one step. Returns why to halt; `reported` tells whether its end is to be reported. */
ZW_FUNCTION int zw_one(
    zw_course *at, const double *p, const double *targets, long long last, const zw_settings *set,
    int *reported)
{
    zw_trial trial;
    double values[ZW_WATCHED] = {0.0};
    double target = targets[at->index], left = target - at->t, factor = 1.0;
    int fixed = set->step > 0.0;
    int lands = 1.1 * at->h >= left || left <= 64.0 * ZW_EPS * fabs(target);
    double h = lands ? left : at->h > left / 2.0 ? left / 2.0 : at->h;
    zw_attempt(at->t, at->q, at->qd, h, p, set->atol, at->cut, &trial);
    double there = lands ? target : at->t + h;
    int accepted = trial.sound;
    if (!fixed) {
        double error = zw_error(at, &trial, set);
        accepted = error <= 1.0;
        factor = ZW_SAFETY * pow(zw_max(error, 1e-30), -1.0 / ZW_ORDER);
        factor = factor < ZW_LEAST ? ZW_LEAST : factor > ZW_MOST ? ZW_MOST : factor;
        if (!trial.sound) factor = ZW_RETRY;
    }
#if ZW_E
    zw_watch(trial.q, trial.qd, &there, p, values);
    if (!zw_finite(ZW_E, values)) accepted = 0, factor = ZW_RETRY;
#endif

    zw_view view = zw_watch_rows(at, &trial, there, p);
    int turned = view.turned, lost = view.lost, rose = view.rose;
    double sigma = view.sigma;
    rose = accepted && rose;
    int pose_within = accepted && (lost || (turned && (fixed || at->turns >= ZW_TURNS)));
    int halved = accepted && turned && !pose_within;
    accepted = accepted && !pose_within && !halved && !rose;
    if (halved || pose_within) factor = 0.5;
    double proposed = fixed ? set->step : h * factor;
    if (!fixed && lands && factor >= 1.0) proposed = zw_max(proposed, at->h);

    double t0 = at->t;
    int came = 0, ended = 0, near = 0;
    at->h = proposed;
    if (accepted) {
        at->t_before = at->t, at->t = there;
        for (int j = 0; j < ZW_N; j++) {
            at->q_before[j] = at->q[j], at->q[j] = trial.q[j];
            at->qd_before[j] = at->qd[j], at->qd[j] = trial.qd[j];
        }
        if (view.looked) at->sight = view.sight;
        at->sighted = view.looked;
        at->glance = trial.glance;
        at->per_volume = view.per_volume;
        for (int i = 0; i < ZW_M && trial.glance.known; i++)
            at->sight.sizes[i] = zw_max(at->sight.sizes[i], trial.glance.lengths[i]);
        /* What is only estimated says nothing of how sigma falls. */
        for (int i = 0; i < 3; i++) {
            int kept = i < 2 && view.looked;
            at->times[i] = kept ? at->times[i + 1] : there;
            at->sigmas[i] = kept ? at->sigmas[i + 1] : sigma;
        }
        at->cut = zw_cut_for(sigma, at->cut);
        if (!lands) at->smallest = h < at->smallest ? h : at->smallest;
        at->largest = h > at->largest ? h : at->largest;
        came = zw_came(at->values, values);
        for (int i = 0; i < ZW_E; i++) at->former[i] = at->values[i], at->values[i] = values[i];
        ended = lands && at->index == last;
        at->turns = 0;
        at->index += lands && at->index < last;
        at->accepted += 1;
        near = !fixed && zw_distance(at->times, at->sigmas) <= ZW_AHEAD * h
               && sigma < ZW_FEW * at->cut / ZW_WIDE && at->t >= at->quiet;
    } else {
        at->turns += halved;
        at->rejected += 1;
    }
    *reported = accepted && (set->every || lands) && !came;
    if (came) return ZW_HALT_EVENT;
    if (ended) return ZW_HALT_END;
    if (rose) return ZW_HALT_RANK_ROSE;
    if (pose_within) return ZW_HALT_POSE_WITHIN;
    if (near) return ZW_HALT_POSE_AHEAD;
    if (!accepted && fixed && !pose_within) return ZW_HALT_FAILED;
    if (proposed <= 64.0 * ZW_EPS * fabs(t0) || h <= 0.0) return ZW_HALT_STEP_TOO_SMALL;
    return ZW_HALT_NONE;
}

/* Up to `limit` steps, tried ones counted, and up to `size` states to report: rows of t, q, qd. */
ZW_PUBLIC int zw_advance(
    zw_course *at, const double *p, const double *targets, long long last, const zw_settings *set,
    long long limit, long long size, double *passed, long long *rows)
{
    int halt = ZW_HALT_NONE, reported;
    *rows = 0;
    for (long long tried = 0; halt == ZW_HALT_NONE && *rows < size && tried < limit; tried++) {
        halt = zw_one(at, p, targets, last, set, &reported);
        if (!reported) continue;
        double *row = passed + *rows * (1 + 2 * ZW_N);
        row[0] = at->t;
        for (int j = 0; j < ZW_N; j++) row[1 + j] = at->q[j], row[1 + ZW_N + j] = at->qd[j];
        *rows += 1;
    }
    if (halt != ZW_HALT_NONE && halt != ZW_HALT_END && halt != ZW_HALT_EVENT) zw_look_back(at, p);
    return halt;
}

/* The state at which an event's function is zero in the last step; see zwang.integrate.loop. */
ZW_PUBLIC void zw_locate(
    const zw_course *at, const double *p, const zw_settings *set, long long which, double *found)
{
    double whole = at->t - at->t_before, a = 0.0, b = whole;
    double ga = at->former[which], gb = at->values[which], g[ZW_WATCHED] = {0.0};
    int stayed = 0;
    found[0] = at->t;
    for (int j = 0; j < ZW_N; j++) found[1 + j] = at->q[j], found[1 + ZW_N + j] = at->qd[j];
    for (int tried = 0; tried < 100; tried++) {
        zw_trial trial;
        if (!(b - a > 4e-16 * zw_max(fabs(at->t_before), whole))) break;
        double h = tried % 4 == 3 ? (a + b) / 2.0 : (a * gb - b * ga) / (gb - ga);
        if (!(h > a && h < b)) h = (a + b) / 2.0;
        double there = at->t_before + h;
        zw_attempt(at->t_before, at->q_before, at->qd_before, h, p, set->atol, at->cut, &trial);
#if ZW_E
        zw_watch(trial.q, trial.qd, &there, p, g);
#endif
        double value = g[which];
        int same = (value > 0.0 && gb > 0.0) || (value < 0.0 && gb < 0.0);
        int left = value == 0.0 || same, again = left == stayed; /* a zero left of h, or at it */
        if (left) {
            ga = again ? ga / 2.0 : ga, gb = value;
            a = value != 0.0 ? a : h, b = h;
            found[0] = there;
            for (int j = 0; j < ZW_N; j++)
                found[1 + j] = trial.q[j], found[1 + ZW_N + j] = trial.qd[j];
        } else {
            ga = value, gb = again ? gb / 2.0 : gb;
            a = h;
        }
        stayed = left;
    }
}
