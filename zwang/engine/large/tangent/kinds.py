"""How what one kind of part adds changes along a direction, in C.

With d the derivative along (s, ṡ, dp, dc) of q, q̇, the parameters and the numbers of a part:

    f = d(w Q − M x + Aᵀλ),    g = d(w b − A x),    dφ,    d(velocity)

where x, λ and w are held. With w = 1, x = q̈ they move s; with w = 0 they tell how an assembled
start changes.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, NamedTuple

import numpy as np

from zwang.engine.large.kind import Described, described, inputs, remembered
from zwang.engine.large.memory import part_text, text_of
from zwang.engine.large.plain import Acting
from zwang.engine.scalar.autodiff import rate
from zwang.engine.scalar.calls.kernel import defined
from zwang.engine.scalar.calls.texts import called_texts
from zwang.engine.scalar.elementwise import Values, array
from zwang.engine.scalar.emit import PRELUDE, emit
from zwang.engine.scalar.graph import Graph, add, mul, neg
from zwang.files import build
from zwang.system.elements import Element

STATE = ("q", "qd", "t", "p", "c", "s", "sd", "dp", "dc")
HELD = ("x", "lam", "w")


class Varied(NamedTuple):
    """What changes of one part, in values of one graph.

    Attributes
    ----------
    base : what it is that changes
    f : (w,), g : (k,), phi : (a,), velocity : (k,)
    """

    base: Described
    f: Values
    g: Values
    phi: Values
    velocity: Values

    @property
    def fatal(self) -> tuple[Values, ...]:
        """In what nothing may be infinite or NaN."""
        return *self.base.fatal, self.f, self.g


def varied_kind(
    element: Element, shapes: tuple[tuple[int, ...], ...], join: Callable, pool: Executor
) -> Future[ctypes.CDLL]:
    """The kind of an element with ``zw_vary_all`` and ``zw_lean_all``: see ``kind.kind_of``.

    Parameters
    ----------
    element, shapes, join, pool : as there

    Raises
    ------
    Unsupported
        It has no derivative that can be written in C; the text says why.
    """
    return pool.submit(build.library, remembered(_written, element, shapes, join))


def _written(element: Element, shapes: tuple[tuple[int, ...], ...], join: Callable) -> str:
    """The text of a kind."""
    total = sum(int(np.prod(shape)) for shape in shapes)
    if isinstance(element.function, Acting):
        return _of_forces(element.function, element.columns.shape[1])
    found = described(element, shapes, join, lambda graph, x: vary(graph, x, element, total))
    moved = emit("zw_vary", (*STATE, *HELD), {"f": found.f, "g": found.g})
    lean = emit("zw_lean", STATE, {"phi": found.phi, "velocity": found.velocity})
    sizes = {"WIDTH": len(found.f), "ROWS": len(found.g), "ON_Q": len(found.phi)}
    sizes |= {"NUMBERS": element.numbers.shape[1]}
    above = PRELUDE, defined(sizes), part_text(), called_texts([*moved.calls, *lean.calls])
    return "\n".join([*above, moved.text, lean.text, text_of("vary.h")])


def _of_forces(acting: Acting, n: int) -> str:
    """The text of forces that are one part."""
    none = array((), (0,))
    lean = emit("zw_lean", STATE, {"phi": none, "velocity": none})
    sizes = defined({"WIDTH": n, "ROWS": 0, "ON_Q": 0, "NUMBERS": 0})
    moved = acting.varied((*STATE, *HELD))
    return "\n".join([PRELUDE, sizes, part_text(), moved, lean.text, text_of("vary.h")])


def vary(graph: Graph, base: Described, element: Element, total: int, time: bool = False) -> Varied:
    """What changes of one part along s, sd, dp and dc, inputs of the graph.

    Parameters
    ----------
    graph : of the values
    base : what it is that changes
    element : of the kind
    total : how many numbers parameters have
    time : whether time changes too, by the input dt
    """
    width, rows, count = len(base.Q), len(base.b), element.numbers.shape[1]
    sizes = {"q": width, "qd": width, "t": 1, "p": total, "c": count}
    state = dict(zip(sizes, inputs(graph, sizes), strict=True))
    changes = {"s": width, "sd": width, "dp": total, "dc": count}
    s, sd, dp, dc = inputs(graph, changes)
    x, lam, w = inputs(graph, {"x": width, "lam": rows, "w": 1})
    along: dict[Any, Any] = {}
    for name, change in (("q", s), ("qd", sd), ("p", dp), ("c", dc)):
        along |= dict(zip(state[name], change, strict=True))
    if time:
        along |= dict(zip(state["t"], *inputs(graph, {"dt": 1}), strict=True))
    pulled = [
        _sum([mul(w[0], base.Q[i]), *_times(x, base.M[i], -1), *_times(lam, base.A[:, i])])
        for i in range(width)
    ]
    asked = [_sum([mul(w[0], base.b[r]), *_times(x, base.A[r], -1)]) for r in range(rows)]
    return Varied(
        base,
        rate(array(pulled, (width,)), along),
        rate(array(asked, (rows,)), along),
        rate(base.phi, along),
        rate(base.velocity, along),
    )


def _times(x: Values, y: Values, sign: int = 1) -> list[Any]:
    """The terms of a product of two vectors."""
    found = [mul(a, b) for a, b in zip(x, y, strict=True)]
    return found if sign > 0 else [neg(term) for term in found]


def _sum(terms: list[Any]) -> Any:
    found = terms[0]
    for term in terms[1:]:
        found = add(found, term)
    return found
