"""Tables of a model file that say what a system must do: [[require]] and [control]."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from zwang.control.controller import Controller
from zwang.control.description import in_order
from zwang.control.track import track
from zwang.modelfile.expression.formula import formula, of_state
from zwang.modelfile.expression.scope import VELOCITIES, Scope
from zwang.modelfile.expression.tree import Number, Sign
from zwang.modelfile.tables.constraints import CONSTRAINT, constraints, names_of
from zwang.modelfile.tables.places import Keys
from zwang.modelfile.tables.table import Table, shape
from zwang.system.system import System

REQUIRE = (*CONSTRAINT, "gains")
LIMITS = ("lower", "upper")
CONTROL = ("weight", "actuation", "gains", "compromise", "C", *LIMITS, "priority")


def controlled(
    table: Table, top: Table, scope: Scope, numbers: dict[str, Any], system: System
) -> tuple[System, Controller | None]:
    """The system under the control that a file asks for, and the controller; else as it is."""
    table.known(CONTROL)
    required = constraints(top, "require", scope, REQUIRE)
    if not required:
        if "control" in top:
            raise table.error(None, "[control] without requirements; wanted [[require]]")
        return system, None
    inputs = len(scope.coordinates)
    actuation = None
    if "actuation" in table:
        actuation, inputs = _actuation(table, scope)
    many = f"{inputs} of them" if inputs > 1 else "a list of one"
    weight = _of_inputs(
        table,
        "weight",
        scope,
        ((), (inputs,), (inputs, inputs)),
        f"a number, {many}, or {inputs} rows of {inputs}",
    )
    wish = _of_inputs(table, "C", scope, ((inputs,),), f"a list of {inputs}, one for each input")
    limits = _limits(table, scope, inputs)
    held = {name for x in system.constraints for name in names_of(x)}
    for inner, one in zip(top.tables("require"), required, strict=True):
        if not names_of(one):
            raise inner.error(None, "a requirement without a name; wanted `name`")
        if held & set(names_of(one)):
            raise inner.error("name", "`name` is that of a constraint; wanted another")
    chosen = {  # whose errors have their place
        "gains": _gains(table, top, scope, numbers, required),
        "compromise": _compromise(table, required),
        "priority": _priority(table, required),
    }
    try:
        found = track(system, required, weight=weight, actuation=actuation, C=wish, **chosen)
        if limits is not None:
            found = found.limited(*limits)
        return found.closed_loop(), found
    except (TypeError, ValueError) as error:
        raise table.error(None, f"the control cannot be made: {str(error).rstrip('.')}") from None


def _of_inputs(table: Table, key: str, scope: Scope, shapes: tuple, wanted: str) -> Any:
    """A function of the state, of one of some shapes; None where the key is missing."""
    if key not in table:
        return None
    value, keys = table.data[key], (*table.keys, key)
    trees = _rows(table, keys, value, scope, key in LIMITS)
    if shape(trees) not in shapes:
        raise table.wrong(keys, value, wanted)
    return of_state(formula(scope, trees))


def _rows(table: Table, keys: Keys, value: Any, scope: Scope, endless: bool) -> Any:
    """Expressions; of limits also ``inf`` and ``-inf``, which are none."""
    if endless and isinstance(value, list) and value:
        return tuple(_rows(table, (*keys, i), x, scope, True) for i, x in enumerate(value))
    if endless and isinstance(value, float) and math.isinf(value):
        return Number(value) if value > 0 else Sign("-", Number(-value))
    return table.rows(keys, value, scope, VELOCITIES)


def _limits(table: Table, scope: Scope, inputs: int) -> tuple[Any, Any] | None:
    """The lower and the upper limit of the inputs; a side that is missing has none."""
    shapes, wanted = ((), (inputs,)), f"a number, or a list of {inputs}, one for each input"
    low, high = (_of_inputs(table, key, scope, shapes, wanted) for key in LIMITS)
    if low is None and high is None:
        return None
    values = [np.array(table.data.get(key, x)) for key, x in zip(LIMITS, (-np.inf, np.inf))]
    if all(x.dtype.kind in "if" for x in values) and not in_order(*values).all():
        # Of expressions the control says so, in the states in which it is so.
        key = LIMITS[0] if LIMITS[0] in table else LIMITS[1]
        raise table.error(key, "`lower` is not below `upper`, or there is no number between them")
    return -np.inf if low is None else low, np.inf if high is None else high


def _actuation(table: Table, scope: Scope) -> tuple[Any, int]:
    """The names of driven coordinates, or a matrix; and how many inputs that makes."""
    value, keys, n = table.data["actuation"], (*table.keys, "actuation"), len(scope.coordinates)
    entries = value if isinstance(value, list) else [value]
    if entries and all(isinstance(x, str) and not x.lstrip().startswith("[") for x in entries):
        found = table.names("actuation", scope.coordinates, "coordinate")
        return list(found), len(found)
    trees = table.rows(keys, value, scope, VELOCITIES)
    size = shape(trees)
    if size is None or len(size) != 2 or size[0] != n:
        wanted = f"names of coordinates, or {n} rows, one for each coordinate"
        raise table.wrong(keys, value, wanted)
    return of_state(formula(scope, trees)), size[1]


def _gains(
    table: Table, top: Table, scope: Scope, numbers: dict[str, Any], required: list
) -> dict[str, Any] | None:
    """alpha, or alpha and beta, by the names of requirements."""
    common = _pair(table, scope, numbers)
    found = {}
    for inner, one in zip(top.tables("require"), required, strict=True):
        own = _pair(inner, scope, numbers)
        if own is not None and one.level == 1 and len(own) > 1:
            raise inner.error("gains", "a requirement on velocities has one gain; wanted a number")
        gains = common if own is None else own
        if gains is not None and one.level < 2:
            short = one.level == 1 or len(gains) == 1
            found |= dict.fromkeys(names_of(one), gains[0] if short else tuple(gains))
    return found or None


def _pair(table: Table, scope: Scope, numbers: dict[str, Any]) -> list[float] | None:
    """alpha alone, or alpha and beta; None where nothing is said."""
    if "gains" not in table:
        return None
    value, keys = table.data["gains"], (*table.keys, "gains")
    entries = value if isinstance(value, list) else [value]
    if len(entries) not in (1, 2):
        raise table.wrong(keys, value, "alpha, or [alpha, beta]")
    paths = [(*keys, i) for i in range(len(entries))] if entries is value else [keys]
    only = Scope(parameters=scope.parameters)
    found = [table.value(at, x, only, numbers) for at, x in zip(paths, entries, strict=True)]
    if min(found) < 0:
        raise table.wrong(keys, value, "gains that are not negative")
    return found


def _compromise(table: Table, required: list) -> Any:
    if "compromise" not in table:
        return None
    if isinstance(table.data["compromise"], bool):
        return table.data["compromise"]
    inner = table.table("compromise")
    inner.known([name for one in required for name in names_of(one)])
    return {name: inner.finite((*inner.keys, name), x) for name, x in inner.data.items()}


def _priority(table: Table, required: list) -> dict[str, int] | None:
    """The levels of requirements by name, 0 the highest."""
    if "priority" not in table:
        return None
    inner = table.table("priority")
    inner.known([name for one in required for name in names_of(one)])
    for name, level in inner.data.items():
        if inner.of(name, int) < 0:
            raise inner.wrong((*inner.keys, name), level, "a level: 0 for the highest, 1, 2, ...")
    return dict(inner.data)
