"""JAX's primitives in NumPy: for each equation a function of arrays.

What is not in the table is done by JAX itself, without a trace around it: slower, and right.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import jax
import numpy as np
import scipy

from zwang.base.arrays import cholesky
from zwang.ir import places as moving

SMALL = 4096  # elements that are sooner copied than NumPy has made a view of them
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
    "logistic": lambda x: scipy.special.expit(x),  # imported where one asks for it
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
    "copy": lambda x: x,
    "copy_p": lambda x: x,
    "stop_gradient": lambda x: x,
    "optimization_barrier": lambda *x: list(x),
}
LOGICAL = {"and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor, "not": np.logical_not}
SUMS = {
    "reduce_sum": np.sum,
    "reduce_max": np.max,
    "reduce_min": np.min,
    "reduce_prod": np.prod,
    "reduce_and": np.all,
    "reduce_or": np.any,
}
CALLS = ("jaxpr", "call_jaxpr", "fun_jaxpr")
CALLING = frozenset(
    "pjit jit closed_call core_call remat2 checkpoint custom_jvp_call custom_vjp_call "
    "custom_vjp_call_jaxpr custom_lin".split()
)


def function_of(equation: Any) -> Callable:
    """A function of arrays that returns what one equation of a jaxpr does."""
    return in_numpy(equation) or _by_jax(equation)


def in_numpy(equation: Any) -> Callable | None:
    """The same, or None where JAX must do it."""
    name, params = equation.primitive.name, equation.params
    floats = all(_is_float(x) for x in equation.invars)
    if name in PLAIN:
        return PLAIN[name]
    if name in LOGICAL and all(x.aval.dtype == bool for x in equation.invars):
        return LOGICAL[name]
    if name in SUMS:
        axes = tuple(params["axes"])
        wide = name in ("reduce_sum", "reduce_prod")  # for which NumPy would take a wider type
        return lambda x: SUMS[name](x, axis=axes, **({"dtype": x.dtype} if wide else {}))
    if name == "div" and floats:
        return np.divide
    if name == "pow" and floats:
        return np.power
    if name == "integer_pow":
        return lambda x, y=params["y"]: x**y if y >= 0 else 1.0 / x**-y
    return OTHERS[name](equation, params) if name in OTHERS else None


def _is_float(variable: Any) -> bool:
    return np.issubdtype(variable.aval.dtype, np.floating)


def bound(equation: Any, *x: Any) -> Any:
    """What one equation returns, by JAX."""
    primitive = equation.primitive
    given = primitive.get_bind_params(equation.params)
    tied, named = given if isinstance(given, tuple) else ((), given)  # older versions have both
    return primitive.bind(*tied, *x, **named)


def _by_jax(equation: Any) -> Callable:
    # It may hold a whole program, as a loop does.
    compiled = jax.jit(lambda *x: bound(equation, *x))

    def found(*x: np.ndarray) -> Any:
        values = compiled(*x)
        several = equation.primitive.multiple_results
        return list(map(np.asarray, values)) if several else np.asarray(values)

    return found


# -- shapes --------------------------------------------------------------------------------------


def _broadcast(equation: Any, params: dict[str, Any]) -> Callable:
    shape, axes = params["shape"], params["broadcast_dimensions"]
    spread = [1] * len(shape)
    for size, axis in zip(equation.invars[0].aval.shape, axes, strict=True):
        spread[axis] = size
    if tuple(spread) == tuple(shape):
        return lambda x, *_: x.reshape(shape)
    if math.prod(shape) > SMALL:
        return lambda x, *_: np.broadcast_to(x.reshape(spread), shape)

    def copied(x: np.ndarray, *_: Any) -> np.ndarray:
        found = np.empty(shape, x.dtype)
        found[...] = x.reshape(spread)
        return found

    return copied


def _slice(equation: Any, params: dict[str, Any]) -> Callable:
    begin, end = params["start_indices"], params["limit_indices"]
    window = tuple(map(slice, begin, end, params["strides"] or (1,) * len(begin)))
    return lambda x: x[window]


def _pad(equation: Any, params: dict[str, Any]) -> Callable:
    """Elements between, before and behind; where numbers are negative some are cut."""
    config, shape = params["padding_config"], equation.invars[0].aval.shape
    spread = [max((size - 1) * (gap + 1) + 1, 0) for size, (*_, gap) in zip(shape, config)]
    whole = [size + max(low, 0) + max(high, 0) for size, (low, high, _) in zip(spread, config)]
    begins = [max(low, 0) for low, *_ in config]
    into = tuple(
        slice(begin, begin + size, gap + 1)
        for begin, size, (*_, gap) in zip(begins, spread, config)
    )
    cut = tuple(
        slice(max(-low, 0), size - max(-high, 0)) for size, (low, high, _) in zip(whole, config)
    )

    def pad(x: np.ndarray, filling: np.ndarray) -> np.ndarray:
        found = np.full(whole, filling, x.dtype)
        found[into] = x
        return found[cut]

    return pad


def _split(equation: Any, params: dict[str, Any]) -> Callable:
    ends, axis = np.cumsum(params["sizes"])[:-1], params["axis"]
    return lambda x: np.split(x, ends, axis)


def _iota(equation: Any, params: dict[str, Any]) -> Callable:
    shape, axis, dtype = params["shape"], params["dimension"], params["dtype"]
    along = [1] * len(shape)
    along[axis] = shape[axis]
    found = np.broadcast_to(np.arange(shape[axis], dtype=dtype).reshape(along), shape)
    return lambda: found


def _select(equation: Any, params: dict[str, Any]) -> Callable:
    if equation.invars[0].aval.dtype == bool:
        return lambda which, no, yes: np.where(which, yes, no)
    return lambda which, *cases: np.choose(which, cases)


def _dot(equation: Any, params: dict[str, Any]) -> Callable:
    """Sums over axes of both, which are moved to where ``matmul`` has them."""
    (sum_x, sum_y), (batch_x, batch_y) = params["dimension_numbers"]
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
        found = x.transpose(order_x).reshape(left) @ y.transpose(order_y).reshape(right)
        return found.reshape((*batch, *rows, *columns))

    return dot


def _gather(equation: Any, params: dict[str, Any]) -> Callable:
    out = equation.outvars[0].aval
    filling = params.get("fill_value")
    if filling is None:
        filling = np.nan if np.issubdtype(out.dtype, np.floating) else np.iinfo(out.dtype).min

    places_of = _remembered(lambda x, where: moving.gather_places(x, where, params, out.shape))

    def gather(x: np.ndarray, indices: np.ndarray) -> np.ndarray:
        return moving.gathered(x, places_of(x.shape, indices), filling)

    return gather


def _scatter(equation: Any, params: dict[str, Any]) -> Callable:
    add, shape = equation.primitive.name != "scatter", equation.invars[2].aval.shape
    places_of = _remembered(lambda x, where: moving.scatter_places(x, where, params, shape))

    def scatter(x: np.ndarray, indices: np.ndarray, updates: np.ndarray) -> np.ndarray:
        return moving.scattered(x, places_of(x.shape, indices), updates, add=add)

    return scatter


def _remembered(places_of: Callable) -> Callable:
    """The places of the last call where indices are the same: mostly they are constants."""
    last: list[Any] = [None, None]  # indices as bytes, and their places

    def found(shape: tuple[int, ...], indices: np.ndarray) -> moving.Places:
        told, places = last
        now = indices.tobytes()
        if told != now:
            places = moving.Places(places_of(shape, indices))
            last[:] = now, places
        return places

    return found


def _is_matrix(variable: Any) -> bool:
    return len(variable.aval.shape) == 2 and variable.aval.dtype == np.float64


def _cholesky(equation: Any, params: dict[str, Any]) -> Callable:
    if not _is_matrix(equation.invars[0]):
        return _by_jax(equation)

    def factor(M: np.ndarray) -> np.ndarray:
        L, found = cholesky(M, np)
        return np.asarray(L) if found else np.full_like(M, np.nan)

    return factor


def _triangular_solve(equation: Any, params: dict[str, Any]) -> Callable:
    if not all(map(_is_matrix, equation.invars)):
        return _by_jax(equation)
    told = {"side": int(not params["left_side"]), "lower": int(params["lower"])}
    told |= {"trans_a": int(params["transpose_a"]), "diag": int(params["unit_diagonal"])}
    return lambda L, Y: scipy.linalg.blas.dtrsm(1.0, L, Y, **told) if Y.size else Y


def _convert(equation: Any, params: dict[str, Any]) -> Callable:
    """To another type; JAX cuts floats off at the ends of whole numbers, where NumPy's are any."""
    dtype = params["new_dtype"]
    if not (_is_float(equation.invars[0]) and np.issubdtype(dtype, np.integer)):
        return lambda x: np.asarray(x).astype(dtype)
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max

    def cut(x: np.ndarray) -> np.ndarray:
        x = np.asarray(x, float)
        below, above = x <= float(low), x >= float(high)
        found = np.where(below | above | np.isnan(x), 0.0, x).astype(dtype)
        return np.where(below, dtype.type(low), np.where(above, dtype.type(high), found))

    return cut


def _platform(equation: Any, params: dict[str, Any]) -> Callable:
    """The branch of processors, which NumPy runs on."""
    fits = (i for i, x in enumerate(params["platforms"]) if x is None or "cpu" in x)
    found = np.asarray(next(fits), np.int32)
    return lambda: found


OTHERS: dict[str, Callable[[Any, dict[str, Any]], Callable]] = {
    "cholesky": _cholesky,
    "triangular_solve": _triangular_solve,
    "platform_index": _platform,
    "broadcast_in_dim": _broadcast,
    "slice": _slice,
    "pad": _pad,
    "split": _split,
    "iota": _iota,
    "select_n": _select,
    "dot_general": _dot,
    "gather": _gather,
    "scatter": _scatter,
    "scatter-add": _scatter,
    "scatter_add": _scatter,
    "reshape": lambda _, params: lambda x: x.reshape(params["new_sizes"]),
    "squeeze": lambda _, params: lambda x: np.squeeze(x, tuple(params["dimensions"])),
    "expand_dims": lambda _, params: lambda x: np.expand_dims(x, tuple(params["dimensions"])),
    "transpose": lambda _, params: lambda x: x.transpose(params["permutation"]),
    "rev": lambda _, params: lambda x: np.flip(x, tuple(params["dimensions"])),
    "concatenate": lambda _, params: lambda *x: np.concatenate(x, params["dimension"]),
    "convert_element_type": _convert,
}
