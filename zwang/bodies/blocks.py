"""M, Q, A and b of a mechanism, block by block, and as sparse matrices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import scipy
from jax import Array


class Blocks(NamedTuple):
    """The equations of a mechanism in a state, block by block.

    Attributes
    ----------
    M : (N, 7, 7)           mass matrices of the bodies, in their coordinates filled up to seven
    columns : (N + 1, 7)    places of these coordinates in q; n where there is none; the ground last
    Q : (n,)                given force
    joints : for each batch of joints and each level its ``JointBlocks``
    norm : (N₇, 4), (N₇,)   A and b of the lengths of the quaternions; their bodies are ``rigid``
    rigid : (N₇,)           places of the bodies with a quaternion
    """

    M: Array
    columns: np.ndarray
    Q: Array
    joints: tuple[JointBlocks, ...]
    norm: tuple[Array, Array]
    rigid: np.ndarray

    def matrices(self) -> tuple[Any, np.ndarray, Any, np.ndarray]:
        """M (n, n), Q (n,), A (m, n) and b (m,) for ``zw.solve``, M and A of ``scipy.sparse``.

        They have an entry wherever there may be one, so that the pattern stays the same.
        """
        Q, at = np.asarray(self.Q), self.columns[:-1]
        M = _sparse([(at[:, :, None], at[:, None, :], self.M)], len(Q), len(Q))
        rows = [part.rows for part in self.joints]
        m = sum(x.size for x in rows) + len(self.rigid)
        # What no joint has are the lengths of the quaternions.
        lengths = np.setdiff1d(np.arange(m), np.concatenate([[], *map(np.ravel, rows)]))
        parts = [
            (part.rows[:, :, None, None], self.columns[part.bodies][:, None], part.A)
            for part in self.joints
        ]
        parts.append((lengths[:, None], self.columns[self.rigid][:, 3:], self.norm[0]))
        b = np.zeros(m)
        for part in self.joints:
            b[part.rows] = part.b
        b[lengths] = self.norm[1]
        return M, Q, _sparse(parts, m, len(Q)), b


def _sparse(parts: Sequence[tuple[Any, Any, Any]], m: int, n: int) -> Any:
    """A matrix (m, n) from arrays of places and values; places n are nowhere."""
    spread = [
        [np.broadcast_to(x, np.shape(values)).ravel() for x in (rows, columns, values)]
        for rows, columns, values in parts
    ]
    rows, columns, values = (np.concatenate(x) for x in zip(*spread, strict=True))
    there = (rows < m) & (columns < n)
    places = rows[there], columns[there]
    return scipy.sparse.csr_array((values[there], places), shape=(m, n), dtype=np.float64)


class JointBlocks(NamedTuple):
    """Rows of one batch of J joints, k rows each, between ``arity`` bodies."""

    A: Array  # (J, k, arity, 7) derivatives by the bodies' coordinates
    b: Array  # (J, k)
    bodies: np.ndarray  # (J, arity) places of the bodies
    rows: np.ndarray  # (J, k) places of the rows in A and b of the whole
