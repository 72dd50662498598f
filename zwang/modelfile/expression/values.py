"""What expressions are worth: the functions they may call, and the values of trees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from zwang.modelfile.expression.tree import Call, Chain, Compare, Item, Name, Number, Power, Sign

WHOLE = 1024  # exponents up to this size are whole powers, smooth also at zero


class Function(NamedTuple):
    """A function by its name in NumPy and JAX, how many arguments it takes, and where it is safe.

    ``safe`` is an argument at which it and its derivatives are finite.
    """

    name: str
    least: int = 1
    most: int | None = 1
    safe: float = 0.0


FUNCTIONS = {
    **{name: Function(name) for name in "sin cos tan sinh cosh tanh exp expm1 sign".split()},
    **{name: Function(name) for name in "floor ceil radians degrees".split()},
    **{f"a{name}": Function(f"arc{name}") for name in "sin cos tan sinh tanh".split()},
    **{name: Function(name, safe=1.0) for name in "sqrt cbrt log log2 log10 log1p abs".split()},
    "acosh": Function("arccosh", safe=2.0),
    "atan2": Function("arctan2", 2, 2, 1.0),
    "hypot": Function("hypot", 2, None, 1.0),
    "min": Function("minimum", 2, None),
    "max": Function("maximum", 2, None),
    "mod": Function("mod", 2, 2, 1.0),
    "where": Function("where", 3, 3),
}
CONSTANTS = {"pi": float(np.pi)}
COMPARISONS: dict[str, Callable] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


def evaluate(node: Any, values: Mapping[str, Any], taken: Any = None) -> Any:
    """The value of an expression; of known floats a float, else a JAX array.

    The branch of a ``where`` that is not taken may be undefined, as in
    ``where(x > 0, sqrt(x), 0)``. Its derivative would be NaN also in the other branch, for
    0 · NaN is NaN; so functions in a branch are evaluated at a harmless place where it is not
    taken.
    """
    match node:
        case Number():
            return node.value
        case Name():
            return CONSTANTS[node.name] if node.text in CONSTANTS else values[node.text]
        case Item():
            return _plain(values[node.name][node.index])
        case Sign():
            x = evaluate(node.x, values, taken)
            return -x if node.operator == "-" else _logic("logical_not", x)
        case Chain():
            return _chain(node, values, taken)
        case Power():
            return _power(node, values, taken)
        case Compare():
            left, right = (evaluate(x, values, taken) for x in (node.left, node.right))
            return COMPARISONS[node.operator](left, right)
        case Call("where"):
            return _where(node, values, taken)
        case Call():
            return _call(node, values, taken)
    raise TypeError(f"`node` is {node!r}; wanted an expression.")


def _plain(x: Any) -> Any:
    """A NumPy number as a float, anything else unchanged."""
    return float(x) if isinstance(x, np.floating) else x


def _guarded(x: Any, taken: Any, safe: float) -> Any:
    return x if taken is None or isinstance(x, float) else jnp.where(taken, x, safe)


def _apply(name: str, *arguments: Any) -> Any:
    """A function of floats as a float, where Python would raise or turn complex; else by JAX."""
    if all(isinstance(x, float) for x in arguments):
        with np.errstate(all="ignore"):
            return float(getattr(np, name)(*arguments))
    return getattr(jnp, name)(*arguments)


def _logic(name: str, *arguments: Any) -> Any:
    known = all(isinstance(x, bool) for x in arguments)
    return bool(getattr(np, name)(*arguments)) if known else getattr(jnp, name)(*arguments)


def _chain(node: Chain, values: Mapping[str, Any], taken: Any) -> Any:
    found = evaluate(node.first, values, taken)
    for operator, term in node.rest:
        x = evaluate(term, values, taken)
        match operator:
            case "+":
                found = found + x
            case "-":
                found = found - x
            case "*":
                found = found * x
            case "/":
                found = _apply("divide", found, _guarded(x, taken, 1.0))
            case _:
                found = _logic(f"logical_{operator}", found, x)
    return found


def whole(node: Any) -> int | None:
    """The exponent as a whole number, where it is written as one."""
    sign = 1
    while isinstance(node, Sign) and node.operator == "-":
        sign, node = -sign, node.x
    if isinstance(node, Number) and node.value <= WHOLE and node.value == int(node.value):
        return sign * int(node.value)
    return None


def _power(node: Power, values: Mapping[str, Any], taken: Any) -> Any:
    base, count = evaluate(node.base, values, taken), whole(node.exponent)
    if count is not None and not isinstance(base, float):
        return (base if count > 0 else _guarded(base, taken, 1.0)) ** count
    exponent = evaluate(node.exponent, values, taken) if count is None else float(count)
    return _apply("power", _guarded(base, taken, 1.0), exponent)


def _where(node: Call, values: Mapping[str, Any], taken: Any) -> Any:
    condition, yes, no = node.arguments
    holds = evaluate(condition, values, taken)
    if isinstance(holds, bool):
        return evaluate(yes if holds else no, values, taken)
    fails = jnp.logical_not(holds)
    inner = [x if taken is None else jnp.logical_and(taken, x) for x in (holds, fails)]
    return jnp.where(holds, evaluate(yes, values, inner[0]), evaluate(no, values, inner[1]))


def _call(node: Call, values: Mapping[str, Any], taken: Any) -> Any:
    function = FUNCTIONS[node.function]
    found = [evaluate(x, values, taken) for x in node.arguments]
    found = [_guarded(x, taken, function.safe) for x in found]
    if len(found) > 2:
        return reduce(lambda a, b: _apply(function.name, a, b), found)
    return _apply(function.name, *found)
