"""JAX's cache of compiled programs, on disk: a model that ran once starts at once.

It is switched on by the command line only; a program that uses zwang decides for itself.
"""

from __future__ import annotations

import hashlib
import os
import platform
from pathlib import Path

import jax

LEAST_SECONDS = 0.02  # of compiling, for a program to be kept; even small ones add up


def folder() -> Path:
    """Where the cache is, or would be: under the user's folder of caches.

    JAX's own variable comes first; then ZWANG_CACHE, which is for all of zwang; then
    XDG_CACHE_HOME, if it is absolute, as its rule asks. Each kind of processor has a folder of
    its own, as programs for one may not run on another, and machines may share a home.
    """
    given = os.environ.get("JAX_COMPILATION_CACHE_DIR")
    if given:
        return Path(given)
    home = os.environ.get("XDG_CACHE_HOME", "")
    base = Path(home) if os.path.isabs(home) else Path.home() / ".cache"
    return Path(os.environ.get("ZWANG_CACHE") or base / "zwang") / f"jax-{_processor()}"


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


def switch_on() -> bool:
    """Switch it on if its folder can be written; else run without it. Whether it is on."""
    try:
        place = folder()
        # What is in it is run as a program, so that no one else may write there.
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not os.access(place, os.W_OK | os.X_OK):
            return False
    except (OSError, RuntimeError):  # no home, a file in the way, a disk that is read-only
        return False
    jax.config.update("jax_compilation_cache_dir", str(place))
    jax.config.update("jax_persistent_cache_min_compile_time_secs", LEAST_SECONDS)
    return True


def size(place: Path) -> tuple[int, int]:
    """How many files a folder has, and how many bytes.

    Parameters
    ----------
    place : the folder; one that is not there has none
    """
    try:
        sizes = [entry.stat().st_size for entry in os.scandir(place) if entry.is_file()]
    except OSError:
        return 0, 0
    return len(sizes), sum(sizes)
