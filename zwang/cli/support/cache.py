"""JAX's cache of compiled programs, on disk: a model that ran once starts at once.

It is switched on by the command line only; a program that uses zwang decides for itself.
"""

from __future__ import annotations

import hashlib
import os
import platform
from pathlib import Path

import jax

from zwang.files.trust import caches, trusted

LEAST_SECONDS = 0.02  # of compiling, for a program to be kept; even small ones add up


def folder() -> Path | None:
    """Where the cache is, or would be: under the user's folder of caches, if there is one.

    JAX's own variable comes first; then ZWANG_CACHE, which is for all of zwang; then
    XDG_CACHE_HOME, if it is absolute, as its rule asks. Each kind of processor has a folder of
    its own, as programs for one may not run on another, and machines may share a home.
    """
    given = os.environ.get("JAX_COMPILATION_CACHE_DIR")
    if given:
        return Path(given).absolute()
    named, own = os.environ.get("ZWANG_CACHE"), caches()
    if named:
        return Path(named).absolute() / f"jax-{_processor()}"
    return None if own is None else own / "zwang" / f"jax-{_processor()}"


def _processor() -> str:
    """A short name for the kind of processor and what it can do."""
    kind = platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            # x86 lists its abilities as "flags", ARM as "Features".
            kind += next((x for x in file if x.startswith(("flags", "Features"))), "")
    except OSError:  # another system than Linux
        kind += platform.processor()
    return hashlib.sha256(kind.encode()).hexdigest()[:8]


def why_off() -> str:
    """Why the cache cannot be used, or nothing.

    What is in the folder is run as a program, so that no one else may write there.
    """
    place = folder()
    if place is None:
        return "there is no home"
    try:
        with trusted(place) as found:
            found.require_ours()
    except OSError as error:  # others' files, a file in the way, a disk that is read-only
        return error.strerror or str(error)
    return "" if os.access(place, os.W_OK | os.X_OK) else f"{place} cannot be written"


def switch_on() -> bool:
    """Switch it on if its folder can be used; else run without it. Whether it is on."""
    on = not why_off()
    jax.config.update("jax_compilation_cache_dir", str(folder()) if on else None)
    jax.config.update("jax_persistent_cache_min_compile_time_secs", LEAST_SECONDS)
    return on


def size(place: Path | None) -> tuple[int, int]:
    """How many files a folder has, and how many bytes."""
    if place is None:
        return 0, 0
    try:
        sizes = [entry.stat().st_size for entry in os.scandir(place) if entry.is_file()]
    except OSError:
        return 0, 0
    return len(sizes), sum(sizes)
