"""JAX's primitives on arrays of scalar values, element by element; the table of all of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from zwang.ir.scalar import graph as scalar
from zwang.ir.scalar.graph import BOOL, FLOAT, INT, Unsupported, is_known
from zwang.ir.scalar.types import from_float, kind_for, wrapping

Values = np.ndarray  # of objects: numbers and nodes
TABLE: dict[str, Any] = {}  # name of a primitive: a function of arrays of values


def boxed(x: Any) -> Values:
    """An array of known numbers, as values."""
    x = np.asarray(x)
    plain = {BOOL: bool, INT: int, FLOAT: float}[kind_for(x.dtype)]
    return array(map(plain, x.ravel().tolist()), x.shape)


def array(items: Any, shape: tuple[int, ...]) -> Values:
    """Values in a shape; NumPy alone would look inside of them."""
    result = np.empty(math.prod(shape), object)
    result[:] = list(items)
    return result.reshape(shape)


def each(function: Callable) -> Callable:
    """A function of values, element by element."""

    def mapped(*arrays: Values, **_: Any) -> Values:
        shapes = [x.shape for x in arrays]
        shape = shapes[0]
        if shapes.count(shape) != len(shapes):  # which takes longer than the rest
            shape = np.broadcast_shapes(*shapes)
            arrays = tuple(np.broadcast_to(x, shape) for x in arrays)
        return array(map(function, *(x.ravel().tolist() for x in arrays)), shape)

    return mapped


SHARP = frozenset(("sqrt", "cbrt", "log", "pow", "atan2", "lgamma", "fmod"))  # at zero, or its sign


def applied(op: str, known: Callable, kind: str | None = None) -> Callable:
    """A function of values: numbers among themselves by ``known``, else a node."""

    def apply(*args: Any) -> Any:
        args = tuple(map(scalar.whole, args)) if op in SHARP else args
        if is_known(*args):
            return scalar.remembered(known(*args), op, *args)
        return scalar.operation(op, args, kind)

    return apply


def numbers(x: Values, what: str) -> np.ndarray:
    """Values that must be known, such as indices."""
    if not is_known(*x.flat):
        raise Unsupported(f"{what} that depends on the state")
    return np.array(x.tolist()).reshape(x.shape)


# -- functions of one element, or two ------------------------------------------------------------


def _exact(function: Callable) -> Callable:
    """A function of NumPy for single numbers: infinite or NaN where C's is."""

    def call(*args: float) -> float:
        with np.errstate(all="ignore"):
            return float(function(*args))

    return call


def _lgamma(x: float) -> float:
    if math.isinf(x) or (x <= 0 and x == math.floor(x)):
        return math.inf
    return math.lgamma(x)


def _sign(x: Any) -> Any:
    number = float if scalar.kind_of(x) == FLOAT else int
    if is_known(x):
        return number((x > 0) - (x < 0)) if x == x and x != 0 else x
    less, more = compare("lt")(x, number(0)), compare("gt")(x, number(0))
    return scalar.select(more, number(1), scalar.select(less, number(-1), x))  # of NaN, ±0: itself


def _size(x: Any) -> Any:
    if scalar.kind_of(x) == FLOAT:
        return applied("fabs", abs)(x)
    return scalar.select(compare("lt")(x, 0), scalar.neg(x), x)


def compare(op: str) -> Callable:
    """A comparison by its name."""
    known = {
        "eq": lambda x, y: x == y,
        "ne": lambda x, y: x != y,
        "lt": lambda x, y: x < y,
        "le": lambda x, y: x <= y,
        "gt": lambda x, y: x > y,
        "ge": lambda x, y: x >= y,
    }[op]
    return applied(op, known, BOOL)


def extreme(op: str) -> Callable:
    """The larger or the smaller; NaN if one of them is."""
    better = max if op == "max" else min
    of_floats = applied(op, lambda x, y: x if x != x else y if y != y else better(x, y))

    def call(x: Any, y: Any) -> Any:
        if FLOAT in (scalar.kind_of(x), scalar.kind_of(y)):
            return of_floats(x, y)
        return scalar.select(compare("gt" if op == "max" else "lt")(x, y), x, y)

    return call


def logical(op: str, known: Callable) -> Callable:
    """An operation of truth values, or of the bits of whole numbers."""
    bits = applied(f"bit_{op}", BITS[op])

    def call(*args: Any) -> Any:
        if any(scalar.kind_of(x) != BOOL for x in args):
            return bits(*args)
        if op in ("and", "or"):
            rest = [x for x in args if not is_known(x)]
            if len(rest) == 1:
                other = next(x for x in args if is_known(x))
                return rest[0] if other == (op == "and") else other
        return applied(op, known, BOOL)(*args)

    return call


BITS: dict[str, Callable] = {
    "and": lambda x, y: x & y,
    "or": lambda x, y: x | y,
    "xor": lambda x, y: x ^ y,
    "not": lambda x: ~x,
}
_fmod = applied("fmod", _exact(np.fmod))


def _remainder(x: Any, y: Any) -> Any:
    if scalar.kind_of(x) == FLOAT:
        return _fmod(x, y)
    return applied("irem", lambda x, y: x - y * _cut(x, y) if y else x)(x, y)


def _quotient(x: Any, y: Any) -> Any:
    if scalar.kind_of(x) == FLOAT:
        return scalar.div(x, y)
    return applied("idiv", lambda x, y: _cut(x, y) if y else -1)(x, y)


def _cut(x: int, y: int) -> int:
    """x / y towards zero."""
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def _power(x: Any, y: Any) -> Any:
    if is_known(y) and float(y).is_integer() and abs(y) <= 64:
        return scalar.power(x, int(y))
    if is_known(y) and y == 0.5 and scalar.bounds_of(x).low >= 0:  # of −inf it is inf, no root
        return SQRT(x)
    return applied("pow", _exact(np.power))(x, _to_float(y))


LIBRARY = "sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 expm1 log log1p"
LIBRARY += " cbrt floor ceil"
NUMPY = {f"a{x}": f"arc{x}" for x in "sin cos tan sinh cosh tanh".split()}  # by their other names
SQRT = applied("sqrt", _exact(np.sqrt))
_exp = applied("exp", _exact(np.exp))

for _name in LIBRARY.split():
    TABLE[_name] = each(applied(_name, _exact(getattr(np, NUMPY.get(_name, _name)))))
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    TABLE[_name] = each(compare(_name))
TABLE |= {
    "add": each(scalar.add),
    "add_any": each(scalar.add),
    "sub": each(scalar.sub),
    "mul": each(scalar.mul),
    "div": each(_quotient),
    "neg": each(scalar.neg),
    "max": each(extreme("max")),
    "min": each(extreme("min")),
    "sqrt": each(SQRT),
    "erf": each(applied("erf", math.erf)),
    "erfc": each(applied("erfc", math.erfc)),
    "lgamma": each(applied("lgamma", _lgamma)),
    "rsqrt": each(lambda x: scalar.div(1.0, SQRT(x))),
    "square": each(lambda x: scalar.mul(x, x)),
    "one_minus_square": each(lambda x: scalar.sub(1.0, scalar.mul(x, x))),  # of jax 0.11
    "abs": each(_size),
    "sign": each(_sign),
    "pow": each(_power),
    "atan2": each(applied("atan2", _exact(np.arctan2))),
    "rem": each(_remainder),
    "and": each(logical("and", lambda x, y: x and y)),
    "or": each(logical("or", lambda x, y: x or y)),
    "xor": each(logical("xor", lambda x, y: x != y)),
    "not": each(logical("not", lambda x: not x)),
    "is_finite": each(applied("isfinite", math.isfinite, BOOL)),
    "logistic": each(lambda x: scalar.div(1.0, scalar.add(1.0, _exp(scalar.neg(x))))),
    "clamp": each(lambda low, x, high: extreme("min")(extreme("max")(x, low), high)),
    "select_n": each(lambda which, *cases: _choose(which, cases)),
}


def rule(function: Callable) -> Callable:
    """Put a function into the table, under its own name."""
    TABLE[function.__name__.rstrip("_")] = function
    return function


def _choose(which: Any, cases: Sequence[Any]) -> Any:
    if is_known(which):
        return cases[int(which)]
    if scalar.kind_of(which) == BOOL:
        return scalar.select(which, cases[1], cases[0])
    result = cases[-1]
    for i in reversed(range(len(cases) - 1)):
        result = scalar.select(compare("eq")(which, i), cases[i], result)
    return result


@rule
def integer_pow(x: Values, *, y: int, **_: Any) -> Values:
    return each(lambda v: scalar.power(v, y))(x)


@rule
def round_(x: Values, *, rounding_method: Any, **_: Any) -> Values:
    if int(rounding_method) != 1:  # half away from zero is C's round, half to even its rint
        return each(applied("round", _away))(x)
    return each(applied("rint", _exact(np.rint)))(x)


def _away(x: float) -> float:
    nearest = math.copysign(float(np.floor(abs(x))), x)
    return nearest + math.copysign(1.0, x) if abs(x - nearest) >= 0.5 else nearest


@rule
def convert_element_type(x: Values, *, new_dtype: Any, **_: Any) -> Values:
    match kind_for(new_dtype):
        case scalar.FLOAT:
            return each(_to_float)(x)
        case scalar.BOOL:
            return each(lambda v: v if scalar.kind_of(v) == BOOL else compare("ne")(v, 0))(x)
    return each(lambda v: _to_int(v, np.dtype(new_dtype)))(x)


def _to_float(x: Any) -> Any:
    if is_known(x):
        return x if isinstance(x, float) else float(x)
    return x if x.kind == FLOAT else x.graph.node("to_float", (x,), FLOAT)


def _to_int(x: Any, dtype: Any) -> Any:
    if scalar.kind_of(x) == FLOAT:
        return from_float(x, dtype)
    if is_known(x):
        return int(x)
    return wrapping(x, dtype) if x.kind == INT else x.graph.node("to_int", (x,), INT)
