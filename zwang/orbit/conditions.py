r"""What chooses one of many orbits: held coordinates, the energy, and where on the orbit it begins.

Each is a row for the changes z of the start along its tangent space, of length one, and its right
side. A coordinate may be one of q, or that of a joint, such as "hinge.angle":

    ∂σ/∂q δq = σ₀ − σ(q)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from zwang.base.functions import Bound
from zwang.base.names import names_of
from zwang.bodies.mechanism import Mechanism
from zwang.linear.local.named import Coordinate, every, functions_of
from zwang.linear.local.variation import Variation
from zwang.motion.motion import look_up
from zwang.orbit.flow import energy_of
from zwang.orbit.manifold import Tangent
from zwang.system.system import System

OPEN = 1e-7  # singular values of the equations, in parts of the largest, that leave a family open
TOLD = 1e-12  # of the length of a row in any direction, what is none along the tangent space


@dataclass(frozen=True, eq=False)
class Held:
    """Coordinates that keep their values."""

    coordinates: tuple[Coordinate, ...] = ()  # (c,) of q, and of joints
    values: tuple[float, ...] = ()  # (c,) theirs

    def rows(
        self, system: System, x: np.ndarray, t: float, p: Any
    ) -> tuple[np.ndarray, np.ndarray]:
        """Derivatives (c, n) by q, and what is missing (c,). Shapes: x (2n,)."""
        n, functions = len(x) // 2, functions_of({}, self.coordinates)
        state = x[:n], x[n:], np.asarray(float(t))
        sigma, slopes = np.zeros(0), np.zeros((0, n))
        if functions:
            variation = Variation(system, p, functions, (), *state)
            found = variation.matrices(variation.state(*state))
            sigma, slopes = found.sigma, found.S.reshape(-1, n)
        sigma, slopes = np.concatenate([sigma, x[:n]]), np.concatenate([slopes, np.eye(n)])
        places = [_place(c, functions) for c in self.coordinates]
        missing = np.array(self.values) - sigma[places]
        around = [not _of_q(c) and c.name.endswith(".angle") for c in self.coordinates]
        turned = 2 * np.pi * np.round(missing / (2 * np.pi))
        return slopes[places], missing - np.where(around, turned, 0.0)

    def at(self, system: System, x: np.ndarray, t: float, p: Any) -> Held:
        """The same, with the values that they have in a state."""
        blank = Held(self.coordinates, (0.0,) * len(self.coordinates))
        return Held(self.coordinates, tuple(-blank.rows(system, x, t, p)[1]))


def _of_q(x: Coordinate) -> bool:
    return x.place is not None


def _place(x: Coordinate, functions: tuple[Bound, ...]) -> int:
    """Where it stands in (functions, q)."""
    if x.place is not None:
        return len(functions) + x.place
    return next(i for i, f in enumerate(functions) if f is x.function)


def named(
    what: str, items: Any, system: System, mechanism: Mechanism | None, n: int
) -> tuple[Coordinate, ...]:
    """Coordinates as a user asks for them, by names, those of joints too, or by indices."""
    known, names = every(system, mechanism, n), names_of(system.coordinates, n)
    found = []
    for item in items:
        if isinstance(item, int | np.integer) and not isinstance(item, bool):
            if not -n <= item < n:
                raise ValueError(f"`{what}` holds {item}; wanted an index from 0 to {n - 1}.")
            item = names[int(item)]
        found.append(look_up(item, known, what=what))
    return tuple({x.name: x for x in found}.values())


def conditions(
    held: Held, energy: float | None, system: System, here: Tangent, x: Any, t: float, p: Any
) -> Iterator[tuple[np.ndarray, float]]:
    """Rows (d,) for the changes z of the start, and their right sides. Shapes: x (2n,)."""
    n = len(x) // 2
    back = here.S_inv @ here.V
    for slope, missing in zip(*held.rows(system, x, t, p), strict=True):
        row, most = slope @ back[:n], np.linalg.norm(slope @ here.S_inv[:n, :n])
        length = np.linalg.norm(row)
        if length > TOLD * most:
            yield row / length, float(missing / length)
    if energy is not None:
        E, slope = energy_of(system, x, t, p)
        row = slope @ back
        length = np.linalg.norm(row) or 1.0
        yield row / length, float((energy - E) / length)


def least(matrix: np.ndarray, right: np.ndarray, periodic: int, cut: float = OPEN) -> np.ndarray:
    """The change that meets the conditions and is the nearest to periodic; the least of these."""
    C, c = matrix[periodic:], right[periodic:]
    U, values, Vt = np.linalg.svd(C, full_matrices=True)
    rank = int((values > OPEN * values.max(initial=0.0)).sum())
    start = Vt[:rank].T @ ((U[:, :rank].T @ c) / values[:rank])
    N = Vt[rank:].T
    rest = right[:periodic] - matrix[:periodic] @ start
    return start + N @ np.linalg.lstsq(matrix[:periodic] @ N, rest, rcond=cut)[0]
