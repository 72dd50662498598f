r"""The kernel's first way, written out: no loops, and nothing for the zeros of M and A.

Most states need no more of the kernel than this: M is positive definite and the rows of A are
independent. With M = L D Lᵀ, L of unit diagonal, and the rows Y = A L⁻ᵀ,

    S = Y D⁻¹ Yᵀ = K E Kᵀ,   S λ = b − Y D⁻¹ w,   x = L⁻ᵀ D⁻¹ (w + Yᵀ λ),   w = L⁻¹ F

No root is taken. Rows of A enter with whatever lengths they have: a row's scale passes through
the factors, so E_i / S_ii is the square of what ``solvers.cholesky`` compares with its tolerance.
Where any of its conditions fails, this says so, and the whole kernel is asked instead. It asks for
more than the kernel does, so that A x = b need not be looked at afterwards. Products with the zeros
of M, A and their factors are left out: what is not finite in the others fails the conditions.

The order of elimination is that of least degree: a chain in whatever order it was described is
eliminated from its ends.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from zwang.ir.scalar.graph import add, div, is_known, sub
from zwang.ir.scalar.graph import times as mul
from zwang.ir.scalar.laws import Values, applied, array, compare, logical

# PIVOT: the least of D_i / M_ii. With it and rows this independent, rounding leaves less of A x - b
# than any tolerance for contradictions. SYMMETRIC: the most of (M_ij - M_ji)^2 / M_ii M_jj.
# SMALLEST, LARGEST: squares of lengths that are in range.
PIVOT, SYMMETRIC, SMALLEST, LARGEST = 1e-7, 1e-24, 1e-280, 1e280

both = logical("and", lambda x, y: x and y)
_root = applied("sqrt", lambda x: math.sqrt(x) if x >= 0 else math.nan)
_more, _less, _size = compare("gt"), compare("lt"), applied("fabs", abs)


class Straight(NamedTuple):
    """What was found, in scalar values."""

    x: Values  # (n,) the answer
    good: Any  # whether the conditions are met
    Z: Values  # (m, n) the rows of A in the metric M, made orthonormal one after the other
    lengths: Values  # (m,) of the rows, in the metric M
    volume: Any  # that the rows span when each has length one: the product of σ


def straight(
    M: Values, A: Values, F: Values, b: Values, least: float, *, glance: bool = True
) -> Straight:
    """x with M x − Aᵀ λ = F and A x = b.

    Coordinates and rows are eliminated in the order of least degree, so that few zeros are filled.

    Shapes: M (n, n), A (m, n), F (n,), b (m,).
    """
    n, m = M.shape[0], A.shape[0]
    good = _symmetric(M)
    lower = {(i, j): M[i, j] for i in range(n) for j in range(i + 1) if not _is_zero(M[i, j])}
    P = by_degree(n, lower)
    L, D, definite = _factor(n, _renamed(lower, P), PIVOT)
    good = both(good, definite)
    inverse = [div(1.0, d) for d in D]
    w = _lower(L, [F[P[i]] for i in range(n)])
    Y = [_lower(L, [A[i, P[j]] for j in range(n)]) for i in range(m)]
    scaled = [{j: mul(y, inverse[j]) for j, y in row.items()} for row in Y]
    gram = _gram(Y, scaled)
    order = by_degree(m, gram)
    K, E, independent = _factor(m, _renamed(gram, order), least**2)
    good = both(good, independent)
    missed = [sub(b[i], _dot(scaled[i], w)) for i in order]
    lam = _upper(K, [_over(x, e) for x, e in zip(_filled(_lower(K, missed), m), E, strict=True)])
    y = _filled(w, n)
    for i in range(m):
        for j, value in Y[order[i]].items():
            y[j] = add(y[j], mul(value, lam[i]))
    x: list[Any] = [0.0] * n
    for j, v in enumerate(_upper(L, [mul(v, d) for v, d in zip(y, inverse, strict=True)])):
        x[P[j]] = v
    for v in x:
        good = both(good, _less(_size(v), math.inf))
    diagonal = [gram.get((i, i), 0.0) for i in range(m)]
    volume: Any = 1.0
    for i in range(m):
        volume = mul(volume, div(E[i], diagonal[order[i]]))
    return Straight(
        x=array(x, (n,)),
        good=good,
        Z=_orthonormal(K, E, [Y[i] for i in order] if glance else [], inverse, n),
        lengths=array((_root(v) for v in diagonal), (m,)),
        volume=_root(volume),
    )


def _symmetric(M: Values) -> Any:
    """Whether M is, but for rounding."""
    good: Any = True
    for i in range(M.shape[0]):
        for j in range(i):
            gap = sub(M[i, j], M[j, i])
            if gap != 0.0:
                allowed = mul(SYMMETRIC, mul(M[i, i], M[j, j]))
                good = both(good, _less(mul(gap, gap), allowed))
    return good


def _orthonormal(K: list[Sparse], E: list[Any], Y: list[Sparse], inverse: list, n: int) -> Values:
    """B = Y D^(-1/2) has the Gram matrix S, so E^(-1/2) K⁻¹ B has the identity."""
    m = len(Y)
    roots, sizes = [_root(d) for d in inverse], [_root(div(1.0, e)) for e in E]
    K = K[:m]
    Z = np.zeros((m, n), object)
    Z[:] = 0.0
    for j in range(n):
        for i, v in _lower(K, [row.get(j, 0.0) for row in Y]).items():
            Z[i, j] = mul(mul(v, roots[j]), sizes[i])
    return array(Z.flat, (m, n))


# -- matrices by their entries that are not zero --------------------------------------------------

Sparse = dict[int, Any]  # a row
Lower = dict[tuple[int, int], Any]  # the lower half of a symmetric matrix


def by_degree(n: int, lower: Lower) -> list[int]:
    """The order of elimination: always the row with the fewest others that it touches."""
    near: list[set[int]] = [set() for _ in range(n)]
    for i, j in lower:
        if i != j:
            near[i].add(j)
            near[j].add(i)
    left, order = set(range(n)), []
    while left:
        k = min(left, key=lambda i: (len(near[i]), i))
        left.remove(k)
        order.append(k)
        for i in near[k]:
            near[i] |= near[k]
            near[i] -= {i, k}
    return order


def _renamed(lower: Lower, order: list[int]) -> Lower:
    new = {k: i for i, k in enumerate(order)}
    return {(max(new[i], new[j]), min(new[i], new[j])): v for (i, j), v in lower.items()}


def _gram(Y: list[Sparse], scaled: list[Sparse]) -> Lower:
    """Y D⁻¹ Yᵀ."""
    found: Lower = {}
    for i, row in enumerate(Y):
        for k in range(i + 1):
            if not row.keys().isdisjoint(scaled[k]):
                found[i, k] = _dot(row, scaled[k])
    return found


def _factor(n: int, S: Lower, least: float) -> tuple[list[Sparse], list[Any], Any]:
    """S = L D Lᵀ: rows of L, D, and whether all D are more than so many parts of the diagonal."""
    L: list[Sparse] = [{} for _ in range(n)]  # without the ones of the diagonal
    below: list[list[int]] = [[] for _ in range(n)]  # rows with an entry in a column
    given: list[list[int]] = [[] for _ in range(n)]
    for i, j in S:
        given[j].append(i)
    D, good = [], True
    for j in range(n):
        size = S.get((j, j), 0.0)
        held = {k: mul(v, D[k]) for k, v in L[j].items()}
        pivot = sub(size, _dot(L[j], held))
        good = both(good, _more(pivot, mul(least, size)))
        good = both(both(good, _more(size, SMALLEST)), _less(size, LARGEST))
        inverse = div(1.0, pivot)
        D.append(pivot)
        filled = {i for k in held for i in below[k]}.union(given[j])
        for i in sorted(i for i in filled if i > j):
            entry = mul(sub(S.get((i, j), 0.0), _dot(L[i], held)), inverse)
            if not _is_zero(entry):
                L[i][j] = entry
                below[j].append(i)
    return L, D, good


def _lower(L: list[Sparse], b: Any) -> Sparse:
    """L⁻¹ b, for L of unit diagonal."""
    x: Sparse = {}
    for i, row in enumerate(L):
        value = sub(b[i], _dot(row, x))
        if not _is_zero(value):
            x[i] = value
    return x


def _upper(L: list[Sparse], b: list[Any]) -> list[Any]:
    """L⁻ᵀ b, for L of unit diagonal."""
    x = list(b)
    for i in reversed(range(len(x))):
        for j, v in L[i].items():
            x[j] = sub(x[j], mul(v, x[i]))
    return x


def _filled(x: Sparse, n: int) -> list[Any]:
    return [x.get(i, 0.0) for i in range(n)]


def _is_zero(x: Any) -> bool:
    return is_known(x) and x == 0


def _over(x: Any, y: Any) -> Any:
    """x / y; the conditions say that y is not zero."""
    return 0.0 if _is_zero(x) else div(x, y)


def _dot(x: Sparse, y: Sparse) -> Any:
    total: Any = 0.0
    for k in sorted(x.keys() & y.keys()):
        total = add(total, mul(x[k], y[k]))
    return total


def square(M: Values, x: Any) -> Any:
    """xᵀ M x."""
    total: Any = 0.0
    for i in range(len(x)):
        for j in range(len(x)):
            if not _is_zero(M[i, j]):
                total = add(total, mul(mul(x[i], M[i, j]), x[j]))
    return total
