/* In the place of lanes.h and lanes_answer.h, where there are too few coordinates for lanes. */

int zw_lanes_help(void) { return 0; }

double zw_in_lanes(
    zw_lanes *s, const double *M, int number, const double *Q, const double *A, const double *b,
    const double *sizes, const zw_wish *wish, double *x) {
    (void)s, (void)M, (void)number, (void)Q, (void)A, (void)b, (void)sizes, (void)wish, (void)x;
    return 1.0;
}
