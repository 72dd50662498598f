"""What a page draws is where the motion has it: bodies, points, links, forces."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import zwang as zw
from tests.unit.pictures import chain, pendulum
from zwang.bodies.kinds import quaternion
from zwang.page import show as pages
from zwang.page.arrows import arrows_of, forces_of
from zwang.page.of_function import Wanted, scene_of_function
from zwang.page.of_mechanism import PLAIN, scene_of_mechanism
from zwang.page.of_points import against_weight, named_particles, scene_of_names
from zwang.page.places import corners_of, places_of, pose_of_body
from zwang.page.recording import BY_ROW, NUMBERS, shown
from zwang.page.scene import Solid, hull
from zwang.page.solids import solids_of
from zwang.zoo import MECHANISMS

# A loop in the plane, and a wheel in space that touches where no marker is.
MACHINES = ("slider_crank", "rolling_coin")


@pytest.fixture(scope="module")
def hanging():
    return chain()


@pytest.fixture(scope="module")
def machines():
    found = {}
    for name in MACHINES:
        mechanism = MECHANISMS[name]().mechanism
        found[name] = mechanism, mechanism.simulate(np.linspace(0.0, 0.3, 7))
    return found


@pytest.mark.parametrize("name", MACHINES)
def test_bodies_and_points_are_where_the_motion_has_them(machines, name):
    mechanism, motion = machines[name]
    scene = scene_of_mechanism(mechanism)
    where = places_of(scene, motion.q)
    for i, body in enumerate(scene.bodies):
        pose = motion.pose(body.name)
        place, turn = pose_of_body(body, np.asarray(motion.q))
        np.testing.assert_allclose(place, pose.p_WB, atol=1e-14)
        np.testing.assert_allclose(np.abs((turn * pose.quat_WB).sum(axis=1)), 1.0, atol=1e-14)
        np.testing.assert_allclose(where[:, i], pose.p_WB, atol=1e-14)


def test_joints_have_glyphs_along_their_axes_and_the_picture_knows_every_kind(machines):
    kinds = {x for x in dir(zw.joints) if x[0].isupper() and not x.startswith("Abstract")}
    source = Path(__file__).parents[2] / "page" / "picture" / "glyphs.ts"
    known = set(re.findall(r"^  (\w+): \(\) => ", source.read_text(encoding="utf-8"), re.M))
    assert known == kinds - set(PLAIN)
    mechanism, motion = machines["slider_crank"]
    scene = scene_of_mechanism(mechanism)
    assert [x.name for x in scene.joints] == [
        joint.label for joint in mechanism.joints if type(joint).__name__ not in PLAIN
    ]
    for glyph in scene.joints:
        place, turn = np.zeros((len(motion), 3)), np.tile([1.0, 0.0, 0.0, 0.0], (len(motion), 1))
        if glyph.body >= 0:
            place, turn = pose_of_body(scene.bodies[glyph.body], np.asarray(motion.q))
        at = place + quaternion.matrix(turn) @ np.asarray(glyph.place)
        own, axis = motion.reaction(glyph.name).point, np.array([0.0, 0.0, 1.0])
        if glyph.kind == "Prismatic":  # it slides along its axis
            axis = np.array([1.0, 0.0, 0.0])
            own, at = own[:, 1:], at[:, 1:]
        np.testing.assert_allclose(at, own, atol=1e-7)
        turned = quaternion.matrix(np.asarray(glyph.turn)) @ np.array([0.0, 0.0, 1.0])
        np.testing.assert_allclose(np.abs(quaternion.matrix(turn) @ turned @ axis), 1.0, atol=1e-7)


@pytest.mark.parametrize("name", MACHINES)
def test_arrows_are_the_reactions(machines, name):
    mechanism, motion = machines[name]
    scene = scene_of_mechanism(mechanism)
    found = arrows_of(motion, scene, places_of(scene, motion.q)).reshape(len(motion), -1, 2, 3)
    for i, arrow in enumerate(scene.arrows):
        told = motion.reaction(arrow.name)
        size = np.abs(told.force).max() + 1e-12
        np.testing.assert_allclose(found[:, i, 0], told.point, atol=1e-7)
        np.testing.assert_allclose(found[:, i, 1], told.force, atol=1e-9 * size)


def test_arrows_of_points_sum_to_the_constraint_force(hanging):
    motion = hanging
    scene, _ = pages.scene_of(motion, None, None, "")
    found = arrows_of(motion, scene, places_of(scene, motion.q)).reshape(len(motion), -1, 2, 3)
    total = np.zeros((len(motion), 6))
    for i, arrow in enumerate(scene.arrows):
        total[:, list(arrow.columns)] += found[:, i, 1, : len(arrow.columns)]
    np.testing.assert_allclose(total, motion.Qc_ideal, atol=1e-9 * np.abs(motion.Qc_ideal).max())


def test_curves_of_forces_are_sizes_of_arrows_and_no_norm_is_among_them(hanging, machines):
    motion = shown(hanging)
    scene, _ = pages.scene_of(motion, None, None, "")
    where = places_of(scene, motion.q)
    curves = forces_of(motion, scene, arrows_of(motion, scene, where))
    assert {x.panel for x in curves} == {"forces"}
    for curve in curves:
        own = [x.columns for x in scene.arrows if x.name == curve.name]
        force = np.asarray(motion.force(curve.name))
        for columns in own:  # a rod pulls both ends alike
            np.testing.assert_allclose(
                np.linalg.norm(force[:, list(columns)], axis=1), curve.values, atol=1e-9
            )
        assert np.allclose(np.linalg.norm(force, axis=1), np.sqrt(len(own)) * curve.values)
    _, coin = machines["rolling_coin"]
    bare = forces_of(coin, scene_of_names(coin.coordinates, ""), np.zeros((len(coin), 0)))
    assert {x.panel for x in bare} == {"forces on coordinates"}
    assert not any(x.name.endswith(".norm") for x in bare)
    assert any(name.endswith(".norm") for name, _ in coin.rows.groups)


def test_rods_are_found_from_the_constraints_wherever_they_hang(hanging):
    assert [(x.start, x.end) for x in pages.scene_of(hanging, None, None, "")[0].links] == [
        (0, 3), (0, 1), (1, 2),
    ]  # fmt: skip
    motion, far = pendulum(), np.array([3.0, -2.0])
    moved = zw.System.from_particles(
        1.0, [0.0, -9.81], [zw.Holonomic(lambda q: (q - far) @ (q - far) - 1.0)], dimension=2
    )
    swung = zw.simulate(moved, motion.q[0] + far, motion.qd[0], (0.0, 0.5))
    scene, _ = pages.scene_of(swung, None, None, "")
    np.testing.assert_allclose(scene.points[1].place, [*far, 0.0], atol=1e-7)
    told, _ = pages.scene_of(motion, None, [], "")
    assert told.links == ()


def test_particles_are_known_by_the_names_of_their_coordinates():
    assert named_particles(("x", "y")) == {"": (0, 1)}
    assert named_particles(("x1", "x2", "y1", "y2")) == {"1": (0, 2), "2": (1, 3)}
    assert named_particles(("x_pin", "y_pin", "z_pin")) == {"pin": (0, 1, 2)}
    for others in (
        ("x", "theta"),
        ("y", "x"),
        ("x1", "y1", "z2"),
        (),
        ("x", "y", "x1", "y1", "z1"),
    ):
        assert named_particles(others) == {}


@pytest.mark.parametrize("down", [(0.0, -9.81), (0.0, 9.81), (3.0, -4.0)])
def test_up_is_against_the_weight_whatever_the_axes(down):
    """Of bobs on rods, in free fall, and of what has no weight."""
    motion, up = pendulum(), -np.append(down, 0.0) / np.hypot(*down)
    angle = np.arctan2(down[0], -down[1])
    R = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    qdd, Qc = motion.qdd @ R.T * np.hypot(*down) / 9.81, 7.0 * motion.Qc @ R.T
    Qc = Qc * np.hypot(*down) / 9.81
    np.testing.assert_allclose(np.array(against_weight([(0, 1)], qdd, Qc)), up, atol=1e-6)
    falling = np.tile(down, (5, 1))
    found = np.array(against_weight([(0, 1)], falling, 0.0 * falling))
    np.testing.assert_allclose(found, up, atol=1e-12)
    assert against_weight([(0, 1)], 0.0 * falling, 0.0 * falling) is None
    swung = np.sin(np.arange(5.0))[:, None] * falling
    assert against_weight([(0, 1)], swung, 0.0 * swung) is None


def test_a_line_is_no_rod():
    sloping = zw.Holonomic(lambda q: q[0] - 2.0 * q[1], name="slope")
    system = zw.System.from_particles(1.0, [0.0, -1.0], [sloping], dimension=2)
    scene, _ = pages.scene_of(zw.simulate(system, [0, 0], [0, 0], (0.0, 1.0)), None, None, "")
    assert scene.links == ()


def test_bodies_are_known_by_the_names_of_their_coordinates_alone(machines):
    mechanism, motion = machines["slider_crank"]
    whole, scene = scene_of_mechanism(mechanism), scene_of_names(motion.coordinates)
    assert [(x.kind, x.columns) for x in scene.bodies] == [
        (x.kind, x.columns) for x in whole.bodies
    ]
    assert scene_of_names(("theta", "x")).bodies == ()


@pytest.mark.parametrize("seed", range(6))
def test_the_homogeneous_solid_is_found_from_mass_and_inertia(seed):
    """Box, cylinder and ball, turned and weighed at random, come back with their measures."""
    rng = np.random.default_rng(seed)
    m, (a, b, c) = 10.0 ** rng.uniform(-3, 3), [1.0, 1.5, 2.2] * rng.uniform(1.0, 1.2, 3)
    R, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    cases = {
        "box": (m / 12 * np.array([b**2 + c**2, a**2 + c**2, a**2 + b**2]), (a, b, c)),
        "cylinder": (m / 12 * np.array([3 * a**2 + c**2] * 2 + [6 * a**2]), (a, c)),
        "sphere": (np.full(3, 0.4 * m * a**2), (a,)),
    }
    for kind, (J, size) in cases.items():
        body = zw.RigidBody(m, R @ np.diag(J) @ R.T, name="body")
        (found,) = solids_of(body, [], 0.1)
        assert found.kind == kind
        np.testing.assert_allclose(sorted(found.size), sorted(size), rtol=1e-6)


def test_a_shape_is_drawn_as_told_and_changes_no_equation():
    rod = zw.shapes.Capsule(0.05, 1.0, place=[0.0, 0.0, 0.5], axis=[1, 0, 0])
    plain = zw.RigidBody(1.0, [1.0, 1.0, 0.5], name="a")
    drawn = zw.RigidBody(1.0, [1.0, 1.0, 0.5], name="a", shape=[rod, zw.shapes.Box(1, 2, 3)])
    first, second = solids_of(drawn, [], 0.1)
    assert (first.kind, first.size, second.size) == ("capsule", (0.05, 1.0), (1.0, 2.0, 3.0))
    same = zw.Mechanism([plain]).system(), zw.Mechanism([drawn]).system()
    assert same[0] == same[1] or hash(same[0]) == hash(same[1])
    with pytest.raises(TypeError, match="`shape` of `a`"):
        zw.RigidBody(1.0, [1.0, 1.0, 0.5], name="a", shape="box")


def test_the_room_holds_every_corner(machines):
    for mechanism, motion in machines.values():
        scene = scene_of_mechanism(mechanism)
        seen = np.concatenate(
            [places_of(scene, motion.q).reshape(-1, 3), corners_of(scene, motion.q)]
        )
        scene = scene.around(seen)
        flat = [0, 1] if scene.dimension == 2 else [0, 1, 2]
        assert (seen[:, flat] >= np.array(scene.low)[flat]).all()
        assert (seen[:, flat] <= np.array(scene.high)[flat]).all()
    assert np.abs(hull(Solid("sphere", (2.0,)))).max() == 2.0


def test_thinned_rows_keep_ends_and_extremes():
    motion = pendulum()
    t = np.linspace(0.0, 1.0, 30_000)
    q = np.stack([np.sin(7 * t), 1e-3 * np.ones_like(t)], axis=1)
    q[12_345] = 5.0
    wide = {name: np.repeat(getattr(motion, name)[:1], len(t), axis=0) for name in BY_ROW}
    long = replace(motion, **wide | {"t": t, "q": q, "observables": {}})
    some = shown(long)
    assert len(some) * (2 * 2 + 1 + 4) <= 1.1 * NUMBERS and len(some) > 800
    assert some.t[0] == 0.0 and some.t[-1] == 1.0 and some.q.max() == 5.0


def test_rows_that_are_not_finite_or_repeat_a_time_are_left_out():
    motion = pendulum()
    q, t = np.array(motion.q), np.array(motion.t)
    q[3], t[10] = np.nan, t[9]
    assert len(shown(replace(motion, q=q, t=t))) == len(motion) - 2
    with pytest.raises(ValueError, match="wanted two or more"):
        shown(replace(motion, q=q * np.nan))


def bracket() -> zw.Mechanism:
    """A plate on a slope whose middle is beside its guide."""
    plate = zw.PlanarBody(2.0, 0.3, p_WB=[0.4, 0.7], name="plate")
    guide = zw.joints.Prismatic(
        zw.GROUND, plate, point=[0.0, 0.1], axis=[0.8, 0.6, 0.0], name="guide"
    )
    return zw.Mechanism([plate], [guide], [zw.Gravity()])


def door() -> zw.Mechanism:
    """A leaf on a hinge that is not upright."""
    turn = [0.8, 0.2, -0.4, 0.4]
    leaf = zw.RigidBody(1.5, [0.1, 0.2, 0.3], p_WB=[0.4, 0.3, 0.2], quat_WB=turn, name="leaf")
    hinge = zw.joints.Revolute(zw.GROUND, leaf, point=[0, 0, 0.1], axis=[0, 0.6, 0.8], name="hinge")
    return zw.Mechanism([leaf], [hinge], [zw.Gravity()])


@pytest.mark.parametrize("make", [bracket, door])
def test_torques_are_those_of_the_reactions_about_the_joint(make):
    motion = make().simulate([0.0, 0.1, 0.2])
    scene, _ = pages.scene_of(motion, None, None, "")
    found = arrows_of(motion, scene, places_of(scene, motion.q)).reshape(3, -1, 2, 3)
    force, torque = scene.arrows
    assert (force.kind, torque.kind) == ("force", "torque")
    told = np.asarray(motion.reaction(force.name).torque)
    assert np.abs(told).max() > 0.1
    np.testing.assert_allclose(found[:, 1, 1], told, atol=1e-9 * np.abs(told).max())
    panels = {x.panel: x.values for x in forces_of(motion, scene, found.reshape(3, -1))}
    np.testing.assert_allclose(panels["torques"], np.linalg.norm(told, axis=1))


@pytest.mark.parametrize("name", MACHINES)
def test_joints_that_exert_no_torque_have_none(machines, name):
    scene, _ = pages.scene_of(machines[name][1], None, None, "")
    assert {arrow.kind for arrow in scene.arrows} == {"force"}


class Arm:
    """Two links in absolute or relative angles, or with the picture upside down."""

    lengths = 0.8, 0.5

    @classmethod
    def places(cls, q, relative, flip):
        one, two = q[0], q[1] + (q[0] if relative else 0.0)
        turn = lambda angle: np.array([np.cos(angle), flip * np.sin(angle)])
        elbow = cls.lengths[0] * turn(one)
        return np.stack([np.zeros(2), elbow, elbow + cls.lengths[1] * turn(two)])


@pytest.mark.parametrize("relative", [False, True])
@pytest.mark.parametrize("flip", [1.0, -1.0])
def test_a_force_on_an_angle_is_a_torque_about_its_joint(relative, flip):
    row = zw.Holonomic(lambda q: q[0] + q[1] - 1.0, name="gear")
    system = zw.System(1.0, [0.3, -0.2], [row], coordinates=["a", "b"])
    motion = zw.simulate(system, [0.7, 0.3], [0.5, -0.5], [0.0, 0.2, 0.4])
    wanted = Wanted(lambda q: Arm.places(np.asarray(q), relative, flip), [(0, 1), (1, 2)])
    scene, free = scene_of_function(motion, wanted, "")
    assert free == [0, 1, 2] and [x.trail for x in scene.points] == [False, True, True]
    assert [(x.kind, x.name, x.at, x.columns, x.sign) for x in scene.arrows] == [
        ("torque", "gear", 0, (0,), flip),
        ("torque", "gear", 1, (1,), flip),
    ]
    found = arrows_of(motion, scene, np.zeros((3, 3, 3))).reshape(3, 2, 2, 3)
    np.testing.assert_allclose(found[:, :, 1, 2], flip * np.asarray(motion.force("gear")))


@pytest.mark.parametrize("d", [(1.5, 2.0), (-0.3, 0.4), (0.0, 2.0), (0.6, -0.8, 1.0)])
def test_a_force_on_a_coordinate_that_shifts_points_is_along_their_way(d):
    d = np.asarray(d)
    row = zw.Holonomic(lambda q: q[0] - 2.0 * q[1], name="gear")
    system = zw.System(1.0, [0.3, -0.2], [row], coordinates=["s", "x"])
    motion = zw.simulate(system, [0.6, 0.3], [0.2, 0.1], [0.0, 0.2, 0.4])
    # A cart at x, on it a ramp, on the ramp a block with two corners; and one that is no line.
    axis = np.eye(len(d))[0]
    points = lambda q: np.stack([
        q[1] * axis, q[1] * axis + q[0] * d, q[1] * axis + q[0] * d + 1.0,
    ])  # fmt: skip
    scene, _ = scene_of_function(motion, Wanted(points, [(0, 1)]), "")
    assert [(x.at, x.columns[0]) for x in scene.arrows] == [(0, 1), (1, 0)]
    found = arrows_of(motion, scene, np.zeros((3, 3, 3))).reshape(3, 2, 2, 3)[:, 1, 1, : len(d)]
    np.testing.assert_allclose(found @ d, np.asarray(motion.force("gear"))[:, 0], rtol=1e-12)
    across = found - np.outer(found @ d, d) / (d @ d)
    np.testing.assert_allclose(across, 0.0, atol=1e-12)
    # Where it shifts one point more than another, nobody knows on which of them the force is.
    other = lambda q: points(q) * np.array([1.0, 1.0, 2.0])[:, None]
    scene, _ = scene_of_function(motion, Wanted(other, [(0, 1)]), "")
    assert [(x.at, x.columns[0]) for x in scene.arrows] == [(0, 1)]


def test_points_of_shifted_and_mirrored_coordinates_have_forces_and_others_none():
    row = zw.Holonomic(lambda q: q[0] - 2.0 * q[1], name="gear")
    system = zw.System(1.0, [0.3, -0.2], [row], coordinates=["a", "b"])
    motion = zw.simulate(system, [0.6, 0.3], [0.2, 0.1], [0.0, 0.2, 0.4])
    points = lambda q: np.array([[q[0] + 3.0, 0.0], [1.0, -q[1]], [q[0] * q[1], 0.0], [4.0, 5.0]])
    wanted = Wanted(points, [(0, 1), (1, 2), (2, 3)], ("left", "right"), (0,))
    scene, _ = scene_of_function(motion, wanted, "")
    assert [(x.at, x.columns) for x in scene.arrows] == [(0, (0, -1)), (1, (-1, 1))]
    found = arrows_of(motion, scene, np.zeros((3, 4, 3))).reshape(3, 2, 2, 3)
    force, none = np.asarray(motion.force("gear")), np.zeros(3)
    np.testing.assert_array_equal(found[:, 0, 1], np.stack([force[:, 0], none, none], axis=1))
    np.testing.assert_array_equal(found[:, 1, 1], np.stack([none, -force[:, 1], none], axis=1))
    assert [x.name for x in scene.points] == ["left", "right", "point 3", "point 4"]
    # A point without a trail at which links bend is no larger than they are.
    assert [(x.trail, x.seen) for x in scene.points] == [
        (True, True), (False, False), (False, False), (False, True),
    ]  # fmt: skip
