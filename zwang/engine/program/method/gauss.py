"""What C needs to know of the crossing of singular configurations: numbers, and Gauss's rules."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from zwang.integrate.singular import collocation, crossing, drives, laid, passage, place
from zwang.ir.text import together


def constants() -> dict[str, Any]:
    """The numbers of the crossing of singular configurations, by name."""
    named = {
        collocation: ("PICARD", "PROJECTIONS", "ENDS"),
        laid: ("AGREE", "ENOUGH"),
        place: ("ZOOM", "MOST", "SAME", "TOGETHER"),
        drives: ("DRIVEN",),
        passage: ("REDUNDANT",),
        crossing: tuple(
            "AGAIN CLOSE PAST NEAREST CLEAR BACK RISES MULTIPLES IN_A_ROW ON_TIME".split()
        ),
    }
    said = [{name: getattr(module, name) for name in names} for module, names in named.items()]
    found = together(*said)
    found |= {"GAUSS": max(collocation.STAGES), "WHERE": len(crossing.WHERE)}
    found |= {"LONGER": len(crossing.LONGER)}
    places = len(place.PLACES)
    halves = (place.ZOOM - 1) * np.ceil(np.log2(places - 1))
    return found | {"PLACES": places, "HALVES": int(halves)}


@cache
def tables() -> str:
    """The two rules, and where on a step the rank should be lost, as tables in C."""
    rules = collocation.RULES
    stages = [int(np.sum(rule.used)) for rule in rules]
    return "\n".join(
        [
            _table("int", "zw_gauss_stages", stages),
            _table("double", "zw_gauss_node", [rule.c for rule in rules]),
            _table("double", "zw_gauss_once", [rule.once for rule in rules]),
            _table("double", "zw_gauss_twice", [rule.twice for rule in rules]),
            _table("double", "zw_gauss_between", collocation.between()),
            _table("double", "zw_where", crossing.WHERE),
            _table("double", "zw_longer", crossing.LONGER),
            _table("double", "zw_gauss_behind", crossing.BEHIND),
        ]
    )


def _table(kind: str, name: str, values: Any) -> str:
    x = np.asarray(values)
    sizes = "".join(f"[{size}]" for size in x.shape)
    return f"ZW_CONSTANT {kind} {name}{sizes} = {_braces(x)};\n"


def _braces(x: np.ndarray) -> str:
    """Numbers in nested braces, such that reading them gives the same numbers again."""
    if x.ndim == 0:
        return repr(x.item())
    between = ", " if x.ndim == 1 else ",\n    "
    return f"{{{between.join(map(_braces, x))}}}"
