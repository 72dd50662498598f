r"""Motions in elliptic functions that several problems share.

A quantity u that swings between two roots of a cubic,

    u̇² = β (u − low)(u − high)(u − far),    low ≤ u ≤ high < far,    β > 0,

is  u = low + (high − low) sn²(w t + F₀ | k),  w = ½ √(β (far − low)),  with the parameter
k = (high − low)/(far − low). Angles about an axis are integrals of 1/(u + c), which are of the
third kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy


@dataclass(frozen=True)
class Swing:
    """A swing between two roots of a cubic, which starts at one of them."""

    # low, high, far: the roots; it stays between the first two
    low: float
    high: float
    far: float
    beta: float  # the coefficient of u³
    at_high: bool  # whether it starts at ``high``

    @property
    def rate(self) -> float:
        """w: the argument of the elliptic functions grows by it in each unit of time."""
        return 0.5 * np.sqrt(self.beta * (self.far - self.low))

    @property
    def parameter(self) -> float:
        """k, the square of the modulus."""
        return (self.high - self.low) / (self.far - self.low)

    @property
    def period(self) -> float:
        """From one root to the other and back."""
        return 2.0 * scipy.special.ellipk(self.parameter) / self.rate

    def __call__(self, t: Any) -> tuple[Any, Any]:
        """u and its rate at one or several times."""
        sn, cn, dn, _ = scipy.special.ellipj(self._argument(t), self.parameter)
        width = self.high - self.low
        return self.low + width * sn**2, 2.0 * width * self.rate * sn * cn * dn

    def integral(self, c: float, t: Any) -> Any:
        """The integral of 1/(u + c) from 0 to t."""
        # 1/(u + c) = 1/((low + c)(1 − n sn²)),  n = −(high − low)/(low + c).
        n = -(self.high - self.low) / (self.low + c)
        found = third_kind(n, self._argument(t), self.parameter)
        start = third_kind(n, self._argument(0.0), self.parameter)
        return (found - start) / (self.rate * (self.low + c))

    def _argument(self, t: Any) -> Any:
        start = scipy.special.ellipk(self.parameter) if self.at_high else 0.0
        return self.rate * np.asarray(t, float) + start


def swing_from(start: float, slope: float, curvature: float, beta: float) -> Swing:
    """The swing with u̇ = 0 at the start, of u̇² = β v³ + curvature v² + slope v, v = u − start.

    The start is one root, so the others follow from a quadratic. To find all three from the
    cubic's own coefficients would cost half of the digits where two of them lie close.
    """
    # Roots without cancellation: one from the sum that does not cancel, one from the product.
    root = np.sqrt(curvature**2 - 4.0 * beta * slope)
    large = -(curvature + np.copysign(root, curvature)) / 2.0
    others = sorted([large / beta, slope / large])
    if slope > 0.0:  # v = 0 is the lowest of the three
        return Swing(start, start + others[0], start + others[1], beta, at_high=False)
    return Swing(start + others[0], start, start + others[1], beta, at_high=True)


def third_kind(n: float, u: Any, parameter: float) -> Any:
    """The integral of 1/(1 − n sn²(v)) over v from 0 to u, for n < 1."""
    # Over the amplitude within a quarter turn by Carlson's integrals, and whole half turns.
    _, _, _, amplitude = scipy.special.ellipj(u, parameter)
    turns = np.round(amplitude / np.pi)
    s = np.sin(amplitude - turns * np.pi)
    return _legendre_third(n, s, parameter) + 2.0 * turns * _legendre_third(n, 1.0, parameter)


def _legendre_third(n: float, s: Any, parameter: float) -> Any:
    """Π(n; φ | k) by its sine s, for −π/2 ≤ φ ≤ π/2."""
    c2, d2 = 1.0 - s**2, 1.0 - parameter * s**2
    return s * scipy.special.elliprf(c2, d2, 1.0) + n / 3.0 * s**3 * scipy.special.elliprj(
        c2, d2, 1.0, 1.0 - n * s**2
    )
