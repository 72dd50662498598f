"""What surrounds a call is as it must be, or is named; and nothing of it is left behind."""

import os
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.project.source import ROOT

START = np.ones(1), np.zeros(1)


def spring():
    return zw.System(1.0, lambda q, p: -p["k"] * q, coordinates=["x"])


def path():
    return zw.Holonomic(lambda q, t: q[0] - t, name="path")


CALLS = {
    "acceleration": lambda s, p: s.acceleration(*START, p=p),
    "M": lambda s, p: s.M(START[0], p=p),
    "simulate": lambda s, p: zw.simulate(s, *START, (0.0, 0.1), p),
    "check": lambda s, p: zw.check(s, *START, p=p),
    "assemble": lambda s, p: zw.assemble(s, *START, p=p),
    "linearize": lambda s, p: zw.linearize(s, 0.0 * START[0], p=p),
    "equilibrium": lambda s, p: zw.equilibrium(s, START[0], p=p),
    "explain": lambda s, p: zw.explain(s, *START, p=p),
    "first order": lambda s, p: s.first_order(p),
    "many": lambda s, p: zw.simulate_many(s, np.ones((2, 1)), START[1], (0.0, 0.1), p),
    "sensitivity": lambda s, p: zw.sensitivity(s, *START, (0.0, 0.1), p, wrt="k"),
    "fit": lambda s, p: zw.fit(s, *START, [0.0, 0.1], [1.0, 1.0], p=p, wrt="k"),
    "force": lambda s, p: zw.track(s, path()).force(*START, 0.0, p),
}


@pytest.mark.parametrize("call", CALLS)
def test_parameters_that_contain_themselves_are_refused_and_break_no_later_call(call):
    p: dict = {"k": 2.0}
    p["more"] = [p]
    for _ in range(2):
        with pytest.raises(ValueError, match="`p` is a nest .* contains itself"):
            CALLS[call](spring(), p)
    assert spring().acceleration(*START, p={"k": 2.0}).qdd == [-2.0]


@pytest.mark.parametrize("call", ["acceleration", "M", "simulate", "check", "linearize", "force"])
@pytest.mark.parametrize("used", [False, True])
def test_float64_that_was_turned_off_is_named_and_no_number_is_rounded(call, used):
    system = spring()
    if used:
        system.acceleration(*START, p={"k": 0.1})
    try:
        jax.config.update("jax_enable_x64", False)
        for x in (START, (jnp.ones(1), jnp.zeros(1))):
            with pytest.raises(RuntimeError, match="`jax_enable_x64` is False.*wanted"):
                zw.simulate(system, *x, (0.0, 0.1), {"k": 0.1}, engine="jax")
        try:
            CALLS[call](system, {"k": 0.1})
            assert used and call in ("acceleration", "simulate")
        except RuntimeError as error:
            assert "`jax_enable_x64`" in str(error)
    finally:
        jax.config.update("jax_enable_x64", True)
    assert system.acceleration(*START, p={"k": 0.1}).qdd == [-0.1]


NO_DEVICE = """
import zwang as zw
s = zw.System(1.0, lambda q: -q)
assert zw.simulate(s, [1.0], [0.0], (0.0, 0.1)).status == zw.Status.OK
for call in (
    lambda: zw.simulate(s, [1.0], [0.0], (0.0, 0.1), engine="jax"),
    lambda: zw.check(s, [1.0], [0.0]),
    lambda: s.M([1.0]),
):
    try:
        call()
    except RuntimeError as error:
        print(error)
"""


@pytest.mark.skipif(os.path.exists("/dev/nvidia0"), reason="there is a GPU")
def test_a_platform_without_a_device_is_named():
    told = subprocess.run(
        [sys.executable, "-c", NO_DEVICE],
        env=os.environ | {"JAX_PLATFORMS": "cuda"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert len(told) == 3 and all("`JAX_PLATFORMS` is 'cuda'" in x for x in told)
