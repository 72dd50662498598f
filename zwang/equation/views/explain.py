r"""One instant taken apart: every term of the fundamental equation, by name and number.

For M > 0 the terms are those of [U05]. Where M is singular they are those of the auxiliary system
with z = α²b ([US10] eqs. (65), (67)), taken in like units: M_A = M + Wᵀ W and Q_b = Q + Wᵀ y stand
for M and Q, where the rows of W span those of A and y is what W q̈ must be. The acceleration and the
constraint force are the same, and so is every law; for M > 0 nothing is added.

Each term is computed by its own formula, from the gain and the error signal, and not as what is
left of the others; ``residual`` compares their sum with the kernel's answer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from zwang.base import arguments
from zwang.base.arrays import as_floats, eps
from zwang.base.names import names_of
from zwang.base.status import NumericalError, Status
from zwang.equation.acceleration import instant
from zwang.equation.feedback import auxiliary_of, signal_of
from zwang.equation.fundamental import gain, solve
from zwang.equation.views.curvature import curvature
from zwang.equation.views.latex import numbers as in_latex
from zwang.equation.views.page import page
from zwang.equation.views.steering import Steering
from zwang.solvers.solution import Solution
from zwang.system.origin import AbstractGuard, AbstractSource, required_system
from zwang.system.system import System


@dataclass(frozen=True, eq=False)
class Explanation:
    """The terms of the fundamental equation at one instant; print it, or ``draw()`` it.

    Where M is ``singular``, M, Q and what follows are those of the auxiliary system, [US10].

    Attributes
    ----------
    coordinates : names of the n coordinates
    constraints : names of the m rows
    t : the time, or None
    singular : whether M is, so that the auxiliary system stands in its place
    M : (n, n)          mass matrix, [U05] (1); M_A of [US10] (46) where M is singular
    Q : (n,)            given force, [U05] (1); Q_z of [US10] (45) with z = α²b
    A : (m, n)          constraint matrix, [U05] (5)
    b : (m,)            right-hand side of A q̈ = b, [U05] (5)
    C : (n,)            prescribed work of nonideal constraints, [U05] (7)
    a : (n,)            acceleration without constraints, [U05] (2)
    e : (m,)            error signal b − A a, [U05] below (10)
    B : (m, n)          A M^(-1/2), [U05] below (10)
    gain : (n, m)       M^(1/2) B⁺, [U05] (25)
    change_ideal : (n,)     M^(-1/2) B⁺e, the first part of Δ = q̈ − a, [U05] (10)
    change_nonideal : (n,)  M^(-1/2) (I − B⁺B) M^(-1/2) C, the second part, [U05] (10)
    qdd : (n,)          acceleration, [U05] (9); where it is not unique, one of them
    Qc_ideal, Qc_nonideal : (n,)    the parts of the constraint force, [U05] (11), (12)
    Qc : (n,)           constraint force, [U05] (24)
    least : ()          Gauss's function at q̈, [KU93] (14), (16) where C = 0 and M > 0
    curvature : ()      Hertz's, of the path in the metric M: √least / (q̇ᵀM q̇); None where forces
        are given, M depends on t, or the constraints do work
    rank : ()           of A
    free : names of directions in which the acceleration is not determined
    residual : ()       largest difference of the sums from the kernel's answer, of what enters them
    source : the system and its parameters; None where there were only matrices
    control : of a closed loop, how its control comes about; Q contains it
    """

    coordinates: tuple[str, ...]
    constraints: tuple[str, ...]
    t: float | None
    singular: bool
    M: np.ndarray
    Q: np.ndarray
    A: np.ndarray
    b: np.ndarray
    C: np.ndarray
    a: np.ndarray
    e: np.ndarray
    B: np.ndarray
    gain: np.ndarray
    change_ideal: np.ndarray
    change_nonideal: np.ndarray
    qdd: np.ndarray
    Qc_ideal: np.ndarray
    Qc_nonideal: np.ndarray
    Qc: np.ndarray
    least: float
    curvature: float | None
    rank: int
    free: tuple[str, ...]
    residual: float
    source: tuple[System, Any] | None = None
    control: Steering | None = None

    @classmethod
    def of(
        cls,
        M: Any,
        Q: Any,
        A: Any,
        b: Any,
        C: Any = None,
        *,
        coordinates: Any = None,
        constraints: Any = None,
    ) -> Explanation:
        """The same from the matrices that ``zw.solve`` takes.

        Parameters
        ----------
        M, Q, A, b, C : as for ``zw.solve``
        coordinates : names, a list or a text with spaces; by default ``q[0]``, ``q[1]``, ...
        constraints : names of the m rows, likewise; by default ``row 0``, ``row 1``, ...
        """
        solution = solve(M, Q, A, b, C, throw=False)
        M, Q, A, b = (np.asarray(x, float) for x in (M, Q, A, b))
        C = np.zeros_like(Q) if C is None else np.asarray(C, float)
        A = A.reshape(len(b), len(Q))  # no rows may be []
        names = _names("coordinates", coordinates, len(Q), "q[{}]")
        rows = _names("constraints", constraints, len(b), "row {}")
        return _taken_apart(M, Q, A, b, C, solution, names, rows)

    def gauss(self, qdd: Any) -> float:
        r"""Gauss's function of any acceleration, least at ``qdd`` among all with A q̈ = b.

        .. math:: \| M^{-1/2} (M \ddot q - Q - C) \|^2

        Parameters
        ----------
        qdd : (n,)

        References
        ----------
        [KU93] eqs. (14), (17), where C = 0.
        """
        x = as_floats("qdd", qdd, np)
        if x.shape != self.Q.shape:
            raise ValueError(f"`qdd` has the shape {x.shape}; wanted {self.Q.shape}.")
        return _gauss(self.M, self.M @ x - self.Q - self.C)

    def __str__(self) -> str:
        return page(self)

    __repr__ = __str__

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {in_latex(self)}$"

    def latex(self) -> str:
        """The derivation of the system and the numbers, a document in LaTeX; needs SymPy."""
        from zwang.symbolic.writing.instant import latex

        return latex(self)

    def draw(self, coordinates: Any = None, *, figure: Any = None) -> Any:
        """Draw the accelerations head to tail; see ``zwang.plots.vectors.vectors``.

        Parameters
        ----------
        coordinates : names of the two to draw in; by default those that change most
        figure : an empty figure of matplotlib to draw in; by default a new one
        """
        from zwang.plots.vectors import vectors

        return vectors(self, coordinates, figure=figure)


def explain(
    system: System | AbstractSource, q: Any, qd: Any, t: Any = 0.0, p: Any = None
) -> Explanation:
    r"""Take one instant apart: a, e, B, the gain, both parts of q̈ − a and of Qc, Gauss's function.

    .. math:: \ddot q = a + M^{-1/2} B^+ e + M^{-1/2} (I - B^+ B) M^{-1/2} C

    Parameters
    ----------
    system : the description; or a ``zw.Controller``, for its closed loop
    q, qd : (n,)    coordinates and velocities
    t : ()      time
    p : parameters

    Returns
    -------
    Explanation
        Prints as a page; ``draw()`` draws the vectors. Of a closed loop it has ``control`` too.

    References
    ----------
    [U05] eqs. (2), (5), (8)-(12), (24), (25); [KU93] eqs. (14), (16), (32); [US10] eqs. (65), (67).

    Examples
    --------
    >>> import zwang as zw
    >>> rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    >>> bob = zw.System(2.0, [0.0, -19.62], rod, coordinates="x y")
    >>> here = zw.explain(bob, [0.6, -0.8], [0.0, 0.0])
    >>> [x.round(3).tolist() for x in (here.a, here.e, here.a + here.change_ideal)]
    [[0.0, -9.81], [-15.696], [-4.709, -3.532]]
    """
    system = required_system(system)
    guard = system.origin
    control = guard.steering(q, qd, t, p) if isinstance(guard, AbstractGuard) else None
    found, C, solution = instant(system, q, qd, t, p, throw=False)
    M, Q, A, b = (np.asarray(x) for x in (found.M, found.Q, found.form.A, found.form.b))
    C = np.zeros_like(Q) if C is None else np.asarray(C)
    names = names_of(system.coordinates, len(Q))
    parts = _taken_apart(M, Q, A, b, C, solution, names, found.form.rows.names)
    bent, when = curvature(system, q, qd, t, p, parts), float(np.asarray(t))
    return replace(parts, t=when, curvature=bent, source=(system, p), control=control)


def _names(argument: str, given: Any, count: int, default: str) -> tuple[str, ...]:
    """Names of rows or coordinates: those given, or the default with numbers."""
    if given is None:
        return tuple(default.format(i) for i in range(count))
    texts = given.split() if isinstance(given, str) else given
    names = tuple(arguments.listed(argument, texts, "names"))
    if len(names) == count and all(isinstance(name, str) for name in names):
        return names
    raise ValueError(f"`{argument}` has {len(names)} names; wanted {count}, as texts.")


def _taken_apart(
    M: np.ndarray,
    Q: np.ndarray,
    A: np.ndarray,
    b: np.ndarray,
    C: np.ndarray,
    solution: Solution,
    coordinates: tuple[str, ...],
    constraints: tuple[str, ...],
) -> Explanation:
    """Every term by its own formula, beside the kernel's answer."""
    status = Status(int(solution.status))
    if status not in (Status.OK, Status.NOT_UNIQUE):
        raise NumericalError(status, solution._detail(status, coordinates, constraints))
    with np.errstate(all="ignore"):
        K, (e, _), (answered, _) = gain(M, A), signal_of(M, Q, A, b), signal_of(M, C, A, 0.0 * b)
        M_A, Q_z = auxiliary_of(M, Q, A, b)
    singular = M_A is not M
    K, e, answered, M_A, Q_z = map(np.asarray, (K, e, answered, M_A, Q_z))
    none = A[:0], b[:0]
    free, qdd = (), np.asarray(solution.qdd)
    if solution.freedom is not None:
        free = replace(solution.freedom, coordinates=coordinates).names
        qdd = np.asarray(solution.freedom.qdd)

    # M⁻¹ of a force is the acceleration under it without constraints; what has neither mass nor
    # constraint is left out of it.
    def accelerated(force: np.ndarray) -> np.ndarray:
        found = solve(M_A, force, *none, throw=False)
        return np.asarray(found.qdd if found.freedom is None else found.freedom.qdd)

    # (I − B⁺B) takes C to what gain and signal leave of it: C less the ideal force that would
    # answer it with A q̈ = 0.
    ideal = K @ e
    nonideal = C + K @ answered
    a, first, second = accelerated(Q_z), accelerated(ideal), accelerated(nonideal)
    if solution.freedom is not None:  # which of the free accelerations is meant
        free_ = np.asarray(solution.freedom.directions)
        a = a + free_ @ np.linalg.lstsq(free_, qdd - a - first - second)[0]
    pairs = (
        (a + first + second, qdd, (a, first, second)),
        (ideal, np.asarray(solution.Qc_ideal), (Q, ideal)),
        (ideal + nonideal, np.asarray(solution.Qc), (Q, ideal, nonideal)),
    )
    least = _gauss(M_A, M_A @ qdd - Q_z - C)
    return Explanation(
        coordinates=coordinates,
        constraints=constraints,
        t=None,
        singular=singular,
        M=M_A,
        Q=Q_z,
        A=A,
        b=b,
        C=C,
        a=a,
        e=e,
        B=A @ _inverse_root(M_A),
        gain=K,
        change_ideal=first,
        change_nonideal=second,
        qdd=qdd,
        Qc_ideal=ideal,
        Qc_nonideal=nonideal,
        Qc=ideal + nonideal,
        least=least,
        curvature=None,
        rank=int(solution.rank),
        free=free,
        residual=max(_apart(x, y, parts) for x, y, parts in pairs),
    )


def _apart(x: np.ndarray, y: np.ndarray, parts: Any) -> float:
    """The largest difference, each coordinate in parts of what enters it."""
    size = np.sum([np.abs(part) for part in parts], axis=0)
    largest = size.max(initial=0.0)
    return float((np.abs(x - y) / (size + largest + (largest == 0))).max(initial=0.0))


def _gauss(M: np.ndarray, force: np.ndarray) -> float:
    """Fᵀ M⁻¹ F of a force."""
    found = solve(M, force, np.zeros((0, len(force))), np.zeros(0), throw=False)
    x = found.qdd if found.freedom is None else found.freedom.qdd
    return float(force @ x)


def _inverse_root(M: np.ndarray) -> np.ndarray:
    """Symmetric M^(-1/2), for B alone; zero where M has nothing."""
    values, vectors = np.linalg.eigh(M)
    kept = values > len(M) * eps(M.dtype) * values[-1]
    roots = np.where(kept, 1.0 / np.sqrt(np.where(kept, values, 1.0)), 0.0)
    return vectors * roots @ vectors.T
