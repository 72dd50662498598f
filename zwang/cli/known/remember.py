"""What is noted of a run that went well, for the next one."""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.cli.known.name import Run
from zwang.cli.known.note import Known, Program, write
from zwang.engine.code import CROSSING
from zwang.engine.native import NativeMachine, tolerances
from zwang.integrate.problem import Request
from zwang.integrate.projection import Projection
from zwang.modelfile import Model
from zwang.motion.motion import Motion
from zwang.motion.resample import between
from zwang.motion.simulate import chosen


def remember(run: Run, model: Model, motion: Motion, dense: Motion) -> None:
    """Note what a run needed, if it was one in C; nothing that JAX computed can be noted.

    Parameters
    ----------
    run : as it was asked for
    model : which was run
    motion : its motion, which came to its end
    dense : the same in more rows, or itself
    """
    if run.text != model.source.text:  # the file was changed meanwhile
        return
    asked = model.request(throw=False)
    options, program = asked.options, _program(asked)
    needs_more = dense is not motion
    more = _program(between(motion)[0]) if needs_more else None
    if program is None or options.solver is not None or (needs_more and more is None):
        return
    rtol, atol, step, every, longest, gaps = asked.settings
    if gaps is not None:
        return
    known = Known(
        title=model.title,
        keep=model.keep,
        plots=tuple(map(tuple, model.plots)),
        spans=isinstance(model.t, tuple),
        coordinates=motion.coordinates,
        p=motion.p,
        q0=asked.start.q,
        qd0=asked.start.qd,
        times=np.asarray(asked.times, float),
        settings=(float(rtol), float(atol), float(step), bool(every), float(longest)),
        max_steps=asked.max_steps,
        tolerances=tolerances(asked.row_solver, None),
        projected=isinstance(options.drift, Projection),
        told=dict(options.told),
        events=tuple((x.name, x.direction, x.terminal) for x in options.watched.events),
        moving=program,
        between=more,
    )
    write(run.name, known)


def _program(asked: Request) -> Program | None:
    """The program of a motion as it was compiled; None if it is none in C."""
    machine: Any = chosen(asked)
    if not isinstance(machine, NativeMachine):
        return None
    code = machine.native.code
    return Program(code.names[machine.native.level], code.names[CROSSING], code.sizes)
