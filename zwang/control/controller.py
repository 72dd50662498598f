"""Controller: the force that makes a system do what is required, in every state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import jax

from zwang.base import arguments
from zwang.base.arrays import Array, is_concrete, namespace
from zwang.base.functions import split
from zwang.base.status import NumericalError, Status
from zwang.consistency.assemble import assemble
from zwang.control.description import AbstractController, checked_clock, require_raisable
from zwang.control.law.command import Command, commanded
from zwang.control.report.along import Along, along
from zwang.control.report.analysis import Parts, dissect, reached
from zwang.control.report.degree import degrees_of
from zwang.control.report.feasibility import Feasibility, examine
from zwang.control.report.nearest import nearest
from zwang.control.report.page import hidden, spent
from zwang.control.report.ranges import Uncertainty, uncertainty
from zwang.control.report.refusal import explained
from zwang.control.requirements import row_gains
from zwang.control.robust import require_real_roots
from zwang.engine.evaluate import Evaluated
from zwang.equation.known import known
from zwang.system.system import System

command = Evaluated(commanded)


@dataclass(frozen=True, eq=False)
class Controller(AbstractController):
    r"""The force that makes a system meet requirements exactly; made by ``zw.track``.

    .. math:: M \ddot q = Q + Q^c + u, \qquad A \ddot q = b - \alpha\dot\varphi - \beta\varphi

    A description, without state. All its methods take a state and return what holds there:
    NumPy arrays or lists in, NumPy arrays out; JAX arrays in, JAX arrays out. Inside ``jit``,
    ``vmap`` and ``grad`` a force that does not exist is NaN, and ``status`` says why.

    Attributes
    ----------
    model : the System that the controller believes in, with its physical constraints
    requirements : what it must do, each with a name
    weight : N of the inputs, or None for Nature's choice
    actuation : S, or None for a force on every coordinate
    gains : by name, how errors die out
    compromise : by name, how much each requirement counts where not all can be met; or None
    limits : of the inputs, lower and upper, numbers or functions of the state; or None
    robustness : the term against a wrong model, or None
    C : the control that is wanted where the requirements leave a choice, or None
    priority : by name, the level of each requirement; or None
    degrees : by name, the relative degree of each row, where it is above two; or of directions

    References
    ----------
    [U05] eq. (25), which is (24) with C = 0; [KU93] eq. (32). The terms that let errors die out
    are not in the papers.
    """

    # -- in a state ------------------------------------------------------------------------------

    def force(self, q: Any, qd: Any, t: Any = 0.0, p: Any = None, *, throw: bool = True) -> Array:
        """The control force u (n,).

        Parameters
        ----------
        q : (n,)    coordinates
        qd : (n,)   velocities
        t : ()      time
        p : parameters of the model
        throw : whether a force that does not exist raises ``NumericalError``; else it is NaN
        """
        return self.command(q, qd, t, p, throw=throw).force

    def inputs(self, q: Any, qd: Any, t: Any = 0.0, p: Any = None, *, throw: bool = True) -> Array:
        """The inputs τ (k,) of the actuators, u = S τ; without ``actuation`` the force itself.

        Parameters
        ----------
        q, qd, t, p, throw : as for ``force``
        """
        return self.command(q, qd, t, p, throw=throw).inputs

    def command(
        self, q: Any, qd: Any, t: Any = 0.0, p: Any = None, *, throw: bool = True
    ) -> Command:
        """Force, inputs, the model's acceleration, feasibility residual and status together.

        Parameters
        ----------
        q, qd, t, p, throw : as for ``force``
        """
        arguments.flag("throw", throw)
        found: Command = self._call(command, q, qd, t, p)
        if throw and is_concrete(found.status) and found.status != Status.OK:
            raise NumericalError(*explained(self, found, q, qd, t, p))
        return found

    def residual(self, q: Any, qd: Any, t: Any = 0.0, p: Any = None) -> Array:
        """The feasibility residual A q̈ − b (m,), with errors fed back; zero where all are met.

        Limits count. Where the control refuses, it is what the nearest control would leave.

        Parameters
        ----------
        q, qd, t, p : as for ``force``
        """
        found = self._call(reached, q, qd, t, p)
        xp, done = namespace(found.shortfall), found.command
        return xp.where(done.status == Status.INFEASIBLE, found.shortfall, done.residual)

    def status(self, q: Any, qd: Any, t: Any = 0.0, p: Any = None) -> Any:
        """What becomes of the control: a ``Status``; under tracing and in batches a number.

        Parameters
        ----------
        q, qd, t, p : as for ``force``
        """
        found = self._call(command, q, qd, t, p).status
        return Status(int(found)) if is_concrete(found) else found

    def saturated(self, q: Any, qd: Any, t: Any = 0.0, p: Any = None) -> Array:
        """Which inputs are at their limits (k,).

        Parameters
        ----------
        q, qd, t, p : as for ``force``
        """
        return self._call(command, q, qd, t, p).held != 0

    def error_signal(self, q: Any, qd: Any, t: Any = 0.0, p: Any = None) -> Array:
        """e = b − A q̈_plant (m,): by how much the plant, left alone, misses the requirements.

        Parameters
        ----------
        q, qd, t, p : as for ``force``

        References
        ----------
        [U05] below eq. (10).
        """
        return self._call(dissect, q, qd, t, p).e

    def gain(self, q: Any, qd: Any, t: Any = 0.0, p: Any = None) -> Array:
        """K (n, m): K times the error signal is the force, before limits.

        Without weight, actuation and physical constraints it is M^(1/2) B⁺; for singular M that of
        the auxiliary mass. Where the plant's friction depends on forces, it is that of the plant
        made linear at the force. What C adds to the force stands in ``feedback``.

        Parameters
        ----------
        q, qd, t, p : as for ``force``

        References
        ----------
        [U05] eq. (25).
        """
        return self._call(dissect, q, qd, t, p).K

    def feed_forward(self, q: Any, qd: Any, t: Any = 0.0, p: Any = None) -> Array:
        """The part K b of the force (n,), due to the path alone.

        It needs no measurement where K and b depend on time only: then M, the requirements' A and
        b, the weight, the actuation and the plant's own constraints are all free of q and q̇. In
        [KU93] there are none of the last three.

        Parameters
        ----------
        q, qd, t, p : as for ``force``

        References
        ----------
        [KU93] eq. (32), the second term.
        """
        return self._call(dissect, q, qd, t, p).feed_forward

    def feedback(self, q: Any, qd: Any, t: Any = 0.0, p: Any = None) -> Array:
        """The part of the force (n,) due to the plant's own acceleration and to the errors.

        Before limits, it adds up with ``feed_forward`` to the force; [KU93] eq. (32), first term.

        Parameters
        ----------
        q, qd, t, p : as for ``force``
        """
        found: Parts = self._call(dissect, q, qd, t, p)
        return found.K @ found.e - found.feed_forward + found.wished

    def check(self, q: Any, qd: Any, t: Any = 0.0, p: Any = None) -> Feasibility:
        """Which requirements can be met from here, and why others cannot; print it.

        Parameters
        ----------
        q, qd, t, p : as for ``force``
        """
        return examine(self, q, qd, t, p)

    def check_along(self, where: Any, q: Any = None, qd: Any = None, p: Any = None) -> Along:
        """Feasibility, condition and inputs along a path, with the first trouble; print it.

        Before a run the controlled model goes along by short steps, as far as it has a control.

        Parameters
        ----------
        where : a Motion, or times (T,) that rise
        q, qd : (n,)    the first state, where times are given
        p : parameters of the model
        """
        return along(self, where, q, qd, p)

    def uncertainty(
        self,
        ranges: Any,
        where: Any,
        q: Any = None,
        qd: Any = None,
        p: Any = None,
        *,
        samples: int = 32,
        seed: int = 0,
    ) -> Uncertainty:
        """``bound`` and ``spread`` of the robust term, for a plant whose parameters lie in ranges.

        Estimated along a path, at the corners of the ranges (64 at most) and at random points
        within: what holds between these is not proven. Leave a margin.

        Parameters
        ----------
        ranges : by name, the least and the largest value of parameters of the plant
        where, q, qd, p : as for ``check_along``; p holds parameters by name
        samples : how many random points
        seed : of these
        """
        return uncertainty(self, ranges, where, q, qd, p, samples, seed)

    def start(
        self, q: Any, qd: Any, t: Any = 0.0, p: Any = None, *, hold: Any = ()
    ) -> tuple[Array, Array]:
        """The nearest state on the path and on the physical constraints; see ``zw.assemble``.

        Parameters
        ----------
        q, qd : (n,)    a guess
        t : ()          time
        p : parameters
        hold : names or indices of coordinates that keep their position and velocity
        """
        if self.degrees is not None:
            return nearest(self, q, qd, t, p, hold)
        return assemble(self.held, q, qd, t, p, hold=hold)

    # -- other controllers -----------------------------------------------------------------------

    def raised(self, q: Any, qd: Any, t: Any = 0.0, p: Any = None) -> Controller:
        """The same controller with requirements differentiated on until the inputs appear.

        Relative degrees are found here and in states nearby; ``zw.track(..., degrees=...)`` says
        them. Where two derivatives do (one, of velocities), it is the controller itself; where no
        input appears in six, or none is left for a row, ``NumericalError`` says so. Errors
        then die out by (s² + α s + β)(s + α/2)^d, with d the derivatives above two. Where wheels
        that do not slip decide some combination of the rows at once, directions have degrees, not
        rows, and ``degrees`` counts them; see ``zwang.control.law.turned``.

        Parameters
        ----------
        q, qd, t, p : as for ``force``
        """
        require_raisable(self)
        found = degrees_of(self, q, qd, t, p)
        if found.hidden or found.spent:
            raise NumericalError(Status.INFEASIBLE, hidden(found) or spent(found))
        return self if found.degrees is None else replace(self, degrees=found.degrees)

    def sampled(self, period: Any, *, delay: Any = 0.0, noise: Any = None) -> Any:
        """The controller as a computer runs it: it measures, computes, and holds the inputs.

        Parameters
        ----------
        period : time between two measurements
        delay : time from a measurement to its effect
        noise : standard deviations of the measured q and qd, a pair of numbers or of arrays (n,)
        """
        from zwang.control.run.sampled import Sampled

        return Sampled(self, *checked_clock(period, delay, noise))

    def closed_loop(
        self, plant: Any = None, p_plant: Any = None, massless: bool | None = None
    ) -> System:
        """The plant under this control, to simulate; see ``zwang.control.run.closed_loop``.

        Parameters
        ----------
        plant : the System or mechanism that really moves, in the coordinates of the model; by
            default the model
        p_plant : its parameters, or a function of p that returns them; by default p. The
            controller always uses p
        massless : whether the requirements decide what a plant without mass in some direction
            leaves open; by default where its mass is given as numbers that say so
        """
        from zwang.control.run.closed_loop import closed_loop

        return closed_loop(self, plant, p_plant, massless)

    def compile(self, p: Any = None, *, inputs: bool = False, throw: bool = True) -> Any:
        """The control as a plain function of (q, qd, t), for a loop in real time.

        NumPy arrays in, NumPy arrays out. The first call compiles, to C where that can be
        (``law.engine`` says so); after it nothing is traced.

        Parameters
        ----------
        p : parameters, which the function keeps; it also takes others, of the same shapes
        inputs : whether it returns the inputs τ, in place of the force u
        throw : whether a control that does not exist raises; else it is NaN
        """
        from zwang.control.run.realtime import Law

        return Law(self, p, inputs=inputs, throw=throw)

    # -- help for the above ----------------------------------------------------------------------

    def outputs(self, q: Any, qd: Any, t: Any, p: Any) -> dict[str, Array]:
        """Force, inputs and status, for ``zw.export_c``.

        Parameters
        ----------
        q, qd, t, p : state and parameters, inside a trace
        """
        found = commanded(self, q, qd, t, p)
        held = {"saturated": found.held != 0} if self.restricted else {}
        return {"u": found.force, "inputs": found.inputs, "status": found.status} | held

    def _call(self, function: Callable, q: Any, qd: Any, t: Any, p: Any) -> Any:
        """A compiled function of the state; NumPy arrays for NumPy arrays."""
        values = self.model.values(q, qd, t, p)
        numbers, rest = split(p)
        state = values["q"], values["qd"], values["t"], numbers
        if self.robustness is not None:
            rows = self.rows(q, qd, t, p)
            require_real_roots(rows, *row_gains(self.gains, rows))
        found = function(known(self, *state, rest), rest, *state)
        xp = namespace(q, qd, t, *jax.tree.leaves(p))
        return jax.tree.map(xp.asarray, found) if is_concrete(*jax.tree.leaves(found)) else found
