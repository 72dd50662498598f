/* The answer in lanes from the factors of lanes.h. */

static void zw_joined_solve(zw_lanes *s, double *z) {
    int count = s->joined;
    for (int i = 0; i < count; i++)
        for (int j = s->envelope[i]; j < i; j++) z[i] -= s->T[i * count + j] * z[j];
    for (int i = 0; i < count; i++) z[i] /= s->T[i * count + i];
    for (int i = count - 1; i >= 0; i--)
        for (int j = s->envelope[i]; j < i; j++) z[j] -= s->T[i * count + j] * z[i];
}

/* v <- U⁻ᵀ v. */
static void zw_lanes_forth(zw_lanes *s) {
    zw_lane *v = s->v;
    for (int k = 0, g; k < s->inner; k += g) {
        const zw_lane *r[4] = {s->Rx, s->Rx, s->Rx, s->Rx};
        zw_lane a[4] = {{0}};
        g = s->chunk[k] < s->inner - k ? s->chunk[k] : s->inner - k;
        for (int i = 0; i < g; i++) {
            const zw_lane *row = s->Rx + s->Rp[k + i];
            a[i] = -(v[k + i] * s->Rd[k + i]);
            for (int j = 1; j < g - i; j++) v[k + i + j] += row[j] * a[i];
            r[i] = row + (g - i);
        }
        zw_lanes_take(g, s->Rp[k + 1] - s->Rp[k] - g, s->Rj + s->Rp[k] + g, r, a, v);
    }
}

/* a[i] <- Σ r[i][o] v[J[o]] over a chunk of g rows, at least two. */
static inline ZW_INLINE void zw_lanes_rows(
    int g, int count, const int *J, const zw_lane *const *r, const zw_lane *v, zw_lane *a) {
    const zw_lane *r0 = r[0], *r1 = r[1], *r2 = r[2], *r3 = r[3];
    zw_lane s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
    if (g == 2)
        for (int o = 0; o < count; o++) {
            zw_lane value = v[J[o]];
            s0 += r0[o] * value, s1 += r1[o] * value;
        }
    else
        for (int o = 0; o < count; o++) {
            zw_lane value = v[J[o]];
            s0 += r0[o] * value, s1 += r1[o] * value;
            s2 += r2[o] * value, s3 += r3[o] * value;
        }
    a[0] = s0, a[1] = s1, a[2] = s2, a[3] = s3;
}

/* v <- U⁻¹ D⁻¹ v of the slots that are no pieces. */
static inline ZW_INLINE void zw_lanes_solve(zw_lanes *s) {
    zw_lane *v = s->v;
    for (int k = s->inner - 1; k >= 0; k--) {
        int g = k + 1 - s->first[k];
        const zw_lane *r[4];
        zw_lane a[4];
        if (g == 1) {
            zw_lane value = v[k];
            for (int p = s->Rp[k] + 1; p < s->Rp[k + 1]; p++) value -= s->Rx[p] * v[s->Rj[p]];
            v[k] = value * s->Rd[k];
            continue;
        }
        k = s->first[k];
        for (int i = 0; i < 4; i++)
            r[i] = s->Rx + s->Rp[k + (i < g ? i : 0)] + (i < g ? g - i : g);
        zw_lanes_rows(g, s->Rp[k + 1] - s->Rp[k] - g, s->Rj + s->Rp[k] + g, r, v, a);
        for (int i = g - 1; i >= 0; i--) {
            const zw_lane *row = s->Rx + s->Rp[k + i];
            zw_lane value = v[k + i] - a[i];
            for (int j = 1; j < g - i; j++) value -= row[j] * v[k + i + j];
            v[k + i] = value * s->Rd[k + i];
        }
    }
}

/* v <- S⁻¹ v after zw_lanes_forth, where z has what belongs to the joined rows besides their pieces in v. */
static void zw_lanes_back(zw_lanes *s) {
    zw_from_pieces(s, s->v, s->z);
    zw_joined_solve(s, s->z);
    zw_to_pieces(s, s->z, s->v);
    zw_lanes_solve(s);
}

/* Y v at coordinate i. */
static inline ZW_INLINE void zw_lanes_at(const zw_lanes *s, int i, zw_lane *sum) {
    *sum = (zw_lane){0};
    for (int o = s->Xp[i]; o < s->Xp[i + 1]; o++) *sum += s->Yx[s->Xs[o]] * s->v[s->Xj[o]];
}

/* Y v into `more`; its length. */
static double zw_lanes_spread(zw_lanes *s) {
    zw_lane squares = {0};
    for (int i = 0; i < s->n; i++) {
        zw_lanes_at(s, i, s->more + i);
        squares += s->more[i] * s->more[i];
    }
    return sqrt(zw_sum(&squares));
}

/* y <- y + Y v, which is in `more` or found if that is NULL, and lam <- lam + v, or v if it is the
   `first`. In w L⁻ᵀ y; the length of y, and in `length` that of Y v. */
static double zw_lanes_add(
    zw_lanes *s, const zw_lane *more, int first, double *length) {
    zw_lane squares = {0}, own = {0};
    for (int k = 0; k < s->m; k++) s->lam[k] = first ? s->v[k] : s->lam[k] + s->v[k];
    for (int j = s->n - 1; j >= 0; j--) {
        zw_lane change, value;
        if (more) change = more[j];
        else zw_lanes_at(s, j, &change);
        own += change * change;
        s->y[j] = value = s->y[j] + change;
        squares += value * value;
        for (int p = s->Lp[j]; p < s->Lp[j + 1]; p++) value -= s->Lx[p] * s->w[s->Li[p]];
        s->w[j] = value * s->Ld[j];
    }
    *length = sqrt(zw_sum(&own));
    return sqrt(zw_sum(&squares));
}

/* v <- b − A x in parts of the rows' lengths, x in `w`, and its length; of joined rows in z, and
   nothing of their pieces. */
static double zw_lanes_rest(zw_lanes *s) {
    zw_lane squares = {0};
    for (int k = 0; k < s->m; k++) {
        zw_lane value = {0};
        for (int p = s->Ap[k]; p < s->Ap[k + 1]; p++) value += s->Ax[p] * s->w[s->Aj[p]];
        value = s->wanted[k] - value * s->scale[k];
        if (k < s->inner) squares += value * value;
        s->v[k] = value;
    }
    double sum = zw_sum(&squares);
    for (int g = 0; g < s->joined; g++) s->z[g] = s->joined_wanted[g];
    zw_from_pieces(s, s->v, s->z);
    for (int g = 0; g < s->joined; g++) sum += s->z[g] * s->z[g];
    for (int k = s->inner; k < s->m; k++) s->v[k] = (zw_lane){0};
    return sqrt(sum);
}

/* x in the user's order, of n coordinates. */
static void zw_hand_out(const zw_lanes *s, int n, double *x) {
    for (int j = 0; j < s->n; j++) {
        const int *at = s->Q_from + j * ZW_LANES;
        zw_lane value = s->w[j];
        ZW_EACH if (at[l] < n) x[at[l]] = value[l];
    }
}

/* Σ x y over all lanes. */
static double zw_lanes_product(int count, const zw_lane *x, const zw_lane *y) {
    zw_lane even = {0}, odd = {0};
    int i = 0;
    for (; i + 2 <= count; i += 2) even += x[i] * y[i], odd += x[i + 1] * y[i + 1];
    if (i < count) even += x[i] * y[i];
    even += odd;
    return zw_sum(&even);
}

/* x <- y, and zero without y. */
static void zw_lanes_copy(int count, zw_lane *x, const zw_lane *y) {
    for (int i = 0; i < count; i++) x[i] = y ? y[i] : (zw_lane){0};
}

/* x <- a x + b y. */
static void zw_lanes_mix(int count, double a, zw_lane *x, double b, const zw_lane *y) {
    for (int i = 0; i < count; i++) x[i] = a * x[i] + b * y[i];
}

/* v <- −Yᵀ p, of joined rows in their pieces. */
static void zw_lanes_seen(zw_lanes *s, const zw_lane *p) {
    for (int k = 0; k < s->m; k++) {
        zw_lane value = {0};
        for (int at = s->Yp[k]; at < s->Yp[k + 1]; at++) value -= s->Yx[at] * p[s->Yi[at]];
        s->v[k] = value;
    }
    for (int g = 0; g < s->joined; g++) s->z[g] = 0.0;
}

/* zw_conjugate in lanes: v and `more` as a smaller mu, that is w mu, would have given them. */
static double zw_lanes_conjugate(zw_lanes *s, double w) {
    int n = s->n, m = s->m;
    zw_lane *g = s->g, *p = s->p, *r = s->r, *of_g = s->of_g, *of_p = s->of_p, *of_r = s->of_r;
    double now = zw_lanes_product(n, s->more, s->more), end = ZW_CONJUGATE_LEFT * ZW_CONJUGATE_LEFT * now;
    zw_lanes_copy(n, g, NULL), zw_lanes_copy(m, of_g, NULL);
    zw_lanes_copy(n, p, s->more), zw_lanes_copy(m, of_p, s->v);
    zw_lanes_copy(n, r, s->more), zw_lanes_copy(m, of_r, s->v);
    for (int round = 0; round < ZW_CONJUGATE && now > end; round++) {
        double before = now;
        zw_lanes_seen(s, p);
        zw_lanes_forth(s);
        zw_lanes_back(s);
        zw_lanes_spread(s);
        zw_lanes_mix(n, w - 1.0, s->more, w, p), zw_lanes_mix(m, w - 1.0, s->v, w, of_p); /* H p */
        double along = zw_lanes_product(n, p, s->more), alpha = now / along;
        if (!(along > 0.0)) break;
        zw_lanes_mix(n, 1.0, g, alpha, p), zw_lanes_mix(m, 1.0, of_g, alpha, of_p);
        zw_lanes_mix(n, 1.0, r, -alpha, s->more), zw_lanes_mix(m, 1.0, of_r, -alpha, s->v);
        now = zw_lanes_product(n, r, r);
        zw_lanes_mix(n, now / before, p, 1.0, r), zw_lanes_mix(m, now / before, of_p, 1.0, of_r);
    }
    zw_lanes_copy(n, s->more, g), zw_lanes_copy(m, s->v, of_g);
    return sqrt(zw_lanes_product(n, g, g));
}

/* v <- the correction that is asked for, after zw_lanes_forth, and Y v into `more`; its length. */
static double zw_lanes_corrected(zw_lanes *s, double w) {
    zw_lanes_back(s);
    double length = zw_lanes_spread(s);
    return w < 1.0 ? zw_lanes_conjugate(s, w) : length;
}

/* x (n,) in the user's order of M x − Aᵀ lam = Q, A x = b with the rank that is known; Q may be NULL
   for zero, in `sizes` the largest lengths that rows have had. Returns the last correction as a part
   of the answer, as zw_sparse_answer; one where it is not to be found in this way. What is kept from one
   answer to the next, lengths and lam, is that of the last that was found. A `number` above zero is
   that of M: if it is the same, so is M. */
static double zw_in_lanes(
    zw_lanes *s, const double *M, int number, const double *Q, const double *A, const double *b,
    const double *sizes, const zw_wish *wish, double *x) {
    double size, own, before, change = 0.0, mu = wish->mu, least = mu > 0.0 ? 0.0 : 64.0 * wish->eps;
    int anew = wish->anew || !s->found, warm = wish->warm && s->found;
    s->found = 0;
    if (!(s->factored && number > 0 && number == s->number) && !zw_lanes_mass(s, M, ZW_EVEN))
        return 1.0;
    s->number = number;
    size = zw_lanes_forces(s, Q);
    if (anew) {
        zw_lanes_columns(s, A);
        if (!zw_lanes_lengths(s, sizes)) return 1.0;
        zw_lanes_begin(s, b, warm);
    } else zw_lanes_again(s, A, b, warm);
    if (!zw_lanes_factor(s, mu, least) || !zw_joined_factor(s, mu, least)) return 1.0;
    int patient = wish->wanted < 1.0;
    if (patient) zw_lanes_corrected(s, wish->wanted);
    else zw_lanes_back(s);
    own = zw_lanes_add(s, patient ? s->more : NULL, !warm, &before), size = zw_more(own, size);
    for (int round = 0; round < wish->rounds; round++) {
        double rest = zw_lanes_rest(s), left = zw_may_be_left(wish->part, wish->most, size);
        if (round == 0 && rest <= zw_more(wish->eps * own, wish->sigma * left)) break;
        zw_lanes_forth(s);
        change = zw_lanes_corrected(s, wish->wanted);
        if (round > 0 && !(change < 0.5 * before)) break; /* nothing but rounding is left */
        double rate = zw_less(change / before, 1.0);
        zw_lanes_add(s, s->more, 0, &before);
        size = zw_more(change, size);
        change *= rate;
        if (!(change > zw_more(wish->eps * size, left))) break;
    }
    zw_hand_out(s, wish->n, x);
    s->found = 1;
    return size > 0.0 ? change / size : 0.0;
}
