r"""Whether a motion stays near, as far as small motions tell.

    M̄ ü + C̄ u̇ + K̄ u = 0

With K̄ symmetric and positive definite and no part of C̄ that feeds energy in, it is stable
(Kelvin, Tait, Chetaev), and asymptotically if everything decays. Otherwise the eigenvalues tell:
one with a positive real part, unstable. Undamped oscillations that coincide, with one vector for
several, decide nothing: to first order they grow as t does. Nor do zeros, but for two kinds: those
of a family of states of rest, of which nonholonomic constraints leave as many as velocities have
less freedom than configurations; and coordinates that a steady motion does not feel.

Of a steady motion a zero may also be a drift that only turns the velocity: a coin that rolls into a
circle has a heading ψ that grows, and with it δẋ = −v sin ψ₀ δψ, though its speed stays. Along such
a drift the kinetic energy stays, while the rates that drift would change it by themselves.

Where symmetries carry the motion (``zwang.linear.local.moving.frame``), what decides is A on the
states modulo the directions in which they carry it: these are mapped into themselves.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from zwang.base.arrays import solve_lower
from zwang.linear.local.reduced import NOTHING, Reduced, kinetic_change
from zwang.linear.spectrum import (
    STILL,
    Spectrum,
    coinciding,
    growth,
    leading,
    spectrum_of,
)

ASYMPTOTIC, STABLE, UNSTABLE = "asymptotically stable", "stable", "unstable"
UNDECIDED = "undecided"
DEGENERATE = "degenerate: the stiffness vanishes with the force, and small motions tell nothing"
DEFINITE = "the stiffness is positive definite, and nothing feeds energy in"
ALIKE = 1e-9  # parts of a matrix that count as none, of its size
SAME = 1e-6  # changes of the kinetic energy that count as none


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
    matrices: tuple[np.ndarray, np.ndarray, np.ndarray] | None,
    steady: str,
    neutral: tuple[str, ...],
) -> Verdict:
    """What follows for stability."""
    if steady == "instant":
        return Verdict(
            UNDECIDED, "the state does not rest, nor is its motion steady in these coordinates"
        )
    if not len(spectrum.values):
        return Verdict(STABLE, "the constraints leave nothing free to move")
    values, limit = spectrum.values, STILL * spectrum.fastest
    growing = growth(spectrum)
    stiff = None if matrices is None else stiffness_in_metric(*matrices)
    # With a stiffness that is positive definite, and nothing fed in, real parts are rounding.
    conservative = stiff is not None and bool(stiff[0] > ALIKE * abs(stiff).max())
    if growing > limit and not conservative:
        return _growing(growing)
    family = 0 if matrices is None else matrices[2].shape[1] - matrices[2].shape[0]
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
    if conservative:
        fed = growing > NOTHING * len(values) * spectrum.scale
        told = f", but for the real part {growing:.2g}, which counts as zero" if fed else ""
        return Verdict(STABLE, DEFINITE + told)
    rate = coinciding(spectrum)
    if rate is not None:
        told = f"oscillations of the angular frequency {rate:.4g} coincide"
        return Verdict(UNDECIDED, f"{told}, and to first order they grow in proportion to time")
    return Verdict(STABLE, f"no real part is positive, to first order{about}")


def verdict_by_matrices(damping: np.ndarray, stiffness: np.ndarray, size: float) -> Verdict | None:
    """What damping and stiffness of a rest decide without vectors; None where they do not.

    By Lagrange and Dirichlet, Kelvin, Tait and Chetaev: a stiffness that is symmetric and positive
    definite is stable where nothing feeds energy in; without damping λ² = −k for each of its
    eigenvalues k.

    Shapes: damping, stiffness (f, f).
    """
    count = len(stiffness)
    values = stiffness_in_metric(np.eye(count), damping, stiffness)
    if values is None:
        return None
    largest = abs(values).max()
    limit = ALIKE * max(largest, size)
    damped = np.linalg.norm(damping) > STILL * np.sqrt(largest)
    if values[0] > limit and not damped:
        return Verdict(STABLE, DEFINITE)
    if not damped:
        return _growing(np.sqrt(-values[0])) if values[0] < -limit else None
    states = np.block([[np.zeros((count, count)), np.eye(count)], [-stiffness, -damping]])
    real = np.linalg.eigvals(states).real
    still = STILL * max(np.linalg.norm(damping), np.sqrt(np.linalg.norm(stiffness)))
    if values[0] < -limit:  # as many grow as it has negative eigenvalues, whatever damps
        return _growing(real.max()) if real.max() > still else None
    if values[0] <= limit:
        return None
    if (real < -still).all():
        return Verdict(ASYMPTOTIC, f"all real parts are at most {real.max():.4g}")
    return Verdict(STABLE, DEFINITE)


def _growing(rate: float) -> Verdict:
    return Verdict(UNSTABLE, f"an eigenvalue has the real part {rate:.4g}")


def verdict_along(found: Reduced, spectrum: Spectrum, names: tuple[str, ...]) -> Verdict:
    """What follows for a motion that symmetries carry, apart from where they do."""
    frame, units, variation = found.candidates.frame, spectrum.units, found.variation
    assert frame is not None
    along = variation.direction(len(frame.q), q=frame.q, qd=frame.qd)
    change = variation.change(found.x, found.a, found.lam, along)
    Z = np.linalg.solve(units, found.coordinates(change, along))
    U, S, _ = np.linalg.svd(Z)
    Q = U[:, int((S > ALIKE * S.max(initial=0.0)).sum()) :]
    rest = Q.T @ np.linalg.solve(units, found.A @ units) @ Q
    inner = spectrum_of(rest, np.eye(len(rest)), 0, (0.0, spectrum.scale))
    zeros = units @ Q @ inner.right[:, len(rest) - inner.zeros :].real
    neutral = leading(zeros, names, np.linalg.norm(units, axis=1))
    return verdict_of(inner, None, "steady", neutral)


def only_turns(found: Reduced, kept: tuple[int, ...], spectrum: Spectrum) -> bool:
    """Whether the drift of a steady motion only turns the velocity, as this file's head has it."""
    if not spectrum.zeros or len(spectrum.chains) != 2:
        return False
    places, count = list(kept), len(kept)
    Z = spectrum.right[:, count - spectrum.zeros :].real
    Y = np.linalg.solve(spectrum.units, found.A[np.ix_(places, places)] @ Z) / spectrum.scale
    _, S, Vt = np.linalg.svd(Y, full_matrices=False)
    limit = NOTHING * count * np.linalg.norm(np.linalg.solve(spectrum.units, Z))
    if int((S > limit).sum()) != 1:
        return False
    z, alone = np.zeros(len(found.A)), np.zeros(len(found.A))
    z[places] = Z @ Vt[0]
    drift = found.A @ z
    alone[places] = drift[places]
    alone[: found.sizes[0]] = 0.0
    # δT along the drift, beside what the rates that drift would change it by.
    both = np.stack([alone, drift])
    by_itself, whole = kinetic_change(found.variation, found.x, both @ found.E.q, both @ found.E.qd)
    size = found.metric.size
    if not abs(by_itself) > SAME * size(found.x.qd) * size(alone @ found.E.qd):
        return False
    return bool(abs(whole) <= SAME * abs(by_itself))


def stiffness_in_metric(
    mass: np.ndarray, damping: np.ndarray, stiffness: np.ndarray
) -> np.ndarray | None:
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
