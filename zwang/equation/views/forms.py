r"""The same equation of motion in other forms: of first order, in momenta, with a definite mass.

First order, [KU93] eq. (31): y = (q, q̇) and ẏ = (q̇, q̈), with q̈ of the fundamental equation.

Hamilton's, for a system with a Lagrangian: y = (q, p) with p = ∂L/∂q̇, and

    q̇ = ∂H/∂p,    ṗ = −∂H/∂q + F + Qc,    H(q, p, t) = pᵀq̇ − L,

where F is what is given beside L. L is quadratic in q̇, so q̇ = M⁻¹(p − ∂L/∂q̇ at rest).

Definite, [US10] eqs. (45), (46): M + α²A⁺A and Q + A⁺z in the place of M and Q.
"""

from __future__ import annotations

import copy
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base import arguments
from zwang.base.arrays import as_floats, is_concrete, namespace, require_shape
from zwang.base.functions import STATE, given, join, split
from zwang.base.identity.keyed import Keyed, jit_by_key
from zwang.equation.acceleration import acceleration
from zwang.equation.acceleration_form import acceleration_form
from zwang.equation.fundamental import solve
from zwang.equation.known import known
from zwang.solvers import Orthogonal
from zwang.solvers.derivative import differentiable
from zwang.system.constraints import POSITION, AccelerationLevel
from zwang.system.lagrangian import Force, lagrangian_of
from zwang.system.system import System


class FirstOrder:
    """ẏ = f(t, y): the equation of motion for any integrator; made by ``system.first_order``.

    ``f(t, y)`` is what SciPy's ``solve_ivp`` asks for, ``f.jacobian(t, y)`` its ``jac``; diffrax's
    ``ODETerm(f)`` may pass its args. NumPy arrays in, NumPy arrays out; JAX arrays in, JAX arrays
    out, inside ``jit`` too. Nothing is projected: errors of the constraints add up.

    Attributes
    ----------
    system : what moves
    p : its parameters
    momenta : whether y is (q, ∂L/∂q̇), or (q, q̇)
    """

    def __init__(self, system: System, p: Any = None, *, momenta: bool = False):
        if not isinstance(system, System):
            raise TypeError(f"`system` is {system!r}; wanted a zw.System.")
        self.system, self.p, self.momenta = system, p, arguments.flag("momenta", momenta)
        split(p)  # a wrong kind of `p` is told now
        self._known: Any = None
        if momenta and lagrangian_of(system) is None:
            raise ValueError(
                "`momenta` is True, and the system has no Lagrangian; wanted one made by "
                "zw.System.from_lagrangian."
            )

    def __call__(self, t: Any, y: Any, args: Any = None) -> Any:
        """ẏ (2 n,). Shapes: y (2 n,)."""
        return self._call(_rate, t, y)

    def jacobian(self, t: Any, y: Any) -> Any:
        """∂ẏ/∂y (2 n, 2 n).

        Parameters
        ----------
        t, y : as for the call
        """
        return self._call(_jacobian, t, y)

    def start(self, q: Any, qd: Any, t: Any = 0.0) -> Any:
        """y (2 n,) of a state.

        Parameters
        ----------
        q : (n,)    coordinates
        qd : (n,)   velocities
        t : ()      time
        """
        q, qd, t = self.system.state(q, qd, t, np)
        return self._call(_start, t, np.concatenate([q, qd]))

    def velocities(self, t: Any, y: Any) -> Any:
        """q̇ (n,), of momenta too.

        Parameters
        ----------
        t, y : as for the call
        """
        return self._call(_velocities, t, y)

    def _call(self, function: Any, t: Any, y: Any) -> Any:
        """The compiled function at t and y; traced at the first call, as under ``jax.jit``."""
        xp = namespace(t, y)
        y = as_floats("y", y, xp)
        if y.ndim != 1 or y.size % 2 or not y.size:
            raise ValueError(f"`y` has the shape {y.shape}; wanted (2 n,), q and then q̇ or p.")
        if self._known is None or self._known[0] != y.size:
            numbers, rest = split(self.p)
            state = self.system.state(y[: y.size // 2], y[y.size // 2 :], t, jnp)
            self._known = y.size, known(self.system, *state, numbers, rest), rest, numbers
        _, fixed, rest, numbers = self._known
        t = as_floats("t", t, xp)
        require_shape("t", t, (), "one number")
        found = function(fixed, rest, self.momenta, t, y, numbers)
        if not is_concrete(found):
            return found
        if not np.isfinite(found).all():
            qd = _velocities(fixed, rest, self.momenta, t, y, numbers)
            q = np.asarray(y[: y.size // 2])
            acceleration(self.system, q, np.asarray(qd), float(t), self.p)  # says why
        return np.asarray(found) if xp is np else found


@jit_by_key(0, 1, 2)
def _rate(fixed: Keyed, rest: Keyed, momenta: bool, t, y, numbers):
    return _f(fixed.value, momenta, t, y, join(numbers, rest))


@jit_by_key(0, 1, 2)
def _jacobian(fixed: Keyed, rest: Keyed, momenta: bool, t, y, numbers):
    return jax.jacfwd(lambda y: _f(fixed.value, momenta, t, y, join(numbers, rest)))(y)


@jit_by_key(0, 1, 2)
def _start(fixed: Keyed, rest: Keyed, momenta: bool, t, y, numbers):
    if not momenta:
        return y
    q, qd = jnp.split(y, 2)
    p = lagrangian_of(fixed.value).momentum(q, qd, t, join(numbers, rest))  # type: ignore
    return jnp.concatenate([q, p])


@jit_by_key(0, 1, 2)
def _velocities(fixed: Keyed, rest: Keyed, momenta: bool, t, y, numbers):
    q, v = jnp.split(y, 2)
    return _unwound(fixed.value, q, v, t, join(numbers, rest)) if momenta else v


def _f(system: System, momenta: bool, t, y, p):
    """(q̇, q̈), or (∂H/∂p, −∂H/∂q + F + Qc)."""
    q, v = jnp.split(y, 2)
    if not momenta:
        return jnp.concatenate([v, acceleration(system, q, v, t, p, throw=False).qdd])
    qd = jax.grad(_hamiltonian, 2)(system, q, v, t, p)
    rate = -jax.grad(_hamiltonian, 1)(system, q, v, t, p)
    function = getattr(system.force, "function", None)
    if isinstance(function, Force) and function.other is not None:
        rate = rate + function.besides(q, qd, t, p)
    Qc = acceleration(system, q, qd, t, p, throw=False).Qc
    return jnp.concatenate([qd, rate + Qc])


def _hamiltonian(system: System, q, p_, t, p):
    """pᵀq̇ − L (), as a function of q and p."""
    qd = _unwound(system, q, p_, t, p)
    return p_ @ qd - lagrangian_of(system)(q, qd, t, p)  # type: ignore


def _unwound(system: System, q, p_, t, p):
    """q̇ = M⁻¹(p − ∂L/∂q̇ at rest)."""
    lagrangian = lagrangian_of(system)
    assert lagrangian is not None
    moving = p_ - lagrangian.momentum(q, jnp.zeros_like(q), t, p)
    none = jnp.zeros((0, q.shape[0])), jnp.zeros(0)
    return solve(lagrangian.mass(q, t, p), moving, *none, throw=False).qdd


# -- a definite mass ------------------------------------------------------------------------------


def definite(system: System, alpha: float = 1.0, z: Any = None) -> System:
    r"""The auxiliary system, whose mass is positive definite; what ``system.definite`` does.

    .. math:: (M + \alpha^2 A^{+}A)\, \ddot q = Q + A^{+} z

    Shapes: z (m,).

    References
    ----------
    [US10] eqs. (45), (46), (67).
    """
    if not isinstance(system, System):
        raise TypeError(f"`system` is {system!r}; wanted a zw.System.")
    if arguments.number("alpha", alpha) == 0:
        raise ValueError("`alpha` is 0; wanted a finite number other than zero.")
    chosen = None if z is None else given("`z`", z, STATE)

    def mass(q, qd, t, p):
        A = acceleration_form(system, q, qd, t, p).A
        return system.M(q, t, p, qd) + alpha**2 * (jnp.eye(A.shape[1]) - _across(A))

    def force(q, qd, t, p):
        form = acceleration_form(system, q, qd, t, p)
        added = alpha**2 * form.b
        if chosen is not None:
            added = chosen.at({"q": q, "qd": qd, "t": t, "p": p})
            require_shape("z", added, form.b.shape, "one entry for each row of A")
        return system.Q(q, qd, t, p) + _pinv_times(form.A, added)

    # (46) has A(q, q̇, t), but most rows leave q̇ out of it; then M_A is one of (q, t, p).
    moved = system.mass.asks_for("qd") or any(
        constraint.curved
        or (isinstance(constraint, AccelerationLevel) and constraint.A.asks_for("qd"))
        for constraint in system.constraints
    )
    at_rest = lambda q, t, p: mass(q, jnp.zeros_like(q), t, p)
    other = copy.copy(system)
    bound = given("`mass`", mass, STATE) if moved else given("`mass`", at_rest, POSITION)
    object.__setattr__(other, "mass", bound)
    object.__setattr__(other, "force", given("`force`", force, STATE))
    object.__setattr__(other, "origin", None)
    return other


def _across(A):
    """I − A⁺A (n, n): of every force, the acceleration of a mass of ones that A = 0 leaves it."""
    (m, n), unit = A.shape, jnp.eye(A.shape[1])
    return differentiable(Orthogonal())(unit, A, unit, jnp.zeros((m, n))).x


def _pinv_times(A, z):
    """A⁺z (n,): the least acceleration of a mass of ones with A x = AA⁺z."""
    n, reached = A.shape[1], z - _across(A.T) @ z
    given = jnp.zeros((n, 1)), reached[:, None]
    return differentiable(Orthogonal())(jnp.eye(n), A, *given).x[:, 0]
