r"""Counts of numbers in bins that find their own range; the order of the numbers does not matter.

The bins of one number have the width :math:`w = 2^k` and begin at multiples of it, so that two of
them make one of the next width. k is the smallest with which all numbers so far lie in B bins:

.. math:: \lfloor x_{max} / 2^k \rfloor - \lfloor x_{min} / 2^k \rfloor < B

It depends on the least and the largest number only, and so do the counts in the end: whichever
came first, and in whatever portions. As k − 1 would not have done,
:math:`w < 2 (x_{max} - x_{min}) / (B - 1)`.
"""

from __future__ import annotations

import numpy as np

DIGITS = 52  # of the index of a bin, which must be a whole number exactly
LOWEST = -1000  # of the exponents, where all numbers are zero


class Sketch:
    """Counts for E numbers of each member, B bins each. Shapes: low, high (E,)."""

    def __init__(self, E: int, bins: int):
        self.bins = bins  # B
        self.low, self.high = np.full(E, np.inf), np.full(E, -np.inf)
        self.exponent = np.full(E, LOWEST)  # (E,) k
        self.base = np.zeros(E, np.int64)  # (E,) index of the first bin
        self.counts = np.zeros((E, bins), np.int64)  # (E, B) members in each bin

    def add(self, x: np.ndarray, counted: np.ndarray) -> None:
        """Count members. Shapes: x (members, E), counted (members, E)."""
        if not len(x):
            return
        self.low = np.minimum(self.low, np.where(counted, x, np.inf).min(axis=0))
        self.high = np.maximum(self.high, np.where(counted, x, -np.inf).max(axis=0))
        self._widen()
        members, places = np.nonzero(counted)
        index = _index(x[members, places], self.exponent[places]) - self.base[places]
        found = np.bincount(places * self.bins + index, minlength=self.counts.size)
        self.counts += found.reshape(self.counts.shape)

    def _widen(self) -> None:
        """The smallest k that serves; the counts so far in their new bins."""
        some = self.low <= self.high
        low, high = np.where(some, self.low, 0.0), np.where(some, self.high, 0.0)
        size = np.maximum(np.abs(low), np.abs(high))
        exponent = np.where(size > 0, np.frexp(size)[1] - DIGITS, LOWEST)
        wide = np.frexp((high / 2 - low / 2) / self.bins)[1] - 1
        exponent = np.maximum(np.maximum(exponent, LOWEST), np.where(high > low, wide, LOWEST))
        while True:
            over = _index(high, exponent) - _index(low, exponent) >= self.bins
            if not over.any():
                break
            exponent = exponent + over
        base = _index(low, exponent)
        moved = (exponent != self.exponent) | (base != self.base)
        if moved.any():
            old = self.base[moved, None] + np.arange(self.bins)
            shift = np.minimum(exponent - self.exponent, 62)[moved, None]
            place = np.clip((old >> shift) - base[moved, None], 0, self.bins - 1)
            flat = (np.arange(len(place))[:, None] * self.bins + place).ravel()
            weights = self.counts[moved].ravel()
            sums = np.bincount(flat, weights=weights, minlength=place.size)
            self.counts[moved] = sums.reshape(place.shape).astype(np.int64)
        self.exponent, self.base = exponent, base

    @property
    def width(self) -> np.ndarray:
        """Of the bins (E,)."""
        return np.ldexp(1.0, self.exponent)

    @property
    def edges(self) -> np.ndarray:
        """Where the bins begin and end (E, B + 1)."""
        places = self.base[:, None] + np.arange(self.bins + 1)
        return np.ldexp(places.astype(float), self.exponent[:, None])

    def quantiles(self, levels: np.ndarray) -> np.ndarray:
        """Numbers below which such parts of the members lie (L, E), to the width of a bin.

        Shapes: levels (L,).
        """
        total = np.cumsum(self.counts, axis=1)
        count = total[:, -1]
        found = np.full((len(levels), len(count)), np.nan)
        for i, level in enumerate(levels):
            # The same place among the sorted numbers as NumPy's: level (count − 1), from 0.
            rank = level * np.maximum(count - 1, 0)
            below, above = (self._sorted(total, x.astype(int)) for x in (rank, np.ceil(rank)))
            value = below + (rank - np.floor(rank)) * (above - below)
            found[i] = np.where(count > 0, value, np.nan)
        return found

    def _sorted(self, total: np.ndarray, place: np.ndarray) -> np.ndarray:
        """The number at a place (E,) among the sorted ones, to the width of a bin."""
        rows = np.arange(len(place))
        index = np.minimum((total <= place[:, None]).sum(axis=1), self.bins - 1)
        inside = self.counts[rows, index]
        part = (place - total[rows, index] + inside + 0.5) / np.maximum(inside, 1)
        begin = np.ldexp((self.base + index).astype(float), self.exponent)
        some = self.low <= self.high
        low, high = np.where(some, self.low, 0.0), np.where(some, self.high, 0.0)
        found = np.clip(begin + part * self.width, low, high)
        # The first and the last of them are known.
        return np.where(place == 0, low, np.where(place == total[:, -1] - 1, high, found))


def _index(x: np.ndarray, exponent: np.ndarray) -> np.ndarray:
    return np.floor(np.ldexp(x, -exponent)).astype(np.int64)
