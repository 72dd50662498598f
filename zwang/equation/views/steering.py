"""How the control of a closed loop comes about: error signal, gain, and its two parts."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Steering(NamedTuple):
    """The terms of a control at one instant, each with the papers' letter.

    Attributes
    ----------
    requirements : names of the m rows
    e : (m,)            error signal, b − A q̈ of the plant left alone, [U05] below (10)
    K : (n, m)          gain, [U05] (25)
    feed_forward : (n,)     K b, what the path alone takes, [KU93] (32), second term
    feedback : (n,)     the rest, by the plant's acceleration, the errors and C, first term
    wished : (n,)       of it what C adds, [U05] (24), second part
    u : (n,)            control force, [U05] (24), which is (25) where C = 0; limits count
    natural : whether K is M^(1/2) B⁺: no weight, actuation, priority, limits, or constraints
    """

    requirements: tuple[str, ...]
    e: np.ndarray
    K: np.ndarray
    feed_forward: np.ndarray
    feedback: np.ndarray
    wished: np.ndarray
    u: np.ndarray
    natural: bool
