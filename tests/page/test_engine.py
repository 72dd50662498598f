"""The page's engine is that of ``zw.simulate``: the same motions, events, statuses, assembly."""

import os
import shutil
import subprocess

import jax.numpy as jnp
import numpy as np
import pytest
from scipy import special

import zwang as zw
from tests.page.browser import require_compiler
from tests.page.systems import CASES, Case, in_node, of_problem, question
from zwang import zoo
from zwang.files import build
from zwang.zoo.mechanisms import scissor_lift


@pytest.fixture(scope="module")
def answers():
    cases = {name: make() for name, make in CASES.items()}
    found = in_node([question(x, x.times()) for x in cases.values()])
    return {name: (x, y) for (name, x), y in zip(cases.items(), found, strict=True)}


def compare(case, answer, times):
    """Rows, forces and all, to 1e-9 of the largest in the motion."""
    motion = case.simulate(times)
    layout, rows, n = answer["layout"], np.array(answer["rows"], float), len(case.q0)
    for field, wanted in (
        ("t", motion.t[:, None]),
        ("q", motion.q),
        ("qd", motion.qd),
        ("qdd", motion.qdd),
    ):
        got = rows[:, layout[field] : layout[field] + wanted.shape[1]]
        limit = 1e-9 * np.abs(wanted).max()
        np.testing.assert_allclose(got, wanted, atol=limit, rtol=0.0, err_msg=field)
    forces = rows[:, layout["forces"] : layout["nonideal"]].reshape(len(rows), -1, n).sum(axis=1)
    np.testing.assert_allclose(forces, motion.Qc_ideal, atol=1e-8 * abs(motion.Qc_ideal).max())
    assert rows[:, layout["residual"]].max() < 1e-9
    return motion


@pytest.mark.parametrize("name", CASES)
def test_a_motion_in_webassembly_is_that_of_simulate(answers, name):
    case, answer = answers[name]
    motion = compare(case, answer, case.times())
    assert answer["told"]["status"] == -1
    assert answer["told"]["crossings"] == motion.stats["crossings"]


def test_a_motion_does_not_depend_on_the_pieces_that_it_is_asked_for_in():
    # Steps across singular configurations go beyond pieces of one row.
    case = of_problem(zoo.four_bar(), 4.0)
    times = case.times(400)
    ways = [{"piece": 1}, {"piece": 256}, {"piece": 40, "steps": 1}]
    found = in_node([question(case, times, **way) for way in ways])
    rows = [np.array(answer["rows"], float) for answer in found]
    assert [len(x) for x in rows] == [400] * 3
    assert found[0]["told"]["crossings"] > 0
    for x in rows[1:]:
        np.testing.assert_allclose(x, rows[0], atol=1e-9, rtol=1e-9)


def test_events_come_when_they_come_in_simulate_and_a_terminal_one_ends():
    problem, low = zoo.pendulum(), lambda q: q[0]
    events = (zw.Event(low, name="lowest", terminal=False), zw.Event(lambda q, t: t - 3.3, "late"))
    case = of_problem(problem, 4.0, events=events)
    times = case.times(50)
    (answer,) = in_node([question(case, times)])
    motion, told = case.simulate(times), answer["told"]
    assert told["status"] == 0
    assert told["counts"] == [len(motion.events["lowest"].t), 1]
    assert told["times"][0] == pytest.approx(motion.events["lowest"].t[0], abs=1e-11)
    assert told["t"] == pytest.approx(3.3, abs=1e-12)
    end = np.array(answer["rows"][-1], float)
    np.testing.assert_allclose(end[1 : 1 + len(case.q0)], motion.q[-1], atol=1e-10)


def failing() -> dict[str, tuple[Case, zw.Status]]:
    rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    bob = zw.System(1.0, [0.0, -9.81], [rod], coordinates=["x", "y"])
    blows_up = zw.System(1.0, lambda q: q**3, coordinates=["x"])
    # The rods lie on one line at the start, where two motions are possible.
    return {
        "off": (Case(bob, [1.1, 0.0], [0.0, 0.0], 1.0, None), zw.Status.NOT_ASSEMBLED),
        "blows up": (Case(blows_up, [1.0], [1.0], 9.0, None), zw.Status.STEP_TOO_SMALL),
    }


@pytest.mark.parametrize("name", ["off", "blows up"])
def test_a_motion_that_fails_tells_its_status(name):
    case, status = failing()[name]
    (answer,) = in_node([question(case, case.times(5))])
    assert zw.Status(int(answer["told"]["status"])) == status


def frames(q, t, p):
    return jnp.concatenate([q[:2], jnp.zeros(1), jnp.array([1.0, 0.0, 0.0, 0.0])])[None]


def test_a_start_is_assembled_in_the_page_near_the_nearest_one():
    rod = zw.Holonomic(lambda q: q[:2] @ q[:2] - 1.0, name="rod")
    M = np.array([1.0, 3.0, 2.0])
    bob = zw.System(M, [0.0, -9.81, 0.0], [rod], coordinates=["x", "y", "z"])
    case = Case(bob, [1.3, 0.4, 0.2], [0.3, -0.1, 0.5], 1.0, None)
    (answer,) = in_node([question(case, case.times(3), assemble=True)])
    found, (nearest, _) = np.array(answer["row"][1:4]), zw.assemble(bob, case.q0, case.qd0)
    assert answer["reached"]
    # Corrections, each the least in the metric M, come to within a hundredth of the least distance.
    far, least = (np.sqrt(M @ (x - case.q0) ** 2) for x in (found, nearest))
    assert least <= far * (1 + 1e-9) and far <= 1.01 * least
    assert abs(found[:2] @ found[:2] - 1.0) < 1e-12
    assert abs(found[:2] @ answer["row"][4:6]) < 1e-12


def test_what_is_given_of_a_start_is_held_and_the_rest_adapts():
    rod = zw.Holonomic(lambda q, p: q[:2] @ q[:2] - p["L"] ** 2, name="rod")
    M = np.array([[2.0, 0.5, 0.3], [0.5, 1.0, 0.2], [0.3, 0.2, 3.0]])
    bob = zw.System(M, [0.0, -9.81, 0.0], [rod], coordinates=["x", "y", "z"])
    wanted = [  # length, q, qd, what is held, (x, y) or None where nothing can be, whether all was
        (2.0, [0.6, 0.3, 1.0], [0.0] * 3, [[0]], [0.6, np.sqrt(4 - 0.36)], True),
        (2.0, [0.6, 0.0, 1.0], [0.0] * 3, [[0]], [0.6, -np.sqrt(4 - 0.36)], True),  # it falls
        (1.0, [0.8, -1.0, 1.0], [0.0] * 3, [[1]], [0.0, -1.0], True),  # where solutions meet
        (1.0, [0.8, -1.2, 1.0], [0.0] * 3, [[1]], None, False),  # there is none
        (1.0, [0.3, -0.6, 1.0], [0.0] * 3, [[0, 1], [1]], [0.8, -0.6], False),  # the newest
        (1.0, [0.8, -0.6, 1.0], [0.3, 5.0, 1.0], [[0, 1, 2, 3]], [0.8, -0.6], True),
        (1.0, [0.0, -1.0, 1.0], [0.3, 5.0, 1.0], [[4]], [0.0, -1.0], False),  # no velocity upward
    ]
    asked = []
    for L, q, qd, hold, *_ in wanted:
        case = Case(bob, q, qd, 1.0, {"L": L})
        asked.append(question(case, case.times(3), assemble=True))
        asked[-1]["start"]["hold"] = hold
    for (L, q, qd, hold, place, kept), answer in zip(wanted, in_node(asked), strict=True):
        found = np.array(answer["row"][1:7])
        assert answer["reached"] and answer["kept"] is kept, (L, q, hold)
        assert abs(found[:2] @ found[:2] - L**2) < 1e-11 and abs(found[:2] @ found[3:5]) < 1e-11
        if place is not None:
            np.testing.assert_allclose(found[:2], place, atol=1e-6)
        if kept:
            given = np.array([*q, *qd])
            assert np.array_equal(found[hold[0]], given[hold[0]])


@pytest.mark.parametrize("unit", [1.0, 1e3])
def test_a_pull_leads_as_near_as_the_constraints_let_it_in_any_units(unit):
    rod = zw.Holonomic(lambda q, p: (q @ q) / p["L"] ** 2 - 1.0, name="rod")
    bob = zw.System(2.0, [0.0, -9.81], [rod], coordinates=["x", "y"])
    case = Case(bob, np.array([1.0, 0.0]) * unit, [0.0, 0.0], 1.0, {"L": unit})
    to = np.array([0.6, -1.9, 0.0]) * unit
    asked = question(case, case.times(3), frames, pull=[0, [0, 0, 0], list(to)])
    (answer,) = in_node([asked])
    assert answer["reached"]
    nearest = unit * to[:2] / np.linalg.norm(to)
    np.testing.assert_allclose(answer["row"][1:3], nearest, atol=1e-3 * unit)
    assert abs(np.linalg.norm(answer["row"][1:3]) / unit - 1.0) < 1e-12


def test_a_pull_of_a_point_of_a_body_turns_it():
    rod = zw.PlanarBody(2.0, 0.3, p_WB=[0.5, 0.0], name="rod")
    hinge = zw.joints.Revolute(zw.GROUND, rod, point=[0, 0], name="hinge")
    mechanism = zw.Mechanism([rod], joints=[hinge], forces=[zw.Gravity()])

    def body(q, t, p):
        half = q[2] / 2.0
        turn = jnp.stack([jnp.cos(half), 0.0, 0.0, jnp.sin(half)])
        return jnp.concatenate([q[:2], jnp.zeros(1), turn])[None]

    q0, qd0 = mechanism.start()
    case = Case(mechanism.system(), q0, qd0, 1.0, None)
    to = [0.0, 1.0, 0.0]
    asked = question(case, case.times(3), body, pull=[0, [0.5, 0.0, 0.0], to])
    (answer,) = in_node([asked | {"pull": [0, [0.5, 0.0, 0.0], to]}])
    assert answer["reached"]
    np.testing.assert_allclose(answer["row"][1:4], [0.0, 0.5, np.pi / 2], atol=2e-3)


LENT = {
    "sin": np.sin,
    "exp2": np.exp2,
    "cbrt": np.cbrt,
    "fmod": lambda x: np.fmod(x, 0.7),
    "round": lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x),
    "erf": special.erf,
    "erfc": special.erfc,
    "lgamma": special.gammaln,
}


def test_functions_that_webassembly_has_not_are_those_of_the_library():
    def seen(q):
        x = 4.3 * q[0]
        return jnp.stack(
            [
                jnp.sin(x),
                jnp.exp2(x),
                jnp.cbrt(x),
                jnp.fmod(x, 0.7),
                jnp.sign(x) * jnp.floor(jnp.abs(x) + 0.5),
                *(f(x) for f in (zw_erf, zw_erfc, zw_lgamma)),
            ]
        )

    from jax.scipy.special import erf as zw_erf
    from jax.scipy.special import erfc as zw_erfc
    from jax.scipy.special import gammaln as zw_lgamma

    free = zw.System(1.0, [0.0], coordinates=["x"], observables={"seen": seen})
    case = Case(free, [-2.0], [1.0], 4.0, None)
    (answer,) = in_node([question(case, case.times(33))])
    (_, first, count) = answer["layout"]["observables"][0]
    rows = np.array(answer["rows"], float)
    x = 4.3 * rows[:, 1]
    wanted = np.stack([f(x) for f in LENT.values()], axis=1)
    got = rows[:, first : first + count]
    np.testing.assert_allclose(got, wanted, rtol=1e-12, atol=1e-13)


SUMMED = """
import { readFileSync } from "node:fs";
const { instance } = await WebAssembly.instantiate(readFileSync(0));
process.stdout.write(String(instance.exports.sum(400000)));
"""


def test_a_module_has_the_stack_that_it_asks_for():
    require_compiler()
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    text = """
    __attribute__((export_name("sum"))) double sum(int n)
    {
        volatile double x[400000];
        double found = 0.0;
        for (int i = 0; i < n; i++) x[i] = i;
        for (int i = 0; i < n; i++) found += x[i];
        return found;
    }
    """
    run = lambda code: subprocess.run(
        [node, "--input-type=module", "-e", SUMMED], input=code, capture_output=True, timeout=60
    )
    assert float(run(build.module(text, 2**22)).stdout) == 400_000 * 399_999 / 2
    small = run(build.module(text))
    assert small.returncode != 0 and b"out of bounds" in small.stderr


@pytest.mark.slow
def test_a_machine_of_many_bodies_moves_as_in_simulate():
    mechanism = scissor_lift(5).mechanism
    q0, qd0 = mechanism.start()
    case = Case(mechanism.system(definite=True), q0, qd0, 0.1, None)
    (answer,) = in_node([question(case, case.times(3))])
    compare(case, answer, case.times(3))


def test_where_clang_knows_no_webassembly_another_compiler_does(tmp_path, monkeypatch):
    pytest.importorskip("ziglang")
    for name in ("clang", "wasm-ld"):
        (tmp_path / name).write_text("#!/bin/sh\necho error: no such target >&2\nexit 1\n")
        (tmp_path / name).chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("ZWANG_CACHE", str(tmp_path / "cache"))
    (clang, _, linker), zig = build.wasm_compilers()
    assert clang == str(tmp_path / "clang") and linker == f"-fuse-ld={tmp_path / 'wasm-ld'}"
    text = '__attribute__((export_name("seven"))) int seven(void) { return 7; }'
    assert build.module(text).startswith(b"\0asm")
    monkeypatch.setattr(build, "wasm_compilers", lambda: [[clang, linker]])
    with pytest.raises(build.NoLibrary, match="no such target"):
        build.module(text)
