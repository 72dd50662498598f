r"""A motion and its derivative along one direction, as one System of 2n coordinates.

Let the start or the parameters change along a direction, and let s be the rate at which q changes
with it; d is the derivative along (s, ṡ, dp). The motion satisfies

    M q̈ − Aᵀλ = F,    A q̈ = b,         F = Q + C.

Its derivative along the direction is the same problem once more, with the same M and A:

    M s̈ − Aᵀμ = f,    A s̈ = g,         f = dF − dM q̈ + dAᵀλ,    g = db − dA q̈.

So (q, s) moves as a system of its own, under the constraints φ = 0 and dφ = 0, whose steps are
adapted to both and which is projected onto both. The direction is a parameter of that system:
one program serves all directions. Its constraint forces are zero, since the accelerations given
to it are those of the constrained motion; masses and rows serve the projection. The mass of s is
small (``LIGHT``), so that the projection moves q as if it were alone, and so that the rank of

    [ A   0 ]
    [ dA  A ]

is watched as that of A.

Where the friction C asks for constraint forces, dC needs the derivative of these as well; it then
comes from the rule by which JAX differentiates the kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import jax
import jax.numpy as jnp

from zwang.base.arrays import Array
from zwang.base.functions import EXTRA, join, split
from zwang.base.identity.keyed import Keyed, Last
from zwang.equation.acceleration import acceleration
from zwang.equation.acceleration_form import Rows, acceleration_form
from zwang.equation.fundamental import solve
from zwang.integrate.method.runge_kutta import IN_STEPS
from zwang.integrate.projection import WIDE
from zwang.solvers import Auto
from zwang.system.constraints import AbstractConstraint, AccelerationLevel, Rowwise, Structured
from zwang.system.system import System
from zwang.system.tangent import NAMES, AbstractBeside, AbstractTangent

LIGHT = 1e-8  # mass of s, in parts of that of q

# That the constraints agree is seen in the motion itself. Of a derivative that vanishes only
# rounding is left, which agrees with nothing.
TANGENT = Auto(rank=WIDE, consistency=1e9)


@lru_cache(maxsize=64)
def varied(fixed: Keyed, n: int, rows: Rows) -> System:
    """The System of (q, s), with ``p`` and the direction ``along`` as parameters."""
    whole = Tangent(fixed, n, rows)
    if not rows.names:  # nothing to project, so no masses are needed
        return System(1.0, _Force(whole))
    found: list[AbstractConstraint] = []
    curved = any(constraint.curved for constraint in fixed.value.constraints)
    for level, which in enumerate(whole.levels[:2]):
        names = rows.names[which] + tuple(f"derivative of {x}" for x in rows.names[which])
        groups = tuple((name, (i,)) for i, name in enumerate(names))
        if names:
            found.append(
                Structured(_Rows(whole, level), names, groups, level, curved and level == 1)
            )
    if len(rows.names) > rows.velocities:
        found.append(AccelerationLevel(_Matrix(whole), _Demand(whole)))
    return System(_Mass(whole), _Force(whole), found)


class Tangent(AbstractTangent):
    """The equations of (q, s)."""

    def __init__(self, fixed: Keyed, n: int, rows: Rows):
        self.fixed, self.n, self.rows, self._last = fixed, n, rows, Last()
        friction = fixed.value.nonideal
        self.direct = friction is None or not any(map(friction.asks_for, EXTRA))

    def parts(self) -> tuple[Any, ...]:
        return self.fixed, self.n, self.rows

    @property
    def levels(self) -> tuple[slice, slice, slice]:
        """Which rows restrict positions, velocities, accelerations."""
        h, k, m = self.rows.positions, self.rows.velocities, len(self.rows.names)
        return slice(0, h), slice(h, k), slice(k, m)

    def equations(self, now: dict[str, Any], rates: dict[str, Any]) -> dict[str, Any]:
        M, qdd = now["M"], _accelerations(now, rates)
        if not self.rows.names:
            found = {"M": jnp.eye(2 * self.n), "Q": qdd}
        else:
            found = {"M": _doubled(M), "Q": _doubled(M) @ qdd}
        parts = [_beside(now, rates, which) for which in self.levels]
        both = lambda *names: [parts[i][name] for i, name in enumerate(names)]
        found |= {name: jnp.concatenate(both(name, name, name)) for name in ("A", "b")}
        return found | {
            "phi": parts[0]["phi"],
            "velocity": jnp.concatenate(both("velocity", "velocity")),
        }

    def at(self, q: Any, qd: Any, t: Any, p: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The equations of q in a state of (q, s), and their rates, by JAX."""
        system = self.fixed.value

        def matrices(q, qd, t, p):
            form = acceleration_form(system, q, qd, t, p)
            F = system.Q(q, qd, t, p) + system.C(q, qd, t, p)
            parts = system.M(q, t, p, qd), F, form.A, form.b, form.phi, form.velocity
            return dict(zip(NAMES, parts, strict=True))

        find = partial(_along, matrices, self.n, q, qd, t, p)
        return self._last(find, q, qd, t, *jax.tree.leaves(p))


class AbstractFunction(AbstractBeside):
    """A function of the System of (q, s)."""

    def __init__(self, whole: Tangent):
        self.whole: Tangent = whole

    def parts(self) -> tuple[Any, ...]:
        return self.whole.parts()


class _Mass(AbstractFunction):
    """M of both."""

    def __call__(self, q, t, p):
        return _doubled(self.whole.fixed.value.M(q[: self.whole.n], t, p["p"]))


class _Force(AbstractFunction):
    """The force that gives both their accelerations."""

    def __call__(self, q, qd, t, p):
        whole, system = self.whole, self.whole.fixed.value
        if whole.direct:
            found = _accelerations(*whole.at(q, qd, t, p))
        else:
            solved = partial(acceleration, system, solver=IN_STEPS, throw=False)
            both = _along(lambda *state: solved(*state).qdd, whole.n, q, qd, t, p)
            found = jnp.concatenate(both)
        return _Mass(whole)(q, t, p) @ found if whole.rows.names else found


class _Rows(AbstractBeside):
    """The rows of one level, and behind them their derivatives."""

    def __init__(self, whole: Tangent, level: int):
        self.whole: Tangent = whole
        self.level = level

    def parts(self) -> tuple[Any, ...]:
        return *self.whole.parts(), self.level

    def __call__(self, q, qd, t, p) -> Rowwise:
        found = _rows_at(self.whole, self.level, q, qd, t, p)
        return Rowwise(**found if self.level == 0 else found | {"phi": None})


class _Matrix(AbstractFunction):
    """A of the rows that restrict accelerations alone."""

    def __call__(self, q, qd, t, p):
        return _rows_at(self.whole, 2, q, qd, t, p)["A"]


class _Demand(AbstractFunction):
    """b of the same."""

    def __call__(self, q, qd, t, p):
        return _rows_at(self.whole, 2, q, qd, t, p)["b"]


def _along(f: Callable, n: int, q: Any, qd: Any, t: Any, p: Any) -> tuple[Any, Any]:
    """f(q, qd, t, p) and its derivative along the direction; q and qd have s and ṡ behind them."""
    numbers, rest = split(p["p"])

    def g(q, qd, numbers):
        return f(q, qd, t, join(numbers, rest))

    return jax.jvp(g, (q[:n], qd[:n], numbers), (q[n:], qd[n:], list(p["along"])))


def _accelerations(now: dict[str, Any], rates: dict[str, Any]) -> Array:
    """q̈ and s̈ (2n,)."""
    M, F, A, b = (now[name] for name in NAMES[:4])
    dM, dF, dA, db = (rates[name] for name in NAMES[:4])
    here = solve(M, F, A, b, solver=IN_STEPS, throw=False)
    f, g = dF - dM @ here.qdd + dA.T @ here.lam, db - dA @ here.qdd
    return jnp.concatenate([here.qdd, solve(M, f, A, g, solver=TANGENT, throw=False).qdd])


def _doubled(M: Array) -> Array:
    return jnp.block([[M, jnp.zeros_like(M)], [jnp.zeros_like(M), LIGHT * M]])


def _rows_at(whole: Tangent, level: int, q: Any, qd: Any, t: Any, p: Any) -> dict[str, Any]:
    """Rows of one level and their derivatives, by JAX."""
    if whole.direct:  # forces ask for all of it too
        return _beside(*whole.at(q, qd, t, p), whole.levels[level])

    def form(q, qd, t, p):
        found = acceleration_form(whole.fixed.value, q, qd, t, p)
        return {name: getattr(found, name) for name in NAMES[2:]}

    return _beside(*_along(form, whole.n, q, qd, t, p), whole.levels[level])


def _beside(now: dict[str, Any], rates: dict[str, Any], which: slice) -> dict[str, Any]:
    """Some of the rows, and behind them their derivatives."""
    both = lambda name: jnp.concatenate([now[name][which], rates[name][which]])
    A, dA = now["A"][which], rates["A"][which]
    wide = jnp.block([[A, jnp.zeros_like(A)], [dA, A]])
    return {"A": wide} | {name: both(name) for name in ("b", "phi", "velocity")}
