"""Branches of steady motions that fold or meet, over parameters and over rates, in closed forms.

A bead on a hoop of radius 1 that turns about an axis beside its middle, at the distance e, with a
spring between it and the place s from the axis:

    ω² (e + sin θ) cos θ = g sin θ + k (e + sin θ − s) cos θ.

For k = 0 the branch θ < 0 ends in a fold at sin³θ = −e, the pitchfork of e = 0 made imperfect. For
e = 0 and s < 0, a governor whose spring is tight when closed, it does so at tan³θ = −k s / g.
"""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

g = 9.81


def by_angle(e, k, s, rate):
    """The tilt; the speed is the rate of a cyclic coordinate, or a parameter."""
    speed = lambda qd, p: qd[1] if rate else p["w"]
    system = zw.System.from_lagrangian(
        T=lambda q, qd, p: (qd[0] ** 2 + (speed(qd, p) * (e + jnp.sin(q[0]))) ** 2) / 2,
        V=lambda q: -g * jnp.cos(q[0]) + k / 2 * (e + jnp.sin(q[0]) - s) ** 2,
        coordinates=["tilt", "w"][: 1 + rate],
    )
    return system, lambda tilt: [tilt, 0.0][: 1 + rate]


def on_a_wire(e, k, s, rate):
    """Its distance from the axis in millimetres, and its height, on a circle."""
    speed = lambda qd, p: qd[2] if rate else p["w"]
    hoop = lambda q: (q[0] / 1e3 - e) ** 2 + q[1] ** 2 - 1.0
    system = zw.System.from_lagrangian(
        T=lambda q, qd, p: 3 * (qd[0] ** 2 / 1e6 + qd[1] ** 2 + (speed(qd, p) * q[0] / 1e3) ** 2)
        / 2,
        V=lambda q: 3 * (g * q[1] + k / 2 * (q[0] / 1e3 - s) ** 2),
        constraints=[zw.Holonomic(hoop, name="hoop")],
        coordinates=["r", "z", "w"][: 2 + rate],
    )  # fmt: skip
    return system, lambda tilt: [1e3 * (e + np.sin(tilt)), -np.cos(tilt), 0.0][: 2 + rate]


E = 0.1
FOLD = np.arcsin(-(E ** (1 / 3)))
OFFSET = np.sqrt(g * np.tan(FOLD) / (E + np.sin(FOLD)))
K, S = 20.0, -0.05
OPEN = np.arctan((-K * S / g) ** (1 / 3))
SPRUNG = np.sqrt(K + g / np.cos(OPEN) - K * S / np.sin(OPEN))
CASES = {
    # e, k, s; the tilt at first, the speeds, what is met, where, and how the locus goes on.
    "offset": ((E, 0.0, 0.0), -0.9, [4.0, 3.5], "jump", OFFSET),
    "offset, smooth": ((E, 0.0, 0.0), 0.1, [2.0, 5.0], None, 0.0),
    "spring": ((0.0, K, S), 0.6, [6.0, 5.5], "jump", SPRUNG),
    "spring, even": ((0.0, K, 0.0), 0.9, [6.6, 5.0], "branch point", np.sqrt(g + K)),
}


WAYS = {"angle": (by_angle, True), "wire": (on_a_wire, True), "wire, parameter": (on_a_wire, False)}
ALL = [
    *(("offset", way) for way in WAYS),
    ("offset, smooth", "wire"),
    ("spring", "wire"),
    ("spring", "wire, parameter"),
    ("spring, even", "angle"),
    ("spring, even", "wire, parameter"),
]


@pytest.mark.parametrize(("case", "way"), ALL)
def test_folds_and_pitchforks_of_what_turns_are_found_where_they_are(case, way):
    made, rate = WAYS[way]
    given, tilt, values, kind, where = CASES[case]
    system, guess = made(given[0], given[1], given[2], rate)
    p = None if rate else {"w": values[0]}
    locus = zw.root_locus(system, guess(tilt), p, name="w", values=values, rate=rate)
    assert [x.kind for x in locus.crossings] == [kind] * (kind is not None)
    for x in locus.crossings:
        assert abs(x.value - where) < 1e-7 * where
        assert x.fold == (kind == "jump") == ("a fold" in str(locus))
    assert "missing" not in locus.stability


@pytest.mark.parametrize("unit", [1.0, 1e4])
def test_a_fold_behind_which_nothing_is_ends_the_branch(unit):
    """ẍ = v − 1 − x², over the rate v of a cyclic coordinate; and stops where that is spoilt."""
    law = lambda q, qd: jnp.stack([(qd[1] - 1 - (q[0] / unit) ** 2) / unit, 0.0 * q[0]])
    system = zw.System([1 / unit**2, 1.0], law, coordinates=["x", "y"])
    locus = zw.root_locus(system, [unit, 0.0], name="y", values=[2.0, 1.4, 0.5], rate=True)
    (x,) = locus.crossings
    assert (x.kind, x.fold, x.after) == ("end", True, "missing") and abs(x.value - 1) < 1e-8
    assert locus.equilibria[-1] is None


def test_a_coin_that_rolls_faster_meets_no_other_branch():
    """Upright it is unstable below v² = g r / 3, over v and over g; it might lean, but need not."""
    r, v = 0.4, 2.0
    body = zw.RigidBody(
        2.0,
        [0.08, 0.16, 0.08],
        p_WB=[0.3, 0.1, r],
        v_WB=[v, 0.0, 0.0],
        w_WB=[0.0, v / r, 0.0],
        name="coin",
    )
    roll = zw.joints.RollingDisk(zw.GROUND, body, radius=r, axis_2=[0.0, 1.0, 0.0])
    coin = zw.Mechanism([body], [roll], [zw.Gravity([0.0, 0.0, lambda p: -p["g"]])])
    critical = np.sqrt(g * r / 3)
    over_rate = {"name": "coin.x", "rate": True, "values": critical * np.array([0.8, 1.5])}
    heavier = 3 * v**2 / r
    over_weight = {"name": "g", "rates": {"coin.x": v}, "values": heavier * np.array([1.3, 0.7])}
    for given, where in ((over_rate, critical), (over_weight, heavier)):
        locus = zw.root_locus(coin, None, {"g": g}, **given)
        assert locus.stability == ("unstable", "stable")
        (x,) = locus.crossings
        assert x.kind == "divergence" and abs(x.value - where) < 1e-9 * where
