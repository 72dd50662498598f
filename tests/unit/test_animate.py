"""Films show the motion's points where they are, and leave matplotlib as it was."""

import importlib
from dataclasses import replace

import jax.numpy as jnp
import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pytest
from PIL import Image, ImageSequence

from tests.unit.pictures import motion_of, pixels, written

# The package may have a function of the same name.
module = importlib.import_module("zwang.plots.animate")
animate = module.animate


def frames_of(path):
    with Image.open(path) as film:
        for frame in ImageSequence.Iterator(film):
            yield np.asarray(frame.convert("RGB"))


@pytest.mark.parametrize(
    "name, links, axes_name",
    [
        ("pendulum", [("ground", 0)], "rectilinear"),
        ("chain", [(-1, 0), (0, 1), (1, 2)], "rectilinear"),
        ("ball", [(0, "ground")], "3d"),
    ],
)
def test_a_film_is_written_and_ends_where_the_motion_ends(name, links, axes_name, tmp_path):
    motion, path = motion_of(name), tmp_path / "film.gif"
    film = animate(motion, links=links, fps=4, speed=2.0, path=path)
    frames = list(frames_of(path))
    assert len(frames) == 1 + round((motion.t[-1] - motion.t[0]) * 4 / 2)
    assert all((one != two).any() for one, two in zip(frames, frames[1:]))

    (axes,) = film._fig.axes
    assert axes.name == axes_name
    dots = [x for x in axes.get_lines() if x.get_marker() == "o" and x.get_label() != "ground"]
    data = "get_data_3d" if axes_name == "3d" else "get_data"
    ends = np.concatenate([np.ravel(getattr(dot, data)()) for dot in dots])
    np.testing.assert_allclose(ends, motion.q[-1], atol=1e-12)
    assert written(film._fig).count(f"t = {motion.t[-1]:.1f}") == 1


def test_the_film_keeps_equal_units_and_the_whole_path_in_view():
    motion = motion_of("pendulum")
    film = animate(motion, links=[("ground", 0)], fps=2)
    (axes,) = film._fig.axes
    pixels(film._fig)
    assert axes.get_aspect() == 1.0
    for i, (low, high) in enumerate((axes.get_xlim(), axes.get_ylim())):
        assert low < min(0.0, motion.q[:, i].min()) and max(0.0, motion.q[:, i].max()) < high
    box = axes.get_window_extent()
    units = np.array([np.ptp(axes.get_xlim()), np.ptp(axes.get_ylim())])
    assert box.width / units[0] == pytest.approx(box.height / units[1], rel=1e-3)


def test_between_rows_the_path_is_the_cubic_with_the_right_ends():
    t = np.array([0.0, 0.4, 1.0])
    cubic = np.polynomial.Polynomial([0.3, -1.0, 2.0, 0.7])
    motion = replace(motion_of("free"), t=t, q=cubic(t)[:, None], qd=cubic.deriv()(t)[:, None])
    track = module._track(motion, lambda q: jnp.array([[q[0], 0.0]]), fps=7, speed=1.0)
    np.testing.assert_allclose(np.diff(track.t), track.t[1] - track.t[0])
    np.testing.assert_allclose(track.points[:, 0, 0], cubic(track.t), atol=1e-14)


def test_a_motion_back_in_time_runs_back():
    motion = motion_of("pendulum")
    back = replace(motion, **{name: getattr(motion, name)[::-1] for name in ("t", "q", "qd")})
    there = module._track(motion, None, fps=5, speed=1.0)
    again = module._track(back, None, fps=5, speed=1.0)
    np.testing.assert_allclose(again.points, there.points[::-1], atol=1e-12)
    assert again.t[0] == 3.0


def test_points_may_ask_for_time_and_parameters_and_use_numpy():
    motion = motion_of("ball")
    track = module._track(motion, lambda p, t: np.array([[p["radius"], t, 1.0]]), fps=2, speed=1.0)
    np.testing.assert_array_equal(track.points[:, 0, 0], 1.0)
    np.testing.assert_array_equal(track.points[:, 0, 1], track.t)
    named = module._track(motion, lambda a: np.array([a[:2], a[1:]]), fps=2, speed=1.0)
    assert named.points.shape == (len(named.t), 2, 2)


@pytest.mark.parametrize(
    "trail, length", [(0.0, 1), (0.5, 5), (np.inf, 25)]
)  # 24 steps of 3/24 s, four to a frame
def test_the_trail_is_as_long_as_asked(trail, length, tmp_path):
    film = animate(motion_of("pendulum"), trail=trail, fps=2, path=tmp_path / "film.gif")
    (line,) = [x for x in film._fig.axes[0].get_lines() if x.get_alpha() is not None]
    assert len(line.get_xdata()) == length


@pytest.mark.parametrize(
    "name, kwargs, message",
    [
        ("free", {}, "angle are not those of particles.*wanted `points`"),
        ("free", {"points": lambda q: q}, r"`points` returned the shape \(1,\)"),
        ("chain", {"links": [(0, 3)]}, r"`links` holds \(0, 3\); wanted.* 0 to 2"),
        ("chain", {"links": [(0, 1, 2)]}, "`links` holds"),
        ("chain", {"links": [(0, "wall")]}, "`links` holds"),
        ("chain", {"fps": 0}, "`fps` is 0"),
        ("chain", {"speed": -1.0}, "`speed` is -1.0"),
        ("chain", {"speed": 1e-6}, "larger `speed`"),
        ("chain", {"trail": -1.0}, "`trail` is -1.0"),
        ("chain", {"path": "film.avi"}, "ends in .gif or .mp4"),
    ],
)
def test_a_film_that_cannot_be_made_is_refused(name, kwargs, message):
    with pytest.raises(ValueError, match=message):
        animate(motion_of(name), **kwargs)


def test_matplotlib_is_left_as_it_was_and_notebooks_show_films():
    before, backend = dict(matplotlib.rcParams), matplotlib.get_backend()
    page = animate(motion_of("pendulum"), fps=1)._repr_html_()
    assert page.count("data:image/png") == 4  # at 0, 1, 2 and 3
    assert plt.get_fignums() == []
    assert dict(matplotlib.rcParams) == before and matplotlib.get_backend() == backend


def test_a_motion_forwards_to_its_films():
    with pytest.raises(ValueError, match="`fps` is 0"):
        motion_of("pendulum").animate(fps=0)


def test_a_film_without_ffmpeg_is_refused(monkeypatch, tmp_path):
    monkeypatch.setattr(module.FFMpegWriter, "isAvailable", classmethod(lambda cls: False))
    with pytest.raises(ValueError, match="ffmpeg is not installed"):
        animate(motion_of("pendulum"), path=tmp_path / "film.mp4")
