"""An arm near the end of its reach: what is asked of its motors does not depend on the statement.

Farther than the band in which a direction is given up the control is one and the same. In the band
it is that of the rows' lengths: of bodies these are known in the metric of their masses, however
rows are written; of angles alone nothing but the rows themselves tells what is long.
"""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

M1, M2, L1, L2, G = 1.5, 1.0, 1.0, 0.8, 9.81
TURN = np.array([[0.8, -0.6], [0.6, 0.8]])
RELATIVE = np.array([[1.0, 0.0], [1.0, 1.0]])  # absolute angles of relative ones
ROWS = {
    "as it is": np.eye(2),
    "turned": TURN,
    "units": np.diag([1e3, 1e-2]),
    "mixed": np.array([[1.0, 0.5], [1.0, 1.0]]),
}
AIM = np.array([5.0, 3.0])  # acceleration that is asked of the hand


def way(a):
    return jnp.stack([jnp.cos(a), jnp.sin(a)])


def of_angles(chart, rows):
    """Point masses at the ends of two links, in coordinates z with angles chart z."""

    def kinetic(z, zd):
        a, (v, w) = chart @ z, chart @ zd
        between = L1 * L2 * v * w * jnp.cos(a[0] - a[1])
        return (M1 + M2) * (L1 * v) ** 2 / 2 + M2 * ((L2 * w) ** 2 / 2 + between)

    def height(z):
        a = chart @ z
        return G * ((M1 + M2) * L1 * jnp.sin(a[0]) + M2 * L2 * jnp.sin(a[1]))

    def hand(z, t):
        a = chart @ z
        return rows @ (L1 * way(a[0]) + L2 * way(a[1]) - AIM * t**2 / 2)

    plant = zw.System.from_lagrangian(T=kinetic, V=height)
    motors = chart.T @ np.array([[1.0, -1.0], [0.0, 1.0]])
    state = lambda a, ad: (np.linalg.solve(chart, a), np.linalg.solve(chart, ad))
    return plant, hand, motors, state


def of_points(chart, rows):
    """The same as two points on rods, in coordinates z with points chart z."""
    chart = np.kron(np.eye(2), chart)

    def rods(z):
        one, two = (chart @ z)[:2], (chart @ z)[2:]
        return jnp.stack([one @ one - L1**2, (two - one) @ (two - one) - L2**2])

    def motors(z):
        x = chart @ z
        one, two = x[:2] / L1, (x[2:] - x[:2]) / L2
        across = [jnp.stack([-e[1], e[0]]) / L for e, L in ((one, L1), (two, L2))]
        upper = jnp.append(across[0], jnp.zeros(2))
        return chart.T @ jnp.stack([upper, jnp.append(-across[1], across[1]) - upper], axis=1)

    def state(a, ad):
        ends = [L * np.array([np.cos(x), np.sin(x)]) for L, x in zip((L1, L2), a, strict=True)]
        rates = [w * np.array([-e[1], e[0]]) for w, e in zip(ad, ends, strict=True)]
        both = (np.concatenate([x[0], x[0] + x[1]]) for x in (ends, rates))
        return tuple(np.linalg.solve(chart, x) for x in both)

    weight = -G * np.array([0.0, M1, 0.0, M2])
    mass = chart.T @ np.diag([M1, M1, M2, M2]) @ chart
    plant = zw.System(mass, chart.T @ weight, [zw.Holonomic(rods, name="rods")])
    hand = lambda z, t: rows @ ((chart @ z)[2:] - AIM * t**2 / 2)
    return plant, hand, motors, state


STATED = {
    "absolute": (of_angles, np.eye(2)),
    "relative": (of_angles, RELATIVE),
    "degrees": (of_angles, RELATIVE * np.pi / 180.0),
    "skew": (of_angles, np.array([[1.0, 0.2], [1e3, 0.5]])),
    "points": (of_points, np.eye(2)),
    "millimetres": (of_points, 1e-3 * np.eye(2)),
    "turned": (of_points, TURN),
}


def torques(stated, rows, bends, limit=None, at=0.4):
    """Of the motors, for some angles at the elbow."""
    of, chart = STATED[stated]
    plant, hand, motors, state = of(chart, ROWS[rows])
    path = zw.Holonomic(hand, name="hand")
    control = zw.track(plant, path, actuation=motors, compromise=True)
    control = control if limit is None else control.limited(-limit, limit)
    found = []
    for bend in bends:
        start = state(np.array([at, at + bend]), np.array([0.3, 0.2]))
        found.append(control.inputs(*start))
    return np.array(found)


@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("limit", [None, 100.0], ids=["free", "within limits"])
def test_a_bent_arm_has_one_control_however_it_is_stated(rows, limit):
    bends = np.array([3e-3, 0.03, 0.3])
    wanted = torques("absolute", "as it is", bends, limit)
    size = np.abs(wanted).max(axis=1)[:, None]
    for stated in STATED:
        found = torques(stated, rows, bends, limit)
        assert np.abs(found - wanted).max() < 1e-6 * size.max(), stated
        assert (np.abs(found - wanted) < 1e-6 * size).all(), stated


@pytest.mark.parametrize("rows", ROWS)
def test_of_points_what_is_given_up_does_not_depend_on_rows_axes_and_units(rows):
    """In the band, 1e-4 of the arm, the hand is led across alone: by no more than it takes. What
    counts as across is so to first order in the bend."""
    bends = np.array([1e-9, 1e-6, 3e-5])
    wanted = torques("points", "as it is", bends)
    assert np.abs(wanted).max() < 30.0
    for stated in ("points", "millimetres", "turned"):
        off = np.abs(torques(stated, rows, bends) - wanted).max(axis=1)
        assert (off < (1e-7 + 30.0 * bends) * np.abs(wanted).max()).all()


def test_of_angles_what_is_given_up_does_not_depend_on_coordinates_and_the_unit_of_rows():
    bends = np.array([1e-9, 1e-6, 1e-5])
    wanted = torques("absolute", "as it is", bends)
    for stated in ("absolute", "relative", "degrees", "skew"):
        for rows in ("as it is", "units"):
            off = np.abs(torques(stated, rows, bends) - wanted).max(axis=1)
            assert (off < (1e-7 + 30.0 * bends) * np.abs(wanted).max()).all()
