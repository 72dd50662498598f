/* What the sparse factors and their lanes share. */

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("tree-vectorize", "vect-cost-model=dynamic")
#endif

static inline double zw_less(double x, double y) { return x < y ? x : y; }
static inline double zw_more(double x, double y) { return x > y ? x : y; }

#define ZW_CONJUGATE 60 /* rounds of conjugate gradients at most */
#define ZW_CONJUGATE_LEFT 1e-7 /* of a correction, what may be left of it to the next */

/* What may be wrong of an answer of some size, by its length in the metric: a part of it, but not more
   than `most`. In the rows, in parts of their lengths, it is at least sigma times that; and what is
   rounding of the answer itself is nothing to them. */
static inline double zw_may_be_left(double part, double most, double size) {
    return zw_less(part * size, most);
}
