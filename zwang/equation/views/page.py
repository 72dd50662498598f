"""An explanation as a printed page: each term with its name, its unit and the equation's number."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from zwang.base.escape import for_terminal
from zwang.equation.views.steering import Steering

WIDTH = 11  # of a number
EQUAL = 1e-9  # of what enters a sum
ROUNDING = 1e-15  # less says nothing, and differs from machine to machine
FEW = 8  # entries in one line; matrices with more are told by their shape

# Where the papers have each term: for M > 0, and for the auxiliary system.
DEFINITE = {
    "Q": "U05 (1)",
    "a": "U05 (2)",
    "A": "U05 (5)",
    "C": "U05 (7)",
    "qdd": "U05 (9)",
    "change": "U05 (10)",
    "e": "U05, below (10)",
    "B": "U05, below (10)",
    "ideal": "U05 (11)",
    "nonideal": "U05 (12)",
    "Qc": "U05 (24)",
    "gain": "U05 (25)",
}
AUXILIARY = {
    "Q": "US10 (45)",
    "a": "US10 (51)",
    "A": "US10 (4)",
    "C": "US10 (6)",
    "qdd": "US10 (49)",
    "change": "US10 (49)",
    "e": "US10 (49)",
    "B": "US10 (52)",
    "ideal": "US10 (65)",
    "nonideal": "US10 (65)",
    "Qc": "US10 (67)",
    "gain": "US10 (65)",
}


def page(x: Any) -> str:
    """The page of an ``Explanation``."""
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
    a, by = ("a = M_A⁻¹Q_z", AUXILIARY) if x.singular else ("a = M⁻¹Q", DEFINITE)
    yield ""
    yield from _table(
        "accelerations, in [q]/[t]²",
        x.coordinates,
        [
            (a, x.a, "without constraints", by["a"]),
            ("Δ, ideal", x.change_ideal, "M^(-1/2) B⁺ e", by["change"]),
            ("Δ, nonideal", x.change_nonideal, "M^(-1/2)(I − B⁺B)M^(-1/2) C", by["change"]),
            ("q̈", x.qdd, "the sum", by["qdd"]),
        ],
    )
    yield ""
    yield from _table(
        "forces, in [E]/[q], energy over coordinate",
        x.coordinates,
        [
            ("Q", x.Q, "given" if x.control is None else "given, and the control u", by["Q"]),
            ("Qc, ideal", x.Qc_ideal, "gain times e", by["ideal"]),
            ("Qc, nonideal", x.Qc_nonideal, "C less what the rows answer", by["nonideal"]),
            ("Qc", x.Qc, "the sum", by["Qc"]),
            ("C", x.C, "prescribed work", by["C"]),
        ],
    )
    if m:
        yield ""
        yield from _table(
            "constraint rows, in [row]/[t]²",
            x.constraints,
            [
                ("b", x.b, "what A q̈ must be", by["A"]),
                ("e = b − A a", x.e, "what a misses of it", by["e"]),
            ],
        )
        yield ""
        yield from _matrix("A", x.A, x.constraints, x.coordinates, by["A"])
        yield from _matrix("B = A M^(-1/2)", x.B, x.constraints, x.coordinates, by["B"])
        yield from _matrix("gain M^(1/2) B⁺", x.gain, x.coordinates, x.constraints, by["gain"])
    if x.control is not None:
        yield ""
        yield from _steering(x.control, x.coordinates)
    yield ""
    yield (
        f"Gauss’s function ‖M^(-1/2)(M q̈ − Q − C)‖², least at q̈: {x.least:.6g} [E]/[t]², "
        f"KU93 (14), (16){' for C = 0' * bool(x.C.any())}{' and M > 0' * x.singular}"
    )
    if x.curvature is not None:
        yield f"Hertz’s curvature of the path in the metric M: {x.curvature:.6g}, KU93 section 1"
    reached = max(x.residual, ROUNDING)
    yield f"The parts add up to the kernel’s answer within {reached:.0e} of what enters."


def _steering(x: Steering, coordinates: Sequence[str]) -> Iterator[str]:
    """How the control comes about."""
    rows = [
        ("feed-forward", x.feed_forward, "K b, of the path alone", "KU93 (32), second term"),
        ("feedback", x.feedback, "the rest", "KU93 (32), first term"),
    ]
    if x.wished.any():
        rows.append(("  of it, by C", x.wished, "what no requirement sees", "U05 (24)"))
    sums = x.feed_forward + x.feedback
    if np.abs(x.u - sums).max() > EQUAL * (np.abs(x.feed_forward) + np.abs(x.feedback)).max():
        rows.append(("sum", sums, "before limits and the robust term", "U05 (24)"))
    number = "U05 (24)" if x.wished.any() else "U05 (25)"
    rows.append(("u", x.u, "control force", number))
    yield from _table("control, in [E]/[q]", coordinates, rows)
    yield ""
    error = ("e", x.e, "what the plant left alone misses", DEFINITE["e"])
    yield from _table("requirement rows, in [row]/[t]²", x.requirements, [error])
    like = "" if x.natural else "; M^(1/2) B⁺ without weight, actuation, limits and constraints"
    yield from _matrix("gain K", x.K, coordinates, x.requirements, DEFINITE["gain"] + like)


def _table(title: str, names: Sequence[str], rows: list[tuple]) -> Iterator[str]:
    """Rows of numbers under the names of their entries, in blocks that fit a screen."""
    yield title
    for begin in range(0, len(names), FEW):
        block = slice(begin, begin + FEW)
        heads = "".join(f"{name[: WIDTH - 1]:>{WIDTH}}" for name in names[block])
        yield f"  {'':14}{heads}"
        for symbol, values, meaning, number in rows:
            entries = "".join(f"{value + 0.0:>{WIDTH}.4g}" for value in values[block])
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
        yield f"  {label[:13]:14}" + "".join(f"{value + 0.0:>{WIDTH}.4g}" for value in row)
