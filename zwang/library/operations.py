"""The operations of a tape: their numbers in C, what they take and what they return.

A place of a tape holds a double or a whole number of 64 bits. Truth values are whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

REAL, WHOLE = "r", "w"  # what a place holds
# Instructions that are no operations: the end, inputs, outputs, a call.
INSTRUCTIONS = ("end", "read", "store", "call")
# What is called, by its number in C.
_CALLED = "kernel mobility units definite lengths bounded product eliminate loop"
CALLED: Sequence[str] = _CALLED.split()
# Before the colon: the kind of each argument, then that of the result.
_TABLE = """
rr r: add sub mul div max min pow atan2 fmod
r r: neg sqrt fabs sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 expm1
r r: log log1p cbrt floor ceil rint round erf erfc lgamma
rr w: eq ne lt le gt ge
r w: isfinite whole to_int8 to_int16 to_int32 to_int64 to_uint8 to_uint16 to_uint32
ww w: whole_eq whole_ne whole_lt whole_le whole_gt whole_ge and or xor
ww w: whole_add whole_sub whole_mul idiv irem bit_and bit_or bit_xor
w w: whole_neg not bit_not wrap_int8 wrap_int16 wrap_int32 wrap_uint8 wrap_uint16 wrap_uint32
w r: to_float
wrr r: select
www w: whole_select
rrr r: mul_add mul_sub sub_mul
rrrr r: mul_add_mul mul_sub_mul
"""


class Operation(NamedTuple):
    """An operation that C knows."""

    code: int
    takes: str  # the kind of each argument
    returns: str  # the kind of the result


def _operations() -> dict[str, Operation]:
    rows = [line.partition(":") for line in _TABLE.strip().splitlines()]
    named = [(name, *kinds.split()) for kinds, _, names in rows for name in names.split()]
    return {x: Operation(i, *kinds) for i, (x, *kinds) in enumerate(named, len(INSTRUCTIONS))}


OPERATIONS = _operations()


def codes() -> dict[str, int]:
    """The numbers of all instructions, and of what is called, by their names in C."""
    own = {name: i for i, name in enumerate(INSTRUCTIONS)}
    numbered = own | {name: x.code for name, x in OPERATIONS.items()}
    called = {f"CALL_{name.upper()}": i for i, name in enumerate(CALLED)}
    return {f"OP_{name.upper()}": code for name, code in numbered.items()} | called
