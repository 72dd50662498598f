"""A control along a whole path: where it fails, how near it comes to that, and what it takes."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np

from zwang.base.arrays import as_floats, is_concrete
from zwang.base.functions import flat, split
from zwang.base.process.one_thread import one_thread
from zwang.base.status import NumericalError, Status
from zwang.consistency.report import listed
from zwang.control.description import AbstractController
from zwang.control.report.analysis import Reached, around, condition_of, rank_of_rows, reached
from zwang.control.report.directions import State, Step, stepped
from zwang.control.report.feasibility import examine
from zwang.control.report.path import Jump, Lines, jumps, off_path
from zwang.equation.known import known
from zwang.motion.motion import Motion

PIECES = 200  # steps at least in which a path is gone along before a run
BADLY = 1e3  # a condition, or a growth of the inputs, that is told
ROUGH = 0.3  # a change of the acceleration within a step for which it is made shorter
GROWN = 10.0  # of the largest at earlier states: what changes so much beyond it has no bound


@dataclass(frozen=True)
class Along:
    """What ``controller.check_along`` found; print it.

    Attributes
    ----------
    t : (T,)            times, as far as there is a control
    q, qd : (T, n)      states
    status : (T,)       of the control, numbers
    rank : (T,)         of A P S
    condition : (T,)    as of ``check`` in each state
    inputs : (T, k)     τ
    saturated : (T, k)  which are at their limits
    residual : (T, m)   what is missed in A q̈ = b, zero where that is nothing
    rows : names of the m rows
    first : time of the first trouble, or None
    cause : of it, in words
    jumps : requirements that jump along the path, or whose velocity does
    """

    t: np.ndarray
    q: np.ndarray
    qd: np.ndarray
    status: np.ndarray
    rank: np.ndarray
    condition: np.ndarray
    inputs: np.ndarray
    saturated: np.ndarray
    residual: np.ndarray
    rows: tuple[str, ...]
    first: float | None
    cause: str
    jumps: tuple[Jump, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether all requirements are met along the whole path."""
        return self.first is None

    @property
    def growth(self) -> np.ndarray:
        """The largest of each input (k,) over its median, where that is not zero."""
        middle = np.median(np.abs(self.inputs), axis=0)
        most = np.abs(self.inputs).max(axis=0)
        return most / np.where(middle > 0, middle, most + (most == 0))

    def __str__(self) -> str:
        return "\n".join(_page(self))


@one_thread
def along(controller: AbstractController, where: Any, q: Any, qd: Any, p: Any) -> Along:
    """Find out what ``controller.check_along`` tells. Shapes: q, qd (n,)."""
    if isinstance(where, Motion):
        if q is not None or qd is not None:
            raise ValueError("`q` and `qd` go with times; a Motion has states of its own.")
        _require_state(controller, "where", where.q[0], where.qd[0])
        rows = zip(where.t, where.q, where.qd, strict=True)
        return _seen(controller, rows, p, where.q[0], where.qd[0], where.t[0])
    times = _times(where)
    if q is None or qd is None:
        raise ValueError("`q` and `qd` are missing; wanted the first state of the path.")
    if not is_concrete(q, qd, *flat(p)[0]):
        raise TypeError("`check_along` looks at numbers; call it outside of jit, vmap and grad.")
    q, qd = (np.asarray(as_floats(name, x, np), float) for name, x in (("q", q), ("qd", qd)))
    _require_state(controller, "q", q, qd)
    off = off_path(controller, q, qd, times[0], p)
    if off:
        raise ValueError(f"{off} Wanted a start on the path, or gains that bring it back.")
    look = looking(controller, q, qd, times[0], p)
    return _seen(controller, _gone(look, q, qd, times, controller.restricted), p, q, qd, times[0])


def _times(where: Any) -> np.ndarray:
    """Times that rise, or an error that says what is wrong with them."""
    if not is_concrete(where):
        raise TypeError("`where` is traced; call `check_along` outside of jit, vmap and grad.")
    wanted = "a Motion, or two times at least, finite numbers that rise"
    if not isinstance(where, list | tuple | range) and not hasattr(where, "__array__"):
        many = " Of an Ensemble take ensemble.motion(member)." if hasattr(where, "motion") else ""
        raise TypeError(f"`where` is {reprlib.repr(where)}; wanted {wanted}.{many}")
    times = np.asarray(as_floats("where", where, np), float)
    if times.ndim != 1:
        raise ValueError(
            f"`where` has the shape {times.shape}; wanted {wanted}: one path at a time."
        )
    if len(times) < 2 or not np.isfinite(times).all() or not (np.diff(times) > 0).all():
        raise ValueError(f"`where` is {reprlib.repr(where)}; wanted {wanted}.")
    return times


def _require_state(controller: AbstractController, name: str, q: Any, qd: Any) -> None:
    """Refuse a state that is none of the model, or several."""
    for what, x in ((name, q), ("qd" if name == "q" else name, qd)):
        if x.ndim != 1:
            raise ValueError(
                f"`{what}` has the shape {x.shape}; wanted one state: one path at a time."
            )
        if not np.isfinite(x).all():
            raise ValueError(f"`{what}` is {x}; wanted finite numbers.")
    names = controller.model.coordinates
    if name == "where" and names is not None and len(q) != len(names):
        raise ValueError(
            f"`where` is a Motion of {len(q)} coordinates; wanted one of the model's {len(names)}."
        )
    controller.model.values(q, qd, 0.0, None)  # told by name if they do not fit


def looking(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> Callable:
    """What the control can do as a function of q, qd and t, compiled once."""
    numbers, rest = split(p, np)
    fixed = known(controller, q, qd, np.asarray(t, float), numbers, rest)

    def look(q: Any, qd: Any, t: Any) -> Reached:
        q, qd, t = (np.asarray(x, float) for x in (q, qd, t))
        return jax.tree.map(np.asarray, reached(fixed, rest, q, qd, t, numbers))

    return look


def _gone(
    look: Callable, q: np.ndarray, qd: np.ndarray, times: np.ndarray, bounded: bool
) -> Iterable[Any]:
    """Times and states of the controlled model, by Runge and Kutta, in steps that are short.

    What is not finite follows where the control, if it is not bounded, grows beyond all steps.
    """
    longest, most = (times[-1] - times[0]) / PIECES, 0.0
    yield times[0], q, qd
    for t, then in zip(times, times[1:], strict=False):
        x, rates = State(q, qd, t), []
        while then - x.t > 1e-9 * longest:
            step = _short(look, x, min(longest, then - x.t), longest / PIECES)
            x = step.state
            rates.append(step.rate)
            if not step.goes_on:  # a stage may see what no row does
                yield x.t, x.q, x.qd
                return
            if step.rough > ROUGH and 0.0 < GROWN * most < step.rate and not bounded:
                yield x.t, np.nan * x.q, np.nan * x.qd
                return
        q, qd, most = x.q, x.qd, max(most, *rates)
        yield then, q, qd


def _short(look: Callable, x: State, h: float, least: float) -> Step:
    """A step so short that the control does not change much on the way, if it is not too short."""
    step = stepped(look, x, h)
    while step.goes_on and not step.rough <= ROUGH and h > least:
        h /= 2
        step = stepped(look, x, h)
    return step


def _seen(controller: AbstractController, rows: Iterable[Any], p: Any, q, qd, t) -> Along:
    """Row by row, to the end or to where there is no control."""
    look, seen, first, cause = looking(controller, q, qd, t, p), [], None, ""
    wanted = controller.rows(q, qd, t, p)
    must, names = list(controller.levels(wanted)[0]), listed(wanted.names)
    for t, q, qd in rows:
        here = look(q, qd, t)
        if not np.isfinite(here.command.residual).all():
            if first is None and seen:
                first = float(seen[-1][0])
                cause = _grip(names, first, float(t))
            break
        missed = np.where(np.abs(here.command.residual) > here.nothing, here.command.residual, 0.0)
        if first is None and seen and not controller.gives_up and _passed(seen[-1][3], here):
            first = float(seen[-1][0])
            cause = _grip(names, first, float(t))
        # As ``check`` has it in this state.
        others = around(lambda q, qd, t=t: look(q, qd, t), q, qd)
        seen.append((t, q, qd, here, missed, condition_of(here, others, wanted)))
        if first is None and (here.command.status != Status.OK or missed[must].any()):
            first, cause = float(t), _cause(controller, q, qd, t, p)
        if here.command.status != Status.OK:
            break
    t, q, qd, found, missed, conditions = zip(*seen, strict=True)
    t, q, qd = np.array(t), np.stack(q), np.stack(qd)
    lines = Lines(q[:-1], qd[:-1], t[:-1], t[1:])
    sizes = [[np.abs(x.A) @ np.abs(y) for x, y in zip(found, z, strict=True)] for z in (q, qd)]
    broken = jumps(controller, lines, np.max(sizes, axis=1), p) if len(t) > 1 else ()
    earliest = min(broken, key=lambda x: x.time, default=None)
    if earliest is not None and (first is None or earliest.time < first):
        first, cause = earliest.time, str(earliest)
    inputs = np.stack([x.command.inputs for x in found])
    return Along(
        t=t,
        q=q,
        qd=qd,
        status=np.array([int(x.command.status) for x in found]),
        rank=np.array([rank_of_rows(x.N, x.G) for x in found]),
        condition=np.array(conditions),
        inputs=inputs,
        saturated=np.stack([x.command.held != 0 for x in found]),
        residual=np.stack(missed),
        rows=wanted.names,
        first=first,
        cause=cause,
        jumps=broken,
    )


def _passed(before: Reached, here: Reached) -> bool:
    """Whether A P S lost rank between two states: with as many inputs as rows, its determinant
    changed its sign."""
    if before.G.shape[0] != before.G.shape[1]:
        return False
    signs = [np.linalg.slogdet(x.G / x.lengths[:, None])[0] for x in (before, here)]
    return bool(signs[0] * signs[1] < 0)


def _grip(names: str, before: float, then: float) -> str:
    return (
        f"Between t = {before:.6g} and {then:.6g} the inputs lose their grip on {names}: there the "
        "control grows without bound. Limits carry a control through: controller.limited(...)."
    )


def _cause(controller: AbstractController, q: Any, qd: Any, t: Any, p: Any) -> str:
    try:
        report = examine(controller, q, qd, t, p)
    except NumericalError as error:
        return str(error)
    return " ".join(report.problems) or "A requirement is missed, as the controller may."


def _page(found: Along) -> Iterable[str]:
    span = f"t from {found.t[0]:.6g} to {found.t[-1]:.6g}, {len(found.t)} states"
    if found.first is None:
        which = " of the highest level" * bool(found.residual.any())
        yield f"Along the path: all requirements{which} are met, {span}."
    else:
        yield f"Along the path: trouble from t = {found.first:.6g} on, {span}."
        yield f"  {found.cause}"
    yield ""
    worst = int(np.argmax(found.condition))
    place = np.unravel_index(int(np.argmax(np.abs(found.inputs))), found.inputs.shape)
    lines = [
        ("rank of A P S", f"{found.rank.min()} to {found.rank.max()}"),
        ("condition at most", f"{found.condition[worst]:.3g} at t = {found.t[worst]:.6g}"),
        (
            "largest input",
            f"{found.inputs[place]:.4g}, number {place[1]}, at t = {found.t[place[0]]:.6g}",
        ),
        ("over its median", f"{found.growth.max():.3g}"),
    ]
    if found.saturated.any():
        at = found.t[found.saturated.any(axis=1)]
        lines.append(("inputs at limits", f"from t = {at[0]:.6g}, in {len(at)} states"))
    missed = np.abs(found.residual).max(axis=0)
    if missed.any():
        pairs = zip(found.rows, missed, strict=True)
        lines.append(
            ("missed in A q̈ = b", ", ".join(f"{name!r} by {x:.3g}" for name, x in pairs if x))
        )
    bad = [name for name, x in (("condition", found.condition[worst]),) if x > BADLY]
    bad += ["growth of the inputs"] if found.growth.max() > BADLY else []
    if bad:
        lines.append(
            ("beware", f"a large {listed(bad)}: near a state where inputs lose their grip")
        )
    yield from (f"{title:22}{value}" for title, value in lines)
