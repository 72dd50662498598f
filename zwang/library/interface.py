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
_MODEL = (_POINTER,)
_AT = (*_MODEL, _REAL, *3 * (_POINTER,))  # and t, q, qd, p
_IN_COURSE = (*_MODEL, _POINTER, _POINTER)  # and a course, and the parameters
_ACROSS = (*_MODEL, *4 * (_POINTER,))  # and a course, a step across, the parameters, settings
DENSE = {  # motions with dense linear algebra
    "zw_dense_sizes": Signature(_NUMBER, (*_MODEL, _POINTER)),
    "zw_dense_layout": Signature(_NUMBER, (*_MODEL, *4 * (_POINTER,), _WHOLE)),
    "zw_dense_start": Signature(_NUMBER, (*_IN_COURSE, _POINTER, _REAL, _REAL, _REAL, _POINTER)),
    "zw_dense_begin": Signature(_NUMBER, (*_IN_COURSE, _POINTER, _POINTER, _REAL, _POINTER)),
    "zw_dense_accelerates": Signature(_NUMBER, (*_AT, _POINTER)),
    "zw_dense_restore": Signature(_NUMBER, _AT),
    "zw_dense_excess": Signature(_NUMBER, (*_AT, _POINTER)),
    "zw_dense_advance": Signature(
        _NUMBER, (*_IN_COURSE, _POINTER, _WHOLE, _POINTER, _WHOLE, _WHOLE, *4 * (_POINTER,))
    ),
    "zw_dense_locate": Signature(_NUMBER, (*_IN_COURSE, _POINTER, _WHOLE, _POINTER)),
    "zw_dense_cross": Signature(_NUMBER, (*_IN_COURSE, _POINTER, _NUMBER, _POINTER, _POINTER)),
    "zw_dense_crossing_at": Signature(_NUMBER, (*_ACROSS, _REAL, _POINTER)),
    "zw_dense_crossing_root": Signature(_REAL, (*_ACROSS, _WHOLE, _POINTER)),
    "zw_dense_observe": Signature(
        _NUMBER,
        (*_MODEL, _WHOLE, *4 * (_POINTER,), _REAL, _REAL, _WHOLE, _NUMBER, *4 * (_POINTER,)),
    ),
    "zw_dense_solution": Signature(_NUMBER, (*_AT, _REAL, _REAL, _POINTER, _POINTER)),
    "zw_dense_many": Signature(_WHOLE, (*_MODEL, _WHOLE, *9 * (_POINTER,))),
    "zw_dense_observe_many": Signature(
        _NUMBER, (*_MODEL, _WHOLE, _WHOLE, *4 * (_POINTER,), _REAL, _REAL, _POINTER, _POINTER)
    ),
}

_STATE = (_POINTER, _REAL, _POINTER, _POINTER)  # of a motion: its memory, t, q, qd


def _pointers(count: int) -> tuple[Any, ...]:
    return count * (_POINTER,)


# The patterns of factors.
_SYMBOLIC = {
    "zw_sparse_tree": Signature(None, (_NUMBER, *_pointers(4))),
    "zw_sparse_after": Signature(None, (_NUMBER, *_pointers(3))),
    "zw_sparse_fill": Signature(_WHOLE, (_NUMBER, *_pointers(6), _WHOLE)),
    "zw_sparse_places": Signature(None, (_NUMBER, *_pointers(7))),
    "zw_sparse_reach": Signature(_WHOLE, (_NUMBER, *_pointers(4), _NUMBER, *_pointers(2), _WHOLE)),
}
# Their numbers.
_KERNEL = {
    "zw_sparse_ways": Signature(_POINTER, (_NUMBER,)),
    "zw_stages_for": Signature(_POINTER, (_NUMBER,)),
    "zw_sparse_lanes_help": Signature(_NUMBER, (_POINTER,)),
    "zw_sparse_in_lanes": Signature(_REAL, (*_pointers(3), _NUMBER, *_pointers(6))),
    "zw_sparse_mass": Signature(_NUMBER, (_POINTER, _POINTER, _REAL)),
    "zw_sparse_free": Signature(None, (_POINTER, _NUMBER, _POINTER)),
    "zw_sparse_rows": Signature(None, _pointers(3)),
    "zw_sparse_orthogonal": Signature(_NUMBER, (_POINTER, _REAL)),
    "zw_sparse_nearest": Signature(_REAL, (_POINTER, _NUMBER, _POINTER)),
    "zw_sparse_least": Signature(_REAL, (_POINTER, _NUMBER)),
    "zw_sparse_combine": Signature(None, _pointers(2)),
    "zw_sparse_tie": Signature(_NUMBER, (_POINTER, _NUMBER, _REAL, *_pointers(2), _NUMBER)),
    "zw_sparse_answer": Signature(_REAL, _pointers(6)),
    "zw_sparse_proximal": Signature(_NUMBER, (_POINTER, _REAL)),
    "zw_sparse_take_out": Signature(_REAL, (_POINTER, _REAL, _NUMBER, _NUMBER, _POINTER)),
}
_MOTION = {
    "zw_sparse_equations": Signature(None, _STATE),
    "zw_sparse_holding": Signature(None, _STATE),
    "zw_sparse_energies": Signature(None, (*_STATE, _POINTER)),
    "zw_sparse_ready": Signature(_NUMBER, (_POINTER, _WHOLE, _REAL)),
    "zw_sparse_return": Signature(_NUMBER, (*_STATE, _WHOLE, _REAL, _REAL)),
    "zw_sparse_look": Signature(_REAL, (*_STATE, _REAL, _NUMBER)),
    "zw_sparse_row": Signature(_NUMBER, (*_STATE, _REAL, _NUMBER, *_pointers(3))),
    "zw_sparse_met": Signature(_REAL, (_POINTER, _REAL, *_pointers(2))),
    "zw_sparse_observe": Signature(
        None, (_POINTER, _WHOLE, *_pointers(3), _REAL, _NUMBER, _REAL, _POINTER)
    ),
    "zw_sparse_first_step": Signature(_REAL, (_POINTER, _POINTER, _REAL)),
    "zw_sparse_advance": Signature(
        _NUMBER, (_POINTER, _POINTER, _WHOLE, _WHOLE, _WHOLE, *_pointers(5))
    ),
    "zw_sparse_locate": Signature(_REAL, (_POINTER, _WHOLE, *_pointers(3))),
    "zw_sparse_lay": Signature(_NUMBER, (_POINTER, _NUMBER, _REAL, *_pointers(6))),
    "zw_sparse_land": Signature(
        _NUMBER, (_POINTER, _NUMBER, _REAL, _POINTER, _REAL, _NUMBER, _WHOLE, *_pointers(2))
    ),
    "zw_sparse_along": Signature(
        None, (_POINTER, _REAL, _POINTER, _NUMBER, _NUMBER, _NUMBER, *_pointers(2))
    ),
    "zw_sparse_losing": Signature(_NUMBER, (*_STATE, _REAL, _NUMBER, _NUMBER, *_pointers(2))),
}
# A motion and its derivative.
_PAIR = {
    "zw_sparse_vary_parts": Signature(None, (_POINTER, _REAL, _REAL, *_pointers(4))),
    "zw_sparse_lean_parts": Signature(None, _STATE),
    "zw_sparse_pair_advance": Signature(
        _NUMBER, (_POINTER, _POINTER, _WHOLE, _WHOLE, *_pointers(3))
    ),
}
SPARSE = _SYMBOLIC | _KERNEL | _MOTION | _PAIR  # motions with sparse linear algebra

EXPORTED = LIBRARY | FUNCTIONS | DENSE | SPARSE
