"""Every primitive, taken apart and written in C, gives what JAX gives."""

import ctypes

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from zwang.engine.scalar.emit import PRELUDE, emit, number
from zwang.engine.scalar.graph import Unsupported, needed
from zwang.engine.scalar.jaxpr import scalarized
from zwang.files import build

CUBE = np.arange(24.0).reshape(2, 3, 4)
P = np.array([0.3, 0.6, 0.9, 0.2, 0.7, 0.5])  # between 0 and 1, as asin and the like want it
pair = lambda x: (x[:3], x[3:])  # noqa: E731
square = lambda x: jnp.outer(x[:3], x[3:]) + 3.0 * jnp.eye(3)  # noqa: E731
definite = lambda x: square(x) @ square(x).T + jnp.eye(3)  # noqa: E731


def loop(x):
    return jax.lax.fori_loop(0, 5, lambda i, y: y + jnp.sin(x) * i, x)


def scan(x):
    def body(carry, row):
        carry = carry * 0.5 + row
        return carry, carry**2

    return jax.lax.scan(body, jnp.zeros(2), x.reshape(3, 2), reverse=True)[1]


def scan_pair(x):
    return jax.lax.scan(lambda c, v: (c + v, c * v), 1.0, x)[0]


@jax.custom_jvp
def own(x):
    return jnp.cos(x)


own.defjvp(lambda primals, tangents: (own(*primals), tangents[0]))

# What a user may write; x (6,) is between 0.1 and 1, or beyond where the name says so.
CASES = {
    **{
        name: getattr(jnp, name)
        for name in "sin cos tan sinh cosh tanh exp exp2 expm1 log log1p sqrt cbrt abs floor ceil "
        "arcsin arccos arctan arcsinh arctanh square sign".split()
    },
    "slope of tanh": jax.vmap(jax.grad(jnp.tanh)),
    "arccosh": lambda x: jnp.arccosh(1.0 + x),
    "round to even": lambda x: jnp.round(7.0 * x - 3.0),
    "round away": lambda x: jax.lax.round(jnp.array([-2.0, 2.0, 0.0]) + x[5]),  # ends in ½
    "erf": lambda x: jax.scipy.special.erf(2 * x - 1),
    "erfc": lambda x: jax.scipy.special.erfc(2 * x - 1),
    "gammaln": lambda x: jax.scipy.special.gammaln(1 + x),
    "logistic": lambda x: jax.nn.sigmoid(3 * x),
    "rsqrt": jax.lax.rsqrt,
    "atan2": lambda x: jnp.arctan2(x[:3] - 0.5, x[3:] - 0.5),
    "hypot": lambda x: jnp.hypot(*pair(x)),
    "remainder": lambda x: jnp.mod(5 * x[:3] - 2, x[3:]),
    "fmod": lambda x: jnp.fmod(5 * x[:3] - 2, x[3:]),
    "power": lambda x: x[:3] ** x[3:],
    "powers": lambda x: jnp.stack([x**2, x**3, x**-2, x**0.5, x**0, x**7]),
    "division": lambda x: x[:3] / x[3:],
    "max and min": lambda x: jnp.maximum(*pair(x)) - jnp.minimum(x[:3], 0.4),
    "NaN goes through max": lambda x: jnp.maximum(jnp.log(x[:2] - 2.0), x[2:4]),
    "NaN goes through max from an older value": lambda x: jnp.maximum(
        jnp.log(x[:2] - 2.0), jnp.sin(x[2:4])
    ),
    "NaN goes through min from an older value": lambda x: jnp.minimum(
        jnp.log(x[:2] - 2.0), jnp.sin(x[2:4])
    ),
    "NaN goes through min": lambda x: jnp.minimum(x[2:4], jnp.log(x[:2] - 2.0)),
    "clip": lambda x: jnp.clip(x, 0.3, 0.6),
    "comparisons": lambda x: jnp.stack(
        [(x[:3] < x[3:]), (x[:3] <= x[3:]), (x[:3] > x[3:]), (x[:3] >= x[3:]), x[:3] == x[3:]]
    ).astype(float),
    "logic": lambda x: ((x > 0.3) & (x < 0.8) | ~(x != 0.5) ^ (x > 0.9)).astype(float),
    "where": lambda x: jnp.where(x > 0.5, jnp.sin(x), x**2),
    "select among three": lambda x: jnp.select([x < 0.3, x < 0.6], [x, 2 * x], 3 * x),
    "piecewise by index": lambda x: jax.lax.select_n((3 * x).astype(int) % 3, x, 2 * x, 3 * x),
    "to whole numbers and back": lambda x: (7 * x).astype(int).astype(float),
    "int16 and back": lambda x: (4096 * x).astype(jnp.int16).astype(float) / 4096,
    "int32 that wraps": lambda x: ((2e9 * x).astype(jnp.int32) * 2).astype(float),
    "uint8 of what is negative": lambda x: (-x).astype(jnp.uint8) + 0.5,
    "beyond what a double has": lambda x: (
        16 * jnp.asarray(jnp.where(x > 0.5, 2**52 + 1, 7))
        + 1
        - 16 * jnp.asarray(jnp.where(x > 0.5, 2**52 + 1, 7))
    ).astype(float),
    "told apart beyond that": lambda x: (jnp.where(x > 0.5, 2**53 + 1, 7) == 2**53).astype(float),
    "nothing of what is no number": lambda x: 0.0 * jnp.log(x[:2] - 2.0) + x[2:4],
    "is finite": lambda x: jnp.isfinite(jnp.log(x - 0.5)).astype(float),
    "reductions": lambda x: jnp.stack([x.sum(), x.prod(), x.max(), x.min(), x.mean(), x.std()]),
    "where the largest is": lambda x: jnp.argmax(x) + 10.0 * jnp.argmin(x.reshape(2, 3), axis=0),
    "any and all": lambda x: jnp.stack([(x > 0.5).any(), (x > 0.5).all()]).astype(float),
    "cumulative": lambda x: jnp.stack([jnp.cumsum(x), jnp.cumprod(x)]),
    "cumulative extremes": lambda x: jnp.stack([jax.lax.cummax(x), jax.lax.cummin(x)]),
    "dot": lambda x: x[:3] @ x[3:],
    "matrix products": lambda x: square(x) @ square(x).T @ x[:3],
    "batched product": lambda x: jnp.einsum("bij,bjk->bki", CUBE * x[0], CUBE.swapaxes(1, 2)),
    "norm": jnp.linalg.norm,
    "cross": lambda x: jnp.cross(*pair(x)),
    "kron": lambda x: jnp.kron(x[:2], x[2:]),
    "trace and diagonal": lambda x: jnp.trace(square(x)) + jnp.diag(square(x)),
    "slices": lambda x: jnp.concatenate([x[1:4], x[::-2], x[-1:], x[None, 2]]),
    "stack and split": lambda x: jnp.stack(jnp.split(x, 3))[:, 0],
    "transpose and reshape": lambda x: x.reshape(2, 3).T.reshape(-1),
    "broadcast": lambda x: x[:, None] * jnp.ones((6, 2)) + x[None, :2],
    "pad": lambda x: jnp.pad(x, (2, 1), constant_values=0.25),
    "pad and cut": lambda x: jax.lax.pad(x, 0.5, [(-1, 2, 1)]),
    "roll, flip, tile, repeat": lambda x: jnp.concatenate(
        [jnp.roll(x, 2), jnp.flip(x), jnp.tile(x, 2), jnp.repeat(x, 2)]
    ),
    "gather": lambda x: x[jnp.array([3, 1, 1, -1])],
    "gather rows": lambda x: x.reshape(3, 2)[jnp.array([2, 0])],
    "take outside": lambda x: jnp.take(x, jnp.array([1, 9]), mode="fill", fill_value=7.0),
    "take outside along either axis": lambda x: (
        x.reshape(2, 3)
        .at[jnp.array([0, 5, 1]), jnp.array([4, 1, 2])]
        .get(mode="fill", fill_value=7.0)
    ),
    "set": lambda x: x.at[jnp.array([1, 4])].set(x[:2] * 2),
    "add at": lambda x: x.at[jnp.array([1, 1, 5])].add(x[:3]),
    "set a row": lambda x: jnp.zeros((3, 6)).at[1].set(x),
    "dynamic slice": lambda x: jax.lax.dynamic_slice(x, (2,), (3,)),
    "dynamic update": lambda x: jax.lax.dynamic_update_slice(x, 2 * x[:2], (3,)),
    "iota": lambda x: x * jnp.arange(6),
    "eye and tril": lambda x: jnp.tril(square(x)) + jnp.eye(3),
    "cholesky": lambda x: jnp.linalg.cholesky(definite(x)),
    "triangular solve": lambda x: jax.scipy.linalg.solve_triangular(
        jnp.linalg.cholesky(definite(x)), x[:3], lower=True, trans=1
    ),
    "cholesky solve": lambda x: jax.scipy.linalg.cho_solve(
        jax.scipy.linalg.cho_factor(definite(x), lower=True), x[:3]
    ),
    "loop of known length": loop,
    "scan": scan,
    "scan of pairs": scan_pair,
    "branch on a number": lambda x: jax.lax.cond(x[0] > 0.5, jnp.sin, jnp.cos, x),
    "switch": lambda x: jax.lax.switch(2, [jnp.sin, jnp.cos, jnp.tan], x),
    "jit within": lambda x: jax.jit(jnp.sin)(x) * 2,
    "custom derivative": own,
    "remat": lambda x: jax.checkpoint(lambda y: jnp.sin(y) ** 2)(x),
    "vmap": lambda x: jax.vmap(lambda row: row @ row)(x.reshape(3, 2)),
    "gradient": jax.grad(lambda x: jnp.sin(x @ x) / jnp.linalg.norm(x)),
    "hessian": jax.hessian(lambda x: jnp.exp(-x @ x) * x[0]),
    "jacobian of a norm": jax.jacfwd(lambda x: x / jnp.linalg.norm(x)),
    "constants alone": lambda x: jnp.array([1e-300, -0.0, jnp.inf, 3.0]),
}


@pytest.fixture(scope="module")
def library():
    """All cases in one library."""
    written = [
        emit(f"case_{i}", ("x",), {"found": scalarized(function, ("x", (6,)))[1]}, public=True)
        for i, function in enumerate(CASES.values())
    ]
    return build.library("\n".join([PRELUDE, *(x.text for x in written)]))


@pytest.fixture(scope="module")
def answers():
    """What JAX gives, from one program: for each of some points all cases by name."""
    points = (P, *np.random.default_rng(7).uniform(0.1, 0.99, (4, 6)))
    everything = jax.jit(lambda x: {name: function(x) for name, function in CASES.items()})
    return [(x, everything(x)) for x in points]


@pytest.mark.parametrize("name", CASES)
def test_C_gives_what_JAX_gives(name, library, answers):
    for x, everything in answers:
        wanted = np.asarray(everything[name], float)
        found = np.full(wanted.shape, 17.0)
        call = getattr(library, f"case_{list(CASES).index(name)}")
        call(ctypes.c_void_p(x.ctypes.data), ctypes.c_void_p(found.ctypes.data))
        np.testing.assert_allclose(found, wanted, rtol=1e-13, atol=1e-14)


def test_zeros_and_ones_leave_nothing_behind():
    _, found = scalarized(lambda x: (x * 0.0 + 1.0 * x - 0.0) / 1.0, ("x", (3,)))
    assert [v.op for v in found] == ["input"] * 3


def test_what_is_the_same_is_computed_once():
    _, found = scalarized(lambda x: jnp.sin(x[0] + x[1]) + jnp.sin(x[1] + x[0]), ("x", (2,)))
    assert sum(node.op == "sin" for node in needed([found.item()])) == 1


def test_what_is_not_needed_is_not_computed():
    _, found = scalarized(lambda x: (jnp.exp(x) + x)[0], ("x", (3,)))
    assert sum(node.op == "exp" for node in needed([found.item()])) == 1


def test_jacobians_are_as_sparse_as_they_are():
    links = lambda x: jnp.diff(x) ** 2  # noqa: E731
    _, found = scalarized(jax.jacfwd(links), ("x", (6,)))
    assert sum(isinstance(v, float) and v == 0.0 for v in found.flat) == 20


def unbounded(x):
    return jax.lax.while_loop(lambda y: y[0] < 10.0, lambda y: 2 * y, x)


def called_back(x):
    return jax.pure_callback(np.sin, jax.ShapeDtypeStruct(x.shape, x.dtype), x)


REFUSED = {
    "a loop whose length depends": unbounded,
    "pure_callback": called_back,
    "an index that depends": lambda x: x[(3 * x[0]).astype(int)],
    "complex": lambda x: jnp.abs(jnp.exp(1j * x)),
    "sort": jnp.sort,
    "the type bfloat16": lambda x: x.astype(jnp.bfloat16).astype(float),
    "the type float32": lambda x: (x.astype(jnp.float32) * jnp.float32(1e-3)).astype(float),
    "the type uint64": lambda x: (1e19 * x).astype(jnp.uint64) * 2,
    "operations": lambda x: jax.lax.fori_loop(0, 4000, lambda i, y: jnp.sin(jnp.outer(y, y))[0], x),
}


@pytest.mark.parametrize("told", REFUSED)
def test_what_cannot_be_taken_apart_is_named(told):
    with pytest.raises(Unsupported, match=told):
        scalarized(REFUSED[told], ("x", (20,)))


@pytest.mark.parametrize("x", [0.1, -1e300, 5e-324, 1 / 3, -0.0])
def test_numbers_are_read_as_they_were(x):
    assert float(number(x)) == x and np.signbit(float(number(x))) == np.signbit(x)
