"""Straight-line code as data, which one function of the C library goes through.

A function of a system is known in this form as soon as it is traced: nothing need be compiled. What
is computed is what the same function gives as C, to the last bit.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from zwang.library.operations import CALLED

_POINTER, _WHOLE = ctypes.c_void_p, ctypes.c_longlong
_NUMBER, _REAL = ctypes.c_int, ctypes.c_double


class TapeInC(ctypes.Structure):
    """``zw_tape`` of ``c/function.h``."""

    _fields_ = [
        *((name, _POINTER) for name in ("codes", "numbers", "calls")),
        *((name, _WHOLE) for name in ("known", "places", "room")),
    ]


class SizesInC(ctypes.Structure):
    """``zw_sizes`` of ``c/room.h``."""

    _fields_ = [
        *((name, _NUMBER) for name in ("n", "m", "columns")),
        *((name, _REAL) for name in ("rounding", "at_rest")),
    ]


class LimitsInC(ctypes.Structure):
    """``zwb_sizes`` of ``c/bounded_rows.h``."""

    _fields_ = [
        *((name, _NUMBER) for name in ("rows", "inputs", "slots", "levels", "turns")),
        ("sizes", _POINTER),
        *((name, _REAL) for name in ("flat", "gain", "rounding", "rounded", "cut")),
        ("least", SizesInC),
    ]


class CallInC(ctypes.Structure):
    """``zw_tape_call`` of ``c/called.h``."""

    _fields_ = [
        *((name, _NUMBER) for name in ("what", "size", "way")),
        ("counts", _NUMBER * 3),
        *((name, _REAL) for name in ("rank", "consistency")),
        ("sizes", SizesInC),
        *((name, _POINTER) for name in ("limits", "turn")),
    ]


class Sizes(NamedTuple):
    """Of a problem of the kernel, with the rounding of so many coordinates."""

    n: int = 0
    m: int = 0
    columns: int = 0
    rounding: float = 0.0
    at_rest: float = 0.0


class Limits(NamedTuple):
    """Of an active set for limits."""

    rows: int
    inputs: int
    slots: int
    sizes: np.ndarray  # (levels) rows of each, of C's int
    turns: int
    flat: float
    gain: float
    rounding: float
    rounded: float
    cut: float
    least: Sizes  # of the kernel for the least control

    def in_c(self) -> LimitsInC:
        """The struct, which does not hold the array."""
        plain = self._asdict() | {"levels": len(self.sizes), "sizes": self.sizes.ctypes.data}
        return LimitsInC(**plain | {"least": SizesInC(*self.least)})


@dataclass(frozen=True, eq=False)
class Call:
    """A call of another function inside of a tape."""

    what: str  # a name of ``operations.CALLED``
    size: int  # how many numbers it returns
    room: int  # how many doubles it needs besides
    way: int = 0  # of the kernel
    rank: float = 0.0
    consistency: float = 0.0
    counts: tuple[int, int, int] = (0, 0, 0)
    sizes: Sizes = Sizes()
    limits: Limits | None = None
    turn: Tape | None = None  # of a loop

    @cached_property
    def _limits_in_c(self) -> LimitsInC | None:
        return None if self.limits is None else self.limits.in_c()

    def in_c(self) -> CallInC:
        """The struct, which serves as long as this call."""
        limits, turn = self._limits_in_c, None if self.turn is None else self.turn.in_c
        return CallInC(
            CALLED.index(self.what),
            self.size,
            self.way,
            (_NUMBER * 3)(*self.counts),
            self.rank,
            self.consistency,
            SizesInC(*self.sizes),
            *(None if x is None else ctypes.addressof(x) for x in (limits, turn)),
        )


@dataclass(frozen=True, eq=False)
class Tape:
    """A function as data."""

    codes: np.ndarray  # (instructions) of 32 bits
    numbers: np.ndarray  # (known) float64; whole numbers by their bits
    places: int  # of values, those of numbers among them
    calls: tuple[Call, ...] = ()

    @property
    def room(self) -> int:
        """How many doubles a run needs."""
        return self.places + max((call.room for call in self.calls), default=0)

    @cached_property
    def _calls_in_c(self) -> ctypes.Array[CallInC]:
        return (CallInC * len(self.calls))(*(call.in_c() for call in self.calls))

    @cached_property
    def in_c(self) -> TapeInC:
        """The struct, which serves as long as this tape."""
        arrays = self.codes.ctypes.data, self.numbers.ctypes.data
        calls = ctypes.addressof(self._calls_in_c) if self.calls else None
        return TapeInC(*arrays, calls, len(self.numbers), self.places, self.room)
