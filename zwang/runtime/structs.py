"""Structs of a dense motion that Python fills; C describes those that it fills, see layout.h."""

from __future__ import annotations

import ctypes

_REAL, _NUMBER, _WHOLE = ctypes.c_double, ctypes.c_int, ctypes.c_longlong
_POINTER = ctypes.c_void_p


class Settings(ctypes.Structure):
    """``zw_settings`` of ``c/course.h``."""

    _fields_ = [
        *((name, _REAL) for name in ("rtol", "atol", "step")),
        ("every", _WHOLE),
        ("longest", _REAL),
        ("gaps", _WHOLE),
    ]


class Common(ctypes.Structure):
    """``zw_common`` of ``c/course.h``."""

    _fields_ = [
        *((name, _REAL) for name in ("t0", "rank", "consistency")),
        *((name, _WHOLE) for name in ("last", "max_steps")),
        ("settings", Settings),
    ]


NUMBERS = (
    "n m columns rounding at_rest room positions velocities events parameters observed acts "
    "nonideal asks_ideal curved projects cuts rubs of_lam looked loaded step_rank "
    "step_consistency".split()
)
KINDS = dict.fromkeys(("rounding", "at_rest", "step_rank", "step_consistency"), _REAL)
KINDS |= {"room": _WHOLE}
TABLES = ("direction", "terminal", "looks_at", "loads")
FUNCTIONS = (
    "evaluate hold describe oppose law watch arm excess straight straight_q straight_qd".split()
)


class Model(ctypes.Structure):
    """``zw_model`` of ``c/model.h``."""

    _fields_ = [
        *((name, KINDS.get(name, _NUMBER)) for name in NUMBERS),
        *((name, _POINTER) for name in (*TABLES, "method", "stages", *FUNCTIONS)),
    ]
