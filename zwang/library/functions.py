"""Functions of one system as C calls them: tapes, until their text is compiled beside.

A function is one struct, ``zw_function`` of ``c/function.h``, with a tape and with code. Whoever
runs it takes the code if there is one. So code may come at any time, also while a motion goes on;
it computes what the tape does, to the last bit.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress

import numpy as np

from zwang.files import build
from zwang.library import worker
from zwang.library.loader import library
from zwang.library.tape import Tape

_POINTER = ctypes.c_void_p
# Seconds on tape, after which functions are worth a compiler's time, a tenth of a second or more.
WORTH = 0.02


class FunctionInC(ctypes.Structure):
    """``zw_function`` of ``c/function.h``."""

    _fields_ = [("code", _POINTER), ("tape", _POINTER)]


class Function:
    """A function with arrays as arguments and results; C may run it as long as this object lives.

    Without a tape it has no code either, until ``swap`` gives it some.
    """

    def __init__(self, tape: Tape | None = None):
        self._library, self._tape, self._code = library(), tape, None
        self.in_c = FunctionInC(None, None if tape is None else ctypes.addressof(tape.in_c))
        self.address = ctypes.addressof(self.in_c)
        self.room = 0 if tape is None else tape.room  # doubles, while it has no code

    @property
    def compiled(self) -> bool:
        """Whether it has code."""
        return bool(self.in_c.code)

    def swap(self, symbol: str, code: ctypes.CDLL) -> None:
        """Give it the code that a library has under a name."""
        self._code = code  # which stays loaded
        self._library.zw_compiled(self.address, ctypes.cast(getattr(code, symbol), _POINTER))

    def run(self, arguments: Sequence[np.ndarray], results: Sequence[np.ndarray]) -> None:
        """Write the results into arrays; all are C-contiguous and of float64."""
        pointers = [x.ctypes.data for x in (*arguments, *results)]
        places, top = (_POINTER * len(pointers))(*pointers), np.empty(self.room)
        at = ctypes.addressof(places)
        self._library.zw_run_function(self.address, top.ctypes.data, at, at + 8 * len(arguments))


class Functions:
    """Functions by name, compiled together once they have run for a while."""

    def __init__(
        self,
        tapes: Mapping[str, Tape | None],
        text: Callable[[], str],
        level: str = build.ONCE,
        symbol: str = "{}_code",
    ):
        # text: with a function for each, whose name is ``symbol`` with theirs: of the type zw_code,
        # see ``wrapped``, or of one that the C which calls it knows
        self._named = {name: Function(tape) for name, tape in tapes.items()}
        self._text, self._level, self._symbol = text, level, symbol
        self._spent, self._begun = 0.0, 0
        self.code: ctypes.CDLL | None = None  # what they have, once it is compiled

    @classmethod
    def of_library(cls, names: Iterable[str], code: ctypes.CDLL) -> Functions:
        """Functions that have their code already."""
        functions = cls(dict.fromkeys(names), str)
        functions._swap(code)
        return functions

    def __getitem__(self, name: str) -> Function:
        return self._named[name]

    def items(self) -> Iterable[tuple[str, Function]]:
        """The functions by their names."""
        return self._named.items()

    @property
    def compiled(self) -> bool:
        """Whether they have code."""
        return self.code is not None

    def ran(self, seconds: float) -> None:
        """Take note that they ran on tape, and have them compiled once that is worth it."""
        self._spent += seconds
        if self._spent > WORTH:
            self.begin()

    def begin(self) -> bool:
        """Have them compiled while others go on, once in each process; whether that begins now."""
        begins = self.code is None and self._begun != os.getpid()
        if begins:
            self._begun = os.getpid()  # a child has no worker that does it
            worker.begin(self, Functions._compile_beside)
        return begins

    def load(self) -> bool:
        """Take code that is kept; whether there is any."""
        with suppress(build.NoLibrary):
            if build.is_kept(self._text(), self._level):
                self.compile()
        return self.compiled

    def compile(self) -> None:
        """Compile them now, or take code that is kept. Raises NoLibrary."""
        self._swap(build.loaded(self._text(), self._level))

    def _compile_beside(self) -> None:
        self._swap(build.beside(self._text(), self._level))

    def _swap(self, code: ctypes.CDLL) -> None:
        for name, function in self._named.items():
            function.swap(self._symbol.format(name), code)
        self.code = code


def wrapped(name: str, arguments: int, results: int) -> str:
    """The text of a function in C as one of the type ``zw_code``, under the name ``NAME_code``."""
    places = [f"given[{i}]" for i in range(arguments)] + [f"returned[{i}]" for i in range(results)]
    return (
        f"void {name}_code(const double *const *given, double *const *returned)\n"
        f"{{\n    (void)given, (void)returned;\n    {name}({', '.join(places)});\n}}\n"
    )
