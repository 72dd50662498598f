"""Each reference problem is what it says: its start, its answer, its source's numbers.

Numbers without a comment come from the source that the problem cites, as printed.
"""

import re
from typing import Any

import numpy as np
import pytest

from tests.project.source import ROOT
from tests.zoo.problems import EPS, problem, residuals
from zwang import zoo
from zwang.equation.known import known_at

CLOSED = [name for name in zoo.PROBLEMS if problem(name).knows_state]
CONSERVED = [name for name in CLOSED if problem(name).system.energy is not None]
PUSHED = [name for name in CLOSED if problem(name).Qc is not None]


def times(name: str, count: int = 5) -> np.ndarray:
    """Times of the motion, of no meaning."""
    return np.random.default_rng(1).uniform(0.0, problem(name).t, count)


def derivative(f, t, h):
    """Of order six, so that rounding and cutting are both near EPS**(6/7)."""
    weights = {1: 45.0, 2: -9.0, 3: 1.0}
    return sum(w * (f(t + i * h) - f(t - i * h)) for i, w in weights.items()) / (60.0 * h)


def rates(name: str, t) -> tuple[np.ndarray, float]:
    """The closed form's derivatives by the best of several steps, and how exact they are.

    A step and its half agree where neither cutting nor rounding is large.
    """
    answer: Any = problem(name).answer

    def attempt(h):
        fine, coarse = derivative(answer, t, h / 2.0), derivative(answer, t, h)
        return float(np.abs(fine - coarse).max()), h, fine

    found, h, fine = min(map(attempt, np.geomspace(1e-4, 1e-1, 10)), key=lambda x: x[0])
    return fine, 2.0 * found + 10.0 * EPS * np.abs(answer(t)).max() / h


# -- every problem ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", zoo.PROBLEMS)
def test_start_meets_the_constraints(name):
    p = problem(name)
    size = 1.0 + max(np.abs(p.q0).max(), np.abs(p.qd0).max())
    # Andrews' start is given in 30 digits and rounded once; all else is a few roundings.
    assert np.abs(residuals(name, p.q0, p.qd0, 0.0)).max(initial=0.0) <= 8.0 * EPS * size


@pytest.mark.parametrize("name", zoo.PROBLEMS)
def test_start_has_an_acceleration_without_failure(name):
    p = problem(name)
    assert np.isfinite(p.system.acceleration(p.q0, p.qd0, 0.0, p.p).qdd).all()


@pytest.mark.parametrize("name", zoo.PROBLEMS)
def test_card_says_what_and_cites_keys_that_exist(name):
    p, keys = (
        problem(name),
        re.findall(r"^@\w+\{(\w+),", (ROOT / "references.bib").read_text(), re.M),
    )
    card = str(p)
    assert p.name == name and card.startswith(f"{name}: {p.title}")
    assert all(coordinate in card for coordinate in p.system.coordinates or ())
    cited = re.findall(r"\[(\w+)\]", p.citation)
    assert set(cited) <= set(keys) and (cited or "own" in p.citation)


@pytest.mark.parametrize("name", zoo.PROBLEMS)
def test_described_twice_it_has_one_program(name):
    first, again = zoo.PROBLEMS[name](), problem(name)
    state = first.q0, first.qd0, 0.0, first.p
    assert known_at(first.system, *state) == known_at(again.system, *state)


# -- closed forms -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CLOSED)
def test_answer_at_the_start_is_the_start(name):
    p: Any = problem(name)
    assert p.error(0.0, p.q0, p.qd0) <= p.tolerance
    assert p.answer(np.zeros(3)).shape == (3, 2 * len(p.q0))


@pytest.mark.parametrize("name", CLOSED)
def test_answer_meets_the_constraints_at_all_times(name):
    p = problem(name)
    for t in times(name):
        q, qd = p.state(t)
        size = 1.0 + max(np.abs(q).max(), np.abs(qd).max())
        assert np.abs(residuals(name, q, qd, t)).max(initial=0.0) <= p.tolerance * size


@pytest.mark.parametrize("name", CLOSED)
def test_velocity_of_the_answer_is_the_rate_of_its_place(name):
    t = times(name)
    found, allowed = rates(name, t)
    _, qd = problem(name).state(t)
    assert allowed < 1e-9 * (1.0 + np.abs(found).max())
    assert np.abs(found[:, : qd.shape[1]] - qd).max() <= allowed


@pytest.mark.parametrize("name", CLOSED)
def test_acceleration_of_the_system_is_that_of_the_answer(name):
    p, t = problem(name), times(name)
    found, allowed = rates(name, t)
    q, qd = p.state(t)
    qdd = np.array([p.system.acceleration(*s, p.p).qdd for s in zip(q, qd, t, strict=True)])
    assert np.abs(found[:, q.shape[1] :] - qdd).max() <= allowed


@pytest.mark.parametrize("name", CONSERVED)
def test_energy_is_conserved_along_the_answer(name):
    p: Any = problem(name)
    energies = [
        p.system.energy.at(p.system.values(*p.state(t), t, p.p)) for t in (0.0, *times(name))
    ]
    q, qd = p.state(times(name))
    size = 1.0 + np.max(np.abs(energies)) + np.max(np.abs(qd)) ** 2
    assert np.ptp(energies) <= p.tolerance * size


@pytest.mark.parametrize("name", PUSHED)
def test_constraint_force_is_the_one_in_closed_form(name):
    p: Any = problem(name)
    for t in times(name):
        Qc = p.system.acceleration(*p.state(t), t, p.p).Qc
        np.testing.assert_allclose(Qc, p.Qc(t), atol=100.0 * EPS * (1.0 + np.abs(p.Qc(t)).max()))


# Time, and what the state or its rates should then be, as the sources print it; and how exact.
STATED = {
    "pendulum": (10.0, [-0.2750874625761169, -0.961419205099125], 1e-14),
    "conical_pendulum": (
        2.0,
        [-0.0713644582503656, 0.7800693311784379, -0.6216099682706644],
        1e-14,
    ),
    "knife_edge": (
        4.0,
        [2.372072951477777, 11.87863763517869, 4.1887902047863905]
        + [2.868309607538388, 4.968057972094428, 1.0471975511965976],
        1e-13,
    ),
    "rolling_disk": (
        4.0,
        [-1.2452057610448009, 1.140626270700692, 12.0, 4.8]
        + [0.1312484751591696, -1.494246913253761, 3.0, 1.2],
        1e-14,
    ),
    "rosenberg": (
        3.0,
        [2.815210424722881, 3.3342200338048813, 2.4] + [0.576923076923077, 1.3846153846153846, 0.7],
        1e-14,
    ),
    "rosenberg_nonideal": (
        3.0,
        [1.8745706324319542, 1.5489374232299453, 1.4566478421476656]
        + [0.2842797462992873, 0.4140954790131427, 0.23439958243099374],
        1e-14,
    ),
    # By a simulation at 1e-9, except for z.
    "spherical_pendulum": (
        3.0,
        [-0.44058437621451524, -0.38012151861198784, -0.8132607444870761]
        + [0.6344590479669747, -1.2229858621383245, 0.22791029879619512],
        1e-11,
    ),
    "heavy_top": (1.0, [0.403704212040462311, 0.689495913371506559, 40.4556331645107813], 1e-12),
}


@pytest.mark.parametrize("name", STATED)
def test_answer_is_the_stated_one(name):
    t, stated, exact = STATED[name]
    found = problem(name).answer(t)[: len(stated)]  # pyright: ignore[reportOptionalCall]
    np.testing.assert_allclose(found, stated, rtol=0.0, atol=exact * np.abs(stated).max())


# -- the shape ----------------------------------------------------------------------------------


def test_table_answers_at_its_times_only():
    table = zoo.Table([1.0, 2.0], [[3.0, 4.0], [5.0, 6.0]])
    assert table([2.0, 1.0]).tolist() == [[5.0, 6.0], [3.0, 4.0]]
    assert table(2).tolist() == [5.0, 6.0]
    with pytest.raises(ValueError, match="`t` is 1.5; wanted times of the table: 1, 2"):
        table(1.5)


def test_error_is_relative_to_answers_above_one():
    p = problem("andrews")
    q, qd = p.state(0.03)
    assert p.error(0.03, q, qd) == 0.0
    assert p.error(0.03, q, qd + [1.0, 0, 0, 0, 0, 0, 0]) == pytest.approx(1.0 / 1139.92, rel=1e-3)
    assert p.error([0.03], [q + [0, 0, 1e-3, 0, 0, 0, 0]], [qd]) == pytest.approx(1e-3)


def test_problem_without_an_answer_says_so():
    p = zoo.ku93_oscillator(alpha=1.0)
    assert p.answer is None and len(p.times) == 0 and "none for these parameters" in str(p)
    with pytest.raises(ValueError, match="has no answer"):
        p.error(1.0, p.q0, p.qd0)
