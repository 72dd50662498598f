"""Expressions of model files as trees: what they are, and how they are written.

A tree is made by ``grammar`` and holds numbers, names and operations only; it is evaluated by
``values``, node by node, and never becomes Python code.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any


class ExpressionError(ValueError):
    """What is wrong with an expression, and where."""

    def __init__(self, message: str, at: int = 0, width: int = 1):
        super().__init__(message)
        self.message, self.at, self.width = message, at, max(1, width)


# -- the tree ------------------------------------------------------------------------------------


def _place() -> Any:
    """Where a node begins in its text; two trees are equal wherever they were written."""
    return field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Number:
    """A number that is not negative."""

    value: float
    at: int = _place()


@dataclass(frozen=True, slots=True)
class Name:
    """A quantity by its name: ``L``, ``x'`` with one prime, ``reaction.x`` with an owner."""

    name: str
    primes: int = 0
    owner: str = ""
    at: int = _place()

    @property
    def text(self) -> str:
        """As it is written."""
        return (f"{self.owner}." if self.owner else "") + self.name + "'" * self.primes


@dataclass(frozen=True, slots=True)
class Item:
    """An entry of a parameter that is a list, counted from 0: ``k[2]``."""

    name: str
    index: int
    at: int = _place()


@dataclass(frozen=True, slots=True)
class Sign:
    """``-x``, or ``not x``."""

    operator: str
    x: Any
    at: int = _place()


@dataclass(frozen=True, slots=True)
class Chain:
    """``a + b - c``, ``a * b / c``, ``a and b``: operations of equal rank, from left to right."""

    first: Any
    rest: tuple[tuple[str, Any], ...]
    at: int = _place()


@dataclass(frozen=True, slots=True)
class Power:
    """``base ^ exponent``."""

    base: Any
    exponent: Any
    at: int = _place()


@dataclass(frozen=True, slots=True)
class Compare:
    """``left < right`` and the like."""

    operator: str
    left: Any
    right: Any
    at: int = _place()


@dataclass(frozen=True, slots=True)
class Call:
    """A function of the table below, or ``where``."""

    function: str
    arguments: tuple[Any, ...]
    at: int = _place()


def children(node: Any) -> tuple[Any, ...]:
    """The nodes right under a node."""
    match node:
        case Sign():
            return (node.x,)
        case Chain():
            return node.first, *(x for _, x in node.rest)
        case Power():
            return node.base, node.exponent
        case Compare():
            return node.left, node.right
        case Call():
            return node.arguments
    return ()


def walk(node: Any) -> Iterator[Any]:
    """A node and all nodes under it."""
    yield node
    for child in children(node):
        yield from walk(child)


def is_truth(node: Any) -> bool:
    """Whether a node is true or false, and no number."""
    match node:
        case Compare():
            return True
        case Sign():
            return node.operator == "not"
        case Chain():
            return node.rest[0][0] in ("and", "or")
    return False


# -- how it is written ---------------------------------------------------------------------------

# How tightly each operation binds: what stands inside another must bind more tightly, or takes
# parentheses.
OR, AND, NOT, COMPARISON, SUM, PRODUCT, SIGN, POWER, ATOM = range(1, 10)
RANKS = {"or": OR, "and": AND, "+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT}


def show(node: Any, rank: int = OR) -> str:
    """The text of an expression; parsed again it gives an equal tree."""
    own, text = _shown(node)
    return text if own >= rank else f"({text})"


def _shown(node: Any) -> tuple[int, str]:
    match node:
        case Number():
            return ATOM, repr(node.value).removesuffix(".0")
        case Name():
            return ATOM, node.text
        case Item():
            return ATOM, f"{node.name}[{node.index}]"
        case Sign("not"):
            return NOT, f"not {show(node.x, NOT)}"
        case Sign():
            return SIGN, f"-{show(node.x, SIGN)}"
        case Chain():
            own = RANKS[node.rest[0][0]]
            tight = "*/" if own == PRODUCT else ""
            parts = [x if x in tight else f" {x} " for x, _ in node.rest]
            terms = [show(x, own + 1) for x in children(node)]
            return own, terms[0] + "".join(a + b for a, b in zip(parts, terms[1:], strict=True))
        case Power():
            return POWER, f"{show(node.base, ATOM)}^{show(node.exponent, SIGN)}"
        case Compare():
            return COMPARISON, f"{show(node.left, SUM)} {node.operator} {show(node.right, SUM)}"
        case Call():
            return ATOM, f"{node.function}({', '.join(map(show, node.arguments))})"
    raise TypeError(f"`node` is {node!r}; wanted an expression.")
