"""What C and Python share of a large motion, read from the headers of C; and what C leaves of a
state."""

from __future__ import annotations

from importlib import resources
from typing import Any, NamedTuple

import numpy as np

from zwang.files.structs import pointers_in, structure


def text_of(*names: str) -> str:
    """The text of files in the folder of C."""
    folder = resources.files("zwang.engine.large") / "c"
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)


PART = text_of("part.h")
_MOTION, _PAIR = text_of("memory.h"), text_of("pair_memory.h")
# Arrays that a motion is given from elsewhere; all others are its own.
LENT = ("p", "helping", "gaps")
ARRAYS = [name for name in pointers_in(_MOTION, "zw_motion", "double") if name not in LENT]
FRICTION = ARRAYS[ARRAYS.index("load") :]  # what friction works on

Part = structure(PART, "zw_part")
PartSizes = structure(_MOTION, "zw_part_sizes")
# A kind with its parts and its functions.
Listed = structure(_MOTION, "zw_kind", zw_part=Part, zw_part_sizes=PartSizes)
Rubbing = structure(_MOTION, "zw_rubbing", zw_part=Part, zw_part_sizes=PartSizes)
Motion = structure(_MOTION, "zw_motion")
Varying = structure(_PAIR, "zw_varied")  # how a kind varies
RubVarying = structure(_PAIR, "zw_rub_varied")
Pair = structure(_PAIR, "zw_pair")


class Friction(NamedTuple):
    """Friction in a state."""

    C: np.ndarray  # (n,) what it exerts
    lam: np.ndarray  # (m,) the multipliers that act under it
    status: int  # whether these were found


class Answer(NamedTuple):
    """What follows from the equations in a state."""

    qdd: np.ndarray  # (n,), lam : (m,)
    lam: np.ndarray
    change: float  # the last correction, as a part of it
    left: float  # what redundancy may have left in lam, as a part of it
    rank: float  # how many rows are independent
    remains: float  # how far it is from the rows, the largest ``relative_residual``
    rubbing: Friction | None = None  # None without friction


class Row(NamedTuple):
    """The equations in a state."""

    # M, A: sparse
    M: Any
    A: Any
    Q: np.ndarray  # (n,), b : (m,), phi : (h,), velocity : (m,)
    b: np.ndarray
    phi: np.ndarray
    velocity: np.ndarray
    lengths: np.ndarray  # (m,) of the rows in the metric M
    seen: dict[str, float]  # by name, the energies
    answer: Answer | None  # what follows; None if that could not be computed
