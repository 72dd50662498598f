"""The engine's scalar values as expressions of SymPy.

Numbers become exact: whole ones, fractions of small denominators, multiples of pi, and else the
decimals that a float is written with. A small graph is written out; of a large one each value that
is used more than once gets a name, so that nothing is written twice.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from zwang.ir.scalar.graph import BOOL, Node, Unsupported, needed
from zwang.symbolic.untyped import sp

SMALL = 4000  # operations, written out, up to which nothing is named
DENOMINATOR = 360  # up to which a fraction is taken for what was meant


@lru_cache(maxsize=4096)
def exact(x: float) -> Any:
    """A number as an exact expression, whose float is the same."""
    if not math.isfinite(x):  # what it is compared with is real, so that none of it is left
        return sp.nan if math.isnan(x) else sp.oo if x > 0 else -sp.oo
    if x == int(x) and abs(x) < 1e15:
        return sp.Integer(int(x))
    for unit, factor in ((1.0, sp.S.One), (math.pi, sp.pi)):
        part = Fraction(x / unit).limit_denominator(DENOMINATOR)
        if part and abs(part.numerator) < 10_000 and float(sp.Rational(part) * factor) == x:
            return sp.Rational(part.numerator, part.denominator) * factor
    return sp.Rational(repr(x))


def _compare(relation: Any) -> Callable:
    return lambda x, y: relation(x, y)


def _select(condition: Any, yes: Any, no: Any) -> Any:
    found = _hypotenuse(condition, yes, no)
    return sp.Piecewise((yes, condition), (no, True)) if found is None else found


def _hypotenuse(condition: Any, yes: Any, no: Any) -> Any:
    """√(x² + y²) where JAX's hypot is met, which divides by the larger one; else None."""
    if not isinstance(yes, sp.Max) or len(yes.args) != 2 or condition != sp.Eq(yes, 0):
        return None
    x, y = (z.args[0] if isinstance(z, sp.Abs) else z for z in yes.args)
    larger = sp.Piecewise((1, condition), (yes, True))
    told = yes * sp.sqrt(1 + (sp.Min(*yes.args) / larger) ** 2)
    return sp.sqrt(x**2 + y**2) if told == no else None


def _fmod(x: Any, y: Any) -> Any:
    """The remainder with the sign of x."""
    return sp.sign(x) * sp.Mod(sp.Abs(x), sp.Abs(y))


OPERATIONS: dict[str, Callable] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "neg": lambda x: -x,
    "sqrt": sp.sqrt,
    "cbrt": lambda x: sp.sign(x) * sp.Abs(x) ** sp.Rational(1, 3),
    "pow": lambda x, y: x**y,
    "exp2": lambda x: sp.Integer(2) ** x,
    "expm1": lambda x: sp.exp(x) - 1,
    "log1p": lambda x: sp.log(1 + x),
    "fabs": sp.Abs,
    "ceil": sp.ceiling,
    "lgamma": sp.loggamma,
    "max": sp.Max,
    "min": sp.Min,
    "fmod": _fmod,
    "select": _select,
    "eq": _compare(sp.Eq),
    "ne": _compare(sp.Ne),
    "lt": _compare(sp.Lt),
    "le": _compare(sp.Le),
    "gt": _compare(sp.Gt),
    "ge": _compare(sp.Ge),
    "and": sp.And,
    "or": sp.Or,
    "xor": sp.Xor,
    "not": sp.Not,
    "isfinite": lambda x: sp.true,
    "to_float": lambda x: sp.Piecewise((1, x), (0, True)) if x.is_Boolean else x,
}
OPERATIONS |= {
    name: getattr(sp, name)
    for name in "sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh".split()
}
OPERATIONS |= {name: getattr(sp, name) for name in "exp log floor erf erfc atan2".split()}


def free_names(prefix: str, taken: Iterable[Any]) -> Iterator[Any]:
    """Real symbols with a number behind a prefix, none of them named like another."""
    names = {x.name for x in taken}
    return (x for x in sp.numbered_symbols(prefix, real=True) if x.name not in names)


def taken_back(
    values: Iterable[Any], inputs: Mapping[tuple[str, int], Any]
) -> tuple[list[Any], list[tuple[Any, Any]]]:
    """Values as expressions, and pairs of a name and what it stands for. Raises Unsupported."""
    values = list(values)
    order = needed(values)
    uses = Counter(x.index for node in order for x in _arguments(node))
    uses.update(v.index for v in values if isinstance(v, Node))
    named = _written_out(order, values) > SMALL
    found: dict[int, Any] = {}
    pairs: list[tuple[Any, Any]] = []
    names = free_names("x", inputs.values())
    for node in order:
        if node.op == "input":
            found[node.index] = inputs[node.args]
            continue
        tree = _operation(node, found)
        if named and uses[node.index] > 1 and tree.args and node.kind != BOOL:
            name = next(names)
            pairs.append((name, tree))
            tree = name
        found[node.index] = tree
    return [_value(x, found) for x in values], pairs


def _arguments(node: Node) -> list[Node]:
    return [] if node.op == "input" else [x for x in node.args if isinstance(x, Node)]


def _written_out(order: list[Node], values: list[Any]) -> int:
    """How many operations there are if all is written out."""
    sizes: dict[int, int] = {}
    for node in order:
        sizes[node.index] = min(1 + sum(sizes[x.index] for x in _arguments(node)), 10**9)
    return sum(sizes[x.index] for x in values if isinstance(x, Node))


def _operation(node: Node, found: Mapping[int, Any]) -> Any:
    if node.op not in OPERATIONS:
        what = "a solution of the kernel" if node.op in ("kernel", "element") else f"`{node.op}`"
        at = f" ({node.where})" if node.where else ""
        raise Unsupported(f"{what}, for which there is no formula{at}")
    return OPERATIONS[node.op](*(_value(x, found) for x in node.args))


def _value(x: Any, found: Mapping[int, Any]) -> Any:
    if isinstance(x, Node):
        return found[x.index]
    return sp.true if x is True else sp.false if x is False else exact(float(x))
