r"""The plant under control, as a System: the control is one more force on it.

    M q̈ = Q + u + Qc

Qc is the force of the physical constraints only. Requirements are no constraints of this system:
no projection touches them, and their errors are what the force achieved.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base import arguments
from zwang.base.arrays import as_floats, is_concrete, kept
from zwang.base.functions import flat
from zwang.base.identity.keyed import AbstractComposed, AbstractKeyed, Last
from zwang.base.status import NotAssembled, NumericalError, Status
from zwang.consistency.assemble import assemble
from zwang.control.controller import Controller
from zwang.control.driven import driven, seeing
from zwang.control.joints import moving_plant
from zwang.control.plant import accelerated
from zwang.control.report.path import off_path
from zwang.control.report.refusal import grown
from zwang.control.requirements import names_of, wanted
from zwang.control.run.massless import Supplied, lacks_mass
from zwang.equation.views.steering import Steering
from zwang.motion.motion import TRACKING
from zwang.system.origin import AbstractGuard
from zwang.system.system import System

SATURATED = "saturated"


@dataclass(frozen=True, eq=False)
class ClosedLoop(AbstractKeyed, AbstractGuard):
    """What a closed loop was made from; ``motion.system.origin`` of its motions."""

    controller: Controller  # the description
    plant: System  # the System that really moves
    # function of p that returns the plant's parameters; None if they are p itself
    own: Callable | None

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return self.controller, self.plant, self.own

    def refuse_start(self, q: Any, qd: Any, t: Any, p: Any, *, sound: bool = False) -> None:
        """Raise for a start whose error no gains bring back, or that has no control."""
        found = off_path(self.controller, q, qd, t, p)
        if found:
            raise NotAssembled(
                f"{found} Wanted a start on the path, q0, qd0 = controller.start(q0, qd0, t0, p), "
                "or gains that bring it back, zw.track(..., gains=(alpha, beta))."
            )
        if not sound:
            self.controller.force(q, qd, t, p)

    def nearest_start(self, q: Any, qd: Any, t: Any, p: Any) -> tuple[Any, Any]:
        """The nearest state on the constraints, and on the path where no gains bring it there."""
        plant, both = self._plants
        found = assemble(plant, q, qd, t, p)
        if not off_path(self.controller, *found, t, p):
            return found
        if self.controller.degrees is not None:
            return self.controller.start(q, qd, t, p)
        return assemble(both, q, qd, t, p)

    @cached_property
    def _plants(self) -> tuple[System, System]:
        """The plant, and the plant held on the path."""
        plant = self.plant
        if self.own is not None:
            plant = driven(plant, self.own, lambda q: jnp.zeros_like(q))
        held = (*plant.constraints, *self.controller.requirements)
        return plant, plant.with_constraints(held)

    def explain(self, q: Any, qd: Any, t: Any, p: Any) -> None:
        """Raise where there is no control, or steps end, with the names of the requirements."""
        self.controller.force(q, qd, t, p)
        told = grown(self.controller, q, qd, t, p)
        if told and self.controller.restricted:
            raise NumericalError(Status.STEP_TOO_SMALL, told)
        if told:
            raise NumericalError(Status.CONTROL_UNBOUNDED, told)

    def steering(self, q: Any, qd: Any, t: Any, p: Any) -> Steering:
        """Error signal, gain and parts of the control; raises where there is no control."""
        law, state = self.controller, (q, qd, t, p)
        u, e, K = law.force(*state), law.error_signal(*state), law.gain(*state)
        first, second = law.feedback(*state), law.feed_forward(*state)
        e, K, second, first, u = map(np.asarray, (e, K, second, first, u))
        natural = law.plain and not law.model.constraints
        wished = first + second - K @ e if law.C is not None else np.zeros_like(u)
        return Steering(law.rows(*state).names, e, K, second, first, wished, u, natural)


def closed_loop(
    controller: Controller, plant: Any = None, p_plant: Any = None, massless: bool | None = None
) -> System:
    """The plant under control; its motions have ``control`` and ``tracking_error(name)``.

    ``zw.simulate`` takes the model's p. The plant has the same parameters, or those given here.
    A motion's observables are ``control``, ``inputs``, ``control_residual`` (A q̈ − b of the
    model), ``control_status`` and, with limits, ``saturated``.
    """
    plant, own = moving_plant(controller.model, plant), None
    if p_plant is not None:
        for x in () if callable(p_plant) else flat(p_plant, "p_plant")[0]:
            if not isinstance(x, str | bool) and not callable(x):
                as_floats("p_plant", x, np if is_concrete(x) else jnp)
        given = kept(p_plant)
        own = p_plant if callable(p_plant) else lambda p: given

    commands = Commands(controller)
    u: Any = Seen(commands, "force")
    pushed, mass = u, None
    if lacks_mass(plant) if massless is None else arguments.flag("massless", massless):
        u, mass = Supplied(controller, plant, own).both(u)
    seen = observables(commands) | errors(controller, plant, own, pushed)
    return driven(
        plant,
        own,
        u,
        mass,
        observables=_of_plant(plant, own) | seen,
        origin=ClosedLoop(controller, plant, own),
    )


class Commands(AbstractKeyed):
    """The controller's commands; not computed twice for the very same arrays.

    Several observables ask for parts of one command.
    """

    def __init__(self, controller: Controller):
        self.controller, self._last = controller, Last()

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return (self.controller,)

    def __call__(self, q: Any, qd: Any, t: Any, p: Any) -> Any:
        """The ``Command`` in a state; NaN with its status where there is none."""
        find = partial(self.controller.command, q, qd, t, p, throw=False)
        return self._last(find, q, qd, t, *jax.tree.leaves(p))


def _of_plant(plant: System, own: Callable | None) -> dict[str, Callable]:
    """The plant's own observables, with its own parameters."""
    return {name: seeing(function, own, "q qd t p") for name, function in plant.observables}


def same(p: Any) -> Any:
    """The parameters of the model, where they are all there are."""
    return p


def observables(commands: Commands) -> dict[str, Callable]:
    """What a motion under control holds besides, by name."""

    names = {"control": "force", "inputs": "inputs"}
    names |= {"control_residual": "residual", "control_status": "status"}
    names |= {"saturated": SATURATED} if commands.controller.restricted else {}
    return {name: Seen(commands, field) for name, field in names.items()}


@dataclass(frozen=True, eq=False)
class Seen(AbstractComposed):
    """A part of the command, as a function of the state."""

    commands: Commands  # of the controller
    field: str  # of a ``Command``, or ``SATURATED``

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return self.commands.controller, self.field

    def __call__(self, q, qd, t, p):
        """The part, in floats."""
        found = self.commands(q, qd, t, p)
        if self.field == SATURATED:
            return jnp.asarray(found.held != 0, q.dtype)
        return jnp.asarray(getattr(found, self.field), q.dtype)


def errors(
    controller: Controller,
    plant: System,
    own: Callable | None,
    u: Callable,
    given: Callable = same,
) -> dict[str, Callable]:
    """The errors of the requirements, by names that ``motion.tracking_error`` knows."""

    names, parts = names_of(controller.requirements), (controller, plant, own, u, given)
    return {TRACKING + name: Error(name, *parts) for name in names}


@dataclass(frozen=True, eq=False)
class Error(AbstractComposed):
    """The error of one requirement, as a function of the state; its attributes are as above."""

    name: str
    controller: Controller
    plant: System
    own: Callable | None
    u: Callable
    given: Callable

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return self.name, self.controller, self.plant, self.own, self.u, self.given

    @property
    def whole(self) -> bool:
        """Unless functions of p or a table are in between."""
        return self.own is None and self.given is same and isinstance(self.u, Seen)

    def __call__(self, q, qd, t, p):
        """φ, ψ, or A q̈ − b of a requirement on accelerations."""
        p_model, controller = self.given(p), self.controller
        rows = wanted(controller.required, controller.gains, q, qd, t, p_model)
        here = np.array(dict(rows.rows.groups)[self.name])
        if (here < rows.rows.velocities).all():
            return rows.error[here]
        p_own = p_model if self.own is None else self.own(p_model)
        qdd = accelerated(self.plant, q, qd, t, p_own, self.u(q, qd, t, p)).qdd
        return (rows.A @ qdd - rows.b)[here]
