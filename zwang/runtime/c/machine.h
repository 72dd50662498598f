/* Which machine this is, and the ways of ways.h for it. Asking a machine takes long where it is a
   virtual one, so it is done once for a system, by who makes its memory. */

enum { ZW_PLAIN, ZW_AVX2, ZW_AVX512 };

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>

static int zw_machine(void)
{
    unsigned a, b, c, d, kept, above;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE)) return ZW_PLAIN;
    __asm__ volatile("xgetbv" : "=a"(kept), "=d"(above) : "c"(0)); /* what the system keeps */
    if ((kept & 0x6) != 0x6 || !__get_cpuid_count(7, 0, &a, &b, &c, &d)) return ZW_PLAIN;
    if (!(b & bit_AVX2)) return ZW_PLAIN;
    unsigned wide = bit_AVX512F | bit_AVX512DQ | bit_AVX512BW | bit_AVX512VL;
    return (kept & 0xe0) == 0xe0 && (b & wide) == wide ? ZW_AVX512 : ZW_AVX2;
}

/* The ways for this machine, or for a lesser one, at `most`. */
ZW_EXPORT const void *zw_sparse_ways(int most)
{
    int machine = zw_machine();
    machine = machine < most ? machine : most;
    return machine == ZW_AVX512 ? &zw_ways_avx512 : machine == ZW_AVX2 ? &zw_ways_avx2 : &zw_ways_plain;
}
#else
ZW_EXPORT const void *zw_sparse_ways(int most)
{
    (void)most;
    return &zw_ways_plain;
}
#endif

ZW_EXPORT int zw_sparse_lanes_help(const zw_ways *ways)
{
    return ways->lanes_help;
}

ZW_EXPORT double zw_sparse_in_lanes(
    const zw_ways *ways, zw_lanes *s, const double *M, int number, const double *Q, const double *A,
    const double *b, const double *sizes, const zw_wish *wish, double *x)
{
    return ways->in_lanes(s, M, number, Q, A, b, sizes, wish, x);
}

/* The stages of a step, compiled for this machine. */
ZW_EXPORT void *zw_stages_for(int most)
{
    return (void *)((const zw_ways *)zw_sparse_ways(most))->stages;
}
