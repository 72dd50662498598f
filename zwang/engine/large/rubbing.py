"""One kind of friction in C: what it exerts under the multipliers of its joint, in a loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from zwang.emit.lines import PRELUDE, emit
from zwang.emit.tape import tape_of
from zwang.engine.large.kind import inputs, remembered, room_for, shared, sizes_in_c
from zwang.engine.large.memory import PART, Part, Rubbing, text_of
from zwang.engine.program.elements import traced
from zwang.engine.program.sizes import pieces
from zwang.ir.calls import called_texts
from zwang.ir.scalar.graph import Graph
from zwang.ir.scalar.rates import rate
from zwang.ir.scalar.witness import trusted
from zwang.ir.text import defined
from zwang.library.functions import Functions
from zwang.library.tape import Tape
from zwang.system.elements import Element

GIVEN = ("q", "qd", "t", "p", "c", "lam")
NAMES = "zw_rub", "zw_rise"


def rubbing_kind(
    element: Element, shapes: tuple[tuple[int, ...], ...], join: Callable, pool: Executor
) -> Future[RubbingKind]:
    """The kind of friction: see ``kind.kind_of``. Raises Unsupported."""
    return pool.submit(_kind, remembered(_written, element, shapes, join))


class Written(NamedTuple):
    """A kind of friction as text."""

    sizes: dict[str, int]  # of one of them, as ``rubbing.h`` wants them
    calls: tuple[Any, ...]  # what its functions call
    functions: tuple[str, ...]  # their texts
    tapes: dict[str, Tape | None]  # of one of them

    @property
    def whole(self) -> str:
        """The whole program."""
        own = defined(self.sizes), *self.functions, text_of("rubbing.h")
        return "\n".join([PRELUDE, PART, called_texts(self.calls), *own])


class RubbingKind(NamedTuple):
    """A kind of friction in C."""

    functions: Functions  # ``zw_rub`` and ``zw_rise``, of all of them
    written: Written

    @property
    def room(self) -> int:
        """How many doubles they need on tape."""
        return room_for(self.functions, NAMES, self.written.sizes)


def _kind(written: Written) -> RubbingKind:
    return RubbingKind(shared(written.whole, written.tapes), written)


def _written(element: Element, shapes: tuple[tuple[int, ...], ...], join: Callable) -> Written:
    law, given_sizes = law_of(element, shapes, join)
    width, rows, count = (given_sizes[name] for name in ("q", "lam", "c"))

    def both(graph: Graph) -> Any:
        given = inputs(graph, given_sizes)
        F, along = law(graph, given), inputs(graph, {"dlam": rows})[0]
        return F, rate(F, dict(zip(given[-1], along, strict=True)))

    F, rise = trusted(both, lambda x: [x[0]])
    rub = emit("zw_rub", GIVEN, {"F": F})
    risen = emit("zw_rise", (*GIVEN, "dlam"), {"F": rise})
    sizes = {"WIDTH": width, "ROWS": rows, "NUMBERS": count}
    tapes: dict[str, Tape | None] = {"zw_rub": tape_of(GIVEN, {"F": F})}
    tapes["zw_rise"] = tape_of((*GIVEN, "dlam"), {"F": rise})
    return Written(sizes, (*rub.calls, *risen.calls), (rub.text, risen.text), tapes)


def law_of(
    element: Element, shapes: tuple[tuple[int, ...], ...], join: Callable
) -> tuple[Callable, dict[str, int]]:
    """What one of the kind exerts, of a graph and the inputs ``GIVEN``; and the sizes of these."""
    width, rows = element.columns.shape[1], sum(x.shape[1] for x in element.rows)
    count, total = element.numbers.shape[1], sum(int(np.prod(shape)) for shape in shapes)
    sizes: dict[str, int] = dict(zip(GIVEN, (width, width, 1, total, count, rows), strict=True))

    def plain(q, qd, t, p, c, lam):
        return jnp.asarray(element.function(q, qd, t[0], join(pieces(p, shapes)), c, lam), float)

    return traced(plain, [(size,) for size in sizes.values()], smooth=True), sizes


def rubbing_listed(
    elements: Sequence[Element], kinds: Sequence[RubbingKind]
) -> tuple[Any, list[np.ndarray]]:
    """All friction as C has it, kind by kind; and the arrays that this lies in."""
    found, kept = (Rubbing * len(elements))(), []
    for own, element, kind in zip(found, elements, kinds, strict=True):
        rows = np.concatenate(element.rows, axis=1)
        columns, rows = (np.ascontiguousarray(x, np.intc) for x in (element.columns, rows))
        numbers = np.ascontiguousarray(element.numbers, float)
        kept += [columns, rows, numbers]
        at = [x.ctypes.data for x in (columns, rows)]
        own.parts = Part(len(columns), *at, None, None, numbers.ctypes.data)
        own.sizes = sizes_in_c(kind.written.sizes)
        own.rub, own.rise = (kind.functions[name].address for name in NAMES)
    return found, kept
