/* Numbers, as the Python of zwang has them. */

#ifndef ZW_NUMBERS
#define ZW_NUMBERS

#include <math.h>

/* The larger and the smaller of two numbers; NaN if one of them is. */
static inline double zw_max(double x, double y) { return x > y || x != x ? x : y; }
static inline double zw_min(double x, double y) { return x < y || x != x ? x : y; }

#endif
