"""The functions that the C library exports, each with what it returns and takes.

The build reads this file without any package installed: it imports nothing but ``ctypes``.
To export a function, mark its definition with ``ZW_EXPORT`` in a header that a unit in ``c/``
includes, and enter it in a table here.
"""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

_NUMBER, _REAL, _POINTER = ctypes.c_int, ctypes.c_double, ctypes.c_void_p
_WHOLE = ctypes.c_longlong


class Signature(NamedTuple):
    """What a function returns and takes, as types of ``ctypes``."""

    returns: Any
    takes: tuple[Any, ...] = ()


LIBRARY = {
    "zw_digest": Signature(ctypes.c_char_p),
    "zw_epsilon": Signature(_REAL),
}
FUNCTIONS = {  # of a system: tapes and compiled code
    "zw_compiled": Signature(None, (_POINTER, _POINTER)),
    "zw_run_function": Signature(None, (_POINTER,) * 4),
}
DENSE: dict[str, Signature] = {}  # motions with dense linear algebra
SPARSE: dict[str, Signature] = {}  # motions with sparse linear algebra

EXPORTED = LIBRARY | FUNCTIONS | DENSE | SPARSE
