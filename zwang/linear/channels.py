r"""Inputs and outputs of small motions, by name.

An input w is a force, a parameter, or the value of a row of the constraints, a drive. What enters
the constraints moves the states themselves: with φ(q, t, w) = 0

    A_h δq = −φ_w w,    A_k δq̇ + D δq = −(φ̇_w w + φ_w ẇ),    A δq̈ = … − 2 φ̇_w ẇ − φ_w ẅ,

and with ψ(q, q̇, t, w) = 0 likewise, one order lower. No equation of first order in w gives that:
so w and ẇ become states, and ẅ the input, or ẇ where only velocities are concerned.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from zwang.base.functions import STATE, Bound, bind, given
from zwang.consistency.independence import Independence, in_metric
from zwang.equation.acceleration_form import Rows
from zwang.linear.local.agreed import AGREE, open_multipliers
from zwang.linear.local.named import Coordinate
from zwang.linear.local.reduced import Reduced
from zwang.linear.local.traced import OUTPUTS, Direction
from zwang.linear.local.variation import Variation
from zwang.motion.motion import look_up
from zwang.sensitivity.wrt import directions, number_names
from zwang.system.system import System

KINDS_IN = ("force", "parameter", "drive")
KINDS_OUT = ("rate", "acceleration", "multiplier", "coordinate", "observable")


class Input(NamedTuple):
    """One input."""

    name: str  # of it
    kind: str  # "force", "parameter" or "drive"
    coordinate: Coordinate | None = None  # whose force it is; or None
    function: Any = None  # a force (n,) of (q, qd, t, p) for each unit of it; or None
    numbers: list[np.ndarray] | None = None  # change of each number of the parameters; or None
    row: int | None = None  # of the constraints, that is driven; or None


class Output(NamedTuple):
    """One output, of one or several numbers."""

    name: str  # of it
    # with ``order`` 0, 1 or 2 for itself, its rate, its acceleration; or None
    coordinate: Coordinate | None = None
    order: int = 0  # see there
    function: Bound | None = None  # of the state, q̈, Qc and λ; or None
    rows: tuple[int, ...] | None = None  # of the constraints, whose multipliers are meant; or None


def inputs_of(
    asked: Any, system: System, p: Any, known: Mapping[str, Coordinate], rows: Rows, x: Any
) -> tuple[Input, ...]:
    """Inputs as a user asks for them."""
    found: list[Input] = []
    for name, meant in _pairs("inputs", asked):
        if not isinstance(meant, str):
            function = given(f"`inputs` named {name!r}", meant, STATE)
            found.append(Input(name, "force", function=function))
            continue
        kind, _, bare = meant.partition(":") if meant.split(":")[0] in KINDS_IN else ("", "", meant)
        tables = {
            "force": known,
            "parameter": dict.fromkeys(_parameters(p)),
            "drive": _driven(rows),
        }
        kind = kind or _only("inputs", bare, tables)
        look_up(bare, tables[kind], what="inputs")
        if kind == "force":
            found.append(Input(name, kind, coordinate=known[bare]))
        elif kind == "drive":
            places = tables[kind][bare]
            names = [name] if len(places) == 1 else [f"{name}[{i}]" for i in range(len(places))]
            pairs = zip(names, places, strict=True)
            found += [Input(own, kind, row=place) for own, place in pairs]
        else:
            along = directions(system, x[0], x[1], p, [bare])
            for j, own in enumerate(along.names):
                numbers = [change[j] for change in along.dp]
                found.append(Input(own if name == bare else name, kind, numbers=numbers))
    return tuple(found)


def outputs_of(
    asked: Any, system: System, known: Mapping[str, Coordinate], rows: Rows
) -> tuple[Output, ...]:
    """Outputs as a user asks for them."""
    found: list[Output] = []
    observables = dict(system.observables)
    for name, meant in _pairs("outputs", asked):
        if callable(meant):
            function = bind(f"`outputs` named {name!r}", meant, STATE, OUTPUTS)
            found.append(Output(name, function=function))
            continue
        kind, _, bare = (
            meant.partition(":") if meant.split(":")[0] in KINDS_OUT else ("", "", meant)
        )
        if kind in ("rate", "acceleration"):
            order = 1 if kind == "rate" else 2
            coordinate = look_up(bare, known, what="outputs")
            found.append(Output(name, coordinate=coordinate, order=order))
            continue
        tables = {"coordinate": known, "observable": observables, "multiplier": _driven(rows)}
        kind = kind or _only("outputs", bare, tables)
        meant = look_up(bare, tables[kind], what="outputs")
        key = {"coordinate": "coordinate", "observable": "function", "multiplier": "rows"}[kind]
        found.append(Output(name, **{key: meant}))
    return tuple(found)


def require_unique(outputs: Sequence[Output], reduced: Reduced) -> None:
    """Raise where multipliers are asked for that redundant constraints leave open."""
    wanted = [output for output in outputs if output.rows is not None]
    with np.errstate(all="ignore"):
        rows = Independence(in_metric(reduced.at.M, reduced.at.A)) if wanted else None
    told = set(_guessed([output for output in outputs if output.function is not None], reduced))
    for output in wanted:
        assert rows is not None and output.rows is not None
        if not rows.is_unique(output.rows):
            told.add(output.name)
    for name in (output.name for output in outputs if output.name in told):
        raise ValueError(
            f"`outputs` asks for {name!r}, whose force is not unique: constraints depend on each "
            "other, see zw.check. Wanted a unique one, or a function of `Qc`."
        )


def _guessed(outputs: Sequence[Output], reduced: Reduced) -> Iterator[str]:
    """Names of functions that change with multipliers which exert no force.

    They are looked at beside λ too, along all of these at once: a product of two multipliers may
    stay the same to first order where both are as they are.
    """
    if not any(output.function.asks_for("lam") for output in outputs if output.function):
        return
    variation, free = reduced.variation, open_multipliers(reduced)
    m = variation.m
    if not len(free):
        return
    lam, scale = reduced.lam, reduced.metric.lengths[:m]
    size = float(np.linalg.norm(lam[:m] * scale)) or 1.0
    beside = lam + np.pad(size * np.cos(1.0 + np.arange(len(free))) @ free, (0, len(lam) - m))
    alone = np.diag(1.0 / scale)
    for place in (lam, beside):
        parts = [
            variation.change(reduced.x, reduced.a, place, variation.direction(len(some), lam=some))
            for some in (np.pad(x, ((0, 0), (0, len(lam) - m))) for x in (free, alone))
        ]
        for output, moved, whole in zip(outputs, *(x.outputs for x in parts), strict=True):
            if np.abs(moved).max(initial=0.0) > AGREE * np.abs(whole).max(initial=0.0):
                yield output.name


def _pairs(what: str, asked: Any) -> list[tuple[str, Any]]:
    if isinstance(asked, str):
        return [(asked, asked)]
    if isinstance(asked, Mapping):
        pairs = list(asked.items())
    elif isinstance(asked, list | tuple):
        pairs = [(name, name) for name in asked]
    else:
        raise TypeError(f"`{what}` is {asked!r}; wanted names, or functions by name.")
    for name, _ in pairs:
        if not isinstance(name, str) or not name:
            raise TypeError(f"`{what}` holds {name!r}; wanted names, or functions by name.")
    if len({name for name, _ in pairs}) < len(pairs):
        raise ValueError(f"`{what}` is {asked!r}; wanted names that differ.")
    return pairs


def _only(what: str, name: str, tables: Mapping[str, Mapping[str, Any]]) -> str:
    """The one table that has a name."""
    found = [kind for kind, table in tables.items() if name in table]
    if len(found) > 1:
        several = " and ".join(f"a {kind}" for kind in found)
        raise ValueError(
            f"`{what}` names {name!r}, which is {several}; wanted one of "
            f"{', '.join(repr(f'{kind}:{name}') for kind in found)}."
        )
    if not found:
        look_up(name, {key: kind for kind, table in tables.items() for key in table}, what=what)
    return found[0]


def _driven(rows: Rows) -> dict[str, tuple[int, ...]]:
    own = {name: (i,) for i, name in enumerate(rows.names)}
    return own | dict(rows.groups)


def _parameters(p: Any) -> list[str]:
    """Names of the numbers of p, and of the nests that hold them."""
    names = number_names(p)
    nests = {name[:i] for name in names for i, letter in enumerate(name) if letter == "."}
    return [*names, *sorted(nests)]


# -- directions ----------------------------------------------------------------------------------


class Pushed(NamedTuple):
    """What an input does besides changing numbers: a force, and rows at their three levels."""

    numbers: list[np.ndarray]  # change of each number of the parameters
    force: np.ndarray  # (n,)
    # on_phi, on_velocity, on_rows: (h,), (k,), (m,) what φ, (φ̇, ψ) and A q̈ − b change by
    on_phi: np.ndarray
    on_velocity: np.ndarray
    on_rows: np.ndarray


def pushed(variation: Variation, x: Any, S: np.ndarray, source: Input, order: int) -> Pushed:
    """What one input does through w (order 0), ẇ (1) or ẅ (2). Shapes: S (n,)."""
    rows = variation.rows
    h, k, m = rows.positions, rows.velocities, len(rows.names)
    still = [np.zeros_like(number) for number in variation.numbers]
    phi, velocity, on_rows = np.zeros(h), np.zeros(k), np.zeros(m)
    force = np.zeros(variation.n)
    if order == 0 and source.kind == "force":
        force = S
    if source.row is not None:
        level = 0 if source.row < h else 1 if source.row < k else 2
        target = (phi, velocity, on_rows)[level + order] if level + order < 3 else None
        if target is not None:
            target[source.row] = -1.0
    if source.numbers is None or order == 0:
        numbers = still if source.numbers is None else source.numbers
        return Pushed(numbers, force, phi, velocity, on_rows)
    change = numbers_change(variation, x, source)
    if order == 1:
        velocity[:h] = change.phi
        on_rows[:h], on_rows[h:k] = 2.0 * change.velocity[:h], change.velocity[h:]
    else:
        on_rows[:h] = change.phi
    return Pushed(still, force, phi, velocity, on_rows)


def numbers_change(variation: Variation, x: Any, source: Input) -> Any:
    """How everything changes with a parameter alone, at rest of all else."""
    assert source.numbers is not None
    along: Direction = variation.direction(1, numbers=[c[None] for c in source.numbers])
    found = variation.change(x, *variation.blank, along)
    return found._replace(phi=found.phi[0], velocity=found.velocity[0])


def orders(variation: Variation, x: Any, source: Input) -> int:
    """How many derivatives of an input act besides itself: 0, 1 or 2."""
    h, k = variation.rows.positions, variation.rows.velocities
    if source.row is not None:
        return 2 if source.row < h else 1 if source.row < k else 0
    if source.numbers is None:
        return 0
    change = numbers_change(variation, x, source)
    if change.phi.any():
        return 2
    return 1 if change.velocity.any() else 0
