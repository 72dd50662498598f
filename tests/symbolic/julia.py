"""A reader of the part of Julia that formulas are written in: one function of assignments.

By the precedence of Julia's manual: conditions, ||, &&, comparisons, + -, * /, //, signs, powers.
"""

from __future__ import annotations

import math
import re
from typing import Any

TOKEN = re.compile(
    r"\s*(?:(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+)|(:?[A-Za-z_]\w*|\"(?:[^\"\\]|\\.)*\")"
    r"|(\.\*|\./|\.\^|//|<=|>=|==|!=|&&|\|\||[-+*/^<>!?:()\[\],]))"
)
LEVELS = (("||",), ("&&",), ("<", "<=", ">", ">=", "==", "!="), ("+", "-"), ("*", "/", ".*", "./"))
LEVELS += (("//",),)
OPERATIONS = {
    "||": lambda x, y: x or y,
    "&&": lambda x, y: x and y,
    "<": lambda x, y: x < y,
    "<=": lambda x, y: x <= y,
    ">": lambda x, y: x > y,
    ">=": lambda x, y: x >= y,
    "==": lambda x, y: x == y,
    "!=": lambda x, y: x != y,
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
    "//": lambda x, y: x / y,
}
BASE = {name: getattr(math, name) for name in "sin cos tan sinh cosh tanh exp log sqrt".split()}
BASE |= {name: getattr(math, name) for name in "asin acos asinh acosh atanh".split()}
BASE |= {
    "abs": abs,
    "pi": math.pi,
    "sign": lambda x: (x > 0) - (x < 0),
    "atan": lambda *x: math.atan(*x) if len(x) == 1 else math.atan2(*x),
    "floor": lambda x: float(math.floor(x)),
    "ceil": lambda x: float(math.ceil(x)),
    "Symbol": lambda name: name,
    **{x: (lambda f: lambda y: 1 / f(y))(getattr(math, z)) for x, z in
       (("sec", "cos"), ("csc", "sin"), ("cot", "tan"), ("sech", "cosh"))},
}  # fmt: skip
SPECIAL = {"erf": math.erf, "erfc": math.erfc, "loggamma": math.lgamma}


class Reader:
    """The value of an expression."""

    def __init__(self, text: str, names: dict[str, Any]):
        self.tokens, self.names, at = [], names, 0
        text = text.strip()
        while at < len(text):
            found = TOKEN.match(text, at)
            assert found, f"no Julia: {text[at:]}"
            self.tokens.append(next(x for x in found.groups() if x is not None))
            at = found.end()

    def value(self) -> Any:
        found = self._condition()
        assert not self.tokens, f"left over: {self.tokens}"
        return found

    def _next(self, *wanted: str) -> str | None:
        return self.tokens.pop(0) if self.tokens and self.tokens[0] in wanted else None

    def _require(self, sign: str) -> None:
        assert self._next(sign), f"wanted {sign} before {self.tokens[:5]}"

    def _condition(self) -> Any:
        test = self._infix(0)
        if not self._next("?"):
            return test
        assert isinstance(test, bool), "only a Bool can be a condition in Julia"
        yes = self._condition()
        self._require(":")
        no = self._condition()
        return yes if test else no

    def _infix(self, level: int) -> Any:
        if level == len(LEVELS):
            return self._signed()
        found = self._infix(level + 1)
        while sign := self._next(*LEVELS[level]):
            found = OPERATIONS[sign.lstrip(".")](found, self._infix(level + 1))
        return found

    def _signed(self) -> Any:
        if sign := self._next("-", "+", "!"):
            x = self._signed()
            return -x if sign == "-" else x if sign == "+" else not x
        base = self._operand()
        return base ** self._signed() if self._next(".^", "^") else base

    def _operand(self) -> Any:
        token = self.tokens.pop(0)
        if token == "(":
            found = self._condition()
            self._require(")")
            return found
        if token == "[":
            return self._list("]")
        if token[0].isdigit() or token[0] == ".":
            return float(token)
        if token[0] in ':"':
            return re.sub(r"\\(.)", r"\1", token.strip(':"'))
        found = self.names[token]
        while sign := self._next("(", "["):
            inside = self._list(")" if sign == "(" else "]")
            if sign == "(":
                found = found(*inside)
            else:  # the first entry is 1
                found = found[inside[0] if isinstance(inside[0], str) else int(inside[0]) - 1]
        return found

    def _list(self, end: str) -> list[Any]:
        found: list[Any] = []
        while not self._next(end):
            found.append(self._condition())
            self._next(",")
        return found


def called(text: str, q: Any, qd: Any, t: float, p: Any) -> dict[str, Any]:
    """What a function's variables are in the end."""
    lines = [x for x in text.splitlines() if x and not x.startswith("#")]
    names = dict(BASE)
    if lines[0] == "using SpecialFunctions":
        names, lines = names | SPECIAL, lines[1:]
    assert re.fullmatch(r"function \w+\(q, qd, t, p\)", lines[0]) and lines[-1] == "end"
    assert lines[-2].strip().startswith("return ")
    names |= {"q": list(map(float, q)), "qd": list(map(float, qd)), "t": t, "p": p}
    for line in re.sub(r":\n", ": ", "\n".join(lines[1:-2])).splitlines():
        name, _, tree = line.strip().partition(" = ")
        names[name] = Reader(tree, names).value()
    return names
