"""Mechanisms as descriptions: equality, structure, both mass matrices, mistakes refused by name."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.systems.bodies import rod
from zwang.equation.matrices import evaluate

J = zw.joints


def loop():
    """Bricard's loop of five rods on the edges of a cube: redundant, and closed."""
    axes, ways = (1, 2, 0, 1, 2, 0), ((0, 1), (1, -1), (2, 1), (0, -1), (1, 1))
    points = [np.zeros(3)]
    rods = []
    for i, (k, way) in enumerate(ways):
        step = way * np.eye(3)[k]
        inertia = np.where(np.arange(3) == k, 0.02 / 12, 1.01 / 12)
        rods.append(zw.RigidBody(1.0, inertia, p_WB=points[-1] + step / 2, name=f"rod {i}"))
        points.append(points[-1] + step)
    chain = [zw.GROUND, *rods, zw.GROUND]
    joints = [
        J.Revolute(chain[i], chain[i + 1], point=points[i], axis=np.eye(3)[axes[i]], name=f"P{i}")
        for i in range(6)
    ]
    return zw.Mechanism(rods, joints, [zw.Gravity([0.0, -9.81, 0.0])])


def test_the_motion_with_the_papers_own_mass_is_that_with_the_definite_one():
    """From rest: there one direction of the quaternion has a mass that grows out of nothing."""
    hinge = J.Revolute(zw.GROUND, rod(), point=[0, 0, 0], axis=[0, 1, 0], name="hinge")
    pendulum = zw.Mechanism([rod()], [hinge], [zw.Gravity()])
    start = *pendulum.start(), [0.0, 0.25, 0.5]
    literal = zw.simulate(pendulum.system(), *start)
    definite = pendulum.simulate(start[-1])
    np.testing.assert_allclose(literal.q, definite.q, atol=1e-9)
    np.testing.assert_allclose(literal.Qc, definite.Qc, atol=1e-6)
    assert literal.stats["accepted"] < 40


def test_bricards_loop_has_one_freedom_where_counting_finds_none():
    report = loop().check()
    assert report.ok and report.n == 35 and report.degrees_of_freedom == 1
    assert report.counted == 0
    assert [report.unique[f"P{i}"] for i in range(6)] == [False] * 6
    assert all(report.unique[f"rod {i}.norm"] for i in range(5))
    assert report.redundant_groups == tuple(f"P{i}" for i in range(6))


def test_both_mass_matrices_give_one_motion_and_one_force():
    mechanism = loop()
    q, qd = mechanism.start()
    singular = mechanism.system().acceleration(q, qd)
    definite = mechanism.system(definite=True).acceleration(q, qd)
    assert "singular" in singular.chosen and "definite" in definite.chosen
    for name in ("qdd", "Qc", "lam"):
        a, b = getattr(singular, name), getattr(definite, name)
        np.testing.assert_allclose(a, b, atol=1e-12 * np.abs(b).max())


def mixed():
    """Bodies of three kinds, two joints of one kind, and one with rows on velocities."""
    disk = zw.RigidBody(1.0, [0.2, 0.3, 0.25], p_WB=[0, 0, 0.5], quat_WB=[0.8, 0, 0.6, 0], name="a")
    flat, dot = zw.PlanarBody(1.0, 0.5, name="b"), zw.Particle(0.5, name="c")
    joints = [
        J.Spherical(disk, flat, point=[0.1, 0.2, 0.3]),
        J.RollingDisk(zw.GROUND, disk, 0.5, axis=[1.0, 0.2, 0.1]),
        J.Spherical(zw.GROUND, dot),
    ]
    return zw.Mechanism([disk, flat, dot], joints, [zw.Gravity()])


def test_blocks_are_the_dense_matrices_in_parts():
    mechanism = mixed()
    rng = np.random.default_rng(4)
    q, _ = mechanism.start()
    qd = rng.normal(size=len(q))
    dense = evaluate(mechanism.system(), q, qd)
    blocks = mechanism.blocks(q, qd)
    assert [part.A.shape[:2] for part in blocks.joints] == [(2, 3), (1, 1), (1, 2)]
    n = len(q)
    M, A, b = np.zeros((n + 1, n + 1)), np.zeros((len(dense.form.b), n + 1)), dense.form.b * 0
    for body, columns in enumerate(blocks.columns[:-1]):
        M[np.ix_(columns, columns)] += blocks.M[body]
    b = np.array(b)
    for part in blocks.joints:
        for joint in range(len(part.rows)):
            for place, body in enumerate(part.bodies[joint]):
                np.add.at(
                    A,
                    np.ix_(part.rows[joint], blocks.columns[body]),
                    np.asarray(part.A[joint, :, place]),
                )
            b[part.rows[joint]] = part.b[joint]
    h = dense.form.rows.positions
    first = h - len(blocks.rigid)
    for i, body in enumerate(blocks.rigid):
        A[first + i, blocks.columns[body][3:]] = blocks.norm[0][i]
        b[first + i] = blocks.norm[1][i]
    np.testing.assert_allclose(M[:n, :n], dense.M, atol=1e-14)
    np.testing.assert_allclose(A[:, :n], dense.form.A, atol=1e-12)
    np.testing.assert_allclose(b, dense.form.b, atol=1e-11)
    np.testing.assert_allclose(blocks.Q, dense.Q, atol=1e-12)

    # The same as sparse matrices, of which the kernel makes the same motion.
    sparse_M, Q, sparse_A, sparse_b = blocks.matrices()
    np.testing.assert_allclose(sparse_M.toarray(), dense.M, atol=1e-14)
    np.testing.assert_allclose(sparse_A.toarray(), dense.form.A, atol=1e-12)
    np.testing.assert_allclose(sparse_b, dense.form.b, atol=1e-11)
    found = zw.solve(sparse_M, Q, sparse_A, sparse_b, solver=zw.Sparse())
    wanted = zw.solve(dense.M, dense.Q, dense.form.A, dense.form.b)
    np.testing.assert_allclose(found.qdd, wanted.qdd, atol=1e-9 * np.abs(wanted.qdd).max())
    assert found.rank == wanted.rank


def test_definite_blocks_say_the_same_where_a_coordinate_has_no_mass():
    dot = zw.Particle(1.3, p_WB=[0.5, 0.25], v_WB=[0.4, 0.4], name="dot")
    bent = J.PointOnCurve(zw.GROUND, dot, lambda s: jnp.stack([s, s**2]), start=0.5, name="wire")
    bead = zw.Mechanism([dot], [bent], [zw.Gravity()])
    q, qd = bead.start()
    qd[2] = 0.4
    found = [
        zw.solve(*bead.blocks(q, qd, definite=definite).matrices()).qdd
        for definite in (False, True)
    ]
    # On y = x²: ẍ (1 + 4x²) + 4 x ẋ² = −2 g x.
    known = -(2 * 9.81 * 0.5 + 4 * 0.5 * 0.4**2) / 2.0
    for qdd in found:
        np.testing.assert_allclose(qdd, [known, known + 2 * 0.4**2, known], rtol=1e-12)


def test_blocks_of_one_mechanism_are_traced_once(monkeypatch):
    mechanism = loop()
    q, qd = mechanism.start()
    first = mechanism.blocks(q, qd)
    monkeypatch.setattr(type(mechanism.equations), "blocks", lambda *_, **__: pytest.fail("again"))
    again = mechanism.blocks(q, 2.0 * qd)
    np.testing.assert_array_equal(first.M, again.M)


def test_mechanisms_described_alike_are_equal():
    assert loop() == loop() and hash(loop()) == hash(loop())
    assert loop().system() == loop().system()
    assert hash(loop().system()) == hash(loop().system())
    assert loop().system() != loop().system(definite=True)
    heavier = zw.Mechanism([rod(mass=2.0)])
    assert heavier != zw.Mechanism([rod()]) and heavier == zw.Mechanism([rod(mass=2.0)])
    assert rod() == rod() and rod() != rod(p_WB=[0.0, 0, 0])


def test_names_of_coordinates_rows_and_groups():
    hinge = J.Revolute(zw.GROUND, rod(), point=[0, 0, 0], axis=[0, 1, 0])
    link = J.Distance(zw.GROUND, rod(), name="link")
    mechanism = zw.Mechanism([rod()], [hinge, link])
    system = mechanism.system()
    assert system.coordinates[:4] == ("rod.x", "rod.y", "rod.z", "rod.u0")
    rows = evaluate(system, *mechanism.start()).form.rows
    hinged = [f"revolute joint 1.{x}" for x in ("x", "y", "z", "n", "o")]
    assert rows.names == (*hinged, "link", "rod.norm")
    assert dict(rows.groups)["revolute joint 1"] == (0, 1, 2, 3, 4)


def test_a_start_off_the_joints_is_refused_and_assembled():
    crooked = J.Revolute(
        zw.GROUND, rod(), point_1=[0, 0, 0], point_2=[-0.4, 0, 0], axis=[0, 1, 0], name="A"
    )
    mechanism = zw.Mechanism([rod()], [crooked])
    report = mechanism.check()
    assert not report.ok and "mechanism.assemble(q, qd" in " ".join(report.problems)
    with pytest.raises(ValueError, match=r"'A\.x'.*mechanism\.assemble"):
        mechanism.simulate((0.0, 1.0))
    q, qd = mechanism.assemble()
    assert mechanism.check(q, qd).ok
    held, _ = mechanism.assemble(hold=["rod.z"])
    assert held[2] == 0.0


def test_a_loop_that_cannot_close_is_refused_by_its_joints():
    """Two rods of length 1 cannot reach from one pin to another that is 3 away."""
    a = zw.PlanarBody(1.0, 0.1, p_WB=[0.5, 0.0], name="a")
    b = zw.PlanarBody(1.0, 0.1, p_WB=[1.5, 0.0], name="b")
    joints = [
        J.Revolute(zw.GROUND, a, point=[0.0, 0.0], name="left"),
        J.Revolute(a, b, point=[1.0, 0.0], name="middle"),
        J.Revolute(zw.GROUND, b, point_1=[3.0, 0.0], point_2=[0.5, 0.0], name="right"),
    ]
    with pytest.raises(zw.NumericalError, match=r"'(left|middle|right)\.x' is off by"):
        zw.Mechanism([a, b], joints).assemble()


def test_a_body_without_mass_may_stand_where_joints_determine_it():
    """A massless crank between the ground and a bob is a rod of constant length."""
    crank = zw.RigidBody(0.0, [0, 0, 0], p_WB=[0.5, 0, 0], name="crank")
    bob = zw.RigidBody(2.0, [0.1, 0.1, 0.1], p_WB=[1.0, 0, 0], name="bob")
    joints = [
        J.Revolute(zw.GROUND, crank, point=[0, 0, 0], axis=[0, 1, 0], name="A"),
        J.Fixed(crank, bob, point=[1.0, 0, 0], name="B"),
    ]
    mechanism = zw.Mechanism([crank, bob], joints, [zw.Gravity()])
    for definite in (False, True):
        found = mechanism.system(definite=definite).acceleration(*mechanism.start())
        np.testing.assert_allclose(found.qdd[9], -9.81 * 2.0 / (2.0 + 0.1), rtol=1e-10)


def test_a_bead_on_a_curve_accelerates_along_it():
    """On y = x² at x = ½ with the speed v: a_t = −g sin, a_n = v² curvature."""
    v = 1.5
    tangent = np.array([1.0, 0.0, 1.0]) / np.sqrt(2.0)
    bead = zw.Particle(0.3, p_WB=[0.5, 0.0, 0.25], v_WB=v * tangent, name="bead")
    wire = J.PointOnCurve(
        zw.GROUND, bead, lambda s: jnp.stack([s, 0.0 * s, s**2]), start=0.5, name="wire"
    )
    mechanism = zw.Mechanism([bead], [wire], [zw.Gravity()])
    q, qd = mechanism.assemble(hold=["bead"])
    np.testing.assert_allclose(qd[3], v / np.sqrt(2.0), rtol=1e-12)
    normal = np.array([-1.0, 0.0, 1.0]) / np.sqrt(2.0)
    curvature = 2.0 / 2.0**1.5
    expected = -9.81 / np.sqrt(2.0) * tangent + v**2 * curvature * normal
    for definite in (False, True):
        found = mechanism.system(definite=definite).acceleration(q, qd)
        np.testing.assert_allclose(found.qdd[:3], expected, atol=1e-11)


def test_a_drive_of_a_joint_without_a_name_is_in_that_joint():
    """The nameless get names in a mechanism, and the drive goes with its joint."""
    box = rod("box")
    hinge = J.Revolute(zw.GROUND, box, [0, 0, 0], [0, 0, 1])
    arm = zw.Mechanism([box], [hinge, J.Driven(hinge, lambda t: 2.0 * t)])
    assert (
        vars(arm.joints[1])["joint"] is arm.joints[0] and arm.joints[0].name == "revolute joint 1"
    )
