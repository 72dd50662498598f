/* Friction by the reaction that acts under it, or by its multipliers, found by Newton's method from
   two starts. The text follows zwang.equation.friction and zwang.equation.acceleration, where the reasons stand. Above
   this stands zw_law: the load C where the unknown is x, and its slope, C by x (n, ZW_UNKNOWNS). */

#define ZW_UNKNOWNS (ZW_OF_LAM ? ZW_M : ZW_N)
#define ZW_SOUGHT (ZW_UNKNOWNS > 0 ? ZW_UNKNOWNS : 1)

/* All that does not change while the unknown is sought. */
typedef struct {
    double t;
    const double *q, *qd, *p, *A;
    double ideal[ZW_N], x0[ZW_SOUGHT], S[ZW_SOUGHT * ZW_N];
} zw_rubbing;

/* A number, or 0 for none: C must not hide a failure, which the next solve tells. */
ZW_FUNCTION double zw_or_nothing(double x) { return zw_finite(1, &x) ? x : 0.0; }

/* What the constraints exert without C: lam and A' lam of what was found, or nothing. */
ZW_FUNCTION void zw_exerted(const double *A, const double *found, double *lam, double *force)
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
    const double *M, double F[][ZW_N], double b[][ZW_ROWS], double rank, double consistency,
    zw_found *found, zw_rubbing *out)
{
    double load[ZW_COLUMNS][ZW_N], none[ZW_COLUMNS][ZW_ROWS], lam[ZW_ROWS], force[ZW_N];
    zw_solve(ZW_M, M, out->A, 1, F, b, rank, consistency, found);
    zw_exerted(out->A, found->lam[0], lam, out->ideal);
    for (int i = 0; i < ZW_UNKNOWNS; i++) out->x0[i] = ZW_OF_LAM ? lam[i] : out->ideal[i];
    for (int i = 0; i < ZW_M; i++) none[0][i] = 0.0;
    for (int j = 0; j < ZW_N; j++) {
        for (int k = 0; k < ZW_N; k++) load[0][k] = k == j;
        zw_solve(ZW_M, M, out->A, 1, load, none, rank, consistency, found);
        zw_exerted(out->A, found->lam[0], lam, force);
        for (int i = 0; i < ZW_UNKNOWNS; i++)
            out->S[i * ZW_N + j] = ZW_OF_LAM ? -lam[i] : -force[i];
    }
}

/* g(x) = x - x0 + S C(x); its size; and unless it is 0, the slope of g. */
ZW_APART double zw_imbalance(
    const zw_rubbing *at, const double *x, double *C, double *g, double *slope)
{
    double rise[ZW_N * ZW_SOUGHT], size = 0.0;
    zw_law(at->q, at->qd, &at->t, at->p, at->ideal, at->A, x, C, rise);
    for (int i = 0; i < ZW_UNKNOWNS; i++) {
        double answer = zw_dot(ZW_N, at->S + i * ZW_N, C);
        g[i] = x[i] - at->x0[i] + answer;
        size = zw_max(size, fabs(answer));
        for (int k = 0; slope && k < ZW_UNKNOWNS; k++) {
            double sum = i == k;
            for (int j = 0; j < ZW_N; j++)
                sum += at->S[i * ZW_N + j] * rise[j * ZW_UNKNOWNS + k];
            slope[i * ZW_UNKNOWNS + k] = sum;
        }
    }
    return size;
}

/* x with T x = r, in the place of r, by Gauss with pivots; T is lost. */
ZW_FUNCTION void zw_eliminate(int n, double *T, double *r)
{
    for (int c = 0; c < n; c++) {
        int best = c;
        for (int i = c + 1; i < n; i++)
            if (fabs(T[i * n + c]) > fabs(T[best * n + c])) best = i;
        for (int k = 0; k < n && best != c; k++) {
            double x = T[c * n + k];
            T[c * n + k] = T[best * n + k], T[best * n + k] = x;
        }
        double x = r[c];
        r[c] = r[best], r[best] = x;
        for (int i = c + 1; i < n; i++) {
            double part = T[i * n + c] / T[c * n + c];
            for (int k = c; k < n; k++) T[i * n + k] -= part * T[c * n + k];
            r[i] -= part * r[c];
        }
    }
    for (int c = n - 1; c >= 0; c--) {
        for (int k = c + 1; k < n; k++) r[c] -= T[c * n + k] * r[k];
        r[c] /= T[c * n + c];
    }
}

/* One step; where the law has no derivative, the plain x - g(x). Whether x changed. */
ZW_APART int zw_newton(const zw_rubbing *at, double *x)
{
    double C[ZW_N], g[ZW_SOUGHT], step[ZW_SOUGHT], slope[ZW_SOUGHT * ZW_SOUGHT];
    int changed = 0;
    zw_imbalance(at, x, C, g, slope);
    for (int i = 0; i < ZW_UNKNOWNS; i++) step[i] = g[i];
    zw_eliminate(ZW_UNKNOWNS, slope, step);
    int sound = zw_finite(ZW_UNKNOWNS, step);
    for (int i = 0; i < ZW_UNKNOWNS; i++) {
        double old = x[i];
        x[i] -= sound ? step[i] : g[i];
        changed = changed || x[i] != old;
    }
    return changed;
}

/* C under the reaction that it asks for, where M, A, Q = F[0] and b[0] are known. Returns whether the
   reaction was found, as a status. */
ZW_APART int zw_rub(
    double t, const double *q, const double *qd, const double *p, const double *M, const double *A,
    double F[][ZW_N], double b[][ZW_ROWS], double rank, double consistency, double *C,
    zw_found *found)
{
    double x[2][ZW_SOUGHT], g[ZW_SOUGHT], first = 0.0, apart = 0.0, largest = 0.0;
    int met[2];
    zw_rubbing at;
    at.t = t, at.q = q, at.qd = qd, at.p = p, at.A = A;
    zw_respond(M, F, b, rank, consistency, found, &at);
    for (int i = 0; i < ZW_UNKNOWNS; i++) first = zw_max(first, fabs(at.x0[i]));
    for (int s = 0; s < 2; s++) {
        double left = 0.0;
        for (int i = 0; i < ZW_UNKNOWNS; i++) x[s][i] = s ? -at.x0[i] : at.x0[i];
        for (int k = 0; k < ZW_NEWTON && zw_newton(&at, x[s]);) k++;
        double size = first + zw_imbalance(&at, x[s], C, g, 0);
        for (int i = 0; i < ZW_UNKNOWNS; i++) left = zw_max(left, fabs(g[i]));
        met[s] = left <= ZW_BALANCED * size;
        largest = zw_max(largest, size);
    }
    for (int i = 0; i < ZW_UNKNOWNS; i++) apart = zw_max(apart, fabs(x[0][i] - x[1][i]));
    zw_imbalance(&at, x[met[0] ? 0 : 1], C, g, 0);
    if (!met[0] && !met[1]) return ZW_REACTION_NOT_FOUND;
    return met[0] && met[1] && !(apart <= ZW_DIFFERENT * largest) ? ZW_REACTION_NOT_UNIQUE : ZW_OK;
}

/* NaN where the reaction was not found. */
ZW_FUNCTION void zw_spoil(int failed, zw_found *found)
{
    if (failed == ZW_OK || found->status != ZW_OK) return;
    found->status = failed;
    for (int c = 0; c < ZW_COLUMNS; c++) {
        for (int j = 0; j < ZW_N; j++) found->x[c][j] = NAN;
        for (int i = 0; i < ZW_M; i++) found->lam[c][i] = NAN;
    }
}
