"""The page that a Motion prints, and what it says where its System is not at hand."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from zwang.base.escape import for_terminal
from zwang.base.names import some_of
from zwang.base.status import Status
from zwang.motion.motion import Motion

if TYPE_CHECKING:
    from zwang.system.system import System

WIDTH = 100
KEPT = "kept"  # the setting of motions of which some was kept


def system_of(motion: Motion, what: str) -> System:
    """The System that moved. Raises RuntimeError."""
    motion.require_one()
    if motion.system is not None:
        return motion.system
    if KEPT in motion.settings:
        raise RuntimeError(
            f"`{what}` needs the whole state, and of this motion {motion.settings[KEPT]} were "
            "kept; wanted a motion without `keep`."
        )
    raise RuntimeError(
        f"`{what}` needs the System; this motion came from a file without it. Give it: "
        "zw.load(path, system=system)."
    )


def page(motion: Motion) -> Iterator[str]:
    """The lines of the page: span, status, worst residual, energy, what happened on the way."""
    t = np.asarray(motion.t)
    rows = "1 row" if len(t) == 1 else f"{len(t)} rows"
    yield f"Motion: {rows}, t from {t[0]:.6g} to {t[-1]:.6g}"
    status = Status(int(motion.status))
    told = [motion.detail] if status == Status.OK else [status.cause, motion.detail, status.remedy]
    yield _line("status", ": ".join(filter(None, (status.name, " ".join(filter(None, told))))))
    yield _line("coordinates", some_of(motion.coordinates))
    yield _line("constraints", some_of([name for name, _ in motion.rows.groups]) or "none")
    if motion.rows.names:
        yield _line("worst residual", _worst(motion))
        low, high = np.min(motion.rank), np.max(motion.rank)
        span = f"{low}" if low == high else f"{low} to {high}"
        of = "" if KEPT in motion.settings else f", of {len(motion.rows.names)} rows"
        yield _line("rank of A", f"{span}{of}")
    if motion.energy is not None:
        drift = np.nanmax(np.abs(motion.energy - motion.energy[0]), initial=0.0)
        yield _line("energy", f"{motion.energy[0]:.6g}, changes by at most {drift:.1e}")
    for name, found in motion.events.items():
        yield _line("event", f"{name}: {_times(found.t)}")
    for change in motion.rank_changes:
        named, sure = some_of(change.constraints), "" if change.assured else ", not assured"
        ranks = f"{change.before} to {change.at}"
        yield _line("rank change", f"t = {float(change.t):.6g}, {ranks} ({named}){sure}")
    if KEPT in motion.settings:
        yield _line("kept", str(motion.settings[KEPT]))
    yield _line("engine", motion.engine)


def _worst(motion: Motion) -> str:
    size = np.nan_to_num(np.abs(np.asarray(motion.residual)), nan=-1.0)
    i, row = np.unravel_index(size.argmax(), size.shape)
    if size[i, row] < 0:
        return "not known"
    return f"{size[i, row]:.1e} ({motion.rows.names[row]}, t = {motion.t[i]:.6g})"


def _times(t: Any) -> str:
    t = np.asarray(t)
    some = ", ".join(f"{x:.6g}" for x in t[:3]) + (", ..." if len(t) > 3 else "")
    times = "once" if len(t) == 1 else f"{len(t)} times"
    return f"{times}, at t = {some}" if len(t) else "did not happen"


def _line(name: str, text: str) -> str:
    return textwrap.fill(
        f"  {name:<15} {for_terminal(text)}", width=WIDTH, subsequent_indent=" " * 18
    )
