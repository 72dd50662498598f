"""A motion that is asked for: all arguments of ``zw.simulate``, checked and put into order."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import as_floats, is_concrete
from zwang.base.identity.keyed import MEMORY, Keyed, memory_of
from zwang.base.parameters import Parameters, plain_numbers
from zwang.equation.acceleration_form import rows_of
from zwang.equation.known import known
from zwang.integrate.course import Settings, State
from zwang.integrate.method.breaks import Stops
from zwang.integrate.method.breaks import stops as together
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.options import IN_ROWS, Options, require
from zwang.system.origin import AbstractGuard
from zwang.system.system import System

MOST_DECAYS = 1e6  # of Baumgarte's errors; minutes of steps
SHARE = 0.01  # of the time: the longest step of a system into which time enters
TRACED_STEPS = 4096  # tried between two times, where a motion is part of a larger program
MOST_KEPT = 64  # of one description; who asks for more asks anew each time
SETUPS, FLOAT = "setups", np.dtype(float)


@dataclass(frozen=True, eq=False)
class Setup:
    """What is known of a motion before its numbers: made once, and kept with its system."""

    program: Program  # what moves, and how: all that is compiled for
    options: Options  # what else is asked of it
    traced: bool  # whether some number is not known yet
    guarded: bool  # whether what the system comes from watches over its starts
    # for a kind of parameters what makes the machine, once that was chosen
    machines: dict[Hashable, Callable[[Parameters], Any]] = field(default_factory=dict)


class Request(NamedTuple):
    """A motion that is asked for."""

    setup: Setup  # what is known of it before its numbers
    parameters: Parameters  # of the system
    start: State  # time and state
    times: Any  # (K,) the start, then the times to land on
    settings: Settings  # tolerances and such, as arrays
    wanted: Any  # (T,) the start, then the times to report
    stops: Stops | None = None  # how these and ``times`` belong together; None if they are the same

    def over(self, start: State, wanted: Any) -> Request:
        """The same from another start, over other times.

        Without a word of the user's a step is at most SHARE of the time if time enters: a force
        may act for a short time only, and a system at rest shows nothing of it.
        """
        options, settings, stops = self.options, self.settings, None
        if options.max_step is not None:
            settings = settings._replace(longest=options.max_step)
        elif self.program.timed and options.step is None:
            settings = settings._replace(longest=SHARE * (wanted[-1] - wanted[0]))
        times = wanted
        if len(options.breaks):
            stops = together(wanted, options.breaks, every=bool(settings.every))
            times, settings = stops.times, settings._replace(gaps=stops.gaps)
            start = start._replace(t=times[0])
        return Request(self.setup, self.parameters, start, times, settings, wanted, stops)

    @property
    def program(self) -> Program:
        """What moves, and how."""
        return self.setup.program

    @property
    def options(self) -> Options:
        """What else is asked of it."""
        return self.setup.options

    @property
    def traced(self) -> bool:
        """Whether some number is not known yet."""
        return self.setup.traced

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
        """The cut of the rank rule for rows of a motion; None where the user chose a solver."""
        if self.setup.options.solver is not None:
            return None
        return np.asarray(IN_ROWS.rank, float) if course is None else course.cut


def request(system: System, q0: Any, qd0: Any, t: Any, p: Any, options: Options) -> Request:
    """A motion of a system, with its arguments checked."""
    if not isinstance(system, System):
        raise TypeError(f"`system` is {system!r}; wanted a zw.System.")
    parameters, times = Parameters(p), _times(t)
    settings = options.every if isinstance(t, tuple) and len(t) == 2 else options.settings
    # What is known stays in NumPy: each operation of JAX is compiled at its first use.
    xp, q, qd = np, q0, qd0
    if not (type(q) is type(qd) is type(times) is np.ndarray and q.dtype == qd.dtype == FLOAT):
        xp = np if is_concrete(q, qd, times) else jnp
        q, qd = (xp.asarray(as_floats(*x, xp), float) for x in (("q0", q), ("qd0", qd)))
    state, name = State(times[0], q, qd), (options, q.shape, qd.shape, parameters.kind)
    traced = xp is jnp or not (parameters.known and options.known)
    memory = vars(system).get(MEMORY)
    kept = None if memory is None or traced else memory.get(SETUPS)
    setup = kept.get(name) if kept else None
    if setup is None or options.watched.events:
        setup = _set_up(system, state, parameters, options, setup, traced=traced)
        if not traced:  # what is traced must not outlive its trace
            _keep(system, kept, name, setup)
    if not traced:
        for argument, x in (("q0", q), ("qd0", qd)):
            if not all(map(isfinite, x.tolist())):
                require(False, argument, x, "finite numbers")
        if options.decay:
            _require_few_steps(options, times)
        if options.watched.events:
            _require_unique(system, state, parameters, options)
    made = Request(setup, parameters, state, times, settings, times)
    plain = options.max_step is None and not setup.program.timed and not len(options.breaks)
    return made if plain else made.over(state, times)


def _set_up(
    system: System,
    state: State,
    parameters: Parameters,
    options: Options,
    former: Setup | None,
    *,
    traced: bool,
) -> Setup:
    """What is known of a motion before its numbers; the former, if that is still true."""
    if former is None:
        xp = jnp if traced else np
        system.state(state.q, state.qd, state.t, xp, names=("q0", "qd0", "t"))
    if traced and options.watched.events:
        raise ValueError("`events` need known numbers; wanted none inside jit, vmap and grad.")
    program = program_of(system, state, parameters, options, traced=traced)
    if former is not None and former.program is program:
        return former
    return Setup(program, options, traced, guarded=isinstance(system.origin, AbstractGuard))


def _keep(system: System, kept: dict | None, name: Hashable, setup: Setup) -> None:
    """Keep what was set up, beside what is kept already."""
    memory = memory_of(system)
    if memory is not None and (kept is None or len(kept) >= MOST_KEPT):
        kept = {}
        memory[SETUPS] = kept
    if kept is not None:
        kept[name] = setup


def program_of(
    system: System,
    state: State,
    parameters: Parameters,
    options: Options,
    *,
    traced: bool = False,
) -> Program:
    """What moves, and how: made once for what was traced, and for the same options."""
    given, rest = (state.q, state.qd, state.t, ()), parameters.rest
    moves = known(system, *given, rest, shapes=parameters.shapes)
    events = options.watched.events
    asked = {"shapes": parameters.shapes, "lam": None}
    if any(event.g.asks_for("lam") for event in events):
        asked["lam"] = len(rows_of(system, state.q, state.qd, state.t, parameters.value).names)
    each = tuple(known(event, *given, rest, **asked) for event in events)
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
        events=Keyed(options.watched, tuple(event.key for event in each)),
        kind=options.kind if traced else "lax",
        timed=any(x.timed for x in (moves, *each)),
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
    listed = isinstance(t, tuple | list)
    times, xp = plain_numbers(t) if listed and len(t) > 1 else None, np
    if times is None:
        xp, given = np if is_concrete(*(t if listed else (t,))) else jnp, t
        if listed:
            require(len(t) > 1, "t", t, "a pair (start, end), or two or more times")
            numbers = [as_floats("t", x, xp) for x in t]
            require(all(x.ndim == 0 for x in numbers), "t", t, "numbers")
            given = xp.stack(numbers)
        times = as_floats("t", given, xp)
        require(times.ndim == 1 and len(times) > 1, "t", t, "a pair (start, end), or several times")
    if xp is np:
        # Times that increase, with no NaN among them, are finite if the first and the last are.
        rising = times[0] < times[1] if len(times) == 2 else (times[1:] > times[:-1]).all()
        if not (rising and isfinite(times[0]) and isfinite(times[-1])):
            require(np.isfinite(times).all(), "t", t, "finite times")
            require(rising, "t", t, "times that increase")
    return times


def _require_unique(system: System, state: State, parameters: Parameters, options: Options) -> None:
    """Refuse events of multipliers that are not unique at the start."""
    for event in options.watched.events:
        if event.g.asks_for("lam"):
            given = state.q, state.qd, state.t, parameters.value
            found = system.acceleration(*given, solver=options.row_solver, throw=False)
            if int(found.rank) < len(found.lam):
                raise ValueError(
                    f"{event.g.what} asks for `lam`, which is not unique: {len(found.lam)} rows of "
                    f"constraints have the rank {int(found.rank)}, see zw.check. Wanted a function "
                    "of `Qc`, or constraints that are independent."
                )


def _require_few_steps(options: Options, times: Any) -> None:
    """Refuse what an explicit method would need hours for: its steps are shorter than the time
    in which the fed back errors die out.
    """
    times_over = options.decay * float(times[-1] - times[0])
    if times_over > MOST_DECAYS:
        raise ValueError(
            f"`drift` is {options.drift!r}: errors die out {times_over:.1g} times over in the time "
            "asked for, and each of them takes some steps of an explicit method; wanted smaller "
            "gains, a method for stiff systems such as Kvaerno5(), or `max_steps`, to have it all "
            "the same."
        )
