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
    from zwang.engine.program.program import Written
    from zwang.integrate.method.runge_kutta import Program

CROSSING = "crossing"
LIBRARIES = build.SELDOM, build.ONCE, CROSSING
FORMAT, NOTE = 1, "code"


class Code:
    """A program in C.

    Parameters
    ----------
    sizes : how large everything in it is
    names : of its libraries, kept or not: by the level to which they are compiled, and of the one
        that crosses singular configurations; None where only the text tells
    write : writes the text; None where that cannot be
    told : the name of the note that is kept once something was compiled, or None
    """

    def __init__(
        self,
        sizes: Sizes,
        names: Mapping[str, str] | None,
        write: Callable[[], Written] | None = None,
        told: str | None = None,
    ):
        self.sizes, self._known, self._write, self._told = sizes, names, write, told

    @cached_property
    def written(self) -> Written:
        """The text.

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
        if self._known is not None and _names(found) != self._known:
            raise build.NoLibrary("it would not be written as it was")
        return found

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The names of its libraries."""
        return _names(self.written) if self._known is None else self._known

    @property
    def lines(self) -> int:
        """How many lines its text has; zero if that is not written."""
        return self.written.text.count("\n") if "written" in vars(self) else 0

    def is_kept(self, what: str) -> bool:
        """Whether a library is kept, so that nothing need be compiled.

        Parameters
        ----------
        what : the level to which it is compiled, or ``CROSSING``
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
        if self._known is not None:
            try:
                return build.library(build.Kept(self.names[what]))
            except build.NoLibrary:
                if self._write is None:
                    raise
        units = self.written.crossing if what == CROSSING else self.written.units
        found = build.library(units, _level(what))
        if self._told is not None:
            note(self._told, _text(self), NOTE)
            self._told = None
        return found


def _level(what: str) -> str:
    return build.SELDOM if what == CROSSING else what  # most motions cross few, if any


def _names(written: Written) -> dict[str, str]:
    units = {CROSSING: written.crossing}
    return {x: build.kept_as(units.get(x, written.units), _level(x)).name for x in LIBRARIES}


@lru_cache(maxsize=64)
def code_of(program: Program, n: int, shapes: tuple[tuple[int, ...], ...]) -> Code:
    """The program in C of a motion.

    Parameters
    ----------
    program : what moves, and how
    n : number of coordinates
    shapes : of the parameters' numbers
    """

    def write() -> Written:
        from zwang.engine.program.program import write

        return write(program, sizes)

    name = name_of(program, n, shapes)
    known = None if name is None else _read(noted(name, NOTE), n, shapes)
    if known is not None:
        sizes, names = known
        return Code(sizes, names, write)
    sizes = sizes_of(program, n, shapes)
    return Code(sizes, None, write, name)


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
        sizes, names = from_lists(told["sizes"]), {x: str(told["names"][x]) for x in LIBRARIES}
    except (ValueError, TypeError, LookupError):
        return None
    fits = told["format"] == FORMAT and (sizes.n, sizes.numbers) == (n, shapes)
    return (sizes, names) if fits else None
