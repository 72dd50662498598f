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
FUNCTIONS: dict[str, Signature] = {}  # of a system: tapes and compiled code
_MODEL = (_POINTER, _POINTER)  # a model, and scratch numbers
_STATE = (_REAL, _POINTER, _POINTER, _POINTER)  # t, q, qd, p
_IN_COURSE = (*_MODEL, _POINTER, _POINTER)  # and a course, and the parameters
DENSE = {  # motions with dense linear algebra
    "zw_dense_sizes": Signature(None, (*_MODEL, _POINTER)),
    "zw_dense_layout": Signature(None, (*_MODEL, *4 * (_POINTER,), _WHOLE)),
    "zw_dense_start": Signature(_NUMBER, (*_IN_COURSE, _POINTER, _REAL, _REAL, _REAL, _POINTER)),
    "zw_dense_begin": Signature(_NUMBER, (*_IN_COURSE, _POINTER, _POINTER, _REAL, _POINTER)),
    "zw_dense_accelerates": Signature(_NUMBER, (*_MODEL, *_STATE, _POINTER)),
    "zw_dense_restore": Signature(_NUMBER, (*_MODEL, *_STATE)),
    "zw_dense_excess": Signature(None, (*_MODEL, *_STATE, _POINTER)),
    "zw_dense_advance": Signature(
        _NUMBER, (*_IN_COURSE, _POINTER, _WHOLE, _POINTER, _WHOLE, _WHOLE, *4 * (_POINTER,))
    ),
    "zw_dense_locate": Signature(None, (*_IN_COURSE, _POINTER, _WHOLE, _POINTER)),
    "zw_dense_cross": Signature(None, (*_IN_COURSE, _POINTER, _NUMBER, _POINTER, _POINTER)),
    "zw_dense_crossing_at": Signature(
        None, (*_MODEL, *4 * (_POINTER,), _REAL, _POINTER)
    ),
    "zw_dense_crossing_root": Signature(
        _REAL, (*_MODEL, *4 * (_POINTER,), _WHOLE, _POINTER)
    ),
    "zw_dense_observe": Signature(
        _NUMBER,
        (*_MODEL, _WHOLE, *4 * (_POINTER,), _REAL, _REAL, _WHOLE, _NUMBER, *4 * (_POINTER,)),
    ),
    "zw_dense_solution": Signature(_NUMBER, (*_MODEL, *_STATE, _REAL, _REAL, _POINTER, _POINTER)),
    "zw_dense_many": Signature(_WHOLE, (*_MODEL, _WHOLE, *9 * (_POINTER,))),
    "zw_dense_observe_many": Signature(
        None, (*_MODEL, _WHOLE, _WHOLE, *4 * (_POINTER,), _REAL, _REAL, _POINTER, _POINTER)
    ),
}
SPARSE: dict[str, Signature] = {}  # motions with sparse linear algebra

EXPORTED = LIBRARY | FUNCTIONS | DENSE | SPARSE
