"""What the panels of a picture show: names and curves, not yet drawn.

Each kind of panel is one function of a motion and of what was chosen from it. ``PANELS`` has them
all by name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from zwang.motion.motion import Motion


class Curve(NamedTuple):
    """A line of a panel: its name, its place in the cycle of colours, and x, y (T,)."""

    name: str
    place: int
    x: np.ndarray
    y: np.ndarray


class Panel(NamedTuple):
    """What one pair of axes shows."""

    label: str  # of the upright axis
    curves: list[Curve]  # what is drawn
    family: str  # panels of one family share colours, and one legend where curves are many
    across: str | None = None  # label of the level axis; None for time
    # what the upright axis spans at least, for each unit of the largest value, so that a constant
    # is not drawn as its rounding
    span: float = 1e-6
    log: bool = False  # whether the upright axis is logarithmic
    zero: float | None = None  # the height there at which zeros are drawn, if there are any


class Chosen(NamedTuple):
    """Which coordinates and which constraints, by index, are to be shown."""

    coordinates: list[int]
    constraints: list[int]


def _coordinates(motion: Motion, chosen: Chosen) -> Panel:
    curves = _columns(motion, motion.q, chosen)
    return Panel(curves[0].name if len(curves) == 1 else "coordinates", curves, "coordinates")


def _velocities(motion: Motion, chosen: Chosen) -> Panel:
    curves = _columns(motion, motion.qd, chosen)
    name = curves[0].name
    rate = f"d{name}/dt" if len(name) == 1 else f"rate of {name}"
    return Panel(rate if len(curves) == 1 else "velocities", curves, "coordinates")


def _phase(motion: Motion, chosen: Chosen) -> Panel:
    across, upright = _coordinates(motion, chosen), _velocities(motion, chosen)
    curves = [qd._replace(x=q.y) for q, qd in zip(across.curves, upright.curves)]
    return upright._replace(curves=curves, across=across.label)


def _forces(motion: Motion, chosen: Chosen) -> Panel:
    t = np.asarray(motion.t)
    curves = [
        Curve(name, place, t, np.linalg.norm(np.asarray(motion.force(name)), axis=1))
        for place, name, _ in _held(motion, chosen)
    ]
    label = f"|force| of {curves[0].name}" if len(curves) == 1 else "|force|"
    return Panel(label, curves, "constraints")


def _components(motion: Motion, chosen: Chosen) -> Panel:
    found = [
        curve._replace(name=f"{name}: {curve.name}")
        for _, name, _ in _held(motion, chosen)
        for curve in _columns(motion, motion.force(name), chosen)
    ]
    curves = [curve._replace(place=i) for i, curve in enumerate(found)]
    return Panel("force components", curves, "components")


def _multipliers(motion: Motion, chosen: Chosen) -> Panel:
    t, multipliers = np.asarray(motion.t), np.asarray(motion.multipliers)
    rows = _rows(motion, chosen)
    curves = [Curve(motion.rows.names[row], row, t, multipliers[:, row]) for row in rows]
    label = f"λ of {curves[0].name}" if len(curves) == 1 else "multipliers λ"
    return Panel(label, curves, "rows")


def _residuals(motion: Motion, chosen: Chosen) -> Panel:
    rows = _rows(motion, chosen)
    on_positions = [row for row in rows if row < motion.rows.positions]
    found = [("residual", np.asarray(motion.residual)[:, rows])]
    if on_positions:
        found.append(("rate", np.asarray(motion.rate)[:, on_positions]))
    worst = [(name, np.abs(x).max(axis=1)) for name, x in found]

    # Zeros have no logarithm. They, and what is below the rounding of the largest, stand at the
    # lowest height that means something.
    values = np.concatenate([x for _, x in worst])
    positive = values[(values > 0) & np.isfinite(values)]
    eps = float(np.finfo(float).eps)
    least = max(positive.min(), eps * positive.max()) if positive.size else eps
    t = np.asarray(motion.t)
    curves = [Curve(name, i, t, np.maximum(x, least)) for i, (name, x) in enumerate(worst)]
    zero = least if (values < least).any() else None
    return Panel("worst residual", curves, "residuals", log=True, zero=zero)


def _energy_change(motion: Motion, chosen: Chosen) -> Panel:
    panel = _energy(motion, chosen)
    curves = [curve._replace(y=curve.y - curve.y[0]) for curve in panel.curves]
    return panel._replace(label="energy change", curves=curves, span=0.0)


def _energy(motion: Motion, chosen: Chosen) -> Panel:
    if motion.energy is None:
        raise ValueError(
            "`what` asks for the energy, which is not known: the system has none. "
            "Give it as zw.System(..., energy=function), or use zw.System.from_lagrangian."
        )
    curve = Curve("energy", 0, np.asarray(motion.t), np.asarray(motion.energy))
    return Panel("energy", [curve], "energy", span=0.05)


PANELS: dict[str, Callable[[Any, Chosen], Panel]] = {
    "coordinates": _coordinates,
    "velocities": _velocities,
    "phase": _phase,
    "forces": _forces,
    "force components": _components,
    "multipliers": _multipliers,
    "residuals": _residuals,
    "energy change": _energy_change,
    "energy": _energy,
}


def _columns(motion: Motion, values: Any, chosen: Chosen) -> list[Curve]:
    """The columns of values (T, n) that belong to the chosen coordinates."""
    t, values = np.asarray(motion.t), np.asarray(values)
    return [Curve(motion.coordinates[i], i, t, values[:, i]) for i in chosen.coordinates]


def _held(motion: Motion, chosen: Chosen) -> list[tuple[int, str, tuple[int, ...]]]:
    """The chosen constraints: place among all, name, rows."""
    if not chosen.constraints:
        raise ValueError("`what` asks for constraints, and the motion has none.")
    return [(place, *motion.rows.groups[place]) for place in chosen.constraints]


def _rows(motion: Motion, chosen: Chosen) -> list[int]:
    return [row for _, _, rows in _held(motion, chosen) for row in rows]


def column(motion: Motion, name: str) -> np.ndarray:
    """A quantity of a motion over its rows (T,), or (T, k), by name."""
    names = motion.coordinates
    if name == "t":
        found = motion.t
    elif name in names or (name.endswith("'") and name[:-1] in names):
        rows = motion.qd if name.endswith("'") else motion.q
        found = rows[:, names.index(name.rstrip("'"))]
    elif name in motion.observables:
        found = motion.observables[name]
    else:
        found = motion.energy
    return np.asarray(found)
