/* Functions of a system: tapes, and what they call. */

#include <limits.h>
#include <math.h>
#include <string.h>

#include "prelude.h"
#include "constants.h"
#include "exported.h"
#include "function.h"

#include "room.h"
#include "kernel.h"
#include "auxiliary.h"
#include "call.h"
#include "measure.h"
#include "mobility.h"
#include "bounded_rows.h"
#include "bounded.h"
#include "eliminate.h"

#include "called.h"
#include "tape.h"

/* Give a function its code, in one store: who runs it has it whole, or goes on with the tape. */
ZW_EXPORT void zw_compiled(zw_function *f, zw_code *code)
{
    __atomic_store_n(&f->code, code, __ATOMIC_RELEASE);
}

ZW_EXPORT void zw_run_function(
    const zw_function *f, double *top, const double *const *given, double *const *returned)
{
    zw_run(f, top, given, returned);
}
