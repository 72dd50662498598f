"""Scalar values: what is left of arrays when a program is taken apart.

A value is a plain number, known here and now, or a ``Node``: an operation on other values, to be
computed later. Arithmetic on them folds what is known (1 x, x + 0, numbers among themselves; 0 x
where x is finite), so that the zeros and ones of automatic differentiation leave nothing behind.
Equal operations on equal values are one node.

Known numbers are a bool, an int (of 64 bits) or a float, as their kind is.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Iterable
from typing import Any

from zwang.files.build import Unsupported as Unsupported
from zwang.ir.scalar import bounds
from zwang.ir.scalar.bounds import ANY, FINITE, Bounds, of_input, of_number, of_operation

FLOAT, BOOL, INT = "double", "int", "long long"  # kinds of values, in C's words
LIMIT = 400_000  # nodes of one graph, unless it is given another
CALLS = frozenset(("kernel", "called"))  # the kernel's results are lost where a number is NaN
COMMUTATIVE = frozenset(("add", "mul", "max", "min", "eq", "ne", "and", "or", "xor"))


class TooMany(Unsupported):
    """There are more operations than a graph may have."""


class Node:
    """An operation on values."""

    __slots__ = ("args", "before", "bounds", "graph", "index", "kind", "late", "op", "where")

    def __init__(self, graph: Graph, op: str, args: tuple, kind: str, index: int, where: str):
        self.graph, self.op, self.args = graph, op, args
        self.kind, self.index, self.where = kind, index, where
        # indices of the nodes among its arguments
        self.before = [x.index for x in args if type(x) is Node]
        self.bounds = _bounds(op, args, kind)  # what is known of it
        # whether it depends on a call, and so has no derivative here
        self.late = graph.last or op in CALLS or True in [graph.nodes[i].late for i in self.before]

    def __repr__(self) -> str:
        return f"v{self.index}"


class Graph:
    """Nodes in an order in which they can be computed."""

    def __init__(self, limit: int = LIMIT, *, trusting: bool = False, last: bool = False):
        self.nodes: list[Node] = []  # all of them
        self.where, self.limit, self.trusting, self.last = "", limit, trusting, last
        self.finite, self.apart = set[int](), set[int]()
        self.called, self._known = dict[Hashable, Any](), dict[tuple, Node]()

    def input(self, name: str, place: int) -> Node:
        """An element of an input."""
        return self.node("input", (name, place), FLOAT)

    def node(self, op: str, args: tuple, kind: str = FLOAT) -> Node:
        """The node of an operation: a new one, or the one that was made before."""
        key = op, kind, *[x.index if type(x) is Node else _key(x) for x in args]
        found = self._known.get(key)
        if found is None:
            if len(self.nodes) >= self.limit:
                raise TooMany(f"more than {self.limit} operations")
            found = Node(self, op, args, kind, len(self.nodes), self.where)
            self._known[key] = found
            self.nodes.append(found)
        return found


class Zero(float):
    """The zero that is left of a product 0 x, or of what was made of one.

    Its sign is that of x, and functions whose derivative is infinite at zero do not see in it that
    it depends on the state. So it remembers what it is, for those who must know.
    """

    __slots__ = ("origin",)

    def __new__(cls, op: str, *args: Any):
        found = super().__new__(cls, 0.0)
        found.origin = op, args
        return found


def whole(x: Any) -> Any:
    """A value in which a ``Zero`` is the operation that it stands for."""
    if type(x) is not Zero:
        return x
    op, args = x.origin[0], tuple(map(whole, x.origin[1]))
    return x if is_known(*args) else operation(op, args)


def remembered(found: Any, op: str, *args: Any) -> Any:
    """A known result; a ``Zero`` if one of the arguments is."""
    if any(type(x) is Zero for x in args) and isinstance(found, float) and found == 0:
        return Zero(op, *args)
    return found


def _bounds(op: str, args: tuple, kind: str) -> Bounds:
    if op == "input":
        return of_input(args[0])
    if kind != FLOAT:
        return FINITE
    if op in CALLS or op in ("element", "loaded"):
        return ANY
    square = len(args) == 2 and args[0] is args[1]
    return of_operation(op, [x.bounds if type(x) is Node else of_number(x) for x in args], square)


def bounds_of(x: Any) -> Bounds:
    """What is known of a value."""
    return x.bounds if type(x) is Node else of_number(x)


def _key(x: Any) -> tuple:
    return ("float", math.copysign(1.0, x), x) if isinstance(x, float) else (type(x).__name__, x)


def is_known(*values: Any) -> bool:
    """Whether all of these are numbers, and no nodes."""
    return Node not in map(type, values)


def graph_of(values: Iterable[Any]) -> Graph:
    """The graph of the first node among these."""
    return next(x.graph for x in values if type(x) is Node)


def kind_of(x: Any) -> str:
    """The kind of a value."""
    if type(x) is Node:
        return x.kind
    return BOOL if isinstance(x, bool) else INT if isinstance(x, int) else FLOAT


def operation(op: str, args: tuple, kind: str | None = None) -> Node:
    """An operation that was not folded; the kind is that of its arguments unless given."""
    if kind is None:
        kinds = [x.kind if type(x) is Node else kind_of(x) for x in args]
        kind = FLOAT if FLOAT in kinds else INT if INT in kinds else BOOL
    if op in COMMUTATIVE and len(args) == 2:  # a known number first, then who is older
        x, y = args
        if type(y) is not Node or (type(x) is Node and y.index < x.index):
            args = y, x
    return graph_of(args).node(op, args, kind)


# -- arithmetic that folds -------------------------------------------------------------------


def _is(x: Any, number: float) -> bool:
    return type(x) is not Node and x == number


def _negated(x: Any) -> Any:
    """y if x is −y, else None."""
    return x.args[0] if type(x) is Node and x.op == "neg" else None


def _is_finite(x: Node) -> bool:
    """Whether a value is proven finite, or trusted to be."""
    if x.bounds.finite or not x.graph.trusting:
        return x.bounds.finite
    x.graph.finite.add(x.index)
    return True


def _is_apart(x: Node) -> bool:
    """Whether a value is proven not to be zero, or trusted to be; and a number."""
    if (x.bounds.finite and x.bounds.apart) or not x.graph.trusting:
        return x.bounds.finite and x.bounds.apart
    x.graph.apart.add(x.index)
    return True


def _number(found: Any) -> Any:
    return bounds.wrapped(found) if isinstance(found, int) else found


def add(x: Any, y: Any) -> Any:
    """x + y."""
    if type(x) is not Node:
        if type(y) is not Node:
            return remembered(_number(x + y), "add", x, y)
        if x == 0:
            return y
    elif type(y) is not Node and y == 0:
        return x
    if type(y) is Node and y.op == "neg":
        return sub(x, y.args[0])
    if type(x) is Node and x.op == "neg":
        return sub(y, x.args[0])
    return operation("add", (x, y))


def sub(x: Any, y: Any) -> Any:
    """x − y."""
    if is_known(x, y):
        return remembered(_number(x - y), "sub", x, y)
    if _is(y, 0):
        return x
    if _is(x, 0):
        return neg(y)
    if x is y and _is_finite(x):
        return 0.0 if kind_of(x) == FLOAT else 0
    if _negated(y) is not None:
        return add(x, _negated(y))
    return operation("sub", (x, y))


def neg(x: Any) -> Any:
    """−x."""
    if is_known(x):
        return remembered(_number(-x), "neg", x)
    if x.op == "neg":
        return x.args[0]
    if x.op == "sub":
        return operation("sub", (x.args[1], x.args[0]))
    return operation("neg", (x,))


def mul(x: Any, y: Any) -> Any:
    """x y; nothing is left of a product of zero and a finite number."""
    if type(y) is not Node:
        if type(x) is not Node:
            return remembered(_number(x * y), "mul", x, y)
        x, y = y, x
    if type(x) is not Node:
        if x == 0 and _is_finite(y):
            return Zero("mul", x, y) if y.kind == FLOAT else 0
        if x == 1:
            return y
        if x == -1:
            return neg(y)
    elif x.op == "neg":
        return neg(mul(x.args[0], y))
    if y.op == "neg":
        return neg(mul(y.args[0], x))
    return operation("mul", (x, y))


def times(x: Any, y: Any) -> Any:
    """x y; nothing is left of a product with zero, whatever the other is.

    For sums that were written for all elements, and of which some are not there: a zero that no
    number of the user's is.
    """
    return 0.0 if _is(x, 0) or _is(y, 0) else mul(x, y)


def div(x: Any, y: Any) -> Any:
    """x / y, of floats."""
    y = whole(y)
    if is_known(x, y):
        return remembered(_quotient(x, y), "div", x, y)
    if _is(x, 0) and _is_apart(y):
        return Zero("div", x, y)
    if _is(y, 1):
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
    result: Any = 1.0 if kind_of(x) == FLOAT else 1
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


def needed(outputs: Iterable[Any], given: Collection[int] = ()) -> list[Node]:
    """The nodes that outputs depend on, in an order in which they can be computed.

    Those whose indices are ``given`` depend on nothing.
    """
    first = {x.index: x for x in outputs if type(x) is Node}
    i, found = max(first, default=-1), list[Node]()
    nodes, marks = first[i].graph.nodes if first else [], bytearray(i + 1)
    for j in first:
        marks[j] = 1
    while i >= 0:  # backwards, from mark to mark: who marks a node stands behind it
        found.append(nodes[i])
        for j in nodes[i].before if i not in given else ():
            marks[j] = 1
        i = marks.rfind(1, 0, i)
    return found[::-1]
