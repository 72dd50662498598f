"""A program in C by the names of its libraries; its text is written where one must be compiled.

The text follows from what was traced of a system, from the options, and from this package. To write
it takes several times as long as to trace the system, and who has its libraries does not need it: a
note beside them, under the digest of all that the text follows from, says their names. What has no
such digest, see ``exact``, is written in each process.

Names follow from the compiler too, the text does not. So a note is of the surroundings in which it
was made, and whether a text is the one that it is of, is told by the text. A variable CC that is
changed within a process has its say in what is compiled from then on; what is loaded, stays.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from zwang.base.identity.keyed import Keyed, key
from zwang.engine.program.sizes import Sizes, from_lists, sizes_of
from zwang.files import build
from zwang.files.kept import FORMAT, note, noted
from zwang.files.surroundings import surroundings

if TYPE_CHECKING:  # what has run before needs none of this
    from zwang.integrate.method.runge_kutta import Program

MOTION, ACCELERATION = "motion", "acceleration"  # what a program computes
CROSSING, CROSSED_OFTEN = "crossing", "crossed often"
LIBRARIES = build.SELDOM, build.ONCE, CROSSING, CROSSED_OFTEN  # of a motion
NOTE = "code"
Texts = dict[str, tuple[str, ...]]  # the units of each library


class Told(NamedTuple):
    """What a note tells of a program."""

    sizes: Sizes  # how large everything in it is
    # of its libraries, kept or not: by the level to which they are compiled, and of the one that
    # crosses singular configurations
    names: Mapping[str, str]
    digest: str | None = None  # of its texts; None where they cannot be written anyway


class Note(NamedTuple):
    """Where it is told: the name of the note, and the surroundings in which it holds."""

    name: str
    around: str | None


class Code:
    """A program in C."""

    def __init__(
        self,
        sizes: Sizes,
        told: Told | None,
        write: Callable[[], Texts] | None = None,
        note: Note | None = None,
    ):
        self.sizes, self.known = sizes, told is not None
        self._told, self._write, self._note = told, write, note

    @cached_property
    def texts(self) -> Texts:
        """The texts. Raises Unsupported, NoLibrary."""
        if self._write is None:
            raise build.NoLibrary("its text is not known")
        found = self._write()
        if self._told is not None and _digest(found) != self._told.digest:
            raise build.NoLibrary("it would not be written as it was")
        return found

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The names of its libraries."""
        if self._told is not None:
            return self._told.names
        if self._note is not None and self._note.around != surroundings():
            self._note = None  # these names are those of other surroundings
        units = self.texts.items()
        return {what: build.kept_as(texts, _level(what)).name for what, texts in units}

    @property
    def letters(self) -> int:
        """How many letters there are to be compiled well."""
        return sum(map(len, self.texts[build.ONCE]))

    @property
    def lines(self) -> int:
        """How many lines the first library has; zero while they are not written."""
        units = next(iter(self.texts.values())) if "texts" in vars(self) else ()
        return sum(text.count("\n") for text in units)

    @property
    def in_loops(self) -> bool:
        """Whether it is short for what it does, so that it is compiled well at once."""
        if "texts" not in vars(self):
            return False
        from zwang.emit.loops.function import LOOPED  # who has written it has imported this

        return LOOPED in next(iter(self.texts.values()))[0]

    def is_kept(self, what: str) -> bool:
        """Whether a library is kept, so that nothing need be compiled."""
        return build.is_kept(build.Kept(self.names[what]))

    def begin(self) -> bool:
        """Have compiled what a first motion needs while others go on; whether there is anything."""
        hasty = not (self.is_kept(build.ONCE) or self.in_loops)
        level = build.SELDOM if hasty else build.ONCE
        if self.is_kept(level):
            return False
        build.begin(self.texts[level], level)
        return True

    def library(self, what: str) -> ctypes.CDLL:
        """A library, from where it is kept or compiled now. Raises NoLibrary."""
        if self.known:
            try:
                return build.library(build.Kept(self.names[what]))
            except build.NoLibrary:
                if self._write is None:
                    raise
        found = build.library(self.texts[what], _level(what))
        self._tell()
        return found

    def _tell(self) -> None:
        """Keep the note, once."""
        told = {"format": FORMAT, "names": self.names, "sizes": self.sizes}
        if self._note is not None:
            told |= {"texts": _digest(self.texts)}
            note(self._note.name, json.dumps(told).encode(), NOTE)
            self._note = None


def _level(what: str) -> str:
    return {CROSSING: build.SELDOM, CROSSED_OFTEN: build.ONCE}.get(what, what)


def _digest(texts: Texts) -> str:
    return hashlib.blake2b(json.dumps(texts).encode(), digest_size=20).hexdigest()


@lru_cache(maxsize=64)
def code_of(
    program: Program, n: int, shapes: tuple[tuple[int, ...], ...], what: str = MOTION
) -> Code:
    """A program in C."""
    around, name = surroundings(), name_of(program, n, shapes, what)
    told = None if name is None else _read(noted(name, NOTE), n, shapes)
    sizes = sizes_of(program, n, shapes) if told is None else told.sizes

    def write() -> Texts:
        from zwang.engine.program import program as programs

        if what == ACCELERATION:
            return {build.ONCE: programs.write_acceleration(program, sizes)}
        written = programs.write(program, sizes)
        units = written.hasty, written.units, *written.crossing
        return dict(zip(LIBRARIES, units, strict=True))

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
        sizes, names = from_lists(told["sizes"]), {x: str(y) for x, y in told["names"].items()}
        found = Told(sizes, names, str(told["texts"]))
    except (ValueError, TypeError, LookupError, AttributeError):
        return None
    fits = told["format"] == FORMAT and (sizes.n, sizes.numbers) == (n, shapes)
    return found if fits else None
