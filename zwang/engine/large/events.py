"""The functions of the events of a large motion in C."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from zwang.emit.lines import PRELUDE, Emitted, emit
from zwang.emit.scalars import scalarized
from zwang.engine.program.system_functions import of_state
from zwang.files import build
from zwang.integrate.method.runge_kutta import Program
from zwang.ir.calls import called_texts
from zwang.ir.scalar.graph import Unsupported


def watching(program: Program, n: int, shapes: tuple[tuple[int, ...], ...]) -> ctypes.CDLL | None:
    """The functions of the events in C, ``zw_watch`` and ``zw_arm``; None if there are no
    events.
    """
    watched = program.events.value
    if not watched.events:
        return None
    if watched.acts:
        raise Unsupported("an event asks for `qdd`, `Qc` or `lam`")
    count = sum(int(np.prod(shape)) for shape in shapes)
    inputs = ("q", (n,)), ("qd", (n,)), ("t", (1,)), ("p", (count,))

    def arm(q, qd, t, p, qdd, error):
        armed, back = watched.armed(t, q, qd, p, qdd, error)
        return {"armed": armed, "back": back[None]}

    watch = of_state(program, shapes, lambda q, qd, t, p: {"g": watched.values(t, q, qd, p)})
    emitted = [_emitted("zw_watch", watch, inputs)]
    others = ("qdd", (n,)), ("error", (2 * n,))
    emitted.append(_emitted("zw_arm", of_state(program, shapes, arm), (*inputs, *others)))
    called = called_texts([name for x in emitted for name in x.calls])
    library = build.library("\n".join((PRELUDE, called, *(x.text for x in emitted))))
    library.zw_watch.restype, library.zw_watch.argtypes = None, 5 * [ctypes.c_void_p]
    library.zw_arm.restype, library.zw_arm.argtypes = None, 8 * [ctypes.c_void_p]
    return library


def _emitted(name: str, function: Any, inputs: Any) -> Emitted:
    return emit(name, [x for x, _ in inputs], scalarized(function, *inputs)[1], public=True)
