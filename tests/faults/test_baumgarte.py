"""A gain so large that a motion would take hours is refused, in both engines; others end."""

import diffrax
import pytest

import zwang as zw
from tests.systems.points import bob

BOB = bob()
SWING = BOB, [1.0, 0.0], [0.0, 0.0], (0.0, 1.0)


@pytest.mark.parametrize("engine", ["native", "jax"])
@pytest.mark.parametrize("gains", [(1e7,), (1e9,), (1e100,), (0.0, 1e30), (1e149, 0.0)])
def test_gains_that_would_take_hours_are_refused(gains, engine):
    with pytest.raises(ValueError, match="`drift`.*Kvaerno5.*`max_steps`"):
        zw.simulate(*SWING, drift=zw.Baumgarte(*gains), engine=engine)
    with pytest.raises(ValueError, match="`drift`"):
        zw.simulate_many(BOB, [SWING[1]], *SWING[2:], drift=zw.Baumgarte(*gains))


def test_with_a_limit_of_steps_it_ends_there():
    motion = zw.simulate(*SWING, drift=zw.Baumgarte(1e9), max_steps=500, throw=False)
    assert motion.status == zw.Status.TOO_MANY_STEPS


def test_large_gains_that_can_be_followed_are():
    motion = zw.simulate(*SWING, drift=zw.Baumgarte(1e4), rtol=1e-6, atol=1e-9)
    assert motion.status == zw.Status.OK and abs(motion.residual).max() < 1e-8


@pytest.mark.parametrize("alpha", [1e160, 1e308])
def test_a_gain_whose_square_is_no_number_is_refused(alpha):
    with pytest.raises(ValueError, match="`alpha`.*square"):
        zw.Baumgarte(alpha)


def test_methods_for_stiff_systems_may_have_any_gain():
    from zwang.integrate.options import Options
    from zwang.integrate.problem import _require_few_steps

    options = Options(drift=zw.Baumgarte(1e9), method=diffrax.Kvaerno5())
    _require_few_steps(options, [0.0, 1.0])
