/* How far the acceleration and the multipliers of a row are from meeting the constraints, after zw_sparse_row;
   where there is friction, of those that act. */
ZW_EXPORT double zw_sparse_met(const zw_motion *s, double rest, const double *qdd, const double *lam)
{
    const double *F = s->rubs > 0 ? s->loaded : s->Q, *own = s->rubs > 0 ? s->acting : lam;
    return zw_relative(s->sparse, s->M, F, s->A, s->b, rest, qdd, own, s->x, s->v);
}
