"""Arguments, checked: one function for each kind, whose message names the argument.

Each takes the argument's name and what was given for it, and returns that in its plain form, or
raises ``TypeError`` or ``ValueError`` with the name, what was found and what was wanted.
"""

from __future__ import annotations

import os
import reprlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from zwang.base.arrays import as_floats


def number(
    name: str, x: Any, *, least: float = -np.inf, above: bool = False, endless: bool = False
) -> float:
    """One number, not below ``least``."""
    found = as_floats(name, x, np)
    if found.ndim or not (np.isfinite(found) or (endless and found == np.inf)):
        raise ValueError(f"`{name}` is {reprlib.repr(x)}; wanted one finite number.")
    if found < least or (above and found == least):
        wanted = "a positive number" if above else "a number that is not negative"
        raise ValueError(f"`{name}` is {x!r}; wanted {wanted}.")
    return float(found)


def whole(name: str, x: Any, least: int = 1) -> int:
    """A whole number from ``least`` on."""
    if not isinstance(x, int | np.integer) or isinstance(x, bool) or x < least:
        raise ValueError(f"`{name}` is {reprlib.repr(x)}; wanted a whole number from {least}.")
    return int(x)


def flag(name: str, x: Any) -> bool:
    """True or False."""
    if not isinstance(x, bool | np.bool_):
        raise TypeError(f"`{name}` is {reprlib.repr(x)}; wanted True or False.")
    return bool(x)


def text(name: str, x: Any) -> str:
    """A text that is not empty."""
    if not isinstance(x, str) or not x:
        raise TypeError(f"`{name}` is {reprlib.repr(x)}; wanted a text.")
    return x


def one_of(name: str, x: Any, known: Sequence[Any]) -> Any:
    """One of some values."""
    if isinstance(x, str | int | float | np.number) and x in known:
        return x
    raise ValueError(f"`{name}` is {reprlib.repr(x)}; wanted one of {', '.join(map(repr, known))}.")


def path(name: str, x: Any) -> Path:
    """The path of a file or a folder."""
    if not isinstance(x, str | os.PathLike) or not str(x):
        raise TypeError(f"`{name}` is {reprlib.repr(x)}; wanted a path.")
    return Path(x)


def listed(name: str, x: Any, wanted: str) -> list[Any]:
    """What stands in a list, a tuple or the like; a text or a mapping is none."""
    if isinstance(x, str | bytes | Mapping) or not isinstance(x, Iterable) or not np.ndim(x):  # pyright: ignore[reportArgumentType]
        raise TypeError(f"`{name}` is {reprlib.repr(x)}; wanted {wanted}.")
    return list(x)


def mapping(name: str, x: Any, wanted: str) -> Mapping[str, Any]:
    """A dict with names as its keys."""
    if not isinstance(x, Mapping) or not all(isinstance(key, str) for key in x):
        raise TypeError(f"`{name}` is {reprlib.repr(x)}; wanted {wanted}.")
    return x


def instance(name: str, x: Any, kind: Any, wanted: str) -> Any:
    """An object of a class."""
    if not isinstance(x, kind):
        raise TypeError(f"`{name}` is {reprlib.repr(x)}; wanted {wanted}.")
    return x


def random(name: str, x: Any) -> np.random.Generator:
    """A source of random numbers, from a seed: a whole number, None, or a generator of NumPy's."""
    if x is None or isinstance(x, np.random.Generator):
        return np.random.default_rng(x)
    return np.random.default_rng(whole(name, x, 0))


def called_with(name: str, value: Any) -> str:
    """A value that a function was called with, in few words."""
    if name != "p":
        return f"{name} of the shape {np.shape(value)}"
    if value is None:
        return "p = None, as none was given"
    if isinstance(value, Mapping):
        shown = (repr(x) + _unlike_a_number(value[x]) for x in value)
        return f"p that holds {', '.join(shown) or 'nothing'}"
    return f"p of the type {type(value).__name__}"


def _unlike_a_number(x: Any) -> str:
    """What stands in the place of a number, if anything does."""
    if x is None or isinstance(x, str | bool):
        return f" = {x!r}"
    number = isinstance(x, int | float) or hasattr(x, "shape")
    return "" if number else f" (a {type(x).__name__})"
