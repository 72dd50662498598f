"""The text of the kernel in C, for the sizes that a program has."""

from __future__ import annotations

import math
import re
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from zwang.base.arrays import eps, tiny
from zwang.base.status import Status
from zwang.solvers import rank as rules
from zwang.solvers import singular
from zwang.solvers.base import at_rest


@cache
def text_of(*names: str) -> str:
    """The text of files in the folder of C."""
    folder = resources.files("zwang.runtime") / "c"
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)


FIXED = "#undef ZW_FIXED\n#define ZW_FIXED\n"  # the compiler knows all sizes


def tolerances(n: int, m: int, k: int) -> dict[str, Any]:
    """Sizes and tolerances of the kernel."""
    return {
        "N": n,
        "M": m,
        "COLUMNS": k,
        "ROUNDING": float(rules.rounding(n, np.float64)),
        "AT_REST": float(at_rest(n, np.float64)),
    }


def constants() -> dict[str, Any]:
    """Tolerances and statuses of the kernel that do not depend on sizes."""
    unit = float(eps(np.float64))
    numbers = {
        "TINY": tiny(np.float64),
        "RANK": unit**rules.RANK,
        "CONSISTENCY": unit**rules.CONSISTENCY,
        "WELL_CONDITIONED": unit**rules.WELL_CONDITIONED,
        "ROUNDS": singular.ROUNDS,
        "NOTHING": singular.NOTHING,
        "LACKING": singular.LACKING,
        "FAINT": singular.FAINT,
    }
    return numbers | {status.name: int(status) for status in Status}


def together(*tables: dict[str, Any]) -> dict[str, Any]:
    """Numbers by name out of several tables. A name that has two values would size an array by
    another's number, and is refused."""
    merged: dict[str, Any] = {}
    for table in tables:
        for name, x in table.items():
            if merged.setdefault(name, x) != x:
                raise ValueError(f"`{name}` is {merged[name]} and {x}; give one another name")
    return merged


def defined(values: dict[str, Any]) -> str:
    """Names for the preprocessor; they may be defined already."""
    written = lambda x: "INFINITY" if x == math.inf else repr(x)
    lines = [f"#undef ZW_{name}\n#define ZW_{name} {written(x)}" for name, x in values.items()]
    return "\n".join(lines) + "\n"


def head_of(prefix: str) -> str:
    """What declares a function that a program calls."""
    return (
        f"ZW_PART void {prefix}call(\n"
        "    int way, double rank, double consistency, const double *in, double *out)"
    )


def kernel_text(n: int, m: int, k: int, prefix: str = "zw_") -> str:
    """The kernel for some sizes, with names of its own."""
    called = () if prefix == "zw_" else ("call.h", "measure.h", "mobility.h")
    text = text_of("room.h", "kernel.h", "auxiliary.h", *called)
    if prefix != "zw_":
        text = re.sub(r"\bzw_(?!max\b|min\b)", prefix, text)
    return FIXED + defined(tolerances(n, m, k)) + text
