"""What is missed is measured in the metric: how the rows of a requirement are written is nothing.

Compromises, limits and priorities of requirements in turned axes, other units, mixed, and written
more than once; against least squares and quadratic programs in NumPy and SciPy.
"""

from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy.optimize import lsq_linear

import zwang as zw
from tests.control.plants import constrained_inverse_mass

N, ROWS, INPUTS, PHYSICAL = 5, {"r0": 2, "r1": 2, "r2": 1}, 3, 1
ZERO = np.zeros(N)
LEVELS = {"priority": {"r1": 1, "r2": 2}}
WAYS = {
    "compromise": {"compromise": {"r1": 5.0}},
    "weighted compromise": {"compromise": True, "weight": lambda p: p["N"]},
    "limits": {},
    "priorities": LEVELS,
    "priorities within limits": LEVELS,
}


@cache
def controller(way, times=1):
    """Every requirement is written ``times`` times."""
    held = zw.AccelerationLevel(lambda p: p["A_p"], lambda p: p["b_p"], name="held")
    plant = zw.System(lambda p: p["M"], lambda p: p["Q"], [held])
    rows = [
        zw.AccelerationLevel(lambda p, x=x: p["A"][x], lambda p, x=x: p["b"][x], name=x)
        for x in ROWS
    ]
    found = zw.track(plant, rows, actuation=lambda p: p["S"], **WAYS[way])
    return found.limited(-0.7, 0.7) if "limits" in way else found


def drawn(seed):
    rng = np.random.default_rng(seed)
    root, of_inputs = rng.normal(size=(N, N)), rng.normal(size=(INPUTS, INPUTS))
    p: dict[str, Any] = {"M": root @ root.T + 0.3 * np.eye(N), "Q": rng.normal(size=N)}
    p |= {"S": rng.normal(size=(N, INPUTS)), "N": of_inputs @ of_inputs.T + np.eye(INPUTS)}
    p |= {"A_p": rng.normal(size=(PHYSICAL, N)), "b_p": rng.normal(size=PHYSICAL)}
    p["A"] = {x: rng.normal(size=(m, N)) for x, m in ROWS.items()}
    p["b"] = {x: 3.0 * rng.normal(size=m) for x, m in ROWS.items()}
    return p


def written(p, rng, how):
    """The same requirements, their rows written otherwise; mixtures of condition 20 at most."""

    def mixed(m):
        turned, other = (np.linalg.qr(rng.normal(size=(m, m)))[0] for _ in range(2))
        return turned @ np.diag(np.exp(rng.uniform(0.0, 3.0, m))) @ other

    T = {
        "turned": lambda m: np.linalg.qr(rng.normal(size=(m, m)))[0],
        "in other units": lambda m: np.diag(10.0 ** rng.uniform(-6.0, 6.0, m)),
        "mixed": mixed,
        "twice": lambda m: np.vstack([np.eye(m), 10.0 ** rng.uniform(-6, 6) * mixed(m)]),
    }[how]
    turn = {x: T(m) for x, m in ROWS.items()}
    return p | {y: {x: turn[x] @ z for x, z in p[y].items()} for y in ("A", "b")}


def told(way, p, times=1):
    found = controller(way, times).command(ZERO, ZERO, 0.0, p, throw=False)
    assert found.status == zw.Status.OK
    return np.asarray(found.inputs)


@pytest.mark.parametrize("way", WAYS)
def test_how_the_rows_of_a_requirement_are_written_does_not_change_the_control(way):
    apart = 0.0
    for seed in range(25):
        p, rng = drawn(seed), np.random.default_rng(seed)
        if "priorities" in way:  # the highest level must be met: of one row, two inputs are left
            p["A"]["r0"][1] = -2.0 * p["A"]["r0"][0]
            p["b"]["r0"][1] = -2.0 * p["b"]["r0"][0]
        tau = told(way, p)
        for how in ("turned", "in other units", "mixed"):
            other = told(way, written(p, rng, how))
            assert np.abs(other - tau).max() <= 1e-9 * np.abs(tau).max()
        other = told(way, written(p, rng, "twice"), times=2)
        assert np.abs(other - tau).max() <= 1e-9 * np.abs(tau).max()
        p["b"] = {x: -b for x, b in p["b"].items()}  # other requirements are another control
        apart = max(apart, np.abs(told(way, p) - tau).max())
    assert apart > 1e-3


def in_coordinates(p, counts=(1.0, 1.0, 1.0)):
    """G and e of what is missed, by NumPy: rows of each times a root of (A P Aᵀ)⁻¹."""
    P = constrained_inverse_mass(p["M"], p["A_p"])
    qdd = np.linalg.solve(
        np.block([[p["M"], -p["A_p"].T], [p["A_p"], np.zeros((PHYSICAL, PHYSICAL))]]),
        np.concatenate([p["Q"], p["b_p"]]),
    )[:N]
    G, e = [], []
    for count, A, b in zip(counts, p["A"].values(), p["b"].values(), strict=True):
        root = np.sqrt(count) * np.linalg.inv(np.linalg.cholesky(A @ P @ A.T))
        G.append(root @ A @ P @ p["S"])
        e.append(root @ (b - A @ qdd))
    return np.concatenate(G), np.concatenate(e)


def test_a_compromise_and_limits_are_the_least_squares_of_what_is_missed():
    """Five rows and three inputs: one answer. Spoiled: rows one by one have another."""
    for seed in range(40):
        p = drawn(seed)
        G, e = in_coordinates(p, (1.0, 5.0, 1.0))
        wanted = np.linalg.lstsq(G, e, rcond=None)[0]
        assert np.abs(told("compromise", p) - wanted).max() <= 1e-9 * np.abs(wanted).max()
        G, e = in_coordinates(p)
        wanted = lsq_linear(G, e, (-0.7, 0.7), method="bvls", tol=1e-15).x
        assert np.abs(told("limits", p) - wanted).max() <= 1e-8
    row_by_row = lsq_linear(*(x / np.linalg.norm(G, axis=1, keepdims=x.ndim > 1) for x in (G, e)))
    assert np.abs(np.clip(row_by_row.x, -0.7, 0.7) - wanted).max() > 0.01


def test_jax_gives_the_same_as_c():
    drawn_ = [drawn(seed) for seed in range(4)]
    stacked = jax.tree.map(lambda *x: jnp.stack(x), *drawn_)
    for way in ("compromise", "priorities within limits"):
        command = controller(way).command
        inputs = jax.jit(jax.vmap(lambda p: command(ZERO, ZERO, 0.0, p, throw=False).inputs))
        for p, tau in zip(drawn_, inputs(stacked), strict=True):
            assert np.abs(told(way, p) - tau).max() < 1e-10


# -- formulations that mean the same ------------------------------------------------------------


def test_a_pendulum_in_an_angle_and_on_a_rod_makes_the_same_compromise():
    """The bob's place and its speed along a line, by a torque: more than one input can meet."""
    torque = lambda q: jnp.stack([-q[1], q[0]]) / (q @ q)
    points = zw.System(2.0, [0.0, -19.62], zw.Holonomic(lambda q: q @ q - 4.0, name="rod"))
    angle = zw.System(8.0, lambda q: -39.24 * jnp.cos(q), coordinates=["angle"])
    place = lambda q: 2.0 * jnp.stack([jnp.cos(q[0]), jnp.sin(q[0])])
    wanted = [
        zw.Holonomic(lambda x, t: x[0] - 1.2 + 0.1 * t, name="across"),
        zw.Holonomic(lambda x, t: x[1] - 1.7, name="up"),
    ]
    of_angle = [zw.Holonomic(lambda q, t, f=x.phi: f(place(q), t), name=x.name) for x in wanted]
    made = {"gains": (2.0, 1.0), "compromise": {"up": 3.0}}
    by_points = zw.track(points, wanted, actuation=torque, **made)
    by_angle = zw.track(angle, of_angle, actuation=[[1.0]], **made)
    for q, qd in ((0.4, 0.3), (1.0, -0.7), (2.2, 0.1)):
        along = 2.0 * np.array([-np.sin(q), np.cos(q)])
        state = 2.0 * np.array([np.cos(q), np.sin(q)]), qd * along
        tau = by_angle.inputs([q], [qd], 0.2)
        assert by_points.inputs(*state, 0.2) == pytest.approx(tau, rel=1e-9)


def test_what_physics_forbids_is_given_up_in_the_same_way_in_all_axes():
    """A point of a plane that moves on a line: two rows, of which physics decides one."""
    line = zw.Holonomic(lambda q: q[1] - 0.3 * q[0], name="line")
    plant = zw.System([1.0, 3.0], None, line, coordinates="x y")
    aim = np.array([0.7, -1.3])
    found = []
    for T in (np.eye(2), np.array([[0.6, -0.8], [0.8, 0.6]]), np.array([[1e4, 2.0], [0.0, 1e-3]])):
        goal = zw.AccelerationLevel(T, T @ aim, name="goal")
        control = zw.track(plant, goal, compromise=True, actuation=["x"])
        found.append(control.command([0.0, 0.0], [0.0, 0.0], 0.0))
    # By hand: the nearest acceleration on the line, in the metric M.
    way = np.array([1.0, 0.3])
    best = way * ((way * [1.0, 3.0]) @ aim) / ((way * [1.0, 3.0]) @ way)
    for x in found:
        assert x.qdd == pytest.approx(best, rel=1e-10)


def test_rows_with_names_of_their_own_are_requirements_of_their_own():
    """The way to weigh rows otherwise: each name is measured, and counted, by itself."""
    plant, A, b = zw.System([1.0, 4.0], None, coordinates="x y"), np.eye(2), [1.0, 2.0]
    S = np.array([[1.0], [1.0]])
    one = zw.track(plant, zw.AccelerationLevel(A, b, name="goal"), actuation=S, compromise=True)
    some = {"compromise": {"up": 9.0}, "actuation": S}
    two = zw.track(plant, zw.AccelerationLevel(A, b, name=["along", "up"]), **some)
    state = np.zeros(2), np.zeros(2)
    acts, aim, metric = np.array([1.0, 0.25]), np.array(b), np.array([1.0, 4.0])
    best = lambda weight: (acts * weight) @ aim / ((acts * weight) @ acts)
    assert one.inputs(*state) == pytest.approx([best(metric)])
    assert two.inputs(*state) == pytest.approx([best(metric * [1.0, 9.0])])
