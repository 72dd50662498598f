"""States of rest, steady motions and small motions against closed forms."""

import jax.numpy as jnp
import numpy as np
import pytest
import scipy.special

import zwang as zw
from tests.systems.points import ACROSS as A
from tests.systems.points import ALONG as C
from tests.systems.points import ARM as MGL
from tests.systems.points import TOP, G

TIGHT = 1e-9


def alike(found, wanted):
    """Two sets of numbers, each with its nearest partner."""
    found, wanted = np.sort_complex(np.asarray(found, complex)), np.asarray(wanted, complex)
    assert len(found) == len(wanted)
    left = list(wanted)
    for x in found:
        nearest = min(left, key=lambda y: abs(y - x))
        assert abs(nearest - x) <= TIGHT * max(1.0, abs(x)), (found, wanted)
        left.remove(nearest)


# -- the hoop: three statements of one bead ------------------------------------------------------

HOOP = zw.System.from_lagrangian(
    T=lambda q, qd, p: (qd[0] ** 2 + (p["omega"] * jnp.sin(q[0])) ** 2) / 2,
    V=lambda q: -G * jnp.cos(q[0]),
    coordinates=["theta"],
)
# The same in coordinates that turn with the hoop, on it; and with masses and lengths in others.
WIRE = zw.System(
    [3.0, 3.0],
    lambda q, p: jnp.array([3.0 * p["omega"] ** 2 * q[0], -3.0 * G]),
    [zw.Holonomic(lambda q: q @ q - 1.0, name="hoop")],
    coordinates=["r", "z"],
)
MILLI = zw.System(
    [3e-6, 3.0],
    lambda q, p: jnp.array([3e-6 * p["omega"] ** 2 * q[0], -3.0 * G]),
    [zw.Holonomic(lambda q: 1e6 * ((q[0] / 1e3) ** 2 + q[1] ** 2 - 1.0), name="hoop")],
    coordinates=["r", "z"],
)


@pytest.mark.parametrize("system, units", [(HOOP, None), (WIRE, 1.0), (MILLI, 1e3)])
def test_a_bead_on_a_turning_hoop_leaves_the_bottom_at_the_critical_speed(system, units):
    def guess(angle):
        return [angle] if units is None else [units * np.sin(angle), -np.cos(angle)]

    for omega in (2.0, 3.0, 3.3, 5.0):
        found = zw.equilibrium(system, [guess(0.0), guess(1.2)], {"omega": omega})
        bottom = found[0]
        alike(bottom.eigenvalues**2, [omega**2 - G] * 2)
        assert bottom.stability == ("stable" if omega**2 < G else "unstable")
        if omega**2 < G:
            assert len(found) == 1
            continue
        cosine = G / omega**2
        up = found[1]
        height = -np.cos(up.q[0]) if units is None else up.q[1]
        assert abs(height + cosine) < TIGHT
        alike(up.eigenvalues**2, [-(omega**2) * (1 - cosine**2)] * 2)
        assert up.stability == "stable"
    critical = zw.equilibrium(system, guess(0.0), {"omega": np.sqrt(G)})
    assert critical.stability == "undecided"


def test_the_bifurcation_of_the_hoop_is_found_and_named():
    found = zw.root_locus(
        HOOP, [0.0], {"omega": 1.0}, name="omega", values=np.linspace(1.0, 5.0, 5)
    )
    (crossing,) = found.crossings
    assert crossing.kind == "divergence"
    assert abs(crossing.value - np.sqrt(G)) < 1e-8
    assert found.stability == ("stable",) * 3 + ("unstable",) * 2


# -- pendulums -----------------------------------------------------------------------------------


def test_a_double_pendulum_in_points_and_rods():
    rods = [
        zw.Holonomic(lambda q: q[:2] @ q[:2] - 1.0, name="upper"),
        zw.Holonomic(lambda q: (q[2:] - q[:2]) @ (q[2:] - q[:2]) - 1.0, name="lower"),
        zw.Holonomic(lambda q: 1e6 * (q[:2] @ q[:2] - 1.0), name="again"),
    ]
    bobs = zw.System.from_particles([1.0, 1.0], [[0, -G], [0, -G]], rods, dimension=2)
    found = zw.equilibrium(bobs, [0.1, -0.9, 0.2, -1.9])
    alike(
        found.eigenvalues,
        1j
        * np.sqrt(G * np.array([2 - 2**0.5, 2 + 2**0.5, 2 - 2**0.5, 2 + 2**0.5]))
        * [1, 1, -1, -1],
    )
    assert found.stability == "stable"
    assert found.unique == {"upper": False, "lower": True, "again": False}
    assert abs(found.force("lower")[3] - G) < TIGHT
    assert abs(found.force("upper")[1] + found.force("again")[1] - 2 * G) < TIGHT


def test_a_chain_hangs_with_the_frequencies_of_bessel():
    """N equal points on N equal rods: Laguerre's zeros; for many of them Bessel's."""
    N, length = 24, 1.0
    step = length / N
    rods = zw.Holonomic(
        lambda q: jnp.stack(
            [
                ((q[2 * i : 2 * i + 2] - (q[2 * i - 2 : 2 * i] if i else jnp.zeros(2))) ** 2).sum()
                - step**2
                for i in range(N)
            ]
        ),
        name="links",
    )
    chain = zw.System.from_particles(
        np.full(N, 1.0 / N), np.tile([0.0, -G / N], (N, 1)), [rods], dimension=2
    )
    q = np.stack([np.zeros(N), -step * np.arange(1, N + 1)], axis=1).ravel()
    found = zw.equilibrium(chain, q)
    omega = np.unique(np.round(np.abs(found.eigenvalues.imag), 9))
    zeros = np.sort(scipy.special.roots_laguerre(N)[0])
    np.testing.assert_allclose(omega, np.sqrt(G * zeros / step), rtol=1e-9)
    limit = scipy.special.jn_zeros(0, 1)[0] / 2 * np.sqrt(G / length)
    assert abs(omega[0] / limit - 1) < 1.0 / N


# -- tops and governors --------------------------------------------------------------------------


def test_a_heavy_top_precesses_steadily():
    tilt, spin = 0.5, 20.0
    found = zw.equilibrium(
        TOP, [tilt, 0.0, 0.0], hold="tilt", rates={"spin": spin, "precession": None}
    )
    precession = found.qd[1]
    c = np.cos(tilt)
    # (C − A) cos θ φ̇² + C ψ̇ φ̇ − m g l = 0: the slow root, next to zero.
    roots = np.roots([(C - A) * c, C * spin, -MGL])
    assert abs(precession - roots[np.abs(roots).argmin()]) < TIGHT
    N = C * (spin + precession * c)
    square = ((N - 2 * A * precession * c) ** 2 + (A * precession * np.sin(tilt)) ** 2) / A**2
    fast = found.eigenvalues[0]
    assert abs(abs(fast) ** 2 - square) < 1e-8 * square
    assert found.stability == "stable"


def test_a_top_sleeps_above_its_critical_speed():
    """In rectangular coordinates of the axis; λ² A ± i C s λ − m g l = 0."""
    critical = 2 * np.sqrt(A * MGL) / C
    # x, y: the axis nearly upright; T = ½ A (ẋ² + ẏ²) + …, and the spin s about the axis.
    top = zw.System(
        A,
        lambda q, qd, p: MGL * q / A * A + C * p["s"] * jnp.stack([-qd[1], qd[0]]),
        coordinates=["x", "y"],
    )
    for s in (0.8 * critical, 1.2 * critical):
        found = zw.equilibrium(top, [0.0, 0.0], {"s": s})
        wanted = np.concatenate([np.roots([A, sign * 1j * C * s, -MGL]) for sign in (1, -1)])
        alike(found.eigenvalues, wanted)
        assert found.stability == ("stable" if s > critical else "unstable")
    locus = zw.root_locus(
        top, [0.0, 0.0], {"s": 1.0}, name="s", values=[0.8 * critical, 1.2 * critical]
    )
    assert locus.crossings[0].kind == "flutter"
    assert abs(locus.crossings[0].value / critical - 1) < 1e-7


def test_a_governor_opens_and_oscillates():
    """Two balls on arms about a shaft that turns at Ω: cos θ = g / (l Ω²), ω = Ω sin θ."""
    length, Omega = 0.5, 7.0
    governor = zw.System.from_lagrangian(
        T=lambda q, qd: length**2 * (qd[0] ** 2 + (qd[1] * jnp.sin(q[0])) ** 2),
        V=lambda q: -2 * G * length * jnp.cos(q[0]),
        constraints=[zw.Nonholonomic(lambda qd, p: qd[1] - p["Omega"], name="shaft")],
        coordinates=["theta", "phi"],
    )
    found = zw.equilibrium(governor, [0.9, 0.0], {"Omega": Omega})
    cosine = G / (length * Omega**2)
    assert abs(np.cos(found.q[0]) - cosine) < TIGHT
    assert abs(found.eigenvalues[0] - 1j * Omega * np.sqrt(1 - cosine**2)) < TIGHT
    assert found.linear.unfelt == ("phi",)
    assert found.stability == "stable"
    # The moment of the shaft is that of nothing: it only keeps the speed.
    assert abs(found.lam("shaft")) < TIGHT


# -- what rolls ----------------------------------------------------------------------------------


def test_a_rolling_disk_stays_upright_above_its_critical_speed():
    """A thin disk of radius r: Ω² > g / (3 r) for a uniform one; roll and heading of Neimark."""
    m, r = 2.0, 0.4
    across, along = m * r**2 / 4, m * r**2 / 2
    critical = np.sqrt(G / (3 * r))
    for ratio in (0.7, 1.5):
        spin = ratio * critical
        body = zw.RigidBody(
            m,
            [across, along, across],
            p_WB=[0, 0, r],
            v_WB=[spin * r, 0, 0],
            w_WB=[0, spin, 0],
            name="disk",
        )
        contact = zw.joints.RollingDisk(zw.GROUND, body, radius=r, axis=[0, 1, 0], name="road")
        disk = zw.Mechanism([body], [contact], [zw.Gravity()])
        lean = lambda q: 2.0 * (q[5] * q[6] + q[3] * q[4])  # height of the axis
        head = lambda q: jnp.arctan2(
            -2.0 * (q[4] * q[5] - q[3] * q[6]), 1.0 - 2.0 * (q[4] ** 2 + q[6] ** 2)
        )
        model = zw.linearize(disk, coordinates={"lean": lean, "heading": head})
        # (A + m r²) A λ² + C (C + m r²) Ω² − A m g r = 0, with A across and C along.
        square = (across * m * G * r - along * (along + m * r**2) * spin**2) / (
            across * (across + m * r**2)
        )
        moving = model.eigenvalues[: len(model.eigenvalues) - model.spectrum.zeros]
        alike(moving**2, [square] * 2)
        assert (square > 0) == (ratio < 1)


def test_the_zeros_of_a_sled_are_named():
    """A blade: three coordinates, two velocities; where it is and heads makes no difference."""
    sled = zw.System(
        [1.0, 1.0, 0.5],
        lambda qd, p: [0.0, 0.0, -p["c"] * qd[2]],
        [zw.Pfaffian(lambda q: jnp.stack([jnp.sin(q[2]), -jnp.cos(q[2]), 0.0]), name="blade")],
        coordinates=["x", "y", "heading"],
    )
    model = zw.linearize(sled, [0.3, 0.1, 0.0], p={"c": 0.2})
    assert model.coordinates[:2] == ("heading", "x") or set(model.rates) == {"x", "heading"}
    alike(model.eigenvalues, [-0.4, 0, 0, 0, 0])
    assert set(model.neutral) == {"x", "y", "heading", "x'"}
    assert set(model.unfelt) == {"x", "y", "heading"}
    assert model.stiffness.shape == (2, 3) and not model.stiffness.any()


# -- linkages, wires, masses ---------------------------------------------------------------------


def test_a_redundant_linkage_of_four_hinges_swings_as_a_pendulum():
    """A parallelogram whose coupler hangs on two equal cranks: ω² = g / l, whatever is doubled."""
    length = 0.7
    crank = [
        zw.PlanarBody(1e-9, 1e-12, p_WB=[x, -length / 2], name=name)
        for x, name in ((0.0, "left"), (2.0, "right"))
    ]
    bar = zw.PlanarBody(3.0, 0.5, p_WB=[1.0, -length], name="bar")
    J = zw.joints.Revolute
    hinges = [
        J(zw.GROUND, crank[0], point=[0, 0], name="A"),
        J(crank[0], bar, point=[0, -length], name="B"),
        J(crank[1], bar, point=[2, -length], name="C"),
        J(zw.GROUND, crank[1], point=[2, 0], name="D"),
        J(zw.GROUND, crank[1], point=[2, 0], name="E"),
    ]
    linkage = zw.Mechanism([*crank, bar], hinges, [zw.Gravity()])
    found = zw.equilibrium(linkage, coordinates=None)
    alike(found.eigenvalues**2, [-(3.0 + 1e-9) * G / (length * (3.0 + 2e-9 / 3))] * 2)
    assert found.unique["B"] and not found.unique["D"] and not found.unique["E"]


def test_beads_on_a_wire_with_springs_between():
    """Three beads on a parabola y = x²/2 about its bottom, coupled: m ω² = m g + k μ_j."""
    k = 5.0
    wire = zw.Holonomic(lambda q: q[1::2] - q[0::2] ** 2 / 2, name="wire")

    def force(q):
        x = q[0::2]
        pull = k * (jnp.roll(x, -1) - x) * jnp.array([1.0, 1.0, 0.0])
        along = pull - jnp.concatenate([jnp.zeros(1), pull[:-1]])
        return jnp.stack([along, jnp.full(3, -2.0 * G)], axis=1).ravel()

    beads = zw.System(2.0, force, [wire], coordinates=["x1", "y1", "x2", "y2", "x3", "y3"])
    found = zw.equilibrium(beads, [0.1, 0, 0.0, 0, -0.1, 0.0])
    squares = G + k / 2.0 * np.array([0.0, 1.0, 3.0])
    alike(found.eigenvalues**2, -np.repeat(squares, 2))
    shape = found.linear.mode(0).coordinates
    values = np.array([shape[name] for name in ("x1", "x2", "x3")])
    np.testing.assert_allclose(values, values[0], atol=1e-9 * abs(values[0]))


def test_two_masses_with_a_singular_mass_matrix():
    """x2 stands in two coordinates, of which one has no mass: ω of two masses in a chain."""
    m1, m2, k1, k2 = 1.0, 2.0, 3.0, 5.0
    split = zw.System(
        [m1, m2, 0.0],
        lambda q: jnp.stack([-k1 * q[0] + k2 * (q[1] - q[0]), 0.0, -k2 * (q[1] - q[0])]),
        [zw.Holonomic(lambda q: q[2] - q[1], name="same")],
        coordinates=["x1", "x2", "x2 again"],
    )
    found = zw.equilibrium(split, [0.1, 0.2, 0.3])
    K = np.array([[k1 + k2, -k2], [-k2, k2]])
    squares = np.linalg.eigvals(np.linalg.solve(np.diag([m1, m2]), K))
    alike(found.eigenvalues**2, -np.repeat(squares, 2))
    assert found.stability == "stable" and found.unique == {"same": True}
