"""What users give of bodies, joints and forces, checked: numbers, vectors, directions, names."""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.base.arguments import listed, text
from zwang.base.arguments import number as number
from zwang.base.arrays import as_floats

UNIT = 1e-6  # how far a quaternion may be from length one: what is lost by writing six digits


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
    return text(f"name` of `{what}", x)


def two(what: str, x: Any, wanted: str) -> tuple[Any, Any]:
    """A pair of points or directions; None for both where nothing is given."""
    if x is None:
        return None, None
    found = [vector(what, y, plane=True) for y in listed(what, x, wanted)]
    if len(found) != 2:
        raise ValueError(f"`{what}` is {x!r}; wanted {wanted}.")
    return found[0], found[1]


def fixed(x: np.ndarray) -> np.ndarray:
    """The same array, which can no longer be written to."""
    x.setflags(write=False)
    return x
