/* How far the acceleration and the multipliers of a row are from meeting the constraints, after zw_row. */
double zw_met(const zw_motion *s, double rest, const double *qdd, const double *lam)
{
    return zw_relative(s->sparse, s->M, s->Q, s->A, s->b, rest, qdd, lam, s->x, s->v);
}
