"""What makes many objects that stay is not searched for garbage while it makes them."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_lock, _within = Lock(), 0
_ours = False  # whether Python searched before the first came in


@contextmanager
def unsearched() -> Iterator[None]:
    """While this lasts, in any thread, Python does not search for garbage by itself.

    A trace by JAX and the graph that it becomes are 10⁵ objects, which refer to each other and
    stay until a program is written. Python would go through all of them again and again, which
    takes up to a quarter of the time. What refers to itself and to which nobody else does is found
    afterwards.
    """
    global _within, _ours
    with _lock:
        if _within == 0:
            _ours = gc.isenabled()
            gc.disable()
        _within += 1
    try:
        yield
    finally:
        with _lock:
            _within -= 1
            if _within == 0 and _ours:
                gc.enable()
