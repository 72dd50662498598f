"""Tables of a model file that say what to do: simulate, watch for events, draw, keep."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zwang.integrate.events import Event
from zwang.integrate.method.runge_kutta import checked_method, method_named
from zwang.integrate.options import FINEST
from zwang.integrate.projection import Baumgarte, Projection
from zwang.modelfile.expression.formula import difference, formula, of_state
from zwang.modelfile.expression.scope import VELOCITIES, Scope
from zwang.modelfile.tables.constraints import equations, names_of
from zwang.modelfile.tables.table import Table
from zwang.motion.store import FIELDS
from zwang.plots.panels import PANELS
from zwang.system.system import System

MOST_TIMES, MOST_PLOTS, MOST_EVENTS = 100_000, 50, 50

METHODS = (
    *("Dopri8", "Dopri5", "Tsit5", "Bosh3", "Heun", "Midpoint", "Ralston", "Euler"),
    *("Kvaerno3", "Kvaerno4", "Kvaerno5", "ImplicitEuler"),
)
TIMES = ("from", "until", "points", "times")
SETTINGS = ("rtol", "atol", "step", "method", "drift", "max_steps", "max_step", "breaks")
SIMULATE = (*TIMES, *SETTINGS, "assemble")
EVENT = ("name", "when", "direction", "terminal")
DIRECTIONS = {"both": 0, "rising": 1, "falling": -1}
PLOT = ("name", "show", "coordinates", "constraints", "x", "y", "equal")
KEEP = (*FIELDS, "force", "events", "observables")


class Plot(NamedTuple):
    """A picture that a file asks for: panels of ``motion.plot``, or curves of y over x."""

    name: str = ""  # of the picture; "" if it has none
    show: tuple[str, ...] = ()  # names of panels, see ``zw.Motion.plot``; none where ``y`` is given
    # coordinates, constraints: those to show; none means all
    coordinates: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()
    x: str = "t"  # what is drawn across, such as "t", "x", "x'", "energy", or an observable
    y: tuple[str, ...] = ()  # what is drawn upward, likewise
    equal: bool = False  # whether both scales are the same, as a path needs it


def times(table: Table, scope: Scope, numbers: dict[str, Any]) -> Any:
    """A span (start, end), or the times to report."""
    if "times" in table:
        for key in ("from", "until", "points"):
            if key in table:
                raise table.error(key, f"`{key}` beside `times`, which says all", on_key=True)
        value, keys = table.data["times"], (*table.keys, "times")
        if not isinstance(value, list) or not 2 <= len(value) <= MOST_TIMES:
            raise table.wrong(keys, value, f"a list of 2 to {MOST_TIMES} times")
        pairs = enumerate(value)
        found = np.array([table.value((*keys, i), x, scope, numbers) for i, x in pairs])
        if not (np.diff(found) > 0).all():
            raise table.wrong(keys, value, "times that increase")
        return found
    if "until" not in table:
        raise table.error(None, "[simulate] does not say how long; wanted `until = 10`")
    ends = [
        table.value((*table.keys, key), table.data.get(key, 0.0), scope, numbers)
        for key in ("from", "until")
    ]
    if not ends[0] < ends[1]:
        raise table.error("until", f"`until` is {ends[1]:g}; wanted a time after {ends[0]:g}")
    points = table.of("points", int)
    if points is None:
        return ends[0], ends[1]
    if not 2 <= points <= MOST_TIMES:
        raise table.error("points", f"`points` is {points}; wanted 2 to {MOST_TIMES}")
    found = np.linspace(ends[0], ends[1], points)
    if not (np.diff(found) > 0).all():
        raise table.error("points", f"`points` is {points}, more than there are floats between")
    return found


def settings(table: Table, scope: Scope, numbers: dict[str, Any]) -> dict[str, Any]:
    """What to tell ``zw.simulate``; the method by its name."""
    found: dict[str, Any] = {}
    limits = {
        "rtol": (lambda x: FINEST <= x < 1, f"a number from {FINEST:g} to 1"),
        "atol": (lambda x: x >= 0, "a number that is not negative"),
        "step": (lambda x: x > 0, "a positive number"),
        "max_step": (lambda x: x > 0, "a positive number"),
        "max_steps": (lambda x: 1 <= x <= 2**31, "a whole number from 1"),
    }
    for key, (holds, wanted) in limits.items():
        value = table.of(key, int if key == "max_steps" else float)
        if value is not None:
            if not holds(value):
                raise table.wrong((*table.keys, key), value, wanted)
            found[key] = value
    if "step" in found and "max_step" in found:
        raise table.error("max_step", "`max_step` beside `step`, which all steps have; wanted one")
    if "breaks" in table:
        value, keys = table.data["breaks"], (*table.keys, "breaks")
        if not isinstance(value, list) or len(value) > MOST_TIMES:
            raise table.wrong(keys, value, f"a list of at most {MOST_TIMES} times")
        pairs = enumerate(value)
        found["breaks"] = [table.value((*keys, i), x, scope, numbers) for i, x in pairs]
    if "method" in table:
        found["method"] = table.choice("method", METHODS)
        try:
            checked_method(method_named(found["method"]), found.get("step"))
        except ValueError:
            raise table.error(
                "method", f"`{found['method']}` does not estimate its error; give `step` with it"
            ) from None
    if "drift" in table:
        found["drift"] = _drift(table)
    return found


def _drift(table: Table) -> Projection | Baumgarte | None:
    if isinstance(table.data["drift"], dict):
        inner = table.table("drift")
        kind = inner.choice("kind", ("projection", "baumgarte"))
    else:
        inner, kind = None, table.choice("drift", ("projection", "baumgarte", "none"))
    if kind == "none":
        return None
    if kind == "projection":
        if inner is None:
            return Projection()
        inner.known(("kind", "iterations"))
        count = inner.of("iterations", int, Projection().iterations)
        if not 1 <= count <= 100:
            raise inner.error("iterations", f"`iterations` is {count}; wanted 1 to 100")
        return Projection(count)
    if inner is None or "alpha" not in inner or kind is None:
        raise table.error("drift", 'wanted drift = {kind = "baumgarte", alpha = 10}')
    inner.known(("kind", "alpha", "beta"))
    gains = [inner.of(key, float) for key in ("alpha", "beta")]
    for key, gain in zip(("alpha", "beta"), gains, strict=True):
        if gain is not None and gain < 0:
            raise inner.error(key, f"`{key}` is {gain:g}; wanted a number that is not negative")
    return Baumgarte(*gains)


def events(top: Table, scope: Scope) -> tuple[Event, ...]:
    """The events of a file."""
    found: list[Event] = []
    for table in top.tables("event"):
        table.known(EVENT)
        name = table.label("name")
        if name is None:
            raise table.error(None, "an event without a name; wanted `name`")
        if name in [event.name for event in found]:
            raise table.error("name", f"`name` is {name!r}, which another event has already")
        if isinstance(table.data.get("when"), list):
            raise table.error("when", "several equations; wanted one for each event")
        (moment,) = equations(table, "when", scope, VELOCITIES)
        direction = DIRECTIONS[table.choice("direction", list(DIRECTIONS), "both")]
        g = of_state(formula(scope, difference(moment)))
        found.append(Event(g, name, direction, table.of("terminal", bool, True)))
        if len(found) > MOST_EVENTS:
            raise table.error(None, f"more than {MOST_EVENTS} events; wanted fewer")
    return tuple(found)


def plots(top: Table, system: System) -> tuple[Plot, ...]:
    """The pictures that a file asks for."""
    found: list[Plot] = []
    coordinates, columns = system.coordinates or (), _columns(system)
    groups = [name for constraint in system.constraints for name in names_of(constraint)]
    several = [key for key, x in top.table("observables").data.items() if _is_list(x)]
    for table in top.tables("plot"):
        table.known(PLOT)
        plot = Plot(
            table.label("name") or "",
            table.names("show", PANELS, "panel"),
            table.names("coordinates", coordinates, "coordinate"),
            table.names("constraints", groups, "constraint"),
            (*table.names("x", columns, "quantity"), "t")[0],
            table.names("y", columns, "quantity"),
            table.of("equal", bool, False),
        )
        if isinstance(table.data.get("x"), list) or plot.x in several:
            raise table.error("x", "`x` is a list; wanted one quantity")
        if bool(plot.show) == bool(plot.y):
            raise table.error(
                None,
                'a plot has either `show`, such as ["coordinates"], or `y`, with or without `x`',
            )
        curves = [key for key in ("coordinates", "constraints") if key in table and plot.y]
        curves += [key for key in ("x", "equal") if key in table and plot.show]
        if curves:
            key = curves[0]
            raise table.error(key, f"`{key}` has no meaning in this plot", on_key=True)
        if plot.name and plot.name in [other.name for other in found]:
            raise table.error("name", f"`name` is {plot.name!r}, which another plot has already")
        found.append(plot)
        if len(found) > MOST_PLOTS:
            raise table.error(None, f"more than {MOST_PLOTS} plots; wanted fewer")
    return tuple(found)


def _columns(system: System) -> list[str]:
    """What the curves of a plot may be."""
    coordinates = system.coordinates or ()
    found = ["t", *coordinates, *(f"{name}'" for name in coordinates)]
    found += [name for name, _ in system.observables]
    return found + (["energy"] if system.energy is not None else [])


def _is_list(value: Any) -> bool:
    return isinstance(value, list) or (isinstance(value, str) and value.lstrip().startswith("["))
