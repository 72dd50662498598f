"""Derivatives of motions: closed forms, laws, and differences of motions."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang import zoo
from zwang.consistency.assemble import assemble
from zwang.sensitivity.start import start_along

# What a motion at rtol 1e-10 may be off; derivatives are taken in steps of their numbers' sizes.
FINE: dict[str, Any] = {"rtol": 1e-10, "atol": 1e-13}


# -- closed forms --------------------------------------------------------------------------------

spring = zw.System(lambda p: p["m"], lambda q, qd, p: -p["k"] * q)


def test_a_linear_oscillator_has_its_closed_form():
    t, k, m, x, v = np.linspace(0.0, 3.0, 7), 4.0, 1.3, 0.7, -0.4
    found = zw.sensitivity(
        spring, [x], [v], t, {"k": k, "m": m}, wrt=["k", "m", "q0", "qd0"], **FINE
    )
    w = np.sqrt(k / m)
    position = x * np.cos(w * t) + v / w * np.sin(w * t)
    velocity = -x * w * np.sin(w * t) + v * np.cos(w * t)
    by_w = -x * t * np.sin(w * t) + v * t / w * np.cos(w * t) - v / w**2 * np.sin(w * t)
    assert found.motion.q[:, 0] == pytest.approx(position, abs=1e-9)
    assert found.motion.qd[:, 0] == pytest.approx(velocity, abs=1e-9)
    assert found.q["k"][:, 0] == pytest.approx(by_w * w / (2 * k), abs=1e-9)
    assert found.q["m"][:, 0] == pytest.approx(-by_w * w / (2 * m), abs=1e-9)
    assert found.q_q0[:, 0, 0] == pytest.approx(np.cos(w * t), abs=1e-9)
    assert found.q_qd0[:, 0, 0] == pytest.approx(np.sin(w * t) / w, abs=1e-9)
    assert found.qd_q0[:, 0, 0] == pytest.approx(-w * np.sin(w * t), abs=1e-9)
    assert found.qd_qd0[:, 0, 0] == pytest.approx(np.cos(w * t), abs=1e-9)


def rods(q, p):
    """A rod, written twice: redundant everywhere."""
    return jnp.stack([q @ q - p["L"] ** 2, 2.0 * (q @ q - p["L"] ** 2)])


pendulum = zw.System(
    1.0,
    lambda q, p: jnp.stack([0.0 * q[0], -p["g"]]),
    [zw.Holonomic(rods, name="rods")],
    coordinates=["x", "y"],
)
HANGING, TIMES = {"L": 1.1, "g": 9.81}, np.linspace(0.0, 2.0, 5)


def released(p):
    """At rest, at an angle of 0.3 below the horizontal."""
    return p["L"] * jnp.array([np.cos(0.3), -np.sin(0.3)])


@pytest.fixture(scope="module")
def swing():
    rest = lambda p: jnp.zeros(2)
    return zw.sensitivity(pendulum, released, rest, TIMES, HANGING, **FINE)


def test_a_pendulum_scales_with_length_and_gravity(swing):
    """q(t) = L u(t √(g/L)), so ∂q/∂L = q/L − t q̇/2L and ∂q/∂g = t q̇/2g."""
    motion, t = swing.motion, TIMES[:, None]
    L, g = HANGING["L"], HANGING["g"]
    assert swing.q["L"] == pytest.approx(motion.q / L - t * motion.qd / (2 * L), abs=1e-8)
    assert swing.q["g"] == pytest.approx(t * motion.qd / (2 * g), abs=1e-8)
    rate = motion.qd + t * motion.qdd
    assert swing.qd["g"] == pytest.approx(rate / (2 * g), abs=1e-8)


def test_derivatives_stay_on_the_constraint(swing):
    left = swing.of(lambda q, qd, p: jnp.stack([q @ q - p["L"] ** 2, q @ qd]))
    assert np.abs(left.value).max() < 1e-13
    # Both are projected. The motion beside the derivatives differs from this one by the tolerance.
    assert np.abs(left.p["L"]).max() < FINE["rtol"]
    assert np.abs(left.p["g"]).max() < FINE["rtol"]
    assert left.q0 is None


def test_derivatives_of_forces(swing):
    """The pull is homogeneous in g: at a place it is g times what energy allows."""
    pull = swing.of(lambda Qc: jnp.sqrt(Qc @ Qc))
    height = swing.of(lambda q, p: (released(p)[1] - q[1]) / p["L"])
    depth = swing.of(lambda q, p: -q[1] / p["L"])
    g = HANGING["g"]
    expected = g * (2 * height.value + depth.value)
    assert pull.value == pytest.approx(expected, abs=1e-7)
    by_g = 2 * height.value + depth.value + g * (2 * height.p["g"] + depth.p["g"])
    assert pull.p["g"] == pytest.approx(by_g, abs=1e-7)


def test_the_gradient_of_a_number_sums_the_rows(swing):
    gradient = swing.gradient(lambda q, qd, t, p: jnp.sum(t[:, None] * q**2) + p["g"] * qd[-1, 0])
    rows = swing.of(lambda q, t: t * (q @ q))
    last = swing.of(lambda qd, p: p["g"] * qd[0])
    assert gradient.value == pytest.approx(rows.value.sum() + last.value[-1])
    for name in ("L", "g"):
        assert gradient.p[name] == pytest.approx(rows.p[name].sum() + last.p[name][-1])


# -- laws over systems ---------------------------------------------------------------------------


def knife(q, t, p):
    """A skate, whose direction turns: a nonholonomic row."""
    return jnp.stack([jnp.sin(q[2]), -jnp.cos(q[2]), 0.0 * q[2]])


def lifted(q, t, p):
    """A rod whose pivot goes up and down: rheonomic."""
    return q[0] ** 2 + (q[1] - p["lift"] * jnp.sin(3.0 * t)) ** 2 - p["rod"][0] ** 2


def rub(q, qd, p, Qc_ideal):
    """Friction by the force of the rod, along the motion."""
    return -p["mu"] * jnp.sqrt(Qc_ideal @ Qc_ideal) * jnp.tanh(qd @ qd) * qd


weight = lambda q, p: jnp.stack([0.0 * q[0], -p["g"]])
two_masses = zoo.two_masses()
SYSTEMS = {
    "redundant": (pendulum, HANGING, [0.66, -0.88], [0.4, 0.3], True),
    "nonholonomic": (
        zw.System(
            [1.0, 1.0, 0.4],
            lambda q, qd, p: jnp.stack([p["a"] * q[1], -p["a"], 0.1 - p["d"] * qd[2]]),
            [zw.Pfaffian(knife, name="skate")],
        ),
        {"a": 0.7, "d": 0.2},
        [0.2, 0.1, 0.0],
        [1.0, 0.0, 0.5],
        True,
    ),
    "rheonomic": (
        zw.System(1.0, weight, [zw.Holonomic(lifted, name="rod")]),
        {"g": 9.81, "lift": 0.1, "rod": np.array([1.0, 2.0]), "about": "a pivot that moves"},
        [0.6, -0.8],
        [0.4, 0.6],
        False,
    ),
    "nonideal": (
        zw.System(1.0, weight, [zw.Holonomic(lambda q: q @ q - 1.0, name="rod")], nonideal=rub),
        {"g": 3.0, "mu": 0.2},
        [0.6, -0.8],
        [0.8, 0.6],
        True,
    ),
    "singular mass": (two_masses.system, dict(two_masses.p), two_masses.q0, two_masses.qd0, True),
    "accelerations": (
        zw.System(
            [1.0, 2.0],
            lambda q, p: -p["k"] * q,
            [zw.AccelerationLevel([[1.0, 1.0]], lambda q, qd, p: -p["k"] * q[0] - qd[1])],
        ),
        {"k": 2.0},
        [0.3, -0.4],
        [0.2, 0.1],
        True,
    ),
}
NAMES = list(SYSTEMS)
END = np.array([0.0, 0.5, 1.1])


@pytest.fixture(scope="module")
def found():
    """For each system by name, its sensitivity by everything; made once, when it is asked for."""
    kept = {}

    def get(name):
        if name not in kept:
            system, p, q0, qd0, _ = SYSTEMS[name]
            q0, qd0 = zw.assemble(system, q0, qd0, 0.0, p)
            names = [key for key in p if key != "about"]
            kept[name] = zw.sensitivity(system, q0, qd0, END, p, wrt=[*names, "q0", "qd0"], **FINE)
        return kept[name]

    return get


def differences(found, j, step=2e-3):
    """∂q and ∂q̇ by the j-th number, by motions from assembled starts; of the sixth order."""
    motion, along = found.motion, found.directions
    assert motion.system is not None
    total = 0.0
    for k, weight in ((1, 3 / 4), (2, -3 / 20), (3, 1 / 60)):
        for sign in (1, -1):
            amounts = np.zeros(len(along))
            amounts[j] = sign * k * step * along.sizes[j]
            p, q0, qd0 = along.moved(amounts)
            q0, qd0 = assemble(motion.system, q0, qd0, 0.0, p)
            moved = zw.simulate(motion.system, q0, qd0, END, p, rtol=1e-12, atol=1e-14)
            total = total + sign * weight * np.stack([moved.q, moved.qd])
    return total / (step * along.sizes[j])


@pytest.mark.parametrize("name", NAMES)
def test_derivatives_are_limits_of_differences(name, found):
    here = found(name)
    assert here.engine == "native"
    for j, size in enumerate(here.directions.sizes):
        columns = np.stack([here.along_q[:, j], here.along_qd[:, j]])
        # Rounding of the motions over the step, and the tolerance; both in steps of the size.
        allowed = 1e-8 * (1.0 + np.abs(size * columns).max())
        assert size * columns == pytest.approx(size * differences(here, j), abs=allowed)


@pytest.mark.parametrize("name", [name for name in NAMES if SYSTEMS[name][4]])
def test_a_start_further_on_the_same_motion_moves_along_it(name, found):
    """Of a system that does not depend on time: ∂q/∂q0 q̇0 + ∂q/∂q̇0 q̈0 = q̇."""
    here = found(name)
    motion = here.motion
    q = here.q_q0 @ motion.qd[0] + here.q_qd0 @ motion.qdd[0]
    qd = here.qd_q0 @ motion.qd[0] + here.qd_qd0 @ motion.qdd[0]
    assert q == pytest.approx(motion.qd, abs=1e-7)
    assert qd == pytest.approx(motion.qdd, abs=1e-7)


def test_derivatives_have_the_shapes_of_the_numbers(found):
    here = found("rheonomic")
    assert here.names[:4] == ("g", "lift", "rod[0]", "rod[1]")
    assert here.q["rod"].shape == (3, 2, 2)
    assert here.q["about"] is None
    assert not here.q["rod"][..., 1].any()  # which nothing asks for
    assert "rod[0]" in str(here)


def test_a_start_brought_back_from_afar_changes_as_assembly_says():
    """The derivative of the nearest point knows the curvature of the constraint."""
    system = zw.System(
        lambda q, p: jnp.stack([1.0 + q[1] ** 2, p["m"]]),
        None,
        [zw.Holonomic(lambda q, p: q[0] ** 2 + 3.0 * q[1] ** 2 - p["L"], name="oval")],
    )
    point = np.array([1.2, 0.9, 0.3, -0.5, 2.0, 1.1])  # q, qd, L, m

    def start(x):
        p = {"L": x[4], "m": x[5]}
        return np.concatenate(zw.assemble(system, x[:2], x[2:4], 0.0, p))

    there, unit = start(point), np.eye(6)
    s, sd = start_along(
        system,
        (point[:2], point[2:4]),
        (0.0, there[:2], there[2:]),
        {"L": point[4], "m": point[5]},
        unit[:, :2],
        unit[:, 2:4],
        [unit[:, 4], unit[:, 5]],
    )
    slopes = [(start(point + 1e-5 * e) - start(point - 1e-5 * e)) / 2e-5 for e in unit]
    assert np.hstack([s, sd]) == pytest.approx(np.array(slopes), abs=1e-7)


@pytest.mark.slow
def test_friction_of_the_reaction_that_acts():
    """It is found by iteration, in JAX; the law is that of differences."""

    def law(q, qd, p, reaction):
        return -p["mu"] * jnp.sqrt(reaction @ reaction) * jnp.tanh(qd @ qd) * qd

    rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    system = zw.System(1.0, weight, [rod], nonideal=law)
    here = zw.sensitivity(system, [0.6, -0.8], [0.8, 0.6], END, {"g": 3.0, "mu": 0.2}, **FINE)
    assert here.engine.startswith("jax")
    for j in range(2):
        columns = np.stack([here.along_q[:, j], here.along_qd[:, j]])
        assert columns == pytest.approx(differences(here, j), abs=1e-7)


def linkage(q, p):
    """A parallelogram of two cranks and a coupler, which lies flat twice a turn."""
    B, C, foot = q[:2], q[2:], jnp.array([2.0, 0.0])
    crank, rocker = B @ B - 1.0, (C - foot) @ (C - foot) - 1.0
    return jnp.stack([crank, rocker, (C - B) @ (C - B) - p["d"] ** 2])


@pytest.mark.slow
def test_singular_poses_are_crossed_where_the_parameter_allows_it():
    fall = lambda q, p: jnp.stack([0.0 * q[0], -p["g"], 0.0 * q[0], -p["g"]])
    system = zw.System(1.0, fall, [zw.Holonomic(linkage, name="linkage")])
    p, start = {"d": 2.0, "g": 1.0}, ([0.0, 1.0, 2.0, 1.0], [3.0, 0.0, 3.0, 0.0])
    here = zw.sensitivity(system, *start, [0.0, 1.0], p, wrt="g")
    assert len(here.motion.rank_changes) == 1
    assert here.check(1e-5) < 1e-6
    # With another coupler the linkage does not come to lie flat: there is no derivative.
    with pytest.raises(zw.NumericalError, match="The derivative by 'd'") as caught:
        zw.sensitivity(system, *start, [0.0, 1.0], p, wrt="d")
    assert caught.value.status == zw.Status.BRANCH_NOT_ASSURED


# -- what does not work is told ------------------------------------------------------------------


def test_a_check_tells_smooth_motions_from_others(found):
    assert found("nonideal").check() < 1e-6
    jumping = zw.System(1.0, lambda q, p: -q - p["h"] * jnp.sign(q))
    wrong = zw.sensitivity(jumping, [1.0], [0.0], [0.0, 2.0, 3.0], {"h": 0.5}, rtol=1e-7)
    assert wrong.check(1e-3) > 1e-2


@pytest.mark.parametrize(
    ("wrong", "kind", "text"),
    [
        ({"wrt": "lenght"}, ValueError, "`wrt` has 'lenght'.*'k', 'm', 'q0', 'qd0'"),
        ({"wrt": "mm"}, ValueError, "Did you mean 'm'"),
        ({"wrt": []}, TypeError, "`wrt` is"),
        ({"wrt": 3}, TypeError, "`wrt` is 3"),
        ({"p": {"k": 1.0, "m": 1.0, "q0": 1.0}, "wrt": "q0"}, ValueError, "start and a name"),
        ({"events": [zw.Event(lambda q: q[0], "x")]}, ValueError, "`events` is given"),
        ({"rtol": 2.0}, ValueError, "`rtol` is 2.0"),
    ],
    ids=["name", "near", "empty", "number", "twice", "events", "tolerance"],
)
def test_wrong_arguments_are_named(wrong, kind, text):
    given = {"p": {"k": 1.0, "m": 1.0}} | wrong
    with pytest.raises(kind, match=text):
        zw.sensitivity(spring, [1.0], [0.0], (0.0, 1.0), **given)


def test_parameters_without_numbers_are_refused():
    free = zw.System(1.0, lambda q: -q)
    with pytest.raises(ValueError, match="`p` has no numbers"):
        zw.sensitivity(free, [1.0], [0.0], (0.0, 1.0))


def test_it_is_not_for_traced_numbers():
    def run(k):
        return zw.sensitivity(spring, [1.0], [0.0], (0.0, 1.0), {"k": k, "m": 1.0}).q["k"]

    with pytest.raises(TypeError, match="must be known numbers"):
        jax.jit(run)(2.0)


def test_a_motion_that_fails_has_no_derivatives():
    burst = zw.System(1.0, lambda q, qd, p: p["k"] * q**3)
    with pytest.raises(zw.NumericalError) as caught:
        zw.sensitivity(burst, [1.0], [1.0], (0.0, 9.0), {"k": 9.0})
    lost = zw.sensitivity(burst, [1.0], [1.0], (0.0, 9.0), {"k": 9.0}, throw=False)
    assert caught.value.status == lost.status == zw.Status.STEP_TOO_SMALL
    assert np.isnan(lost.q["k"]).all()


@pytest.mark.parametrize("seed", range(4))
def test_directions_that_cancel_are_checked_by_their_own_sizes(seed):
    """Mass, stiffness and damping that grow alike change nothing, and that is no error."""
    bob = zw.System(lambda p: p["m"], lambda q, qd, p: -p["k"] * q - p["c"] * qd)
    p = {"m": 1.2, "k": 50.0, "c": 0.1}
    assert zw.sensitivity(bob, [1.0], [0.0], [0.0, 1.0], p).check(seed=seed) < 1e-6
