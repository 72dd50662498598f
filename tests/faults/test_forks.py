"""In a forked process JAX would wait for ever; it says so, and the rest goes on."""

import subprocess
import sys

CHILD = """
import os, signal, sys, warnings
import jax.numpy as jnp
import numpy as np
import zwang as zw

warnings.simplefilter("ignore")  # JAX warns of forks
rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
start = [1.0, 0.0], [0.0, 0.0]
make = lambda g: zw.System(1.0, lambda q: jnp.array([0.0, -g]), [rod], coordinates=["x", "y"])
bob, eye = make(9.81), jnp.eye(2)
Q, A = eye[0].block_until_ready(), eye[:1].block_until_ready()
one = np.ones(1)
span = 0.0, 0.1
many = np.array([start[0]] * 2)
REFUSED = [
    lambda: zw.simulate(make(1.0), *start, span, engine="jax"),
    lambda: zw.simulate_many(make(1.1), many, start[1], span, engine="jax"),
    lambda: zw.sensitivity(make(1.2), *start, span, wrt="q0"),
    lambda: zw.check(make(1.3), *start),
    lambda: zw.assemble(make(1.4), *start),
    lambda: make(1.5).acceleration(Q, Q),
    lambda: zw.solve(eye, Q, A, one),
    lambda: zw.gain(eye, A),
    lambda: zw.error_signal(eye, Q, A, one),
    lambda: zw.track(zw.System(1.0, lambda q: -q), [rod]).force(*start, 0.0),
]
ALLOWED = [
    lambda: zw.simulate(bob, *start, span),
    lambda: zw.simulate(make(2.0), *start, span, engine="native").at([0.05]),
    lambda: zw.simulate_many(bob, many, start[1], span),
    lambda: make(2.1).acceleration(*start),
    lambda: zw.solve(np.eye(2), np.ones(2), np.ones((1, 2)), one),
]

def end(function, told):
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    signal.alarm(20)
    try:
        function()
    except RuntimeError as error:
        os._exit(0 if told and "forked" in str(error) else 1)
    os._exit(1 if told else 0)

found = [end(f, True) for f in REFUSED] + [end(f, False) for f in ALLOWED]
assert not any(found), found
zw.simulate(bob, *start, span, engine="jax")  # here, where nothing was forked away
"""


def test_a_forked_process_is_told_what_needs_JAX_and_does_the_rest():
    done = subprocess.run([sys.executable, "-c", CHILD], capture_output=True, timeout=250)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
