"""Calls as a tape has them: what the library calls in the place of a text that is compiled."""

from __future__ import annotations

import numpy as np

from zwang.ir.plain_records import Eliminate, Loop, Product
from zwang.ir.records import Bounded, Called, Kernel, Measure
from zwang.ir.text import tolerances
from zwang.library.tape import Call, Limits, Sizes, Tape


def on_tape(call: Called, turn: Tape | None = None) -> Call:
    """The call; of a loop with the tape of a turn."""
    if isinstance(call, Loop):
        assert turn is not None
        counts = call.turns, call.fixed, call.carried
        return Call("loop", call.size, call.carried + turn.room, counts=counts, turn=turn)
    if isinstance(call, Product):
        return Call("product", call.size, 0, counts=(call.rows, call.terms, call.columns))
    if isinstance(call, Eliminate):
        return Call("eliminate", call.size, call.k**2, counts=(call.k, 0, 0))
    numbers = call.way, call.rank, call.consistency
    if isinstance(call, Bounded):
        limits = _limits(call)
        return Call("bounded", call.size, _room_of_limits(limits), *numbers, limits=limits)
    if isinstance(call, Kernel):
        return Call("kernel", call.size, room_of(_sizes(call)), *numbers, sizes=_sizes(call))
    sizes = _sizes(call.kernel)
    n, r = sizes.n, max(sizes.m, 1)
    what = call.what if isinstance(call, Measure) else "mobility"
    # For a mass that is not definite: what the kernel is given, and what it returns.
    unit_forces = 2 * n * (n + r) + n * (2 * n + r + 1) + 2 * r + 3
    return Call(what, call.size, unit_forces + room_of(sizes), *numbers, sizes=sizes)


def _sizes(call: Kernel) -> Sizes:
    of_n = tolerances(call.n, call.m, call.k)
    return Sizes(call.n, call.m, call.k, of_n["ROUNDING"], of_n["AT_REST"])


def room_of(sizes: Sizes) -> int:
    """Doubles that the kernel needs in its deepest calls; a test looks how many it uses."""
    n, m, k = sizes.n, max(sizes.m, 1), sizes.columns
    return 4 * m * m + 16 * m * n + 16 * n * n + 8 * k * (n + m) + 64 * (n + m)


def _limits(call: Bounded) -> Limits:
    rules = call.flat, call.gain, call.rounding, call.rounded, call.rank
    least, rows = _sizes(call.calls[0]), np.array(call.sizes, np.intc)
    return Limits(sum(call.sizes), call.k, call.slots, rows, call.turns, *rules, least)


def _room_of_limits(limits: Limits) -> int:
    """The same for the active set: arrays of each of its functions, and the kernel."""
    r, k, s, levels = limits.rows, limits.inputs, limits.slots, len(limits.sizes)
    matrices = s * r + s * k + s * s + r * k + k * k + s * k + 3 * (levels + 1) * k
    return matrices + 20 * (r + k + s) + levels + room_of(limits.least)
