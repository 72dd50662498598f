r"""The kernel's first way, written out: no loops, and nothing for the zeros of M and A.

Most states need no more of the kernel than this: M is positive definite and the rows of A are
independent. With M = L D Lᵀ, L of unit diagonal, and the rows Y = A L⁻ᵀ,

    S = Y D⁻¹ Yᵀ = K E Kᵀ,   S λ = b − Y D⁻¹ w,   x = L⁻ᵀ D⁻¹ (w + Yᵀ λ),   w = L⁻¹ F

No root is taken. Rows of A enter with whatever lengths they have: a row's scale passes through
the factors, so E_i / S_ii is the square of what ``solvers.cholesky`` compares with its tolerance.
Where any of its conditions fails, this says so, and the whole kernel is asked instead. It asks for
more than the kernel does, so that A x = b need not be looked at afterwards. Products with the zeros
of M, A and their factors are left out: what is not finite in the others fails the conditions.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from zwang.engine.scalar.elementwise import Values, array, compare, logical
from zwang.engine.scalar.graph import add, applied, div, is_known, sub
from zwang.engine.scalar.graph import times as mul

# PIVOT: the least of D_i / M_ii. With it and rows this independent, rounding leaves less of A x - b
# than any tolerance for contradictions. SYMMETRIC: the most of (M_ij - M_ji)^2 / M_ii M_jj.
# SMALLEST, LARGEST: squares of lengths that are in range.
PIVOT, SYMMETRIC, SMALLEST, LARGEST = 1e-7, 1e-24, 1e-280, 1e280

both = logical("and", lambda x, y: x and y)
_root = applied("sqrt", lambda x: math.sqrt(x) if x >= 0 else math.nan)
_more, _less, _size = compare("gt"), compare("lt"), applied("fabs", abs)


class Straight(NamedTuple):
    """What was found, in scalar values.

    Attributes
    ----------
    x : (n,)        the answer
    good : ()       whether the conditions are met
    Z : (m, n)      the rows of A in the metric M, made orthonormal one after the other
    lengths : (m,)  of the rows, in the metric M
    volume : ()     that the rows span when each has length one: the product of σ
    """

    x: Values
    good: Any
    Z: Values
    lengths: Values
    volume: Any


def straight(M: Values, A: Values, F: Values, b: Values, least: float) -> Straight:
    """x with M x − Aᵀ λ = F and A x = b.

    Parameters
    ----------
    M : (n, n)
    A : (m, n)
    F : (n,)
    b : (m,)
    least : what ``solvers.cholesky`` wants of each row, of its length
    """
    n, m = M.shape[0], A.shape[0]
    L, D, good = _factor(M, [M[i, i] for i in range(n)], PIVOT)
    for i in range(n):
        for j in range(i):
            gap = sub(M[i, j], M[j, i])
            allowed = mul(SYMMETRIC, mul(M[i, i], M[j, j]))
            good = both(good, _less(mul(gap, gap), allowed)) if gap != 0.0 else good
    inverse = [div(1.0, d) for d in D]
    w = _lower(L, F)
    Y = [_lower(L, A[i]) for i in range(m)]
    scaled = [[mul(y, d) for y, d in zip(row, inverse, strict=True)] for row in Y]
    S = array((_dot(Y[i], scaled[k]) for i in range(m) for k in range(m)), (m, m))
    K, E, independent = _factor(S, [S[i, i] for i in range(m)], least**2)
    good = both(good, independent)
    lam = _lower(K, array((sub(b[i], _dot(scaled[i], w)) for i in range(m)), (m,)))
    lam = _upper(K, [_over(x, e) for x, e in zip(lam, E, strict=True)])
    y = [add(w[j], _dot([Y[i][j] for i in range(m)], lam)) for j in range(n)]
    x = _upper(L, [mul(v, d) for v, d in zip(y, inverse, strict=True)])
    for v in x:
        good = both(good, _less(_size(v), math.inf))

    # B = Y D^(-1/2) has the Gram matrix S, so E^(-1/2) K⁻¹ B has the identity.
    roots, sizes = [_root(d) for d in inverse], [_root(div(1.0, e)) for e in E]
    rows = zip(*(_lower(K, [Y[i][j] for i in range(m)]) for j in range(n)), strict=True)
    Z = [
        [mul(mul(v, r), size) for v, r in zip(row, roots, strict=True)]
        for row, size in zip(rows, sizes, strict=True)
    ]
    volume: Any = 1.0
    for i in range(m):
        volume = mul(volume, div(E[i], S[i, i]))
    return Straight(
        x=array(x, (n,)),
        good=good,
        Z=array((v for row in Z for v in row), (m, n)),
        lengths=array((_root(S[i, i]) for i in range(m)), (m,)),
        volume=_root(volume),
    )


def _factor(S: Values, size: list[Any], least: float) -> tuple[Values, list[Any], Any]:
    """S = L D Lᵀ: L, D, and whether all D are more than so many parts of the diagonal."""
    n, good = S.shape[0], True
    L, D = np.zeros((n, n), object), []
    for j in range(n):
        held = [mul(L[j, k], D[k]) for k in range(j)]
        pivot = sub(S[j, j], _dot(L[j, :j], held))
        good = both(good, _more(pivot, mul(least, size[j])))
        good = both(both(good, _more(size[j], SMALLEST)), _less(size[j], LARGEST))
        inverse = div(1.0, pivot)
        D.append(pivot)
        L[j, j] = 1.0
        for i in range(j + 1, n):
            L[i, j] = mul(sub(S[i, j], _dot(L[i, :j], held)), inverse)
    return L, D, good


def _lower(L: Values, b: Any) -> list[Any]:
    """L⁻¹ b, for L of unit diagonal."""
    x: list[Any] = []
    for i in range(len(b)):
        x.append(sub(b[i], _dot(L[i, :i], x)))
    return x


def _upper(L: Values, b: list[Any]) -> list[Any]:
    """L⁻ᵀ b, for L of unit diagonal."""
    x = list(b)
    for i in reversed(range(len(x))):
        x[i] = sub(x[i], _dot(L[i + 1 :, i], x[i + 1 :]))
    return x


def _over(x: Any, y: Any) -> Any:
    """x / y; the conditions say that y is not zero."""
    return 0.0 if is_known(x) and x == 0 else div(x, y)


def _dot(x: Any, y: Any) -> Any:
    total: Any = 0.0
    for a, b in zip(x, y, strict=True):
        total = add(total, mul(a, b))
    return total


def square(M: Values, x: Any) -> Any:
    """xᵀ M x."""
    return _dot(x, [_dot(row, x) for row in M])
