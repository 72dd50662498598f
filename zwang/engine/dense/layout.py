"""Where in what C writes a name stands: in rows of a motion, and in the course."""

from __future__ import annotations

import ctypes
import functools
import math
from typing import Any, NamedTuple

import numpy as np

from zwang.engine.program.sizes import Sizes
from zwang.equation.observed import Observed
from zwang.integrate.course import Settings
from zwang.runtime.structs import Settings as SettingsInC
from zwang.solvers import rank as rules

UNIT = np.zeros(1)
DESCRIBED = 4096  # letters in which C describes a block
Parts = list[tuple[str, tuple[int, ...]]]


def parts_of(sizes: Sizes, energy: bool) -> Parts:
    """What stands in a row, in its order: names and shapes."""
    n, m, h = sizes.n, sizes.m, sizes.rows.positions
    parts: Parts = []
    parts += [(name, (n,)) for name in ("qdd", "Qc", "Qc_ideal", "Qc_nonideal")]
    parts += [(name, (m,)) for name in ("multipliers", "residual", "residual_raw")]
    parts += [("rate", (h,)), ("rate_raw", (h,)), ("A", (m, n)), ("power", ())]
    parts += [("energy", ())] if energy else []
    return parts + [(f"observable {name}", shape) for name, shape in sizes.observables]


def size_of(parts: Parts) -> int:
    """How many numbers stand in a row."""
    return sum(math.prod(shape) for _, shape in parts)


class RowLayout:
    """Where in a row its parts are."""

    def __init__(self, sizes: Sizes, parts: Parts):
        ends = np.cumsum([0, *(math.prod(shape) for _, shape in parts)]).tolist()
        places = [(ends[i], ends[i + 1], shape) for i, (_, shape) in enumerate(parts)]
        count = len(parts) - len(sizes.observables)
        names = [name for name, _ in (*parts[:count], *sizes.observables)]
        each = [(name, *place) for name, place in zip(names, places, strict=True)]
        self.fields, self.observables = each[:count], each[count:]


def observed(sizes: Sizes, parts: Parts, found: np.ndarray, whole: np.ndarray) -> Observed:
    """What C wrote row by row, by name. Shapes: found (T, .), whole (T, 2)."""
    layout, T = RowLayout(sizes, parts), len(found)
    fields, observables = (
        {name: found[:, a:b].reshape(T, *shape).copy() for name, a, b, shape in places}
        for places in (layout.fields, layout.observables)
    )
    rank, status = whole[:, 0].astype(np.int32), whole[:, 1].astype(np.int32)
    about: dict[str, Any] = {"energy": None} | fields
    return Observed(**about, observables=observables, rank=rank, status=status, rows=sizes.rows)


class Field(NamedTuple):
    """Where a field stands in a block, counted in numbers of eight bytes."""

    place: int
    count: int
    whole: bool

    @property
    def places(self) -> slice:
        """Its numbers."""
        return slice(self.place, self.place + self.count)


class Block(NamedTuple):
    """Numbers of eight bytes in which C keeps a struct: how many, and where its fields are."""

    size: int
    fields: dict[str, Field]

    @classmethod
    def of(cls, size: int, text: str) -> Block:
        """The block that C describes: lines "name place count whole"."""
        lines = (line.split() for line in text.splitlines())
        fields = {name: Field(int(a), int(n), whole == "1") for name, a, n, whole in lines}
        return cls(size, fields)

    def __getitem__(self, name: str) -> slice:
        """The numbers of a field."""
        return self.fields[name].places

    def structure(self, name: str, base: type) -> Any:
        """The ctypes class of the block, with its fields under their names."""
        fields: list[tuple[str, Any]] = []
        end = 0
        for key, field in sorted(self.fields.items(), key=lambda x: x[1].place):
            if field.place > end:  # pointers, which are C's
                fields.append((f"pointers_{end}", ctypes.c_longlong * (field.place - end)))
            one: Any = ctypes.c_longlong if field.whole else ctypes.c_double
            fields.append(
                (key, one if field.count == 1 and key not in ARRAYS else one * field.count)
            )
            end = field.place + field.count
        fields.append(("rest", ctypes.c_longlong * (self.size - end)))
        struct = type(name, (ctypes.Structure,), {"_fields_": fields})
        return type(name, (base, struct), {"layout": self})  # what `base` has goes first


ARRAYS = ("q", "qd", "q_before", "qd_before")  # also of one number


def settings_in_c(settings: Settings) -> ctypes.Structure:
    """``zw_settings`` of these numbers; what it points to is the settings' own."""
    gaps = settings.gaps
    address = 0 if gaps is None else gaps.ctypes.data
    return SettingsInC(*settings[:3], int(settings.every), settings.longest, address)


def tolerances(solver: Any, cut: Any) -> tuple[float, float]:
    """Of the rank, where no ``cut`` takes its place, and of contradictions."""
    rank, consistency = own_tolerances(solver.rank, solver.consistency)
    return rank if cut is None else float(cut), consistency


@functools.lru_cache(maxsize=64)
def own_tolerances(rank: float | None, consistency: float | None) -> tuple[float, float]:
    return (
        float(rules.tolerance(rank, rules.RANK, UNIT)),
        float(rules.tolerance(consistency, rules.CONSISTENCY, UNIT)),
    )
