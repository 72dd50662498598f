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
    """What holds in a state."""

    M: Any  # (n, n) mass matrix, with what the constraints hold where that is better
    F: Any  # (n,) given force, with C, and what belongs to that mass
    # A, b: (m, n), (m,) rows of the constraints
    A: Any
    b: Any
    phi: Any  # (h,) what remains of those on positions
    velocity: Any  # (k,) what remains on velocities
    # sigma, rate: (c,) coordinates and their rates
    sigma: Any
    rate: Any
    S: Any  # (c, n) ∂σ/∂q
    slopes: Any  # (n, m), (n, m) ∂C/∂λ and the same by the λ of ideal constraints
    ideal: Any  # (n + m,) q̈ and λ of ideal constraints; (0,) where friction does not ask for them
    W: Any  # (k,) weights of the rows on positions and velocities in M and F


class Change(NamedTuple):
    """What changes along D directions, (D, ...) each."""

    balance: Any  # (n,) r; with friction by ``Qc_ideal`` behind it that of ideal constraints
    rows: Any  # (m,) A q̈ − b, likewise
    phi: Any  # (h,)
    velocity: Any  # (k,) φ̇, then ψ
    # sigma, rate, acceleration: (c,) σ, σ̇, σ̈
    sigma: Any
    rate: Any
    acceleration: Any
    outputs: Any  # of each function that was asked for
