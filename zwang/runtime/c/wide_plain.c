/* Loops over vectors, for any machine: see wide.h. */

#include <math.h>
#include <stddef.h>

#define ZW_WAYS zw_ways_plain
#include "wide.h"
