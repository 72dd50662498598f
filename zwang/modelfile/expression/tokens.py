"""The pieces of an expression's text: numbers, names and marks; and what strangers are meant."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import NamedTuple

from zwang.modelfile.expression.tree import ExpressionError

LONGEST = 10_000  # characters of an expression
LONGEST_NAME = 40

TOKEN = re.compile(
    r"(?P<space>[ \t\r\n]+)"
    r"|(?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?P<primes>'*)"
    r"|(?P<mark>\*\*|<=|>=|==|!=|[-+*/^()\[\],.<>=])"
)
# What people write elsewhere, and what it is called here.
ELSEWHERE = {
    "−": "`-`", "–": "`-`", "·": "`*`", "×": "`*`", "÷": "`/`", "²": "`^2`", "³": "`^3`",
    "π": "`pi`", "√": "`sqrt(...)`", "≤": "`<=`", "≥": "`>=`", "≠": "`!=`", "∧": "`and`",
    "∨": "`or`", "&": "`and`", "|": "`or` or `abs(...)`", "!": "`not`", "’": "`'`", "′": "`'`",
    "%": "`mod(a, b)`", "{": "`(`", "}": "`)`", ";": "`,`",
}  # fmt: skip
SYNONYMS = {
    "ln": "log", "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arctan2": "atan2",
    "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh", "fabs": "abs", "if": "where",
    "minimum": "min", "maximum": "max", "sgn": "sign", "cond": "where", "select": "where",
    "norm": "hypot", "deg2rad": "radians", "rad2deg": "degrees", "root": "sqrt",
}  # fmt: skip


class Token(NamedTuple):
    """A piece of text: number, name, mark, or end; with the primes behind a name."""

    kind: str
    text: str
    at: int
    primes: int = 0


def tokens(text: str) -> list[Token]:
    """The pieces of a text, the end being one."""
    if len(text) > LONGEST:
        raise ExpressionError(
            f"the expression has {len(text)} characters; wanted at most {LONGEST}: "
            "put parts of it under [let]",
        )
    found, at = [], 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            raise _stranger(text[at], at)
        kind = match.lastgroup if match.lastgroup != "primes" else "name"
        if kind == "name":
            name = match["name"]
            if len(name) > LONGEST_NAME:
                raise ExpressionError(
                    f"a name of {len(name)} letters; wanted at most {LONGEST_NAME}", at
                )
            if name.startswith("_"):
                raise ExpressionError(
                    f"`{name}` begins with `_`; wanted names that begin with a letter",
                    at,
                    len(name),
                )
            found.append(Token("name", name, at, len(match["primes"])))
        elif kind != "space":
            found.append(Token(str(kind), match[0], at))
        at = match.end()
        if kind == "number" and at < len(text) and (text[at].isalnum() or text[at] in "_."):
            between = f", such as `{match[0]}*{text[at]}`" if text[at] != "." else ""
            raise ExpressionError(
                f"`{match[0]}` is followed by `{text[at]}`; wanted an operation between them"
                + between,
                at,
            )
    return [*found, Token("end", "", len(text.rstrip()))]


def _stranger(letter: str, at: int) -> ExpressionError:
    shown = f"`{letter}`" if letter.isprintable() else f"the character U+{ord(letter):04X}"
    if letter in ELSEWHERE:
        return ExpressionError(f"{shown} has no meaning here; write {ELSEWHERE[letter]}", at)
    if letter == "'":
        return ExpressionError("a prime stands right behind the name of a coordinate: x'", at)
    if letter.isalpha():
        return ExpressionError(
            f"{shown} in a name; wanted letters a to z, digits and _: write theta for θ", at
        )
    return ExpressionError(f"{shown} has no meaning in an expression", at)


def number(text: str, at: int = 0) -> float:
    """A number in digits as a float, if there is one near it."""
    value, nothing = float(text), not re.search("[1-9]", re.split("[eE]", text)[0])
    shown = text if len(text) < 30 else f"{text[:27]}..."
    if value == float("inf"):
        raise ExpressionError(
            f"`{shown}` is too large; wanted numbers below 1.8e308", at, len(text)
        )
    if value == 0.0 and not nothing:
        raise ExpressionError(
            f"`{shown}` is too small; wanted 0, or numbers above 4.9e-324", at, len(text)
        )
    return value


def near(name: str, known: Iterable[str]) -> str:
    """A question after the known name that is most like one, or nothing."""
    known = list(known)
    if name in SYNONYMS and SYNONYMS[name] in known:
        return f", did you mean `{SYNONYMS[name]}`?"
    other = {x.lower(): x for x in known}
    found = difflib.get_close_matches(name[:LONGEST_NAME].lower(), other, n=1)
    return f", did you mean `{other[found[0]]}`?" if found else ""
