"""Names: those of coordinates, a choice of them, what stands under a name, and in a description."""

from __future__ import annotations

import difflib
import operator
import re
import reprlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any

import numpy as np

from zwang.base import arguments

MOST = 30  # names that a message tells


# What no file holds and what ends a line: control characters, lone surrogates, separators.
CONTROL = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def checked_name(what: str, name: Any) -> str:
    """A name: a text that is not empty, without control characters."""
    arguments.text(what, name)
    found = CONTROL.search(name)
    if found:
        raise ValueError(
            f"`{what}` is {reprlib.repr(name)}, with the control character {found[0]!r}; wanted a "
            "name without one."
        )
    return name


def checked_names(names: Any) -> tuple[str, ...] | None:
    """Names of coordinates as a user gives them: a list, or a text with spaces between them."""
    if names is None:
        return None
    found = names.split() if isinstance(names, str) else names
    found = tuple(found) if isinstance(found, list | tuple | np.ndarray) else ()
    if not found or not all(isinstance(name, str) and name for name in found):
        raise TypeError(f"`coordinates` is {names!r}; wanted names, such as ['x', 'y'].")
    if len(set(found)) < len(found):
        raise ValueError(f"`coordinates` is {names!r}; wanted names that differ.")
    return tuple(checked_name("coordinates", name) for name in found)


@lru_cache(maxsize=256)
def names_of(coordinates: tuple[str, ...] | None, n: int) -> tuple[str, ...]:
    """Names for messages: those given, or q[0], q[1], ..."""
    return coordinates or tuple(f"q[{i}]" for i in range(n))


def chosen(what: str, items: Any, coordinates: tuple[str, ...] | None, n: int) -> np.ndarray:
    """Which of n coordinates are meant (n,)."""
    if isinstance(items, np.ndarray | np.generic):
        items = items.tolist()
    if isinstance(items, str | int):
        items = [items]
    if not isinstance(items, list | tuple | set | frozenset | range):
        raise TypeError(f"`{what}` is {items!r}; wanted names or indices of coordinates.")
    found = np.zeros(n, dtype=bool)
    for item in items:
        named = isinstance(item, str)
        place = _by_name(what, item, coordinates, n) if named else _by_index(what, item, n)
        found[place] = True
    return found


def _by_name(what: str, name: str, coordinates: tuple[str, ...] | None, n: int) -> int:
    if coordinates is None:
        raise ValueError(
            f"`{what}` names {name!r}, but the coordinates have no names; "
            f"wanted indices from 0 to {n - 1}, or `coordinates` in the System."
        )
    if name not in coordinates:
        raise ValueError(f"`{what}` names {name!r}; {any_of(name, coordinates)}")
    return coordinates.index(name)


def _by_index(what: str, item: Any, n: int) -> int:
    try:
        place = operator.index(item)
    except TypeError:
        place = None
    if place is None or isinstance(item, bool):
        raise TypeError(f"`{what}` holds {item!r}; wanted names or indices of coordinates.")
    if not -n <= place < n:
        raise ValueError(f"`{what}` holds {place}; wanted an index from 0 to {n - 1}.")
    return place


def look_up(name: Any, *tables: Mapping[str, Any], what: str = "name") -> Any:
    """What stands under a name, in the first table that has it; else an error that helps."""
    for table in tables:
        if isinstance(name, str) and name in table:
            return table[name]
    every = [x for table in tables for x in table]
    raise ValueError(f"`{what}` is {reprlib.repr(name)}; {any_of(name, [*tables[0]], every)}")


def any_of(name: Any, known: Sequence[str], every: Sequence[str] | None = None) -> str:
    """The end of a message: which names are wanted, of many some, and which may have been meant."""
    if not known:
        return "there are no names."
    near = difflib.get_close_matches(str(name), known if every is None else every, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"wanted any of {some_of(known, repr)}.{hint}"


def some_of(names: Sequence[str], written: Callable[[str], str] = str) -> str:
    """Names in a row, of very many the first and how many more there are."""
    more = f" and {len(names) - MOST:,} more" if len(names) > MOST else ""
    return ", ".join(map(written, names[:MOST])) + more


def described(self: Any) -> str:
    """A description in a line, ``System(mass=mass(p), ...)``: what is set of it, cut short."""
    brief = reprlib.Repr()
    brief.maxtuple, brief.maxother, brief.maxstring = 8, 100, 100
    told = {f.name: getattr(self, f.name) for f in fields(self)}
    own = (f"{name}={brief.repr(y)}" for name, y in told.items() if y is not None and y != ())
    return f"{type(self).__name__}({', '.join(own)})"
