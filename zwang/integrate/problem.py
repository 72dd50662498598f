"""A motion that is asked for: all arguments of ``zw.simulate``, checked and put into order."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import as_floats, is_concrete
from zwang.base.identity.keyed import Keyed
from zwang.base.parameters import Parameters, plain_numbers
from zwang.equation.known import known
from zwang.integrate.course import Settings, State
from zwang.integrate.method.runge_kutta import Program, tableau
from zwang.integrate.options import IN_ROWS, Options, require
from zwang.integrate.projection import Baumgarte
from zwang.system.system import System

MOST_DECAYS = 1e6  # of Baumgarte's errors; minutes of steps
TRACED_STEPS = 4096  # tried between two times, where a motion is part of a larger program
MOST_KEPT = 64  # programs of one description; who asks for more asks anew each time


class Request(NamedTuple):
    """A motion that is asked for.

    Attributes
    ----------
    program : what moves, and how: all that is compiled for
    parameters : of the system
    start : time and state
    times : (K,)    the start, then the times to land on
    settings : tolerances and such, as arrays
    options : what else is asked of it
    traced : whether some number is not known yet
    """

    program: Program
    parameters: Parameters
    start: State
    times: Any
    settings: Settings
    options: Options
    traced: bool

    @property
    def numbers(self) -> list[Any]:
        """Of the parameters; inside a trace all are arrays of JAX."""
        numbers = self.parameters.numbers
        return list(map(jnp.asarray, numbers)) if self.traced else numbers

    @property
    def span(self) -> Any:
        """From the start to the end."""
        return self.times[-1] - self.times[0]

    @property
    def max_steps(self) -> int | None:
        """Limit of the steps tried, or None."""
        return self.options.max_steps or (TRACED_STEPS if self.traced else None)

    @property
    def row_solver(self) -> Any:
        """The solver for the reported rows."""
        return self.options.row_solver

    def row_cut(self, course: Any) -> Any:
        """The cut of the rank rule for rows of a motion; None where the user chose a solver.

        Parameters
        ----------
        course : the motion's; None before it has one
        """
        if self.options.solver is not None:
            return None
        return np.asarray(IN_ROWS.rank, float) if course is None else course.cut


def request(system: System, q0: Any, qd0: Any, t: Any, p: Any, options: Options) -> Request:
    """A motion of a system, with its arguments checked.

    Parameters
    ----------
    system, q0, qd0, t, p : as for ``zw.simulate``
    options : all else
    """
    if not isinstance(system, System):
        raise TypeError(f"`system` is {system!r}; wanted a zw.System.")
    parameters, times = Parameters(p), _times(t)
    every = isinstance(t, tuple) and len(t) == 2
    settings = options.every if every else options.settings
    # What is known stays in NumPy: each operation of JAX is compiled at its first use.
    xp = np if is_concrete(q0, qd0, times) else jnp
    q, qd, now = system.state(q0, qd0, times[0], xp, names=("q0", "qd0", "t"))
    state = State(*(xp.asarray(x, float) for x in (now, q, qd)))
    traced = xp is jnp or not (parameters.known and is_concrete(*settings))
    if traced and options.watched.events:
        raise ValueError("`events` need known numbers; wanted none inside jit, vmap and grad.")
    if not traced:
        for name, x in (("q0", state.q), ("qd0", state.qd)):
            if not np.isfinite(x).all():
                require(False, name, x, "finite numbers")
        _require_few_steps(options, times)
    program = program_of(system, state, parameters, options, traced=traced)
    return Request(program, parameters, state, times, settings, options, traced)


def program_of(
    system: System,
    state: State,
    parameters: Parameters,
    options: Options,
    *,
    traced: bool = False,
) -> Program:
    """What moves, and how: made once for what was traced, and for the same options.

    Parameters
    ----------
    system : the description
    state, parameters : of which shapes and types count, and what is no number
    options : how it moves
    traced : whether some number is not known yet
    """
    given, rest = (state.q, state.qd, state.t, ()), parameters.rest
    moves = known(system, *given, rest, shapes=parameters.shapes)
    events = options.watched.events
    each = tuple(known(event, *given, rest, shapes=parameters.shapes) for event in events)
    name = options, each
    if not traced and name in moves.kept:
        return moves.kept[name]
    program = Program(
        system=moves,
        rest=rest,
        method=options.used_method,
        drift=options.drift,
        solver=options.step_solver,
        adaptive=options.step is None,
        events=Keyed(options.watched, tuple(event.key for event in each), members=each),
        kind=options.kind if traced else "lax",
    )
    if not traced:  # what is traced must not outlive its trace
        if len(moves.kept) >= MOST_KEPT:
            moves.kept.clear()
        moves.kept[name] = program
    return program


def _times(t: Any) -> Any:
    """The times to land on, the start first."""
    if isinstance(t, dict):
        raise TypeError(f"`t` is {t!r}; wanted times. Is it `p`? Then write p=...")
    parts = t if isinstance(t, tuple | list) else (t,)
    plain = plain_numbers(parts)
    if plain is not None and len(plain) > 1:
        return _increasing(plain, t)
    xp = np if is_concrete(*parts) else jnp
    if isinstance(t, tuple | list):
        require(len(t) > 1, "t", t, "a pair (start, end), or two or more times")
        numbers = [as_floats("t", x, xp) for x in t]
        require(all(x.ndim == 0 for x in numbers), "t", t, "numbers")
        t = xp.stack(numbers)
    times = as_floats("t", t, xp)
    require(times.ndim == 1 and len(times) > 1, "t", t, "a pair (start, end), or several times")
    return _increasing(times, t) if xp is np else times


def _increasing(times: Any, t: Any) -> Any:
    # Times that increase without a NaN among them are finite if the first and the last are.
    if not (times[1:] > times[:-1]).all() or not np.isfinite(times[0] + times[-1]):
        require(np.isfinite(times).all(), "t", t, "finite times")
        require((times[1:] > times[:-1]).all(), "t", t, "times that increase")
    return times


def _require_few_steps(options: Options, times: Any) -> None:
    """Refuse what an explicit method would need hours for: its steps are shorter than the time
    in which the fed back errors die out.
    """
    drift = options.drift
    if not isinstance(drift, Baumgarte) or options.max_steps or options.step is not None:
        return
    if tableau(options.used_method.value) is None:
        return
    times_over = drift.rate * float(times[-1] - times[0])
    if times_over > MOST_DECAYS:
        raise ValueError(
            f"`drift` is {drift!r}: errors die out {times_over:.1g} times over in the time asked "
            "for, and each of them takes some steps of an explicit method; wanted smaller gains, "
            "a method for stiff systems such as Kvaerno5(), or `max_steps`, to have it all the "
            "same."
        )
