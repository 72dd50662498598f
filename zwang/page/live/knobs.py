"""The numbers of the parameters by name, each with the ends of its slider."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import jax
import numpy as np

from zwang.base.functions import split
from zwang.motion.motion import look_up

MOST = 60  # sliders that a page has
LOW, HIGH = 0.25, 2.5  # of a number, the ends of a slider that nobody asked for


def knobs(p: Any, ranges: Mapping[str, Any]) -> list[dict[str, Any]]:
    """All numbers of the parameters, in the order in which the engine has them."""
    found = [{"name": name, "value": value} for name, value in numbers(p)]
    known = {knob["name"]: knob for knob in found}
    for name, ends in ranges.items():
        look_up(name, known, what="ranges")["range"] = None if ends is None else _pair(name, ends)
    for i, knob in enumerate(found):
        knob.setdefault("range", guessed(knob["value"]) if i < MOST else None)
    return found


def numbers(p: Any) -> list[tuple[str, float]]:
    """Names and values of the numbers, such as ``L`` or ``legs[2]``."""
    values, rest = split(p, np)
    _, static, _ = rest.key
    paths = [path for path, _ in jax.tree.leaves_with_path(p)]
    kept = [path for path, fixed in zip(paths, static, strict=True) if not fixed]
    found = []
    for path, value in zip(kept, values, strict=True):
        name = "".join(_part(x) for x in path).lstrip(".") or "p"
        for index, x in np.ndenumerate(np.asarray(value)):
            place = f"[{', '.join(map(str, index))}]" if index else ""
            found.append((name + place, float(x)))
    return found


def _part(key: Any) -> str:
    """One step of the way to a number."""
    match key:
        case jax.tree_util.SequenceKey():
            return f"[{key.idx}]"
        case jax.tree_util.DictKey():
            return f".{key.key}"
        case jax.tree_util.GetAttrKey():
            return f".{key.name}"
    return str(key)


def guessed(value: float) -> tuple[float, float]:
    """Ends of a slider for a number: of its sign, and around its size."""
    if value == 0.0 or not math.isfinite(value):
        return -1.0, 1.0
    ends = sorted((_short(LOW * value), _short(HIGH * value)))
    return ends[0], ends[1]


def _short(x: float) -> float:
    return float(f"{x:.2g}")


def _pair(name: str, ends: Any) -> tuple[float, float]:
    try:
        low, high = (float(x) for x in ends)
    except (TypeError, ValueError):
        low, high = math.nan, math.nan
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise ValueError(
            f"`ranges` has {ends!r} for {name!r}; wanted two numbers, the lower first."
        )
    return low, high
