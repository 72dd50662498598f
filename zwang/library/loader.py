"""The C library of motions, loaded: the installed one, or one built from its sources.

A wheel and an editable install have it beside this file. It carries the digest of its sources,
flags and interface. If it is missing, or an edit made another digest, it is built anew and kept
with the other programs in the cache, so that what runs is what the sources say.

To add a header, put it into ``c/`` and include it in a unit, such as ``c/dense.c``. To export a
function, write

    ZW_EXPORT double zw_twice(double x) { return x + x; }

in the header and ``"zw_twice": Signature(_REAL, (_REAL,))`` in a table of ``interface.py``; then
``library().zw_twice(2.0)`` is 4.0. Numbers with a name come from ``constants.py``; ``make header``
writes them into ``c/constants.h``.
"""

from __future__ import annotations

import ctypes
import os
import platform
import sys
import threading
from pathlib import Path

from zwang.files import build
from zwang.files.kept import Make, NoLibrary, built
from zwang.files.trust import Place
from zwang.library.interface import EXPORTED
from zwang.library.recipe import INSTALLED, PACKAGE, Recipe, compile_library, recipe

_LOADED: list[ctypes.CDLL] = []
_LOADS = [threading.Lock()]


def library() -> ctypes.CDLL:
    """The C library. Raises NoLibrary if there is none and none can be built."""
    if not _LOADED:
        with _LOADS[0]:
            if not _LOADED:
                _LOADED.append(_load(recipe()))
    return _LOADED[0]


def _load(made: Recipe) -> ctypes.CDLL:
    return _installed(made, PACKAGE / INSTALLED) or _built(made)


def _installed(made: Recipe, file: Path) -> ctypes.CDLL | None:
    """The installed library; None if there is none, or it was made of other sources."""
    try:
        loaded = ctypes.CDLL(str(file))
        loaded.zw_digest.restype = ctypes.c_char_p
        current = loaded.zw_digest() == made.digest.encode()
    except (OSError, AttributeError):
        return None
    return _with_types(loaded) if current else None


def _built(made: Recipe) -> ctypes.CDLL:
    """The library from the cache, or compiled now. Raises NoLibrary."""
    try:
        command = build.any_compiler()
        name = build.name_of(made.digest, command, platform.machine(), sys.platform)
        load = lambda place, file: ctypes.CDLL(place.loadable(file))
        return _with_types(built(_make(made, command), name, "so", load))
    except NoLibrary as why:
        raise NoLibrary(
            "the C library of motions is not installed for this machine and these sources, and "
            f"cannot be built: {why}"
        ) from None


def _make(made: Recipe, command: list[str]) -> Make:
    def make(place: Place, file: Path) -> None:
        compile_library(made, command, file)

    return make


def _with_types(loaded: ctypes.CDLL) -> ctypes.CDLL:
    for name, signature in EXPORTED.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = signature.returns, list(signature.takes)
    return loaded


if hasattr(os, "register_at_fork"):  # another thread may have held it
    os.register_at_fork(after_in_child=lambda: _LOADS.__setitem__(0, threading.Lock()))
