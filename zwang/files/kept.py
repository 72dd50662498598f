"""What was made once, kept under a name: written whole, checked, then trusted.

It is written beside its place and moved there whole, so that many processes may build at once.
What others may have written is not loaded; see ``trust``.
"""

from __future__ import annotations

import atexit
import errno
import functools
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from zwang.base.process.progress import PROGRAMS, warn
from zwang.files.scratch import scratch
from zwang.files.trust import Place, Refused, caches, trusted

T = TypeVar("T")
Make = Callable[[Place, Path], None]  # of a place with what is kept, and of the file to make
FORMAT = 5  # of all that is kept; what was kept in another is made again
LITTLE = 2**20  # bytes left on a disk on which a compiler that fails may have lacked them
NOTE, PROGRAM = "json", ("so", "wasm")  # endings of files


class Unsupported(Exception):
    """What cannot be compiled; its text says why."""


class NoLibrary(Unsupported):
    """There is no library; the text says why."""


def folder() -> Path | None:
    """Where libraries are kept: under ZWANG_CACHE, or the user's folder for caches, if any."""
    base, own = os.environ.get("ZWANG_CACHE"), caches()
    if base:
        return Path(base).absolute() / "native"
    return None if own is None else own / "zwang" / "native"


def built(make: Make, name: str, ending: str, load: Callable[[Place, str], T]) -> T:
    """What is kept under a name, or made now, as ``load`` takes it from its place.

    Raises NoLibrary.
    """
    reasons = []
    for folder_of in (shared, own):
        try:
            with trusted(folder_of()) as place:
                keep(make, place, name, ending)
                return load(place, f"{name}.{ending}")
        except OSError as error:
            reasons.append(str(error.strerror or error))
            if isinstance(error, Refused):
                told = f"{error}. Programs are compiled anew; ZWANG_CACHE names another folder."
                warn(told)
    raise NoLibrary(f"the library could not be written and loaded ({'; '.join(reasons)})")


def note(name: str, content: bytes, kind: str = NOTE) -> None:
    """Keep a note beside the libraries; where that cannot be, nothing is kept."""

    def make(place: Place, built: Path) -> None:
        built.write_bytes(content)

    with suppress(OSError), trusted(shared()) as place:
        keep(make, place, name, kind)


def noted(name: str, kind: str = NOTE) -> bytes | None:
    """A note that was kept whole and that is ours; None if there is none."""
    try:
        return from_cache(name, kind, Place.content, counted=False)
    except NoLibrary:
        return None


def from_cache(name: str, ending: str, load: Callable[[Place, str], T], counted: bool = True) -> T:
    """What is kept under a name, as ``load`` takes it from its place. Raises NoLibrary."""
    try:
        with trusted(shared()) as place:
            if is_kept(place, name, ending):
                if counted:
                    PROGRAMS.count(True)
                return load(place, f"{name}.{ending}")
    except OSError as error:
        raise NoLibrary(f"{name}.{ending} cannot be used: {error}") from None
    raise NoLibrary(f"there is no {name}.{ending}, or it is damaged")


def shared() -> Path:
    """The folder that is kept from process to process; an error if there is none."""
    path = folder()
    if path is None:
        raise FileNotFoundError(errno.ENOENT, "without a HOME no folder for caches is known")
    return path


@functools.lru_cache(maxsize=1)
def own() -> Path:
    """A folder of this process alone, for when the other cannot be used."""
    made = tempfile.mkdtemp(prefix="zwang-")
    atexit.register(_remove, made, os.getpid())
    return Path(made)


def _remove(made: str, process: int) -> None:
    if os.getpid() == process:  # and not a child of it that ends
        shutil.rmtree(made, ignore_errors=True)


def is_kept(place: Place, name: str, ending: str = "so") -> bool:
    """Whether what we once wrote is there and whole; a torn library would crash."""
    try:
        content = place.content(f"{name}.{ending}")
        return place.content(f"{name}.sum") == digest(name, content)
    except OSError:
        return False


def digest(name: str, content: bytes) -> bytes:
    """What is kept beside a file to tell whether it is whole, and made of what its name says."""
    told = f"{FORMAT}\0{name}\0".encode()
    return hashlib.blake2b(told + content).hexdigest().encode()


def keep(make: Make, place: Place, name: str, ending: str) -> None:
    """Make what is not there yet; it appears whole, and its digest after it."""
    there = is_kept(place, name, ending)
    if ending in PROGRAM:
        PROGRAMS.count(there)
    if there:
        return
    with scratch(place.path) as beside:
        built = beside / f"program.{ending}"
        try:
            make(place, built)
        except NoLibrary:
            if shutil.disk_usage(beside).free < LITTLE:  # of which a linker says nothing useful
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from None
            raise
        told = beside / "digest"
        told.write_bytes(digest(name, built.read_bytes()))
        for file, kind in ((built, ending), (told, "sum")):
            file.chmod(0o700)  # whatever the user's mask is
            os.replace(file, place.path / f"{name}.{kind}")
