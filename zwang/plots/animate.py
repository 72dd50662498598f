"""Films of a ``Motion``: points that move, their links and their trails."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from matplotlib.animation import FFMpegWriter, FuncAnimation, PillowWriter
from matplotlib.figure import Figure
from scipy.interpolate import CubicHermiteSpline

from zwang.base import arguments
from zwang.bodies.mechanism import Mechanism
from zwang.motion.motion import Motion
from zwang.motion.points import checked_links, points_of
from zwang.plots.stick_figure import skeleton
from zwang.plots.style import COLUMN, GREY, INK, TICKS, blank, color, styled

MOST = 20_000  # frames of a film


class Film(FuncAnimation):
    """An animation that notebooks show as a player."""

    def _repr_html_(self) -> str:
        return self.to_jshtml()


class Track(NamedTuple):
    """Points over time for the eye."""

    t: np.ndarray  # (K,) times
    points: np.ndarray  # (K, k, 2 or 3) where the points are
    every: int  # every how many of the times are a frame
    colors: Sequence[int]  # (k,) places in the cycle of colours; −1 for ink
    trailing: Sequence[bool]  # (k,) which points leave a trace
    bars: Sequence[tuple[int, int]] = ()  # pairs of points joined whatever ``links`` says


def animate(
    motion: Motion,
    points: Callable | None = None,
    *,
    links: Sequence[tuple[Any, Any]] | None = None,
    trail: float | None = None,
    fps: float = 30,
    speed: float = 1.0,
    path: str | Path | None = None,
    figure: Figure | None = None,
) -> FuncAnimation:
    """Show particles or points as they move.

    Frames are at uniform times. Between the rows of the motion q is interpolated by the cubic
    with the right q and q̇ at both ends: good for the eye, and for nothing else. A notebook shows
    a player; for a window use ``figure=plt.figure()`` and ``plt.show()``, and keep what is
    returned, or the film stops.
    """
    motion.require_one()
    for name, value in (("fps", fps), ("speed", speed)):
        arguments.number(name, value, least=0.0, above=True)
    if trail is not None:
        arguments.number("trail", trail, least=0.0, endless=True)
    if figure is not None:
        arguments.instance("figure", figure, Figure, "a figure of matplotlib, or None")
    writer = None if path is None else _writer(arguments.path("path", path), fps)
    track = _track(motion, points, fps, speed)
    pairs = [*track.bars, *checked_links(links, track.points.shape[1])]
    length = 0.1 * abs(track.t[-1] - track.t[0]) if trail is None else float(trail)
    with styled():
        axes = _stage(track, pairs, figure)
        update = _actors(axes, track, pairs, length)
        axes.figure.draw_without_rendering()
        axes.figure.set_layout_engine("none")  # laid out once: frames are quick and do not jump
    frames = range(0, len(track.t), track.every)
    film = Film(axes.figure, update, frames=frames, interval=1000 / fps, init_func=list)
    if writer is not None:
        film.save(path, writer=writer)  # pyright: ignore[reportArgumentType]
    return film


def _writer(path: Path, fps: float) -> PillowWriter | FFMpegWriter:
    match path.suffix.lower():
        case ".gif":
            return PillowWriter(fps=fps)  # pyright: ignore[reportArgumentType]
        case ".mp4" if FFMpegWriter.isAvailable():
            return FFMpegWriter(fps=fps)  # pyright: ignore[reportArgumentType]
        case ".mp4":
            raise ValueError(f"`path` is {str(path)!r}, and ffmpeg is not installed; wanted .gif.")
    raise ValueError(f"`path` is {str(path)!r}; wanted a name that ends in .gif or .mp4.")


def _track(motion: Motion, points: Callable | None, fps: float, speed: float) -> Track:
    """The points at the frames, and between them so that trails are smooth."""
    t, q, qd = (np.asarray(x) for x in (motion.t, motion.q, motion.qd))
    fresh = np.diff(t, prepend=np.nan) != 0  # an event may repeat a time
    sound = fresh & np.isfinite(q).all(axis=-1) & np.isfinite(qd).all(axis=-1)
    t, q, qd = t[sound], q[sound], qd[sound]
    if len(t) < 2:
        raise ValueError(f"`motion` has {len(t)} rows to show; wanted two or more.")
    count = max(1, round(abs(t[-1] - t[0]) * fps / speed))
    if count > MOST:
        raise ValueError(
            f"The film would have {count} frames, and {MOST} are allowed; choose a larger `speed` "
            f"than {speed:g} or a smaller `fps` than {fps:g}."
        )
    forward = slice(None, None, 1 if t[-1] > t[0] else -1)
    every = max(1, min(4, MOST // count))
    times = np.linspace(t[0], t[-1], every * count + 1)
    path = CubicHermiteSpline(t[forward], q[forward], qd[forward])(times)
    mechanism = None if motion.system is None else motion.system.origin
    if points is None and isinstance(mechanism, Mechanism):
        found = skeleton(mechanism, path, motion.p)
        return Track(times, found.points, every, found.body, found.centre, found.bars)
    found = points_of(motion, points, times, path)
    count = found.shape[1]
    return Track(times, found, every, range(count), [True] * count)


def _stage(track: Track, pairs: list[tuple[int, int]], figure: Figure | None) -> Any:
    """Axes with equal units and limits that hold for the whole motion."""
    dimension = track.points.shape[2]
    corners = track.points.reshape(-1, dimension)
    if any(-1 in pair for pair in pairs):
        corners = np.vstack([corners, np.zeros(dimension)])
    low, high = corners.min(axis=0), corners.max(axis=0)
    # A straight path has no breadth of its own: it gets some of its length.
    size = max((high - low).max(), 1e-12)
    spare = np.maximum(0.08 * size, 0.5 * (0.3 * size - (high - low)))
    low, high = low - spare, high + spare

    # A new figure has the shape of what moves; beside and below it stand the labels.
    breadth, height = (high - low)[:2] if dimension == 2 else (1.0, 0.9)
    height = 0.4 + (COLUMN - 0.55) * min(max(height / breadth, 0.3), 1.5)
    projection = "3d" if dimension == 3 else None
    axes = blank(figure, (COLUMN, height)).add_subplot(projection=projection)
    axes.tick_params(**TICKS)
    for name, a, b in zip("xyz", low, high):
        axes.set(**{f"{name}lim": (a, b), f"{name}label": name})
    axes.set_aspect("equal", adjustable="box")
    if dimension == 3:
        axes.set_box_aspect(high - low, zoom=0.8)  # leaves room for the labels
    axes.locator_params(nbins=5, steps=[1, 2, 5, 10])
    return axes


def _actors(axes: Any, track: Track, pairs: list[tuple[int, int]], length: float) -> Callable:
    """Draw what moves; returns the function that moves it to a row of the track."""
    points = track.points
    ground = np.zeros(points.shape[2])
    if any(-1 in pair for pair in pairs):
        axes.plot(*ground[:, None], "o", color="white", mec=GREY, ms=4, zorder=4, label="ground")
    style = {"lw": 0.8, "alpha": 0.55}
    colors = [INK if i < 0 else color(i) for i in track.colors]
    trails = [axes.plot(*p[:, None], color=c, **style)[0] for p, c in zip(points[0], colors)]
    own = [colors[b] for _, b in track.bars]
    looks = [{"color": c, "lw": 2.0} for c in own] + [{"color": INK, "lw": 1.2}] * len(pairs)
    bars = [axes.plot(*ground[:, None], **look)[0] for look, _ in zip(looks, pairs)]
    sizes = [5 if trailing else 2.5 for trailing in track.trailing]
    dots = [
        axes.plot(*p[:, None], color=c, marker="o", ms=size, zorder=5)[0]
        for p, c, size in zip(points[0], colors, sizes)
    ]
    write = axes.text2D if points.shape[2] == 3 else axes.text
    clock = write(0.02, 0.98, "", transform=axes.transAxes, va="top", fontsize=7, color=GREY)
    step = abs(track.t[-1] - track.t[0]) / (len(track.t) - 1)
    back = int(min(length / step, len(track.t)))
    digits = max(0, -math.floor(math.log10(track.every * step)))

    def place(line, where):
        (line.set_data_3d if where.shape[1] == 3 else line.set_data)(*where.T)

    def update(row):
        here = np.vstack([points[row], ground])
        for i, (dot, line) in enumerate(zip(dots, trails)):
            place(dot, points[row : row + 1, i])
            first = max(0, row - back) if track.trailing[i] else row
            place(line, points[first : row + 1, i])
        for bar, pair in zip(bars, pairs):
            place(bar, here[list(pair)])
        clock.set_text(f"t = {track.t[row]:.{digits}f}")
        return [*trails, *bars, *dots, clock]

    update(0)
    return update
