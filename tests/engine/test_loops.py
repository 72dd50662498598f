"""Functions in C with loops over arrays: the same numbers as by JAX."""

import ctypes

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.control.plant import SOLVER
from zwang.emit.lines import PRELUDE
from zwang.emit.loops import Looped
from zwang.equation.friction import eliminate
from zwang.files.build import SELDOM, library
from zwang.ir.calls import called_texts
from zwang.ir.text import constants, defined
from zwang.solvers.base import is_definite
from zwang.solvers.derivative import differentiable, mobility
from zwang.solvers.singular import equilibrate

ROWS = np.array([2, 0, 2, 1])


def cut(x):
    return jax.lax.cond(x[0] > 0.5, lambda x: x[:2] * 3.0, lambda x: jnp.sin(x[1:3]), x)


def solved(M, X):
    W = M @ M.T + 5.0 * jnp.eye(5)
    found = differentiable(SOLVER)(W, X[:, :5], M[:, :2], X[:, :2])
    return jnp.concatenate([found.x.ravel(), found.lengths, found.status[None].astype(float)])


def lesser(M, X):
    """The same with other numbers of rows and columns."""
    W = M @ M.T + 5.0 * jnp.eye(5)
    return differentiable(SOLVER)(W, X[:1, :5], M[:, :4], X[:1, 2:]).x


def moved(M, X):
    P, status = mobility(SOLVER)(M @ M.T + 5.0 * jnp.eye(5), X[:, :5])
    return P + status


def triangles(M, B, left):
    """All kinds of triangular equations."""
    every = [(lower, turned, unit) for lower in (0, 1) for turned in (0, 1) for unit in (0, 1)]
    return jnp.stack(
        [
            jax.lax.linalg.triangular_solve(
                M + 4.0 * jnp.eye(5),
                B,
                left_side=left,
                lower=bool(lower),
                transpose_a=bool(turned),
                unit_diagonal=bool(unit),
            )
            for lower, turned, unit in every
        ]
    )


def turned(x, M):
    """A loop whose turns solve equations, twice with other lengths."""
    step = lambda y, _: (y - 0.3 * eliminate(M + 4.0 * jnp.eye(5), y - jnp.cos(x[:5])), None)
    long, short = (jax.lax.scan(step, x[1:], None, length=n)[0] for n in (16, 2))
    return jnp.concatenate([long, short])


# Of x (6,), M (5, 5), X (3, 6).
CASES = {
    "factor": lambda x, M, X: jnp.linalg.cholesky(M @ M.T + jnp.eye(5)),
    "no factor": lambda x, M, X: jnp.isnan(jnp.linalg.cholesky(-jnp.eye(5) - M @ M.T)[0, 0]) + x,
    "triangles": lambda x, M, X: triangles(M, X[:, :5].T, True),
    "triangles behind": lambda x, M, X: triangles(M, X[:, :5], False),
    "elements": lambda x, M, X: jnp.where(M > 0.3, jnp.sqrt(jnp.abs(M)), jnp.exp(-M) / 3.0) ** 3,
    "shared": lambda x, M, X: (M * M + 1.0) * (M * M - 2.0),
    "broadcast": lambda x, M, X: X * x + x[:3, None] - X.T[0][:, None],
    "moved": lambda x, M, X: M.T[::-1, 1:4].reshape(3, 5)[:, ::2],
    "joined": lambda x, M, X: jnp.concatenate([M[:2], X[:, :5] * 2.0, x[None, 1:]]),
    "padded": lambda x, M, X: jax.lax.pad(X, 7.0, ((1, 2, 1), (0, 3, 0))),
    "sum": lambda x, M, X: jnp.concatenate([M.sum(0), M.sum(1), (X * X).sum()[None]]),
    "extremes": lambda x, M, X: jnp.stack([M.max(), M.min(), X.max(axis=0)[2], X.min(axis=1)[1]]),
    "truth": lambda x, M, X: jnp.stack([(x > -9).all(), (M > 2).any(), ~(x[0] > 0)]).astype(float),
    "whole": lambda x, M, X: (jnp.where(x > 0, 3, 5) * jnp.arange(6) - 2).astype(float),
    "product": lambda x, M, X: X @ jnp.diag(x) @ X.T,
    "batch": lambda x, M, X: jnp.einsum("ij,kj,jl->ikl", M[:2, :3], M[:, :3], X),
    "taken": lambda x, M, X: X[ROWS][:, ROWS] + x[ROWS],
    "put": lambda x, M, X: M.at[ROWS, 1].set(9.0).at[ROWS].add(M[:4]).at[1:3, 2:].add(x[3:]),
    "branch": lambda x, M, X: cut(x) + cut(-x),
    "written out": lambda x, M, X: jnp.cumsum(x) * jnp.argmax(x),
    "kernel": lambda x, M, X: solved(M, X),
    "kernel of other sizes": lambda x, M, X: lesser(M, X),
    "inverse mass": lambda x, M, X: moved(M, X),
    "asked for twice": lambda x, M, X: solved(M, X) * solved(M, X)[::-1],
    "counted": lambda x, M, X: 1.0 * (M > 0).sum(axis=0),
    "units": lambda x, M, X: jnp.concatenate(equilibrate(M @ M.T, X[:, :5], jnp)),
    "definite": lambda x, M, X: 1.0 * jnp.stack([is_definite(M @ M.T + 1.0), is_definite(M)]),
    "equations": lambda x, M, X: eliminate(M, x[:5]),
    "turns": lambda x, M, X: turned(x, M),
    "known": lambda x, M, X: jnp.eye(4) @ jnp.arange(4.0),
    "nothing": lambda x, M, X: jnp.zeros((0, 3)) @ X,
    "single": lambda x, M, X: x[0] * x[1] + M[0, 0],
}


def everything(x, M, X):
    return {f"o{k}": case(x, M, X) for k, case in enumerate(CASES.values())}


@pytest.fixture(scope="module")
def in_c():
    inputs = ("x", (6,)), ("M", (5, 5)), ("X", (3, 6))
    looped = Looped(everything, *inputs, deferred=True)
    names = [f"o{k}" for k in range(len(CASES))]
    written = looped.emit("zw_law", "xMX", names, public=True, stack=True)
    above = PRELUDE, defined(constants()), called_texts(written.calls)
    function = library("\n".join([*above, written.text]), SELDOM).zw_law

    def call(*given):
        given = [np.ascontiguousarray(x) for x in given]
        found = [np.full(looped.shapes[name], np.nan) for name in names]
        function(*(ctypes.c_void_p(x.ctypes.data) for x in (*given, *found)))
        return dict(zip(CASES, found, strict=True))

    return call


def given(seed):
    rng = np.random.default_rng(seed)
    return rng.normal(size=6), rng.normal(size=(5, 5)), rng.normal(size=(3, 6))


@pytest.fixture(scope="module")
def by_jax():
    return jax.jit(everything)


@pytest.mark.parametrize("name", CASES)
def test_loops_compute_what_jax_does(name, in_c, by_jax):
    place = list(CASES).index(name)
    for seed in range(3):
        expected = np.asarray(by_jax(*given(seed))[f"o{place}"])
        np.testing.assert_allclose(in_c(*given(seed))[name], expected, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("stack", [True, False])
def test_an_index_that_depends_on_the_state_is_moved_inside(stack):
    looped = Looped(lambda x: {"o": x[jnp.argmax(x) + 3]}, ("x", (6,)))
    written = looped.emit("zw_law", "x", ["o"], public=True, stack=stack)
    function = library("\n".join([PRELUDE, written.text]), SELDOM).zw_law
    for x in (np.array([1.0, 2.0, 5.0, 4.0, 3.0, 4.5]), np.array([9.0, 2.0, 5.0, 4.0, 3.0, 4.5])):
        found = np.zeros(1)
        function(*(ctypes.c_void_p(y.ctypes.data) for y in (x, found)))
        assert found == x[min(np.argmax(x) + 3, 5)]


@pytest.fixture(scope="module")
def crane():
    """A link on a hinge and a second one that slides along it: 14 coordinates."""
    links = [
        zw.RigidBody(mass=2.0 - i, inertia=[0.2, 0.3, 0.1], p_WB=[0.3 * i, 0.1, 0.5], name=f"b{i}")
        for i in range(2)
    ]
    hinge = zw.joints.Revolute(zw.GROUND, links[0], point=[0, 0, 0], axis=[0, 1, 0.2], name="hinge")
    slide = zw.joints.Prismatic(*links, point=[0.1, 0.1, 0.5], axis=[1, 0, 0.3], name="slide")
    arm = zw.Mechanism(links, [hinge, slide], [zw.Gravity([0.0, 0.0, -9.81])])
    path = lambda q, t: q[7:10:2] - jnp.stack([0.3 + 0.1 * jnp.sin(t), 0.5 + 0.0 * t])
    aim = zw.Holonomic(path, name="hand")
    return zw.track(arm, aim, gains=(4.0, 4.0), actuation=["hinge", "slide"])


def test_a_law_of_bodies_in_loops_is_the_force(crane):
    q, qd = crane.posed({"hinge": 0.2, "slide": 0.05}, {"hinge": 0.3})
    law = crane.compile()
    np.testing.assert_allclose(law(q, qd, 0.2), crane.force(q, qd, 0.2), rtol=1e-11, atol=1e-11)
    assert law.engine == "native"


def test_an_exported_law_of_bodies_in_loops_is_the_force(crane, tmp_path):
    q, qd = crane.posed({"hinge": 0.2, "slide": 0.05}, {"hinge": 0.3})
    _, source, _ = zw.export_c(crane, tmp_path / "crane", q=q)
    header = (tmp_path / "crane" / "crane.h").read_text()
    assert "loops over arrays" in header + source.read_text()
    text = source.read_text().replace('#include "crane.h"', "")
    told = [np.zeros(x) for x in (14, 2, 1)]
    given = [np.ascontiguousarray(x) for x in (q, qd, [0.2], [0.0])]
    library(text, SELDOM).crane_compute(*(ctypes.c_void_p(x.ctypes.data) for x in (*given, *told)))
    np.testing.assert_allclose(told[0], crane.force(q, qd, 0.2), rtol=1e-11, atol=1e-11)


def test_a_motion_of_bodies_under_control_accelerates_as_the_command_says(crane):
    q, qd = crane.posed({"hinge": 0.2, "slide": 0.05}, {"hinge": 0.3})
    motion = zw.simulate(crane.closed_loop(), q, qd, (0.0, 0.3))
    assert motion.engine == "native"
    for k in (0, len(motion.t) // 2, -1):
        told = crane.command(motion.q[k], motion.qd[k], motion.t[k])
        np.testing.assert_allclose(motion.qdd[k], told.qdd, rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(motion.control[k], told.force, rtol=1e-9, atol=1e-9)
