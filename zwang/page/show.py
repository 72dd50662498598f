"""motion.show(): a page that plays a motion, in a notebook, in a browser or as a file."""

from __future__ import annotations

import os
import sys
import tempfile
import webbrowser
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from zwang.base import arguments
from zwang.files.whole import write_whole
from zwang.motion.motion import Motion
from zwang.motion.points import checked_links, points_of
from zwang.page.arrows import with_torques
from zwang.page.document import document
from zwang.page.of_function import Wanted, scene_of_function
from zwang.page.of_points import (
    against_weight,
    named_particles,
    scene_of_names,
    scene_of_particles,
)
from zwang.page.places import corners_of, places_of
from zwang.page.recording import recorded, shown
from zwang.page.scene import Scene

if TYPE_CHECKING:
    from zwang.bodies.mechanism import Mechanism
    from zwang.ensemble.ensemble import Ensemble

# A motion that comes from a file is shown without JAX, without mechanisms and without SciPy's
# splines: importing them takes longer than all else.
FRAMES = 1000  # at which a function of points is evaluated
QUIET = "ZWANG_BROWSER"  # "none" in the environment: no browser is opened
HEIGHT = 640  # of a page in a notebook, in pixels


class Shown:
    """A page: a notebook shows it where it stands last in a cell.

    Attributes
    ----------
    html : its text
    path : the file that was written, or None
    """

    def __init__(self, html: str, path: Path | None = None):
        self.html, self.path = html, path

    def _repr_html_(self) -> str:
        # In a frame of its own, which can neither see the notebook nor reach a network.
        return (
            f'<iframe srcdoc="{for_attribute(self.html)}" sandbox="allow-scripts allow-downloads" '
            f'style="width: 100%; height: {HEIGHT}px; border: 0" title="motion"></iframe>'
        )

    def save(self, path: Any) -> None:
        """Write the page.

        Parameters
        ----------
        path : the file
        """
        write_whole(arguments.path("path", path), self.html.encode("utf-8"))

    def open(self) -> None:
        """Show it in the browser of this machine, unless ZWANG_BROWSER is "none"."""
        if os.environ.get(QUIET) == "none":
            return
        if self.path is None:
            self.path = Path(tempfile.mkdtemp(prefix="zwang-")) / "motion.html"
            self.save(self.path)
        webbrowser.open(self.path.resolve().as_uri())

    def __repr__(self) -> str:
        size = f"{len(self.html) / 1e6:.2f} MB"
        return f"Shown({size}, {self.path})" if self.path else f"Shown({size})"


def for_attribute(text: str) -> str:
    """A document as the value of an attribute, line by line as it is."""
    return text.replace("&", "&amp;").replace('"', "&quot;")


def show(
    motion: Motion,
    file: Any = None,
    *,
    points: Callable | None = None,
    links: Sequence[tuple[Any, Any]] | None = None,
    title: str | None = None,
    ghosts: Sequence[Motion] = (),
) -> Shown:
    """A page in which a motion plays, with arrows of forces and curves.

    In a notebook the page stands below the cell; from a script it opens in the browser. With a
    file it is written there, and nothing is opened.
    """
    motion.require_one()
    some = shown(motion)
    others = [_ghost(some, other) for other in arguments.listed("ghosts", ghosts, "motions")]
    return _delivered(some, file, points, links, title, len(motion), others)


def show_ensemble(
    ensemble: Ensemble,
    file: Any = None,
    *,
    members: int = 40,
    member: int = 0,
    points: Callable | None = None,
    links: Sequence[tuple[Any, Any]] | None = None,
    title: str | None = None,
) -> Shown:
    """A page in which one member of an ensemble plays, and others as ghosts."""
    arguments.whole("members", members, least=0)
    if len(ensemble.t) < 2 or not ensemble.holds("q"):
        raise ValueError(
            "The ensemble holds no motions over time; keep them: zw.simulate_many(..., "
            "[0.0, 0.1, ...], keep=('q', 'qd'))."
        )
    one = ensemble.motion(member, ensemble.t)
    some = shown(one)
    rest = np.delete(np.arange(len(ensemble)), range(len(ensemble))[member])
    chosen = rest[np.linspace(0, len(rest) - 1, min(members, len(rest))).round().astype(int)]
    rows = np.searchsorted(ensemble.t, some.t)
    others = [np.asarray(ensemble.q[i])[rows] for i in chosen]
    return _delivered(some, file, points, links, title, len(one), others)


def _ghost(motion: Motion, other: Any) -> np.ndarray:
    """The coordinates (T, n) of another motion at the times of one; NaN where it is not."""
    arguments.instance("ghosts", other, Motion, "motions")
    if other.coordinates != motion.coordinates:
        raise ValueError(
            f"`ghosts` holds a motion of {', '.join(other.coordinates)}; wanted the coordinates "
            f"{', '.join(motion.coordinates)}."
        )
    rows = shown(other)
    return _between(rows, np.asarray(motion.t))


def _between(motion: Motion, t: np.ndarray) -> np.ndarray:
    """The coordinates (F, n) at other times, by cubics; NaN beyond the motion."""
    from scipy.interpolate import CubicHermiteSpline

    return CubicHermiteSpline(motion.t, motion.q, motion.qd, extrapolate=False)(t)


def _delivered(
    motion: Motion, file: Any, points: Any, links: Any, title: Any, rows: int, ghosts: list[Any]
) -> Shown:
    """The page, written, opened, or left to a notebook."""
    if title is not None:
        arguments.text("title", title)
    target = None if file is None else target_of(file, "file")
    drawn = {"points": None if points is None else Wanted(points, links), "links": links}
    html = page_of(motion, **drawn, title=title or "motion", rows=rows, ghosts=ghosts)
    page = Shown(html, target)
    if target is not None:
        page.save(target)
    elif not in_notebook():
        page.open()
    return page


def page_of(
    motion: Motion,
    *,
    points: Wanted | None = None,
    links: Sequence[tuple[Any, Any]] | None = None,
    title: str = "motion",
    rows: int | None = None,
    ghosts: Sequence[Any] = (),
) -> str:
    """The text of the page; see ``show``."""
    data = tree_of(motion, points=points, links=links, title=title, rows=rows, ghosts=ghosts)
    return document(title, data, script="show.js", style="show.css")


def tree_of(
    motion: Motion,
    *,
    points: Wanted | None = None,
    links: Sequence[tuple[Any, Any]] | None = None,
    title: str = "motion",
    rows: int | None = None,
    ghosts: Sequence[Any] = (),
) -> dict[str, Any]:
    """The scene and the recording of a page, by these names. Shapes: ghosts (T, n)."""
    scene, free = scene_of(motion, points, links, title)
    own, given = None, None
    if points is not None and free:
        t = np.linspace(motion.t[0], motion.t[-1], FRAMES)
        path = _between(motion, t)
        own = _filled(points_of(motion, points.points, motion.t, motion.q)[:, free])
        given = t, _filled(points_of(motion, points.points, t, path)[:, free])
    where = places_of(scene, motion.q, own)
    seen = [where, corners_of(scene, motion.q), *(places_of(scene, q) for q in ghosts)]
    scene = scene.around(np.concatenate([x.reshape(-1, 3) for x in seen]))
    count = len(motion) if rows is None else rows
    others = np.stack(ghosts) if len(ghosts) else None
    flat = None if given is None else (given[0], given[1].reshape(FRAMES, -1))
    numbers = recorded(motion, scene, where, rows=count, points=flat, ghosts=others)
    return {"scene": scene.as_json(), "recording": numbers}


def _filled(places: np.ndarray) -> np.ndarray:
    """Points (F, k, 2 or 3) in space (F, k, 3)."""
    return np.pad(places, [(0, 0), (0, 0), (0, 3 - places.shape[2])])


def scene_of(
    motion: Motion, points: Wanted | None, links: Any, title: str
) -> tuple[Scene, list[int]]:
    """What is drawn of a motion, and which of a user's points come with each frame."""
    if points is not None:
        return scene_of_function(motion, points, title)
    names = motion.coordinates
    mechanism, count = mechanism_behind(motion), len(named_particles(names))
    if mechanism is not None:
        from zwang.page.of_mechanism import scene_of_mechanism

        found = scene_of_mechanism(mechanism, title)
    elif count:
        pairs = None if links is None else checked_links(links, count)
        held = motion.rows.groups, motion.q, motion.A
        found = scene_of_particles(names, *held, pairs, title)
        columns = [*named_particles(names).values()]
        up = against_weight(columns, np.asarray(motion.qdd), np.asarray(motion.Qc))
        found = found if up is None else replace(found, up=up)
    else:
        return scene_of_names(names, title), []
    if "control" in motion.observables:
        found = found.with_forces("control", "control")
    if np.any(motion.Qc_nonideal):
        found = found.with_forces("nonideal", "nonideal force")
    return (found if mechanism is None else with_torques(found, motion)), []


def mechanism_behind(motion: Motion) -> Mechanism | None:
    """The mechanism that moved, be it under control."""
    if motion.system is None:
        return None
    from zwang.bodies.mechanism import Mechanism

    origin = motion.system.origin
    plant = getattr(origin, "plant", None)
    origin = origin if plant is None else getattr(plant, "origin", None)
    return origin.at(motion.p) if isinstance(origin, Mechanism) else None


def target_of(path: Any, argument: str = "path") -> Path:
    """The file to write a page into."""
    found = arguments.path(argument, path)
    if found.suffix.lower() not in (".html", ".htm"):
        raise ValueError(f"`{argument}` is {str(found)!r}; wanted a name that ends in .html.")
    return found


def in_notebook() -> bool:
    """Whether a notebook will show what a cell returns."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return shell is not None and hasattr(shell, "kernel")
