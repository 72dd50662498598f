/* The state at which an event's function is zero in the last step, left in `trial_q` and `trial_qd`;
   its time is returned. The text follows zwang.integrate.advance.locate. */
ZW_EXPORT double zw_sparse_locate(zw_motion *s, long long which, double *values, double *q, double *qd)
{
    double whole = s->t - s->t_before, a = 0.0, b = whole, when = s->t;
    double ga = s->former[which], gb = s->values[which];
    int stayed = 0;
    for (long long j = 0; j < s->n; j++) q[j] = s->q[j], qd[j] = s->qd[j];
    for (int tried = 0; tried < 100; tried++) {
        if (!(b - a > 4e-16 * zw_max(fabs(s->t_before), whole))) break;
        double h = tried % 4 == 3 ? (a + b) / 2.0 : (a * gb - b * ga) / (gb - ga);
        if (!(h > a && h < b)) h = (a + b) / 2.0;
        double there = s->t_before + h;
        zw_attempt(s, s->t_before, s->q_before, s->qd_before, h, zw_root(s));
        zw_watch(s, s->trial_q, s->trial_qd, there, values);
        double g = values[which];
        int same = (g > 0.0 && gb > 0.0) || (g < 0.0 && gb < 0.0);
        int left = g == 0.0 || same, again = left == stayed; /* a zero left of h, or at it */
        if (left) {
            ga = again ? ga / 2.0 : ga, gb = g;
            a = g != 0.0 ? a : h, b = h;
            when = there;
            for (long long j = 0; j < s->n; j++) q[j] = s->trial_q[j], qd[j] = s->trial_qd[j];
        } else {
            gb = again ? gb / 2.0 : gb, ga = g;
            a = h;
        }
        stayed = left;
    }
    return when;
}
