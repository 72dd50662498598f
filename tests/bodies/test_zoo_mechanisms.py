"""Each reference mechanism has its mobility, and moves as its answer says."""

import re
from functools import cache

import numpy as np
import pytest

from tests.project.source import ROOT
from zwang import zoo
from zwang.plots.stick_figure import skeleton

# How near the default tolerances come, by the gallery's measure; the wing nut's spin about the
# middle axis multiplies every error by hundreds before it turns over.
ERRORS = {
    "free_body": 1e-10,
    "wing_nut": 1e-7,
    "heavy_top": 1e-8,
    "slider_crank": 1e-9,
    "four_bar": 1e-8,
    "andrews": 1e-9,
    "bricard": 1e-7,
    "governor": 1e-9,
    "rolling_coin": 1e-9,
    "turntable": 1e-9,
    "stewart": 1e-9,
    "scissor_lift": 1e-9,
    "ladder": 1e-9,
    "truss": 1e-9,
    "net": 1e-9,
}
# Larger ones of ladders, towers and nets are looked at in tests/engine/test_large_check.py.
LONG = "four_bar", "andrews", "bricard", "governor", "stewart", "ladder", "truss", "net"


@cache
def machine(name: str) -> zoo.Machine:
    return zoo.MECHANISMS[name]()


@cache
def motion(name: str):
    """Where the answer is known; if at any time, then at one before the end too."""
    given = machine(name)
    between = () if isinstance(given.answer, zoo.Table) else (0.3 * given.t,)
    return given.simulate(sorted({*given.times, *between}))


def marked(names):
    """Names as parameters, those of long motions as slow."""
    return [pytest.param(name, marks=[pytest.mark.slow] * (name in LONG)) for name in names]


# -- every mechanism ----------------------------------------------------------------------------


def test_every_answer_has_a_bound():
    assert set(ERRORS) == {name for name in zoo.MECHANISMS if machine(name).answer is not None}


@pytest.mark.parametrize("name", zoo.MECHANISMS)
def test_card_says_what_and_cites_keys_that_exist(name):
    keys = re.findall(r"^@\w+\{(\w+),", (ROOT / "references.bib").read_text(), re.M)
    card, given = str(machine(name)), machine(name)
    assert given.name == name and card.startswith(f"{name}: {given.title}")
    assert all(joint.label in card for joint in given.mechanism.joints)
    cited = re.findall(r"\[(\w+)\]", given.citation)
    assert set(cited) <= set(keys) and (cited or "own" in given.citation)


@pytest.mark.parametrize("name", zoo.MECHANISMS)
def test_described_twice_it_is_the_same_mechanism(name):
    assert zoo.MECHANISMS[name]().mechanism == machine(name).mechanism


@pytest.mark.parametrize("name", marked(zoo.MECHANISMS))
def test_mobility_is_found_where_counting_fails_too(name):
    report = machine(name).mechanism.check()
    assert not report.problems
    assert report.degrees_of_freedom == machine(name).mobility
    assert report.counted == machine(name).counted
    assert bool(report.redundant) == (machine(name).mobility > machine(name).counted)


# -- motions ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", marked(ERRORS))
def test_motion_is_that_of_the_answer(name):
    assert machine(name).error(motion(name)) <= ERRORS[name]


@pytest.mark.parametrize(
    "name", marked(name for name in zoo.MECHANISMS if machine(name).conservative)
)
def test_energy_of_a_conservative_mechanism_stays(name):
    found = np.asarray(motion(name).energy)
    size = np.abs(motion(name).observables["kinetic energy"]).max()
    assert np.ptp(found) <= 1e-9 * max(size, np.abs(found).max())


@pytest.mark.parametrize("name", marked(["bricard"]))
def test_all_hinges_of_bricard_are_redundant_and_none_is_unique(name):
    report = machine(name).mechanism.check()
    named = str(report)
    redundant = named[named.index("redundant:") :]
    assert all(f"'P{i}'" in redundant for i in range(6)) and "30 rows of rank 29" in redundant
    assert not machine(name).mechanism.reaction("P0").unique


@pytest.mark.parametrize("name", marked(["stewart"]))
def test_forces_from_the_ground_and_weights_move_the_centre_of_mass(name):
    mechanism = machine(name).mechanism
    q, qd = mechanism.start()
    qdd = np.asarray(mechanism.system(definite=True).acceleration(q, qd).qdd).reshape(-1, 7)
    masses = np.array([float(body.mass) for body in mechanism.bodies])
    held = ["drive", *(f"foot {i}" for i in range(1, 7))]
    forces = sum(mechanism.reaction(joint).force for joint in held)
    wanted = masses @ (qdd[:, :3] + [0.0, 0.0, 9.81])
    np.testing.assert_allclose(forces, wanted, atol=1e-10 * np.abs(wanted).max())


@pytest.mark.parametrize("name", marked(["chain"]))
def test_no_answer_is_said(name):
    with pytest.raises(ValueError, match="'chain' has no answer"):
        machine(name).error(motion(name))


# -- pictures -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", marked(["heavy_top", "slider_crank"]))
def test_a_film_shows_bodies_where_they_are_and_their_joints_closed(name):
    film = motion(name).animate(fps=4.0 / machine(name).t)
    update, (axes,) = film._func, film._fig.axes
    update(list(film.new_frame_seq())[-1])
    film._fig.canvas.draw()
    flat = all(body.planar for body in machine(name).mechanism.bodies)
    assert axes.name == ("rectilinear" if flat else "3d")
    read = "get_data" if flat else "get_data_3d"
    dots = [line for line in axes.get_lines() if line.get_marker() == "o"]
    shown = np.array([np.ravel(getattr(dot, read)()) for dot in dots])
    for body in machine(name).mechanism.bodies:
        place = motion(name).pose(body.name).p_WB[-1, : shown.shape[1]]
        assert np.abs(shown - place).max(axis=1).min() < 1e-9
    film._draw_was_started = True  # it was drawn frame by frame, and need not warn


def test_joints_of_a_skeleton_are_closed_at_the_start():
    for name in ("four_bar", "bricard", "governor"):
        mechanism = machine(name).mechanism
        q, _ = mechanism.start()
        found = skeleton(mechanism, q[None])
        for i, joint in enumerate(mechanism.joints):
            a, b = (found.at[joint.label, k] for k in (0, 1))
            assert np.abs(found.points[0, a] - found.points[0, b]).max() < 1e-12, (name, i)
