"""The text of a model file: read with care, and every error shown in its place.

The TOML itself is read by Python's ``tomllib``, which tells no places; a scan of the same text
finds where each value stands.
"""

from __future__ import annotations

import os
import re
import stat
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zwang.base.escape import for_terminal
from zwang.modelfile.tables.places import Keys, Span, TooMuch, decoded, scan

LARGEST = 1_000_000  # bytes of a file
WIDEST = 100  # characters of a line shown under an error

MARKS = {
    b"\xef\xbb\xbf": "begins with a byte order mark; save it as UTF-8 without one",
    b"\xff\xfe": "is in UTF-16; save it as UTF-8",
    b"\xfe\xff": "is in UTF-16; save it as UTF-8",
}


class ModelError(ValueError):
    """What is wrong with a model file, and where."""

    def __init__(
        self,
        message: str,
        path: str = "",
        line: int | None = None,
        column: int | None = None,
        excerpt: str = "",
    ):
        self.message, self.path, self.excerpt = message, path, excerpt
        self.line, self.column = line, column
        place = [path] if path else []
        place += [f"line {line}", f"column {column}"] if line else []
        head = f"{', '.join(place)}: " if place else ""
        end = "" if message.endswith("?") else "."
        super().__init__(
            for_terminal(f"{head}{message}{end}") + (f"\n{excerpt}" if excerpt else "")
        )


@dataclass(frozen=True)
class Source:
    """A text with the places of its values."""

    text: str  # all of it
    path: str = ""  # how messages name the file
    spans: dict[Keys, Span] = field(default_factory=dict)  # where each value stands

    def error(self, message: str, at: int | None = None, width: int = 1) -> ModelError:
        """An error at a place in the text, or of the whole."""
        if at is None:
            return ModelError(message, self.path)
        at = max(0, min(at, len(self.text)))
        line, start = self.text.count("\n", 0, at) + 1, self.text.rfind("\n", 0, at) + 1
        end = self.text.find("\n", at)
        shown = self.text[start : end if end >= 0 else None]
        return ModelError(
            message, self.path, line, at - start + 1, _excerpt(shown, at - start, width)
        )

    def at(self, keys: Keys, *, on_key: bool = False) -> int | None:
        """Where a value stands, or its key; of what is not written there, what holds it."""
        for length in range(len(keys), 0, -1):
            span = self.spans.get(keys[:length])
            if span is not None:
                return span.key if (on_key or length < len(keys)) and span.key >= 0 else span.start
        return None

    def inside(self, keys: Keys, value: str, index: int) -> int | None:
        """Where a character of a text stands in the file."""
        span = self.spans.get(keys)
        if span is None:
            return self.at(keys)
        letters = decoded(self.text[span.start : span.end])
        if letters is None or "".join(x for x, _ in letters) != value:
            return None  # changed since it was read
        places = [at for _, at in letters]
        return span.start + (places[index] if index < len(places) else _closing(self.text, span))

    def raw(self, keys: Keys) -> str:
        """A value as it is written, or nothing."""
        span = self.spans.get(keys)
        return "" if span is None else self.text[span.start : span.end].strip()


def _closing(text: str, span: Span) -> int:
    """Of a text in quotes, where the last of them begin."""
    raw = text[span.start : span.end]
    return len(raw) - (3 if raw.startswith(('"""', "'''")) else 1)


def _excerpt(line: str, column: int, width: int) -> str:
    """The line, cut around the place where it is long, and a mark under it."""
    first = max(0, column - WIDEST // 2) if len(line) > WIDEST else 0
    shown = "".join(x if x.isprintable() else " " for x in line[first : first + WIDEST])
    mark = " " * (column - first) + "^" * max(1, min(width, len(shown) - (column - first)))
    return f"    {shown}\n    {mark}"


# -- reading -------------------------------------------------------------------------------------


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a file, if it is one of moderate size in UTF-8."""
    name = for_terminal(os.fspath(path))
    try:
        found = os.stat(path)
        if not stat.S_ISREG(found.st_mode):
            kind = "a folder" if stat.S_ISDIR(found.st_mode) else "no ordinary file"
            raise ModelError(f"this is {kind}; wanted a model file", name)
        if found.st_size > LARGEST:
            raise ModelError(f"the file has {found.st_size} bytes; wanted at most {LARGEST}", name)
        with Path(path).open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise ModelError("there is no such file", name) from None
    except (OSError, ValueError) as error:
        if isinstance(error, ModelError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise ModelError(f"the file cannot be read: {reason}", name) from None
    return decode(data, name)


def decode(data: bytes, path: str = "") -> str:
    """Bytes as text; anything but plain UTF-8 is refused by name."""
    if len(data) > LARGEST:
        raise ModelError(f"the file has more than {LARGEST} bytes; wanted fewer", path)
    for mark, problem in MARKS.items():
        if data.startswith(mark):
            raise ModelError(f"the file {problem}", path, 1, 1)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        message = f"the byte 0x{data[error.start]:02x} is not UTF-8; save the file as UTF-8"
        raise ModelError(message, path, line, column) from None


def load(text: str, path: str = "") -> tuple[dict[str, Any], Source]:
    """The tables of a TOML text, and where their values stand."""
    if len(text) > LARGEST:
        raise ModelError(f"the text has {len(text)} characters; wanted at most {LARGEST}", path)
    source = Source(text.replace("\r\n", "\n"), path)
    if "\0" in text:
        at = source.text.index("\0")
        raise source.error("a NUL character, so this is no text; wanted a model file", at)
    try:
        source.spans.update(scan(source.text))
        return tomllib.loads(source.text), source
    except TooMuch as error:
        raise source.error(*error.args) from None
    except RecursionError:
        raise ModelError("tables inside one another without end", path) from None
    except ValueError as error:
        raise _located(source, str(error)) from None


def _located(source: Source, message: str) -> ModelError:
    """An error of tomllib, which tells the place in words."""
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", message, re.S)
    if found is None:
        return source.error(f"the file is no TOML: {message}")
    if found[2] is None:
        at = len(source.text.rstrip())
    else:
        lines = source.text.split("\n")
        at = sum(len(line) + 1 for line in lines[: int(found[2]) - 1]) + int(found[3]) - 1
    reason = found[1][:200]
    # Text without quotes is what everyone forgets first.
    hint = "; texts and expressions stand in quotes" if "Invalid value" in reason else ""
    if "Cannot overwrite" in reason:
        hint = "; the key was given before"
    return source.error(f"this is no TOML: {reason[:1].lower()}{reason[1:]}{hint}", at)
