"""Rows that have no room on the stack of a thread are refused by name, before the call in C."""

import subprocess
import sys
import textwrap

ROWS = """
    import sys, threading
    import jax.numpy as jnp, numpy as np
    import zwang as zw

    def pendulum(m):
        w = np.linspace(1.0, 2.0, m)
        once = zw.Holonomic(lambda q: w * (q @ q - 1.0))
        return zw.System(np.eye(2), lambda q: jnp.array([0.0, -9.81]), [once])

    START = [1.0, 0.0], [0.0, 0.0]

    def simulate(m, **how):
        try:
            motion = zw.simulate(pendulum(m), *START, (0.0, 0.3), engine="native", **how)
            print(m, motion.status == 0, abs(motion.q @ [0.0, 1.0]).max() > 0.3)
        except ValueError as error:
            print(m, error)

    def thread(size, call):
        before = threading.stack_size(size)
        one = threading.Thread(target=call)
        one.start()
        threading.stack_size(before)
        one.join()
"""


def printed(*lines):
    """What lines print in a process of their own, which must not crash; its stack is of 8 MiB."""
    code = textwrap.dedent(ROWS) + "\n".join(lines)
    before = "import resource as r\nwhich = r.RLIMIT_STACK\n"
    before += "r.setrlimit(which, (2**23, r.getrlimit(which)[1]))\n"
    done = subprocess.run(
        [sys.executable, "-c", before + code], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_as_many_rows_as_there_is_room_for():
    few, many = printed("simulate(400)", "simulate(700)")
    assert few == "400 True True"
    assert many.startswith("700 `constraints` have 700 rows on 2 coordinates")
    assert "has 8 MiB" in many and "threading.stack_size(12 * 2**20)" in many


def test_a_thread_with_a_small_stack_is_refused_and_one_with_a_large_stack_is_not():
    lines = printed(
        "thread(2**18, lambda: simulate(200))",
        "thread(2**18, lambda: simulate(20))",
        "thread(12 * 2**20, lambda: simulate(700))",
    )
    assert lines[0].startswith("200 `constraints` have 200 rows") and "has 0.25 MiB" in lines[0]
    assert lines[1:] == ["20 True True", "700 True True"]


def test_the_acceleration_and_an_ensemble_have_room():
    lines = printed(
        "small = lambda: print(pendulum(900).acceleration(*START).qdd.round(9).tolist())",
        "thread(2**18, small)",
        "one = (np.array([[1.0, 0.0]] * 3), np.zeros((3, 2)), (0.0, 0.3))",
        "def many(threads):",
        "    found = zw.simulate_many(pendulum(300), *one, engine='native', threads=threads)",
        "    print(found.status.tolist())",
        "thread(2**18, lambda: many(1))",
        "thread(2**18, lambda: many(2))",
    )
    assert lines == ["[0.0, -9.81]", "[0, 0, 0]", "[0, 0, 0]"]


def test_the_size_of_a_stack_is_known():
    """In a process of its own: elsewhere a thread may get a larger stack that another one left."""
    size = "thread(3 * 2**20, lambda: print(stack._size() == 3 * 2**20))"
    assert printed("from zwang.base.process import stack", size) == ["True"]
