"""Errors of functions that do with placeholders what only numbers allow, in the user's words.

A user's function is called with placeholders, from which JAX reads what it computes. NumPy, an
``if`` and ``float`` want numbers, and JAX's errors speak of JAX: here they get the user's line,
the expression in it, and the remedy.
"""

from __future__ import annotations

import ast
import dis
import linecache
import math
import os
import sys
import sysconfig
import traceback
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType, TracebackType
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import is_concrete

# Files that are installed; those of notebooks and of the prompt are not.
INSTALLED = (sysconfig.get_path(x) for x in ("stdlib", "platstdlib", "purelib", "platlib"))
LIBRARY = (*(f"{x}{os.sep}" for x in (Path(__file__).parents[1], *INSTALLED)), "<frozen ")
# What holds no placeholder and is not looked into.
PLAIN = {bool, int, float, complex, str, bytes, type(None), FunctionType, ModuleType}
PLAIN |= {np.ndarray, np.float64, np.int64}
WHY = "The function is traced with placeholders, to be differentiated and compiled"
COUNTS = "a whole number that is known; or jnp.take(x, k.astype(int)), jnp.interp, lax.fori_loop"
PURE = (
    "a pure function: what it remembers belongs in coordinates, and what does not change is "
    "computed before, outside of it"
)


class TracingError(TypeError):
    """A function needs numbers and gets placeholders, or it keeps one.

    The error of JAX, if there is one, is its ``__context__``.
    """

    def add_note(self, note: str) -> None:
        """Add any note but JAX's on frames that it left out, which concerns nobody here."""
        add_note(self, note)


def add_note(error: BaseException, note: str) -> None:
    """Add any note but JAX's on frames that it left out."""
    if "JAX has removed its internal frames" not in note:
        BaseException.add_note(error, note)


def refuse_note_on_frames(error: BaseException) -> None:
    """Make an error of the user's take no note of JAX on frames that it left out."""
    error.add_note = partial(add_note, error)


def tracing_error(error: Exception, what: str) -> TracingError | None:
    """What to raise in the place of an error that comes from placeholders; None for others."""
    places = list(_places(error.__traceback__))[2:]  # behind those of the call
    if not places:
        return None
    own = [i for i, x in enumerate(places) if not _is_installed(x.tb_frame.f_code)]
    count = max(own, default=0)
    where, inside = _Line(places[count]), [x.tb_frame for x in places[count + 1 :]]
    reason = _reason(error, where, inside)
    if reason is None:
        return None
    line = f": {where}" if own else ""  # a function of a library has none of the user's
    made = TracingError(f"{what} {reason[0]}{line}. {WHY}; wanted {reason[1]}.")
    end = None  # a traceback of the user's own frames, which ends in the line
    for x in reversed([places[i] for i in own]):
        end = TracebackType(end, x.tb_frame, x.tb_lasti, x.tb_lineno)
    return made.with_traceback(end)


def _places(tb: TracebackType | None) -> Iterator[TracebackType]:
    while tb is not None:
        yield tb
        tb = tb.tb_next


def _is_installed(code: CodeType) -> bool:
    return code.co_filename.startswith(LIBRARY)


def _of(frame: FrameType, package: str) -> bool:
    return str(frame.f_globals.get("__name__")).partition(".")[0] == package


class _Line:
    """The line of a user's function in which it failed, and the expression in it."""

    def __init__(self, place: TracebackType):
        self.frame, code = place.tb_frame, place.tb_frame.f_code
        self.stores = dis.opname[code.co_code[place.tb_lasti]] == "STORE_SUBSCR"
        (told,) = traceback.extract_tb(place, limit=1)
        line = linecache.getline(told.filename, told.lineno or 0)
        self.text = line.strip()
        if told.lineno == told.end_lineno and told.colno is not None and not self.stores:
            self.text = line.encode()[told.colno : told.end_colno].decode()  # they count bytes
        self.where = f"line {told.lineno} of {told.filename}"
        try:
            self.tree: Any = ast.parse(self.text, mode="eval").body
        except SyntaxError:
            self.tree = ast.Pass()

    def __str__(self) -> str:
        return f"`{self.text}`, {self.where}" if self.text else self.where

    def value(self, name: str) -> Any:
        """What a name means there."""
        known = self.frame.f_locals, self.frame.f_globals
        return next((x[name] for x in known if name in x), None)

    def in_jax(self) -> list[str]:
        """What jax.numpy has in the place of functions of NumPy and math in the expression."""
        nodes = [x for x in ast.walk(self.tree) if isinstance(x, ast.Attribute)]
        own = [x for x in nodes if isinstance(x.value, ast.Name)]
        old = [x.attr for x in own if self.value(x.value.id) in (np, math)]  # pyright: ignore[reportAttributeAccessIssue]
        return [f"jnp.{name}" for name in dict.fromkeys(old) if hasattr(jnp, name)]

    def counts(self) -> bool:
        """Whether it is a range or an entry of a list, by a placeholder."""
        tree: Any = self.tree
        if isinstance(tree, ast.Subscript):
            tree = tree.slice
        elif not isinstance(tree, ast.Call) or ast.unparse(tree.func) != "range":
            return False
        names = [x.id for x in ast.walk(tree) if isinstance(x, ast.Name)]
        return not is_concrete(*map(self.value, names))


def _reason(error: Exception, where: _Line, inside: list[FrameType]) -> tuple[str, str] | None:
    """What the function does, and what is wanted in its place; None for an error of its own."""
    known = jax.errors
    traced = known.TracerArrayConversionError, known.ConcretizationTypeError
    by_jax = bool(inside) and _of(inside[-1], "jax")
    if where.stores and (by_jax or isinstance(error.__cause__, traced)):
        return "changes an array in place", (
            "x = x.at[i].set(value) for an array of jax.numpy, or jnp.array([...]) of the entries"
        )
    if isinstance(error, known.TracerBoolConversionError):
        return "decides by a value", (
            "jnp.where(condition, a, b) for `if`, jnp.minimum and jnp.maximum for `min` and `max`, "
            "`&`, `|` and `~` for `and`, `or` and `not`"
        )
    if isinstance(error, known.NonConcreteBooleanIndexError):
        return "chooses entries by their values", "jnp.where(condition, a, b)"
    plain = isinstance(error, TypeError) and (by_jax or not inside)
    if plain and where.counts() or isinstance(error, known.TracerIntegerConversionError):
        return "counts by a value", COUNTS
    if not isinstance(error, traced):
        return None
    if any(_of(x, "scipy") for x in inside) or _of(where.frame, "scipy"):
        return "calls SciPy, which takes numbers alone", (
            "zw.path(times, points) for a spline through points, jnp.interp for a table, or what "
            "jax.numpy and jax.scipy have"
        )
    instead = where.in_jax()
    if instead or isinstance(error, known.TracerArrayConversionError):
        named = ", ".join(instead) or "jax.numpy in the place of numpy, such as jnp.sin"
        return "calls NumPy or math, which take numbers alone", (
            f"{named} (import jax.numpy as jnp)"
        )
    return "makes a number of a value", (
        "the value itself, without `float`, `.item` and `.tolist`; x.astype(int) for `int`"
    )


# -- what a function keeps -----------------------------------------------------------------------


def called(what: str, function: Any, args: Sequence[Any], named: Mapping[str, Any]) -> Any:
    """What a function returns; it raises if it is traced and keeps a placeholder of this call."""
    if not any(_entries("", (args, named))):
        return function(*args, **named)
    before = kept_by(function, set())
    returned = function(*args, **named)
    for place in (x for i, (x, _) in kept_by(function, set()).items() if i not in before):
        raise TracingError(
            f"{what} keeps a value of its call in `{place}`. {WHY}, and is not called in each "
            f"step; wanted {PURE}."
        )
    return returned


def kept_by(function: Any, seen: set[Any]) -> dict[int, tuple[str, Any]]:
    """Placeholders that a user's function and those it names keep, each with where, by ids."""
    function = getattr(function, "__wrapped__", getattr(function, "func", function))
    owner = getattr(function, "__self__", function)
    text = function if isinstance(function, FunctionType) else getattr(function, "__func__", None)
    text = text or getattr(type(function), "__call__", None)
    if not isinstance(text, FunctionType) or text in seen or _is_installed(text.__code__):
        return {}
    seen.add(text)
    known, code, found = text.__globals__, text.__code__, {}
    places = [(name, known[name]) for name in code.co_names if name in known]
    for name, cell in zip(code.co_freevars, text.__closure__ or (), strict=True):
        with suppress(ValueError):  # not yet set
            places.append((name, cell.cell_contents))
    places += [] if owner is text else [("self", owner)]
    for name, x in places:
        if isinstance(x, FunctionType):
            found |= kept_by(x, seen)
        found |= {id(y): (place, y) for place, y in _entries(name, x)}
    return found


def _entries(name: str, x: Any, depth: int = 4) -> Iterator[tuple[str, Any]]:
    """Placeholders in containers and in objects of the user's, which may hold themselves."""
    if isinstance(x, Mapping):
        pairs = [(f"{name}[{key!r}]", y) for key, y in x.items() if type(y) not in PLAIN]
    elif isinstance(x, list | tuple | set | deque):
        pairs = [(name, y) for y in x if type(y) not in PLAIN]
    elif not is_concrete(x):
        pairs = []
        yield name, x
    else:
        fields = (
            getattr(x, "__dict__", {}) if _is_own(x if isinstance(x, type) else type(x)) else {}
        )
        pairs = [(f"{name}.{key}", y) for key, y in fields.items() if type(y) not in PLAIN]
    for place, y in pairs if depth else ():
        yield from _entries(place, y, depth - 1)


@lru_cache(maxsize=1024)
def _is_own(kind: type) -> bool:
    """Whether a class is the user's, and not of an installed module."""
    file = getattr(sys.modules.get(kind.__module__), "__file__", None) or "<frozen "
    return kind.__module__ == "__main__" or not file.startswith(LIBRARY)
