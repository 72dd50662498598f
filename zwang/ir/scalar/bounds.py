"""What is known of a value before it is computed: bounds, and whether it is a number at all.

0 x is 0 only where x is neither infinite nor NaN, so a product with zero is folded where that is
proven. State and time are finite, for a motion ends where they are not; parameters need not be.
Sums, products and quotients of finite numbers count as finite: they may overflow, but only where
a motion ends as well.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

LARGEST_EXP = 700.0  # arguments of exp that do not overflow, and those of sinh and cosh


class Bounds(NamedTuple):
    """Between what a value lies where it is a number."""

    # low, high: of it
    low: float
    high: float
    finite: bool  # whether it is always a number, and never infinite

    @property
    def positive(self) -> bool:
        """Whether it is more than zero, or NaN."""
        return self.low > 0

    @property
    def apart(self) -> bool:
        """Whether it is never zero."""
        return self.low > 0 or self.high < 0


ANY = Bounds(-math.inf, math.inf, False)
FINITE = Bounds(-math.inf, math.inf, True)
UNIT = Bounds(-1.0, 1.0, True)
LINEAR = frozenset(("add", "sub", "mul", "neg"))  # of any numbers they may be any number
UNSURE = frozenset(("p",))  # inputs that may be anything
COMPUTED = "at_"  # how the names of inputs begin that were computed before, and may be too


def of_input(name: str) -> Bounds:
    """What is known of an element of an input."""
    return ANY if name in UNSURE or name.startswith(COMPUTED) else FINITE


def of_number(x: Any) -> Bounds:
    """What is known of a known number."""
    return Bounds(float(x), float(x), True) if math.isfinite(x) else ANY


def of_operation(op: str, args: Sequence[Bounds], square: bool) -> Bounds:
    """What is known of a float that an operation gives."""
    if op == "mul" and square:
        return Bounds(0.0, math.inf, args[0].finite)
    if op in LINEAR and all(x is FINITE or x is ANY for x in args):  # most are
        return FINITE if all(x is FINITE for x in args) else ANY
    rule = RULES.get(op)
    return ANY if rule is None else rule(*args)


# -- one operation -------------------------------------------------------------------------------


def _made(low: float, high: float, finite: bool) -> Bounds:
    """Bounds; where arithmetic with infinity left none, there are none."""
    low = -math.inf if low != low else low
    high = math.inf if high != high else high
    if low == -math.inf and high == math.inf:
        return FINITE if finite else ANY
    return Bounds(low, high, finite)


def _mul(x: Bounds, y: Bounds) -> Bounds:
    finite = x.finite and y.finite
    if x.low >= 0 and y.low >= 0:
        return _made(x.low * y.low, x.high * y.high, finite)
    ends = [a * b for a in x[:2] for b in y[:2]]
    if not all(map(math.isfinite, ends)):
        return FINITE if finite else ANY
    return Bounds(min(ends), max(ends), finite)


def _div(x: Bounds, y: Bounds) -> Bounds:
    finite = x.finite and y.finite and y.apart
    return Bounds(0.0, math.inf, finite) if x.low >= 0 < y.low else ANY._replace(finite=finite)


def _grows(function: Callable, low: float, high: float) -> Callable:
    """The rule of a function that grows, and is finite between two numbers."""

    def rule(x: Bounds) -> Bounds:
        finite = x.finite and x.low >= low and x.high <= high
        return _made(function(max(x.low, low)), function(min(x.high, high)), finite)

    return rule


def _exp(x: Bounds) -> Bounds:
    return Bounds(0.0, math.inf, x.finite and x.high <= LARGEST_EXP)


def _wide(x: Bounds) -> Bounds:
    """Of a function that is infinite only far out."""
    return ANY._replace(finite=x.finite and -LARGEST_EXP <= x.low and x.high <= LARGEST_EXP)


def _root(x: Bounds) -> Bounds:
    low = math.sqrt(max(x.low, 0.0))
    return Bounds(low, math.sqrt(max(x.high, 0.0)), x.finite and x.low >= 0)


def _log(x: Bounds) -> Bounds:
    return ANY._replace(finite=x.finite and x.positive)


def _log1p(x: Bounds) -> Bounds:
    return ANY._replace(finite=x.finite and x.low > -1)


def _within(x: Bounds) -> Bounds:
    """Of a function that is defined between −1 and 1."""
    return ANY._replace(finite=x.finite and x.low >= -1 and x.high <= 1)


def _size(x: Bounds) -> Bounds:
    low = 0.0 if x.low <= 0 <= x.high else min(abs(x.low), abs(x.high))
    return Bounds(low, max(abs(x.low), abs(x.high)), x.finite)


def _union(x: Bounds, y: Bounds) -> Bounds:
    return Bounds(min(x.low, y.low), max(x.high, y.high), x.finite and y.finite)


def _same(*args: Bounds) -> Bounds:
    """Of a function that is finite where its arguments are."""
    return ANY._replace(finite=all(x.finite for x in args))


def _bounded(x: Bounds) -> Bounds:
    return UNIT._replace(finite=x.finite)


RULES: dict[str, Callable[..., Bounds]] = {
    "add": lambda x, y: _made(x.low + y.low, x.high + y.high, x.finite and y.finite),
    "sub": lambda x, y: _made(x.low - y.high, x.high - y.low, x.finite and y.finite),
    "neg": lambda x: Bounds(-x.high, -x.low, x.finite),
    "mul": _mul,
    "div": _div,
    "select": lambda _, yes, no: _union(yes, no),
    "max": lambda x, y: Bounds(max(x.low, y.low), max(x.high, y.high), x.finite and y.finite),
    "min": lambda x, y: Bounds(min(x.low, y.low), min(x.high, y.high), x.finite and y.finite),
    "fabs": _size,
    "to_float": lambda x: FINITE,
    "sqrt": _root,
    "exp": _exp,
    "exp2": _exp,
    "expm1": lambda x: _wide(Bounds(0.0, x.high, x.finite)),
    "sinh": _wide,
    "cosh": _wide,
    "log": _log,
    "log1p": _log1p,
    "asin": _within,
    "acos": _within,
    "fmod": lambda x, y: ANY._replace(finite=x.finite and y.finite and y.apart),
    "atan": _grows(math.atan, -math.inf, math.inf),
    **dict.fromkeys(("sin", "cos", "tanh", "erf"), _bounded),
    **dict.fromkeys(("tan", "asinh", "cbrt", "erfc", "atan2"), _same),
    **dict.fromkeys(("floor", "ceil", "rint", "round"), _same),
}


def wrapped(x: int) -> int:
    """A whole number, as 64 bits hold it."""
    return (x + 2**63) % 2**64 - 2**63
