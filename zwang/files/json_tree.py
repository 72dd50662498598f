"""Any nest of numbers, arrays and texts as a tree that JSON can hold, and arrays beside it.

    None, True, 3, 0.5, "text"      as they are
    nan, inf, 1 + 2j                {"float": "nan"}, {"complex": [1.0, 2.0]}
    [x, y], (x, y), {k: x}          {"list": [x, y]}, {"tuple": [x, y]}, {"dict": [[k, x]]}
    arrays, NumPy's numbers         {"array": 0, "dtype": "<f8", "shape": [3], "kind": "numpy"}

An array has its place in the list beside the tree. What NetCDF knows by itself, integers and
floats of 32 and 64 bits, is there as it is; all else, such as booleans and complex numbers, as
its bytes.
"""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

NATIVE = frozenset("int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64".split())


def pack(x: Any, what: str, arrays: list[np.ndarray]) -> Any:
    """The tree of x; its arrays are added to the list."""
    if isinstance(x, np.ndarray | np.generic | jax.Array):
        return _pack_array(x, what, arrays)
    # No subclasses: they would not come back as what they are.
    if x is None or type(x) in (bool, int, str) or type(x) is float and math.isfinite(x):
        return x
    if type(x) is float:
        return {"float": repr(x)}
    if type(x) is complex:
        return {"complex": [pack(part, what, arrays) for part in (x.real, x.imag)]}
    if type(x) is list or type(x) is tuple:
        items = [pack(item, f"{what}[{i}]", arrays) for i, item in enumerate(x)]
        return {type(x).__name__: items}
    if type(x) is dict:
        pairs = [
            [pack(key, f"a key of {what}", arrays), pack(item, f"{what}[{key!r}]", arrays)]
            for key, item in x.items()
        ]
        return {"dict": pairs}
    found = f"the function {getattr(x, '__name__', x)!r}" if callable(x) else repr(x)
    raise TypeError(
        f"`{what}` is {found}, which cannot be saved; wanted numbers, arrays, texts, booleans or "
        "None, in dicts, lists and tuples."
    )


def unpack(tree: Any, arrays: list[np.ndarray]) -> Any:
    """What was packed."""
    if not isinstance(tree, dict):
        return tree
    if "array" in tree:
        return _unpack_array(tree, arrays)
    ((kind, content),) = tree.items()
    if kind == "dict":
        return {unpack(key, arrays): unpack(item, arrays) for key, item in content}
    if kind == "float":
        return float(content)
    items = [unpack(item, arrays) for item in content]
    return {"list": list, "tuple": tuple, "complex": lambda parts: complex(*parts)}[kind](items)


def _pack_array(x: Any, what: str, arrays: list[np.ndarray]) -> dict[str, Any]:
    # Keys of random numbers are no plain numbers.
    extended = isinstance(x, jax.Array) and jnp.issubdtype(x.dtype, jax.dtypes.extended)
    if extended or x.dtype.hasobject or x.dtype.fields:
        raise TypeError(f"`{what}` is an array of the type {x.dtype}, which cannot be saved.")
    array = np.asarray(x)
    dtype = array.dtype.str if np.dtype(array.dtype.str) == array.dtype else array.dtype.name
    native = array.dtype.name in NATIVE and array.dtype.isnative
    arrays.append(array if native else np.frombuffer(array.tobytes(), np.uint8))
    kind = "jax" if isinstance(x, jax.Array) else "scalar" if isinstance(x, np.generic) else "numpy"
    return {"array": len(arrays) - 1, "dtype": dtype, "shape": list(array.shape), "kind": kind}


def _unpack_array(tree: dict[str, Any], arrays: list[np.ndarray]) -> Any:
    array, dtype = arrays[tree["array"]], np.dtype(tree["dtype"])
    if dtype.hasobject or dtype.fields or dtype.subdtype:
        raise ValueError(f"an array has the type {dtype}, which is never saved")
    if not (dtype.name in NATIVE and dtype.isnative):
        array = np.frombuffer(array.tobytes(), dtype).reshape(tree["shape"]).copy()
    elif (array.dtype, list(array.shape)) != (dtype, tree["shape"]):
        found = f"{array.dtype} {array.shape}"
        raise ValueError(f"an array is {found}; wanted {dtype} {tuple(tree['shape'])}")
    if tree["kind"] == "scalar":
        return array[()]
    return jnp.asarray(array) if tree["kind"] == "jax" else array
