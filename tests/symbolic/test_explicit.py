"""What zw.explicit gives up, refuses, and calls by its name."""

# SymPy tells few types, and guesses in their place are wrong.
# pyright: reportArgumentType=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportOperatorIssue=false, reportIndexIssue=false

import jax.numpy as jnp
import numpy as np
import pytest
import sympy as sp
from sympy.physics.mechanics import dynamicsymbols
from sympy.polys.groebnertools import groebner

import zwang as zw
from zwang import modelfile, symbolic, zoo
from zwang.symbolic.algebra.basis import basis_of
from zwang.symbolic.algebra.field import Field, TooLarge
from zwang.symbolic.algebra.length import expanded_terms, product_of

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


def test_parameters_keep_their_names_whatever_they_are():
    stiff, heavy, prime = map(sp.Symbol, ("k_{1}", "m'", "x'"))
    potential = stiff * x**2 / 2 + prime * x
    system = zw.System.from_sympy(q=[x], T=heavy * x.diff() ** 2 / 2, V=potential)
    p, wanted = {"k_{1}": 2.0, "m'": 4.0, "x'": 1.0}, -(stiff * x + prime) / heavy
    for found in (zw.explicit(system), zw.explicit(system, [1.0], [0.0], 0.0, p)):
        assert sp.simplify(found.qdd[0] - wanted) == 0
        space = {}
        exec(found.code(), space)
        assert space["acceleration"]([3.0], [0.0], 0.0, p)[0] == pytest.approx(-7.0 / 4.0)
        assert 'p[Symbol("k_{1}")]' in found.code("julia") and found.html() and found.latex()
        assert "p[2]" in found.code("c")
    plain = zw.System(lambda p: p["m'"], lambda q, p: -p["k-1"] * q, coordinates="x")
    assert {z.name for z in zw.explicit(plain).parameters} == {"m'", "k-1"}


@pytest.mark.parametrize("name", ["x", "t", "k_1"])
def test_parameters_whose_names_are_taken_are_refused(name):
    system = zw.System(lambda p: p[name], lambda q, p: -p["k"][1] * q, coordinates="x")
    with pytest.raises(ValueError, match=f"`p` has '{name}', which is the name of"):
        zw.explicit(system, p={name: 1.0, "k": [1.0, 2.0]})


def test_a_model_is_taken_as_it_is():
    model = symbolic.to_model_file(
        q=[x], T=m * x.diff() ** 2 / 2, V=m * g * x, start={"x": 1.0}, p={"m": 2.0, "g": 9.81}
    )
    assert isinstance(model, modelfile.Model)
    found = zw.explicit(model)
    assert found.qdd[0] == -g and {z.name for z in found.parameters} == {"m", "g"}
    with pytest.raises(TypeError, match=r"wanted a zw.System.*Model") as caught:
        zw.explicit(list(range(1000)))
    assert len(str(caught.value)) < 200


def test_names_that_a_model_file_does_not_have_are_refused():
    give = lambda **more: symbolic.to_model_file(q=[x], T=m * x.diff() ** 2 / 2, **more)
    table = [
        ({"start": {"w": 1.0}, "p": {"m": 1.0}}, "`start` has 'w'.*wanted any of x"),
        ({"start": {"x": 1.0}, "p": {"m": 1.0, "z": 3}}, "`p` has 'z'.*wanted any of m"),
        ({"start": {"x": 1.0}}, "`p` has no 'm'"),
        ({"start": {"x": 1.0}, "p": {"m": "heavy"}}, "'heavy'; wanted a number"),
        ({"start": 3, "p": {"m": 1.0}}, "`start` is 3; wanted a dict"),
    ]
    for more, text in table:
        with pytest.raises((ValueError, TypeError), match=text):
            give(**more)


@pytest.mark.parametrize("p", [None, {}])
def test_friction_that_is_found_by_iteration_is_refused_with_a_remedy(p):
    rub = lambda qd, lam: -0.1 * jnp.abs(lam[0]) * qd
    slope = zw.Pfaffian(lambda q: [1.0, q[0]])
    with pytest.raises(ValueError, match="asks for `lam`.*wanted a friction of `Qc_ideal`"):
        zw.explicit(zw.System(1.0, None, slope, nonideal=rub, coordinates="x y"), p=p)


def test_a_parameter_before_a_difference_is_found():
    found = zw.explicit(particle([sp.Symbol("c") * (x - y)]))
    assert {z.name for z in found.parameters} == {"c", "m"}


def test_on_the_constraints_formulas_are_shorter():
    rod = sp.Eq(x**2 + y**2, L**2)
    system = particle({"rod": rod}, V=m * g * y)
    found, free = zw.explicit(system, on_constraints=True), zw.explicit(system)
    wanted = (g * y - x.diff() ** 2 - y.diff() ** 2) * x / L**2
    assert sp.expand(found.qdd[0] - wanted) == 0
    assert found.conditions == (sp.Ne(L, 0),)
    assert sp.count_ops(found.qdd) < sp.count_ops(free.qdd)
    circle = {y: sp.sqrt(L**2 - x**2)}
    rates = {x.diff(): -sp.Symbol("w") * y, y.diff(): sp.Symbol("w") * x}
    apart = (found.qdd - free.qdd).subs(rates).subs(circle)
    assert all(sp.simplify(z) == 0 for z in apart)


def polynomials(random, ring, count):
    """Random polynomials of three terms."""
    term = lambda: ring.term_new(tuple(random.integers(0, 3, ring.ngens)), random.integers(1, 5))
    return [term() - term() + term() for _ in range(count)]


def test_a_basis_within_its_budget_is_that_of_sympy():
    random, ring = np.random.default_rng(2), sp.ring("x y z", sp.QQ, sp.grevlex)[0]
    for _ in range(6):
        given = [x for x in polynomials(random, ring, 3) if x]
        found, whole = basis_of(given, ring, 10**6)
        assert whole and sorted(found, key=str) == sorted(groebner(given, ring), key=str)
        # Beyond the budget the equations are left as they are: what they reduce is still right.
        found, whole = basis_of(given, ring, 1)
        assert not whole and all(x.rem(groebner(given, ring)) == 0 for x in found)


def test_the_length_of_a_formula_is_known_before_it_is_written():
    a, b, c = sp.symbols("a b c")
    table = [
        a + b,
        (a + b + c) ** 5,
        (a + b) * (b + c) / (a - b) + a / (a - b),
        1 / (a + 1) ** 2 + b,
    ]
    table += [(a + 1 / (b + c)) ** 3 - c, (a + b) ** 0, sp.sin(a) * (b + c) ** -1]
    for tree in table:
        above, below = expanded_terms(tree)
        top, bottom = sp.fraction(sp.cancel(sp.together(tree)))
        count = lambda x: len(sp.Add.make_args(sp.expand(x)))
        assert count(top) <= above and count(bottom) <= product_of(below)
    huge = sp.prod(sp.symbols(f"x{i}") + sp.symbols(f"y{i}") + 1 for i in range(40))
    with pytest.raises(TooLarge):
        Field([huge], budget=1e10).element(huge)


def test_what_was_left_undone_is_told():
    problem = zoo.car_axis()
    found = zw.explicit(problem.system, p=problem.p, on_constraints=True)
    assert len(found.notes) == 1 and "in stages" in found.notes[0]
    assert found.notes[0] in str(found) and "in stages" in found.html() + found.latex()
    assert not zw.explicit(problem.system, p=problem.p).notes


def test_names_of_stages_differ_from_those_of_the_user():
    s0, s1, x0, x1 = sp.symbols("s0 s1 x0 x1")
    rod = {"rod": x**2 + s0 * y**2 - x0}
    kinetic = s1 * (x.diff() ** 2 + x1 * x.diff() * y.diff() + y.diff() ** 2) / 2
    system = zw.System.from_sympy(q=[x, y], T=kinetic, V=s0 * x1 * y, constraints=rod)
    found, space = zw.explicit(system, written_out=False), {}
    names = [z.name for z, _ in found.definitions]
    assert len({*names, "s0", "s1", "x0", "x1"}) == len(names) + 4
    exec(found.code(), space)
    p, q, qd = dict(s0=1.3, s1=0.7, x0=2.0, x1=0.4), [0.5, 0.8], [0.3, -0.2]
    wanted = system.acceleration(q, qd, 0.0, p)
    np.testing.assert_allclose(space["acceleration"](q, qd, 0.0, p)[0], wanted.qdd, rtol=1e-12)
