"""What is computed of all members together: means, covariances, quantiles, histograms.

Blocks of members are taken in one after the other; the members themselves are not kept.
"""

from __future__ import annotations

import abc
from dataclasses import dataclass
from typing import Any

import numpy as np

from zwang.base import arguments
from zwang.base.arrays import as_floats
from zwang.ensemble.reduce.sketch import Sketch

LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)


class AbstractReduction(abc.ABC):
    """What is computed of all members together, for one variable at a time."""

    @property
    @abc.abstractmethod
    def name(self) -> str:
        """Under which the result is found."""

    @abc.abstractmethod
    def begin(self, shape: tuple[int, ...]) -> AbstractSum:
        """Begin with nobody.

        Parameters
        ----------
        shape : (T, ...)    of the variable of one member
        """


class AbstractSum(abc.ABC):
    """Members taken together so far."""

    @abc.abstractmethod
    def add(self, x: np.ndarray, counted: np.ndarray) -> None:
        """Take in a block.

        Parameters
        ----------
        x : (members, T, ...)       their values
        counted : the same shape    which of them count
        """

    @abc.abstractmethod
    def result(self) -> dict[str, np.ndarray]:
        """What came out, by name."""


# -- mean and covariance -------------------------------------------------------------------------


@dataclass(frozen=True)
class Mean(AbstractReduction):
    """The mean of each number; good to a few units of rounding of the largest member."""

    @property
    def name(self) -> str:
        """Under which the result is found."""
        return "mean"

    def begin(self, shape: tuple[int, ...]) -> AbstractSum:
        return _Means(shape)


class _Means(AbstractSum):
    r"""Mean and count. Two groups together: :math:`m = m_1 + (m_2 - m_1)\, n_2 / (n_1 + n_2)`."""

    def __init__(self, shape: tuple[int, ...]):
        self.mean, self.count = np.zeros(shape), np.zeros(shape, np.int64)

    def add(self, x: np.ndarray, counted: np.ndarray) -> None:
        count, mean = _block_mean(x, counted)
        self.count = self.count + count
        self.mean = self.mean + (mean - self.mean) * (count / np.maximum(self.count, 1))

    def result(self) -> dict[str, np.ndarray]:
        some = self.count > 0
        return {"mean": np.where(some, self.mean, np.nan), "count": self.count}


def _block_mean(x: np.ndarray, counted: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    count = counted.sum(axis=0)
    n = np.maximum(count, 1)
    mean = np.where(counted, x, 0.0).sum(axis=0) / n
    # Once more with what is left, which takes the rounding of the sum away.
    return count, mean + np.where(counted, x - mean, 0.0).sum(axis=0) / n


@dataclass(frozen=True)
class Covariance(AbstractReduction):
    r"""The covariance, in each row, between the numbers of a variable; of one number the variance.

    With N − 1 in the denominator, as ``numpy.cov``. Good to a few units of rounding of the
    variances, whatever the mean is.
    """

    @property
    def name(self) -> str:
        """Under which the result is found."""
        return "covariance"

    def begin(self, shape: tuple[int, ...]) -> AbstractSum:
        return _Covariances(shape)


class _Covariances(AbstractSum):
    r"""Mean, count and the sum S of products of deviations. Two groups together:

    .. math:: S = S_1 + S_2 + (m_2 - m_1)(m_2 - m_1)^T\, n_1 n_2 / (n_1 + n_2)
    """

    def __init__(self, shape: tuple[int, ...]):
        T, d = shape[0], int(np.prod(shape[1:]))
        self.shape, self.count = shape, np.zeros(T, np.int64)
        self.mean, self.S = np.zeros((T, d)), np.zeros((T, d, d))

    def add(self, x: np.ndarray, counted: np.ndarray) -> None:
        T, d = self.mean.shape
        x = x.reshape(len(x), T, d)
        counted = np.asarray(counted.reshape(len(x), T, d).all(axis=2))
        count, mean = _block_mean(x, np.broadcast_to(counted[..., None], x.shape))
        count = count[:, 0]
        away = np.where(counted[..., None], x - mean, 0.0)
        between = mean - self.mean
        total = np.maximum(self.count + count, 1)
        weight = (self.count * count / total)[:, None, None]
        S = np.einsum("bti,btj->tij", away, away, optimize=False)
        self.S = self.S + S + weight * between[:, :, None] * between[:, None, :]
        self.mean = self.mean + between * (count / total)[:, None]
        self.count = self.count + count

    def result(self) -> dict[str, np.ndarray]:
        T, rest = self.shape[0], self.shape[1:]
        known = (self.count > 1)[:, None, None]
        found = np.where(known, self.S / np.maximum(self.count - 1, 1)[:, None, None], np.nan)
        mean = np.where((self.count > 0)[:, None], self.mean, np.nan).reshape(self.shape)
        return {"covariance": found.reshape(T, *rest, *rest), "mean": mean, "count": self.count}


# -- distributions -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Quantiles(AbstractReduction):
    """Numbers below which given parts of the members lie.

    They are read off counts in bins, and differ from those of the sorted members by less than the
    width of a bin: 2 / (bins − 1) of the range of the values.

    Parameters
    ----------
    levels : the parts, from 0 to 1
    bins : how many bins there are for each number
    """

    levels: tuple[float, ...] = LEVELS
    bins: int = 4096

    @property
    def name(self) -> str:
        """Under which the result is found."""
        return "quantiles"

    def __post_init__(self):
        found = np.atleast_1d(as_floats("levels", self.levels, np))
        levels = tuple(found.tolist()) if found.ndim == 1 else ()
        if not levels or not all(0 <= level <= 1 for level in levels):
            raise ValueError(f"`levels` is {self.levels!r}; wanted numbers from 0 to 1.")
        object.__setattr__(self, "levels", levels)
        _require_bins(self.bins)

    def begin(self, shape: tuple[int, ...]) -> AbstractSum:
        return _Counts(shape, self.bins, self.levels)


@dataclass(frozen=True)
class Histogram(AbstractReduction):
    """How many members lie in which bin.

    Parameters
    ----------
    bins : how many bins; without a range they have a power of two as their width, and from half
        of them to all lie within the values
    range : (low, high) of the bins, or None for bins that cover the values; values outside are
        counted apart
    """

    bins: int = 64
    range: tuple[float, float] | None = None

    @property
    def name(self) -> str:
        """Under which the result is found."""
        return "histogram"

    def __post_init__(self):
        _require_bins(self.bins)
        if self.range is not None:
            ends = as_floats("range", self.range, np)
            if ends.shape != (2,) or not np.isfinite(ends).all() or not ends[0] < ends[1]:
                raise ValueError(f"`range` is {self.range!r}; wanted (low, high) with low < high.")
            low, high = ends.tolist()
            object.__setattr__(self, "range", (low, high))

    def begin(self, shape: tuple[int, ...]) -> AbstractSum:
        if self.range is None:
            return _Counts(shape, self.bins, None)
        return _CountsInRange(shape, self.bins, self.range)


def _require_bins(bins: Any) -> None:
    arguments.whole("bins", bins, 2)


class _Counts(AbstractSum):
    """Counts in bins that find their range; see ``Sketch``."""

    def __init__(self, shape: tuple[int, ...], bins: int, levels: tuple[float, ...] | None):
        self.shape, self.levels = shape, levels
        self.sketch = Sketch(int(np.prod(shape)), bins)

    def add(self, x: np.ndarray, counted: np.ndarray) -> None:
        self.sketch.add(x.reshape(len(x), -1), counted.reshape(len(x), -1))

    def result(self) -> dict[str, np.ndarray]:
        sketch = self.sketch
        if self.levels is not None:
            found = sketch.quantiles(np.array(self.levels))
            return {
                "quantiles": found.reshape(len(self.levels), *self.shape),
                "levels": np.array(self.levels),
                "error": np.where(sketch.low < sketch.high, sketch.width, 0.0).reshape(self.shape),
                "count": sketch.counts.sum(axis=1).reshape(self.shape),
            }
        return {
            "counts": sketch.counts.reshape(*self.shape, -1),
            "edges": sketch.edges.reshape(*self.shape, -1),
            "count": sketch.counts.sum(axis=1).reshape(self.shape),
        }


class _CountsInRange(AbstractSum):
    """Counts in bins that are given; the last one has both its ends, as NumPy's."""

    def __init__(self, shape: tuple[int, ...], bins: int, range: tuple[float, float]):
        self.shape, self.edges = shape, np.linspace(*range, bins + 1)
        self.counts = np.zeros((int(np.prod(shape)), bins + 2), np.int64)

    def add(self, x: np.ndarray, counted: np.ndarray) -> None:
        members, places = np.nonzero(counted.reshape(len(x), -1))
        values = x.reshape(len(x), -1)[members, places]
        index = np.searchsorted(self.edges, values, side="right")
        index[values == self.edges[-1]] -= 1
        width = self.counts.shape[1]
        found = np.bincount(places * width + index, minlength=self.counts.size)
        self.counts += found.reshape(self.counts.shape)

    def result(self) -> dict[str, np.ndarray]:
        counts = self.counts.reshape(*self.shape, -1)
        return {
            "counts": counts[..., 1:-1],
            "edges": np.broadcast_to(self.edges, (*self.shape, len(self.edges))),
            "below": counts[..., 0],
            "above": counts[..., -1],
            "count": counts.sum(axis=-1),
        }
