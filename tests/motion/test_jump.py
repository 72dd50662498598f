"""A motion that sticks where an acceleration jumps says so, in any unit."""

import jax.numpy as jnp
import pytest

import zwang as zw


@pytest.mark.parametrize("unit", [1e-3, 1.0, 1e3])
def test_a_force_that_switches_without_end_is_told_with_its_remedy(unit):
    side = lambda q, qd: q[0] / unit + qd[0] * jnp.abs(qd[0]) / (2.0 * unit**2)
    switched = zw.System([2.0], lambda q, qd: -2.0 * unit * jnp.sign(side(q, qd))[None])
    with pytest.raises(zw.NumericalError, match=r"jumps here, most that of 'q\[0\]'.*zw.Event"):
        zw.simulate(switched, [unit], [0.0], (0.0, 6.0), atol=1e-12 * unit)


def test_a_force_that_grows_without_bound_is_no_jump():
    pulled = zw.System([1.0], lambda q: -1.0 / q**3)
    with pytest.raises(zw.NumericalError) as told:
        zw.simulate(pulled, [1.0], [0.0], (0.0, 2.0))
    assert "jumps" not in str(told.value)
