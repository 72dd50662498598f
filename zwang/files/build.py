"""C text as a library that is loaded, or as WebAssembly: compiled, and kept; see ``kept``.

A program is kept under the digest of all that made it: text, options, compiler, machine.
"""

from __future__ import annotations

import _ctypes
import ctypes
import functools
import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import weakref
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from zwang.base.escape import for_terminal
from zwang.files import command as command_of
from zwang.files.kept import Make, NoLibrary, built, from_cache, keep
from zwang.files.kept import Unsupported as Unsupported
from zwang.files.kept import folder as folder
from zwang.files.trust import Place

ALIKE = ("-fno-math-errno", "-ffp-contract=off")
OPTIONS = ("-std=c99", "-fPIC", "-shared", *ALIKE)
# A module of WebAssembly without any library of C; what is exported says so in the text.
BARE = ("-std=c11", "-ffreestanding", "-nostdlib", "-mbulk-memory", "-w", "-s", *ALIKE)
# Loops are not written out: that takes a third of the compiler's time, and browsers as long.
BARE += ("-fno-unroll-loops", "-Wl,--no-entry")
STACK = 2**20  # bytes of it, at least
# Straight-line code gains a few percent by -O2, which takes half as long again to compile.
ONCE, OFTEN = "-O1", "-O2"
# Of long straight-line code -Og makes nearly what -O1 does, in a third of the time.
IN_LENGTH = "-Og"
LENGTHY = 120_000  # letters of C
LONG = 400_000  # beyond which compilers take too long to make it fast
PATIENCE = 300  # seconds for a compiler


class Kept(NamedTuple):
    """A library by the name under which it is kept, where its text is not at hand."""

    name: str


def compiler() -> list[str]:
    """The command of a C compiler for functions of a system: none, if ZWANG_COMPILER says so.

    Raises NoLibrary.
    """
    if os.environ.get("ZWANG_COMPILER") == "none":
        raise NoLibrary("the variable ZWANG_COMPILER is 'none'")
    return any_compiler()


def any_compiler() -> list[str]:
    """The command of a C compiler: what the variable CC says, or one that is found.

    Raises NoLibrary.
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

    Raises NoLibrary.
    """
    clang, linker = shutil.which("clang"), shutil.which("wasm-ld")
    # Some builds of clang ask for a linker with their own number in its name.
    found = [[clang, "--target=wasm32", f"-fuse-ld={linker}"]] if clang and linker else []
    if importlib.util.find_spec("ziglang"):
        found.append([sys.executable, "-m", "ziglang", "cc", "-target", "wasm32-freestanding"])
    if not found:
        raise NoLibrary("no compiler writes WebAssembly here; pip install 'zwang[page]' brings one")
    return found


@functools.lru_cache(maxsize=64)
def library(text: str | tuple[str, ...], level: str = ONCE) -> ctypes.CDLL:
    """The library that C text gives, from where it is kept or compiled now. Raises NoLibrary."""
    load = lambda place, file: ctypes.CDLL(place.loadable(file))
    return built(*_planned(text, level), "so", load)


class Library(ctypes.CDLL):
    """A library that is closed when nobody needs it any more."""

    def __init__(self, file: str):
        super().__init__(file)
        close = getattr(_ctypes, "dlclose", None) or getattr(_ctypes, "FreeLibrary")  # noqa: B009
        # Not at the end of the process, when threads may still run in it.
        weakref.finalize(self, close, self._handle).atexit = False


def beside(text: str, level: str = ONCE) -> Library:
    """The library that C text gives, compiled while others go on. Raises NoLibrary.

    It is not remembered: who asks again has it from where it is kept.
    """
    with command_of.watched():
        return loaded(text, level)


def loaded(text: str | Kept, level: str = ONCE) -> Library:
    """The same for who waits; or the one that is kept under a name. Raises NoLibrary."""
    load = lambda place, file: Library(place.loadable(file))
    if isinstance(text, Kept):
        return from_cache(text.name, "so", load)
    make, name = _planned(text, level)
    return built(make, name, "so", load)


def kept_as(text: str | tuple[str, ...], level: str = ONCE) -> Kept:
    """The name under which a library is kept."""
    return Kept(_planned(text, level)[1])


def is_kept(text: str | tuple[str, ...] | Kept, level: str = ONCE) -> bool:
    """Whether a library is kept, so that nothing need be compiled."""
    name = text.name if isinstance(text, Kept) else kept_as(text, level).name
    try:
        return from_cache(name, "so", lambda place, file: True, counted=False)
    except NoLibrary:
        return False


def _planned(text: str | tuple[str, ...], level: str) -> tuple[Make, str]:
    """What makes a library, and the name under which it is kept."""
    if isinstance(text, str):
        command, name = _asked(text, level)
        return _compiled(text, command), name
    units = [_asked(unit, level, "-c") for unit in text]
    command = [*compiler(), *OPTIONS]
    name = name_of("\0".join(name for _, name in units), command)
    return _linked(text, units, command), name


def made_by() -> tuple[str, ...]:
    """What a library depends on besides its text: compiler and machine."""
    command = compiler()
    return *command, _version(command[0]), platform.machine(), sys.platform


def module(text: str, stack: int = STACK) -> bytes:
    """The module of WebAssembly that C text gives, from where it is kept or compiled now.

    Raises NoLibrary.
    """
    level, reasons = OFTEN if len(text) < LONG else ONCE, []
    for compiler_of in wasm_compilers():
        command = [*compiler_of, level, *BARE, f"-Wl,-z,stack-size={stack}"]
        try:
            return built(_compiled(text, command), name_of(text, command), "wasm", Place.content)
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
    return command, name_of(text, command, platform.machine(), sys.platform)


def name_of(text: str, command: list[str], *machine: str) -> str:
    made = "\0".join((text, *command, _version(command[0]), *machine))
    return hashlib.blake2b(made.encode(errors="backslashreplace"), digest_size=20).hexdigest()


def _compiled(text: str, command: list[str]) -> Make:
    """What makes a file of a text."""

    def make(place: Place, built: Path) -> None:
        source = built.with_suffix(".c")
        source.write_text(text, encoding="utf-8")
        libraries = ["-lm"] if built.suffix == ".so" else []
        run_compiler([*command, "-o", str(built), str(source), *libraries])

    return make


def _linked(texts: Sequence[str], units: Sequence[tuple[list[str], str]], command: list[str]):
    """What makes a library of several texts."""

    def make(place: Place, built: Path) -> None:
        def one(i: int) -> str:
            (how, name), file = units[i], built.with_name(f"{i}.o")
            keep(_compiled(texts[i], how), place, name, "o")
            file.write_bytes(place.content(f"{name}.o"))
            return str(file)

        objects = command_of.side_by_side(partial(one, i) for i in range(len(texts)))
        run_compiler([*command, "-o", str(built), *objects, "-lm"])

    return make


@functools.lru_cache(maxsize=8)
def _version(program: str) -> str:
    """What tells one build of a compiler from another, without running it."""
    real = os.path.realpath(program)
    about = os.stat(real)
    return f"{real} {about.st_size} {about.st_mtime_ns}"


def run_compiler(command: list[str]) -> None:
    # What ziglang keeps for itself is of no use again, and there may be no home for it.
    beside = os.path.dirname(command[command.index("-o") + 1])
    own = {f"ZIG_{kind}_CACHE_DIR": beside for kind in ("LOCAL", "GLOBAL") if BARE[0] in command}
    try:
        code, told = command_of.run(command, PATIENCE, {**os.environ, **own})
    except subprocess.TimeoutExpired:
        raise NoLibrary(f"the C compiler took more than {PATIENCE} seconds") from None
    except command_of.Ended:
        raise NoLibrary("the process ends") from None
    if code:
        said = told.decode("utf-8", "replace").strip().splitlines()
        told = next((line for line in said if "error" in line.lower()), said[0] if said else "")
        told = told or f"exit code {code}"
        raise NoLibrary(f"the C compiler {command[0]} failed: {for_terminal(told)}")
