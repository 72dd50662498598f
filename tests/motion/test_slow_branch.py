"""Slow starts along a branch, which forces pull towards another one."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import zwang as zw

FLAT, T = [1.0, 0.0, 3.0, 0.0], np.linspace(0.0, 0.3, 7)


def lengths(q, unit=1.0):
    ground = unit * np.array([0.0, 0.0, 2.0, 0.0])
    gaps = [q[:2] - ground[:2], q[2:] - ground[2:], q[2:] - q[:2]]
    known = zip(gaps, (1.0, 1.0, 2.0), strict=True)
    return [(gap @ gap) / unit**2 - length**2 for gap, length in known]


def folded(speed):
    """Both points on the folded way, by the angle a of the first: tan b/2 = −3 tan a/2."""

    def along(_, y):
        a, u = y[0], np.tan(y[0] / 2)
        b, db = -2 * np.arctan(3 * u), -3 * (1 + u**2) / (1 + 9 * u**2)
        more = 48 * u / (1 + 9 * u**2) ** 2 * (1 + u**2) / 2
        pull = -9.81 * (np.cos(a) + np.cos(b) * db)
        return y[1], (pull - db * more * y[1] ** 2) / (1 + db**2)

    a = solve_ivp(along, (0.0, T[-1]), (0.0, speed), t_eval=T, rtol=1e-12, atol=1e-14).y[0]
    b = -2 * np.arctan(3 * np.tan(a / 2))
    return np.stack([np.cos(a), np.sin(a), 2 + np.cos(b), np.sin(b)], axis=1)


@pytest.mark.parametrize("unit", [1.0, 1e3])
@pytest.mark.parametrize("speed", [1.0, 0.1, 0.03, 0.01, 3e-3, 1e-3, 1e-4])
def test_a_slow_start_along_a_branch_is_right_or_refused(speed, unit):
    """Never on the other branch, to which gravity pulls both points alike."""
    weight = [0.0, -9.81 * unit] * 2
    fold = zw.System(1.0, weight, [zw.Holonomic(lambda q: lengths(q, unit), name=list("abc"))])
    q, qd = unit * np.array(FLAT), unit * speed * np.array([0.0, 1.0, 0.0, -3.0])
    way = zw.branches(fold, q, qd)[0]
    motion = zw.simulate(fold, q, qd, T, branch=way, throw=False)
    off = np.abs(motion.q / unit - folded(speed)[: len(motion)]).max()
    assert off <= 1e-6
    assert motion.status == zw.Status.OK or motion.detail
    if speed >= 0.03:
        assert motion.status == zw.Status.OK


def test_branches_of_a_mechanism_are_those_of_its_system():
    points = [zw.Particle(1.0, p_WB=[x, 0.0], name=n) for x, n in ((1.0, "one"), (3.0, "two"))]
    rods = [
        zw.joints.Distance(zw.GROUND, points[0], points=([0.0, 0.0], [1.0, 0.0]), name="a"),
        zw.joints.Distance(zw.GROUND, points[1], points=([2.0, 0.0], [3.0, 0.0]), name="b"),
        zw.joints.Distance(points[0], points[1], points=([1.0, 0.0], [3.0, 0.0]), name="c"),
    ]
    machine, qd = zw.Mechanism(points, rods, [zw.Gravity()]), [0.0, 1.0, 0.0, -3.0]
    found = zw.branches(machine, machine.start()[0], qd)
    known = zw.branches(machine.system(), machine.start()[0], qd)
    assert len(found) == len(known) == 2
    for one, other in zip(found, known, strict=True):
        np.testing.assert_array_equal(one.tangent, other.tangent)
    assert found[0].share == pytest.approx(1.0)
