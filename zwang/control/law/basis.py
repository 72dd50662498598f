r"""Orthonormal directions by pivoted Gram and Schmidt: what a few vectors span, in a metric.

Of vectors x_j the longest is taken and made one long, its part is taken from all, and so on until
what is left of each is at most ``cut``. Directions are found twice, so that rounding of the first
time does not turn them. Nothing is sliced to the rank, which a trace does not know: a direction
that is not there is zero. The directions may be differentiated wherever the rank stays.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from zwang.base.arrays import Array


def orthonormal(X: Array, WX: Array, cut: Any) -> tuple[Array, Array]:
    """Directions Q (r, n) with Q W Qᵀ = 1 that span the columns of X, r = min(n, m); and Q W.

    Shapes: X (n, m), WX (n, m).
    """
    found: list[tuple[Array, Array]] = []
    for _ in range(min(X.shape)):
        squares = jax.lax.stop_gradient((X * WX).sum(axis=0))
        pick = jnp.asarray(jnp.arange(X.shape[1]) == jnp.argmax(squares), X.dtype)
        q, Wq = unit(X @ pick, WX @ pick, cut)
        for p, Wp in found:
            part = Wp @ q
            q, Wq = q - part * p, Wq - part * Wp
        parts = Wq @ X
        X, WX = X - jnp.outer(q, parts), WX - jnp.outer(Wq, parts)
        found.append((q, Wq))
    Q, WQ = zip(*found, strict=True)
    return jnp.stack(Q), jnp.stack(WQ)


def unit(x: Array, Wx: Array, cut: Any) -> tuple[Any, Any]:
    """x (n,) and W x made one long; zero if x is at most ``cut`` long. Shapes: x, Wx (n,)."""
    square = x @ Wx
    there = square > cut**2
    size = jnp.sqrt(jnp.where(there, square, 1.0))
    return jnp.where(there, x / size, 0.0), jnp.where(there, Wx / size, 0.0)
