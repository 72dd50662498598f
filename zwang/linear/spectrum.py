r"""Eigenvalues of ẋ = A x, those that are zero apart; and what follows for stability.

A zero that is defective, as that of a drift x = x₀ + v t, is spread by rounding to √eps and more.
So zeros are taken off first, by a staircase: with V₀ a basis of the null space of A, in orthogonal
coordinates (V₀, V₁),

    A → [ 0  * ]
        [ 0  A′],

and again with A′, until it has none. The singular values are those in the metric M, with time in
units of the fastest motion, or of what A is computed from where that is faster, for its rounding
is a part of that: no unit of a coordinate enters.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.linalg

from zwang.base import arrays
from zwang.linear.local.reduced import NOTHING, scale_of

# Real parts below this, in parts of the fastest motion, do not count as growth or decay.
STILL = 1e-9
TOLD = 1e-9  # parts of a direction, in the metric, that are told
APART = 1e-6  # eigenvalues nearer than this, of the fastest, coincide


@dataclass(frozen=True, eq=False)
class Spectrum:
    """The eigenvalues and vectors of A, by size, those that are zero behind the others.

    Attributes
    ----------
    values : (f,)       complex
    right : (f, f)      columns x with A x = λ x; of a defective zero the chains that lead to it
    left : (f, f)       columns w with wᴴ A = λ wᴴ and wᴴ x = 1, where λ is not zero
    zeros : how many are zero
    chains : how many of them each step of the staircase found; more than one step is a drift
    fastest : ()        |λ| of the fastest motion, or 1
    scale : ()          the same, or the rate of what A is computed from, if that is larger
    units : (f, f)      U in x = U y, where y is in the metric, with time in units of the scale
    moving : (f - zeros, f - zeros)     A of what is not zero, for y, in parts of the scale
    """

    values: Any
    right: Any
    left: Any
    zeros: int
    chains: tuple[int, ...]
    fastest: float
    scale: float
    units: Any
    moving: Any


def root(rows: np.ndarray) -> np.ndarray:
    """T (k, k) with T⁻ᵀT⁻¹ = the products of rows (k, n): lengths of T y are those of y.

    Shapes: rows (k, n).
    """
    if not len(rows):
        return np.zeros((0, 0))
    R = np.linalg.qr(rows.T, mode="r")
    return np.linalg.inv(R)


def spectrum_of(
    A: np.ndarray, T: np.ndarray, configuration: int, parts: tuple[float, float] = (0.0, 0.0)
) -> Spectrum:
    """The spectrum of A (f, f) in coordinates x = T y, where y is in the metric.

    Shapes: A (f, f), T (f, f).
    """
    count = len(A)
    if not count:
        blank = np.zeros((0, 0))
        return Spectrum(np.zeros(0, complex), blank, blank, 0, (), 1.0, 1.0, blank, blank)
    plain = np.linalg.solve(T, A @ T)
    h = configuration
    sizes = [np.linalg.norm(plain[h:, h:]), np.linalg.norm(plain[:h, :h])]
    sizes.append(np.sqrt(np.linalg.norm(plain[h:, :h])))
    fastest = float(max(sizes)) or 1.0
    scale = max(fastest, scale_of(parts))
    units = np.append(np.ones(h), np.full(count - h, scale))
    scaled = plain / scale * units / units[:, None]
    Q, chains = staircase(scaled)
    zeros = sum(chains)
    stairs = Q.T @ scaled @ Q
    right, left, values = _vectors(stairs, zeros)
    right, left = Q @ right, Q @ left
    to = T * units
    right, left = to @ right, np.linalg.solve(to.T, left)
    order = _order(values, zeros)
    values, right, left = values[order] * scale, right[:, order], left[:, order]
    vectors = _scaled(right, left, T, count - zeros, h)
    return Spectrum(values, *vectors, zeros, chains, fastest, scale, to, stairs[zeros:, zeros:])


def staircase(A: np.ndarray, limit: float | None = None) -> tuple[np.ndarray, tuple[int, ...]]:
    """Orthogonal Q whose first columns are the zeros of A, and how many each step found.

    Shapes: A (f, f).
    """
    count = len(A)
    Q, chains = np.eye(count, dtype=A.dtype), []
    limit = NOTHING * count if limit is None else limit
    while sum(chains) < count:
        done = sum(chains)
        rest = Q[:, done:].conj().T @ A @ Q[:, done:]
        _, S, Vt = np.linalg.svd(rest)
        found = int((S <= limit).sum())
        if not found:
            break
        # The null space first; numpy orders by falling size.
        Q[:, done:] = Q[:, done:] @ Vt[::-1].conj().T
        chains.append(found)
    return Q, tuple(chains)


def growth(spectrum: Spectrum) -> float:
    """The largest real part, but for those that rounding may have made.

    Eigenvalues that coincide and share a vector are spread by rounding to √eps and more. So a real
    part counts if it is larger than what rounding of A moves it by, to first order κ times that
    rounding, with κ = |w| |x| / |wᴴx|.
    """
    values = spectrum.values.real[~_doubtful(spectrum)]
    return float(values.max(initial=-np.inf))


def _doubtful(spectrum: Spectrum) -> np.ndarray:
    """Which real parts (f,) are positive by what may be rounding."""
    count, zeros = len(spectrum.values), spectrum.zeros
    x, w = np.linalg.solve(spectrum.units, spectrum.right), spectrum.units.T @ spectrum.left
    sizes = np.linalg.norm(x, axis=0) * np.linalg.norm(w, axis=0)
    inner = np.abs((w.conj() * x).sum(axis=0))
    kappa = sizes / np.where(inner > 0, inner, np.finfo(float).tiny)
    kappa[count - zeros :] = 1.0
    real = spectrum.values.real
    limit = NOTHING * count * kappa * spectrum.scale
    return (real > STILL * spectrum.fastest) & (real <= limit)


def coinciding(spectrum: Spectrum) -> float | None:
    """An angular frequency of several oscillations with too few vectors; None if there is none.

    To first order undamped ones grow as t exp(iωt) does.
    """
    doubtful = spectrum.values[_doubtful(spectrum)]
    if len(doubtful):
        return float(abs(doubtful[0].imag))
    S, values = spectrum.moving, spectrum.values / spectrum.scale
    left = [x for x in values if abs(x.real) <= APART and x.imag > 10.0 * APART]
    while left:
        group = [x for x in left if abs(x - left[0]) <= APART]
        left = [x for x in left if abs(x - left[0]) > APART]
        center = np.mean([x.imag for x in group])
        spread = np.linalg.svd(S - 1j * center * np.eye(len(S)), compute_uv=False)
        if (spread <= 10.0 * APART).sum() < len(group):
            return float(center * spectrum.scale)
    return None


def _vectors(stairs: np.ndarray, zeros: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Right and left vectors and values; the zeros first, with unit vectors of their own."""
    count = len(stairs)
    N, beside, rest = stairs[:zeros, :zeros], stairs[:zeros, zeros:], stairs[zeros:, zeros:]
    right, left = np.eye(count, dtype=complex), np.eye(count, dtype=complex)
    values = np.zeros(count, complex)
    if zeros < count:
        solved: Any = scipy.linalg.eig(rest, left=True, right=True)
        found, w, x = solved
        values[zeros:] = found
        right[zeros:, zeros:], left[zeros:, zeros:] = x, w
        for j, value in enumerate(found):
            own = np.linalg.solve(value * np.eye(zeros) - np.triu(N, 1), beside @ x[:, j])
            right[:zeros, zeros + j] = own
        # Zeros have left vectors too: rows of the inverse.
        left[:, :zeros] = np.linalg.inv(right).conj().T[:, :zeros]
    return right, left, values


def _order(values: np.ndarray, zeros: int) -> list[int]:
    """By size; of a pair that with the positive imaginary part first; zeros last."""
    size = np.abs(values)
    rank = np.round(size / (size.max() or 1.0), 9)
    others = sorted(range(zeros, len(values)), key=lambda i: (rank[i], -values[i].imag))
    return [*others, *range(zeros)]


def _scaled(
    right: np.ndarray, left: np.ndarray, T: np.ndarray, count: int, h: int
) -> tuple[np.ndarray, np.ndarray]:
    """Right vectors whose change of q has length one in the metric; left ones to match.

    Of the coordinates that which moves most, in the metric, is real and positive. A vector that
    changes velocities only has these for its length.
    """
    plain = np.linalg.solve(T, right)
    sizes = np.linalg.norm(plain[:h], axis=0)
    still = sizes <= 1e-9 * np.linalg.norm(plain, axis=0)
    sizes = np.where(still, np.linalg.norm(plain, axis=0), sizes)
    units = np.linalg.norm(T, axis=1)[:, None]
    shown = right / np.where(units > 0, units, 1.0)
    shown[:h, still] = 0.0
    shown[h:, ~still] = 0.0
    weight = np.round(np.abs(shown) / np.abs(shown).max(axis=0), 9)
    phase = shown[weight.argmax(axis=0), np.arange(shown.shape[1])]
    right = right / (sizes * phase / np.abs(phase))
    left = left.copy()
    for j in range(count):
        left[:, j] /= np.conj(left[:, j].conj() @ right[:, j])
    return right, left


def ignorable(A: np.ndarray, T: np.ndarray, configuration: int, scale: float) -> list[int]:
    """Places of coordinates that no rate of another state depends on, nor their own on themselves.

    They may depend on each other in a row, as the place of a wheel does on its heading; but not in
    a circle, as that of a trailer that is pushed: what they do then is growth, decay, oscillation.
    """
    count = len(A)
    # Sizes of the states in the metric, in which an entry of A is of the size of a frequency.
    sizes = np.linalg.norm(T, axis=1)
    sizes[sizes == 0.0] = 1.0
    scaled = np.abs(A * sizes / sizes[:, None])
    felt = scaled > NOTHING * count * max(scale, 1e-300) * 1e2
    found = list(range(configuration))
    while True:
        others = [i for i in range(count) if i not in found]
        ways = felt[np.ix_(found, found)]
        for _ in range(len(found).bit_length()):  # each pass doubles how long they are
            ways = ways | (ways.astype(int) @ ways > 0)
        kept = [
            i
            for i, circle in zip(found, np.diag(ways), strict=True)
            if not circle and not felt[others, i].any()
        ]
        if kept == found:
            return found
        found = kept


def leading(directions: np.ndarray, names: tuple[str, ...], sizes: np.ndarray) -> tuple[str, ...]:
    """Directions (f, k) in words, each led by a coordinate of its own.

    Shapes: directions (f, k), names (f,), sizes (f,).
    """
    count = directions.shape[1]
    if not count:
        return ()
    scaled = directions / sizes[:, None]
    first = np.sort(arrays.qr_pivoted(scaled.T, np)[2][:count])
    basis = directions @ np.linalg.inv(directions[first])
    return tuple(_words(column, names, sizes) for column in basis.T)


def _words(direction: np.ndarray, names: tuple[str, ...], sizes: np.ndarray) -> str:
    felt = np.abs(direction / sizes)
    felt = felt > TOLD * felt.max()
    parts = [(x, name) for x, name, own in zip(direction, names, felt, strict=True) if own]
    if len(parts) == 1:
        return parts[0][1]
    return " ".join(f"{x:+.3g} {name}" for x, name in parts)
