"""Random systems for the papers' equations, and the rows that their differences make.

Units lie together, as the printed forms need; ranks are every rank: rows may repeat each other,
and M may be singular.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from zwang.reproduce.page import Row, within
from zwang.zoo.random_system import RandomSystem, random_system

COUNT = 100
ROUNDING = 1e-11  # conditions are up to a hundred, and the printed forms square them
APART = 1e-3  # what is meant to differ, differs by more


def draw(seed: int, *, singular: bool = False, nonideal: bool = False) -> list[RandomSystem]:
    """``COUNT`` systems, rows redundant in about half of them."""
    rng, found = np.random.default_rng(seed), []
    while len(found) < COUNT:
        n, m = int(rng.integers(2, 7)), int(rng.integers(1, 7))
        rank_A = int(rng.integers(1, min(n, m) + 1))
        if rank_A == n:
            continue  # nothing is left to move, and laws about virtual displacements are empty
        rank_M = int(rng.integers(n - rank_A, n)) if singular else n
        system = random_system(n, m, rank_A, rank_M, nonideal=nonideal, seed=rng)
        if _fair(system):
            found.append(system)
    return found


def _fair(system: RandomSystem) -> bool:
    """Whether M and A together are far from leaving a direction free."""
    values = np.linalg.svd(np.hstack([system.M, system.A.T]), compute_uv=False)
    return bool(values[-1] > 0.05 * values[0])


def generator(seed: int) -> np.random.Generator:
    """Of what is drawn beside a system: other accelerations, vectors that should not matter."""
    return np.random.default_rng(seed)


def apart(x: Any, y: Any) -> float:
    """The largest difference, in parts of the larger of the two and one."""
    x, y = np.asarray(x), np.asarray(y)
    return float(np.max(np.abs(x - y)) / (1.0 + np.maximum(np.max(np.abs(x)), np.max(np.abs(y)))))


def differences(
    samples: Iterable[Any], law: Callable[..., Mapping[str, Any]], *others: Any
) -> dict[str, list[float]]:
    """What a law leaves, by its names, in every sample."""
    left: dict[str, list[float]] = {}
    for sample in samples:
        for name, values in law(sample, *others).items():
            left.setdefault(name, []).extend(np.ravel(values))
    return left


def vanishing(left: Mapping[str, list[float]], bound: float = ROUNDING) -> tuple[Row, ...]:
    """A row for each law; names are "what | equation"."""
    named = ((name.split(" | "), values) for name, values in left.items())
    return tuple(within(what, where, values, bound) for (what, where), values in named)


def above(what: str, where: str, values: Iterable[float], least: float = APART) -> Row:
    """A row for what must not vanish."""
    return Row(what, where, values, np.inf, np.nextafter(least, np.inf), "more than 0")
