"""What C writes, by name again: rows of a motion, and the course."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from zwang.engine.program.sizes import Sizes
from zwang.engine.program.structs import structure
from zwang.equation.observed import Observed
from zwang.integrate.course import Sight, State

REALS = ("h", "error", "cut", "quiet", "smallest", "largest")
WHOLE = ("rank", "turns", "index", "accepted", "rejected")
Parts = list[tuple[str, tuple[int, ...]]]


def parts_of(sizes: Sizes, energy: bool) -> Parts:
    """What stands in a row, in its order: names and shapes.

    Parameters
    ----------
    sizes : of the program
    energy : whether the system tells its energy
    """
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


def observed(sizes: Sizes, parts: Parts, found: np.ndarray, whole: np.ndarray) -> Observed:
    """What C wrote row by row, by name.

    Parameters
    ----------
    sizes : of the program
    parts : of a row
    found : (T, .)      numbers
    whole : (T, 2)      rank and status
    """
    ends = np.cumsum([math.prod(shape) for _, shape in parts])
    columns = np.split(found, ends[:-1], axis=1)
    fields = [
        x.reshape(len(found), *shape).copy() for x, (_, shape) in zip(columns, parts, strict=True)
    ]
    return _named(sizes, parts, fields, whole[:, 0].astype(np.int32), whole[:, 1].astype(np.int32))


def observed_by_field(
    sizes: Sizes, parts: Parts, found: np.ndarray, rank: np.ndarray, status: np.ndarray
) -> Observed:
    """What C wrote field by field, by name: views of one block that nobody can write to.

    Parameters
    ----------
    sizes : of the program
    parts : of a row
    found : (T times numbers in a row,)
    rank, status : (T,)
    """
    found.flags.writeable = rank.flags.writeable = status.flags.writeable = False
    T, begin, fields = len(rank), 0, []
    for _, shape in parts:
        end = begin + T * math.prod(shape)
        fields.append(found[begin:end].reshape(T, *shape))
        begin = end
    return _named(sizes, parts, fields, rank, status)


def _named(sizes: Sizes, parts: Parts, fields: list[Any], rank: Any, status: Any) -> Observed:
    count = len(sizes.observables)
    names = [name for name, _ in parts[: len(parts) - count]]
    values: dict[str, Any] = {"energy": None} | dict(zip(names, fields[: len(names)], strict=True))
    told = zip(sizes.observables, fields[len(names) :], strict=True)
    observables = {name: x for (name, _), x in told}
    return Observed(**values, observables=observables, rank=rank, status=status, rows=sizes.rows)


class CourseLayout:
    """Where the fields of ``zw_course`` are, counted in numbers of eight bytes.

    Parameters
    ----------
    sizes : of the program
    """

    def __init__(self, sizes: Sizes):
        n, m, events = sizes.n, sizes.m, sizes.events
        kind, sight = (structure(x, sizes.dimensions) for x in ("zw_course", "zw_sight"))
        place = lambda name: getattr(kind, name).offset // 8
        states = [
            (i, slice(i + 1, i + 1 + n), slice(i + 1 + n, i + 1 + 2 * n))
            for i in (place("t"), place("t_before"))
        ]
        self._now, self._before = states
        lengths = {"times": 3, "sigmas": 3, "values": events, "former": events}
        vectors = [(k, slice(place(k), place(k) + size)) for k, size in lengths.items()]
        self._reals: list[tuple[str, Any]] = [*((name, place(name)) for name in REALS), *vectors]
        self._whole = [(name, place(name)) for name in WHOLE]
        shapes = {"sizes": (m,), "values": (min(m, n),), "U": (m, min(m, n)), "polar": (m, n)}
        shapes |= {"reach": (n,), "weight": (n,), "shrunk": ()}
        self._sight = []
        for name, shape in shapes.items() if m else ():
            first = place("sight") + getattr(sight, name).offset // 8
            self._sight.append((slice(first, first + math.prod(shape)), shape))

    def write(self, packed: Any, state: State) -> None:
        """Put a state into a course that is about to begin.

        Parameters
        ----------
        packed : the struct
        state : t (), q (n,) and qd (n,)
        """
        real: Any = np.frombuffer(packed, np.float64)
        for at, x in zip(self._now, state, strict=True):
            real[at] = x

    def read(self, packed: Any) -> dict[str, Any]:
        """The fields of a ``Course``, as views of what C left.

        Parameters
        ----------
        packed : the struct, which must not change any more
        """
        real = np.frombuffer(packed, np.float64)
        whole = real.view(np.int64)
        found: dict[str, Any] = {name: real[at] for name, at in self._reals}
        for name, at in self._whole:
            found[name] = whole[at]
        sight = [real[at].reshape(shape) for at, shape in self._sight]
        found["sight"] = Sight(*sight) if sight else None
        found["now"] = State(*[real[at] for at in self._now])
        found["before"] = State(*[real[at] for at in self._before])
        return found
