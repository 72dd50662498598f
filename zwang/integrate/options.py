"""What is asked of a motion besides its system, its start, its times and its parameters.

One frozen object, checked where it is made; ``zw.simulate``, ``zw.simulate_many`` and all that
computes motions hand it on. What it says by default stands here and nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cached_property
from types import NoneType
from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.base import arguments
from zwang.base.arrays import as_floats, is_concrete
from zwang.base.identity.keyed import Keyed, key
from zwang.base.parameters import Settings as Told
from zwang.integrate.course import Settings
from zwang.integrate.events import Watched, watched
from zwang.integrate.method.breaks import checked
from zwang.integrate.method.runge_kutta import IN_STEPS, checked_method, loop_kind, tableau
from zwang.integrate.projection import INDEPENDENT, Baumgarte, Projection
from zwang.solvers import AbstractSolver, Auto

# Rows of a motion lie on the constraints.
IN_ROWS = Auto(rank=INDEPENDENT, consistency=1e-6)

LIMITS = ("max_step", "breaks")  # among the settings of a motion only if they were given
ENGINES = ("auto", "native", "jax")
FINEST = 1e-13  # rtol below which rounding decides about steps
PLAIN = {float, int, NoneType, str, bool}  # of which equal ones are the same


@dataclass(frozen=True, eq=False)
class Options:
    """What is asked of a motion; each as for ``zw.simulate``."""

    # rtol, atol: tolerated error
    rtol: Any = 1e-9
    atol: Any = 1e-12
    step: Any = None  # length of fixed steps, or None
    method: Any = None  # a Runge-Kutta method of diffrax, or None for the default
    drift: Any = Projection()  # ``zw.Projection()``, ``zw.Baumgarte(alpha, beta)`` or None
    solver: Any = None  # of the accelerations, or None for the default
    events: Any = ()  # one ``zw.Event`` or several
    max_steps: int | None = None  # steps to try at most, or None
    engine: str = "auto"  # one of ``engines``
    adjoint: Any = None  # of diffrax, or None
    # progress, throw: whether to show a bar, and whether a failure raises
    progress: bool = False
    throw: bool = True
    max_step: Any = None  # the longest step, or None
    breaks: Any = ()  # times at which functions jump or kink
    engines: tuple[str, ...] = ENGINES  # those that there are
    # the numbers, as arrays; not every step is reported
    settings: Settings = field(init=False, repr=False)
    watched: Watched = field(init=False, repr=False)  # the events together
    used_method: Keyed = field(init=False, repr=False)  # with its key
    # of the loops inside of other programs, see ``loop_kind``
    kind: str = field(init=False, repr=False)
    # whether all numbers can be looked at now, that is, none is being traced
    known: bool = field(init=False, repr=False)

    def __post_init__(self):
        arguments.flag("progress", self.progress)
        arguments.flag("throw", self.throw)
        arguments.one_of("engine", self.engine, self.engines)
        if self.max_steps is not None:
            arguments.whole("max_steps", self.max_steps)
        if self.drift is not None and not isinstance(self.drift, Projection | Baumgarte):
            wanted = "zw.Projection(), zw.Baumgarte(...) or None"
            raise TypeError(f"`drift` is {self.drift!r}; wanted {wanted}.")
        if self.solver is not None and not isinstance(self.solver, AbstractSolver):
            raise TypeError(f"`solver` is {self.solver!r}; wanted one such as zw.Auto().")
        method = checked_method(self.method, self.step)
        settings = _settings(self.rtol, self.atol, self.step)
        breaks, longest = checked(self.breaks), _longest(self.max_step, self.step)
        made = {"settings": settings, "breaks": breaks, "max_step": longest}
        made["known"] = is_concrete(*settings[:3], longest, breaks)
        made |= {"watched": watched(self.events), "used_method": Keyed(method, key(method))}
        for name, x in (made | {"kind": loop_kind(self.adjoint)}).items():
            object.__setattr__(self, name, x)

    @property
    def given(self) -> dict[str, Any]:
        """All of them as they were given, by the names of ``zw.simulate``."""
        return {item.name: getattr(self, item.name) for item in fields(self) if item.init}

    @cached_property
    def every(self) -> Settings:
        """The numbers, with every step reported."""
        return self.settings._replace(every=np.asarray(True))

    @cached_property
    def decay(self) -> float:
        """Rate of Baumgarte's errors where an explicit method has to follow them, or 0."""
        if not isinstance(self.drift, Baumgarte) or self.max_steps or self.step is not None:
            return 0.0
        return 0.0 if tableau(self.used_method.value) is None else self.drift.rate

    @cached_property
    def step_solver(self) -> AbstractSolver:
        """Of the accelerations in the steps."""
        return IN_STEPS if self.solver is None else self.solver

    @cached_property
    def row_solver(self) -> AbstractSolver:
        """Of the reported rows."""
        return IN_ROWS if self.solver is None else self.solver

    @cached_property
    def tools(self) -> tuple[Any, Any, Any]:
        """Method, drift control and solver, to go on with."""
        return self.used_method.value, self.drift, self.solver

    @property
    def _limits(self) -> dict[str, Any]:
        """The longest step and breaks, if there are any."""
        found = {} if self.max_step is None else {"max_step": float(self.max_step)}
        return found | ({"breaks": self.breaks} if self.breaks else {})

    @cached_property
    def told(self) -> Told:
        """The settings in words and numbers, for a Motion; numbers must be known."""
        return Told(
            {
                "rtol": float(self.rtol),
                "atol": float(self.atol),
                "step": None if self.step is None else float(self.step),
                **self._limits,
                "method": type(self.used_method.value).__name__,
                "drift": repr(self.drift),
                "solver": repr(self.step_solver),
            }
        )


def options(
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
    progress: Any,
    throw: Any,
    max_step: Any,
    breaks: Any,
) -> Options:
    """``Options``, checked once for all calls that ask alike: for the same objects, equal
    numbers.
    """
    events = tuple(events) if isinstance(events, tuple | list) else (events,)
    breaks = checked(breaks) if np.size(breaks) else ()
    plain = rtol, atol, step, max_steps, engine, progress, throw, max_step
    # Options hold their objects, so that no other has the id of one while they are kept.
    objects = id(method), id(drift), id(solver), id(adjoint), *map(id, events)
    kinds = (*map(type, plain),)
    plain_breaks = type(breaks) is tuple
    name = (plain, kinds, objects, breaks) if plain_breaks and PLAIN.issuperset(kinds) else None
    if name in _KEPT:
        return _KEPT[name]
    given = rtol, atol, step, method, drift, solver, events, max_steps, engine, adjoint
    found = Options(*given, progress, throw, max_step, breaks)
    if name is not None:
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        _KEPT[name] = found
    return found


_KEPT: dict[tuple[Any, ...], Options] = {}
MOST_KEPT = 256


def _settings(rtol: Any, atol: Any, step: Any) -> Settings:
    given = {"rtol": rtol, "atol": atol, "step": 0.0 if step is None else step}
    found = {name: as_floats(name, x, np if is_concrete(x) else jnp) for name, x in given.items()}
    for name, x in found.items():
        require(x.ndim == 0, name, given[name], "one number")
    if is_concrete(*found.values()):
        require(FINEST <= found["rtol"] < 1, "rtol", rtol, f"a number from {FINEST:g} to 1")
        require(0 <= found["atol"] < np.inf, "atol", atol, "a number that is not negative")
        fixed = step is None or 0 < found["step"] < np.inf
        require(fixed, "step", step, "a positive number or None")
    return Settings(**found, every=np.asarray(False))


def _longest(max_step: Any, step: Any) -> Any:
    """``max_step``, checked."""
    if max_step is None:
        return None
    if step is not None:
        raise ValueError("`max_step` is given, and `step` too, which all steps have; wanted one.")
    found = as_floats("max_step", max_step, np if is_concrete(max_step) else jnp)
    holds = found.ndim == 0 and (not is_concrete(found) or 0 < found < np.inf)
    require(holds, "max_step", max_step, "a positive number or None")
    return found


def require(holds: Any, name: str, found: Any, wanted: str) -> None:
    """Raise, with the argument by name, unless something holds of it."""
    if not holds:
        shown = repr(found) if np.size(found) < 10 else f"an array of the shape {np.shape(found)}"
        raise ValueError(f"`{name}` is {shown}; wanted {wanted}.")
