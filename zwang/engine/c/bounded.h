/* The nearest control within limits: zwang.control.law.bounded, line by line. ZWB_R rows, ZWB_K
   inputs; the kernel is called for what a set of held inputs leaves. `in` holds G (r, k), N (k, k),
   the diagonal of the inverse of R (r), e (r), C (k), lower, upper and start (k) behind each other;
   `out` gets the inputs (k), which are held (k), whether it is done, and the status. */
typedef struct {
    double inputs[ZWB_K], missed[ZWB_R], nu[ZWB_R];
    int status;
} zwb_rest;

/* The least control of the inputs that are not held. */
ZW_APART void zwb_with_held(
    double rank, double consistency, const double *in, const double *now, const int *held,
    zwb_rest *rest)
{
    const double *G = in, *N = G + ZWB_R * ZWB_K, *inverse = N + ZWB_K * ZWB_K;
    const double *e = inverse + ZWB_R, *C = e + ZWB_R;
    double first[ZWB_R * ZWB_R + ZWB_K * ZWB_R + ZWB_R + ZWB_K] = {0.0};
    double second[ZWB_K * ZWB_K + ZWB_R * ZWB_K + ZWB_K + ZWB_R] = {0.0};
    double found_first[3 * ZWB_R + 3 * ZWB_K + 3], found[3 * ZWB_K + 3 * ZWB_R + 3];
    double *Gt = first + ZWB_R * ZWB_R, *against = Gt + ZWB_K * ZWB_R;
    double *Gf = second + ZWB_K * ZWB_K, *F = Gf + ZWB_R * ZWB_K, *right = F + ZWB_K;
    for (int i = 0; i < ZWB_R; i++) {
        double demand = e[i];
        for (int j = 0; j < ZWB_K; j++) {
            if (held[j]) demand -= G[i * ZWB_K + j] * now[j];
            else Gt[j * ZWB_R + i] = Gf[i * ZWB_K + j] = G[i * ZWB_K + j];
        }
        first[i * ZWB_R + i] = inverse[i];
        against[i] = -demand;
        right[i] = demand;
    }
    ZWB_SHORTFALL(2, rank, consistency, first, found_first);
    for (int i = 0; i < ZWB_R; i++) right[i] += inverse[i] * found_first[i];
    for (int j = 0; j < ZWB_K; j++) {
        if (held[j]) second[j * ZWB_K + j] = 1.0;
        for (int l = 0; l < ZWB_K && !held[j]; l++) {
            F[j] += N[j * ZWB_K + l] * (C[l] - (held[l] ? now[l] : 0.0));
            if (!held[l]) second[j * ZWB_K + l] = N[j * ZWB_K + l];
        }
    }
    ZWB_LEAST(2, rank, consistency, second, found);
    for (int j = 0; j < ZWB_K; j++) rest->inputs[j] = held[j] ? now[j] : found[j];
    for (int i = 0; i < ZWB_R; i++) {
        rest->missed[i] = -e[i];
        for (int j = 0; j < ZWB_K; j++) rest->missed[i] += G[i * ZWB_K + j] * rest->inputs[j];
        rest->nu[i] = found[ZWB_K + i];
    }
    rest->status = (int)found[3 * ZWB_K + 3 * ZWB_R + 1];
}

/* Which held input to let go: the one with the steepest slope back inside; -1 if there is none. */
ZW_APART int zwb_led_back(const double *in, const zwb_rest *rest, const int *held)
{
    const double *G = in, *N = G + ZWB_R * ZWB_K, *inverse = N + ZWB_K * ZWB_K;
    const double *e = inverse + ZWB_R, *C = e + ZWB_R;
    double weighted[ZWB_R], most = 0.0, second[ZWB_K], steepest = 0.0, best = 0.0;
    int first_flat[ZWB_K], place = -1, of_first = -1;
    for (int i = 0; i < ZWB_R; i++) {
        double entering = fabs(e[i]);
        for (int j = 0; j < ZWB_K; j++) entering += fabs(G[i * ZWB_K + j] * rest->inputs[j]);
        most = zw_max(most, entering / sqrt(inverse[i]));
    }
    for (int i = 0; i < ZWB_R; i++) { /* what is missed by rounding has no slope */
        int real = fabs(rest->missed[i]) / sqrt(inverse[i]) > ZWB_FLAT * most;
        weighted[i] = real ? rest->missed[i] / inverse[i] : 0.0;
    }
    for (int j = 0; j < ZWB_K; j++) {
        double z = 0.0, size = 0.0, y = 0.0, terms = 0.0, unit = 1.0 / sqrt(N[j * ZWB_K + j]);
        for (int i = 0; i < ZWB_R; i++) {
            z += G[i * ZWB_K + j] * weighted[i];
            size += fabs(G[i * ZWB_K + j] * weighted[i]);
            y -= G[i * ZWB_K + j] * rest->nu[i];
            terms += fabs(G[i * ZWB_K + j] * rest->nu[i]);
        }
        for (int l = 0; l < ZWB_K; l++) {
            y += N[j * ZWB_K + l] * (rest->inputs[l] - C[l]);
            terms += fabs(N[j * ZWB_K + l] * (rest->inputs[l] - C[l]));
        }
        z = fabs(z) > ZWB_FLAT * size ? z * held[j] * unit : 0.0;
        second[j] = fabs(y) > ZWB_FLAT * terms ? y * held[j] * unit : 0.0;
        first_flat[j] = z == 0.0;
        if (z > steepest) steepest = z, of_first = j;
    }
    for (int j = 0; j < ZWB_K; j++)
        if (first_flat[j] && second[j] > best) best = second[j], place = j;
    return of_first >= 0 ? of_first : place;
}

/* How far of the way to go within the limits; `stops` is the input that ends it, or -1. */
ZW_FUNCTION double zwb_part(
    const double *now, const double *then, const int *held, const double *low, const double *high,
    int *stops)
{
    double part = 1.0;
    *stops = -1;
    for (int j = 0; j < ZWB_K; j++) {
        double way = then[j] - now[j];
        if (held[j] || !(way > 0 ? then[j] > high[j] : then[j] < low[j])) continue;
        double share = ((way > 0 ? high[j] : low[j]) - now[j]) / way;
        if (*stops < 0 || share < part) part = share, *stops = j;
    }
    return part < 0.0 ? 0.0 : part;
}

ZW_APART void zwb_call(int way, double rank, double consistency, const double *in, double *out)
{
    const double *low = in + ZWB_R * ZWB_K + ZWB_K * ZWB_K + 2 * ZWB_R + ZWB_K;
    const double *high = low + ZWB_K, *start = high + ZWB_K;
    double now[ZWB_K];
    int held[ZWB_K], done = 1, status = ZW_OK;
    (void)way;
    for (int j = 0; j < ZWB_K; j++) {
        held[j] = start[j] > high[j] ? 1 : start[j] < low[j] ? -1 : 0;
        now[j] = held[j] > 0 ? high[j] : held[j] < 0 ? low[j] : start[j];
        if (held[j]) done = 0;
    }
    for (int turn = 0; turn < ZWB_TURNS && !done; turn++) {
        zwb_rest rest;
        int stops;
        zwb_with_held(rank, consistency, in, now, held, &rest);
        if (rest.status != ZW_OK && (status == ZW_OK || rest.status < status)) status = rest.status;
        double part = zwb_part(now, rest.inputs, held, low, high, &stops);
        if (stops >= 0) {
            for (int j = 0; j < ZWB_K; j++)
                if (j == stops) {
                    held[j] = rest.inputs[j] > now[j] ? 1 : -1;
                    now[j] = held[j] > 0 ? high[j] : low[j];
                } else if (!held[j]) {
                    now[j] += part * (rest.inputs[j] - now[j]);
                }
            continue;
        }
        for (int j = 0; j < ZWB_K; j++) now[j] = rest.inputs[j];
        stops = zwb_led_back(in, &rest, held);
        if (stops < 0) done = 1;
        else held[stops] = 0;
    }
    if (!done && status == ZW_OK) status = ZW_INACCURATE;
    for (int j = 0; j < ZWB_K; j++) out[j] = now[j], out[ZWB_K + j] = held[j];
    out[2 * ZWB_K] = done, out[2 * ZWB_K + 1] = status;
}
