"""A consistent start: the nearest q and q̇ that satisfy the constraints, in the metric M."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array, is_concrete, namespace, solve_lower
from zwang.base.functions import flat, join, split
from zwang.base.identity.keyed import Keyed, jit_by_key
from zwang.base.names import chosen
from zwang.base.process.one_thread import one_thread
from zwang.base.status import NumericalError, Status
from zwang.consistency.adrift import refusal
from zwang.consistency.nearest_point import TIGHT, WIDE, Nearest, Surface, nearest
from zwang.equation.acceleration_form import acceleration_form, rows_of
from zwang.equation.fundamental import solve
from zwang.equation.known import known
from zwang.equation.matrices import evaluate_compiled, require_finite, require_sound
from zwang.solvers import rank as rules
from zwang.solvers.base import input_status, mass_factor
from zwang.solvers.orthogonal import row_space
from zwang.solvers.singular import equilibrate, root_with_gap
from zwang.system.elements import by_sparse_means
from zwang.system.origin import AbstractSource, AbstractStarted, required_system
from zwang.system.system import System


@one_thread
def assemble(
    system: System | AbstractSource,
    q: Any = None,
    qd: Any = None,
    t: Any = 0.0,
    p: Any = None,
    *,
    hold: str | int | Sequence[str | int] = (),
) -> tuple[Array, Array]:
    r"""The nearest positions and velocities that satisfy the constraints.

    .. math::
        \tfrac12 (q - q_0)^T M_0\, (q - q_0) \to \min, \quad \varphi(q, t) = 0; \qquad
        \tfrac12 (\dot q - \dot q_0)^T M\, (\dot q - \dot q_0) \to \min, \quad
        \dot\varphi = 0,\ \psi(q, \dot q, t) = 0

    First the positions, in the metric :math:`M_0` of the start, then the velocities at these
    positions, in the metric M there. Where M is singular, the auxiliary mass
    :math:`M + \alpha^2 A^{+} A` of all rows takes its place; what has neither mass nor
    constraint stays where it is. Of several points equally near, one is taken; a nearest point is
    one that no small move betters. A start that is consistent is returned as it is, up to rounding.
    Constraints on accelerations say nothing about a start.

    Works on known numbers, not under ``jit``. NumPy arrays or lists in, NumPy arrays out; JAX
    arrays in, JAX arrays out.

    Parameters
    ----------
    system : a ``zw.System``; a ``zw.Mechanism``, whose own ``assemble`` this is; or a
        ``zw.Controller``, for its closed loop: only its plant's constraints count, while
        ``controller.start`` goes onto the path too
    q : (n,)    coordinates, a guess; of a mechanism by default its start
    qd : (n,)   velocities, a guess; of a mechanism by default its start
    t : ()      time
    p : parameters
    hold : names or indices of coordinates that keep their position and their velocity

    Returns
    -------
    (q, qd) : (n,), (n,)

    Raises
    ------
    NumericalError
        ``NOT_ASSEMBLED``, with the constraints that remain violated, and by how much.

    References
    ----------
    [US10] eq. (50) for the metric where M is singular, with the rows of A, each of length one, in
    the place of α²A⁺A.

    Examples
    --------
    >>> from zwang.system.constraints import Holonomic
    >>> rod = Holonomic(lambda q: q @ q - 1.0, name="rod")
    >>> q, qd = assemble(System(2.0, None, [rod]), q=[3.0, -4.0], qd=[1.0, 0.0])
    >>> q.round(12).tolist(), qd.round(12).tolist()
    ([0.6, -0.8], [0.64, 0.48])
    """
    if isinstance(system, AbstractStarted):
        return system.assemble(q, qd, t, p, hold=hold)
    system = required_system(system)
    given = (q, qd, t, *flat(p)[0])
    if not is_concrete(*given):
        raise TypeError("`assemble` works on known numbers; call it outside of jit, vmap and grad.")
    values = system.values(q, qd, t, p)
    x, v, t = (np.array(values[name], dtype=float) for name in ("q", "qd", "t"))
    for name, found in (("q", x), ("qd", v), ("t", t)):
        if not np.isfinite(found).all():
            raise ValueError(f"`{name}` is {found}; wanted finite numbers.")
    free = ~chosen("hold", hold, system.coordinates, len(x))
    sparse = by_sparse_means(system, len(x), rubbing=True)  # friction moves no start
    found = _by_parts(system.ideal(), x, v, t, p, free) if sparse else None
    if found is not None:
        x, v = found
    elif system.constraints:
        at = _At(system, x, t, p)
        at.require_felt(x, v)
        x = _nearest_positions(at, x, v, free)
        v = _nearest_velocities(at, x, v, free)
    xp = namespace(*given)
    return xp.asarray(x, dtype=_precision(q)), xp.asarray(v, dtype=_precision(qd))


def _by_parts(system: System, q: np.ndarray, qd: np.ndarray, t: Any, p: Any, free: Any) -> Any:
    """Positions and velocities by sparse means; None where dense ones are needed, and will do."""
    from zwang.engine.large import assembled_by_parts

    return assembled_by_parts(system, q, qd, t, p, free)


def _precision(x: Any) -> Any:
    """Of a JAX array that of its owner."""
    return x.dtype if isinstance(x, jax.Array) and x.dtype.kind == "f" else np.float64


# -- the two levels ------------------------------------------------------------------------------


def _nearest_positions(at: _At, x: np.ndarray, v: np.ndarray, free: np.ndarray) -> np.ndarray:
    def rows(q):
        found = at(q, v)
        return found.A[: len(found.phi)], found.phi

    start = at(x, v)
    start.require_finite()
    curvature = partial(at.curvature, "phi", v)
    names = start.names[: len(start.phi)]
    return _moved("Positions", rows, curvature, (WIDE, TIGHT), names, start, x, free)


def _nearest_velocities(at: _At, x: np.ndarray, v: np.ndarray, free: np.ndarray) -> np.ndarray:
    def rows(qd):
        found = at(x, qd)
        return found.A[: len(found.velocity)], found.velocity

    start = at(x, v)
    start.require_finite()

    curvature = partial(at.curvature, "velocity", x)
    if not any(constraint.curved for constraint in at.system.constraints):
        curvature = _flat  # all rows are linear in q̇
    names = start.names[: len(start.velocity)]
    return _moved("Velocities", rows, curvature, (TIGHT,), names, start, v, free)


def _flat(qd: np.ndarray, lam: np.ndarray) -> np.ndarray:
    return np.zeros((len(qd), len(qd)))


def _moved(
    what: str,
    rows: Callable,
    curvature: Callable,
    ranks: tuple[float, ...],
    names: tuple[str, ...],
    start: _Found,
    x: np.ndarray,
    free: np.ndarray,
) -> np.ndarray:
    """x moved the least, in its free entries, to where the rows are met."""
    if not names:
        return x
    # With y = Lᵀ (x − x0) the metric is one. Sizes are those of all coordinates: a row may depend
    # on none of the free ones.
    L_all = metric_factor(start.M, start.A)
    L = L_all if free.all() else metric_factor(start.M[np.ix_(free, free)], start.A[:, free])
    lengths = np.asarray(rules.lengths_of(_lower(L_all, start.A[: len(names)].T), np))
    size = float(np.linalg.norm(L_all.T @ x))

    def back(y):
        moved = x.copy()
        moved[free] += _lower(L, y[:, None], transpose=True)[:, 0]
        return moved

    def rows_of(y):
        A, residual = rows(back(y))
        return _lower(L, A[:, free].T).T / lengths[:, None], residual / lengths

    def curvature_of(y, lam):
        K = curvature(back(y), lam / lengths)[np.ix_(free, free)]
        return _lower(L, _lower(L, K).T)

    found = nearest(Surface(rows_of, curvature_of, size, ranks), int(free.sum()))
    if not (found.met and found.stationary):
        raise NumericalError(Status.NOT_ASSEMBLED, _complaint(what, names, lengths, found))
    return back(found.place.y)


def _complaint(what: str, names: tuple[str, ...], lengths: np.ndarray, found: Nearest) -> str:
    """The rows that remain violated, the worst first, or that no nearest point was found."""
    if found.met:
        return f"{what}: the constraints can be met, but the nearest such point was not found."
    scaled = np.abs(found.place.phi)
    raw = scaled * found.place.lengths * lengths
    if not np.isfinite(scaled).all():
        return f"{what}: the constraints are not finite near the start."
    guilty = [i for i in np.argsort(-scaled) if scaled[i] > 1e-3 * scaled.max()]
    lines = (f"{names[i]!r} is off by {raw[i]:.3g} (scaled {scaled[i]:.3g})" for i in guilty)
    flat = [repr(names[i]) for i in guilty if not found.place.A[i].any()]
    hint = f"; no free coordinate changes {', '.join(flat)} from there" if flat else ""
    return f"{what}: {', '.join(lines)}{hint}."


def _lower(L: np.ndarray, Y: np.ndarray, *, transpose: bool = False) -> np.ndarray:
    return np.asarray(solve_lower(L, Y, np, transpose=transpose))


def metric_factor(M: np.ndarray, A: np.ndarray) -> np.ndarray:
    """Lower L with L Lᵀ = M, or the auxiliary mass of all rows where M is singular.

    Shapes: M (n, n), A (m, n).
    """
    n = len(M)
    if n == 0:
        return M
    if input_status(M, A, M[:0], A[:0], np) == Status.OK:
        with np.errstate(all="ignore"):
            L, _, definite = mass_factor(M, np)
        if definite:
            return np.asarray(L)
    status = Status(int(solve(M, np.zeros(n), A, np.zeros(len(A)), throw=False).status))
    if status in (Status.NON_FINITE, Status.MASS_NOT_SEMIDEFINITE):
        raise NumericalError(status)
    # In like units, as the solver for singular M does it; then back to those of the coordinates.
    rtol = rules.tolerance(None, rules.RANK, M)
    d, lengths = equilibrate(M, A, np)
    Z = row_space((A * d / lengths[:, None]).T, rtol, np).Z
    auxiliary = d[:, None] * M * d + Z @ Z.T
    _, N = root_with_gap(auxiliary, rtol, np)  # what has neither mass nor constraint
    auxiliary = (auxiliary + N @ N.T) / np.outer(d, d)
    return np.asarray(mass_factor(auxiliary, np)[0])


# -- the system in a state -----------------------------------------------------------------------


class _Found(NamedTuple):
    """M (n, n), the rows A (m, n) of all constraints, and what remains of them."""

    M: np.ndarray
    A: np.ndarray
    phi: np.ndarray
    velocity: np.ndarray
    names: tuple[str, ...]

    def require_finite(self) -> None:
        finite = np.asarray(np.isfinite(self.A).all(axis=1))
        finite[: len(self.phi)] &= np.isfinite(self.phi)
        finite[: len(self.velocity)] &= np.isfinite(self.velocity)
        guilty = [] if np.isfinite(self.M).all() else ["`mass`"]
        guilty += [repr(name) for name, ok in zip(self.names, finite, strict=True) if not ok]
        require_finite(guilty)


class _At:
    """Evaluates the system at positions and velocities, by what ``acceleration`` compiles.

    Mechanisms are evaluated by NumPy: to compile them takes longer than to look at some states.
    """

    def __init__(self, system: System, q: np.ndarray, t: np.ndarray, p: Any):
        self.system, self.t = system, jnp.asarray(t)
        self.numbers, self.rest = split(p)
        self.near = _near(system, len(q), p)
        self.names = rows_of(system, q, q, self.t, p).names if self.near else ()
        if not self.near:
            self.fixed = known(system, q, q, self.t, self.numbers, self.rest)

    def __call__(self, q: np.ndarray, qd: np.ndarray) -> _Found:
        if self.near:
            return _Found(*self.near.matrices(q, qd, self.t), names=self.names)
        state = jnp.asarray(q), jnp.asarray(qd), self.t, self.numbers
        found = evaluate_compiled(self.fixed, self.rest, True, *state)
        require_sound(self.system, found, finite=False)
        form = found.form
        M, A, phi, velocity = map(np.asarray, (found.M, form.A, form.phi, form.velocity))
        return _Found(M, A, phi, velocity, form.rows.names)

    def require_felt(self, q: np.ndarray, qd: np.ndarray) -> None:
        """Refuse constraints that have no derivative, by name."""

        def rows(q, qd):
            found = self(q, qd)
            k = len(found.velocity)
            remaining = np.concatenate([found.phi, found.velocity[len(found.phi) :]])
            return found.A[:k], remaining

        look = lambda *states: zip(*map(rows, *states), strict=True)
        here, arrays = self(q, qd), lambda *x: map(np.array, look(*x))
        if wrong := refusal(*rows(q, qd), q, qd, arrays, here.names, len(here.phi)):
            raise ValueError(f"`system`: {wrong}.")

    def curvature(self, level: str, *args: np.ndarray) -> np.ndarray:
        if self.near:
            other, x, lam = args
            q, qd = (x, other) if level == "phi" else (other, x)
            return self.near.bend(int(level != "phi"), q, qd, self.t, lam)
        given = map(jnp.asarray, args)
        return np.asarray(_curvature(self.fixed, self.rest, level, *given, self.t, self.numbers))


def _near(system: System, n: int, p: Any) -> Any:
    """A mechanism near states; None for other systems."""
    from zwang.engine.near import near_parts

    return near_parts(system, n, p)


@jit_by_key(0, 1, 2)
def _curvature(fixed: Keyed, rest: Keyed, level: str, other, x, lam, t, numbers) -> jax.Array:
    """Σ lam ∇²φ by q, or Σ lam ∇²(φ̇, ψ) by q̇; ``other`` is what stays: q̇, or q."""
    system, p = fixed.value, join(numbers, rest)

    def weighted(x):
        state = (x, other) if level == "phi" else (other, x)
        return lam @ getattr(acceleration_form(system, *state, t, p), level)

    return jax.hessian(weighted)(x)
