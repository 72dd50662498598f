"""A motion from its start to its end, on the host: advance, decide, advance again.

The compiled loop of ``advance`` halts where someone must look: an event, a singular configuration
ahead, steps too small. What to do then is decided here; so progress is shown, and an interruption
keeps what there is.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from zwang.base.process import interruption
from zwang.base.status import NumericalError, Status
from zwang.integrate.course import PROGRESS, STRETCH, Course, Halt, RankChange, Settings, State
from zwang.integrate.method.breaks import Stops
from zwang.integrate.singular import told
from zwang.system.origin import AbstractGuard

if TYPE_CHECKING:  # a motion in C that meets nothing singular needs none of this
    from zwang.base.parameters import Parameters
    from zwang.integrate.backend import AbstractMachine
    from zwang.integrate.method.runge_kutta import Program
    from zwang.integrate.singular.passage import Passage

Report = Callable[[float], None] | None
PATIENCE = 0.2  # seconds after which it should come back, for progress and interruptions


class Task(NamedTuple):
    """What is to be computed."""

    program: Program
    parameters: Parameters
    targets: np.ndarray  # (K,)
    settings: Settings
    max_steps: int | None
    row_names: tuple[str, ...]  # (m,)
    machine: AbstractMachine
    into: Any = (
        None  # makes of a course what takes the states to report, in the place of ``Passed``
    )
    stops: Stops | None = None  # as what targets are reported, if some are breaks

    @property
    def p(self) -> Any:
        """The parameters."""
        return self.parameters.value


class Passed:
    """States to report, in the order of time: rows that are put together at the end."""

    def __init__(self, first: State):
        self._blocks = [State(*(np.asarray(x)[None] for x in first))]

    def add(self, state: State) -> None:
        """One state more."""
        self._blocks.append(State(*(np.asarray(x)[None] for x in state)))

    def extend(self, states: State) -> None:
        """Several more, each field with an axis in front."""
        if len(states.t):
            self._blocks.append(states)

    @property
    def last(self) -> float:
        """The time of the last one."""
        return float(self._blocks[-1].t[-1])

    def drop_after(self, t: float) -> None:
        """Forget those that are later."""
        kept = [State(*(x[block.t <= t] for x in block)) for block in self._blocks]
        self._blocks = [block for block in kept if len(block.t)]

    def together(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """All of them, t (T,), q and qd (T, n), as arrays that nobody can write to."""
        t, q, qd = map(np.concatenate, zip(*self._blocks, strict=True))
        t.flags.writeable = q.flags.writeable = qd.flags.writeable = False
        return t, q, qd


@dataclass
class Journey:
    """What there is of a motion so far."""

    # course, passed: how far it has come, and the states to report
    course: Course
    passed: Passed
    # name of the event and the state, in order of time
    events: list[tuple[str, State]] = field(default_factory=list)
    # singular configurations that were met
    rank_changes: list[RankChange] = field(default_factory=list)
    # status, detail: what became of it
    status: Status = Status.OK
    detail: str = ""
    crossings: int = 0  # how many steps were laid across them

    def end(self, status: Status, detail: str = "") -> bool:
        """End it for a reason."""
        self.status, self.detail = status, detail
        return True


def travel(task: Task, course: Course, report: Report = None, *, assured: bool = True) -> Journey:
    """From the start to the last time or to its end; ``assured`` if it is clear how it begins."""
    first = course.now
    shown = first if task.stops is None else first._replace(t=task.stops.shown[0])
    journey = Journey(course, task.into(course) if task.into else Passed(shown))
    if not assured:
        _unassured(task, journey, None, rose=True)
        return journey
    try:
        if not _go_on(task, journey, task.machine.at_once):
            with interruption.heard():  # a motion of one stretch is over before anyone presses
                _go_far(task, journey, report, (0, float(first.t)))
    except KeyboardInterrupt:
        journey.end(Status.INTERRUPTED)
    if report is not None:
        report(float(journey.course.now.t))
    if journey.status != Status.OK and journey.passed.last < journey.course.now.t:
        _report(task, journey, journey.course.now)  # how far it came, to go on from
    return journey


def _report(task: Task, journey: Journey, state: State) -> None:
    """One state more, unless it is at a break only."""
    if task.stops is None:
        journey.passed.add(state)
    else:
        journey.passed.extend(task.stops.of_rows(State(*(np.asarray(x)[None] for x in state))))


def _go_far(task: Task, journey: Journey, report: Report, mark: tuple[int, float]) -> None:
    """Stretch by stretch to the end; ``mark`` is where it was last found to make progress."""
    limit, ended = task.machine.at_once, False
    while not ended:
        interruption.check()
        tried, t = _reached(journey)
        if report is not None:
            report(t)
        if tried - mark[0] >= STRETCH:
            if t - mark[1] < PROGRESS * (task.targets[-1] - t):
                _stuck(task, journey, Halt.STEP_TOO_SMALL)
                return
            mark = tried, t
        began = time.perf_counter()
        ended = _go_on(task, journey, limit)
        quick = time.perf_counter() - began < PATIENCE / 2
        limit = min(2 * limit, 1 << 20) if quick else max(limit // 2, 1)


def _reached(journey: Journey) -> tuple[int, float]:
    """How many steps were tried, and the time they led to."""
    course = journey.course
    return int(course.accepted) + int(course.rejected), float(course.now.t)


def _go_on(task: Task, journey: Journey, limit: int) -> bool:
    """One call of the compiled loop, and what is to be done after it; whether this is the end."""
    if task.max_steps is not None:
        tried, t = _reached(journey)
        limit = min(limit, task.max_steps - tried)
        if limit <= 0:
            reached = f"It took {tried} steps to come to t = {t:.6g}."
            return journey.end(Status.TOO_MANY_STEPS, reached)
    last = len(task.targets) - 1
    found = task.machine.advance(journey.course, task.targets, last, task.settings, limit)
    rows = int(found.rows)
    passed = State(*(np.asarray(x)[:rows] for x in found.passed))
    journey.passed.extend(passed if task.stops is None else task.stops.of_rows(passed))
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
    from zwang.integrate.singular import crossing as passage
    from zwang.integrate.singular import trial
    from zwang.integrate.step import FEW, WIDE

    course, system = journey.course, task.program.system.value
    t, q, qd = map(np.asarray, course.now)
    why = Status.STEP_FAILED if halt == Halt.FAILED else Status.STEP_TOO_SMALL
    if not task.machine.dense:
        return journey.end(why, f"It came to t = {t:.9g}; the system is too large to say more.")
    sigma = float(course.sigmas[-1]) if task.row_names else 1.0
    singular = sigma < passage.SMALL * course.cut / WIDE
    solver = task.program.cutting(float(course.cut))
    qdd = system.acceleration(q, qd, t, task.p, solver=solver, throw=False).qdd
    span = max(float(course.largest), float(task.settings.step), 1e-9)
    # Where the state itself has no acceleration, no later one is known: it is looked at first.
    rate = np.where(np.isfinite(qdd), qdd, 0.0)
    later = lambda h: (q + h * qd, qd + h * rate, t + h, task.p)
    for there in (later(part * span) for part in (0.0, 1e-9, 1e-6, 1e-3)):
        try:
            if isinstance(system.origin, AbstractGuard):
                system.origin.explain(*there)
            system.acceleration(*there, solver=solver)
        except NumericalError as error:
            if not singular or error.status != Status.INCONSISTENT:  # rows that lose rank look so
                return journey.end(error.status, f"Just after t = {t:.9g}. {error.detail}".strip())
    cause = trial.cause_of(system, task.p, course.now, solver, task.settings, span)
    if singular and cause in ("", "rows"):
        return _unassured(task, journey, None)
    at = lambda h: system.acceleration(*later(h), solver=solver, throw=False).qdd
    events = task.program.events.value.events
    detail = told.rebound(events, course.before, task.p, qdd, task.settings)
    detail = detail or told.jump(at, system.M(q, t, task.p), system.coordinates, 1e-6 * span, cause)
    if not detail and sigma < FEW * course.cut / WIDE:
        detail = told.near(course, task.machine.losing(course), task.row_names, cause)
    return journey.end(why, f"It came to t = {t:.9g}." + detail)


# -- singular configurations: decided in `passage` -------------------------------------------


def _pose(task: Task, journey: Journey, halt: Halt) -> bool:
    """Cross it; or come nearer first; or go on, if there is none; or end, not assured."""
    course = journey.course
    if halt == Halt.RANK_ROSE:
        return _unassured(task, journey, None, rose=True)
    found = task.machine.cross(course, task.settings, halt)
    onward = found.below(course, len(task.row_names))
    if onward is None and found.after is not None:
        return _crossed(task, journey, found, found.after)
    onward = onward or found.onward(course, bool(task.settings.step > 0))
    if onward is None:
        return _unassured(task, journey, found)
    journey.course = onward
    return False


def _crossed(task: Task, journey: Journey, found: Passage, behind: Course) -> bool:
    """Take the step across: report times and events in it, note where, look around behind."""
    course, targets = journey.course, task.targets
    start, end = float(course.now.t), float(found.end.t)
    index, ended, step = int(course.index), False, float(task.settings.step)
    every, (inner, whole) = bool(task.settings.every), found.of_fixed_steps(step)
    for t in inner[inner < targets[-1] - step / 2] if every else ():
        journey.passed.add(found.at(float(t)))
    while not ended and targets[index] <= end:
        _report(task, journey, found.at(targets[index]))
        ended = index == len(targets) - 1
        index += not ended
    until = float(targets[-1]) if ended else end
    # One at the very end is met too.
    met = [x for x in found.places if found.time_of(x) <= until + 1e-4 * (end - start)]
    journey.crossings += len(met) > 0
    for place in met:
        change = told.change(course, place, task.row_names, found.time_of(place))
        journey.rank_changes.append(change)
    journey.course = behind._replace(index=np.asarray(index))

    watched = task.program.events.value
    came = np.flatnonzero(np.asarray(watched.came(course.values, behind.values)))
    roots = [(found.root(int(i)), i) for i in came]
    for state, i in sorted((item for item in roots if item[0].t <= until), key=lambda x: x[0].t):
        if _note(journey, watched.events[i], state, start):
            journey.crossings -= int(len(met) > 0 and found.time_of(met[0]) > float(state.t))
            return True
    if not ended and every and whole and journey.passed.last < end:
        _report(task, journey, found.end)
    return ended


def _unassured(task: Task, journey: Journey, found: Passage | None, *, rose: bool = False) -> bool:
    """Note that the branch is not assured, and end: what follows could be another motion."""
    from zwang.integrate.singular import drives

    course = journey.course
    t = float(course.now.t) if found is None else found.when
    # Where the rank rises, it is the one before that was lost.
    course = course._replace(rank=_rank_around(task, course)) if rose else course
    if found is not None and found.places:
        place = found.places[0]
    else:
        place = task.machine.losing(course, int(journey.course.rank) if rose else None)
    change = told.change(course, place, task.row_names, t, assured=False)
    journey.rank_changes.append(change)
    named = f" of {told.named(change.constraints)}" if change.constraints else ""
    detail = f"The rank{named} falls from {change.before} to {change.at} near t = {t:.9g}."
    given = task.program.system.value, task.p, course.now, place
    cause = drives.told(*given) if task.machine.dense else ""
    cause = cause or told.too_long(0.0 if found is None else float(task.settings.step))
    return journey.end(Status.BRANCH_NOT_ASSURED, detail + cause)


def _rank_around(task: Task, course: Course) -> np.ndarray:
    """The rank around a configuration in which some is lost."""
    if not task.machine.dense:
        return np.asarray(int(course.rank) + 1)
    from zwang.consistency.nearness import rank_around

    t, q, qd = map(np.asarray, course.now)
    around = rank_around(task.program.system.value, q, qd, t, task.p)
    return np.asarray(max(around, int(course.rank) + 1))


# -- events --------------------------------------------------------------------------------------


def _event(task: Task, journey: Journey) -> bool:
    """Find the events of the last step in their order; one that is terminal ends the motion."""
    course, watched, found = journey.course, task.program.events.value, []
    for i in np.flatnonzero(np.asarray(watched.came(course.former, course.values))):
        state = task.machine.locate(course, task.settings, int(i))
        found.append((watched.events[i], State(*map(np.asarray, state))))
    for event, state in sorted(found, key=lambda item: item[1].t):
        if _note(journey, event, state, float(course.before.t)):
            return True
    landed = course.now.t == task.targets
    if bool(task.settings.every) or landed.any():
        _report(task, journey, course.now)
    return bool(landed[-1])


def _note(journey: Journey, event: Any, state: State, after: float) -> bool:
    """Note an event; if it is terminal end the motion with it, and drop what lies behind."""
    journey.events.append((event.name, state))
    if event.terminal:
        journey.passed.drop_after(until := max(after, float(state.t)))
        journey.rank_changes = [change for change in journey.rank_changes if change.t <= until]
        if journey.passed.last < state.t:
            journey.passed.add(state)
    return event.terminal
