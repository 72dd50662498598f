"""What is known of a value before it is computed: it lies there, and is finite where so said."""

import numpy as np
import pytest
import scipy

from zwang.ir.scalar.bounds import RULES, Bounds, of_operation

ENDS = np.array([-np.inf, -1e3, -2.0, -1.0, -0.3, 0.0, 0.4, 1.0, 1.7, 600.0, np.inf])
NUMPY = {"fabs": np.abs, "max": np.maximum, "min": np.minimum, "atan2": np.arctan2}
NUMPY |= {f"a{x}": getattr(np, f"arc{x}") for x in ("sin", "cos", "tan", "sinh")}
NUMPY |= {"add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide}
NUMPY |= {"neg": np.negative, "erf": scipy.special.erf, "erfc": scipy.special.erfc}
NUMPY |= {"select": np.where, "to_float": np.asarray}


def drawn(rng, size):
    """Bounds, and numbers between them with the ends; infinite ones if they are not said finite."""
    low, high = np.sort(rng.choice(ENDS, 2, replace=False))
    finite = bool(rng.random() < 0.7)
    x = np.clip(rng.normal(size=size) * 10.0 ** rng.uniform(-2, 3, size), low, high)
    x[:2] = low, high
    return Bounds(float(low), float(high), finite), np.clip(x, -1e100, 1e100) if finite else x


@pytest.mark.parametrize("op", [x for x in RULES if x != "to_float"])
def test_a_value_lies_where_its_bounds_say(op, rng):
    function = NUMPY.get(op) or getattr(np, op)
    count = 3 if op == "select" else getattr(function, "nin", 1)
    for _ in range(300):
        pairs = [drawn(rng, 40) for _ in range(count)]
        args = [rng.permutation(x) for _, x in pairs]
        args[0] = args[0] > 0 if op == "select" else args[0]
        with np.errstate(all="ignore"):
            value = function(*args)
        told = of_operation(op, [known for known, _ in pairs], square=False)
        number = value[~np.isnan(value)]
        room = 1e-12 * np.abs(number)
        assert (number >= told.low - room).all() and (number <= told.high + room).all()
        assert np.isfinite(value).all() or not told.finite


def test_a_square_is_not_negative(rng):
    known, x = drawn(rng, 40)
    told = of_operation("mul", [known, known], square=True)
    assert told.low == 0.0 and (x * x >= told.low).all()
