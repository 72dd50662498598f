"""Starts by joint angles: the mechanism stays assembled as it is, and the rest is nearest."""

import numpy as np
import pytest

import zwang as zw

GROUND, COUPLER = np.array([4.0, 0.0]), 3.5  # of a four-bar loop with a crank of length one


def loop(side: float, rocker: float = 3.0, turn=np.eye(2), unit: float = 1.0):
    """A four-bar loop with its crank at one radian, closed on one side of the line through its
    ends; turned in the plane, and in another unit of length. Its mechanism and its joints."""
    A, D = np.array([np.cos(1.0), np.sin(1.0)]), GROUND
    line = D - A
    length = np.hypot(*line)
    along = (length**2 + COUPLER**2 - rocker**2) / (2 * length)
    normal = np.array([-line[1], line[0]]) / length
    B = A + along * line / length + side * np.sqrt(COUPLER**2 - along**2) * normal
    O, A, B, D = (unit * turn @ x for x in (np.zeros(2), A, B, D))

    def link(a, b, name):
        angle = float(np.arctan2(*(b - a)[::-1]))
        return zw.PlanarBody(1.0, 0.1 * unit**2, p_WB=(a + b) / 2, angle=angle, name=name)

    crank, coupler, last = link(O, A, "crank"), link(A, B, "coupler"), link(D, B, "rocker")
    pin = zw.joints.Revolute
    joints = [
        pin(zw.GROUND, crank, point=O, name="O"),
        pin(crank, coupler, point=A, name="A"),
        pin(coupler, last, point=B, name="B"),
        pin(zw.GROUND, last, point=D, name="D"),
    ]
    return zw.Mechanism([crank, coupler, last], joints), joints


def controlled(mechanism, joint):
    held = zw.joints.Driven(joint, lambda t: 0.0 * t, name="held")
    return zw.track(mechanism, held, actuation=[joint.label])


TURN = np.array([[0.6, -0.8], [0.8, 0.6]])


@pytest.mark.parametrize(
    ("side", "turn", "unit"), [(1.0, np.eye(2), 1.0), (-1.0, TURN, 1e3)], ids=["m", "turned, mm"]
)
def test_a_loop_stays_closed_on_the_side_on_which_it_is(side, turn, unit):
    mechanism, joints = loop(side, turn=turn, unit=unit)
    control = controlled(mechanism, joints[0])
    other = loop(-side, turn=turn, unit=unit)[0].start()[0]
    # From a guess on the other side it is led along the other side.
    for angle in (0.3, 2.0, -2.0, 3.0, np.pi, -3.1, 4.5, 8.0):
        for guess, where in ((None, side), (other, -side)):
            q, qd = control.posed({"O": angle}, {"O": 2.0}, guess=guess)
            A = np.array([np.cos(1.0 + angle), np.sin(1.0 + angle)])
            B = 2 * turn.T @ q[3:5] / unit - A
            assert np.hypot(*(B - GROUND)) == pytest.approx(3.0, abs=1e-9)
            ahead = GROUND - A
            assert np.sign(ahead[0] * (B - A)[1] - ahead[1] * (B - A)[0]) == where
            assert qd[2] == pytest.approx(2.0, abs=1e-9)


def test_a_loop_that_cannot_get_there_says_where_it_ends():
    """With a rocker this long the crank cannot turn round: it has dead points."""
    mechanism, joints = loop(1.0, rocker=1.2)
    control = controlled(mechanism, joints[0])
    with pytest.raises(zw.NumericalError, match="come as far as 'O' at .*dead point") as error:
        control.posed({"O": 1.5})
    assert error.value.status == zw.Status.NOT_ASSEMBLED
    # Coupler and rocker stretched: 3.5 + 1.2 from D to A.
    far = np.arccos((1.0 + 16.0 - 4.7**2) / 8.0) - 1.0
    assert f"{far:.2f}" in str(error.value)
    # Angles that depend on each other have no way between them, and are met all the same.
    q, start = control.posed({"O": 0.2})[0], mechanism.start()[0]
    bend = (q - start)[8] - (q - start)[5]
    assert control.posed({"O": 0.2, "B": bend})[0] == pytest.approx(q, abs=1e-8)
    with pytest.raises(zw.NumericalError, match="come as far as"):
        control.posed({"O": 0.2, "B": bend + 0.3})


def chain():
    """Six links in space, straight along x, hinges about z, y, x in turn."""
    links, hinges, axes = [], [], np.eye(3)[[2, 1, 0, 1, 2, 0]]
    for i, axis in enumerate(axes):
        link = zw.RigidBody(1.0, [0.02, 0.03, 0.04], p_WB=[i + 0.5, 0.0, 0.0], name=f"link {i}")
        before = links[-1] if links else zw.GROUND
        hinge = zw.joints.Revolute(before, link, point=[i, 0, 0], axis=axis, name=f"joint {i}")
        links.append(link)
        hinges.append(hinge)
    return zw.Mechanism(links, hinges), hinges, axes


def test_an_arm_of_six_joints_is_where_its_angles_say():
    mechanism, hinges, axes = chain()
    control = controlled(mechanism, hinges[0])
    rng = np.random.default_rng(2)
    for size in (1.0, 3.0):
        angles = rng.uniform(-size, size, 6)
        q, qd = control.posed({x.label: a for x, a in zip(hinges, angles, strict=True)})
        place, R = np.zeros(3), np.eye(3)
        for i, (axis, a) in enumerate(zip(axes, angles, strict=True)):
            K = np.cross(np.eye(3), axis)  # Rodrigues
            R = R @ (np.eye(3) + np.sin(a) * K + (1 - np.cos(a)) * K @ K)
            pose = mechanism.pose(f"link {i}", q)
            assert np.asarray(pose.p_WB) == pytest.approx(place + R @ [0.5, 0, 0], abs=1e-9)
            assert np.asarray(pose.R_WB) == pytest.approx(R, abs=1e-9)
            place = place + R @ [1.0, 0.0, 0.0]
        assert np.abs(qd).max() < 1e-12


def test_what_the_joints_leave_free_is_nearest_to_the_start():
    upper = zw.PlanarBody(1.5, 0.1, p_WB=[0.5, 0.0], name="upper")
    lower = zw.PlanarBody(1.0, 0.05, p_WB=[1.4, 0.0], name="lower")
    shoulder = zw.joints.Revolute(zw.GROUND, upper, point=[0.0, 0.0], name="shoulder")
    elbow = zw.joints.Revolute(upper, lower, point=[1.0, 0.0], name="elbow")
    arm = zw.Mechanism([upper, lower], [shoulder, elbow])
    q, _ = controlled(arm, elbow).posed({"elbow": 1.5})
    start, M = arm.start()[0], np.diag([1.5, 1.5, 0.1, 1.0, 1.0, 0.05])

    def at(a):
        b = a + 1.5
        end = np.array([np.cos(a), np.sin(a)])
        return np.concatenate([0.5 * end, [a], end + 0.4 * np.array([np.cos(b), np.sin(b)]), [b]])

    distance = lambda x: (x - start) @ M @ (x - start)
    assert q == pytest.approx(at(q[2]), abs=1e-9)
    assert all(distance(at(q[2] + h)) > distance(q) for h in (1e-3, -1e-3))


def test_what_is_wrong_is_told():
    mechanism, joints = loop(1.0)
    control = controlled(mechanism, joints[0])
    for guess in (np.zeros(4), np.full(9, np.nan), "here"):
        with pytest.raises((TypeError, ValueError), match="`guess`"):
            control.posed({"O": 0.1}, guess=guess)
    with pytest.raises(zw.NumericalError, match="`rates`"):
        control.posed({"O": 0.0, "D": 0.0}, {"O": 1.0, "D": 50.0})
