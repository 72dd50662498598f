"""A system given by its energies: T and V, or L, differentiated to M and Q.

With  T = ½ Σ a_ij q̇_i q̇_j + Σ b_i q̇_i + c,  all of them functions of q and t, and L = T − V,
Lagrange's equations  d/dt ∂L/∂q̇ − ∂L/∂q = force  are  M q̈ = Q  with

    M = ∂²L/∂q̇²,    Q = ∂L/∂q − (∂²L/∂q̇∂q) q̇ − ∂²L/∂q̇∂t + force
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.functions import STATE, Bound, Constant, bind, given
from zwang.base.identity.keyed import AbstractComposed
from zwang.solvers.rank import QUADRATIC
from zwang.system.constraints import POSITION, AbstractConstraint
from zwang.system.deferred import deferred
from zwang.system.sums import AbstractSum, force_of
from zwang.system.system import System


def from_lagrangian(
    L: Any = None,
    *,
    T: Any = None,
    V: Any = None,
    force: Any = None,
    constraints: Sequence[AbstractConstraint] | AbstractConstraint = (),
    nonideal: Any = None,
    coordinates: Sequence[str] | None = None,
    observables: Mapping[str, Any] | None = None,
) -> System:
    r"""A system given by its Lagrangian, or by its kinetic and potential energies.

    .. math::
        \frac{d}{dt} \frac{\partial L}{\partial \dot q} - \frac{\partial L}{\partial q}
        = Q_{\text{force}} + Q^c, \qquad L = T - V

    Its ``energy`` is q̇ · ∂L/∂q̇ − L, which is T + V where T is purely quadratic in q̇.

    Notes
    -----
    M is taken at qd = 0, so the energies must be smooth there: write ``v @ v`` and not
    ``jnp.linalg.norm(v) ** 2``, whose derivative at rest is NaN.

    References
    ----------
    [KU93] eqs. (1), (2), (5)-(7).
    """
    if (L is None) == (T is None):
        raise TypeError("Give either `L`, or `T` with or without `V`; found both, or neither.")
    if L is not None and V is not None:
        raise TypeError("`V` belongs to `T`; found it with `L`, which holds it already.")
    kinetic = bind("`L`", L, STATE) if T is None else bind("`T`", T, STATE)
    potential = None if V is None else given("`V`", V, POSITION)
    other = force_of(force)
    lagrangian = Lagrangian(kinetic, potential)
    return System(
        lagrangian.mass,
        Force(lagrangian, other),
        constraints,
        nonideal=nonideal,
        coordinates=coordinates,
        energy=lagrangian.energy,
        observables=observables,
    )


@dataclass(frozen=True, eq=False)
class Lagrangian(AbstractComposed):
    """L = kinetic − potential, and what follows from it."""

    kinetic: Bound  # T, or all of L
    potential: Bound | Constant | None  # V, or None for 0

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return self.kinetic, self.potential

    def __call__(self, q, qd, t, p):
        """L (), a number."""
        values = {"q": q, "qd": qd, "t": t, "p": p}
        L = _number(self.kinetic, values)
        return L if self.potential is None else L - _number(self.potential, values)

    def momentum(self, q, qd, t, p):
        """∂L/∂q̇ (n,)."""
        return deferred("momentum", self, self, self._momentum, (q, qd, t, p), q.shape)[0]

    def _momentum(self, q, qd, t, p):
        return [jax.grad(self, argnums=1)(q, qd, t, p)]

    def mass(self, q, t, p):
        """∂²L/∂q̇² (n, n), at rest: of a quadratic L it is everywhere the same."""
        state, square = (q, jnp.zeros_like(q), t, p), (len(q), len(q))
        real = lambda *state: [jax.jacfwd(self.momentum, argnums=1)(*state)]
        return deferred("mass", self, self, real, state, square)[0]

    def force(self, q, qd, t, p):
        """∂L/∂q − (∂²L/∂q̇∂q) q̇ − ∂²L/∂q̇∂t (n,)."""
        return deferred("force", self, self, self._force, (q, qd, t, p), q.shape)[0]

    def _force(self, q, qd, t, p):
        # The last two are the rate of ∂L/∂q̇ along (q, t) while q̇ stays: one directional
        # derivative, no matrix of second derivatives.
        rate = jax.jvp(lambda q, t: self.momentum(q, qd, t, p), (q, t), (qd, jnp.ones_like(t)))[1]
        return [jax.grad(self)(q, qd, t, p) - rate]

    def energy(self, q, qd, t, p):
        """q̇ · ∂L/∂q̇ − L (), a number."""
        return qd @ self.momentum(q, qd, t, p) - self(q, qd, t, p)

    def beyond_quadratic(self, q, qd, t, p):
        """How far ∂L/∂q̇ is from being linear in q̇, relative to its size (): 0 for a quadratic L.

        Looked at along q̇ and, since that may be 0, along a direction of no meaning.
        """
        M, rest = self.mass(q, t, p), self.momentum(q, jnp.zeros_like(q), t, p)
        cases = ((self.momentum(q, v, t, p), v) for v in (qd, odd(len(q))))
        return jnp.stack([off_linear(found, rest, M, v) for found, v in cases]).max()


def odd(n: int) -> np.ndarray:
    """A direction (n,) of no meaning."""
    return 1.0 + np.sqrt(1.0 + np.arange(float(n)))


def off_linear(found: Any, rest: Any, M: Any, v: Any) -> jax.Array:
    """How far ∂L/∂q̇ at v is from what it is at rest and M v, relative to its size ().

    Shapes: found, rest (n,), M (n, n), v (n,).
    """
    size = jnp.abs(found) + jnp.abs(rest) + jnp.abs(M) @ jnp.abs(v)
    off = jnp.abs(found - rest - M @ v)
    return jnp.max(off / jnp.where(size > 0, size.max(), 1.0))


def lagrangian_of(system: System) -> Lagrangian | None:
    """The Lagrangian that a system was made from, if it was."""
    owner = getattr(getattr(system.mass, "function", None), "__self__", None)
    return owner if isinstance(owner, Lagrangian) else None


def require_quadratic(excess: Any, what: str) -> None:
    """Raise where L is not at most quadratic in q̇; ``excess`` is a known number."""
    if not excess < QUADRATIC:
        raise ValueError(
            f"{what} is not a polynomial of degree two in `qd` (∂L/∂q̇ is off a straight line by "
            f"{float(excess):.1e} of its size). "
            "Wanted T = ½ q̇ᵀa q̇ + bᵀq̇ + c; for others give `mass` and `force` to zw.System."
        )


def _number(energy: Bound | Constant, values: dict[str, Any]) -> jax.Array:
    found = energy.at(values)
    if found.shape != ():
        raise ValueError(f"{energy.what} has the shape {found.shape}; wanted (), a number.")
    return found


@dataclass(frozen=True, eq=False)
class Force(AbstractComposed, AbstractSum):
    """The force of the energies, and another one."""

    lagrangian: Lagrangian  # the energies
    other: Bound | Constant | None  # a force besides, or None

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return self.lagrangian, self.other

    def __call__(self, q, qd, t, p):
        """Both (n,)."""
        Q = self.lagrangian.force(q, qd, t, p)
        return Q if self.other is None else Q + self.besides(q, qd, t, p)

    def names(self):
        """Of both."""
        if self.other is None:
            return ("energies",)
        inner = getattr(self.other, "function", None)
        return "energies", *(inner.names() if isinstance(inner, AbstractSum) else ("force",))

    def terms(self, q, qd, t, p, lam):
        """Each of both (k, n); the energies hold the forces of inertia."""
        found, inner = (
            [self.lagrangian.force(q, qd, t, p)[None]],
            getattr(self.other, "function", 0),
        )
        if isinstance(inner, AbstractSum):
            found.append(inner.terms(q, qd, t, p, lam)[0])
        elif self.other is not None:
            found.append(self.besides(q, qd, t, p)[None])
        whole = jnp.concatenate(found)
        return whole, jnp.zeros(len(whole))

    def besides(self, q, qd, t, p):
        """The other one (n,)."""
        assert self.other is not None
        Q = self.other.at({"q": q, "qd": qd, "t": t, "p": p})
        if Q.shape != q.shape:
            raise ValueError(f"`force` has the shape {Q.shape}; wanted {q.shape}.")
        return Q
