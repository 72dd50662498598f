/* Friction in a step: see rub.h. */

/* The factors of a step, in which redundant rows are parted from the others by mu; whether the least
   multipliers can be told by them. */
static int zw_in_step(const zw_motion *s, zw_here *at)
{
    at->mu = s->mu, at->powers = 0;
    if (s->rank < s->m) {
        double ratio = s->sigmas[2] * s->sigmas[2] / s->mu;
        if (!(ratio > ZW_NEAREST_METRIC)) return 0;
        at->powers = (int)ceil(ZW_DIGITS / log10(ratio));
    }
    return 1;
}

/* The same in a step. */
static int zw_rubbed_in_step(
    zw_motion *s, double t, const double *q, const double *qd, int near, double *qdd)
{
    zw_here at = {t, q, qd, 0.0, 0};
    return zw_in_step(s, &at) && zw_rubbed(s, &at, near, qdd) == ZW_OK;
}
