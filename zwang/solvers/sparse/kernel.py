"""The sparse kernel in C: its memory, and the library that it is in.

All that a system needs, places and numbers, lies in arrays that are made once for a pattern; a
solve asks for no memory.
"""

from __future__ import annotations

import ctypes
import functools
from importlib import resources
from typing import Any

import numpy as np

from zwang.files.structs import pointers_in, structure

HEADER = (resources.files("zwang.solvers.sparse") / "c" / "memory.h").read_text(encoding="utf-8")
PLACES, VALUES = (pointers_in(HEADER, "zw_sparse", kind) for kind in ("int", "double"))
WORKED = ("last", "heap", "waits", "used", "size", "is_void", "dead")  # places C writes to
MACHINES = 2  # the longest vectors that are used, of those of ``machine.h``

Memory = structure(HEADER, "zw_sparse")


def library() -> ctypes.CDLL:
    """The C library. Raises NoLibrary."""
    from zwang.library.loader import library

    return library()


def ways() -> int:
    """Where C has its loops over vectors for this machine. Raises NoLibrary."""
    return _ways_in(library(), MACHINES)


@functools.lru_cache(maxsize=8)
def _ways_in(loaded: ctypes.CDLL, most: int) -> int:
    return loaded.zw_sparse_ways(most)


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


def memory(masses: int, **arrays: np.ndarray) -> tuple[Any, dict[str, np.ndarray]]:
    """The memory with all places given, numbers set to zero; and the arrays that it points to."""
    n, m = len(arrays["P"]), len(arrays["S"])
    held = {name: np.ascontiguousarray(x, np.intc) for name, x in arrays.items()}
    of_rows = "last dead heap waits lengths Rd work_m work_u work_more"
    sizes = dict.fromkeys(of_rows.split(), m) | {"Mx": masses}
    sizes |= {"four_n": 4 * n, "four_m": 4 * m}
    sizes |= {x: len(arrays[places]) for x, places in (("Lx", "Li"), ("Yx", "Yi"), ("Rx", "Rj"))}
    held |= {x: np.zeros(sizes.get(x, n), np.intc) for x in PLACES if x not in held}
    held |= {x: np.zeros(sizes.get(x, n)) for x in VALUES}
    held["Mx"][:] = np.nan  # no M is factored
    held = together(held)
    at = {name: place(x) for name, x in held.items()}
    return Memory(n=n, m=m, masses=masses, ways=ways(), **at), held
