"""Dense algebra of ours has one thread of BLAS, and its caller has what was set before."""

import os
import subprocess
import sys
import threading

import numpy as np
import pytest

import zwang as zw
from zwang.base.process.one_thread import LARGE, SMALL, _libraries, at_size, one_thread


def counts():
    return [blas.get() for blas in _libraries()]


@pytest.fixture
def two():
    """Two threads in each library, as a user may have them."""
    before = [(blas, blas.get()) for blas in _libraries()]
    for blas, _ in before:
        blas.set(2)
    yield [2] * len(before)
    for blas, count in before:
        blas.set(count)


def test_both_libraries_of_the_wheels_are_known():
    assert 1 <= len(_libraries()) <= 2


def test_threads_are_one_inside_and_as_before_outside(two):
    with one_thread:
        assert set(counts()) == {1}
        with one_thread:
            assert set(counts()) == {1}
        assert set(counts()) == {1}
    assert counts() == two


def test_an_error_sets_them_back(two):
    @one_thread
    def fails():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails()
    assert counts() == two


def test_the_last_of_several_threads_sets_them_back(two):
    inside, leave = threading.Barrier(3), [threading.Event(), threading.Event()]

    @one_thread
    def stay(event):
        inside.wait()
        event.wait()

    workers = [threading.Thread(target=stay, args=(event,), daemon=True) for event in leave]
    for worker in workers:
        worker.start()
    inside.wait()
    for worker, event, expected in zip(workers, leave, ([1] * len(two), two), strict=True):
        event.set()
        worker.join()
        assert counts() == expected


def test_who_sets_another_number_meanwhile_keeps_it(two):
    with one_thread:
        for blas in _libraries():
            blas.set(3)
    assert set(counts()) == {3}


@pytest.mark.parametrize("n", [SMALL - 1, SMALL, LARGE, LARGE + 1])
def test_sizes_that_gain_nothing_by_threads_have_one(two, n):
    with at_size(np.empty((n, 0))):
        assert set(counts()) == ({1} if SMALL <= n <= LARGE else {2})


CALLS = {
    "check": lambda bob: zw.check(bob, [0.6, -0.8], [0.0, 0.0]),
    "assemble": lambda bob: zw.assemble(bob, [0.6, -0.9], [0.0, 0.0]),
    "equilibrium": lambda bob: zw.equilibrium(bob, [0.3, -0.8]),
    "linearize": lambda bob: zw.linearize(bob, [0.0, -1.0]),
    "root_locus": lambda bob: zw.root_locus(
        bob, [0.3, -0.8], {"g": 9.0}, name="g", values=[9.0, 10.0]
    ),
}


@pytest.mark.parametrize("call", CALLS)
def test_a_system_is_looked_at_with_one_thread(two, call):
    seen = []

    def weight(p):
        seen.append(counts())
        return [0.0, -2.0 * (9.81 if p is None else p["g"])]

    rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    CALLS[call](zw.System(2.0, weight, [rod], coordinates=["x", "y"]))
    assert seen and all(set(one) == {1} for one in seen)
    assert counts() == two


def test_the_kernel_has_one_thread_from_a_size_on(two):
    seen = []

    class Watched(zw.AbstractSolver):
        def find(self, M, A, F, b):
            seen.append(counts())
            return zw.Cholesky().find(M, A, F, b)

    for n in (2, SMALL):
        zw.solve(np.eye(n), np.ones(n), np.eye(n)[:1], [0.0], solver=Watched())
    assert list(map(set, seen)) == [{2}, {1}]


FORKED = """
import os, signal, threading
from zwang.base.process.one_thread import one_thread

with one_thread._lock:  # as another thread may hold it
    child = os.fork()
    if not child:
        signal.alarm(20)
        with one_thread:
            os._exit(0)
assert os.waitpid(child, 0)[1] == 0
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_child_does_not_wait_for_who_held_it_in_the_parent():
    subprocess.run([sys.executable, "-W", "ignore", "-c", FORKED], check=True)
