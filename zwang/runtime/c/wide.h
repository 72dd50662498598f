/* All that ways.h names, for the machine of the unit that includes this; ZW_WAYS is its table. Where
   vectors are longer than those of the machine, GCC takes them through memory, number by number, which
   is slower than no lanes; clang parts them. */

#include "prelude.h"
#include "method.h"
#include "stages.h"

#include "../../solvers/sparse/c/common.h"
#include "../../solvers/sparse/c/memory.h"
#include "../../solvers/sparse/c/lanes_memory.h"
#include "../../solvers/sparse/c/ways.h"
#include "../../solvers/sparse/c/four.h"
#include "../../solvers/sparse/c/lanes.h"
#include "../../solvers/sparse/c/lanes_answer.h"

#if defined(__clang__) || defined(__AVX512F__)
#define ZW_LANES_HELP 1
#else
#define ZW_LANES_HELP 0
#endif

const zw_ways ZW_WAYS = {
    ZW_LANES_HELP,    zw_in_lanes,     zw_smallest_of_four, zw_products_of_four,
    zw_turn_four,     zw_set_out_four, zw_largest_size,     zw_stages,
};
