r"""A plant without mass in some direction, under requirements that decide what it leaves open.

M q̈ = Q + u + Qc has no answer along such a direction: nothing there answers a force. With a term
that is zero wherever the requirements are met it has one, see ``zwang.control.plant.augmented``:

    (M + ÂᵀÂ) q̈ = Q + Âᵀb̂ + u + Qc

and the massless part of the plant follows the requirements, as under a constraint.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.base.functions import Constant
from zwang.control.controller import Controller
from zwang.control.law.command import aim
from zwang.control.plant import augmented
from zwang.equation.acceleration_form import acceleration_form
from zwang.integrate.projection import metric
from zwang.solvers.base import mass_factor
from zwang.system.system import System


def lacks_mass(plant: System) -> bool:
    """Whether a plant's mass is given as numbers, is singular, and no constraint is there to
    help.
    """
    mass = plant.mass
    if plant.constraints or not isinstance(mass, Constant):
        return False
    M = np.asarray(mass.value, float)
    M = np.diag(M) if M.ndim == 1 else np.atleast_2d(M)
    with np.errstate(all="ignore"):
        return not mass_factor(M, np)[2]


@dataclass(frozen=True)
class Supplied:
    """The mass and the force that the requirements supply."""

    controller: Controller  # the description
    plant: System  # the System that moves
    # function of p that returns the plant's parameters; None if they are p itself
    own: Callable | None

    def __post_init__(self):
        if any(constraint.curved for constraint in self.controller.requirements):
            raise ValueError(
                "`massless` wants requirements whose rows do not depend on velocities; a "
                "zw.Nonholonomic cannot supply a mass. Wanted zw.Holonomic or zw.Pfaffian."
            )

    def both(self, u: Callable) -> tuple[Callable, Callable]:
        """The force u with what is added to it, and the mass."""

        def force(q, qd, t, p):
            return u(q, qd, t, p) + self._at(q, qd, t, p)[1]

        def mass(q, t, p):
            return self._at(q, jnp.zeros_like(q), t, p)[0]

        return force, mass

    def _at(self, q: Any, qd: Any, t: Any, p: Any) -> tuple[Any, Any]:
        asked, p_own = aim(self.controller, q, qd, t, p), p if self.own is None else self.own(p)
        M, A_p = self.plant.M(q, t, p_own), acceleration_form(self.plant, q, qd, t, p_own).A
        rows = asked.rows.A, asked.b
        mass, added, _ = augmented(M, jnp.zeros_like(q), A_p, metric(M, A_p), *rows)
        return mass, added
