/* The rows of the active set for limits, see bounded.h: its sizes, and what levels of rows ask of the
   inputs that are free. After room.h and the kernel; sizes as there. */

#ifdef ZW_FIXED

typedef struct {
    char none;
} zwb_room;

ZW_FUNCTION int zwb_rows(zwb_room w, int level)
{
    const int sizes[ZWB_L] = {ZWB_SIZES};
    (void)w;
    return sizes[level];
}

ZW_FUNCTION void zwb_least(
    zwb_room w, double rank, double consistency, const double *given, double *found)
{
    (void)w;
    ZWB_LEAST(2, rank, consistency, given, found);
}

#else

typedef struct {
    int rows, inputs, slots, levels, turns;
    const int *sizes;
    double flat, gain, rounding, rounded, cut;
    zw_sizes least;                  /* of the kernel's call */
} zwb_sizes;

typedef struct {
    double *top;
    const zwb_sizes *sizes;
} zwb_room;

#define ZWB_R (w.sizes->rows)
#define ZWB_K (w.sizes->inputs)
#define ZWB_S (w.sizes->slots)
#define ZWB_L (w.sizes->levels)
#define ZWB_TURNS (w.sizes->turns)
#define ZWB_FLAT (w.sizes->flat)
#define ZWB_GAIN (w.sizes->gain)
#define ZWB_ROUNDING (w.sizes->rounding)
#define ZWB_ROUNDED (w.sizes->rounded)
#define ZWB_CUT (w.sizes->cut)

ZW_FUNCTION int zwb_rows(zwb_room w, int level) { return w.sizes->sizes[level]; }

ZW_FUNCTION void zwb_least(
    zwb_room w, double rank, double consistency, const double *given, double *found)
{
    zw_room inner = {w.top, &w.sizes->least};
    zw_call(inner, ZWB_S, 1, 2, rank, consistency, given, found);
}

#endif

typedef struct {
    double *inputs, *cost;           /* (k) */
    double *z;                       /* (s, r) what a level misses: directions in its own rows */
    double *V;                       /* (s, k) directions of inputs, orthonormal over the free ones */
    double *T;                       /* (s, s) V = T z G over the free ones */
    int *counts;                     /* (levels) */
    double largest;
    int status;
} zwb_rest;

ZW_FUNCTION void zwb_zeros(int n, double *x)
{
    for (int i = 0; i < n; i++) x[i] = 0.0;
}

/* Pivoted Gram and Schmidt over the columns of X (m, k), which is spent; returns how many rows of z
   there are, zero rows included. */
ZW_APART int zwb_orthonormal(zwb_room w, int m, double *X, double *z)
{
    int slots = m < ZWB_K ? m : ZWB_K;
    for (int s = 0; s < slots; s++) {
        double most = -1.0, *q = z + s * ZWB_R;
        int pick = 0;
        for (int j = 0; j < ZWB_K; j++) {
            double square = 0.0;
            for (int i = 0; i < m; i++) square += X[i * ZWB_K + j] * X[i * ZWB_K + j];
            if (square > most) most = square, pick = j;
        }
        int there = most > ZWB_CUT * ZWB_CUT;
        for (int i = 0; i < m; i++) q[i] = there ? X[i * ZWB_K + pick] / sqrt(most) : 0.0;
        for (int p = 0; p < s && there; p++) {
            double part = 0.0;
            for (int i = 0; i < m; i++) part += z[p * ZWB_R + i] * q[i];
            for (int i = 0; i < m; i++) q[i] -= part * z[p * ZWB_R + i];
        }
        for (int j = 0; j < ZWB_K && there; j++) {
            double part = 0.0;
            for (int i = 0; i < m; i++) part += q[i] * X[i * ZWB_K + j];
            for (int i = 0; i < m; i++) X[i * ZWB_K + j] -= part * q[i];
        }
    }
    return slots;
}

/* x (k) of free inputs less what `count` directions V have of it, twice. */
ZW_APART void zwb_less(zwb_room w, int count, const double *V, const int *held, double *x)
{
    ZW_ARRAY(part, ZWB_S);
    for (int again = 0; again < 2; again++) {
        zwb_zeros(ZWB_S, part);
        for (int s = 0; s < count; s++)
            for (int j = 0; j < ZWB_K; j++)
                if (!held[j]) part[s] += V[s * ZWB_K + j] * x[j];
        for (int s = 0; s < count; s++)
            for (int j = 0; j < ZWB_K; j++)
                if (!held[j]) x[j] -= part[s] * V[s * ZWB_K + j];
    }
}

/* The rows of all levels. */
ZW_APART void zwb_taken(zwb_room w, const double *G, const int *held, zwb_rest *rest)
{
    ZW_ARRAY(left, ZWB_R * ZWB_K); ZW_ARRAY(own, ZWB_K); ZW_ARRAY(part, ZWB_S);
    int taken = 0;
    for (int l = 0, row = 0; l < ZWB_L; row += zwb_rows(w, l++)) {
        int m = zwb_rows(w, l);
        for (int j = 0; j < ZWB_K; j++) {
            double square = 0.0;
            for (int i = 0; i < m; i++) {
                double x = G[(row + i) * ZWB_K + j] / rest->cost[j];
                square += x * x;
                left[i * ZWB_K + j] = held[j] ? 0.0 : x;
            }
            own[j] = square > 0.0 ? sqrt(square) : 1.0;
        }
        for (int i = 0; i < m; i++) {
            if (taken) zwb_less(w, taken, rest->V, held, left + i * ZWB_K);
            for (int j = 0; j < ZWB_K; j++) left[i * ZWB_K + j] /= own[j];
        }
        rest->counts[l] = zwb_orthonormal(w, m, left, rest->z + taken * ZWB_R);
        for (int s = 0; s < rest->counts[l]; s++, taken++) {
            double square = 0.0, *x = rest->V + taken * ZWB_K;
            const double *z = rest->z + taken * ZWB_R;
            for (int j = 0; j < ZWB_K; j++) {
                x[j] = 0.0;
                for (int i = 0; i < m; i++)
                    x[j] += z[i] * G[(row + i) * ZWB_K + j] / rest->cost[j];
            }
            double *t = rest->T + taken * ZWB_S;
            for (int u = 0; u < ZWB_S; u++) t[u] = u == taken;
            for (int again = 0; again < 2; again++) {
                zwb_zeros(ZWB_S, part);
                for (int u = 0; u < taken; u++)
                    for (int j = 0; j < ZWB_K; j++)
                        if (!held[j]) part[u] += rest->V[u * ZWB_K + j] * x[j];
                for (int u = 0; u < taken; u++) {
                    for (int j = 0; j < ZWB_K; j++) x[j] -= part[u] * rest->V[u * ZWB_K + j];
                    for (int v = 0; v < ZWB_S; v++) t[v] -= part[u] * rest->T[u * ZWB_S + v];
                }
            }
            for (int j = 0; j < ZWB_K; j++) square += held[j] ? 0.0 : x[j] * x[j];
            for (int j = 0; j < ZWB_K && square > 0.0; j++) x[j] /= sqrt(square);
            for (int v = 0; v < ZWB_S && square > 0.0; v++) t[v] /= sqrt(square);
        }
    }
}

