"""Equilibrium: a state of rest or of steady motion, and what holds it there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from zwang.base import arguments
from zwang.base.arrays import as_dense
from zwang.base.escape import for_terminal
from zwang.base.names import names_of
from zwang.base.process.one_thread import one_thread
from zwang.base.status import NumericalError, Status
from zwang.bodies.along.exerted import exerted
from zwang.bodies.mechanism import Mechanism
from zwang.consistency.independence import Independence, in_metric
from zwang.linear.linear import AbstractSettled, Linear
from zwang.linear.local.variation import Variation
from zwang.linear.page import eigenvalue_lines
from zwang.linear.stability import DEGENERATE, UNDECIDED, Verdict
from zwang.motion.motion import look_up
from zwang.rest.few import Few, few_of_small

NOTHING = 1e-12  # a force, or a torque, that is the rounding of the other one
MOST = 6  # coordinates on which a force is told
LARGE = 500  # coordinates from which on a page computes nothing that was not asked for
UNSEEN = "not looked at; ask .stability"


class Near(NamedTuple):
    """Small motions, and the names of coordinates whose rates stay."""

    linear: Linear
    steady: tuple[str, ...]


class Holds(NamedTuple):
    """What holds a state."""

    variation: Variation  # of the system
    # M, A: (n, n), (m, n) or sparse
    M: Any
    A: Any
    lam: np.ndarray  # (m,)
    units: np.ndarray  # (n,) √M_jj, or those of the mass that stands for it


@dataclass(frozen=True, eq=False)
class Equilibrium(AbstractSettled):
    """A state in which the forces balance, or where the search for one ended; print it.

    Attributes
    ----------
    q, qd : (n,)        the state; qd is zero, but in a steady motion
    t, p : time and parameters
    residual : (n,)     the force that nothing balances, on each coordinate
    off : ()            its length, in parts of all forces in the metric M
    holds : the multipliers, and what they belong to
    near : gives small motions about it, when they are first asked for; None where there are none
    energy : of the state; None where the system has none
    status : a ``Status``
    detail : what failed, in words
    degenerate : whether the stiffness vanishes with the force, as far as the search can tell
    known : gives its stability without small motions, or None where it takes these
    few : gives some modes without small motions, of a large state
    lacking : why there are no small motions; None where there are. Where the guess has no
        acceleration forces are NaN too; where the forces balance, but along what has neither mass
        nor constraint, ``status`` is OK
    """

    q: np.ndarray
    qd: np.ndarray
    t: float
    p: Any
    residual: np.ndarray
    off: float
    holds: Holds
    near: Callable[[], Near] | None
    energy: float | None
    status: Status = Status.OK
    detail: str = ""
    degenerate: bool = False
    known: Callable[[], Verdict | None] | None = None
    lacking: NumericalError | None = None
    few: Callable[[int, complex], Few] | None = None

    @cached_property
    @one_thread
    def _near(self) -> Near:
        if self.near is None:
            raise self.lacking or NumericalError(self.status, self.detail)
        return self.near()

    @property
    def linear(self) -> Linear:
        """Small motions about it."""
        return self._near.linear

    @property
    def steady(self) -> tuple[str, ...]:
        """Coordinates whose rates stay as they are."""
        return self._near.steady

    @property
    def names(self) -> tuple[str, ...]:
        """Of the coordinates."""
        return names_of(self.holds.variation.system.coordinates, len(self.q))

    @property
    def residuals(self) -> dict[str, float]:
        """The force that nothing balances, by the name of the coordinate."""
        return dict(zip(self.names, map(float, self.residual), strict=True))

    @property
    def eigenvalues(self) -> Any:
        """Of small motions about it."""
        return self.linear.eigenvalues

    @property
    def stability(self) -> str:
        """ "asymptotically stable", "stable", "unstable" or "undecided", to first order."""
        return self.verdict.word

    @cached_property
    @one_thread
    def verdict(self) -> Verdict:
        """The same with its reason."""
        if self.lacking is not None:
            why = f"{self.lacking.status.cause} {self.lacking.detail}".strip()
            return Verdict(UNDECIDED, f"there are no small motions: {why}")
        known = None if self.known is None or "_near" in self.__dict__ else self.known()
        if known is not None:
            return known
        if self.degenerate and self.linear.steady != "instant":
            return Verdict(UNDECIDED, DEGENERATE)
        return self.linear.verdict

    @one_thread
    def modes(self, count: int = 6, near: complex = 0.0) -> Few:
        """The modes nearest to a number, by default the slowest; of a large state by sparse means.

        Parameters
        ----------
        count : how many eigenvalues
        near : the number, in radians per unit of time: 20j for oscillations of about that rate
        """
        arguments.whole("count", count)
        numeric = isinstance(near, int | float | complex | np.number) and not isinstance(near, bool)
        if not (numeric and np.isfinite(near)):
            raise ValueError(f"`near` is {near!r}; wanted a finite number, as 20j.")
        if self.few is not None and "_near" not in self.__dict__:
            return self.few(count, complex(near))
        return few_of_small(self.linear, count, complex(near))

    # -- what holds it ---------------------------------------------------------------------------

    def lam(self, name: str) -> Any:
        """The multipliers of one constraint: a number for one row, (rows,) for several.

        Parameters
        ----------
        name : of a constraint, or of one of its rows
        """
        rows = self._rows_of(name)
        lam = self.holds.lam[list(rows)]
        return float(lam[0]) if len(rows) == 1 else lam

    def force(self, name: str) -> np.ndarray:
        """What one constraint exerts (n,): A_gᵀ λ_g.

        Parameters
        ----------
        name : of a constraint, or of one of its rows
        """
        rows = list(self._rows_of(name))
        return self.holds.A[rows].T @ self.holds.lam[rows]

    @cached_property
    @one_thread
    def unique(self) -> dict[str, bool]:
        """By constraint, whether its force is unique; if not, redundant ones share it anyhow."""
        groups = self.holds.variation.rows.groups
        if np.isnan(self.holds.lam).any():
            return {name: False for name, _ in groups}
        M, A = as_dense(self.holds.M), as_dense(self.holds.A)
        if not len(A):
            return {}
        with np.errstate(all="ignore"):
            rows = Independence(in_metric(M, A))
        return {name: rows.is_unique(group) for name, group in groups}

    def _rows_of(self, name: str) -> tuple[int, ...]:
        rows = self.holds.variation.rows
        own = {row: (i,) for i, row in enumerate(rows.names)}
        return look_up(name, dict(rows.groups), own)

    def _held(self, name: str) -> str:
        """What a constraint exerts, in words: a joint a force and a torque, each in its own unit.

        Of another one its force on each coordinate, the largest in the metric first.
        """
        found = self.holds
        mechanism = found.variation.system.origin
        if isinstance(mechanism, Mechanism) and name in {x.label for x in mechanism.joints}:
            mechanism, A = mechanism.at(self.p), as_dense(found.A)
            rows, lam = found.variation.rows, found.lam[: len(A)]
            joint = exerted(mechanism, name, self.q, self.qd, lam, A, rows)
            force, torque = (float(np.linalg.norm(x)) for x in (joint.force, joint.torque))
            lever = float(np.abs(self.q).max())
            torque = torque if torque > NOTHING * lever * force else 0.0
            force = force if force * lever > NOTHING * torque else 0.0
            return f"force {force:.8g}, torque {torque:.8g}"
        force = self.force(name)
        sizes = np.abs(force) / found.units
        places = np.argsort(-sizes, kind="stable")[:MOST]
        told = [
            f"{force[i]:.8g} on {self.names[i]}" for i in places if sizes[i] > 1e-9 * sizes.max()
        ]
        return ", ".join(told) or "with no force"

    # -- as a page -------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return "\n".join(map(for_terminal, self._page()))

    __str__ = __repr__

    @property
    def _seen(self) -> bool:
        """Whether a page shows small motions: of a large system if they were asked for before."""
        small = len(self.q) < LARGE and self.lacking is None
        return small or "_near" in self.__dict__

    def _page(self) -> Iterator[str]:
        if self.lacking is not None and self.status != Status.OK:
            yield f"Equilibrium: none, t = {self.t:.6g}; this is the guess"
            yield f"  status          {self.status.name}: {self.status.cause} {self.detail}"
            yield from (f"  {x:<15} {y:14.8g}" for x, y in zip(self.names, self.q, strict=True))
            return
        kind = "steady motion" if self.qd.any() else "state of rest"
        if self.status != Status.OK:
            kind = f"no {kind}; the search ended here"
        elif self._seen and self.linear.steady == "instant":
            kind = f"no {kind}; forces balance for an instant"
        yield f"Equilibrium: {kind}, t = {self.t:.6g}"
        yield f"  status          {self.status.name}{f': {self.detail}' if self.detail else ''}"
        yield f"  unbalanced      {self.off:.2g} of all forces"
        if self.status == Status.OK:
            asked = self._seen or self.lacking is not None or "verdict" in self.__dict__
            told = self.verdict if asked else None
            yield f"  stability       {f'{told.word}: {told.reason}' if told else UNSEEN}"
        if self._seen and self.steady and self.qd.any():
            yield f"  steady          {', '.join(self.steady)}"
        if self.energy is not None:
            yield f"  energy          {self.energy:.10g}"
        yield f"  {'coordinate':<15} {'value':>14} {'rate':>14} {'unbalanced':>12}"
        for name, *row in zip(self.names, self.q, self.qd, self.residual, strict=True):
            yield f"  {name:<15} {row[0]:14.8g} {row[1]:14.8g} {row[2]:12.2g}"
        yield from self._held_lines()
        if self.lacking is not None:
            return
        if not self._seen:
            yield "  eigenvalues     not looked at; ask .eigenvalues"
            return
        yield from eigenvalue_lines(self.linear)
        if self.linear.neutral:
            yield f"  zero for        {'; '.join(self.linear.neutral)}"

    def _held_lines(self) -> Iterator[str]:
        """What holds it, by constraint; of a large system only how many do."""
        groups = self.holds.variation.rows.groups
        if len(self.q) >= LARGE:
            yield f"  held by         {len(groups)} constraints; ask .force(name), .unique"
            return
        for name, unique in self.unique.items():
            told = "" if unique else ", not unique: constraints depend on each other"
            yield f"  held by         {name}, {self._held(name)}{told}"
