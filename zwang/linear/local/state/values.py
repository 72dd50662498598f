"""The numbers of a state, and of changes along directions."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np


class State(NamedTuple):
    """A state: q (n,), q̇ (n,), t (), and the numbers of the parameters."""

    q: np.ndarray
    qd: np.ndarray
    t: np.ndarray
    numbers: list[np.ndarray]


class Matrices(NamedTuple):
    """What holds in a state.

    Attributes
    ----------
    M : (n, n)          mass matrix, with what the constraints hold where that is better
    F : (n,)            given force, with C, and what belongs to that mass
    A, b : (m, n), (m,)     rows of the constraints
    phi : (h,)          what remains of those on positions
    velocity : (k,)     what remains on velocities
    sigma, rate : (c,)  coordinates and their rates
    S : (c, n)          ∂σ/∂q
    slopes : (n, m), (n, m)     ∂C/∂λ and the same by the λ of ideal constraints
    ideal : (n + m,)    q̈ and λ of ideal constraints; (0,) where friction does not ask for them
    W : (k,)            weights of the rows on positions and velocities in M and F
    """

    M: Any
    F: Any
    A: Any
    b: Any
    phi: Any
    velocity: Any
    sigma: Any
    rate: Any
    S: Any
    slopes: Any
    ideal: Any
    W: Any


class Change(NamedTuple):
    """What changes along D directions, (D, ...) each.

    Attributes
    ----------
    balance : (n,)      r; with friction by ``Qc_ideal`` behind it that of ideal constraints
    rows : (m,)         A q̈ − b, likewise
    phi : (h,)
    velocity : (k,)     φ̇, then ψ
    sigma, rate, acceleration : (c,)    σ, σ̇, σ̈
    outputs : of each function that was asked for
    """

    balance: Any
    rows: Any
    phi: Any
    velocity: Any
    sigma: Any
    rate: Any
    acceleration: Any
    outputs: Any
