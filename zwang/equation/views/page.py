"""An explanation as a printed page: each term with its name, its unit and the equation's number."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from zwang.base.escape import for_terminal

WIDTH = 11  # of a number
ROUNDING = 1e-15  # less says nothing, and differs from machine to machine
FEW = 8  # entries in one line; matrices with more are told by their shape


def page(x: Any) -> str:
    """The page of an ``Explanation``.

    Parameters
    ----------
    x : the Explanation
    """
    return "\n".join(for_terminal(line.rstrip()) for line in _lines(x))


def _lines(x: Any) -> Iterator[str]:
    n, m = len(x.Q), len(x.b)
    when = "" if x.t is None else f" at t = {x.t:.6g}"
    rows = f"{m} constraint row{'s' * (m != 1)}" + (f" of rank {x.rank}" if m else "")
    yield f"One instant{when}: {n} coordinate{'s' * (n != 1)}, {rows}"
    if x.singular:
        yield (
            "M is singular: M, Q and what follows are those of the auxiliary system, US10 (46), "
            "(45) with z = α²b,"
        )
        yield "in like units; q̈ and Qc are the actual ones."
    for direction in x.free:
        yield f"Free is the direction {direction}: any multiple of it may be added to q̈."
    a = "a = M_A⁻¹Q_z" if x.singular else "a = M⁻¹Q"
    yield ""
    yield from _table(
        "accelerations, in [q]/[t]²",
        x.coordinates,
        [
            (a, x.a, "without constraints", "U05 (2)" if not x.singular else "US10 (51)"),
            ("Δ, ideal", x.change_ideal, "M^(-1/2) B⁺ e", "U05 (10)"),
            ("Δ, nonideal", x.change_nonideal, "M^(-1/2)(I − B⁺B)M^(-1/2) C", "U05 (10)"),
            ("q̈", x.qdd, "the sum", "U05 (9)" if not x.singular else "US10 (49)"),
        ],
    )
    yield ""
    yield from _table(
        "forces, in [E]/[q], energy over coordinate",
        x.coordinates,
        [
            ("Q", x.Q, "given", "U05 (1)" if not x.singular else "US10 (45)"),
            ("Qc, ideal", x.Qc_ideal, "gain times e", "U05 (11)"),
            ("Qc, nonideal", x.Qc_nonideal, "C less what the rows answer", "U05 (12)"),
            ("Qc", x.Qc, "the sum", "U05 (24)" if not x.singular else "US10 (67)"),
            ("C", x.C, "prescribed work", "U05 (7)"),
        ],
    )
    if m:
        yield ""
        yield from _table(
            "constraint rows, in [row]/[t]²",
            x.constraints,
            [
                ("b", x.b, "what A q̈ must be", "U05 (5)"),
                ("e = b − A a", x.e, "what a misses of it", "U05, below (10)"),
            ],
        )
        yield ""
        yield from _matrix("A", x.A, x.constraints, x.coordinates, "U05 (5)")
        yield from _matrix("B = A M^(-1/2)", x.B, x.constraints, x.coordinates, "U05, below (10)")
        yield from _matrix("gain M^(1/2) B⁺", x.gain, x.coordinates, x.constraints, "U05 (25)")
    yield ""
    yield (
        f"Gauss’s function ‖M^(-1/2)(M q̈ − Q − C)‖², least at q̈: {x.least:.6g} [E]/[t]², "
        "KU93 (14), (16)"
    )
    if x.curvature is not None:
        yield f"Hertz’s curvature of the path in the metric M: {x.curvature:.6g}, KU93 section 1"
    reached = max(x.residual, ROUNDING)
    yield f"The parts add up to the kernel’s answer within {reached:.0e} of what enters."


def _table(title: str, names: Sequence[str], rows: list[tuple]) -> Iterator[str]:
    """Rows of numbers under the names of their entries, in blocks that fit a screen."""
    yield title
    for begin in range(0, len(names), FEW):
        block = slice(begin, begin + FEW)
        heads = "".join(f"{name[: WIDTH - 1]:>{WIDTH}}" for name in names[block])
        yield f"  {'':14}{heads}"
        for symbol, values, meaning, number in rows:
            entries = "".join(f"{value:>{WIDTH}.4g}" for value in values[block])
            yield f"  {_wide(symbol)}{entries}   {meaning}, {number}"


def _wide(symbol: str) -> str:
    """A symbol in 14 places; dots over a letter take none."""
    return symbol + " " * (14 - sum(not unicodedata.combining(x) for x in symbol))


def _matrix(
    name: str, matrix: np.ndarray, down: Sequence[str], across: Sequence[str], number: str
) -> Iterator[str]:
    """A small matrix with its names; of a large one the shape."""
    if matrix.shape[1] > FEW or matrix.shape[0] > 2 * FEW:
        yield f"{name}, {number}: {matrix.shape[0]} × {matrix.shape[1]}, not shown"
        return
    yield f"{name}, {number}"
    yield f"  {'':14}" + "".join(f"{x[: WIDTH - 1]:>{WIDTH}}" for x in across)
    for label, row in zip(down, matrix):
        yield f"  {label[:13]:14}" + "".join(f"{value:>{WIDTH}.4g}" for value in row)
