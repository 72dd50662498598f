"""Exported C compiles without a warning and computes what the library computes."""

import subprocess
from typing import Any, cast

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang import zoo

STRICT = ["cc", "-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic"]


ROD = zw.Holonomic(lambda q, p: q @ q - p["L"] ** 2, name="rod")
TWICE = [zw.Holonomic(lambda q, k=k: k * (q[0] - 1.0), name=f"wall {k}") for k in (1.0, 2.0)]
SMALL = {
    "bob": (zw.System(1.0, [0.0, -9.81], [ROD], coordinates=["x", "y"]), {"L": 1.0}),
    "free": (zw.System(1.0, lambda q: -q, coordinates=["x", "y"]), None),
    "redundant": (
        zw.System(
            1.0,
            lambda q: -q,
            TWICE,
            coordinates=["x", "y"],
            nonideal=lambda Qc_ideal, qd: -0.1 * jnp.sqrt(Qc_ideal @ Qc_ideal) * qd,
        ),
        None,
    ),
}


@pytest.mark.parametrize("level", ["-O0", "-O2", "-Os"])
@pytest.mark.parametrize("name", SMALL)
def test_no_compiler_warns(name, level, tmp_path):
    system, p = SMALL[name]
    files = zw.export_c(system, tmp_path / name, p=p)
    sources = [str(path) for path in files if path.suffix == ".c"]
    subprocess.run([*STRICT, level, "-o", str(tmp_path / "run"), *sources, "-lm"], check=True)


def test_the_header_names_what_goes_in(tmp_path):
    system, _ = SMALL["bob"]
    header, *_ = zw.export_c(system, tmp_path / "bob", p={"L": 1.0, "arm": {"m": [2.0, 3.0]}})
    text = header.read_text(encoding="utf-8")
    for line in ("q[0] x", "q[1] y", "p[0] L", "p[1] arm.m.0", "p[2] arm.m.1", "lam[0] rod"):
        assert line in text
    assert "5 INCONSISTENT" in text


def program(folder):
    """The example, compiled; a function of q, qd and t."""
    sources = [str(path) for path in folder.glob("*.c")]
    subprocess.run([*STRICT, "-o", str(folder / "run"), *sources, "-lm"], check=True)

    def run(q, qd, t):
        numbers = " ".join(repr(float(x)) for x in (*q, *qd, t))
        done = subprocess.run(
            [str(folder / "run")], input=numbers, capture_output=True, text=True, check=True
        )
        return np.array(done.stdout.split(), float)

    return run


def test_Andrews_as_C_gives_its_accelerations(tmp_path, rng):
    problem = zoo.PROBLEMS["andrews"]()
    files = zw.export_c(problem.system, tmp_path / "squeezer", q=problem.q0, p=problem.p)
    assert [path.name for path in files] == ["squeezer.h", "squeezer.c", "main.c"]
    assert "Operations of a call" in files[0].read_text()
    run = program(tmp_path / "squeezer")
    for _ in range(3):
        q = np.asarray(problem.q0) + 0.1 * rng.normal(size=7)
        qd = rng.normal(size=7)
        wanted = problem.system.acceleration(q, qd, 0.3, problem.p).qdd
        np.testing.assert_allclose(run(q, qd, 0.3), wanted, atol=1e-12 * abs(wanted).max())


def test_the_controller_of_the_Duffing_oscillator_as_C_gives_its_force(tmp_path, rng):
    problem = zoo.ku93_oscillator()
    plant = problem.system.with_constraints([])
    controller = zw.track(plant, problem.system.constraints, gains=(3.0, 2.0))
    zw.export_c(controller, tmp_path / "duffing", p=problem.p)
    run = program(tmp_path / "duffing")
    for _ in range(3):
        q, qd, t = rng.normal(size=2), rng.normal(size=2), rng.uniform()
        wanted = np.asarray(controller.force(q, qd, t, problem.p))
        np.testing.assert_allclose(run(q, qd, t), wanted, atol=1e-12 * abs(wanted).max())


def test_a_controller_takes_its_parameters_as_they_were(tmp_path, rng):
    springs = lambda q, qd, p: -p["k"] * q - q**3 - 0.1 * qd  # noqa: E731
    masses = zw.System([2.0, 1.0], springs, coordinates=["x", "y"])
    path = zw.Holonomic(lambda q, t: q[0] - jnp.exp(-t) * jnp.sin(q[1]), name="path")
    controller = zw.track(masses, [path], gains=(3.0, 2.0))
    p = {"k": np.array([10.0, 12.0])}
    zw.export_c(controller, tmp_path / "control", p=p)
    q, qd, t = rng.normal(size=2), rng.normal(size=2), rng.uniform()
    wanted = controller.force(q, qd, t, p)
    found = program(tmp_path / "control")(q, qd, t)
    np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-13)


def test_the_example_of_a_controller_tells_inputs_status_and_limits(tmp_path):
    cart = zw.System([2.0, 1.0], None, coordinates=["x", "y"])
    path = zw.Holonomic(lambda q, t: q - jnp.stack([t**2, 0.3 * t**2]), name="path")
    control = zw.track(cart, path, actuation=np.diag([1.0, 0.5])).limited(-1.5, 1.5)
    zw.export_c(control, tmp_path / "cart")
    program(tmp_path / "cart")
    given = {"input": "0 0 0 0 0", "capture_output": True, "text": True, "check": True}
    done = subprocess.run([str(tmp_path / "cart" / "run")], **given)
    assert [float(x) for x in done.stdout.split()] == pytest.approx([1.5, 0.6])
    told = {name: x for name, *x in map(str.split, done.stderr.splitlines())}
    assert [float(x) for x in told["inputs"]] == pytest.approx([1.5, 1.2])
    assert told["saturated"] == ["1", "0"] and told["status"] == ["0"]


ROD = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
REFUSED = {
    "wanted letters": ((zw.System(1.0, [0.0, 0.0], [ROD]), "9 lives"), {}),
    "to count them": ((zw.System(1.0, lambda q: -q, [ROD]), "bob"), {}),
    "130 coordinates and 0 rows .* at most 16000": (
        (zw.System(1.0, lambda q: -q, coordinates=[f"x{i}" for i in range(130)]), "bobs"),
        {},
    ),
    "cannot be written in C: .*reaction": (
        (zw.System(1.0, [0.0, 0.0], [ROD], nonideal=lambda reaction: 0.1 * reaction), "bob"),
        {},
    ),
}


@pytest.mark.parametrize("told", REFUSED)
def test_what_cannot_be_exported_is_refused(told, tmp_path):
    (what, name), options = REFUSED[told]
    with pytest.raises(ValueError, match=told):
        zw.export_c(what, tmp_path / name, **options)
    assert list(tmp_path.iterdir()) == []


def test_what_is_neither_is_refused(tmp_path):
    with pytest.raises(TypeError, match="`what` is 3"):
        zw.export_c(cast("Any", 3), tmp_path / "three")
