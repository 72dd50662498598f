"""What to do where the constraints may lose rank ahead: find the place, try to cross it.

Who computes the steps, JAX or C, is not known here: see ``AbstractSteps``.
"""

from __future__ import annotations

import abc
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from zwang.integrate import rank_watch
from zwang.integrate.course import Course, Halt, Settings, State
from zwang.integrate.singular.laid import Laid
from zwang.integrate.singular.passage import Passage as Passage
from zwang.integrate.singular.passage import Place

# WHERE: parts of the step at which the singular configuration should lie, far from the nodes of
#   both rules. The first is best; the others are for one so near that half of a step is too short,
#   and all stages stand in its noise: the last lie before all nodes, for starts next to it.
# AGAIN: how often steps are laid anew until it lies within CLOSE of there. PAST: of a step, behind
#   which it may lie beyond the end.
# LONGER: a step that ends nearer to losing rank than BACK of where it began is tried so much
#   longer: the motion may turn back there, and go through the configuration again. Not if σ rises
#   behind it by RISES of a line: then it turns back no sooner than in several such steps.
# MULTIPLES: of a fixed step, that are tried; IN_A_ROW: so many at most.
# NEAREST: one that could not be crossed from this part of the longest step is given up.
# SMALL: σ below which steps that become too small are put down to one.
# CLEAR: of the cut; a step that ends with σ below it is not across.
WHERE, AGAIN, CLOSE, PAST = (0.5, 0.31, 0.065, 0.008, 0.001), 4, 0.02, 0.99
NEAREST, SMALL, CLEAR = 1e-7, 1e-2, 3.0
LONGER, BACK, RISES = (1.5, 2.0, 3.0), 0.5, 0.9
MULTIPLES, IN_A_ROW = 6, 10_000
ON_TIME = 1e-9  # of a fixed step, by which its end may be missed
BEHIND = (1 / 3, 2 / 3)  # of the rest of the step, where σ is looked at besides its end


class Try(NamedTuple):
    """Steps that were laid: what lies on them, the course behind good ones, how far it is."""

    laid: Laid
    places: tuple[Place, ...]
    after: Course | None
    ahead: float
    slow: bool = False
    until: float = np.inf


class AbstractSteps(abc.ABC):
    """Steps of collocation from one course, whoever computes them."""

    @abc.abstractmethod
    def lay(self, H: float) -> Laid:
        """Steps of both rules, of length H."""

    @abc.abstractmethod
    def find(self, laid: Laid) -> tuple[Place, ...]:
        """Where on a step the constraints lose rank, in order; nothing if nowhere."""

    def until(self, laid: Laid) -> float:
        """How long it is until σ comes to zero, as the ends of a step that meets no place tell."""
        return np.inf

    @abc.abstractmethod
    def told(self, laid: Laid, places: tuple[Place, ...]) -> tuple[Place, ...]:
        """These places, with how much is lost there, and of which rows."""

    @abc.abstractmethod
    def behind(self, laid: Laid, places: tuple[Place, ...]) -> Course:
        """The course behind a step: how σ fell before it is forgotten.

        Behind the last place σ is looked at thrice, so that the next one is seen coming.
        """

    @abc.abstractmethod
    def land(self, laid: Laid, theta: float) -> tuple[np.ndarray, np.ndarray]:
        """q and q̇ at a place of the step, in [0, 1], on the constraints."""

    @abc.abstractmethod
    def driven(self, places: tuple[Place, ...]) -> bool:
        """Whether a drive takes part in what is lost."""

    @abc.abstractmethod
    def watched(self, state: State) -> Any:
        """Values of the events' functions."""

    def distance(self, course: Course) -> float:
        """How long it is until σ comes to zero, as its last values foretell."""
        return until(course.times, course.sigmas)


def across(steps: AbstractSteps, course: Course, settings: Settings, halt: Halt) -> Passage:
    """Lay steps of collocation across what is ahead, the singular configuration in their middle."""
    fixed, now = float(settings.step), course.now
    ahead = steps.distance(course)
    if halt == Halt.SINGULAR_WITHIN:
        ahead = min(ahead, float(course.h))
    if fixed:
        tried = _by_fixed_steps(fixed, ahead, float(course.sigmas[-1]), steps)
    else:
        tried = _across(_by_any_step(ahead, float(course.sigmas[-1]), steps))
        tried = tried._replace(slow=tried.slow and tried.until > float(course.largest))
    laid, after, ahead = tried.laid, tried.after, tried.ahead
    places = steps.told(laid, tried.places)
    # A motion that leaves the configuration was told on which branch.
    driven = after is not None and halt != Halt.RANK_ROSE and steps.driven(places)

    def at(t):
        # At its end collocation is of twice the order that it has within: so a step to that end.
        own = steps.lay(t - float(now.t))
        if own.agreed:
            return State(np.asarray(t), np.asarray(own.end.q), np.asarray(own.end.qd))
        return State(np.asarray(t), *steps.land(laid, (t - float(now.t)) / laid.H))

    def root(which):
        g = lambda t: steps.watched(at(t))[which]
        return at(_root(g, float(now.t), float(laid.end.t), course.values[which]))

    distance = places[0].theta * laid.H if places else ahead
    return Passage(
        after=None if driven else after,
        end=laid.end,
        places=places,
        begin=float(now.t),
        distance=distance,
        H=laid.H,
        slow=tried.slow,
        nothing=not places and laid.settled and (bool(fixed) or halt == Halt.SINGULAR_AHEAD),
        may_come_nearer=not driven
        and _may_come_nearer(bool(fixed), halt, distance, float(course.largest)),
        at=at,
        root=root,
    )


def _may_come_nearer(fixed: bool, halt: Halt, distance: float, largest: float) -> bool:
    """Whether another attempt from nearer makes sense; with fixed steps, if one is left."""
    return halt == Halt.SINGULAR_AHEAD if fixed else distance > NEAREST * largest


def _clear(after: Course) -> bool:
    """Whether a step across ends where the rank is not lost any more."""
    shrunk = 1.0 if after.sight is None else after.sight.shrunk
    return bool(after.sigmas[-1] > CLEAR * after.cut * shrunk)


def _across(tried: Try) -> Try:
    """The same, of which the course counts if it is across."""
    good = tried.after is not None and _clear(tried.after)
    return tried if good else tried._replace(after=None)


def _by_fixed_steps(fixed: float, ahead: float, sigma: float, steps: AbstractSteps) -> Try:
    """As many fixed steps as have the place nearest to their middle, or else other numbers of them;
    and more, where the motion turns back behind them.

    Steps of collocation that are good where the place lies at their end are not across. Where no
    number of them is, it is a step of another length, and then a short one to where the next of the
    fixed ones ends.
    """
    best = max(1, round(min(2 * ahead / fixed, IN_A_ROW))) if ahead < np.inf else 1
    tried, most = None, max(best, MULTIPLES)
    numbers = range(max(1, best - MULTIPLES + 1), min(most, best + MULTIPLES - 1) + 1)
    for many in sorted(numbers, key=lambda k: (abs(k - best), k)):
        laid = steps.lay(many * fixed)
        places = steps.find(laid)
        beyond = bool(places) and places[-1].theta > PAST
        good = laid.agreed and not beyond
        after = steps.behind(laid, places) if good else None
        if tried is None or good:
            tried = Try(laid, places, after, ahead)
        if after is not None and _clear(after):
            return _lengthened(tried, after, sigma, steps, fixed)[0]
    assert tried is not None
    other = _across(_by_any_step(ahead, sigma, steps, fixed)) if ahead < np.inf else tried
    if other.after is None:
        return tried._replace(slow=tried.after is not None and not tried.places)
    rest = np.ceil(other.laid.H / fixed) * fixed - other.laid.H
    h = np.asarray(rest if rest > ON_TIME * fixed else fixed)
    return other._replace(after=other.after._replace(h=h))


def _by_any_step(ahead: float, sigma: float, steps: AbstractSteps, fixed: float = 0.0) -> Try:
    """Steps with the place at one part of them after another, until one is across."""
    slow, until = False, np.inf
    for where in WHERE:
        tried = _centred(where, ahead, steps)
        if tried.after is not None:
            tried, after = _lengthened(tried, tried.after, sigma, steps, fixed)
            if _clear(after):
                return tried
            if not tried.places:
                slow, until = True, min(until, steps.until(tried.laid))
        ahead = tried.ahead
        # A step that settled and is not good enough is too long; one that ends where the rank is
        # still lost, too short.
        if tried.laid.settled and tried.after is None:
            break
    return tried._replace(slow=slow, until=until)


def _centred(where: float, ahead: float, steps: AbstractSteps) -> Try:
    """Steps laid anew until the place lies where it should, or they are good as they are."""
    for _ in range(AGAIN):
        laid = steps.lay(ahead / where)
        places = steps.find(laid)
        beyond = bool(places) and places[-1].theta > PAST
        if laid.agreed and not beyond:
            return Try(laid, places, steps.behind(laid, places), ahead)
        if not places:
            break
        theta = places[0].theta
        ahead = (2.0 if beyond and len(places) == 1 else theta) * laid.H
        if abs(theta - where) < CLOSE:
            break
    return Try(laid, places, None, ahead)


def _lengthened(
    tried: Try, after: Course, sigma: float, steps: AbstractSteps, fixed: float
) -> tuple[Try, Course]:
    """A longer step, where this one ends nearer to losing rank than it began; what lies behind."""
    H = tried.laid.H
    for longer in LONGER:
        straight = after.sigmas[0] / BEHIND[0]
        rises = bool(tried.places) and after.sigmas[-1] > RISES * straight
        if rises or after.sigmas[-1] > BACK * sigma:
            break
        length = round(longer * H / fixed) * fixed if fixed else longer * H
        if length <= tried.laid.H:
            continue
        laid = steps.lay(length)
        if laid.settled and not laid.agreed:
            break
        if not laid.agreed:  # a stage is next to where the motion comes back
            continue
        places = steps.find(laid)
        farther = steps.behind(laid, places)
        if farther.sigmas[-1] > after.sigmas[-1] and not (places and places[-1].theta > PAST):
            tried, after = Try(laid, places, farther, tried.ahead), farther
    return tried, after


def _root(g: Callable[[float], Any], low: float, high: float, before: Any) -> float:
    """When a function changes its sign, by bisection."""
    while high - low > 4e-16 * max(abs(low), abs(high)):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        same = np.sign(g(middle)) == np.sign(before)
        low, high = (middle, high) if same else (low, middle)
    return high


def until(times: Any, sigmas: Any) -> float:
    """How long after the last of three times a singular value comes to zero.

    Shapes: times, sigmas (3,).
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(rank_watch.distance(np.asarray(times), np.asarray(sigmas)))
