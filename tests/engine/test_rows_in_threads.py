"""Arrays of a motion lie in blocks of their own: many rows run in threads with small stacks."""

import threading

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

START = [1.0, 0.0], [0.0, 0.0]


def pendulum(m):
    """A pendulum whose rod is said m times, in different units."""
    w = np.linspace(1.0, 2.0, m)
    once = zw.Holonomic(lambda q: w * (q @ q - 1.0))
    return zw.System(np.eye(2), lambda q: jnp.array([0.0, -9.81]), [once])


def in_thread(size, call):
    """What a call returns in a thread whose stack has so many bytes."""
    before, answers = threading.stack_size(size), []
    thread = threading.Thread(target=lambda: answers.append(call()))
    thread.start()
    threading.stack_size(before)
    thread.join()
    return answers[0]


@pytest.fixture(scope="module")
def once():
    """The end of the motion in which the rod is said once."""
    return zw.simulate(pendulum(1), *START, (0.0, 0.3)).q[-1]


@pytest.mark.parametrize("m", [20, 200, 700])
def test_redundant_rows_move_a_pendulum_in_a_small_stack(m, once):
    move = lambda: zw.simulate(pendulum(m), *START, (0.0, 0.3), engine="native")
    motion = in_thread(2**18, move)
    assert motion.status == 0 and motion.engine == "native"
    np.testing.assert_allclose(motion.q[-1], once, rtol=0, atol=1e-9)


def test_the_acceleration_has_room_in_a_small_stack():
    found = in_thread(2**18, lambda: pendulum(900).acceleration(*START).qdd)
    np.testing.assert_allclose(found, [0.0, -9.81], rtol=0, atol=1e-12)


@pytest.mark.parametrize("threads", [1, 2])
def test_an_ensemble_has_room_in_a_small_stack(threads):
    states = np.array([[1.0, 0.0]] * 3), np.zeros((3, 2)), (0.0, 0.3)
    many = lambda: zw.simulate_many(pendulum(300), *states, engine="native", threads=threads)
    assert in_thread(2**18, many).status.tolist() == [0, 0, 0]
