"""Many motions in C: each is the one that ``zw.simulate`` gives, to the last bit."""

import shutil
import subprocess
from dataclasses import replace

import diffrax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang import zoo
from zwang.engine.cuda import text_for_cuda
from zwang.engine.ensemble import native_crowd, written
from zwang.integrate.backend import Members
from zwang.integrate.options import Options
from zwang.integrate.problem import request


def asked(system, q0, qd0, t, p, **changed):
    return request(system, q0, qd0, t, p, replace(Options(rtol=1e-8), **changed))


def members(q0, qd0, numbers):
    return Members(np.array(q0, float), np.array(qd0, float), tuple(map(np.asarray, numbers)))


ROD = zw.Holonomic(lambda q, p: q @ q - p["L"] ** 2, name="rod")
BOB = zw.System(1.0, lambda p: jnp.array([0.0, -p["g"]]), [ROD], coordinates=["x", "y"])


@pytest.mark.parametrize("name", ["pendulum", "four_bar", "bricard"])
@pytest.mark.parametrize("step", [None, 0.01])
def test_a_member_is_the_single_motion(name, step):
    problem = zoo.PROBLEMS[name]()
    end = min(float(problem.t), 3.0)
    times = [0.0, 0.37 * end, end]
    given = problem.system, problem.q0, problem.qd0, times, problem.p
    found = asked(*given, step=step)
    crowd = native_crowd(found, len(problem.q0))
    copies = [np.broadcast_to(x, (3, *np.shape(x))) for x in (problem.q0, problem.qd0)]
    numbers = [np.broadcast_to(x, (3, *np.shape(x))) for x in found.numbers]
    many = crowd.run(members(copies[0], copies[1], numbers))
    one = zw.simulate(*given, rtol=1e-8, step=step, engine="native")
    for i in range(3):
        np.testing.assert_array_equal(many.q[i], one.q[1:])
        np.testing.assert_array_equal(many.qd[i], one.qd[1:])
    told = {"accepted": many.accepted, "rejected": many.rejected, "crossings": many.crossings}
    assert {k: int(x[0]) for k, x in told.items()} == {k: one.stats[k] for k in told}
    rows = crowd.observe(np.full(3, end), many.q_end, many.qd_end, tuple(numbers))
    np.testing.assert_array_equal(rows.Qc[1], one.Qc[-1])


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_change_nothing(threads):
    random = np.random.default_rng(3)
    angle, g = random.uniform(-1.0, 1.0, 101), random.uniform(5.0, 15.0, 101)
    q0 = np.stack([np.sin(angle), -np.cos(angle)], axis=1)
    found = asked(BOB, q0[0], [0.0, 0.0], (0.0, 2.0), {"L": 1.0, "g": 9.81})
    given = members(q0, np.zeros((101, 2)), _numbers({"L": np.ones(101), "g": g}))
    many = native_crowd(found, 2, threads).run(given)
    alone = native_crowd(found, 2, 1)
    for i in (0, 17, 100):
        own = Members(given.q0[i : i + 1], given.qd0[i : i + 1], _row(given, i))
        single = alone.run(own)
        np.testing.assert_array_equal(many.q[i], single.q[0])
    assert (many.status == zw.Status.OK).all()


def _numbers(p):
    """In the order in which parameters are taken apart."""
    from zwang.base.functions import split

    return split(p)[0]


def _row(given, i):
    return tuple(x[i : i + 1] for x in given.numbers)


def test_bad_members_spoil_no_other():
    q0 = np.array([[0.6, -0.8], [0.6, -0.7], [0.6, -0.8], [np.nan, 0.0], [0.6, -0.8]])
    L, g = np.ones(5), np.array([9.81, 9.81, np.nan, 9.81, 9.81])
    found = asked(BOB, q0[0], [0.0, 0.0], (0.0, 2.0), {"L": 1.0, "g": 9.81})
    many = native_crowd(found, 2).run(members(q0, np.zeros((5, 2)), _numbers({"L": L, "g": g})))
    OK, OFF, NAN = zw.Status.OK, zw.Status.NOT_ASSEMBLED, zw.Status.NON_FINITE
    assert many.status.tolist() == [OK, OFF, NAN, NAN, OK]
    one = zw.simulate(BOB, q0[0], [0.0, 0.0], (0.0, 2.0), {"L": 1.0, "g": 9.81}, rtol=1e-8)
    for i in (0, 4):
        np.testing.assert_array_equal(many.q[i, 0], one.q[-1])
    assert np.isnan(many.q[[1, 2, 3]]).all()


def test_too_many_steps_and_a_force_that_ends():
    wall = zw.System(1.0, lambda q, p: p["k"] / jnp.sqrt(1.0 - q), coordinates=["x"])
    found = asked(wall, [0.0], [1.0], (0.0, 3.0), {"k": 0.1}, max_steps=4000)
    given = members(np.zeros((2, 1)), np.ones((2, 1)), [np.array([0.1, 0.0])])
    many = native_crowd(found, 1).run(given)
    one = zw.simulate(wall, [0.0], [1.0], (0.0, 3.0), {"k": 0.1}, rtol=1e-8, throw=False)
    assert many.status[0] == one.status
    np.testing.assert_allclose(many.t_end[0], one.t[-1], rtol=1e-6)
    few = asked(wall, [0.0], [1.0], (0.0, 0.5), {"k": 0.1}, max_steps=2)
    assert native_crowd(few, 1).run(given).status[0] == zw.Status.TOO_MANY_STEPS


def test_events_are_those_of_the_single_motion():
    events = zw.Event(lambda q: q[0], "middle", terminal=False), zw.Event(lambda q: q[1], "level")
    push = [[0.0, 0.0], [3.0, 4.0], [-6.0, -8.0]]
    q0, p = [0.8, -0.6], {"L": 1.0, "g": 9.81}
    found = asked(BOB, q0, push[0], [0.0, 0.5, 4.0], p, events=events)
    numbers = _numbers({"L": np.ones(3), "g": np.full(3, 9.81)})
    many = native_crowd(found, 2).run(members([q0] * 3, push, numbers))
    for i, qd0 in enumerate(push):
        one = zw.simulate(BOB, q0, qd0, [0.0, 0.5, 4.0], p, rtol=1e-8, events=events)
        for k, event in enumerate(events):
            times = one.events[event.name].t
            assert many.event_count[i, k] == len(times)
            if len(times):
                assert many.event_time[i, k] == times[0]
        assert many.t_end[i] == one.t[-1]
        np.testing.assert_array_equal(many.q_end[i], one.q[-1])
        reached = np.array([0.5, 4.0]) <= one.t[-1]
        assert np.isfinite(many.q[i, reached]).all()
        assert np.isnan(many.q[i, ~reached]).all()


@pytest.mark.parametrize("method", [diffrax.Midpoint(), diffrax.Heun()], ids=["midpoint", "heun"])
def test_an_end_where_nothing_is_finite_has_a_status(method):
    edge = zw.System(1.0, lambda q, p: jnp.where(q >= p["edge"], jnp.nan, 1.0), coordinates=["x"])
    found = asked(edge, [0.0], [0.0], (0.0, 1.0), {"edge": 0.5}, step=0.1, method=method)
    given = members(np.zeros((2, 1)), np.zeros((2, 1)), [np.array([0.499, 2.0])])
    many = native_crowd(found, 1).run(given)
    for i, p in enumerate(({"edge": 0.499}, {"edge": 2.0})):
        one = zw.simulate(edge, [0.0], [0.0], (0.0, 1.0), p, step=0.1, method=method, throw=False)
        assert many.status[i] == one.status
    assert many.status.tolist() == [zw.Status.NON_FINITE, zw.Status.OK]


@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no C++ compiler")
@pytest.mark.parametrize("name", ["pendulum", "bead_on_hoop"])
def test_the_text_is_cuda_too(name, tmp_path):
    problem = zoo.PROBLEMS[name]()
    found = asked(problem.system, problem.q0, problem.qd0, (0.0, 1.0), problem.p)
    shapes = tuple(map(np.shape, found.numbers))
    text = text_for_cuda(written(found.program, len(problem.q0), shapes).text)
    names = "__device__ __global__ __constant__ __noinline__".split()
    head = "".join(f"#define {x}\n" for x in names) + STANDS_IN
    file = tmp_path / "many.cpp"
    file.write_text(head + text, encoding="utf-8")
    command = ["g++", "-std=c++14", "-fsyntax-only", "-Wall", "-Werror", "-Wno-unknown-pragmas"]
    done = subprocess.run([*command, str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:2000]


STANDS_IN = """
#define __CUDACC__ 1
#include <cmath>
#undef NAN
#undef INFINITY
using std::isfinite; // which NVRTC has by itself
static double __longlong_as_double(long long x) { return (double)x; }
static struct { int x; } blockIdx, blockDim, threadIdx;
"""
