r"""A Gröbner basis within a budget.

Buchberger's algorithm: of each pair the leading terms are made to cancel, and what the others leave
of it is one more. Pairs whose leading terms have nothing in common leave nothing. How long that
takes cannot be foreseen, so each product of terms is counted; where there are too many, the
equations are returned as they are. To reduce by them is right too, only less is found.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy.polys.groebnertools import red_groebner

BUDGET = 30_000  # products of terms: about two seconds


class _Spent(Exception):
    """The budget is."""


class _Count:
    def __init__(self, left: int):
        self.left = left

    def __call__(self, work: int) -> None:
        self.left -= work
        if self.left < 0:
            raise _Spent


def basis_of(given: Sequence[Any], ring: Any, budget: int = BUDGET) -> tuple[list[Any], bool]:
    """A reduced basis of the polynomials' ideal, and whether it is whole."""
    spend = _Count(budget)
    try:
        return red_groebner(_closed(given, ring, spend), ring), True
    except _Spent:
        return [x.monic() for x in given], False


def _closed(given: Sequence[Any], ring: Any, spend: _Count) -> list[Any]:
    found: list[Any] = []
    for x in sorted(given, key=lambda x: ring.order(x.LM)):
        left = _remainder(x, found, ring, spend)
        found += [left.monic()] if left else []
    pairs = [(i, j) for j in range(len(found)) for i in range(j)]
    common = lambda pair: ring.monomial_lcm(*(found[i].LM for i in pair))
    while pairs:
        pair = min(pairs, key=lambda pair: ring.order(common(pair)))
        pairs.remove(pair)
        one, other = (found[i] for i in pair)
        if common(pair) == ring.monomial_mul(one.LM, other.LM):
            continue
        left = _remainder(_cancelled(one, other, common(pair), ring, spend), found, ring, spend)
        if left:
            found.append(left.monic())
            pairs += [(i, len(found) - 1) for i in range(len(found) - 1)]
    return found


def _cancelled(one: Any, other: Any, common: Any, ring: Any, spend: _Count) -> Any:
    """Both times what makes their leading terms the same, and the difference."""
    spend(len(one) + len(other))
    shifted = (x.mul_monom(ring.monomial_div(common, x.LM)) for x in (one, other))
    first, second = shifted
    return first - second


def _remainder(x: Any, by: Sequence[Any], ring: Any, spend: _Count) -> Any:
    """What polynomials with the leading factor 1 leave of another."""
    left = ring.zero
    while x:
        monomial, factor = x.LT
        for y in by:
            rest = ring.monomial_div(monomial, y.LM)
            if rest is not None:
                spend(len(x) + len(y))
                x = x - y.mul_term((rest, factor))
                break
        else:
            spend(len(x))
            term = ring.term_new(monomial, factor)
            left, x = left + term, x - term
    return left
