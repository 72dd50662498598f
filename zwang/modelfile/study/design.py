"""The [design] of a study: which parameters and starts vary from member to member, and how."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from zwang.ensemble.design import grid, sample
from zwang.modelfile.expression.scope import Scope
from zwang.modelfile.expression.tokens import near
from zwang.modelfile.model import Model
from zwang.modelfile.tables.places import Keys
from zwang.modelfile.tables.table import Table

GRID, NORMAL = "grid", "normal"
KINDS = (GRID, "sobol", "latin", "uniform", NORMAL)
DESIGN = ("kind", "members", "seed", "vary")
MOST_MEMBERS, MOST_POINTS, MOST_VARIED = 100_000_000, 1_000_000, 100
ROUNDING = 1e-12  # of a covariance: how far it may be off its own transpose, or below zero
# A coordinate, its velocity, a parameter, or an entry of a list.
NAME = re.compile(r"(?P<name>[A-Za-z][A-Za-z0-9_]*)(?:\[(?P<entry>[0-9]{1,6})\])?(?P<prime>'?)")
WANTED = {
    GRID: "values such as [1, 2, 5], or {from = 1, to = 5, points = 9}",
    NORMAL: '{mean = 1.0, deviation = 0.1}; or for several names, such as "a, b", '
    "{mean = [1.0, 2.0], covariance = [[0.04, 0.0], [0.0, 0.01]]}",
}
RANGE = "[low, high]"


@dataclass(frozen=True, eq=False)
class Design:
    """Which values the members have."""

    kind: str  # one of ``KINDS``
    members: int  # how many there are
    seed: int  # of the random ones
    # for each name, or names that vary together, what the file says: the values of a grid, (low,
    # high), or (mean, deviation or covariance)
    given: Mapping[tuple[str, ...], Any]

    @property
    def names(self) -> tuple[str, ...]:
        """What varies, such as "L", "k[0]", "x" and "x'" for a start and its velocity."""
        return tuple(name for names in self.given for name in names)

    @cached_property
    def columns(self) -> dict[str, np.ndarray]:
        """The values (N,) of each name; those of ``zw.grid`` and ``zw.sample``."""
        # Any parameter may be named n, seed or kind, so that they go there under other names.
        plain = {f"v{i}": x for i, x in enumerate(self.given.values())}
        if self.kind == GRID:
            found = grid(**plain)
        else:
            found = sample(self.members, seed=self.seed, kind=self.kind, **plain)
        columns = {}
        for names, x in zip(self.given, found.values(), strict=True):
            rows = x.reshape(len(x), -1)
            columns |= {name: rows[:, j] for j, name in enumerate(names)}
        return columns

    def told(self) -> dict[str, Any]:
        """The design in words and numbers, ready for JSON."""
        vary = {}
        for names, x in self.given.items():
            parts = [np.asarray(x)] if self.kind == GRID else [np.asarray(part) for part in x]
            vary[", ".join(names)] = [part.tolist() for part in parts]
        seed = None if self.kind == GRID else self.seed
        return {"kind": self.kind, "members": self.members, "seed": seed, "vary": vary}


def design(table: Table, model: Model, members: int | None = None) -> Design:
    """The design that a table describes."""
    if not table.data:
        raise table.source.error(
            'there is no [design]; wanted one, such as kind = "sobol", members = 256 and '
            "[design.vary]"
        )
    table.known(DESIGN, dict.fromkeys([*model.p, *(model.system.coordinates or ())], "design.vary"))
    kind = table.choice("kind", KINDS)
    if kind is None:
        raise table.error(None, f"[design] does not say its `kind`; wanted any of {_some(KINDS)}")
    vary = table.table("vary")
    if not 1 <= len(vary.data) <= MOST_VARIED:
        example = "L = [0.5, 2.0]" if kind != NORMAL else "L = {mean = 1.0, deviation = 0.1}"
        raise vary.error(None, f"wanted 1 to {MOST_VARIED} names under [design.vary]: {example}")
    given = {}
    for key, value in vary.data.items():
        names = _names(vary, key, model)
        taken = {name for known in given for name in known}
        if twice := [name for i, name in enumerate(names) if name in {*taken, *names[:i]}]:
            raise vary.error(key, f"`{twice[0]}` varies already; wanted it once", on_key=True)
        if len(names) > 1 and kind != NORMAL:
            raise vary.error(
                key, f'several names vary together only where kind = "{NORMAL}"', on_key=True
            )
        given[names] = _READERS.get(kind, _range)(vary, key, value, names)
    seed = table.of("seed", int, 0)
    if not 0 <= seed < 2**63:
        raise table.wrong((*table.keys, "seed"), seed, "a whole number that is not negative")
    return Design(kind, _count(table, kind, given, members), seed, given)


def _count(table: Table, kind: str, given: Mapping[Any, Any], members: int | None) -> int:
    """How many members there are."""
    asked = table.of("members", int)
    if kind == GRID:
        count = math.prod(len(x) for x in given.values())
        if asked is not None and asked != count:
            raise table.error(
                "members", f"`members` is {asked}, and the grid has {count}; leave it out"
            )
        if count > MOST_MEMBERS:
            raise table.error(
                "vary", f"the grid has {count} members; wanted at most {MOST_MEMBERS}"
            )
        return count
    count = asked if members is None else members
    if count is None:
        raise table.error(None, "[design] does not say how many; wanted `members = 256`")
    if not 1 <= count <= MOST_MEMBERS:
        raise table.wrong((*table.keys, "members"), count, f"1 to {MOST_MEMBERS}")
    return count


# -- names ---------------------------------------------------------------------------------------


def _names(vary: Table, key: str, model: Model) -> tuple[str, ...]:
    """The names of a key, each of which the model has."""
    return tuple(_name(vary, key, text.strip(), model) for text in key.split(","))


def _name(vary: Table, key: str, text: str, model: Model) -> str:
    found, coordinates = NAME.fullmatch(text), model.system.coordinates or ()
    p, shown = model.p, text[:60]
    if found is None:
        raise vary.error(
            key,
            f"`{shown}` is no name; wanted a parameter such as L or k[0], a coordinate such as x, "
            'or its velocity "x\'"',
            on_key=True,
        )
    name, entry = found["name"], found["entry"]
    if name in coordinates and entry is None:
        return text
    if name in p and found["prime"]:
        raise vary.error(key, f"`{name}` is a parameter; primes are for coordinates", on_key=True)
    if name not in p:
        known = [*p, *coordinates, *(f"{x}'" for x in coordinates)]
        hint = near(text, known) or f"; wanted any of {_some(known)}"
        raise vary.error(
            key,
            f"`{shown}` is neither a parameter nor a coordinate of the model{hint}",
            on_key=True,
        )
    size = len(p[name]) if np.ndim(p[name]) else None
    if (size is None) != (entry is None):
        told = f"is a list of {size}; wanted `{name}[0]`" if size else "is no list"
        raise vary.error(key, f"`{name}` {told}", on_key=True)
    if size is not None and int(entry) >= size:
        raise vary.error(
            key, f"`{shown}` of a list of {size}; wanted a place from 0 to {size - 1}", on_key=True
        )
    return name if entry is None else f"{name}[{int(entry)}]"


def _some(names: Any) -> str:
    return ", ".join(list(names)[:40])


# -- values --------------------------------------------------------------------------------------


def _number(vary: Table, keys: Keys, value: Any) -> float:
    """A number, or an expression of numbers such as "radians(40)"."""
    return vary.value(keys, value, Scope(), {})


def _list(vary: Table, keys: Keys, value: list[Any]) -> np.ndarray:
    return np.array([_number(vary, (*keys, i), x) for i, x in enumerate(value)])


def _grid(vary: Table, key: str, value: Any, names: tuple[str, ...]) -> np.ndarray:
    keys = (*vary.keys, key)
    if isinstance(value, list) and 1 <= len(value) <= MOST_POINTS:
        found = _list(vary, keys, value)
        if len(np.unique(found)) < len(found):
            raise vary.wrong(keys, value, "each value once")
        return found
    if not isinstance(value, dict) or not {"from", "to", "points"} <= value.keys():
        raise vary.wrong(keys, value, WANTED[GRID])
    inner = vary.table(key)
    inner.known(("from", "to", "points"))
    points = inner.of("points", int)
    if not 1 <= points <= MOST_POINTS:
        raise inner.wrong((*keys, "points"), points, f"1 to {MOST_POINTS}")
    low, high = (_number(vary, (*keys, end), value[end]) for end in ("from", "to"))
    found = np.linspace(low, high, points)
    if len(np.unique(found)) < points:
        raise inner.wrong((*keys, "to"), value["to"], f"another end than {low:g}")
    return found


def _range(vary: Table, key: str, value: Any, names: tuple[str, ...]) -> tuple[float, float]:
    keys = (*vary.keys, key)
    if not isinstance(value, list) or len(value) != 2:
        raise vary.wrong(keys, value, RANGE)
    low, high = _list(vary, keys, value)
    if not low < high:
        raise vary.error(
            key, f"`{key}` is from {low:g} to {high:g}; wanted {RANGE}, low below high"
        )
    return float(low), float(high)


def _normal(vary: Table, key: str, value: Any, names: tuple[str, ...]) -> tuple[Any, Any]:
    keys, together = (*vary.keys, key), len(names) > 1
    spread = "covariance" if together else "deviation"
    if not isinstance(value, dict) or not {"mean", spread} <= value.keys():
        raise vary.wrong(keys, value, WANTED[NORMAL])
    inner = vary.table(key)
    inner.known(("mean", spread))
    if not together:
        mean, deviation = (_number(vary, (*keys, x), value[x]) for x in ("mean", spread))
        if deviation <= 0:
            raise inner.wrong((*keys, spread), deviation, "a positive number")
        return mean, deviation
    return _vector(inner, "mean", len(names)), _covariance(inner, len(names))


def _vector(inner: Table, key: str, d: int) -> np.ndarray:
    value, keys = inner.data[key], (*inner.keys, key)
    if not isinstance(value, list) or len(value) != d:
        raise inner.wrong(keys, value, f"a list of {d} numbers, one for each name")
    return _list(inner, keys, value)


def _covariance(inner: Table, d: int) -> np.ndarray:
    value, keys = inner.data["covariance"], (*inner.keys, "covariance")
    rows = isinstance(value, list) and all(isinstance(x, list) and len(x) == d for x in value)
    if not rows or len(value) != d:
        raise inner.wrong(keys, value, f"{d} rows of {d} numbers")
    found = np.array([_list(inner, (*keys, i), row) for i, row in enumerate(value)])
    size = ROUNDING * np.abs(found).max()
    if np.abs(found - found.T).max() > size or np.linalg.eigvalsh(found).min() < -size:
        raise inner.error("covariance", "`covariance` is not symmetric and positive semi-definite")
    return found


_READERS = {GRID: _grid, NORMAL: _normal}
