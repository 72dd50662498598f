/* Linear equations without symmetry, of which friction has a few. Several parts of a program may ask for them. */

#ifndef ZW_ELIMINATE
#define ZW_ELIMINATE
/* x with T x = r, in the place of r, by Gauss with pivots; T is lost. */
ZW_FUNCTION void zw_eliminate(int n, double *T, double *r)
{
    for (int c = 0; c < n; c++) {
        int best = c;
        for (int i = c + 1; i < n; i++)
            if (fabs(T[i * n + c]) > fabs(T[best * n + c])) best = i;
        for (int k = 0; k < n && best != c; k++) {
            double x = T[c * n + k];
            T[c * n + k] = T[best * n + k], T[best * n + k] = x;
        }
        double x = r[c];
        r[c] = r[best], r[best] = x;
        for (int i = c + 1; i < n; i++) {
            double part = T[i * n + c] / T[c * n + c];
            for (int k = c; k < n; k++) T[i * n + k] -= part * T[c * n + k];
            r[i] -= part * r[c];
        }
    }
    for (int c = n - 1; c >= 0; c--) {
        for (int k = c + 1; k < n; k++) r[c] -= T[c * n + k] * r[k];
        r[c] /= T[c * n + c];
    }
}
#endif
