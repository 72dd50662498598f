r"""Which parts of constraint forces are unique, where constraints repeat each other.

All multipliers λ + N c, with Aᵀ N = 0, exert the same force together. So of the group g

    the component along u of A_gᵀ λ_g is unique    if and only if    uᵀ A_gᵀ N_g = 0,

a row's own multiplier if its row of N is zero, and the sum of the forces of several groups if the
columns of N that concern them concern no other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import scipy

from zwang.consistency.independence import SURELY, Independence

TINY = 1e-8  # of the size of what may be exerted, below which a component is rounding
SEEN = 1e-6  # change of friction, in parts of its size, that counts
TRIES = 3  # velocities at which friction is looked at: at rest there is none
Groups = Sequence[tuple[str, Sequence[int]]]


class Uniqueness:
    """What is unique of the forces of groups of rows.

    Parameters
    ----------
    rows : what the rows do to each other
    groups : name and rows of each

    Attributes
    ----------
    N : (m, k)      multipliers that exert nothing, of length one where each counts in the length of
        its row
    """

    def __init__(self, rows: Independence, groups: Groups):
        self.groups, self.lengths = groups, rows.metric.lengths
        values, vectors = np.linalg.eigh((rows.P + rows.P.T) / 2)
        found = vectors[:, values > 0.5]
        found[np.abs(found) <= rows.rounding] = 0.0
        self.N = found / self.lengths[:, None]

    def of_rows(self) -> np.ndarray:
        """Which rows (m,) have a multiplier that is unique."""
        return ~self.N.any(axis=1)

    def directions(self, rows: Sequence[int], exert: Callable[[np.ndarray], Any]) -> np.ndarray:
        """An orthonormal basis (k, d) of what is not determined of something that rows exert.

        Parameters
        ----------
        rows : of the group
        exert : linear, takes multipliers (j, m) to what these rows exert (j, d)
        """
        own = np.zeros((len(self.N), len(rows)))
        own[list(rows), range(len(rows))] = 1.0 / self.lengths[list(rows)]
        size = np.abs(exert(own.T)).max(initial=0.0)
        # What N has of these rows is of their number, however many columns it has.
        U, S, _ = np.linalg.svd(self.N[list(rows)], full_matrices=False)
        lam = np.zeros((len(S), len(self.N)))
        lam[:, list(rows)] = (U * S).T
        loose = np.asarray(exert(lam))
        if not loose.size or not size:
            return np.zeros((0, loose.shape[1]))
        _, S, V = np.linalg.svd(loose, full_matrices=False)
        return V[S > TINY * size]

    def together(self) -> list[tuple[str, ...]]:
        """Groups of which only the sum of the forces is unique, each set as small as can be."""
        P = self.N * self.lengths[:, None]
        linked = np.abs(P @ P.T) > SURELY * 1e-3
        _, labels = scipy.sparse.csgraph.connected_components(linked, directed=False)
        tied = linked.any(axis=1)
        return joined(
            {
                name: {int(labels[i]) for i in rows if tied[i]}
                for name, rows in self.groups
                if tied[list(rows)].any()
            }
        )


def friction_depends(
    law: Callable[[np.ndarray, np.ndarray], Any], qd: np.ndarray, lam: np.ndarray, N: np.ndarray
) -> bool:
    """Whether a law of friction depends on multipliers that are not unique.

    Shapes: qd (n,), lam (m,), N (m, k).
    """
    random, size = np.random.default_rng(0), np.abs(qd).max() or 1.0
    speeds = [qd, *(size * random.standard_normal((TRIES, len(qd))))]
    for qd in speeds:
        now = np.asarray(law(qd, lam))
        for along in N.T:
            step = along * (np.abs(lam).max() or 1.0) / np.abs(along).max()
            change = [np.abs(np.asarray(law(qd, lam + x)) - now).max() for x in (step, -step)]
            if max(change) > SEEN * np.abs(now).max():
                return True
    return False


def joined(sets: Mapping[str, set[int]]) -> list[tuple[str, ...]]:
    """Names whose sets meet, directly or through others; those that meet none are left out."""
    found: list[tuple[set[int], list[str]]] = []
    for name, new in sets.items():
        names, apart = [name], []
        for held, others in found:
            if held & new:
                new, names = new | held, others + names
            else:
                apart.append((held, others))
        found = [*apart, (new, names)]
    return [tuple(names) for _, names in found if len(names) > 1]
