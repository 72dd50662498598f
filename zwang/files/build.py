"""C text as a library that is loaded, or as WebAssembly: compiled, kept, checked, then trusted.

A program is kept under the digest of all that made it: text, options, compiler, machine. It is
written beside its place and moved there whole, so that many processes may build at once. What
others may have written is not loaded; see ``trust``.
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
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from zwang.base.escape import for_terminal
from zwang.files.trust import Place, Refused, caches, trusted

T = TypeVar("T")
Make = Callable[[Place, Path], None]  # of a place with what is kept, and of the file to make
ALIKE = ("-fno-math-errno", "-ffp-contract=off")
OPTIONS = ("-std=c99", "-fPIC", "-shared", *ALIKE)
# A module of WebAssembly without any library of C; what is exported says so in the text.
BARE = ("-std=c11", "-ffreestanding", "-nostdlib", "-mbulk-memory", "-w", "-s", *ALIKE)
BARE += ("-Wl,--no-entry",)
STACK = 2**20  # bytes of it, at least
# Straight-line code gains a few percent by -O2, which takes half as long again to compile.
# What is called a few times is not made faster at all: that takes a fifth of the time.
SELDOM, ONCE, OFTEN = "-O0", "-O1", "-O2"
# Of long straight-line code -Og makes nearly what -O1 does, in a third of the time.
IN_LENGTH = "-Og"
LENGTHY = 120_000  # letters of C
LONG = 400_000  # beyond which compilers take too long to make it fast
PATIENCE = 300  # seconds for a compiler
LITTLE = 2**20  # bytes left on a disk on which a compiler that fails may have lacked them


class Unsupported(Exception):
    """What cannot be compiled; its text says why."""


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


def wasm_compilers() -> list[list[str]]:
    """The commands of C compilers that write WebAssembly: clang with its linker, ziglang.

    Raises
    ------
    NoLibrary
        There is none.
    """
    clang, linker = shutil.which("clang"), shutil.which("wasm-ld")
    # Some builds of clang ask for a linker with their own number in its name.
    found = [[clang, "--target=wasm32", f"-fuse-ld={linker}"]] if clang and linker else []
    if importlib.util.find_spec("ziglang"):
        found.append([sys.executable, "-m", "ziglang", "cc", "-target", "wasm32-freestanding"])
    if not found:
        raise NoLibrary("no compiler writes WebAssembly here; pip install 'zwang[page]' brings one")
    return found


def folder() -> Path | None:
    """Where libraries are kept: under ZWANG_CACHE, or the user's folder for caches, if any."""
    base, own = os.environ.get("ZWANG_CACHE"), caches()
    if base:
        return Path(base).absolute() / "native"
    return None if own is None else own / "zwang" / "native"


@functools.lru_cache(maxsize=64)
def library(text: str | tuple[str, ...], level: str = ONCE) -> ctypes.CDLL:
    """The library that C text gives, from where it is kept or compiled now.

    Parameters
    ----------
    text : of the whole program; or of its units, which are compiled side by side and kept each by
        itself, for other programs that have it too
    level : how far the compiler goes: ``ONCE``, ``SELDOM`` for code that is called a few times, or
        ``OFTEN`` for code that runs for long

    Raises
    ------
    NoLibrary
        There is no compiler, or it failed.
    """
    load = lambda place, file: ctypes.CDLL(place.loadable(file))
    if isinstance(text, str):
        command, name = _asked(text, level)
        return _built(_compiled(text, command), name, "so", load)
    units = [_asked(unit, level, "-c") for unit in text]
    command = [*compiler(), *OPTIONS]
    name = _name("\0".join(name for _, name in units), command)
    return _built(_linked(text, units, command), name, "so", load)


def module(text: str, stack: int = STACK) -> bytes:
    """The module of WebAssembly that C text gives, from where it is kept or compiled now.

    Parameters
    ----------
    text : of the whole program, which needs no library
    stack : bytes for what its functions hold at once

    Raises
    ------
    NoLibrary
        There is no compiler that can do it, or it failed.
    """
    level, reasons = OFTEN if len(text) < LONG else ONCE, []
    for compiler_of in wasm_compilers():
        command = [*compiler_of, level, *BARE, f"-Wl,-z,stack-size={stack}"]
        try:
            return _built(_compiled(text, command), _name(text, command), "wasm", Place.content)
        except NoLibrary as why:  # a clang may know no WebAssembly
            reasons.append(str(why))
    raise NoLibrary("; ".join(reasons))


def _asked(text: str, level: str, kind: str = "-shared") -> tuple[list[str], str]:
    """The command that makes a library or an object, and the name under which that is kept."""
    command = compiler()
    if level == ONCE and len(text) >= LENGTHY:
        level = IN_LENGTH
    elif level == OFTEN and len(text) >= LONG:
        level = ONCE
    if not any(part.startswith("-O") for part in command):  # else CC says how far to go
        command.append(level)
    command += [kind if option == "-shared" else option for option in OPTIONS]
    return command, _name(text, command, platform.machine(), sys.platform)


def _name(text: str, command: list[str], *machine: str) -> str:
    made = "\0".join((text, *command, _version(command[0]), *machine))
    return hashlib.blake2b(made.encode(errors="backslashreplace"), digest_size=20).hexdigest()


def _built(make: Make, name: str, ending: str, load: Callable[[Place, str], T]) -> T:
    """What is kept under a name, or made now, as ``load`` takes it from its place."""
    reasons = []
    for folder_of in (_shared, _own):
        try:
            with trusted(folder_of()) as place:
                _keep(make, place, name, ending)
                return load(place, f"{name}.{ending}")
        except OSError as error:
            reasons.append(str(error.strerror or error))
            if isinstance(error, Refused):
                told = f"{error}. Programs are compiled anew; ZWANG_CACHE names another folder."
                warnings.warn(told, RuntimeWarning, stacklevel=3)
    raise NoLibrary(f"the library could not be written and loaded ({'; '.join(reasons)})")


def _compiled(text: str, command: list[str]) -> Make:
    """What makes a file of a text."""

    def make(place: Place, built: Path) -> None:
        source = built.with_suffix(".c")
        source.write_text(text, encoding="utf-8")
        libraries = ["-lm"] if built.suffix == ".so" else []
        _run([*command, "-o", str(built), str(source), *libraries])

    return make


def _linked(texts: Sequence[str], units: Sequence[tuple[list[str], str]], command: list[str]):
    """What makes a library of several texts."""
    from concurrent.futures import ThreadPoolExecutor

    def make(place: Place, built: Path) -> None:
        def kept(i: int) -> str:
            (how, name), file = units[i], built.with_name(f"{i}.o")
            _keep(_compiled(texts[i], how), place, name, "o")
            file.write_bytes(place.content(f"{name}.o"))
            return str(file)

        with ThreadPoolExecutor(len(texts)) as side_by_side:
            objects = list(side_by_side.map(kept, range(len(texts))))
        _run([*command, "-o", str(built), *objects, "-lm"])

    return make


@functools.lru_cache(maxsize=8)
def _version(program: str) -> str:
    """What tells one build of a compiler from another, without running it."""
    real = os.path.realpath(program)
    about = os.stat(real)
    return f"{real} {about.st_size} {about.st_mtime_ns}"


def _shared() -> Path:
    path = folder()
    if path is None:
        raise FileNotFoundError(errno.ENOENT, "without a HOME no folder for caches is known")
    return path


@functools.lru_cache(maxsize=1)
def _own() -> Path:
    """A folder of this process alone, for when the other cannot be used."""
    made = tempfile.mkdtemp(prefix="zwang-")
    atexit.register(_remove, made, os.getpid())
    return Path(made)


def _remove(made: str, process: int) -> None:
    if os.getpid() == process:  # and not a child of it that ends
        shutil.rmtree(made, ignore_errors=True)


def _kept(place: Place, name: str, ending: str = "so") -> bool:
    """Whether what we once wrote is there and whole; a torn library would crash."""
    try:
        return place.content(f"{name}.sum") == _digest(place.content(f"{name}.{ending}"))
    except OSError:
        return False


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content).hexdigest().encode()


def _keep(make: Make, place: Place, name: str, ending: str) -> None:
    """Make what is not there yet; it appears whole, and its digest after it."""
    if _kept(place, name, ending):
        return
    with tempfile.TemporaryDirectory(dir=place.path, prefix=".building-") as scratch:
        built = Path(scratch) / f"program.{ending}"
        try:
            make(place, built)
        except NoLibrary:
            if shutil.disk_usage(scratch).free < LITTLE:  # of which a linker says nothing useful
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from None
            raise
        digest = Path(scratch) / "digest"
        digest.write_bytes(_digest(built.read_bytes()))
        for file, kind in ((built, ending), (digest, "sum")):
            file.chmod(0o700)  # whatever the user's mask is
            os.replace(file, place.path / f"{name}.{kind}")


def _run(command: list[str]) -> None:
    # What ziglang keeps for itself is of no use again, and there may be no home for it.
    beside = os.path.dirname(command[command.index("-o") + 1])
    own = {f"ZIG_{kind}_CACHE_DIR": beside for kind in ("LOCAL", "GLOBAL") if BARE[0] in command}
    try:
        done = subprocess.run(
            command, capture_output=True, timeout=PATIENCE, env={**os.environ, **own}
        )
    except subprocess.TimeoutExpired:
        raise NoLibrary(f"the C compiler took more than {PATIENCE} seconds") from None
    if done.returncode:
        said = (done.stderr or done.stdout).decode("utf-8", "replace").strip().splitlines()
        told = next((line for line in said if "error" in line.lower()), said[0] if said else "")
        told = told or f"exit code {done.returncode}"
        raise NoLibrary(f"the C compiler {command[0]} failed: {for_terminal(told)}")
