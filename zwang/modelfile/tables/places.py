"""Where the values of a TOML text stand, which Python's ``tomllib`` does not tell.

The scan goes through the same text before ``tomllib`` does. What it does not understand it leaves
to ``tomllib`` to complain of; what is nested too deeply it refuses.
"""

from __future__ import annotations

import re
from typing import NamedTuple

DEEPEST, LONGEST_KEY = 6, 6  # brackets inside one another, names joined by dots
LONGEST_NUMBER = 400
MOST = 1000  # entries of a list whose places are noted

Keys = tuple[str | int, ...]  # where a value stands: ("constraint", 0, "equation")


ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}
BARE = re.compile(r"[A-Za-z0-9_-]+")
BLANK = re.compile(r"[ \t]*")
BETWEEN = re.compile(r"(?:[ \t\n]++|#[^\n]*+)*+")
SCALAR = re.compile(r"[^,\]}\n#]*")
QUOTED = {  # nothing is tried twice (++, *+); a long text may end in quotes of its own
    '"': re.compile(r'"(?:[^"\\\n]++|\\.)*+"'),
    "'": re.compile(r"'[^'\n]*+'"),
    '"""': re.compile(r'"""(?:[^"\\]++|\\.|"{1,2}(?!"))*+"""(?:"{1,2})?', re.S),
    "'''": re.compile(r"'''(?:[^']++|'{1,2}(?!'))*+'''(?:'{1,2})?", re.S),
}


class TooMuch(Exception):
    """Brackets, dots or digits without end: a message, and the place in the text."""


class Span(NamedTuple):
    """Where a key and its value stand in the text; -1 for a key that is not there."""

    key: int
    start: int
    end: int


def scan(text: str) -> dict[Keys, Span]:
    """Where each value of a TOML text stands."""
    walk = _Scan(text)
    walk.run()
    return walk.spans


def decoded(raw: str) -> list[tuple[str, int]] | None:
    """The characters of a quoted text, each with its place in it; None if it is not sound."""
    quote = raw[:3] if raw.startswith(('"""', "'''")) else raw[:1]
    if quote[:1] not in ("'", '"') or len(raw) < 2 * len(quote):
        return None
    at, end = len(quote), len(raw) - len(quote)
    if len(quote) == 3 and raw[at : at + 1] == "\n":
        at += 1
    found = []
    while at < end:
        if raw[at] != "\\" or quote[0] == "'":
            found.append((raw[at], at))
            at += 1
            continue
        letter = raw[at + 1]
        if letter in "uU":
            digits = 4 if letter == "u" else 8
            try:
                found.append((chr(int(raw[at + 2 : at + 2 + digits], 16)), at))
            except (ValueError, OverflowError):
                return None
            at += 2 + digits
        elif letter in ESCAPES:
            found.append((ESCAPES[letter], at))
            at += 2
        else:  # a line that goes on: the rest of it, and all blanks that follow, count for nothing
            at += 1
            while at < end and raw[at] in " \t\n":
                at += 1
    return found


class _Lost(Exception):
    """The scan does not understand the text; tomllib will say what is wrong with it."""


class _Scan:
    """A walk through a TOML text that notes where values stand, and refuses what is too deep."""

    def __init__(self, text: str):
        self.text, self.at = text, 0
        self.spans: dict[Keys, Span] = {}
        self.counts: dict[Keys, int] = {}  # of the tables in each list of tables
        self.table: Keys = ()

    def run(self) -> None:
        try:
            while self.at < len(self.text):
                self.skip(BETWEEN)
                if self.text.startswith("[", self.at):
                    self.header()
                elif self.at < len(self.text):
                    self.pair(self.table, 0)
        except (_Lost, IndexError):
            return

    def skip(self, pattern: re.Pattern) -> None:
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def expect(self, mark: str) -> None:
        if not self.text.startswith(mark, self.at):
            raise _Lost
        self.at += len(mark)

    def header(self) -> None:
        """[table] or [[one of several]]; under a list of tables the last of them is meant."""
        start, several = self.at, self.text.startswith("[[", self.at)
        self.at += 1 + several
        keys, path = self.keys(), ()
        self.expect("]]" if several else "]")
        for place, (key, _) in enumerate(keys):
            path += (key,)
            last = place == len(keys) - 1
            if last and several:
                self.counts[path] = self.counts.get(path, 0) + 1
                self.spans.setdefault(path, Span(start, start, self.at))
            if path in self.counts:
                path += (self.counts[path] - 1,)
        self.spans.setdefault(path, Span(start, start, self.at))
        self.table = path

    def keys(self) -> list[tuple[str, int]]:
        """Names joined by dots, each with its place."""
        found = []
        while True:
            self.skip(BLANK)
            start = self.at
            if self.text[self.at] in "\"'":
                self.string()
                letters = decoded(self.text[start : self.at])
                if letters is None:
                    raise _Lost
                found.append(("".join(x for x, _ in letters), start))
            else:
                match = BARE.match(self.text, self.at)
                if match is None:
                    raise _Lost
                self.at = match.end()
                found.append((match[0], start))
            if len(found) > LONGEST_KEY:
                raise TooMuch(f"more than {LONGEST_KEY} names joined by dots", start)
            self.skip(BLANK)
            if not self.text.startswith(".", self.at):
                return found
            self.at += 1

    def pair(self, table: Keys, depth: int) -> None:
        keys = self.keys()
        self.expect("=")
        self.skip(BLANK)
        path = table
        for key, at in keys:
            path += (key,)
            self.spans.setdefault(path, Span(at, at, at + len(key)))
        start = self.at
        self.value(path, depth)
        self.spans[path] = Span(keys[-1][1], start, self.at)

    def value(self, path: Keys, depth: int) -> None:
        """A value of any kind; what stands in it is noted too."""
        if depth > DEEPEST:
            raise TooMuch(f"more than {DEEPEST} brackets inside one another; wanted fewer", self.at)
        letter = self.text[self.at]
        if letter in "\"'":
            self.string()
        elif letter == "[":
            self.array(path, depth)
        elif letter == "{":
            self.inline(path, depth)
        else:
            start = self.at
            self.skip(SCALAR)
            if self.at - start > LONGEST_NUMBER:
                raise TooMuch(f"a number of more than {LONGEST_NUMBER} digits", start)

    def array(self, path: Keys, depth: int) -> None:
        self.at += 1
        index = 0
        while True:
            self.skip(BETWEEN)
            if self.text[self.at] == "]":
                self.at += 1
                return
            start = self.at
            self.value((*path, index), depth + 1)
            if index < MOST:
                self.spans[(*path, index)] = Span(-1, start, self.at)
            index += 1
            self.skip(BETWEEN)
            if self.text[self.at] == ",":
                self.at += 1
            elif self.text[self.at] != "]":
                raise _Lost

    def inline(self, path: Keys, depth: int) -> None:
        self.at += 1
        while True:
            self.skip(BLANK)
            if self.text[self.at] == "}":
                self.at += 1
                return
            self.pair(path, depth + 1)
            self.skip(BLANK)
            if self.text[self.at] == ",":
                self.at += 1
            elif self.text[self.at] != "}":
                raise _Lost

    def string(self) -> None:
        """Over a text in quotes of any kind."""
        quote = self.text[self.at]
        mark = quote * 3 if self.text.startswith(quote * 3, self.at) else quote
        match = QUOTED[mark].match(self.text, self.at)
        if match is None:
            raise _Lost
        self.at = match.end()
