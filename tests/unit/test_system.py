"""A described system accelerates as published and is compiled once."""

import dataclasses
import pickle

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.unit import mechanisms as andrews

EPS = float(np.finfo(float).eps)
x3, v3 = np.array([0.3, -0.4, 0.5]), np.array([1.0, 0.5, -3.0])


def rosenberg(force=None, nonideal=None):
    rolling = zw.Pfaffian(lambda q: [-q[2], 1.0, 0.0], name="ẏ = z ẋ")
    return zw.System(1.0, force, [rolling], nonideal=nonideal, coordinates=["x", "y", "z"])


# -- published and closed forms ------------------------------------------------------------------


@pytest.mark.equation("KU93 (36), (38)")
def test_particle_of_rosenberg_follows_the_closed_form():
    """KU93 (38)."""
    (xd, _, zd), z = v3, x3[2]
    expected = zd * xd / (1 + z**2) * np.array([-z, 1.0, 0.0])
    np.testing.assert_allclose(rosenberg().acceleration(x3, v3).qdd, expected, atol=20 * EPS)


def test_particle_of_rosenberg_under_a_force():
    """x'' = (Fx + z Fy − z z' x')/(1 + z²), y'' = (z Fx + z² Fy + z' x')/(1 + z²), z'' = Fz."""
    (xd, _, zd), z, F = v3, x3[2], np.array([0.7, -1.2, 2.0])
    expected = np.array([F[0] + z * F[1] - z * zd * xd, z * F[0] + z**2 * F[1] + zd * xd, 0.0])
    expected = expected / (1 + z**2) + np.array([0.0, 0.0, F[2]])
    np.testing.assert_allclose(rosenberg(F).acceleration(x3, v3).qdd, expected, atol=20 * EPS)


def test_squeezer_starts_as_published():
    """Its first two accelerations and multipliers, printed with 30 digits."""
    loops = zw.Holonomic(andrews.phi, name="loops")
    system = zw.System.from_lagrangian(T=andrews.T, V=andrews.V, constraints=[loops])
    found = system.acceleration(andrews.Q0, np.zeros(7))
    # Masses of 1e-7 to 1e-1 and a start given to rounding: a condition near 1e4.
    np.testing.assert_allclose(found.qdd[:2], andrews.QDD0, rtol=1e4 * EPS)
    np.testing.assert_allclose(found.lam[:2], andrews.LAM0, rtol=1e4 * EPS)
    np.testing.assert_allclose(found.qdd[2:], 0.0, atol=1e4 * EPS * andrews.QDD0[0])


def test_car_axis_has_the_multipliers_of_the_reference():
    """Rheonomic constraints; state and multipliers at t = 3 computed in 45 digits."""
    k, L, L0, r, w, g = 5e-4, 1.0, 0.5, 0.1, 10.0, 1.0

    def corner(t):
        y = r * jnp.sin(w * t)
        return jnp.stack([jnp.sqrt(L**2 - y**2), y])

    def force(q, t):
        left, right = q[:2], q[2:] - corner(t)
        lengths = jnp.sqrt(left @ left), jnp.sqrt(right @ right)
        weight = jnp.array([0.0, -k * g])
        left = (L0 - lengths[0]) * left / lengths[0] + weight
        return jnp.concatenate([left, (L0 - lengths[1]) * right / lengths[1] + weight])

    axis = zw.Holonomic(lambda q, t: corner(t) @ q[:2], name="axis")
    rod = zw.Holonomic(lambda q: jnp.sum((q[:2] - q[2:]) ** 2) - L**2, name="rod")
    q = [0.0493455784275240921315, 0.496989460230008106763]
    q += [1.04174252488542611519, 0.373911027265365819358]
    qd = [-0.0770583684035920842839, 0.00744686659206841649140]
    qd += [0.0175568157535417366297, 0.770341043779601063121]
    found = zw.System(k, force, [axis, rod]).acceleration(q, qd, 3.0)
    lam = [-0.00473688659085332651531, -0.00110468033125956583986]
    np.testing.assert_allclose(found.lam, lam, rtol=1e3 * EPS)


@pytest.mark.parametrize("t", [0.0, 1.3, 4.0])
def test_knife_edge_on_an_incline_follows_its_closed_form(t):
    m, J, g, slope, turn = 1.25, 0.13, 9.81, np.pi / 4, np.pi / 3
    edge = zw.Nonholonomic(lambda q, qd: qd[0] * jnp.sin(q[2]) - qd[1] * jnp.cos(q[2]), name="edge")
    system = zw.System([m, m, J], [m * g * np.sin(slope), 0.0, 0.0], [edge])
    h, angle = g * np.sin(slope) / (2 * turn**2), turn * t
    q = [h * np.sin(angle) ** 2, h * (angle - np.sin(2 * angle) / 2), angle]
    qd = [h * turn * np.sin(2 * angle), h * turn * (1 - np.cos(2 * angle)), turn]
    qdd = 2 * h * turn**2 * np.array([np.cos(2 * angle), np.sin(2 * angle), 0.0])
    found = system.acceleration(q, qd, t)
    np.testing.assert_allclose(found.qdd, qdd, atol=50 * EPS * 2 * h * turn**2)
    across = np.array([-np.sin(angle), np.cos(angle), 0.0])
    expected = 2 * m * g * np.sin(slope) * np.sin(angle) * across
    np.testing.assert_allclose(found.Qc, expected, atol=50 * EPS * m * g)


def test_bead_on_a_turning_hoop_slides_as_its_angle_says():
    """Rheonomic: |r| = R and x sin Ωt − y cos Ωt = 0; θ'' = Ω² sin θ cos θ − (g/R) sin θ."""
    R, turn, g, theta, rate, t = 0.5, 6.0, 9.81, 1.0, 0.4, 0.7
    shell = zw.Holonomic(lambda q: q @ q - R**2, name="shell")
    plane = zw.Holonomic(lambda q, t: q[0] * jnp.sin(turn * t) - q[1] * jnp.cos(turn * t))
    bead = zw.System(1.0, [0.0, 0.0, -g], [shell, plane])

    def place(t, theta):
        flat = jnp.stack([jnp.cos(turn * t), jnp.sin(turn * t)]) * jnp.sin(theta)
        return R * jnp.concatenate([flat, -jnp.cos(theta)[None]])

    second = turn**2 * np.sin(theta) * np.cos(theta) - g / R * np.sin(theta)

    def along(s):
        return place(t + s, theta + rate * s + second * s**2 / 2)

    velocity = jax.jacfwd(along)
    q, qd, qdd = along(0.0), velocity(0.0), jax.jacfwd(velocity)(0.0)
    found = bead.acceleration(np.asarray(q), np.asarray(qd), t)
    np.testing.assert_allclose(found.qdd, qdd, atol=200 * EPS * turn**2)


# -- nonideal constraints ------------------------------------------------------------------------


def test_friction_of_a_bead_on_a_wire_is_proportional_to_the_ideal_force():
    """|Qc_nonideal| = μ |Qc_ideal|, against the motion."""
    mu = 0.3
    wire = zw.Holonomic(lambda q: q @ q - 1.0, name="wire")

    def rub(qd, Qc_ideal):
        return -mu * jnp.sqrt(Qc_ideal @ Qc_ideal) * qd / jnp.sqrt(qd @ qd)

    bead = zw.System(2.0, [0.0, -19.62], [wire], nonideal=rub)
    found = bead.acceleration([0.6, -0.8], [1.6, 1.2])
    size = np.linalg.norm(found.Qc_ideal)
    expected = -mu * size * np.array([0.8, 0.6])
    np.testing.assert_allclose(found.Qc_nonideal, expected, rtol=20 * EPS)
    smooth = zw.System(2.0, [0.0, -19.62], [wire]).acceleration([0.6, -0.8], [1.6, 1.2])
    np.testing.assert_allclose(found.Qc_ideal, smooth.Qc, rtol=20 * EPS)


def test_resistance_in_the_direction_of_motion_acts_in_full():
    """C = −a |q̇| q̇ is tangent to the constraint, so q̈ changes by C/m."""
    a0 = 0.4
    qd = np.array([1.0, x3[2], -3.0])  # ẏ = z ẋ
    C = -a0 * np.linalg.norm(qd) * qd
    drag = rosenberg(nonideal=lambda qd: -a0 * jnp.sqrt(qd @ qd) * qd)
    change = drag.acceleration(x3, qd).qdd - rosenberg().acceleration(x3, qd).qdd
    np.testing.assert_allclose(change, C, rtol=20 * EPS)


def test_a_failed_ideal_solve_is_told_and_not_the_friction_after_it():
    walls = zw.AccelerationLevel([[1.0, 0.0], [1.0, 0.0]], [0.0, 1.0], name=["left", "right"])
    system = zw.System(1.0, None, [walls], nonideal=lambda Qc_ideal: -Qc_ideal)
    with pytest.raises(zw.NumericalError, match="left, right") as caught:
        system.acceleration([0.0, 0.0], [0.0, 0.0])
    assert caught.value.status == zw.Status.INCONSISTENT


# -- kinds of mass and force ---------------------------------------------------------------------

MASSES = {
    "number": 2,
    "vector": [2, 2],
    "matrix": [[2, 0], [0, 2]],
    "function of a number": lambda p: p["m"],
    "function of a vector": lambda p: [p["m"], p["m"]],
    "function of a matrix": lambda p: p["m"] * jnp.eye(2),
}


@pytest.mark.parametrize("name", MASSES)
def test_every_way_to_give_a_mass_is_the_same_mass(name):
    system = zw.System(MASSES[name], [0, -4])
    np.testing.assert_array_equal(system.M([0, 0], p={"m": 2}), 2 * np.eye(2))
    qdd = system.acceleration([0, 0], [0, 0], p={"m": 2}).qdd
    np.testing.assert_allclose(qdd, [0, -2], rtol=4 * EPS)


def test_particles_are_three_coordinates_each():
    def pull(q):
        x = q.reshape(2, 3)
        return jnp.stack([x[1] - x[0], x[0] - x[1]])

    q = np.arange(6.0) ** 2
    pair = zw.System.from_particles([1.0, 2.0], pull)
    flat = zw.System.from_particles([1.0, 2.0], lambda q: pull(q).ravel())
    assert pair.coordinates == ("x1", "y1", "z1", "x2", "y2", "z2")
    gap = q[3:] - q[:3]
    for system in (pair, flat):
        found = system.acceleration(q, np.zeros(6))
        np.testing.assert_allclose(found.qdd, np.concatenate([gap, -gap / 2]), rtol=4 * EPS)


def test_one_particle_in_a_plane_has_coordinates_without_numbers():
    bob = zw.System.from_particles(2.0, [[0.0, -4.0]], dimension=2)
    assert bob.coordinates == ("x", "y")
    np.testing.assert_allclose(bob.acceleration([0, 0], [0, 0]).qdd, [0, -2], rtol=4 * EPS)


# -- transformations and compilation -------------------------------------------------------------


def counted():
    """A pendulum whose functions count how often they are run, that is, traced."""
    calls = {"force": 0, "phi": 0, "mass": 0}

    def make(g=9.81):
        def mass(p):
            calls["mass"] += 1
            return p["m"]

        def force(q, p):
            calls["force"] += 1
            return jnp.stack([0.0 * q[0], -p["m"] * g])

        def phi(q):
            calls["phi"] += 1
            return q @ q - 1.0

        return zw.System(mass, force, [zw.Holonomic(phi, name="rod")])

    return make, calls


def test_other_numbers_trace_nothing_and_equal_functions_are_looked_at_once():
    make, calls = counted()
    system = make()
    first = system.acceleration([0.6, -0.8], [1.6, 1.2], p={"m": 2.0})
    before = dict(calls)
    assert min(before.values()) > 0
    system.acceleration(np.array([1.0, 0.0]), [0, 1], 3, {"m": 5})
    assert calls == before
    again = make().acceleration([0.6, -0.8], [1.6, 1.2], 7.0, p={"m": np.float32(2.0)})
    assert calls == {name: count + 1 for name, count in before.items()}
    np.testing.assert_array_equal(first.qdd, again.qdd)


def test_a_changed_captured_number_changes_the_answer():
    make, _ = counted()
    first, other = (make(g).acceleration([0.6, -0.8], [0, 0], p={"m": 1}).qdd for g in (9.81, 1.62))
    np.testing.assert_allclose(other, first * 1.62 / 9.81, rtol=20 * EPS)


def test_numpy_in_numpy_out_and_jax_in_jax_out():
    bob = zw.System(1.0, [0.0, -1.0], [zw.Holonomic(lambda q: q @ q - 1.0)])
    q, qd = np.array([0.6, -0.8]), np.array([0.8, 0.6])
    assert isinstance(bob.acceleration(q, qd).qdd, np.ndarray)
    assert isinstance(bob.acceleration(jnp.asarray(q), qd).qdd, jax.Array)


@pytest.fixture(scope="module")
def pendulum():
    """Friction that asks for Qc_ideal, parameters, time: everything that can be transformed."""
    rod = zw.Holonomic(lambda q, t, p: q @ q - p["L"] ** 2 * (1 + 0.1 * jnp.sin(t)), name="rod")
    return zw.System(
        lambda p: p["m"],
        lambda qd, p: -0.1 * qd + jnp.array([0.0, -9.81]) * p["m"],
        [rod],
        nonideal=lambda qd, Qc_ideal, p: -p["mu"] * jnp.sqrt(Qc_ideal @ Qc_ideal) * qd,
    )


P = {"m": 2.0, "L": 1.0, "mu": 0.2}


def test_jit_and_vmap_give_what_single_calls_give(pendulum, rng):
    q, qd = rng.normal(size=(2, 4, 2))
    batch = jax.jit(jax.vmap(lambda q, qd: pendulum.acceleration(q, qd, 0.3, P).qdd))(q, qd)
    single = [pendulum.acceleration(*state, 0.3, P).qdd for state in zip(q, qd, strict=True)]
    np.testing.assert_allclose(batch, single, rtol=1e3 * EPS)


def test_derivatives_are_those_of_finite_differences(pendulum):
    q, qd = np.array([0.5, -0.7]), np.array([1.1, 0.4])

    def size(x):
        p = {"m": x[0], "L": x[1], "mu": x[2]}
        return jnp.sum(pendulum.acceleration(q + x[3], qd, x[4], p).qdd ** 2)

    x = np.array([2.0, 1.0, 0.2, 0.0, 0.3])
    h = 1e-3  # fourth order: an error of h⁴, and eps / h from rounding
    eye = np.eye(5)
    many = jax.jit(jax.vmap(size))
    wings = [many(x + k * h * eye) for k in (-2, -1, 1, 2)]
    differences = (wings[0] - 8 * wings[1] + 8 * wings[2] - wings[3]) / (12 * h)
    gradient = jax.jit(jax.grad(size))(x)
    np.testing.assert_allclose(gradient, differences, rtol=1e-8, atol=1e-8 * np.abs(gradient).max())


def test_a_captured_value_can_be_differentiated_by():
    def at(k):
        return zw.System(2.0, lambda q: -k * q).acceleration([3.0], [0.0]).qdd[0]

    assert jax.grad(at)(5.0) == jax.jit(jax.grad(at))(7.0) == pytest.approx(-1.5, rel=4 * EPS)
    assert at(4.0) == pytest.approx(-6.0, rel=4 * EPS)


def test_one_failed_member_of_a_batch_spoils_no_other():
    system = zw.System(1.0, lambda q: [1.0 / q[0], 0.0])
    found = jax.jit(jax.vmap(lambda q: system.acceleration(q, q, throw=False)))(
        jnp.array([[0.0, 1], [2, 1]])
    )
    assert found.status.tolist() == [zw.Status.NON_FINITE, zw.Status.OK]
    assert np.isnan(found.qdd[0]).all() and found.qdd[1].tolist() == [0.5, 0.0]


def test_C_says_that_it_needs_the_ideal_force():
    system = zw.System(1.0, None, nonideal=lambda Qc_ideal: Qc_ideal)
    with pytest.raises(TypeError, match="`Qc_ideal`, which was not passed"):
        system.C([0.0], [0.0])
    np.testing.assert_array_equal(system.C([0.0], [0.0], Qc_ideal=[2.0]), [2.0])
    np.testing.assert_array_equal(zw.System(1.0, None).C([0.0], [0.0]), [0.0])


def test_a_system_is_a_static_argument():
    make, calls = counted()

    @jax.jit
    def mass(system, q):
        return system.M(q, p={"m": 2.0})

    system = make()
    first = mass(system, np.zeros(2))
    before = dict(calls)
    np.testing.assert_array_equal(mass(system, np.zeros(2)), first)
    assert calls == before


def test_a_parameter_that_enters_only_the_residual_can_be_traced():
    # d/dl of the acceleration of a bob on a rod of length l, of which A and b do not know.
    rod = zw.Holonomic(lambda q, p: q @ q - p["l"] ** 2, name="rod")
    bob = zw.System(1.0, [0.0, -9.81], [rod])
    x = lambda l: bob.acceleration([0.6, -0.8], [1.0, 0.0], p={"l": l}).qdd[0]
    assert jax.grad(x)(1.0) == 0.0
    assert jax.vmap(x)(jnp.ones(3)).shape == (3,)


def test_a_system_is_a_tree_without_leaves_and_does_not_change(pendulum):
    leaves, tree = jax.tree.flatten(pendulum)
    assert leaves == [] and jax.tree.unflatten(tree, leaves) == pendulum
    same = dataclasses.replace(pendulum)
    assert same == pendulum and hash(same) == hash(pendulum)
    assert jax.tree.structure(same) == tree
    with pytest.raises(dataclasses.FrozenInstanceError):
        pendulum.mass = 2.0
    other = dataclasses.replace(pendulum, coordinates=("u", "v"))
    assert other != pendulum and jax.tree.structure(other) != tree
    assert pickle.loads(pickle.dumps(zw.System([1.0, 2.0], [0.0, 1.0]))) == zw.System(
        [1, 2], [0, 1]
    )
    q = jnp.asarray([0.6, -0.8])
    given = jax.jit(lambda system: system.M(q, 0.0, P))(pendulum)
    np.testing.assert_array_equal(given, pendulum.M(q, 0.0, P))


@pytest.mark.parametrize(
    ("mass", "force", "more", "count"),
    [
        (1.0, [0.0, -1.0], {}, 2),
        (np.eye(3), None, {}, 3),
        (1.0, None, {"coordinates": "x y"}, 2),
        (1.0, None, {"nonideal": np.zeros(4)}, 4),
        (1.0, lambda q: -q, {}, None),
    ],
)
def test_a_description_tells_its_number_of_coordinates_or_none(mass, force, more, count):
    system = zw.System(mass, force, **more)
    assert system.n == count
    for n in (2, 3, 4):
        if count in (n, None):
            assert system.acceleration(np.ones(n), np.zeros(n), 0.0).qdd.shape == (n,)
        else:
            with pytest.raises(ValueError, match=f"`q` has the shape .{n},.; wanted .{count},."):
                system.acceleration(np.ones(n), np.zeros(n), 0.0)
