/* What is compiled for several machines: loops over vectors of four numbers, and the answer in lanes.
   The numbers are the same on each. A table of it for one machine is a zw_ways. */

typedef double zw_four __attribute__((vector_size(32), aligned(8)));
#define ZW_FOUR

typedef struct zw_ways {
    int lanes_help; /* whether lanes are worth it */
    double (*in_lanes)(
        zw_lanes *, const double *, int, const double *, const double *, const double *,
        const double *, const zw_wish *, double *);
    void (*smallest_of_four)(zw_sparse *, int, int, zw_four *, zw_four *);
    void (*products_of_four)(int, const zw_four *, const zw_four *, double[4][4]);
    void (*turn_four)(int, double[4][4], const zw_four *, zw_four *, double[4]);
    void (*set_out)(long long, int, double, const zw_four *, zw_four *);
    double (*largest)(long long, const double *);
    zw_stages_function stages;
} zw_ways;

extern const zw_ways zw_ways_plain;
#if defined(__x86_64__) && defined(__GNUC__)
extern const zw_ways zw_ways_avx2, zw_ways_avx512;
#endif
