"""The heaps in which HDF5 keeps texts, looked at before HDF5 reads them.

A heap is a run of objects, each with its size; the last, of number 0, is the room that is left.
HDF5 follows the sizes, and where they do not add up to the heap's it may do so for ever, deaf to
Ctrl-C. The layout is that of HDF5's format specification, III.E.
"""

from __future__ import annotations

import mmap
import struct
from typing import Any

MARK, VERSION = b"GCOL", 1
HEAD, OBJECT = struct.Struct("<4sB3sQ"), struct.Struct("<HHIQ")
LEAST = 4096  # bytes of a heap; less is no heap, but a text or number that looks like one


def require_sound(file: Any) -> None:
    """Raise a ``ValueError`` if the objects of a heap do not add up to it."""
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        at = data.find(MARK)
        while at >= 0:
            end = _end(data, at)
            if end and not _adds_up(data, at + HEAD.size, end):
                raise ValueError("a heap of texts in it does not add up")
            at = data.find(MARK, max(at + 1, end))


def _end(data: mmap.mmap, at: int) -> int:
    """Where the heap that begins at ``at`` ends; 0 if HDF5 would see none there either."""
    if at + HEAD.size > len(data):
        return 0
    _, version, zeros, size = HEAD.unpack_from(data, at)
    heap = version == VERSION and not any(zeros) and LEAST <= size <= len(data) - at
    return at + size if heap else 0


def _adds_up(data: mmap.mmap, at: int, end: int) -> bool:
    """Whether the objects from ``at`` on are numbered apart, and end where the heap does."""
    seen: set[int] = set()
    while at + OBJECT.size <= end:
        number, _, _, size = OBJECT.unpack_from(data, at)
        if number == 0:
            return size == end - at
        if number in seen:
            return False
        seen.add(number)
        at += OBJECT.size + (size + 7) // 8 * 8
    return at <= end
