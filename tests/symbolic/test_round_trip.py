"""Random models in SymPy become model files and come back: nothing is lost on the way."""

# SymPy tells few types, and guesses in their place are wrong.
# pyright: reportArgumentType=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportOperatorIssue=false, reportIndexIssue=false

import numpy as np
import pytest
import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.physics.mechanics import dynamicsymbols

from zwang import modelfile, symbolic

T = dynamicsymbols._t
ONE = [sp.sin, sp.cos, sp.tanh, sp.exp, sp.atan, sp.asinh, sp.Abs, sp.sign, sp.floor, sp.ceiling]
ONE += [lambda x: sp.sqrt(x**2 + 1), lambda x: 1 / (x**2 + 2)]
ONE += [lambda x: -x, lambda x: sp.log(x**2 + 1), lambda x: (x**2 + 1) ** sp.Rational(5, 3)]
TWO = [lambda x, y: x + y, lambda x, y: x - y, lambda x, y: x * y, lambda x, y: x / (y**2 + 1)]
TWO += [sp.Max, sp.Min, sp.atan2, lambda x, y: sp.Mod(x, y**2 + 1), lambda x, y: x - 2 * y / 3]
TWO += [lambda x, y: sp.Piecewise((x, x < y), (y**2, (y > 1) | ~(x >= 0)), (x * y, True))]


def number(random):
    """Whole, a fraction, with digits, or with more digits than a float shows."""
    kinds = sp.Integer(int(random.integers(-9, 9))), sp.Rational(int(random.integers(1, 9)), 7)
    kinds += sp.Float(random.normal()), sp.pi / 3, sp.Rational(10**25 + 1, 10**24), sp.S(1e-12)
    return kinds[random.integers(len(kinds))]


def tree(random, leaves, depth=3):
    """A random expression."""
    if depth == 0 or random.random() < 0.15:
        return leaves[random.integers(len(leaves))] if random.random() < 0.7 else number(random)
    below = lambda: tree(random, leaves, depth - 1)
    try:
        return grown(random, below)
    except RecursionError:  # of SymPy's own, in some remainders of remainders
        return below()


def grown(random, below):
    if random.random() < 0.4:
        return ONE[random.integers(len(ONE))](below())
    return TWO[random.integers(len(TWO))](below(), below())


def drawn(random):
    """A random system, as ``from_sympy`` takes it, with its parameters and a start."""
    n = int(random.integers(1, 4))
    q = dynamicsymbols(f"x:{n}")
    qd, c = [x.diff(T) for x in q], list(sp.symbols("alpha k_1 m"))
    place = tree(random, [*q, *c])
    held = {"row": tree(random, [*q, T, *c]) + q[0]}
    held |= {"rate": tree(random, [*q, *c]) * qd[0] + qd[-1], "bent": qd[0] ** 2 * q[0] + c[0]}
    held |= {"pushed": q[0].diff(T, 2) * tree(random, [*q, *c]) + tree(random, [*q, *qd])}
    given = {"q": q, "constraints": held, "force": [tree(random, [*q, *qd, T, *c]) for _ in q]}
    if random.random() < 0.5:
        given |= {"T": c[2] * sum(v**2 for v in qd) * (2 + sp.sin(place)) / 2, "V": place}
    else:
        given |= {"mass": (sp.eye(n) * (2 + sp.cos(place))).tolist()}
    held = [x for x in (place, *held.values(), *given["force"], given.get("T", c[2]))]
    names = {x.name for e in (*held, place) for x in sp.sympify(e).free_symbols} - {"t"}
    start = {x.func.__name__: (random.normal(), random.normal()) for x in q}
    return given, {name: random.normal() for name in sorted(names)}, start


def same(one, other, random):
    """Whether two expressions have the same values, at random places."""
    both = sp.Tuple(one, other)
    free = [*both.atoms(sp.Derivative), *both.atoms(AppliedUndef), *both.atoms(sp.Symbol)]
    plain = {x: sp.Symbol(f"v{i}", real=True) for i, x in enumerate(free)}
    names = list(plain.values())
    functions = [sp.lambdify(names, x.xreplace(plain), modules="mpmath") for x in both]
    for _ in range(3):
        point = random.normal(size=len(plain))
        a, b = (float(f(*point)) for f in functions)
        if not np.allclose(a, b, rtol=1e-12, atol=1e-12, equal_nan=True):
            return False
    return True


@pytest.mark.parametrize("seed", range(12))
def test_random_models_become_files_and_come_back(seed):
    random = np.random.default_rng(seed)
    given, p, start = drawn(random)
    model = symbolic.to_model_file(**given, start=start, p=p, until=3.0)
    text = modelfile.write(model)
    again = modelfile.parse(text)
    assert modelfile.write(again) == text
    tables = symbolic.to_sympy(again)
    # The numbers are the same to the last bit, and names and kinds too.
    assert {k: float(x) for k, x in tables["parameters"].items()} == p
    assert [tuple(map(float, x.values())) for x in tables["coordinates"].values()] == [
        *start.values()
    ]
    rows = tables.get("constraint", [])
    assert [x["name"] for x in rows] == list(given["constraints"])
    assert [x["kind"] for x in rows][2:] == ["nonholonomic", "acceleration"]
    for row, wanted in zip(rows, given["constraints"].values(), strict=True):
        assert same(row["equation"], wanted, random), row
    words = {"T": "kinetic", "V": "potential"}
    for name in ("T", "V"):
        if name in given:
            assert same(tables["system"][words[name]], given[name], random)
    for found, wanted in zip(tables["system"]["force"], given["force"], strict=True):
        assert same(found, sp.sympify(wanted), random)
    # What came back once comes back as it is.
    assert symbolic.to_sympy(symbolic.to_model(tables)) == tables
