r"""Floquet multipliers: by what small changes of a periodic motion grow in one period.

They are the eigenvalues of B, the derivative of the end by the start on the tangent space. Some are
one by nature: along the motion itself, where nothing depends on time; and each conserved quantity
is the left eigenvector of another. The two meet in a Jordan block, whose eigenvalues rounding
spreads by its root. So these are taken off first. Let the columns of R be fixed by B, and those of
L by Bᵀ. The space W = L^⊥ is invariant, and R ∩ W in it is fixed; what is left are the eigenvalues
of B on W / (R ∩ W), and there are as many ones as columns of L and of R ∩ W together.

B has errors, those of the motion. Where time does not enter, the motion's own direction f is fixed
by B, and B f − f shows how large they are: what is smaller than that cannot be told from nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

FIXED = 1e-8  # singular values of B − 1, in parts of the size of B, that are zero
MEETS = 1e-4  # cosines between L and R that are zero
NEUTRAL = 1e-6  # how far from the circle a multiplier still counts as on it
SURE = 3.0  # the same for both, in what B is seen to be off
PAIRED = 1e-5  # by how much the product of two multipliers is one where nothing is lost


def natural(B: np.ndarray, doubt: float = 0.0) -> tuple[int, int]:
    """How many columns L, or R, and R ∩ W have: of those that are one by nature.

    Shapes: B (d, d).
    """
    U, values, Vt = np.linalg.svd(B - np.eye(len(B)))
    size = max(1.0, float(values.max(initial=0.0)))
    k = int((values <= max(FIXED * max(1.0, np.linalg.norm(B, 2)), SURE * doubt)).sum())
    L, R = U[:, len(B) - k :], Vt[len(B) - k :].T
    # Of a multiplier μ beside one the cosine is about |1 − μ| / |B − 1|.
    meets = max(MEETS / size, FIXED)
    return k, int((np.linalg.svd(L.T @ R, compute_uv=False) <= meets).sum())


def reduced(
    B: np.ndarray, expected: tuple[int, int] | None = None, doubt: float = 0.0
) -> tuple[np.ndarray, int]:
    """B without what is one by nature; and how many multipliers that are. Shapes: B (d, d)."""
    d, found = len(B), natural(B, doubt)
    k, paired = found if expected is None or sum(found) == sum(expected) else expected
    if not k:
        return B, 0
    U, _, Vt = np.linalg.svd(B - np.eye(d))
    L, R, W = U[:, d - k :], Vt[d - k :].T, U[:, : d - k]
    # R c is in W where Lᵀ R c = 0.
    both = R @ np.linalg.svd(L.T @ R)[2][k - paired :].T
    inner, _, _ = np.linalg.svd(W.T @ both, full_matrices=True)
    rest = W @ inner[:, paired:]
    return rest.T @ B @ rest, k + paired


def multipliers(
    B: np.ndarray, expected: tuple[int, int] | None = None, doubt: float = 0.0
) -> tuple[np.ndarray, int]:
    """The multipliers (d,), those that are one by nature first; and how many these are."""
    rest, ones = reduced(B, expected, doubt)
    return np.concatenate([np.ones(ones), _sorted(np.linalg.eigvals(rest))]), ones


def _sorted(values: np.ndarray) -> np.ndarray:
    """The largest first; of a pair that with the positive imaginary part."""
    order = np.lexsort((-np.imag(values), -np.real(values), -np.abs(values).round(12)))
    return values[order].astype(complex)


def stability(values: np.ndarray, extra: int, doubt: float = 0.0) -> str:
    """ "stable", "unstable", or "neutral" where a multiplier is on the circle and none beyond."""
    sizes, near = np.abs(values), max(NEUTRAL, SURE * doubt)
    if (sizes > 1.0 + near).any():
        return "unstable"
    return "neutral" if extra > 0 or (sizes > 1.0 - near).any() else "stable"


def tests(values: np.ndarray) -> dict[str, float]:
    """Numbers that change their sign at a bifurcation, by its name."""
    pairs = [x * y for i, x in enumerate(values) for y in values[:i]]
    found = {"branch point": 1.0 - values, "period doubling": 1.0 + values}
    found["torus"] = 1.0 - np.array(pairs or [0.0])
    return {name: float(np.real(np.prod(x))) for name, x in found.items()}


def apart(before: np.ndarray, after: np.ndarray) -> float:
    """How far multipliers have moved, the one that moved most: as on the sphere of all numbers.

    On the circle that is their distance; far outside and far inside little is far.

    Shapes: before, after (d,).
    """
    from scipy.optimize import linear_sum_assignment  # late to import, and of families alone

    lengths = (np.sqrt(1.0 + np.abs(x) ** 2) for x in (before, after))
    far = 2.0 * np.abs(np.subtract.outer(before, after)) / np.multiply.outer(*lengths)
    return float(far[linear_sum_assignment(far)].max(initial=0.0))


# An eigenvalue of a matrix that is off by δ is off by δ / |yᴴx|, with its eigenvectors x from the
# right and y from the left, and by the root of δ at most where two meet: then yᴴx is zero.


def beyond(matrix: np.ndarray, error: float) -> int:
    """How many multipliers are outside the circle, by more than they may be off."""
    from scipy.linalg import eig  # late to import, and of families alone

    if not len(matrix):
        return 0
    found: Any = eig(matrix, left=True)
    values, left, right = found
    aligned = np.abs(np.sum(left.conj() * right, axis=0))
    size = max(1.0, float(np.linalg.norm(matrix, 2)))
    off = np.minimum(error / np.maximum(aligned, 1e-300), np.sqrt(error * size))
    return int((np.abs(values) - 1.0 > np.maximum(NEUTRAL, SURE * off)).sum())


# Where nothing is lost or fed in, multipliers come in pairs μ, 1/μ. Pairs on the circle stay on it
# until two of them meet, and r = μ + 1/μ of these are the same then; what is smooth as they meet
# and leave is the discriminant ∏ (rᵢ − rⱼ)².


def reciprocal(values: np.ndarray) -> np.ndarray | None:
    """μ + 1/μ of each pair, where multipliers come in pairs μ, 1/μ; else None."""
    left, found = list(values), []
    while left:
        value = left.pop(0)
        if not left or abs(value) < 1.0 - PAIRED:
            return None
        off = np.abs(np.array(left) - 1.0 / value)
        if off.min() > PAIRED * max(1.0, abs(value)):
            return None
        left.pop(int(off.argmin()))
        found.append(value + 1.0 / value)
    return np.array(found)


def discriminant(values: np.ndarray) -> float:
    """∏ (rᵢ − rⱼ)², which is one for a single number."""
    apart = [x - y for i, x in enumerate(values) for y in values[:i]]
    return float(np.real(np.prod(np.square(apart))))
