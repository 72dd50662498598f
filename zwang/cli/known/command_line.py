"""Command lines that are plain to see, read as typer reads them.

Typer has every word checked by Pydantic, and importing that takes a fifth of the time in which a
model runs that ran before. What is not plain is left to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, get_args, get_type_hints

NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?")


def plain(command: Callable, words: Sequence[str]) -> dict[str, Any] | None:
    """What a command is called with, where that is plain to see; else None.

    Parameters
    ----------
    command : whose annotations say what it takes: one argument, and options
    words : of the command line, behind its name
    """
    (argument, kind), *options = get_type_hints(command, include_extras=True).items()
    known = {
        word: (name, get_args(kind)[0], not word.startswith("--no-"))
        for name, kind in options
        if name != "return"
        for word in _declared(name, get_args(kind)[1])
    }
    given, left = {}, list(words)
    while left:
        word = left.pop(0)
        name, wanted, value = known.get(word, (argument, get_args(kind)[0], word))
        if word.startswith("-") and word not in known or (name == argument and name in given):
            return None
        if word in known and wanted is not bool:
            if not left or left[0].startswith("-"):
                return None
            value = left.pop(0)
        read = _read(wanted, value)
        if read is None:
            return None
        given[name] = given.get(name, []) + read if isinstance(read, list) else read
    return given if argument in given else None


def _declared(name: str, option: Any) -> list[str]:
    """The words of an option: those that it was given, the first of which typer calls default."""
    words = [x for x in (option.default, *(option.param_decls or ())) if isinstance(x, str)]
    return [part for word in words or [f"--{name}"] for part in word.split("/")]


def _read(wanted: Any, value: Any) -> Any:
    """A word as what is wanted; None where typer had better look at it."""
    kinds = get_args(wanted) or (wanted,)
    if bool in kinds:
        return value
    if list[str] in kinds:
        return [value]
    if float in kinds:
        return float(value) if NUMBER.fullmatch(value) else None
    return Path(value) if Path in kinds and value else None
