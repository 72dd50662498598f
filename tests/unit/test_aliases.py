"""What a caller does with an array afterwards changes nothing that was made from it."""

import jax
import numpy as np
import pytest

import zwang as zw
from zwang.base.arrays import kept

TIMES = np.array([0.0, 0.5])
ROW = lambda q: q[0] - q[1]


def spoil(*given):
    """Write nonsense into every array."""
    for x in jax.tree.leaves(given):
        if isinstance(x, np.ndarray):
            x[...] = 1e9


def spring():
    return zw.System(1.0, lambda q, p: -p["k"] @ q * np.ones(2))


def inputs():
    return np.array([1.0, 2.0]), np.zeros(2), TIMES.copy(), {"k": np.array([2.0, 3.0])}


def test_nests_are_copied_and_frozen():
    given = {"a": [np.ones(2), "text", 1.0], "b": jax.numpy.ones(2)}
    held = kept(given)
    spoil(given["a"][0])
    assert held["a"][0].tolist() == [1.0, 1.0] and held["a"][1:] == ["text", 1.0]
    assert held["b"] is given["b"]
    with pytest.raises(ValueError, match="read-only"):
        held["a"][0][0] = 5.0


def test_a_motion_keeps_its_parameters():
    q0, qd0, t, p = inputs()
    system = spring()
    motion = zw.simulate(system, q0, qd0, t, p)
    expected = motion.at([0.25]).q
    spoil(q0, qd0, t, p)
    assert motion.p["k"].tolist() == [2.0, 3.0] and motion.t.tolist() == TIMES.tolist()
    np.testing.assert_array_equal(motion.at([0.25]).q, expected)
    with pytest.raises(ValueError, match="read-only"):
        motion.p["k"][0] = 5.0


def test_an_ensemble_keeps_its_inputs():
    q0, qd0, t, p = inputs()
    starts, shared = np.stack([q0, 2 * q0]), p["k"]
    found = zw.simulate_many(spring(), starts, qd0, t, {"k": zw.shared(shared)}, keep="times")
    expected = [found.motion(i).q for i in range(2)]
    spoil(starts, qd0, t, shared)
    np.testing.assert_array_equal([found.motion(i).q for i in range(2)], expected)
    np.testing.assert_allclose(found.qdd[:, 0, 0], -np.array([8.0, 16.0]))


def test_a_system_keeps_its_constants():
    mass, force, row, right = np.ones(2), np.ones(2), np.array([1.0, -1.0]), np.zeros(1)
    level = zw.AccelerationLevel(row, right, name="row")
    system = zw.System(mass, force, [level, zw.Pfaffian(row, name="other")])
    before = system.acceleration([0.0, 0.0], [0.0, 0.0]).qdd
    spoil(mass, force, row, right)
    np.testing.assert_array_equal(system.acceleration([0.0, 0.0], [0.0, 0.0]).qdd, before)


def test_starts_and_reports_are_arrays_of_their_own():
    q, qd = np.array([1.0, 3.0]), np.zeros(2)
    for system in (zw.System(1.0, None), zw.System(1.0, None, [zw.Holonomic(ROW, name="row")])):
        start = zw.assemble(system, q, qd)
        report = zw.check(system, *start)
        told, values = str(report), [x.copy() for x in start]
        spoil(q, qd)
        np.testing.assert_array_equal(start, values)
        spoil(*start)
        assert str(report) == told
        q, qd = np.array([1.0, 3.0]), np.zeros(2)


def test_a_controller_keeps_its_numbers():
    path = zw.Holonomic(lambda q, t: q[0] - t, name="path")
    gains, weight, upper = np.array([2.0]), np.diag([1.0, 2.0]), np.array([0.5, 0.5])
    model = zw.System(np.ones(2), None)
    controller = zw.track(model, [path], weight=weight, gains={"path": gains})
    controller = controller.limited(-upper, upper)
    law = lambda: controller.force([0.1, 0.0], [0.5, 0.0])
    before = law()
    spoil(gains, weight, upper)
    np.testing.assert_array_equal(law(), before)


def test_derivatives_and_fits_keep_their_inputs():
    q0, qd0, t, p = inputs()
    found = zw.sensitivity(spring(), q0, qd0, t, p, wrt="k")
    expected = found.along_q.copy(), found.motion.at([0.25]).q
    spoil(q0, qd0, t, p)
    np.testing.assert_array_equal(found.along_q, expected[0])
    np.testing.assert_array_equal(found.motion.at([0.25]).q, expected[1])
    assert found.directions.p["k"].tolist() == [2.0, 3.0]


def test_designs_are_arrays_of_their_own():
    values, low = np.array([1.0, 2.0]), np.zeros(2)
    made = zw.grid(k=values), zw.sample(4, seed=0, x=(low, np.ones(2))), zw.shared(values)
    before = [x.copy() for x in (made[0]["k"], made[1]["x"], made[2].value)]
    spoil(values, low)
    for x, was in zip((made[0]["k"], made[1]["x"], made[2].value), before, strict=True):
        np.testing.assert_array_equal(x, was)
