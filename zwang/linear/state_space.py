"""The matrices of inputs and outputs: B, C and D, and the states that drives add."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from zwang.linear.channels import Input, Output, Pushed, orders, pushed
from zwang.linear.local.agreed import require_agreed, rounding_of
from zwang.linear.local.reduced import ROUNDING, Reduced
from zwang.linear.local.traced import Direction
from zwang.linear.local.variation import Change


class Column(NamedTuple):
    """What a unit of an input, or of its rate, does: to ẋ (f,), and to the outputs (o,)."""

    states: np.ndarray
    outputs: np.ndarray


class StateSpace(NamedTuple):
    """ẋ = A x + B u, y = C x + D u, with names.

    Attributes
    ----------
    A, B, C, D : the matrices
    states, inputs, outputs : names
    """

    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]


def state_names(reduced: Reduced) -> tuple[str, ...]:
    """Names of the states: coordinates, then rates with a stroke."""
    return *reduced.positions, *(f"{name}'" for name in reduced.velocities)


def state_space(reduced: Reduced, inputs: Sequence[Input], outputs: Sequence[Output]) -> StateSpace:
    """All matrices of small motions with inputs and outputs."""
    C, names = _read(reduced, outputs, reduced.change, reduced.E)
    A, states = reduced.A, list(state_names(reduced))
    B, D, told = np.zeros((len(A), 0)), np.zeros((len(C), 0)), []
    forces = iter(_pushes(reduced, outputs, [x for x in inputs if x.kind == "force"]))
    for source in inputs:
        count = orders(reduced.variation, reduced.x, source)
        plain = source.kind == "force"
        columns = [
            next(forces) if plain else _column(reduced, outputs, source, order)
            for order in range(count + 1)
        ]
        # w, and ẇ if ẅ acts, are states: each the rate of the one before.
        extra = np.stack([x.states for x in columns[:-1]], axis=1) if count else A[:, :0]
        on_outputs = np.stack([x.outputs for x in columns[:-1]], axis=1) if count else C[:, :0]
        width = A.shape[0]
        top = np.zeros((width, count))
        top[: len(extra)] = extra
        A = np.block([[A, top], [np.zeros((count, width)), np.eye(count, k=1)]])
        last = np.zeros(width + count)
        last[: len(reduced.A)] = columns[-1].states
        last[width + count - 1 :][:count] = 1.0
        B = np.concatenate([np.pad(B, ((0, count), (0, 0))), last[:, None]], axis=1)
        C = np.concatenate([C, on_outputs], axis=1)
        D = np.concatenate([D, columns[-1].outputs[:, None]], axis=1)
        strokes = "'" * count
        states += [source.name + "'" * i for i in range(count)]
        told.append(source.name + strokes)
    return StateSpace(A, B, C, D, tuple(states), tuple(told), names)


def _pushes(reduced: Reduced, outputs: Sequence[Output], sources: Sequence[Input]) -> list[Column]:
    """What units of inputs that are forces do: no state moves at once; all are solved in one."""
    if not sources:
        return []
    variation, x = reduced.variation, reduced.x
    balance = -np.stack([_force(reduced, source) for source in sources])
    rows = np.zeros((len(sources), variation.m))
    # What acts on a system acts on it under ideal constraints too, where friction asks for these.
    count = 2 if len(reduced.at.ideal) else 1
    qdd, lam = variation.solved(reduced.at, *(np.tile(y, (1, count)) for y in (balance, rows)))
    along = variation.direction(len(sources), qdd=qdd, lam=lam)
    change = variation.change(x, reduced.a, reduced.lam, along)
    values, _ = _read(reduced, outputs, change, along)
    return [Column(*both) for both in zip(reduced.reads(change, along).T, values.T, strict=True)]


def _column(reduced: Reduced, outputs: Sequence[Output], source: Input, order: int) -> Column:
    """What a unit of an input that is no force (order 0), its rate (1) or second rate (2) does."""
    variation, x = reduced.variation, reduced.x
    does = pushed_by(reduced, source, order)
    count = 2 if len(reduced.at.ideal) else 1
    what = f"`inputs` has {source.name!r}"
    along = on_constraints(reduced, does, what)
    require_accelerated(reduced, does, along, what)
    first = variation.change(x, reduced.a, reduced.lam, along)
    balance = np.tile(-does.force, count) + first.balance[0]
    rows = np.tile(does.on_rows, count) + first.rows[0]
    qdd, lam = variation.solved(reduced.at, balance[None], rows[None])
    along = along._replace(qdd=qdd, lam=lam)
    change = variation.change(x, reduced.a, reduced.lam, along)
    values, _ = _read(reduced, outputs, change, along)
    return Column(reduced.reads(change, along)[:, 0], values[:, 0])


def pushed_by(reduced: Reduced, source: Input, order: int) -> Pushed:
    """What an input does to the equations."""
    return pushed(reduced.variation, reduced.x, _force(reduced, source), source, order)


def _force(reduced: Reduced, source: Input) -> np.ndarray:
    """The force (n,) for a unit of the input: ∂σ/∂q, which does work along σ; or what was given."""
    variation, x = reduced.variation, reduced.x
    n = variation.n
    if source.kind != "force":
        return np.zeros(n)
    if source.function is not None:
        values = {"q": x.q, "qd": x.qd, "t": x.t, "p": variation.parameters(x)}
        found = np.asarray(source.function.at(values), float)
        if found.shape != (n,):
            raise ValueError(
                f"{source.function.what} has the shape {found.shape}; wanted ({n},), a force."
            )
        return found
    assert source.coordinate is not None
    names = [coordinate.name for coordinate in reduced.candidates.coordinates]
    return reduced.candidates.S[names.index(source.coordinate.name)]


def on_constraints(reduced: Reduced, does: Pushed, what: str) -> Direction:
    """The direction in which the states move with an input while the coordinates do not."""
    variation, x, rows = reduced.variation, reduced.x, reduced.variation.rows
    blank = variation.blank
    numbers = [change[None] for change in does.numbers]
    along = variation.direction(1, numbers=numbers)
    change = variation.change(x, *blank, along)
    if change.sigma.any():
        raise ValueError("`coordinates` depend on a parameter that is an input; wanted others.")
    asked, own = change.phi[0] + does.on_phi, change.velocity[0] + does.on_velocity
    floor = rounding_of(reduced, np.zeros(variation.n), does.numbers)
    require_agreed(reduced, rows.positions, [asked], floor, what)
    along = along._replace(q=-reduced.metric.least(rows.positions, asked[:, None]).T)
    change = variation.change(x, *blank, along)
    right = change.velocity[0] + does.on_velocity
    floor = rounding_of(reduced, along.q[0], does.numbers)
    require_agreed(reduced, rows.velocities, [own, right - own], floor, what)
    along = along._replace(qd=-reduced.metric.least(rows.velocities, right[:, None]).T)
    moved = reduced.coordinates(variation.change(x, *blank, along), along)
    return along._replace(q=along.q - moved.T @ reduced.E.q, qd=along.qd - moved.T @ reduced.E.qd)


def require_accelerated(reduced: Reduced, does: Pushed, along: Direction, what: str) -> None:
    """Raise where rows on accelerations do not agree; the others do if their own levels agree."""
    rows = reduced.variation.rows
    m = len(rows.names)
    if m > rows.velocities:
        first = reduced.variation.change(reduced.x, reduced.a, reduced.lam, along)
        parts = [does.on_rows, first.rows[0, :m]]
        require_agreed(reduced, m, parts, ROUNDING * reduced.metric.size(reduced.a), what)


def _read(
    reduced: Reduced, outputs: Sequence[Output], change: Change, along: Direction
) -> tuple[np.ndarray, tuple[str, ...]]:
    """What the outputs change by (o, D), and their names."""
    candidates, functions = reduced.candidates, iter(change.outputs)
    names = [coordinate.name for coordinate in candidates.coordinates]
    orders = (candidates.sigma, candidates.rate, candidates.acceleration)
    # All coordinates in one, once for each order that is asked for.
    wanted = {output.order for output in outputs if output.coordinate is not None}
    read = {order: orders[order](change, along) for order in wanted}
    rows, told = [], []
    for output in outputs:
        if output.coordinate is not None:
            place = names.index(output.coordinate.name)
            found: Any = read[output.order][:, place]
        elif output.rows is not None:
            found = along.lam[:, list(output.rows)]
        else:
            found = next(functions)
        found = found.reshape(len(found), int(np.prod(found.shape[1:])))
        several = found.shape[1] > 1
        told += [f"{output.name}[{i}]" if several else output.name for i in range(found.shape[1])]
        rows += list(found.T)
    count = len(along.q)
    return np.array(rows).reshape(len(told), count), tuple(told)
