/* The C library of motions: one translation unit, the same for every system.

   Sizes come at run time. Nothing in it changes between two calls: no globals, no constructors.
   What is exported is marked by ZW_EXPORT and entered in interface.py; all else is static. */

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "constants.h"

#if defined(_WIN32)
#define ZW_EXPORT __declspec(dllexport)
#else
#define ZW_EXPORT __attribute__((visibility("default")))
#endif

/* The digest of sources, flags and interface, which the build hands to the compiler. */
ZW_EXPORT const char *zw_digest(void)
{
    return ZW_DIGEST;
}

ZW_EXPORT double zw_epsilon(void)
{
    return ZW_EPS;
}

/* Functions of a system: tapes and compiled code. */

/* Motions with dense linear algebra. */

/* Motions with sparse linear algebra. */
