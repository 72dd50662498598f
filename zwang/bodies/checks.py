"""What users give of bodies, joints and forces, checked: numbers, vectors, directions, names.

A number may not be known yet: while JAX traces it, or where it is a parameter that has no value so
far, for which NaN stands in (see ``unknown_allowed``). Of such numbers the shape alone is checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np

from zwang.base import arguments
from zwang.base.arguments import listed
from zwang.base.arrays import as_floats, is_concrete, namespace
from zwang.base.names import checked_name

UNIT = 1e-6  # how far a quaternion may be from length one: what is lost by writing six digits
_UNKNOWN = ContextVar("unknown", default=False)


@contextmanager
def unknown_allowed() -> Iterator[None]:
    """Within it NaN stands for a number that is not known yet."""
    before = _UNKNOWN.set(True)
    try:
        yield
    finally:
        _UNKNOWN.reset(before)


def is_known(*numbers: Any) -> bool:
    """Whether all numbers can be looked at now."""
    if not is_concrete(*numbers):
        return False
    return not (_UNKNOWN.get() and any(np.isnan(x).any() for x in numbers))


def is_off(r: Any, pose: Any) -> bool:
    """Whether a point r (3,) of a particle is known not to be its own place.

    Shapes: r (3,), pose (7,).
    """
    return is_known(r, pose) and bool(np.abs(r).max() > 1e-9 * (1.0 + np.abs(pose[:3]).max()))


def is_positive(x: Any) -> bool:
    """Whether a number is known to be positive."""
    return is_known(x) and bool(x > 0)


def number(what: str, x: Any, *, least: float = -np.inf, above: bool = False) -> Any:
    """One number, not below ``least``; as it is where it is not known."""
    found = _floats(what, x)
    if found.shape != ():
        raise ValueError(f"`{what}` has the shape {found.shape}; wanted one number.")
    if is_known(found):
        return arguments.number(what, x, least=least, above=above)
    return found


def vector(what: str, x: Any, *, plane: bool = False) -> Any:
    """Three finite numbers (3,); in the plane two will do, the third being zero."""
    found = _floats(what, x)
    if plane and found.shape == (2,):
        found = namespace(found).append(found, 0.0)
    wanted = "(2,) or (3,)" if plane else "(3,)"
    if found.shape != (3,):
        raise ValueError(f"`{what}` has the shape {found.shape}; wanted {wanted}.")
    if is_known(found) and not np.isfinite(found).all():
        raise ValueError(f"`{what}` is {x!r}; wanted finite numbers.")
    return fixed(found)


def direction(what: str, x: Any) -> Any:
    """A vector (3,) scaled to length one."""
    found = vector(what, x, plane=True)
    xp = namespace(found)
    largest = xp.abs(found).max()
    if is_known(found) and largest == 0:
        raise ValueError(f"`{what}` is {x!r}, of length zero; wanted a direction.")
    found = found / largest
    return fixed(found / xp.sqrt(found @ found))


def unit_quaternion(what: str, x: Any) -> Any:
    """Four numbers (4,) of length one, scalar first."""
    found = _floats(what, x)
    if found.shape != (4,):
        raise ValueError(f"`{what}` has the shape {found.shape}; wanted (4,), scalar first.")
    length = namespace(found).sqrt(found @ found)
    if is_known(found) and not abs(length - 1.0) <= UNIT:
        raise ValueError(f"`{what}` is {x!r}, of length {length:.7g}; wanted length one.")
    return fixed(found / length)


def name_of(what: str, x: Any) -> str:
    """A name: a text that is not empty, without control characters."""
    return checked_name(f"name` of `{what}", x)


def two(what: str, x: Any, wanted: str) -> tuple[Any, Any]:
    """A pair of points or directions; None for both where nothing is given."""
    if x is None:
        return None, None
    given = x if isinstance(x, list | tuple) or not is_concrete(x) else listed(what, x, wanted)
    found = [vector(what, y, plane=True) for y in given]
    if len(found) != 2:
        raise ValueError(f"`{what}` is {x!r}; wanted {wanted}.")
    return found[0], found[1]


def fixed(x: Any) -> Any:
    """The same array, which can no longer be written to."""
    if isinstance(x, np.ndarray):
        x.setflags(write=False)
    return x


def _floats(what: str, x: Any) -> Any:
    """An array of floats: a copy of NumPy's, or JAX's own while it traces."""
    if is_concrete(x):
        return np.array(as_floats(what, x, np), dtype=float)
    return as_floats(what, x, namespace(x))
