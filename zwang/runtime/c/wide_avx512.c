/* Loops over vectors, for machines with AVX512: see wide.h. */

#if defined(__x86_64__) && defined(__GNUC__)
#include <math.h>
#include <stddef.h>

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx512vl,avx512dq,avx512bw"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512vl,avx512dq,avx512bw")
#endif

#define ZW_WAYS zw_ways_avx512
#include "wide.h"

#ifdef __clang__
#pragma clang attribute pop
#endif
#endif
