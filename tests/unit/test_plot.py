"""Pictures show the motion's own numbers, under its names, and leave matplotlib as it was."""

import importlib
from dataclasses import replace

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.figure import Figure

from tests.unit.pictures import GRAVITY, MAKERS, curves, motion_of, pixels, texts, written
from zwang.base.status import Status
from zwang.motion.motion import Occurrences
from zwang.plots.style import GREY, INK

# The package may have a function of the same name.
module = importlib.import_module("zwang.plots.plot")
plot = module.plot


UNHELD = ["coordinates", "velocities", "phase"]
HELD = [*UNHELD, "forces", "force components", "multipliers", "residuals"]
KINDS = {  # what each motion has
    "pendulum": [*HELD, "energy change", "energy"],
    "chain": HELD,
    "long chain": HELD,
    "ball": HELD,
    "free": UNHELD,
}


def curves_of(motion, what, **kwargs):
    (axes,) = plot(motion, what, **kwargs).axes
    return curves(axes)


# -- what the lines say ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("what, field", [("coordinates", "q"), ("velocities", "qd")])
def test_lines_over_time_are_the_motions_columns(name, what, field):
    motion = motion_of(name)
    lines = curves_of(motion, what)
    assert tuple(lines) == motion.coordinates
    for i, line in enumerate(lines.values()):
        np.testing.assert_array_equal(line.get_xdata(), motion.t)
        np.testing.assert_array_equal(line.get_ydata(), getattr(motion, field)[:, i])


@pytest.mark.parametrize("name", MAKERS)
def test_phase_plane_is_velocity_over_coordinate(name):
    motion = motion_of(name)
    lines = curves_of(motion, "phase")
    assert tuple(lines) == motion.coordinates
    for i, line in enumerate(lines.values()):
        np.testing.assert_array_equal(line.get_xydata().T, [motion.q[:, i], motion.qd[:, i]])


def test_force_of_the_rod_is_the_tension_of_a_pendulum():
    motion = motion_of("pendulum")
    # m v² / length + m g cos(angle), with cos(angle) = -y
    tension = (motion.qd**2).sum(axis=1) - GRAVITY * motion.q[:, 1]
    line = curves_of(motion, "forces")["rod"]
    np.testing.assert_allclose(line.get_ydata(), tension, rtol=1e-12)


def test_force_components_sum_to_the_ideal_constraint_force():
    motion = motion_of("chain")
    lines = curves_of(motion, "force components")
    for i, coordinate in enumerate(motion.coordinates):
        parts = [lines[f"rod {j}: {coordinate}"].get_ydata() for j in (1, 2, 3)]
        np.testing.assert_allclose(np.sum(parts, axis=0), motion.Qc_ideal[:, i], atol=1e-12)


@pytest.mark.parametrize("name", ["pendulum", "chain", "ball"])
def test_multipliers_are_drawn_row_by_row(name):
    motion = motion_of(name)
    lines = curves_of(motion, "multipliers")
    assert tuple(lines) == motion.rows.names
    drawn = np.stack([line.get_ydata() for line in lines.values()], axis=1)
    np.testing.assert_array_equal(drawn, motion.multipliers)


@pytest.mark.parametrize("name", ["pendulum", "chain", "ball"])
def test_residuals_are_the_worst_row_and_zeros_stand_on_the_dotted_line(name):
    motion = motion_of(name)
    figure = plot(motion, "residuals")
    (axes,) = figure.axes
    assert axes.get_yscale() == "log"
    lines = curves(axes)
    (floor,) = {x.get_ydata()[0] for x in axes.get_lines() if x.get_linestyle() == ":"}
    for label, rows in (("residual", motion.residual), ("rate", motion.rate)):
        worst = np.abs(rows).max(axis=1)
        drawn = lines[label].get_ydata()
        np.testing.assert_array_equal(drawn, np.where(worst == 0.0, floor, worst))
    assert axes.get_ylim()[0] < floor
    assert "0" in written(figure)


def test_residuals_that_are_all_zero_are_drawn():
    motion = motion_of("pendulum")
    motion = replace(motion, residual=0 * motion.residual, rate=0 * motion.rate)
    figure = plot(motion, "residuals")
    (axes,) = figure.axes
    assert (curves(axes)["residual"].get_ydata() > 0).all()
    assert "0" in written(figure)


def test_residuals_without_zeros_have_no_line_for_them():
    motion = motion_of("pendulum")
    motion = replace(motion, residual=motion.residual + 1e-9, rate=motion.rate + 1e-9)
    (axes,) = plot(motion, "residuals").axes
    assert not [x for x in axes.get_lines() if x.get_linestyle() == ":"]


def test_energy_and_its_replace():
    motion = motion_of("pendulum")
    np.testing.assert_array_equal(curves_of(motion, "energy")["energy"].get_ydata(), motion.energy)
    drawn = curves_of(motion, "energy change")["energy"].get_ydata()
    np.testing.assert_array_equal(drawn, motion.energy - motion.energy[0])


def test_a_constant_energy_is_drawn_level():
    motion = motion_of("pendulum")
    (axes,) = plot(motion, "energy").axes
    low, high = axes.get_ylim()
    assert np.ptp(motion.energy) < 1e-4 * (high - low)


def test_default_shows_what_there_is():
    labels = {name: [x.get_ylabel() for x in plot(motion_of(name)).axes] for name in MAKERS}
    over = ["coordinates", "velocities"]
    phase = "velocities"
    held = ["|force| of rod", "worst residual", "energy change"]
    assert labels["pendulum"] == [*over, *held, phase]
    assert labels["chain"] == [*over, "|force|", "worst residual"]  # too many for phase planes
    assert labels["ball"] == [*over, "|force| of track", "worst residual", phase]
    assert labels["free"] == ["angle", "rate of angle", "rate of angle"]


def test_a_chosen_curve_keeps_the_colour_it_has_among_all():
    motion = motion_of("chain")
    every, some = (
        curves_of(motion, "coordinates"),
        curves_of(motion, "coordinates", coordinates="y2"),
    )
    assert list(some) == ["y2"] and some["y2"].get_color() == every["y2"].get_color()
    every, some = curves_of(motion, "forces"), curves_of(motion, "forces", constraints=["rod 3"])
    assert list(some) == ["rod 3"] and some["rod 3"].get_color() == every["rod 3"].get_color()


def test_chosen_constraints_alone_enter_the_residual():
    motion = motion_of("chain")
    figure = plot(motion, "residuals", constraints="rod 2")
    drawn = curves(figure.axes[0])["residual"].get_ydata()
    own = np.abs(motion.residual[:, 1])
    np.testing.assert_array_equal(drawn[own > 0], own[own > 0])


# -- names and marks ------------------------------------------------------------------------------


def test_few_curves_are_named_at_their_ends_in_their_colours():
    figure = plot(motion_of("chain"), "forces")
    (axes,) = figure.axes
    assert axes.get_legend() is None
    named = {x.get_text(): x.get_color() for x in axes.texts}
    for name, line in curves(axes).items():
        assert named[name] == line.get_color()


def test_names_at_ends_that_meet_do_not_overlap():
    motion = motion_of("ball")
    figure = plot(replace(motion, q=0.0 * motion.q), "coordinates")
    figure.canvas.draw()
    boxes = sorted((x.get_window_extent() for x in figure.axes[0].texts), key=lambda box: box.y0)
    assert len(boxes) == 3
    assert all(low.y1 <= high.y0 + 1 for low, high in zip(boxes, boxes[1:]))


def test_many_curves_have_one_legend_for_each_family_and_thin_lines():
    motion = motion_of("long chain")
    figure = plot(motion, ["coordinates", "velocities", "forces"])
    legends = [axes.get_legend() for axes in figure.axes]
    names = [[x.get_text() for x in legend.get_texts()] if legend else [] for legend in legends]
    assert names == [list(motion.coordinates), [], [f"rod {i}" for i in range(1, 7)]]
    widths = {line.get_linewidth() for line in curves(figure.axes[0]).values()}
    assert max(widths) < min(line.get_linewidth() for line in curves(figure.axes[2]).values())
    looks = {str((x.get_color(), x._dash_pattern)) for x in curves(figure.axes[0]).values()}
    assert len(looks) == len(motion.coordinates)


def test_of_very_many_curves_those_that_change_most_are_named_and_the_rest_counted(monkeypatch):
    monkeypatch.setattr("zwang.plots.plot.LISTED", 5)
    motion = motion_of("long chain")
    figure = plot(motion, "coordinates")
    assert len(curves(figure.axes[0])) == len(motion.coordinates)
    *named, rest = [x.get_text() for x in figure.axes[0].get_legend().get_texts()]
    spans = dict(zip(motion.coordinates, np.ptp(np.asarray(motion.q), axis=0), strict=True))
    others = set(spans) - set(named)
    assert len(named) == 5 and rest == f"and {len(others)} more"
    assert min(spans[x] for x in named) >= max(spans[x] for x in others)


def test_a_single_curve_is_named_by_its_axes():
    (axes,) = plot(motion_of("pendulum"), "phase", coordinates="x").axes
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("x", "dx/dt")


def test_events_and_changes_of_rank_are_upright_lines_with_names():
    for name, times, label in (
        ("pendulum", motion_of("pendulum").events["lowest"].t, "lowest"),
        ("chain", [2.5], "rank 3→2"),
    ):
        figure = plot(motion_of(name), ["coordinates", "forces"])
        assert written(figure).count(label) == len(times)  # in the highest panel only
        for axes in figure.axes:
            assert [x.get_xdata()[0] for x in axes.get_lines() if len(x.get_xdata()) == 2] == list(
                times
            )


def test_crowded_events_are_each_named_and_do_not_overlap():
    times = {"hit": np.linspace(0.1, 2.9, 60), "stop": np.array([0.62]), "land": np.array([0.63])}
    events = {name: Occurrences(t, None, None) for name, t in times.items()}
    found = texts(plot(replace(motion_of("pendulum"), events=events), "forces"))
    names = [(box, text.get_text()) for text, box in found if text.get_fontsize() == module.MARK]
    names.sort(key=lambda pair: pair[0].x0)
    assert 5 < len(names) < 30
    assert [name for _, name in names if name != "hit"] == ["stop, land"]
    assert all(left.x1 <= right.x0 for (left, _), (right, _) in zip(names, names[1:]))


def test_a_motion_that_stopped_early_says_so():
    stopped = plot(replace(motion_of("pendulum"), status=Status.INCONSISTENT), "coordinates")
    title = " ".join(stopped.get_suptitle().split())
    assert title == f"stopped at t = 3: {Status.INCONSISTENT.cause}"
    assert plot(motion_of("pendulum"), "coordinates").get_suptitle() == ""


# -- mistakes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, kwargs, message",
    [
        ("pendulum", {"what": "forcs"}, "`what` holds 'forcs'.*'coordinates'.*mean 'forces'"),
        ("pendulum", {"what": ["forces", "heat"]}, "`what` holds 'heat'; there are: 'coordinates'"),
        ("pendulum", {"what": []}, "`what` is empty"),
        ("pendulum", {"coordinates": "z"}, "`coordinates` holds 'z'; there are: 'x', 'y'"),
        ("chain", {"constraints": ["rod 4"]}, "`constraints` holds 'rod 4'.*'rod 1', 'rod 2'"),
        ("free", {"constraints": "rod"}, "there are: none at all"),
        ("free", {"what": "forces"}, "has none"),
        ("free", {"what": "residuals"}, "has none"),
        ("free", {"what": "energy"}, "the energy, which is not known"),
        ("chain", {"what": "energy change"}, "the energy, which is not known"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_what_can(name, kwargs, message):
    before = dict(matplotlib.rcParams)
    with pytest.raises(ValueError, match=message):
        plot(motion_of(name), **kwargs)
    assert dict(matplotlib.rcParams) == before


def test_a_batch_is_refused():
    motion = motion_of("free")
    with pytest.raises(ValueError, match="batch"):
        plot(replace(motion, t=np.stack([motion.t] * 2), q=np.stack([motion.q] * 2)))


# -- drawn ----------------------------------------------------------------------------------------


def test_every_kind_of_panel_is_tested():
    assert set(module.PANELS) == set(KINDS["pendulum"])


@pytest.mark.parametrize(
    "name, what", [(name, what) for name, kinds in KINDS.items() for what in (None, *kinds)]
)
def test_nothing_is_cut_off_by_the_edge_of_the_picture(name, what):
    figure = plot(motion_of(name), what)
    figure.canvas.draw()
    used, (width, height) = figure.get_tightbbox(), figure.get_size_inches()
    assert min(used.x0, used.y0) > 0 and used.x1 < width and used.y1 < height
    assert width in (3.4, 3.4 * 2.05)


def test_matplotlib_is_left_as_it_was():
    before, backend = dict(matplotlib.rcParams), matplotlib.get_backend()
    pixels(plot(motion_of("pendulum")))
    assert plt.get_fignums() == []
    assert dict(matplotlib.rcParams) == before and matplotlib.get_backend() == backend


def test_the_users_settings_do_not_change_the_picture():
    plain = plot(motion_of("pendulum"))
    expected = pixels(plain)
    ticks = plain.axes[0].yaxis.get_major_ticks()
    looks = {(x.label1.get_color(), x.tick1line.get_color()) for x in ticks}
    assert looks == {(INK, GREY)}
    with plt.style.context(["dark_background", {"xtick.labelsize": 20, "ytick.major.size": 9}]):
        np.testing.assert_array_equal(pixels(plot(motion_of("pendulum"))), expected)


def test_notebooks_show_figures():
    assert plot(motion_of("free"))._repr_png_().startswith(b"\x89PNG")


def test_a_figure_given_is_drawn_in():
    figure = Figure(figsize=(6, 3))
    left, right = figure.subfigures(1, 2)  # pyright: ignore[reportGeneralTypeIssues]
    assert plot(motion_of("free"), "phase", figure=left) is left
    assert plot(motion_of("chain"), "forces", figure=right) is right
    assert [len(x.axes) for x in (left, right)] == [1, 1]
    with pytest.raises(ValueError, match="`figure` has axes already"):
        plot(motion_of("free"), figure=figure)


def test_a_motion_forwards_to_its_pictures():
    figure = motion_of("pendulum").plot("phase", coordinates="y")
    assert list(curves(figure.axes[0])) == ["y"]


def test_a_single_row_is_a_dot_and_missing_numbers_are_gaps():
    motion = motion_of("pendulum")
    arrays = ("t", "q", "qd", "energy", "residual", "rate", "multipliers", "A", "rank")
    one = replace(motion, events={}, **{name: getattr(motion, name)[:1] for name in arrays})
    assert curves_of(one, "coordinates")["x"].get_marker() == "o"
    pixels(plot(one))
    broken = {name: np.array(getattr(motion, name), float) for name in arrays[1:]}
    for array in broken.values():
        array[-5:] = np.nan
    pixels(plot(replace(motion, **broken)))
