"""JAX's primitives on arrays of scalar values, element by element; the table of all of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from zwang.engine.scalar import graph as scalar
from zwang.engine.scalar.graph import BOOL, FLOAT, INT, Unsupported, applied, is_known

Values = np.ndarray  # of objects: numbers and nodes
TABLE: dict[str, Any] = {}  # name of a primitive: a function of arrays of values


def boxed(x: Any) -> Values:
    """An array of known numbers, as values."""
    x = np.asarray(x)
    if np.issubdtype(x.dtype, np.complexfloating):
        raise Unsupported("complex numbers")
    found = np.empty(x.shape, object)
    plain = bool if x.dtype == bool else int if np.issubdtype(x.dtype, np.integer) else float
    for place in np.ndindex(x.shape):
        found[place] = plain(x[place])
    return found


def array(items: Any, shape: tuple[int, ...]) -> Values:
    """Values in a shape; NumPy alone would look inside of them."""
    found = np.empty(math.prod(shape), object)
    found[:] = list(items)
    return found.reshape(shape)


def each(function: Callable) -> Callable:
    """A function of values, element by element."""

    def mapped(*arrays: Values, **_: Any) -> Values:
        shape = np.broadcast_shapes(*(x.shape for x in arrays))
        flat = [np.broadcast_to(x, shape).ravel() for x in arrays]
        return array(map(function, *flat), shape)

    return mapped


def numbers(x: Values, what: str) -> np.ndarray:
    """Values that must be known, such as indices."""
    if not is_known(*x.flat):
        raise Unsupported(f"{what} that depends on the state")
    return np.array(x.tolist()).reshape(x.shape)


# -- functions of one element, or two ------------------------------------------------------------


def _guarded(function: Callable) -> Callable:
    """A function of the library, with NaN where Python would raise."""

    def call(*args: float) -> float:
        try:
            return float(function(*args))
        except (ValueError, ZeroDivisionError):
            return math.nan
        except OverflowError:
            return math.inf

    return call


def _sign(x: Any) -> Any:
    if is_known(x):
        return type(x)((x > 0) - (x < 0)) if x == x else x
    less, more = compare("lt")(x, 0.0), compare("gt")(x, 0.0)
    return scalar.select(more, 1.0, scalar.select(less, -1.0, x))  # of NaN and ±0: itself


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
    return applied(op, lambda x, y: x if x != x else y if y != y else better(x, y))


def logical(op: str, known: Callable) -> Callable:
    def call(*args: Any) -> Any:
        if any(scalar.kind_of(x) != BOOL for x in args):
            raise Unsupported(f"`{op}` of whole numbers bit by bit")
        if op in ("and", "or"):
            rest = [x for x in args if not is_known(x)]
            if len(rest) == 1:
                other = next(x for x in args if is_known(x))
                return rest[0] if other == (op == "and") else other
        return applied(op, known, BOOL)(*args)

    return call


def _remainder(x: Any, y: Any) -> Any:
    whole = all(scalar.kind_of(v) != FLOAT for v in (x, y))
    if whole and is_known(x, y):
        return x - y * int(x / y) if y else 0
    return applied("fmod", _guarded(math.fmod))(x, y)


def _quotient(x: Any, y: Any) -> Any:
    if scalar.kind_of(x) == FLOAT or scalar.kind_of(y) == FLOAT:
        return scalar.div(x, y)
    if not is_known(x, y):
        raise Unsupported("division of whole numbers that depend on the state")
    return int(x / y) if y else -1


def _power(x: Any, y: Any) -> Any:
    if is_known(y) and float(y).is_integer() and abs(y) <= 64:
        return scalar.power(x, int(y))
    if _equal(y, 0.5):
        return SQRT(x)
    return applied("pow", _guarded(math.pow))(x, y)


def _equal(x: Any, number: float) -> bool:
    return is_known(x) and x == number


LIBRARY = "sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 expm1 log log1p"
LIBRARY += " cbrt erf erfc lgamma floor ceil"
SQRT = applied("sqrt", _guarded(math.sqrt))

for _name in LIBRARY.split():
    TABLE[_name] = each(applied(_name, _guarded(getattr(math, _name))))
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
    "rsqrt": each(lambda x: scalar.div(1.0, SQRT(x))),
    "square": each(lambda x: scalar.mul(x, x)),
    "one_minus_square": each(lambda x: scalar.sub(1.0, scalar.mul(x, x))),  # of jax 0.11
    "abs": each(applied("fabs", abs)),
    "sign": each(_sign),
    "pow": each(_power),
    "atan2": each(applied("atan2", _guarded(math.atan2))),
    "rem": each(_remainder),
    "and": each(logical("and", lambda x, y: x and y)),
    "or": each(logical("or", lambda x, y: x or y)),
    "xor": each(logical("xor", lambda x, y: x != y)),
    "not": each(logical("not", lambda x: not x)),
    "is_finite": each(applied("isfinite", math.isfinite, BOOL)),
    "logistic": each(
        lambda x: scalar.div(1.0, scalar.add(1.0, applied("exp", _guarded(math.exp))(-x)))
    ),
    "clamp": each(lambda low, x, high: extreme("min")(extreme("max")(x, low), high)),
    "select_n": each(lambda which, *cases: _choose(which, cases)),
    "copy": lambda x, **_: x,
    "copy_p": lambda x, **_: x,
    "stop_gradient": lambda x, **_: x,
    "optimization_barrier": lambda *x, **_: list(x),
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
    found = cases[-1]
    for i in reversed(range(len(cases) - 1)):
        found = scalar.select(compare("eq")(which, i), cases[i], found)
    return found


@rule
def integer_pow(x: Values, *, y: int, **_: Any) -> Values:
    return each(lambda v: scalar.power(v, y))(x)


@rule
def round_(x: Values, *, rounding_method: Any, **_: Any) -> Values:
    if int(rounding_method) != 1:  # half away from zero is C's round, half to even its rint
        away = applied("round", lambda v: math.copysign(math.floor(abs(v) + 0.5), v))
        return each(away)(x)
    return each(applied("rint", lambda v: float(round(v)) if math.isfinite(v) else v))(x)


@rule
def convert_element_type(x: Values, *, new_dtype: Any, **_: Any) -> Values:
    if np.issubdtype(new_dtype, np.complexfloating):
        raise Unsupported("complex numbers")
    if new_dtype == np.float64:
        return each(_to_float)(x)
    if np.issubdtype(new_dtype, np.floating):
        single = applied("to_single", lambda v: float(np.float32(v)))
        return each(lambda v: single(_to_float(v)))(x)
    if np.issubdtype(new_dtype, np.bool_):
        return each(lambda v: v if scalar.kind_of(v) == BOOL else compare("ne")(v, 0))(x)
    return each(_to_int)(x)


def _to_float(x: Any) -> Any:
    if is_known(x):
        return float(x)
    return x if x.kind == FLOAT else x.graph.node("to_float", (x,), FLOAT)


def _to_int(x: Any) -> Any:
    if is_known(x):
        return int(x) if math.isfinite(x) else 0
    return x if x.kind == INT else x.graph.node("to_int", (x,), INT)


@rule
def platform_index(*, platforms: Sequence[Any], **_: Any) -> Values:
    """Which of several programs for several machines: that for any of them, or for a CPU."""
    fits = [i for i, names in enumerate(platforms) if names is None or "cpu" in names]
    return boxed(fits[0])
