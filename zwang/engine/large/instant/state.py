"""A large system in C, and its equations in one state."""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.engine.large.machine import for_thread
from zwang.engine.large.memory import Friction, Row
from zwang.engine.large.rows import helped_at, rubbing_in
from zwang.engine.large.system import Large, large
from zwang.engine.program.sizes import sizes_of
from zwang.integrate.course import State
from zwang.integrate.options import Options
from zwang.integrate.problem import Request, request
from zwang.system.system import System


def large_at(
    system: System, q: Any, qd: Any, t: Any, p: Any, able: bool = False
) -> tuple[Large, np.ndarray, Row]:
    """A system in C, the numbers of its parameters, and its equations in a state.

    Raises Unsupported.
    """
    found, vector, now = _in_c(system, q, qd, t, p)
    found = helped_at(found, vector, now) if able else found
    return found, vector, found.row(now, vector)


def _in_c(system: System, *given: Any) -> tuple[Large, np.ndarray, State]:
    (asked, shapes), (q, qd, t, _) = _asked(system, *given), given
    found = for_thread(large(asked.program, len(q), shapes), asked.parameters)
    now = State(*(np.asarray(x, float) for x in (t, q, qd)))
    return found, asked.parameters.vector, now


def entries_at(system: System, q: Any, qd: Any, t: Any, p: Any) -> int:
    """How many entries M and A would have, were they dense."""
    asked, shapes = _asked(system, q, qd, t, p)
    return len(q) * (len(q) + sizes_of(asked.program, len(q), shapes).m)


def _asked(system: System, q: Any, qd: Any, t: Any, p: Any) -> tuple[Request, Any]:
    """A motion from the state, and the shapes of its parameters."""
    asked = request(system, q, qd, (float(t), float(t) + 1.0), p, Options())
    return asked, tuple([shape for shape, _ in asked.parameters.shapes])


def friction_at(system: System, q: Any, qd: Any, t: Any, p: Any) -> Friction | None:
    """Friction in a state and the multipliers that act; None where these are not sure."""
    return rubbing_in(*_in_c(system, q, qd, t, p))
