"""What a motion's file holds besides its labelled arrays: parameters, names, numbers of the run.

It is a text, a tree as `nest` has it, and the arrays that stand in it. What comes out of a file is
checked, part by part: a stranger may have written it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np

from zwang.base.status import Status
from zwang.equation.rows import Rows
from zwang.files.json_tree import pack, unpack
from zwang.motion.motion import Motion, RankChange

FORMAT = 1  # of the files; a reader refuses a later one
RECORD, STORED = "zwang_record", "zwang_array_{}"  # the text, and the arrays


def record(motion: Motion) -> tuple[str, list[np.ndarray]]:
    """All that the labelled arrays do not hold: a text, and the arrays that stand in it."""
    arrays: list[np.ndarray] = []
    changes = [(x.t, x.before, x.at, x.constraints, x.assured) for x in motion.rank_changes]
    fields = {
        "p": motion.p,
        "stats": motion.stats,
        "settings": dict(motion.settings),
        "status": int(motion.status),
        "detail": motion.detail,
        "engine": motion.engine,
        "events": list(motion.events),
        "observables": list(motion.observables),
        "rank_changes": changes,
        "coordinates": motion.coordinates,
        "rows": tuple(motion.rows),
    }
    tree = {name: pack(x, name, arrays) for name, x in fields.items()}
    return json.dumps({"format": FORMAT, "motion": tree, "arrays": len(arrays)}), arrays


def unrecord(text: str, array: Callable[[str], np.ndarray]) -> dict[str, Any]:
    """The parts of a record by their names, each of the kind that it must be."""
    found = json.loads(text)
    _require(
        "record", found, _is_dict_of(found, str) and {"format", "motion", "arrays"} <= {*found}
    )
    version, count, tree = found["format"], found["arrays"], found["motion"]
    _require("format", version, type(version) is int and version > 0)
    if version > FORMAT:
        raise ValueError(f"its format is {version}, and this version reads up to {FORMAT}")
    _require("arrays", count, type(count) is int and 0 <= count)
    _require("motion", tree, _is_dict_of(tree, str))
    arrays = [array(STORED.format(i)) for i in range(count)]
    told = {name: unpack(x, arrays) for name, x in tree.items()}
    told.setdefault("observables", [])  # files of format 1 may be older than these
    for name, check in CHECKS.items():
        if name not in told:
            raise ValueError(f"its record has no {name!r}")
        _require(name, told[name], check(told[name]))
    told["status"] = Status(told["status"])
    told["rows"] = Rows(*told["rows"])
    told["rank_changes"] = tuple(RankChange(*x) for x in told["rank_changes"])
    return told


def _require(what: str, found: Any, holds: bool) -> None:
    if not holds:
        told = repr(found)
        told = told if len(told) <= 80 else f"{told[:80]}..."
        raise ValueError(f"its {what!r} is {told}, which motion.save never writes")


def _is_dict_of(x: Any, kind: type) -> bool:
    return isinstance(x, dict) and all(isinstance(key, kind) for key in x)


def _are_names(x: Any) -> bool:
    return isinstance(x, list | tuple) and all(isinstance(name, str) for name in x)


def _are_apart(x: Any) -> bool:
    return isinstance(x, list) and _are_names(x) and len({*x}) == len(x)


def _is_count(x: Any) -> bool:
    return isinstance(x, int | np.integer) and not isinstance(x, bool) and int(x) >= 0


def _are_rows(x: Any) -> bool:
    """Names, groups, and how many are on positions and on velocities: see ``Rows``."""
    if not (isinstance(x, tuple) and len(x) == len(Rows._fields) and _are_names(x[0])):
        return False
    names, groups, positions, velocities = x
    if not (isinstance(names, tuple) and isinstance(groups, tuple)):
        return False
    if not (_is_count(positions) and _is_count(velocities)):
        return False
    if not positions <= velocities <= len(names):
        return False
    return all(
        isinstance(group, tuple)
        and len(group) == 2
        and isinstance(group[0], str)
        and isinstance(group[1], tuple)
        and all(_is_count(row) and row < len(names) for row in group[1])
        for group in groups
    )


def _is_change(x: Any) -> bool:
    if not (isinstance(x, tuple) and len(x) == 5):
        return False
    t, before, at, constraints, assured = x
    counts = _is_count(before) and _is_count(at)
    return (
        _is_real(t) and counts and _are_names(constraints) and isinstance(assured, bool | np.bool_)
    )


def _is_real(x: Any) -> bool:
    return np.ndim(x) == 0 and np.asarray(x).dtype.kind in "iuf"


CHECKS: dict[str, Callable[[Any], bool]] = {
    "p": lambda x: True,
    "stats": lambda x: _is_dict_of(x, str) and all(y is None or _is_real(y) for y in x.values()),
    "settings": lambda x: _is_dict_of(x, str),
    "status": lambda x: _is_count(x) and x in [*Status],
    "detail": lambda x: isinstance(x, str),
    "engine": lambda x: isinstance(x, str),
    "events": _are_apart,
    "observables": _are_apart,
    "rank_changes": lambda x: isinstance(x, list) and all(map(_is_change, x)),
    "coordinates": lambda x: isinstance(x, tuple) and _are_names(x),
    "rows": _are_rows,
}
