"""Rest where M has no length: refused with the remedy, which is a small mass."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.base.status import NumericalError, Status


def node(mass):
    """A mass on a spring, and a node between two springs."""
    force = lambda q: jnp.stack([-q[0] - 2 * (q[0] - q[1]), 2 * (q[0] - q[1]) - 3 * (q[1] - 5)])
    return zw.System([1.0, mass], force)


def lever(mass):
    """A weight on a lever that hangs on a crank."""
    rows = [
        zw.Holonomic(lambda q: q[0] ** 2 + q[1] ** 2 - 1.0, name="crank"),
        zw.Holonomic(lambda q: q[2] - 2.0 * q[1], name="lever"),
    ]
    return zw.System([mass, mass, 1.0], [0.0, 0.0, -9.81], rows)


@pytest.mark.parametrize(
    ("system", "guess", "rest"),
    [(node, [0.0, 0.0], [30 / 11, 45 / 11]), (lever, [0.3, -0.9, -1.8], [0.0, -1.0, -2.0])],
)
def test_a_part_without_mass_is_refused_with_the_remedy_that_helps(system, guess, rest):
    with pytest.raises(NumericalError, match="a small mass"):
        zw.equilibrium(system(0.0), guess)
    refused = zw.equilibrium(system(0.0), guess, throw=False)
    assert refused.status != Status.OK
    assert "small mass" in refused.detail
    found = zw.equilibrium(system(1e-3), guess)
    np.testing.assert_allclose(found.q, rest, atol=1e-9)
    assert found.stability == "stable"


def test_what_is_pushed_without_mass_is_refused_still():
    with pytest.raises(NumericalError) as raised:
        zw.equilibrium(zw.System([1.0, 0.0], lambda q: jnp.stack([-q[0], 1.0])), [0.3, 0.0])
    assert raised.value.status == Status.NO_SOLUTION
