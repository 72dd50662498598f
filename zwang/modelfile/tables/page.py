"""The table of a model file that says what its live page shows: [page]."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from zwang.modelfile.expression.formula import formula, of_position
from zwang.modelfile.expression.scope import POSITIONS, Scope
from zwang.modelfile.tables.table import Table, shape

PAGE = ("range", "points", "links", "trails", "speed")
MOST_POINTS, MOST_LINKS = 200, 400


class Wishes(NamedTuple):
    """What a live page shows."""

    # pairs of a parameter and the ends of its slider
    ranges: tuple[tuple[str, tuple[float, float]], ...] = ()
    # function of (q, t, p) that returns the points of the picture (k, 2) or (k, 3); None if the
    # file names none
    points: Callable | None = None
    names: tuple[str, ...] = ()  # of the points
    links: tuple[tuple[int, int], ...] = ()  # pairs of points that are joined by a rod
    trails: tuple[int, ...] | None = None  # points that leave a trail; None for all that move
    # time of the motion in a second of the page; None for one that suits its length
    speed: float | None = None


def wishes(table: Table, scope: Scope, numbers: dict[str, Any]) -> Wishes:
    """What [page] says."""
    table.known(PAGE)
    speed = table.of("speed", float)
    if speed is not None and not speed > 0.0:
        raise table.error("speed", f"`speed` is {speed:g}; wanted a positive number")
    points, names = _points(table, scope)
    drawn = _links(table, names), _trails(table, names)
    return Wishes(_ranges(table, numbers), points, names, *drawn, speed)


def _ranges(table: Table, numbers: dict[str, Any]) -> tuple[tuple[str, tuple[float, float]], ...]:
    inner, found = table.table("range"), []
    inner.known([name for name, x in numbers.items() if isinstance(x, float)])
    for name, value in inner.data.items():
        keys = (*inner.keys, name)
        if not isinstance(value, list) or len(value) != 2:
            raise inner.wrong(keys, value, "two numbers, such as [0.5, 2]")
        low, high = (inner.finite((*keys, i), x) for i, x in enumerate(value))
        if not low < high:
            raise inner.wrong(keys, value, "the lower end, then the upper")
        found.append((name, (low, high)))
    return tuple(found)


def _points(table: Table, scope: Scope) -> tuple[Callable | None, tuple[str, ...]]:
    inner = table.table("points")
    if len(inner.data) > MOST_POINTS:
        raise table.error("points", f"more than {MOST_POINTS} points; wanted fewer")
    trees = []
    for name, value in inner.data.items():
        keys = (*inner.keys, name)
        inner.check_label(keys, name)
        tree = inner.rows(keys, value, scope, POSITIONS)
        if shape(tree) not in ((2,), (3,)):
            raise inner.wrong(keys, value, 'two or three expressions, such as ["x", "y"]')
        if len({len(x) for x in (*trees, tree)}) > 1:
            raise inner.wrong(keys, value, f"{len(trees[0])} expressions, as the points before it")
        trees.append(tree)
    if not trees:
        return None, ()
    return of_position(formula(scope, tuple(trees))), tuple(inner.data)


def _links(table: Table, names: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    value, found = table.data.get("links", []), []
    if not isinstance(value, list) or len(value) > MOST_LINKS:
        raise table.wrong((*table.keys, "links"), value, f"at most {MOST_LINKS} pairs of points")
    for i, pair in enumerate(value):
        good = isinstance(pair, list) and len(pair) == 2 and all(x in names for x in pair)
        if not good:
            wanted = f"two of the points {', '.join(names[:20]) or '(none are named)'}"
            raise table.wrong((*table.keys, "links", i), pair, wanted)
        found.append((names.index(pair[0]), names.index(pair[1])))
    return tuple(found)


def _trails(table: Table, names: tuple[str, ...]) -> tuple[int, ...] | None:
    value = table.data.get("trails")
    if value is None:
        return None
    if not isinstance(value, list) or any(x not in names for x in value):
        wanted = f"a list of the points {', '.join(names[:20]) or '(none are named)'}"
        raise table.wrong((*table.keys, "trails"), value, wanted)
    return tuple(names.index(x) for x in value)
