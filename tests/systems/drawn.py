"""Random systems and the ways to solve them, as tables for `every`.

A law is tested on every way that can take a system: ``@every("way, spec", cases(...))``, then
``s = solved(way, spec)``. Laws are stated in *like units*: after solving, system and answer are
measured in the units that they were drawn in, so one tolerance holds whatever the spread of units
was.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, update_wrapper
from typing import Any

import numpy as np
import pytest

from tests.ways import WAYS, Answer, Way
from zwang.zoo.random_system import RandomSystem, random_system

EPS = float(np.finfo(float).eps)

# Measured over thousands of systems, errors are 0.1 (median) to 70 (worst) times
# eps * n * condition * scale**2 * size, with scale**2 for the literal forms only.
SAFETY = 100.0

# Where A and M hardly suffice to fix the motion, no tolerance would mean anything.
MAX_CONDITION = 1e4


def norm(x: np.ndarray) -> float:
    """Root of the sum of squares."""
    return float(np.linalg.norm(x))


def close(found, wanted, tol: float, what: str = "") -> None:
    """Assert that two arrays differ by no more than `tol` in any entry."""
    np.testing.assert_allclose(found, wanted, rtol=0, atol=float(tol), err_msg=what)


@dataclass(frozen=True)
class Spec:
    """What to draw; the arguments of `zwang.zoo.random_system`."""

    n: int
    m: int
    rank_A: int
    rank_M: int
    scale: float = 1.0
    nonideal: bool = False
    seed: int = 0

    @property
    def id(self) -> str:
        C = "-C" if self.nonideal else ""
        return f"n{self.n}-m{self.m}-A{self.rank_A}-M{self.rank_M}-x{self.scale:g}{C}"

    @property
    def unique(self) -> bool:
        return self.rank_A + self.rank_M >= self.n

    @property
    def definite(self) -> bool:
        return self.rank_M == self.n

    def system(self) -> RandomSystem:
        """The system; of successive seeds the first that is well posed."""
        return _draw(self)


@cache
def _draw(spec: Spec) -> RandomSystem:
    for seed in range(1000 * spec.seed, 1000 * spec.seed + 100):
        system = random_system(
            spec.n,
            spec.m,
            spec.rank_A,
            spec.rank_M,
            spec.scale,
            nonideal=spec.nonideal,
            seed=seed,
        )
        if not spec.unique or condition(in_like_units(system)) <= MAX_CONDITION:
            return system
    raise AssertionError(f"no well-posed system for {spec}")


def in_like_units(system: RandomSystem) -> RandomSystem:
    """The same system measured in the units that it was drawn in."""
    d, s = system.units, system.row_units
    return replace(
        system,
        M=system.M / np.outer(d, d),
        Q=system.Q / d,
        A=system.A / np.outer(s, d),
        b=system.b / s,
        C=None if system.C is None else system.C / d,
        qdd=system.qdd * d,
        Qc=system.Qc / d,
        units=np.ones_like(d),
        row_units=np.ones_like(s),
    )


def condition(system: RandomSystem) -> float:
    """Largest over smallest nonzero singular value of [[M, Aᵀ], [A, 0]]."""
    M, _, A, _, _ = system
    m, n = A.shape
    values = np.linalg.svd(np.block([[M, A.T], [A, np.zeros((m, m))]]), compute_uv=False)
    return float(values[0] / values[n + np.linalg.matrix_rank(A, rtol=1e-9) - 1])


def rounding(system: RandomSystem) -> float:
    """Absolute error to expect, in like units: eps * n * condition * size of the data."""
    C = np.zeros(1) if system.C is None else system.C
    size = 1 + sum(norm(x) for x in (system.Q, system.b, C, system.qdd, system.Qc))
    return float(SAFETY * EPS * len(system.Q) * condition(system) * size)


@dataclass(frozen=True)
class Solved:
    """A system and one way's answer, both in like units.

    Attributes
    ----------
    system : RandomSystem
    C : (n,), zeros where the system has none
    answer : Answer
    N : (n, n - rank_A), orthonormal virtual displacements: A N = 0
    tol : absolute error to expect of accelerations and forces
    """

    system: RandomSystem
    C: np.ndarray
    answer: Answer
    N: np.ndarray
    tol: float


@cache
def solved(way: Way, spec: Spec) -> Solved:
    """Solve the system of `spec`, and measure all in like units."""
    return _solved(way, spec.system(), spec.scale, _prepared_once(spec))


def solved_system(way: Way, system: RandomSystem, scale: float) -> Solved:
    """The same for a given system whose units are spread over 1/scale to scale."""
    return _solved(way, system, scale, _prepared(system))


def _solved(way: Way, system: RandomSystem, scale: float, prepared: tuple) -> Solved:
    like, C, N, tol = prepared
    tol = tol * scale**way.scale_power
    assert tol < 1e-3, "a law is not tested by so wide a tolerance"
    raw, d = way.solve(*system), system.units
    answer = Answer(
        qdd=np.asarray(raw.qdd) * d,
        Qc=np.asarray(raw.Qc) / d,
        Qc_ideal=np.asarray(raw.Qc_ideal) / d,
        Qc_nonideal=np.asarray(raw.Qc_nonideal) / d,
    )
    return Solved(like, C, answer, N, tol)


def _prepared(system: RandomSystem) -> tuple:
    """What does not depend on the way: like units, C, null space, rounding."""
    like = in_like_units(system)
    C = np.zeros_like(like.Q) if like.C is None else like.C
    return like, C, null_space(like.A), rounding(like)


@cache
def _prepared_once(spec: Spec) -> tuple:
    return _prepared(spec.system())


def null_space(A: np.ndarray) -> np.ndarray:
    """Orthonormal columns N with A N = 0."""
    return np.linalg.svd(A)[2][np.linalg.matrix_rank(A, rtol=1e-9) :].T


# The systems: every rank for n up to 3, then larger ones. (n, m, rank_A, rank_M):

SMALL = [
    (n, m, rank_A, rank_M)
    for n in (1, 2, 3)
    for m in range(n + 2)
    for rank_A in range(min(m, n) + 1)
    for rank_M in range(n - rank_A, n + 1)
]
MEDIUM = [
    (4, 2, 2, 4),
    (5, 8, 3, 5),
    (6, 6, 6, 0),
    (7, 6, 6, 7),
    (7, 6, 5, 4),
    (10, 4, 4, 8),
    (12, 20, 12, 12),
    (20, 10, 7, 20),
]
LARGE = [
    (30, 20, 20, 30),
    (30, 40, 18, 20),
    (60, 1, 1, 60),
    (60, 40, 40, 60),
    (60, 70, 30, 45),
]
_all_four = [(1.0, False), (10.0, True), (1.0, True), (10.0, False)]
_two_of_them = [(1.0, True), (10.0, False)]
_wide = [(1e3, False), (1e6, True)]
SPECS: list[Spec] = [
    *(Spec(*shape, *_all_four[i % 4], seed=i) for i, shape in enumerate(SMALL)),
    *(Spec(*shape, 1e6, bool(i % 2), seed=i) for i, shape in enumerate(SMALL)),
    *(Spec(*shape, *units_and_C, seed=7) for shape in MEDIUM for units_and_C in _all_four),
    *(Spec(*shape, *units_and_C, seed=7) for shape in LARGE for units_and_C in _two_of_them),
    *(Spec(*shape, *units_and_C, seed=8) for shape in MEDIUM + LARGE for units_and_C in _wide),
]


def specs(where: Callable[[Spec], bool] = lambda spec: True) -> list[tuple[Spec]]:
    """Systems of the table, for ``every("spec", ...)``, with units near one another."""
    return [(spec,) for spec in SPECS if spec.scale <= 10 and where(spec)]


def cases(where: Callable[[Spec], bool] = lambda spec: True) -> list[tuple[Way, Spec]]:
    """Valid pairs for ``every("way, spec", ...)``: each way with each system it takes."""
    return [(way, spec) for way in WAYS for spec in SPECS if way.takes(spec) and where(spec)]


def every(names: str, table: list) -> Callable:
    """Test a law on every row of a table: one test for each way, or one for all.

    Handed out one by one, twenty thousand small tests take longer than they run. A failure has
    the row that it belongs to as a note. Each row gets an `rng` of its own.

    Parameters
    ----------
    names : of the arguments that a row fills, the system last
    table : of `cases` or `specs`
    """
    assert table
    *grouping, _ = wanted = names.split(", ")
    groups: dict[Any, list] = {}
    for row in table:
        groups.setdefault(row[:-1], []).append(row)

    def decorated(law: Callable) -> Callable:
        given = inspect.signature(law).parameters
        others = [parameter for name, parameter in given.items() if name not in wanted]

        def test(group=None, **options):
            for row in groups[group or ()]:
                if "rng" in options:
                    options["rng"] = np.random.default_rng(0)
                try:
                    law(**dict(zip(wanted, row, strict=True)), **options)
                except BaseException as error:
                    error.add_note(f"of {row[-1].id}")
                    raise

        first = [inspect.Parameter("group", inspect.Parameter.KEYWORD_ONLY)] if grouping else []
        others = [x.replace(kind=inspect.Parameter.KEYWORD_ONLY) for x in others]
        update_wrapper(test, law)
        test.__signature__ = inspect.Signature(first + others)  # pyright: ignore
        ids = ["-".join(x.name for x in group) for group in groups]
        return pytest.mark.parametrize("group", list(groups), ids=ids)(test) if grouping else test

    return decorated
