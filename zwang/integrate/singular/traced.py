"""Steps across a singular configuration, computed by JAX."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.identity.keyed import jit_by_key
from zwang.integrate import rank_watch
from zwang.integrate.course import Course, Halt, Settings, State
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.projection import project
from zwang.integrate.singular import laid as laying
from zwang.integrate.singular.collocation import RULES, land, state_at
from zwang.integrate.singular.crossing import BEHIND, AbstractSteps, Passage, across
from zwang.integrate.singular.drives import takes_part
from zwang.integrate.singular.laid import Laid, allowed_by
from zwang.integrate.singular.place import Place, find, until


def cross(
    program: Program, numbers: Any, course: Course, settings: Settings, halt: Halt
) -> Passage:
    """``across`` with steps that JAX computes."""
    course = course._replace()  # with all numbers, also of one that C left
    return across(Traced(program, numbers, course, settings), course, settings, halt)


class Traced(AbstractSteps):
    """Steps that JAX computes."""

    def __init__(self, program: Program, numbers: Any, course: Course, settings: Settings):
        self._system, self._course, self._settings = (program, numbers), course, settings
        self._allowed = allowed_by(course.now, settings)

    def lay(self, H: float) -> Laid:
        return laying.lay(*self._system, self._course, H, self._allowed)

    def find(self, laid: Laid) -> tuple[Place, ...]:
        return find(*self._system, self._course, laid.across)

    def until(self, laid: Laid) -> float:
        return until(*self._system, self._course, laid.across)

    def told(self, laid: Laid, places: tuple[Place, ...]) -> tuple[Place, ...]:
        return places

    def behind(self, laid: Laid, places: tuple[Place, ...]) -> Course:
        return behind(*self._system, self._course, laid, places, self._settings)

    def land(self, laid: Laid, theta: float) -> tuple[np.ndarray, np.ndarray]:
        given = laid.across, RULES[0], jnp.asarray(theta, float), self._course.cut
        q, qd = land(*self._system, *given)
        return np.asarray(q), np.asarray(qd)

    def driven(self, places: tuple[Place, ...]) -> bool:
        program, numbers = self._system
        return takes_part(program.system.value, program.p(numbers), self._course.now, places)

    def watched(self, state: State) -> Any:
        program, numbers = self._system
        return program.watch(numbers, state, self._course.cut)


def behind(
    program: Program,
    numbers: Any,
    course: Course,
    laid: Laid,
    places: tuple[Place, ...],
    settings: Settings,
) -> Course:
    """The course behind a singular configuration: how σ fell before it is forgotten.

    Behind the last place σ is looked at thrice, so that the next one is seen coming.
    """
    assert course.sight is not None
    known, end = (course.sight.sizes, course.rank, course.cut), laid.end
    sight, values = _look(program, numbers, end, *known)
    since = places[-1].theta if places else 0.0
    thetas = since + (1.0 - since) * jnp.array(BEHIND)
    sigmas = _sigmas(program, numbers, laid.across, thetas, *known)
    return course._replace(
        now=end,
        before=course.now,
        h=jnp.where(settings.step > 0, settings.step, (end.t - course.now.t) / 2),
        sight=sight,
        times=jnp.append(course.now.t + thetas * laid.H, end.t),
        sigmas=jnp.append(sigmas, sight.sigma(course.rank)),
        turns=jnp.zeros_like(course.turns),
        values=values,
        former=course.values,
        accepted=course.accepted + 1,
    )


@jit_by_key(0)
def _look(program: Program, numbers: Any, state: State, sizes: Any, rank: Any, cut: Any):
    p = program.p(numbers)
    there = project(program.system.value, *state, p, 1, cut=cut)
    values = program.watch(numbers, state, cut)
    return rank_watch.look(there.M, there.A, sizes, rank), values


@jit_by_key(0)
def _sigmas(
    program: Program, numbers: Any, across: Any, thetas: Any, sizes: Any, rank: Any, cut: Any
):
    def at(theta):
        found = _look(program, numbers, State(*state_at(across, RULES[0], theta)), sizes, rank, cut)
        return found[0].sigma(rank)

    return jax.lax.map(at, thetas)
