"""Breaks and the longest step, beside the closed form of an oscillator under a switched force."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.motion.ways import FINE, MANY, WAYS, moved
from zwang import modelfile
from zwang.engine import choose

ON, OFF, PUSH = 1.0, 1.3, 50.0


def switched(t, p=None):
    """A force that acts between two times only."""
    return (1.0 if p is None else p["k"]) * PUSH * jnp.where((t > ON) & (t <= OFF), 1.0, 0.0)


SYSTEM = zw.System(1.0, lambda q, t: switched(t) - q)
SCALED = zw.System(1.0, lambda q, t, p: switched(t, p) - q)


def answer(t):
    """From rest: PUSH (1 − cos(t − ON)), and from OFF on as much less of the same later."""
    since = lambda start: np.maximum(np.asarray(t) - start, 0.0)
    return PUSH * (np.cos(since(OFF)) - np.cos(since(ON)))


@pytest.mark.parametrize("way", WAYS)
def test_a_switched_force_is_stepped_onto(way, monkeypatch):
    times = [0.0, 0.5, ON, 1.1, 3.0, 4.0]
    given = SYSTEM, [0.0], [0.0], times
    rows = moved(way, monkeypatch, *given, breaks=[OFF, ON, ON, 9.0, -1.0])
    assert rows.status == 0
    np.testing.assert_allclose(rows.q[:, 0], answer(times), rtol=0, atol=1e-9)


@pytest.mark.parametrize("engine", ["native", "jax"])
def test_breaks_are_rows_of_a_span(engine):
    motion = zw.simulate(SYSTEM, [0.0], [0.0], (0.0, 4.0), breaks=[ON, OFF], engine=engine, **FINE)
    assert {ON, OFF} <= set(motion.t.tolist()) and (np.diff(motion.t) > 0).all()
    np.testing.assert_allclose(motion.q[:, 0], answer(motion.t), rtol=0, atol=1e-9)
    between = motion.at([0.9, ON, 1.2, OFF, 3.7])
    np.testing.assert_allclose(between.q[:, 0], answer(between.t), rtol=0, atol=1e-9)


@pytest.mark.parametrize("way", WAYS)
def test_a_fixed_step_is_cut_at_a_break(way, monkeypatch):
    times = [0.0, ON, OFF, 4.0]
    given = SYSTEM, [0.0], [0.0], times
    rows = moved(way, monkeypatch, *given, breaks=[ON, OFF], step=0.07)
    np.testing.assert_allclose(rows.q[:, 0], answer(times), rtol=0, atol=1e-9)


@pytest.mark.parametrize("engine", ["native", "jax"])
def test_a_motion_goes_on_from_a_break(engine):
    options = {"breaks": [ON, OFF], "engine": engine} | FINE
    q, qd = [0.0], [0.0]
    for span in ((0.0, ON), (ON, OFF), [OFF, 4.0]):
        motion = zw.simulate(SYSTEM, q, qd, span, **options)
        assert motion.t[0] == span[0] and motion.t[-1] == span[1]
        q, qd = motion.q[-1], motion.qd[-1]
    np.testing.assert_allclose(q[0], answer(4.0), rtol=0, atol=1e-9)


@pytest.mark.parametrize("engine", ["native", "jax"])
def test_events_about_a_break(engine):
    late = zw.Event(lambda t: t - ON, name="at the break", terminal=False)
    far = zw.Event(lambda q: q[0] - 1.0, name="far")
    given = SYSTEM, [0.0], [0.0], (0.0, 4.0)
    motion = zw.simulate(*given, breaks=[ON, OFF], events=[late, far], engine=engine, **FINE)
    assert abs(motion.events["at the break"].t - ON).max() < 1e-14
    found, wanted = motion.events["far"].t, ON + np.arccos(1.0 - 1.0 / PUSH)
    assert len(found) == 1 and abs(found[0] - wanted) < 1e-9 and motion.t[-1] == found[0]


@pytest.mark.slow
def test_inside_of_traced_programs():
    def end(scale, breaks, last):
        times = jnp.array([0.0, 0.5, ON, 1.0]).at[-1].set(last)
        given = SCALED, jnp.zeros(1), jnp.zeros(1), times, {"k": scale}
        motion = zw.simulate(*given, breaks=breaks, max_steps=256, **FINE)
        return motion.q[:, 0], motion.status

    def both(breaks, last):
        along = lambda scale: end(scale, breaks, last)
        return jax.jvp(along, (1.0,), (1.0,))

    (q, status), (slope, _) = jax.jit(both)(jnp.array([OFF, ON, 8.0]), 4.0)
    assert int(status) == 0
    np.testing.assert_allclose(q, answer([0.0, 0.5, ON, 4.0]), rtol=0, atol=1e-9)
    np.testing.assert_allclose(slope, answer([0.0, 0.5, ON, 4.0]), rtol=0, atol=1e-8)


@pytest.mark.parametrize("parts", [False, True])
def test_derivatives_and_fits(parts, monkeypatch):
    if parts:
        monkeypatch.setattr(choose, "WRITTEN_OUT", 0)
    times, p = np.array([0.0, 0.5, ON, 2.0, 4.0]), {"k": 1.0}
    rest = np.zeros(MANY if parts else 1)
    found = zw.sensitivity(SCALED, rest, rest, times, p, breaks=[ON, OFF], **FINE)
    assert ("kinds of parts" in found.engine) == parts
    np.testing.assert_allclose(found.q["k"][:, 0], answer(times), rtol=0, atol=1e-8)
    data = 1.25 * np.tile(answer(times)[:, None], len(rest))
    fit = zw.fit(SCALED, rest, rest, times, data, p, breaks=[ON, OFF])
    assert abs(float(fit.p["k"]) - 1.25) < 1e-9


def test_a_model_file(tmp_path):
    path = tmp_path / "switched.toml"
    path.write_text(
        "[coordinates]\nx = 0\n[parameters]\non = 1.0\n[system]\nmass = 1\n"
        'force = {x = "where(t > on and t <= on + 0.3, 50, 0) - x"}\n'
        '[simulate]\nuntil = 4\nrtol = 1e-11\natol = 1e-13\nbreaks = ["on", 1.3]\n'
    )
    motion = modelfile.read(path).simulate()
    np.testing.assert_allclose(motion.q[-1, 0], answer(4.0), rtol=0, atol=1e-9)


@pytest.mark.parametrize("way", WAYS)
def test_no_step_is_longer(way, monkeypatch):
    system = zw.System(1.0, lambda q: -q)
    rows = moved(way, monkeypatch, system, [1.0], [0.0], (0.0, 1.0), max_step=0.01)
    np.testing.assert_allclose(rows.q[-1, 0], np.cos(1.0), rtol=0, atol=1e-11)
    if not way.startswith("many"):
        assert len(rows.q) >= 101
    else:
        many = zw.simulate_many(system, np.ones((1, 1)), [0.0], (0.0, 1.0), max_step=0.01)
        assert many.accepted[0] >= 100


def test_longest_step_is_kept_between_rows_and_steps_are_even():
    system = zw.System(1.0, lambda q: 0.0 * q)
    motion = zw.simulate(system, [0.0], [1.0], (0.0, 1.0), max_step=0.06)
    assert np.diff(motion.t).max() <= 0.06 + 1e-15 and motion.stats["accepted"] < 40


@pytest.mark.parametrize(
    "given, named",
    [({"breaks": x}, "`breaks`") for x in ([np.nan], [np.inf], "x", [[1.0, 2.0]], None, ["a"])]
    + [({"max_step": x}, "`max_step`") for x in (0, -1, np.nan, np.inf, "a", [1.0])]
    + [({"max_step": 0.1, "step": 0.1}, "`step`")],
)
def test_what_is_none_is_refused_by_name(given, named):
    with pytest.raises((ValueError, TypeError), match=named):
        zw.simulate(SYSTEM, [0.0], [0.0], (0.0, 1.0), **given)
