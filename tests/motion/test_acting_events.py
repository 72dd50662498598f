"""Events of accelerations, constraint forces and multipliers: lift-off and slip, in closed form."""

import numpy as np
import pytest

import zwang as zw
from tests.motion.ways import WAYS, moved

G = 9.81
ROD = zw.Holonomic(lambda q: (q @ q - 1.0) / 2.0, name="rod")
BALL = zw.System(1.0, [0.0, -G], [ROD], coordinates=["x", "y"])

# A ball rolls off the top of a sphere where cos of its angle from the top is 2/3 + v²/(3 g).
ANGLE, SPEED = 0.1, 0.2
LEAVES = (2.0 * np.cos(ANGLE) + SPEED**2 / G) / 3.0
START = [np.sin(ANGLE), np.cos(ANGLE)], [SPEED * np.cos(ANGLE), -SPEED * np.sin(ANGLE)]
EVENTS = {
    "Qc": lambda Qc, q: Qc @ q,
    "lam": lambda lam: lam[0],
    "qdd": lambda q, qdd: qdd @ q + G * q[1],
    # All three are the pressure: what is wrong with one of them shifts the zero of their sum.
    "all": lambda Qc, lam, q, qdd: Qc @ q + lam[0] + qdd @ q + G * q[1],
}
ALONE = WAYS[:4]


@pytest.mark.parametrize(
    ("name", "way"),
    [(name, way) for name in EVENTS for way in ALONE if (name == "all") == ("jax" in way)],
)
def test_a_ball_leaves_a_sphere(name, way, monkeypatch):
    event = zw.Event(EVENTS[name], name="leaves")
    rows = moved(way, monkeypatch, BALL, *START, (0.0, 3.0), events=event)
    assert rows.status == 0 and rows.t_end < 3.0
    assert abs(rows.q[-1, 1] - LEAVES) < 1e-9


@pytest.mark.parametrize("way", ALONE)
def test_under_friction_they_are_those_of_the_rows(way, monkeypatch):
    rub = zw.System(1.0, [0.0, -G], [ROD], nonideal=lambda qd, Qc_ideal: -0.1 * qd)
    event = zw.Event(lambda Qc, lam, q, qd: Qc @ qd + 0.1 * 0.25 + 0.0 * lam[0], name="loss")
    rows = moved(way, monkeypatch, rub, *START, (0.0, 3.0), events=event)
    assert rows.status == 0 and abs(rows.qd[-1] @ rows.qd[-1] - 0.25) < 1e-8


def test_multipliers_that_are_not_unique_are_refused():
    twice = zw.System(1.0, [0.0, -G], [ROD, zw.Holonomic(lambda q: q @ q - 1.0, name="again")])
    given = twice, *START, (0.0, 3.0)
    with pytest.raises(ValueError, match="`lam`, which is not unique"):
        zw.simulate(*given, events=zw.Event(EVENTS["lam"], name="leaves"))
    force = zw.simulate(*given, events=zw.Event(EVENTS["Qc"], name="leaves"))
    assert abs(force.q[-1, 1] - LEAVES) < 1e-8


def test_other_names_are_refused():
    with pytest.raises(TypeError, match="`reaction`"):
        zw.Event(lambda reaction: reaction[0], name="x")
