"""What judges a step, in C: the text of Python, bit by bit."""

import ctypes
import itertools

import jax.numpy as jnp
import numpy as np
import pytest

from tests.runtime.units import unit
from zwang.emit.lines import PRELUDE, emit
from zwang.emit.scalars import scalarized
from zwang.files import build
from zwang.integrate import projection, rank_watch
from zwang.integrate.method import step_size
from zwang.integrate.method.step_size import PI, Elementary
from zwang.integrate.method.tableau import DOPRI8
from zwang.runtime import method as methods

EXPORTED = """
void try_judge(
    const zw_method *f, long long n, const double *q, const double *qd, const double *q_new,
    const double *qd_new, const double *error, const double *reach, const double *weight,
    const double *t, const double *sigma, const double *told, double *out)
{
    zw_step_facts facts
        = {told[0], told[1], told[2], told[4], told[3] > 0.0, reach, weight, t, sigma};
    zw_judge(f, n, q, qd, q_new, qd_new, error, &facts, out, out + 1);
}
void try_first_step(
    long long n, const double *q, const double *qd, const double *qdd, const double *told,
    double *out)
{
    out[0] = zw_first_step(n, q, qd, qdd, told[0], told[1], told[2]);
}
void try_distance(const double *t, const double *sigma, double *out)
{
    out[0] = zw_distance(t, sigma);
}
void try_cut_for(const double *told, double *out) { out[0] = zw_cut_for(told[0], told[1]); }
"""
ODD = [0.0, -0.0, np.nan, np.inf, -np.inf, 1e-310, 1e300]
SIZES = (1, 2, 5, 8)


@pytest.fixture(scope="module")
def ours():
    headers = "constants.h", "prelude.h", "method.h", "stages.h", "judge.h"
    return unit(EXPORTED, *headers)


def judge(rule, order):
    def judged(q, qd, q_new, qd_new, error, reach, weight, times, sigmas, told):
        noise = rank_watch.noise(reach, weight, q, qd, times, sigmas, told[4])
        norm = step_size.error_norm(q, qd, q_new, qd_new, error, noise, told[0], told[1])
        return jnp.stack(step_size.judge(rule, order, norm, told[2], told[3] > 0))

    return judged


def first_step(q, qd, qdd, told):
    return step_size.initial_step(q, qd, qdd, told[0], told[1], told[2])[None]


def as_written(function, sizes):
    """The Python text, operation by operation, in C."""
    names = [f"x{i}" for i in range(len(sizes))]
    inputs = [(name, (size,)) for name, size in zip(names, sizes, strict=True)]
    text = emit("zw_text", names, {"out": scalarized(function, *inputs)[1]}, public=True).text
    return build.library("\n".join([PRELUDE, text]), build.ONCE).zw_text


def given(sizes, rng, odd):
    """Numbers of all sizes; some of them odd."""
    found = []
    for size in sizes:
        x = 10.0 ** rng.uniform(-12, 2, size) * rng.choice([-1.0, 1.0, 1.0], size)
        spoiled = rng.uniform(size=size) < odd
        found.append(np.where(spoiled, rng.choice(ODD, size), x))
    return found


def ways(sizes, rng, trials=400):
    """Inputs for a function: plain ones, and odd ones."""
    for i in range(trials):
        yield given(sizes, rng, (0.0, 0.05, 0.4)[i % 3])


def require_same(function, reference, sizes, rng, count, ordered=(), sized=()):
    for inputs in ways(sizes, rng):
        for place in ordered:  # times
            inputs[place] = np.sort(inputs[place])
        for place in sized:  # lengths and tolerances
            inputs[place] = np.abs(inputs[place])
        out, known = np.full(count, 7.0), np.full(count, 8.0)
        function(*inputs, out)
        reference(*(ctypes.c_void_p(x.ctypes.data) for x in (*inputs, known)))
        same = (out.view(np.int64) == known.view(np.int64)) | (np.isnan(out) & np.isnan(known))
        assert same.all(), (inputs, out, known)


def at(*arrays):
    return [ctypes.c_void_p(x.ctypes.data) for x in arrays]


def lists():
    whole = tuple(map(tuple, DOPRI8.stages))
    return tuple(DOPRI8.nodes), whole, tuple(DOPRI8.weights), tuple(DOPRI8.errors)


@pytest.mark.parametrize("rule", [Elementary(), PI(), PI(0.3, 2.5)], ids=str)
@pytest.mark.parametrize("order", [1, 2, 5, 8])
def test_a_step_is_judged_as_by_the_text(ours, rule, order):
    rng, n = np.random.default_rng(order), SIZES[order % len(SIZES)]
    method = methods._made(lists(), rule, order)
    sizes = [n, n, n, n, 2 * n, n, n, 3, 3, 5]  # the last: rtol, atol, former, sound, last
    reference = as_written(judge(rule, order), sizes)
    call = lambda *x: ours.try_judge(ctypes.c_void_p(method.at), ctypes.c_longlong(n), *at(*x))
    require_same(call, reference, sizes, rng, 2, sized=[5, 6, 9])
    require_same(call, reference, sizes, rng, 2, ordered=[7], sized=[5, 6, 9])


@pytest.mark.parametrize("n", SIZES)
def test_a_first_length_is_that_of_the_text(ours, n):
    sizes = [n, n, n, 3]
    reference = as_written(first_step, sizes)
    call = lambda *x: ours.try_first_step(ctypes.c_longlong(n), *at(*x))
    require_same(call, reference, sizes, np.random.default_rng(n), 1, sized=[3])


def test_distance_and_cut_are_those_of_the_text(ours):
    rng = np.random.default_rng(1)
    distance = as_written(lambda t, sigma: rank_watch.distance(t, sigma)[None], [3, 3])
    for ordered in ([], [0]):
        call = lambda *x: ours.try_distance(*at(*x))
        require_same(call, distance, [3, 3], rng, 1, ordered)
    cut = as_written(lambda x: projection.cut_for(x[0], x[1])[None], [2])
    require_same(lambda *x: ours.try_cut_for(*at(*x)), cut, [2], rng, 1)


def test_a_parabola_that_comes_to_zero_is_followed(ours):
    """Of random numbers few fall: so of some that do."""
    reference = as_written(lambda t, sigma: rank_watch.distance(t, sigma)[None], [3, 3])
    rng, found = np.random.default_rng(2), []
    for bend, slope in itertools.product((-0.3, -1e-9, 0.0, 0.2, 0.6), (-1.0, -1e-3, -1e-8)):
        times = np.sort(rng.uniform(size=3))
        sigma = 0.4 * abs(slope) + slope * (times - times[2]) + bend * (times - times[2]) ** 2
        out, known = np.zeros(1), np.zeros(1)
        ours.try_distance(*at(times, sigma, out))
        reference(*at(times, sigma, known))
        assert out[0] == known[0]
        found.append(out[0])
    assert np.isfinite(found).sum() >= 5
