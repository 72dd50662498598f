/* Events of the last step: the text follows zwang.integrate.events and zwang.integrate.loop. */

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
