r"""B = A M^(-1/2), its pseudo-inverse, and the auxiliary system of a singular M, in formulas.

The symmetric root of a block with one or two coordinates is known in closed form,

    √M = (M + √(det M) I) / √(tr M + 2 √(det M))

For larger blocks a factor M = L Lᵀ serves in its place: M^(1/2) B⁺ = L (A L⁻ᵀ)⁺ is the same.
"""

from __future__ import annotations

import contextlib
from typing import Any

from zwang.symbolic.algebra.field import Field, TooLarge, blocks
from zwang.symbolic.formulas import Formulas
from zwang.symbolic.untyped import sp

BUDGET = 1e11  # work of arithmetic; see ``Field``
TOO_LONG = (
    "These formulas are too long for B and its inverse; wanted a smaller system, or zw.explain at "
    "a state."
)


def full(formulas: Formulas, what: Any) -> Any:
    """An expression or a matrix without the names of definitions."""
    if not isinstance(what, sp.Basic | sp.MatrixBase):
        raise TypeError(f"`what` is {what!r}; wanted an expression or a matrix of SymPy.")
    known: dict[Any, Any] = {}
    for name, tree in formulas.definitions:
        known[name] = tree.xreplace(known)
    return what.xreplace(known)


def auxiliary(formulas: Formulas, alpha: Any = 1) -> tuple[Any, Any]:
    """M + α²A⁺A and Q + α²A⁺b."""
    given: Any = None
    if not isinstance(alpha, str):
        with contextlib.suppress(sp.SympifyError, TypeError, ValueError):
            given = sp.sympify(alpha)
    known = isinstance(given, sp.Expr) and not given.has(sp.nan, sp.oo, -sp.oo, sp.zoo, sp.I)
    if not known or given.is_zero:
        raise ValueError(f"`alpha` is {alpha!r}; wanted a number or a symbol that is not 0.")
    alpha = given
    A_pinv = _pseudo_inverse(formulas)
    M = formulas.M + alpha**2 * A_pinv * formulas.A
    return M, formulas.Q + alpha**2 * A_pinv * formulas.b


def _pseudo_inverse(formulas: Formulas) -> Any:
    """A⁺ (n, m): the gain of unit masses."""
    _require_written_out(formulas)
    n = formulas.A.cols
    return _within_budget(formulas, sp.eye(n), sp.zeros(n, 1))[1]


def _a_and_gain(formulas: Formulas, M: Any, Q: Any) -> tuple[Any, Any]:
    """M⁻¹Q (n, 1), and M^(1/2) B⁺ (n, m).

    With  G  the independent rows of A  and  A = T G,  T = A Gᵀ(G Gᵀ)⁻¹,  the gain is
    Gᵀ(G M⁻¹Gᵀ)⁻¹ T⁺,  and  T⁺ = (TᵀT)⁻¹Tᵀ.
    """
    field = Field([*M, *Q, *formulas.A], budget=BUDGET)
    inverse, rows = field.inverse(field.matrix(M)), field.matrix(formulas.A)
    a = field.expressions(field.product(inverse, field.matrix(Q)))
    G = [rows[i] for i in formulas.independent]
    if not G:
        return a, sp.zeros(M.rows, len(rows))
    G_T = _turned(G)
    S = field.product(field.product(G, inverse), G_T)
    gain = field.product(G_T, field.inverse(S))
    if len(G) < len(rows):
        T = field.product(
            field.product(rows, G_T), field.inverse(field.product(G, G_T))
        )  # fmt: skip
        T_T = _turned(T)
        least = field.product(field.inverse(field.product(T_T, T)), T_T)
        gain = field.product(gain, least)
    return a, field.expressions(gain)


def _turned(rows: Any) -> Any:
    return [list(x) for x in zip(*rows, strict=True)]


def root(formulas: Formulas) -> Any:
    """R (n, n) with R Rᵀ = M, or M_A with α = 1 where M is singular; symmetric where it can be."""
    M = auxiliary(formulas)[0] if formulas.singular else formulas.M
    _require_written_out(formulas)
    found = sp.zeros(*M.shape)
    for block in blocks([[M[i, j] for j in range(M.cols)] for i in range(M.rows)]):
        part = M.extract(block, block)
        if len(block) == 1:
            part = part.applyfunc(sp.sqrt)
        elif len(block) == 2:
            size = sp.sqrt(part.det())
            part = (part + size * sp.eye(2)) / sp.sqrt(part.trace() + 2 * size)
        else:
            L, D = part.LDLdecomposition(hermitian=False)
            part = L * D.applyfunc(sp.sqrt)
        for i, row in enumerate(block):
            for j, column in enumerate(block):
                found[row, column] = part[i, j]
    return found


def B(formulas: Formulas) -> Any:
    """A M^(-1/2) (m, n); with the factor of ``root`` in its place."""
    return formulas.A * root(formulas).T.inv()


def B_pinv(formulas: Formulas) -> Any:
    """B⁺ (n, m)."""
    return root(formulas).inv() * a_and_gain(formulas)[1]


def a_and_gain(formulas: Formulas) -> tuple[Any, Any]:
    """a (n, 1) and M^(1/2) B⁺ (n, m), in the auxiliary system where M is singular."""
    if formulas.plain[1] is not None:
        return formulas.plain
    _require_written_out(formulas)
    M, Q = auxiliary(formulas) if formulas.singular else (formulas.M, formulas.Q)
    return _within_budget(formulas, M, Q)


def _within_budget(formulas: Formulas, M: Any, Q: Any) -> tuple[Any, Any]:
    try:
        return _a_and_gain(formulas, M, Q)
    except TooLarge:
        raise ValueError(TOO_LONG) from None


def _require_written_out(formulas: Formulas) -> None:
    if not formulas.written_out:
        raise ValueError(TOO_LONG)
