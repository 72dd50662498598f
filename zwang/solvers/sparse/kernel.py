"""The sparse kernel in C: its text, its memory, and its calls.

The text is fixed, so that it is compiled once. All that a system needs, places and numbers, lies in
arrays that are made once for a pattern; a solve asks for no memory.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Sequence
from importlib import resources
from typing import Any

import numpy as np

from zwang.files import build

# The memory of a system. L has rows and columns in the order of elimination of the coordinates, P;
# Y = L⁻¹Aᵀ and R have columns in that of the constraints, S. Of each matrix: where its rows or
# columns begin, the places in them, the numbers.
NUMBERS = ("n", "m", "rounds", "definite", "masses", "voids", "squared", "warm")
REALS = tuple("eps tiny rank_rule rounding noise gap part most sigma wanted".split())
PLACES = {
    "P, S": "order of elimination of the coordinates, of the constraints",
    "Mp, Mj, Ms, Md": "M before its diagonal, by rows; where its entries come from; the diagonal's",
    "Lp, Li, Kp, Kj": "L below its diagonal, by columns; and by rows",
    "Ap, Aj, As": "A by rows; where its entries come from",
    "Yp, Yi, Xp, Xj, Xs, Xo": "Y by columns; by rows; where these come from; their order",
    "alike, chunk, first": "rows of Y with the same places, from each on; rows of R in chunks",
    "Rp, Rj, parent, last": "R by rows, the diagonal first; its tree; the last entry of a row",
    "Cp, Ci, Cs, heap, waits": "R above its diagonal, by columns; where from; places to come to",
    "used, size, is_void, dead": "of L: next free place, part above; void pivots; dead columns",
}
VALUES = {
    "Mx, Lx, Ld, least": "M; its L below the diagonal, inverses of that; the smallest pivot so far",
    "Yx, Rx, Rd, lengths": "Y and R; inverses of its diagonal, zero if dead; lengths of the rows",
    "work_n, work_w, work_y, work_m, work_u, work_more": "for intermediates",
    "four_n, four_m": "the same for four vectors side by side",
}
FILES = (
    "symbolic.h",
    "mass.h",
    "chunks.h",
    "orthogonal.h",
    "ties.h",
    "solve.h",
    "proximal.h",
    "relative.h",
    "four.h",
)
WORKED = ("last", "heap", "waits", "used", "size", "is_void", "dead")  # places C writes to


def _names(table: dict[str, str]) -> list[str]:
    return [name for names in table for name in names.split(", ")]


class Memory(ctypes.Structure):
    """The struct ``zw_sparse``, which C has from the tables above."""

    _fields_ = [
        *((name, ctypes.c_int) for name in NUMBERS),
        *((name, ctypes.c_double) for name in REALS),
        *((name, ctypes.c_void_p) for name in (*_names(PLACES), *_names(VALUES))),
    ]


def text(files: Sequence[str] = FILES) -> str:
    """The whole program."""
    lines = ["#include <math.h>", "#include <stddef.h>", "typedef struct {"]
    lines += [f"    int {', '.join(NUMBERS)};", f"    double {', '.join(REALS)};"]
    for kind, table in (("int", PLACES), ("double", VALUES)):
        for names, what in table.items():
            lines.append(
                f"    {kind} {', '.join('*' + x for x in names.split(', '))}; /* {what} */"
            )
    lines += ["} zw_sparse;", "size_t zw_size(void) { return sizeof(zw_sparse); }"]
    folder = resources.files("zwang.solvers.sparse") / "c"
    return "\n".join([*lines, *((folder / x).read_text(encoding="utf-8") for x in files)])


_TAKEN: list[ctypes.CDLL] = []


def library() -> ctypes.CDLL:
    """The compiled kernel. Raises build.NoLibrary."""
    return _TAKEN[0] if _TAKEN else _compiled()


@functools.cache
def _compiled() -> ctypes.CDLL:
    return _with_types(build.library(text(), build.OFTEN))


def take_from(found: ctypes.CDLL) -> None:
    """Take the kernel from a library that has it besides, unless it was compiled already."""
    if _compiled.cache_info().currsize == 0 and not _TAKEN:
        _TAKEN.append(_with_types(found))


def _with_types(found: ctypes.CDLL) -> ctypes.CDLL:
    number, real, pointer = ctypes.c_int, ctypes.c_double, ctypes.c_void_p
    count = ctypes.c_longlong
    for name, returns, takes in (
        ("zw_size", ctypes.c_size_t, []),
        ("zw_tree", None, [number] + 4 * [pointer]),
        ("zw_after", None, [number] + 3 * [pointer]),
        ("zw_fill", count, [number] + 6 * [pointer] + [count]),
        ("zw_places", None, [number] + 7 * [pointer]),
        ("zw_reach", count, [number] + 4 * [pointer] + [number] + 2 * [pointer] + [count]),
        ("zw_mass", number, [pointer, pointer, real]),
        ("zw_free", None, [pointer, number, pointer]),
        ("zw_rows", None, 3 * [pointer]),
        ("zw_orthogonal", number, [pointer, real]),
        ("zw_nearest", real, [pointer, number, pointer]),
        ("zw_least", real, [pointer, number]),
        ("zw_combine", None, 2 * [pointer]),
        ("zw_tie", number, [pointer, number, real, pointer, pointer, number]),
        ("zw_answer", real, 6 * [pointer]),
        ("zw_proximal", number, [pointer, real]),
        ("zw_take_out", real, [pointer, real, number, number, pointer]),
    ):
        function = getattr(found, name)
        function.restype, function.argtypes = returns, takes
    if found.zw_size() != ctypes.sizeof(Memory):
        raise build.NoLibrary("the compiler lays out the kernel's memory in a way of its own")
    return found


def place(x: np.ndarray | None) -> Any:
    """Where an array lies, for C."""
    return None if x is None else x.ctypes.data


def together(held: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Copies of arrays in one block, each where a vector of eight numbers may begin.

    Of a large block the system makes large pages: who goes through many arrays at once waits less.
    """
    ends = np.cumsum([-(-x.nbytes // 64) * 64 for x in held.values()])
    room = np.zeros(int(ends[-1]) + 64, np.uint8)
    first, found = -room.ctypes.data % 64, {}
    for (name, x), end in zip(held.items(), ends, strict=True):
        begin = first + int(end) - -(-x.nbytes // 64) * 64
        found[name] = room[begin : begin + x.nbytes].view(x.dtype).reshape(x.shape)
        found[name][...] = x
    return found


def memory(masses: int, **arrays: np.ndarray) -> tuple[Memory, dict[str, np.ndarray]]:
    """The memory with all places given, numbers set to zero; and the arrays that it points to."""
    n, m = len(arrays["P"]), len(arrays["S"])
    held = {name: np.ascontiguousarray(x, np.intc) for name, x in arrays.items()}
    of_rows = "last dead heap waits lengths Rd work_m work_u work_more"
    sizes = dict.fromkeys(of_rows.split(), m) | {"Mx": masses}
    sizes |= {"four_n": 4 * n, "four_m": 4 * m}
    sizes |= {x: len(arrays[places]) for x, places in (("Lx", "Li"), ("Yx", "Yi"), ("Rx", "Rj"))}
    held |= {x: np.zeros(sizes.get(x, n), np.intc) for x in _names(PLACES) if x not in held}
    held |= {x: np.zeros(sizes.get(x, n)) for x in _names(VALUES)}
    held["Mx"][:] = np.nan  # no M is factored
    held = together(held)
    return Memory(n=n, m=m, masses=masses, **{name: place(x) for name, x in held.items()}), held
