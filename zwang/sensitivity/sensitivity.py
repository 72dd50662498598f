r"""zw.sensitivity: how a motion changes with its parameters and its start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from zwang.base import arguments
from zwang.base.escape import AbstractPage, for_terminal
from zwang.base.later import require_threads
from zwang.base.status import NumericalError, Status
from zwang.consistency.assemble import assemble
from zwang.integrate.options import LIMITS, Options
from zwang.motion.motion import Motion
from zwang.motion.simulate import simulate, simulated
from zwang.sensitivity.columns import columns_of, prepare
from zwang.sensitivity.quantities import rows_of, slopes_of
from zwang.sensitivity.wrt import Directions, directions, start_of
from zwang.system.origin import AbstractSource, required_system
from zwang.system.system import System


class Derivatives(NamedTuple):
    """A quantity of a motion with its derivatives.

    Attributes
    ----------
    value : the quantity, of any shape
    p : its derivatives by the numbers of p: a tree like p, whose leaves have the shape of the
        value and then that of the number; None where none was asked for
    q0, qd0 : (..., n)      its derivatives by the start; None where none was asked for
    """

    value: Any
    p: Any
    q0: Any
    qd0: Any


@dataclass(frozen=True, eq=False)
class Sensitivity(AbstractPage):
    """A motion in T rows, and its derivatives in D directions.

    Attributes
    ----------
    motion : the motion itself
    names : (D,)            of what it was differentiated by, number by number
    along_q, along_qd, along_qdd : (T, D, n)        derivatives of q, qd and qdd, by number
    directions : what these are in p and in the start
    status : a ``Status``
    detail : what failed, in words
    engine : which engine computed the derivatives, and why
    """

    motion: Motion
    names: tuple[str, ...]
    along_q: np.ndarray
    along_qd: np.ndarray
    along_qdd: np.ndarray
    directions: Directions
    status: Status = Status.OK
    detail: str = ""
    engine: str = ""

    @property
    def q(self) -> Any:
        """∂q/∂p: a tree like p with leaves (T, n, *shape of the number)."""
        return self._by(self.along_q).p

    @property
    def qd(self) -> Any:
        """∂q̇/∂p: a tree like p with leaves (T, n, *shape of the number)."""
        return self._by(self.along_qd).p

    @property
    def qdd(self) -> Any:
        """∂q̈/∂p: a tree like p with leaves (T, n, *shape of the number)."""
        return self._by(self.along_qdd).p

    @property
    def q_q0(self) -> Any:
        """∂q/∂q0 (T, n, n); None unless ``wrt`` has "q0"."""
        return self._by(self.along_q).q0

    @property
    def q_qd0(self) -> Any:
        """∂q/∂q̇0 (T, n, n); None unless ``wrt`` has "qd0"."""
        return self._by(self.along_q).qd0

    @property
    def qd_q0(self) -> Any:
        """∂q̇/∂q0 (T, n, n); None unless ``wrt`` has "q0"."""
        return self._by(self.along_qd).q0

    @property
    def qd_qd0(self) -> Any:
        """∂q̇/∂q̇0 (T, n, n); None unless ``wrt`` has "qd0"."""
        return self._by(self.along_qd).qd0

    def of(self, function: Any) -> Derivatives:
        """A quantity along the motion, row by row, with its derivatives.

        Parameters
        ----------
        function : of (q, qd, t, p), which may also ask for ``qdd`` and ``Qc``, that returns an
            array; value and derivatives have T rows
        """
        value, columns = rows_of(self.motion, "`function`", function, self.change)
        return self._by(columns)._replace(value=value)

    @property
    def change(self) -> tuple[Any, Any, Any, Any]:
        """What changes in each direction: q, qd and qdd (T, D, n), the numbers of p (D, ...)."""
        return self.along_q, self.along_qd, self.along_qdd, self.directions.dp

    def gradient(self, loss: Any) -> Derivatives:
        """A number that the whole motion determines, with its derivatives.

        Parameters
        ----------
        loss : function of (q, qd, t, p) that returns a number; it is called once with all rows,
            q and qd (T, n) and t (T,)
        """
        along = self.directions
        value, (by_q, by_qd, by_numbers) = slopes_of(self.motion, "`loss`", loss)
        columns = np.einsum("tn,tdn->d", by_q, self.along_q)
        columns += np.einsum("tn,tdn->d", by_qd, self.along_qd)
        for slope, change in zip(by_numbers, along.dp, strict=True):
            columns += change.reshape(len(along), -1) @ slope.ravel()
        return self._by(columns)._replace(value=float(value))

    def check(self, step: float = 1e-4, seed: int = 0) -> float:
        """How far the derivatives are from differences of two motions, in parts of their size.

        Both motions move away along all directions at once. Derivatives of smooth motions agree
        to about the square of the step, and no better than the tolerances allow. Where a force
        jumps, as friction does that changes its sign at rest, they do not.

        Parameters
        ----------
        step : how far, in parts of each number's size
        seed : of the signs with which the numbers change
        """
        step = arguments.number("step", step, least=0.0, above=True)
        signs = arguments.random("seed", seed).choice([-1.0, 1.0], len(self.directions))
        motion, along = self.motion, self.directions
        system, rtol = motion.system, min(1e-11, motion.settings["rtol"])
        assert system is not None
        amounts, atol = signs * along.sizes, 1e-3 * rtol
        limits = {x: motion.settings[x] for x in LIMITS if x in motion.settings}
        ends = []
        for sign in (step, -step):
            p, *start = along.moved(sign * amounts)
            q0, qd0 = start_of(start[0], start[1], p)
            q0, qd0 = assemble(system, q0, qd0, motion.t[0], p)
            ends.append(simulate(system, q0, qd0, motion.t, p, rtol=rtol, atol=atol, **limits))
        worst = 0.0
        for name, columns in (("q", self.along_q), ("qd", self.along_qd)):
            expected = np.einsum("tdn,d->tn", columns, amounts)
            found = (getattr(ends[0], name) - getattr(ends[1], name)) / (2 * step)
            # Directions may cancel, as mass and stiffness that grow alike; their sizes do not.
            size = np.einsum("tdn,d->tn", np.abs(columns), np.abs(amounts)).max()
            worst = max(worst, np.abs(found - expected).max() / (size or 1.0))
        return float(worst)

    def _by(self, columns: np.ndarray) -> Derivatives:
        """Columns (T, D, ...), or (D,), by what they are derivatives by."""
        last = np.moveaxis(columns, 1, -1) if columns.ndim > 1 else columns
        return Derivatives(None, *self.directions.tree(last))

    def __repr__(self) -> str:
        span = f"t from {self.motion.t[0]:.6g} to {self.motion.t[-1]:.6g}"
        lines = [f"Sensitivity: {len(self.motion)} rows, {span}, by {len(self.names)} numbers"]
        lines += [f"  status          {self.status.name}", f"  engine          {self.engine}"]
        lines += ["  number            largest |∂q|   largest |∂q̇|"]
        for j, name in enumerate(self.names):
            sizes = (np.abs(x[:, j]).max() for x in (self.along_q, self.along_qd))
            lines.append(f"  {name:<15} " + "   ".join(f"{size:12.4g}" for size in sizes))
        return "\n".join(map(for_terminal, lines))

    __str__ = __repr__


def sensitivity(
    system: System | AbstractSource,
    q0: Any,
    qd0: Any,
    t: Any,
    p: Any = None,
    *,
    wrt: Any = None,
    rtol: Any = Options.rtol,
    atol: Any = Options.atol,
    step: Any = Options.step,
    method: Any = Options.method,
    max_steps: int | None = Options.max_steps,
    engine: str = Options.engine,
    events: Any = (),
    throw: bool = True,
    max_step: Any = Options.max_step,
    breaks: Any = Options.breaks,
) -> Sensitivity:
    r"""The motion of a system, and its derivatives by parameters and by the start.

    .. math::
        M \ddot s = f + A^T \mu, \quad A \ddot s = g, \qquad s = \frac{\partial q}{\partial p}

    where f and g are the derivatives of what moves q. Motion and derivative are integrated
    together for each number, with steps adapted to both, on the constraints and on their
    derivatives; in C where that can be, as ``zw.simulate`` does.

    All functions must be smooth along the motion. A force that jumps, as ``jnp.sign(qd)`` does,
    makes derivatives wrong behind the jump; ``check()`` shows it. Poses at which the constraints
    lose rank are crossed as by ``zw.simulate``; where the change of a parameter would not let
    them be crossed, the derivative does not exist, and this raises ``BRANCH_NOT_ASSURED``.

    Parameters
    ----------
    system : a ``zw.System``, a ``zw.Mechanism``, or a ``zw.Controller`` for its closed loop
    q0, qd0 : (n,)      start, or functions of p that return it
    t : as for ``zw.simulate``; a pair reports the steps of the motion
    p : parameters
    wrt : what to differentiate by: names in p ("k", or "body.mass" where p is nested), "q0",
        "qd0"; by default all numbers of p. A start that is off the constraints after a change, of
        itself or of p, is brought back as ``zw.assemble`` does, by the least change in the
        metric M; derivatives by q0 and qd0 are those along the start that is found so
    rtol, atol : tolerated error, as for ``zw.simulate``; of the derivatives in steps of the size
        of each number
    step, method, max_steps, engine, max_step, breaks : as for ``zw.simulate``; breaks must not
        depend on the parameters
    events : none: when an event happens depends on the parameters too
    throw : whether a failure raises ``NumericalError``; if not, ``status`` tells, and the
        derivatives that are missing are NaN

    Returns
    -------
    Sensitivity

    Examples
    --------
    >>> import numpy as np
    >>> import zwang as zw
    >>> spring = zw.System(1.0, lambda q, p: -p["k"] * q)
    >>> found = zw.sensitivity(spring, [1.0], [0.0], [0.0, 1.0], {"k": 4.0})
    >>> slope = float(found.q["k"][-1, 0])  # of cos(√k t): −t sin(√k t) / (2 √k)
    >>> bool(abs(slope + np.sin(2.0) / 4.0) < 1e-9)
    True
    """
    arguments.flag("throw", throw)
    if not isinstance(events, tuple | list | None) or events:
        raise ValueError(
            "`events` is given, and when an event happens changes with the parameters; wanted "
            "none, and times that are known."
        )
    require_threads("A sensitivity")
    moving = required_system(system)
    along = directions(moving, q0, qd0, p, wrt, dense=False)
    q0, qd0 = start_of(q0, qd0, p)
    rest: dict[str, Any] = {"max_steps": max_steps, "engine": engine, "throw": throw}
    options = Options(rtol, atol, step, method, max_step=max_step, breaks=breaks, **rest)
    prepare(moving, (q0, qd0), t, p, options)
    motion = simulated(moving, q0, qd0, t, p, options)
    return follow(motion, (q0, qd0), along, options)


def follow(motion: Motion, guess: Any, along: Directions, options: Options) -> Sensitivity:
    """The derivatives of a motion that is known."""
    (s, sd, sdd), status, detail, engine = columns_of(motion, guess, along, options)
    if options.throw and status not in (Status.OK, Status.INTERRUPTED):
        raise NumericalError(status, detail, motion)
    return Sensitivity(motion, along.names, s, sd, sdd, along, status, detail, engine)
