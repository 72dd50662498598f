"""Tables of a model file that describe what moves: to a System, its parameters and its start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from zwang.modelfile.expression.formula import Formula, formula, of_forces, of_position, of_state
from zwang.modelfile.expression.grammar import expression
from zwang.modelfile.expression.scope import PARAMETERS, POSITIONS, VELOCITIES, Scope, ordered
from zwang.modelfile.expression.tokens import near
from zwang.modelfile.expression.tree import Number
from zwang.modelfile.tables.constraints import constraints
from zwang.modelfile.tables.places import Keys
from zwang.modelfile.tables.table import Table, shape
from zwang.system.system import System

MOST_COORDINATES, MOST_NAMES, MOST_ENTRIES = 200, 500, 100_000

SYSTEM = ("mass", "force", "kinetic", "potential", "lagrangian", "energy", "nonideal")


class Start(NamedTuple):
    """Where a motion begins: q0 and qd0 (n,), the names of coordinates to hold, and what is written
    in the file, rows of expressions for q0 and qd0.
    """

    q0: np.ndarray
    qd0: np.ndarray
    hold: tuple[str, ...]
    trees: tuple[tuple[Any, ...], tuple[Any, ...]]


# -- names and numbers ---------------------------------------------------------------------------


def names(table: Table, taken: dict[str, str], what: str, most: int) -> tuple[str, ...]:
    """The keys of a table as names of quantities, checked."""
    if len(table.data) > most:
        raise table.error(None, f"{len(table.data)} names; wanted at most {most}")
    for key in table.data:
        table.check_name(key, taken)
        taken[key] = what
    return tuple(table.data)


def parameters(
    table: Table, coordinates: tuple[str, ...]
) -> tuple[dict[str, int | None], dict[str, Any]]:
    """For each parameter the length of its list, or None; and its value."""
    sizes: dict[str, int | None] = {}
    for key, value in table.data.items():
        sizes[key] = len(value) if isinstance(value, list) else None
        if sizes[key] == 0 or (sizes[key] or 0) > MOST_ENTRIES:
            raise table.wrong((*table.keys, key), value, f"1 to {MOST_ENTRIES} entries")
    scope = Scope(coordinates, sizes)
    uses = {key: _mentioned(table, key, scope) for key in table.data}
    order = ordered(uses)
    if isinstance(order, str):
        raise table.error(order, f"the parameter `{order}` is defined by itself")
    found: dict[str, Any] = {}
    for key in order:
        keys, value = (*table.keys, key), table.data[key]
        if isinstance(value, list):
            entries = [_entry(table, (*keys, i), x, scope, found) for i, x in enumerate(value)]
            found[key] = np.array(entries)
        else:
            found[key] = _entry(table, keys, value, scope, found)
    return sizes, {key: found[key] for key in table.data}


def _entry(table: Table, keys: Keys, value: Any, scope: Scope, known: dict[str, Any]) -> float:
    if isinstance(value, str):
        return table.value(keys, value, scope, known)
    return table.finite(keys, value)


def _mentioned(table: Table, key: str, scope: Scope) -> set[str]:
    """The parameters that the value of one is an expression of."""
    value, keys = table.data[key], (*table.keys, key)
    listed = isinstance(value, list)
    entries = [((*keys, i), x) for i, x in enumerate(value)] if listed else [(keys, value)]
    everything = Scope(definitions=dict.fromkeys(scope.parameters))
    used: set[str] = set()
    for place, text in entries:
        if isinstance(text, str):
            used |= everything.used(table.tree(place, text, scope, PARAMETERS))
    return used


def start(table: Table, scope: Scope, numbers: dict[str, Any]) -> Start:
    """Positions and velocities at the start."""
    rows, hold, trees = [], [], []
    for key, given in table.data.items():
        keys, pair = (*table.keys, key), (given, 0.0)
        paths: tuple[Keys, Keys] = keys, keys
        if isinstance(given, dict):
            inner = table.table(key)
            inner.known(("start", "velocity", "hold"))
            pair = given.get("start", 0.0), given.get("velocity", 0.0)
            paths = (*keys, "start"), (*keys, "velocity")
            if inner.of("hold", bool, False):
                hold.append(key)
        elif isinstance(given, list):
            if len(given) != 2:
                raise table.wrong(keys, given, "a start and a velocity: [1.0, 0.0]")
            pair, paths = (given[0], given[1]), ((*keys, 0), (*keys, 1))
        both = list(zip(paths, pair, strict=True))
        rows.append([table.value(at, x, scope, numbers) for at, x in both])
        trees.append([table.tree(at, x, scope, PARAMETERS) for at, x in both])
    values = np.array(rows, float)
    q0, qd0 = zip(*trees, strict=True) if trees else ((), ())
    return Start(values[:, 0], values[:, 1], tuple(hold), (q0, qd0))


def definitions(table: Table, scope: Scope) -> Scope:
    """The scope with the definitions of [let]."""
    wanted = "an expression in quotes, or a number"
    trees = {
        key: table.parsed((*table.keys, key), value, expression, wanted)
        for key, value in table.data.items()
    }
    scope, wrong = scope.defining(trees)
    if wrong is not None:
        key, error = wrong
        raise table.inside((*table.keys, key), table.data[key], error)
    return scope


# -- the system ----------------------------------------------------------------------------------


def system(table: Table, observables: Table, top: Table, scope: Scope) -> System:
    """The System of a file."""
    table.known(SYSTEM)
    forms = [key for key in ("mass", "kinetic", "lagrangian") if key in table]
    if len(forms) != 1:
        found = " and ".join(f"`{key}`" for key in forms) or "none of them"
        raise table.error(
            None, f"wanted one of `mass`, `kinetic` and `lagrangian` under [system]; found {found}"
        )
    rest = {
        "constraints": constraints(top, "constraint", scope),
        "nonideal": _vector(table, "nonideal", scope, of_forces, forces=True),
        "coordinates": scope.coordinates,
        "observables": {
            key: of_state(_formula(observables, key, scope, VELOCITIES)) for key in observables.data
        },
    }
    force = _vector(table, "force", scope, of_state)
    if forms == ["mass"]:
        if "potential" in table:
            raise table.error(
                "potential",
                "`potential` belongs to `kinetic`; with `mass` give `force`",
                on_key=True,
            )
        energy = (
            of_state(_number(table, "energy", scope, VELOCITIES)) if "energy" in table else None
        )
        return System(_mass(table, scope), force, energy=energy, **rest)
    if "energy" in table:
        raise table.error(
            "energy",
            f"`{forms[0]}` gives the energy already; wanted it only with `mass`",
            on_key=True,
        )
    if forms == ["lagrangian"]:
        if "potential" in table:
            raise table.error("potential", "`lagrangian` holds the potential already", on_key=True)
        L = of_state(_number(table, "lagrangian", scope, VELOCITIES))
        return System.from_lagrangian(L, force=force, **rest)
    T = of_state(_number(table, "kinetic", scope, VELOCITIES))
    given = "potential" in table
    V = of_position(_number(table, "potential", scope, POSITIONS)) if given else None
    return System.from_lagrangian(T=T, V=V, force=force, **rest)


def _formula(table: Table, key: str, scope: Scope, level: int, **options: Any) -> Formula:
    trees = table.rows((*table.keys, key), table.data[key], scope, level, **options)
    if shape(trees) is None:
        raise table.wrong((*table.keys, key), table.data[key], "rows of one length")
    return formula(scope, trees)


def _number(table: Table, key: str, scope: Scope, level: int) -> Formula:
    return formula(scope, table.tree((*table.keys, key), table.data[key], scope, level))


def by_coordinate(
    table: Table, key: str, scope: Scope, level: int, *, default: Any = None, forces: bool = False
) -> tuple[Any, ...]:
    """Expressions in a table by the names of coordinates, in the order of these."""
    inner = table.table(key)
    for name in inner.data:
        if name not in scope.coordinates:
            hint = near(name, scope.coordinates)
            hint = hint or f"; wanted any of {', '.join(scope.coordinates)}"
            raise inner.error(name, f"`{name[:40]}` is no coordinate{hint}", on_key=True)
    missing = [name for name in scope.coordinates if name not in inner]
    if missing and default is None:
        raise table.error(key, f"`{key}` says nothing about {', '.join(missing[:10])}", on_key=True)
    found = {}
    for name, value in inner.data.items():
        keys = (*inner.keys, name)
        tree = inner.parsed(keys, value, expression, "an expression in quotes, or a number")
        found[name] = inner.checked(keys, value, tree, scope, level, forces)
    return tuple(found.get(name, default) for name in scope.coordinates)


def _vector(
    table: Table, key: str, scope: Scope, function: Callable, *, forces: bool = False
) -> Callable | None:
    """A force by the names of coordinates, zero for others; or as a list, one for each."""
    if key not in table:
        return None
    if isinstance(table.data[key], dict):
        nothing = Number(0.0)
        trees = by_coordinate(table, key, scope, VELOCITIES, default=nothing, forces=forces)
        return function(formula(scope, trees))
    found = _formula(table, key, scope, VELOCITIES, forces=forces)
    n = len(scope.coordinates)
    if shape(found.trees) != (n,):
        raise table.wrong(
            (*table.keys, key),
            table.data[key],
            f"{n} entries, one for each of {', '.join(scope.coordinates[:20])}; or a table by "
            "their names",
        )
    return function(found)


def _mass(table: Table, scope: Scope) -> Callable:
    if isinstance(table.data["mass"], dict):
        return of_position(formula(scope, by_coordinate(table, "mass", scope, POSITIONS)))
    found, n = _formula(table, "mass", scope, POSITIONS), len(scope.coordinates)
    if shape(found.trees) not in ((), (n,), (n, n)):
        wanted = f"a number, {n} of them, or {n} rows of {n}"
        raise table.wrong((*table.keys, "mass"), table.data["mass"], wanted)
    return of_position(found)
