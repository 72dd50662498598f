r"""How eigenvalues change with parameters: λ̇ = wᴴ dA x, with wᴴx = 1.

With the parameter the state changes too: it stays at rest, or steady, and on the constraints. Let e
be the direction in which it does, and E_i one of the directions of the coordinates of small
motions. In the state beside, E_i has changed by X with

    A_h X_q = −D²φ[E_i, e],     …,      dσ_I[X] = −D²σ_I[E_i, e],

and the column i of A by D²(σ̇_I, σ̈_J)[E_i, e] + d(σ̇_I, σ̈_J)[X], where the change of q̈ and λ
follows from the second derivative of the equations of motion.

That is so where λ is simple: of eigenvalues that coincide it is not known, and NaN.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.base.process.one_thread import one_thread
from zwang.base.status import NumericalError, Status
from zwang.linear.channels import Input
from zwang.linear.linear import Linear
from zwang.linear.local.reduced import Reduced, followed
from zwang.linear.local.traced import Direction
from zwang.linear.local.variation import Change
from zwang.linear.spectrum import APART, Spectrum
from zwang.linear.state_space import on_constraints, pushed_by, require_accelerated
from zwang.sensitivity.wrt import directions

BALANCED = 1e-8  # what a change of the state may leave unbalanced, of what the parameter does


@one_thread
def derivatives(linear: Linear, wrt: Any = None) -> dict[str, np.ndarray]:
    """∂λ/∂p (f,) by the name of each number of the parameters; exact.

    Along with the parameter the state stays one of rest, or a steady motion with the same rates;
    about another state the coordinates keep their values. An eigenvalue that is not simple has no
    such derivative of its own; it is NaN.
    """
    found = linear.reduced
    if found.limit:
        raise NumericalError(
            Status.NON_FINITE,
            "The forces lack a derivative in this state, and small motions are those beside it; "
            "their derivatives by parameters are not known. Take a state beside it.",
        )
    variation, x = found.variation, found.x
    along = directions(variation.system, x.q, x.qd, variation.p, wrt)
    if along.start:
        raise ValueError(f"`wrt` has {along.start[0]!r}; wanted names of parameters.")
    result = {}
    for j, name in enumerate(along.names):
        source = Input(name, "parameter", numbers=[change[j] for change in along.dp])
        if not len(linear.eigenvalues):
            result[name] = np.zeros(0, complex)
            continue
        dA = matrix_derivative(found, state_derivative(linear, source))
        result[name] = slopes(linear, dA[np.ix_(linear.kept, linear.kept)])
    return result


def slopes(linear: Linear, dA: np.ndarray) -> np.ndarray:
    """dλ (f,), in the order of the eigenvalues; NaN of those that are not simple.

    Shapes: dA (f, f).
    """
    found = np.einsum("ik,ij,jk->k", linear.left.conj(), dA, linear.right)
    found[~_simple(linear.spectrum)] = np.nan
    return found


def _simple(spectrum: Spectrum) -> np.ndarray:
    """Which eigenvalues (f,) no other one coincides with."""
    apart = np.abs(spectrum.values[:, None] - spectrum.values)
    np.fill_diagonal(apart, np.inf)
    return apart.min(axis=1, initial=np.inf) > APART * spectrum.fastest


def state_derivative(linear: Linear, source: Input) -> Direction:
    """The direction in which the state changes with a parameter."""
    found = linear.reduced
    f_q = found.sizes[0]
    along, off = pushed(found, source)
    if linear.steady == "instant" or not len(found.A):
        return along
    # σ̈_J stays zero: A_21 δs = −(what the parameter does), the least δs in the metric.
    L = found.metric.L
    T = np.linalg.inv(np.linalg.qr(L.T @ found.E.q[:f_q].T, mode="r"))
    root = L.T @ found.N
    G = root @ found.A[f_q:, :f_q] @ T
    y = np.linalg.lstsq(G, -root @ off, rcond=1e-10)[0]
    left = np.linalg.norm(G @ y + root @ off)
    if left > BALANCED * np.linalg.norm(root @ off):
        raise ValueError(
            f"`wrt` has {source.name!r}, with which the state cannot stay at rest: nothing "
            "balances the force that it adds. Wanted another parameter."
        )
    s = np.append(T @ y, np.zeros(found.sizes[1]))
    moved = along._replace(q=along.q + s @ found.E.q, qd=along.qd + s @ found.E.qd)
    _require_frame(found, moved, source.name)
    blank = moved._replace(qdd=np.zeros_like(moved.qdd), lam=np.zeros_like(moved.lam))
    return _followed(found, blank)[0]


def _require_frame(found: Reduced, moved: Direction, name: str) -> None:
    """Raise where the state is seen from a frame, and cannot stay at rest in it."""
    frame, size = found.candidates.frame, found.metric.size
    if frame is None:
        return
    carried = moved.q[0] @ frame.Xi.T
    if size(moved.qd[0] - carried) > BALANCED * (size(moved.qd[0]) + size(carried)):
        raise ValueError(
            f"`wrt` has {name!r}, with which the frame that moves along changes too. Wanted "
            "another parameter, or `coordinates` in which the motion is steady."
        )


def pushed(found: Reduced, source: Input, asked: str = "`wrt` has") -> tuple[Direction, np.ndarray]:
    """What a parameter does to the state by itself: the direction, and σ̈_J (f_v,) by it."""
    does, what = pushed_by(found, source, 0), f"{asked} {source.name!r}"
    along = on_constraints(found, does, what)
    require_accelerated(found, does, along, what)
    along, change = _followed(found, along)
    return along, found.reads(change, along)[found.sizes[0] :, 0]


def _followed(found: Reduced, along: Direction) -> tuple[Direction, Change]:
    return followed(found.variation, found.x, found.at, found.a, found.lam, along)


def matrix_derivative(found: Reduced, e: Direction) -> np.ndarray:
    """dA (f, f) along a direction in which the state changes."""
    variation, x, rows = found.variation, found.x, found.variation.rows
    given = x, found.a, found.lam
    count = len(found.A)
    several = Direction(*(_repeated(part, count) for part in e))
    second = variation.change_twice(*given, found.E, several)
    h, k = rows.positions, rows.velocities
    X = variation.direction(count, q=-found.metric.least(h, second.phi.T).T)
    moved = variation.change(*given, X).velocity + second.velocity
    X = X._replace(qd=-found.metric.least(k, moved.T).T)
    off = found.coordinates(variation.change(*given, X), X) + found.coordinates(
        second, _own(second, X)
    )
    X = X._replace(q=X.q - off.T @ found.E.q, qd=X.qd - off.T @ found.E.qd)
    first = variation.change(*given, X)
    qdd, lam = variation.solved(found.at, first.balance + second.balance, first.rows + second.rows)
    X = X._replace(qdd=qdd, lam=lam)
    change = variation.change(*given, X)
    return found.reads(change, X) + found.reads(second, _own(second, X))


def _own(second: Change, X: Direction) -> Direction:
    """Second derivatives of the coordinates that are entries of q: zero."""
    blank = np.zeros_like(X.q)
    return X._replace(q=blank, qd=blank, qdd=blank)


def _repeated(part: Any, count: int) -> Any:
    if isinstance(part, list):
        return [np.repeat(x, count, axis=0) for x in part]
    return np.repeat(part, count, axis=0)
