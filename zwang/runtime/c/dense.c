/* Motions with dense linear algebra, and functions of a system: tapes and compiled code. */

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "constants.h"
#include "exported.h"
