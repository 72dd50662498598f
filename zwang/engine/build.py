"""C text as a library that is loaded: found, compiled, kept, and checked before it is trusted.

A library is kept under the digest of all that made it: text, options, compiler, machine. It is
written beside its place and moved there whole, so that many processes may build at once.
"""

from __future__ import annotations

import atexit
import ctypes
import errno
import functools
import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from zwang.engine.scalar.graph import Unsupported

OPTIONS = ("-std=c99", "-fPIC", "-shared", "-fno-math-errno", "-ffp-contract=off")
# Straight-line code gains a few percent by -O2, which takes half as long again to compile.
ONCE, OFTEN = "-O1", "-O2"
LONG = 400_000  # letters of C beyond which compilers take too long to make it fast
PATIENCE = 300  # seconds for a compiler
LITTLE = 2**20  # bytes left on a disk on which a compiler that fails may have lacked them


class NoLibrary(Unsupported):
    """There is no library; the text says why."""


def compiler() -> list[str]:
    """The command of a C compiler: what the variable CC says, or one that is found.

    Raises
    ------
    NoLibrary
        There is none.
    """
    named = os.environ.get("CC", "").split()
    for command in ([named] if named else []) + [["cc"], ["clang"], ["gcc"]]:
        found = shutil.which(command[0])
        if found:
            return [found, *command[1:]]
    if importlib.util.find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "cc"]
    raise NoLibrary("no C compiler was found; pip install 'zwang[native]' brings one")


def folder() -> Path:
    """Where libraries are kept: under ZWANG_CACHE, or the user's folder for caches."""
    base = os.environ.get("ZWANG_CACHE")
    if base:
        return Path(base) / "native"
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "zwang" / "native"


@functools.lru_cache(maxsize=64)
def library(text: str, level: str = ONCE) -> ctypes.CDLL:
    """The library that C text gives, from where it is kept or compiled now.

    Parameters
    ----------
    text : of the whole program
    level : how far the compiler goes: ``ONCE``, or ``OFTEN`` for code that runs for long

    Raises
    ------
    NoLibrary
        There is no compiler, or it failed.
    """
    command = [*compiler(), level if len(text) < LONG else ONCE, *OPTIONS]
    made = "\0".join((text, *command, _version(command[0]), platform.machine(), sys.platform))
    name = hashlib.blake2b(made.encode(), digest_size=20).hexdigest()
    kept = folder() / f"{name}.so"
    tries: list[Callable[[], Path]] = [
        lambda: _compiled(text, command, _shared(), name),
        lambda: _compiled(text, command, _own(), name),
    ]
    if _is_whole(kept):  # though perhaps where nothing may be run
        tries[0] = lambda: kept
    reasons = []
    for made_by in tries:
        try:
            return ctypes.CDLL(str(made_by()))
        except OSError as error:
            reasons.append(str(error.strerror or error))
    raise NoLibrary(f"the library could not be written and loaded ({'; '.join(reasons)})")


@functools.lru_cache(maxsize=8)
def _version(program: str) -> str:
    """What tells one build of a compiler from another, without running it."""
    real = os.path.realpath(program)
    about = os.stat(real)
    return f"{real} {about.st_size} {about.st_mtime_ns}"


def _shared() -> Path:
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder()


@functools.lru_cache(maxsize=1)
def _own() -> Path:
    """A folder of this process alone, for when the other cannot be written."""
    made = tempfile.mkdtemp(prefix="zwang-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(made)


def _digest(path: Path) -> str:
    return hashlib.blake2b(path.read_bytes()).hexdigest()


def _is_whole(kept: Path) -> bool:
    """Whether a library is there, and is what was once written; a torn one would crash."""
    try:
        return kept.with_suffix(".sum").read_text() == _digest(kept)
    except OSError:
        return False


def _compiled(text: str, command: list[str], place: Path, name: str) -> Path:
    """Compile into a folder; the library appears there whole, and its digest after it."""
    with tempfile.TemporaryDirectory(dir=place, prefix=".building-") as scratch:
        source, built = Path(scratch) / "program.c", Path(scratch) / "program.so"
        source.write_text(text, encoding="utf-8")
        try:
            _run([*command, "-o", str(built), str(source), "-lm"])
        except NoLibrary:
            if shutil.disk_usage(scratch).free < LITTLE:  # of which a linker says nothing useful
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from None
            raise
        digest = Path(scratch) / "digest"
        digest.write_text(_digest(built))
        os.replace(built, place / f"{name}.so")
        os.replace(digest, place / f"{name}.sum")
    return place / f"{name}.so"


def _run(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        raise NoLibrary(f"the C compiler took more than {PATIENCE} seconds") from None
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        told = next((line for line in said if "error" in line.lower()), said[0] if said else "")
        told = told or f"exit code {done.returncode}"
        raise NoLibrary(f"the C compiler {command[0]} failed: {told}")
