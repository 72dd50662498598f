"""How what one kind of part adds changes along a direction, in C.

With d the derivative along (s, ṡ, dp, dc) of q, q̇, the parameters and the numbers of a part:

    f = d(w Q − M x + Aᵀλ),    g = d(w b − A x),    dφ,    d(velocity)

where x, λ and w are held. With w = 1, x = q̈ they move s; with w = 0 they tell how an assembled
start changes. Friction C adds dC to f, with λ held.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, NamedTuple

import numpy as np

from zwang.emit.lines import PRELUDE, emit
from zwang.emit.tape import tape_of
from zwang.engine.large.kind import (
    Described,
    described,
    entries_of,
    inputs,
    remembered,
    room_for,
    shared,
)
from zwang.engine.large.memory import PART, text_of
from zwang.engine.large.plain import Acting
from zwang.engine.large.rubbing import law_of
from zwang.ir.calls import called_texts
from zwang.ir.scalar.graph import Graph, add, mul, neg
from zwang.ir.scalar.laws import Values, array
from zwang.ir.scalar.rates import rate
from zwang.ir.scalar.witness import trusted
from zwang.ir.text import defined
from zwang.library.functions import Functions
from zwang.library.tape import Tape
from zwang.system.elements import Element

STATE = ("q", "qd", "t", "p", "c", "s", "sd", "dp", "dc")
HELD = ("x", "lam", "w")


class Varied(NamedTuple):
    """What changes of one part, in values of one graph."""

    base: Described  # what it is that changes
    f: Values  # (w,), g : (k,), phi : (a,), velocity : (k,)
    g: Values
    phi: Values
    velocity: Values
    # M, A: (.,) the entries that ``entries_of`` tells of
    M: Values
    A: Values

    @property
    def fatal(self) -> tuple[Values, ...]:
        """In what nothing may be infinite or NaN."""
        return *self.base.fatal, self.f, self.g


def varied_kind(
    element: Element,
    shapes: tuple[tuple[int, ...], ...],
    join: Callable,
    pool: Executor,
    turning: bool = False,
) -> Future[VaryingKind]:
    """The kind of an element, varied: see ``kind.kind_of``. Raises Unsupported."""
    write = _written_turning if turning else _written
    return pool.submit(_kind, remembered(write, element, shapes, join))


def varied_rubbing(
    element: Element, shapes: tuple[tuple[int, ...], ...], join: Callable, pool: Executor
) -> Future[VaryingKind]:
    """A kind of friction, varied: see ``kind.kind_of``. Raises Unsupported."""
    return pool.submit(_kind, remembered(_written_rubbing, element, shapes, join))


class Written(NamedTuple):
    """How a kind varies, as text."""

    text: str
    sizes: dict[str, int]  # of one part
    tapes: dict[str, Tape | None]  # of one part; None of what has loops


class VaryingKind(NamedTuple):
    """How a kind varies, in C."""

    functions: Functions  # of all its parts
    names: tuple[str, ...]  # of these
    room: int  # how many doubles they need on tape


def _kind(written: Written) -> VaryingKind:
    functions, names = shared(written.text, written.tapes), tuple(written.tapes)
    return VaryingKind(functions, names, room_for(functions, names, written.sizes))


def _written_rubbing(element: Element, shapes: Any, join: Callable) -> Written:
    """The text of a kind of friction."""
    law, sizes = law_of(element, shapes, join)

    def both(graph: Graph) -> Any:
        given = inputs(graph, sizes)
        F, along = law(graph, given), _along(graph, dict(zip(sizes, given, strict=True)))
        return F, rate(F, along)

    change = trusted(both, lambda x: x)[1]
    moved = emit("zw_rub_vary", (*STATE, "lam"), {"f": change})
    told = {"WIDTH": sizes["q"], "ROWS": sizes["lam"], "NUMBERS": sizes["c"]}
    above = PRELUDE, defined(told), PART, called_texts(list(moved.calls))
    text = "\n".join([*above, moved.text, text_of("rub_vary.h")])
    return Written(text, told, {"zw_rub_vary": tape_of((*STATE, "lam"), {"f": change})})


def _written_turning(element: Element, shapes: Any, join: Callable) -> Written:
    return _written(element, shapes, join, turning=True)


def _written(element: Element, shapes: Any, join: Callable, turning: bool = False) -> Written:
    """The text of a kind."""
    total = sum(int(np.prod(shape)) for shape in shapes)
    if isinstance(element.function, Acting):
        return _of_forces(element.function, element.columns.shape[1])
    found = described(element, shapes, join, lambda graph, x: vary(graph, x, element, total))
    parts: dict[str, tuple[tuple[str, ...], dict[str, Values]]] = {
        "zw_vary": ((*STATE, *HELD), {"f": found.f, "g": found.g}),
        "zw_lean": (STATE, {"phi": found.phi, "velocity": found.velocity}),
    }
    sizes = {"WIDTH": len(found.f), "ROWS": len(found.g), "ON_Q": len(found.phi)}
    sizes |= {"NUMBERS": element.numbers.shape[1]}
    if turning:
        sizes |= {"MASSES": len(found.M), "ENTRIES": len(found.A), "TURNED": 1}
        parts["zw_turn"] = STATE, {"M": found.M, "A": found.A}
    written = [emit(name, *part) for name, part in parts.items()]
    calls = [call for x in written for call in x.calls]
    above = PRELUDE, defined(sizes), PART, called_texts(calls)
    text = "\n".join([*above, *(x.text for x in written), text_of("vary.h")])
    return Written(text, sizes, {name: tape_of(*part) for name, part in parts.items()})


def _of_forces(acting: Acting, n: int) -> Written:
    """The text of forces that are one part."""
    none, sizes = array((), (0,)), {"WIDTH": n, "ROWS": 0, "ON_Q": 0, "NUMBERS": 0}
    rows = {"phi": none, "velocity": none}
    own = acting.varied((*STATE, *HELD)), emit("zw_lean", STATE, rows).text
    text = "\n".join([PRELUDE, defined(sizes), PART, *own, text_of("vary.h")])
    return Written(text, sizes, {"zw_vary": None, "zw_lean": tape_of(STATE, rows)})


def vary(graph: Graph, base: Described, element: Element, total: int, time: bool = False) -> Varied:
    """What changes of one part along s, sd, dp and dc, inputs of the graph."""
    width, rows, count = len(base.Q), len(base.b), element.numbers.shape[1]
    sizes = {"q": width, "qd": width, "t": 1, "p": total, "c": count}
    state = dict(zip(sizes, inputs(graph, sizes), strict=True))
    x, lam, w = inputs(graph, {"x": width, "lam": rows, "w": 1})
    along = _along(graph, state)
    if time:
        along |= dict(zip(state["t"], *inputs(graph, {"dt": 1}), strict=True))
    pulled = [
        _sum([mul(w[0], base.Q[i]), *_times(x, base.M[i], -1), *_times(lam, base.A[:, i])])
        for i in range(width)
    ]
    asked = [_sum([mul(w[0], base.b[r]), *_times(x, base.A[r], -1)]) for r in range(rows)]
    M, A = entries_of(base)
    pulls, demands = array(pulled, (width,)), array(asked, (rows,))
    moved = pulls, demands, base.phi, base.velocity, base.M[tuple(M)], base.A[tuple(A)]
    return Varied(base, *(rate(y, along) for y in moved))


def _along(graph: Graph, state: dict[str, Values]) -> dict[Any, Any]:
    """How inputs of the state change: along s, sd, dp and dc, inputs as well."""
    found: dict[Any, Any] = {}
    for name, change in (("q", "s"), ("qd", "sd"), ("p", "dp"), ("c", "dc")):
        found |= dict(zip(state[name], *inputs(graph, {change: len(state[name])}), strict=True))
    return found


def _times(x: Values, y: Values, sign: int = 1) -> list[Any]:
    """The terms of a product of two vectors."""
    found = [mul(a, b) for a, b in zip(x, y, strict=True)]
    return found if sign > 0 else [neg(term) for term in found]


def _sum(terms: list[Any]) -> Any:
    found = terms[0]
    for term in terms[1:]:
        found = add(found, term)
    return found
