/* Friction by the reaction that acts under it, or by its multipliers, found by Newton's method from
   two starts. The text follows zwang.equation.friction and zwang.equation.acceleration, where the
   reasons stand. The law of a system is the load C where the unknown is x, and its slope, of the
   loaded coordinates by what is looked at of x (ZW_LOADED, ZW_LOOKED; which these are, zw_loaded and
   zw_looked). What is not looked at of x stays x0. */

#define ZW_UNKNOWNS (ZW_OF_LAM ? ZW_M : ZW_N)
#define ZW_SOUGHT (ZW_UNKNOWNS > 0 ? ZW_UNKNOWNS : 1)
#define ZW_SLOPE (ZW_LOADED * ZW_LOOKED > 0 ? ZW_LOADED * ZW_LOOKED : 1)

/* All that does not change while the unknown is sought. */
#define ZW_RUBBING(ARRAY, STRUCT)                                                                    \
    ARRAY(ideal, ZW_N)                                                                             \
    ARRAY(x0, ZW_SOUGHT)                                                                           \
    ARRAY(S, ZW_SLOPE)
typedef struct {
    double t;
    const double *q, *qd, *p, *A;
    ZW_RUBBING(ZW_FIELD, ZW_INNER)
} zw_rubbing;
ZW_STRUCT(zw_rubbing, ZW_RUBBING)

/* A number, or 0 for none: C must not hide a failure, which the next solve tells. */
ZW_FUNCTION double zw_or_nothing(double x) { return zw_finite(1, &x) ? x : 0.0; }

/* What the constraints exert without C: lam and A' lam of what was found, or nothing. */
ZW_FUNCTION void zw_exerted(
    zw_room w, const double *A, const double *found, double *lam, double *force)
{
    for (int j = 0; j < ZW_N; j++) force[j] = 0.0;
    for (int i = 0; i < ZW_M; i++) {
        lam[i] = found[i];
        for (int j = 0; j < ZW_N; j++) force[j] += A[i * ZW_N + j] * lam[i];
    }
    for (int i = 0; i < ZW_M; i++) lam[i] = zw_or_nothing(lam[i]);
    for (int j = 0; j < ZW_N; j++) force[j] = zw_or_nothing(force[j]);
}

/* x0 without C, and S: a load C makes x change by -S C. */
ZW_APART void zw_respond(
    zw_room w, const double *M, double *F, double *b, double rank, double consistency, zw_found
    *found, zw_rubbing *out)
{
    ZW_ARRAY(load, ZW_COLUMNS * ZW_N); ZW_ARRAY(none, ZW_COLUMNS * ZW_ROWS);
    ZW_ARRAY(lam, ZW_ROWS); ZW_ARRAY(force, ZW_N);
    zw_solve(w, ZW_M, M, out->A, 1, F, b, rank, consistency, found);
    zw_exerted(w, out->A, found->lam, lam, out->ideal);
    for (int i = 0; i < ZW_UNKNOWNS; i++) out->x0[i] = ZW_OF_LAM ? lam[i] : out->ideal[i];
    for (int c = 0; c < ZW_COLUMNS; c++)
        for (int i = 0; i < ZW_M; i++) none[c * ZW_ROWS + i] = 0.0;
    for (int j = 0; j < ZW_LOADED; j += ZW_COLUMNS) {
        int some = ZW_LOADED - j < ZW_COLUMNS ? ZW_LOADED - j : ZW_COLUMNS;
        for (int c = 0; c < some; c++)
            for (int k = 0; k < ZW_N; k++) load[c * ZW_N + k] = k == zw_loaded[j + c];
        zw_solve(w, ZW_M, M, out->A, some, load, none, rank, consistency, found);
        for (int c = 0; c < some; c++) {
            zw_exerted(w, out->A, found->lam + c * ZW_ROWS, lam, force);
            const double *answer = ZW_OF_LAM ? lam : force;
            for (int i = 0; i < ZW_LOOKED; i++)
                out->S[i * ZW_LOADED + j + c] = -answer[zw_looked[i]];
        }
    }
}

/* g(x) = x - x0 + S C(x) of what is looked at; its size; and unless it is 0, the slope of g. */
ZW_APART double zw_imbalance(
    zw_room w, const zw_rubbing *at, const double *x, double *C, double *g, double *slope)
{
    ZW_ARRAY(rise, ZW_SLOPE);
    double size = 0.0;
    ZW_CALL(law, (at->q, at->qd, &at->t, at->p, at->ideal, at->A, x), (C, rise));
    for (int i = 0; i < ZW_LOOKED; i++) {
        const double *row = at->S + i * ZW_LOADED;
        double answer = 0.0;
        for (int j = 0; j < ZW_LOADED; j++) answer += row[j] * C[zw_loaded[j]];
        g[i] = x[zw_looked[i]] - at->x0[zw_looked[i]] + answer;
        size = zw_max(size, fabs(answer));
        for (int k = 0; slope && k < ZW_LOOKED; k++) {
            double sum = i == k;
            for (int j = 0; j < ZW_LOADED; j++) sum += row[j] * rise[j * ZW_LOOKED + k];
            slope[i * ZW_LOOKED + k] = sum;
        }
    }
    return size;
}

/* One step; where the law has no derivative, the plain x - g(x). Whether x changed. */
ZW_APART int zw_newton(zw_room w, const zw_rubbing *at, double *x)
{
    ZW_ARRAY(C, ZW_N); ZW_ARRAY(g, ZW_SOUGHT); ZW_ARRAY(step, ZW_SOUGHT);
    ZW_ARRAY(slope, ZW_LOOKED * ZW_LOOKED + 1);
    int changed = 0;
    zw_imbalance(w, at, x, C, g, slope);
    for (int i = 0; i < ZW_LOOKED; i++) step[i] = g[i];
    zw_eliminate(ZW_LOOKED, slope, step);
    int sound = zw_finite(ZW_LOOKED, step);
    for (int i = 0; i < ZW_LOOKED; i++) {
        double old = x[zw_looked[i]], next = old - (sound ? step[i] : g[i]);
        x[zw_looked[i]] = next;
        changed = changed || next != old;
    }
    return changed;
}

/* C under the reaction that it asks for, where M, A and, first in F and b, Q and b are known. Returns whether the
   reaction was found, as a status. */
ZW_APART int zw_rub(
    zw_room w, double t, const double *q, const double *qd, const double *p, const double *M,
    const double *A, double *F, double *b, double rank, double consistency, double *C, zw_found
    *found)
{
    ZW_ARRAY(x, 2 * ZW_SOUGHT); ZW_ARRAY(g, ZW_SOUGHT);
    double first = 0.0, apart = 0.0, largest = 0.0;
    int met[2];
    ZW_NEW(zw_rubbing, at);
    at.t = t, at.q = q, at.qd = qd, at.p = p, at.A = A;
    zw_respond(w, M, F, b, rank, consistency, found, &at);
    for (int i = 0; i < ZW_UNKNOWNS; i++) first = zw_max(first, fabs(at.x0[i]));
    for (int s = 0; s < 2; s++) {
        double left = 0.0, *own = x + s * ZW_SOUGHT;
        for (int i = 0; i < ZW_UNKNOWNS; i++) own[i] = at.x0[i];
        for (int i = 0; s && i < ZW_LOOKED; i++) own[zw_looked[i]] = -at.x0[zw_looked[i]];
        for (int k = 0; k < ZW_NEWTON && zw_newton(w, &at, own);) k++;
        double size = first + zw_imbalance(w, &at, own, C, g, 0);
        for (int i = 0; i < ZW_LOOKED; i++) left = zw_max(left, fabs(g[i]));
        met[s] = left <= ZW_BALANCED * size;
        largest = zw_max(largest, size);
    }
    for (int i = 0; i < ZW_UNKNOWNS; i++) apart = zw_max(apart, fabs(x[i] - x[ZW_SOUGHT + i]));
    zw_imbalance(w, &at, met[0] ? x : x + ZW_SOUGHT, C, g, 0);
    if (!met[0] && !met[1]) return ZW_REACTION_NOT_FOUND;
    return met[0] && met[1] && !(apart <= ZW_DIFFERENT * largest) ? ZW_REACTION_NOT_UNIQUE : ZW_OK;
}

/* NaN where the reaction was not found. */
ZW_FUNCTION void zw_spoil(zw_room w, int failed, zw_found *found)
{
    if (failed == ZW_OK || found->status != ZW_OK) return;
    found->status = failed;
    for (int c = 0; c < ZW_COLUMNS; c++) {
        for (int j = 0; j < ZW_N; j++) found->x[c * ZW_N + j] = NAN;
        for (int i = 0; i < ZW_M; i++) found->lam[c * ZW_ROWS + i] = NAN;
    }
}
