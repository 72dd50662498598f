"""Equations of a model file, and the constraints that they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zwang.modelfile.expression.formula import (
    difference,
    formula,
    linear_accelerations,
    linear_velocities,
    of_position,
    of_state,
)
from zwang.modelfile.expression.grammar import Equation, equation
from zwang.modelfile.expression.scope import ACCELERATIONS, POSITIONS, VELOCITIES, Scope
from zwang.modelfile.expression.tree import show
from zwang.modelfile.tables.table import Table
from zwang.system.constraints import (
    AbstractConstraint,
    AccelerationLevel,
    Holonomic,
    Nonholonomic,
    Pfaffian,
)

MOST_CONSTRAINTS = 500

CONSTRAINT = ("name", "kind", "equation")
KINDS = {
    "holonomic": POSITIONS,
    "nonholonomic": VELOCITIES,
    "pfaffian": VELOCITIES,
    "acceleration": ACCELERATIONS,
}


def constraints(
    top: Table, key: str, scope: Scope, keys: Sequence[str] = CONSTRAINT
) -> list[AbstractConstraint]:
    """The constraints in a list of tables."""
    found, taken = [], {}
    tables = list(top.tables(key))
    if len(tables) > MOST_CONSTRAINTS:
        raise top.error(key, f"{len(tables)} of [[{key}]]; wanted at most {MOST_CONSTRAINTS}")
    for table in tables:
        table.known(keys)
        found.append(_constraint(table, scope))
        for one in names_of(found[-1]):
            if one in taken:
                raise table.error("name", f"`name` is {one!r}, which another has already")
            taken[one] = True
    return found


def names_of(constraint: AbstractConstraint) -> tuple[str, ...]:
    """The names of a constraint: one, one for each row, or none."""
    name = constraint.name
    return (name,) if isinstance(name, str) else tuple(name or ())


def equations(table: Table, key: str, scope: Scope, level: int) -> list[Equation]:
    """One equation, or several in a list."""
    if key not in table:
        raise table.error(None, f'wanted `{key}`, such as {key} = "x^2 + y^2 = L^2"')
    value, keys = table.data[key], (*table.keys, key)
    listed = isinstance(value, list)
    if listed and not value:
        raise table.wrong(keys, value, "one equation or more")
    places = [((*keys, i), x) for i, x in enumerate(value)] if listed else [(keys, value)]
    found = []
    for place, text in places:
        both = table.parsed(place, text, equation, "an equation in quotes")
        found.append(Equation(*table.checked(place, text, both, scope, level)))
    return found


def _constraint(table: Table, scope: Scope) -> AbstractConstraint:
    rows = [difference(x) for x in equations(table, "equation", scope, ACCELERATIONS)]
    kind = table.choice("kind", list(KINDS)) or _kind(rows, scope)
    for row in rows:
        _require_kind(table, row, kind, scope)
    trees = rows[0] if not isinstance(table.data["equation"], list) else tuple(rows)
    found, name = formula(scope, trees), _names(table, len(rows))
    match kind:
        case "holonomic":
            return Holonomic(of_position(found), name)
        case "nonholonomic":
            return Nonholonomic(of_state(found), name)
        case "pfaffian":
            return Pfaffian(*linear_velocities(found), name)
    return AccelerationLevel(*linear_accelerations(found), name)


def _kind(rows: Sequence[Any], scope: Scope) -> str:
    """What equations are, by what they depend on."""
    level = max(scope.level(row) for row in rows)
    if level <= POSITIONS:
        return "holonomic"
    if level == ACCELERATIONS:
        return "acceleration"
    linear = all(scope.degree(row, VELOCITIES) < 2 for row in rows)
    return "pfaffian" if linear else "nonholonomic"


def _require_kind(table: Table, row: Any, kind: str, scope: Scope) -> None:
    level, wanted = scope.level(row), KINDS[kind]
    shown = show(row) if len(show(row)) < 60 else f"{show(row)[:57]}..."
    words = {POSITIONS: "coordinates", VELOCITIES: "velocities", ACCELERATIONS: "accelerations"}
    if level > wanted:
        problem = f"depends on {words[level]}, which a {kind} constraint does not"
    elif level < wanted and not (kind == "nonholonomic" and level >= VELOCITIES):
        problem = f"depends on no {words[wanted]}, as a {kind} constraint does"
    elif kind in ("pfaffian", "acceleration") and scope.degree(row, wanted) > 1:
        problem = f"is not linear in the {words[wanted]}, as a {kind} constraint is"
    else:
        return
    raise table.error("equation", f"`{shown}` = 0 {problem}")


def _names(table: Table, rows: int) -> Any:
    """One name, or one for each row."""
    value, keys = table.data.get("name"), (*table.keys, "name")
    if not isinstance(value, list):
        return table.label("name")
    if len(value) != rows:
        raise table.wrong(keys, value, f"one name, or {rows}, one for each row")
    for i, name in enumerate(value):
        table.check_label((*keys, i), name)
    if len(set(value)) < len(value):
        raise table.wrong(keys, value, "names that differ")
    return tuple(value)
