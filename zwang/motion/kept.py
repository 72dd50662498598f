"""What is kept of a motion: coordinates and constraints by name, in memory for these alone.

Rows of the motion are made from whole states, a few at a time, and only what was asked for stays.
So a motion of 10⁵ coordinates of which ten are kept is as small as one of ten.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import scipy

from zwang.base.names import any_of, names_of
from zwang.base.stacked import Places, Stacked
from zwang.base.status import Status
from zwang.equation.acceleration_form import Rows, rows_of
from zwang.integrate.course import Course, State
from zwang.integrate.loop import Journey, Passed
from zwang.motion.motion import Motion, Occurrences, Settings
from zwang.motion.summary import KEPT
from zwang.system.system import System

AT_ONCE = 200_000  # numbers of coordinates whose rows are made together
ALONG = ("q", "qd", "qdd", "Qc", "Qc_ideal", "Qc_nonideal")
BY_ROW = ("multipliers", "residual", "residual_raw")
ON_POSITIONS = ("rate", "rate_raw")
ONE = ("t", "rank", "energy", "power")


class Wanted(NamedTuple):
    """Which coordinates and which rows are kept, in their order, and what they are called."""

    # columns, places: where they stand
    columns: np.ndarray
    places: np.ndarray
    coordinates: tuple[str, ...]  # names of the columns
    rows: Rows  # names of the rows, and which is whose


def wanted(keep: Any, system: System, start: State, p: Any) -> Wanted:
    """What the user wants to keep. Raises ValueError."""
    names = (keep,) if isinstance(keep, str) else keep
    several = isinstance(names, list | tuple | set | frozenset)
    if not several or not all(isinstance(name, str) for name in names):
        raise TypeError(
            f"`keep` is {keep!r}; wanted names of coordinates, bodies or constraints, such as "
            '["crank", "A"], or None for everything.'
        )
    coordinates = names_of(system.coordinates, len(start.q))
    rows = rows_of(system, start.q, start.qd, start.t, p)
    columns, places = _tables(coordinates, rows)
    for name in names:
        if name not in columns and name not in places:
            told = f"`keep` names {name!r}, which is no coordinate, body or constraint"
            raise ValueError(f"{told}; {any_of(name, [*columns, *places])}")
    some, own = (
        sorted({i for x in names for i in table.get(x, ())}) for table in (columns, places)
    )
    told = tuple(coordinates[i] for i in some)
    return Wanted(np.array(some, int), np.array(own, int), told, _fewer(rows, own))


def _tables(coordinates: Sequence[str], rows: Rows) -> tuple[dict[str, Any], dict[str, Any]]:
    """Columns and rows by all names that they can be asked for by."""
    columns: dict[str, Any] = {}
    for i, name in enumerate(coordinates):
        body, dot, _ = name.rpartition(".")
        if dot:
            columns.setdefault(body, []).append(i)
    columns |= {name: [i] for i, name in enumerate(coordinates)}
    places: dict[str, Any] = {name: [i] for i, name in enumerate(rows.names)}
    return columns, places | dict(rows.groups)


def _fewer(rows: Rows, places: list[int]) -> Rows:
    """Some of the rows; of constraints those that are there as a whole."""
    now = {place: i for i, place in enumerate(places)}
    groups = tuple(
        (name, tuple(now[i] for i in own))
        for name, own in rows.groups
        if own and all(i in now for i in own)
    )
    h, k = (sum(i < end for i in places) for end in (rows.positions, rows.velocities))
    return Rows(tuple(rows.names[i] for i in places), groups, h, k)


def narrowed(motion: Motion, which: Wanted) -> Motion:
    """What is wanted of a motion."""
    holonomic = which.places[: which.rows.positions]
    given = ((ALONG, which.columns), (BY_ROW, which.places), (ON_POSITIONS, holonomic))
    found = {name: getattr(motion, name)[..., at] for names, at in given for name in names}
    events = {
        name: Occurrences(x.t, x.q[..., which.columns], x.qd[..., which.columns])
        for name, x in motion.events.items()
    }
    return replace(
        motion,
        **found,
        A=_matrices(motion.A, which),
        events=events,
        coordinates=which.coordinates,
        rows=which.rows,
        described=None,
        tools=None,
        settings=Settings({**motion.settings, KEPT: _told(motion, which)}),
    )


def _told(motion: Motion, which: Wanted) -> str:
    n, m = len(motion.coordinates), len(motion.rows.names)
    return f"{len(which.columns)} of {n} coordinates, {len(which.places)} of {m} rows"


def _matrices(A: Any, which: Wanted) -> Any:
    if not isinstance(A, Stacked):
        return A[..., which.places, :][..., which.columns]
    # The places of entries, counted from one, find themselves in the smaller matrix.
    count = np.arange(1, A.data.shape[1] + 1)
    whole = scipy.sparse.csr_array((count, A.places.indices, A.places.indptr), A.places.shape)
    some = scipy.sparse.csr_array(whole[which.places][:, which.columns])
    return Stacked(A.data[:, some.data - 1], Places(some))


class Keeping:
    """States to report, as ``Passed`` has them, of which what is wanted is kept at once."""

    def __init__(self, first: State, made: Callable[[State], Motion], which: Wanted):
        self._first = State(*(np.asarray(x)[None] for x in first))
        self._made, self._which = made, which
        self._blocks = [narrowed(made(self._first), which)]

    def add(self, state: State) -> None:
        """One state more."""
        self.extend(State(*(np.asarray(x)[None] for x in state)))

    def extend(self, states: State) -> None:
        """Several more, each field with an axis in front."""
        size = max(AT_ONCE // max(states.q.shape[1], 1), 1)
        for begin in range(0, len(states.t), size):
            some = (x[begin : begin + size] for x in states)
            # Whether constraints are left is seen beside the start.
            with_first = map(np.concatenate, zip(self._first, some, strict=True))
            found = narrowed(self._made(State(*with_first)), self._which)
            self._blocks.append(_some(found, np.arange(len(found.t)) > 0))

    @property
    def last(self) -> float:
        """The time of the last one."""
        return float(self._blocks[-1].t[-1])

    def drop_after(self, t: float) -> None:
        """Forget those that are later."""
        kept = [_some(block, np.asarray(block.t) <= t) for block in self._blocks]
        self._blocks = [block for block in kept if len(block.t)]

    def motion(self, about: Motion) -> Motion:
        """All of them as one motion; not well if one of them is not."""
        found = joined(self._blocks)
        ill = found if about.status == Status.OK else about
        about = narrowed(about, self._which)
        arrays = _arrays(found) | {"A": found.A, "observables": found.observables}
        return replace(about, **arrays, status=ill.status, detail=ill.detail)


def kept(which: Wanted, first: State, go: Callable, tell: Callable[[Journey], Motion]) -> Motion:
    """A motion of which some is kept: its rows are made on the way."""

    def made(course: Course, states: State) -> Motion:
        passed = Passed(first)
        passed.extend(State(*(x[1:] for x in states)))
        return tell(Journey(course, passed))

    gone = go(lambda course: Keeping(first, partial(made, course), which))
    taken, gone.passed = gone.passed, Passed(first)
    about = tell(gone)
    return taken.motion(about) if isinstance(taken, Keeping) else narrowed(about, which)


def _arrays(motion: Motion) -> dict[str, Any]:
    """The arrays with an axis for time."""
    names = (*ONE, *ALONG, *BY_ROW, *ON_POSITIONS)
    return {name: x for name in names if (x := getattr(motion, name)) is not None}


def _some(motion: Motion, rows: np.ndarray) -> Motion:
    """Some of its rows."""
    found = {name: x[rows] for name, x in _arrays(motion).items()}
    seen = {name: x[rows] for name, x in motion.observables.items()}
    return replace(motion, **found, A=motion.A[rows], observables=seen)


def joined(blocks: Sequence[Motion]) -> Motion:
    """Motions one behind the other, as one."""
    one = next((x for x in blocks if x.status), blocks[0])
    together = lambda parts: np.concatenate([np.asarray(x) for x in parts])
    parts = [_arrays(x) for x in blocks]
    found = {name: together(x[name] for x in parts) for name in parts[0]}
    seen = {name: together(x.observables[name] for x in blocks) for name in one.observables}
    A: Any = together(x.A for x in blocks) if not isinstance(one.A, Stacked) else None
    if A is None:
        A = Stacked(together(x.A.data for x in blocks), one.A.places)
    return replace(one, **found, A=A, observables=seen)
