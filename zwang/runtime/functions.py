"""A function of one system as C calls it: compiled, or a tape until it is."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

import numpy as np

from zwang.runtime.library import library
from zwang.runtime.tape import Tape

_POINTER = ctypes.c_void_p


class FunctionInC(ctypes.Structure):
    """``zw_function`` of ``c/function.h``."""

    _fields_ = [("code", _POINTER), ("tape", _POINTER)]


class Function:
    """A function with arrays as arguments and results."""

    def __init__(self, tape: Tape | None, code: int | None = None):
        if tape is None and code is None:
            raise ValueError("`tape` and `code` are None; a function needs one of them")
        self._library, self._tape, self._holders = library(), tape, []
        self.in_c = FunctionInC(code, None if tape is None else ctypes.addressof(tape.in_c))
        self.room = 0 if tape is None else tape.room  # doubles, while it is no code

    @property
    def compiled(self) -> bool:
        """Whether it has code."""
        return bool(self.in_c.code)

    def swap(self, code: int, holder: object) -> None:
        """Give it code, of a library that ``holder`` keeps loaded."""
        self._holders.append(holder)
        self._library.zw_compiled(ctypes.addressof(self.in_c), code)

    def run(self, given: Sequence[np.ndarray], returned: Sequence[np.ndarray]) -> None:
        """Write the results into arrays; all are C-contiguous and of float64."""
        pointers = [x.ctypes.data for x in (*given, *returned)]
        places, first = (_POINTER * len(pointers))(*pointers), len(given)
        top, at = np.empty(self.room), ctypes.addressof(places)
        self._library.zw_run_function(
            ctypes.addressof(self.in_c), top.ctypes.data, at, at + 8 * first
        )


def wrapped(name: str, given: int, returned: int, public: str = "ZW_PUBLIC") -> str:
    """The text of a function in C as one of the type ``zw_code``, under the name ``code_``."""
    places = [f"given[{i}]" for i in range(given)] + [f"returned[{i}]" for i in range(returned)]
    return (
        f"{public} void code_{name}(const double *const *given, double *const *returned)\n"
        f"{{\n    (void)given, (void)returned;\n    {name}({', '.join(places)});\n}}\n"
    )
