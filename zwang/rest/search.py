r"""A state of rest, or of steady motion, near a guess: Newton's method on the projected force.

The unknowns are q, on its constraints, and rates that are left open. With the states near a state
in coordinates x = (s, u), as small motions have them,

    σ̈_J + A_21 δs + A_22 δu = 0

is solved for the least change in the metric M; σ̈_J is what the forces that no constraint balances
accelerate. Its length in the metric must fall; where it does not, steps are damped. If that ends
where the force does not vanish, the force itself is followed downhill for a while, as a motion
through honey would, and Newton's method begins anew from there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from zwang.base.status import NumericalError
from zwang.linear.local.named import grouped
from zwang.linear.local.onto import least, onto
from zwang.linear.local.reduced import forces, reduced, rounding
from zwang.linear.local.tangent import Candidates, Metric, metric_of
from zwang.linear.local.variation import Matrices, State, Variation
from zwang.rest.step import Asked, Found, Step, keeping
from zwang.rest.still import onto_still, still

ITERATIONS, RELAXING, FAR = 60, 80, 30.0
FINE = 1e-13  # the force that may remain, in parts of all forces
NEAR = 1e-3  # of all forces: what remains where steps are no longer looked at twice
SLOW, OFTEN = 0.05, 4  # so much less at a step, so many times in a row: a stiffness that vanishes
# A step that is none: in parts of the way from the start; of q.
STAYS, SAME = 1e-2, 1e-9
GIVEN = 1e-9  # of q̇: how far a rate may be from that which constraints give
RATES = (1.0, 3.0, 0.3, 10.0, 0.1)  # open rates to begin from, in parts of what would balance
LATER = 1e-3  # of q: how much later it is asked again which coordinates rest
DAMPING = (0.0, 1e-6, 1e-4, 1e-2, 1.0, 1e2, 1e4)


class Search:
    """A search."""

    def __init__(self, variation: Variation, asked: Asked, at_rest: bool = False):
        self.variation, self.asked, self.at_rest, self.size = variation, asked, at_rest, 0.0
        self.met = ""  # why there was no acceleration on the way, if there was none

    # -- states ----------------------------------------------------------------------------------

    def onto(self, q: np.ndarray) -> np.ndarray | None:
        """The least change that satisfies the constraints on positions; None if there is none."""
        places = list(self.asked.held)
        held = (lambda at, metric: self._candidates(at, metric).S[places]) if places else None
        x = self._state(q, np.zeros_like(q))
        if not self.at_rest:
            return onto(self.variation, x, held)
        self.size = max(self.size, metric_of(self.variation.matrices(x)).size(q))
        return onto_still(self.variation, x, held, self.size)

    def state(self, q: np.ndarray, rates: Mapping[int, float]) -> State:
        """The state with the rates of some coordinates, and the least velocities otherwise.

        Shapes: q (n,).
        """
        k, places = self.variation.rows.velocities, list(rates)
        x = self._state(q, np.zeros_like(q))
        for _ in range(0 if self.at_rest else ITERATIONS):
            at = self.variation.matrices(x)
            metric = metric_of(at)
            candidates = self._candidates(at, metric)
            now = candidates.of(at.rate, x.qd)[places]
            rows = np.concatenate([at.A[:k], candidates.S[places]])
            missing = np.array([rates[place] for place in places]) - now
            change = least(metric, rows, np.concatenate([-at.velocity, missing]))
            x = x._replace(qd=x.qd + change)
            if metric.size(change) <= 1e-14 * metric.size(x.qd):
                break
        return x

    def _candidates(self, at: Matrices, metric: Metric) -> Candidates:
        return Candidates(self.asked.coordinates, self.variation.functions, at, metric)

    def _state(self, q: np.ndarray, qd: np.ndarray) -> State:
        return self.variation.state(q, qd, self.asked.t)

    def at(self, q: np.ndarray, open_rates: Mapping[int, float]) -> Found:
        """The equations in the state at q, with the rates that are asked for. Shapes: q (n,)."""
        given = {i: x for i, x in self.asked.rates.items() if x is not None} | dict(open_rates)
        x = self.state(q, given)
        J = self._steady(x, given)
        if not set(J) <= set(given):
            x = self.state(q, {**dict.fromkeys(J, 0.0), **given})
        rest = grouped(self.asked.coordinates, x.qd, J)
        here = reduced(self.variation, x, self.asked.coordinates, J, rest)
        z = here.metric.L.T @ here.N @ here.acceleration()
        return Found(here, float(np.linalg.norm(z)), forces(here), rounding(here))

    def _still(self, x: State, part: float) -> tuple[np.ndarray, Candidates, Metric]:
        """Which coordinates rest in a state; and all of them, and the metric."""
        at = self.variation.matrices(x)
        metric = metric_of(at)
        candidates = self._candidates(at, metric)
        speed = np.abs(candidates.of(at.rate, x.qd)) / candidates.lengths
        return speed <= part * metric.size(x.qd), candidates, metric

    def _steady(self, x: State, given: Mapping[int, float]) -> list[int]:
        """Coordinates whose rates stay: those given, then such as rest, then others."""
        named = list(given)
        still, candidates, metric = self._still(x, 1e-9)
        moving = metric.size(x.qd)
        if moving > 0.0:
            # What turns back rests for an instant, as x does in a circle: look a little later.
            later = self.onto(x.q + LATER * (metric.size(x.q) or 1.0) / moving * x.qd)
            if later is not None:
                still = still & self._still(self.state(later, given), 1e-3 * LATER)[0]
        groups = grouped(self.asked.coordinates, x.qd, named)
        groups = [
            [i for i in group if still[i] == which] for which in (True, False) for group in groups
        ]
        N = metric.null(self.variation.rows.velocities)
        found = candidates.independent(N, named, groups)
        # What a drive gives may be given once more, but not otherwise.
        now = candidates.of(self.variation.matrices(x).rate, x.qd)
        off = np.abs(now[named] - list(given.values())) / candidates.lengths[named]
        lost = [
            i
            for i, apart in zip(named, off, strict=True)
            if i not in found and (self.asked.rates[i] is None or apart > GIVEN * moving)
        ]
        if lost:
            x = self.state(x.q, {i: given[i] for i in named if i in found})
            now = candidates.of(self.variation.matrices(x).rate, x.qd)
            told = [f"{self.asked.coordinates[i].name!r} ({now[i]:.6g})" for i in lost]
            raise ValueError(
                f"`rates` gives that of {', '.join(told)}, which the constraints and the other "
                "rates determine already; wanted the same, or independent ones."
            )
        return found

    # -- the way there ---------------------------------------------------------------------------

    def run(self, q: np.ndarray) -> Found | None:
        """The nearest state of rest, or where the search ended; None if there is no state.

        Shapes: q (n,).
        """
        start = self.onto(np.asarray(q, float))
        if start is None:
            return None
        rates = {i: 0.0 for i, rate in self.asked.rates.items() if rate is None}
        found, _ = self.newton(start, rates)
        if not found.rests and rates:
            return self._with_rates(start, rates) or found
        return found

    def far(self, q: np.ndarray, found: Found) -> Found | None:
        """A state of rest downhill, where Newton's method found none; None if there is none.

        Shapes: q (n,).
        """
        start = self.onto(np.asarray(q, float))
        if start is None or None in self.asked.rates.values():
            return None
        again, _ = self.newton(self.relax(start), {})
        again = again._replace(size=found.size)  # far away forces may have been larger
        return again if again.rests else None

    def _with_rates(self, q: np.ndarray, rates: dict[int, float]) -> Found | None:
        """From open rates that are not zero: what enters squared, as in ω² r, has no slope there.

        In the metric a speed v bends the way over the length |q| with v² / |q|, which is to balance
        the force that remains.
        """
        here = self.at(q, rates)
        found, size = here.reduced, here.reduced.metric.size
        speed = np.sqrt(here.off * (size(q) or size(np.ones_like(q))))
        places = [found.chart.velocities.index(i) for i in rates]
        units = [speed / (size(found.N[:, j]) or 1.0) for j in places]
        for part in RATES:
            tried = {i: part * unit for i, unit in zip(rates, units, strict=True)}
            there, _ = self.newton(q, tried)
            if there.rests:
                return there
        return None

    def newton(self, q: np.ndarray, rates: dict[int, float]) -> tuple[Found, dict[int, float]]:
        """Newton's method from q and the open rates; where it ends, and the rates there.

        Shapes: q (n,).
        """
        here, slow = self.at(q, rates), 0
        for _ in range(ITERATIONS):
            if here.off <= FINE * here.size and self._settled(here, q, rates):
                break
            better = self._better(here, rates)
            if better is None:
                break
            slow = slow + 1 if better[0].off > SLOW * here.off else 0
            # A Lagrangian's forces cancel before they are seen: their size is that on the way.
            size, (here, rates) = here.size, better
            here = here._replace(size=max(size, here.size))
        settled = self._settled(here, q, rates)
        return here._replace(degenerate=slow >= OFTEN, settled=settled), rates

    def _settled(self, here: Found, start: np.ndarray, rates: dict[int, float]) -> bool:
        """Whether the next step of Newton's method is small beside the way from the start.

        A force that only fades, as exp(−q) does or 1/q², is as small as one likes, but the step
        to where it would vanish is not: it is force over stiffness, and both fade.
        """
        if here.off <= here.rounding:
            return True
        x, metric = here.reduced.x, here.reduced.metric
        step = metric.size(self._step(here, rates).damped(0.0)[0])
        return step <= max(STAYS * metric.size(x.q - start), SAME * metric.size(x.q))

    def _step(self, here: Found, rates: dict[int, float]) -> Step:
        found = here.reduced
        rows = still(self.variation, found.x, found.metric).rows if self.at_rest else None
        return Step(found, self.asked, list(rates), rows)

    def _better(self, here: Found, rates: dict[int, float]) -> Any:
        """The boldest step after which less force remains; None if there is none."""
        step = self._step(here, rates)
        for damping in DAMPING:
            dq, du, y = step.damped(damping)
            there = self._moved(here, rates, dq, du, 1.0)
            if there is None or there[0].off > (0.9 if not damping else 1 - 1e-4) * here.off:
                continue
            # Where the force is not small yet, half of the step must do as promised too: else it
            # leads past the next state of rest, to one far away.
            if here.off > NEAR * here.size:
                half = self._moved(here, rates, dq, du, 0.5)
                promised = np.linalg.norm(step.z + step.G @ y / 2.0)
                if half is None or abs(half[0].off - promised) > 0.3 * here.off:
                    continue
            return there
        return None

    def _moved(
        self, here: Found, rates: dict[int, float], dq: Any, du: Any, part: float
    ) -> tuple[Found, dict[int, float]] | None:
        """After a part of a step."""
        q = self.onto(here.reduced.x.q + part * dq)
        if q is None:
            return None
        moved = {place: rates[place] + part * du[j] for j, place in enumerate(rates)}
        there = self._tried(q, moved)
        return None if there is None else (there, moved)

    def _tried(self, q: np.ndarray, rates: Mapping[int, float]) -> Found | None:
        """The equations where a step leads; None, with the reason kept, if they have no answer."""
        try:
            return self.at(q, rates)
        except NumericalError as error:
            self.met = f"{error.status.cause} {error.detail}".strip()
            return None

    def relax(self, q: np.ndarray) -> np.ndarray:
        """Downhill: along the force that no constraint balances, while it does work.

        Shapes: q (n,).
        """
        here, start = self.at(q, {}), q
        metric = here.reduced.metric
        length = 1.0 / max(here.reduced.fastest, 1e-12) ** 2
        length = min(length, (metric.size(q) + 1.0) / (here.off or 1.0))
        reach = FAR * (metric.size(q) + length * here.off)
        for _ in range(RELAXING):
            # What runs away has no lowest place.
            if here.off <= 1e-4 * here.size or metric.size(q - start) > reach:
                break
            pull = keeping(here.reduced, self.asked, here.reduced.N @ here.reduced.acceleration())
            if metric.size(pull) <= 1e-4 * here.off:  # all that remains is on what is held
                break
            length = min(length, reach / (metric.size(pull) or 1.0))
            moved = self.onto(q + length * pull)
            there = None if moved is None else self._tried(moved, {})
            if there is None:
                length /= 4.0
                continue
            M = here.reduced.at.M
            after = there.reduced.N @ there.reduced.acceleration()
            assert moved is not None
            if pull @ M @ after < 0:  # past the lowest place on this way
                length /= 4.0
                continue
            q, here, length = moved, there, 1.5 * length
        return q
