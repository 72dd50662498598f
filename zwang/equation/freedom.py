r"""Where neither mass nor constraints determine the acceleration: all accelerations there are.

If [M | Aᵀ] has not rank n, the solutions of M q̈ = Q + Qc, A q̈ = b are a particular one plus any
combination of the directions with M x = 0 and A x = 0; Qc is the same for all ([US10], between
eqs. (7) and (8)).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import numpy as np

from zwang.base import arrays
from zwang.base.names import names_of
from zwang.solvers import rank as rules
from zwang.solvers.singular import auxiliary, constrained

NOTHING = 1e-9  # entries of a direction, in like units, that are rounding


@partial(
    jax.tree_util.register_dataclass,
    data_fields=["qdd", "directions"],
    meta_fields=["coordinates"],
)
@dataclass(frozen=True, eq=False)
class Freedom:
    """All accelerations that the equations admit: ``qdd + directions @ x`` with any x (k,).

    Attributes
    ----------
    qdd : (n,)          the one without a part along the free directions, in like units; NaN where
        a force along them leaves no solution
    directions : (n, k)     a basis of them: M x = 0 and A x = 0. Each is led by a coordinate whose
        entry is one, and which the others leave alone
    coordinates : names of the coordinates
    """

    qdd: Any
    directions: Any
    coordinates: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The directions in words, such as ``+1 y -0.5 z``."""
        return tuple(
            " ".join(f"{x:+.3g} {name}" for x, name in zip(direction, self.coordinates) if x)
            for direction in np.asarray(self.directions).T
        )


def freedom(M: Any, Q: Any, A: Any, b: Any, coordinates: tuple[str, ...] | None = None) -> Freedom:
    """All accelerations of a system in which they are not unique.

    Shapes: M (n, n), Q (n,), A (m, n), b (m,).
    """
    M, A = (x.toarray() if hasattr(x, "toarray") else x for x in (M, A))
    M, Q, A, b = (np.asarray(x, float) for x in (M, Q, A, b))
    aux = auxiliary(M, A, 1.0, rules.tolerance(None, rules.RANK, M), np)
    N = aux.N[:, (aux.N != 0).any(axis=0)]
    F, rows = (aux.d * Q)[:, None], aux.rows
    b = (b / aux.lengths)[:, None]
    x = constrained(aux.S, aux.N, rows, F, b, np)
    x = x + rows.Z @ rows.coordinates(b - aux.A @ x, np)

    # Each direction led by a coordinate: those that a pivoted QR of Nᵀ takes first.
    leading = np.sort(arrays.qr_pivoted(N.T, np)[2][: N.shape[1]])
    basis = N @ np.linalg.inv(N[leading])
    basis = np.where(np.abs(basis) > NOTHING, basis, 0.0)
    directions = aux.d[:, None] * basis / aux.d[leading]
    return Freedom(aux.d * x[:, 0], directions, names_of(coordinates, len(Q)))
