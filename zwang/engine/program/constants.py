"""What a motion must know of a system besides its functions: numbers, and tables of whole numbers.

The library reads them from a struct, see ``model``; a program whose sizes the compiler knows has
them as constants, see ``fixed``.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from zwang.base.arrays import eps
from zwang.engine.program import friction
from zwang.engine.program.sizes import Sizes
from zwang.integrate.method import runge_kutta
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.projection import Projection
from zwang.solvers import rank as rules
from zwang.solvers.base import at_rest

COLUMNS = 2  # right-hand sides of the kernel: with a nonideal force, and that force alone


def facts_of(program: Program, sizes: Sizes) -> dict[str, Any]:
    """Sizes, switches and tolerances, by their names in ``zw_model`` of ``model.h``."""
    system, rows = program.system.value, sizes.rows
    nonideal, rank, consistency = system.nonideal, program.solver.rank, program.solver.consistency
    looked, loaded = friction.reach(system, sizes.n, sizes.m)
    unit = float(eps(np.float64))
    return {
        "n": sizes.n,
        "m": sizes.m,
        "columns": COLUMNS,
        "rounding": float(rules.rounding(sizes.n, np.float64)),
        "at_rest": float(at_rest(sizes.n, np.float64)),
        "positions": rows.positions,
        "velocities": rows.velocities,
        "events": sizes.events,
        "parameters": sum(math.prod(shape) for shape in sizes.numbers),
        "observed": sizes.observed,
        "acts": int(program.events.value.acts),
        "nonideal": int(nonideal is not None),
        "asks_ideal": int(nonideal is not None and nonideal.asks_for("Qc_ideal")),
        "curved": int(any(constraint.curved for constraint in system.constraints)),
        "projects": program.drift.iterations if isinstance(program.drift, Projection) else 0,
        "cuts": int(program.solver == runge_kutta.IN_STEPS),
        "rubs": int(friction.is_sought(system)),
        "of_lam": int(friction.of_lam(system)),
        "looked": len(looked),
        "loaded": len(loaded),
        "step_rank": float(unit**rules.RANK if rank is None else rank),
        "step_consistency": float(unit**rules.CONSISTENCY if consistency is None else consistency),
    }


def tables_of(program: Program, sizes: Sizes) -> dict[str, list[int]]:
    """Of events: their direction and whether they are terminal; of friction: its coordinates."""
    events = program.events.value.events
    looked, loaded = friction.reach(program.system.value, sizes.n, sizes.m)
    return {
        "direction": [event.direction for event in events],
        "terminal": [int(event.terminal) for event in events],
        "looks_at": [int(i) for i in looked],
        "loads": [int(i) for i in loaded],
    }
