"""One kind of friction in C: what it exerts under the multipliers of its joint, in a loop."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from zwang.emit.lines import PRELUDE, emit
from zwang.engine.large.kind import inputs, remembered
from zwang.engine.large.memory import PART, Part, Rubbing, text_of
from zwang.engine.program.elements import traced
from zwang.engine.program.sizes import pieces
from zwang.files import build
from zwang.ir.calls import called_texts
from zwang.ir.scalar.graph import Graph
from zwang.ir.scalar.rates import rate
from zwang.ir.scalar.witness import trusted
from zwang.ir.text import defined
from zwang.system.elements import Element

GIVEN = ("q", "qd", "t", "p", "c", "lam")


def rubbing_kind(
    element: Element, shapes: tuple[tuple[int, ...], ...], join: Callable, pool: Executor
) -> Future[ctypes.CDLL]:
    """The kind of friction with ``zw_rub_all``: see ``kind.kind_of``. Raises Unsupported."""
    return pool.submit(build.library, written(element, shapes, join).whole)


class Written(NamedTuple):
    """A kind of friction as text."""

    sizes: dict[str, int]  # of one of them, as ``rubbing.h`` wants them
    calls: tuple[Any, ...]  # what its functions call
    functions: tuple[str, ...]  # their texts

    @property
    def own(self) -> str:
        """What is one kind's: sizes, its functions, the loop."""
        return "\n".join([defined(self.sizes), *self.functions, text_of("rubbing.h")])

    @property
    def whole(self) -> str:
        """The whole program."""
        return "\n".join([PRELUDE, PART, called_texts(self.calls), self.own])


def written(element: Element, shapes: tuple[tuple[int, ...], ...], join: Callable) -> Written:
    """The text of a kind, made or remembered."""
    return remembered(_written, element, shapes, join)


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
    return Written(sizes, (*rub.calls, *risen.calls), (rub.text, risen.text))


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
    elements: Sequence[Element], kinds: Sequence[ctypes.CDLL]
) -> tuple[Any, list[np.ndarray]]:
    """All friction as C has it, kind by kind; and the arrays that this lies in."""
    found, kept = (Rubbing * len(elements))(), []
    for own, element, library in zip(found, elements, kinds, strict=True):
        rows = np.concatenate(element.rows, axis=1)
        columns, rows = (np.ascontiguousarray(x, np.intc) for x in (element.columns, rows))
        numbers = np.ascontiguousarray(element.numbers, float)
        kept += [columns, rows, numbers]
        at = [x.ctypes.data for x in (columns, rows)]
        own.parts = Part(len(columns), *at, None, None, numbers.ctypes.data)
        own.rub = ctypes.cast(library.zw_rub_all, ctypes.c_void_p).value
    return found, kept
