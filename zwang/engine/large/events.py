"""The functions of the events of a large motion in C."""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.emit.lines import PRELUDE, emit
from zwang.emit.scalars import scalarized
from zwang.emit.tape import tape_of
from zwang.engine.program.system_functions import of_state
from zwang.integrate.method.runge_kutta import Program
from zwang.ir.calls import called_texts
from zwang.ir.scalar.graph import Unsupported
from zwang.library.functions import Functions, wrapped


def watching(program: Program, n: int, shapes: tuple[tuple[int, ...], ...]) -> Functions | None:
    """The functions of the events, ``zw_watch`` and ``zw_arm``; None if there are no events."""
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
    more = *inputs, ("qdd", (n,)), ("error", (2 * n,))
    functions = ("zw_watch", watch, inputs), ("zw_arm", of_state(program, shapes, arm), more)
    named = {
        name: ([x for x, _ in given], scalarized(function, *given)[1])
        for name, function, given in functions
    }
    tapes = {name: tape_of(*function) for name, function in named.items()}
    whole = Functions(tapes, lambda: _unit(named))
    whole.load()
    return whole


def _unit(named: dict[str, Any]) -> str:
    emitted = [emit(name, *function, own=True) for name, function in named.items()]
    called = called_texts([call for x in emitted for call in x.calls])
    ends = [wrapped(name, len(of), len(out)) for name, (of, out) in named.items()]
    return "\n".join((PRELUDE, called, *(x.text for x in emitted), *ends))
