"""Particles in rectangular coordinates, as a System is given them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from zwang.base.arrays import as_floats
from zwang.base.functions import STATE, given
from zwang.system.checks import flat_force


def particles(
    masses: Any, force: Any, dimension: Any, coordinates: Sequence[str] | None
) -> tuple[np.ndarray, Any, Sequence[str]]:
    """The diagonal of M, the force in one row, and names; see ``System.from_particles``."""
    masses = np.atleast_1d(as_floats("masses", masses, np))
    if masses.ndim != 1 or not masses.size:
        raise ValueError(f"`masses` has the shape {masses.shape}; wanted one for each particle.")
    whole = isinstance(dimension, int | np.integer) and not isinstance(dimension, bool)
    if not whole or dimension not in (1, 2, 3):
        raise ValueError(f"`dimension` is {dimension!r}; wanted 1, 2 or 3.")
    if coordinates is None:
        numbers = [""] if len(masses) == 1 else range(1, len(masses) + 1)
        coordinates = [f"{axis}{i}" for i in numbers for axis in "xyz"[:dimension]]
    if force is not None:
        shape = len(masses), int(dimension)
        flat = lambda x: flat_force(given("`force`", x, STATE), shape)
        several = isinstance(force, Mapping)
        force = {name: flat(x) for name, x in force.items()} if several else flat(force)
    return np.repeat(masses, dimension), force, coordinates
