r"""The explicit equation of a system in formulas.

With rows A, b that are independent and M > 0, as in [U05] (9), (11), (12),

    a = M⁻¹Q,   S = A M⁻¹Aᵀ,   K = Aᵀ S⁻¹,   Qc_ideal = K (b − A a),   Qc_nonideal = C − K A M⁻¹C

for K = M^(1/2) B⁺ where the rows are independent. Dependent rows say nothing new where they do not
contradict, and q̈ and Qc do not depend on which are left out. Where M is singular, M + AᵀA and
Q + Aᵀb stand in its place: another auxiliary system than that of [US10] (65), whose A⁺A would
divide, with the same q̈ and Qc.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from zwang.symbolic.algebra.field import Field, Matrix, TooLarge, blocks, denominators, size
from zwang.symbolic.algebra.generic import Ranks
from zwang.symbolic.algebra.stages import Stages
from zwang.symbolic.algebra.traced import Traced
from zwang.symbolic.untyped import sp

# Products of terms up to which formulas are written out: of a block of M, and of A M⁻¹Aᵀ.
LARGEST_MASS, LARGEST = 5000, 2000
ROWS = 4  # how many independent rows there may be then
BUDGET = 1e10  # work of their arithmetic then; see ``Field``
ROOTS = 1  # how many square roots there may be then, for they double the terms


class Solved(NamedTuple):
    """The explicit equation."""

    a: Any  # (n,) acceleration without constraints; None where M is singular
    gain: Any  # (n, r) M^(1/2) B⁺ of the independent rows
    qdd: Any  # (n,) acceleration
    # Qc_ideal, Qc_nonideal: (n,) the parts of the constraint force
    Qc_ideal: Any
    Qc_nonideal: Any
    nonzero: tuple[Any, ...]  # expressions that are divided by
    zero: tuple[Any, ...]  # expressions that must vanish, for dependent rows to be consistent
    definitions: tuple[tuple[Any, Any], ...]  # pairs of a name and what it stands for
    written_out: bool  # whether nothing but symbols of the system is left
    notes: tuple[str, ...] = ()  # what was left undone, and why


IN_STAGES = (
    "Written out the formulas would be too long, so that they come in stages; these are not "
    "reduced by the constraints."
)
NOT_REDUCED = (
    "On the constraints the formulas would be divided by zero, so that they are not reduced by "
    "them; wanted a state at which the constraints hold, to decide the rank at."
)
NOT_WHOLE = (
    "A Gröbner basis of the constraints would take too long; formulas are reduced by the "
    "constraints as they stand, and may be longer than need be."
)


def solved(
    given: Traced, ranks: Ranks, relations: tuple[Any, ...] = (), written_out: bool | None = None
) -> Solved:
    """The explicit equation, written out if that is short enough."""
    if written_out is not False and not given.definitions:
        try:
            return _written_out(given, ranks, relations, bool(written_out))
        except TooLarge:
            pass
        except ZeroDivisionError:
            if not relations:
                raise
            return solved(given, ranks, (), written_out)._replace(notes=(NOT_REDUCED,))
    elif written_out:
        raise ValueError(
            "`written_out` is True, and the functions alone are too long for it; wanted None."
        )
    notes = (IN_STAGES,) if relations else ()
    return _in_stages(given, ranks)._replace(notes=notes)


def _written_out(given: Traced, ranks: Ranks, relations: Any, forced: bool) -> Solved:
    rows = list(ranks.rows)
    _require_short(len(rows), ROWS, forced)
    A_r, b_r = given.A.extract(rows, range(given.A.cols)), given.b.extract(rows, [0])
    C = sp.zeros(len(given.q), 1) if given.C is None else given.C
    budget = math.inf if forced else BUDGET
    field = Field([*given.M, *given.Q, *given.A, *given.b, *C], relations, given.parameters, budget)
    M, Q, A, b, C = map(field.matrix, (given.M, given.Q, A_r, b_r, C))
    A_T = _transposed(A, len(M))
    if ranks.singular:
        M = _sum(field, M, field.product(A_T, A))
        Q = _sum(field, Q, field.product(A_T, b))
    _require_short(field.roots, ROOTS, forced)
    _require_short(size(M) ** max(map(len, blocks(M))), LARGEST_MASS, forced)
    M_inv = field.inverse(M)
    a = field.product(M_inv, Q)
    if not rows:
        return _free(field, M_inv, a, C)
    turned = field.product(M_inv, A_T)
    S, e = field.product(A, turned), _less(field, b, field.product(A, a))
    _require_short(size(S) ** len(S) * size(e), LARGEST, forced)
    K = field.product(A_T, field.inverse(S))
    ideal = field.product(K, e)
    nonideal = _less(field, C, field.product(K, field.product(A, field.product(M_inv, C))))
    pushed = field.product(M_inv, _sum(field, ideal, nonideal))
    qdd = _sum(field, a, pushed)
    below = denominators((x for rows in (qdd, ideal, nonideal) for row in rows for x in row), field)
    put = _forces(given, field.expressions(ideal))
    return Solved(
        a=None if ranks.singular else field.expressions(a),
        gain=field.expressions(K),
        qdd=field.expressions(qdd).xreplace(put),
        Qc_ideal=field.expressions(ideal),
        Qc_nonideal=field.expressions(nonideal).xreplace(put),
        nonzero=tuple(x for x in below if not x.xreplace(put).is_positive),
        zero=_contradictions(given, ranks, field, A, b),
        definitions=(),
        written_out=True,
        notes=() if field.whole else (NOT_WHOLE,),
    )


def _free(field: Field, M_inv: Matrix, a: Matrix, C: Matrix) -> Solved:
    """The equation of a system that nothing holds."""
    nothing = sp.zeros(len(a), 1)
    below = tuple(denominators((x for row in a for x in row), field))
    qdd = field.expressions(_sum(field, a, field.product(M_inv, C)))
    found, force = field.expressions(a), field.expressions(C)
    return Solved(found, sp.zeros(len(a), 0), qdd, nothing, force, below, (), (), True)


def _require_short(terms: int, most: int, forced: bool) -> None:
    if terms > most and not forced:
        raise TooLarge


def _forces(given: Traced, ideal: Any) -> dict[Any, Any]:
    """What symbols of constraint forces in C stand for, where they are known."""
    return {x: ideal[i] for x, (name, i) in given.forces if name == "Qc_ideal"}


def _contradictions(
    given: Traced, ranks: Ranks, field: Field, A: Matrix, b: Matrix
) -> tuple[Any, ...]:
    """What must vanish for rows that were left out: row − (row Aᵀ)(A Aᵀ)⁻¹A, and the same of b."""
    left = [i for i in range(given.A.rows) if i not in ranks.rows]
    if not left:
        return ()
    A_T = _transposed(A, given.A.cols)
    inverse = field.inverse(field.product(A, A_T))
    found: dict[Any, None] = {}
    for i in left:
        row = field.matrix(given.A[i, :])
        factors = field.product(field.product(row, A_T), inverse)
        pairs = (
            (row, field.product(factors, A)),
            (
                field.matrix(given.b[i, :]),
                field.product(factors, b),
            ),
        )
        for x, y in pairs:
            found |= {field.expression(z): None for z in _less(field, x, y)[0] if z}
    return tuple(x for x in found if x != 0)


def _transposed(rows: Matrix, n: int) -> Matrix:
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(n)]


def _sum(field: Field, x: Matrix, y: Matrix) -> Matrix:
    pairs = zip(x, y, strict=True)
    return [[field.plus(a, b) for a, b in zip(p, q, strict=True)] for p, q in pairs]


def _less(field: Field, x: Matrix, y: Matrix) -> Matrix:
    pairs = zip(x, y, strict=True)
    return [[field.plus(a, -b) for a, b in zip(p, q, strict=True)] for p, q in pairs]


# -- in stages -----------------------------------------------------------------------------------


def _in_stages(given: Traced, ranks: Ranks) -> Solved:
    n, rows = len(given.q), list(ranks.rows)
    taken = (*given.q, *given.qd, given.t, *given.parameters, *(x for x, _ in given.forces))
    stages = Stages(given.definitions, taken)
    M, Q, A, b = map(stages.named, (given.M, given.Q, given.A, given.b))
    A, b = A.extract(rows, range(n)), b.extract(rows, [0])
    if ranks.singular:
        M = stages.named(M + A.T * A)
        Q = stages.named(Q + A.T * b)
    both = stages.solve(M, Q.row_join(A.T))
    a, turned = both[:, 0], both[:, 1:]
    S = stages.product(A, turned)
    K = stages.solve(S, A).T if rows else sp.zeros(n, 0)
    ideal = stages.product(K, stages.named(b - A * a)) if rows else sp.zeros(n, 1)
    nonideal = sp.zeros(n, 1)
    if given.C is not None:
        C = stages.named(given.C.xreplace(_forces(given, ideal)))
        answered = stages.product(A, stages.solve(M, C)) if rows else sp.zeros(0, 1)
        nonideal = stages.named(C - K * answered) if rows else C
    qdd = stages.named(a + stages.solve(M, stages.named(ideal + nonideal)))
    left = [i for i in range(given.A.rows) if i not in rows]
    zero = tuple(given.A[i, :] * qdd - given.b[i, :] for i in left)
    return Solved(
        a=None if ranks.singular else a,
        gain=K,
        qdd=qdd,
        Qc_ideal=ideal,
        Qc_nonideal=nonideal,
        nonzero=tuple(dict.fromkeys(x for x in stages.pivots if not x.is_number)),
        zero=tuple(x[0] for x in zero),
        definitions=tuple(stages.pairs),
        written_out=False,
    )
