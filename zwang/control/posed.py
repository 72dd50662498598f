r"""The state of a mechanism in which joints have given angles and displacements.

A loop can be assembled in several ways, and a joint's rows hold for an axis turned round as well.
So the joints are led from where they are to where they shall be, and the rest follows: that is the
way in which the mechanism could be moved there by hand. Each step is by Gauss and Newton, with the
least change in the metric, and short enough that they converge at once; where that cannot be, at a
dead point, it ends. Of what the joints leave free the nearest to the start is taken then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base import arguments
from zwang.base.arrays import Array, as_floats
from zwang.base.functions import split
from zwang.base.identity.keyed import Same
from zwang.base.status import NumericalError, Status
from zwang.bodies.joints.driven import Driven
from zwang.bodies.mechanism import Mechanism
from zwang.control.driven import driven
from zwang.control.joints import move_of, moves_of
from zwang.engine.evaluate import Evaluated
from zwang.equation.acceleration_form import acceleration_form
from zwang.equation.known import known
from zwang.integrate.projection import metric
from zwang.system.constraints import Holonomic
from zwang.system.system import System

STEP, SHORTEST = 0.2, 1e-3  # of an angle, in radians; the least part of the way in one step
ROUNDS, CLOSE, RANK = 12, 1e-12, 1e-8  # of Gauss and Newton
SETTLING = 300  # steps towards the start in what is free


class Rows(NamedTuple):
    """Joints and drives in a state: what remains of positions and of velocities, their rows, and
    the metric."""

    phi: Any
    velocity: Any
    A: Any
    W: Any


def _rows(system: System, q: Any, qd: Any, t: Any, p: Any) -> Rows:
    form = acceleration_form(system, q, qd, t, p)
    return Rows(form.phi, form.velocity, form.A, metric(system.M(q, t, p), form.A))


rows_at = Evaluated(_rows)


def posed(
    mechanism: Any, values: Any, rates: Any, t: Any = 0.0, p: Any = None, guess: Any = None
) -> tuple[Array, Array]:
    """The state with given angles and displacements of joints, nearest to the start in the rest.

    Shapes: guess (n,).
    """
    rates = {} if rates is None else rates
    for what, x in (("values", values), ("rates", rates)):
        if not isinstance(x, Mapping) or not all(isinstance(name, str) for name in x):
            raise TypeError(f"`{what}` is {x!r}; wanted numbers by the name of a joint.")
        for name, number in x.items():
            arguments.number(f"{what}` of `{name}", number)
    arguments.number("t", t)
    split(p)  # a wrong kind is told now
    start = None if guess is None else np.array(as_floats("guess", guess, np), float)
    if start is not None and (start.ndim != 1 or not start.size or not np.isfinite(start).all()):
        raise ValueError(f"`guess` is {guess!r}; wanted finite coordinates (n,).")
    if not isinstance(mechanism, Mechanism):
        raise TypeError("`posed` is for a controller of a zw.Mechanism; this one has a zw.System.")
    for name in rates:
        if name not in values:
            raise ValueError(f"`rates` has {name!r}, which `values` has not; wanted both.")
    q, qd = (np.array(x, float) for x in mechanism.start(p))
    q = q if start is None else start
    if q.shape != qd.shape:
        raise ValueError(f"`guess` has the shape {q.shape}; wanted {qd.shape}.")
    names, given = tuple(values), np.array([*values.values()], float)
    led = _Led(mechanism, names, float(t), p)
    q = led.to(given, q, qd)
    return q, led.velocities(q, qd, given, np.array([rates.get(name, 0.0) for name in names]))


class _Led:
    """A mechanism whose joints are led."""

    def __init__(self, mechanism: Mechanism, names: tuple[str, ...], t: float, p: Any):
        self.system, self.turns = _held(Same(mechanism), names)
        self.names, self.t, self.p = names, t, p
        self.look: Callable | None = None

    def rows(self, q: np.ndarray, qd: np.ndarray, values: np.ndarray, rates: Any = 0.0) -> Rows:
        """Joints and drives in a state."""
        rates = np.zeros(len(values)) + rates
        p = {"own": self.p, "values": values, "rates": rates, "from": np.asarray(self.t)}
        numbers, rest = split(p, np)
        if self.look is None:
            fixed = known(self.system, q, qd, np.asarray(self.t), numbers, rest)
            self.look = lambda *x: rows_at(fixed, rest, *x)
        found = self.look(q, qd, np.asarray(self.t), numbers)
        return jax.tree.map(np.asarray, found)

    def to(self, wanted: np.ndarray, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        """The coordinates (n,) with the joints where they are wanted."""
        now = self._now(q, qd)
        way = wanted - now
        way[self.turns] = (way[self.turns] + np.pi) % (2 * np.pi) - np.pi
        found, last, _ = self._brought(q, qd, now)
        if found is None:
            raise NumericalError(Status.NOT_ASSEMBLED, "The joints cannot be met near the start.")
        ways = [way]
        if len(way) == 1 and self.turns.all():
            ways.append(way - 2 * np.pi * np.sign(way))  # the other way round
        for each in ways:
            there, part = self._along(found, qd, now, each)
            if part == 1.0:
                return self._settled(there, q, qd, now + each)
        there, _, _ = self._brought(q, qd, now + way, jump=True)
        if there is not None and self._tied(there, qd, now + way):
            return self._settled(there, q, qd, now + way)
        raise NumericalError(Status.NOT_ASSEMBLED, self._stuck(found, qd, now, way, there))

    def velocities(self, q: np.ndarray, qd: np.ndarray, values: Any, rates: Any) -> np.ndarray:
        """The nearest velocities (n,) to given ones, with the joints at their rates."""
        for _ in range(ROUNDS):
            found = self.rows(q, qd, values, rates)
            k = len(found.velocity)
            change = _least(found.A[:k], found.velocity, found.W)
            qd = qd - change
            if _size(found.W, change) <= 1e-14 * _size(found.W, qd):
                break
        left = self.rows(q, qd, values, rates)
        if not _met(left.A[: len(left.velocity)], left.velocity, left.W, _size(left.W, qd)):
            raise NumericalError(Status.NOT_ASSEMBLED, "`rates` cannot be met by the joints.")
        return qd

    def _now(self, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        """Where the joints are: an angle by 2 sin (θ/2), and by the same with θ − π."""
        k = len(self.names)
        first, second = (
            self.rows(q, qd, np.full(k, x)).phi[-k:] if k else np.zeros(0) for x in (0.0, np.pi)
        )
        return np.where(self.turns, 2 * np.arctan2(first, -second), first)

    def _along(self, q: np.ndarray, qd: np.ndarray, now: np.ndarray, way: np.ndarray) -> Any:
        """The coordinates at the end of a way, or at the last step that converged, and its part."""
        longest = STEP / max(float(np.abs(way[self.turns]).max(initial=0.0)), STEP)
        longest = min(longest, 1.0 if self.turns.all() else 0.1)
        part, step = 0.0, longest
        while part < 1.0:
            then = min(1.0, part + step)
            found, _, easily = self._brought(q, qd, now + then * way)
            if found is None:
                step /= 2
                if step < SHORTEST * longest:
                    break
                continue
            q, part = found, then
            step = min(longest, 2 * step) if easily else step
        return q, part

    def _brought(self, q: np.ndarray, qd: np.ndarray, values: np.ndarray, jump: bool = False):
        """The nearest coordinates by Gauss and Newton; None where they do not converge at once."""
        before = np.inf
        for i in range(ROUNDS if not jump else 5 * ROUNDS):
            found = self.rows(q, qd, values)
            change = _least(found.A[: len(found.phi)], found.phi, found.W)
            q, size = q - change, _size(found.W, change)
            whole = _size(found.W, q)
            if not np.isfinite(size) or (i and not jump and size > 0.5 * before > CLOSE * whole):
                return None, q, False
            if size <= CLOSE * whole:
                left = self.rows(q, qd, values)
                met = _met(left.A[: len(left.phi)], left.phi, left.W, whole)
                return (q if met else None), q, i < 4
            before = size
        return None, q, False

    def _settled(self, q: np.ndarray, start: np.ndarray, qd: np.ndarray, values: np.ndarray):
        """Moved along what is free towards the start, as near as it comes."""
        part = 1.0
        for _ in range(SETTLING):
            found = self.rows(q, qd, values)
            A, away = found.A[: len(found.phi)], start - q
            free = away - _least(A, A @ away, found.W)
            if _size(found.W, free) <= 1e-10 * _size(found.W, q):
                break
            there, _, _ = self._brought(q + part * free, qd, values)
            if there is None or not _size(found.W, start - there) < _size(found.W, away):
                part /= 2
                if part < 1e-3:
                    break
                continue
            q = there
        return q

    def _tied(self, q: np.ndarray, qd: np.ndarray, values: np.ndarray) -> bool:
        """Whether the given values depend on each other, so that no way between them is free."""
        found = self.rows(q, qd, values)
        A = found.A[: len(found.phi)]
        k, L = len(values), np.linalg.cholesky(found.W)
        rows = np.linalg.solve(L, A.T).T
        rank = lambda x: np.linalg.matrix_rank(x / np.linalg.norm(x, axis=1)[:, None], RANK)
        return rank(rows) < rank(rows[:-k]) + k

    def _stuck(self, q, qd, now, way, there) -> str:
        """Where a way ends, in words."""
        part = self._along(q, qd, now, way)[1]
        places = now + part * way
        told = ", ".join(f"{name!r} at {x:.4g}" for name, x in zip(self.names, places, strict=True))
        end = f"Led from the start, the joints come as far as {told}: a dead point, or the end."
        if there is None:
            return end
        return (
            f"{end} The `values` can be assembled in another way; wanted a `guess` of the "
            "coordinates near the one that is meant."
        )


@lru_cache(maxsize=16)  # the very same System keeps what was traced of it
def _held(mechanism: Same, names: tuple[str, ...]) -> tuple[System, np.ndarray]:
    """The mechanism with the named joints held where p says; and which of them turn."""
    model = mechanism.value.system(definite=True)
    moves = [move_of(mechanism.value, name, "values") for name in names]
    place = lambda i: lambda t, p: p["values"][i] + p["rates"][i] * (t - p["from"])
    drives = [
        Driven(joint, place(i), coordinate, name=f"{name} as posed")
        for i, (name, (joint, coordinate)) in enumerate(zip(names, moves, strict=True))
    ]
    plant = driven(model, lambda p: p["own"], lambda q: jnp.zeros_like(q))
    phi = moves_of(mechanism.value, drives)
    rows = [Holonomic(lambda q, t, p: phi(p["own"], p, q, t), name="as posed")] if drives else []
    turns = np.array([coordinate == "angle" for _, coordinate in moves], bool)
    return plant.with_constraints((*plant.constraints, *rows)), turns


def _size(W: np.ndarray, x: np.ndarray) -> float:
    return float(np.sqrt(abs(x @ W @ x)))


def _in_metric(A: np.ndarray, W: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    L = np.linalg.cholesky(W)
    Y = np.linalg.solve(L, A.T).T
    lengths = np.linalg.norm(Y, axis=1)
    lengths[lengths == 0] = 1.0
    return L, Y / lengths[:, None], lengths


def _least(A: np.ndarray, left: np.ndarray, W: np.ndarray) -> np.ndarray:
    """The least change x (n,), in the metric, with A x = left."""
    L, Y, lengths = _in_metric(A, W)
    return np.linalg.solve(L.T, np.linalg.lstsq(Y, left / lengths, rcond=RANK)[0])


def _met(A: np.ndarray, left: np.ndarray, W: np.ndarray, whole: float) -> bool:
    """Whether nothing is left but rounding."""
    lengths = _in_metric(A, W)[2]
    least = np.sqrt(np.trace(W) / len(W))
    return bool(np.abs(left / lengths).max(initial=0.0) <= 1e-9 * (whole + least))
