"""Sparse matrices of one pattern, one for each row of a motion, for dense ones are too large."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
import scipy

MOST = 200_000_000  # entries of a dense array that is made on demand


class Places:
    """Where the matrices have entries; the same object for the same places."""

    def __init__(self, matrix: Any):
        self.indptr, self.indices, self.shape = matrix.indptr, matrix.indices, matrix.shape
        self.rows = np.repeat(np.arange(self.shape[0]), np.diff(self.indptr))


@jax.tree_util.register_pytree_node_class
class Stacked:
    """T sparse matrices (m, n) of one pattern.

    ``stacked[i]`` is the i-th as a matrix of ``scipy.sparse``; ``numpy.asarray(stacked)`` is all of
    them, dense (T, m, n), if that is not too large.

    Shapes: data (T, .).
    """

    def __init__(self, data: Any, places: Places):
        self.data, self.places = data, places

    @property
    def shape(self) -> tuple[int, int, int]:
        """(T, m, n)."""
        return len(self.data), *self.places.shape

    @property
    def dtype(self) -> Any:
        """Of the entries."""
        return self.data.dtype

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, int | np.integer):
            return self._matrix(self.data[index])
        if isinstance(index, slice | np.ndarray):
            return Stacked(self.data[index], self.places)
        return np.asarray(self)[index]

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        if np.prod(self.shape, dtype=float) > MOST:
            raise ValueError(
                f"The constraint matrices of {self.shape[0]} rows have {self.shape[1:]} entries "
                "each, too many for a dense array; wanted one at a time: motion.A[i] is a matrix "
                "of scipy.sparse."
            )
        places = self.places
        dense = np.zeros(self.shape, dtype or float)
        dense[:, places.rows, places.indices] = self.data
        return dense

    def _matrix(self, data: Any) -> Any:
        given = data, self.places.indices, self.places.indptr
        return scipy.sparse.csr_array(given, shape=self.places.shape)

    def largest(self) -> Any:
        """The largest that each entry has been (m, n), sparse."""
        return self._matrix(np.abs(self.data).max(axis=0))

    def forces(self, rows: Any, multipliers: np.ndarray) -> np.ndarray:
        """What some rows exert (T, n): A_gᵀ lam_g. Shapes: multipliers (T, m)."""
        weights = np.zeros_like(multipliers)
        weights[:, rows] = multipliers[:, rows]
        pairs = zip(self.data, weights, strict=True)
        return np.stack([self._matrix(x).T @ lam for x, lam in pairs])

    def times(self, x: np.ndarray) -> np.ndarray:
        """A x (T, m), matrix by matrix. Shapes: x (T, n)."""
        return np.stack([self._matrix(a) @ b for a, b in zip(self.data, x, strict=True)])

    def __abs__(self) -> Stacked:
        return Stacked(abs(self.data), self.places)

    def tree_flatten(self) -> tuple[tuple[Any], Places]:
        """For trees of JAX: the entries change, the places do not."""
        return (self.data,), self.places

    @classmethod
    def tree_unflatten(cls, places: Places, data: tuple[Any]) -> Stacked:
        """From what ``tree_flatten`` gave."""
        return cls(data[0], places)
