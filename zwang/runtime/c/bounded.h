/* The nearest control within limits: zwang.control.law.bounded and .levels, line by line. ZWB_R
   rows in ZWB_L levels, ZWB_K inputs; ZWB_S is how many rows all levels can ask for. The kernel is
   called for what a set of held inputs leaves. `in` holds G (r, k), N (k, k), e (r), C (k), lower,
   upper and start (k) behind each other; `out` gets the inputs (k), which are held (k), whether it
   is done, and the status. After bounded_rows.h. */

/* The control by the inputs that are not held. */
ZW_APART void zwb_with_held(
    zwb_room w, double rank, double consistency, const double *in, const double *now,
    const int *held, zwb_rest *rest)
{
    const double *G = in, *N = G + ZWB_R * ZWB_K, *e = N + ZWB_K * ZWB_K, *C = e + ZWB_R;
    ZW_ARRAY(given, ZWB_K * ZWB_K + ZWB_S * ZWB_K + ZWB_K + ZWB_S);
    ZW_ARRAY(found, 3 * ZWB_K + 3 * ZWB_S + 3);
    ZW_ARRAY(demand, ZWB_R); ZW_ARRAY(asked, ZWB_S);
    double *rows = given + ZWB_K * ZWB_K, *F = rows + ZWB_S * ZWB_K, *right = F + ZWB_K;
    zwb_zeros(ZWB_K * ZWB_K + ZWB_S * ZWB_K + ZWB_K + ZWB_S, given);
    zwb_zeros(ZWB_S, asked);
    for (int j = 0; j < ZWB_K; j++) rest->cost[j] = sqrt(N[j * ZWB_K + j]);
    zwb_taken(w, G, held, rest);
    for (int i = 0; i < ZWB_R; i++) {
        demand[i] = e[i];
        for (int j = 0; j < ZWB_K; j++)
            if (held[j]) demand[i] -= G[i * ZWB_K + j] * now[j];
    }
    /* by rows that are orthonormal the kernel has no rank to decide: that is done */
    for (int l = 0, row = 0, s = 0; l < ZWB_L; row += zwb_rows(w, l++))
        for (int end = s + rest->counts[l]; s < end; s++)
            for (int i = 0; i < zwb_rows(w, l); i++)
                asked[s] += rest->z[s * ZWB_R + i] * demand[row + i];
    for (int s = 0; s < ZWB_S; s++) {
        for (int u = 0; u < ZWB_S; u++) right[s] += rest->T[s * ZWB_S + u] * asked[u];
        for (int j = 0; j < ZWB_K; j++)
            if (!held[j]) rows[s * ZWB_K + j] = rest->V[s * ZWB_K + j] * rest->cost[j];
    }
    for (int j = 0; j < ZWB_K; j++) {
        if (held[j]) given[j * ZWB_K + j] = 1.0;
        for (int l = 0; l < ZWB_K && !held[j]; l++) {
            F[j] += N[j * ZWB_K + l] * (C[l] - (held[l] ? now[l] : 0.0));
            if (!held[l]) given[j * ZWB_K + l] = N[j * ZWB_K + l];
        }
    }
    zwb_least(w, rank, consistency, given, found);
    for (int j = 0; j < ZWB_K; j++) rest->inputs[j] = held[j] ? now[j] : found[j];
    rest->status = (int)found[3 * ZWB_K + 3 * ZWB_S + 1];
}

/* Slopes z (k) of one aim, of terms of some size (k), less what `count` directions V have of it;
   zero where they are flat. `size` becomes that of all terms. */
ZW_APART void zwb_beyond(
    zwb_room w, int count, const double *V, const int *held, double *size, double *z)
{
    ZW_ARRAY(part, ZWB_S); ZW_ARRAY(terms, ZWB_S);
    zwb_zeros(ZWB_S, part);
    zwb_zeros(ZWB_S, terms);
    for (int s = 0; s < count; s++)
        for (int j = 0; j < ZWB_K; j++)
            if (!held[j]) {
                part[s] += V[s * ZWB_K + j] * z[j];
                terms[s] += fabs(V[s * ZWB_K + j]) * size[j];
            }
    for (int j = 0; j < ZWB_K; j++) {
        double most = size[j];
        for (int s = 0; s < count; s++) {
            z[j] -= part[s] * V[s * ZWB_K + j];
            most += terms[s] * (1.0 + fabs(V[s * ZWB_K + j]));
        }
        if (!(fabs(z[j]) > ZWB_FLAT * most)) z[j] = 0.0;
        size[j] = most;
    }
}

/* How much input j, which is held, would add to the directions that the free ones have of a level of
   m rows from `row` on. */
ZW_APART double zwb_adds(
    zwb_room w, const double *in, const zwb_rest *rest, const int *held, int m, int row, int higher,
    int count, int j)
{
    ZW_ARRAY(x, ZWB_R);
    double left = 0.0;
    for (int i = 0; i < m; i++) {
        const double *g = in + (row + i) * ZWB_K;
        x[i] = g[j] / rest->cost[j];
        for (int s = 0; s < higher; s++) {
            double part = 0.0;
            for (int l = 0; l < ZWB_K; l++)
                if (!held[l]) part += g[l] / rest->cost[l] * rest->V[s * ZWB_K + l];
            x[i] -= part * rest->V[s * ZWB_K + j];
        }
    }
    for (int s = higher; s < higher + count; s++) {
        double part = 0.0;
        for (int i = 0; i < m; i++) part += rest->z[s * ZWB_R + i] * x[i];
        for (int i = 0; i < m; i++) x[i] -= part * rest->z[s * ZWB_R + i];
    }
    for (int i = 0; i < m; i++) left += x[i] * x[i];
    return sqrt(left);
}

/* Slopes (levels + 1, k) of all aims, the sizes of their terms, and whether inputs add a direction
   at all. */
ZW_APART void zwb_slopes(
    zwb_room w, const double *in, zwb_rest *rest, const int *held, double *slope, double *sizes,
    int *adds)
{
    ZW_ARRAY(lengths, ZWB_K); ZW_ARRAY(missed, ZWB_R);
    const double *G = in, *N = G + ZWB_R * ZWB_K, *e = N + ZWB_K * ZWB_K, *C = e + ZWB_R;
    int higher = 0;
    for (int l = 0, row = 0; l <= ZWB_L; l++) {
        double *z = slope + l * ZWB_K, *size = sizes + l * ZWB_K;
        double left = 0.0, entering = 0.0, off = 0.0, longest = 0.0;
        int m = l < ZWB_L ? zwb_rows(w, l) : 0;
        for (int i = 0; i < m; i++) {
            missed[i] = -e[row + i];
            for (int j = 0; j < ZWB_K; j++) missed[i] += G[(row + i) * ZWB_K + j] * rest->inputs[j];
            left += missed[i] * missed[i], entering += e[row + i] * e[row + i];
        }
        left = sqrt(left), entering = sqrt(entering);
        for (int j = 0; j < ZWB_K; j++) {
            double square = 0.0;
            for (int i = 0; i < m; i++)
                square += G[(row + i) * ZWB_K + j] * G[(row + i) * ZWB_K + j];
            longest = zw_max(longest, sqrt(square) / rest->cost[j]);
            off += rest->cost[j] * fabs(rest->inputs[j] - C[j]);
            lengths[j] = size[j] = sqrt(square) / rest->cost[j];
        }
        entering += longest * rest->largest;
        for (int j = 0; j < ZWB_K; j++) {
            z[j] = 0.0;
            /* what is missed by rounding has no slope, and what is not has rounding */
            for (int i = 0; i < m && left > ZWB_FLAT * entering; i++)
                z[j] += G[(row + i) * ZWB_K + j] * missed[i] / rest->cost[j];
            for (int i = 0; i < ZWB_K && l == ZWB_L; i++)
                z[j] += N[i * ZWB_K + j] * (rest->inputs[i] - C[i]) / rest->cost[j];
            size[j] = l < ZWB_L ? size[j] * (left + ZWB_ROUNDING * entering) : off;
        }
        zwb_beyond(w, higher, rest->V, held, size, z);
        for (int j = 0; j < ZWB_K; j++) {
            adds[l * ZWB_K + j] = 1;
            if (l == ZWB_L || !held[j]) continue;
            double new = zwb_adds(w, in, rest, held, m, row, higher, rest->counts[l], j);
            adds[l * ZWB_K + j] = new > ZWB_FLAT * ZWB_ROUNDING * lengths[j];
            if (!(new > ZWB_CUT * lengths[j])) z[j] = 0.0;
        }
        if (l == ZWB_L) break;
        higher += rest->counts[l], row += m;
    }
}

/* Which held input to let go: of the highest aim that has one the steepest slope back inside, or
   the first in order when it is `late`; -1 if there is none. Those that are shut are not let go;
   `lost` tells whether one of them would have gained something. */
ZW_APART int zwb_led_back(
    zwb_room w, const double *in, zwb_rest *rest, const int *held, const int *shut, int late,
    int *lost)
{
    ZW_ARRAY(slope, (ZWB_L + 1) * ZWB_K); ZW_ARRAY(sizes, (ZWB_L + 1) * ZWB_K);
    ZW_WHOLES(flat, ZWB_K); ZW_WHOLES(open, ZWB_K); ZW_WHOLES(adds, (ZWB_L + 1) * ZWB_K);
    zwb_slopes(w, in, rest, held, slope, sizes, adds);
    for (int j = 0; j < ZWB_K; j++) flat[j] = open[j] = 1;
    *lost = 0;
    for (int l = 0; l <= ZWB_L; l++) {
        double steepest = 0.0;
        int place = -1;
        for (int j = 0; j < ZWB_K; j++) {
            double back = slope[l * ZWB_K + j] * held[j];
            if (open[j] && shut[j] && back > ZWB_GAIN * sizes[l * ZWB_K + j]) *lost = 1;
            open[j] = open[j] && !adds[l * ZWB_K + j];
            if (flat[j] && !shut[j] && back > 0.0 && (late ? place < 0 : back > steepest))
                steepest = back, place = j;
            flat[j] = flat[j] && back == 0.0;
        }
        if (place >= 0) return place;
    }
    return -1;
}

/* How far of the way to go within the limits; `stops` is the input that ends it, or -1. None does
   that would be beyond its limit by rounding. */
ZW_FUNCTION double zwb_part(
    zwb_room w, const zwb_rest *rest, const double *now, const int *held,
    const double *low, const double *high, int *stops)
{
    const double *then = rest->inputs;
    double part = 1.0;
    *stops = -1;
    for (int j = 0; j < ZWB_K; j++) {
        double way = then[j] - now[j], beyond = ZWB_ROUNDED * rest->largest / rest->cost[j];
        if (held[j] || !(then[j] > high[j] + beyond || then[j] < low[j] - beyond)) continue;
        double share = ((way > 0 ? high[j] : low[j]) - now[j]) / way;
        if (*stops < 0 || share < part) part = share, *stops = j;
    }
    return part < 0.0 ? 0.0 : part;
}

ZW_APART void zwb_bounded(
    zwb_room w, double rank, double consistency, const double *in, double *out)
{
    const double *low = in + ZWB_R * ZWB_K + ZWB_K * ZWB_K + ZWB_R + ZWB_K;
    const double *high = low + ZWB_K, *start = high + ZWB_K;
    const double *C = low - ZWB_K, *N = in + ZWB_R * ZWB_K;
    ZW_ARRAY(now, ZWB_K);
    ZW_WHOLES(held, ZWB_K); ZW_WHOLES(shut, ZWB_K); ZW_WHOLES(loose, ZWB_K);
    ZW_ARRAY(inputs, ZWB_K); ZW_ARRAY(cost, ZWB_K); ZW_ARRAY(z, ZWB_S * ZWB_R);
    ZW_ARRAY(V, ZWB_S * ZWB_K); ZW_ARRAY(T, ZWB_S * ZWB_S); ZW_WHOLES(counts, ZWB_L);
    zwb_rest rest = {inputs, cost, z, V, T, counts, 0.0, ZW_OK};
    double size = 0.0;
    int done = 1, lost = 0, status = ZW_OK;
    for (int j = 0; j < ZWB_K; j++) {
        shut[j] = loose[j] = 0;
        held[j] = start[j] > high[j] ? 1 : start[j] < low[j] ? -1 : 0;
        now[j] = held[j] > 0 ? high[j] : held[j] < 0 ? low[j] : start[j];
        size = zw_max(size, sqrt(N[j * ZWB_K + j]) * (fabs(now[j]) + fabs(C[j])));
        if (held[j]) done = 0;
    }
    for (int turn = 0; turn < ZWB_TURNS && !done; turn++) {
        int stops;
        zwb_with_held(w, rank, consistency, in, now, held, &rest);
        if (rest.status != ZW_OK && (status == ZW_OK || rest.status < status)) status = rest.status;
        rest.largest = 0.0;
        for (int j = 0; j < ZWB_K; j++)
            rest.largest = zw_max(rest.largest, rest.cost[j] * fabs(rest.inputs[j]));
        rest.largest += size;
        double part = zwb_part(w, &rest, now, held, low, high, &stops);
        int late = turn >= ZWB_TURNS / 2, moved = 0;
        for (int j = 0; j < ZWB_K; j++) {
            double before = now[j];
            if (j == stops) {
                held[j] = rest.inputs[j] > now[j] ? 1 : -1;
                now[j] = held[j] > 0 ? high[j] : low[j];
            } else if (!held[j]) {
                double then = stops < 0 ? rest.inputs[j] : now[j] + part * (rest.inputs[j] - now[j]);
                now[j] = zw_min(zw_max(then, low[j]), high[j]);
            }
            moved |= fabs(now[j] - before) > ZWB_ROUNDED * rest.largest / rest.cost[j];
        }
        /* one that was let go, and stops at once, stays where it is until others have moved */
        for (int j = 0; j < ZWB_K; j++) {
            if (moved && !late) shut[j] = 0;
            else if (j == stops && loose[j]) shut[j] = 1;
            if (!late) loose[j] = 0;
        }
        if (stops >= 0) continue;
        stops = zwb_led_back(w, in, &rest, held, shut, late, &lost);
        if (stops < 0) done = 1;
        else held[stops] = 0, loose[stops] = 1;
    }
    if (done && lost && status == ZW_OK) status = ZW_INACCURATE;
    if (!done && status == ZW_OK) status = ZW_INACCURATE;
    for (int j = 0; j < ZWB_K; j++) out[j] = now[j], out[ZWB_K + j] = held[j];
    out[2 * ZWB_K] = done, out[2 * ZWB_K + 1] = status;
}
