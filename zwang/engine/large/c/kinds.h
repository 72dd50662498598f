/* Functions of all parts of one kind: a loop that is compiled with the kind, or until then the loop that
   stands here, over the tape of one part. Both put what parts add into its place in the same order. */

typedef void zw_evaluate_all(
    const zw_part *, const double *q, const double *qd, double t, const double *p, double *M,
    double *Q, double *A, double *b);
typedef void zw_hold_all(
    const zw_part *, const double *q, const double *qd, double t, const double *p, double *M,
    double *A, double *phi, double *velocity);
typedef void zw_seen_all(
    const zw_part *, const double *q, const double *qd, double t, const double *p, double *seen);
typedef void zw_rub_all(
    const zw_part *, const double *q, const double *qd, double t, const double *p,
    const double *lam, double *C);
typedef void zw_rise_all(
    const zw_part *, const double *q, const double *qd, double t, const double *p,
    const double *lam, const double *dlam, double *C);

/* Entries of a vector at some places. */
static void zw_taken(long long count, const int *places, const double *from, double *to)
{
    for (long long j = 0; j < count; j++) to[j] = from[places[j]];
}

/* The entries of M add up, each of A belongs to one part. */
static void zw_put_entries(
    const zw_kind *kind, long long i, const double *own_M, const double *own_A, double *M, double *A)
{
    long long masses = kind->sizes.masses, entries = kind->sizes.entries;
    const int *M_at = kind->parts.M_at + i * masses, *A_at = kind->parts.A_at + i * entries;
    for (long long e = 0; e < masses; e++) M[M_at[e]] += own_M[e];
    for (long long e = 0; e < entries; e++) A[A_at[e]] = own_A[e];
}

static void zw_evaluate_kind(
    const zw_kind *kind, double *top, const double *q, const double *qd, double t, const double *p,
    double *M, double *Q, double *A, double *b)
{
    zw_evaluate_all *all = (zw_evaluate_all *)zw_code_of(kind->evaluate);
    if (all) {
        all(&kind->parts, q, qd, t, p, M, Q, A, b);
        return;
    }
    const zw_part_sizes *size = &kind->sizes;
    double *x = top, *v = x + size->width, *F = v + size->width, *r = F + size->width;
    double *own_M = r + size->rows, *own_A = own_M + size->masses;
    double *const returned[] = {own_M, F, own_A, r};
    for (long long i = 0; i < kind->parts.count; i++) {
        const int *columns = kind->parts.columns + i * size->width;
        const int *rows = kind->parts.rows + i * size->rows;
        const double *given[] = {x, v, &t, p, kind->parts.c + i * size->numbers};
        zw_taken(size->width, columns, q, x);
        zw_taken(size->width, columns, qd, v);
        zw_play(kind->evaluate->tape, own_A + size->entries, given, returned);
        zw_put_entries(kind, i, own_M, own_A, M, A);
        for (long long j = 0; j < size->pulled; j++) Q[columns[j]] += F[j];
        for (long long j = 0; j < size->rows; j++) b[rows[j]] = r[j];
    }
}

static void zw_hold_kind(
    const zw_kind *kind, double *top, const double *q, const double *qd, double t, const double *p,
    double *M, double *A, double *phi, double *velocity)
{
    zw_hold_all *all = (zw_hold_all *)zw_code_of(kind->hold);
    if (all) {
        all(&kind->parts, q, qd, t, p, M, A, phi, velocity);
        return;
    }
    const zw_part_sizes *size = &kind->sizes;
    double *x = top, *v = x + size->width, *f = v + size->width, *r = f + size->on_q;
    double *own_M = r + size->rows, *own_A = own_M + size->masses;
    double *const returned[] = {own_M, own_A, f, r};
    for (long long i = 0; i < kind->parts.count; i++) {
        const int *columns = kind->parts.columns + i * size->width;
        const int *rows = kind->parts.rows + i * size->rows;
        const double *given[] = {x, v, &t, p, kind->parts.c + i * size->numbers};
        zw_taken(size->width, columns, q, x);
        zw_taken(size->width, columns, qd, v);
        zw_play(kind->hold->tape, own_A + size->entries, given, returned);
        zw_put_entries(kind, i, own_M, own_A, M, A);
        for (long long j = 0; j < size->on_q; j++) phi[rows[j]] = f[j];
        for (long long j = 0; j < size->rows; j++) velocity[rows[j]] = r[j];
    }
}

/* The energies of all parts, added to those in `seen`. */
static void zw_seen_kind(
    const zw_kind *kind, double *top, const double *q, const double *qd, double t, const double *p,
    double *seen)
{
    zw_seen_all *all = (zw_seen_all *)zw_code_of(kind->seen);
    if (all) {
        all(&kind->parts, q, qd, t, p, seen);
        return;
    }
    const zw_part_sizes *size = &kind->sizes;
    double *x = top, *v = x + size->width, own[2];
    double *const returned[] = {own};
    for (long long i = 0; i < kind->parts.count; i++) {
        const int *columns = kind->parts.columns + i * size->width;
        const double *given[] = {x, v, &t, p, kind->parts.c + i * size->numbers};
        zw_taken(size->width, columns, q, x);
        zw_taken(size->width, columns, qd, v);
        zw_play(kind->seen->tape, v + size->width, given, returned);
        seen[0] += own[0], seen[1] += own[1];
    }
}

/* C <- C + its part under lam; or, if there is dlam, how that changes along it. */
static void zw_rub_kind(
    const zw_rubbing *kind, double *top, const double *q, const double *qd, double t,
    const double *p, const double *lam, const double *dlam, double *C)
{
    zw_code *code = zw_code_of(dlam ? kind->rise : kind->rub);
    if (code) {
        if (dlam) ((zw_rise_all *)code)(&kind->parts, q, qd, t, p, lam, dlam, C);
        else ((zw_rub_all *)code)(&kind->parts, q, qd, t, p, lam, C);
        return;
    }
    const zw_part_sizes *size = &kind->sizes;
    double *x = top, *v = x + size->width, *F = v + size->width, *own = F + size->width;
    double *along = own + size->rows;
    double *const returned[] = {F};
    for (long long i = 0; i < kind->parts.count; i++) {
        const int *columns = kind->parts.columns + i * size->width;
        const int *rows = kind->parts.rows + i * size->rows;
        const double *given[] = {x, v, &t, p, kind->parts.c + i * size->numbers, own, along};
        zw_taken(size->width, columns, q, x);
        zw_taken(size->width, columns, qd, v);
        zw_taken(size->rows, rows, lam, own);
        if (dlam) zw_taken(size->rows, rows, dlam, along);
        zw_play((dlam ? kind->rise : kind->rub)->tape, along + size->rows, given, returned);
        for (long long j = 0; j < size->width; j++) C[columns[j]] += F[j];
    }
}

/* Values of the events' functions. */
static void zw_watch(zw_motion *s, const double *q, const double *qd, double t, double *values)
{
    const double *given[] = {q, qd, &t, s->p};
    double *const returned[] = {values};
    zw_run(s->watch, s->tape, given, returned);
}
