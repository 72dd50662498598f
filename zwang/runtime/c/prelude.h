/* What stands above all text in C: how functions are declared, and whole numbers. */

#include <math.h>
#ifndef __CUDACC_RTC__
#include <stddef.h>
#endif

#ifndef ZW_FUNCTION
#define ZW_FUNCTION static inline
#endif
#ifndef ZW_PUBLIC
#define ZW_PUBLIC
#endif
/* ZW_APART: stays a function of its own; ZW_COLD: and is seldom called. In line they would only
   take the compiler's time. ZW_PART: on a GPU, where everything else goes in line, and in a page:
   in line they are half of the time that its compiler takes, and the motion is as fast without. */
#ifndef ZW_APART
#if defined(__CUDACC__)
#define ZW_APART __device__ static __noinline__
#define ZW_COLD ZW_APART
#define ZW_PART ZW_APART
#elif defined(__GNUC__)
#define ZW_APART static __attribute__((noinline, unused))
#define ZW_COLD ZW_APART __attribute__((cold))
#if defined(__wasm__)
#define ZW_PART ZW_APART
#else
#define ZW_PART ZW_FUNCTION
#endif
#else
#define ZW_APART static
#define ZW_COLD static
#define ZW_PART ZW_FUNCTION
#endif
#endif

/* ZW_LOOP: not written out many times; instructions that do not fit a GPU's cache are slow. */
#ifndef ZW_LOOP
#if defined(__CUDACC__)
#define ZW_LOOP _Pragma("unroll 1")
#else
#define ZW_LOOP
#endif
#endif

/* ZW_OWN: written for one system; in a unit of its own it is seen by the other one alone. */
#if !defined(ZW_UNITS)
#define ZW_OWN ZW_PART
#elif defined(__GNUC__)
#define ZW_OWN __attribute__((visibility("hidden")))
#else
#define ZW_OWN
#endif

/* ZW_SELDOM: called so seldom that compilers need not take their time for it. */
#if defined(__CUDACC__) || defined(__wasm__)
#define ZW_SELDOM
#elif defined(__clang__)
#define ZW_SELDOM __attribute__((optnone, noinline))
#elif defined(__GNUC__)
#define ZW_SELDOM __attribute__((optimize("O0"), noinline))
#else
#define ZW_SELDOM
#endif

/* The larger and the smaller of two numbers; NaN if one of them is. */
ZW_FUNCTION double zw_max(double x, double y) { return x > y || x != x ? x : y; }
ZW_FUNCTION double zw_min(double x, double y) { return x < y || x != x ? x : y; }

/* Whole numbers as XLA has them: they wrap, x/0 is -1, x%0 is x; of a float the nearest. */
ZW_FUNCTION long long zw_iadd(long long x, long long y)
{
    return (long long)((unsigned long long)x + (unsigned long long)y);
}
ZW_FUNCTION long long zw_isub(long long x, long long y)
{
    return (long long)((unsigned long long)x - (unsigned long long)y);
}
ZW_FUNCTION long long zw_imul(long long x, long long y)
{
    return (long long)((unsigned long long)x * (unsigned long long)y);
}
ZW_FUNCTION long long zw_idiv(long long x, long long y)
{
    return y == 0 ? -1 : y == -1 ? zw_isub(0, x) : x / y;
}
ZW_FUNCTION long long zw_irem(long long x, long long y)
{
    return y == 0 ? x : y == -1 ? 0 : x % y;
}
ZW_FUNCTION long long zw_to_int(double x, long long low, long long high)
{
    return x != x ? 0 : x <= (double)low ? low : x >= (double)high ? high : (long long)x;
}
