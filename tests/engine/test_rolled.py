"""What C computes in loops is what JAX computes, and a motion by loops is the motion."""

import ctypes

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

import zwang as zw
from benchmarks import soak_expressions as soak
from zwang.emit.lines import PRELUDE
from zwang.emit.loops import Looped
from zwang.emit.loops.memory import Buffer, Statement, laid_out
from zwang.engine.program import functions
from zwang.files import build
from zwang.ir.scalar.graph import Unsupported

PAIRS = np.array([0, 1, 1, 0, 2, 2])
LOW = np.tril(np.ones((6, 6)))


def chained(x):
    return lax.scan(lambda c, a: (c * a + 1.0, c * c + a), 1.0, x)[1]


def summed(x):
    more = lambda i, F: F.at[i].add(x[i + 1] ** 2 * i).at[i + 1].add(-x[i])
    return lax.fori_loop(0, 5, more, jnp.zeros(6))


def carried(x):
    return lax.fori_loop(0, 3, lambda i, c: (2.0 * c[1], c[0] + 1.0), (x, x[::-1]))[1]


def distances(x):
    d = x[:, None] - x[None]
    return jnp.where(jnp.eye(6, dtype=bool), 0.0, 1.0 / jnp.sqrt((d**2).sum(-1) + jnp.eye(6)))


X, Y = (6,), (6, 3)  # shapes of what functions take
CASES = {
    "elementwise": (X, lambda x: jnp.sin(x) + 2.0 * x[::-1] ** 3),
    "cumsum": (X, lambda x: jnp.cumsum(jnp.cos(jnp.cumsum(x)))),
    "cumsum from behind": (Y, lambda x: lax.cumsum(x, axis=0, reverse=True)),
    "cummax": (X, lambda x: lax.cummax(x)),
    "matrix product": (Y, lambda x: x @ x.T),
    "matrix and vector": (X, lambda x: LOW.T @ (LOW @ x)),
    "einsum": (Y, lambda x: jnp.einsum("ij,kj,kl->il", x, x, x)),
    "all pairs": (Y, distances),
    "all pairs differentiated": (Y, lambda x: jax.grad(lambda x: distances(x).sum())(x)),
    "vmap": (Y, lambda x: jax.vmap(lambda a: jax.vmap(lambda b: jnp.maximum(a @ b, 0.0))(x))(x)),
    "Hessian": (X, jax.hessian(lambda x: (jnp.cumsum(jnp.sin(jnp.cumsum(x))) ** 2).sum())),
    "Hessian by elements": (X, jax.hessian(lambda x: x[0] * x[1] * x[2] + x[1] ** 3)),
    "elements": (X, lambda x: x[np.array([0, 3, 1, 1])] * x[-1]),
    "outside": (X, lambda x: x.at[np.array([0, 9])].get(mode="fill", fill_value=5.0)),
    "put": (X, lambda x: x.at[np.array([1, 9])].set(3.0, mode="drop")),
    "segment_sum": (Y, lambda x: jax.ops.segment_sum(x, PAIRS, 3)),
    "segment_sum, Jacobian": (X, jax.jacfwd(lambda x: jax.ops.segment_sum(x**2, PAIRS, 3))),
    "computed places": (X, lambda x: jnp.take(x, jnp.floor(jnp.abs(x)).astype(int), mode="clip")),
    "computed places, filled": (X, lambda x: x.at[(9 * x).astype(int)].get(mode="fill")),
    "scan": (X, chained),
    "scan, Hessian": (X, jax.hessian(lambda x: chained(x).sum())),
    "fori_loop": (X, summed),
    "fori_loop, Jacobian": (X, jax.jacfwd(summed)),
    "each carried value from the other": (X, carried),
    "while": (X, lambda x: lax.while_loop(lambda c: c.sum() < 50.0, lambda c: c * c + 1.0, x)),
    "cond": (X, lambda x: lax.cond(x[0] > 0.0, jnp.sin, lambda x: 2.0 * x, x)),
    "the other branch": (X, lambda x: lax.cond(x[0] < 0.0, jnp.sin, lambda x: 2.0 * x, x)),
    "switch": (X, lambda x: lax.switch(2 + (x[0] > 0), [jnp.sin, jnp.cos, jnp.tan], x)),
    "extremes": (Y, lambda x: jnp.concatenate([x.max(0), x.min(0), x.prod(0)])),
    "logic": (Y, lambda x: jnp.stack([(x > 0).all(1), (x > 1).any(1)]) * 1.0),
    "pad": (X, lambda x: jnp.concatenate([x, lax.pad(x, 7.0, [(2, -1, 1)])])),
    "roll, diff": (X, lambda x: jnp.roll(x, 2) + jnp.diff(x, append=0.0)),
    "diagonals": (X, lambda x: jnp.diag(x) + jnp.tril(jnp.outer(x, x))),
    "cross": (Y, lambda x: jnp.cross(x[0], x[1:])),
    "interpolation": (X, lambda x: jnp.interp(x, np.arange(5.0), np.arange(5.0) ** 2)),
    "reshape": (Y, lambda x: (2.0 * x).T.reshape(9, 2)[::2].ravel()),
    "whole numbers": (X, lambda x: (40 * x).astype(jnp.int8) * jnp.arange(6, dtype=jnp.int8)),
}


@pytest.fixture(scope="module")
def library():
    texts = [PRELUDE]
    for i, (shape, function) in enumerate(CASES.values()):
        looped = Looped(lambda x, f=function: {"y": jnp.asarray(f(x), float)}, ("x", shape))
        texts.append(looped.emit(f"case_{i}", ("x",), ("y",), public=True).text)
    return build.library("\n".join(texts))


@pytest.mark.parametrize("name", CASES)
def test_loops_compute_what_JAX_computes(library, name):
    shape, function = CASES[name]
    x = np.random.default_rng(4).normal(size=shape)
    wanted = np.asarray(function(jnp.asarray(x)), float)
    found = np.full(wanted.shape, 17.0)
    call = getattr(library, f"case_{list(CASES).index(name)}")
    call(ctypes.c_void_p(x.ctypes.data), ctypes.c_void_p(found.ctypes.data))
    np.testing.assert_allclose(found, wanted, rtol=1e-13, atol=1e-13)


def test_random_expressions_of_all_types_agree():
    became = list(soak.outcomes(60, 7, loops=True))
    wrong = [x for x in became if x not in soak.FATES]
    assert not wrong, "\n".join(wrong)
    assert became.count("agrees") > 0.8 * len(became)


def test_what_has_no_rule_is_named():
    looped = Looped(lambda x: {"y": jnp.sort(x)}, ("x", (6,)))
    with pytest.raises(Unsupported, match="`sort` in loops"):
        looped.emit("f", ("x",), ("y",))


def test_arrays_share_their_place_unless_both_are_needed():
    buffers = [Buffer(name, 100, "double") for name in "abc"]
    steps = [Statement([], frozenset(x)) for x in ({"a"}, {"a", "b"}, {"b", "c"})]
    lines = laid_out(buffers, steps)
    assert lines[0].strip() == "ZW_ROOM double zw_room[200];"
    places = {x.split()[2]: int(x.split("+ ")[1][:-1]) for x in lines[1:]}
    assert places["a"] == places["c"] != places["b"]


# -- motions ---------------------------------------------------------------------------------------


def lagrangian(theta, w):
    """A chain of points under gravity, by the angles of its links."""
    x, y = jnp.cumsum(jnp.cos(theta) * w), jnp.cumsum(jnp.sin(theta) * w)
    return 0.5 * (x**2 + y**2).sum() + 9.81 * jnp.cumsum(jnp.cos(theta)).sum()


def by_matrices(N, low):
    """The same by M and Q."""
    count = N - np.maximum.outer(np.arange(N), np.arange(N))

    def mass(q):
        theta = low @ q
        return low.T @ (count * jnp.cos(theta[:, None] - theta)) @ low

    def force(q, qd):
        theta, w = low @ q, low @ qd
        turned = (count * jnp.sin(theta[:, None] - theta)) @ w**2
        return -low.T @ (turned + 9.81 * (N - np.arange(N)) * jnp.sin(theta))

    return mass, force


@pytest.mark.parametrize("held", (False, True))
def test_a_chain_in_joint_angles_moves_as_in_those_of_its_links(monkeypatch, held):
    N, t = 4, (0.0, 0.7)
    low, start, rest = np.tril(np.ones((N, N))), np.array([0.7, -0.2, 0.4, 0.1]), np.zeros(N)
    end = lambda theta: jnp.sin(theta).sum() - np.sin(start).sum()
    rows = lambda f: [zw.Holonomic(lambda q: end(f(q)), name="end")] if held else []
    links = zw.System.from_lagrangian(lagrangian, constraints=rows(lambda q: q))
    wanted = zw.simulate(links, start, rest, t, engine="native").q[-1]
    monkeypatch.setattr(functions, "FEW", 0)
    monkeypatch.setattr(functions, "HEAVY", 0)
    joint, joints = lambda q, qd: lagrangian(low @ q, low @ qd), rows(lambda q: low @ q)
    for system in (
        zw.System.from_lagrangian(joint, constraints=joints),
        zw.System(*by_matrices(N, low), joints),
    ):
        found = zw.simulate(system, np.linalg.solve(low, start), rest, t, engine="native")
        np.testing.assert_allclose(low @ found.q[-1], wanted, rtol=1e-8, atol=1e-9)


def test_loops_are_taken_where_scalars_would_be_too_many(cache, monkeypatch):
    """And not where most entries of M and A are zero."""
    taken, real = [], functions._in_loops
    monkeypatch.setattr(functions, "_in_loops", lambda *x: taken.append(x) or real(*x))
    monkeypatch.setattr(functions, "HEAVY", 1000)
    N = functions.FEW
    full = zw.System(*by_matrices(N, np.tril(np.ones((N, N)))))
    thin = zw.System(1.0, lambda q: -jnp.sin(jnp.outer(q, jnp.arange(1.0, 160.0))).sum(1))
    for system, count in ((full, 1), (thin, 0)):
        taken.clear()
        zw.simulate(system, np.full(N, 0.01), np.zeros(N), (0.0, 1e-4), engine="native")
        assert len(taken) == count
