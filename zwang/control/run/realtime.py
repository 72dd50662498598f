"""The control as a plain function for a loop in real time: arrays in, arrays out.

It is compiled as straight-line C where that can be, and by XLA elsewhere; ``engine`` says which and
why. XLA takes tens of microseconds for what C does in a few.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from zwang.base import arguments
from zwang.base.arrays import kept
from zwang.base.functions import join, split
from zwang.base.identity.keyed import Keyed
from zwang.control.command import commanded
from zwang.control.controller import Controller


class Law:
    """The control force, or the inputs, as a function of (q, qd, t) and perhaps p.

    The first call compiles. State and parameters travel as one array each, since what a call
    costs is mostly what it hands over. One law serves one thread at a time.

    Parameters
    ----------
    controller : the description
    p : parameters, which are kept
    inputs : whether to return τ in the place of u
    throw : whether a control that does not exist raises; else it is NaN
    """

    def __init__(self, controller: Controller, p: Any, *, inputs: bool, throw: bool):
        arguments.flag("inputs", inputs)
        self.controller, self.p, self.throw = controller, kept(p), arguments.flag("throw", throw)
        self.which = "inputs" if inputs else "force"
        self.engine = ""
        self._numbers, self._rest, self._shapes = _packed(p)
        self._call: Callable | None = None

    def __call__(self, q: Any, qd: Any, t: Any = 0.0, p: Any = None) -> np.ndarray:
        """The control in a state.

        Parameters
        ----------
        q, qd : (n,)    coordinates and velocities
        t : ()          time
        p : other parameters than those kept, of the same shapes
        """
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
        from zwang.engine import Unsupported

        values = self.controller.model.values(q, qd, t, self.p)  # complains of wrong shapes
        n, ends = values["q"].shape[0], np.cumsum([0, *(math.prod(x) for x in self._shapes)])

        def law(state, packed):
            pieces = zip(ends, ends[1:], self._shapes, strict=False)
            numbers = [packed[a:b].reshape(shape) for a, b, shape in pieces]
            p, (q, qd, t) = join(numbers, self._rest), (state[:n], state[n:-1], state[-1])
            return getattr(commanded(self.controller, q, qd, t, p), self.which)

        try:
            self._call, self.engine = _in_c(law, n, int(ends[-1])), "native"
        except Unsupported as reason:
            self._call, self.engine = _by_xla(law, n), f"jax: {reason}"
        return self._call


def _packed(p: Any) -> tuple[np.ndarray, Keyed, tuple[tuple[int, ...], ...]]:
    """All numbers of the parameters behind each other, what else there is, and their shapes."""
    numbers, rest = split(p)
    parts = [np.asarray(x, float) for x in numbers]
    packed = np.concatenate([np.ravel(x) for x in parts]) if parts else np.zeros(0)
    return packed, rest, tuple(x.shape for x in parts)


def _in_c(law: Callable, n: int, count: int) -> Callable:
    """The law as a function of a C library; ``Unsupported`` where it cannot be."""
    from zwang.engine.scalar.emit import PRELUDE, emit
    from zwang.engine.scalar.jaxpr import scalarized
    from zwang.engine.scalar.kernel_calls import constants, defined, kernel_text
    from zwang.engine.scalar.witness import solved
    from zwang.files.build import library

    kernel = lambda u: [solved(u.flat)]
    _, u = scalarized(law, ("state", (2 * n + 1,)), ("p", (count,)), fatal=kernel)
    written = emit("zw_law", ("state", "p"), {"u": u}, public=True)
    called = {call[:3]: call.prefix for call in written.calls}
    kernels = (kernel_text(*sizes, prefix) for sizes, prefix in called.items())
    text = "\n".join([PRELUDE, defined(constants()), *kernels, written.text])
    function = library(text).zw_law
    function.argtypes, function.restype = [ctypes.c_void_p] * 3, None
    state, found = np.empty(2 * n + 1), np.empty(u.shape)
    here, there = state.ctypes.data, found.ctypes.data

    def call(q, qd, t, numbers):
        state[:n] = q
        state[n:-1] = qd
        state[-1] = t
        function(here, numbers.ctypes.data, there)
        return found.copy()

    return call


def _by_xla(law: Callable, n: int) -> Callable:
    compiled = jax.jit(law)

    def call(q, qd, t, numbers):
        state = np.empty(2 * n + 1)
        state[:n] = q
        state[n:-1] = qd
        state[-1] = t
        return np.array(compiled(state, numbers))

    return call
