/* How near the constraints are to losing rank: the text follows zwang.integrate.rank_watch. */

/* Rotate the rows of B (m, n) until they are orthogonal; the rotations are gathered in the rows of
   U (m, m). They begin with those of a state nearby, if any: few are left to be made then. The squares
   of lengths are carried along, but where little is left of one. */
ZW_PART void zw_orthogonal_rows(zw_room w, const zw_sight *nearby, double *B, double *U)
{
    ZW_ARRAY(squares, ZW_ROWS); ZW_ARRAY(given, ZW_ROWS * ZW_N);
    int known = nearby && ZW_VALUES == ZW_M /* and rotations they are */
                && fabs(zw_dot(ZW_M * ZW_VALUES, nearby->U, nearby->U) - ZW_M) < 1e-6;
    for (int i = 0; i < ZW_M; i++)
        for (int j = 0; j < ZW_M; j++)
            U[i * ZW_M + j] = known ? nearby->U[j * ZW_VALUES + i] : i == j;
    for (int i = 0; i < ZW_M * ZW_N; i++) given[i] = B[i], B[i] = known ? 0.0 : B[i];
    for (int i = 0; i < ZW_M && known; i++)
        for (int k = 0; k < ZW_M; k++)
            for (int j = 0; j < ZW_N; j++)
                B[i * ZW_N + j] += U[i * ZW_M + k] * given[k * ZW_N + j];
    for (int sweep = 0, turning = 1; turning && sweep < 30; sweep++) {
        turning = 0;
        for (int i = 0; i < ZW_M; i++) squares[i] = zw_dot(ZW_N, B + i * ZW_N, B + i * ZW_N);
        for (int i = 0; i < ZW_M - 1; i++)
            for (int k = i + 1; k < ZW_M; k++) {
                double *x = B + i * ZW_N, *y = B + k * ZW_N;
                double xx = squares[i], yy = squares[k], xy = zw_dot(ZW_N, x, y);
                if (!(xy * xy > 1e-30 * xx * yy) || xx * yy < 1e-60) continue;
                turning = 1;
                double theta = (yy - xx) / (2.0 * xy);
                double t = (theta >= 0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
                double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
                for (int j = 0; j < ZW_N; j++) {
                    double a = x[j], b = y[j];
                    x[j] = c * a - s * b, y[j] = s * a + c * b;
                }
                for (int j = 0; j < ZW_M; j++) {
                    double a = U[i * ZW_M + j], b = U[k * ZW_M + j];
                    U[i * ZW_M + j] = c * a - s * b, U[k * ZW_M + j] = s * a + c * b;
                }
                squares[i] = xx - t * xy, squares[k] = yy + t * xy;
                if (!(squares[i] > 0.1 * xx)) squares[i] = zw_dot(ZW_N, x, x);
                if (!(squares[k] > 0.1 * yy)) squares[k] = zw_dot(ZW_N, y, y);
            }
    }
}

/* Look at the constraints where the mass is M and their matrix is A; `nearby` is what is seen in a
   state not far from there, or a pointer to nothing. */
ZW_PART void zw_look(
    zw_room w, const double *M, const double *A, const double *sizes, int rank, const zw_sight
    *nearby, zw_sight *out)
{
    ZW_ARRAY(W, ZW_N * ZW_N); ZW_ARRAY(L, ZW_N * ZW_N); ZW_ARRAY(B, ZW_ROWS * ZW_N);
    ZW_ARRAY(U, ZW_ROWS * ZW_ROWS);
    ZW_ARRAY(values, ZW_ROWS); ZW_ARRAY(one, ZW_N);
    double smallest;
    ZW_WHOLES(taken, ZW_ROWS);
    int definite = zw_mass_factor(w, M, L, &smallest);
    zw_metric_of(w, M, A, W);
    zw_mass_factor(w, W, L, &smallest);
    out->shrunk = 1.0;
    for (int j = 0; j < ZW_N; j++) out->weight[j] = 0.0;
    for (int i = 0; i < ZW_M; i++) {
        double *row = B + i * ZW_N, length = 0.0;
        for (int j = 0; j < ZW_N; j++) row[j] = A[i * ZW_N + j];
        zw_solve_lower(ZW_N, L, row);
        for (int j = 0; j < ZW_N && length == 0.0; j++)
            if (row[j] != 0.0) length = zw_length(ZW_N, row);
        /* In the metric of a singular M, lengths depend on which directions have mass just now. */
        out->sizes[i] = definite ? zw_max(sizes[i], length) : length;
        double divisor = out->sizes[i] > 0.0 ? out->sizes[i] : 1.0;
        for (int j = 0; j < ZW_N; j++) {
            row[j] /= divisor;
            out->weight[j] = zw_max(out->weight[j], fabs(A[i * ZW_N + j]) / divisor);
        }
        out->shrunk = zw_min(out->shrunk, zw_max(length / divisor, ZW_VANISHED));
    }
    zw_orthogonal_rows(w, nearby, B, U);
    for (int i = 0; i < ZW_M; i++) {
        values[i] = sqrt(zw_dot(ZW_N, B + i * ZW_N, B + i * ZW_N));
        taken[i] = 0;
    }
    ZW_WHOLES(order, ZW_ROWS);
    for (int r = 0; r < ZW_VALUES; r++) {
        int best = -1;
        for (int i = 0; i < ZW_M; i++)
            if (!taken[i] && (best < 0 || values[i] > values[best])) best = i;
        taken[best] = 1, order[r] = best;
        out->values[r] = values[best];
        for (int i = 0; i < ZW_M; i++) out->U[i * ZW_VALUES + r] = U[best * ZW_M + i];
    }
    if (rank < 0) /* whatever it is here */
        for (rank = 0; rank < ZW_VALUES && out->values[rank] > ZW_INDEPENDENT;) rank++;
    for (int i = 0; i < ZW_M * ZW_N; i++) out->polar[i] = 0.0;
    for (int r = 0; r < rank && r < ZW_VALUES && out->values[r] > 0.0; r++)
        for (int i = 0; i < ZW_M; i++) {
            double part = U[order[r] * ZW_M + i] / out->values[r], *row = out->polar + i * ZW_N;
            for (int j = 0; j < ZW_N; j++) row[j] += part * B[order[r] * ZW_N + j];
        }
    double sigma = ZW_VALUES == 0 || rank <= 0 ? 1.0 : zw_max(out->values[rank - 1], ZW_EPS);
    for (int j = 0; j < ZW_N; j++) {
        for (int k = 0; k < ZW_N; k++) one[k] = j == k;
        zw_solve_lower(ZW_N, L, one);
        out->reach[j] = sqrt(zw_dot(ZW_N, one, one)) / sigma;
    }
}

ZW_FUNCTION double zw_sigma(zw_room w, const zw_sight *sight, int rank)
{
    if (ZW_VALUES == 0 || rank <= 0) return 1.0;
    return sight->values[rank - 1];
}

/* S of zwang.integrate.rank_watch.turned: an eigenvalue below 0 for each direction of the polar factor that turned
   by more than a right angle. How far S is from the identity, squared. */
ZW_PART double zw_turn(zw_room w, const zw_sight *before, const zw_sight *after, double *S)
{
    ZW_ARRAY(W, ZW_ROWS * ZW_ROWS);
    double far = 0.0;
    for (int i = 0; i < ZW_M; i++)
        for (int k = 0; k < ZW_M; k++)
            W[i * ZW_M + k] = zw_dot(ZW_N, after->polar + i * ZW_N, before->polar + k * ZW_N);
    for (int i = 0; i < ZW_M; i++)
        for (int k = 0; k <= i; k++) {
            double z = zw_dot(ZW_N, before->polar + i * ZW_N, before->polar + k * ZW_N);
            double off = (W[i * ZW_M + k] + W[k * ZW_M + i]) / 2.0 - z;
            S[i * ZW_M + k] = S[k * ZW_M + i] = off + (i == k);
            far += (i == k ? 1.0 : 2.0) * off * off;
        }
    return far;
}

/* Whether a direction of the polar factor turned by more than a right angle. */
ZW_PART int zw_turned(zw_room w, const zw_sight *before, const zw_sight *after)
{
    ZW_ARRAY(S, ZW_ROWS * ZW_ROWS); ZW_ARRAY(L, ZW_ROWS * ZW_ROWS);
    return zw_turn(w, before, after, S) >= 1.0 && !zw_cholesky(ZW_M, S, L);
}
