"""What expressions of a model may be made of, and what kind of constraint they are."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from sympy.core.function import AppliedUndef

from zwang.base.functions import Bound
from zwang.symbolic.expressions.symbols import Symbols, is_of_time, name_of
from zwang.symbolic.expressions.values import is_strange
from zwang.symbolic.expressions.walk import parts_of
from zwang.symbolic.untyped import sp

POSITIONS, VELOCITIES, ACCELERATIONS = range(3)
WORDS = ("coordinates", "velocities", "accelerations")
KINDS = ("holonomic", "pfaffian", "nonholonomic", "acceleration")


class Rows(NamedTuple):
    """One constraint."""

    name: Any  # of it; None for the name that a System gives
    trees: Any  # what must vanish, one for each row
    kind: str  # one of ``KINDS``


def linear(trees: tuple[Any, ...], last: tuple[Any, ...]) -> tuple[Any, Any]:
    """The factors of symbols in expressions that are linear in them, and the rest.

    Shapes: trees (k,), last (n,).
    """
    factors = tuple(tuple(tree.diff(x) for x in last) for tree in trees)
    still = dict.fromkeys(last, sp.S.Zero)
    return factors, tuple(tree.xreplace(still) for tree in trees)


class Check:
    """Expressions of a model: what each may be made of."""

    def __init__(self, symbols: Symbols, inputs: Mapping[Any, Any]):
        self.symbols, self.inputs = symbols, inputs
        level = {x: POSITIONS for x in (*symbols.q, *inputs)}
        level |= dict.fromkeys(symbols.qd, VELOCITIES) | dict.fromkeys(symbols.qdd, ACCELERATIONS)
        self.levels = level

    def define(self, what: str, pairs: Any) -> None:
        """Check definitions, and know their names from then on."""
        for name, tree in pairs:
            self.levels[name] = self(what, tree, VELOCITIES)

    def driven(self) -> tuple[tuple[Any, Bound], ...]:
        """The inputs that functions give."""
        return tuple((x, how) for x, how in self.inputs.items() if how is not None)

    def __call__(self, what: str, tree: Any, most: int) -> int:
        """The level of an expression; refused where it is above ``most``."""
        unknown = lambda x: isinstance(x, sp.Derivative | AppliedUndef)
        found = list(parts_of([tree], lambda x: x in self.levels or unknown(x)))
        for x in found:
            if x not in self.levels and unknown(x):
                self._refuse(what, x)
        known = [x for x in found if x in self.levels]
        above = [x for x in known if self.levels[x] > most]
        if above:
            raise ValueError(
                f"{what} depends on {min(above, key=str)}; "
                f"wanted {' and '.join(WORDS[: most + 1])} only."
            )
        strange = next((x for x in found if x not in self.levels and is_strange(x)), None)
        if strange is not None:
            raise ValueError(
                f"{what} holds the function `{strange.func.__name__}` in "
                f"{reprlib.repr(strange)}, which has no numbers here."
            )
        return max((self.levels[x] for x in known), default=POSITIONS)

    def _refuse(self, what: str, x: Any) -> None:
        inner = {x} if isinstance(x, AppliedUndef) else x.atoms(AppliedUndef)
        known = next((y for y in inner if y in self.levels), None)
        names = ", ".join(self.symbols.names)
        if known is not None:
            raise ValueError(f"{what} holds {x}, a rate of `{name_of(known)}` that is not known.")
        first = next(iter(inner))
        if is_of_time(first) and first.args[0] == self.symbols.t:
            raise ValueError(
                f"{what} holds {first}, which is neither a coordinate nor an input; the "
                f"coordinates are {names}. Name it in `inputs`."
            )
        raise ValueError(f"{what} holds the function `{first.func.__name__}`, which is unknown.")

    def rows(self, place: int, name: Any, trees: tuple[Any, ...]) -> Rows:
        """A constraint with its kind, by what it depends on."""
        symbols = self.symbols
        what = f"`constraints[{place}]`" if name is None else f"the constraint {name!r}"
        level = max(self(what, tree, ACCELERATIONS) for tree in trees)
        if level == POSITIONS:
            return Rows(name, trees, "holonomic")
        last = symbols.qd if level == VELOCITIES else symbols.qdd
        factors, _ = linear(trees, last)
        bent = next((x for row in factors for f in row for x in last if f.has(x)), None)
        if level == ACCELERATIONS and bent is not None:
            raise ValueError(
                f"{what} is not linear in {bent}; wanted accelerations that enter linearly."
            )
        if level == ACCELERATIONS:
            return Rows(name, trees, "acceleration")
        return Rows(name, trees, "pfaffian" if bent is None else "nonholonomic")
