"""The ways to solve a system: each paper's form, and each of the kernel's solvers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

import zwang as zw
from zwang.papers import ku93, u05, uk95, up06, us10
from zwang.papers._inverses import inverse_square_root, pinv, square_root

if TYPE_CHECKING:
    from tests.systems.drawn import Spec


@dataclass(frozen=True)
class Answer:
    """Acceleration and constraint force with its parts, each (n,)."""

    qdd: np.ndarray
    Qc: np.ndarray
    Qc_ideal: np.ndarray
    Qc_nonideal: np.ndarray


@dataclass(frozen=True)
class Way:
    """One way to get an answer, and what it asks of a system.

    Attributes
    ----------
    name : short, for test ids
    solve : (M, Q, A, b, C) -> anything with the fields of `Answer`
    needs_full_row_rank : cannot take redundant constraints
    needs_definite_M : cannot take a singular mass matrix
    allows_C : can take nonideal constraints
    max_scale : greatest spread of units it is made for
    scale_power : its errors grow like scale ** scale_power; 0 where it scales by itself
    """

    name: str
    solve: Callable[..., Any]
    needs_full_row_rank: bool = False
    needs_definite_M: bool = False
    allows_C: bool = True
    max_scale: float = 10.0
    scale_power: float = 0.0

    def takes(self, spec: Spec) -> bool:
        """Whether this way is made for such a system."""
        return (
            (spec.rank_A == spec.m or not self.needs_full_row_rank)
            and (spec.rank_M == spec.n or not self.needs_definite_M)
            and (self.allows_C or not spec.nonideal)
            and spec.scale <= self.max_scale
        )


def _u05(M, Q, A, b, C):
    Qc_nonideal = np.zeros_like(Q) if C is None else u05.Qc_nonideal(M, A, C)
    Qc_ideal = u05.Qc_ideal(M, Q, A, b)
    return Answer(u05.qdd(M, Q, A, b, C), u05.Qc(M, Q, A, b, C), Qc_ideal, Qc_nonideal)


def _ideal(qdd, Qc):
    return Answer(qdd, Qc, Qc, np.zeros_like(Qc))


def _uk95(M, Q, A, b, C):
    return _ideal(uk95.qdd(M, Q, A, b), uk95.Qc(M, Q, A, b))


def _uk95_scaled(M, Q, A, b, C):
    M_half, M_half_inv = square_root(M), inverse_square_root(M)
    Qc = M_half @ uk95.scaled_constraint_force(M, Q, A, b)
    return _ideal(M_half_inv @ uk95.scaled_acceleration(M, Q, A, b), Qc)


def _ku93(M, Q, A, b, C):
    A_g = pinv(A)
    H_ls = ku93.least_squares_ginverse(M, A, A_g)
    return _ideal(ku93.qdd(M, Q, A, b, A_g, H_ls), ku93.Qc(M, Q, A, b, A_g, H_ls))


def _ku93_random(M, Q, A, b, C):
    rng = np.random.default_rng(len(Q))
    A_g = ku93.random_ginverse(A, rng)
    H_ls = ku93.least_squares_ginverse(M, A, A_g, rng)
    H_hat_ls = ku93.weighted_inverse(M, H_ls)
    qdd = ku93.qdd_weighted(M, Q, A, b, A_g, H_hat_ls)
    return _ideal(qdd, ku93.Qc(M, Q, A, b, A_g, H_ls))


def _up06(M, Q, A, b, C):
    # The paper has no split. The ideal part is by definition the force without C.
    Qc, Qc_ideal = up06.Qc(M, Q, A, b, C), up06.Qc(M, Q, A, b)
    return Answer(up06.qdd(M, Q, A, b, C), Qc, Qc_ideal, Qc - Qc_ideal)


def _us10(alpha):
    def solve(M, Q, A, b, C):
        ideal, nonideal = us10.Qc_parts(M, Q, A, b, C, alpha=alpha)
        return Answer(us10.qdd(M, Q, A, b, C, alpha=alpha), ideal + nonideal, ideal, nonideal)

    return solve


def _us10_by_H(M, Q, A, b, C):
    qdd, qdd_ideal = us10.qdd_by_H(M, Q, A, b, C), us10.qdd_by_H(M, Q, A, b)
    return Answer(qdd, M @ qdd - Q, M @ qdd_ideal - Q, M @ (qdd - qdd_ideal))


def _literal(name: str, solve: Callable[..., Answer], **needs: bool) -> Way:
    """A paper's form: its errors grow with the spread of units."""
    return Way(name, solve, scale_power=2.0, **needs)


def _kernel(name: str, solver: zw.AbstractSolver, **needs: bool) -> Way:
    """One of the kernel's solvers: they bring the units into order themselves."""
    solve = lambda M, Q, A, b, C: zw.solve(M, Q, A, b, C, solver=solver)
    return Way(name, solve, max_scale=1e6, **needs)


WAYS: list[Way] = [
    _literal("u05", _u05, needs_definite_M=True),
    _literal("uk95", _uk95, needs_definite_M=True, allows_C=False),
    _literal("uk95-scaled", _uk95_scaled, needs_definite_M=True, allows_C=False),
    _literal("ku93", _ku93, needs_definite_M=True, allows_C=False),
    _literal("ku93-random", _ku93_random, needs_definite_M=True, allows_C=False),
    _literal("up06", _up06),
    _literal("us10", _us10(1.0)),
    _literal("us10-alpha2", _us10(2.0)),
    _literal("us10-by-H", _us10_by_H),
    _kernel("auto", zw.Auto()),
    _kernel("cholesky", zw.Cholesky(), needs_definite_M=True, needs_full_row_rank=True),
    _kernel("orthogonal", zw.Orthogonal(), needs_definite_M=True),
    _kernel("singular", zw.Singular()),
    _kernel("singular-alpha", zw.Singular(alpha=3.0)),
    _kernel("sparse", zw.Sparse()),
]
