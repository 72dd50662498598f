"""Square roots and pseudo-inverses, with the one cut that every paper's form uses."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

# Shapes in the signatures of this package.
Square = Float[np.ndarray, "n n"]
Rows = Float[np.ndarray, "m n"]
Columns = Float[np.ndarray, "n m"]
VectorN = Float[np.ndarray, " n"]
VectorM = Float[np.ndarray, " m"]

# Singular values below RCOND times the largest count as zero. In random systems whose units lie
# within a factor of ten of one another, those that mean something were above 1e-8 and those that
# are rounding below 1e-11.
RCOND = 1e-10


def pinv(matrix: Rows, size: float = 0.0) -> Columns:
    """Moore-Penrose inverse, defined by [U05] eqs. (13a)-(13d).

    Parameters
    ----------
    matrix : (m, n)
    size : what to compare singular values with, if more than the largest of them. Where the
        matrix may be nothing but rounding: the norm it would have if it were not zero.

    Returns
    -------
    (n, m)
    """
    U, values, Vt = np.linalg.svd(matrix, full_matrices=False)
    kept = values > RCOND * max(size, values.max(initial=0.0))
    return (Vt[kept].T / values[kept]) @ U[:, kept].T


def rank(matrix: Rows) -> int:
    """Rank by the cut of `pinv`.

    Parameters
    ----------
    matrix : (m, n)
    """
    return int(np.linalg.matrix_rank(matrix, rtol=RCOND))


def square_root(M: Square) -> Square:
    """Symmetric square root M^(1/2), shape (n, n).

    Parameters
    ----------
    M : (n, n) positive semi-definite
    """
    values, vectors = np.linalg.eigh(M)
    return vectors * np.sqrt(np.maximum(values, 0.0)) @ vectors.T


def inverse_square_root(M: Square) -> Square:
    """Symmetric M^(-1/2), shape (n, n).

    Parameters
    ----------
    M : (n, n) positive definite

    Raises
    ------
    ValueError
        If an eigenvalue is below ``RCOND`` times the largest.
    """
    values, vectors = np.linalg.eigh(M)
    if values[0] <= RCOND * values[-1]:
        raise ValueError(
            f"`M` has eigenvalues from {values[0]:.3g} to {values[-1]:.3g}; "
            "wanted positive definite. Forms for singular M are in `up06` and `us10`."
        )
    return vectors / np.sqrt(values) @ vectors.T


def zero_if_none(C: VectorN | None, Q: VectorN) -> VectorN:
    """C, or for ideal constraints zeros, shape (n,).

    Parameters
    ----------
    C : (n,) or None
    Q : (n,)
    """
    return np.zeros_like(Q) if C is None else C
