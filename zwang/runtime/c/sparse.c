/* Motions with sparse linear algebra. */

#include <math.h>
#include <stddef.h>

#include "constants.h"
#include "exported.h"
#include "prelude.h"
#include "function.h"
#include "method.h"
#include "stages.h"
#include "judge.h"

#include "../../solvers/sparse/c/common.h"
#include "../../solvers/sparse/c/memory.h"
#include "../../solvers/sparse/c/lanes_memory.h"
#include "../../solvers/sparse/c/ways.h"
#include "machine.h"

#include "../../solvers/sparse/c/symbolic.h"
#include "../../solvers/sparse/c/mass.h"
#include "../../solvers/sparse/c/chunks.h"
#include "../../solvers/sparse/c/orthogonal.h"
#include "../../solvers/sparse/c/ties.h"
#include "../../solvers/sparse/c/solve.h"
#include "../../solvers/sparse/c/proximal.h"
#include "../../solvers/sparse/c/relative.h"

#include "../../engine/large/c/part.h"
#include "../../engine/large/c/memory.h"
#include "../../engine/large/c/kinds.h"
#include "../../engine/large/c/vectors.h"
#include "../../engine/large/c/state.h"
#include "../../engine/large/c/rub.h"
#include "../../engine/large/c/rub_step.h"
#include "../../engine/large/c/met.h"
#include "../../engine/large/c/observe.h"
#include "../../engine/large/c/return.h"
#include "../../engine/large/c/watch.h"
#include "../../engine/large/c/step.h"
#include "../../engine/large/c/locate.h"
#include "../../engine/large/c/across.h"

#include "../../engine/large/c/pair_memory.h"
#include "../../engine/large/c/pair_kinds.h"
#include "../../engine/large/c/pair.h"
#include "../../engine/large/c/pair_rub.h"
