r"""Motion that nobody controls: what the requirements leave free, and whether it stays small.

It is the self-motion of a redundant arm, the cart under a balanced pole, the load under a crane,
the heading of a vehicle of which one point is led: the internal dynamics. Along its directions Z
(see ``directions``) it obeys a linear equation to first order, whose eigenvalues tell whether it
dies out, stays, or grows: where the motion rests or is steady, or where the equation changes slowly
against these rates (see ``steady``). Elsewhere they tell of an instant, and decide nothing.

With priorities a lower aim may be missed, where a higher one leaves it no choice. Then only the
levels above count as held: how the lower aim moves in what they leave is found like the rest.

The state is brought onto the path first, as gains will do. Derivatives are found by differences,
along the directions that matter only: a mechanism of many bodies has many coordinates, and few of
these.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from zwang.control.report.analysis import Reached, least
from zwang.control.report.directions import Frame, State, View, orthonormal
from zwang.control.report.steady import STILL, Equation, equation
from zwang.equation.acceleration_form import Rows

Look = Callable[[Any, Any, Any], Reached]
ROUNDS, CLOSE = 12, 1e-11  # of the way onto the path


@dataclass(frozen=True)
class Internal:
    """Motion that nobody controls.

    Attributes
    ----------
    count : how many directions of the state it has
    eigenvalues : (count,)  of its linear equation, the fastest growing first
    coordinates : those that take the largest part in the fastest growing one
    steady : whether the equation stays as it is, or changes slowly; otherwise its eigenvalues are
        those of an instant, and decide nothing
    pace : the rate by which others are judged
    lower : whether aims of lower priority, which are missed, act in it
    unknown : why none of this is known; else empty
    """

    count: int
    eigenvalues: np.ndarray
    coordinates: tuple[str, ...]
    steady: bool = True
    pace: float = 1.0
    lower: bool = False
    unknown: str = ""

    @property
    def stability(self) -> str:
        """Stable, unstable, undamped (it drifts or swings on, to first order), or undecided."""
        return self.here if self.steady and not self.unknown else "undecided"

    @property
    def here(self) -> str:
        """The same with the equation held as it is: what holds for an instant."""
        if not self.count:
            return "stable"
        growth = float(np.real(self.eigenvalues).max())
        still = STILL * self.pace
        return "unstable" if growth > still else "stable" if growth < -still else "undamped"


NOTHING = Internal(0, np.zeros(0), ())
NOT_FINITE = replace(NOTHING, unknown="not all numbers around this state are finite")
SINGULAR = replace(NOTHING, unknown="at a singular pose its rates would be those of rounding")
MISSED = replace(NOTHING, unknown="requirements are missed here, and which of them hold changes")


def internal(
    look: Look,
    q: Any,
    qd: Any,
    t: Any,
    rows: Rows,
    names: tuple[str, ...],
    gains: tuple[np.ndarray, np.ndarray],
) -> Internal:
    """The internal dynamics near a state, linearised. Shapes: q, qd (n,)."""
    view = View(look, rows)
    x = _on_path(view, State(q, qd, float(t)))
    try:
        frame = view.frame(x)
        if not frame.Z.shape[1]:
            return NOTHING
        pace = _pace(view, x, frame)
        quick = max(pace, np.max(gains[0], initial=0.0), np.sqrt(np.max(gains[1], initial=0.0)))
        view = replace(view, tau=1.0 / pace)
        found = equation(view, x, _in_unit(view, x, frame), pace, quick)
        return _of(found, view.at(x), names, pace)
    except np.linalg.LinAlgError:  # numbers that are not finite
        return NOT_FINITE


def only(look: Look, rows: Rows, held: list[int]) -> tuple[Look, Rows]:
    """The same of some rows, as if the others were no requirements."""

    def some(q: Any, qd: Any, t: Any) -> Reached:
        found = look(q, qd, t)
        return found._replace(A=found.A[held], errors=found.errors[held])

    count = lambda most: sum(i < most for i in held)
    names = tuple(rows.names[i] for i in held)
    return some, Rows(names, (), count(rows.positions), count(rows.velocities))


def _pace(view: View, x: State, frame: Frame) -> float:
    """The fastest rate: of the free directions, of the motion itself, and of what moves the plant.

    Where these are zero, and rounding is all that would have to be told from it, the velocity has
    one that serves.
    """
    found, Y = view.at(x), frame.T @ frame.Z
    size = lambda y: float(np.sqrt(abs(y @ found.M @ y)))
    least = float(np.sqrt(np.trace(found.M) / len(x.q)))  # of q in units of one
    rates = [float(np.abs(np.linalg.eigvals(Y.T @ frame.T @ view.rates(x, frame.Z))).max())]
    own = max(size(found.qdd), size(found.command.qdd))
    rates.append(float(np.sqrt(own / max(size(x.q), least))))
    if x.qd.any():
        rates.append(size(found.command.qdd) / size(x.qd))
    own = size(x.qd) / max(size(x.q), least)
    return max(rates) if max(rates) > 1e-9 * own else own or 1.0


def _in_unit(view: View, x: State, frame: Frame) -> Frame:
    """The frame, found with a time of one, in the unit of time of the view."""
    if not 1e-2 < view.tau < 1e2:  # derivatives were by steps that do not fit
        return view.frame(x)
    T = frame.T.copy()
    T[len(T) // 2 :] *= view.tau
    return orthonormal(frame.Z, T)


def _on_path(view: View, x: State) -> State:
    """The state brought onto constraints and path by the least change; as it is, where it fails."""
    first, (h, k) = x, (view.rows.positions, view.rows.velocities)
    for _ in range(ROUNDS):
        found = view.at(x)
        if found.errors.shape[1] > 2 or not np.isfinite(found.M).all():
            return first
        back = np.linalg.inv(np.linalg.cholesky(found.M)).T
        h_p, k_p = len(found.phi_p), len(found.velocity_p)
        on_q = np.vstack([found.A_p[:h_p], found.A[:h]]), [found.phi_p, found.errors[:h, 0]]
        left = [found.velocity_p, found.errors[:h, 1], found.errors[h:k, 0]]
        on_qd = np.vstack([found.A_p[:k_p], found.A[:k]]), left
        moves = [least(A @ back, np.concatenate(y)) for A, y in (on_q, on_qd)]
        x = State(x.q - back @ moves[0], x.qd - back @ moves[1], x.t)
        sizes = [np.linalg.norm(np.linalg.solve(back, y)) for y in (x.q, x.qd)]
        if not np.isfinite([*x.q, *x.qd]).all():
            return first
        close = (np.linalg.norm(y) <= CLOSE * (1.0 + size) for y, size in zip(moves, sizes))
        if all(close):
            return x
    return first


def _of(found: Equation, here: Reached, names: tuple[str, ...], pace: float) -> Internal:
    if not np.isfinite(found.matrix).all():
        return NOT_FINITE
    values, vectors = np.linalg.eig(found.matrix)
    if not np.isfinite(values).all():
        return NOT_FINITE
    order = np.argsort(-np.real(values), kind="stable")
    size = np.sqrt(np.diag(here.M))
    part = np.abs(found.frame.Z @ vectors[:, order[0]])
    part = size * np.maximum(part[: len(size)], part[len(size) :] / pace)
    strong = [name for name, x in zip(names, part, strict=True) if x > 0.3 * part.max()]
    return Internal(len(order), values[order], tuple(strong), found.steady, pace)
