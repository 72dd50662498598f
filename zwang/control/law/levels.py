r"""Requirements with strict priorities: a lower one never disturbs a higher one.

G τ − e is what is missed, in coordinates of ``miss``. Level by level, of all controls that are as
good for the higher levels, those are taken with the least |G τ − e| of the level. With Z the
directions that span what the inputs which are left can do to it, these are the controls with

    Z (G τ − e) = 0:

each level adds rows Z G that are independent of all before. Of the controls that meet them all, the
one of least (τ − C)ᵀN (τ − C) is the kernel's. One level alone is a compromise.

Which inputs are left is said by directions V that span the rows so far. They are orthonormal over
the inputs that are free, each in parts of its cost N_jj^(1/2), and go on over those that are held
at limits: so a slope g of any aim becomes g − V (V·g), which is what remains of it for a held input
if the free ones make up for all higher levels.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array
from zwang.control.law.basis import orthonormal
from zwang.control.law.least_effort import EXACT, Effort, Inputs
from zwang.integrate.projection import INDEPENDENT, WIDE
from zwang.solvers.derivative import differentiable

Levels = tuple[tuple[int, ...], ...]


class Taken(NamedTuple):
    """What all levels ask of the inputs, r rows."""

    Z: Array  # (r, m) directions of what is missed
    V: Array  # (r, k) directions of inputs, in their costs
    T: Array  # (r, r) V = T Z G, over free inputs
    free: Array  # (k,) one for inputs that are free, zero for those that are held
    counts: tuple[int, ...]  # of the rows of each level


def costs(N: Array) -> Any:
    """N_jj^(1/2) (k,), by which inputs have like units; one where N is no weight."""
    squares = jnp.diagonal(N)
    safe: Any = jnp.where(squares > 0, squares, 1.0)
    return jnp.sqrt(safe)


def taken(G: Array, free: Array, levels: Levels, cuts: tuple[float, ...]) -> Taken:
    """The rows of all levels. Shapes: G (m, k), free (k,)."""
    r, k = sum(min(len(rows), G.shape[1]) for rows in levels), G.shape[1]
    Z, VT, counts = [], jnp.zeros((0, k + r), G.dtype), []
    for rows, cut in zip(map(np.array, levels), cuts, strict=True):
        acts, V = G[rows], VT[:, :k]
        squares = (acts**2).sum(axis=0)
        own: Any = jnp.sqrt(jnp.where(squares > 0, squares, 1.0))
        left = acts * free
        for _ in range(2 if len(V) else 0):
            left = left - (left @ (V * free).T) @ (V * free)
        z, _ = orthonormal(left / own, left / own, cut)
        Z.append(jnp.zeros((len(z), G.shape[0]), G.dtype).at[:, rows].set(z))
        counts.append(len(z))
        for x in z @ acts:
            unit = jnp.zeros(r, G.dtype).at[len(VT)].set(1.0)
            VT = jnp.concatenate([VT, _further(jnp.append(x, unit), VT, free)[None]])
    return Taken(jnp.concatenate(Z), VT[:, :k], VT[:, k:], free, tuple(counts))


def _further(x: Array, VT: Array, free: Array) -> Array:
    """The direction that x (k,) adds to V (r, k), and how it is made; zero if x is."""
    k = len(free)
    for _ in range(2 if len(VT) else 0):
        x = x - (VT[:, :k] @ (x[:k] * free)) @ VT
    square = (x[:k] ** 2 * free).sum()
    return x / jnp.sqrt(jnp.where(square > 0, square, 1.0))


def by_level(how: Inputs, E: Array, levels: Levels, *, give_up: bool) -> Effort:
    """Controls for the demands E, column by column; what is missed is missed at the lowest levels.

    Shapes: E (m, c).
    """
    k, c = how.N.shape[0], E.shape[1]
    cuts = (WIDE if give_up else INDEPENDENT, *[WIDE] * (len(levels) - 1))
    free = jnp.ones(k, E.dtype)
    rows = taken(how.G / costs(how.N), free, levels, cuts)
    G, D = rows.Z @ how.G, rows.Z @ E
    found = differentiable(EXACT)(how.N, G, jnp.zeros((k, c), E.dtype), D)
    inputs = found.x
    if len(levels) > 1:  # what rounding of the lower levels did to the highest is taken back
        first, d = G[: rows.counts[0]], D[: rows.counts[0]]
        inputs = inputs + differentiable(EXACT)(how.N, first, 0.0 * inputs, d - first @ inputs).x
    return Effort(inputs, how.force(inputs), found.status)
