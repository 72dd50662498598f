"""The functions of a system in C, by the name of their library; written where it must be compiled.

The text follows from what was traced of a system, from the options, and from this package. To write
it takes several times as long as to trace the system, and who has its library does not need it: a
note beside it, under the digest of all that the text follows from, says its name. What has no such
digest, see ``exact``, is written in each process.

Names follow from the compiler too, the text does not. So a note is of the surroundings in which it
was made, and whether a text is the one that it is of, is told by the text. A variable CC that is
changed within a process has its say in what is compiled from then on; what is loaded, stays.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
from collections.abc import Callable
from dataclasses import fields
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from zwang.base.identity.keyed import Keyed, key
from zwang.base.process.progress import waiting
from zwang.engine.program.sizes import Sizes, from_lists, sizes_of
from zwang.files import build
from zwang.files.kept import FORMAT, note, noted
from zwang.files.surroundings import surroundings
from zwang.library.functions import Functions

if TYPE_CHECKING:  # what has run before needs none of this
    from zwang.engine.program.program import Own
    from zwang.integrate.method.runge_kutta import Program

MOTION, ACCELERATION = "motion", "acceleration"  # what the functions are for
NOTE = "code"


class Told(NamedTuple):
    """What a note tells of the functions of a system."""

    sizes: Sizes  # how large everything in them is
    functions: tuple[str, ...]  # their names
    name: str  # of their library, kept or not
    digest: str | None = None  # of their text; None where it cannot be written anyway


class Note(NamedTuple):
    """Where it is told: the name of the note, and the surroundings in which it holds."""

    name: str
    around: str | None


class Code:
    """The functions of a system in C."""

    def __init__(
        self,
        sizes: Sizes,
        told: Told | None,
        write: Callable[[], Own] | None = None,
        note: Note | None = None,
    ):
        self.sizes, self.known = sizes, told is not None
        self._told, self._write, self._note = told, write, note

    @cached_property
    def own(self) -> Own:
        """The functions, written. Raises Unsupported, NoLibrary."""
        if self._write is None:
            raise build.NoLibrary("its text is not known")
        return self._write()

    @cached_property
    def text(self) -> str:
        """The text of their library. Raises Unsupported, NoLibrary."""
        text = self.own.unit
        if self._told is not None and _digest(text) != self._told.digest:
            raise build.NoLibrary("it would not be written as it was")
        return text

    @cached_property
    def name(self) -> str:
        """The name of their library."""
        if self._told is not None:
            return self._told.name
        if self._note is not None and self._note.around != surroundings():
            self._note = None  # this name is that of other surroundings
        return build.kept_as(self.text).name

    @property
    def functions(self) -> tuple[str, ...]:
        """The names of the functions."""
        return self._told.functions if self._told is not None else self.own.names

    @property
    def lines(self) -> int:
        """How many lines the library has; zero while they are not written."""
        return self.text.count("\n") if "text" in vars(self) else 0

    @property
    def is_kept(self) -> bool:
        """Whether the library is kept, so that nothing need be compiled."""
        return build.is_kept(build.Kept(self.name))

    def running(self) -> Functions:
        """The functions: compiled if they are kept, else as tapes, until they are compiled beside.

        Raises Unsupported.
        """
        library = self._kept()
        if library is None and self.own.tapes is not None:
            return Functions(self.own.tapes, self._text_to_compile)
        if library is None:  # loops are no data
            with waiting(lambda: f"compiling {self.lines:,} lines of C, once"):
                library = build.loaded(self._text_to_compile())
        return Functions.of_library(self.functions, library)

    def _kept(self) -> ctypes.CDLL | None:
        """The library of a process before, if it is known and kept."""
        if not self.known:
            return None
        try:
            return build.loaded(build.Kept(self.name))
        except build.NoLibrary:
            if self._write is None:
                raise
            return None

    def _text_to_compile(self) -> str:
        """The text, when it is about to be compiled: then its name is worth a note."""
        text = self.text
        self._tell()
        return text

    def _tell(self) -> None:
        """Keep the note, once."""
        name = self.name  # without which it is not known whether the note holds
        if self._note is not None:
            about = {"format": FORMAT, "name": name, "functions": self.functions}
            about |= {"sizes": self.sizes, "text": _digest(self.text)}
            note(self._note.name, json.dumps(about).encode(), NOTE)
            self._note = None


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=20).hexdigest()


@lru_cache(maxsize=64)
def code_of(
    program: Program, n: int, shapes: tuple[tuple[int, ...], ...], what: str = MOTION
) -> Code:
    """The functions of a system in C."""
    around, name = surroundings(), name_of(program, n, shapes, what)
    told = None if name is None else _read(noted(name, NOTE), n, shapes)
    sizes = sizes_of(program, n, shapes) if told is None else told.sizes

    def write() -> Own:
        from zwang.engine.program import program as programs

        write_own = programs.write_acceleration if what == ACCELERATION else programs.write
        return write_own(program, sizes)

    return Code(sizes, told, write, None if name is None else Note(name, around))


def name_of(program: Program, *given: Any) -> str | None:
    """The name under which something about a program is noted; None for what has none."""
    from zwang.base.identity.digest import exact

    around = surroundings()
    parts = (getattr(program, field.name) for field in fields(program))
    told = tuple(x if isinstance(x, Keyed) else key(x) for x in parts)
    return None if around is None else exact((around, told, given))


def _read(content: bytes | None, n: int, shapes: tuple[tuple[int, ...], ...]) -> Told | None:
    """What a note tells; None where there is none, or one of something else."""
    try:
        told = json.loads(content or b"")
        sizes, functions = from_lists(told["sizes"]), tuple(map(str, told["functions"]))
        found = Told(sizes, functions, str(told["name"]), str(told["text"]))
    except (ValueError, TypeError, LookupError, AttributeError):
        return None
    fits = told["format"] == FORMAT and (sizes.n, sizes.numbers) == (n, shapes)
    return found if fits else None
