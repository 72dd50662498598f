"""Torsion springs act up to most of a turn; beyond it a motion ends and names the spring."""

import numpy as np
import pytest

import zwang as zw
from zwang.base.status import Status
from zwang.engine import choose

LIMIT = 15 / 16 * 2 * np.pi
STIFFNESS, INERTIA = 0.2, 0.5


def wound(planar: bool, speed: float) -> zw.Mechanism:
    """A disc on a pin with a spring, which swings speed √(I/k) to both sides."""
    if planar:
        disc = zw.PlanarBody(mass=1.0, inertia=INERTIA, w_WB=speed, name="disc")
        pin = zw.joints.Revolute(zw.GROUND, disc, point=(0.0, 0.0), name="pin")
    else:
        disc = zw.RigidBody(mass=1.0, inertia=[INERTIA] * 3, w_WB=(0.0, 0.0, speed), name="disc")
        pin = zw.joints.Revolute(zw.GROUND, disc, point=(0, 0, 0), axis=(0, 0, 1), name="pin")
    return zw.Mechanism([disc], [pin], [zw.TorsionSpring(pin, stiffness=STIFFNESS, name="coil")])


CASES = [("native", 1.0), ("native", -1.0), ("jax", 1.0), ("by parts", -1.0)]


@pytest.mark.parametrize("way, sign", CASES)
@pytest.mark.parametrize("planar", [True, False])
def test_past_a_turn_it_ends_and_names_the_spring(planar, way, sign, monkeypatch):
    if way == "by parts":
        monkeypatch.setattr(choose, "WRITTEN_OUT", 0)
    speed, rate = 10.0, np.sqrt(STIFFNESS / INERTIA)
    engine = "jax" if way == "jax" else "native"
    machine = wound(planar, sign * speed)
    motion = machine.simulate((0.0, 3.0), engine=engine, throw=False)
    assert motion.status == Status.NON_FINITE
    assert "'coil'" in motion.detail and "turns" in motion.detail
    assert abs(motion.t[-1] - np.arcsin(LIMIT * rate / speed) / rate) < 1e-7


@pytest.mark.parametrize("planar", [True, False])
def test_below_it_is_a_spring(planar):
    rate = np.sqrt(STIFFNESS / INERTIA)
    machine = wound(planar, 5.8 * rate)
    times = np.linspace(0.0, 12.0, 7)
    motion = machine.simulate(times)
    turned = 5.8 * np.sin(rate * times)
    found, wanted = (motion.q[:, 2], turned) if planar else (motion.q[:, 3], np.cos(turned / 2))
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-7)


@pytest.mark.parametrize("engine", ["native", "jax"])
def test_members_of_an_ensemble_end_alone(engine):
    machine = wound(True, 0.0)
    q0, qd0 = map(np.asarray, machine.start())
    speeds = qd0 + np.array([[0.0], [2.0], [10.0]]) * np.array([0.0, 0.0, 1.0])
    many = zw.simulate_many(machine.system(), q0, speeds, (0.0, 3.0), engine=engine)
    assert many.status.tolist() == [0, 0, Status.NON_FINITE]
