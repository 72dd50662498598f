"""Expressions of SymPy as trees of model files, which are written as texts."""

from __future__ import annotations

import math
import re
from functools import reduce
from typing import Any

from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import BooleanFunction

from zwang.modelfile.expression.tree import Call, Chain, Compare, Item, Name, Number, Power, Sign
from zwang.symbolic.algebra.from_graph import exact
from zwang.symbolic.untyped import sp

FUNCTIONS = {
    **{getattr(sp, x): x for x in "sin cos tan sinh cosh tanh asin acos atan".split()},
    **{getattr(sp, x): x for x in "asinh acosh atanh exp log sign floor atan2".split()},
    sp.Abs: "abs",
    sp.ceiling: "ceil",
    sp.Max: "max",
    sp.Min: "min",
    sp.Mod: "mod",
}
MOST = 8  # floats that one number is the sum of; beyond, the rest is below what any program sees
COMPARISONS = {
    sp.StrictLessThan: "<",
    sp.LessThan: "<=",
    sp.StrictGreaterThan: ">",
    sp.GreaterThan: ">=",
    sp.Equality: "==",
    sp.Unequality: "!=",
}


def to_tree(x: Any) -> Any:
    """The tree of an expression."""
    if x.is_Rational or isinstance(x, sp.Float):
        return _number(x)
    if x.is_Symbol or isinstance(x, AppliedUndef | sp.Derivative) or x is sp.pi:
        return _name(x)
    if isinstance(x, sp.Add):
        return _sum(x)
    if isinstance(x, sp.Mul):
        return _product(x)
    if isinstance(x, sp.Pow):
        return _power(x)
    if isinstance(x, sp.Piecewise):
        return _cases(list(x.args))
    if x.func in COMPARISONS:
        left, right = map(to_tree, x.args)
        return Compare(COMPARISONS[x.func], left, right)
    if isinstance(x, sp.And | sp.Or):
        first, *rest = map(to_tree, x.args)
        word = "and" if isinstance(x, sp.And) else "or"
        return Chain(first, tuple((word, y) for y in rest))
    if isinstance(x, sp.Not):
        return Sign("not", to_tree(x.args[0]))
    if isinstance(x, BooleanFunction):  # exclusive or, if then else
        return to_tree(x.to_nnf(simplify=False))
    if x is sp.E:
        return Call("exp", (Number(1.0),))
    if x.func not in FUNCTIONS:
        raise ValueError(f"`{x.func.__name__}` in {x} has no word in a model file.")
    return Call(FUNCTIONS[x.func], tuple(map(to_tree, x.args)))


def _number(x: Any) -> Any:
    """A number as digits; as a fraction, or a sum, where these would be too many for a float."""
    if x < 0:
        return Sign("-", _number(-x))
    value = float(x)
    if not math.isfinite(value):
        raise ValueError(f"the number {x} has no place in a model file.")
    if isinstance(x, sp.Float) or sp.Rational(repr(value)) == x:
        return Number(value)
    if not x.is_Integer and all(y == int(float(y)) for y in (int(x.p), int(x.q))):
        return Chain(Number(float(x.p)), (("/", Number(float(x.q))),))
    rest, terms = x - exact(value), []
    while rest != 0 and rest.is_Rational and len(terms) < MOST:
        terms.append(("-" if rest < 0 else "+", Number(abs(float(rest)))))
        rest -= exact(float(rest))
    return Chain(Number(value), tuple(terms))


def _name(x: Any) -> Any:
    if x is sp.pi:
        return Name("pi")
    if isinstance(x, sp.Derivative):
        inner, (_, order) = x.expr, x.variable_count[0]
        return Name(inner.func.__name__, primes=int(order))
    if isinstance(x, AppliedUndef):
        return Name(x.func.__name__)
    item = re.fullmatch(r"(\w+)\[(\d+)\]", x.name)
    if item:
        return Item(item[1], int(item[2]))
    owner, _, name = x.name.rpartition(".")
    return Name(name, owner=owner)


def _sum(x: Any) -> Any:
    """Terms in SymPy's order of reading, one with a plus first where there is one."""
    terms = list(x.as_ordered_terms())
    terms.sort(key=lambda term: term.could_extract_minus_sign())
    first, *rest = terms
    signed = [(("-", -y) if y.could_extract_minus_sign() else ("+", y)) for y in rest]
    return Chain(to_tree(first), tuple((sign, to_tree(y)) for sign, y in signed))


def _product(x: Any) -> Any:
    if x.could_extract_minus_sign():
        return Sign("-", to_tree(-x))
    number, factors = x.as_coeff_mul()
    above, below = [], []
    for y in factors:
        under = isinstance(y, sp.Pow) and y.exp.is_Rational and y.exp < 0
        (below if under else above).append(to_tree(1 / y if under else y))
    tree = _number(number) if number.is_Rational or number.is_Float else to_tree(number)
    if isinstance(tree, Chain) and tree.rest[0][0] == "/":  # a fraction p / q
        above.insert(0, tree.first)
        below.insert(0, tree.rest[0][1])
    elif number != 1 or not above:
        above.insert(0, tree)
    rest = [("*", y) for y in above[1:]] + [("/", y) for y in below]
    return reduce(lambda a, b: Chain(a.first, (*a.rest, b)), rest[1:], _pair(above[0], rest))


def _pair(first: Any, rest: list[Any]) -> Any:
    return Chain(first, (rest[0],)) if rest else first


def _power(x: Any) -> Any:
    if x.exp == sp.S.Half:
        return Call("sqrt", (to_tree(x.base),))
    if x.exp.is_Rational and x.exp < 0:
        return Chain(Number(1.0), (("/", to_tree(1 / x)),))
    return Power(to_tree(x.base), to_tree(x.exp))


def _cases(cases: list[Any]) -> Any:
    (value, condition), *rest = cases
    if condition == sp.true:
        return to_tree(value)
    if not rest:
        raise ValueError("a Piecewise without a last case has no word in a model file.")
    return Call("where", (to_tree(condition), to_tree(value), _cases(rest)))
