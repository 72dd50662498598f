"""Inputs, parameters and outputs where constraints depend on each other, against one that does."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

UNITS = [1.0, 1e6, 1e-6]


def rods(both, weight=2.0, unit=1.0, turn=0.0):
    """A bob on two rods that are one; the length L enters the first alone, or both."""
    c, s = np.cos(turn), np.sin(turn)
    G = np.array([[c, -s], [s, c]])
    other = (lambda p: p["L"]) if both else (lambda p: unit)
    rows = [
        zw.Holonomic(lambda q, p: q @ q - p["L"] ** 2, name="rod"),
        zw.Holonomic(lambda q, p: weight * (q @ q - other(p) ** 2), name="rod2"),
    ]
    bob = zw.System(1.0, G @ [0.0, -9.81 * unit], rows, coordinates=["x", "y"])
    return bob, unit * G @ [0.0, -1.0], {"L": unit}


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("weight", [1.0, -2e5])
@pytest.mark.parametrize("turn", [0.0, 0.7])
def test_a_length_that_one_of_two_equal_rods_has_contradicts_the_other(unit, weight, turn):
    bob, q, p = rods(False, weight, unit, turn)
    for ask in (
        lambda: zw.linearize(bob, q, p=p, inputs=["L"]),
        lambda: zw.linearize(bob, q, p=p, inputs=["rod"]),
        lambda: zw.linearize(bob, q, p=p, inputs=["drive:rod2"]),
        lambda: zw.linearize(bob, q, p=p).derivatives(["L"]),
    ):
        with pytest.raises(ValueError, match="contradicts constraints. 'rod', 'rod2'"):
            ask()


@pytest.mark.parametrize("unit", UNITS)
def test_a_length_that_both_have_moves_as_that_of_one(unit):
    bob, q, p = rods(True, 3.0, unit)
    model = zw.linearize(bob, q, p=p, inputs=["L"], outputs=["y"])
    np.testing.assert_allclose(model.C[0, -2], -1.0, rtol=1e-10)
    slope = zw.linearize(bob, q, p=p).derivatives(["L"])["L"]
    assert np.sort(slope.imag)[1] == pytest.approx(np.sqrt(9.81) / 2 / unit, rel=1e-9)


def plate(names, driven):
    """A plate on four rods to the ground; ``driven`` of them have the length 1 + u."""
    corners = {"a": (1.0, 1.0), "b": (-1.0, 1.0), "c": (-1.0, -1.0), "d": (1.0, -1.0)}
    row = lambda x, y, own: lambda q, p: q[0] + x * q[1] + y * q[2] - own * p["u"]
    rows = [zw.Holonomic(row(*corners[x], float(x in driven)), name=x) for x in names]
    return zw.System([2.0, 0.5, 0.7], [-19.62, 0.0, 0.0], rows, coordinates=["z", "roll", "pitch"])


def test_one_leg_of_four_cannot_be_driven_but_all_can_and_so_can_a_tilt():
    for driven in ("a", "ab", "abc", "ac"):
        model = lambda driven=driven: zw.linearize(
            plate("abcd", driven), np.zeros(3), p={"u": 0.0}, inputs=["u"], outputs=["z", "pitch"]
        )
        # z + x·roll + y·pitch: consistent legs have a + c = b + d.
        if sum(+1 if x in "ac" else -1 for x in driven):
            with pytest.raises(ValueError, match="'a', 'b', 'c', 'd'"):
                model()
        else:
            np.testing.assert_allclose(model().C[:, -2], [0.5, 0.5], atol=1e-12)
    with pytest.raises(ValueError, match="'a', 'b', 'c', 'd'"):
        zw.linearize(plate("abcd", "abcd"), np.zeros(3), p={"u": 0.0}, inputs=["drive:a"])
    lifted = zw.linearize(
        plate("abcd", "abcd"), np.zeros(3), p={"u": 0.0}, inputs=["u"], outputs=["z"]
    )
    np.testing.assert_allclose(lifted.C[0, -2], 1.0, rtol=1e-12)


@pytest.mark.parametrize("scale", [1.0, 3e4])
def test_one_of_two_belts_cannot_be_driven(scale):
    rows = [
        zw.Nonholonomic(lambda qd: qd[0] - qd[1], name="belt"),
        zw.Nonholonomic(lambda qd, p: scale * (qd[0] - qd[1] - p["slip"]), name="belt2"),
    ]
    wheels = zw.System([1.0, 2.0], lambda q: -q, rows, coordinates=["a", "b"])
    for inputs in (["belt"], ["belt2"], ["slip"]):
        with pytest.raises(ValueError, match="contradicts constraints. 'belt', 'belt2'"):
            zw.linearize(wheels, [0.0, 0.0], p={"slip": 0.0}, inputs=inputs)


def test_one_of_two_rows_on_accelerations_cannot_be_driven():
    row = lambda k, name: zw.AccelerationLevel([[k, -k]], lambda p: [p[name]], name=name)
    pair = zw.System([1.0, 2.0], lambda q: -q, [row(1.0, "one"), row(5.0, "two")])
    p = {"one": 0.0, "two": 0.0}
    for name in ("drive:one", "parameter:two"):
        with pytest.raises(ValueError, match="contradicts constraints. 'one.*', 'two.*'"):
            zw.linearize(pair, [0.0, 0.0], p=p, inputs=[name])
    with pytest.raises(ValueError, match="contradicts constraints. 'one.*', 'two.*'"):
        zw.linearize(pair, [0.0, 0.0], p=p).derivatives(["one"])


@pytest.mark.parametrize(
    "function",
    [
        lambda lam: lam[0],
        lambda q, lam: q[1] * lam[1],
        lambda lam: lam,
        lambda lam: lam[0] * lam[1],
    ],
)
def test_functions_of_forces_that_are_not_unique_are_refused(function):
    bob, q, p = rods(True)
    with pytest.raises(ValueError, match="asks for 'T', whose force is not unique"):
        zw.linearize(bob, q, p=p, outputs={"T": function})


@pytest.mark.parametrize("scale", [1.0, 1e5])
def test_functions_of_unique_parts_of_them_are_answered(scale):
    """λ₁ + s λ₂ of rows of which the second is s times the first is the one rod's multiplier."""
    bob, q, p = rods(True, scale)
    sums = {"T": lambda lam: lam[0] + scale * lam[1], "Q": lambda Qc: Qc, "free": lambda q: q[0]}
    model = zw.linearize(bob, q, p=p, inputs=["force:y"], outputs=sums)
    alone = zw.System(1.0, [0.0, -9.81], [bob.constraints[0]], coordinates=["x", "y"])
    single = {"T": lambda lam: lam[0], "Q": lambda Qc: Qc, "free": lambda q: q[0]}
    right = zw.linearize(alone, q, p=p, inputs=["force:y"], outputs=single)
    np.testing.assert_allclose(model.D, right.D, atol=1e-9)
    np.testing.assert_allclose(model.C, right.C, atol=1e-9)


def test_derivatives_of_a_motion_refuse_what_contradicts_too():
    bob, q, p = rods(False)
    with pytest.raises(zw.NumericalError, match="'rod2?' and constraints beside") as caught:
        zw.sensitivity(bob, q, [0.3, 0.0], [0.0, 0.1], p, wrt=["L"])
    assert caught.value.status == zw.Status.INCONSISTENT
    told = zw.sensitivity(bob, q, [0.3, 0.0], [0.0, 0.1], p, wrt=["L"], throw=False)
    assert told.status == zw.Status.INCONSISTENT and "'L'" in told.detail
    assert np.isnan(told.along_q).all()
    both, q, p = rods(True)
    found = zw.sensitivity(both, q, [0.3, 0.0], [0.0, 0.1], p, wrt=["L"])
    np.testing.assert_allclose(found.q["L"][0], [0.0, -1.0], atol=1e-12)


def test_derivatives_of_a_mechanism_refuse_what_contradicts_too():
    """Its motion is differentiated part by part."""
    body = zw.RigidBody(2.0, [0.5, 0.6, 1.0], name="plate")
    corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]
    own = lambda p: p["L"]
    for driven in (1, 4):
        rods = [
            zw.joints.Distance(
                zw.GROUND,
                body,
                ([x, y, 1.0], [x, y, 0.0]),
                length=own if i < driven else 1.0,
                name=f"r{i}",
            )
            for i, (x, y) in enumerate(corners)
        ]
        table = zw.Mechanism([body], rods, [zw.Gravity()])
        q, qd = table.start({"L": 1.0})
        found = zw.sensitivity(table, q, qd, [0.0, 0.05], {"L": 1.0}, wrt=["L"], throw=False)
        if driven == 1:
            assert (
                found.status == zw.Status.INCONSISTENT and "not change them alike" in found.detail
            )
            assert all(name in found.detail for name in ("'r0'", "'r1'", "'r2'", "'r3'"))
            with pytest.raises(ValueError, match="contradicts constraints"):
                zw.linearize(table, q, p={"L": 1.0}, inputs=["L"])
        else:
            np.testing.assert_allclose(found.q["L"][0][:3], [0.0, 0.0, -1.0], atol=1e-12)


def test_a_parameter_that_no_row_feels_contradicts_nothing():
    """What rounding leaves of a length that cancels is not asked of the rows."""
    c, s = np.cos(0.3), np.sin(0.3)
    rows = [
        zw.Holonomic(lambda q, p: (q[0] * s + q[1] * c) * p["k"], name="one"),
        zw.Holonomic(lambda q: 2.0 * (q[0] * s + q[1] * c), name="two"),
    ]
    bead = zw.System(1.0, lambda q: 1.0 - q, rows, coordinates=["x", "y"])
    found = zw.equilibrium(bead, [1.0, -0.2], {"k": 3.0})
    slope = found.linear.derivatives(["k"])["k"]
    np.testing.assert_allclose(slope, 0.0, atol=1e-9)
    assert jnp.isfinite(found.q).all()


@pytest.mark.parametrize("turn", [0.3, 1.1])
@pytest.mark.parametrize("shift", [1e-9, 1e-11, 1e-13])
def test_rows_that_a_parameter_hardly_moves_alike_agree(turn, shift):
    """The second row is the first, over k: what k moves both by is small, and rounding is beside
    it. Where the line is does not matter to a spring along it."""
    c, s = np.cos(turn), np.sin(turn)
    line = lambda q, p: q[0] * s + q[1] * c - shift * p["k"]
    rows = [
        zw.Holonomic(lambda q, p: p["k"] * line(q, p), name="one"),
        zw.Holonomic(lambda q, p: 2.0 * line(q, p), name="two"),
    ]
    bead = zw.System(1.0, lambda q: 1.0 - q, rows, coordinates=["x", "y"])
    found = zw.equilibrium(bead, [1.0, -0.2], {"k": 3.0})
    np.testing.assert_allclose(found.linear.derivatives(["k"])["k"], 0.0, atol=1e-9)
