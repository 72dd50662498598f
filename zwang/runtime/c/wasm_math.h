/* In the place of <math.h> where there is no library of C: what WebAssembly does itself, what the
   page lends, and the little that neither has. */

#define NAN __builtin_nan("")
#define INFINITY __builtin_inf()
#define isfinite __builtin_isfinite
#define sqrt __builtin_sqrt
#define fabs __builtin_fabs
#define floor __builtin_floor
#define ceil __builtin_ceil
#define trunc __builtin_trunc
#define rint __builtin_rint
#define copysign __builtin_copysign

#define ZW_LENT(name) __attribute__((import_module("math"), import_name(#name))) double name
ZW_LENT(sin)(double);
ZW_LENT(cos)(double);
ZW_LENT(tan)(double);
ZW_LENT(asin)(double);
ZW_LENT(acos)(double);
ZW_LENT(atan)(double);
ZW_LENT(sinh)(double);
ZW_LENT(cosh)(double);
ZW_LENT(tanh)(double);
ZW_LENT(asinh)(double);
ZW_LENT(acosh)(double);
ZW_LENT(atanh)(double);
ZW_LENT(exp)(double);
ZW_LENT(exp2)(double);
ZW_LENT(expm1)(double);
ZW_LENT(log)(double);
ZW_LENT(log1p)(double);
ZW_LENT(cbrt)(double);
ZW_LENT(pow)(double, double);
ZW_LENT(atan2)(double, double);
ZW_LENT(fmod)(double, double);

/* Half away from zero. */
static inline double round(double x)
{
    double whole = trunc(x);
    return fabs(x - whole) >= 0.5 ? whole + copysign(1.0, x) : whole;
}

/* erf by its series of positive terms, 2/sqrt(pi) exp(-x^2) sum 2^k x^(2k+1) / (2k+1)!!, where it is
   short; beyond, erfc by the continued fraction exp(-x^2)/sqrt(pi) / (x + (1/2)/(x + 1/(x + ...))). */
static double zw_erf_series(double x)
{
    double term = x, sum = x;
    for (int k = 1; k < 200 && fabs(term) > 1e-18 * fabs(sum); k++)
        term *= 2.0 * x * x / (2.0 * k + 1.0), sum += term;
    return 1.1283791670955126 * exp(-x * x) * sum;
}
static double zw_erfc_fraction(double x)
{
    double below = x;
    if (x > 27.3) return 0.0;
    for (int k = 120; k > 0; k--) below = x + 0.5 * k / below;
    /* exp(-x^2) by parts: what rounding takes from x^2 counts. */
    double high = (double)(float)x, low = x - high;
    return exp(-high * high) * exp(-low * (x + high)) / (1.7724538509055160 * below);
}
static inline double erf(double x)
{
    if (x != x) return x;
    return fabs(x) < 2.0 ? zw_erf_series(x) : copysign(1.0 - zw_erfc_fraction(fabs(x)), x);
}
static inline double erfc(double x)
{
    if (x != x) return x;
    if (x < 2.0) return x < -2.0 ? 2.0 - zw_erfc_fraction(-x) : 1.0 - zw_erf_series(x);
    return zw_erfc_fraction(x);
}

/* log |gamma(x)| by Stirling's series from 16 on, by the recurrence below, by reflection below 0. */
static inline double lgamma(double x)
{
    const double pi = 3.141592653589793;
    double product = 1.0, y = x;
    if (x != x) return x;
    if (x == INFINITY || x == -INFINITY) return INFINITY;
    if (x <= 0.0) {
        if (x == floor(x)) return INFINITY;
        y = 1.0 - x;
    }
    for (; y < 16.0; y += 1.0) product *= y;
    double z = 1.0 / (y * y);
    double rest = z * (-1.0 / 1680.0 + z * (1.0 / 1188.0 + z * (-691.0 / 360360.0 + z / 156.0)));
    rest = (1.0 / 12.0 + z * (-1.0 / 360.0 + z * (1.0 / 1260.0 + rest))) / y;
    double found = (y - 0.5) * log(y) - y + 0.9189385332046728 + rest - log(product);
    return x > 0.0 ? found : log(pi / fabs(sin(pi * (x - rint(x))))) - found;
}

/* Compilers copy and clear by these. */
void *memcpy(void *to, const void *from, __SIZE_TYPE__ size)
{
    return __builtin_memcpy(to, from, size);
}
void *memset(void *to, int value, __SIZE_TYPE__ size)
{
    return __builtin_memset(to, value, size);
}
