"""A plant under an added force, as a System: its functions may see parameters of their own."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import jax.numpy as jnp

from zwang.base.functions import EXTRA, STATE, Bound, Constant, bind
from zwang.base.identity.keyed import AbstractComposed
from zwang.system.constraints import (
    AccelerationLevel,
    Holonomic,
    Nonholonomic,
    Pfaffian,
    Structured,
)
from zwang.system.sums import AbstractSum
from zwang.system.system import System


def driven(
    system: System,
    own: Callable | None,
    push: Callable,
    mass: Callable | None = None,
    **others: Any,
) -> System:
    """The system under an added force; its functions see other parameters."""
    found = System(
        seeing(system.mass, own, "q t p") if mass is None else mass,
        Pushed(system, own, bind("the added force", push, STATE)),
        (),
        nonideal=_nonideal(system, own),
        coordinates=system.coordinates,
        energy=seeing(system.energy, own, "q qd t p"),
        **others,
    )
    return found.with_constraints([_constraint(x, own) for x in system.constraints])


@dataclass(frozen=True, eq=False)
class Pushed(AbstractComposed, AbstractSum):
    """The plant's own force, and that of the control."""

    plant: System  # the System that is pushed
    own: Callable | None  # function of p that returns its parameters; None if they are p itself
    added: Bound  # the control

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return self.plant, self.own, self.added

    @property
    def whole(self) -> bool:
        """Unless a function of p is in between."""
        return self.own is None

    def __call__(self, q, qd, t, p):
        """Both together (n,)."""
        return self.plant.Q(q, qd, t, self._p(p)) + self._control(q, qd, t, p)

    def names(self):
        """The plant's own, and the control."""
        return *(("force",) if self._inner is None else self._inner.names()), "control"

    def terms(self, q, qd, t, p, lam):
        """Each (k, n), and what it stores (k,): nothing of the control."""
        Q, stored = self.plant.Q(q, qd, t, self._p(p))[None], jnp.zeros(1)
        if self._inner is not None:
            Q, stored = self._inner.terms(q, qd, t, self._p(p), lam)
        return jnp.concatenate([Q, self._control(q, qd, t, p)[None]]), jnp.append(stored, 0.0)

    def kinetic(self, q, qd, p):
        """As the plant's is."""
        return None if self._inner is None else self._inner.kinetic(q, qd, self._p(p))

    @property
    def apart(self) -> bool:
        """As of the plant's own."""
        return self._inner is not None and self._inner.apart

    @property
    def _inner(self) -> AbstractSum | None:
        Q = getattr(self.plant.force, "function", None)
        return Q if isinstance(Q, AbstractSum) else None

    def _p(self, p: Any) -> Any:
        return p if self.own is None else self.own(p)

    def _control(self, q: Any, qd: Any, t: Any, p: Any) -> Any:
        return self.added.at({"q": q, "qd": qd, "t": t, "p": p})


def seeing(function: Bound | Constant | None, own: Callable | None, names: str) -> Any:
    """A user's function, called with the plant's parameters."""
    if own is None or not isinstance(function, Bound):
        return function
    if names == "q t p":
        return lambda q, t, p: function.at({"q": q, "t": t, "p": own(p)})
    return lambda q, qd, t, p: function.at({"q": q, "qd": qd, "t": t, "p": own(p)})


def _nonideal(system: System, own: Callable | None) -> Any:
    """C with the plant's parameters; it asks for the same forces by the same names."""
    function = system.nonideal
    if own is None or not isinstance(function, Bound):
        return function
    asked = [*STATE, *filter(function.asks_for, EXTRA)]

    def C(*args):
        values = dict(zip(asked, args, strict=True))
        return function.at(values | {"p": own(values["p"])})

    by_position = inspect.Parameter.POSITIONAL_OR_KEYWORD
    arguments = [inspect.Parameter(name, by_position) for name in asked]
    C.__signature__ = inspect.Signature(arguments)  # pyright: ignore[reportFunctionMemberAccess]
    return C


def _constraint(constraint: Any, own: Callable | None) -> Any:
    if own is None:
        return constraint
    name, at, in_state = constraint.name, "q t p", "q qd t p"
    match constraint:
        case Holonomic():
            return Holonomic(seeing(constraint.phi, own, at), name)
        case Nonholonomic():
            return Nonholonomic(seeing(constraint.psi, own, in_state), name)
        case Pfaffian():
            alpha, beta = (seeing(x, own, at) for x in (constraint.alpha, constraint.beta))
            return Pfaffian(alpha, beta, name)
        case AccelerationLevel():
            A, b = (seeing(x, own, in_state) for x in (constraint.A, constraint.b))
            return AccelerationLevel(A, b, name)
        case Structured():
            rows = constraint.rows
            return replace(constraint, rows=lambda q, qd, t, p: rows(q, qd, t, own(p)))
    raise TypeError(f"`constraints` holds {constraint!r}, which cannot be driven.")
