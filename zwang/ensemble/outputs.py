"""What the members of an ensemble leave behind: at which times, and which variables."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np

from zwang.base import arguments
from zwang.base.functions import STATE, bind, join, split
from zwang.base.names import look_up, names_of
from zwang.equation.observe import Observed, observe
from zwang.motion.store import COORDINATE, FIELDS, HOLONOMIC, ROW, TIME
from zwang.system.system import System

END, TIMES, MOTION, AUTO = "end", "times", "motion", "auto"
STATES = ("q", "qd")
MEMBER, EVENT = "member", "event"
# What an Ensemble has by itself, as data, as dimensions or as something to ask it for.
TAKEN = frozenset(
    "status t_end q_end qd_end accepted rejected crossings event_count event_time q0 qd0 member "
    "event time coordinate row holonomic t p ok failed counts motion mean covariance quantiles "
    "histogram variable variables engine plan reduced settings data dims coords constants "
    "coordinates observables plot save load to_xarray holds show".split()
)


@dataclass(frozen=True)
class Keep:
    """What to keep."""

    rows: str  # "end" for the last of the times only, "times" for all of them
    names: tuple[str, ...]  # of the variables: fields of a Motion, and observables

    @property
    def follows(self) -> bool:
        """Whether some variable has to be computed from the states."""
        return any(name not in STATES for name in self.names)


def with_observables(system: System, keep: Any, observables: Any) -> System:
    """The system with the observables that are to be kept."""
    added: dict[str, Any] = {}
    for argument, given in (("observables", observables), ("keep", keep)):
        if isinstance(given, Mapping):
            arguments.mapping(argument, given, "functions by name")
            for name, function in given.items():
                if name in FIELDS or name in TAKEN or name.startswith("p."):
                    raise ValueError(
                        f"`{argument}` has the name {name!r}, which every ensemble has; wanted "
                        "another name."
                    )
                added[name] = bind(f"the observable {name!r}", function, STATE)
        elif argument == "observables" and given is not None:
            raise TypeError(
                f"`observables` is {given!r}; wanted functions by name, such as "
                '{"height": lambda q: q[1]}.'
            )
    if not added:
        return system
    known = {name: function for name, function in system.observables if name not in added}
    return _replaced(system, known | added)


def _replaced(system: System, observables: dict[str, Any]) -> System:
    other = copy.copy(system)
    object.__setattr__(other, "observables", tuple(observables.items()))
    return other


def checked_keep(keep: Any, system: System, span: bool, observables: Any) -> Keep:
    """What the user wants to keep, in full."""
    besides = tuple(observables or ())
    rows = END if span else TIMES
    every = [name for name in FIELDS if name != "energy" or system.energy is not None]
    seen = [name for name, _ in system.observables]
    if isinstance(keep, str) and keep in (AUTO, END, TIMES, MOTION):
        if keep == MOTION:
            if span:
                raise ValueError(
                    "`keep` is 'motion' and `t` a span, in which every member takes steps of its "
                    "own; wanted times in `t`, such as np.linspace(0, 10, 201). All steps of one "
                    "member: ensemble.motion(i)."
                )
            return Keep(TIMES, (*every, *seen))
        return Keep(rows if keep == AUTO else keep, (*STATES, *besides))
    if isinstance(keep, Mapping):
        names = tuple(keep)
    else:
        names = tuple(keep) if isinstance(keep, list | tuple | set | frozenset) else (keep,)
    if not names or not all(isinstance(name, str) for name in names):
        raise TypeError(
            f"`keep` is {keep!r}; wanted 'end', 'times', 'motion', names of variables such as "
            "['q', 'energy'], or functions by name such as {'height': lambda q: q[1]}."
        )
    known = dict.fromkeys([*every, *seen])
    for name in names:
        if name not in known:
            _refuse(name, known)
    return Keep(rows, tuple(dict.fromkeys((*names, *besides))))


def _refuse(name: str, known: dict[str, None]) -> None:
    if name == "energy":
        raise ValueError("`keep` has 'energy', and the system has none: System(..., energy=...).")
    try:
        look_up(name, known, what="keep")
    except ValueError as error:
        raise ValueError(f"`keep` has {name!r}: {error}") from None


# -- shapes and names, before anything is computed -------------------------------------------------


def shapes(system: System, n: int, p: Any) -> Observed:
    """Shapes and types of all that follows from one row."""
    numbers, rest = split(p)
    q = jax.ShapeDtypeStruct((n,), np.float64)
    t = jax.ShapeDtypeStruct((), np.float64)

    def look(t, q, qd, numbers):
        seen = observe(system, t[None], q[None], qd[None], join(numbers, rest))
        return jax.tree.map(lambda x: x[0], seen)

    return jax.eval_shape(look, t, q, q, numbers)


def layout(
    names: tuple[str, ...], seen: Callable[[], Observed], n: int, dtype: Any
) -> dict[str, tuple[tuple[str, ...], tuple[int, ...], np.dtype]]:
    """For each variable that is kept its dimensions, its shape in one row, and its type."""
    found = {}
    for name in names:
        if name in STATES:
            found[name] = (TIME, COORDINATE), (n,), np.dtype(dtype)
        elif name in FIELDS:
            x = getattr(seen(), name)
            kind = np.dtype(np.int32) if name == "rank" else np.dtype(dtype)
            found[name] = FIELDS[name][0], x.shape, kind
        else:
            x = seen().observables[name]
            place = list(seen().observables).index(name)
            axes = (f"observable_{place}_axis_{axis}" for axis in range(1, len(x.shape) + 1))
            found[name] = (TIME, *axes), x.shape, np.dtype(dtype)
    return found


def labels(
    used: set[str], system: System, n: int, seen: Callable[[], Observed]
) -> dict[str, tuple[str, ...]]:
    """Names along the dimensions."""
    found = {COORDINATE: names_of(system.coordinates, n)}
    if ROW in used or HOLONOMIC in used:
        rows = seen().rows
        found |= {ROW: rows.names, HOLONOMIC: rows.names[: rows.positions]}
    return found
