/* The answer in lanes, for rows whose rank is known beforehand: see zwang.solvers.sparse.lanes. What is
   done is what zw_sparse_mass, zw_sparse_rows, zw_sparse_proximal and zw_sparse_answer do, with one number for each lane. Names are
   theirs. M, Q, A, b and what is given by rows have a zero behind their last number, for lanes that
   have none in a slot. Whoever uses x leaves zeros in it. */

#define ZW_EVEN 1e-8 /* of a diagonal entry of M, a pivot below which is left to those who judge M */
#define ZW_INLINE __attribute__((always_inline))
#define ZW_EACH for (int l = 0; l < ZW_LANES; l++)
#define ZW_FROM(x, at) \
    (zw_lane){x[(at)[0]], x[(at)[1]], x[(at)[2]], x[(at)[3]], \
              x[(at)[4]], x[(at)[5]], x[(at)[6]], x[(at)[7]]}

static inline int zw_none(const zw_truths *x) {
    long long found = 0;
    ZW_EACH found |= (*x)[l];
    return !found;
}

static inline double zw_sum(const zw_lane *x) {
    return (((*x)[0] + (*x)[1]) + ((*x)[2] + (*x)[3])) + (((*x)[4] + (*x)[5]) + ((*x)[6] + (*x)[7]));
}

/* M = L Lᵀ, if it is not what it was. Whether no pivot is far below its entry. */
static int zw_lanes_mass(zw_lanes *s, const double *M, double least) {
    zw_truths other = {0}, poor = {0};
    zw_lane *x = s->x;
    for (int p = 0; p < s->masses; p++) {
        zw_lane entry = ZW_FROM(M, s->M_from + p * ZW_LANES);
        other |= entry != s->Mx[p];
        s->Mx[p] = entry;
    }
    if (s->factored && zw_none(&other)) return 1;
    s->factored = 0;
    for (int k = 0; k < s->n; k++) s->used[k] = s->Lp[k];
    for (int k = 0; k < s->n; k++) {
        zw_lane mass = s->Mx[s->Md[k]] + s->no_coordinate[k], pivot = mass;
        for (int p = s->Mp[k]; p < s->Mp[k + 1]; p++) x[s->Mj[p]] = s->Mx[s->Ms[p]];
        for (int p = s->Kp[k]; p < s->Kp[k + 1]; p++) {
            int j = s->Kj[p], next = s->used[j]++;
            zw_lane entry = x[j] * s->Ld[j];
            x[j] = (zw_lane){0};
            for (int q = s->Lp[j]; q < next; q++) x[s->Li[q]] -= s->Lx[q] * entry;
            pivot -= entry * entry;
            s->Lx[next] = entry;
        }
        poor |= ~(pivot > least * mass) | ~(mass > (zw_lane){0});
        ZW_EACH s->Ld[k][l] = 1.0 / sqrt(pivot[l]);
    }
    return s->factored = zw_none(&poor);
}

/* y <- L⁻¹Q, and zero without Q; its length. */
static double zw_lanes_forces(zw_lanes *s, const double *Q) {
    zw_lane squares = {0};
    for (int j = 0; j < s->n; j++)
        s->y[j] = Q ? ZW_FROM(Q, s->Q_from + j * ZW_LANES) : (zw_lane){0};
    for (int j = 0; j < s->n && Q; j++) {
        zw_lane value = s->y[j] *= s->Ld[j];
        for (int p = s->Lp[j]; p < s->Lp[j + 1]; p++) s->y[s->Li[p]] -= s->Lx[p] * value;
        squares += value * value;
    }
    return sqrt(zw_sum(&squares));
}

/* Column r of L⁻¹Aᵀ times `scale`, into Y, and A; the squares of its length. */
static inline ZW_INLINE void zw_lanes_column(
    zw_lanes *s, const double *A, int r, const zw_lane *scale, zw_lane *squares) {
    zw_lane *x = s->x;
    for (int p = s->Ap[r]; p < s->Ap[r + 1]; p++)
        x[s->Aj[p]] = s->Ax[p] = ZW_FROM(A, s->A_from + p * ZW_LANES);
    for (int p = s->Yp[r]; p < s->Yp[r + 1]; p++) {
        int j = s->Yi[p];
        zw_lane value = x[j] * s->Ld[j];
        x[j] = (zw_lane){0};
        for (int q = s->Lp[j]; q < s->Lp[j + 1]; q++) x[s->Li[q]] -= s->Lx[q] * value;
        s->Yx[p] = value * *scale;
        *squares += value * value;
    }
}

/* b of row k in parts of its length; if `warm`, y <- y + Y lam of it. */
static inline ZW_INLINE void zw_lanes_begin_row(zw_lanes *s, const double *b, int k, int warm) {
    s->wanted[k] = (zw_lane){0};
    if (k < s->inner) s->wanted[k] = ZW_FROM(b, s->b_from + k * ZW_LANES) * s->scale[k];
    if (!warm) return;
    zw_lane value = s->lam[k];
    for (int p = s->Yp[k]; p < s->Yp[k + 1]; p++) s->y[s->Yi[p]] += s->Yx[p] * value;
}

/* The same of joined rows. */
static void zw_joined_begin(zw_lanes *s, const double *b) {
    for (int g = 0; g < s->joined; g++)
        s->z[g] = s->joined_wanted[g] = b[s->joined_rows[g]] * s->joined_scale[g];
}

/* Y = L⁻¹Aᵀ in parts of lengths that are known, and all that begins with it, in one go. */
static void zw_lanes_again(zw_lanes *s, const double *A, const double *b, int warm) {
    zw_lane squares = {0};
    for (int k = 0; k < s->m; k++) {
        zw_lanes_column(s, A, k, s->scale + k, &squares);
        zw_lanes_begin_row(s, b, k, warm);
    }
    zw_joined_begin(s, b);
}

/* Y = L⁻¹Aᵀ, and A; the squares of lengths in `v`. */
static void zw_lanes_columns(zw_lanes *s, const double *A) {
    zw_lane one = (zw_lane){0} + 1.0;
    for (int r = 0; r < s->m; r++) {
        s->v[r] = (zw_lane){0};
        zw_lanes_column(s, A, r, &one, s->v + r);
    }
}

/* What is in z for the joined rows, to their pieces in v; or added up from these to z. */
static void zw_to_pieces(const zw_lanes *s, const double *z, zw_lane *v) {
    for (int a = 0; a < s->m - s->inner; a++)
        ZW_EACH {
            int g = s->joins[a * ZW_LANES + l];
            v[s->inner + a][l] = g < 0 ? 0.0 : z[g];
        }
}

static void zw_from_pieces(const zw_lanes *s, const zw_lane *v, double *z) {
    for (int a = 0; a < s->m - s->inner; a++)
        ZW_EACH {
            int g = s->joins[a * ZW_LANES + l];
            if (g >= 0) z[g] += v[s->inner + a][l];
        }
}

/* One over the lengths of rows, from their squares in v, or over the largest that they have had, in
   `sizes`. Whether all are in range. */
static int zw_lanes_lengths(zw_lanes *s, const double *sizes) {
    zw_truths far = {0};
    for (int g = 0; g < s->joined; g++) s->z[g] = 0.0;
    zw_from_pieces(s, s->v, s->z);
    for (int k = 0; k < s->inner; k++) {
        zw_lane squares = s->v[k] + s->no_row[k], size = ZW_FROM(sizes, s->b_from + k * ZW_LANES);
        far |= ~(squares > 1e-200) | ~(squares < 1e200);
        ZW_EACH s->scale[k][l] = 1.0 / zw_more(sqrt(squares[l]), size[l]);
    }
    int good = zw_none(&far);
    for (int g = 0; g < s->joined; g++) {
        good &= s->z[g] > 1e-200 && s->z[g] < 1e200;
        s->z[g] = s->joined_scale[g] = 1.0 / zw_more(sqrt(s->z[g]), sizes[s->joined_rows[g]]);
    }
    zw_to_pieces(s, s->z, s->scale);
    return good;
}

/* Y and b in parts of the lengths of rows. If `warm`, y <- y + Y lam. */
static void zw_lanes_begin(zw_lanes *s, const double *b, int warm) {
    for (int k = 0; k < s->m; k++) {
        for (int p = s->Yp[k]; p < s->Yp[k + 1]; p++) s->Yx[p] *= s->scale[k];
        zw_lanes_begin_row(s, b, k, warm);
    }
    zw_joined_begin(s, b);
}

/* x[J[o]] <- x[J[o]] + Σ a[i] r[i][o] over a chunk of g rows. */
static inline ZW_INLINE void zw_lanes_take(
    int g, int count, const int *J, const zw_lane *const *r, const zw_lane *a, zw_lane *x) {
    const zw_lane *r0 = r[0], *r1 = r[1], *r2 = r[2], *r3 = r[3];
    zw_lane a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3];
    switch (g) {
    case 1:
        for (int o = 0; o < count; o++) x[J[o]] += a0 * r0[o];
        return;
    case 2:
        for (int o = 0; o < count; o++) x[J[o]] += a0 * r0[o] + a1 * r1[o];
        return;
    case 3:
        for (int o = 0; o < count; o++) x[J[o]] += (a0 * r0[o] + a1 * r1[o]) + a2 * r2[o];
        return;
    default:
        for (int o = 0; o < count; o++)
            x[J[o]] += (a0 * r0[o] + a1 * r1[o]) + (a2 * r2[o] + a3 * r3[o]);
    }
}

/* x[Xj[o]] <- x[Xj[o]] + Σ own[i] other[i] over g rows of Y that are alike: see zw_add_products. */
static inline ZW_INLINE void zw_lanes_meet(
    const zw_lanes *s, int g, const zw_lane *own, int o, int end, zw_lane *x) {
    zw_lane one = own[0];
    if (g == 1) {
        for (; o < end; o++) x[s->Xj[o]] += one * s->Yx[s->Xs[o]];
        return;
    }
    for (zw_lane two = own[1]; o < end; o++) {
        const zw_lane *other = s->Yx + s->Xs[o];
        zw_lane sum = one * other[0] + two * other[1];
        for (int j = 2; j < g; j++) sum += own[j] * other[j];
        x[s->Xj[o]] += sum;
    }
}

/* YᵀY + mu = Uᵀ D U over the slots that are no pieces, R = D U; of pieces what is left. And on the way
   v <- U⁻ᵀ(b − Yᵀ y), of pieces what that leaves. Whether all pivots are above `least`. */
static int zw_lanes_factor(zw_lanes *s, double mu, double least) {
    zw_lane *x = s->x, *R = s->Rx;
    zw_truths poor = {0};
    for (int i = 0; i < s->n; i++) s->used[i] = s->Xp[i];
    for (int k = 0; k < s->m; k++) {
        zw_lane rest = s->wanted[k], pivot = k < s->inner ? mu + s->no_row[k] : (zw_lane){0};
        for (int p = s->Yp[k], g; p < s->Yp[k + 1]; p += g) {
            int i = s->Yi[p];
            const zw_lane *own = s->Yx + p;
            g = s->alike[i];
            for (int j = 0; j < g; j++) rest -= own[j] * s->y[i + j], pivot += own[j] * own[j];
            zw_lanes_meet(s, g, own, ++s->used[i], s->Xp[i + 1], x);
        }
        for (int p = s->Cp[k], g; p < s->Cp[k + 1] && s->Ci[p] < s->inner; p += g) {
            int i = s->Ci[p], at = s->Cs[p], end = k < s->inner ? k : s->inner;
            const zw_lane *r[4] = {R, R, R, R};
            zw_lane a[4] = {{0}};
            g = s->chunk[i] < end - i ? s->chunk[i] : end - i;
            if (g == 1) {
                zw_lane value = R[at] * s->Rd[i];
                rest -= value * s->v[i], pivot -= value * R[at];
                for (int o = at + 1; o < s->Rp[i + 1]; o++) x[s->Rj[o]] -= value * R[o];
                continue;
            }
            for (int j = 0; j < g; j++) {
                r[j] = R + s->Cs[p + j] + 1, a[j] = -(r[j][-1] * s->Rd[i + j]);
                rest += a[j] * s->v[i + j], pivot += a[j] * r[j][-1];
            }
            zw_lanes_take(g, s->Rp[i + 1] - at - 1, s->Rj + at + 1, r, a, x);
        }
        s->v[k] = rest;
        poor |= (k < s->inner) & ~(pivot > least);
        s->Rd[k] = 1.0 / pivot;
        R[s->Rp[k]] = pivot;
        for (int p = s->Rp[k] + 1; p < s->Rp[k + 1]; p++) {
            R[p] = x[s->Rj[p]];
            x[s->Rj[p]] = (zw_lane){0};
        }
    }
    return zw_none(&poor);
}

/* What the lanes leave of the joined rows: T = L D Lᵀ within its envelope, D on the diagonal. */
static int zw_joined_factor(zw_lanes *s, double mu, double least) {
    int count = s->joined, good = 1;
    for (int i = 0; i < count; i++)
        for (int j = s->envelope[i]; j <= i; j++) s->T[i * count + j] = i == j ? mu : 0.0;
    for (int a = s->inner; a < s->m; a++)
        for (int p = s->Rp[a]; p < s->Rp[a + 1]; p++)
            ZW_EACH {
                int i = s->joins[(a - s->inner) * ZW_LANES + l];
                int j = s->joins[(s->Rj[p] - s->inner) * ZW_LANES + l];
                if (i >= 0 && j >= 0) s->T[i > j ? i * count + j : j * count + i] += s->Rx[p][l];
            }
    for (int i = 0; i < count; i++) {
        double *own = s->T + i * count, pivot = own[i];
        for (int j = s->envelope[i]; j < i; j++) {
            const double *other = s->T + j * count;
            int k = s->envelope[i] > s->envelope[j] ? s->envelope[i] : s->envelope[j];
            for (; k < j; k++) own[j] -= own[k] * other[k];
        }
        for (int j = s->envelope[i]; j < i; j++) { /* L D so far, and now L */
            double entry = own[j] / s->T[j * count + j];
            pivot -= entry * own[j];
            own[j] = entry;
        }
        own[i] = pivot;
        good &= pivot > least;
    }
    return good;
}
