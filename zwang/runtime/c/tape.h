/* Straight-line code as data, see zwang.runtime.operations and zwang.engine.scalar.tape: an
   instruction, how many of it follow each other, and for each the places of its arguments. A result has
   the next place. Operations of one kind stand together, so that there is little to decide. */

typedef union {
    double r;
    long long w;
} zw_value;

#define X(i, kind) v[tape[i]].kind
#define EACH(count, result, value)                                                                 \
    for (const zw_value *end = next + many; next < end; next++, tape += count)                     \
        next->result = value;                                                                      \
    continue
#define REAL(name, value) case ZW_OP_##name: EACH(1, r, value)
#define REALS(name, value) case ZW_OP_##name: EACH(2, r, value)
#define COMPARED(name, value) case ZW_OP_##name: EACH(2, w, value)
#define WHOLE(name, value) case ZW_OP_##name: EACH(1, w, value)
#define THREE(name, value) case ZW_OP_##name: EACH(3, r, value)
#define FOUR(name, value) case ZW_OP_##name: EACH(4, r, value)
#define CALLED(name, function) REAL(name, function(X(0, r)))
#define CALLED_TWO(name, function) REALS(name, function(X(0, r), X(1, r)))
#define BETWEEN(name, operator)                                                                    \
    COMPARED(name, X(0, r) operator X(1, r));                                                      \
    COMPARED(WHOLE_##name, X(0, w) operator X(1, w))
#define WHOLES(name, value) COMPARED(name, value)
#define TYPED(name, type, low, high)                                                               \
    WHOLE(TO_##name, zw_to_int(X(0, r), low, high));                                               \
    WHOLE(WRAP_##name, (type)X(0, w))

void zw_play(const zw_tape *played, double *top, const double *const *given, double *const *returned)
{
    const unsigned *tape = played->codes;
    zw_value *const v = (zw_value *)top, *next = v + played->known;
    memcpy(v, played->numbers, (size_t)played->known * sizeof *v);
    for (;;) {
        const unsigned operation = tape[0], many = tape[1];
        tape += 2;
        switch (operation) {
        case ZW_OP_END: return;
        case ZW_OP_READ: {
            const double *from = given[*tape++];
            EACH(1, r, from[*tape]);
        }
        case ZW_OP_STORE: {
            double *to = returned[*tape++];
            for (unsigned i = 0; i < many; i++) to[i] = v[*tape++].r;
            continue;
        }
        case ZW_OP_CALL: {
            const zw_tape_call *call = played->calls + *tape++;
            const double *in = &next->r;
            for (unsigned i = 0; i < many; i++) *next++ = v[*tape++];
            zw_called(call, top + played->places, in, &next->r);
            next += call->size;
            continue;
        }
        REALS(ADD, X(0, r) + X(1, r));
        REALS(SUB, X(0, r) - X(1, r));
        REALS(MUL, X(0, r) * X(1, r));
        REALS(DIV, X(0, r) / X(1, r));
        THREE(MUL_ADD, X(0, r) * X(1, r) + X(2, r));
        THREE(MUL_SUB, X(0, r) * X(1, r) - X(2, r));
        THREE(SUB_MUL, X(2, r) - X(0, r) * X(1, r));
        FOUR(MUL_ADD_MUL, X(0, r) * X(1, r) + X(2, r) * X(3, r));
        FOUR(MUL_SUB_MUL, X(0, r) * X(1, r) - X(2, r) * X(3, r));
        THREE(SELECT, X(0, w) ? X(1, r) : X(2, r));
        case ZW_OP_WHOLE_SELECT: EACH(3, w, X(0, w) ? X(1, w) : X(2, w));
        BETWEEN(EQ, ==);
        BETWEEN(NE, !=);
        BETWEEN(LT, <);
        BETWEEN(LE, <=);
        BETWEEN(GT, >);
        BETWEEN(GE, >=);
        WHOLES(AND, X(0, w) && X(1, w));
        WHOLES(OR, X(0, w) || X(1, w));
        WHOLES(XOR, X(0, w) != X(1, w));
        WHOLES(WHOLE_ADD, zw_iadd(X(0, w), X(1, w)));
        WHOLES(WHOLE_SUB, zw_isub(X(0, w), X(1, w)));
        WHOLES(WHOLE_MUL, zw_imul(X(0, w), X(1, w)));
        WHOLES(IDIV, zw_idiv(X(0, w), X(1, w)));
        WHOLES(IREM, zw_irem(X(0, w), X(1, w)));
        WHOLES(BIT_AND, X(0, w) & X(1, w));
        WHOLES(BIT_OR, X(0, w) | X(1, w));
        WHOLES(BIT_XOR, X(0, w) ^ X(1, w));
        WHOLE(WHOLE_NEG, zw_isub(0, X(0, w)));
        WHOLE(NOT, !X(0, w));
        WHOLE(BIT_NOT, ~X(0, w));
        WHOLE(ISFINITE, isfinite(X(0, r)) != 0);
        WHOLE(WHOLE, (long long)X(0, r));
        TYPED(INT8, signed char, SCHAR_MIN, SCHAR_MAX);
        TYPED(INT16, short, SHRT_MIN, SHRT_MAX);
        TYPED(INT32, int, INT_MIN, INT_MAX);
        TYPED(UINT8, unsigned char, 0, UCHAR_MAX);
        TYPED(UINT16, unsigned short, 0, USHRT_MAX);
        TYPED(UINT32, unsigned, 0, UINT_MAX);
        WHOLE(TO_INT64, zw_to_int(X(0, r), LLONG_MIN, LLONG_MAX));
        REAL(TO_FLOAT, (double)X(0, w));
        REAL(NEG, -X(0, r));
        CALLED_TWO(MAX, zw_max);
        CALLED_TWO(MIN, zw_min);
        CALLED_TWO(POW, pow);
        CALLED_TWO(ATAN2, atan2);
        CALLED_TWO(FMOD, fmod);
        CALLED(SQRT, sqrt);
        CALLED(FABS, fabs);
        CALLED(SIN, sin);
        CALLED(COS, cos);
        CALLED(TAN, tan);
        CALLED(ASIN, asin);
        CALLED(ACOS, acos);
        CALLED(ATAN, atan);
        CALLED(SINH, sinh);
        CALLED(COSH, cosh);
        CALLED(TANH, tanh);
        CALLED(ASINH, asinh);
        CALLED(ACOSH, acosh);
        CALLED(ATANH, atanh);
        CALLED(EXP, exp);
        CALLED(EXP2, exp2);
        CALLED(EXPM1, expm1);
        CALLED(LOG, log);
        CALLED(LOG1P, log1p);
        CALLED(CBRT, cbrt);
        CALLED(FLOOR, floor);
        CALLED(CEIL, ceil);
        CALLED(RINT, rint);
        CALLED(ROUND, round);
        CALLED(ERF, erf);
        CALLED(ERFC, erfc);
        CALLED(LGAMMA, lgamma);
        }
    }
}
