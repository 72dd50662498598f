"""Rules for the lengths of steps."""

import numpy as np
import pytest

from zwang.integrate.method.step_size import PI, Elementary


@pytest.mark.parametrize("rule", [Elementary(), PI()], ids=["elementary", "PI"])
def test_a_larger_error_asks_for_a_shorter_step(rule):
    """And one that grew since the step before is answered by PI no longer than one that fell."""
    errors = 10.0 ** np.linspace(-4, 0, 9)
    factors = [float(rule.factor(x, 1e-2, 8)) for x in errors]
    assert (np.diff(factors) < 0).all()
    grown, fallen = (float(rule.factor(1e-2, former, 8)) for former in (1e-4, 1.0))
    assert grown <= fallen
