/* As kinds.h, along s and sd of the coordinates and velocities, dp of the parameters and dc of the numbers of
   parts. */

typedef void zw_vary_all(
    const zw_part *, const double *dc, const double *q, const double *qd, double t, const double *p,
    const double *s, const double *sd, const double *dp, const double *x, const double *lam,
    double w, double *f, double *g);
typedef void zw_lean_all(
    const zw_part *, const double *dc, const double *q, const double *qd, double t, const double *p,
    const double *s, const double *sd, const double *dp, double *phi, double *velocity);
typedef void zw_turn_all(
    const zw_part *, const double *dc, const double *q, const double *qd, double t, const double *p,
    const double *s, const double *sd, const double *dp, double *M, double *A);
typedef void zw_rub_vary_all(
    const zw_part *, const double *dc, const double *q, const double *qd, double t, const double *p,
    const double *s, const double *sd, const double *dp, const double *lam, double *f);

/* A state, a change of it, and the parameters; s and sd stand behind q and qd. */
typedef struct {
    double t;
    const double *q, *qd, *s, *sd, *p, *dp;
} zw_moving;

static zw_moving zw_moving_of(const zw_pair *pair, double t, const double *q, const double *qd)
{
    const zw_motion *m = pair->motion;
    zw_moving at = {t, q, qd, q + m->n, qd + m->n, m->p, pair->dp};
    return at;
}

/* What of all that part i has: q, qd, s and sd behind each other, in `own`. */
static void zw_take_moving(
    const zw_part *parts, long long width, long long i, const zw_moving *at, double *own)
{
    const double *from[] = {at->q, at->qd, at->s, at->sd};
    for (int k = 0; k < 4; k++)
        zw_taken(width, parts->columns + i * width, from[k], own + k * width);
}

/* f <- f + d(w Q − M x + Aᵀlam) and g <- d(w b − A x). */
static void zw_vary_kind(
    const zw_kind *kind, const zw_varied *varied, double *top, const zw_moving *at,
    const double *x, const double *lam, double w, double *f, double *g)
{
    zw_vary_all *all = (zw_vary_all *)zw_code_of(varied->vary);
    if (all) {
        all(&kind->parts, varied->dc, at->q, at->qd, at->t, at->p, at->s, at->sd, at->dp, x, lam, w, f, g);
        return;
    }
    const zw_part_sizes *size = &kind->sizes;
    const long long n = size->width;
    double *own = top, *own_x = own + 4 * n, *F = own_x + n, *l = F + n, *r = l + size->rows;
    double *const returned[] = {F, r};
    for (long long i = 0; i < kind->parts.count; i++) {
        const int *columns = kind->parts.columns + i * n, *rows = kind->parts.rows + i * size->rows;
        const double *c = kind->parts.c + i * size->numbers, *dc = varied->dc + i * size->numbers;
        const double *given[] = {own, own + n, &at->t, at->p, c, own + 2 * n, own + 3 * n, at->dp,
                                 dc, own_x, l, &w};
        zw_take_moving(&kind->parts, n, i, at, own);
        zw_taken(n, columns, x, own_x);
        zw_taken(size->rows, rows, lam, l);
        zw_play(varied->vary->tape, r + size->rows, given, returned);
        for (long long j = 0; j < n; j++) f[columns[j]] += F[j];
        for (long long j = 0; j < size->rows; j++) g[rows[j]] = r[j];
    }
}

/* How much the rows on positions and on velocities change. */
static void zw_lean_kind(
    const zw_kind *kind, const zw_varied *varied, double *top, const zw_moving *at, double *phi,
    double *velocity)
{
    zw_lean_all *all = (zw_lean_all *)zw_code_of(varied->lean);
    if (all) {
        all(&kind->parts, varied->dc, at->q, at->qd, at->t, at->p, at->s, at->sd, at->dp, phi, velocity);
        return;
    }
    const zw_part_sizes *size = &kind->sizes;
    const long long n = size->width;
    double *own = top, *h = own + 4 * n, *r = h + size->on_q;
    double *const returned[] = {h, r};
    for (long long i = 0; i < kind->parts.count && size->rows > 0; i++) {
        const int *rows = kind->parts.rows + i * size->rows;
        const double *c = kind->parts.c + i * size->numbers, *dc = varied->dc + i * size->numbers;
        const double *given[] = {own, own + n, &at->t, at->p, c, own + 2 * n, own + 3 * n, at->dp, dc};
        zw_take_moving(&kind->parts, n, i, at, own);
        zw_play(varied->lean->tape, r + size->rows, given, returned);
        for (long long j = 0; j < size->on_q; j++) phi[rows[j]] = h[j];
        for (long long j = 0; j < size->rows; j++) velocity[rows[j]] = r[j];
    }
}

/* M <- M + dM and A <- dA. */
static void zw_turn_kind(
    const zw_kind *kind, const zw_varied *varied, double *top, const zw_moving *at, double *M,
    double *A)
{
    zw_turn_all *all = (zw_turn_all *)zw_code_of(varied->turn);
    if (all) {
        all(&kind->parts, varied->dc, at->q, at->qd, at->t, at->p, at->s, at->sd, at->dp, M, A);
        return;
    }
    const zw_part_sizes *size = &kind->sizes;
    const long long n = size->width;
    double *own = top, *own_M = own + 4 * n, *own_A = own_M + size->masses;
    double *const returned[] = {own_M, own_A};
    for (long long i = 0; i < kind->parts.count; i++) {
        const double *c = kind->parts.c + i * size->numbers, *dc = varied->dc + i * size->numbers;
        const double *given[] = {own, own + n, &at->t, at->p, c, own + 2 * n, own + 3 * n, at->dp, dc};
        zw_take_moving(&kind->parts, n, i, at, own);
        zw_play(varied->turn->tape, own_A + size->entries, given, returned);
        zw_put_entries(kind, i, own_M, own_A, M, A);
    }
}

/* f <- f + dC, where lam is held. */
static void zw_rub_vary_kind(
    const zw_rubbing *kind, const zw_rub_varied *varied, double *top, const zw_moving *at,
    const double *lam, double *f)
{
    zw_rub_vary_all *all = (zw_rub_vary_all *)zw_code_of(varied->vary);
    if (all) {
        all(&kind->parts, varied->dc, at->q, at->qd, at->t, at->p, at->s, at->sd, at->dp, lam, f);
        return;
    }
    const zw_part_sizes *size = &kind->sizes;
    const long long n = size->width;
    double *own = top, *F = own + 4 * n, *l = F + n;
    double *const returned[] = {F};
    for (long long i = 0; i < kind->parts.count; i++) {
        const int *columns = kind->parts.columns + i * n, *rows = kind->parts.rows + i * size->rows;
        const double *c = kind->parts.c + i * size->numbers, *dc = varied->dc + i * size->numbers;
        const double *given[] = {own, own + n, &at->t, at->p, c, own + 2 * n, own + 3 * n, at->dp,
                                 dc, l};
        zw_take_moving(&kind->parts, n, i, at, own);
        zw_taken(size->rows, rows, lam, l);
        zw_play(varied->vary->tape, l + size->rows, given, returned);
        for (long long j = 0; j < n; j++) f[columns[j]] += F[j];
    }
}
