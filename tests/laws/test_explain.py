"""An instant taken apart: the parts add up, obey their laws, and a wrong part is seen."""

from dataclasses import replace
from functools import cache

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.systems.drawn import close, condition, in_like_units, null_space
from zwang.papers import ku93, u05
from zwang.zoo.random_system import RandomSystem


@cache
def drawn() -> tuple[RandomSystem, ...]:
    """A hundred systems of every kind: M > 0 and M ≥ 0, redundant or not, with C and without."""
    rng, found = np.random.default_rng(29), []
    while len(found) < 100:
        k = len(found)
        n, m = int(rng.integers(1, 7)), int(rng.integers(0, 6))
        rank_A = int(rng.integers(0, min(n, m) + 1))
        rank_M = n if k % 2 else int(rng.integers(n - rank_A, n + 1))
        scale = (1.0, 1.0, 30.0)[k % 3]
        system = zw.random_system(n, m, rank_A, rank_M, scale, nonideal=k % 4 > 1, seed=rng)
        if condition(in_like_units(system)) < 1e3:
            found.append(system)
    return tuple(found)


@pytest.mark.equation("U05 (2), (8)-(12), (25)")
def test_parts_add_up_in_a_hundred_systems():
    kinds = set()
    for system in drawn():
        x, d = zw.Explanation.of(*system), system.units
        kinds.add((x.singular, x.rank < len(x.b), bool(x.C.any())))
        assert x.residual <= 1e-10
        size = 1.0 + np.abs(x.a * d).max() + np.abs(x.change_ideal * d).max()
        close((x.a + x.change_ideal + x.change_nonideal - system.qdd) * d / size, 0, 1e-10)
        close((x.Qc_ideal + x.Qc_nonideal - system.Qc) / d, 0, 1e-10)
        told = zw.solve(*system)
        close((x.Qc_nonideal - told.Qc_nonideal) / d, 0, 1e-10)
        close(x.M @ x.qdd, x.Q + x.Qc, 1e-10 * (1 + np.abs(x.Q).max()))
        # gain times signal, and what each part is the acceleration of
        close((x.gain @ x.e - x.Qc_ideal) / d, 0, 1e-10)
        close(x.M @ x.change_ideal / d, x.Qc_ideal / d, 1e-10)
        close(x.M @ x.a / d, x.Q / d, 1e-10 * (1.0 + np.abs(x.Q / d).max()))
    assert len(kinds) == 8  # each of the three, with each of the others


def test_parts_of_the_change_are_orthogonal_in_the_metric():
    for system in drawn():
        x = zw.Explanation.of(*system)
        u, w = x.change_ideal, x.change_nonideal
        lengths = np.sqrt((u @ x.M @ u) * (w @ x.M @ w))
        assert abs(u @ x.M @ w) <= 1e-10 * (1.0 + lengths)


@pytest.mark.equation("U05 (2), (8)-(12), (25)")
def test_for_definite_mass_they_are_those_of_the_papers():
    for system in drawn():
        x = zw.Explanation.of(*system)
        if x.singular or system.units.max() > 2.0:
            continue
        M, Q, A, b, C = system
        close(x.a, u05.unconstrained_acceleration(M, Q), 1e-11)
        close(x.e, u05.error_signal(M, Q, A, b), 1e-11)
        close(x.B, u05.B_matrix(M, A), 1e-11)
        close(x.gain, u05.gain(M, A), 1e-10)
        if C is None:
            close(x.least, ku93.gauss_constraint(M, Q, x.qdd), 1e-10 * (1.0 + x.least))


def test_no_other_admissible_acceleration_has_less_of_gauss():
    rng = np.random.default_rng(3)
    for system in drawn():
        x = zw.Explanation.of(*system)
        assert x.gauss(x.qdd) == pytest.approx(x.least, abs=1e-10)
        N = null_space(system.A / system.units) / system.units[:, None]  # of length one there
        for shift in rng.standard_normal((3, N.shape[1])):
            step = N @ shift
            more = x.gauss(x.qdd + step) - x.least
            assert more == pytest.approx(step @ x.M @ step, rel=1e-6, abs=1e-8 * (1 + x.least))
            assert more >= -1e-9 * (1 + x.least)


def test_the_answer_does_not_depend_on_how_the_system_is_written():
    """Turned coordinates, mixed and repeated rows, other units: q̈ and Qc turn with them."""
    rng = np.random.default_rng(5)
    for system in drawn()[:40]:
        M, Q, A, b, C = in_like_units(system)
        turn = np.linalg.qr(rng.standard_normal(M.shape))[0] * rng.uniform(0.1, 10.0, len(Q))
        mixed = rng.standard_normal((len(b) + 1, len(b)))
        mixed[: len(b)] += 3.0 * np.eye(len(b))
        other = zw.Explanation.of(
            turn.T @ M @ turn, turn.T @ Q, mixed @ A @ turn, mixed @ b,
            None if C is None else turn.T @ C,
        )  # fmt: skip
        here = zw.Explanation.of(M, Q, A, b, C)
        close(turn @ other.qdd, here.qdd, 1e-8)
        close(np.linalg.solve(turn.T, other.Qc), here.Qc, 1e-8)
        if not here.singular:
            assert other.least == pytest.approx(here.least, abs=1e-8)
            close(turn @ other.a, here.a, 1e-8)


def test_a_wrong_part_is_seen(monkeypatch):
    """The residual is no identity: another gain, or another sign of the signal, shows in it."""
    system = zw.random_system(4, 2, seed=1)
    wrong = {
        "gain": lambda M, A: 1.001 * zw.gain(M, A),
        "signal_of": lambda M, Q, A, b: (-zw.error_signal(M, Q, A, b), 0),
    }
    for name, function in wrong.items():
        with monkeypatch.context() as patch:
            patch.setattr(f"zwang.equation.views.explain.{name}", function)
            assert zw.Explanation.of(*system).residual > 1e-6


# -- of a described system, and of a motion -------------------------------------------------------

rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
BOB = zw.System(2.0, [0.0, -19.62], rod, coordinates="x y", nonideal=lambda qd: -0.9 * qd)
STATE = np.array([0.6, -0.8]), np.array([1.6, 1.2])


def test_a_described_system_has_names_and_a_page():
    x = zw.explain(BOB, *STATE, t=0.5)
    assert x.coordinates == ("x", "y") and x.constraints == ("rod",) and x.t == 0.5
    close(x.C, -0.9 * STATE[1], 0)
    told = BOB.acceleration(*STATE, 0.5)
    close(x.qdd, told.qdd, 1e-14)
    close(x.Qc_nonideal, told.Qc_nonideal, 1e-14)
    text = str(x)
    for part in ("a = M⁻¹Q", "U05 (2)", "U05 (10)", "U05 (11)", "U05 (25)", "KU93 (14)", "rod",
                 "[q]/[t]²", "-9.81", "t = 0.5"):  # fmt: skip
        assert part in text, part
    assert max(map(len, text.splitlines())) <= 110


def test_a_page_of_a_singular_mass_cites_the_paper_of_singular_masses():
    given = np.diag([1.0, 0, 0]), [1.0, 0, 0], [[1.0, 1, 0], [0, 0, 2]], [1.0, 3.0]
    text = str(zw.Explanation.of(*given, coordinates="x y z", constraints="belt hook"))
    assert "U05" not in text and "hook" in text and "for C = 0" not in text and "M > 0" in text
    for number in (4, 6, 45, 46, 49, 51, 52, 65, 67):
        assert f"US10 ({number})" in text, number
    assert "-0 " not in str(zw.Explanation.of(np.eye(2), [0.0, 1.0], [[1.0, 0.0]], [-0.0])) + " "


def test_hertz_curvature_is_that_of_the_circle_and_of_no_other_case():
    free = zw.System(2.0, None, rod)
    # A circle of radius 1, of which the metric makes √2.
    assert zw.explain(free, *STATE).curvature == pytest.approx(2**-0.5, rel=1e-12)
    polar = zw.System.from_lagrangian(
        lambda q, qd: 0.5 * (qd[0] ** 2 + q[0] ** 2 * qd[1] ** 2),
        constraints=zw.Holonomic(lambda q: q[0] - 2.0, name="circle"),
    )
    assert zw.explain(polar, [2.0, 0.3], [0.0, 1.7]).curvature == pytest.approx(0.5, rel=1e-12)
    assert zw.explain(BOB, *STATE).curvature is None
    assert zw.explain(zw.System(2.0, [0.0, -1.0], rod), *STATE).curvature is None
    assert zw.explain(free, STATE[0], 0.0 * STATE[1]).curvature is None
    moving = zw.Holonomic(lambda q, t: q @ q - 1.0 - t, name="growing")
    assert zw.explain(zw.System(2.0, None, moving), STATE[0], [0.6, -0.8]).curvature is None


def test_a_motion_explains_its_instants_also_between_its_rows():
    motion = zw.simulate(BOB, *STATE, (0.0, 0.3))
    row = motion.explain(motion.t[2])
    close(row.qdd, motion.qdd[2], 1e-13)
    close(row.Qc_ideal, motion.Qc_ideal[2], 1e-12)
    between = motion.explain(0.1234)
    close(between.qdd, motion.at([0.1234]).qdd[0], 1e-12)
    with pytest.raises(ValueError, match="`times`|`t`"):
        motion.explain(7.0)
    with pytest.raises(ValueError, match="`t` has the shape"):
        motion.explain([0.1, 0.2])


def test_free_directions_are_named_and_the_force_is_there():
    x = zw.Explanation.of(
        np.diag([1.0, 0.0, 0.0, 0.0]), [1.0, 0, 0, 0], [[0.0, 0, 1, 2]], [1.0],
        coordinates=list("abcd"),
    )  # fmt: skip
    assert x.free == ("+1 b", "+1 c -0.5 d") and "+1 c -0.5 d" in str(x)
    close(x.a + x.change_ideal, x.qdd, 1e-14)
    close(x.Qc, np.zeros(4), 1e-15)


def test_the_picture_shows_the_vectors():
    x = zw.explain(BOB, *STATE)
    figure = x.draw()
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert len(labels) == 6 and any("Gauss" in label for label in labels)
    arrows = {c.get_label(): c for c in figure.axes[0].collections}
    assert len(arrows) == 4
    ends = {name: np.array([c.U[0], c.V[0]]) for name, c in arrows.items()}
    ideal = next(v for k, v in ends.items() if "ideal" in k and "non" not in k)
    close(ideal, x.change_ideal, 0)
    line = next(c for c in figure.axes[0].lines if "A" in str(c.get_label()))
    close(x.A @ np.array(line.get_data()), np.array([x.b, x.b]).T, 1e-9)
    level = next(c for c in figure.axes[0].lines if "Gauss" in str(c.get_label()))
    around = np.array(level.get_data())
    beyond = np.ravel(x.A @ around - x.b)  # it touches the line, at q̈
    assert min(beyond.max(), -beyond.min()) < 1e-9 * np.ptp(beyond)
    close(around[:, np.abs(beyond).argmin()], x.qdd, 0.02 * np.ptp(around, axis=1).max())
    three = zw.random_system(3, 1, seed=2)
    assert len(zw.Explanation.of(*three).draw(["q[0]", "q[2]"]).axes) == 1
    for wrong in (["q[0]"], ["q[0]", "z"], 3):
        with pytest.raises((ValueError, TypeError), match="`coordinates`"):
            zw.Explanation.of(*three).draw(wrong)


def test_mistakes_and_failures_are_told():
    with pytest.raises(TypeError, match="`system` is 3"):
        zw.explain(3, *STATE)  # pyright: ignore
    with pytest.raises(ValueError, match="`coordinates` has 1 names"):
        zw.Explanation.of(np.eye(2), [0, 0], [[1.0, 0]], [0], coordinates=["x"])
    with pytest.raises(zw.NumericalError, match="row 0, row 1"):
        zw.Explanation.of(np.eye(1), [0], [[1.0], [1.0]], [0, 1])
    with pytest.raises(ValueError, match="`qdd` has the shape"):
        zw.explain(BOB, *STATE).gauss([1.0])
    jax_too = zw.Explanation.of(*map(jnp.asarray, (np.eye(2), [0.0, 1.0], [[1.0, 0.0]], [2.0])))
    close(jax_too.qdd, [2.0, 1.0], 1e-15)
    assert replace(jax_too, t=1.0).t == 1.0


def test_a_time_outside_of_a_motion_is_refused_by_its_name():
    motion = zw.simulate(BOB, *STATE, (0.0, 0.1))
    assert motion.explain(0.1).residual < 1e-10
    for t in (-1e-9, 0.2, float("nan")):
        with pytest.raises(ValueError, match="`t` is .*wanted a time within the motion, 0 to 0.1"):
            motion.explain(t)
