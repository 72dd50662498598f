"""A motion's rows for the eye: some of them, as numbers of half the length, in base64.

Rows are thinned evenly, and those stay in which a curve is highest or lowest. Between them the page
draws the cubic with the right q and q̇ at both ends.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from zwang.base.status import Status
from zwang.motion.motion import Motion
from zwang.page.arrows import Curve, arrows_of, forces_of
from zwang.page.scene import Scene

# ROWS: at most. NUMBERS: at most, of all tables together, but never fewer rows than FEWEST.
ROWS, NUMBERS, FEWEST = 6_000, 200_000, 800
BY_ROW = ("t", "q", "qd", "qdd", "Qc", "Qc_ideal", "Qc_nonideal", "multipliers", "A")
BY_ROW += ("residual", "residual_raw", "rate", "rate_raw", "rank", "energy", "power")


def shown(motion: Motion) -> Motion:
    """The motion in rows that can be shown: finite, of one time each, forward, not too many."""
    t, q, qd = (np.asarray(x) for x in (motion.t, motion.q, motion.qd))
    sound = np.isfinite(t) & np.isfinite(q).all(axis=1) & np.isfinite(qd).all(axis=1)
    rows = np.flatnonzero(sound)
    rows = rows[np.argsort(t[rows], kind="stable")]
    rows = rows[np.diff(t[rows], prepend=np.nan) != 0.0]  # an event may repeat a time
    if len(rows) < 2:
        raise ValueError(f"`motion` has {len(rows)} rows to show; wanted two or more.")
    width = 2 * q.shape[1] + np.asarray(motion.multipliers).shape[1] + 4
    most = min(ROWS, max(FEWEST, NUMBERS // width))
    if len(rows) > most:
        rows = rows[_chosen(q[rows], np.asarray(motion.multipliers)[rows], most)]
    some = {
        name: np.asarray(x)[rows] for name in BY_ROW if (x := getattr(motion, name)) is not None
    }
    observables = {name: np.asarray(x)[rows] for name, x in motion.observables.items()}
    return replace(motion, **some, observables=observables)


def _chosen(q: np.ndarray, lam: np.ndarray, most: int) -> np.ndarray:
    """Rows evenly apart, and those in which a column of the tables has an extreme."""
    even = np.linspace(0, len(q) - 1, most).round().astype(int)
    tables = [x for x in (q, lam) if x.shape[1]]
    extremes = [f(x, axis=0) for x in tables for f in (np.nanargmin, np.nanargmax)]
    return np.unique(np.concatenate([even, *extremes]))


def curves_of(motion: Motion, forces: Sequence[Curve]) -> list[Curve]:
    """What is drawn under the picture besides coordinates: forces, energies, residuals."""
    found = [*forces]
    if motion.energy is not None:
        found.append(Curve("energy", "energy", np.asarray(motion.energy)))
    for name, values in motion.observables.items():
        for k, column in enumerate(np.asarray(values, float).reshape(len(motion), -1).T):
            label = name if np.ndim(values) == 1 else f"{name}[{k}]"
            found.append(Curve("energy" if "energy" in name else "observables", label, column))
    worst = [("residual", motion.residual), ("rate", motion.rate)]
    for name, values in worst:
        if np.shape(values)[1]:
            found.append(Curve("residual", name, np.abs(np.asarray(values)).max(axis=1)))
    return found


def packed(x: Any, kind: str = "f4") -> dict[str, Any]:
    """An array as the page reads it."""
    values = np.ascontiguousarray(x, dtype=f"<{kind}")
    text = base64.b64encode(values.tobytes()).decode("ascii")
    return {"type": kind, "shape": list(values.shape), "base64": text}


def recorded(
    motion: Motion, scene: Scene, where: Any, *, rows: int, points: Any = None, ghosts: Any = None
) -> dict[str, Any]:
    """All numbers of a page, as ``page/scene/recording.ts`` reads them.

    Shapes: where (T, k, 3), ghosts (G, T, n).
    """
    arrows = arrows_of(motion, scene, where)
    found = curves_of(motion, forces_of(motion, scene, arrows))
    values = [curve.values for curve in found]
    table = np.stack(values, axis=1) if values else np.zeros((len(motion), 0))
    # Quaternions come after what can be read.
    order = sorted(enumerate(motion.coordinates), key=lambda x: x[1][-3:-1] == ".u")
    names = [{"panel": "coordinates", "name": name, "table": "q", "column": i} for i, name in order]
    names += [
        {"panel": curve.panel, "name": curve.name, "table": "curves", "column": i}
        for i, curve in enumerate(found)
    ]
    status = Status(int(motion.status))
    return {
        "t": packed(motion.t, "f8"),
        "q": packed(motion.q),
        "qd": packed(motion.qd),
        "points": None if points is None else [packed(points[0], "f8"), packed(points[1])],
        "arrows": packed(arrows) if scene.arrows else None,
        "curves": packed(table),
        "names": names,
        "ghosts": None if ghosts is None else packed(ghosts),
        "rows": rows,
        "status": "" if status == Status.OK else motion.detail or status.name,
    }
