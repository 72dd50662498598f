"""Many motions as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from rich.console import Group
from rich.table import Table
from rich.text import Text

from zwang.base.escape import for_terminal
from zwang.base.status import Status
from zwang.cli.support.stored_ensemble import Crowd, events, extremes, labels, statuses

MOST = 40  # numbers that a table lists one by one
SHOWN = ("0.05", "0.5", "0.95")  # quantiles that it shows


def crowd_page(crowd: Crowd, found: dict[str, Any] | None = None) -> Group:
    """The title, what became of the members, and where they ended."""
    about = crowd.about
    head = _table()
    for name, value in _head(crowd, found is not None):
        head.add_row(_words(name), _words(value))
    parts: list[Any] = [_words(about.get("title") or crowd.path.stem, "bold"), head]
    ensemble = crowd.ensemble
    ends = found
    if ends is None:
        ends = {
            label: {"extremes": extremes(crowd, name, place)}
            for label, name, place in labels(crowd)
        }
    if ensemble.ok.any() and (found or any(one["extremes"] for one in ends.values())):
        title = f"{crowd.when}, over the members that came there"
        parts += [Text(), _words(title, "dim"), _ends(ends, found is not None)]
    return Group(*parts)


def _head(crowd: Crowd, full: bool) -> Iterator[tuple[str, str]]:
    about, ensemble, done = crowd.about, crowd.ensemble, len(crowd.ensemble)
    left = crowd.total - done
    yield "members", f"{crowd.total}" + (f", of which {left} are not run yet" if left else "")
    for one in statuses(crowd):
        words = f"{one['members']}"
        if one["status"] != Status.OK.name:
            some = ", ".join(map(str, one["first"])) + ("" if one["members"] <= 5 else ", ...")
            plural = "s" if one["members"] > 1 else ""
            words += f": {one['cause']} (member{plural} {some}) {one['remedy']}"
        yield one["status"], words
    if about.get("design"):
        yield "design", _design(about["design"])
    if ensemble.ok.any():
        steps = np.asarray(ensemble.accepted)[ensemble.ok]
        low, high = steps.min(), steps.max()
        yield "steps", f"{low}" if low == high else f"{low} to {high}"
    for name, one in events(crowd).items():
        when = ""
        if one["members"]:
            when = f", first at t = {one['least']:.5g} to {one['largest']:.5g}, in the mean"
            when += f" {one['mean']:.5g}"
        yield f"event {name}", f"came to {one['members']} members{when}"
    if about.get("engine"):
        yield "engine", about["engine"]
    if full:
        yield "coordinates", ", ".join(ensemble.coordinates)
        t = ensemble.t
        rows = f"at t = {t[0]:.6g}" if len(t) == 1 else f"{len(t)} from {t[0]:.6g} to {t[-1]:.6g}"
        yield "times", rows
        if about.get("began"):
            yield (
                "begun",
                f"{about['began']}"
                + (f", ended {about['ended']}" if about.get("ended") else ", not ended"),
            )
        known = about.get("versions") or {"zwang": crowd.attributes.get("zwang_version", "unknown")}
        yield "versions", ", ".join(f"{name} {x}" for name, x in known.items())


def _design(design: dict[str, Any]) -> str:
    if design["kind"] == "grid":
        sizes = [f"{name} ({len(values[0])} values)" for name, values in design["vary"].items()]
        return f"grid of {' × '.join(sizes)}"
    words = {"normal": "{} with mean {} and {}"}.get(design["kind"], "{} from {} to {}")
    told = []
    for name, (a, b) in design["vary"].items():
        spread = "covariance" if isinstance(b, list) else "deviation"
        told.append(words.format(name, a, f"{spread} {b}" if design["kind"] == "normal" else b))
    return f"{design['kind']}, seed {design['seed']}: {'; '.join(told)}"


def _ends(found: dict[str, Any], full: bool) -> Table:
    """One row for each number, at the end."""
    drawn = Table(pad_edge=False, box=None)
    drawn.add_column("", style="dim")
    columns = ["mean", "sd", *(f"{100 * float(x):g} %" for x in SHOWN)] if full else []
    for name in [*columns, "least", "of", "largest", "of"]:
        drawn.add_column(name, justify="right", header_style="dim")
    for label, one in list(found.items())[:MOST]:
        cells = []
        if full:
            cells = [one["mean"][-1], one["sd"][-1], *(one["quantiles"][x][-1] for x in SHOWN)]
        ends = one["extremes"]
        last = ["", "", "", ""]
        if ends is not None:
            last = [f"{ends['least']:.5g}", f"#{ends['of']}"]
            last += [f"{ends['largest']:.5g}", f"#{ends['of_largest']}"]
        drawn.add_row(_words(label), *(f"{x:.5g}" for x in cells), *last)
    if len(found) > MOST:
        drawn.add_row(_words(f"and {len(found) - MOST} more"))
    return drawn


def _table() -> Table:
    drawn = Table(show_header=False, pad_edge=False, box=None)
    drawn.add_column(style="dim")
    drawn.add_column(overflow="fold")
    return drawn


def _words(text: str, style: str = "") -> Text:
    """As it stands: no markup, nothing that does something to a terminal."""
    return Text(for_terminal(text), style)
