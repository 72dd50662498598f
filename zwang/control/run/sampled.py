r"""A controller as a computer runs it: at t_k it measures, and holds what it computed.

    τ(t) = τ_k        for  t_k + delay ≤ t < t_{k+1} + delay,        t_k = t_0 + k period

What is held are the inputs: a thruster that pushes with the same force turns with its body, and
u = S(q) τ changes all the while. Between two changes of τ the plant moves under inputs that are a
parameter of one program, which does each piece as ``zw.simulate`` does a motion. So neither the
duration nor the period is compiled for.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import jax
import numpy as np

from zwang.base.arrays import kept
from zwang.base.functions import STATE, Bound, bind, split
from zwang.base.identity.keyed import AbstractKeyed, Same
from zwang.base.parameters import Parameters
from zwang.base.status import NotAssembled, NumericalError, Status
from zwang.control.controller import Controller, command
from zwang.control.joints import moving_plant
from zwang.control.report.path import off_path
from zwang.control.run.held import count_inputs, systems_held
from zwang.engine.evaluate import ByNumPy, Evaluated
from zwang.equation.known import known
from zwang.equation.observe import Observed
from zwang.integrate.backend import AbstractMachine
from zwang.integrate.course import State
from zwang.integrate.loop import Journey
from zwang.integrate.options import IN_ROWS, Options
from zwang.integrate.problem import Request, request
from zwang.ir.scalar.graph import Unsupported
from zwang.motion.build import build
from zwang.motion.motion import Motion
from zwang.motion.simulate import chosen, journey, simulated
from zwang.system.system import System

FAILED = Status.TOO_MANY_STEPS, Status.STEP_TOO_SMALL, Status.NON_FINITE
MOST_STEPS = 4096  # tried in one interval
LEAST_ROWS = 63  # of a table of inputs, less one


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
        plant: Any = None,
        p_plant: Any = None,
        seed: int = 0,
        rtol: float = Options.rtol,
        atol: float = Options.atol,
        throw: bool = True,
    ) -> Motion:
        """The motion of the plant under held inputs, in rows at each change of them.

        Before the first control takes effect there is none. ``motion.control`` is the force that
        acts from a row on, ``motion.observables["inputs"]`` what is held up to the next.

        Parameters
        ----------
        q0, qd0 : (n,)  the start
        t : start and end; the end is rounded up to a whole number of periods
        p : parameters of the model
        plant : the System or mechanism that really moves, in the coordinates of the model; by
            default the model
        p_plant : its parameters, or a function of p that returns them; by default p
        seed : of the noise
        rtol, atol : tolerances, as for ``zw.simulate``
        throw : whether a failure raises ``NumericalError``, with the motion as ``error.motion``
        """
        controller = self.controller
        known = isinstance(controller, Controller)
        plant = moving_plant(controller.model if known else None, plant)
        if known:
            off = off_path(controller, q0, qd0, t[0], p)
            if off:
                raise ValueError(f"{off} Wanted a start on the path, or gains that bring it back.")
        given = kept(p_plant)
        own = p_plant if p_plant is None or callable(p_plant) else lambda p: given
        values, clock = plant.values(q0, qd0, float(t[0]), p), self._clock(t)
        state = tuple(np.asarray(values[name]) for name in ("t", "q", "qd"))
        noise = self._draw(seed, len(clock.times), len(state[1]))
        held = Held(controller, plant, own, p, state, Options(rtol, atol, max_steps=MOST_STEPS))
        run = _run(held, Measured(controller, p, *state), clock, noise)
        if known and run.status in FAILED:
            loop = controller.closed_loop(plant=plant, p_plant=p_plant)
            run = _explained(run, clock, loop, state, p, Options(rtol, atol, throw=False))
        return self._motion(run, clock, held, throw)

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

    def _motion(self, run: Run, clock: Clock, held: Held, throw: bool) -> Motion:
        """All that follows from the rows, the inputs looked up in a table."""
        t = np.append(clock.times[:, :-1].ravel(), clock.times[-1, -1])[: len(run.states)]
        q, qd = (np.stack(x) for x in zip(*run.states, strict=True))
        inputs = np.stack(run.inputs)
        table = {"own": held.p, "times": _filled(t[: len(inputs)]), "inputs": _filled(inputs)}
        detail = f"After t = {t[-1]:.6g}. {run.detail}".strip() if run.status else ""
        told = {"status": run.status, "detail": detail, "engine": held.machine.name}
        told["settings"] = {"period": self.period, "delay": self.delay}
        acting = np.concatenate([inputs, inputs[-1:]])[: len(t)]
        seen = held.rows(t, q, qd, acting)
        system = systems_held(*map(Same, (held.controller, held.plant, held.own)))[1]
        motion = build(system, t, q, qd, table, solver=IN_ROWS, seen=seen, **told)
        if throw and motion.status != Status.OK:
            raise NumericalError(Status(motion.status), motion.detail, motion)
        return motion


def _filled(rows: np.ndarray) -> np.ndarray:
    """Rows with the last one again, up to a power of two: other durations are traced seldom."""
    more = 1 << max(LEAST_ROWS, len(rows) - 1).bit_length()
    return np.concatenate([rows, np.repeat(rows[-1:], more - len(rows), axis=0)])


class Clock(NamedTuple):
    """When what happens."""

    # (samples, 2 or 3) of each period: its start, the change of the force if that is within it, its
    # end
    times: np.ndarray
    late: int  # how many whole periods a control is late


class Run(NamedTuple):
    """What happened."""

    # q and qd at each change of the force, and at the end
    states: list[tuple[np.ndarray, np.ndarray]]
    inputs: list[np.ndarray]  # that are held from each of these on
    # status, detail: what became of it
    status: Status
    detail: str


class Held:
    """The plant under inputs that are a parameter: piece by piece, by one program."""

    def __init__(self, controller: Any, plant: System, own: Any, p: Any, state: Any, options: Any):
        self.controller, self.plant, self.own, self.p = controller, plant, own, p
        t, q, qd = state
        system = systems_held(*map(Same, (controller, plant, own)))[0]
        times = [float(t), float(t) + 1.0]
        self.none = np.zeros(count_inputs(controller, q, qd, t, p))
        self.asked = request(system, q, qd, times, self._parameters(self.none), options)
        self.machine = chosen(self.asked)

    def _parameters(self, tau: np.ndarray) -> dict[str, Any]:
        return {"own": self.p, "held": tau}

    def under(self, tau: np.ndarray) -> tuple[Request, AbstractMachine]:
        """The motion under inputs, and what computes it."""
        asked = self.asked._replace(parameters=Parameters(self._parameters(tau)))
        return asked, chosen(asked)

    def moved(self, q: Any, qd: Any, times: np.ndarray, tau: np.ndarray) -> Journey:
        """One piece, under inputs that do not change."""
        asked, machine = self.under(tau)
        start = State(np.asarray(times[0]), q, qd)
        return journey(asked.over(start, times), asked.parameters.value, machine)

    def rows(self, t: np.ndarray, q: np.ndarray, qd: np.ndarray, inputs: np.ndarray) -> Observed:
        """What follows from rows (T, ...), each under its own inputs."""
        found = []
        for i, tau in enumerate(inputs):
            here = slice(i, i + 1)
            _, machine = self.under(tau)
            found.append(machine.observe(t[here], q[here], qd[here], IN_ROWS, None))
        return jax.tree.map(lambda *x: np.concatenate(x), *found)


class Measured:
    """The inputs for measured values, as a compiled function."""

    def __init__(self, controller: Any, p: Any, t: Any, q: Any, qd: Any):
        self.controlled, self.controller, self.p = isinstance(controller, Controller), controller, p
        what = controller if self.controlled else bind("`controller`", controller, STATE)
        self.numbers, self.rest = split(p, np)
        self.fixed = known(what, q, qd, t, self.numbers, self.rest)
        law = command if self.controlled else applied
        program = law.program(self.fixed, self.rest, q, self.numbers)
        if isinstance(program, ByNumPy):
            with suppress(Unsupported):
                program.write()  # it will be called in every period

    def __call__(self, q: Any, qd: Any, t: float) -> tuple[np.ndarray, Status]:
        """The inputs (k,), and the status of the control."""
        given = self.fixed, self.rest, q, qd, np.asarray(t), self.numbers
        if not self.controlled:
            return np.asarray(applied(*given)), Status.OK
        found = command(*given)
        return np.asarray(found.inputs), Status(int(found.status))

    def refusal(self, q: Any, qd: Any, t: float) -> str:
        """Why there is no control in a state, in words."""
        try:
            self.controller.force(q, qd, t, self.p)
        except NumericalError as error:
            return error.detail
        return ""


def _applied(law: Bound, q: Any, qd: Any, t: Any, p: Any) -> Any:
    return law.at({"q": q, "qd": qd, "t": t, "p": p})


applied = Evaluated(_applied)


def _run(held: Held, measured: Measured, clock: Clock, noise: np.ndarray) -> Run:
    """All periods, one after the other, to the end or to where there is no going on."""
    _, q, qd = map(np.asarray, held.asked.start)
    queue = [held.none] * (clock.late + 2)
    states, inputs = [(q, qd)], []
    for times, (off_q, off_qd) in zip(clock.times, noise, strict=True):
        tau, status = measured(q + off_q, qd + off_qd, times[0])
        if status != Status.OK:
            why = measured.refusal(q + off_q, qd + off_qd, times[0])
            return Run(states, inputs or [queue[0]], status, why)
        queue = [tau, *queue[:-1]]
        pieces = len(times) - 1
        # In the first of two pieces the inputs before still act.
        for i, acting in enumerate(queue[clock.late : clock.late + pieces][::-1]):
            gone = held.moved(q, qd, times[i : i + 2], acting)
            if gone.status != Status.OK:
                return Run(states, inputs or [acting], gone.status, gone.detail)
            _, q, qd = map(np.asarray, gone.course.now)
            states.append((q, qd))
            inputs.append(acting)
    return Run(states, inputs, Status.OK, "")


def _explained(run: Run, clock: Clock, loop: System, start: Any, p: Any, options: Options) -> Run:
    """A run that failed, with the cause of the same law without a clock, if that is unbounded.

    Between two measurements inputs carry the plant far past where they lost their grip: the states
    of the run no longer show it.
    """
    t, q, qd = start
    samples = -(-len(run.inputs) // (clock.times.shape[1] - 1)) + 1
    end = clock.times[min(samples, len(clock.times)) - 1, -1]
    options = replace(options, max_steps=samples * MOST_STEPS)  # as many as the run could take
    try:
        motion = simulated(loop, q, qd, (float(t), float(end)), p, options)
    except (NumericalError, NotAssembled):
        return run
    if motion.status == Status.CONTROL_UNBOUNDED:
        return run._replace(status=motion.status, detail=f"Without a clock: {motion.detail}")
    return run
