"""Loops over views of one shape, as few as their places allow."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from zwang.engine.arrays.buffers import Store, View


class Nest:
    """Loops over all elements of a shape."""

    def __init__(
        self, store: Store, shape: tuple[int, ...], views: Sequence[View], inner: Sequence[int] = ()
    ):
        outer = [k for k in range(len(shape)) if k not in inner]
        read = [_linear(store, x) for x in views]
        self.loops: list[int] = []
        steps: list[list[int]] = []  # for each loop, of each view
        self.within = 0
        for axes in (outer, list(inner)):
            first = len(self.loops)
            for k in axes:
                if shape[k] == 1:
                    continue
                here = [at[k] for _, (_, at), _ in read]
                # What runs on where the loop around it steps on is one loop with that.
                if len(self.loops) > first and all(
                    step == shape[k] * x for step, x in zip(steps[-1], here, strict=True)
                ):
                    self.loops[-1] *= shape[k]
                    steps[-1] = here
                else:
                    self.loops.append(shape[k])
                    steps.append(here)
            if axes is outer:
                self.within = len(self.loops)
        self.names: list[str] = []
        for j, (name, (begin, _), through) in enumerate(read):
            text = _sum(begin, [(x[j], f"i{k}") for k, x in enumerate(steps)])
            self.names.append(f"{name}[{through}[{text}]]" if through else f"{name}[{text}]")

    def text(
        self, body: Sequence[str], before: Sequence[str] = (), after: Sequence[str] = ()
    ) -> str:
        """The loops around statements."""
        outer, inner = self.loops[: self.within], self.loops[self.within :]
        heads = [_head(k, size) for k, size in enumerate(outer)]
        core = [*before, *(_head(self.within + k, size) for k, size in enumerate(inner))]
        core += ["{", *body, "}", *after]
        return "\n".join([*heads, "{", *core, "}"])


def _head(k: int, size: int) -> str:
    return f"for (int i{k} = 0; i{k} < {size}; i{k}++)"


def _linear(store: Store, view: View) -> tuple[str, tuple[int, tuple[int, ...]], str]:
    """The name of a view's buffer, the places in it, and the table through which these go."""
    found = view.strides()
    if found is not None:
        return view.buffer.name, found, ""
    table = store.table(np.ascontiguousarray(view.places))
    told = table.strides()
    assert told is not None
    return view.buffer.name, told, table.buffer.name


def _sum(begin: int, terms: Sequence[tuple[int, str]]) -> str:
    texts = [name if step == 1 else f"{step}*{name}" for step, name in terms if step]
    return " + ".join([*([str(begin)] if begin or not texts else []), *texts])
