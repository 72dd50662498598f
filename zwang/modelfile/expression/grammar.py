"""The one expression grammar of zwang: a text to a tree, strictly.

    rows       = "[" rows {"," rows} "]"  |  truth              where a list is wanted
    equation   = truth ["=" truth]
    truth      = and {"or" and}           and  = not {"and" not}      not = "not" not | compare
    compare    = sum [("<" | "<=" | ">" | ">=" | "==" | "!=") sum]
    sum        = product {("+" | "-") product}
    product    = signed {("*" | "/") signed}
    signed     = ("-" | "+") signed | power
    power      = atom [("^" | "**") signed]
    atom       = number | function "(" truth {"," truth} ")" | "(" truth ")" | quantity
    quantity   = name {"'"}  |  name "[" digits "]"  |  ("Qc_ideal" | "reaction") "." name

So −x² is −(x²), a^b^c is a^(b^c), and 2^-1 is a half. What is true or false is no number, and is
wanted only by ``where``, ``and``, ``or``, ``not``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from zwang.modelfile.expression.tokens import Token, near, number, tokens
from zwang.modelfile.expression.tree import (
    Call,
    Chain,
    Compare,
    ExpressionError,
    Item,
    Name,
    Number,
    Power,
    Sign,
    is_truth,
    show,
)
from zwang.modelfile.expression.values import COMPARISONS, FUNCTIONS

DEEPEST = 40  # operations inside one another; each takes a dozen of Python's frames

KEYWORDS = ("and", "or", "not")
OWNERS = ("Qc_ideal", "reaction")


class Equation(NamedTuple):
    """``left = right``; the right side is None where only the left was written."""

    left: Any
    right: Any


def expression(text: str) -> Any:
    """The tree of an expression that is a number."""
    parser = _Parser(text)
    return parser.whole(parser.number("the expression"))


def rows(text: str) -> Any:
    """The tree of an expression, or for ``[a, b]`` a tuple of them, which may be nested."""
    parser = _Parser(text)
    return parser.whole(parser.rows())


def equation(text: str) -> Equation:
    """Both sides of an equation; or the left one alone, which is meant to be zero."""
    parser = _Parser(text)
    at, left, right = parser.next.at, parser.truth(), None
    if isinstance(left, Compare):
        written = f"{show(left.left)} = {show(left.right)}"
        raise ExpressionError(
            f"a condition; wanted an equation: write `{written[:60]}`, for an event with "
            "`direction`",
            at,
        )
    if is_truth(left):
        raise ExpressionError("the left side is true or false; wanted an equation", at)
    if parser.take("="):
        right = parser.number("the right side")
    return parser.whole(Equation(left, right))


class _Parser:
    """One text being read from left to right."""

    def __init__(self, text: str):
        self.tokens = tokens(text)
        self.place = 0
        self.depth = 0

    @property
    def next(self) -> Token:
        return self.tokens[self.place]

    def take(self, *marks: str) -> Token | None:
        """The next token, if it is one of these."""
        token = self.next
        fits = token.text in marks and token.kind in ("mark", "name") and not token.primes
        self.place += fits
        return token if fits else None

    def need(self, mark: str, after: str) -> None:
        if not self.take(mark):
            raise self.wanted(f"`{mark}` {after}")

    def wanted(self, what: str) -> ExpressionError:
        token = self.next
        found = "the end" if token.kind == "end" else f"`{token.text}{chr(39) * token.primes}`"
        return ExpressionError(f"found {found}; wanted {what}", token.at, len(token.text))

    def whole(self, tree: Any) -> Any:
        """The tree, if the text ends with it."""
        if self.next.kind == "end":
            return tree
        if self.next.text == "=":
            raise ExpressionError(
                "`=` is for equations, one in each; wanted an expression, or `==` to compare",
                self.next.at,
            )
        raise self.wanted("an operation, such as `+` or `*`, or the end")

    def rows(self) -> Any:
        start = self.next.at
        if not self.take("["):
            return self.number("an entry")
        self.enter(start)
        found = [self.rows()]
        while self.take(","):
            found.append(self.rows())
        self.need("]", "or `,` in a list")
        self.depth -= 1
        return tuple(found)

    def enter(self, at: int) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise ExpressionError(
                f"more than {DEEPEST} operations inside one another; put parts under [let]", at
            )

    def number(self, what: str) -> Any:
        at, node = self.next.at, self.truth()
        if is_truth(node):
            raise ExpressionError(
                f"{what} is true or false; wanted a number: where(condition, a, b)", at
            )
        return node

    def condition(self, node: Any, at: int, what: str) -> Any:
        if not is_truth(node):
            raise ExpressionError(f"{what} is a number; wanted a condition, such as x > 0", at)
        return node

    # -- the rules, from loose to tight ----------------------------------------------------------

    def truth(self) -> Any:
        at = self.next.at
        self.enter(at)
        node = self.chained(self.conjunction, ("or",))
        self.depth -= 1
        return node

    def conjunction(self) -> Any:
        return self.chained(self.negation, ("and",))

    def negation(self) -> Any:
        token = self.take("not")
        if not token:
            return self.comparison()
        self.enter(token.at)
        node = self.condition(self.negation(), token.at, "what stands behind `not`")
        self.depth -= 1
        return Sign("not", node, token.at)

    def chained(self, operand: Any, operators: tuple[str, ...]) -> Any:
        at = self.next.at
        first, rest = operand(), []
        while token := self.take(*operators):
            rest.append((token.text, operand()))
        if not rest:
            return first
        for node in (first, *(x for _, x in rest)):
            if operators[0] in KEYWORDS:
                self.condition(node, at, f"one side of `{operators[0]}`")
            elif is_truth(node):
                raise ExpressionError("a condition is no number; use where(condition, a, b)", at)
        return Chain(first, tuple(rest), at)

    def comparison(self) -> Any:
        at, left = self.next.at, self.sum()
        token = self.take(*COMPARISONS)
        if not token:
            return left
        right = self.sum()
        if is_truth(left) or is_truth(right):
            raise ExpressionError("conditions cannot be compared; use `and`, `or`, `not`", at)
        if self.next.text in COMPARISONS:
            raise ExpressionError(
                "two comparisons in a row; write `a < b and b < c`", self.next.at, 2
            )
        return Compare(token.text, left, right, at)

    def sum(self) -> Any:
        return self.chained(self.product, ("+", "-"))

    def product(self) -> Any:
        return self.chained(self.signed, ("*", "/"))

    def signed(self) -> Any:
        token = self.take("-", "+")
        if not token:
            return self.power()
        self.enter(token.at)
        node = self.signed()
        self.depth -= 1
        if is_truth(node):
            raise ExpressionError("a condition has no sign; use `not`", token.at)
        return node if token.text == "+" else Sign("-", node, token.at)

    def power(self) -> Any:
        at, base = self.next.at, self.atom()
        if not self.take("^", "**"):
            return base
        self.enter(at)
        exponent = self.signed()
        self.depth -= 1
        if is_truth(base) or is_truth(exponent):
            raise ExpressionError("a condition has no powers; use where(condition, a, b)", at)
        return Power(base, exponent, at)

    def atom(self) -> Any:
        token = self.next
        if token.kind == "number":
            self.place += 1
            return Number(number(token.text, token.at), token.at)
        if token.kind == "name" and token.text not in KEYWORDS:
            self.place += 1
            return self.named(token)
        if self.take("("):
            node = self.truth()
            self.need(")", "to close the `(`")
            return node
        raise self.wanted("a number, a name or `(`")

    def named(self, token: Token) -> Any:
        if self.next.text == "(":
            return self.call(token)
        if token.text in FUNCTIONS:
            raise ExpressionError(
                f"`{token.text}` is a function; wanted `{token.text}(...)`",
                token.at,
                len(token.text),
            )
        if token.text in OWNERS:
            self.need(".", f"and a coordinate, such as `{token.text}.x`")
            name = self.next
            if name.kind != "name" or name.primes:
                raise self.wanted("the name of a coordinate")
            self.place += 1
            return Name(name.text, 0, token.text, token.at)
        if not token.primes and self.take("["):
            index = self.next
            if not index.text.isdigit() or len(index.text) > 6:
                raise self.wanted("the place of an entry, a whole number from 0")
            self.place += 1
            self.need("]", "to close the `[`")
            return Item(token.text, int(index.text), token.at)
        return Name(token.text, token.primes, "", token.at)

    def call(self, token: Token) -> Any:
        known = FUNCTIONS.get(token.text)
        if known is None or token.primes:
            hint = near(token.text, FUNCTIONS)
            hint = hint or f"; the functions are {', '.join(sorted(FUNCTIONS))}"
            raise ExpressionError(
                f"unknown function `{token.text}`{hint}", token.at, len(token.text)
            )
        self.place += 1
        found = [(self.next.at, self.truth())]
        while self.take(","):
            found.append((self.next.at, self.truth()))
        self.need(")", f"or `,` in `{token.text}(...)`")
        if len(found) < known.least or (known.most is not None and len(found) > known.most):
            count = f"{known.least}" if known.least == known.most else f"{known.least} or more"
            raise ExpressionError(
                f"`{token.text}` with {len(found)} arguments; wanted {count}",
                token.at,
                len(token.text),
            )
        for place, (at, node) in enumerate(found):
            if token.text == "where" and place == 0:
                self.condition(node, at, "the first argument of `where`")
            elif is_truth(node):
                raise ExpressionError(
                    f"an argument of `{token.text}` is true or false; wanted a number", at
                )
        return Call(token.text, tuple(node for _, node in found), token.at)
