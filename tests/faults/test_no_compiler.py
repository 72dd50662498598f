"""Told to look for no compiler, all runs on tape: native, right, and no process is started."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from tests.project.source import ROOT

SCRIPT = """
import json, subprocess, sys
import numpy as np
from zwang.library.loader import library
library()  # which a checkout may have to compile
if {alone}:
    def refused(*args, **named):
        raise AssertionError(f"a process was started: {{args}}")
    subprocess.Popen = refused
    import os
    os.environ["ZWANG_COMPILER"] = "none"
    os.environ["PATH"] = ""
import zwang as zw
from zwang import zoo

found = {{}}

def moved(name, end):
    x = zoo.PROBLEMS[name]()
    motion = zw.simulate(x.system, x.q0, x.qd0, (0.0, end), x.p)
    found[name] = motion.engine, [*motion.q[-1].tolist(), *motion.qdd[-1].tolist()]
    return x

x = moved("pendulum", 5.0)
moved("andrews", 0.01)
moved("bricard", 1.0)
moved("four_bar", 1.0)
factor = np.linspace(0.5, 1.5, 20)[:, None]
many = zw.simulate_many(x.system, x.q0, factor * np.ones(len(x.q0)) * 0.0, [0.0, 1.0], x.p)
found["ensemble"] = many.engine, np.ravel(many.q[:, -1]).tolist()

circle = zw.Holonomic(lambda q, t: q[:2] - 0.1 * t, name="path")
plant = zw.System([1.0, 2.0, 0.5], lambda q, qd: -q - 0.1 * qd)
control = zw.track(plant, circle, gains=(4.0, 4.0)).limited(-3.0, 3.0)
state = np.array([0.2, 0.1, 0.3]), np.zeros(3)
law = control.compile(inputs=True)
values = np.ravel(law(*state, 0.0)).tolist()
found["controller"] = law.engine, values
motion = zw.simulate(control.closed_loop(), *state, (0.0, 1.0))
found["closed loop"] = motion.engine, motion.q[-1].tolist()
found["acceleration"] = "native", x.system.acceleration(x.q0, x.qd0, 0.0, x.p).qdd.tolist()
print(json.dumps(found))
"""


def found(alone, folder):
    surroundings = os.environ | {"PYTHONPATH": str(ROOT), "ZWANG_CACHE": str(folder)}
    command = [sys.executable, "-c", SCRIPT.format(alone=alone)]
    done = subprocess.run(command, env=surroundings, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    folder = tmp_path_factory.mktemp("none")
    (alone, complained), (compiled, _) = found(True, folder), found(False, folder / "other")
    assert complained == ""
    return alone, compiled


NAMES = "pendulum andrews bricard four_bar ensemble controller acceleration".split()


@pytest.mark.parametrize("name", [*NAMES, "closed loop"])
def test_without_a_compiler_it_is_native_and_has_the_same_bits(name, both):
    (engine, values), (_, wanted) = (x[name] for x in both)
    assert engine.startswith("native")
    assert np.isfinite(values).all() and values == wanted
