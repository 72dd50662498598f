"""The numbers with a name that C takes from Python."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from zwang.consistency import adrift
from zwang.engine.program import friction
from zwang.engine.program.method import gauss
from zwang.engine.program.sizes import Sizes
from zwang.integrate import loop, projection, rank_watch, start, step
from zwang.integrate.course import Halt
from zwang.integrate.method import runge_kutta, step_size
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.projection import Projection
from zwang.integrate.singular import crossing as singular_crossing
from zwang.ir.text import constants as kernel_constants
from zwang.ir.text import together


def constants_of(program: Program, sizes: Sizes) -> dict[str, Any]:
    """Sizes, tolerances and codes, each from where it is said."""
    system = program.system.value
    rank, consistency = program.solver.rank, program.solver.consistency
    small = np.finfo(np.float64)
    nonideal = system.nonideal
    found = together(
        kernel_constants(),
        gauss.constants(),
        friction.constants(system),
        {
            "H": sizes.rows.positions,
            "K": sizes.rows.velocities,
            "E": sizes.events,
            "ACTS": int(program.events.value.acts),
            "WATCHED": max(sizes.events, 1),
            "NONIDEAL": int(nonideal is not None),
            "ASKS_IDEAL": int(nonideal is not None and nonideal.asks_for("Qc_ideal")),
            "CURVED": int(any(constraint.curved for constraint in system.constraints)),
            "PROJECTS": program.drift.iterations if isinstance(program.drift, Projection) else 0,
            "EPS": float(small.eps),
            "WIDE": projection.WIDE,
            "NARROW": projection.NARROW,
            "OF_SMALLEST": projection.OF_SMALLEST,
            "INDEPENDENT": projection.INDEPENDENT,
            "ROUGHLY": projection.ROUGHLY,
            "BEYOND": adrift.BEYOND,
            "FLOOR": adrift.FLOOR,
            "UNFELT": adrift.UNFELT,
            "CUTS": int(program.solver == runge_kutta.IN_STEPS),
            "CONVERGED": projection.CONVERGED,
            "ROUNDED": projection.ROUNDED,
            "TWICE": projection.TWICE,
            "SETTLED": runge_kutta.SETTLED,
            "SMALLEST": projection.SMALLEST,
            "AROUND": start.AROUND,
            "LATER_ONE": start.LATER[0],
            "LATER_TWO": start.LATER[1],
            "RISES_THERE": start.RISES,
            "SHORT": rank_watch.SHORT,
            "LEFT": rank_watch.LEFT,
            "VANISHED": rank_watch.VANISHED,
            "P": sum(math.prod(shape) for shape in sizes.numbers),
            "OBSERVED": sizes.observed,
            "OFF": start.OFF,
            "OFF_ROUNDING": start.ROUNDING,
            "NOISE": start.NOISE,
            "SMALL": singular_crossing.SMALL,
            "STRETCH": loop.STRETCH,
            "PROGRESS": loop.PROGRESS,
        },
        {name: getattr(step, name) for name in ("AHEAD", "FEW", "LITTLE", "TURNS", "NEAR")},
        {"SMALLEST_STEP": step.SMALLEST, "RETRY": step_size.RETRY},
        {f"HALT_{halt.name}": int(halt) for halt in Halt},
    )
    default_rank, default_consistency = found["RANK"], found["CONSISTENCY"]
    found["STEP_RANK"] = float(default_rank if rank is None else rank)
    found["STEP_CONSISTENCY"] = float(default_consistency if consistency is None else consistency)
    return found


def directions(program: Program) -> str:
    """Of events: in which direction they are watched for, and which are terminal."""
    events = program.events.value.events
    tables = {
        "direction": [event.direction for event in events] or [0],
        "terminal": [int(event.terminal) for event in events] or [0],
    }
    return "\n".join(
        f"ZW_CONSTANT int zw_{name}[{len(x)}] = {{{', '.join(map(str, x))}}};\n"
        for name, x in tables.items()
    )
