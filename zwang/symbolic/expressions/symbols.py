"""What SymPy's symbols mean: coordinates, their rates, the time, parameters."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sympy.core.function import AppliedUndef
from sympy.physics.vector import dynamicsymbols

from zwang.symbolic.expressions.walk import parts_of
from zwang.symbolic.untyped import sp


@dataclass(frozen=True)
class Symbols:
    """Coordinates, the time, and parameters."""

    q: tuple[Any, ...]  # (n,) functions of the time, such as ``dynamicsymbols("x y")`` gives
    t: Any  # the time
    parameters: tuple[Any, ...] = ()  # symbols that stand for numbers of ``p``

    @cached_property
    def qd(self) -> tuple[Any, ...]:
        """Their rates (n,)."""
        return tuple(x.diff(self.t) for x in self.q)

    @cached_property
    def qdd(self) -> tuple[Any, ...]:
        """Their accelerations (n,)."""
        return tuple(x.diff(self.t, 2) for x in self.q)

    @property
    def names(self) -> tuple[str, ...]:
        """Of the coordinates."""
        return tuple(map(name_of, self.q))


def named(names: Sequence[str], parameters: Sequence[str] = ()) -> Symbols:
    """Symbols for names."""
    t = dynamicsymbols._t
    q = tuple(sp.Function(name)(t) for name in names)
    return Symbols(q, t, tuple(map(sp.Symbol, parameters)))


def name_of(x: Any) -> str:
    """The name of a symbol, or of a function of the time."""
    return x.func.__name__ if isinstance(x, AppliedUndef) else x.name


def is_of_time(x: Any) -> bool:
    """Whether this is a function of one symbol, such as x(t)."""
    return isinstance(x, AppliedUndef) and len(x.args) == 1 and x.args[0].is_Symbol


def checked_coordinates(q: Any) -> Symbols:
    """Coordinates as a user gives them."""
    given = tuple(q) if isinstance(q, list | tuple | sp.MatrixBase) else (q,)
    wanted = 'wanted functions of the time, such as dynamicsymbols("x y")'
    for x in given:
        if not is_of_time(x):
            raise TypeError(f"`q` holds {reprlib.repr(x)}; {wanted}.")
    times = {x.args[0] for x in given}
    if not given or len(times) > 1 or len(set(map(name_of, given))) < len(given):
        raise ValueError(f"`q` is {reprlib.repr(q)}; {wanted}, with names that differ.")
    return Symbols(given, times.pop())


def expression(what: str, x: Any) -> Any:
    """An expression of SymPy; of an equation, left less right."""
    found: Any = None
    try:
        found = sp.sympify(x, strict=not isinstance(x, int | float))
    except (sp.SympifyError, TypeError, ValueError):
        pass
    if isinstance(found, sp.Equality):
        found = found.lhs - found.rhs
    real = isinstance(found, sp.Expr) and not found.has(sp.I, sp.nan, sp.zoo, sp.oo, -sp.oo)
    if not real or isinstance(x, bool | str):
        raise TypeError(f"{what} is {reprlib.repr(x)}; wanted a real expression of SymPy.")
    return found


def expressions(what: str, x: Any, n: int | None = None) -> tuple[Any, ...]:
    """A vector of expressions."""
    if isinstance(x, sp.MatrixBase):
        x = list(x)
    if not isinstance(x, list | tuple):
        x = [x]
    if n is not None and len(x) != n:
        raise ValueError(f"{what} has {len(x)} entries; wanted {n}, one for each coordinate.")
    return tuple(expression(what, item) for item in x)


def symbols_in(trees: Iterable[Any]) -> set[Any]:
    """All plain symbols of expressions, those inside of x(t) left out."""
    is_leaf = lambda x: isinstance(x, AppliedUndef | sp.Derivative)
    return {x for x in parts_of(trees, is_leaf) if x.is_Symbol}
