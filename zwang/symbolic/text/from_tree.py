"""Trees of model files as expressions of SymPy; numbers become exact."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from zwang.modelfile.expression.tree import Call, Chain, Compare, Item, Name, Number, Power, Sign
from zwang.symbolic.algebra.from_graph import exact
from zwang.symbolic.text.to_tree import COMPARISONS, FUNCTIONS
from zwang.symbolic.untyped import sp

OTHERS: dict[str, Callable] = {
    "sqrt": sp.sqrt,
    "cbrt": lambda x: sp.sign(x) * sp.Abs(x) ** sp.Rational(1, 3),
    "expm1": lambda x: sp.exp(x) - 1,
    "log1p": lambda x: sp.log(1 + x),
    "log2": lambda x: sp.log(x) / sp.log(2),
    "log10": lambda x: sp.log(x) / sp.log(10),
    "hypot": lambda *x: sp.sqrt(sum(y**2 for y in x)),
    "radians": lambda x: x * sp.pi / 180,
    "degrees": lambda x: x * 180 / sp.pi,
    "where": lambda condition, yes, no: sp.Piecewise((yes, condition), (no, True)),
}
CALLED: dict[str, Callable] = {name: function for function, name in FUNCTIONS.items()} | OTHERS
RELATIONS = {sign: relation for relation, sign in COMPARISONS.items()}


def from_tree(tree: Any, coordinates: Mapping[str, Any], t: Any) -> Any:
    """The expression that a tree stands for."""
    back = lambda x: from_tree(x, coordinates, t)
    match tree:
        case Number():
            return exact(tree.value)
        case Name():
            return _named(tree, coordinates, t)
        case Item():
            return sp.Symbol(f"{tree.name}[{tree.index}]")
        case Sign("not"):
            return sp.Not(back(tree.x))
        case Sign():
            return -back(tree.x)
        case Chain():
            return _chain(tree, back)
        case Power():
            return back(tree.base) ** back(tree.exponent)
        case Compare():
            return RELATIONS[tree.operator](back(tree.left), back(tree.right))
        case Call():
            return CALLED[tree.function](*map(back, tree.arguments))
    raise TypeError(f"`tree` is {tree!r}; wanted an expression of a model file.")


def _named(tree: Name, coordinates: Mapping[str, Any], t: Any) -> Any:
    if tree.owner:
        return sp.Symbol(tree.text)
    if tree.name in coordinates:
        x = coordinates[tree.name]
        return x.diff(t, tree.primes) if tree.primes else x
    return sp.pi if tree.name == "pi" else t if tree.name == "t" else sp.Symbol(tree.name)


def _chain(tree: Chain, back: Callable) -> Any:
    found = back(tree.first)
    for operator, term in tree.rest:
        x = back(term)
        match operator:
            case "+":
                found = found + x
            case "-":
                found = found - x
            case "*":
                found = found * x
            case "/":
                found = found / x
            case "and":
                found = sp.And(found, x)
            case _:
                found = sp.Or(found, x)
    return found
