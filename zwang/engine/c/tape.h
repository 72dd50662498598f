/* Straight-line code as data, see zwang.emit.tape: an operation, how many of it follow each
   other, and for each the places of its arguments; a result has the next place in `v`. */

#define X v[tape[0]]
#define Y v[tape[1]]
#define EACH(count, value)                                                                         \
    for (unsigned i = 0; i < many; i++, tape += count) next[i] = value;                            \
    break
#define ONE(name, function)                                                                        \
    case ZW_OP_##name: EACH(1, function(X))
#define TWO(name, function)                                                                        \
    case ZW_OP_##name: EACH(2, function(X, Y))
#define BETWEEN(name, operator)                                                                    \
    case ZW_OP_##name: EACH(2, X operator Y)

void zw_tape(const unsigned *tape, double *v, unsigned numbers, const double *const *given,
             double *const *found, zw_calls *calls)
{
    double *next = v + numbers;
    for (;;) {
        const unsigned op = tape[0], many = tape[1];
        unsigned which, size;
        if (op == 0) return;
        tape += 2;
        switch (op) {
        case 1: /* inputs */
            which = *tape++;
            for (unsigned i = 0; i < many; i++) next[i] = given[which][*tape++];
            break;
        case 2: /* outputs */
            which = *tape++;
            for (unsigned i = 0; i < many; i++) found[which][i] = v[*tape++];
            continue;
        case 3: /* a call */
            which = *tape++, size = *tape++;
            for (unsigned i = 0; i < many; i++) next[i] = v[*tape++];
            calls(which, next, next + many);
            next += size;
            break;
        BETWEEN(ADD, +);
        BETWEEN(SUB, -);
        BETWEEN(MUL, *);
        BETWEEN(DIV, /);
        BETWEEN(EQ, ==);
        BETWEEN(NE, !=);
        BETWEEN(LT, <);
        BETWEEN(LE, <=);
        BETWEEN(GT, >);
        BETWEEN(GE, >=);
        BETWEEN(AND, != 0.0 && 0.0 !=);
        BETWEEN(OR, != 0.0 || 0.0 !=);
        BETWEEN(XOR, !=);
        ONE(NEG, -);
        ONE(NOT, !);
        ONE(TO_FLOAT, +);
        ONE(ISFINITE, 0 != isfinite);
        case ZW_OP_SELECT: EACH(3, X ? Y : v[tape[2]]);
        TWO(MAX, zw_max);
        TWO(MIN, zw_min);
        TWO(POW, pow);
        TWO(ATAN2, atan2);
        TWO(FMOD, fmod);
        ONE(SQRT, sqrt);
        ONE(FABS, fabs);
        ONE(SIN, sin);
        ONE(COS, cos);
        ONE(TAN, tan);
        ONE(ASIN, asin);
        ONE(ACOS, acos);
        ONE(ATAN, atan);
        ONE(SINH, sinh);
        ONE(COSH, cosh);
        ONE(TANH, tanh);
        ONE(ASINH, asinh);
        ONE(ACOSH, acosh);
        ONE(ATANH, atanh);
        ONE(EXP, exp);
        ONE(EXP2, exp2);
        ONE(EXPM1, expm1);
        ONE(LOG, log);
        ONE(LOG1P, log1p);
        ONE(CBRT, cbrt);
        ONE(FLOOR, floor);
        ONE(CEIL, ceil);
        ONE(RINT, rint);
        ONE(ROUND, round);
        ONE(ERF, erf);
        ONE(ERFC, erfc);
        ONE(LGAMMA, lgamma);
        ONE(WRAP_INT8, (signed char)(long long));
        ONE(WRAP_INT16, (short)(long long));
        ONE(WRAP_INT32, (int)(long long));
        ONE(WRAP_INT64, (double)(long long));
        ONE(WRAP_UINT8, (unsigned char)(long long));
        ONE(WRAP_UINT16, (unsigned short)(long long));
        ONE(WRAP_UINT32, (unsigned)(long long));
        }
        next += many;
    }
}
