"""Straight-line code as data, which one function of the C library goes through.

A function of a system is known in this form as soon as it is traced: nothing need be compiled. What
is computed is what the same function gives as C, to the last bit.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

_POINTER, _WHOLE = ctypes.c_void_p, ctypes.c_longlong


class TapeInC(ctypes.Structure):
    """``zw_tape`` of ``c/function.h``."""

    _fields_ = [
        ("codes", _POINTER),
        ("numbers", _POINTER),
        ("calls", _POINTER),
        ("known", _WHOLE),
        ("room", _WHOLE),
    ]


@dataclass(frozen=True, eq=False)
class Tape:
    """A function as data."""

    codes: np.ndarray  # (instructions) of 32 bits
    numbers: np.ndarray  # (known) float64; whole numbers by their bits
    places: int  # of values, those of numbers among them
    calls: tuple[Any, ...] = ()  # of other functions

    @property
    def room(self) -> int:
        """How many doubles a run needs."""
        return self.places

    @cached_property
    def in_c(self) -> TapeInC:
        """The struct, which holds no arrays: it serves as long as this tape."""
        codes, numbers = self.codes.ctypes.data, self.numbers.ctypes.data
        return TapeInC(codes, numbers, None, len(self.numbers), self.places)
