"""The control as a plain function for a loop in real time: arrays in, arrays out.

It runs on tape, and as straight-line C once that is compiled beside, where that can be, and by XLA
elsewhere; ``engine`` says which and why. XLA takes tens of microseconds for what C does in a few.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from zwang.base import arguments
from zwang.base.arrays import kept
from zwang.base.functions import join, split
from zwang.base.identity.keyed import Keyed
from zwang.control.controller import Controller
from zwang.control.law.command import commanded
from zwang.engine.evaluate import in_c, pack, unpacked
from zwang.ir.scalar.graph import Unsupported


class Law:
    """The control force, or the inputs, as a function of (q, qd, t) and perhaps p.

    The first call writes it. State and parameters travel as one array each, since what a call
    costs is mostly what it hands over. One law serves one thread at a time.
    """

    def __init__(self, controller: Controller, p: Any, *, inputs: bool, throw: bool):
        arguments.flag("inputs", inputs)
        self.controller, self.p, self.throw = controller, kept(p), arguments.flag("throw", throw)
        self.which = "inputs" if inputs else "force"
        self.engine = ""
        self._numbers, self._rest, self._shapes = _packed(p)
        self._call: Callable | None = None

    def __call__(self, q: Any, qd: Any, t: Any = 0.0, p: Any = None) -> np.ndarray:
        """The control in a state. Shapes: q, qd (n,)."""
        call = self._call or self._compile(q, qd, t)
        found = call(q, qd, t, self._numbers if p is None else self._others(p))
        if self.throw and not math.isfinite(found.sum()):
            # The long way raises, with names.
            return np.asarray(
                getattr(self.controller, self.which)(q, qd, t, self.p if p is None else p)
            )
        return found

    def _others(self, p: Any) -> np.ndarray:
        numbers, rest, shapes = _packed(p)
        if rest != self._rest or shapes != self._shapes:
            raise ValueError("`p` differs from the compiled one in more than numbers.")
        return numbers

    def _compile(self, q: Any, qd: Any, t: Any) -> Callable:
        """The compiled function of q, qd, t and the packed numbers."""
        values = self.controller.model.values(q, qd, t, self.p)  # complains of wrong shapes

        def law(q, qd, t, numbers):
            p = join(numbers, self._rest)
            return getattr(commanded(self.controller, q, qd, t, p), self.which)

        try:
            self._call, self.engine = in_c(law, values["q"].shape[0], self._shapes), "native"
        except Unsupported as reason:
            self._call, self.engine = _by_xla(law, self._shapes), f"jax: {reason}"
        return self._call


def _packed(p: Any) -> tuple[np.ndarray, Keyed, tuple[tuple[int, ...], ...]]:
    """All numbers of the parameters behind each other, what else there is, and their shapes."""
    numbers, rest = split(p, np)
    return pack(numbers), rest, tuple(np.shape(x) for x in numbers)


def _by_xla(law: Callable, shapes: tuple[tuple[int, ...], ...]) -> Callable:
    compiled = jax.jit(lambda q, qd, t, packed: law(q, qd, t, unpacked(packed, shapes)))

    def call(q, qd, t, packed):
        return np.array(compiled(*(np.asarray(x, float) for x in (q, qd, t)), packed))

    return call
