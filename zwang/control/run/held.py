"""A plant under inputs that are held: they stand in its parameters."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import jax
import jax.numpy as jnp

from zwang.base.arrays import Array
from zwang.base.identity.keyed import Same
from zwang.control.controller import Controller
from zwang.control.description import at_limits
from zwang.control.driven import driven
from zwang.control.run.closed_loop import SATURATED, errors
from zwang.system.system import System


def _own(own: Callable | None) -> Callable:
    return (lambda p: p["own"]) if own is None else (lambda p: own(p["own"]))


@lru_cache(maxsize=16)  # the very same Systems keep what was traced of them
def systems_held(controller: Same, plant: Same, own: Same) -> tuple[System, System]:
    """The plant under inputs that stand in p; and under several, each from its time on."""
    given, moving = (controller.value, plant.value, own.value), _own(own.value)

    def held(t, p):
        return p["held"]

    def several(t, p):
        place = jnp.searchsorted(p["times"], t, side="right") - 1
        return p["inputs"][jnp.clip(place, 0, len(p["inputs"]) - 1)]

    def system(inputs: Callable) -> System:
        u = lambda q, qd, t, p: _force(controller.value, inputs(t, p), q, qd, t, p["own"])
        return driven(plant.value, moving, u, observables=_observables(*given, u, inputs))

    return system(held), system(several)


def _force(controller: Any, tau: Array, q: Any, qd: Any, t: Any, p: Any) -> Any:
    """u = S τ (n,); the force itself where there is no actuation matrix."""
    S = _actuation(controller, q, qd, t, p)
    return tau if S is None else S @ tau


def _actuation(controller: Any, q: Any, qd: Any, t: Any, p: Any) -> Any:
    """S (n, k) in a state, or None."""
    if not isinstance(controller, Controller) or controller.actuation is None:
        return None
    S = controller.actuation.at(controller.model.values(q, qd, t, p))
    return S[:, None] if S.ndim == 1 else S


def count_inputs(controller: Any, q: Any, qd: Any, t: Any, p: Any) -> int:
    """How many inputs there are."""
    shape = jax.eval_shape(lambda q, qd, t: _actuation(controller, q, qd, t, p), q, qd, t)
    return len(q) if shape is None else shape.shape[1]


def _observables(
    controller: Any, plant: System, own: Callable | None, u: Callable, inputs: Callable
) -> dict:
    """What rows show: the force, and of a controller its inputs and the errors of requirements."""
    seen: dict[str, Callable] = {"control": u}
    if isinstance(controller, Controller):
        seen["inputs"] = lambda q, qd, t, p: inputs(t, p)
        if controller.restricted:
            seen[SATURATED] = lambda q, qd, t, p: _saturated(
                controller, inputs(t, p), q, qd, t, p["own"]
            )
        seen |= errors(controller, plant, own, u, _given)
    return seen


def _saturated(controller: Controller, tau: Array, q: Any, qd: Any, t: Any, p: Any) -> Array:
    """Which of the inputs (k,) that are held are at their limits."""
    limits = controller.limits_of(len(tau), q, qd, t, p)
    return jnp.asarray(at_limits(tau, limits) != 0, tau.dtype)


def _given(p: Any) -> Any:
    return p["own"]
