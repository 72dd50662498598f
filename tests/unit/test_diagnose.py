"""A Report names what is contradictory, free, not unique, off, or not finite."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.systems.points import bob
from tests.unit.small import ZERO, row, table

# -- contradictions ------------------------------------------------------------------------------


def test_contradictory_accelerations_are_named():
    rows = [row([1, 0, 0], 1.0, "up"), row([2, 0, 0], -2.0, "down"), row([0, 1, 0], 5.0, "aside")]
    report = zw.check(zw.System(1.0, None, rows), ZERO, ZERO)
    assert report.status == zw.Status.INCONSISTENT and not report.ok
    assert report.inconsistent_acceleration == ("up", "down")
    (problem,) = report.problems
    assert problem.startswith("No acceleration satisfies 'up' and 'down' together")


def test_contradictory_velocities_are_named_and_nobody_can_repair_them():
    pair = [zw.Pfaffian([1.0, 0.0], -1.0, name="go"), zw.Pfaffian([3.0, 0.0], 0.0, name="stay")]
    system = zw.System(1.0, None, [row([0, 1], name="lift"), *pair])
    report = zw.check(system, [0.0, 0.0], [1.0, 2.0])
    assert report.inconsistent_velocity == ("go", "stay")
    assert report.inconsistent_acceleration == ()
    assert "assemble" not in str(report)


def test_contradictory_positions_are_named():
    pair = [zw.Holonomic(lambda q, x=x: q[0] - x, name=f"x = {x}") for x in (0, 1)]
    report = zw.check(zw.System(1.0, None, pair), [0.0, 2.0], [0.0, 0.0])
    assert report.inconsistent_position == ("x = 0", "x = 1")
    assert report.inconsistent_velocity == () and not report.ok


def test_a_constraint_written_twice_contradicts_nothing_when_both_are_off():
    """What remains is of second order in the distance."""
    square = zw.Holonomic(lambda q: q @ q - 1.0, name="square")
    root = zw.Holonomic(lambda q: jnp.sqrt(q @ q) - 1.0, name="root")
    report = zw.check(zw.System(1.0, None, [square, root]), [1.001, 0.0], [0.0, 1.0])
    assert report.inconsistent_position == () and not report.ok
    assert report.redundant == ("square", "root")


# -- mass ----------------------------------------------------------------------------------------


def test_massless_free_coordinate_is_named():
    system = zw.System([1.0, 0.0, 0.0], None, [row([1, 1, 0], name="tie")], coordinates="x y z")
    report = zw.check(system, ZERO, ZERO)
    assert (report.mass, report.rank_M, report.rank_MA) == ("singular", 1, 2)
    assert report.free == ("z",) and report.status == zw.Status.NOT_UNIQUE
    (problem,) = report.problems
    assert "'z'" in problem and "'x'" not in problem


def test_force_on_a_free_coordinate_has_no_answer():
    report = zw.check(zw.System([1.0, 0.0], [0.0, 1.0]), [0.0, 0.0], [0.0, 0.0])
    assert report.status == zw.Status.NO_SOLUTION
    assert report.free == ("q[1]",) and len(report.problems) == 2


def test_singular_mass_that_constraints_complete_is_fine():
    system = zw.System([1.0, 0.0, 0.0], None, [row([[1, 1, 0], [0, 1, 1]], np.zeros(2), "ties")])
    report = zw.check(system, ZERO, ZERO)
    assert report.ok and (report.mass, report.rank_M, report.rank_MA) == ("singular", 1, 3)
    assert report.free == () and report.solver.startswith("singular")


@pytest.mark.parametrize(
    "mass, verdict, rank",
    [
        ([2.0, 1e-9, 1e6], "definite", 3),
        (np.ones((3, 3)), "singular", 1),
        ([1.0, -1.0, 0.0], "not semidefinite", 2),
        ([[1.0, 0.5, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], "not semidefinite", 3),
    ],
)
def test_mass_matrix_is_judged(mass, verdict, rank):
    report = zw.check(zw.System(np.array(mass), None), ZERO, ZERO)
    assert (report.mass, report.rank_M) == (verdict, rank)
    assert report.ok == (verdict == "definite")


def test_conditions_do_not_depend_on_units():
    M, A = np.array([[1.0, 0.6], [0.6, 1.0]]), np.array([[1.0, 0.0], [1.0, 1.0]])
    d, s = np.array([1e-4, 1e5]), np.array([1e3, 1e-7])
    plain, other = (
        zw.check(zw.System(M, None, row(A, np.zeros(2), "rows")), np.zeros(2), np.zeros(2))
        for M, A in [(M, A), (d[:, None] * M * d, s[:, None] * A * d)]
    )
    assert plain.condition_M == pytest.approx(1.6 / 0.4, rel=1e-12)
    assert other.condition_M == pytest.approx(plain.condition_M, rel=1e-9)
    assert other.condition_A == pytest.approx(plain.condition_A, rel=1e-9)
    B = A @ np.linalg.inv(np.linalg.cholesky(M)).T
    B /= np.linalg.norm(B, axis=1)[:, None]
    assert plain.condition_A == pytest.approx(np.linalg.cond(B), rel=1e-12)


# -- the start -----------------------------------------------------------------------------------


def test_residuals_of_a_start_have_names_and_sizes():
    report = zw.check(bob(4.0), [0.6, -0.9], [1.0, 0.5])
    position, velocity = report.residuals
    length = 2 * np.hypot(0.6, 0.9) / 2  # |∂φ/∂q| / √mass
    assert [(x.name, x.level, x.ok) for x in report.residuals] == [
        ("rod", "position", False),
        ("rod", "velocity", False),
    ]
    assert position.raw == pytest.approx(0.17) and velocity.raw == pytest.approx(0.3)
    assert position.scaled == pytest.approx(0.17 / length)
    assert velocity.scaled == pytest.approx(0.3 / length)
    assert position.allowed == pytest.approx(1e-9 * 2 * np.hypot(0.6, 0.9), rel=0.01)
    assert len(report.problems) == 2
    assert all("'rod'" in x and "zw.assemble(system, q, qd)" in x for x in report.problems)


@pytest.mark.parametrize("off, ok", [(0.0, True), (1e-11, True), (1e-7, False)])
def test_a_start_is_judged_by_how_far_it_is(off, ok):
    assert zw.check(bob(4.0), [0.6, -0.8 - off], [1.6, 1.2]).ok == ok


def test_the_call_that_is_named_repairs_the_start():
    q, qd = zw.assemble(bob(4.0), [0.6, -0.9], [1.0, 0.5])
    assert zw.check(bob(4.0), q, qd).ok


def test_rows_without_positions_cannot_be_projected_and_have_no_residual():
    rows = [row([0, 0, 1], name="lift"), zw.Pfaffian([1.0, 0.0, 0.0], name="slide")]
    report = zw.check(zw.System(1.0, None, rows), ZERO, [1.0, 0.0, 0.0])
    assert report.not_projected == ("lift",)
    assert [(x.name, x.level) for x in report.residuals] == [("slide", "velocity")]


# -- what is not finite ------------------------------------------------------------------------


def bad(**changed):
    parts = {"mass": lambda q: 1.0 + 0.0 * q[0], "force": None, "phi": lambda q: q[0] - 1.0}
    parts |= changed
    rod = zw.Holonomic(parts["phi"], name="rod")
    nonideal = parts.get("nonideal")
    return zw.System(parts["mass"], parts["force"], [rod], nonideal=nonideal, coordinates="x y")


@pytest.mark.parametrize(
    "system, name",
    [
        (bad(mass=lambda q: q[0] / q[1]), "`mass`"),
        (bad(force=lambda q: [0.0 * q[0], jnp.log(-q[0])]), "`force` at y"),
        (bad(phi=lambda q: jnp.sqrt(q[1]) + q[0]), "a derivative of the constraint 'rod'"),
        (bad(phi=lambda q: jnp.log(-q[0])), "the constraint 'rod'"),
        (bad(nonideal=lambda q: q / q[1]), "`nonideal`"),
    ],
)
def test_what_is_not_finite_is_named_and_nothing_raises(system, name):
    report = zw.check(system, [1.0, 0.0], [0.0, 0.0])
    assert name in report.not_finite and not report.ok
    assert name in str(report)
    assert (report.mass == "not finite") == (name == "`mass`")


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e200])
@pytest.mark.parametrize("place", ["q", "qd", "t"])
def test_no_state_raises(place, value):
    state = {"q": [0.6, -0.8], "qd": [0.0, 0.0], "t": 0.0}
    state[place] = value if place == "t" else [value, 0.0]
    report = zw.check(bob(4.0), **state)
    assert str(report)
    assert report.ok == (place == "t" and np.isfinite(value))


# -- the page, and bad input -------------------------------------------------------------------


def test_page_contains_every_name_and_the_verdict():
    system = zw.System(
        [1.0, 1.0, 0.0],
        None,
        [
            zw.Holonomic(lambda q: q[0] - 1.0, name="wall"),
            zw.Pfaffian([2.0, 0.0, 0.0], name="rail"),
            row([0, 1, 0], 1.0, "lift"),
        ],
        coordinates=["x", "y", "loose"],
    )
    page = str(zw.check(system, ZERO, ZERO))
    for word in (
        "wall",
        "rail",
        "lift",
        "loose",
        "NOT consistent",
        "degrees of freedom",
        "singular",
    ):
        assert word in page
    assert all(line == line.rstrip() for line in page.splitlines())


def test_page_breaks_no_name():
    legs = [row([1, 0, 0], name=f"the leg with the number {i}") for i in range(9)]
    page = str(zw.check(zw.System(1.0, None, legs), ZERO, ZERO))
    assert all(page.count(f"'the leg with the number {i}'") == 5 for i in range(9))
    assert max(map(len, page.splitlines())) <= 92


def test_solver_is_the_one_that_auto_takes():
    system, start = table(4), (ZERO, ZERO)
    assert zw.check(system, *start).solver == system.acceleration(*start).chosen


def test_system_without_constraints_has_nothing_to_tell():
    report = zw.check(zw.System(1.0, None), [1.0, 2.0], [3.0, 4.0])
    assert report.ok and (report.m, report.rank, report.degrees_of_freedom) == (0, 0, 2)
    assert report.residuals == report.rows == () and "Report: no problem." in str(report)


def test_time_and_parameters_reach_the_functions():
    driven = zw.Holonomic(lambda q, t, p: q[0] - p["rate"] * t, name="driven")
    system = zw.System(1.0, None, [driven])
    assert zw.check(system, [6.0], [3.0], 2.0, {"rate": 3.0}).ok
    report = zw.check(system, [6.0], [0.0], 2.0, {"rate": 3.0})
    assert report.residuals[1].raw == -3.0
    assert "zw.assemble(system, q, qd, t, p)" in report.problems[0]


@pytest.mark.parametrize(
    "q, qd, t, error, message",
    [
        ([1.0], [1.0, 2.0], 0.0, ValueError, "`q` has the shape"),
        ([1.0, 2.0], [1.0], 0.0, ValueError, "`qd` has the shape"),
        ([1.0, 2.0], [1.0, 2.0], [0.0], ValueError, "`t` has the shape"),
        ("ab", [1.0, 2.0], 0.0, TypeError, "`q` has the type"),
        ([1.0, 2j], [1.0, 2.0], 0.0, TypeError, "`q` has the type"),
        (None, [1.0, 2.0], 0.0, TypeError, "`q` is None; wanted real numbers"),
        ([None, 1.0], [1.0, 2.0], 0.0, TypeError, r"`q` is \[None, 1.0\]"),
        ([[1.0], [1.0, 2.0]], [1.0, 2.0], 0.0, TypeError, "`q` is not an array of numbers"),
        ([[1.0, 2.0]], [1.0, 2.0], 0.0, ValueError, r"`q` has the shape \(1, 2\)"),
        ([], [], 0.0, ValueError, r"`q` has the shape \(0,\); wanted \(2,\)"),
        ([1.0, 2.0], {"x": 1.0}, 0.0, TypeError, "`qd` is {'x': 1.0}"),
        ([1.0, 2.0], [1.0, 2.0], None, TypeError, "`t` is None"),
        ([1.0, 2.0], [1.0, 2.0], "now", TypeError, "`t` has the type"),
    ],
)
def test_wrong_shapes_and_types_raise(q, qd, t, error, message):
    with pytest.raises(error, match=message):
        zw.check(bob(4.0), q, qd, t)


def test_a_state_without_entries_is_refused():
    with pytest.raises(ValueError, match=r"`q` has the shape \(0,\); wanted a vector"):
        zw.check(zw.System(1.0, None), [], [])


def test_what_is_no_system_is_refused():
    with pytest.raises(TypeError, match="`system` is 3"):
        zw.check(3, [1.0], [1.0])  # pyright: ignore[reportArgumentType]


def test_traced_values_are_refused():
    with pytest.raises(TypeError, match="outside of jit"):
        jax.jit(lambda q: zw.check(bob(4.0), q, q).rank)(jnp.ones(2))
