"""Large Systems of plain functions in C: kinds of parts found by tracing, the same motions."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.motion.parallelograms import Row, absolute_angles, closure, judge
from tests.runtime.units import Change, spoiled, use
from zwang.engine import choose
from zwang.engine.large import kind as kinds
from zwang.engine.large import machine as machines
from zwang.engine.large import plain
from zwang.engine.large import system as systems
from zwang.equation.acceleration_form import acceleration_form
from zwang.files import build
from zwang.integrate.options import Options
from zwang.integrate.problem import request
from zwang.ir.scalar.graph import Unsupported


def hanging(N):
    """Where the particles of a chain are at rest, on a curve."""
    angle = 0.4 * np.sin(np.arange(N))
    return np.cumsum(np.stack([np.cos(angle), np.sin(angle)], axis=1), axis=0).ravel() / N


def rods(N):
    """Rods of a chain from the origin."""

    def phi(q):
        d = jnp.diff(q.reshape(N, 2), axis=0, prepend=jnp.zeros((1, 2)))
        return (d * d).sum(axis=1) - 1.0 / N**2

    return zw.Holonomic(phi, name="rods")


def chain(N, **kwargs):
    weight = lambda p: jnp.tile(jnp.array([0.0, -1.0]), N) * p["g"] / N
    return zw.System(np.full(2 * N, 1.0 / N), weight, [rods(N)], **kwargs)


def machine_of(system, n, p=None):
    asked = request(system, np.zeros(n), np.zeros(n), (0.0, 1.0), p, Options())
    return machines.large_machine(asked.program, asked.parameters, n)


def near(a, b, rounding=1e-12):
    a, b = np.asarray(a), np.asarray(b)
    assert a.shape == b.shape
    assert np.abs(a - b).max(initial=0.0) <= rounding * (1.0 + np.abs(b).max(initial=0.0))


# -- the same equations --------------------------------------------------------------------------


def one_by_one():
    """The first rod by itself, the others by a function of one rod under vmap."""
    first = zw.Holonomic(lambda q: q[0] ** 2 + q[1] ** 2 - 1.0)
    of_pair = lambda a, b: jnp.sum((a - b) ** 2)
    later = zw.Holonomic(
        lambda q: jax.vmap(of_pair)(q.reshape(-1, 2)[1:], q.reshape(-1, 2)[:-1]) - 1.0
    )
    return zw.System(2.0, None, [first, later])


def springs(q, qd, t, p):
    """Neighbours pull, and all is damped: a force that is a gradient."""
    V = lambda q: (p["k"] * (jnp.diff(q) - p["rest"]) ** 4).sum() + jnp.sin(t) * q[0]
    return -jax.grad(V)(q) - 0.1 * qd * jnp.abs(qd)


def tied_masses(q, p):
    """A mass matrix with neighbours in it, which changes with the place."""
    n = q.shape[0]
    beside = 0.1 * jnp.cos(q[1:] - q[:-1])
    return jnp.diag(p["m"] + q**2) + jnp.diag(beside, 1) + jnp.diag(beside, -1) + jnp.eye(n)


def alpha(q):
    n = q.shape[0]
    return jnp.eye(n)[1::2] * jnp.sin(q) + jnp.eye(n, k=2)[1::2]


def all_attract_all(q, qd, t, p):
    """A weight, a damper, a wind, and a sum over all others, which is none like another."""
    d = q[:, None] - q
    return (d / (1.0 + d**2)).sum(axis=1) - 0.5 * qd + p["m"] * (9.81 - jnp.sin(t)) - 2.0


SYSTEMS = {
    "all": (zw.System(np.ones(8), all_attract_all), {"m": np.linspace(1.0, 3.0, 8)}),
    "rods": (one_by_one(), None),
    "springs": (zw.System(np.linspace(1, 2, 8), springs), {"k": 3.0, "rest": np.arange(7.0)}),
    "masses": (
        zw.System(tied_masses, None, [zw.Pfaffian(alpha, lambda q, t: jnp.cos(t * q[1::2]))]),
        {"m": np.linspace(1.0, 3.0, 8)},
    ),
    "energies": (
        zw.System.from_lagrangian(
            T=lambda q, qd, p: (
                0.5 * (p["m"] * qd**2).sum()
                + (jnp.cos(q[1:] - q[:-1]) * qd[1:] * qd[:-1]).sum() / 4
            ),
            V=lambda q, t, p: (
                (p["m"] * q).sum() * 9.81 - jnp.sin(t) * q[0] * q[1] / (1 + p["m"][0])
            ),
            force=lambda qd: -0.1 * qd,
            constraints=[zw.Holonomic(lambda q: q[::4] - 2.0 * q[1::4] ** 2)],
        ),
        {"m": np.linspace(1.0, 3.0, 8)},
    ),
    "levels": (
        zw.System(
            lambda q: 1.0 + q**2,
            np.arange(8.0),
            [
                zw.Nonholonomic(lambda q, qd: qd[::2] ** 2 + q[1::2] * qd[1::2] - 1.0),
                zw.Holonomic(lambda q, t: q[:3] * q[1:4] ** 3 - jnp.where(t > 0.1, t, 0.0)),
            ],
        ),
        None,
    ),
}


@pytest.mark.parametrize("brief, much", [(plain.BRIEF, plain.MUCH), (3, plain.MUCH), (3, 0)])
@pytest.mark.parametrize("name", SYSTEMS)
def test_parts_found_by_tracing_are_the_equations(name, brief, much, monkeypatch):
    monkeypatch.setattr(plain, "BRIEF", brief)
    monkeypatch.setattr(plain, "MUCH", much)
    systems.large.cache_clear()  # which remembers what it found
    system, p = SYSTEMS[name]
    rng = np.random.default_rng(5)
    q, qd, t = rng.normal(size=8), rng.normal(size=8), 0.3
    machine = machine_of(system, 8, p)
    row = machine.system.row(machines.State(np.asarray(t), q, qd), machine.p)
    form = acceleration_form(system, q, qd, t, p)
    near(row.M.toarray(), system.M(q, t, p))
    near(row.Q, system.Q(q, qd, t, p))
    for found, wanted in ((row.A.toarray(), form.A), (row.b, form.b), (row.phi, form.phi)):
        near(found, wanted)
    near(row.velocity, form.velocity)


def test_entries_are_few_where_few_coordinates_meet():
    found = machine_of(SYSTEMS["masses"][0], 8, SYSTEMS["masses"][1]).system.pattern
    assert found.M.nnz == 8 + 2 * 7
    assert machine_of(SYSTEMS["rods"][0], 8).system.pattern.A.nnz == 2 + 3 * 4


def in_space(q):
    """All points of the plane push all others away."""
    X = q.reshape(-1, 2)
    d = X[:, None] - X
    return (d / ((d * d).sum(axis=-1) + jnp.eye(len(X)))[..., None]).sum(axis=1).ravel()


def test_where_all_push_all_the_terms_are_of_few_kinds(monkeypatch):
    kinds = lambda N, mass: machine_of(zw.System(mass, in_space), 2 * N).system.kinds
    assert kinds(6, 1.0) > kinds(4, 1.0)
    monkeypatch.setattr(plain, "BRIEF", 10)
    assert kinds(6, 2.0) == kinds(4, 2.0)  # another system: what was found of one is kept


def test_where_all_push_all_a_long_force_is_one_part(by_parts, monkeypatch):
    N = 5
    ring = lambda q: (q.reshape(N, 2) ** 2).sum(axis=1) - 1.0
    system = zw.System(1.5, lambda q, qd: in_space(q) - qd, [zw.Holonomic(ring, name="ring")])
    angles = np.arange(N) ** 1.3
    start = np.stack([np.cos(angles), np.sin(angles)], axis=1).ravel(), np.zeros(2 * N), (0, 1)
    wanted = zw.simulate(system, *start, engine="native")
    monkeypatch.setattr(plain, "MUCH", 0)
    for fewest in (plain.FEWEST, 10):  # known when all is taken apart, or before
        monkeypatch.setattr(plain, "FEWEST", fewest)
        systems.large.cache_clear()
        found = zw.simulate(system, *start, engine="native")
        assert found.engine == "native: 3 kinds of parts, sparse factors"
        near(found.q[-1], wanted.q[-1])


def test_terms_that_share_their_operations_stay_together(monkeypatch):
    def force(q):
        shared = functools.reduce(lambda x, _: jnp.sin(x), range(20), q[::-1])
        return shared + shared**2 + jnp.exp(shared) + 1.0 / (2.0 + shared)

    monkeypatch.setattr(plain, "BRIEF", 3)
    assert machine_of(zw.System(1.0, force), 4).system.kinds == 1


# -- the same motions ----------------------------------------------------------------------------


def test_a_chain_moves_as_when_it_is_written_out(by_parts, monkeypatch):
    N, p = 6, {"g": 9.81}
    energy = lambda q, qd, p: qd @ qd / (2 * N) + p["g"] * q[1::2].sum() / N
    system = chain(N, energy=energy, observables={"tip": lambda q: q[-2:]})
    given = system, hanging(N), np.zeros(2 * N), [0.0, 0.4], p
    large = zw.simulate(*given)
    monkeypatch.setattr(choose, "WRITTEN_OUT", 10**9)
    small = zw.simulate(*given)
    assert "kinds of parts" in large.engine and "kinds of parts" not in small.engine
    for name in ("q", "qd", "qdd", "Qc", "energy"):
        near(getattr(large, name), getattr(small, name), 1e-8)
    near(large.observables["tip"], large.q[:, -2:])
    near(large.force("rods"), small.force("rods"), 1e-8)
    other = zw.simulate(*given[:4], {"g": 1.0})
    assert np.abs(other.q[-1] - large.q[-1]).max() > 0.1


def test_units_axes_and_the_order_of_coordinates_change_nothing(by_parts):
    N, p, t = 5, {"g": 9.81}, [0.0, 0.3]
    known = zw.simulate(chain(N), hanging(N), np.zeros(2 * N), t, p).q[-1]
    rng = np.random.default_rng(2)
    order, units = rng.permutation(2 * N), 10.0 ** rng.integers(-3, 4, 2 * N)
    place = rods(N).phi
    meant = lambda q: jnp.zeros(2 * N).at[order].set(q) / units
    there = lambda x: (units * x)[order]
    rows = zw.Holonomic(lambda q: 1e4 * place(meant(q)), name="rods")
    pull = lambda p: (jnp.tile(jnp.array([0.0, -1.0]), N) * p["g"] / N / units)[order]
    system = zw.System(there(1.0 / N / units**3), pull, [rows])
    found = zw.simulate(system, there(hanging(N)), np.zeros(2 * N), t, p).q[-1]
    near(found / there(np.ones(2 * N)), known[order], 1e-8)


def test_how_many_steps_are_asked_for_at_once_changes_nothing(by_parts, monkeypatch):
    system, N = chain(4), 4
    given = system, hanging(N), np.zeros(2 * N), (0.0, 0.3), {"g": 9.81}
    known = zw.simulate(*given)
    monkeypatch.setattr(machines.LargeMachine, "at_once", 1)
    found = zw.simulate(*given)
    assert np.array_equal(found.q, known.q) and np.array_equal(found.t, known.t)


def test_a_longer_chain_compiles_nothing(monkeypatch):
    machine_of(chain(5), 10, {"g": 9.81})
    for function in (kinds._remembered, build.library):
        function.cache_clear()
    machine_of(chain(7), 14, {"g": 9.81})
    compiled = []
    monkeypatch.setattr(build, "run_compiler", lambda *given: compiled.append(given))
    found = machine_of(chain(9), 18, {"g": 1.0})
    assert not compiled and found.system.kinds == 4


# -- what is refused -----------------------------------------------------------------------------


def test_a_start_off_the_rods_is_refused(by_parts):
    with pytest.raises(ValueError, match="off the constraint 'rods"):
        zw.simulate(chain(4), 1.01 * hanging(4), np.zeros(8), (0.0, 0.1), {"g": 9.81})


@pytest.mark.parametrize(
    "system, why",
    [
        (zw.System(1.0, None, [zw.AccelerationLevel(np.eye(4), 0.0)]), "no functions of q and qd"),
        (zw.System(1.0, None, nonideal=lambda qd: -qd), "`nonideal` is given"),
        (zw.System.from_lagrangian(lambda q, qd: qd @ qd + (qd**4).sum()), "quadratic in qd"),
        (zw.System.from_lagrangian(lambda qd: qd @ qd + qd.sum() ** 2), "of M and A are there"),
        (zw.System(1.0, lambda q: jax.lax.stop_gradient(q)), None),
        (zw.System(1.0, None, [zw.Holonomic(jax.lax.stop_gradient)]), "the derivative of"),
    ],
)
def test_what_large_systems_do_not_take_is_named(system, why):
    if why is None:
        assert machine_of(system, 4).system.kinds == 1
        return
    with pytest.raises(Unsupported, match=why):
        machine_of(system, 4)


def test_functions_of_many_kinds_are_not_taken_for_parts(monkeypatch):
    monkeypatch.setattr(plain, "KINDS", 3)
    odd = lambda q: jnp.stack([q[0], jnp.sin(q[1]), jnp.cos(q[2]), jnp.exp(q[3])])
    with pytest.raises(Unsupported, match="more than 3 kinds"):
        machine_of(zw.System(lambda q: 3.0 + odd(q), None), 4)
    assert machine_of(zw.System(1.0, odd), 4).system.kinds == 2  # masses, and one part that pulls


# -- rows that vanish as a whole -----------------------------------------------------------------


def crank_motion(scale):
    """Three parallelograms in absolute angles, whose rows along x vanish where they lie flat."""
    row = Row(3)
    stated = absolute_angles(row)
    names = stated.system.constraints[0].name
    loops = zw.Holonomic(lambda q: scale * closure(row, q[:4], q[4:]), name=names)
    scaled = zw.System(stated.system.mass, stated.system.force, loops)
    motion = zw.simulate(scaled, *stated.state(0.3, 2.0), (0.0, 1.5), throw=False)
    return motion, stated.state(*judge(row, 0.3, 2.0, 1.5).y[:, -1])[0]


@pytest.mark.parametrize("scale", [1.0, 1e-6, 1e6])
def test_rows_that_vanish_as_a_whole_are_lost_like_others(by_parts, scale):
    motion, end = crank_motion(scale)
    assert "kinds of parts" in motion.engine and motion.status == zw.Status.OK
    assert np.abs(motion.q[-1] - end).max() < 1e-9
    assert [(x.before, x.at) for x in motion.rank_changes] == [(6, 3), (6, 3)]
    assert all(x.constraints == ("loop 0 x", "loop 1 x", "loop 2 x") for x in motion.rank_changes)


def test_by_their_present_lengths_alone_they_are_not_seen(by_parts, monkeypatch):
    state = "engine/large/c/state.h"
    use(monkeypatch, spoiled(Change(state, "if (!(part < 1.0)) continue;", "continue;")))
    try:
        motion, _ = crank_motion(1.0)
    finally:
        systems.large.cache_clear()
    assert motion.status != zw.Status.OK or not motion.rank_changes
