"""What C needs to know of the crossing of singular poses: its numbers, and Gauss's rules."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from zwang.integrate import collocation as crossing
from zwang.integrate import singular_crossing as passage


def constants() -> dict[str, Any]:
    """The numbers of the crossing of singular configurations, by name."""
    return {
        "GAUSS": max(crossing.STAGES),
        "PICARD": crossing.PICARD,
        "PROJECTIONS": crossing.PROJECTIONS,
        "AGREE": passage.AGREE,
        "ENOUGH": passage.ENOUGH,
        "NEAREST": passage.NEAREST,
        "WHERE": len(passage.WHERE),
        "PLACES": len(passage.PLACES),
        "ZOOM": passage.ZOOM,
    }


@cache
def tables() -> str:
    """The two rules, and where on a step a pose should lie, as tables in C."""
    rules = crossing.RULES
    stages = [int(np.sum(rule.used)) for rule in rules]
    return "\n".join(
        [
            _table("int", "zw_gauss_stages", stages),
            _table("double", "zw_gauss_node", [rule.c for rule in rules]),
            _table("double", "zw_gauss_once", [rule.once for rule in rules]),
            _table("double", "zw_gauss_twice", [rule.twice for rule in rules]),
            _table("double", "zw_where", passage.WHERE),
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
