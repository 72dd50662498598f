"""Drives at a configuration in which the constraints lose rank.

A row moves of itself where ∂φ/∂t is not zero. If such rows take part in what is lost, drives do not
hold the motion there, whatever their forces: the legs of a platform are locked, and the plate gives
way all the same. Inertia carries a linkage across, but not what is led by drives. If zᵀ ∂φ/∂t is
not zero for what is lost, zᵀ A = 0, no velocity at all goes on: the linkage is out of reach.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.equation.matrices import evaluate
from zwang.integrate.course import State
from zwang.integrate.singular.place import Place
from zwang.system.system import System

DRIVEN = 1e-6  # a row moves of itself by more than this part of what its terms move


def moving(system: System, p: Any, now: State) -> np.ndarray:
    """How fast the rows on positions and velocities (k,) move of themselves; zero if not at all."""
    t, q, qd = (np.asarray(x) for x in now)
    form = evaluate(system, q, np.zeros_like(qd), float(t), p).form
    return moving_by(np.asarray(form.A), np.asarray(form.velocity), qd)


def moving_by(A: Any, drive: np.ndarray, qd: np.ndarray) -> np.ndarray:
    """The same where the rows are known. Shapes: A (m, n), drive (k,), qd (n,)."""
    terms = (abs(A) @ np.abs(qd))[: len(drive)]
    return np.where(np.abs(drive) > DRIVEN * terms, drive, 0.0)


def among(drive: np.ndarray, places: tuple[Place, ...]) -> bool:
    """Whether a row that moves of itself is one of those that are lost. Shapes: drive (k,)."""
    return any(drive[i] != 0 for place in places for i in place.rows if i < len(drive))


def takes_part(system: System, p: Any, now: State, places: tuple[Place, ...]) -> bool:
    """Whether a drive takes part in what is lost."""
    return any(place.rows for place in places) and among(moving(system, p, now), places)


def told(system: System, p: Any, now: State, place: Place) -> str:
    """What to say of drives where a motion ends."""
    if not takes_part(system, p, now, (place,)):
        return ""
    return (
        " Drives take part in what is lost: no forces of theirs hold the motion there, or no "
        "motion goes on at all. Lead them clear of this configuration."
    )
