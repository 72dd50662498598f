"""Derivatives of scalar values, as JAX has them: along a direction, and by many inputs at once.

JAX differentiates arrays in Python, anew for each derivative of a derivative; a graph of scalars
is differentiated in a small part of that time, and what is zero leaves nothing behind.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from operator import is_
from typing import Any

from zwang.ir.scalar.graph import (
    FLOAT,
    INT,
    Node,
    Unsupported,
    Zero,
    add,
    div,
    is_known,
    mul,
    needed,
    neg,
    select,
    sub,
)
from zwang.ir.scalar.laws import TABLE, Values, array, boxed, compare

Changes = dict[int, Any]  # by the index of a node: its derivative
FLAT = frozenset("floor ceil round rint to_float".split())  # besides all that is no float


def rate(values: Values, along: Mapping[Node, Any]) -> Values:
    """How values change while inputs do."""
    changes: Changes = {node.index: x for node, x in along.items()}
    for node in needed(values.flat):
        if node.index not in changes:
            node.graph.where = node.where
            changes[node.index] = _change(node, changes)
    found = (changes[x.index] if isinstance(x, Node) else 0.0 for x in values.flat)
    return array(found, values.shape)


def gradient(value: Any, inputs: Sequence[Node] | Values) -> Values:
    """The derivatives of one value by all inputs."""
    pushed: Changes = {}
    if isinstance(value, Node):
        pushed[value.index] = 1.0
        for node in reversed(needed([value])):
            push = pushed.get(node.index, 0.0)
            if _is_nothing(push):
                continue
            node.graph.where = node.where
            for x, part in _shares(node, push):
                pushed[x.index] = add(pushed.get(x.index, 0.0), part)
    return array((pushed.get(x.index, 0.0) for x in inputs), (len(inputs),))


def jacobian(values: Values, inputs: Sequence[Node] | Values) -> Values:
    """The derivatives of a vector of values by all inputs, by rows or columns, as are fewer.

    Shapes: values (k,), inputs (n,).
    """
    shape = len(values), len(inputs)
    if shape[0] < shape[1]:
        rows = [gradient(value, inputs) for value in values]
        return array((x for row in rows for x in row), shape)
    columns = [rate(values, {node: 1.0}) for node in inputs]
    return array((column[i] for i in range(shape[0]) for column in columns), shape)


def replaced(values: Values, by: Mapping[Node, Any]) -> Values:
    """The same values of other inputs."""
    known: dict[int, Any] = {node.index: x for node, x in by.items()}
    for node in needed(values.flat):
        if node.index not in known:
            known[node.index] = _again(node, known)
    found = (known[x.index] if isinstance(x, Node) else x for x in values.flat)
    return array(found, values.shape)


def _again(node: Node, known: dict[int, Any]) -> Any:
    """A node's operation on what its arguments have become."""
    if node.op == "input":
        return node
    args = tuple([known[x.index] if type(x) is Node else x for x in node.args])
    if all(map(is_, args, node.args)):
        return node
    return again(node.op, node.kind, args)


def again(op: str, kind: str, args: tuple[Any, ...]) -> Any:
    """An operation on values, folded anew."""
    if op == "select":
        return select(*args)
    if op == "to_float" and is_known(*args):
        return float(args[0])
    if op not in SAME or kind == INT:
        raise Unsupported(f"`{op}` of other inputs")
    return TABLE[SAME[op]](*map(_box, args)).item()


def _box(x: Any) -> Values:
    return array([x], ()) if isinstance(x, Node) else boxed(x)


# -- one operation -------------------------------------------------------------------------------


def _change(node: Node, changes: Changes) -> Any:
    """How an operation's result changes when its arguments do."""
    if not node.before or _is_flat(node):
        return 0.0
    given = [changes[x.index] if type(x) is Node else 0.0 for x in node.args]
    if all(map(_is_nothing, given)):
        return 0.0
    if node.op == "select":  # chosen, not weighed: of the other side NaN may come
        return select(node.args[0], *given[1:])
    total: Any = 0.0
    for change, part in zip(given, _parts(node), strict=True):
        total = add(total, _weighed(part, change))
    return total


_SOMETHING = frozenset((Node, Zero))


def _is_flat(node: Node) -> bool:
    return node.op in FLAT or node.kind != FLOAT


def _is_nothing(change: Any) -> bool:
    """Whether there is no change, which is less than a change that happens to be zero."""
    return type(change) not in _SOMETHING and change == 0


def _weighed(part: Any, change: Any) -> Any:
    """A derivative times a change: nothing if there is none, even if the derivative is infinite."""
    if _is_nothing(change):
        return 0.0
    found = mul(part, change)
    return Zero("mul", part, change) if _is_nothing(found) else found


def _shares(node: Node, push: Any) -> list[tuple[Node, Any]]:
    """What each argument has to do with a change of the result."""
    if node.op == "input" or _is_flat(node):
        return []
    if node.op == "select":
        which, yes, no = node.args
        parts = [0.0, select(which, push, 0.0), select(which, 0.0, push)]
    else:
        parts = [_weighed(part, push) for part in _parts(node)]
    return [(x, y) for x, y in zip(node.args, parts, strict=True) if isinstance(x, Node)]


def _parts(node: Node) -> Sequence[Any]:
    """The derivative of an operation by each of its arguments."""
    if node.op not in PARTS:
        raise Unsupported(f"the derivative of `{node.op}`")
    return PARTS[node.op](node, *node.args)


def _call(name: str, x: Any) -> Any:
    return TABLE[name](_box(x)).item()


def _bell(x: Any) -> Any:
    return mul(2.0 / math.sqrt(math.pi), _call("exp", neg(mul(x, x))))


def _root(x: Any) -> Any:
    return _call("sqrt", x)


def _larger(op: str) -> Callable:
    """One for the argument that is taken, halves where both are."""

    def parts(v: Node, x: Any, y: Any) -> tuple[Any, Any]:
        first, same = compare(op)(x, y), compare("eq")(x, y)
        left = select(first, 1.0, select(same, 0.5, 0.0))
        return left, sub(1.0, left)

    return parts


def _power(v: Node, x: Any, y: Any) -> tuple[Any, Any]:
    if not is_known(y):
        raise Unsupported("the derivative of a power by its exponent")
    return mul(y, TABLE["pow"](_box(x), boxed(float(y) - 1.0)).item()), 0.0


def _atan2(v: Node, y: Any, x: Any) -> tuple[Any, Any]:
    square = add(mul(x, x), mul(y, y))
    return div(x, square), div(neg(y), square)


PARTS: dict[str, Callable] = {  # of the result v and the arguments
    "add": lambda v, x, y: (1.0, 1.0),
    "sub": lambda v, x, y: (1.0, -1.0),
    "mul": lambda v, x, y: (y, x),
    "div": lambda v, x, y: (div(1.0, y), neg(div(v, y))),
    "neg": lambda v, x: (-1.0,),
    "sin": lambda v, x: (_call("cos", x),),
    "cos": lambda v, x: (neg(_call("sin", x)),),
    "tan": lambda v, x: (add(1.0, mul(v, v)),),
    "asin": lambda v, x: (div(1.0, _root(sub(1.0, mul(x, x)))),),
    "acos": lambda v, x: (div(-1.0, _root(sub(1.0, mul(x, x)))),),
    "atan": lambda v, x: (div(1.0, add(1.0, mul(x, x))),),
    "sinh": lambda v, x: (_call("cosh", x),),
    "cosh": lambda v, x: (_call("sinh", x),),
    "tanh": lambda v, x: (sub(1.0, mul(v, v)),),
    "asinh": lambda v, x: (div(1.0, _root(add(mul(x, x), 1.0))),),
    "acosh": lambda v, x: (div(1.0, mul(_root(sub(x, 1.0)), _root(add(x, 1.0)))),),
    "atanh": lambda v, x: (div(1.0, mul(add(1.0, x), sub(1.0, x))),),
    "exp": lambda v, x: (v,),
    "exp2": lambda v, x: (mul(math.log(2.0), v),),
    "expm1": lambda v, x: (add(v, 1.0),),
    "log": lambda v, x: (div(1.0, x),),
    "log1p": lambda v, x: (div(1.0, add(x, 1.0)),),
    "sqrt": lambda v, x: (div(0.5, v),),
    "cbrt": lambda v, x: (div(v, mul(3.0, x)),),
    "erf": lambda v, x: (_bell(x),),
    "erfc": lambda v, x: (neg(_bell(x)),),
    "fabs": lambda v, x: (select(compare("ge")(x, 0.0), 1.0, -1.0),),
    "max": _larger("gt"),
    "min": _larger("lt"),
    "pow": _power,
    "atan2": _atan2,
}
SAME = {name: name for name in (*PARTS, *FLAT) if name in TABLE and name != "round"}  # in JAX
SAME |= {name: name for name in "eq ne lt le gt ge and or xor not".split()}
SAME |= {"fabs": "abs", "fmod": "rem", "isfinite": "is_finite"}
