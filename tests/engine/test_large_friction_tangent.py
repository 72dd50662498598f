"""Derivatives under joint friction, by parts: those of two motions, of dense pairs, and of the same
machine described in another way."""

from typing import Any

import numpy as np
import pytest

import zwang as zw
from tests.engine import test_large_friction as rubbing
from zwang.engine.large import Unsupported
from zwang.engine.large.tangent.pair import Pair
from zwang.integrate.options import Options
from zwang.integrate.problem import request
from zwang.sensitivity import columns

TIMES = [0.0, 0.1, 0.2]
P = {"mu": 0.3, "m": 1.7}


def arm(turn=0.0, spatial=False, middle: Any = "m"):
    """Three bars in a row that rub in their pins, in axes that are turned, in the plane or not."""
    along = np.array([np.cos(turn), np.sin(turn), 0.0])
    down = 9.81 * np.array([np.sin(turn), -np.cos(turn), 0.0])
    size = 3 if spatial else 2
    inertia = [0.3, 0.2, 0.1] if spatial else 0.1
    body = zw.RigidBody if spatial else zw.PlanarBody
    bars = [
        body(middle if i == 1 else 2.0, inertia, p_WB=((i + 0.5) * along)[:size], name=f"bar {i}")
        for i in range(3)
    ]
    axis = {"axis": [0, 0, 1]} if spatial else {}
    pins = [
        zw.joints.Revolute(one, other, point=(i * along)[:size], name=f"pin {i}", **axis)
        for i, (one, other) in enumerate(zip([zw.GROUND, *bars], bars, strict=False))
    ]
    rubs = [zw.JointFriction(pin, "mu", radius=0.2, speed=0.1) for pin in pins]
    return zw.Mechanism(bars, pins, [zw.Gravity(down[:size]), *rubs])


def slide():
    return rubbing.slide("m", "mu")


def parallelogram():
    """One crank too many: which reactions rub is told by the least."""
    return rubbing.parallelogram("m", "mu")


def chain():
    return rubbing.chain(6, "mu", "m")


def derivatives(machine, **options):
    q, qd = machine.start(P)
    found = zw.sensitivity(machine, q, qd, TIMES, P, **options)
    assert "sparse factors, with derivatives" in found.engine
    return found


@pytest.mark.parametrize("made", [arm, slide, parallelogram, chain])
def test_derivatives_under_friction_are_those_of_two_motions(made):
    found = derivatives(made(), rtol=1e-10)
    assert np.abs(found.along_q[:, 0]).max() > 1e-4  # by mu
    assert found.check() < 1e-6


@pytest.mark.parametrize(("turn", "spatial"), [(0.7, False), (0.4, True)])
def test_derivatives_under_friction_do_not_depend_on_the_description(turn, spatial):
    """Where the ends of the bars are, by turned axes and by rigid bodies in space."""
    flat, other = derivatives(arm()), derivatives(arm(turn, spatial))
    c, s = np.cos(turn), np.sin(turn)
    width = 7 if spatial else 3
    for name in ("along_q", "along_qd"):
        x, y = getattr(flat, name), getattr(other, name)
        for bar in range(3):
            a, b = x[..., 3 * bar : 3 * bar + 2], y[..., width * bar : width * bar + 2]
            turned = np.stack([c * a[..., 0] - s * a[..., 1], s * a[..., 0] + c * a[..., 1]], -1)
            np.testing.assert_allclose(b, turned, atol=1e-7 * np.abs(x).max())


def test_coefficients_of_friction_are_fitted_by_parts():
    machine = chain()
    data = machine.simulate(TIMES, P | {"mu": 0.4}).q
    q, qd = machine.start(P)
    found = zw.fit(machine, q, qd, TIMES, data, P, wrt=["mu"])
    assert found.p["mu"] == pytest.approx(0.4, abs=1e-6)


def test_where_mass_is_missing_derivatives_are_those_of_two_motions_too():
    """A bar that has inertia alone: its pins supply what M lacks."""
    machine, p = arm(middle=0.0), {"mu": 0.3}
    q, qd = machine.start(p)
    found = zw.sensitivity(machine, q, qd, TIMES, p, rtol=1e-10)
    assert "with derivatives" in found.engine and found.check() < 1e-6


def test_missing_mass_and_reactions_that_are_not_unique_are_refused_by_name():
    machine, p = rubbing.parallelogram(0.0, "mu"), {"mu": 0.3}
    q, qd = (np.asarray(x) for x in machine.start(p))
    asked = request(machine.system(definite=True), q, qd, (0.0, 0.1), p, Options())
    with pytest.raises(Unsupported, match="M has no inverse, and reactions are not unique"):
        Pair(asked.program, asked.parameters, asked.start)


@pytest.mark.slow
@pytest.mark.parametrize("made", [arm, parallelogram])
def test_derivatives_under_friction_are_those_of_dense_pairs(made, monkeypatch):
    machine = made()
    found = derivatives(machine, rtol=1e-10)
    monkeypatch.setattr(columns, "_has_parts", lambda *given: False)
    q, qd = machine.start(P)
    by_pairs = zw.sensitivity(machine, q, qd, TIMES, P, rtol=1e-10)
    assert "parts" not in by_pairs.engine
    for name in ("along_q", "along_qd", "along_qdd"):
        x, y = getattr(found, name), getattr(by_pairs, name)
        np.testing.assert_allclose(x, y, atol=1e-9 * np.abs(y).max(), err_msg=name)
