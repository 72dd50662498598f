"""[UP06], as [US10] quotes it, at random states: singular mass matrices by the stacked matrix."""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.base.status import Status
from zwang.equation.fundamental import solve
from zwang.papers import up06 as printed
from zwang.reproduce.draws import COUNT, apart, differences, draw, vanishing
from zwang.reproduce.page import STATES, Paper, Section, counted
from zwang.zoo.random_system import random_system


def paper() -> Paper:
    """All that the page tells of this paper."""
    return Paper(
        key="UP06",
        title="Explicit equations of motion for constrained mechanical systems with singular mass "
        "matrices and applications to multi-body dynamics",
        citation="F. E. Udwadia and P. Phohomsiri, Proc. R. Soc. Lond. A 462 (2006), 2097–2117; "
        "equations and numbers as quoted in US10.",
        words=(
            "The equation is computed as printed at random systems and set beside zwang’s kernel, "
            "which goes another way.",
        ),
        sections=(_stacked(), _free()),
    )


def _stacked() -> Section:
    left = differences(draw(2006, singular=True, nonideal=True), _law)
    words = (f"{COUNT} systems with singular M, a nonideal C, and rows that may be redundant.",)
    return Section("US10 (8): the stacked matrix", STATES, words, vanishing(left))


def _law(system: Any) -> dict[str, Any]:
    M, Q, A, b, C = system
    told = solve(M, Q, A, b, C)
    qdd = printed.qdd(M, Q, A, b, C)
    stacked = printed.stacked_matrix(M, A)
    return {
        "q̈ less the kernel’s | eq. (8)": apart(qdd, told.qdd),
        "M q̈ − Q less the kernel’s force | eqs. (5), (64)": apart(
            printed.Qc(M, Q, A, b, C), told.Qc
        ),
        "stacked matrix times the kernel’s q̈ less [(I − A⁺A)(Q + C); b] | eq. (8)": apart(
            stacked @ told.qdd,
            np.concatenate([Q + C - np.linalg.pinv(A) @ A @ (Q + C), b]),
        ),
        "A q̈ − b | eq. (4)": apart(A @ qdd, b),
    }


def _free() -> Section:
    """Where [M | Aᵀ] has not rank n: all accelerations, and the one force."""
    rng, fine, wrong = np.random.default_rng(8), [], []
    for seed in range(COUNT):
        n, m = int(rng.integers(3, 7)), int(rng.integers(1, 4))
        rank_A = int(rng.integers(1, min(m, n - 1) + 1))
        gap = int(rng.integers(1, n - rank_A + 1))
        system = random_system(n, m, rank_A, n - rank_A - gap, seed=seed)
        M, Q, A, b, _ = system
        found = solve(M, Q, A, b, throw=False)
        free = found.freedom
        fine.append(
            found.status == Status.NOT_UNIQUE
            and not printed.is_unique(M, A)
            and free.directions.shape[1] == gap
        )
        shifted = free.qdd + free.directions @ rng.standard_normal(free.directions.shape[1])
        wrong.append(
            {
                "A q̈ − b for any of them | eq. (4)": apart(A @ shifted, b),
                "M q̈ − Q − Qc for any of them | eq. (5)": apart(M @ shifted, Q + found.Qc),
                "Qc of the kernel less the planted one | eq. (5): the force is unique": apart(
                    found.Qc, system.Qc
                ),
            }
        )
    what = "systems in which zwang finds all free directions, and says so"
    rows = counted(what, "rank of [M | Aᵀ]", fine), *vanishing(differences(wrong, dict))
    words = (
        f"{COUNT} systems in which one to four directions have neither mass nor constraint: a "
        "particular acceleration plus any combination of the free directions.",
    )
    return Section("Where the acceleration is not unique", STATES, words, rows)
