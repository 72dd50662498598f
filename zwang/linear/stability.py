r"""Whether a motion stays near, as far as small motions tell.

    M̄ ü + C̄ u̇ + K̄ u = 0

With K̄ symmetric and positive definite and no part of C̄ that feeds energy in, it is stable
(Kelvin, Tait, Chetaev), and asymptotically if everything decays. Otherwise the eigenvalues tell:
one with a positive real part, unstable. Zeros decide nothing, but for two kinds: those of a family
of states of rest, of which nonholonomic constraints leave as many as velocities have less freedom
than configurations; and coordinates that a steady motion does not feel.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from zwang.base.arrays import solve_lower
from zwang.linear.spectrum import STILL, Spectrum

ASYMPTOTIC, STABLE, UNSTABLE = "asymptotically stable", "stable", "unstable"
UNDECIDED = "undecided"
ALIKE = 1e-9  # parts of a matrix that count as none, of its size


class Verdict(NamedTuple):
    """What small motions tell, and why.

    Attributes
    ----------
    word : "asymptotically stable", "stable", "unstable" or "undecided"
    reason : in words
    """

    word: str
    reason: str


def verdict_of(
    spectrum: Spectrum,
    mass: np.ndarray,
    damping: np.ndarray,
    stiffness: np.ndarray,
    steady: str,
    neutral: tuple[str, ...],
) -> Verdict:
    """What follows for stability.

    Parameters
    ----------
    spectrum : of the states, but for coordinates that a steady motion does not feel
    mass, damping, stiffness : the matrices
    steady : "rest", "steady" or "instant"
    neutral : directions of zero eigenvalues, in words
    """
    if steady == "instant":
        return Verdict(UNDECIDED, "the state does not rest, and its motion is not steady")
    if not len(spectrum.values):
        return Verdict(STABLE, "the constraints leave nothing free to move")
    values, limit = spectrum.values, STILL * spectrum.fastest
    growth = float(values.real.max(initial=-np.inf))
    if growth > limit and not _conservative(mass, damping, stiffness):
        return Verdict(UNSTABLE, f"an eigenvalue has the real part {growth:.4g}")
    stiff = _stiffness(mass, damping, stiffness)
    if stiff is not None and stiff[0] < -ALIKE * abs(stiff).max() and growth > limit:
        return Verdict(UNSTABLE, f"the stiffness is negative, {stiff[0]:.4g} in the metric M")
    family = stiffness.shape[1] - stiffness.shape[0]
    structural = len(spectrum.chains) <= 1 and (steady == "steady" or spectrum.zeros <= family)
    if spectrum.zeros and not structural:
        return Verdict(UNDECIDED, f"to first order nothing brings back {', '.join(neutral)}")
    moving = values[: len(values) - spectrum.zeros]
    about = f", apart from a family along {', '.join(neutral)}" if spectrum.zeros else ""
    if (moving.real < -limit).all():
        word = STABLE if spectrum.zeros else ASYMPTOTIC
        return Verdict(
            word,
            f"all other real parts are negative{about}"
            if about
            else f"all real parts are at most {moving.real.max(initial=-np.inf):.4g}",
        )
    if stiff is not None and stiff[0] > ALIKE * abs(stiff).max():
        return Verdict(STABLE, "the stiffness is positive definite, and nothing feeds energy in")
    if growth > limit:
        return Verdict(UNSTABLE, f"an eigenvalue has the real part {growth:.4g}")
    return Verdict(STABLE, f"no real part is positive, to first order{about}")


def _stiffness(mass: np.ndarray, damping: np.ndarray, stiffness: np.ndarray) -> np.ndarray | None:
    """Eigenvalues of a symmetric stiffness in the metric, if nothing feeds energy in; or None."""
    count = len(mass)
    if not count or stiffness.shape[1] != count:
        return None
    L = np.linalg.cholesky(mass)
    scaled = lambda X: np.asarray(solve_lower(L, np.asarray(solve_lower(L, X, np)).T, np)).T
    K, C = scaled(stiffness), scaled(damping)
    K_size, C_size = np.linalg.norm(K), np.linalg.norm(C)
    if np.linalg.norm(K - K.T) > ALIKE * K_size:
        return None
    fed = np.linalg.eigvalsh((C + C.T) / 2).min()
    if fed < -ALIKE * max(C_size, np.sqrt(K_size)):
        return None
    return np.linalg.eigvalsh((K + K.T) / 2)


def _conservative(mass: np.ndarray, damping: np.ndarray, stiffness: np.ndarray) -> bool:
    """Whether the stiffness tells, and is positive definite: then real parts are rounding."""
    found = _stiffness(mass, damping, stiffness)
    return found is not None and bool(found[0] > ALIKE * abs(found).max())
