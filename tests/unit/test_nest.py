"""A nest comes back from its tree and arrays as it was: structure, types and bits."""

import json

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from zwang.files.json_tree import NATIVE, pack, unpack


def there_and_back(x):
    arrays = []
    return unpack(json.loads(json.dumps(pack(x, "p", arrays))), [a.copy() for a in arrays]), arrays


def same(a, b) -> bool:
    """Equal in type, structure and every bit."""
    if isinstance(a, np.ndarray | np.generic | jax.Array):
        alike = isinstance(b, jax.Array) if isinstance(a, jax.Array) else type(a) is type(b)
        a, b = np.asarray(a), np.asarray(b)
        return alike and (a.dtype, a.shape, a.tobytes()) == (b.dtype, b.shape, b.tobytes())
    if type(a) is not type(b):
        return False
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return list(a) == list(b) and all(same(a[k], b[k]) for k in a)
    return repr(a) == repr(b)


PLAIN = [
    None,
    True,
    3,
    -(2**80),
    0.1,
    -0.0,
    5e-324,
    float("nan"),
    float("-inf"),
    1 - 2j,
    complex("nan+infj"),
    "",
    "φ\u0000 \"'\\ \udc80",
    [],
    (),
    {},
    [1, (2.0, {"a": [None]}), []],
    {"b": 1, 2: "two", (1, "x"): {"list": [1]}, "array": 0},
]
ARRAYS = [
    np.array([1.0, np.nan, -0.0, np.inf]),
    np.float64(0.1),
    np.int8(3),
    np.bool_(True),
    np.array(2.5),
    np.zeros((0, 3)),
    np.zeros((2, 0), bool),
    np.arange(6, dtype=np.int16).reshape(2, 3).T,
    np.array([1.5, 2.5], dtype=">f8"),
    np.array([True, False]),
    np.array([1 + 2j], dtype=np.complex64),
    np.array([1.5], dtype=np.float16),
    np.array(["x", "größer"]),
    np.array([2**63], dtype=np.uint64),
    jnp.array([1.5], dtype=jnp.float32),
    jnp.array([1.5], dtype=jnp.bfloat16),
    jnp.array(2),
    {"table": [np.arange(3.0), jnp.arange(2)]},
]


@pytest.mark.parametrize("x", [*PLAIN, *ARRAYS], ids=ascii)
def test_it_comes_back_the_same(x):
    assert same(there_and_back(x)[0], x)


@pytest.mark.parametrize("x", ARRAYS, ids=ascii)
def test_beside_the_tree_are_only_arrays_that_netcdf_knows(x):
    beside = there_and_back(x)[1]
    assert {a.dtype.name for a in beside} <= NATIVE and all(a.dtype.isnative for a in beside)


def test_what_comes_back_can_be_changed():
    (found, _) = there_and_back([np.array([True]), np.array([1.0])])
    found[0][0], found[1][0] = False, 2.0


def law(q):
    return q


class Own(dict):
    pass


@pytest.mark.parametrize(
    "x, told",
    [
        ({"laws": [1.0, law]}, r"`p\['laws'\]\[1\]` is the function 'law'"),
        ({"key": jax.random.key(0)}, r"`p\['key'\]` is an array of the type key"),
        (np.array([None]), "`p` is an array of the type object"),
        (np.zeros(1, [("a", float)]), "`p` is an array of the type"),
        ([b"bytes"], r"`p\[0\]` is b'bytes', which cannot be saved"),
        (Own(a=1), "`p` is {'a': 1}, which cannot be saved"),
        ({law: 1}, "`a key of p` is the function 'law'"),
    ],
)
def test_what_would_not_come_back_is_refused_by_name(x, told):
    with pytest.raises(TypeError, match=told):
        pack(x, "p", [])
