"""A motion that sticks where an acceleration jumps says so, in any unit."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.integrate.course import Settings, State
from zwang.integrate.singular import trial
from zwang.solvers import Auto


@pytest.mark.parametrize("unit", [1e-3, 1.0, 1e3])
def test_a_force_that_switches_without_end_is_told_with_its_remedy(unit):
    side = lambda q, qd: q[0] / unit + qd[0] * jnp.abs(qd[0]) / (2.0 * unit**2)
    switched = zw.System([2.0], lambda q, qd: -2.0 * unit * jnp.sign(side(q, qd))[None])
    with pytest.raises(
        zw.NumericalError, match=r"jumps here, most that of 'q\[0\]'.*force that switches.*Event"
    ):
        zw.simulate(switched, [unit], [0.0], (0.0, 6.0), atol=1e-12 * unit)


def test_a_force_that_grows_without_bound_is_no_jump():
    pulled = zw.System([1.0], lambda q: -1.0 / q**3)
    with pytest.raises(zw.NumericalError) as told:
        zw.simulate(pulled, [1.0], [0.0], (0.0, 2.0))
    assert "jumps" not in str(told.value)


def four_bar(side, jump):
    """A crank that is driven, near where the other two rods lie on one line; a weight that jumps.

    Parameters
    ----------
    side : length of these rods; at 1.75 the linkage is singular where the crank points away
    jump : of the crank's acceleration and of the weight at t = 0.5
    """
    ground, begin = jnp.array([2.5, 0.0]), 2.4

    def rods(q):
        tip, pin = q[:2], q[2:]
        coupler, rocker = pin - tip, pin - ground
        return jnp.stack([tip @ tip - 1.0, coupler @ coupler - side**2, rocker @ rocker - side**2])

    def crank(q, t):
        angle = begin + t + 0.5 * jump["drive"] * jnp.maximum(t - 0.5, 0.0) ** 2
        return q[0] * jnp.sin(angle) - q[1] * jnp.cos(angle)

    def weight(t):
        along = jnp.array([0.0, -9.81, 0.0, -9.81])
        return along * jnp.where(t > 0.5, 1.0 + jump["weight"], 1.0)

    rows = [zw.Holonomic(rods, name="rods"), zw.Holonomic(crank, name="crank")]
    system = zw.System(1.0, weight, rows if jump["drive"] else rows[:1])
    near = np.array([np.cos(begin), np.sin(begin), 1.5, 1.0])
    return system, *zw.assemble(system, near, np.array([-np.sin(begin), np.cos(begin), 0.0, 0.0]))


@pytest.mark.parametrize("side", [1.8, 1.76])
@pytest.mark.parametrize(
    ("jump", "cause"),
    [
        ({"drive": 1e4, "weight": 0.0}, "a drive whose acceleration jumps"),
        ({"drive": 0.0, "weight": 1e4}, "a force that switches"),
    ],
)
def test_a_cause_is_named_only_if_the_step_succeeds_without_it(side, jump, cause):
    """A singular configuration is near, and has no part in it."""
    start = four_bar(side, jump)
    motion = zw.simulate(*start, (0.0, 0.8), rtol=1e-12, atol=1e-15, throw=False)
    assert motion.status == zw.Status.STEP_TOO_SMALL and abs(motion.t[-1] - 0.5) < 1e-9
    assert cause in motion.detail and "that is the cause" not in motion.detail


@pytest.mark.parametrize("gap", [1e-4, 1e-6, 1e-8])
def test_rows_that_all_but_depend_on_each_other_are_the_cause_where_nothing_jumps(gap):
    """Long steps fail where the linkage folds, and succeed with its rows fixed."""
    system, q0, qd0 = four_bar(1.75 + gap, {"drive": 1e-9, "weight": 0.0})
    motion = zw.simulate(system, q0, qd0, (0.0, np.pi - 2.4 - 2e-4))
    now = State(motion.t[-1], motion.q[-1], motion.qd[-1])
    settings = Settings(*map(np.asarray, (1e-9, 1e-12, 0.0, True)))
    assert trial.cause_of(system, None, now, Auto(), settings, 0.1) == "rows"
