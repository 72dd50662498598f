r"""Constraints differentiated to A q̈ = b, by automatic differentiation.

    φ(q, t) = 0         A = ∂φ/∂q       b = −(d/dt)²φ  at q̈ = 0
    ψ(q, q̇, t) = 0      A = ∂ψ/∂q̇       b = −(∂ψ/∂q) q̇ − ∂ψ/∂t
    α q̇ + β = 0         A = α           b = −α̇ q̇ − β̇

Rates in time are derivatives along (q̇, 1) in (q, t), the second one a derivative of a
derivative: no matrix of second derivatives is formed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from zwang.base.arrays import Array
from zwang.base.functions import STATE, Bound, Constant
from zwang.equation.rows import Rows as Rows
from zwang.system.constraints import (
    AbstractConstraint,
    AccelerationLevel,
    Holonomic,
    Nonholonomic,
    Pfaffian,
    Structured,
)
from zwang.system.deferred import deferred, deferring
from zwang.system.system import System


@partial(
    jax.tree_util.register_dataclass,
    data_fields=["A", "b", "phi", "velocity"],
    meta_fields=["rows"],
)
@dataclass(frozen=True, eq=False)
class AccelerationForm:
    """All constraints of a system in a state, as A q̈ = b.

    Attributes
    ----------
    A : (m, n)          constraint matrix
    b : (m,)            right-hand side
    phi : (h,)          what remains of the constraints on positions, φ
    velocity : (h + k,)     what remains on velocities: φ̇, then ψ
    rows : which row is whose
    """

    A: Array
    b: Array
    phi: Array
    velocity: Array
    rows: Rows


class Part(NamedTuple):
    """One constraint differentiated: A (k, n), b (k,), its residuals or None."""

    A: jax.Array
    b: jax.Array
    phi: jax.Array | None = None
    velocity: jax.Array | None = None


def acceleration_form(
    system: System, q: Any, qd: Any, t: Any = 0.0, p: Any = None
) -> AccelerationForm:
    """A, b and the residuals of a system's constraints.

    Shapes: q (n,), qd (n,).

    References
    ----------
    [U05] eqs. (3)-(5); [KU93] eqs. (3), (8), (18).
    """
    values = system.values(q, qd, t, p)
    order = sorted(system.constraints, key=lambda c: c.level)
    parts = [differentiate(constraint, values) for constraint in order]
    dtype, n = values["q"].dtype, values["q"].shape[0]

    def joined(pieces, shape=(0,)):
        found = [x.astype(dtype) for x in pieces if x is not None]
        return jnp.concatenate(found) if found else jnp.zeros(shape, dtype)

    return AccelerationForm(
        A=joined((part.A for part in parts), (0, n)),
        b=joined(part.b for part in parts),
        phi=joined(part.phi for part in parts),
        velocity=joined(part.velocity for part in parts),
        rows=_rows([(c, len(x.b)) for c, x in zip(order, parts, strict=True)]),
    )


def rows_of(system: System, q: Any, qd: Any, t: Any = 0.0, p: Any = None) -> Rows:
    """Which row is whose, without the derivatives."""
    values = system.values(q, qd, t, p)
    order = sorted(system.constraints, key=lambda c: c.level)
    return _rows([(c, _count(c, values)) for c in order])


def _count(constraint: AbstractConstraint, values: dict[str, Any]) -> int:
    match constraint:
        case Holonomic():
            return len(vector(constraint.phi, values))
        case Nonholonomic():
            return len(vector(constraint.psi, values))
        case Pfaffian():
            return len(matrix(constraint.alpha, values))
        case AccelerationLevel():
            return len(matrix(constraint.A, values))
        case Structured():  # which has a name for each row
            return len(constraint.name)
    return len(differentiate(constraint, values).b)


def _rows(counted: list[tuple[AbstractConstraint, int]]) -> Rows:
    """Name the rows of constraints: one name for one row or for several, or one each."""
    names: list[str] = []
    groups: dict[str, tuple[int, ...]] = {}
    for constraint, count in counted:
        first, name = len(names), constraint.name
        if isinstance(name, str):
            names += [name] if count == 1 else [f"{name}[{i}]" for i in range(count)]
            groups[name] = tuple(range(first, first + count))
        elif name is not None and len(name) == count:
            names += name
            own = [(row, (i,)) for i, row in enumerate(name)]
            own = constraint.groups if isinstance(constraint, Structured) else own
            for group, rows in own:  # a joint may have rows on positions and on velocities
                groups[group] = groups.get(group, ()) + tuple(first + i for i in rows)
        else:
            raise ValueError(
                f"`name` of the constraint {name!r} has {len(name or ())} names, and the "
                f"constraint has {count} rows; wanted one name, or one for each row."
            )
    positions, velocities = (sum(k for c, k in counted if c.level <= x) for x in (0, 1))
    return Rows(tuple(names), tuple(groups.items()), positions, velocities)


# -- one constraint ------------------------------------------------------------------------------


def differentiate(constraint: AbstractConstraint, values: dict[str, Any]) -> Part:
    """One constraint as A q̈ = b."""
    match constraint:
        case Holonomic():
            return Part(*_derived("positions", constraint, constraint.phi, values))
        case Nonholonomic():
            A, b, velocity = _derived("velocities", constraint, constraint.psi, values)
            return Part(A, b, None, velocity)
        case Pfaffian():
            A, b, velocity = _derived("pfaffian", constraint, None, values)
            return Part(A, b, None, velocity)
        case AccelerationLevel():
            A = matrix(constraint.A, values)
            return Part(A, vector(constraint.b, values, len(A)))
        case Structured():
            return Part(*constraint.rows(**{name: values[name] for name in STATE}))
    raise TypeError(f"`constraints` holds {constraint!r}, which has no acceleration form.")


def _derived(kind: str, constraint: Any, residual: Bound | None, values: dict) -> Sequence[Any]:
    """A, b and what remains of a constraint, by JAX or left to the engine."""
    real = {"positions": _holonomic, "velocities": _nonholonomic, "pfaffian": _pfaffian}[kind]
    if not deferring():
        return [x for x in real(constraint, values) if x is not None]

    def by_jax(*state):
        found = real(constraint, dict(zip(STATE, state, strict=True)))
        return [x for x in found if x is not None]

    def plain(*state):
        given: dict[str, Any] = dict(zip(STATE, state, strict=True))
        return alpha_and_psi(constraint, given) if residual is None else vector(residual, given)

    n, m = len(values["q"]), jax.eval_shape(lambda: jnp.zeros(_count(constraint, values))).shape[0]
    shapes = [(m, n), (m,), (m,)] + [(m,)] * (kind == "positions")
    return deferred(kind, constraint, plain, by_jax, [values[name] for name in STATE], *shapes)


def _holonomic(constraint: Holonomic, values: dict[str, Any]) -> Part:
    q, qd = values["q"], values["qd"]

    def phi(q, t):
        return vector(constraint.phi, values | {"q": q, "t": t})

    # (φ, φ̇) along the straight path q + s q̇, t + s, and their rates: φ̇ again, and −b.
    (phi_now, velocity), (_, rate) = _along(partial(_along, phi, qd=qd), q, values["t"], qd=qd)
    return Part(_jacobian(lambda q: phi(q, values["t"]), q, len(rate)), -rate, phi_now, velocity)


def _nonholonomic(constraint: Nonholonomic, values: dict[str, Any]) -> Part:
    q, qd, t = values["q"], values["qd"], values["t"]

    def psi(q, qd, t):
        return vector(constraint.psi, values | {"q": q, "qd": qd, "t": t})

    velocity, rate = _along(lambda q, t: psi(q, qd, t), q, t, qd=qd)
    return Part(_jacobian(lambda qd: psi(q, qd, t), qd, len(rate)), -rate, None, velocity)


def _pfaffian(constraint: Pfaffian, values: dict[str, Any]) -> Part:
    qd = values["qd"]

    def along(q, t):
        return alpha_and_psi(constraint, values | {"q": q, "t": t})

    (alpha, velocity), (_, rate) = _along(along, values["q"], values["t"], qd=qd)
    return Part(alpha, -rate, None, velocity)


def alpha_and_psi(constraint: Pfaffian, values: dict[str, Any]) -> tuple[jax.Array, jax.Array]:
    """α, and α q̇ + β."""
    alpha = matrix(constraint.alpha, values)
    psi = alpha @ values["qd"]
    if constraint.beta is not None:
        psi = psi + vector(constraint.beta, values, len(alpha))
    return alpha, psi


def _along(f: Callable, q: Any, t: Any, *, qd: Any) -> tuple[Any, Any]:
    """f(q, t) and its rate while q moves with qd and t with 1."""
    return jax.jvp(f, (q, t), (qd, jnp.ones_like(t)))


def _jacobian(f: Callable, x: Any, rows: int) -> jax.Array:
    """∂f/∂x, by rows or by columns, whichever are fewer."""
    return (jax.jacrev if rows < x.shape[0] else jax.jacfwd)(f)(x)


def vector(f: Bound | Constant, values: dict[str, Any], rows: int | None = None) -> jax.Array:
    """What a function returns, one entry for each row."""
    found = f.at(values)
    if found.ndim > 1:
        raise ValueError(
            f"{f.what} has the shape {found.shape}; wanted a number or a vector, one entry for "
            "each row."
        )
    found = jnp.atleast_1d(found)
    if rows is not None and found.shape != (rows,):
        raise ValueError(f"{f.what} has {len(found)} entries; wanted {rows}, one for each row.")
    return found


def matrix(f: Bound | Constant, values: dict[str, Any]) -> jax.Array:
    """What a function returns, one row for each constraint and one column for each coordinate."""
    found, n = f.at(values), values["q"].shape[0]
    if found.shape == (0,):  # no rows
        return found.reshape(0, n)
    if found.ndim not in (1, 2) or found.shape[-1] != n:
        raise ValueError(
            f"{f.what} has the shape {found.shape}; wanted ({n},), or (rows, {n}), a column for "
            "each coordinate."
        )
    return jnp.atleast_2d(found)
