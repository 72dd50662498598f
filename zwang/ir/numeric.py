"""Operations in NumPy: for each of them a function of arrays.

What has none is done by JAX itself, without a trace around it: slower, and right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import scipy

from zwang.base.arrays import cholesky
from zwang.ir.moves import Joined
from zwang.ir.places import Places, gathered, places_of, scattered

PLAIN: dict[str, Callable] = {
    "add": np.add,
    "add_any": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "neg": np.negative,
    "abs": np.abs,
    "sign": np.sign,
    "floor": np.floor,
    "ceil": np.ceil,
    "sqrt": np.sqrt,
    "rsqrt": lambda x: 1.0 / np.sqrt(x),
    "cbrt": np.cbrt,
    "square": np.square,
    "exp": np.exp,
    "exp2": np.exp2,
    "expm1": np.expm1,
    "log": np.log,
    "log1p": np.log1p,
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "atan2": np.arctan2,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "tanh": np.tanh,
    "asinh": np.arcsinh,
    "acosh": np.arccosh,
    "atanh": np.arctanh,
    "logistic": lambda x: scipy.special.expit(x),  # imported at its first use
    "erf": lambda x: scipy.special.erf(x),
    "erfc": lambda x: scipy.special.erfc(x),
    "max": np.maximum,
    "min": np.minimum,
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
    "is_finite": np.isfinite,
    "clamp": lambda low, x, high: np.minimum(np.maximum(x, low), high),
}
LOGICAL = {"and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor, "not": np.logical_not}
OF_FLOATS = {"div": np.divide, "pow": np.power}
SUMS = {
    "reduce_sum": np.sum,
    "reduce_max": np.max,
    "reduce_min": np.min,
    "reduce_prod": np.prod,
    "reduce_and": np.all,
    "reduce_or": np.any,
}
WHOLE = frozenset("biu")  # kinds of types: truth values and whole numbers
RUNNING = {"cumsum": np.add, "cumprod": np.multiply, "cummax": np.maximum, "cummin": np.minimum}
# Laws of floats whose result is the same to the last bit whoever computes it; and of float64.
EXACT = frozenset("neg abs eq ne lt le gt ge is_finite select_n convert_element_type".split())
ROUNDED = frozenset("add add_any sub mul div sqrt square".split())


def is_exact(kind: str, equation: Any) -> bool:
    """Whether known numbers give the same result here as in C, to the last bit."""
    if kind in ("move", "put", "take"):
        return equation.primitive.name not in ("scatter-add", "scatter_add") or _is_whole(equation)
    if kind not in ("each", "fold"):
        return False
    name = equation.primitive.name
    return name in EXACT or (name in ROUNDED and _is_wide(equation)) or _is_whole(equation)


def _is_wide(equation: Any) -> bool:
    """Whether numbers of less precision, which round in ways of their own, are not among these."""
    return all(x.aval.dtype == np.float64 for x in (*equation.invars, *equation.outvars))


def _is_whole(equation: Any) -> bool:
    avals = [x.aval for x in (*equation.invars, *equation.outvars)]
    return all(getattr(x.dtype, "kind", "") in WHOLE for x in avals)


def function_of(equation: Any, kind: str, what: Any) -> Callable:
    """A function of arrays that returns what an operation does: an array, or a list of them."""
    return in_numpy(equation, kind, what) or by_jax(equation)


def in_numpy(equation: Any, kind: str, what: Any) -> Callable | None:
    """The same, or None if JAX must do it."""
    match kind:
        case "each":
            return _law(equation)
        case "move":
            return what
        case "fold":
            return _fold(equation)
        case "take":
            return _take(equation, what)
        case "put":
            return what.move if isinstance(what, Joined) else _put(equation, what)
        case "call":
            return _matrices(equation) if what.known is None else what.known.in_numpy
    return None


def bound(equation: Any, *x: Any) -> Any:
    """What one equation returns, by JAX."""
    primitive = equation.primitive
    params = primitive.get_bind_params(equation.params)
    tied, named = params if isinstance(params, tuple) else ((), params)  # older versions have both
    return primitive.bind(*tied, *x, **named)


def by_jax(equation: Any) -> Callable:
    """A function of arrays that returns what one equation does, which may hold a whole program."""
    compiled = jax.jit(lambda *x: bound(equation, *x))

    def computed(*x: np.ndarray) -> Any:
        values = compiled(*x)
        several = equation.primitive.multiple_results
        return list(map(np.asarray, values)) if several else np.asarray(values)

    return computed


# -- laws of single numbers ----------------------------------------------------------------------


def _law(equation: Any) -> Callable | None:
    name, params = equation.primitive.name, equation.params
    if name in PLAIN:
        return PLAIN[name]
    kinds = [x.aval.dtype for x in equation.invars]
    if name in LOGICAL and all(x.kind == "b" for x in kinds):
        return LOGICAL[name]
    if name in OF_FLOATS and all(_is_float(x) for x in kinds):
        return OF_FLOATS[name]
    if name == "integer_pow":
        return lambda x, y=params["y"]: x**y if y >= 0 else 1.0 / x**-y
    if name == "convert_element_type":
        return _convert(kinds[0], params["new_dtype"])
    if name == "select_n":
        if kinds[0].kind == "b":
            return lambda which, no, yes: np.where(which, yes, no)
        return lambda which, *cases: np.choose(which, cases)
    return None


def _is_float(dtype: Any) -> bool:
    return jnp.issubdtype(dtype, jnp.floating)


def _convert(old: Any, new: Any) -> Callable:
    """To another type; JAX cuts floats off at the ends of whole numbers, where NumPy's are any."""
    if not (_is_float(old) and np.issubdtype(new, np.integer)):
        return lambda x: np.asarray(x).astype(new)
    low, high = np.iinfo(new).min, np.iinfo(new).max

    def cut(x: np.ndarray) -> np.ndarray:
        x = np.asarray(x, float)
        below, above = x <= float(low), x >= float(high)
        inside = np.where(below | above | np.isnan(x), 0.0, x).astype(new)
        return np.where(below, new.type(low), np.where(above, new.type(high), inside))

    return cut


# -- elements put together -----------------------------------------------------------------------


def _fold(equation: Any) -> Callable | None:
    name, params = equation.primitive.name, equation.params
    if name == "dot_general":
        return _dot(equation)
    if 0 in equation.invars[0].aval.shape and name not in ("reduce_sum", "reduce_prod"):
        return None  # NumPy knows no largest of none
    if name in RUNNING:
        return _running(RUNNING[name], params["axis"], params["reverse"])
    if name in ("argmax", "argmin"):
        (axis,), dtype = params["axes"], params["index_dtype"]
        return lambda x: np.asarray(getattr(np, name)(x, axis=axis)).astype(dtype)
    if name not in SUMS or _are_bits(equation):
        return None
    axes, wide = tuple(params["axes"]), name in ("reduce_sum", "reduce_prod")
    # For these two NumPy would take a wider type.
    return lambda x: SUMS[name](x, axis=axes, **({"dtype": x.dtype} if wide else {}))


def _are_bits(equation: Any) -> bool:
    """Whether bits of whole numbers are put together, which NumPy's functions of truth do not."""
    kind = equation.invars[0].aval.dtype.kind
    return equation.primitive.name in ("reduce_and", "reduce_or") and kind != "b"


def _running(law: Any, axis: int, reverse: bool) -> Callable:
    """Elements put together one after the other, with all that is so on the way."""
    turn = (lambda x: np.flip(x, axis)) if reverse else lambda x: x
    return lambda x: turn(law.accumulate(turn(x), axis=axis, dtype=x.dtype))


def _dot(equation: Any) -> Callable:
    """Sums over axes of both, which are moved to where ``matmul`` has them."""
    (sum_x, sum_y), (batch_x, batch_y) = equation.params["dimension_numbers"]
    shapes = [x.aval.shape for x in equation.invars]
    free_x, free_y = (
        [axis for axis in range(len(shape)) if axis not in (*sums, *batch)]
        for shape, sums, batch in zip(shapes, (sum_x, sum_y), (batch_x, batch_y), strict=True)
    )
    of = lambda shape, axes: [shape[axis] for axis in axes]
    batch = of(shapes[0], batch_x)
    count = int(np.prod(of(shapes[0], sum_x)))
    order_x, order_y = (*batch_x, *free_x, *sum_x), (*batch_y, *sum_y, *free_y)
    rows, columns = of(shapes[0], free_x), of(shapes[1], free_y)
    left = (*batch, int(np.prod(rows)), count)
    right = (*batch, count, int(np.prod(columns)))

    def dot(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        product = x.transpose(order_x).reshape(left) @ y.transpose(order_y).reshape(right)
        return product.reshape((*batch, *rows, *columns))

    return dot


# -- windows -------------------------------------------------------------------------------------


def _take(equation: Any, at: Any) -> Callable:
    out, shape = equation.outvars[0].aval, equation.invars[0].aval.shape
    if equation.primitive.name == "dynamic_slice":
        if at.corners is None:
            return lambda x, *begins: x[_window(shape, begins, out.shape)]
        window = _window(shape, at.corners, out.shape)
        return lambda x: x[window]
    filling, places = filling_of(equation), _places(at, shape, out.shape)
    return lambda x, *where: gathered(x, places(*where), filling)


def filling_of(equation: Any) -> Any:
    """What a gather returns in the place of elements that are not there."""
    filling, dtype = equation.params.get("fill_value"), equation.outvars[0].aval.dtype
    if filling is not None:
        return np.asarray(filling).item()
    if _is_float(dtype):
        return np.nan
    return True if dtype.kind == "b" else int(np.iinfo(dtype).min or np.iinfo(dtype).max)


def _window(shape: Any, begins: Any, sizes: Any) -> tuple[slice, ...]:
    """The window that begins at corners; moved inside if it would not fit."""
    inside = [min(max(int(b), 0), n - k) for b, n, k in zip(begins, shape, sizes, strict=True)]
    return tuple([slice(b, b + k) for b, k in zip(inside, sizes, strict=True)])


def _put(equation: Any, at: Any) -> Callable:
    shape = equation.invars[0].aval.shape
    if equation.primitive.name == "dynamic_update_slice":

        def updated(x: np.ndarray, update: np.ndarray, *begins: np.ndarray) -> np.ndarray:
            changed, corners = x.copy(), begins if at.corners is None else at.corners
            changed[_window(shape, corners, update.shape)] = update
            return changed

        return updated
    places = _places(at, shape, equation.invars[2].aval.shape)
    return lambda x, updates, *where: scattered(x, places(*where), updates, add=at.add)


def _places(at: Any, shape: tuple[int, ...], out: tuple[int, ...]) -> Callable[..., Places]:
    """The places of windows, as a function of their corners if these are not known."""
    if at.corners is None:
        return lambda where: Places(places_of(at, shape, where, out))
    known = Places(places_of(at, shape, at.corners, out))
    return lambda: known


# -- small matrices ------------------------------------------------------------------------------


def _matrices(equation: Any) -> Callable | None:
    kinds, params = [x.aval for x in equation.invars], equation.params
    if not all(len(x.shape) == 2 and x.dtype == np.float64 for x in kinds):
        return None
    if equation.primitive.name == "cholesky":
        return _factor
    options = {"side": int(not params["left_side"]), "lower": int(params["lower"])}
    options |= {"trans_a": int(params["transpose_a"]), "diag": int(params["unit_diagonal"])}
    return lambda L, Y: scipy.linalg.blas.dtrsm(1.0, L, Y, **options) if Y.size else Y


def _factor(M: np.ndarray) -> np.ndarray:
    L, succeeded = cholesky(M, np)
    return np.asarray(L) if succeeded else np.full_like(M, np.nan)
