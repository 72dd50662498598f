"""What a run came to: numbers by name for ``--json``, and as a table for the terminal."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from rich.console import Group
from rich.table import Table
from rich.text import Text

from zwang.base.escape import for_terminal
from zwang.base.status import Status
from zwang.cli.support.files import PROGRAM
from zwang.motion.motion import Motion

FEW = 8  # events and changes of rank that the table lists one by one

# What to do, where the words of Status are for those who write Python.
REMEDIES = {
    Status.NOT_UNIQUE: "Give the coordinates named a mass or a constraint.",
    Status.TOO_MANY_STEPS: "Under [simulate] of the model file raise `max_steps` or loosen "
    '`rtol`; for a stiff system write method = "Kvaerno5" there.',
    Status.INTERRUPTED: "Run it again for all of it; --until ends it sooner.",
    Status.INFEASIBLE: "Drop a requirement or add an actuator; keep away from singular poses; or "
    "accept the nearest control: write compromise = true under [control] of the model file.",
}


def remedy(status: Status) -> str:
    """What to do about a failure, for who has a model file."""
    return REMEDIES.get(status, status.remedy)


def summary(
    title: str, motion: Motion, asked: tuple[float, float], dense: Motion
) -> dict[str, Any]:
    """All numbers of a run, ready for JSON: what is not finite is None."""
    from zwang.base.version import version

    status = Status(int(motion.status))
    failed = status is not Status.OK
    return _plain(
        {
            "program": PROGRAM,
            "version": version(),
            "title": title,
            "status": status.name,
            "cause": status.cause if failed else None,
            "detail": motion.detail if failed else None,
            "remedy": remedy(status) if failed else None,
            "t": {"asked": asked, "reached": [motion.t[0], motion.t[-1]], "rows": len(motion)},
            "stats": motion.stats,
            "engine": motion.engine,
            "settings": {name: _setting(x) for name, x in dict(motion.settings).items()},
            "residual": {
                "position": _worst(motion.residual),
                "velocity": _worst(motion.rate),
                "rows": list(motion.rows.names),
            },
            "energy": _energy(motion),
            "forces": {name: _extremes(dense, name) for name, _ in dense.rows.groups},
            "nonideal": bool(np.any(np.asarray(motion.Qc_nonideal) != 0.0)),
            "observables": {name: _span(x) for name, x in dense.observables.items()},
            "rank": {"least": np.min(motion.rank), "largest": np.max(motion.rank)},
            "rank_changes": [
                {
                    "t": x.t,
                    "before": x.before,
                    "at": x.at,
                    "constraints": list(x.constraints),
                    "assured": x.assured,
                }
                for x in motion.rank_changes
            ],
            "events": {name: list(found.t) for name, found in motion.events.items()},
            "end": {
                "q": dict(zip(motion.coordinates, motion.q[-1])),
                "qd": dict(zip(motion.coordinates, motion.qd[-1])),
            },
            "p": motion.p,
        }
    )


def page(found: dict[str, Any]) -> Group:
    """The same for people: the title, and a table."""
    drawn = Table(show_header=False, pad_edge=False, box=None)
    drawn.add_column(style="dim")
    drawn.add_column(overflow="fold")
    for name, value in _lines(found):
        drawn.add_row(_words(name), _words(value))
    return Group(_words(found["title"], "bold"), drawn)


# -- numbers ---------------------------------------------------------------------------------------


def _worst(x: Any) -> float | None:
    """The largest size, whatever is unknown left out; None where there is nothing."""
    size = np.abs(np.asarray(x, float))
    known = size[np.isfinite(size)]
    return float(known.max()) if known.size else None


def _energy(motion: Motion) -> dict[str, Any] | None:
    """At the start, and by how much it changed: all of it, and what the constraints did not do."""
    if motion.energy is None:
        return None
    return {"start": motion.energy[0], "drift": _worst(motion.energy - motion.energy[0])}


def _extremes(motion: Motion, name: str) -> dict[str, Any]:
    """The least and the largest length of a constraint's force, and when."""
    length = np.linalg.norm(np.asarray(motion.force(name)), axis=1)
    if not np.isfinite(length).any():
        return {"least": None, "largest": None}
    i, k = np.nanargmin(length), np.nanargmax(length)
    return {"least": length[i], "at_least": motion.t[i], "largest": length[k], "at": motion.t[k]}


def _span(x: Any) -> dict[str, Any]:
    """The least and the largest entry; for the control of a motion, and its tracking errors too."""
    entries = np.asarray(x, float)
    known = entries[np.isfinite(entries)]
    if not known.size:
        return {"least": None, "largest": None}
    return {"least": known.min(), "largest": known.max()}


def _setting(x: Any) -> Any:
    return x if isinstance(x, bool | int | float | str | None) else str(x)


def _plain(x: Any) -> Any:
    """Numbers as Python's; None for what JSON has no word for."""
    if isinstance(x, dict):
        return {str(key): _plain(value) for key, value in x.items()}
    if isinstance(x, list | tuple):
        return [_plain(value) for value in x]
    if isinstance(x, str | bool | int | None):
        return x
    if np.ndim(x):
        return [_plain(value) for value in np.asarray(x)]
    number = np.asarray(x).item()
    return number if not isinstance(number, float) or math.isfinite(number) else None


# -- words -----------------------------------------------------------------------------------------


def _lines(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    t, stats = found["t"], found["stats"]
    failed = found["status"] != "OK"
    yield "status", f"{found['status']}: {found['cause']}" if failed else "OK"
    start, end = t["reached"]
    stopped = "" if end == t["asked"][1] else f" of {t['asked'][1]:g}"
    yield "time", f"from {start:g} to {end:g}{stopped}, {t['rows']} rows"
    steps = f"{stats['accepted']} accepted, {stats['rejected']} rejected"
    crossed = f", {stats['crossings']} across singular poses" if stats.get("crossings") else ""
    yield "steps", steps + crossed
    yield "integration", f"{stats['seconds']:.2f} s"
    if found["residual"]["rows"]:
        yield "residual", _residual(found["residual"])
    if found["energy"]:
        energy, drift = found["energy"]["start"], found["energy"]["drift"]
        yield "energy", f"{energy:.6g} at the start, changes by at most {_small(drift)}"
    for name, force in found["forces"].items():
        yield f"force of {name}", _force(force)
    if found["forces"]:
        part = ", friction left out" if found["nonideal"] else ""
        yield "", f"(forces: lengths over all coordinates, without sign{part})"
    for name, x in found["observables"].items():
        known = x["largest"] is not None
        yield name, f"least {x['least']:.5g}, largest {x['largest']:.5g}" if known else "not known"
    for name, times in found["events"].items():
        yield f"event {name}", _times(times)
    for change in found["rank_changes"][:FEW]:
        sure = "" if change["assured"] else ", not assured"
        named = ", ".join(change["constraints"])
        ranks = f"{change['before']} to {change['at']}"
        yield "rank change", f"t = {change['t']:.6g}, {ranks} ({named}){sure}"
    if more := len(found["rank_changes"][FEW:]):
        yield "", f"and {more} more"


def _force(force: dict[str, Any]) -> str:
    if force["largest"] is None:
        return "not known"
    low = f"least {force['least']:.5g} at t = {force['at_least']:.5g}"
    return f"{low}, largest {force['largest']:.5g} at t = {force['at']:.5g}"


def _residual(residual: dict[str, Any]) -> str:
    """How far the motion was off its constraints at most, and off their derivatives."""
    rates = residual["velocity"]
    more = "" if rates is None else f"; their rates are off by {_small(rates)}"
    return f"the constraints are off by at most {_small(residual['position'])}{more}"


def _times(times: list[float]) -> str:
    if not times:
        return "did not happen"
    some = ", ".join(f"{x:.6g}" for x in times[:FEW])
    more = f" and {len(times) - FEW} more" if len(times) > FEW else ""
    return f"at t = {some}{more}"


def _small(x: float | None) -> str:
    if x is None:
        return "an unknown number"
    return f"{x:.3g}" if x > 1e-3 or x == 0 else f"{x:.1e}"


def _words(text: str, style: str = "") -> Text:
    """As it stands: no markup, nothing that does something to a terminal."""
    return Text(for_terminal(text), style)
