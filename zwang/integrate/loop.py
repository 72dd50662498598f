"""A motion from its start to its end, on the host: advance, decide, advance again.

The compiled loop of ``advance`` halts where someone must look: an event, a pose ahead, steps too
small. What to do then is decided here; so progress is shown, and an interruption keeps what there
is.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base import interruption
from zwang.base.identity.keyed import jit_by_key
from zwang.base.status import NumericalError, Status
from zwang.integrate.backend import AbstractMachine
from zwang.integrate.course import Course, Halt, Settings, State
from zwang.integrate.method.runge_kutta import Program, attempt
from zwang.integrate.projection import WIDE
from zwang.integrate.rank_watch import RankChange
from zwang.integrate.singular import crossing as passage
from zwang.integrate.singular.crossing import Passage
from zwang.integrate.singular.place import Place
from zwang.system.origin import AbstractGuard

SIZE = 256  # states that one call of the compiled loop can report
PATIENCE = 0.2  # seconds after which it should come back, for progress and interruptions
# Every so many steps it must have come so far, in parts of what is left: 4e11 steps are too many.
STRETCH, PROGRESS = 4096, 1e-8


class Task(NamedTuple):
    """What is to be computed.

    Attributes
    ----------
    program : what moves, and how
    numbers : of the parameters
    targets : (K,)      times to land on
    settings : tolerances and such
    max_steps : how many steps to try at most, or None
    row_names : of the m rows of constraints
    machine : what computes it
    """

    program: Program
    numbers: Any
    targets: np.ndarray
    settings: Settings
    max_steps: int | None
    row_names: tuple[str, ...]
    machine: AbstractMachine

    @property
    def p(self) -> Any:
        """The parameters."""
        return self.program.p(self.numbers)


@dataclass
class Journey:
    """What there is of a motion so far.

    Attributes
    ----------
    course : how far it has come
    states : reported ones
    events : name of the event and the state, in order of time
    rank_changes : poses that were met
    status, detail : what became of it
    crossings : how many steps were laid across poses
    """

    course: Course
    states: list[State] = field(default_factory=list)
    events: list[tuple[str, State]] = field(default_factory=list)
    rank_changes: list[RankChange] = field(default_factory=list)
    status: Status = Status.OK
    detail: str = ""
    crossings: int = 0

    def end(self, status: Status, detail: str = "") -> bool:
        """End it for a reason."""
        self.status, self.detail = status, detail
        return True


def travel(
    task: Task, course: Course, report: Callable[[float], None], *, assured: bool = True
) -> Journey:
    """From the start to the last of the times, or to where it ends before.

    Parameters
    ----------
    task : what is to be computed
    course : its start
    report : called with the time reached, every now and then
    assured : whether it is clear how to go on from the start
    """
    journey = Journey(course, [_known(course.now)])
    if not assured:
        _unassured(task, journey, None, rose=True)
        return journey
    try:
        padded, limit, ended = _padded(task.targets), task.machine.at_once, False
        mark = _reached(journey)
        while not ended:
            interruption.check()
            began = time.perf_counter()
            ended = _go_on(task, journey, padded, limit)
            tried, t = _reached(journey)
            if not ended and tried - mark[0] >= STRETCH:
                if t - mark[1] < PROGRESS * (task.targets[-1] - t):
                    ended = _stuck(task, journey, Halt.STEP_TOO_SMALL)
                mark = tried, t
            report(float(journey.course.now.t))
            quick = time.perf_counter() - began < PATIENCE / 2
            limit = min(2 * limit, 1 << 20) if quick else max(limit // 2, 1)
    except KeyboardInterrupt:
        journey.end(Status.INTERRUPTED)
    if journey.status != Status.OK and journey.states[-1].t < journey.course.now.t:
        journey.states.append(_known(journey.course.now))  # how far it came, to go on from
    return journey


def _reached(journey: Journey) -> tuple[int, float]:
    """How many steps were tried, and the time they led to."""
    course = journey.course
    return int(course.accepted) + int(course.rejected), float(course.now.t)


def _go_on(task: Task, journey: Journey, padded: np.ndarray, limit: int) -> bool:
    """One call of the compiled loop, and what is to be done after it; whether this is the end."""
    course, (tried, _) = journey.course, _reached(journey)
    if task.max_steps is not None:
        limit = min(limit, task.max_steps - tried)
        if limit <= 0:
            reached = f"It took {tried} steps to come to t = {float(course.now.t):.6g}."
            return journey.end(Status.TOO_MANY_STEPS, reached)
    last = len(task.targets) - 1
    found = task.machine.advance(SIZE, course, padded, last, task.settings, limit)
    rows = int(found.rows)
    passed = [np.asarray(x)[:rows] for x in found.passed]
    journey.states += [State(*row) for row in zip(*passed, strict=True)]
    journey.course = found.course
    match Halt(int(found.halt)):
        case Halt.NONE:
            return False
        case Halt.END:
            return True
        case Halt.EVENT:
            return _event(task, journey)
        case Halt.SINGULAR_AHEAD | Halt.SINGULAR_WITHIN | Halt.RANK_ROSE as halt:
            return _pose(task, journey, halt)
        case halt:
            return _stuck(task, journey, halt)


def _stuck(task: Task, journey: Journey, halt: Halt) -> bool:
    """Steps fail, however small, or a fixed one does: look a little ahead for the cause."""
    course, system = journey.course, task.program.system.value
    t, q, qd = _known(course.now)
    solver = task.program.cutting(float(course.cut))
    qdd = system.acceleration(q, qd, t, task.p, solver=solver, throw=False).qdd
    for part in (1e-9, 1e-6, 1e-3):
        h = part * max(float(course.largest), float(task.settings.step), 1e-9)
        there = q + h * qd, qd + h * qdd, t + h, task.p
        try:
            if isinstance(system.origin, AbstractGuard):
                system.origin.explain(*there)
            system.acceleration(*there, solver=solver)
        except NumericalError as error:
            return journey.end(error.status, f"Just after t = {t:.9g}. {error.detail}".strip())
    sigma = 1.0 if course.sight is None else float(course.sight.sigma(course.rank))
    if sigma < passage.SMALL * course.cut / WIDE:
        return _unassured(task, journey, None)
    why = Status.STEP_FAILED if halt == Halt.FAILED else Status.STEP_TOO_SMALL
    return journey.end(why, f"It came to t = {t:.9g}.")


# -- poses: decided in `passage` -------------------------------------------------------------


def _pose(task: Task, journey: Journey, halt: Halt) -> bool:
    """Cross it; or come nearer first; or go on, if there is none; or end, not assured."""
    course = journey.course
    if halt == Halt.RANK_ROSE:
        return _unassured(task, journey, None, rose=True)
    found = task.machine.cross(course, task.settings, halt)
    if found.after is not None:
        return _crossed(task, journey, found, found.after)
    if found.nothing:
        journey.course = course._replace(quiet=course.now.t + found.distance)
        return False
    if found.may_come_nearer:
        h = np.asarray(course.h)
        h = h if task.settings.step > 0 else np.minimum(h, found.distance / 2)
        journey.course = course._replace(h=h, turns=np.zeros_like(course.turns))
        return False
    return _unassured(task, journey, found)


def _crossed(task: Task, journey: Journey, found: Passage, behind: Course) -> bool:
    """Take the step across: report times and events in it, note the pose, look around behind."""
    course, targets = journey.course, task.targets
    start, end = float(course.now.t), float(found.end.t)
    index, ended = int(course.index), False
    while not ended and targets[index] <= end:
        journey.states.append(found.at(targets[index]))
        ended = index == len(targets) - 1
        index += not ended
    until = float(targets[-1]) if ended else end
    journey.crossings += len(found.places) > 0
    for place in found.places:
        # One at the very end is met too.
        if found.time_of(place) <= until + 1e-4 * (end - start):
            journey.rank_changes.append(_change(task, course, place, found.time_of(place), True))
    journey.course = behind._replace(index=np.asarray(index))

    watched = task.program.events.value
    came = np.flatnonzero(np.asarray(watched.came(course.values, behind.values)))
    roots = [(found.root(int(i)), i) for i in came]
    for state, i in sorted((item for item in roots if item[0].t <= until), key=lambda x: x[0].t):
        if _note(journey, watched.events[i], state, start):
            return True
    if not ended and bool(task.settings.every) and journey.states[-1].t < end:
        journey.states.append(_known(found.end))
    return ended


def _unassured(task: Task, journey: Journey, found: Passage | None, *, rose: bool = False) -> bool:
    """Note that the branch is not assured, and end: what follows could be another motion."""
    course = journey.course
    t = float(course.now.t) if found is None else found.when
    # Where the rank rises, it is the one before that was lost.
    course = course._replace(rank=course.rank + 1) if rose else course
    place = found.places[0] if found is not None and found.places else None
    change = _change(task, course, place, t, False)
    journey.rank_changes.append(change)
    named = f" of {', '.join(change.constraints)}" if change.constraints else ""
    return journey.end(Status.BRANCH_NOT_ASSURED, f"The rank{named} changes near t = {t:.9g}.")


def _change(task: Task, course: Course, place: Place | None, t: float, assured: bool):
    rank = int(course.rank)
    rows = range(len(task.row_names)) if place is None else place.rows
    names = tuple(task.row_names[i] for i in rows)
    return RankChange(t, rank, rank - (1 if place is None else place.flips), names, assured)


# -- events --------------------------------------------------------------------------------------


def _event(task: Task, journey: Journey) -> bool:
    """Find the events of the last step in their order; one that is terminal ends the motion."""
    course, watched = journey.course, task.program.events.value
    found = []
    for i in np.flatnonzero(np.asarray(watched.came(course.former, course.values))):
        state = task.machine.locate(course, task.settings, int(i))
        found.append((watched.events[i], _known(state)))
    for event, state in sorted(found, key=lambda item: item[1].t):
        if _note(journey, event, state, float(course.before.t)):
            return True
    landed = course.now.t == task.targets
    if bool(task.settings.every) or landed.any():
        journey.states.append(_known(course.now))
    return bool(landed[-1])


def _note(journey: Journey, event: Any, state: State, after: float) -> bool:
    """Note an event; if it is terminal end the motion with it, and drop what lies behind."""
    journey.events.append((event.name, state))
    if event.terminal:
        until = max(after, float(state.t))
        journey.states = [s for s in journey.states if s.t <= until]
        journey.rank_changes = [change for change in journey.rank_changes if change.t <= until]
        if journey.states[-1].t < state.t:
            journey.states.append(state)
    return event.terminal


@jit_by_key(0)
def locate(program: Program, numbers: Any, course: Course, settings: Settings, which: Any) -> State:
    """The state at which an event's function is zero, in the last step.

    Every place is reached by a step of its own from the step's beginning, so that it is as good
    as the motion. Between two places with different signs the next one is where the secant says,
    or the middle where that does not help.
    """
    start, p = course.before, program.p(numbers)
    values = program.events.value.values
    whole = course.now.t - start.t

    def going(carry):
        (a, b), *_, tried = carry
        return (b - a > 4e-16 * jnp.maximum(jnp.abs(start.t), whole)) & (tried < 100)

    def closer(carry):
        # Illinois: the value at an end that stays twice in turn counts half.
        (a, b), (ga, gb), state, stayed, tried = carry
        h = jnp.where(tried % 4 == 3, (a + b) / 2, (a * gb - b * ga) / (gb - ga))
        h = jnp.where((h > a) & (h < b), h, (a + b) / 2)
        trial = attempt(program, numbers, start, h, settings.rtol, settings.atol, course.cut)
        there = State(start.t + h, trial.q, trial.qd)
        g = values(*there, p)[which]
        left = (jnp.sign(g) == jnp.sign(gb)) | (g == 0)  # there is a zero left of h, or at it
        again = left == stayed
        ga = jnp.where(left, jnp.where(again, ga / 2, ga), g)
        gb = jnp.where(left, g, jnp.where(again, gb / 2, gb))
        a, b = jnp.where(left & (g != 0), a, h), jnp.where(left, h, b)
        state = jax.tree.map(partial(jnp.where, left), there, state)
        return (a, b), (ga, gb), state, left, tried + 1

    ends = jnp.zeros_like(whole), whole
    known = course.former[which], course.values[which]
    carry = ends, known, course.now, jnp.asarray(False), 0
    return jax.lax.while_loop(going, closer, carry)[2]


def _known(state: State) -> State:
    return State(*map(np.asarray, state))


def _padded(targets: np.ndarray) -> np.ndarray:
    """The times, followed by infinities up to a power of two: few sizes are compiled."""
    size = max(64, 1 << (len(targets) - 1).bit_length())
    return np.concatenate([targets, np.full(size - len(targets), np.inf)])
