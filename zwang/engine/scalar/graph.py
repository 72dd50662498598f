"""Scalar values: what is left of arrays when a program is taken apart.

A value is a plain number, known here and now, or a ``Node``: an operation on other values, to be
computed later. Arithmetic on them folds what is known (0 x, 1 x, x + 0, numbers among themselves),
so that the zeros and ones of automatic differentiation leave nothing behind. Equal operations on
equal values are one node.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

# Kinds of values, by what a C compiler calls them.
FLOAT, BOOL, INT = "double", "int", "long long"
COMMUTATIVE = frozenset(("add", "mul", "max", "min", "eq", "ne", "and", "or", "xor"))


class Node:
    """An operation on values; arithmetic with it makes other nodes.

    Attributes
    ----------
    graph : which it belongs to
    op : name of the operation; "input" for an element of an input
    args : values it is applied to; for an input its name and place
    kind : ``FLOAT``, ``BOOL`` or ``INT``
    index : place in the graph, later than those of its arguments
    """

    __slots__ = ("args", "graph", "index", "kind", "op", "where")

    def __init__(self, graph: Graph, op: str, args: tuple, kind: str, index: int, where: str):
        self.graph, self.op, self.args = graph, op, args
        self.kind, self.index, self.where = kind, index, where

    def __add__(self, other: Any) -> Any:
        return add(self, other)

    def __radd__(self, other: Any) -> Any:
        return add(other, self)

    def __sub__(self, other: Any) -> Any:
        return sub(self, other)

    def __rsub__(self, other: Any) -> Any:
        return sub(other, self)

    def __mul__(self, other: Any) -> Any:
        return mul(self, other)

    def __rmul__(self, other: Any) -> Any:
        return mul(other, self)

    def __neg__(self) -> Any:
        return neg(self)

    def __repr__(self) -> str:
        return f"v{self.index}"


class Graph:
    """Nodes in an order in which they can be computed.

    Attributes
    ----------
    nodes : all of them
    where : what is being taken apart, in words; new nodes remember it
    limit : how many nodes there may be
    """

    def __init__(self, limit: int = 400_000):
        self.nodes: list[Node] = []
        self.where, self.limit = "", limit
        self._known: dict[tuple, Node] = {}

    def input(self, name: str, place: int) -> Node:
        """An element of an input."""
        return self.node("input", (name, place), FLOAT)

    def node(self, op: str, args: tuple, kind: str = FLOAT) -> Node:
        """The node of an operation: a new one, or the one that was made before."""
        key = op, kind, tuple((x.index,) if isinstance(x, Node) else _key(x) for x in args)
        found = self._known.get(key)
        if found is None:
            if len(self.nodes) >= self.limit:
                raise Unsupported(f"more than {self.limit} operations")
            found = Node(self, op, args, kind, len(self.nodes), self.where)
            self._known[key] = found
            self.nodes.append(found)
        return found


class Unsupported(Exception):
    """A program that cannot be taken apart; its text says why."""


def _key(x: Any) -> tuple:
    return (type(x).__name__, math.copysign(1.0, x), x) if isinstance(x, float) else (x,)


def is_known(*values: Any) -> bool:
    """Whether all of these are numbers, and no nodes."""
    return not any(isinstance(x, Node) for x in values)


def graph_of(values: Iterable[Any]) -> Graph:
    """The graph of the first node among these."""
    return next(x.graph for x in values if isinstance(x, Node))


def kind_of(x: Any) -> str:
    """The kind of a value."""
    if isinstance(x, Node):
        return x.kind
    return BOOL if isinstance(x, bool) else INT if isinstance(x, int) else FLOAT


def operation(op: str, args: tuple, kind: str | None = None) -> Node:
    """An operation that was not folded; the kind is that of its arguments unless given."""
    graph = graph_of(args)
    if kind is None:
        kinds = {kind_of(x) for x in args}
        kind = FLOAT if FLOAT in kinds else INT if INT in kinds else BOOL
    if op in COMMUTATIVE:
        args = tuple(sorted(args, key=_place))
    return graph.node(op, args, kind)


def _place(x: Any) -> tuple:
    return (1, x.index) if isinstance(x, Node) else (0, float(x))


# -- arithmetic that folds -------------------------------------------------------------------


def _is(x: Any, number: float) -> bool:
    return not isinstance(x, Node) and x == number


def _negated(x: Any) -> Any:
    """y if x is −y, else None."""
    return x.args[0] if isinstance(x, Node) and x.op == "neg" else None


def add(x: Any, y: Any) -> Any:
    """x + y."""
    if is_known(x, y):
        return x + y
    if _is(x, 0):
        return y
    if _is(y, 0):
        return x
    if _negated(y) is not None:
        return sub(x, _negated(y))
    if _negated(x) is not None:
        return sub(y, _negated(x))
    return operation("add", (x, y))


def sub(x: Any, y: Any) -> Any:
    """x − y."""
    if is_known(x, y):
        return x - y
    if _is(y, 0):
        return x
    if _is(x, 0):
        return neg(y)
    if x is y:
        return 0.0 if kind_of(x) == FLOAT else 0
    if _negated(y) is not None:
        return add(x, _negated(y))
    return operation("sub", (x, y))


def neg(x: Any) -> Any:
    """−x."""
    if is_known(x):
        return -x
    if x.op == "neg":
        return x.args[0]
    if x.op == "sub":
        return operation("sub", (x.args[1], x.args[0]))
    return operation("neg", (x,))


def mul(x: Any, y: Any) -> Any:
    """x y; nothing is left of a product with zero."""
    if is_known(x, y):
        return x * y
    if is_known(y):
        x, y = y, x
    if _is(x, 0):
        return x
    if _is(x, 1):
        return y
    if _is(x, -1):
        return neg(y)
    for a, b in ((x, y), (y, x)):
        if _negated(a) is not None:
            return neg(mul(_negated(a), b))
    return operation("mul", (x, y))


def div(x: Any, y: Any) -> Any:
    """x / y, of floats."""
    if is_known(x, y):
        return _quotient(x, y)
    if _is(y, 1) or _is(x, 0):
        return x
    if _is(y, -1):
        return neg(x)
    for a, b, other in ((x, y, 0), (y, x, 1)):
        if _negated(a) is not None:
            return neg(div(_negated(a), b) if other == 0 else div(b, _negated(a)))
    return operation("div", (x, y))


def _quotient(x: float, y: float) -> float:
    if y != 0:
        return x / y
    return math.nan if x == 0 or math.isnan(x) else math.copysign(math.inf, x) * math.copysign(1, y)


def power(x: Any, n: int) -> Any:
    """x to a whole power, by squares."""
    if n < 0:
        return div(1.0, power(x, -n))
    result: Any = 1.0
    while n:
        result = mul(result, x) if n & 1 else result
        n >>= 1
        x = mul(x, x) if n else x
    return result


def select(condition: Any, yes: Any, no: Any) -> Any:
    """``yes`` where the condition holds, else ``no``."""
    if is_known(condition):
        return yes if condition else no
    if yes is no or (is_known(yes, no) and _key(yes) == _key(no)):
        return yes
    kinds = {kind_of(yes), kind_of(no)}
    kind = FLOAT if FLOAT in kinds else INT if INT in kinds else BOOL
    return condition.graph.node("select", (condition, yes, no), kind)


def applied(op: str, known: Callable, kind: str | None = None) -> Callable:
    """A function of values: numbers among themselves by ``known``, else a node."""

    def apply(*args: Any) -> Any:
        if is_known(*args):
            return known(*args)
        return operation(op, args, kind)

    return apply


def needed(outputs: Iterable[Any]) -> list[Node]:
    """The nodes that outputs depend on, in an order in which they can be computed."""
    marked: set[int] = set()
    todo = [x for x in outputs if isinstance(x, Node)]
    found: list[Node] = []
    while todo:
        node = todo.pop()
        if node.index in marked:
            continue
        marked.add(node.index)
        found.append(node)
        if node.op != "input":
            todo += [x for x in node.args if isinstance(x, Node)]
    return sorted(found, key=lambda node: node.index)
