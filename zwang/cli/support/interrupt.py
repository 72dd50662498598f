"""Ctrl-C in a command: the first interrupts and is told at once, a second ends the program."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def ends_at_the_second(
    code: int, tell: Callable[[str], None], first: str, second: str = ""
) -> Iterator[None]:
    """While this is open, Ctrl-C raises ``KeyboardInterrupt``; a second one exits there and
    then.
    """
    pressed = False

    def press(*_: Any) -> None:
        nonlocal pressed
        if pressed:
            if second:
                tell(second)
            os._exit(code)
        pressed = True
        tell(f"{first} Ctrl-C again ends at once.")
        raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGINT, press)
    except ValueError:  # not the main thread, where no signal arrives
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
