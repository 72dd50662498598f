"""Systems of many parts: the same answers part by part as of the whole, and closed forms."""

from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest
from scipy.special import roots_laguerre

import zwang as zw
from tests.systems.bodies import G, links, net, nodes, ties_of
from zwang import zoo
from zwang.linear.local.named import described, every, functions_of
from zwang.linear.local.variation import Variation
from zwang.system import elements

NEVER = 10**9


def driven(count, rate):
    """Links whose first is on a motor."""
    plain = links(count)
    motor = zw.joints.Driven(plain.joints[0], lambda t: 0.1 * jnp.sin(rate * t), name="motor")
    return zw.Mechanism(plain.bodies, [*plain.joints, motor], plain.forces)


def planar(count):
    """Links in the plane, with springs between their ends."""
    step = 1.0 / count
    bodies = [
        zw.PlanarBody(step, step**3 / 12, p_WB=[0, -(i + 0.5) * step], name=f"b{i}")
        for i in range(count)
    ]
    pairs = zip([zw.GROUND, *bodies], bodies, strict=False)
    joints = [
        zw.joints.Revolute(a, b, point=[0, -i * step], name=f"j{i}")
        for i, (a, b) in enumerate(pairs)
    ]
    tie = zw.Spring(zw.GROUND, bodies[-1], 30.0, points=([0.5, -1.0], [0.0, -1.0]), name="tie")
    return zw.Mechanism(bodies, joints, [zw.Gravity(), tie])


def beads(count):
    """Particles of mass one on rods of length one, hanging."""
    bodies = [zw.Particle(1.0, p_WB=[0, 0, -(i + 1.0)], name=f"p{i}") for i in range(count)]
    ends = [zw.GROUND, *bodies]
    joints = [
        zw.joints.Distance(a, b, points=([0, 0, -float(i)], [0, 0, -i - 1.0]), name=f"r{i}")
        for i, (a, b) in enumerate(zip(ends, bodies, strict=False))
    ]
    return zw.Mechanism(bodies, joints, [zw.Gravity()])


def heavy():
    """Beads whose mass is a parameter, and a load that is a function of one."""
    bodies = [zw.Particle("m", p_WB=[0, 0, -1.0 - i], name=f"p{i}") for i in range(2)]
    rod = zw.joints.Distance(bodies[0], bodies[1], name="rod")
    push = zw.Load(bodies[0], force=lambda t, p: jnp.stack([p["m"] * t, p["f"], 0.0]), name="push")
    return zw.Mechanism(bodies, [rod], [zw.Gravity(), push])


def custom():
    """Two beads of which the second stays as far to the side as the first is high."""
    bodies = [zw.Particle(1.0, p_WB=[i, 0, 0.0], name=f"p{i}") for i in range(2)]
    aside = lambda pose_1, pose_2: pose_2.p_WB[1] - jnp.sin(pose_1.p_WB[2])
    return zw.Mechanism(
        bodies, [zw.joints.Custom(bodies[0], bodies[1], aside, name="aside")], [zw.Gravity()]
    )


def made(name):
    found: Any = zoo.MECHANISMS[name]
    found = found(2) if name in ("scissor_lift", "truss", "net") else found()
    return getattr(found, "mechanism", found)


def plain():
    """Masses in a row that are no mechanism: springs, a rod, a row on velocities, time."""
    rod = zw.Holonomic(lambda q: q[1:] @ q[1:] - 1.0, name="rod")
    row = zw.Nonholonomic(lambda q, qd, t: qd[0] - q[1] * qd[2] - jnp.sin(t), name="row")
    force = lambda q, qd: -3.0 * q - 0.1 * qd - jnp.sin(q)
    return zw.System(np.array([1.0, 2.0, 3.0, 4.0]), force, [rod, row])


CASES = {
    "links": lambda: links(3),
    "driven": lambda: driven(2, 3.0),
    "planar": lambda: planar(3),
    "parameters": heavy,
    "custom": custom,
    "beads": lambda: beads(3),
    "redundant": lambda: made("scissor_lift"),
    "nonholonomic": lambda: made("rolling_coin"),
    "gears and slides": lambda: made("slider_crank"),
    "singular M": lambda: links(2).system(),
    "plain functions": plain,
}


@pytest.mark.parametrize("name", CASES)
def test_parts_say_what_the_whole_says(name, monkeypatch):
    """Values and derivatives in a random state, with random accelerations and multipliers."""
    monkeypatch.setattr(elements, "MANY", 1)
    monkeypatch.setattr(elements, "TRACED", 1)
    system, mechanism = CASES[name](), None
    p = {"m": 2.0, "f": 3.0} if name == "parameters" else None
    if isinstance(system, zw.Mechanism):
        system, mechanism = described(system, p)
    random = np.random.default_rng(1)
    n = 4 if name == "plain functions" else system.origin.start(p)[0].size
    q, qd, a = random.normal(size=(3, n))
    known = every(system, mechanism, n)
    variation = Variation(system, p, functions_of(known, ()), (), q, qd, 0.3)
    parts, whole = (variation._equations, variation._functions), variation._traced
    assert parts[0] is not whole[0]
    x, lam = variation.state(q, qd, 0.3), random.normal(size=variation.m)
    D = 5
    shapes = {"q": (D, n), "qd": (D, n), "t": (D,), "qdd": (D, n), "lam": (D, variation.m)}
    along = variation.direction(D, **{k: random.normal(size=s) for k, s in shapes.items()})
    ends = random.normal(size=(3, n))
    turned = np.stack([y.toarray() for y in variation.turning(x, along.q) or ()])

    def seen():
        return [
            *variation.plain(x),
            *variation._functions.here(*x),
            variation.second_rates(x, a),
            *variation.change(x, a, lam, along)[:-1],
            variation.velocity_along(x, along),
        ]

    found = seen()
    still = variation.direction(D, q=along.q)
    by_end = [variation.change(x, e, 0 * lam, still).rows for e in ends]
    np.testing.assert_allclose(turned @ (ends[1] - ends[0]), by_end[1] - by_end[0], atol=1e-12)
    monkeypatch.setattr(variation, "_equations", whole[0])
    monkeypatch.setattr(variation, "_functions", whole[1])
    for first, second in zip(found, seen(), strict=True):
        size = np.abs(second).max(initial=1.0)
        np.testing.assert_allclose(first, second, rtol=0, atol=1e-13 * size)


@pytest.mark.parametrize("make", [lambda: planar(10), lambda: made("net")])
def test_small_motions_part_by_part_are_those_of_the_whole(make, monkeypatch):
    found = []
    for many in (1, NEVER):
        monkeypatch.setattr(elements, "MANY", many)
        rest = zw.equilibrium(make())
        found.append((rest.q, rest.linear.A, rest.linear.B, rest.stability, rest.steady))
    for first, second in zip(*found, strict=True):
        if isinstance(second, np.ndarray):
            np.testing.assert_allclose(first, second, rtol=0, atol=1e-9 * np.abs(second).max())
        else:
            assert first == second


def test_a_chain_of_sixty_beads_swings_as_laguerre_says():
    """ω² = x g / l with L_N(x) = 0: the exact frequencies of N equal masses, each in two planes."""
    rest = zw.equilibrium(beads(60))
    frequencies = np.sort(np.abs(rest.eigenvalues.imag))[::4]
    np.testing.assert_allclose(frequencies**2, roots_laguerre(60)[0] * G, rtol=1e-9)
    assert rest.stability == "stable"


def test_a_net_hangs_where_every_knot_is_balanced():
    """Rods pull along themselves; of each knot their pulls and its weight add up to zero."""
    side = 7
    at = nodes(side)
    rest = zw.equilibrium(net(side))
    place = dict(zip(at, rest.q.reshape(-1, 3), strict=True))
    force = {k: np.array([0.0, 0.0, -0.1 * G]) for k in at}
    for a, b in ties_of(at):
        way = place[b] - place[a]
        assert abs(np.linalg.norm(way) - np.linalg.norm(at[b] - at[a])) < 1e-11
        pulls = rest.force(f"{a} to {b}").reshape(-1, 3)
        on = dict(zip(at, pulls, strict=True))
        np.testing.assert_allclose(np.cross(on[a], way), 0.0, atol=1e-9)
        force[a], force[b] = force[a] + on[a], force[b] + on[b]
    corners = [(i, j) for i in (0, side - 1) for j in (0, side - 1)]
    for k in at:
        if k not in corners:
            np.testing.assert_allclose(force[k], 0.0, atol=1e-9)
    nailed = sum(rest.force(f"nail {k}").reshape(-1, 3).sum(axis=0) for k in corners)
    np.testing.assert_allclose(nailed, [0, 0, 0.1 * G * side**2], atol=1e-8)
    assert rest.stability == "stable"


def test_a_kink_in_one_of_many_parts_is_seen(monkeypatch):
    """What is not analytic is probed, also part by part."""
    monkeypatch.setattr(elements, "TRACED", 1)
    rough = zw.System(1.0, lambda q, qd: -q - jnp.sign(qd) * (jnp.arange(12) == 3))
    smooth = zw.System(1.0, lambda q, qd: -q - jnp.tanh(qd) * (jnp.arange(12) == 3))
    with pytest.raises(zw.NumericalError, match=r"jump in this state along q\[3\]'"):
        zw.linearize(rough, np.zeros(12))
    assert np.sum(zw.linearize(smooth, np.zeros(12)).eigenvalues.real < -0.4) == 2
