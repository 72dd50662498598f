r"""Where a motion could go on from a configuration in which the constraints lose rank.

A velocity v along the constraints has A v = 0, and some acceleration must go with it: A q̈ = b(v).
Where rows depend on each other, Zᵀ A = 0, that asks for

    Zᵀ b(v) = 0,    quadratic in v:  the tangent cone to second order

Its solutions are the velocities with which a motion may leave. Those of one branch span its tangent
space, which at a solution v is all w in the null space of A with Zᵀ b(v, w) = 0, b being bilinear.
Where constraints depend on time, A v = −∂φ/∂t, and b has terms of all degrees in v up to two. Then
time is one coordinate more, whose rate is one: velocities are v₀ τ + N c, the forms quadratic in
(c, τ), and of each tangent space what has τ = 1 is a branch. If Zᵀ ∂φ/∂t is not zero no velocity
leads on: a drive forces the system into the configuration, with speeds that grow without bound.
The solutions are found from many random starts, so a branch that few of them lead to may be missed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from zwang.base import arguments
from zwang.base.arrays import as_floats
from zwang.base.process.one_thread import one_thread
from zwang.consistency.nearness import FOUND, NAMED, Around, Here, look, look_around
from zwang.equation.matrices import evaluate
from zwang.system.origin import required_system

# NEAR: σ below which a configuration counts as near a singular one. FAR: of the way on which the
#   rows turn by a good part, how far away that may be. SMALL: of a step to take differences by.
NEAR, FAR, ROUNDS, SMALL = 0.1, 3.0, 30, 1e-6
# Random starts; Newton's steps; residual of a solution; how much two tangent spaces may differ.
STARTS, STEPS, SOLVED, SAME = 96, 60, 1e-9, 1e-4
MOST = 16  # branches that are told; where they are a continuum, those that keep most
OFF = 1e-6  # of the way on which the rows turn: how far q may be off the constraints


@dataclass(frozen=True, eq=False)
class Branch:
    """One way in which a motion could go on from a singular configuration.

    Attributes
    ----------
    q : (n,)            the configuration
    qd : (n,)           of its velocities the nearest, in the metric M, to those given
    tangent : (n, d)    a basis of its velocities, of length one in the metric M
    share : of the kinetic energy that ``qd`` keeps of what was given; 0 to 1
    """

    q: np.ndarray
    qd: np.ndarray
    tangent: np.ndarray = field(repr=False)
    share: float = 1.0


@one_thread
def branches(system: Any, q: Any, qd: Any, t: float = 0.0, p: Any = None) -> tuple[Branch, ...]:
    """The branches on which a motion could go on from a singular configuration, or near one.

    Of a configuration in which nothing is lost there is one, with all velocities.

    Parameters
    ----------
    system : a ``zw.System``, a ``zw.Mechanism``, or a ``zw.Controller`` for its closed loop
    q : (n,)    coordinates, in the configuration or near it: where a motion stopped
    qd : (n,)   velocities; the branch that keeps most of them is the first
    t : ()      time
    p : parameters

    Returns
    -------
    tuple of Branch
        Empty where no velocity at all leads on.

    Examples
    --------
    >>> import zwang as zw
    >>> wires = zw.Holonomic(lambda q: q[0] * q[1], name="wires")
    >>> bead = zw.System(1.0, [0.0, 0.0], [wires])
    >>> first, second = zw.branches(bead, [0.0, 0.0], [2.0, 1.0])
    >>> first.qd.round(6).tolist(), second.qd.round(6).tolist()
    ([2.0, 0.0], [0.0, 1.0])
    """
    system = required_system(system)
    q, qd = (np.asarray(as_floats(name, x, np), float) for name, x in (("q", q), ("qd", qd)))
    time = arguments.number("t", t)
    for name, x in (("q", q), ("qd", qd)):
        if not np.isfinite(x).all():
            raise ValueError(f"`{name}` is {x}; wanted finite numbers.")

    def at(q, v):
        return evaluate(system, q, v, time, p)

    seen = look_around(at, q, qd)
    q, here, rank = _singular_near(at, q, qd, seen)
    far = seen.far or float(np.linalg.norm(np.linalg.solve(here.back, q)))  # if nothing is free
    _require_on(at(q, qd).form, here, far)
    return _from(at, q, qd, here, rank, far)


def _require_on(form: Any, here: Here, far: float) -> None:
    """Refuse a configuration off the constraints, by its distance in the metric.

    It is measured by ``far``, on which the rows turn: coordinates may be zero, as angles are.
    """
    phi = np.asarray(form.phi)
    rows = np.asarray(form.A)[: len(phi)] @ here.back
    away = np.linalg.norm(np.linalg.lstsq(rows, -phi, rcond=1e-6)[0]) if len(phi) else 0.0
    if away > OFF * far:
        most = 1e-3 * np.abs(phi).max()
        off = [repr(form.rows.names[i]) for i in np.flatnonzero(np.abs(phi) > most)]
        raise ValueError(
            f"`q` is off the constraints {', '.join(off[:NAMED])}, by a distance of {away:.3g} in "
            "the metric M; wanted a configuration on them: zw.assemble finds one."
        )


def _singular_near(at: Callable[..., Any], q: np.ndarray, qd: np.ndarray, seen: Around):
    """The nearest configuration in which what is nearly lost is lost, by Newton's steps.

    With Z and V the singular vectors of what is lost, Zᵀ A(q) V = 0 beside φ(q) = 0.
    """
    here = seen.here
    rank, begin = here.kept(NEAR), (q, here, here.counted)
    if rank == here.counted:
        return begin
    for _ in range(ROUNDS):
        form = at(q, qd).form
        A, phi = np.asarray(form.A), np.asarray(form.phi)
        lost, open_ = (
            here.Z[:, rank : len(here.S)] / here.sizes[:, None],
            here.back @ here.V[rank:].T,
        )
        moved = SMALL * here.back.T  # rows: one small step along each direction of the metric
        slope = [(np.asarray(at(q + d, qd).form.A) - A) / SMALL for d in moved]
        along = np.stack([(lost.T @ dA @ open_).ravel() for dA in slope], axis=1)
        rows = np.concatenate([A[: len(phi)] @ here.back, along])
        left = np.concatenate([phi, (lost.T @ A @ open_).ravel()])
        q = q + here.back @ np.linalg.lstsq(rows, -left, rcond=1e-6)[0]
        here = look(at(q, qd), here.sizes)
        if here.S[rank:].max(initial=0.0) < FOUND:
            break
    gone = np.linalg.norm(np.linalg.solve(here.back, q - begin[0]))
    found = here.S[rank:].max(initial=0.0) < 1e-6 and gone < FAR * seen.far
    return (q, here, rank) if found else begin


def _from(
    at: Callable[..., Any], q: np.ndarray, qd: np.ndarray, here: Here, rank: int, far: float
) -> tuple[Branch, ...]:
    """The branches in a configuration of known rank."""
    N, Z = here.back @ here.V[rank:].T, here.Z[:, rank:] / here.sizes[:, None]
    still = at(q, np.zeros_like(qd))
    form, drive = still.form, np.zeros(len(here.sizes))
    drive[: len(form.velocity)] = form.velocity
    own = _drive(drive, Z, still, here, qd, far)
    if own.against:
        return ()
    unit = own.speed if own.driven else 1.0  # of velocities, so that they are as large as τ
    N = unit * N
    if own.driven:
        S, drive = here.S[:rank], drive * own.moving
        along = here.V[:rank].T @ ((here.Z[:, :rank].T @ (-drive / here.sizes)) / S)
        N = np.column_stack([N, here.back @ along])
    H = _forms(at, q, N, Z, own.driven, unit**2 / far if far > 0 else 0.0)
    wanted = np.linalg.lstsq(np.linalg.solve(here.back, N), np.linalg.solve(here.back, qd), None)[0]
    if own.driven:
        wanted[-1] = 1.0
    found: list[np.ndarray] = []
    for tangent in _tangents(H, N.shape[1], wanted):
        P = tangent @ tangent.T
        if all(np.abs(P - other @ other.T).max() > SAME for other in found):
            found.append(tangent)
    ways = [_branch(q, qd, here, N, tangent, unit, own.driven) for tangent in _regular(found)]
    return tuple(
        sorted((way for way in ways if way is not None), key=lambda way: -way.share)[:MOST]
    )


def _regular(tangents: list[np.ndarray]) -> list[np.ndarray]:
    """Those that hold no other: where branches meet, as at rest, all of them are open."""

    def holds(one: np.ndarray, other: np.ndarray) -> bool:
        wider = one.shape[1] > other.shape[1]
        return wider and bool(np.abs(other - one @ (one.T @ other)).max(initial=0.0) < SAME)

    return [x for x in tangents if not any(holds(x, other) for other in tangents)]


class Drive(NamedTuple):
    """How constraints move of themselves."""

    speed: float  # of the system, in the metric
    moving: bool  # whether they move, and not by rounding
    against: bool  # whether they do in what is lost, where nothing can follow
    beginning: bool  # whether they are about to

    @property
    def driven(self) -> bool:
        """Whether time enters."""
        return self.moving or self.beginning


def _drive(
    drive: np.ndarray, Z: np.ndarray, still: Any, here: Here, qd: np.ndarray, far: float
) -> Drive:
    """Whether constraints move, by ∂φ/∂t = drive, or are about to in what is lost, by ∂²φ/∂t².

    In the metric, beside the speed of the system: its own, or that which forces and drives would
    give it on the way on which the rows turn.
    """
    size, b = np.linalg.norm, np.asarray(still.form.b)
    whole = float(size(drive / here.sizes))
    pull = max(size(here.back.T @ np.asarray(still.Q)), size(b / here.sizes))
    speed = max(float(size(np.linalg.solve(here.back, qd))), float(np.sqrt(far * pull)))
    little = FOUND * speed
    return Drive(
        speed or whole,
        whole > little,
        bool(size(Z.T @ drive) > max(little, FOUND * whole)),
        bool(far * size(Z.T @ b) > little * speed),
    )


def _branch(
    q: np.ndarray,
    qd: np.ndarray,
    here: Here,
    N: np.ndarray,
    tangent: np.ndarray,
    unit: float,
    driven: bool,
) -> Branch | None:
    """The branch of a tangent space (k, d), in N of that unit; none if time stands still on it."""
    to_metric = lambda v: np.linalg.solve(here.back, v)
    first, whole = np.zeros(tangent.shape[0]), np.linalg.norm(to_metric(qd))
    if driven:  # tangent = the part with τ = 1, and the directions in which τ stays
        rate = tangent[-1]
        if np.linalg.norm(rate) < SAME:
            return None
        first = tangent @ rate / (rate @ rate)
        tangent = tangent @ np.linalg.svd(rate[None])[2][1:].T
    W = N @ tangent
    v = N @ first
    v = v + W @ np.linalg.lstsq(to_metric(W), to_metric(qd - v), None)[0] if W.shape[1] else v
    lost = np.linalg.norm(to_metric(qd - v)) / whole if whole > 0 else 0.0
    return Branch(q, v, W / unit, float(max(0.0, 1.0 - lost**2)))


def _forms(
    at: Callable[..., Any], q: np.ndarray, N: np.ndarray, Z: np.ndarray, driven: bool, least: float
) -> np.ndarray:
    """The quadratic forms (s, k, k) of Zᵀ b(N c), those that vanish beside ``least`` left out.

    If ``driven`` the last entry of c is τ, and the forms are those of τ² b(N c/τ).
    """
    k = N.shape[1]
    one, last = np.eye(k), np.arange(k) == (k - 1 if driven else -1)

    def b(c):
        return Z.T @ np.asarray(at(q, N @ c).form.b)

    # b = b₀ + b₁ + b₂ by degree in c₁ … ; around v₀ = N τ with τ = 1, b₀ is the entry (τ, τ).
    rest = b(last)
    H = np.zeros((Z.shape[1], k, k))
    free = range(k - driven)
    for i in free:
        plus, minus = b(last + one[i]), b(last - one[i])
        H[:, i, i] = (plus + minus) / 2 - rest
        if driven:
            H[:, i, -1] = H[:, -1, i] = (plus - minus) / 4
    for i in free:
        for j in range(i):
            plus, minus = b(last + one[i] + one[j]), b(last - one[i] - one[j])
            H[:, i, j] = H[:, j, i] = ((plus + minus) / 2 - rest - H[:, i, i] - H[:, j, j]) / 2
    if driven:
        H[:, -1, -1] = rest
    sizes = np.abs(H).max(axis=(1, 2), initial=0.0)
    return H[sizes > 1e-7 * max(least, sizes.max(initial=0.0))]


def _tangents(H: np.ndarray, k: int, wanted: np.ndarray):
    """Tangent spaces (k, d) at solutions c of cᵀ H c = 0 that are found from many starts."""
    if k == 0:
        return
    if not len(H):
        yield np.eye(k)
        return
    rng = np.random.default_rng(0)
    H = H / np.abs(H).max(axis=(1, 2), keepdims=True)
    starts = rng.normal(size=(STARTS, k))
    for c in [wanted, *starts] if wanted.any() else starts:
        c = _solution(H, c / np.linalg.norm(c))
        if c is None:
            continue
        _, S, V = np.linalg.svd(H @ c)
        yield V[int((S > 1e-5).sum()) :].T


def _solution(H: np.ndarray, c: np.ndarray) -> np.ndarray | None:
    """The solution of length one that Newton's steps lead to."""
    for _ in range(STEPS):
        Hc = H @ c
        left = np.append(Hc @ c, c @ c - 1.0)
        if np.abs(left).max() < SOLVED**1.5:
            break
        c = c - np.linalg.lstsq(np.vstack([2 * Hc, 2 * c]), left, rcond=1e-9)[0]
    good = np.isfinite(c).all() and np.abs(H @ c @ c).max() < SOLVED and abs(c @ c - 1) < SOLVED
    return c if good else None
