/* M = L Lᵀ with a fixed pattern, and the rows of A in its metric.

   Row k of L follows from the rows before it: L[k, j] = (M[k, j] − Σ L[k, i] L[j, i]) / L[j, j]. */

/* Σ v², in four sums that do not wait for each other. */
static double zw_squares(int n, const double *v) {
    double sums[4] = {0.0, 0.0, 0.0, 0.0};
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int j = 0; j < 4; j++) sums[j] += v[i + j] * v[i + j];
    for (; i < n; i++) sums[0] += v[i] * v[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/* Whether the factors are those of M already; if not, M is noted. */
static int zw_is_factored(zw_sparse *s, const double *M, double gap) {
    int same = s->gap == gap;
    for (int p = 0; p < s->masses; p++) {
        same &= s->Mx[p] == M[p];
        s->Mx[p] = M[p];
    }
    s->gap = gap;
    return same;
}

/* Factor M. A pivot of at most `gap` is void: its column is left out, and its place is pinned, which
   makes of a semi-definite M a definite one that has the same answers. Returns how many are void.
   `noise` is what rounding can lift a zero singular value of A L⁻ᵀ to, and `definite` whether the
   pivots are those of a definite matrix: as in the rank rule, for each part of M that hangs
   together by itself. Where M is what it was, nothing is done. */
ZW_EXPORT int zw_sparse_mass(zw_sparse *s, const double *M, double gap) {
    int n = s->n, voids = 0;
    double *x = s->work_n;
    if (zw_is_factored(s, M, gap)) return s->voids;
    s->noise = 0.0;
    s->definite = 1;
    for (int k = 0; k < n; k++) {
        x[k] = 0.0;
        s->used[k] = s->Lp[k];
        s->size[k] = 1;
        s->least[k] = 1.0;
    }
    for (int k = 0; k < n; k++) {
        double mass = s->Md[k] < 0 ? 0.0 : M[s->Md[k]], pivot = mass;
        for (int p = s->Mp[k]; p < s->Mp[k + 1]; p++) x[s->Mj[p]] = M[s->Ms[p]];
        for (int p = s->Kp[k]; p < s->Kp[k + 1]; p++) {
            int j = s->Kj[p], next = s->used[j]++;
            double entry = s->is_void[j] ? 0.0 : x[j] * s->Ld[j];
            x[j] = 0.0;
            for (int q = s->Lp[j]; q < next; q++) x[s->Li[q]] -= s->Lx[q] * entry;
            pivot -= entry * entry;
            s->Lx[next] = entry;
        }
        double part = pivot / mass, product = part * s->least[k];
        double rounding = s->rounding * s->size[k];
        s->definite &= part > s->rank_rule && (s->size[k] == 1 || product > rounding);
        s->is_void[k] = !(pivot > gap);
        voids += s->is_void[k];
        s->Ld[k] = s->is_void[k] ? 1.0 : 1.0 / sqrt(pivot);
        s->least[k] = zw_less(part, s->least[k]);
        s->noise = zw_more(rounding / sqrt(s->least[k]), s->noise);
        if (s->Lp[k] < s->Lp[k + 1]) { /* the first entry below is the parent in the tree */
            int parent = s->Li[s->Lp[k]];
            s->size[parent] += s->size[k];
            s->least[parent] = zw_less(s->least[k], s->least[parent]);
        }
    }
    return s->voids = voids;
}

/* x <- L⁻¹ x and x <- L⁻ᵀ x, in the order of elimination. */
static void zw_lower(const zw_sparse *s, double *x) {
    for (int j = 0; j < s->n; j++) {
        double value = x[j] = s->is_void[j] ? 0.0 : x[j] * s->Ld[j];
        for (int p = s->Lp[j]; p < s->Lp[j + 1]; p++) x[s->Li[p]] -= s->Lx[p] * value;
    }
}

static void zw_upper(const zw_sparse *s, double *x) {
    for (int j = s->n - 1; j >= 0; j--) {
        double value = x[j];
        for (int p = s->Lp[j]; p < s->Lp[j + 1]; p++) value -= s->Lx[p] * x[s->Li[p]];
        x[j] = value * s->Ld[j];
    }
}

/* A direction along which M does nothing: that of the void pivot k. */
ZW_EXPORT void zw_sparse_free(const zw_sparse *s, int k, double *direction) {
    double *x = s->work_n;
    for (int i = 0; i < s->n; i++) x[i] = i == k;
    zw_upper(s, x);
    for (int i = 0; i < s->n; i++) direction[s->P[i]] = x[i];
    for (int i = 0; i < s->n; i++) x[i] = 0.0;
}

/* Bring v to length one where its squares may be out of range; zero stays, and has length one. */
static double zw_scaled_length(int count, double *v) {
    double largest = 0.0, length;
    for (int p = 0; p < count; p++) largest = zw_more(fabs(v[p]), largest);
    if (!(largest > 0.0)) return 1.0;
    for (int p = 0; p < count; p++) v[p] /= largest;
    length = sqrt(zw_squares(count, v));
    for (int p = 0; p < count; p++) v[p] /= length;
    return largest * length;
}

/* Column r of L⁻¹Aᵀ times `scale`, into Y; the sum of its squares. */
static inline double zw_column(zw_sparse *s, const double *A, int r, double scale) {
    double *x = s->work_n, squares = 0.0;
    for (int p = s->Ap[r]; p < s->Ap[r + 1]; p++) x[s->Aj[p]] = A[s->As[p]];
    for (int p = s->Yp[r]; p < s->Yp[r + 1]; p++) {
        int j = s->Yi[p];
        double value = s->is_void[j] ? 0.0 : x[j] * s->Ld[j];
        x[j] = 0.0;
        for (int q = s->Lp[j]; q < s->Lp[j + 1]; q++) x[s->Li[q]] -= s->Lx[q] * value;
        s->Yx[p] = value * scale;
        squares += value * value;
    }
    return squares;
}

/* Y = L⁻¹Aᵀ, each column divided by the length that it had when it was last found anew. */
static void zw_rows_again(zw_sparse *s, const double *A) {
    for (int r = 0; r < s->m; r++) zw_column(s, A, r, 1.0 / s->lengths[r]);
}

/* Y = L⁻¹Aᵀ, each column divided by its length; a row of zeros has length one. */
ZW_EXPORT void zw_sparse_rows(zw_sparse *s, const double *A, double *lengths) {
    for (int i = 0; i < s->n; i++) s->work_n[i] = 0.0;
    for (int r = 0; r < s->m; r++) {
        double squares = zw_column(s, A, r, 1.0);
        int far = !(squares > 1e-200 && squares < 1e200); /* or nothing, or not a number */
        double length = far ? zw_scaled_length(s->Yp[r + 1] - s->Yp[r], s->Yx + s->Yp[r])
                            : sqrt(squares);
        double inverse = far ? 1.0 : 1.0 / length;
        for (int p = s->Yp[r]; p < s->Yp[r + 1]; p++) s->Yx[p] *= inverse;
        s->lengths[r] = length;
        lengths[s->S[r]] = length;
    }
}
