"""The fundamental equation on one page: M, Q, A, b, C in, the motion of this instant out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import jax
import numpy as np

from zwang.base import arguments
from zwang.base.arrays import Array, as_dense, as_floats, is_concrete, namespace, require_shape
from zwang.base.later import require_threads
from zwang.base.status import NumericalError, Status
from zwang.equation.feedback import gain_compiled, gain_of, signal_compiled, signal_of
from zwang.equation.freedom import freedom
from zwang.solvers import AbstractSolver, Auto
from zwang.solvers.derivative import differentiable
from zwang.solvers.held import Held
from zwang.solvers.solution import Solution

# AMBIGUOUS: a direction has neither mass nor constraint. DENSE: so many coordinates, whose free
#   directions are found by dense algebra; of larger systems one is known.
AMBIGUOUS, DENSE = (Status.NOT_UNIQUE, Status.NO_SOLUTION), 1000


def solve(
    M: Any,
    Q: Any,
    A: Any,
    b: Any,
    C: Any = None,
    *,
    solver: AbstractSolver | None = None,
    throw: bool = True,
) -> Solution:
    r"""Acceleration and constraint force of a mechanical system at one instant.

    .. math::
        \ddot q = a + M^{-1/2} B^+ (b - A a) + M^{-1/2} (I - B^+ B) M^{-1/2} C,
        \qquad a = M^{-1} Q, \quad B = A M^{-1/2}

    and its extension to singular M. NumPy arrays in, NumPy arrays out, with nothing compiled;
    JAX arrays or tracers in, JAX arrays out. For a batch use ``jax.vmap``. For large systems M and
    A may be matrices of ``scipy.sparse``.

    Parameters
    ----------
    M : (n, n) symmetric, positive semi-definite    mass matrix; or a sparse matrix
    Q : (n,)                                        given force
    A : (m, n)                                      constraint matrix; [] for m = 0; or a sparse one
    b : (m,)                                        right-hand side of A q̈ = b
    C : (n,) or None    prescribed work of nonideal constraints: vᵀQc = vᵀC if A v = 0
    solver : how to solve; by default ``Auto()``, which chooses
    throw : whether a failure raises ``NumericalError``. Inside ``jit``, ``vmap`` and ``grad``
        nothing can be raised: look at ``status``.

    Returns
    -------
    Solution

    References
    ----------
    [U05] eqs. (8)-(12); [US10] eqs. (49), (64)-(71) for singular M.

    Examples
    --------
    >>> bob = solve(M=np.eye(2), Q=[0.0, -9.81], A=[[0.6, -0.8]], b=[-1.0])
    >>> bob.qdd.round(3).tolist()
    [-5.309, -2.732]
    """
    xp = _usable(namespace(M, Q, A, b, C), M, Q, A, b, C)
    solver = Auto() if solver is None else solver
    if not isinstance(solver, AbstractSolver):
        raise TypeError(
            f"`solver` is {solver!r}; wanted an instance of zw.AbstractSolver, such as zw.Auto()."
        )
    M, Q, A, b, C = _as_arrays(xp, M=M, Q=Q, A=A, b=b, C=C)
    if not solver.takes_sparse:
        M, A = as_dense(M), as_dense(A)
    _check_shapes(M, Q, A, b, C)
    arguments.flag("throw", throw)

    if xp is np:
        with np.errstate(all="ignore"):
            solution = _solve(solver, M, Q, A, b, C)
    else:
        solution = _compiled(solver, M, Q, A, b, C)
    if is_concrete(solution.status) and int(solution.status) in AMBIGUOUS and len(Q) <= DENSE:
        with np.errstate(all="ignore"):
            found = freedom(M, Q if C is None else Q + C, A, b)
        lost = solution.status == Status.NO_SOLUTION
        found = replace(found, qdd=np.full_like(found.qdd, np.nan)) if lost else found
        solution = replace(solution, freedom=found)
    if throw and is_concrete(solution.status) and solution.status != Status.OK:
        status = Status(int(solution.status))
        raise NumericalError(status, solution._detail(status))
    return solution


def gain(M: Any, A: Any) -> Array:
    r"""The matrix M^(1/2) B⁺ (n, m) that turns the error signal into the ideal constraint force.

    Unlike the multipliers of ``solve`` it is the unscaled pseudo-inverse: under redundant rows
    it depends on their units, as the formula does. Where M is singular it is the gain of the
    auxiliary system, M_A^(1/2) B_A⁺ with M_A = M + α²A⁺A and A⁺A taken in like units; it belongs
    to the ``error_signal`` of the same M, and their product is the force.

    Parameters
    ----------
    M : (n, n) positive semi-definite
    A : (m, n)

    References
    ----------
    [U05] eq. (25) and the text below it; [US10] eqs. (65), (67) for singular M.

    Examples
    --------
    >>> system = [np.diag([1.0, 0.0]), np.array([3.0, 1.0]), np.array([[1.0, -1.0]]), [0.0]]
    >>> (gain(system[0], system[2]) @ error_signal(*system)).round(12).tolist()
    [1.0, -1.0]
    """
    xp = _usable(namespace(M, A), M, A)
    M, A = map(as_dense, _as_arrays(xp, M=M, A=A))
    _check_shapes(M, None, A, None, None)
    with np.errstate(all="ignore"):
        K, status = (gain_of if xp is np else gain_compiled)(M, A)
    return _sound(status, K, xp, M, A)


def error_signal(M: Any, Q: Any, A: Any, b: Any) -> Array:
    r"""e = b − A M⁻¹Q (m,): by how much the unconstrained acceleration misses the constraints.

    Where M is singular it is that of the auxiliary system, b − A M_A⁻¹(Q + α²A⁺b), in the units of
    ``gain``.

    Parameters
    ----------
    M : (n, n) positive semi-definite
    Q : (n,)
    A : (m, n)
    b : (m,)

    References
    ----------
    [U05] below eq. (10); [US10] eqs. (65), (67) for singular M.
    """
    xp = _usable(namespace(M, Q, A, b), M, Q, A, b)
    M, Q, A, b = map(as_dense, _as_arrays(xp, M=M, Q=Q, A=A, b=b))
    _check_shapes(M, Q, A, b, None)
    with np.errstate(all="ignore"):
        e, status = (signal_of if xp is np else signal_compiled)(M, Q, A, b)
    return _sound(status, e, xp, M, A)


def _usable(xp: Any, *arrays: Any) -> Any:
    """The namespace, where it can compute."""
    if xp is not np and is_concrete(*arrays):
        require_threads("An array of JAX")
    return xp


def _sound(status: Any, answer: Array, xp, M: Array, A: Array) -> Array:
    """The answer; for input that has none an error, or NaN where none can be raised."""
    if is_concrete(status) and status != Status.OK:
        names = ()
        if status == Status.NO_SOLUTION:
            names = freedom(M, np.zeros(len(M)), A, np.zeros(len(A))).names
        told = f"Free: {'; '.join(names)}." if names else ""
        raise NumericalError(Status(int(status)), told)
    return xp.where(status == Status.OK, answer, np.nan)


def _as_arrays(xp, **given: Any) -> list[Any]:
    """Floats of one precision; C may be None, and stays so. No rows, [], have n columns."""
    floats: dict[str, Any] = {
        name: x if x is None and name == "C" else as_floats(name, x, xp)
        for name, x in given.items()
    }
    M, A = floats["M"], floats["A"]
    if A.shape == (0,) and M.ndim == 2:
        floats["A"] = A.reshape(0, M.shape[1])
    arrays = list(floats.values())
    if xp is np:
        return arrays
    dtype = xp.result_type(*(x for x in arrays if x is not None), np.float32)
    return [x if x is None else x.astype(dtype) for x in arrays]


def _check_shapes(M: Array, Q: Array | None, A: Array, b: Array | None, C: Array | None) -> None:
    if M.ndim != 2 or M.shape[0] != M.shape[1] or M.shape[0] == 0:
        raise ValueError(f"`M` has the shape {M.shape}; wanted a square matrix (n, n), n ≥ 1.")
    n = M.shape[0]
    if A.ndim != 2 or A.shape[1] != n:
        raise ValueError(f"`A` has the shape {A.shape}; wanted (m, {n}), a column for each of M's.")
    for name, x in (("Q", Q), ("C", C)):
        if x is not None:
            require_shape(name, x, (n,), "one entry for each row of M")
    if b is not None:
        require_shape("b", b, (A.shape[0],), "one entry for each row of `A`")


def _solve(solver: AbstractSolver, M, Q, A, b, C) -> Solution:
    """The motion under Q + C and b; and, to split the force, the one under C and 0 beside it."""
    xp = namespace(M, Q, A, b, C)
    F, B = Q[:, None], b[:, None]
    if C is not None:
        F = xp.stack([Q + C, C], axis=1)
        B = xp.stack([b, xp.zeros_like(b)], axis=1)
    attempt = solver.compute(M, A, F, B) if xp is np else differentiable(solver)(M, A, F, B)

    Qc_ideal, Qc = attempt.force[:, 0], xp.array(attempt.force[:, 0])
    Qc_nonideal, lam = xp.zeros_like(Q), attempt.lam[:, 0]
    if C is not None:
        Qc, Qc_nonideal = C + attempt.force[:, 0], C + attempt.force[:, 1]
        Qc_ideal = attempt.force[:, 0] - attempt.force[:, 1]
        lam = lam - attempt.lam[:, 1]
    return Solution(
        qdd=attempt.x[:, 0],
        Qc=Qc,
        Qc_ideal=Qc_ideal,
        Qc_nonideal=Qc_nonideal,
        lam=lam,
        rank=attempt.rank,
        residual=attempt.residual,
        status=attempt.status,
        free=attempt.free,
        taken=attempt.taken,
    )


def _compiled(solver: AbstractSolver, *given: Any) -> Solution:
    if isinstance(solver, Held):
        return _solve_held(solver.base, solver.cut, *given)
    return _solve_compiled(solver, *given)


_solve_compiled = jax.jit(_solve, static_argnums=0)
_solve_held = jax.jit(lambda base, cut, *x: _solve(Held(base, cut), *x), static_argnums=0)
