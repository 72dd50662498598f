"""A program in C by the names of its libraries; its text is written where one must be compiled.

The text follows from what was traced of a system, from the options, and from this package. To write
it takes several times as long as to trace the system, and who has its libraries does not need it: a
note beside them, under the digest of all that the text follows from, says their names. What has no
such digest, see ``exact``, is written in each process.
"""

from __future__ import annotations

import ctypes
import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from zwang.base.identity.keyed import Keyed, key
from zwang.engine.program.sizes import Sizes, from_lists, sizes_of
from zwang.files import build
from zwang.files.kept import note, noted
from zwang.files.surroundings import surroundings

if TYPE_CHECKING:  # what has run before needs none of this
    from zwang.integrate.method.runge_kutta import Program

MOTION, ACCELERATION = "motion", "acceleration"  # what a program computes
CROSSING, CROSSED_OFTEN = "crossing", "crossed often"
LIBRARIES = build.SELDOM, build.ONCE, CROSSING, CROSSED_OFTEN  # of a motion
FORMAT, NOTE = 2, "code"
Texts = dict[str, tuple[str, ...]]  # the units of each library


class Code:
    """A program in C.

    Parameters
    ----------
    sizes : how large everything in it is
    names : of its libraries, kept or not: by the level to which they are compiled, and of the one
        that crosses singular configurations; None where only the texts tell
    write : writes the texts; None where that cannot be
    told : the name of the note that is kept once something was compiled, or None
    """

    def __init__(
        self,
        sizes: Sizes,
        names: Mapping[str, str] | None,
        write: Callable[[], Texts] | None = None,
        told: str | None = None,
    ):
        self.sizes, self.known = sizes, names is not None
        self._names, self._write, self._told = names, write, told

    @cached_property
    def texts(self) -> Texts:
        """The texts.

        Raises
        ------
        Unsupported
            It cannot be written in C; the text says why.
        NoLibrary
            It is not what it was: what the system's functions capture has changed.
        """
        if self._write is None:
            raise build.NoLibrary("its text is not known")
        found = self._write()
        if self._names is not None and _names(found) != self._names:
            raise build.NoLibrary("it would not be written as it was")
        return found

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The names of its libraries."""
        return _names(self.texts) if self._names is None else self._names

    @property
    def letters(self) -> int:
        """How many letters the first library has."""
        return sum(map(len, next(iter(self.texts.values()))))

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
        from zwang.engine.arrays import LOOPED  # who has written it has imported this

        return LOOPED in next(iter(self.texts.values()))[0]

    def is_kept(self, what: str) -> bool:
        """Whether a library is kept, so that nothing need be compiled.

        Parameters
        ----------
        what : the level to which it is compiled; ``CROSSING``, or ``CROSSED_OFTEN``
        """
        return build.is_kept(build.Kept(self.names[what]))

    def library(self, what: str) -> ctypes.CDLL:
        """A library, from where it is kept or compiled now.

        Parameters
        ----------
        what : as for ``is_kept``

        Raises
        ------
        NoLibrary
            It cannot be compiled; the text says why.
        """
        if self.known:
            try:
                return build.library(build.Kept(self.names[what]))
            except build.NoLibrary:
                if self._write is None:
                    raise
        found = build.library(self.texts[what], _level(what))
        if self._told is not None:
            note(self._told, _text(self), NOTE)
            self._told = None
        return found


def _level(what: str) -> str:
    return {CROSSING: build.SELDOM, CROSSED_OFTEN: build.ONCE}.get(what, what)


def _names(texts: Texts) -> dict[str, str]:
    return {what: build.kept_as(units, _level(what)).name for what, units in texts.items()}


@lru_cache(maxsize=64)
def code_of(
    program: Program, n: int, shapes: tuple[tuple[int, ...], ...], what: str = MOTION
) -> Code:
    """A program in C.

    Parameters
    ----------
    program : what moves, and how
    n : number of coordinates
    shapes : of the parameters' numbers
    what : it computes: ``MOTION`` or ``ACCELERATION``
    """
    name = name_of(program, n, shapes, what)
    known = None if name is None else _read(noted(name, NOTE), n, shapes)
    sizes, names = (sizes_of(program, n, shapes), None) if known is None else known

    def write() -> Texts:
        from zwang.engine.program import program as programs

        if what == ACCELERATION:
            return {build.ONCE: programs.write_acceleration(program, sizes)}
        written = programs.write(program, sizes)
        units = written.units, written.units, written.crossing, written.crossing
        return dict(zip(LIBRARIES, units, strict=True))

    return Code(sizes, names, write, name)


def name_of(program: Program, *given: Any) -> str | None:
    """The name under which something about a program is noted; None for what has none.

    Parameters
    ----------
    program : what moves, and how
    *given : numbers and texts, which count too
    """
    from zwang.base.identity.digest import exact

    around = surroundings()
    parts = (getattr(program, field.name) for field in fields(program))
    told = tuple(x if isinstance(x, Keyed) else key(x) for x in parts)
    return None if around is None else exact((around, told, given))


def _text(code: Code) -> bytes:
    told = {"format": FORMAT, "names": code.names, "sizes": code.sizes}
    return json.dumps(told).encode()


def _read(
    content: bytes | None, n: int, shapes: tuple[tuple[int, ...], ...]
) -> tuple[Sizes, dict[str, str]] | None:
    """What a note tells; None where there is none, or one of something else."""
    try:
        told = json.loads(content or b"")
        sizes, names = from_lists(told["sizes"]), {x: str(y) for x, y in told["names"].items()}
    except (ValueError, TypeError, LookupError, AttributeError):
        return None
    fits = told["format"] == FORMAT and (sizes.n, sizes.numbers) == (n, shapes)
    return (sizes, names) if fits else None
