"""How the control of a closed loop comes about: error signal, gain, and its two parts."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Steering(NamedTuple):
    """The terms of a control at one instant, each with the papers' letter."""

    requirements: tuple[str, ...]  # names of the m rows
    e: np.ndarray  # (m,) error signal, b − A q̈ of the plant left alone, [U05] below (10)
    K: np.ndarray  # (n, m) gain, [U05] (25)
    feed_forward: np.ndarray  # (n,) K b, what the path alone takes, [KU93] (32), second term
    feedback: np.ndarray  # (n,) the rest, by the plant's acceleration, the errors and C, first term
    wished: np.ndarray  # (n,) of it what C adds, [U05] (24), second part
    u: np.ndarray  # (n,) control force, [U05] (24), which is (25) where C = 0; limits count
    natural: bool  # whether K is M^(1/2) B⁺: no weight, actuation, priority, limits, or constraints
