"""Laws run at once, and give the same bits when they are compiled beside."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.base.functions import split
from zwang.base.identity.keyed import Keyed
from zwang.engine import evaluate
from zwang.engine.evaluate import ByNumPy, Evaluated, InC, by_numpy, in_c
from zwang.library import worker

STATES = [(np.array([0.3, -0.2]) * k, np.array([0.1, 0.4]), 0.1 * k) for k in range(1, 30)]


def law(q, qd, t, numbers):
    (p,) = numbers
    return jnp.tanh(q * p[0]) @ jnp.sin(qd + t), jnp.argmax(q), q > qd


def bits(call):
    answers = [call(q, qd, t, np.array([1.5])) for q, qd, t in STATES]
    return [tuple(np.asarray(x).tobytes() for x in answer) for answer in answers]


@pytest.fixture
def begun(monkeypatch):
    """Jobs of the worker, which does none of them."""
    jobs = []
    monkeypatch.setattr(worker, "begin", lambda owner, job: jobs.append((owner, job)))
    return jobs


def test_a_law_runs_at_once_and_has_the_same_bits_when_it_is_compiled(cache, begun):
    call = in_c(law, 2, ((1,),))
    assert isinstance(call, InC)
    plain = bits(call)
    call.written.begin()
    assert bits(call) == plain  # nothing waits
    swaps = []
    for k, (q, qd, t) in enumerate(STATES):
        if k == 17:
            ((owner, job),) = begun
            job(owner)
        swaps.append(tuple(np.asarray(x).tobytes() for x in call(q, qd, t, np.array([1.5]))))
    assert swaps == plain and call.written._functions.compiled


def test_types_and_names_stay():
    number, place, larger = in_c(law, 2, ((1,),))(*STATES[0], np.array([1.5]))
    assert (number.dtype, place.dtype, larger.dtype) == (np.float64, np.int64, np.bool_)
    assert larger.shape == (2,) and number.shape == place.shape == ()


def test_a_law_is_compiled_once_it_ran_for_a_while(begun, monkeypatch):
    call = in_c(law, 2, ((1,),))
    bits(call)
    assert not begun
    monkeypatch.setattr("zwang.library.functions.WORTH", 0.0)
    bits(call)
    assert len(begun) == 1
    monkeypatch.setattr(evaluate, "LONGEST", 0)  # which a compiler would take too long for
    bits(in_c(law, 2, ((1,),)))
    assert len(begun) == 1


def test_many_coordinates_go_by_numpy_until_their_loops_are_compiled(cache, begun, monkeypatch):
    monkeypatch.setattr(evaluate, "FEW", 1)
    call = by_numpy(law, 2, ((1,),), first=3)
    plain = []
    for k, (q, qd, t) in enumerate(STATES):
        plain.append(call(q, qd, t, [np.array([1.5])]))
        assert len(begun) == (k >= 3)
    owner, job = begun[0]
    job(owner)
    assert call.in_c is not None and call.in_c.written.ready
    for (q, qd, t), wanted in zip(STATES, plain, strict=True):
        for x, y in zip(call(q, qd, t, [np.array([1.5])]), wanted, strict=True):
            np.testing.assert_allclose(x, y, rtol=1e-14)


def test_without_a_compiler_answers_are_the_same(cache, monkeypatch):
    def control():
        path = zw.Holonomic(lambda q, t: q[0] - 0.1 * jnp.sin(t), name="path")
        plant = zw.System([1.0, 2.0], lambda q, p: -p * jnp.tanh(q), coordinates="x y")
        return zw.track(plant, path, gains=(2.0, 1.0))

    state = [0.1, -0.9], [0.2, 0.1], 0.3, 1.7
    plain = control().force(*state)
    monkeypatch.setenv("ZWANG_COMPILER", "none")
    monkeypatch.setattr("zwang.library.functions.WORTH", 0.0)
    anew = control()
    for _ in range(3):
        assert anew.force(*state).tobytes() == plain.tobytes()


def test_an_evaluated_function_of_many_coordinates_is_one_by_numpy(monkeypatch):
    monkeypatch.setattr(evaluate, "FEW", 1)
    function = Evaluated(lambda fixed, q, qd, t, p: (q @ qd) * p)
    numbers, rest = split(2.0, np)
    state = np.ones(3), np.arange(3.0), np.asarray(0.0)
    assert isinstance(function.program(Keyed(None, "nothing"), rest, state[0], numbers), ByNumPy)
    assert function(Keyed(None, "nothing"), rest, *state, numbers) == 6.0
