"""Large Systems of plain functions looked at by sparse means: what dense ones say of them."""

from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.engine.test_large_check import agree
from zwang.engine.large import report_by_parts
from zwang.system import elements

N = 12
LENGTH = 1.0 / N
P = {"length": LENGTH}


def links(q):
    return jnp.diff(q.reshape(N, 2), axis=0, prepend=jnp.zeros((1, 2)))


def rods(q, p):
    return (links(q) ** 2).sum(axis=1) - p["length"] ** 2


def rope(*more, mass: Any = 1.0 / N):
    """A chain of points with some of its rods twice, and a velocity that is given."""
    given = [
        zw.Holonomic(rods, name="rods"),
        zw.Holonomic(lambda q, p: 3.0 * rods(q, p)[::4], name="again"),
        zw.Nonholonomic(lambda q, qd, t: qd[-1] - 0.1 * jnp.cos(t) * q[0], name="led"),
    ]
    return zw.System(mass, np.tile([0.0, -9.81 / N], N), [*given, *more])


def hanging(rng):
    """A state on the constraints, and states off them."""
    turns = rng.normal(size=N) * 0.3
    q = (LENGTH * np.cumsum(np.stack([np.cos(turns), np.sin(turns)], 1), axis=0)).ravel()
    away = rng.normal(size=2 * N)
    return zw.assemble(rope(), q, away, 0.3, P), (q + 1e-5 * away, away), (q, 0.0 * away)


@pytest.fixture
def sparsely(monkeypatch):
    """Small systems are looked at by sparse means, or by dense ones."""
    return lambda on: monkeypatch.setattr(elements, "TRACED", 2 if on else np.inf)


def test_the_sparse_report_is_the_dense_one(sparsely):
    system = rope()
    for i, state in enumerate(hanging(np.random.default_rng(0))):
        sparsely(True)
        found = zw.check(system, *state, 0.3, P)
        sparsely(False)
        dense = zw.check(system, *state, 0.3, P)
        assert found.solver.startswith("sparse") and not dense.solver.startswith("sparse")
        assert found.ok == (i == 0)
        agree(found, dense)


@pytest.mark.parametrize(
    "row",
    [
        lambda q: jnp.floor(50.0 * q[3]),
        lambda q: jnp.sin(q[3]) ** 2 + jnp.cos(q[3]) ** 2 - 1.0,
        lambda q: jnp.array([q[3] ** 2 - q[3] * q[3] + 1.0, q[3] - 10.0])[1:],
    ],
)
def test_rows_without_derivative_are_named_however_large_the_system(row, sparsely):
    system = rope(zw.Holonomic(row, name="odd"))
    state = hanging(np.random.default_rng(1))[0]
    told = []
    for on in (True, False):
        sparsely(on)
        told.append(zw.check(system, *state, 0.3, P))
    assert [str(x) for x in told[0].problems] == [str(x) for x in told[1].problems]
    assert told[0].problems and "'odd" in str(told[0].problems)


def test_what_takes_an_entry_that_is_not_there_is_named(sparsely):
    sparsely(True)
    system = rope(zw.Holonomic(lambda q: q[2 * N + 3], name="beyond"))
    assert "beyond" in str(zw.check(system, *hanging(np.random.default_rng(1))[0], 0.3, P))


@pytest.mark.parametrize("mass", ["none", "friction"])
def test_what_needs_dense_matrices_has_them(mass, sparsely):
    """To tell which coordinates have neither mass nor constraint, and for friction."""
    sparsely(True)
    system = rope(mass=np.zeros(2 * N))
    if mass == "friction":
        system = zw.System(1.0, None, rope().constraints, nonideal=lambda qd: -qd)
    found = zw.check(system, *hanging(np.random.default_rng(1))[0], 0.3, P)
    assert found.ok == (mass == "friction") and bool(found.free) == (mass == "none")
    assert not found.solver.startswith("sparse")


def braced(seed, lacking, dimensions=2):
    """Two random trusses beside each other, with bars that are too many, in three constraints;
    some nodes have no mass, masses and rows are of all sizes."""
    rng, nodes, links = np.random.default_rng(seed), 9, []
    x = rng.uniform(size=(2 * nodes, dimensions))
    x[nodes:] += 3.0
    for part in range(2):
        some = [(i, j) for i in range(nodes) for j in range(i)]
        chosen = rng.choice(len(some), (dimensions + (part == 0)) * nodes, replace=False)
        links += [(part * nodes + some[k][0], part * nodes + some[k][1]) for k in chosen]
    ends = np.array(links)[rng.permutation(len(links))]
    squares = ((x[ends[:, 0]] - x[ends[:, 1]]) ** 2).sum(axis=1)
    sizes = 10.0 ** rng.uniform(-3, 3, len(ends))

    def bars(q, own):
        y = q.reshape(x.shape)
        d = y[ends[own, 0]] - y[ends[own, 1]]
        return ((d * d).sum(axis=1) - squares[own]) * sizes[own]

    parts = np.array_split(np.arange(len(ends)), 3)
    rows = [zw.Holonomic(lambda q, own=own: bars(q, own), name=f"b{own[0]}") for own in parts]
    mass = 10.0 ** rng.uniform(-2, 2, 2 * nodes)
    # A node is held in all directions by as many bars as there are.
    held = [i for i in range(2 * nodes) if (ends == i).any(axis=1).sum() > dimensions + 1]
    mass[held[:lacking]] = 0.0
    force = rng.normal(size=x.size)
    return zw.System(np.repeat(mass, dimensions), force, rows), x.ravel(), force


@pytest.mark.parametrize(("lacking", "dimensions"), [(0, 2), (2, 2), (2, 3)])
@pytest.mark.parametrize("seed", range(3))
def test_random_trusses_are_reported_as_by_dense_matrices(seed, lacking, dimensions, sparsely):
    """Ranks, rows that depend on each other, unique forces; where mass is missing too."""
    system, q, away = braced(seed, lacking, dimensions)
    for state in ((q, 0.0 * q), (q + 1e-6 * away, away)):
        sparsely(True)
        found = report_by_parts(system, *state, 0.0, None, "zw.assemble(system, q, qd)")
        sparsely(False)
        dense = zw.check(system, *state)
        assert found is not None and found.status == dense.status
        assert found.mass == ("singular" if lacking else "definite")
        assert found.rank is not None and found.rank < found.m
        agree(found, dense)


@pytest.mark.parametrize("amount", [1e-6, 1e-3, 0.1])
def test_the_start_that_is_assembled_is_the_nearest_one(amount, sparsely, monkeypatch):
    """Also where the curvature of the rows, times what they hold, exceeds the mass."""
    monkeypatch.setattr("zwang.engine.large.instant.assemble.AROUND", 0)
    straight = np.stack([LENGTH * np.arange(1, N + 1), np.zeros(N)], axis=1).ravel()
    rng, system = np.random.default_rng(2), rope()
    away = rng.normal(size=2 * N)
    for way in (np.ones(2 * N), away):
        guess = straight + amount * LENGTH * way
        found = []
        for on in (True, False):
            sparsely(on)
            found.append(zw.assemble(system, guess, away, 0.3, P))
        (q, qd), (wanted, speeds) = found
        assert abs(rods(q, P)).max() < 1e-14 * LENGTH
        np.testing.assert_allclose(q, wanted, atol=2e-7 * amount * LENGTH + 1e-15)
        np.testing.assert_allclose(qd, speeds, atol=1e-7)
