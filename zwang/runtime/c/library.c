/* The C library of motions, the same for every system: what it is made of, and its numbers.

   Sizes come at run time. Nothing in the library changes between two calls: no globals, no
   constructors. What is exported is marked by ZW_EXPORT and entered in interface.py; all else is
   static, in each of the translation units that recipe.py names. */

#include "constants.h"
#include "exported.h"

/* The digest of sources, flags and interface, which the build hands to the compiler. */
ZW_EXPORT const char *zw_digest(void)
{
    return ZW_DIGEST;
}

ZW_EXPORT double zw_epsilon(void)
{
    return ZW_EPS;
}
