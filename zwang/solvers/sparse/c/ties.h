/* The ways in which columns of Y give zero, where they are many: each dead column k is a combination
   of few live ones, w with R w = (column k of R), found from the bottom up over those places alone
   that something reaches. */

/* A heap of places, the largest first. */
static void zw_push(int *heap, int *count, int place) {
    int i = (*count)++;
    for (; i > 0 && heap[(i - 1) / 2] < place; i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
    heap[i] = place;
}

static int zw_pop(int *heap, int *count) {
    int top = heap[0], place = heap[--*count], i = 0;
    for (int child; (child = 2 * i + 1) < *count; i = child) {
        if (child + 1 < *count && heap[child + 1] > heap[child]) child++;
        if (heap[child] <= place) break;
        heap[i] = heap[child];
    }
    heap[i] = place;
    return top;
}

/* Entries of w for the dead column k, those of at most `drop` left out; k itself comes last, with
   −1. Returns how many there are, or −1 if they are more than `most`. */
ZW_EXPORT int zw_sparse_tie(zw_sparse *s, int k, double drop, int *places, double *values, int most) {
    double *x = s->work_m;
    int *heap = s->heap, *waits = s->waits, count = 0, found = 0;
    for (int p = s->Cp[k]; p < s->Cp[k + 1]; p++) {
        int i = s->Ci[p];
        if (s->dead[i]) continue;
        x[i] = s->Rx[s->Cs[p]];
        waits[i] = 1;
        zw_push(heap, &count, i);
    }
    while (count > 0) {
        int j = zw_pop(heap, &count);
        double value = x[j] / s->Rx[s->Rp[j]];
        x[j] = 0.0;
        waits[j] = 0;
        if (fabs(value) <= drop || found < 0) continue;
        if (found >= most - 1) {
            found = -1; /* go on to leave the work empty */
            continue;
        }
        places[found] = j;
        values[found++] = value;
        for (int p = s->Cp[j]; p < s->Cp[j + 1]; p++) {
            int i = s->Ci[p];
            double part = s->Rx[s->Cs[p]];
            if (s->dead[i] || part == 0.0) continue;
            x[i] -= part * value;
            if (!waits[i]) waits[i] = 1, zw_push(heap, &count, i);
        }
    }
    if (found < 0) return -1;
    places[found] = k;
    values[found++] = -1.0;
    return found;
}
