/* What judges a step and watches the rank, for n coordinates: the text of
   zwang.integrate.method.step_size, of zwang.integrate.rank_watch and of cut_for in
   zwang.integrate.projection, where the reasons stand. A test compares the two bit by bit. Above
   this stand prelude.h and method.h. */

/* x to a power; a whole one by squares. */
ZW_FUNCTION double zw_to_power(double x, double y)
{
    double result = 1.0;
    if (y == 0.5) return sqrt(x);
    if (!(floor(y) == y && fabs(y) <= 64.0)) return pow(x, y);
    for (int k = (int)fabs(y); k > 0; k >>= 1) {
        if (k & 1) result *= x;
        x *= x;
    }
    return y < 0.0 ? 1.0 / result : result;
}

/* The cut of the rank rule where the smallest singular value that counts is known. */
ZW_FUNCTION double zw_cut_for(double sigma, double cut)
{
    return zw_min(ZW_WIDE, zw_max(ZW_LEAST_CUT, zw_max(cut, ZW_OF_SMALLEST * sigma)));
}

/* How long after the last of three times sigma comes to zero; infinite for never. */
ZW_FUNCTION double zw_distance(const double t[3], const double sigma[3])
{
    double x0 = t[0] - t[2], x1 = t[1] - t[2], last = sigma[2];
    int known = x0 < x1 && x1 < 0.0;
    x0 = known ? x0 : -2.0, x1 = known ? x1 : -1.0;
    double slope = (sigma[1] - last) / x1;
    double a = (slope - (sigma[0] - last) / x0) / (x1 - x0), b = slope - x1 * a;
    double discriminant = b * b - last * (4.0 * a);
    double root = 2.0 * last / ((x1 * a - slope) + sqrt(zw_max(0.0, discriminant)));
    if (!(known && discriminant >= 0.0 && root > 0.0 && slope < 0.0)) return INFINITY;
    return zw_max(root, ZW_SOONEST * (last / -slope));
}

/* The error that a step may add to a number of some size, the largest of which is known. */
ZW_FUNCTION double zw_allowed(double size, double largest, double rtol, double atol)
{
    return (ZW_TINY + 32.0 * ZW_EPS * largest) + ZW_SHARE * (atol + rtol * size);
}

/* The last three looks at the rank, and what a state's coordinates and velocities are then open by. */
typedef struct {
    double size, speed, largest; /* Σ weight |q|, Σ weight |q̇|, the largest of both */
    double sigma, rate, last;    /* sigma, and how fast it changes in parts of it; see left_open */
} zw_openness;

ZW_FUNCTION zw_openness zw_open_state(
    double size, double speed, double largest, const double t[3], const double sigma[3],
    double last)
{
    double since = t[2] - t[1], now = zw_max(ZW_EPS, sigma[2]);
    double rate = since > 0.0 ? fabs(sigma[2] - sigma[1]) / since
                              : speed / (size > 0.0 ? size : 1.0);
    zw_openness open = {size, speed, largest, now, rate / now, last * now};
    return open;
}

/* What rounding leaves open of a coordinate and of its velocity. */
ZW_FUNCTION void zw_left_open(const zw_openness *open, double reach, double *of_q, double *of_qd)
{
    double seen = reach * open->last, rounding = ZW_EPS * reach;
    double small = ZW_SEEN_ROUNDING * open->largest;
    *of_q = ZW_ROUNDINGS * (open->size * rounding + zw_min(seen, small));
    *of_qd = ZW_ROUNDINGS
             * (rounding * (open->speed + open->size * open->rate)
                + zw_min(small, open->rate * seen));
}

/* By how much the next step may be longer than one with this error, before bounds. */
ZW_FUNCTION double zw_rule_factor(const zw_method *f, double error, double former)
{
    double factor = zw_to_power(error, f->exponents[0]);
    if (f->rule == ZW_ELEMENTARY) return factor;
    double ratio = zw_min(1.0, zw_max(1e-4, former)) / error;
    return factor * zw_to_power(ratio, f->exponents[1]);
}

/* The error of a step, infinite if it was not sound; and the factor to the next length. */
ZW_FUNCTION void zw_judge_norm(
    const zw_method *f, double norm, double former, int sound, double *error, double *factor)
{
    *error = sound && isfinite(norm) ? norm : INFINITY;
    *factor = ZW_RETRY;
    if (!sound) return;
    double wanted = ZW_SAFETY * zw_rule_factor(f, zw_max(1e-30, *error), former);
    *factor = zw_min(ZW_GROWS, zw_max(ZW_SHRINKS, wanted));
}

/* A first length, from the largest part of the state and of its rate over what is tolerated. */
ZW_FUNCTION double zw_first_length(double size, double speed, double span)
{
    double guess = 0.01 * size / zw_max(1e-300, speed);
    double wanted = isfinite(guess) && guess > 0.0 ? guess : span;
    return zw_min(span, zw_max(wanted, 1e-6 * span));
}

/* The largest size of at least one number. */
ZW_FUNCTION double zw_top(long long n, const double *x)
{
    double largest = fabs(x[0]);
    for (long long j = 1; j < n; j++) largest = zw_max(largest, fabs(x[j]));
    return largest;
}

/* Σ weight |x|, one after the other. */
ZW_FUNCTION double zw_weight_of(long long n, const double *weight, const double *x)
{
    double sum = weight[0] * fabs(x[0]);
    for (long long j = 1; j < n; j++) sum += weight[j] * fabs(x[j]);
    return sum;
}

/* A step from (q, qd) to (q_new, qd_new) (n,) with an error (2n,): the error over what is tolerated,
   the largest of all. 1 is just good enough. */
ZW_FUNCTION double zw_error_norm(
    long long n, const double *q, const double *qd, const double *q_new, const double *qd_new,
    const double *error, const double *reach, const zw_openness *open, double rtol, double atol)
{
    double largest_q = -INFINITY, largest_qd = -INFINITY, norm = -INFINITY;
    for (long long j = 0; j < n; j++) {
        largest_q = zw_max(largest_q, zw_max(fabs(q[j]), fabs(q_new[j])));
        largest_qd = zw_max(largest_qd, zw_max(fabs(qd[j]), fabs(qd_new[j])));
    }
    for (long long j = 0; j < n; j++) {
        double of_q, of_qd;
        zw_left_open(open, reach[j], &of_q, &of_qd);
        double size_q = zw_max(fabs(q[j]), fabs(q_new[j]));
        double size_qd = zw_max(fabs(qd[j]), fabs(qd_new[j]));
        of_q += zw_allowed(size_q, largest_q, rtol, atol);
        of_qd += zw_allowed(size_qd, largest_qd, rtol, atol);
        norm = zw_max(norm, fabs(error[j]) / of_q);
        norm = zw_max(norm, fabs(error[n + j]) / of_qd);
    }
    return norm;
}

/* What is known of a step before it is judged: tolerances, the former error, whether it was sound,
   the last correction; the last three looks at the rank. */
typedef struct {
    double rtol, atol, former, last;
    int sound;
    const double *reach, *weight, *t, *sigma;
} zw_step_facts;

/* The error of a step and the factor to the next length. */
ZW_FUNCTION void zw_judge(
    const zw_method *f, long long n, const double *q, const double *qd, const double *q_new,
    const double *qd_new, const double *error, const zw_step_facts *facts, double *norm,
    double *factor)
{
    double size = zw_weight_of(n, facts->weight, q), speed = zw_weight_of(n, facts->weight, qd);
    double largest = zw_max(zw_top(n, q), zw_top(n, qd));
    zw_openness open = zw_open_state(size, speed, largest, facts->t, facts->sigma, facts->last);
    double whole = zw_error_norm(
        n, q, qd, q_new, qd_new, error, facts->reach, &open, facts->rtol, facts->atol);
    zw_judge_norm(f, whole, facts->former, facts->sound, norm, factor);
}

/* A first length that is rather too small. */
ZW_FUNCTION double zw_first_step(
    long long n, const double *q, const double *qd, const double *qdd, double rtol, double atol,
    double span)
{
    double largest[2] = {zw_top(n, q), zw_top(n, qd)}, size = 0.0, speed = 0.0;
    const double *state[2] = {q, qd}, *rates[2] = {qd, qdd};
    for (int part = 0; part < 2; part++)
        for (long long j = 0; j < n; j++) {
            double x = fabs(state[part][j]), allowed = zw_allowed(x, largest[part], rtol, atol);
            size = zw_max(size, x / allowed);
            speed = zw_max(speed, fabs(rates[part][j]) / allowed);
        }
    return zw_first_length(size, speed, span);
}
