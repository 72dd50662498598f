/* Motions with sparse linear algebra. */

#include <math.h>
#include <stddef.h>

#include "constants.h"
#include "exported.h"
