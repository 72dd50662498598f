r"""A controller as a computer runs it: at t_k it measures, and holds what it computed.

    u(t) = u_k        for  t_k + delay ≤ t < t_{k+1} + delay,        t_k = t_0 + k period

Between two changes of u the plant moves under a force that does not change. One compiled program
does all of it, interval after interval, by ``zw.simulate`` inside.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import diffrax
import jax
import jax.numpy as jnp
import numpy as np

from zwang.base import arguments
from zwang.base.arrays import Array, as_floats, kept
from zwang.base.functions import STATE, bind, join, split
from zwang.base.identity.keyed import AbstractKeyed, Keyed, jit_by_key
from zwang.base.status import NumericalError, Status
from zwang.control.controller import Controller
from zwang.control.driven import driven
from zwang.control.report.path import off_path
from zwang.control.run.closed_loop import errors
from zwang.equation.known import known
from zwang.integrate.options import IN_ROWS, Options
from zwang.motion.build import build
from zwang.motion.motion import Motion
from zwang.motion.simulate import simulated
from zwang.system.system import System

MOST_STEPS = 4096  # tried in one interval


@dataclass(frozen=True, eq=False)
class Sampled(AbstractKeyed):
    """A controller with a clock; made by ``controller.sampled``.

    Attributes
    ----------
    controller : the Controller, or a function of (q, qd, t, p) that returns a force (n,)
    period : time between two measurements
    delay : from a measurement to its effect
    noise : standard deviations of the measured q and qd
    """

    controller: Any
    period: float
    delay: float = 0.0
    noise: tuple[np.ndarray, np.ndarray] | None = None

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return self.controller, self.period, self.delay, self.noise

    def simulate(
        self,
        q0: Any,
        qd0: Any,
        t: tuple[float, float],
        p: Any = None,
        *,
        plant: System | None = None,
        p_plant: Any = None,
        seed: int = 0,
        rtol: float = Options.rtol,
        atol: float = Options.atol,
        throw: bool = True,
    ) -> Motion:
        """The motion of the plant under the held control, in rows at each change of it.

        Before the first control takes effect there is none. ``motion.control`` is the force that
        acts from a row to the next.

        Parameters
        ----------
        q0, qd0 : (n,)  the start
        t : start and end; the end is rounded up to a whole number of periods
        p : parameters of the model
        plant : the System that really moves; by default the model
        p_plant : its parameters, or a function of p that returns them; by default p
        seed : of the noise
        rtol, atol : tolerances, as for ``zw.simulate``
        throw : whether a failure raises ``NumericalError``, with the motion as ``error.motion``
        """
        controller = self.controller
        if plant is None and isinstance(controller, Controller):
            plant = controller.model
        if not isinstance(plant, System):
            raise TypeError(f"`plant` is {plant!r}; wanted a zw.System.")
        if isinstance(controller, Controller):
            off = off_path(controller, q0, qd0, t[0], p)
            if off:
                raise ValueError(f"{off} Wanted a start on the path, or gains that bring it back.")
        given = kept(p_plant)
        own = p_plant if p_plant is None or callable(p_plant) else lambda p: given
        values = plant.values(q0, qd0, float(t[0]), p)
        clock, (numbers, rest) = self._clock(t), split(p)
        described = controller, plant, own
        noise = self._draw(seed, len(clock.times), len(values["q"]))
        state = values["q"], values["qd"], values["t"], numbers
        others = [] if own is None else [lambda values: own(values["p"])]
        fixed = known((controller, plant), *state, rest, others)
        fixed, edges = Keyed(described, fixed.key, fixed.again), (clock.times, noise)
        start = values["q"], values["qd"]
        run = _run(fixed, rest, clock.late, start, edges, numbers, (rtol, atol))
        return self._motion(jax.tree.map(np.asarray, run), clock, described, p, throw)

    def _clock(self, t: Any) -> Clock:
        first, last = (float(x) for x in t)
        if not last > first:
            raise ValueError(f"`t` is {t!r}; wanted a start and an end after it.")
        samples = int(np.ceil((last - first) / self.period - 1e-9))
        late, part = divmod(self.delay / self.period, 1.0)
        if min(part, 1.0 - part) < 1e-9:  # a whole number of periods, but for rounding
            late, part = round(late + part), 0.0
        edges = np.array([0.0, part, 1.0] if part else [0.0, 1.0])
        return Clock(first + self.period * (np.arange(samples)[:, None] + edges), int(late))

    def _draw(self, seed: int, samples: int, n: int) -> np.ndarray:
        """Errors (samples, 2, n) of the measurements."""
        if self.noise is None:
            return np.zeros((samples, 2, n))
        sizes = np.stack([np.broadcast_to(x, n) for x in self.noise])
        return sizes * np.random.default_rng(seed).standard_normal((samples, 2, n))

    def _motion(self, run: Run, clock: Clock, described: Any, p: Any, throw: bool) -> Motion:
        """All that follows from the rows, the force looked up in a table."""
        n = run.q.shape[-1]
        t = np.append(clock.times[:, :-1].ravel(), clock.times[-1, -1])
        q, qd = (np.vstack([x.reshape(-1, n), last]) for x, last in zip(run[:2], run[2:4]))
        held = {"own": p, "times": t[:-1], "forces": run.force.reshape(-1, n)}
        failed = np.flatnonzero(run.status != Status.OK)
        status, detail, kept = Status.OK, "", len(t)
        if failed.size:
            pieces = clock.times.shape[1] - 1
            kept = int(failed[0]) * pieces + 1
            status, detail = Status(int(run.status[failed[0]])), f"After t = {t[kept - 1]:.6g}."
        settings = {"period": self.period, "delay": self.delay}
        told = {"status": status, "detail": detail, "settings": settings}
        rows = t[:kept], q[:kept], qd[:kept]
        motion = build(_under_table(*described), *rows, held, solver=IN_ROWS, **told)
        if throw and motion.status != Status.OK:
            raise NumericalError(Status(motion.status), motion.detail, motion)
        return motion


class Clock(NamedTuple):
    """When what happens.

    Attributes
    ----------
    times : (samples, 2 or 3)   of each period: its start, the change of the force if that is
        within it, its end
    late : how many whole periods a control is late
    """

    times: np.ndarray
    late: int


class Run(NamedTuple):
    """What happened.

    Attributes
    ----------
    q, qd : (samples, pieces, n)    at the start of each piece of each period
    q_end, qd_end : (n,)            at the end
    force : (samples, pieces, n)    on the plant, in each piece
    status : (samples,)             of control and motion
    """

    q: Any
    qd: Any
    q_end: Any
    qd_end: Any
    force: Any
    status: Any


@jit_by_key(0, 1, 2)
def _run(fixed: Keyed, rest: Keyed, late: int, start, edges, numbers, tolerances) -> Run:
    """All periods, one after the other."""
    controller, plant, own = fixed.value
    p, n = join(numbers, rest), start[0].shape[0]
    under_force = driven(plant, _own(own), lambda p: p["held"])
    pieces = edges[0].shape[1] - 1

    def move(q, qd, times, u):
        """One piece, under a force that does not change."""
        both = {"own": p, "held": u}
        adjoint = diffrax.ForwardMode()
        options = Options(*tolerances, adjoint=adjoint, max_steps=MOST_STEPS)
        moved = simulated(under_force, q, qd, times, both, options)
        return moved.q[-1], moved.qd[-1], moved.status

    def period(state, now):
        q, qd, queue = state
        times, noise = now
        u, status = _measured(controller, q + noise[0], qd + noise[1], times[0], p)
        queue = jnp.concatenate([u[None], queue[:-1]])
        # In the first of two pieces the force before still acts.
        forces = queue[late : late + pieces][::-1]
        states = []
        for i in range(pieces):
            states.append((q, qd))
            q, qd, ended = move(q, qd, times[i : i + 2], forces[i])
            status: Any = jnp.where(status == Status.OK, ended, status)
        rows = [jnp.stack(x) for x in zip(*states, strict=True)]
        return (q, qd, queue), (*rows, forces, status)

    queue = jnp.zeros((late + 2, n))
    (q, qd, _), (qs, qds, forces, status) = jax.lax.scan(period, (*start, queue), edges)
    return Run(qs, qds, q, qd, forces, status)


def _measured(controller: Any, q: Any, qd: Any, t: Any, p: Any) -> tuple[Array, Array]:
    """The force (n,) for measured values, and the status of the control."""
    if isinstance(controller, Controller):
        found = controller.command(q, qd, t, p, throw=False)
        return found.force, found.status
    law = bind("`controller`", controller, STATE)
    return law.at({"q": q, "qd": qd, "t": t, "p": p}), jnp.asarray(0)


def _own(own: Callable | None) -> Callable:
    return (lambda p: p["own"]) if own is None else (lambda p: own(p["own"]))


def _under_table(controller: Any, plant: System, own: Callable | None) -> System:
    """The plant under forces that stand in p, each from its time on."""

    def u(t, p):
        place = jnp.searchsorted(p["times"], t, side="right") - 1
        return p["forces"][jnp.clip(place, 0, len(p["forces"]) - 1)]

    seen = {"control": u}
    if isinstance(controller, Controller):
        seen |= errors(controller, plant, own, lambda q, qd, t, p: u(t, p), _given)
    return driven(plant, _own(own), u, observables=seen)


def _given(p: Any) -> Any:
    return p["own"]


def checked(period: Any, delay: Any, noise: Any) -> tuple[float, float, Any]:
    """The numbers of a clock, or an error that says what is wrong with them."""
    period = arguments.number("period", period, least=0.0, above=True)
    delay = arguments.number("delay", delay, least=0.0)
    if noise is None:
        return period, delay, None
    if not isinstance(noise, list | tuple) or len(noise) != 2:
        raise TypeError(f"`noise` is {noise!r}; wanted a pair, for q and for qd.")
    sizes = tuple(kept(np.asarray(as_floats("noise", x, np))) for x in noise)
    return period, delay, sizes
