r"""What is wrong with a path: a start off it, and requirements that jump along it.

Of each requirement φ and its derivatives along a straight line, q + s q̇ at t + s, are computed
together, as rows of A q̈ = b have them: φ, φ̇, φ̈ = −b, or ψ, ψ̇ = −b. Over a short time h

    D = | Δφ − h (φ̇₁ + φ̇₂) / 2 |,        and D = | Δφ̇ − h (φ̈₁ + φ̈₂) / 2 |

is of the order of h³ if all are continuous, of h² if the last one jumps, which is allowed, and does
not shrink if φ or φ̇ jumps, whatever the derivatives say: those of ``jnp.interp`` are zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.functions import join, split
from zwang.consistency.report import listed
from zwang.control.description import AbstractController
from zwang.control.report.nearest import looker, step
from zwang.control.requirements import row_gains, wanted
from zwang.emit import Interpreted
from zwang.engine.evaluate import Evaluated
from zwang.equation.acceleration_form import (
    acceleration_form,
    alpha_and_psi,
    differentiate,
    vector,
)
from zwang.equation.known import known
from zwang.equation.observe import row_lengths
from zwang.integrate.projection import metric
from zwang.system.constraints import Pfaffian, Structured

# How far a start without gains may lie off the path, of its size: what a motion on the path may
# have come to, from which one goes on.
OFF = 1e-7

BATCH = 1024  # states that are evaluated together; of a smooth path none is looked at more closely
PARTS, CLOSER = 32, 4  # a line is divided in so many, so many times: to 1e-6 of its time
WORST = 8  # lines of a row that are divided
SAME = 1e-6  # what a jump is at least, of the size of what jumps
CHAINS = "derivatives of the requirements along lines"  # kept with what was traced


class Errors(NamedTuple):
    """The errors of a state, and what they are measured by."""

    # error, rate: (m,) as in ``Wanted``
    error: Any
    rate: Any
    lengths: Any  # (m,) of the rows, in the metric
    # of_q, of_qd: sizes of q and q̇ there
    of_q: Any
    of_qd: Any


def _errors(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> Errors:
    rows, model = wanted(controller.required, controller.gains, q, qd, t, p), controller.model
    W = metric(model.M(q, t, p), acceleration_form(model, q, qd, t, p).A)
    least = 1e-3 * jnp.sqrt(jnp.trace(W) / q.shape[0])  # as for a start at rest
    sizes = (jnp.sqrt(jnp.abs(x @ W @ x)) + least for x in (q, qd))
    return Errors(rows.error, rows.rate, row_lengths(W, rows.A), *sizes)


errors = Evaluated(_errors)


def off_path(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> str:
    """What is wrong with a start, in words; empty if nothing is.

    An error of positions comes back if α > 0 and β > 0, one of velocities alone if α > 0.
    """
    q, qd, t = (np.asarray(x, float) for x in (q, qd, t))
    rows = controller.rows(q, qd, t, p)
    alpha, beta = row_gains(controller.gains, rows)
    h, k, held = rows.positions, rows.velocities, alpha > 0
    held[:h] &= beta[:h] > 0
    if held[:k].all() and controller.degrees is None:
        return ""  # whatever the errors are, and they take a program to tell
    numbers, rest = split(p, np)
    fixed = known(controller, q, qd, t, numbers, rest)
    found = jax.tree.map(np.asarray, errors(fixed, rest, q, qd, t, numbers))
    for what, values, size, first, last in (
        ("q0", found.error, found.of_q, 0, h),
        ("qd0", found.rate, found.of_qd, 0, h),
        ("qd0", found.error, found.of_qd, h, k),
    ):
        raw = values[first:last]
        off = np.abs(raw / found.lengths[first:last]) * ~held[first:last]
        if off.size and off.max() > OFF * size:  # of NaN the motion tells the cause
            worst = int(off.argmax())
            return (
                f"`{what}` is off the path {rows.names[first + worst]!r} by "
                f"{raw[worst]:.3g}, and without gains it would stay off."
            )
    if controller.degrees is None:
        return ""
    return _off_further(controller, ~held & (controller.extra(rows) > 0), found, q, qd, t, p)


def _off_further(controller: AbstractController, rows: np.ndarray, sizes: Errors, q, qd, t, p):
    """The same for derivatives above the first: by how far the state must change."""
    if not rows.any():
        return ""
    look, x, n = looker(controller, q, qd, t, p), np.concatenate([q, qd]), len(q)
    change, W = step(look, x, rows, np.ones(2 * n, bool)), look(x).W
    for what, part, size in (("q0", change[:n], sizes.of_q), ("qd0", change[n:], sizes.of_qd)):
        off = float(np.sqrt(part @ W @ part))
        if not off <= OFF * size:
            named = listed(
                [x for x, on in zip(controller.rows(q, qd, t, p).names, rows, strict=True) if on]
            )
            return (
                f"`{what}` is off the path {named} in derivatives above the first, by "
                f"{np.abs(part).max():.3g}, and without gains it would stay off."
            )
    return ""


class Jump(NamedTuple):
    """A requirement that jumps along the path."""

    row: str  # its name
    order: int  # of the derivative that jumps, 0 for the requirement itself
    time: float  # when
    size: float  # by how much

    def __str__(self) -> str:
        if not self.order:
            return (
                f"{self.row!r} jumps by {self.size:.3g} at t = {self.time:.6g}, which no motion "
                "follows. If it is an angle by jnp.arctan2, require a difference of angles as "
                "jnp.arctan2(jnp.sin(a - b), jnp.cos(a - b)), or lead a path through unwrapped "
                "points, zw.path(times, np.unwrap(angles))."
            )
        return (
            f"The velocity of {self.row!r} jumps by {self.size:.3g} at t = {self.time:.6g}, which "
            "its second derivative does not show: so does a path that is linear in pieces, such as "
            "jnp.interp. No force follows it, and its feed-forward is missing. "
            "zw.path(times, points) is twice differentiable."
        )


class Lines(NamedTuple):
    """Straight lines of L states: q and q̇ (L, n) at t (L,), up to another time (L,)."""

    q: np.ndarray
    qd: np.ndarray
    t: np.ndarray
    end: np.ndarray

    def divided(self, parts: int) -> Lines:
        """Each in so many parts, one behind the other, with no time between that is in none."""
        nodes = self.t[:, None] + (self.end - self.t)[:, None] * np.arange(parts + 1) / parts
        nodes[:, -1] = self.end
        q, qd, t = (np.repeat(x, parts, axis=0) for x in self[:3])
        begin = nodes[:, :-1].ravel()
        return Lines(q + (begin - t)[:, None] * qd, qd, begin, nodes[:, 1:].ravel())

    def only(self, places: Any) -> Lines:
        """Some of them."""
        return Lines(*(x[places] for x in self))


def jumps(
    controller: AbstractController, lines: Lines, sizes: np.ndarray, p: Any, *, still: bool = False
) -> tuple[Jump, ...]:
    """The requirements that jump along lines, or whose velocity does; one jump of each row.

    Shapes: sizes (2, m).
    """
    names = controller.rows(lines.q[0], lines.qd[0], lines.t[0], p).names
    chain, found = _chain(controller, lines, p, still), []
    lines = lines.divided(max(1, -(-BATCH // len(lines.t))))
    D, size = _defects(chain, lines)
    least = SAME * (sizes + size.max(axis=0, initial=0.0))
    for order, row in np.argwhere((D > least).any(axis=0)):
        worst = np.flatnonzero(D[:, order, row] > least[order, row])
        worst = worst[np.argsort(-D[worst, order, row])[:WORST]]
        own = _followed(chain, lines.only(worst), order, row, least[order, row])
        first = min(own, default=None)
        if first is not None:
            found.append(Jump(names[row], int(order), *first))
    return tuple(found)


def _followed(
    chain: Callable, lines: Lines, order: int, row: int, least: float
) -> Iterable[tuple[float, float]]:
    """Times and sizes of jumps of one row, of each line that has one."""
    before = np.full(len(lines.t), np.inf)
    for closer in range(CLOSER):
        count, parts = len(lines.t), lines.divided(PARTS)
        D = _defects(chain, parts)[0][:, order, row].reshape(count, PARTS)
        most = D.argmax(axis=1)
        every = np.arange(count)
        last = closer == CLOSER - 1
        # What jumps is as large in the last parts; what is continuous is smaller by their number.
        kept = D[every, most] > (before / 2 if last else least)
        lines = parts.only((every * PARTS + most)[kept])
        before = D[every, most][kept]
        if not len(before):
            return
    yield from zip(lines.end.tolist(), before.tolist(), strict=True)


def _defects(chain: Callable, lines: Lines) -> tuple[np.ndarray, np.ndarray]:
    """D of lines (L, 2, m), and the sizes of what may jump."""
    h = (lines.end - lines.t)[:, None, None]
    a, b = chain(*lines[:3]), chain(lines.q + h[:, 0] * lines.qd, lines.qd, lines.end)
    D = np.abs(b[:, :2] - a[:, :2] - h * (a[:, 1:] + b[:, 1:]) / 2)
    size = np.maximum(np.abs(a[:, :2]), np.abs(b[:, :2]))
    known = np.isfinite(D) & np.isfinite(size)
    D, size = np.where(known, D, 0.0), np.where(known, size, 0.0)
    # The difference of two angles wraps from −π to π, far from the path. What jumps on the path has
    # one side there, at zero.
    D[:, 0] *= np.minimum(np.abs(a[:, 0]), np.abs(b[:, 0])) <= D[:, 0] / 4
    return D, size


def _chain(controller: AbstractController, lines: Lines, p: Any, still: bool) -> Callable:
    """φ, φ̇ and φ̈, or ψ and ψ̇, of states as (L, 3, m); traced once, evaluated by NumPy."""
    numbers, rest = split(p, np)
    one, n = (lines.q[0], lines.qd[0]), lines.q.shape[1]
    kept = known(controller, *one, np.asarray(lines.t[0]), numbers, rest).kept
    if (CHAINS, still) not in kept:
        array = lambda *shape: jax.ShapeDtypeStruct(shape, np.float64)

        def law(q: Any, qd: Any, t: Any, numbers: Any) -> Any:
            each = lambda q, qd, t: _derivatives(controller, still, q, qd, t, join(numbers, rest))
            return jax.vmap(each, (None, None, 0) if still else 0)(q, qd, t)

        state = array(n) if still else array(BATCH, n)
        shapes = [array(*np.shape(x)) for x in numbers]
        kept[CHAINS, still] = Interpreted(law, state, state, array(BATCH), shapes)

    def chain(q: np.ndarray, qd: np.ndarray, t: np.ndarray) -> np.ndarray:
        places = np.minimum(np.arange(-(-len(t) // BATCH) * BATCH), len(t) - 1)
        found = []
        for some in places.reshape(-1, BATCH):
            state = one if still else (q[some], qd[some])
            found.append(kept[CHAINS, still](*state, t[some], numbers))
        return np.concatenate(found)[: len(t)]

    return chain


def _derivatives(controller: AbstractController, still: bool, q: Any, qd: Any, t: Any, p: Any):
    """φ, φ̇ and φ̈, or ψ and ψ̇, along a line (3, m), or where q stays."""
    values, found = controller.required.values(q, qd, t, p), []
    for x in sorted(controller.requirements, key=lambda x: x.level):

        def along(s: Any, x: Any = x) -> Any:
            return _residual(x, values | {"q": q if still else q + s * qd, "t": t + s})

        if x.level == 2 or isinstance(x, Structured):
            part = differentiate(x, values | {"qd": jnp.zeros_like(qd)} if still else values)
            chain = [part.phi, part.velocity, -part.b][x.level :]
            chain = [jnp.nan * part.b] if x.level == 2 else chain
        elif x.level == 1:
            chain = list(jax.jvp(along, (0.0,), (1.0,)))
        else:
            rate = lambda s, along=along: jax.jvp(along, (s,), (1.0,))
            (phi, velocity), (_, second) = jax.jvp(rate, (0.0,), (1.0,))
            chain = [phi, velocity, second]
        chain += [jnp.nan * chain[0]] * (3 - len(chain))
        found.append(jnp.stack(chain))
    return jnp.concatenate(found, axis=1)


def _residual(x: Any, values: dict[str, Any]) -> Any:
    """φ or ψ of a requirement."""
    if isinstance(x, Pfaffian):
        return alpha_and_psi(x, values)[1]
    return vector(x.phi if x.level == 0 else x.psi, values)
