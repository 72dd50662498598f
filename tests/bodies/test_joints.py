"""Every joint: what it leaves free, what it allows, and its rows A and b."""

import numpy as np
import pytest

from tests.bodies.everything import CASES, FLAT, RATIO, after, form, mechanism, rows_of, turn_about
from zwang.bodies.kinds import quaternion


def random_state(planar, seed):
    """Any coordinates and velocities, with quaternions of length one and rates along them."""
    rng = np.random.default_rng(seed)
    q, qd = mechanism(planar).start()
    q, qd = q + 0.5 * rng.normal(size=len(q)), rng.normal(size=len(q))
    for i in range(3, 3 + 7 * 3, 7) if not planar else ():
        u = slice(i, i + 4)
        q[u] /= np.linalg.norm(q[u])
        qd[u] -= q[u] * (q[u] @ qd[u])
    return q, qd


@pytest.mark.parametrize("name", CASES)
def test_freedom_is_that_of_kinematics(name):
    """Of two bodies with 12 freedoms, or 6 in the plane, and of s where there is one."""
    (_, cases), joint = CASES[name]
    planar = cases is FLAT[1]
    q, qd = mechanism(planar).start()
    # A drive by a function of time, or a disk, is as good anywhere near.
    found = form(planar, q, qd + 0.1)
    rows, norms = rows_of(planar, joint)
    A = np.asarray(found.A)
    rank = np.linalg.matrix_rank(A[[*rows, *norms]]) - len(norms)
    rank -= sum(x.startswith(f"{joint}.s") for x in mechanism(planar).system().coordinates)
    assert rank == (3 if planar else 6) - cases[joint].freedom
    own = len(mechanism(planar).joints[list(cases).index(joint)].row_names()[0])
    assert own <= len(rows)


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("planar", [False, True], ids=["space", "plane"])
def test_along_any_path_the_residual_is_differentiated_as_A_qdd_minus_b(planar, seed):
    """By central differences of the fourth order, on the constraints or not."""
    q, qd = random_state(planar, seed)
    qdd = np.random.default_rng(seed + 10).normal(size=len(q))
    h, t0 = 2e-4, 0.3

    def at(dt):
        here = q + dt * qd + dt**2 / 2.0 * qdd, qd + dt * qdd, t0 + dt
        return form(planar, *here)

    points = {k: at(k * h) for k in (-2, -1, 0, 1, 2)}
    now = points[0]
    m = now.rows.positions
    weights = {-2: 1.0, -1: -8.0, 1: 8.0, 2: -1.0}
    rate, phi_rate = (
        np.sum([w * np.asarray(getattr(points[k], name)) for k, w in weights.items()], axis=0)
        / (12.0 * h)
        for name in ("velocity", "phi")
    )
    expected = np.asarray(now.A) @ qdd - np.asarray(now.b)
    for i, name in enumerate(now.rows.names):
        assert abs(rate[i] - expected[i]) <= 1e-8 * (1.0 + abs(expected[i])), name
    for i in range(m):
        assert abs(phi_rate[i] - now.velocity[i]) <= 1e-9 * (1.0 + abs(phi_rate[i]))


ALLOWED = [name for name, (table, joint) in CASES.items() if table[1][joint].motion is not None]


@pytest.mark.parametrize("name", ALLOWED)
def test_a_finite_motion_that_the_joint_allows_satisfies_it(name):
    (bodies, cases), joint = CASES[name]
    planar = cases is FLAT[1]
    common = turn_about(np.array([0.3, -0.4, 0.0]), np.array([0.0, 0.0, 1.0]), 2.6)
    if not planar:
        common = after(common, turn_about(np.ones(3), np.array([0.6, 0.0, 0.8]), -1.1))
    q, qd = mechanism(planar).start()
    for body, moves in zip(bodies, (common, after(cases[joint].motion, common)), strict=False):
        q[columns(planar, body)] = moved(body, moves)
    rows, _ = rows_of(planar, joint)
    found = form(planar, q, qd)
    on_q = [i for i in rows if i < found.rows.positions]
    assert on_q
    np.testing.assert_allclose(np.asarray(found.phi)[on_q], 0.0, atol=1e-13)


def columns(planar, body):
    names = mechanism(planar).system().coordinates
    return [i for i, x in enumerate(names) if x.startswith(f"{body.name}.")]


def moved(body, motion):
    """Coordinates of a body after a motion of space."""
    u, d = motion
    pose = body.pose()
    p = quaternion.matrix(u) @ pose[:3] + d
    if body.planar:
        return np.append(p[:2], body.angle + 2.0 * np.arctan2(u[3], u[0]))
    return np.append(p, quaternion.product(u, pose[3:]))


def twist(body, v, w, about):
    """Velocities of a body that turns with w, and has the velocity v at the point ``about``."""
    pose = body.pose()
    v = v + np.cross(w, pose[:3] - about)
    if body.planar:
        return np.append(v[:2], w[2])
    w_B = quaternion.matrix(pose[3:]).T @ w
    return np.append(v, quaternion.rate_of(pose[3:], w_B))


def touching(cases, joint, bodies):
    """Where the second body of a rolling joint touches the first at the start."""
    mark = cases[joint].joint.marks[0]
    pose = bodies[0].pose()
    return pose[:3] + quaternion.matrix(pose[3:]) @ mark.r


@pytest.mark.parametrize("name", ["disk", "sphere", "wheel in the plane"])
def test_rolling_is_to_have_one_velocity_where_they_touch(name):
    (bodies, cases), joint = CASES[name]
    planar = cases is FLAT[1]
    rng = np.random.default_rng(3)
    # Both bodies turn; the plane's body too, so that the plane moves.
    place = touching(cases, joint, bodies)
    v, w_1, w_2 = rng.normal(size=(3, 3))
    if planar:
        v[2] = w_1[0] = w_1[1] = w_2[0] = w_2[1] = 0.0
    rows, _ = rows_of(planar, joint)
    for slips in (0.0, 0.1):
        q, qd = mechanism(planar).start()
        for body, w, extra in zip(bodies, (w_1, w_2), (0.0, slips), strict=False):
            sideways = extra * np.array([0.3, -0.5, 0.0])
            qd[columns(planar, body)] = twist(body, v + sideways, w, place)
        left = np.abs(np.asarray(form(planar, q, qd).velocity)[rows]).max()
        assert (left < 1e-13) == (slips == 0.0)


def test_gears_turn_in_their_ratio_seen_from_the_carrier():
    (bodies, cases), joint = CASES["gear"]
    a, b, c = bodies
    axis = np.asarray(cases[joint].joint.axes[0])
    w_c, zero = np.array([0.2, -0.7, 0.5]), np.zeros(3)
    q, qd = mechanism(False).start()
    qd[columns(False, c)] = twist(c, zero, w_c, zero)
    # Turning across the axes is the bearings' business.
    qd[columns(False, a)] = twist(a, zero, w_c + 0.9 * axis, zero)
    qd[columns(False, b)] = twist(b, zero, w_c + 0.9 * RATIO * axis, zero)
    rows, _ = rows_of(False, joint)
    assert abs(float(form(False, q, qd).velocity[rows[0]])) < 1e-13


def test_an_edge_moves_along_and_not_sideways():
    (bodies, cases), joint = CASES["knife edge"]
    a, b, _ = bodies
    mark = cases[joint].joint.marks[1]
    R = quaternion.matrix(b.quat_WB)
    place, sideways = b.p_WB + R @ mark.r, R @ mark.F[:, 2]
    along = np.cross(sideways, [0.3, 0.4, 0.5])
    rows, _ = rows_of(False, joint)
    for v, left in ((along, 0.0), (along + 2.0 * sideways, 2.0)):
        q, qd = mechanism(False).start()
        qd[columns(False, b)] = twist(b, v, np.array([1.0, -2.0, 0.5]), place)
        found = float(form(False, q, qd).velocity[rows[0]])
        np.testing.assert_allclose(found, left, atol=1e-13)


@pytest.mark.parametrize(
    ("name", "value"),
    [("motor", lambda t: np.sin(2.0 * t)), ("piston", lambda t: t**2)],
    ids=["motor", "piston"],
)
def test_a_drive_is_met_where_the_coordinate_is_its_function(name, value):
    (bodies, cases), joint = CASES[name]
    a, b, _ = bodies
    mark = cases[joint].joint.marks[0]
    R = quaternion.matrix(a.quat_WB)
    place, axis = a.p_WB + R @ mark.r, R @ mark.F[:, 2]
    t = 0.8
    turn = turn_about(place, axis, value(t))
    step = np.array([1.0, 0, 0, 0]), value(t) * axis
    q, qd = mechanism(False).start()
    q[columns(False, b)] = moved(b, turn if name == "motor" else step)
    rows, _ = rows_of(False, joint)
    assert abs(float(form(False, q, qd, t).phi[rows[0]])) < 1e-13
    assert abs(float(form(False, q, qd, 0.1).phi[rows[0]])) > 1e-2
