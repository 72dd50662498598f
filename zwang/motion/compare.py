"""Two motions beside each other: how far they are apart, coordinate by coordinate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from zwang.base.arrays import as_floats
from zwang.base.escape import AbstractPage, for_terminal
from zwang.base.names import some_of
from zwang.motion.motion import Motion
from zwang.motion.resample import at


@dataclass(frozen=True, eq=False)
class Comparison(AbstractPage):
    """Two motions at the same T times; print it for a table.

    Attributes
    ----------
    t : (T,)                times that both have
    coordinates : (k,)      names that both have
    q, q_other : (T, k)     coordinates of the one and of the other
    qd, qd_other : (T, k)   velocities
    energy, energy_other : (T,)     None where a motion has none
    """

    t: np.ndarray
    coordinates: tuple[str, ...]
    q: np.ndarray
    q_other: np.ndarray
    qd: np.ndarray
    qd_other: np.ndarray
    energy: Any = None
    energy_other: Any = None

    @property
    def difference(self) -> np.ndarray:
        """The other's coordinates less those of the one (T, k)."""
        return self.q_other - self.q

    @property
    def largest(self) -> float:
        """The largest difference of a coordinate."""
        return float(np.abs(self.difference).max())

    def plot(self, *args: Any, **kwargs: Any) -> Any:
        """A picture of both; see ``zwang.plots.compare.plot``.

        Parameters
        ----------
        *args, **kwargs : as there
        """
        from zwang.plots.compare import plot

        return plot(self, *args, **kwargs)

    def __repr__(self) -> str:
        return "\n".join(map(for_terminal, self._page()))

    __str__ = __repr__

    def _page(self) -> Iterator[str]:
        span = f"t from {self.t[0]:.6g} to {self.t[-1]:.6g}"
        yield f"Comparison: {len(self.t)} times, {span}"
        width = max(10, *map(len, self.coordinates))
        titles = "".join(f"{x:>13}" for x in ("largest |q|", "largest |Δq|", "at t", "Δq at end"))
        yield f"  {'':{width}}{titles}{'largest |Δq̇|':>14}"
        size, off = np.abs(self.q).max(axis=0), np.abs(self.difference)
        rates = np.abs(self.qd_other - self.qd).max(axis=0)
        for i, name in enumerate(self.coordinates):
            when = self.t[off[:, i].argmax()]
            numbers = size[i], off[:, i].max(), when, self.difference[-1, i]
            told = "".join(f"{x:13.5g}" for x in numbers)
            yield f"  {name:{width}}{told}{rates[i]:14.5g}"
        if self.energy is not None and self.energy_other is not None:
            most = np.nanmax(np.abs(self.energy_other - self.energy))
            yield f"  energies differ by at most {most:.5g}"


def compare(motion: Motion, other: Motion, times: Any = None) -> Comparison:
    """Another motion beside a motion, at the times of the first that both have.

    Where the other has no rows at these times it is computed there, as ``motion.at`` does.

    Shapes: times (T,).
    """
    if not isinstance(other, Motion):
        raise TypeError(f"`other` is {other!r}; wanted a zw.Motion.")
    motion.require_one()
    other.require_one()
    names = tuple(name for name in motion.coordinates if name in other.coordinates)
    if not names:
        mine, theirs = (some_of(x.coordinates) for x in (motion, other))
        raise ValueError(
            f"`other` has the coordinates {theirs}, and this motion {mine}; wanted one at least "
            "that both have."
        )
    first, last = max(motion.t[0], other.t[0]), min(motion.t[-1], other.t[-1])
    if not first <= last:
        raise ValueError(
            f"`other` is from t = {other.t[0]:g} to {other.t[-1]:g}, and this motion from "
            f"{motion.t[0]:g} to {motion.t[-1]:g}; wanted motions that overlap."
        )
    if times is None:
        t = np.asarray(motion.t)
        t = t[(t >= first) & (t <= last)]
        t = t if len(t) else np.array([first])
    else:
        t = np.atleast_1d(np.asarray(as_floats("times", times, np), float))
        if t.ndim != 1 or not len(t) or not ((t >= first) & (t <= last)).all():
            raise ValueError(
                f"`times` is {times!r}; wanted times that both have, from {first:g} to {last:g}."
            )
    one, two = _rows(motion, t), _rows(other, t)
    here = [motion.coordinates.index(name) for name in names]
    there = [other.coordinates.index(name) for name in names]
    return Comparison(
        t,
        names,
        one.q[:, here],
        two.q[:, there],
        one.qd[:, here],
        two.qd[:, there],
        one.energy,
        two.energy,
    )


class _Rows:
    """States of a motion at times: its own rows where it has them."""

    def __init__(self, q: Any, qd: Any, energy: Any):
        self.q, self.qd, self.energy = q, qd, energy


def _rows(motion: Motion, t: np.ndarray) -> _Rows:
    place = np.searchsorted(motion.t, t)
    near = np.minimum(place, len(motion.t) - 1)
    if (motion.t[near] == t).all():
        energy = None if motion.energy is None else motion.energy[near]
        return _Rows(motion.q[near], motion.qd[near], energy)
    found = at(motion, t)
    return _Rows(found.q, found.qd, found.energy)
