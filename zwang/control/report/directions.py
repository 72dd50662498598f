r"""The directions of the state that requirements and constraints leave free, in a moving frame.

On the path and on the physical constraints the state (q, q̇) can move along z = (δq, δq̇) with

    A δq = 0        of rows on positions,
    ∂φ̇/∂q δq + A δq̇ = 0,    ∂ψ/∂q δq + A δq̇ = 0        of rows on positions and on velocities.

A row on velocities, such as a wheel that does not slip, holds no position: that is what leaves the
heading of a vehicle free. Rows on accelerations hold nothing.

Let N span the δq with A δq = 0, orthonormal in the metric W. Of z then count

    a = NᵀW δq,        c = NᵀW δq̇ + Γ a,
    Γ_ji = ½ (∂_q̇W (nᵢ, nⱼ) + ∂_i W (q̇, nⱼ) − ∂_j W (q̇, nᵢ)),

the displacement and its covariant rate: numbers that do not depend on the coordinates, and that no
isometry changes. Directions Z are taken orthonormal in y = (a, τ c), with a time τ for the unit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from zwang.base.status import Status
from zwang.control.report.analysis import Reached
from zwang.equation.acceleration_form import Rows

MANY = 12  # coordinates above which a look is dear, and differences are by two points
STEPS = 1e-3, 6e-6  # of four points and of two: fifth and third root of eps, in parts of one
BENT = 1e-3  # a change of slopes for which steps are made shorter
RANK = 1e-7  # of rows found by differences


class State(NamedTuple):
    """A state: q and q̇ (n,), and the time."""

    q: np.ndarray
    qd: np.ndarray
    t: float

    def moved(self, step: float, z: np.ndarray) -> State:
        """Moved along a direction (2 n,)."""
        n = len(self.q)
        return self._replace(q=self.q + step * z[:n], qd=self.qd + step * z[n:])


class Step(NamedTuple):
    """A step of the controlled motion."""

    state: State  # after it; or the stage that has no control
    goes_on: bool  # whether there is a control in all stages
    rough: float = 0.0  # by how much the two accelerations in its middle differ, in parts of these
    rate: float = 0.0  # the larger of them, in the metric


def stepped(look: Callable[[Any, Any, Any], Reached], x: State, h: float) -> Step:
    """The controlled motion a time h later, by Runge and Kutta."""
    slopes: list[tuple[Any, Any]] = []
    M: Any = None
    for part in (0.0, 0.5, 0.5, 1.0):
        y = x
        if slopes:
            v, a = slopes[-1]
            y = State(x.q + part * h * v, x.qd + part * h * a, x.t + part * h)
        here = look(y.q, y.qd, y.t)
        found, M = here.command, here.M
        if found.status != Status.OK:
            return Step(y, False)
        slopes.append((y.qd, found.qdd))
    (v1, a1), (v2, a2), (v3, a3), (v4, a4) = slopes
    q, qd = x.q + h / 6 * (v1 + 2 * v2 + 2 * v3 + v4), x.qd + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
    size = lambda y: float(np.sqrt(abs(y @ M @ y)))
    rate = max(size(a2), size(a3))
    return Step(State(q, qd, x.t + h), True, size(a3 - a2) / (rate or 1.0), rate)


class Frame(NamedTuple):
    """Free directions in a state."""

    Z: np.ndarray  # (2n, count) directions
    T: np.ndarray  # (2f, 2n) y = T z; the columns of T Z are orthonormal


@dataclass(frozen=True)
class View:
    """The controlled model as functions of the state."""

    # what the control can do, as a function of q, qd and t
    look: Callable[[Any, Any, Any], Reached]
    rows: Rows  # which row of the requirements is whose
    tau: float = 1.0  # unit of time

    def at(self, x: State) -> Reached:
        """What is found in a state."""
        return self.look(x.q, x.qd, x.t)

    def slopes(self, x: State, Z: np.ndarray, value: Callable[[Reached], Any]) -> np.ndarray:
        """The derivative (k, columns) of something found, along directions (2n, columns)."""
        sizes = np.maximum(1.0, np.abs(x.q)), np.maximum(1.0 / self.tau, np.abs(x.qd))
        dear, found = len(x.q) > MANY, []
        for z in Z.T:
            h = STEPS[dear] / np.abs(z / np.concatenate(sizes)).max()
            along = lambda s, z=z: value(self.at(x.moved(s, z)))
            found.append((along(h) - along(-h)) / (2 * h) if dear else _slope(along, h))
        return np.stack(found, 1) if found else np.zeros((len(value(self.at(x))), 0))

    def rates(self, x: State, Z: np.ndarray) -> np.ndarray:
        """d/dt (δq, δq̇) under the control (2n, columns), to first order."""
        n, L = len(x.q), np.linalg.cholesky(self.at(x).M)
        slopes = self.slopes(x, Z, lambda found: L.T @ found.command.qdd)  # in the metric
        return np.vstack([Z[n:], np.linalg.solve(L.T, slopes)])

    def frame(self, x: State) -> Frame:
        """The free directions in a state."""
        here = self.at(x)
        back = np.linalg.inv(np.linalg.cholesky(here.M)).T  # W = L Lᵀ, and this is L⁻ᵀ
        raised = here.errors.shape[1] > 2  # rows that are differentiated on have another A
        Z, N, turn = (self._further if raised else self._usual)(x, here, back)
        project = N.T @ here.M
        rate = self.tau * np.hstack([turn @ project, project])
        T = np.vstack([np.hstack([project, 0.0 * project]), rate])
        return orthonormal(Z, T)

    def _usual(self, x: State, here: Reached, back: np.ndarray) -> Any:
        """Z, N and Γ, by derivatives along N only."""
        h, k, h_p = self.rows.positions, self.rows.velocities, len(here.phi_p)
        A = np.vstack([here.A_p[:h_p], here.A[:h]])
        N = back @ null(A @ back)
        change, turn = self._along(x, N, here, lambda found: _velocities(found, h, k))
        B = np.vstack([here.A_p[: len(here.velocity_p)], here.A[:k]]) @ back
        inner = null(np.hstack([change, B / self.tau]))
        f = N.shape[1]
        return np.vstack([N @ inner[:f], back @ inner[f:] / self.tau]), N, turn

    def _further(self, x: State, here: Reached, back: np.ndarray) -> Any:
        """The same where the derivatives above the first must vanish too."""
        n, A = len(x.q), here.A_p[: len(here.phi_p)]
        N = back @ null(A @ back)
        turn = self._along(x, N, here, lambda found: np.zeros(0))[1]
        wide = np.kron(np.diag([1.0, 1.0 / self.tau]), back)
        both = lambda found: np.concatenate([found.velocity_p, found.errors.ravel()])
        slopes = self.slopes(x, wide, both)
        held = np.hstack([A @ back, np.zeros((len(A), n))])
        return wide @ null(np.vstack([held, slopes])), N, turn

    def _along(self, x: State, N: np.ndarray, here: Reached, value: Callable) -> Any:
        """Derivatives of something found along N with q̇ held, and Γ."""
        n, f = N.shape
        moves = np.column_stack([N, x.qd]) if x.qd.any() else N
        wide = np.vstack([moves, np.zeros_like(moves)])
        slopes = self.slopes(x, wide, lambda y: np.concatenate([value(y), y.M.ravel()]))
        change = slopes[: len(slopes) - n * n]
        W = slopes[len(change) :].T.reshape(-1, n, n)
        if not x.qd.any():
            return change, np.zeros((f, f))
        cross = np.stack([w @ x.qd for w in W[:f]], 1).T @ N if f else np.zeros((0, 0))
        turn = (N.T @ W[f] @ N + cross.T - cross) / 2  # cross: ∂_i W (q̇, nⱼ)
        return change[:, :f], turn


def _slope(along: Callable[[float], np.ndarray], h: float) -> np.ndarray:
    """The derivative at zero, by four points as near as the function needs.

    Near a state in which inputs lose their grip a control changes much within a step that suits
    others. Then the differences over one step and over two are not alike, and steps are made
    shorter, as long as that helps: of what is only rounding it does not.
    """
    found, least = np.zeros(0), np.inf
    while True:
        near, far = ((along(s) - along(-s)) / (2 * s) for s in (h, 2 * h))
        off = float(np.linalg.norm(near - far))
        if not off < least:
            return found if len(found) else (4 * near - far) / 3
        found, least = (4 * near - far) / 3, off
        if off <= BENT * np.linalg.norm(near):
            return found
        h /= 8


def orthonormal(Z: np.ndarray, T: np.ndarray) -> Frame:
    """A frame of the same directions, orthonormal in y = T z. Shapes: Z (2n, count), T (2f, 2n)."""
    return Frame(Z @ np.linalg.inv(np.linalg.qr(T @ Z)[1]), T)


def _velocities(found: Reached, h: int, k: int) -> np.ndarray:
    """What must vanish of velocities: of the plant, then φ̇ and ψ of the requirements."""
    return np.concatenate([found.velocity_p, found.errors[:h, 1], found.errors[h:k, 0]])


def null(rows: np.ndarray) -> np.ndarray:
    """An orthonormal basis of what rows hold to zero, its vectors in columns.

    Shapes: rows (m, k).
    """
    lengths = np.linalg.norm(rows, axis=1)
    rows = rows[lengths > 0] / lengths[lengths > 0, None]
    if not len(rows):
        return np.eye(rows.shape[1])
    _, values, V = np.linalg.svd(rows)
    return V[int((values > RANK * values[0]).sum()) :].T
