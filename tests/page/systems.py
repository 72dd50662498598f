"""Six motions that the page's engine and ``zw.simulate`` compute alike."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.page.browser import require_compiler
from zwang import zoo
from zwang.engine import wasm
from zwang.integrate.options import Options
from zwang.integrate.problem import request

HERE = Path(__file__).parent
SCRIPTS = (Path(zw.__file__).parent / "page" / "assets" / "engine.js", HERE / "drive.js")


class Case(NamedTuple):
    """A system, its start, the end of its motion, its parameters, and what else is asked."""

    system: zw.System
    q0: Any
    qd0: Any
    end: float
    p: Any
    given: dict[str, Any] = {}

    def times(self, count: int = 31) -> np.ndarray:
        return np.linspace(0.0, self.end, count)

    def simulate(self, times: Any) -> zw.Motion:
        return zw.simulate(self.system, self.q0, self.qd0, times, self.p, **self.given)


def of_problem(problem: zoo.Problem, end: float | None = None, **given: Any) -> Case:
    end = problem.t if end is None else end
    return Case(problem.system, problem.q0, problem.qd0, end, problem.p, given)


def controlled_arm() -> Case:
    """Two links whose tip is led along a circle; mass and lengths are parameters."""

    def tip(q, p):
        bent = q[0] + q[1]
        return p["a"] * jnp.array([jnp.cos(q[0]) + jnp.cos(bent), jnp.sin(q[0]) + jnp.sin(bent)])

    def kinetic(q, qd, p):
        w = qd[0] + qd[1]
        inner = p["a"] ** 2 * qd[0] ** 2
        across = p["a"] ** 2 * qd[0] * w * jnp.cos(q[1])
        return p["m"] * (2.0 / 3.0 * inner + across / 2.0 + p["a"] ** 2 * w**2 / 6.0)

    def weight(q, p):
        heights = 1.5 * jnp.sin(q[0]) + 0.5 * jnp.sin(q[0] + q[1])
        return p["m"] * 9.81 * p["a"] * heights

    def path(q, t, p):
        goal = jnp.array([1.0 + 0.3 * jnp.cos(2.0 * t), 0.4 + 0.3 * jnp.sin(2.0 * t)])
        return tip(q, p) - goal

    arm = zw.System.from_lagrangian(T=kinetic, V=weight, coordinates=["shoulder", "elbow"])
    loop = zw.track(arm, zw.Holonomic(path, name="path"), gains=(10.0, 25.0)).closed_loop()
    return Case(loop, [-0.3, 1.2], [0.0, 0.0], 3.0, {"m": 2.0, "a": 0.9})


CASES = {
    "pendulum": lambda: of_problem(zoo.pendulum(), 4.0),
    "ku93 with mu": lambda: of_problem(zoo.ku93_pendulum(mu=-0.1, a=4.0)),
    "andrews": lambda: of_problem(zoo.andrews()),
    "bricard": lambda: of_problem(zoo.bricard(), 1.0),
    "four-bar": lambda: of_problem(zoo.four_bar(), 4.0),
    "controlled arm": controlled_arm,
}


def module(case: Case, frames: Any = None) -> tuple[wasm.Module, Any]:
    """The module of a motion, and the request that it is made of."""
    require_compiler()
    asked = request(case.system, case.q0, case.qd0, (0.0, case.end), case.p, Options(**case.given))
    return wasm.module(asked, frames), asked


def question(case: Case, times: Any, frames: Any = None, **others: Any) -> dict[str, Any]:
    """A case as drive.js asks for it."""
    made, asked = module(case, frames)
    numbers = asked.parameters.vector[: made.about["numbers"]]
    t, q, qd = asked.start
    start = {"p": list(numbers), "t": float(t), "q": list(q), "qd": list(qd)}
    code = base64.b64encode(made.code).decode()
    given = {"code": code, "about": made.about, "start": start, "span": case.end}
    return given | {"times": list(times[1:]), "piece": 7} | others


def in_node(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the engine finds in node."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    asked = json.dumps({"scripts": list(map(str, SCRIPTS)), "cases": cases}, default=float)
    done = subprocess.run(
        [node, str(HERE / "engine.mjs")], input=asked, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
