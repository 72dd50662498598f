"""Derivatives under joint friction, by parts: those of two motions, of dense pairs, and of the same
machine described in another way."""

import numpy as np
import pytest

import zwang as zw
from zwang.sensitivity import columns

pytestmark = pytest.mark.usefixtures("quickly_compiled")
TIMES = [0.0, 0.1, 0.2]
P = {"mu": 0.3, "m": 1.7}


def arm(turn=0.0, spatial=False):
    """Three bars in a row that rub in their pins, in axes that are turned, in the plane or not."""
    along = np.array([np.cos(turn), np.sin(turn), 0.0])
    down = 9.81 * np.array([np.sin(turn), -np.cos(turn), 0.0])
    size = 3 if spatial else 2
    inertia = [0.3, 0.2, 0.1] if spatial else 0.1
    body = zw.RigidBody if spatial else zw.PlanarBody
    bars = [
        body("m" if i == 1 else 2.0, inertia, p_WB=((i + 0.5) * along)[:size], name=f"bar {i}")
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
    """A carriage on a guide with a ball that carries a rod; how long the guide is counts."""
    moves = {"v_WB": [1.0, 0.0, 0.0]}
    car = zw.RigidBody("m", [0.1, 0.2, 0.3], name="car", **moves)
    rod = zw.RigidBody(1.0, [0.2, 0.2, 0.01], p_WB=[0.3, 0.0, -0.4], name="rod", **moves)
    guide = zw.joints.Prismatic(zw.GROUND, car, [0, 0, 0], [1, 0, 0], name="guide")
    ball = zw.joints.Spherical(car, rod, point=[0, 0, 0], name="ball")
    rubs = zw.JointFriction(guide, 0.2, length=0.4), zw.JointFriction(ball, "mu", radius=0.05)
    return zw.Mechanism([car, rod], [guide, ball], [zw.Gravity(), *rubs])


def parallelogram():
    """Three cranks under one coupler, one too many: which reactions rub is told by the least."""
    cranks = [
        zw.PlanarBody(m, 0.1, p_WB=[x + 0.3, 0.4], w_WB=1.0, v_WB=[-0.4, 0.3], name=f"c{x}")
        for x, m in enumerate((1.0, "m", 1.0))
    ]
    coupler = zw.PlanarBody(2.0, 0.5, p_WB=[1.6, 0.8], v_WB=[-0.8, 0.6], name="coupler")
    feet = [
        zw.joints.Revolute(zw.GROUND, x, point=[i, 0], name=f"foot {i}")
        for i, x in enumerate(cranks)
    ]
    tops = [
        zw.joints.Revolute(x, coupler, point=[i + 0.6, 0.8], name=f"top {i}")
        for i, x in enumerate(cranks)
    ]
    rubs = [zw.JointFriction(x, "mu", radius=0.1, speed=0.2) for x in (feet[0], tops[1])]
    return zw.Mechanism([*cranks, coupler], [*feet, *tops], [zw.Gravity(), *rubs])


def chain(count=6):
    """Rigid bodies in a row, all of whose hinges rub."""
    rng, before, at, bodies, hinges = np.random.default_rng(5), zw.GROUND, np.zeros(3), [], []
    for i in range(count):
        along = rng.normal(size=3)
        along /= np.linalg.norm(along)
        mass = "m" if i == 1 else 1.0
        body = zw.RigidBody(mass, [0.05, 0.06, 0.07], p_WB=at + along / 2, name=f"link {i}")
        axis = rng.normal(size=3)
        hinges.append(zw.joints.Revolute(before, body, point=at, axis=axis, name=f"hinge {i}"))
        before, at = body, at + along
        bodies.append(body)
    rubs = [zw.JointFriction(x, "mu", radius=0.1, speed=0.3) for x in hinges]
    return zw.Mechanism(bodies, hinges, [zw.Gravity(), *rubs])


def derivatives(machine, **options):
    found = zw.sensitivity(machine, *machine.start(P), TIMES, P, **options)
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
    found = zw.fit(machine, *machine.start(P), TIMES, data, P, wrt=["mu"])
    assert found.p["mu"] == pytest.approx(0.4, abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("made", [arm, parallelogram])
def test_derivatives_under_friction_are_those_of_dense_pairs(made, monkeypatch):
    machine = made()
    found = derivatives(machine, rtol=1e-10)
    monkeypatch.setattr(columns, "_has_parts", lambda *given: False)
    by_pairs = zw.sensitivity(machine, *machine.start(P), TIMES, P, rtol=1e-10)
    assert by_pairs.engine.startswith("jax")
    for name in ("along_q", "along_qd", "along_qdd"):
        x, y = getattr(found, name), getattr(by_pairs, name)
        np.testing.assert_allclose(x, y, atol=1e-9 * np.abs(y).max(), err_msg=name)
