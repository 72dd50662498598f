r"""A term against a plant that is not the model: sliding control with a boundary layer.

Under a plant other than the model the error of a requirement obeys

    φ̈ + α φ̇ + β φ = d + (1 + Δ) r

where d is what the wrong model does, r the term that is added here, and Δ what the wrong model
does to it. Let κ and λ be the roots, α = κ + λ, β = κ λ, and σ = φ̇ + κ φ; of a requirement on
velocities σ = ψ and λ = α. Then

    σ̇ + λ σ = d + (1 + Δ) r

and the law, with |d_i| ≤ bound_i and the sum over each row of |Δ| at most ``spread`` < 1, is

    r_i = −ρ_i f(σ_i / width),      ρ_i = bound_i + spread max(bound) / (1 − spread)

where f is ±1 beyond ±1. Wherever |σ_i| ≥ width, σ_i dies out at least like exp(−λ t). So the layer
|σ_i| ≤ width is reached and never left, and there

    |φ_i| ≤ width / κ        or        |ψ_i| ≤ width.

f(x) = sign(x) is the law of sliding control; it chatters. f(x) = x (3 − x²)/2 between −1 and 1 is
smooth. The law is that of J.-J. E. Slotine and S. S. Sastry, Tracking control of non-linear systems
using sliding surfaces, with application to robot manipulators (Int. J. Control, 1983), who smooth
it in a boundary layer by a straight line; the surface is taken for each requirement.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.base import arguments
from zwang.base.arrays import Array, as_floats, kept
from zwang.base.identity.keyed import AbstractKeyed
from zwang.control.requirements import Wanted
from zwang.equation.acceleration_form import Rows


@dataclass(frozen=True, eq=False)
class Robust(AbstractKeyed):
    """The term r, with its numbers."""

    bound: np.ndarray  # (m,) or () of |d|, an acceleration of the requirement
    width: float | None  # or None of the layer, in units of σ; None for sign(σ)
    spread: float  # of |Δ|, row by row

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return self.bound, self.width, self.spread

    def term(self, rows: Wanted) -> Array:
        """r (m,); zero for rows that are given on accelerations."""
        m = rows.error.shape[0]
        if self.bound.shape not in ((), (m,)):
            raise ValueError(
                f"`bound` has the shape {self.bound.shape}; wanted a number, or one for each of "
                f"the {m} rows."
            )
        bound = jnp.broadcast_to(self.bound, m)
        rho = bound + self.spread * bound.max() / (1 - self.spread)
        sigma = surface(rows)
        if self.width is None:
            return -rho * jnp.sign(sigma)
        x = jnp.clip(sigma / self.width, -1.0, 1.0)
        return -rho * x * (3 - x**2) / 2

    def promise(self, rows: Wanted) -> np.ndarray:
        """The error (m,) that is not exceeded once the layer is reached: width / κ, or width."""
        require_real_roots(rows.rows, np.asarray(rows.alpha), np.asarray(rows.beta))
        kappa, width = np.asarray(faster_root(rows)), self.width or 0.0
        h = rows.rows.positions
        reached = np.full(len(kappa), width)
        reached[:h] = width / kappa[:h]
        reached[rows.rows.velocities :] = np.nan
        return reached


def faster_root(rows: Wanted) -> Array:
    """κ (m,): the larger root of s² − α s + β; it is real, see ``require_real_roots``."""
    return (rows.alpha + jnp.sqrt(jnp.maximum(rows.alpha**2 - 4 * rows.beta, 0.0))) / 2


def surface(rows: Wanted) -> Array:
    """σ (m,): φ̇ + κ φ, or ψ."""
    h = rows.rows.positions
    position = jnp.arange(len(rows.rows.names)) < h
    return jnp.where(position, rows.rate + faster_root(rows) * rows.error, rows.error)


def require_real_roots(rows: Rows, alpha: np.ndarray, beta: np.ndarray) -> None:
    """Raise unless the errors of positions die out, and without oscillating."""
    h = rows.positions
    wrong = (alpha[:h] ** 2 < 4 * beta[:h] * (1 - 1e-12)) | (alpha[:h] == 0)
    if wrong.any():
        i = int(np.argmax(wrong))
        raise ValueError(
            f"`gains` of {rows.names[i]!r} are ({alpha[i]:g}, {beta[i]:g}); the robust term wants "
            "alpha > 0 and alpha² ≥ 4 beta: errors that die out without oscillating."
        )


def checked_robust(bound: Any, width: Any, spread: Any) -> Robust:
    """The term with its numbers, or an error that says what is wrong with them."""
    sizes = kept(np.asarray(as_floats("bound", bound, np)))
    if sizes.ndim > 1 or not sizes.size or not np.isfinite(sizes).all() or (sizes < 0).any():
        raise ValueError(f"`bound` is {bound!r}; wanted numbers that are not negative.")
    layer = None
    if width is not None:
        layer = arguments.number("width", width, least=0.0, above=True)
    part = arguments.number("spread", spread, least=0.0)
    if part >= 1:
        raise ValueError(f"`spread` is {spread!r}; wanted a number from 0 to below 1.")
    return Robust(sizes, layer, part)
