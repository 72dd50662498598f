"""What zw.explicit gives up, refuses, and calls by its name."""

# SymPy tells few types, and guesses in their place are wrong.
# pyright: reportArgumentType=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportOperatorIssue=false, reportIndexIssue=false

import numpy as np
import pytest
import sympy as sp
from sympy.physics.mechanics import dynamicsymbols

import zwang as zw
from zwang.symbolic.algebra.field import Field, TooLarge

T = dynamicsymbols._t
x, y = dynamicsymbols("x y")
m, g, L = sp.symbols("m g L")


def rods(inertia):
    """Two bars, the end of the second on a guide."""
    q1, q2 = dynamicsymbols("q1 q2")
    l1, l2, m1, m2, I1, I2 = sp.symbols("l1 l2 m1 m2 I1 I2")
    end = lambda f, part: l1 * f(q1) + l2 * part * f(q1 + q2)
    part = sp.Rational(1, 2) if inertia else 1
    kinetic = m1 * l1**2 * q1.diff() ** 2 / 2
    kinetic += m2 * sum(end(f, part).diff(T) ** 2 for f in (sp.cos, sp.sin)) / 2
    if inertia:
        kinetic += I1 * q1.diff() ** 2 / 2 + I2 * (q1.diff() + q2.diff()) ** 2 / 2
    potential = m1 * g * l1 * sp.sin(q1) + m2 * g * end(sp.sin, part)
    guide = {"guide": end(sp.sin, 1)}
    return zw.System.from_sympy(q=[q1, q2], T=kinetic, V=potential, constraints=guide)


def test_formulas_that_would_take_minutes_come_in_stages_by_themselves():
    assert zw.explicit(rods(False)).written_out
    system, space = rods(True), {}
    found = zw.explicit(system)
    assert not found.written_out and found.rank == 1
    exec(found.code(), space)
    p = dict(l1=0.5, l2=1.2, m1=1.0, m2=2.0, I1=0.1, I2=0.3, g=9.81)
    q, qd = np.array([0.4, -0.6]), np.array([1.0, -1.3])
    wanted = system.acceleration(q, qd, 0.0, p)
    np.testing.assert_allclose(space["acceleration"](q, qd, 0.0, p)[0], wanted.qdd, rtol=1e-10)


def test_a_field_stops_before_its_budget_is_exceeded():
    a, b, c = sp.symbols("a b c")
    trees = [(a + b) / (a - c), (b + c) / (a + b * c)]
    free, bound = Field(trees), Field(trees, budget=1e4)
    left, right = map(free.element, trees)
    whole = free.expression(free.plus(left, right))
    assert sp.simplify(whole - sum(trees)) == 0
    assert sp.simplify(free.expression(free.times(left, right)) - sp.prod(trees)) == 0
    with pytest.raises(TooLarge):
        bound.plus(*map(bound.element, trees))


def particle(constraints, **more):
    kinetic = m * (x.diff() ** 2 + y.diff() ** 2) / 2
    return zw.System.from_sympy(q=[x, y], T=kinetic, constraints=constraints, **more)


@pytest.mark.parametrize("staged", [None, False])
def test_rows_that_contradict_each_other_are_refused_by_name(staged):
    first, other = sp.Symbol("c") * (x - y), x - y - 1 - T**2
    table = [
        {"one": first, "other": other},
        {"one": first, "other": 1e-6 * other},
        {"one": first.diff(T), "other": other.diff(T)},
        {"one": x - y + x * y, "two": y * x, "other": other},
    ]
    for rows in table:
        with pytest.raises(ValueError, match="contradict each other.*other"):
            zw.explicit(particle(rows), written_out=staged)
    # What a parameter, the time or a state may reconcile is a condition.
    for c in (sp.Symbol("c"), x, sp.sin(T)):
        found = zw.explicit(particle([x - y, x - y - c * T**2]), written_out=staged)
        assert found.rank == (2 if c == x else 1) and len(found.conditions) > 0


def test_a_condition_that_is_never_met_is_a_contradiction():
    """1 + ẋ² vanishes nowhere, and is no number."""
    rows = [x.diff(T, 2) - y.diff(T, 2), x.diff(T, 2) - y.diff(T, 2) - 1 - x.diff() ** 2]
    with pytest.raises(ValueError, match="contradict"):
        zw.explicit(particle(rows))
