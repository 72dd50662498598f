"""Ctrl-C, heard even where Python loses it.

An interruption that arrives while Python collects garbage, or ends an object, is printed and
forgotten: JAX has such a function of its own. So it is noted as well, and long loops ask.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_open, _pressed = False, False


@contextmanager
def heard() -> Iterator[None]:
    """While this is open, Ctrl-C is noted, and then does what it did before."""
    global _open, _pressed
    # Elsewhere than in the main thread no signal arrives; where it is ignored it stays so.
    outermost = threading.current_thread() is threading.main_thread() and not _open
    before = signal.getsignal(signal.SIGINT) if outermost else None
    if not callable(before):
        yield
        return

    def press(number: int, frame: Any) -> None:
        global _pressed
        _pressed = True
        before(number, frame)

    signal.signal(signal.SIGINT, press)
    _open, _pressed = True, False
    try:
        yield
    finally:
        _open, _pressed = False, False
        if signal.getsignal(signal.SIGINT) is press:  # and nobody has put another in its place
            signal.signal(signal.SIGINT, before)


def check() -> None:
    """Raise ``KeyboardInterrupt`` if Ctrl-C was pressed and lost."""
    if _pressed and threading.current_thread() is threading.main_thread():
        raise KeyboardInterrupt
