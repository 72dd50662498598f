r"""zw.periodic: a periodic motion near a guess."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from zwang.base import arguments
from zwang.base.arrays import as_floats
from zwang.base.functions import bind
from zwang.base.names import chosen, names_of
from zwang.base.process.one_thread import one_thread
from zwang.base.status import NumericalError, Status
from zwang.bodies.mechanism import Mechanism
from zwang.integrate.options import Options
from zwang.linear.local.named import described
from zwang.motion.motion import Motion
from zwang.orbit.conditions import Held, named
from zwang.orbit.flow import Flow, has_time
from zwang.orbit.manifold import onto, tangent
from zwang.orbit.orbit import Orbit, made, unmade
from zwang.orbit.parameter import AtValue, Point, period_at
from zwang.orbit.returning import Return, turning
from zwang.orbit.shooting import Equations, Problem, solve
from zwang.system.system import System

OF_STATE = ("energy", "period")  # what may be held besides coordinates
SETTLE = 3  # periods of a motion that is let settle
EARLY, BEYOND = 0.4, 1.6  # where a better guess of the period is looked for, in parts of it
CONSERVED = 1e3  # change of the energy, in its relative tolerance and size, that is none


@one_thread
def periodic(
    system: Any,
    q0: Any = None,
    qd0: Any = None,
    period: Any = None,
    p: Any = None,
    *,
    t: Any = 0.0,
    hold: Any = (),
    shift: Any = None,
    free: Any = (),
    rtol: Any = 1e-11,
    atol: Any = 1e-13,
    engine: str = Options.engine,
    max_iterations: int = 30,
    throw: bool = True,
) -> Orbit:
    r"""A periodic motion near a guess, its multipliers and its stability.

    .. math:: x(T) = x(0) + \text{shift}, \qquad x = (q, \dot q)

    By Newton's method on the start and, where time does not enter the system, on the period, with
    the derivatives of ``zw.sensitivity``, on the constraints. What time enters keeps the period
    that is given. Where orbits come in families, as those of a system that keeps its energy, the
    one with the energy of the guess is found, or that which ``hold`` says; without an energy, the
    nearest one. An orbit that attracts is looked for again from where the motion of the guess has
    come after a few periods, if from the guess itself there is no way.

    Parameters
    ----------
    system : a ``zw.System`` or a ``zw.Mechanism``
    q0, qd0 : (n,)      a guess of a state on the orbit; it is brought onto the constraints. Of a
        mechanism by default its start. The quaternion of a body has returned as −u too
    period : ()         a guess of the period; of what is forced the period itself, or a function
        of p that returns it
    p : parameters
    t : ()              the time of the start
    hold : names of coordinates that keep the values of the guess, those of joints too, such as
        "hinge.angle"; "energy" or "period"
    shift : (n,), or amounts by name: by how much coordinates have grown after one period, such as
        2π for an angle that goes around
    free : names of coordinates that need not return, such as the place of what rolls
    rtol, atol, engine : as for ``zw.simulate``
    max_iterations : steps of Newton's method at most
    throw : whether a failure raises ``NumericalError``; if not, ``status`` tells, and the orbit is
        the guess, without a motion where it has none

    Returns
    -------
    Orbit

    Raises
    ------
    NumericalError
        ``NO_ORBIT``, or why a motion on the way to it fails.

    Examples
    --------
    >>> import zwang as zw
    >>> oscillator = zw.System(1.0, lambda q, qd: (1.0 - q**2) * qd - q)
    >>> orbit = zw.periodic(oscillator, [2.0], [0.0], 6.5)
    >>> round(orbit.period, 8), orbit.stability
    (6.66328686, 'stable')
    """
    system, mechanism = described(system, p)
    if mechanism is not None and q0 is None:
        q0, start = mechanism.start(p)
        qd0 = start if qd0 is None else qd0
    for name, x in (("q0", q0), ("qd0", qd0), ("period", period)):
        if x is None:
            raise TypeError(f"`{name}` is None; wanted a guess.")
    arguments.flag("throw", throw)
    arguments.whole("max_iterations", max_iterations)
    q, qd, _ = system.state(q0, qd0, 0.0, np, names=("q0", "qd0", "t"))
    for name, x in (("q0", q), ("qd0", qd)):
        if not np.isfinite(x).all():
            raise ValueError(f"`{name}` is {x}; wanted finite numbers.")
    now = arguments.number("t", t)
    options = Options(rtol, atol, engine=engine)
    period_of = bind("`period`", period, ("p",)) if callable(period) else None
    if period_of is not None:
        length = period_at(period_of, p)
    else:
        length = arguments.number("period", period, least=0.0, above=True)
    names, held = _held(hold, system, mechanism, len(q))
    flow, count, own = Flow(system, now, options), len(q), system.coordinates
    returns = Return(
        _shift(shift, system, count), chosen("free", free, own, count), *turning(mechanism)
    )
    asked = Problem(
        flow=flow,
        family=AtValue(p, period_of=period_of),
        returns=returns,
        held=held,
        autonomous=False,
        phase=False,
        period_open=False,
        energy=None,
    )
    return _sought(asked, Point(np.concatenate([q, qd]), length), names, max_iterations, throw)


def _sought(asked: Problem, at: Point, names: set[str], most: int, throw: bool) -> Orbit:
    """The orbit near a guess; or the guess with the status of what failed, as far as it came."""
    problem, guess = asked, at
    try:
        problem, guess = _begun(asked, at, names)
        point, found, steps = _found(problem, guess, most)
        return made(problem, point, found, steps)
    except NumericalError as error:
        if throw:
            raise
        told, motion = {"status": error.status, "detail": error.detail}, error.motion
    if problem is not asked:
        try:
            return made(problem, guess, problem.equations(guess), most, **told)
        except NumericalError as error:
            motion = motion or error.motion
    return unmade(problem, guess, motion, **told)


def _begun(asked: Problem, at: Point, names: set[str]) -> tuple[Problem, Point]:
    """What is sought, and the guess on the constraints; both from a motion that begins there."""
    flow, p = asked.flow, asked.family.parameters
    x = onto(flow.system, at.x, flow.t, p, 2 * np.pi / at.period)
    forced = asked.family.period_of is not None
    first = flow.motion(x, (1.0 if forced else BEYOND) * at.period, p)
    held = asked.held.at(flow.system, x, flow.t, p)
    problem = _problem(replace(asked, held=held), first, names)
    period = _returns(problem, first, at.period) if problem.period_open else at.period
    return problem, Point(x, period)


# From a guess beside a relaxation oscillation nearly all that a motion was is lost in a period: the
# end says nothing of the start, and Newton's method has no direction. But such a motion settles.


def _found(problem: Problem, guess: Point, most: int) -> tuple[Point, Equations, int]:
    """The orbit near a guess, or near where a motion from the guess leads."""
    try:
        return solve(problem, guess, problem.wanted, most)
    except NumericalError as first:
        kept = problem.energy is not None or problem.held.values or not problem.period_open
        if kept or first.status != Status.NO_ORBIT:
            raise
        try:
            p, flow = problem.family.p(guess.value), problem.flow
            end = flow.motion(guess.x, SETTLE * guess.period, p)
            x = np.concatenate([end.q[-1], end.qd[-1]])
            turn = flow.motion(x, BEYOND * guess.period, p)
            period = _returns(problem, turn, guess.period)
            return solve(problem, Point(x, period, guess.value), problem.wanted, most)
        except NumericalError:
            raise first from None


def _problem(asked: Problem, motion: Motion, names: set[str]) -> Problem:
    """What is sought, from what a motion that begins at the guess shows."""
    forced, held = has_time(asked.flow.system, motion), asked.held
    energy = None
    conserves = not forced and _keeps_energy(motion)
    if "energy" in names and motion.energy is None:
        raise ValueError("`hold` has 'energy', and the system tells none; wanted `energy` in it.")
    if "energy" in names or (conserves and not held.values and "period" not in names):
        energy = float(motion.energy[0])
    return replace(
        asked,
        autonomous=not forced,
        # Where orbits do not come in families, what is held says where on the orbit it begins.
        phase=not forced and (conserves or not held.values),
        period_open=not forced and "period" not in names and asked.family.period_of is None,
        energy=energy,
    )


def _returns(problem: Problem, motion: Motion, period: float) -> float:
    """When a motion comes near to its start, if that is much nearer than after the period.

    Of all such times the one next to the period: a motion returns after each of its turns.
    """
    assert motion.system is not None
    x = np.concatenate([motion.q, motion.qd], axis=1)
    here = tangent(motion.system, x[0], problem.flow.t, motion.p, 2 * np.pi / period)
    away = problem.returns.off(motion.q, motion.qd)
    off, t = np.linalg.norm(away @ here.S.T, axis=1), np.asarray(motion.t) - motion.t[0]
    now = off[np.abs(t - period).argmin()]
    least = np.append(off[1:-1] <= np.minimum(off[:-2], off[2:]), True)
    near = 1 + np.flatnonzero(least & (t[1:] >= EARLY * period) & (off[1:] < now / 4))
    times = t[near]
    return float(times[np.abs(np.log(times / period)).argmin()]) if len(times) else period


def _keeps_energy(motion: Motion) -> bool:
    """Whether the energy of a motion stays, as far as its tolerance shows."""
    if motion.energy is None:
        return False
    E, n = np.asarray(motion.energy), motion.q.shape[1]
    assert motion.system is not None
    start = np.concatenate([motion.q[0], motion.qd[0]])
    here = tangent(motion.system, start, float(motion.t[0]), motion.p, 1.0)
    kinetic = np.square(motion.qd @ here.S[n:, n:].T).sum(axis=1).max() / 2
    change = float(np.ptp(E))
    size = max(float(kinetic), change, float(np.abs(E).max()))
    return change <= CONSERVED * float(motion.settings["rtol"]) * size


def _held(hold: Any, system: System, mechanism: Mechanism | None, n: int) -> tuple[set[str], Held]:
    items = [hold] if isinstance(hold, str | int) else hold
    if not isinstance(items, list | tuple | set | frozenset):
        raise TypeError(f"`hold` is {hold!r}; wanted names of coordinates, 'energy' or 'period'.")
    known = names_of(system.coordinates, n)
    own = {x for x in items if isinstance(x, str) and x in OF_STATE and x not in known}
    others = [x for x in items if not (isinstance(x, str) and x in own)]
    return own, Held(named("hold", others, system, mechanism, n))


def _shift(shift: Any, system: System, n: int) -> np.ndarray:
    if shift is None:
        return np.zeros(n)
    if isinstance(shift, Mapping):
        found = np.zeros(n)
        for name, amount in shift.items():
            found[chosen("shift", name, system.coordinates, n)] = arguments.number("shift", amount)
        return found
    found = np.asarray(as_floats("shift", shift, np), float)
    if found.shape != (n,) or not np.isfinite(found).all():
        raise ValueError(f"`shift` has the shape {found.shape}; wanted finite numbers ({n},).")
    return found
