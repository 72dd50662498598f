"""What cannot be assembled is refused with the guilty named; arrays come back as they came."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.unit.small import bob, rod

rod_in_plane = zw.Holonomic(lambda q: q[:2] @ q[:2] - 1.0, name="arm")


# -- what cannot be assembled --------------------------------------------------------------------


def refused(system, *args, **kwargs):
    with pytest.raises(zw.NumericalError) as caught:
        zw.assemble(system, *args, **kwargs)
    assert caught.value.status == zw.Status.NOT_ASSEMBLED
    return caught.value.detail


def test_a_rod_beyond_reach_is_named():
    far = zw.Holonomic(lambda q: (q[0] - 5.0) ** 2 + q[1] ** 2 - 1.0, name="too short")
    other = zw.Holonomic(lambda q: q[2] - 1.0, name="innocent")
    detail = refused(zw.System(1.0, None, [other, rod_in_plane, far]), [1.0, 0.2, 3.0], [0.0] * 3)
    assert "'too short'" in detail and "'arm'" in detail and "innocent" not in detail


def test_contradictory_constraints_are_both_named_with_what_is_left():
    """The compromise x = 1/2; the second is written in thousandths."""
    left = zw.Holonomic(lambda q: q[0], name="left")
    right = zw.Holonomic(lambda q: 1000.0 * (q[0] - 1.0), name="right")
    detail = refused(zw.System(1.0, None, [left, right]), [0.3, 0.0], [0.0, 0.0])
    assert "'left' is off by 0.5 (scaled 0.5)" in detail
    assert "'right' is off by 500 (scaled 0.5)" in detail


def test_contradictory_velocities_are_named():
    still = zw.Pfaffian([1.0, 0.0], name="still")
    moving = zw.Pfaffian([1.0, 0.0], [-2.0], name="moving")
    detail = refused(zw.System(1.0, None, [still, moving]), [0.0, 0.0], [0.0, 0.0])
    assert detail.startswith("Velocities") and "'still'" in detail and "'moving'" in detail


def test_held_coordinates_that_forbid_it_are_refused():
    assert "no free coordinate changes 'rod'" in refused(bob, [0.5, 0.5], [0, 0], hold=["x", "y"])
    assert "'rod'" in refused(bob, [1.5, 0.5], [0, 0], hold="x")


def test_a_guess_without_a_direction_is_refused():
    assert "no free coordinate changes 'rod'" in refused(bob, [0.0, 0.0], [0.0, 0.0])


# -- arrays and bad input ------------------------------------------------------------------------


def test_the_kind_of_arrays_is_that_of_the_input():
    assert all(type(x) is np.ndarray for x in zw.assemble(bob, [3, -4], [1, 0]))
    found = zw.assemble(bob, jnp.array([3.0, -4.0]), jnp.array([1.0, 0.0]))
    assert all(isinstance(x, jax.Array) for x in found)


def test_the_input_is_not_changed():
    q0, qd0 = np.array([3.0, -4.0]), np.array([1.0, 0.0])
    zw.assemble(bob, q0, qd0)
    assert q0.tolist() == [3.0, -4.0] and qd0.tolist() == [1.0, 0.0]


@pytest.mark.parametrize(
    "args, kwargs, error, words",
    [
        (([0.0], [0.0, 0.0]), {}, ValueError, "`q` has the shape"),
        (([0.6, 0.8], [0.0]), {}, ValueError, "`qd` has the shape"),
        (([np.nan, 0.8], [0.0, 0.0]), {}, ValueError, "`q` is .*finite"),
        (([0.6, 0.8], [np.inf, 0.0]), {}, ValueError, "`qd` is .*finite"),
        (([0.6, 0.8], [0.0, 0.0], np.nan), {}, ValueError, "`t` is .*finite"),
        (([0.6, 0.8], [0.0, 0.0]), {"hold": "xx"}, ValueError, "'xx'.*Did you mean 'x'"),
        (([0.6, 0.8], [0.0, 0.0]), {"hold": 2}, ValueError, "`hold` holds 2; .*0 to 1"),
        (([0.6, 0.8], [0.0, 0.0]), {"hold": [0.5]}, TypeError, "`hold` holds 0.5"),
        (([0.6, 0.8], [0.0, 0.0]), {"hold": 1.5}, TypeError, "`hold` is 1.5"),
        (([0.6, 0.8], [0.0, 0.0]), {"hold": None}, TypeError, "`hold` is None; wanted names"),
        (([0.6, 0.8], [0.0, 0.0]), {"hold": {"x": 1}}, TypeError, "`hold` is {'x': 1}"),
        (([0.6, 0.8], [0.0, 0.0]), {"hold": ["x", "z"]}, ValueError, "'z'; wanted any of 'x', 'y'"),
        (([0.6, 0.8], [0.0, 0.0]), {"hold": [["x"]]}, TypeError, r"`hold` holds \['x'\]"),
        (([0.6, 0.8], [0.0, 0.0]), {"hold": np.array(0.5)}, TypeError, "`hold` is 0.5"),
        (([0.6, 0.8], [0.0, 0.0]), {"hold": True}, TypeError, "`hold` holds True"),
        (([[0.6, 0.8]], [0.0, 0.0]), {}, ValueError, r"`q` has the shape \(1, 2\)"),
        (([], []), {}, ValueError, r"`q` has the shape \(0,\)"),
        ((None, [0.0, 0.0]), {}, TypeError, "`q` is None"),
        (("xy", [0.0, 0.0]), {}, TypeError, "`q` has the type"),
        (([0.6, 0.8], [0.0, 1j]), {}, TypeError, "`qd` has the type complex128"),
        (([0.6, 0.8], [None, 0.0]), {}, TypeError, r"`qd` is \[None, 0.0\]"),
        (([0.6, 0.8], [0.0, 0.0], "now"), {}, TypeError, "`t` has the type"),
        (([0.6, 0.8], [0.0, 0.0], [0.0]), {}, ValueError, r"`t` has the shape \(1,\)"),
        (([0.6, 0.8], [0.0, 0.0], 0.0, {"L": 1j}), {}, TypeError, r"`p\['L'\]` has the type"),
        (([0.6, 0.8], [0.0, 0.0]), {"hold": [True]}, TypeError, "`hold` holds True"),
    ],
)
def test_bad_input_is_named(args, kwargs, error, words):
    with pytest.raises(error, match=words):
        zw.assemble(bob, *args, **kwargs)


@pytest.mark.parametrize(
    "hold", [1, -1, "y", [1], ("y",), {"y"}, range(1, 2), np.array([1]), np.array("y"), np.int64(1)]
)
def test_what_is_held_may_be_said_in_many_ways(hold):
    q, qd = zw.assemble(bob, [3.0, 0.6], [0.0, 0.5], hold=hold)
    assert (q[1], qd[1]) == (0.6, 0.5) and q[0] == pytest.approx(0.8, rel=1e-14)


def test_names_are_held_only_where_there_are_names():
    with pytest.raises(ValueError, match="`hold` names 'x', but the coordinates have no names"):
        zw.assemble(zw.System(1.0, None, [rod]), [0.6, 0.8], [0.0, 0.0], hold="x")


def test_what_is_not_a_system_is_named():
    with pytest.raises(TypeError, match="`system` is .*wanted a zw.System"):
        zw.assemble(rod, [0.6, 0.8], [0.0, 0.0])  # pyright: ignore[reportArgumentType]


def test_a_constraint_that_is_not_finite_is_named():
    log = zw.Holonomic(lambda q: jnp.log(q[0]), name="log")
    with pytest.raises(zw.NumericalError, match="'log'") as caught:
        zw.assemble(zw.System(1.0, None, [log]), [-1.0, 0.0], [0.0, 0.0])
    assert caught.value.status == zw.Status.NON_FINITE


def test_a_negative_mass_is_told():
    with pytest.raises(zw.NumericalError) as caught:
        zw.assemble(zw.System([1.0, -1.0], None, [rod]), [3.0, 4.0], [0.0, 0.0])
    assert caught.value.status == zw.Status.MASS_NOT_SEMIDEFINITE


def test_it_is_not_for_traced_values():
    with pytest.raises(TypeError, match="outside of jit"):
        jax.jit(lambda q: zw.assemble(bob, q, q))(jnp.ones(2))


def test_another_start_traces_nothing_anew():
    traced = []

    def phi(q):
        traced.append(1)
        return q @ q - 1.0

    system = zw.System(1.0, None, [zw.Holonomic(phi, name="circle")])
    zw.assemble(system, [3.0, 4.0], [1.0, 0.0])
    before = len(traced)
    zw.assemble(system, [-2.0, 1.0], [0.5, 2.0], 1.0)
    assert len(traced) == before


def test_of_many_names_some_are_told():
    many = zw.System(np.ones(200), None, coordinates=[f"x{i}" for i in range(200)])
    with pytest.raises(ValueError, match="'x29' and 170 more. Did you mean 'x1") as refused:
        zw.assemble(many, np.zeros(200), np.zeros(200), hold=["x1y"])
    assert "x30" not in str(refused.value)
