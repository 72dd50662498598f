r"""How far a plant may be off the model when its parameters lie in ranges: for the robust term.

With u the control by the model, K its gain, and q̈, P those of a plant with other parameters,

    d = A (q̈ + P u) − b,        Δ = A P K − I

are what the wrong model does to the requirements, and to the term that is added against it; see
``zwang.control.robust``. Both are looked at along a path, at the corners of the ranges and at
random points within. Where d and Δ are monotonous in each parameter the corners have the largest.
Between the states of the path the largest is that of a parabola through three of them. So what is
found is an estimate, and no proof.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import jax
import numpy as np

from zwang.base import arguments
from zwang.base.arrays import as_floats
from zwang.base.functions import split
from zwang.base.names import look_up
from zwang.base.status import Status
from zwang.control.description import AbstractController
from zwang.control.plant import reacts
from zwang.control.report.along import along, looking
from zwang.control.report.analysis import dissect
from zwang.equation.known import known

CORNERS, STATES = 64, 200  # at most


@dataclass(frozen=True)
class Uncertainty:
    """What ``controller.uncertainty`` found: estimates, for which leave a margin.

    Attributes
    ----------
    bound : (m,)    the largest |d| of each row
    spread : ()     the largest sum of |Δ| over a row
    rows : names of the m rows
    worst : parameters with the largest of |d|, in parts of the bounds of all rows
    widest : parameters with the largest spread
    looks : how many pairs of a state and a plant were looked at
    """

    bound: np.ndarray
    spread: float
    rows: tuple[str, ...]
    worst: dict[str, Any]
    widest: dict[str, Any]
    looks: int


def uncertainty(
    controller: AbstractController,
    ranges: Any,
    where: Any,
    q: Any,
    qd: Any,
    p: Any,
    samples: Any,
    seed: int,
) -> Uncertainty:
    """Find out what ``controller.uncertainty`` tells."""
    count, drawn = (
        arguments.whole(x, y, least=0) for x, y in (("samples", samples), ("seed", seed))
    )
    box = _checked(ranges, p)
    if reacts(controller.model):
        raise ValueError(
            "`uncertainty` for a plant whose friction depends on forces; wanted one whose "
            "`nonideal` is a function of (q, qd, t, p) alone."
        )
    plain = replace(controller, robustness=None)
    path = along(plain, where, q, qd, p)
    if path.first is not None:
        raise ValueError(f"`where` leads into trouble at t = {path.first:.6g}: {path.cause}")
    some = np.unique(np.linspace(0, len(path.t) - 1, STATES).astype(int))
    states = [(path.q[i], path.qd[i], path.t[i]) for i in some]
    wrongs = []
    for other in _points(box, p, count, drawn):
        found = [_off(plain, state, p, other) for state in states]
        d, spread = (np.stack(x) for x in zip(*found, strict=True))
        most = [_peak(path.t[some], x) for x in (*d.T, spread)]
        wrongs.append((other, np.array(most[:-1]), most[-1]))
    bound = np.max([d for _, d, _ in wrongs], axis=0)
    part = [np.max(d / np.where(bound > 0, bound, 1.0)) for _, d, _ in wrongs]
    spreads = [x for *_, x in wrongs]
    worst, widest = (wrongs[int(np.argmax(x))][0] for x in (part, spreads))
    pick = lambda other: {name: x if (x := other[name]).ndim else float(x) for name in box}
    looks = len(wrongs) * len(states)
    return Uncertainty(bound, max(spreads), path.rows, pick(worst), pick(widest), looks)


def _checked(ranges: Any, p: Any) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    named = isinstance(ranges, Mapping) and all(isinstance(name, str) for name in ranges)
    if not named or not ranges:
        raise TypeError(
            f"`ranges` is {ranges!r}; wanted the least and the largest value of parameters, by "
            'name, such as {"m": (0.8, 1.2)}.'
        )
    if not isinstance(p, Mapping):
        raise TypeError(f"`p` is {p!r}; wanted parameters by name, of which `ranges` has some.")
    found = {}
    for name, pair in ranges.items():
        value = np.asarray(as_floats(f"p` of `{name}", look_up(name, dict(p), what="ranges"), np))
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise ValueError(f"`ranges` of {name!r} is {pair!r}; wanted (least, largest).")
        low, high = (np.asarray(as_floats(f"ranges` of `{name}", x, np)) for x in pair)
        fits = all(x.shape in ((), value.shape) for x in (low, high))
        if not fits or not np.isfinite([low.sum(), high.sum()]).all() or not (low <= high).all():
            raise ValueError(
                f"`ranges` of {name!r} is {pair!r}; wanted finite numbers, or arrays of the shape "
                f"{value.shape}, the first not above the second."
            )
        found[name] = np.broadcast_to(low, value.shape), np.broadcast_to(high, value.shape)
    return found


def _points(box: dict[str, Any], p: Any, count: int, seed: int) -> Iterable[dict[str, Any]]:
    """Parameters at corners of the ranges, all or as many as are looked at, and within."""
    rng = np.random.default_rng(seed)
    ends = {x: np.stack([np.ravel(low), np.ravel(high)]) for x, (low, high) in box.items()}
    size = sum(x.shape[1] for x in ends.values())
    some = rng.random((CORNERS - 2, size)) < 0.5
    few = [np.zeros(size, bool), np.ones(size, bool), *some]  # of more corners than are looked at
    whole = 2**size <= CORNERS
    for sides in itertools.product((False, True), repeat=size) if whole else few:
        place, corner = 0, {}
        for x, pair in ends.items():
            taken = np.array(sides[place : place + pair.shape[1]], int)
            corner[x] = pair[taken, np.arange(len(taken))].reshape(box[x][0].shape)
            place += len(taken)
        yield p | corner
    for _ in range(count):
        yield p | {x: np.asarray(rng.uniform(low, high)) for x, (low, high) in box.items()}


def _peak(t: np.ndarray, x: np.ndarray) -> float:
    """The largest of x (T,), between its entries by a parabola through the largest and beside."""
    i = int(np.argmax(x))
    if not 0 < i < len(x) - 1:
        return float(x[i])
    a, b, c = np.polyfit(t[i - 1 : i + 2] - t[i], x[i - 1 : i + 2], 2)
    return float(max(x[i], c - b * b / (4 * a))) if a < 0 else float(x[i])


def _off(controller: AbstractController, state: Any, p: Any, other: Any) -> tuple[Any, Any]:
    """|d| (m,) and the largest row sum of |Δ| in one state, for one plant."""
    q, qd, t = state
    here, there = (looking(controller, q, qd, t, x)(q, qd, t) for x in (p, other))
    if not np.array_equal(here.A, there.A):
        raise ValueError("`ranges` holds parameters of a requirement; wanted those of the plant.")
    # A plant without mass has the acceleration that the requirements lend it; no real one does.
    lent = bool(there.supplied) and not bool(here.supplied)
    if lent or not np.isfinite(there.qdd).all():
        told = {name: np.asarray(x).tolist() for name, x in other.items()}
        raise ValueError(f"`ranges` holds a plant that has no acceleration: {told}.")
    assert here.command.status == Status.OK  # along the path it was
    numbers, rest = split(p, np)
    fixed = known(controller, q, qd, np.asarray(t), numbers, rest)
    parts = dissect(fixed, rest, q, qd, np.asarray(t), numbers)
    K = jax.tree.map(np.asarray, parts.K)
    d = there.A @ there.qdd + there.AP @ here.command.force - here.b
    delta = there.AP @ K - np.eye(len(d))
    return np.abs(d), np.abs(delta).sum(axis=1).max()
