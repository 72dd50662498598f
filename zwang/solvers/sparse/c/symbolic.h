/* Where the factors have entries, found once for a pattern.

   A symmetric pattern is given by its rows, each with the places before the diagonal. */

/* The elimination tree: parent[k] is the first place after k that elimination of k changes. */
ZW_EXPORT void zw_sparse_tree(int n, const int *start, const int *place, int *parent, int *ancestor) {
    for (int k = 0; k < n; k++) {
        parent[k] = ancestor[k] = -1;
        for (int p = start[k]; p < start[k + 1]; p++) {
            for (int i = place[p], next; i != -1 && i < k; i = next) {
                next = ancestor[i];
                ancestor[i] = k; /* paths are shortened as they are walked */
                if (next == -1) parent[i] = k;
            }
        }
    }
}

/* All places, those of a subtree together and before its root. */
ZW_EXPORT void zw_sparse_after(int n, const int *parent, int *room, int *order) {
    int *child = room, *sibling = room + n, count = 0;
    for (int k = 0; k < n; k++) child[k] = -1;
    for (int k = n - 1; k >= 0; k--) {
        if (parent[k] < 0) continue;
        sibling[k] = child[parent[k]];
        child[parent[k]] = k;
    }
    for (int root = 0; root < n; root++) {
        if (parent[root] >= 0) continue;
        for (int k = root;;) {
            while (child[k] >= 0) { /* down; who comes back does not come again */
                int next = child[k];
                child[k] = sibling[next];
                k = next;
            }
            order[count++] = k;
            if (k == root) break;
            k = parent[k];
        }
    }
}

/* Row k of the factor holds the places from which a path of the tree leads to k. With row == NULL
   only the numbers of entries: of each row, and of each column. Returns how many there are; stops
   where they exceed `most`. */
ZW_EXPORT long long zw_sparse_fill(int n, const int *start, const int *place, const int *parent, int *seen,
                  int *row_count, int *column_count, long long most) {
    long long total = 0;
    for (int k = 0; k < n; k++) row_count[k] = column_count[k] = 0, seen[k] = -1;
    for (int k = 0; k < n && total <= most; k++) {
        seen[k] = k;
        for (int p = start[k]; p < start[k + 1]; p++) {
            for (int i = place[p]; seen[i] != k; i = parent[i]) {
                seen[i] = k;
                row_count[k]++;
                column_count[i]++;
                total++;
            }
        }
    }
    return total;
}

/* The places themselves, by columns, ascending; and by rows, in which order they may be used. */
ZW_EXPORT void zw_sparse_places(int n, const int *start, const int *place, const int *parent, int *seen,
               const int *column, int *used, int *in_column) {
    for (int k = 0; k < n; k++) seen[k] = -1, used[k] = column[k];
    for (int k = 0; k < n; k++) {
        seen[k] = k;
        for (int p = start[k]; p < start[k + 1]; p++) {
            for (int i = place[p]; seen[i] != k; i = parent[i]) {
                seen[i] = k;
                in_column[used[i]++] = k;
            }
        }
    }
}

/* Entries of L⁻¹ a, for each row a of a matrix: all places that the tree reaches from those of a.
   With found == NULL they are counted only. They come unsorted. */
ZW_EXPORT long long zw_sparse_reach(int m, const int *start, const int *place, const int *parent, int *seen, int n,
                   int *count, int *found, long long most) {
    long long total = 0;
    for (int i = 0; i < n; i++) seen[i] = -1;
    for (int r = 0; r < m && total <= most; r++) {
        long long before = total;
        for (int p = start[r]; p < start[r + 1]; p++) {
            for (int i = place[p]; i != -1 && seen[i] != r; i = parent[i]) {
                seen[i] = r;
                if (found) found[total] = i;
                total++;
            }
        }
        count[r] = (int)(total - before);
    }
    return total;
}
