"""Systems of bodies with more than their own forces, such as a control, in loops over arrays.

A mechanism alone is written by kinds of parts. What acts on all of its coordinates at once is no
sum over parts; written out, it is more than compilers take in minutes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from zwang.emit.lines import Emitted, head_of
from zwang.emit.loops.function import MANY, Looped
from zwang.engine.program.sizes import Sizes
from zwang.engine.program.system_functions import described_by_jax, of_state
from zwang.engine.program.units import through
from zwang.integrate.method.runge_kutta import Program
from zwang.ir.scalar.graph import Unsupported
from zwang.system.constraints import Structured
from zwang.system.elements import sums_of
from zwang.system.origin import AbstractGuard


def in_loops(
    program: Program, sizes: Sizes, arguments: Mapping[str, Any], room: Mapping[str, int]
) -> dict[str, Emitted] | None:
    """The functions of a system in loops, by name; None where they are better written out."""
    system = program.system.value
    driven = isinstance(system.origin, AbstractGuard) or any(
        isinstance(x, Structured) for x in system.constraints
    )
    apart = program.moving() is not system
    if sizes.n <= MANY or apart or not driven or sums_of(system) is not None:
        return None
    count = sum(int(np.prod(shape)) for shape in sizes.numbers)
    inputs = ("q", (sizes.n,)), ("qd", (sizes.n,)), ("t", (1,)), ("p", (count,))
    try:
        law = of_state(program, sizes.numbers, described_by_jax(program))
        looped = Looped(law, *inputs, deferred=True)
        found = {
            name: looped.emit(name, *arguments[name], stack=True)
            for name in ("zw_describe", "zw_hold")
        }
    except Unsupported:
        return None
    head = head_of("zw_evaluate", *arguments["zw_evaluate"], kind="ZW_OWN")
    return found | {"zw_evaluate": through(found["zw_describe"], f"{head};", room, arguments)}
