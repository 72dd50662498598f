"""What users give of bodies, joints and forces, checked: numbers, vectors, directions, names."""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.base.arrays import as_floats

UNIT = 1e-6  # how far a quaternion may be from length one: what is lost by writing six digits


def number(what: str, x: Any, *, least: float = -np.inf, above: bool = False) -> float:
    """One finite number, not below ``least``; with ``above``, not equal to it either."""
    found = as_floats(what, x, np)
    if found.ndim or not np.isfinite(found):
        raise ValueError(f"`{what}` is {x!r}; wanted one finite number.")
    if found < least or (above and found == least):
        wanted = "a positive number" if above else "a number that is not negative"
        raise ValueError(f"`{what}` is {x!r}; wanted {wanted}.")
    return float(found)


def vector(what: str, x: Any, *, plane: bool = False) -> np.ndarray:
    """Three finite numbers (3,); in the plane two will do, the third being zero."""
    found = np.array(as_floats(what, x, np), dtype=float)
    if plane and found.shape == (2,):
        found = np.append(found, 0.0)
    wanted = "(2,) or (3,)" if plane else "(3,)"
    if found.shape != (3,):
        raise ValueError(f"`{what}` has the shape {found.shape}; wanted {wanted}.")
    if not np.isfinite(found).all():
        raise ValueError(f"`{what}` is {x!r}; wanted finite numbers.")
    return fixed(found)


def direction(what: str, x: Any) -> np.ndarray:
    """A vector (3,) scaled to length one."""
    found = vector(what, x, plane=True)
    largest = np.abs(found).max()
    if largest == 0:
        raise ValueError(f"`{what}` is {x!r}, of length zero; wanted a direction.")
    found = found / largest
    return fixed(found / np.linalg.norm(found))


def unit_quaternion(what: str, x: Any) -> np.ndarray:
    """Four numbers (4,) of length one, scalar first."""
    found = np.array(as_floats(what, x, np), dtype=float)
    if found.shape != (4,):
        raise ValueError(f"`{what}` has the shape {found.shape}; wanted (4,), scalar first.")
    length = np.linalg.norm(found)
    if not abs(length - 1.0) <= UNIT:
        raise ValueError(f"`{what}` is {x!r}, of length {length:.7g}; wanted length one.")
    return fixed(found / length)


def name_of(what: str, x: Any) -> str:
    """A name: a text that is not empty."""
    if not isinstance(x, str) or not x:
        raise TypeError(f"`name` of {what} is {x!r}; wanted a text.")
    return x


def fixed(x: np.ndarray) -> np.ndarray:
    """The same array, which can no longer be written to."""
    x.setflags(write=False)
    return x
