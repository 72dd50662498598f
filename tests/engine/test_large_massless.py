"""Large machines whose parts have little mass or none move as those that mean the same."""

from typing import Any

import numpy as np
import pytest

import zwang as zw
from tests.engine.in_a_row import WEIGHT, in_a_row, in_the_plane, turned
from zwang.engine.large import system as large_system
from zwang.solvers.sparse import symbolic


def by_parts(motion):
    assert "kinds of parts" in motion.engine
    return motion


def in_space(count, inertia, R, unit=1.0):
    """The same in space, turned by R, in other units of length."""
    x, y, _ = R.T
    tensor = R @ np.diag([inertia, 0.02, 0.02]) @ R.T * unit**2
    return in_a_row(
        lambda k: zw.RigidBody(1.0, tensor, p_WB=unit * (0.25 + 0.5 * k) * x, name=f"b{k}"),
        lambda a, b, k: zw.joints.Revolute(a, b, point=unit * 0.5 * k * x, axis=y, name=f"j{k}"),
        count,
        unit * R @ np.array([WEIGHT[0], 0.0, WEIGHT[1]]),
    )


@pytest.mark.parametrize(("R", "unit"), [(np.eye(3), 1.0), (turned(), 1.0), (np.eye(3), 1e3)])
@pytest.mark.parametrize("inertia", [0.0, 1e-8, 1e-6])
def test_slender_bodies_in_space_move_as_in_the_plane(inertia, R, unit):
    """About its own axis a body never turns here, so that its inertia there does not matter; and no
    configuration of a tree is singular.
    """
    count, times = 6, [0.0, 0.2, 0.4]
    there = in_the_plane(count).simulate(times).q.reshape(3, count, 3)[:, :, :2]
    motion = by_parts(in_space(count, inertia, R, unit).simulate(times))
    found = motion.q.reshape(3, count, 7)[:, :, :3] @ R / unit
    np.testing.assert_allclose(found[:, :, [0, 2]], there, rtol=0, atol=1e-10)
    np.testing.assert_allclose(found[:, :, 1], 0.0, atol=1e-10)
    assert not motion.rank_changes


def links(count, h, *, massless, twice=(), order=None):
    """Particles on rods, or on links that have no mass; some of their pins twice."""
    ends = h * np.arange(count + 1)[:, None] * [0.8, 0.6]
    dots = [zw.Particle(1.0 + 0.1 * k, p_WB=ends[k + 1], name=f"p{k}") for k in range(count)]
    bodies: list[Any] = list(dots)
    joints: list[Any] = []
    for k in range(count):
        before, after = dots[k - 1] if k else zw.GROUND, dots[k]
        if not massless:
            joints.append(zw.joints.Distance(before, after, points=ends[k : k + 2], name=f"d{k}"))
            continue
        link = zw.PlanarBody(0.0, 0.0, p_WB=ends[k : k + 2].mean(axis=0), name=f"l{k}")
        bodies.append(link)
        for again in range(1 + (k in twice)):
            names = f"a{k}" + again * "'", f"c{k}" + again * "'"
            joints.append(zw.joints.Spherical(before, link, point=ends[k], name=names[0]))
            joints.append(zw.joints.Spherical(link, after, point=ends[k + 1], name=names[1]))
    if order is not None:
        rng = np.random.default_rng(order)
        bodies, joints = ([x[i] for i in rng.permutation(len(x))] for x in (bodies, joints))
    return zw.Mechanism(bodies, joints, [zw.Gravity(WEIGHT)])


def places(motion, count):
    at = [motion.system.coordinates.index(f"p{k}.{x}") for k in range(count) for x in "xy"]
    return motion.q[:, at]


@pytest.mark.parametrize(("order", "twice"), [(None, ()), (3, ()), (5, (2, 7))])
def test_links_without_mass_are_rods(order, twice):
    count, h, times = 20, 0.1, [0.0, 0.1, 0.2]
    rods = links(count, h, massless=False).simulate(times)
    found = by_parts(links(count, h, massless=True, twice=twice, order=order).simulate(times))
    np.testing.assert_allclose(places(found, count), places(rods, count), rtol=0, atol=1e-11)
    for k in set(range(count)) - set(twice):  # of pins that are there twice only the sum is unique
        own, rod = found.reaction(f"c{k}").force, rods.reaction(f"d{k}").force
        np.testing.assert_allclose(own, rod, rtol=0, atol=1e-7 * np.abs(rod).max())


def test_what_neither_has_mass_nor_is_held_is_refused():
    """A link on one pin only: nothing says how it turns."""
    machine = links(20, 0.1, massless=True)
    loose = zw.PlanarBody(0.0, 0.0, p_WB=[1.7, 1.3], name="loose")
    pin = zw.joints.Spherical(machine.bodies[19], loose, point=[1.6, 1.2], name="pin")
    whole = zw.Mechanism([*machine.bodies, loose], [*machine.joints, pin], machine.forces)
    with pytest.raises(zw.NumericalError) as failed:
        whole.simulate([0.0, 0.1])
    assert failed.value.status == zw.Status.NOT_UNIQUE


def test_factors_that_would_fill_up_are_told_by_name(monkeypatch):
    """Rows that stand in for mass may couple far more than M does."""
    plain = []

    def planned(M, A):
        plain.append(M.nnz)
        if M.nnz > plain[0]:
            raise symbolic.TooFull
        return symbolic.planned(M, A)

    monkeypatch.setattr(large_system, "planned", planned)
    motion = links(21, 0.1, massless=True).simulate([0.0, 0.1], throw=False)
    assert motion.status == zw.Status.NEEDS_DEFINITE_MASS and motion.t[-1] == 0.0
    assert "sparse factors" in motion.detail and "Distance" in motion.detail


def test_derivatives_and_starts_of_links_without_mass():
    """A start a little off is assembled, and motions are differentiated by velocities of particles,
    as for rods.
    """
    count, h = 12, 0.1
    machine, rods = (links(count, h, massless=massless) for massless in (True, False))
    found = []
    for whole in (machine, rods):
        system = whole.system(definite=True)
        q, qd = whole.start()
        at = [system.coordinates.index(f"p{k}.{x}") for k in range(count) for x in "xy"]
        off = np.array(q)
        off[at[-2:]] += np.array([0.005, 0.001])
        lengths = np.hypot(*np.diff(np.vstack([[0, 0], off[at].reshape(-1, 2)]), axis=0).T)
        assert abs(lengths - h).max() > 1e-3
        start = zw.assemble(system, off, qd, 0.0)[0]
        placed = np.vstack([[0, 0], np.asarray(start)[at].reshape(-1, 2)])
        np.testing.assert_allclose(np.hypot(*np.diff(placed, axis=0).T), h, atol=1e-12)
        by = zw.sensitivity(system, q, qd, [0.0, 0.1], wrt="qd0")
        found.append(np.asarray(by.q_qd0)[-1][np.ix_(at, at)])
    # M of the links is zero, so that a change of a particle's velocity is the same change of all.
    np.testing.assert_allclose(found[0], found[1], atol=1e-8)
