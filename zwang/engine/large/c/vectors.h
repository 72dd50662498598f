/* Vectors, in four sums that do not wait for each other. */

static void zw_zero(long long n, double *x)
{
    for (long long i = 0; i < n; i++) x[i] = 0.0;
}

static double zw_product(long long n, const double *x, const double *y)
{
    double sums[4] = {0.0, 0.0, 0.0, 0.0};
    long long i = 0;
    for (; i + 4 <= n; i += 4)
        for (int j = 0; j < 4; j++) sums[j] += x[i + j] * y[i + j];
    for (; i < n; i++) sums[0] += x[i] * y[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

static int zw_all_finite(long long n, const double *x)
{
    double sums[4] = {0.0, 0.0, 0.0, 0.0};
    long long i = 0;
    for (; i + 4 <= n; i += 4)
        for (int j = 0; j < 4; j++) sums[j] += x[i + j] * 0.0;
    for (; i < n; i++) sums[0] += x[i] * 0.0;
    return (sums[0] + sums[1]) + (sums[2] + sums[3]) == 0.0;
}
