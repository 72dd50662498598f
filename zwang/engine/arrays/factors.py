"""Triangular factors, and what is solved by them, in loops; written out they are long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zwang.engine.arrays.calls import apart, beside
from zwang.engine.arrays.writer import Value, Writer
from zwang.ir.scalar.graph import FLOAT
from zwang.ir.scalar.types import kind_for

CHOLESKY = """\
ZW_PART void {name}(const double *x, double *found)
{{
    for (int i = 0; i < {n} * {n}; i++) found[i] = 0.0;
    for (int j = 0; j < {n}; j++)
        for (int i = j; i < {n}; i++) {{
            double rest = 0.0;
            for (int k = 0; k < j; k++) rest += found[i * {n} + k] * found[j * {n} + k];
            rest = x[i * {n} + j] - rest;
            found[i * {n} + j] = i == j ? sqrt(rest) : rest / found[j * {n} + j];
        }}
}}
"""
# The element (i, j) of the matrix, and (i, k) of the right-hand side, which x is laid as.
SUBSTITUTED = """\
ZW_PART void {name}(const double *a, const double *b, double *found)
{{
    for (int k = 0; k < {columns}; k++)
        for (int row = 0; row < {n}; row++) {{
            const int i = {lower} ? row : {n} - 1 - row, at = i * {across} + k * {along};
            double rest = 0.0;
            for (int j = {lower} ? 0 : i + 1; j < ({lower} ? i : {n}); j++)
                rest += a[i * {down} + j * {right}] * found[j * {across} + k * {along}];
            rest = b[at] - rest;
            found[at] = {unit} ? rest : rest / a[i * ({down} + {right})];
        }}
}}
"""


def cholesky(writer: Writer, equation: Any, operands: list[Value]) -> list[Value]:
    """L Lᵀ of one matrix."""
    name = f"{writer.prefix}_part{len(writer.functions)}"
    text = CHOLESKY.format(name=name, n=operands[0].shape[-1])
    return beside(writer, name, text, operands, equation)


def substituted(writer: Writer, equation: Any, operands: list[Value]) -> list[Value]:
    """a x = b or x a = b, a triangular: x a = b is aᵀxᵀ = bᵀ."""
    (a, b), params = operands, equation.params
    n, left = a.shape[-1], params["left_side"]
    turned = bool(params["transpose_a"]) == left
    name = f"{writer.prefix}_part{len(writer.functions)}"
    text = SUBSTITUTED.format(
        name=name,
        n=n,
        columns=b.shape[1 if left else 0],
        lower=int(params["lower"] != turned),
        unit=int(params["unit_diagonal"]),
        down=1 if turned else n,
        right=n if turned else 1,
        across=b.shape[1] if left else 1,
        along=1 if left else n,
    )
    return beside(writer, name, text, operands, equation)


def _of_one(rule: Callable) -> Callable:
    """A rule for matrices of floats; several of them at once are taken apart."""

    def found(writer: Writer, equation: Any, operands: list[Value]) -> list[Value]:
        plain = all(x.aval.ndim == 2 and kind_for(x.aval.dtype) == FLOAT for x in equation.invars)
        return (rule if plain else apart)(writer, equation, operands)

    return found


FACTORS = {"cholesky": _of_one(cholesky), "triangular_solve": _of_one(substituted)}
