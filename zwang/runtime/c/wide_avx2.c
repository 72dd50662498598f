/* Loops over vectors, for machines with AVX2: see wide.h. */

#if defined(__x86_64__) && defined(__GNUC__)
#include <math.h>
#include <stddef.h>

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif

#define ZW_WAYS zw_ways_avx2
#include "wide.h"

#ifdef __clang__
#pragma clang attribute pop
#endif
#endif
