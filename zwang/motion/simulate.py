"""zw.simulate: a system, a start and times give a Motion."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.process.interruption import heard
from zwang.base.process.progress import compiling, over_time, warn
from zwang.base.status import NumericalError, Status
from zwang.engine import Unsupported, in_c
from zwang.engine.dense.native import NativeMachine
from zwang.engine.program.sizes import LARGEST
from zwang.equation.observe import observe
from zwang.integrate import loop as journeys
from zwang.integrate.advance import travel
from zwang.integrate.backend import AbstractMachine
from zwang.integrate.course import Halt, State
from zwang.integrate.loop import Journey, Passed, Task
from zwang.integrate.options import Options, options
from zwang.integrate.problem import Request, request
from zwang.integrate.projection import Projection
from zwang.integrate.start import ask_guard, begin, looked_at, off_constraints
from zwang.motion.build import build, of_journey
from zwang.motion.kept import Wanted, kept, narrowed, wanted
from zwang.motion.motion import Motion
from zwang.system.origin import AbstractSource, AbstractStarted, required_system
from zwang.system.system import System

if TYPE_CHECKING:  # most motions leave no singular configuration on a branch
    from zwang.consistency.branches import Branch

# What a halt inside a larger program means; the first that applies is told.
MEANING = {
    Halt.RANK_ROSE: Status.BRANCH_NOT_ASSURED,
    Halt.SINGULAR_WITHIN: Status.BRANCH_NOT_ASSURED,
    Halt.STEP_TOO_SMALL: Status.STEP_TOO_SMALL,
    Halt.FAILED: Status.STEP_FAILED,
}


def simulate(
    system: System | AbstractSource,
    q0: Any = None,
    qd0: Any = None,
    t: Any = None,
    p: Any = None,
    *,
    rtol: Any = Options.rtol,
    atol: Any = Options.atol,
    step: Any = Options.step,
    method: Any = Options.method,
    drift: Any = Options.drift,
    solver: Any = Options.solver,
    events: Any = Options.events,
    max_steps: int | None = Options.max_steps,
    engine: str = Options.engine,
    adjoint: Any = Options.adjoint,
    progress: bool = Options.progress,
    throw: bool = Options.throw,
    max_step: Any = Options.max_step,
    breaks: Any = Options.breaks,
    branch: Branch | None = None,
    keep: Any = None,
) -> Motion:
    r"""The motion of a system from a start.

    .. math:: M \ddot q = Q + Q^c, \qquad q(t_0) = q_0, \quad \dot q(t_0) = \dot q_0

    Each step is projected onto the constraints, and its length is adapted to the tolerances. The
    start must satisfy the constraints: ``zw.assemble`` finds one that does. A configuration in
    which the constraints lose rank is crossed and noted in ``motion.rank_changes``. Inside
    ``jit``, ``vmap`` and ``grad`` failures are in ``motion.status``; there a span reports its two
    ends, and singular configurations are not crossed.

    Parameters
    ----------
    system : a ``zw.System``; a ``zw.Mechanism``; or a ``zw.Controller``, for its closed loop with
        the model, so that the motion has ``control`` and ``tracking_error``
    q0 : (n,)       coordinates at the start; of a mechanism by default its own
    qd0 : (n,)      velocities at the start; of a mechanism by default its own
    t : a pair (start, end), to report every step; or a list or array of times to report, the
        first of which is the start
    p : parameters
    rtol, atol : tolerated error, relative to each coordinate and velocity, and absolute, by default
        1e-9 and 1e-12; a step may add a twentieth of it
    step : length of fixed steps, in place of adapted ones
    method : a Runge-Kutta method of diffrax; by default ``Dopri8()``; for stiff systems
        ``Kvaerno5()``
    drift : ``zw.Projection()``, ``zw.Baumgarte(alpha, beta)``, or None to let errors add up
    solver : of the accelerations; by default ``zw.Auto`` with wide tolerances
    events : one ``zw.Event`` or several
    max_steps : steps to try at most; by default there is no limit. Inside ``jit`` and ``grad``
        between two times, 4096 by default
    engine : "native" for C, compiled at the first call; "jax"; "auto" for C where that can be, or
        else JAX: ``motion.engine`` says which, and why
    adjoint : inside ``grad``: None for a loop that both modes can differentiate; or diffrax's
        ``RecursiveCheckpointAdjoint()`` for reverse mode in less memory, ``ForwardMode()`` for
        forward mode in less time
    progress : whether to show a bar
    throw : whether a failure raises ``NumericalError``, which has the motion so far as
        ``error.motion``
    max_step : the longest step; by default a hundredth of the span if time enters the system or
        an event, else there is no limit
    breaks : times at which functions jump or kink. Steps end there, and a new step size is chosen;
        functions are not evaluated closer to a break than its rounding. Those outside of the span
        are ignored
    branch : one of ``zw.branches``, to leave a singular configuration on: the motion starts with
        its q and q̇ in the place of ``q0`` and ``qd0``; an event in its first step is not seen
    keep : names of coordinates, of bodies, of constraints or of their rows, which the motion then
        consists of, in memory for these alone; by default everything

    Returns
    -------
    Motion
        Interrupted from the keyboard, the motion so far with the status ``INTERRUPTED``.

    Examples
    --------
    >>> import zwang as zw
    >>> rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    >>> bob = zw.System(1.0, [0.0, -9.81], [rod], coordinates=["x", "y"])
    >>> motion = zw.simulate(bob, [1.0, 0.0], [0.0, 0.0], (0.0, 10.0))
    >>> bool(abs(motion.residual).max() < 1e-12)
    True
    """
    given = rtol, atol, step, method, drift, solver, events, max_steps, engine, adjoint
    if branch is not None:
        if keep is not None:
            raise ValueError("`keep` is given, and `branch` too; wanted one of them.")
        from zwang.motion.branched import chosen_state

        q0, qd0 = chosen_state(branch)
    asked = options(*given, progress, throw, max_step, breaks)
    if not isinstance(system, System):
        if isinstance(system, AbstractStarted):
            q0, qd0 = system.state(q0, qd0, p)
        system = required_system(system)
    return simulated(system, q0, qd0, t, p, asked, on_branch=branch is not None, keep=keep)


def simulated(
    system: System,
    q0: Any,
    qd0: Any,
    t: Any,
    p: Any,
    options: Options,
    *,
    on_branch: bool = False,
    keep: Any = None,
) -> Motion:
    """``zw.simulate`` for who has its options."""
    asked = request(system, q0, qd0, t, p, options)
    which = None if keep is None else wanted(keep, system, asked.start, p)
    if asked.setup.traced:
        motion = _inside(asked, system, p)
        return motion if which is None else narrowed(motion, which)
    made = partial(_motion, asked, system, p, on_branch)
    if which is not None:
        made = partial(_kept, asked, system, p, which)
    if asked.parameters.kind in asked.setup.machines:
        motion = made()
    else:
        with heard():  # for something is compiled now
            motion = made()
    if options.throw and motion.status not in (Status.OK, Status.INTERRUPTED):
        raise NumericalError(Status(motion.status), motion.detail, motion)
    return motion


def chosen(asked: Request) -> AbstractMachine:
    """The machine for a motion: C where that can be, unless JAX is asked for."""
    setup, parameters = asked.setup, asked.parameters
    if parameters.kind in setup.machines:
        return setup.machines[parameters.kind](parameters)
    program, engine = setup.program, setup.options.engine
    if engine == "jax":
        return _by_jax(asked)
    try:
        with compiling(setup.options.progress):
            machine = in_c(program, parameters, len(asked.start.q))
        if isinstance(machine, NativeMachine):
            setup.machines[parameters.kind] = partial(NativeMachine, machine.native)
        return machine
    except Unsupported as why:
        if engine == "native":
            raise ValueError(
                f"`engine` is 'native', which this motion cannot have: {why}; wanted 'jax' or "
                "'auto'."
            ) from None
        _say_how_long(asked, str(why))
        return _by_jax(asked, f"jax: {why}")


def _say_how_long(asked: Request, why: str) -> None:
    """Warn who did not ask for JAX of a motion for which it takes minutes."""
    n = len(asked.start.q)
    if 2 * n * n > LARGEST:  # with about as many rows
        warn(
            f"This motion of {n} coordinates is computed by JAX with dense matrices, since {why}. "
            'That may take minutes; engine="jax" asks for it without this warning.'
        )


def _by_jax(asked: Request, name: str = "jax") -> AbstractMachine:
    """The machine of JAX; who has C does not import it."""
    from zwang.integrate.jax_backend import JaxMachine

    return JaxMachine(asked.setup.program, asked.numbers, name)


def journey(asked: Request, p: Any, machine: AbstractMachine, into: Any = None) -> Journey:
    """From the start to the end, or to where it stands."""
    setup, parameters, state, times, settings, _, stops = asked
    program, options = setup.program, setup.options
    started = machine.depart(state, settings, times[-1] - times[0], options.row_solver)
    try:
        if started is None:
            started = looked_at(asked, p, machine)
        elif setup.guarded:
            ask_guard(program.system.value, state, p, sound=True)
    except NumericalError as error:
        return _standing(asked, machine, error)
    given = program, parameters, times[1:], settings, options.max_steps
    task = Task(*given, started.row_names, machine, into, stops)
    assured = not started.singular
    if not options.progress:
        return journeys.travel(task, started.course, assured=assured)
    with over_time(times) as report:
        return journeys.travel(task, started.course, report, assured=assured)


def _branched(asked: Request, p: Any, machine: AbstractMachine) -> Journey:
    """A step out of the configuration, and the journey behind it."""
    from zwang.motion.branched import joined, leave

    try:
        behind, found = leave(asked, machine)
    except NumericalError as error:
        return _standing(asked, machine, error)
    return joined(asked, found, journey(behind, p, machine))


def _standing(asked: Request, machine: AbstractMachine, error: NumericalError) -> Journey:
    """The journey that could not begin: its start, and why."""
    qdd = np.zeros_like(np.asarray(asked.start.q))
    course = machine.begin(asked.start, qdd, asked.settings, asked.span).course
    return Journey(course, Passed(asked.start), status=error.status, detail=error.detail)


def _kept(asked: Request, system: System, p: Any, which: Wanted) -> Motion:
    """The journey, and what is wanted of it."""
    begun, machine = time.perf_counter(), chosen(asked)
    go = partial(journey, asked, p, machine)
    tell = lambda gone: _motion(asked, system, p, False, (begun, machine, gone))
    return kept(which, asked.start._replace(t=asked.wanted[0]), go, tell)


def _motion(asked: Request, system: System, p: Any, on_branch: bool, known: Any = None) -> Motion:
    """The journey, unless it is ``known``, and all that follows from its states."""
    if known is None:
        begun, machine = time.perf_counter(), chosen(asked)
        gone = (_branched if on_branch else journey)(asked, p, machine)
    else:
        begun, machine, gone = known
    setup, options = asked.setup, asked.setup.options
    return of_journey(
        gone,
        machine,
        begun,
        options.row_solver,
        options.solver is not None,
        options.watched.events,
        isinstance(options.drift, Projection),
        system=system,
        p=p,
        settings=options.told,
        tools=options.tools,
        described=setup.program.system,
        parameters=asked.parameters,
    )


def _inside(asked: Request, system: System, p: Any) -> Motion:
    """The motion as one traced program: for ``jit``, ``vmap`` and derivatives."""
    first, times = asked.start, jnp.asarray(asked.times)
    t0, q0, qd0 = (x[None] for x in first)
    seen = observe(system, t0, q0, qd0, p, solver=asked.row_solver)
    qdd = jax.lax.stop_gradient(seen.qdd[0])
    course, singular, sizes = begin(
        asked.program, asked.numbers, first, qdd, asked.settings, asked.span
    )
    states, halts = travel(
        asked.program,
        asked.numbers,
        course,
        times[1:],
        asked.settings,
        asked.max_steps or 1,
        asked.options.kind,
    )
    if asked.stops is not None:
        short = states.t[-1] < times[-1]
        states = State(*(x[asked.stops.places] for x in states))
        times = jnp.asarray(asked.wanted)
        states = states._replace(t=jnp.where(short, states.t, times[1:]))
        first = first._replace(t=times[0])
    t, q, qd = (jnp.concatenate([a[None], b]) for a, b in zip(first, states, strict=True))
    cases = [
        (seen.status[0] != Status.OK, seen.status[0]),
        (off_constraints(seen, sizes), Status.NOT_ASSEMBLED),
        (singular, Status.BRANCH_NOT_ASSURED),
    ]
    cases += [((halts == halt).any(), meaning) for halt, meaning in MEANING.items()]
    cases += [((states.t < times[1:]).any(), Status.TOO_MANY_STEPS)]
    status = jnp.select([x for x, _ in cases], [jnp.asarray(y, int) for _, y in cases], 0)
    lost = jnp.where(status == Status.OK, 0.0, jnp.nan)
    late = jnp.concatenate([jnp.zeros(1, bool), jnp.ones(len(times) - 1, bool)])[:, None]
    q, qd = (jnp.where(late, x + lost, x) for x in (q, qd))
    how = {"solver": asked.row_solver, "cut": asked.row_cut(course)}
    seen = observe(system, t, q, qd, p, **how)
    about: dict[str, Any] = {"status": status, "engine": "jax: traced", "seen": seen}
    about["projected"] = isinstance(asked.program.drift, Projection)
    return build(system, t, q, qd, p, solver=asked.row_solver, **about)
