"""Derivatives of large motions, by parts: those of small ones, or of two motions apart."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.engine.large import plain
from zwang.engine.large import system as systems
from zwang.engine.large.tangent.pair import Pair
from zwang.engine.large.tangent.start import start_along as start_by_parts
from zwang.integrate.options import Options
from zwang.integrate.problem import request
from zwang.sensitivity import columns, wrt
from zwang.sensitivity.start import start_along
from zwang.zoo.mechanisms import scissor_lift

pytestmark = pytest.mark.usefixtures("by_parts")
N, TIMES = 5, [0.0, 0.1, 0.3]
P = {"length": 1.0, "g": 9.81, "k": 2.0}


@pytest.fixture(autouse=True)
def everything_is_large(monkeypatch):
    monkeypatch.setattr(wrt, "MOST", 0)


def chain(twice=0, unit=1.0):
    """Particles on rods with springs to the ground; some rods twice; q in other units of length."""

    def rods(q, p):
        d = jnp.diff(unit * q.reshape(N, 2), axis=0, prepend=jnp.zeros((1, 2)))
        found = (d * d).sum(axis=1) - p["length"] ** 2
        return jnp.concatenate([found, 1e3 * found[:twice]])

    def force(q, qd, p):
        return unit * (jnp.tile(jnp.array([0.0, -p["g"]]), N) - unit * (p["k"] * q + 0.1 * qd))

    return zw.System(unit**2, force, [zw.Holonomic(rods, name="rods")])


ANGLES = 0.3 * np.arange(N) - 0.5


def start(p, unit=1.0):
    """On the rods, whatever their length."""
    along = jnp.stack([jnp.cos(ANGLES), jnp.sin(ANGLES)], axis=1)
    return (jnp.cumsum(along, axis=0) * p["length"] / unit).ravel()


ONCE, REST = chain(), np.zeros(2 * N)


@pytest.fixture(scope="module")
def known():
    """The derivatives as those of small motions are found."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wrt, "MOST", 40_000)
        return zw.sensitivity(ONCE, start, REST, TIMES, P)


def close(found, wanted, within=1e-8):
    for name in ("along_q", "along_qd", "along_qdd"):
        a, b = getattr(found, name), getattr(wanted, name)
        size = np.abs(b).max(axis=(0, 2), keepdims=True)
        np.testing.assert_array_less(np.abs(a - b) / size, within, name)


def test_derivatives_by_parts_are_those_of_pairs(known):
    found = zw.sensitivity(ONCE, start, REST, TIMES, P)
    assert "sparse factors, with derivatives" in found.engine
    assert "derivatives" not in known.engine
    close(found, known)


def test_derivatives_of_forces_in_loops_are_the_same(known, monkeypatch):
    monkeypatch.setattr(plain, "MUCH", 0)
    systems.large.cache_clear()  # which remembers parts that were found before
    close(zw.sensitivity(chain(), start, REST, TIMES, P), known)


@pytest.mark.parametrize("unit", [1e-3, 1e2])
def test_units_and_redundant_rows_change_no_derivative(known, unit):
    """Of more than two thirds of the rods there are two, one counted a thousandfold."""
    begin = lambda p: start(p, unit)  # noqa: E731
    found = zw.sensitivity(chain(4, unit), begin, REST, TIMES, P, atol=1e-12 / unit)
    assert (found.motion.rank == N).all() and found.motion.residual.shape[1] == N + 4
    for name in ("along_q", "along_qd", "along_qdd"):
        a, b = unit * getattr(found, name), getattr(known, name)
        assert np.abs(a - b).max() <= 1e-7 * np.abs(b).max(), name


def test_derivatives_by_the_start_are_those_of_pairs_too(monkeypatch):
    """Off the rods it may not go: what would is taken off, by the least change in the metric."""
    options = Options()
    motion = zw.simulate(ONCE, np.asarray(start(P)), REST, TIMES, P)
    along = wrt.directions(ONCE, motion.q[0], REST, P, ["q0", "qd0"], dense=False)
    some = np.zeros(len(along), bool)
    some[[1, 4, 2 * N + 3]] = True
    along = wrt.Directions(
        along.given, along.p, along.numbers, along.leaves, along.start,
        tuple(np.array(along.names)[some]), [x[some] for x in along.dp],
        along.dq0[some], along.dqd0[some], along.sizes[some],
    )  # fmt: skip
    guess = motion.q[0], REST
    by_parts = columns._by_parts(motion, guess, along, options)
    assert by_parts is not None
    monkeypatch.setattr(wrt, "MOST", 40_000)
    by_pairs = columns._by_pairs(motion, guess, along, options)
    for a, b in zip(by_parts[0], by_pairs[0], strict=True):
        np.testing.assert_allclose(a, b, atol=1e-8 * np.abs(b).max())


def test_an_assembled_start_changes_as_by_dense_matrices(rng):
    """A guess off the rods: the nearest start moves on with it, along rods that bend."""
    guess = np.asarray(start(P)) + 0.05 * rng.normal(size=2 * N), rng.normal(size=2 * N)
    q, qd = zw.assemble(ONCE, *guess, 0.0, P)
    q, qd = np.asarray(q), np.asarray(qd)
    dg, dgd = rng.normal(size=(2, 2 * N))
    dp = [rng.normal(size=()) for _ in P]
    wanted = start_along(
        ONCE, guess, (0.0, q, qd), P, dg[None], dgd[None], [np.array([x]) for x in dp]
    )
    asked = request(ONCE, q, qd, (0.0, 1.0), P, Options())
    pair = Pair(asked.program, asked.parameters, asked.start)
    pair.along(dp)
    found = start_by_parts(pair, 0.0, guess, (q, qd), dg, dgd)
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_allclose(a, b[0], atol=1e-9 * np.abs(b).max())


def swing():
    """Two bodies whose numbers are parameters, on redundant hinges."""
    J = zw.joints
    one, two = (
        zw.RigidBody(mass=m, inertia=[0.1, 0.2, 0.3], p_WB=[x, 0.0, 0.0], name=name)
        for m, x, name in (("m", 0.5, "one"), (lambda p: 2 * p["m"] ** 2, 1.5, "two"))
    )
    hinge = dict(axis=[0, 1, 0])
    joints = [
        J.Revolute(zw.GROUND, one, point=[0, 0, 0], name="A", **hinge),
        J.Revolute(one, two, point=[1, 0, 0], name="B", **hinge),
        J.Revolute(one, two, point=[1, 0.2, 0], name="again", **hinge),
    ]
    spring = zw.Spring(zw.GROUND, two, points=[[2, 0, 1.0], [2, 0, 0]], stiffness="k", rest="L")
    return zw.Mechanism([one, two], joints, [zw.Gravity(), spring])


NUMBERS = {"m": 1.2, "k": 30.0, "L": 0.4}


def test_numbers_of_bodies_and_springs_are_differentiated_by(monkeypatch):
    """Differences of two motions tell, and tell where numbers of parts were left out."""
    machine = swing()
    given = machine, *machine.start(NUMBERS), [0.0, 0.1, 0.2], NUMBERS
    found = zw.sensitivity(*given)
    assert "with derivatives" in found.engine
    assert found.check() < 1e-7
    none = lambda pair, dp: [np.zeros(x.numbers.size + 1) for x in pair.system.parts[0]]  # noqa: E731
    monkeypatch.setattr(Pair, "_changes", none)
    assert zw.sensitivity(*given).check() > 1e-2


def test_derivatives_of_a_small_mechanism_go_by_parts_and_are_those_of_pairs(monkeypatch):
    """As its motion would not: two bars in the plane, whose M and A are written out."""
    monkeypatch.undo()
    upper, lower = (
        zw.PlanarBody(m, 0.1, p_WB=[x, 0.0], name=name)
        for m, x, name in (("m", 0.5, "upper"), (1.0, 1.5, "lower"))
    )
    joints = [
        zw.joints.Revolute(zw.GROUND, upper, point=[0, 0], name="A"),
        zw.joints.Revolute(upper, lower, point=[1, 0], name="B"),
    ]
    spring = zw.TorsionSpring(joints[1], "k", damping=0.1)
    machine = zw.Mechanism([upper, lower], joints, [zw.Gravity(), spring])
    given = machine, *machine.start({"m": 2.0, "k": 3.0}), TIMES, {"m": 2.0, "k": 3.0}
    found = zw.sensitivity(*given)
    assert found.motion.engine == "native" and "parts" in found.engine
    monkeypatch.setattr(columns, "_has_parts", lambda *given: False)
    by_pairs = zw.sensitivity(*given)
    assert by_pairs.engine == "native"
    close(found, by_pairs)


def test_what_a_pair_would_make_too_large_goes_by_parts(monkeypatch):
    """A chain that is written out itself; a pair of it would have four times the entries."""
    monkeypatch.undo()
    count = 28

    def rods(q):
        d = jnp.diff(q.reshape(count, 2), axis=0, prepend=jnp.zeros((1, 2)))
        return (d * d).sum(axis=1) - 1.0

    weight = lambda p: jnp.tile(jnp.stack([0.0 * p["g"], -p["g"]]), count)  # noqa: E731
    system = zw.System(1.0, weight, [zw.Holonomic(rods, name="rods")])
    q0 = np.stack([np.arange(1.0, count + 1), np.zeros(count)], axis=1).ravel()
    found = zw.sensitivity(system, q0, 0.0 * q0, [0.0, 0.1], {"g": 9.81})
    assert found.motion.engine == "native" and "with derivatives" in found.engine
    assert found.q["g"][-1, -1] == pytest.approx(-0.005, abs=1e-9)  # its end falls as if free


def test_a_large_system_is_fitted_from_data(rng):
    truth = P | {"g": 9.3, "k": 2.5}
    data = zw.simulate(ONCE, np.asarray(start(P)), REST, TIMES, truth).q
    found = zw.fit(ONCE, np.asarray(start(P)), REST, TIMES, data, P, wrt=["g", "k"])
    assert found.p["g"] == pytest.approx(9.3, abs=1e-7)
    assert found.p["k"] == pytest.approx(2.5, abs=1e-6)


def test_derivatives_by_parts_are_not_carried_through_singular_configurations(monkeypatch):
    """A parallelogram of massless bars, which goes through the line of its bars, is left to pairs;
    a mechanism for which these are too much would be refused."""

    def bars(q, p):
        first, second = q[:2], q[2:] - jnp.array([p["L"], 0.0])
        across = q[2:] - q[:2]
        lengths = jnp.array([1.0, 1.0, p["L"]])
        return jnp.stack([x @ x for x in (first, second, across)]) - lengths**2

    system = zw.System(1.0, [0.0, 0.0, 0.0, 0.0], [zw.Holonomic(bars, name="bars")])
    given = [0.0, 1.0, 1.0, 1.0], [-1.0, 0.0, -1.0, 0.0], [0.0, 3.0], {"L": 1.0}
    asked = []

    def pairs(motion, guess, along, options):
        asked.append(motion.rank_changes)
        return columns._nothing(motion, along), zw.Status.OK, "", "pairs"

    monkeypatch.setattr(columns, "_by_pairs", pairs)
    assert zw.sensitivity(system, *given).engine == "pairs" and asked[0]
    before = zw.sensitivity(system, *given[:2], [0.0, 1.0], {"L": 1.0}, wrt=["qd0"])
    assert before.check() < 1e-6


def test_a_mechanism_whose_derivatives_are_too_much_is_refused_by_name():
    system = scissor_lift(5).mechanism.system()
    with pytest.raises(ValueError, match="`system` has 70 coordinates .* dense .* be: it rubs"):
        wrt.require_few(system, 70, "it rubs")


def test_a_name_does_not_make_a_system_large(monkeypatch):
    """Rows count, and not the letters of what they are called."""
    monkeypatch.setattr(wrt, "MOST", 40_000)
    assert not wrt.is_large(190, 10) and wrt.is_large(190, 30)
    rod = zw.Holonomic(lambda q: q @ q - 1.0, name="a" * 1000)
    wrt.require_few(zw.System(1.0, np.zeros(190), [rod]), 190)


def test_too_few_steps_are_told_of_the_number_that_they_failed_for():
    found = zw.sensitivity(ONCE, start, REST, TIMES, P, max_steps=40)
    steps = found.motion.stats["accepted"] + found.motion.stats["rejected"]
    found = zw.sensitivity(ONCE, start, REST, TIMES, P, max_steps=steps, throw=False)
    assert found.status in (zw.Status.OK, zw.Status.TOO_MANY_STEPS)
    short = zw.sensitivity(ONCE, start, REST, TIMES, P, rtol=1e-12, max_steps=steps, throw=False)
    assert short.status == zw.Status.TOO_MANY_STEPS
