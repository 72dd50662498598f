"""Forces without a derivative in the state itself, and constraints that lose rank in it."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

M, K = 2.0, 30.0


def damper(q, qd, p):
    """A spring of no length with a damper along it; none of it acts where the ends coincide."""
    d = q - p["end"]
    dd = d @ d
    return -K * d - p["c"] * jnp.where(dd > 0, (qd @ d) * d / jnp.where(dd > 0, dd, 1.0), 0.0)


RAIL = zw.Holonomic(lambda q, p: jnp.stack([p["n"] @ (q - p["end"])]), name="rail")
ON_RAIL = zw.System(M, damper, [RAIL], coordinates=["x", "y"])
FREE = zw.System(M, damper, coordinates=["x", "y"])


def given(angle, unit, c):
    """Numbers of a rail that is turned, with lengths in some unit."""
    n = np.array([-np.sin(angle), np.cos(angle)])
    return {"end": unit * np.array([3.0, -2.0]), "n": n / unit, "c": c}


@pytest.mark.parametrize("unit", [1.0, 1e3, 1e-3])
def test_a_damper_without_length_on_a_rail_damps(unit):
    """Along the rail the force is −c v on both sides, however the rail lies."""
    for angle, c in ((0.0, 0.7), (0.7, 0.7), (1.3, 0.02), (2.0, 30.0), (0.4, 0.0)):
        p = given(angle, unit, c)
        found = zw.linearize(ON_RAIL, p["end"], p=p)
        true = np.roots([M, c, K])
        off = np.abs(np.sort_complex(found.eigenvalues) - np.sort_complex(true)).max()
        assert off < 1e-8 * np.abs(true).max()
        assert found.stability == ("asymptotically stable" if c else "stable")
        assert found.reduced.limit == bool(c)
        if c:
            with pytest.raises(zw.NumericalError, match="lack a derivative"):
                found.derivatives(["c"])
    at_rest = zw.equilibrium(ON_RAIL, p["end"], p=given(0.7, unit, 0.7))
    assert at_rest.stability == "asymptotically stable"
    np.testing.assert_allclose(at_rest.linear.damping / at_rest.linear.mass, 0.35, rtol=1e-8)


@pytest.mark.parametrize("unit", [1.0, 1e3])
def test_in_the_plane_it_has_a_kink(unit):
    """Which way the damper lies has no limit; a damper weak beside the spring is told too."""
    for c in (0.7, 0.02):
        p = given(0.0, unit, c)
        for found in (zw.linearize(FREE, p["end"], p=p), zw.equilibrium(FREE, p["end"], p=p)):
            assert found.stability == "undecided"
            assert "kink along x, y, x', y' together" in found.verdict.reason
    assert zw.linearize(FREE, p["end"], p=given(0.0, unit, 0.0)).stability == "stable"


def test_what_is_smooth_has_no_kink():
    """Products of places and rates, steep or not, and a kink that is seen from both sides."""
    near = zw.System(
        1.0, lambda q, qd, p: -q - (qd @ q) * q / (q @ q + p["s"] ** 2), coordinates=["x", "y"]
    )
    for s in (1.0, 1e-3, 1e-5):
        assert zw.linearize(near, [0.0, 0.0], p={"s": s}).stability == "stable"
    folded = zw.System(1.0, lambda q, qd: -q - 0.5 * jnp.abs(q + qd), coordinates=["x"])
    assert "kink" in zw.linearize(folded, [0.0]).verdict.reason


@pytest.mark.slow
def test_springs_of_mechanisms():
    def spring(body):
        return zw.Spring(zw.GROUND, body, stiffness=K, rest=0.0, damping=0.7, point_1=[0.5, 0.0])

    cart = zw.PlanarBody(M, 1.0, p_WB=[0.5, 0.0], name="cart")
    rail = zw.joints.Prismatic(zw.GROUND, cart, point=[0.5, 0.0], axis=[0.6, 0.8, 0], name="rail")
    found = zw.equilibrium(zw.Mechanism([cart], [rail], [spring(cart)]))
    np.testing.assert_allclose(found.eigenvalues.real, -0.175, rtol=1e-8)
    bob = zw.Particle(M, p_WB=[0.5, 0.0], name="bob")
    assert zw.linearize(zw.Mechanism([bob], [], [spring(bob)])).stability == "undecided"


@pytest.mark.parametrize("unit", [1.0, 1e3])
def test_constraints_that_lose_rank_are_told(unit):
    """A line and a parabola that touch; a row that follows from another all along does not."""

    def made(second):
        rows = lambda q: jnp.stack([q[1], second(q[0] / unit, q[1])])
        both = zw.Holonomic(rows, name=["line", "other"])
        return zw.System(M, lambda q: -K * q, [both], coordinates=["x", "y"])

    touching = zw.linearize(made(lambda x, y: y - unit * x**2), [0.0, 0.0])
    assert touching.stability == "undecided"
    assert "constraints lose rank in this state: line, other" in touching.verdict.reason
    assert zw.linearize(made(lambda x, y: y * (1.0 + x)), [0.0, 0.0]).stability == "stable"
