"""Ranges of a plant's parameters: bound and spread by hand, and the promise that follows."""

from types import SimpleNamespace

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.control.robust import Robust

P = {"m": 2.0, "k": 3.0}
RANGES = {"m": (1.6, 2.5), "k": (2.0, 5.0)}
SPRING = zw.System(lambda p: p["m"], lambda q, p: -p["k"] * q)
CONTROL = zw.track(SPRING, zw.Holonomic(lambda q, t: q[0] - jnp.sin(t), name="wave"), gains=4.0)
TIMES = np.linspace(0.0, 6.0, 41)


def by_hand(m: float, k: float) -> float:
    """The largest |(k − k') q / m' + (m / m' − 1) q̈| on the path, at any time."""
    return abs((3.0 - k) / m - (2.0 / m - 1.0))


def test_bound_and_spread_are_those_by_hand():
    found = CONTROL.uncertainty(RANGES, TIMES, [0.0], [1.0], P, samples=8)
    corners = [(m, k) for m in RANGES["m"] for k in RANGES["k"]]
    assert found.bound == pytest.approx([max(by_hand(*x) for x in corners)], rel=1e-4)
    assert found.spread == pytest.approx(2.0 / 1.6 - 1.0, rel=1e-12)
    assert found.worst == {"m": 1.6, "k": 5.0} and found.widest["m"] == 1.6
    assert found.looks == (4 + 8) * len(TIMES) and found.rows == ("wave",)


def test_every_entry_of_an_array_has_its_corners():
    """Two springs that pull against each other: the worst has one at each end of its range."""
    pair = zw.System(1.0, lambda q, p: p["k"] @ np.array([1.0, -1.0]) + 0.0 * q)
    path = zw.Holonomic(lambda q: q[0], name="rest")
    control, p = zw.track(pair, path, gains=4.0), {"k": np.array([1.0, 1.0])}
    ranges = {"k": (np.array([0.5, 0.5]), np.array([2.0, 2.0]))}
    found = control.uncertainty(ranges, [0.0, 1.0], [0.0], [0.0], p, samples=0)
    assert found.bound == pytest.approx([1.5], rel=1e-12)
    # Of many parameters some corners are looked at, and each parameter is at both ends in some.
    many = {f"k{i}": 1.0 for i in range(9)}
    sum_ = zw.System(1.0, lambda q, p: sum(p.values()) + 0.0 * q)
    wide = zw.track(sum_, path, gains=4.0)
    found = wide.uncertainty(dict.fromkeys(many, (0.0, 3.0)), [0.0, 1.0], [0.0], [0.0], many)
    assert found.bound == pytest.approx([18.0], rel=1e-12)


def test_plants_in_the_ranges_keep_the_promise_and_others_do_not():
    found = CONTROL.uncertainty(RANGES, TIMES, [0.0], [1.0], P)
    robust = CONTROL.robust(1.05 * found.bound, width=1e-2, spread=found.spread)
    loop = robust.closed_loop(p_plant=lambda p: {"m": p["m_real"], "k": p["k_real"]})
    promised = robust.promise([0.0], [1.0], 0.0, P)[0]

    def off(m, k):
        p = P | {"m_real": m, "k_real": k}
        return np.abs(zw.simulate(loop, [0.0], [1.0], (0.0, 6.0), p).tracking_error("wave")).max()

    rng = np.random.default_rng(0)
    inside = [(1.6, 5.0), (2.5, 2.0), *rng.uniform([1.6, 2.0], [2.5, 5.0], (6, 2))]
    assert max(off(*x) for x in inside) <= promised
    assert off(1.6, 12.0) > promised


@pytest.mark.parametrize(
    ("ranges", "p", "told"),
    [
        ({}, P, "`ranges` is {}"),
        ({"n": (1.0, 2.0)}, P, "'n'"),
        ({"m": 1.0}, P, "wanted \\(least, largest\\)"),
        ({"m": (2.0, 1.0)}, P, "the first not above the second"),
        ({"m": (1.0, 2.0)}, None, "`p` is None"),
    ],
)
def test_wrong_ranges_are_told(ranges, p, told):
    with pytest.raises((TypeError, ValueError), match=told):
        CONTROL.uncertainty(ranges, TIMES, [0.0], [1.0], p)


def test_a_plant_without_acceleration_and_a_requirement_that_varies_are_told():
    with pytest.raises(ValueError, match="a plant that has no acceleration"):
        CONTROL.uncertainty({"m": (-1.0, 2.0)}, TIMES, [0.0], [1.0], P)
    # Without mass it has only the acceleration that the requirements lend it.
    with pytest.raises(ValueError, match="a plant that has no acceleration"):
        CONTROL.uncertainty({"m": (0.0, 2.0)}, TIMES, [0.0], [1.0], P)
    scaled = zw.track(SPRING, zw.Holonomic(lambda q, p: p["k"] * q[0], name="rest"))
    with pytest.raises(ValueError, match="parameters of a requirement"):
        scaled.uncertainty({"k": (2.0, 3.0)}, TIMES, [0.0], [0.0], P)


def test_the_robust_term_outweighs_what_the_plant_makes_of_itself():
    """ρ_i = bound_i + spread max ρ: the wrong part of r, at most spread max |r|, is covered too."""
    bound, spread = np.array([1.0, 3.0, 0.5]), 0.4
    rows = SimpleNamespace(positions=3, names=("a", "b", "c"))
    off = SimpleNamespace(error=np.ones(3), rate=np.zeros(3), alpha=2.0, beta=1.0, rows=rows)
    rho = -np.asarray(Robust(bound, None, spread).term(off))  # pyright: ignore[reportArgumentType]
    np.testing.assert_allclose(rho, bound + spread * rho.max(), rtol=1e-12)
