"""Small motions that are asked for often go by C, and are the same."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.engine import evaluate
from zwang.ir.scalar.graph import Unsupported
from zwang.linear.local import traced


def rubbed():
    """A bead on a wire that shakes, with friction by the reaction and two parameters."""
    wire = zw.Holonomic(lambda q, t: q[1] - 0.3 * jnp.sin(q[0] + 0.1 * t), name="wire")
    C = lambda qd, p, reaction: -p["mu"] * jnp.sqrt(reaction @ reaction) * jnp.tanh(qd)
    return zw.System(lambda p: p["m"], [0.2, -9.81], [wire], nonideal=C, coordinates=["x", "y"])


P = {"m": 2.0, "mu": 0.3}


def looked_at():
    for made in (traced.equations, traced.functions_of):
        made.cache_clear()
    bead = rubbed()
    q, qd = zw.assemble(bead, [0.4, 0.0], [0.3, 0.0], 0.5, P)
    given = {"coordinates": {"s": lambda q: q[0] + q[1] ** 2}, "outputs": ["wire", "s"]}
    found = zw.linearize(bead, q, qd, 0.5, P, inputs=["s", "drive:wire", "mu"], **given)
    return [*found.reduced.at[:8], found.A, found.B, found.C, found.D]


def test_c_says_what_numpy_says(monkeypatch):
    plain = looked_at()
    made, own = [], evaluate.InC
    writes = lambda *x, **how: made.append(own(*x, **how)) or made[-1]
    monkeypatch.setattr(evaluate, "InC", writes)
    monkeypatch.setattr(evaluate.ByNumPy.__init__, "__kwdefaults__", {"first": 0, "each": False})
    by_c = looked_at()
    assert len(made) >= 4 and all(x.written.ready for x in made)
    for a, b in zip(plain, by_c, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-13)


def refused(*_, **__):
    raise Unsupported("anything")


@pytest.mark.parametrize("name, value", [("InC", refused), ("MOST", 1)])
def test_without_c_numpy_goes_on(name, value, monkeypatch):
    plain = looked_at()
    monkeypatch.setattr(evaluate.ByNumPy.__init__, "__kwdefaults__", {"first": 0, "each": False})
    monkeypatch.setattr(evaluate, name, value)
    for a, b in zip(plain, looked_at(), strict=True):
        np.testing.assert_array_equal(a, b)
