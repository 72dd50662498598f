"""What a user asks of ``zw.simulate``, checked and put into order."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from zwang.base import arguments
from zwang.base.arrays import as_floats, is_concrete
from zwang.base.functions import split
from zwang.base.identity.keyed import Keyed, key
from zwang.equation.known import known
from zwang.integrate.course import Settings, State
from zwang.integrate.events import Watched, watched
from zwang.integrate.method.runge_kutta import IN_STEPS, Program, checked_method, loop_kind, tableau
from zwang.integrate.projection import INDEPENDENT, Baumgarte, Projection
from zwang.solvers import AbstractSolver, Auto
from zwang.system.system import System

# Rows of a motion lie on the constraints.
IN_ROWS = Auto(rank=INDEPENDENT, consistency=1e-6)

ENGINES = ("auto", "native", "jax")
FINEST = 1e-13  # rtol below which rounding decides about steps
MOST_DECAYS = 1e6  # of Baumgarte's errors; minutes of steps
TRACED_STEPS = 4096  # tried between two times, where a motion is part of a larger program


class Request(NamedTuple):
    """A motion that is asked for.

    Attributes
    ----------
    program : what moves, and how: all that is compiled for
    numbers : of the parameters
    start : time and state
    times : (K,)    the start, then the times to land on
    settings : tolerances and such, as arrays
    max_steps : limit of the steps tried, or None
    traced : whether some number is not known yet
    kind : of the loops, see ``loop_kind``
    told : the settings in words and numbers, for the Motion
    tools : method, drift control and solver as given
    """

    program: Program
    numbers: Any
    start: State
    times: Any
    settings: Settings
    max_steps: int | None
    traced: bool
    kind: str
    told: dict[str, Any]
    tools: tuple[Any, Any, Any]

    @property
    def span(self) -> Any:
        """From the start to the end."""
        return self.times[-1] - self.times[0]

    def row_cut(self, course: Any) -> Any:
        """The cut of the rank rule for rows of a motion; None where the user chose a solver.

        Parameters
        ----------
        course : the motion's; None before it has one
        """
        if self.tools[2] is not None:
            return None
        return np.asarray(IN_ROWS.rank, float) if course is None else course.cut

    @property
    def row_solver(self) -> Any:
        """The solver for the reported rows."""
        given = self.tools[2]
        return IN_ROWS if given is None else given


def request(
    system: System,
    q0: Any,
    qd0: Any,
    t: Any,
    p: Any,
    *,
    rtol: Any,
    atol: Any,
    step: Any,
    method: Any,
    drift: Any,
    solver: Any,
    events: Any,
    max_steps: Any,
    engine: Any,
    adjoint: Any,
) -> Request:
    """Check the arguments of ``zw.simulate``."""
    if not isinstance(system, System):
        raise TypeError(f"`system` is {system!r}; wanted a zw.System.")
    arguments.one_of("engine", engine, ENGINES)
    numbers, rest = split(p, np)
    seen, method = watched(events), checked_method(method, step)
    settings, times = _settings(rtol, atol, step), _times(t)
    settings = settings._replace(every=np.asarray(isinstance(t, tuple) and len(t) == 2))
    # What is known stays in NumPy: each operation of JAX is compiled at its first use.
    xp = np if is_concrete(q0, qd0, times[0]) else jnp
    q, qd, now = system.state(q0, qd0, times[0], xp, names=("q0", "qd0", "t"))
    state = State(*(xp.asarray(x, float) for x in (now, q, qd)))
    traced = not is_concrete(*state, times, *settings, *numbers)
    if traced and seen.events:
        raise ValueError("`events` need known numbers; wanted none inside jit, vmap and grad.")
    if not traced:
        _require_finite(q0=state.q, qd0=state.qd)
    limit = None if max_steps is None else arguments.whole("max_steps", max_steps)
    drift = _checked_drift(drift)
    if not traced and limit is None and step is None:
        _require_few_steps(drift, method, times)
    kind = loop_kind(adjoint)  # complains of what is none
    kind = kind if traced else "lax"
    program = Program(
        system=known(system, q, qd, now, numbers, rest),
        rest=rest,
        method=Keyed(method, key(method)),
        drift=drift,
        solver=IN_STEPS if solver is None else _checked_solver(solver),
        adaptive=step is None,
        events=_known_events(seen, q, qd, now, numbers, rest),
        kind=kind,
    )
    if traced:
        told, limit, numbers = {}, limit or TRACED_STEPS, list(map(jnp.asarray, numbers))
    else:
        told = {"rtol": float(rtol), "atol": float(atol)}
        told |= {"step": None if step is None else float(step), "method": type(method).__name__}
        told |= {"drift": repr(drift), "solver": repr(program.solver)}
    tools = method, drift, solver
    return Request(program, numbers, state, times, settings, limit, traced, kind, told, tools)


def _known_events(seen: Watched, *state: Any) -> Keyed:
    each = tuple(known(event, *state) for event in seen.events)
    return Keyed(seen, tuple(event.key for event in each), members=each)


def _settings(rtol: Any, atol: Any, step: Any) -> Settings:
    given = {"rtol": rtol, "atol": atol, "step": 0.0 if step is None else step}
    found = {name: as_floats(name, x, np if is_concrete(x) else jnp) for name, x in given.items()}
    for name, x in found.items():
        _require(x.ndim == 0, name, given[name], "one number")
    if is_concrete(*found.values()):
        _require(FINEST <= found["rtol"] < 1, "rtol", rtol, f"a number from {FINEST:g} to 1")
        _require(0 <= found["atol"] < np.inf, "atol", atol, "a number that is not negative")
        fixed = step is None or 0 < found["step"] < np.inf
        _require(fixed, "step", step, "a positive number or None")
    return Settings(**found, every=np.asarray(False))


def _times(t: Any) -> Any:
    """The times to land on, the start first."""
    if isinstance(t, dict):
        raise TypeError(f"`t` is {t!r}; wanted times. Is it `p`? Then write p=...")
    parts = t if isinstance(t, tuple | list) else (t,)
    xp = np if is_concrete(*parts) else jnp
    if isinstance(t, tuple | list):
        _require(len(t) > 1, "t", t, "a pair (start, end), or two or more times")
        numbers = [as_floats("t", x, xp) for x in t]
        _require(all(x.ndim == 0 for x in numbers), "t", t, "numbers")
        t = xp.stack(numbers)
    times = as_floats("t", t, xp)
    _require(times.ndim == 1 and len(times) > 1, "t", t, "a pair (start, end), or several times")
    if xp is np:
        _require(np.isfinite(times).all(), "t", t, "finite times")
        _require((np.diff(times) > 0).all(), "t", t, "times that increase")
    return times


def _checked_drift(drift: Any) -> Projection | Baumgarte | None:
    if drift is None or isinstance(drift, Projection | Baumgarte):
        return drift
    raise TypeError(f"`drift` is {drift!r}; wanted zw.Projection(), zw.Baumgarte(...) or None.")


def _require_few_steps(drift: Projection | Baumgarte | None, method: Any, times: Any) -> None:
    """Refuse what an explicit method would need hours for: its steps are shorter than the time
    in which the fed back errors die out.
    """
    if not isinstance(drift, Baumgarte) or tableau(method) is None:
        return
    times_over = drift.rate * float(times[-1] - times[0])
    if times_over > MOST_DECAYS:
        raise ValueError(
            f"`drift` is {drift!r}: errors die out {times_over:.1g} times over in the time asked "
            "for, and each of them takes some steps of an explicit method; wanted smaller gains, "
            "a method for stiff systems such as Kvaerno5(), or `max_steps`, to have it all the "
            "same."
        )


def _checked_solver(solver: Any) -> AbstractSolver:
    if isinstance(solver, AbstractSolver):
        return solver
    raise TypeError(f"`solver` is {solver!r}; wanted one such as zw.Auto().")


def _require_finite(**arrays: Any) -> None:
    for name, x in arrays.items():
        _require(np.isfinite(np.asarray(x)).all(), name, np.asarray(x), "finite numbers")


def _require(holds: Any, name: str, found: Any, wanted: str) -> None:
    if not holds:
        shown = repr(found) if np.size(found) < 10 else f"an array of the shape {np.shape(found)}"
        raise ValueError(f"`{name}` is {shown}; wanted {wanted}.")
