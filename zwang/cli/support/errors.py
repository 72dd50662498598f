"""What a user of the command line got wrong, and how it is told."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from zwang.base.escape import for_terminal


class Mistake(Exception):
    """A wrong command line or file; the command ends with the exit code 2.

    The message names what was found and what was wanted, and does nothing to a terminal.
    """

    def __init__(self, message: str):
        # A model file's error shows its line and a mark under it, on lines of their own.
        super().__init__("\n".join(for_terminal(line) for line in message.split("\n")))


@contextmanager
def as_mistakes(*kinds: type[Exception]) -> Iterator[None]:
    """Errors of these kinds, which say what is wrong with a user's input, as mistakes."""
    try:
        yield
    except kinds as error:
        raise Mistake(told(error)) from error


def told(error: Exception) -> str:
    """An error in words: those of the system name the file, and leave their number out."""
    if isinstance(error, OSError) and error.strerror:
        return f"'{error.filename}': {error.strerror}." if error.filename else f"{error.strerror}."
    return str(error)


def near(name: str, known: Iterable[str]) -> str:
    """The known names, and the one that was perhaps meant, as the end of a message."""
    known = list(known)
    lowered = {x.lower(): x for x in known}
    close = difflib.get_close_matches(name.lower(), lowered, n=1)
    there = ", ".join(known) or "none at all"
    return f"there are: {there}.{f' Did you mean {lowered[close[0]]!r}?' if close else ''}"


def finite(what: str, text: str) -> float:
    """A number from the command line."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise Mistake(f"{what} is {text!r}; wanted a finite number.")
    return number
