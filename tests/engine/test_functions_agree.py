"""Each function of the C text against its Python counterpart; and each comparison can fail.

A bob on a rod that swings through an event goes through everything but singular configurations.
Both backends begin, take steps one at a time, find the event, restore a state, and see its rows;
all that they leave must agree. Then each function in C is spoiled on purpose, and some comparison
must notice.
"""

import ctypes
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest
from zwang.engine.program.method.arithmetic import arithmetic

import zwang as zw
from zwang.consistency.adrift import left
from zwang.engine.code import LIBRARIES, Code
from zwang.engine.native import Native, NativeMachine
from zwang.engine.program import structs
from zwang.engine.program.program import Written, write
from zwang.engine.program.sizes import sizes_of
from zwang.files import build
from zwang.integrate import rank_watch
from zwang.integrate.course import Halt
from zwang.integrate.jax_backend import JaxMachine
from zwang.integrate.method import step_size
from zwang.integrate.options import Options
from zwang.integrate.problem import request
from zwang.integrate.projection import cut_for
from zwang.integrate.start import looked_at

CLOSE = 1e-11  # two ways to round, over a few steps
STEPS = 3


@pytest.fixture(scope="module")
def asked():
    rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    bob = zw.System([1.0, 2.0], [0.3, -9.81], [rod], energy=lambda qd: qd @ qd)
    passes = zw.Event(lambda q: q[0] - 0.9, name="passes", terminal=False)
    options = Options(rtol=1e-6, atol=1e-9, events=passes)
    return request(bob, [1.0, 0.0], [0.0, 0.0], (0.0, 2.0), None, options)


@pytest.fixture(scope="module")
def written(asked):
    return write(asked.program, sizes_of(asked.program, 2, ()))


def native(asked, text: str, written: Written) -> NativeMachine:
    found = Code(written.sizes, None, lambda: dict.fromkeys(LIBRARIES, (text,)))
    return NativeMachine(Native(found), asked.program, asked.parameters)


def journal(machine, asked) -> dict[str, np.ndarray]:
    """All that a backend leaves: of the start, of each step, of the event, of rows."""
    begun = machine.begin(asked.start, np.array([0.0, -9.81]), asked.settings, 2.0)
    found = {"singular": begun.singular, "size of q": begun.sizes[0], "size of qd": begun.sizes[1]}
    course, targets = begun.course, np.r_[2.0, np.full(63, np.inf)]
    halts = []
    for step in range(STEPS * 20):
        if step < STEPS:
            found |= {f"{step}: {name}": x for name, x in flat(course, step > 0).items()}
        there = machine.advance(course, targets, 0, asked.settings, 1)
        course, halt = there.course, int(there.halt)
        halts.append(halt)
        if halt == Halt.EVENT:
            found |= {f"event: {k}": x for k, x in event(machine, course, asked).items()}
            break
    found["halts"] = np.array(halts)
    off = asked.start._replace(q=np.array([1.01, 0.02]), qd=np.array([0.1, 1.0]))
    found |= {f"restored {k}": x for k, x in machine.restore(off)._asdict().items()}
    rows = machine.observe(*(np.asarray(x)[None] for x in asked.start), asked.row_solver)
    return found | {f"row {k}": x for k, x in vars(rows).items() if isinstance(x, np.ndarray)}


def flat(course, glanced: bool) -> dict[str, np.ndarray]:
    """Fields by name; after a step C mostly had a glance at the constraints, and no look."""
    parts = course._asdict()
    states = {
        f"{k}.{name}": x for k in ("now", "before") for name, x in parts.pop(k)._asdict().items()
    }
    sight = parts.pop("sight")._asdict()
    sight.pop("U")  # its signs are anybody's
    if glanced:
        sight = {}
        parts |= {name: parts[name][-1] for name in ("times", "sigmas")}
    return states | {f"sight.{k}": x for k, x in sight.items()} | parts


def event(machine, course, asked) -> dict[str, np.ndarray]:
    return machine.locate(course, asked.settings, 0)._asdict()


def agree(a: dict, b: dict) -> None:
    assert a.keys() == b.keys()
    for name in a:
        x, y = np.asarray(a[name], float), np.asarray(b[name], float)
        # The error of a step is a small difference of large numbers; a zero has its own rounding.
        close = 1e-3 if name.endswith(": error") else 1e-9 if "event" in name else CLOSE
        np.testing.assert_allclose(x, y, rtol=close, atol=close, err_msg=name)


@pytest.fixture(scope="module")
def by_jax(asked):
    return journal(JaxMachine(asked.program, asked.numbers), asked)


def test_both_backends_leave_the_same(asked, written, by_jax):
    found = journal(native(asked, written.text, written), asked)
    assert found["halts"][-1] == Halt.EVENT
    agree(found, by_jax)


SPOILED = {
    "zw_propose": ("h > left / 2.0 ? left / 2.0 : h;", "0.5 * h;"),
    "zw_judge_step": ("good = out->error <= 1.0;", "good = out->error <= 1e-6;"),
    "zw_commit": ("at->accepted += 1;\n    return came;", "at->accepted += 2;\n    return came;"),
    "zw_commit_view": ("at->sigmas[2] = view->sigma;", "at->sigmas[2] = 0.5 * view->sigma;"),
    "zw_one": ("next = step.h * verdict.factor;", "next = step.h;"),
    "zw_came_one": ("before < 0.0 && after >= 0.0", "before > 0.0 && after >= 0.0"),
    "zw_locate": ("found[0] = there;", "found[0] = there + 1e-3;"),
    "zw_attempt": ("fabs(out->q[j] - q1[j])", "fabs(out->q[j])"),
    "zw_return": ("qd[j] += change[j];", "qd[j] += 0.9 * change[j];"),
    "zw_look": ("values[i] = sqrt(", "values[i] = 2.0 * sqrt("),
    "zw_begin": ("at->quiet = -INFINITY", "at->quiet = 0.0"),
    "zw_look_ahead": ("1e-3 * sqrt(trace", "1e-2 * sqrt(trace"),
    "zw_row": ("Qc[j] = C[j] + all,", "Qc[j] = C[j] + 2.0 * all,"),
}


@pytest.mark.parametrize("function", SPOILED)
def test_a_function_that_is_spoiled_is_noticed(asked, written, by_jax, function):
    right, wrong = SPOILED[function]
    assert written.text.count(right) >= 1
    text = written.text.replace(right, wrong)
    with pytest.raises(AssertionError):
        agree(journal(native(asked, text, written), asked), by_jax)


# -- what C judges by itself: it may pass nothing that Python would look at ------------------------

ON = np.array([0.6, -0.8]), np.array([0.8, 0.6])
STARTS: dict[str, Any] = {  # q0, qd0, and whether C lets it pass
    "on the constraints": (*ON, True),
    "off by rounding": (ON[0] * (1 + 1e-12), ON[1], True),
    "off": (ON[0] * 1.001, ON[1], False),
    "off in velocity": (ON[0], ON[0], False),
    "not a number": (np.array([np.nan, 1.0]), ON[1], False),
    "a row of zeros": (np.zeros(2), ON[1], False),
}


def judged(machine, asked) -> dict[str, Any]:
    """What a backend says of starts and of rows; the states that it begins from, bit for bit."""
    found = {}
    for name, (q, qd, _) in STARTS.items():
        state = asked.start._replace(q=q, qd=qd)
        started = machine.depart(state, asked.settings, asked.span, asked.row_solver)
        found[name] = None if started is None else np.concatenate(started.course.now[1:])
    for name, (rows, rank, projected, _) in MOTIONS.items():
        seen, sound = machine.rows(*rows, asked.row_solver, None, rank, projected)
        found[name], found[f"seen {name}"] = sound, seen
    return found


def row(*angles: float, stretched: float = 1.0):
    q = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    q[-1] *= stretched
    return np.arange(float(len(angles))), q, np.stack([-q[:, 1], q[:, 0]], axis=1)


LONG = row(0.1, 0.5, 2.0, stretched=1.1)
# Rows, the rank, whether they were projected, and whether C lets them pass.
MOTIONS: dict[str, Any] = {
    "sound": (row(0.1, 0.5, 2.0), 1, True, True),
    "of less rank": (row(0.1, 0.5, 2.0), 2, True, False),
    "left": (LONG, 1, True, False),
    "left without projection": (LONG, 1, False, True),
    "failed": ((LONG[0], LONG[1] * np.nan, LONG[2]), 0, True, False),
}


def require_judged(found: dict[str, Any], machine: NativeMachine, asked) -> None:
    for name, (q, qd, passes) in STARTS.items():
        assert (found[name] is not None) == passes, name
        if passes:
            start = asked._replace(start=asked.start._replace(q=q, qd=qd))
            wanted = looked_at(start, None, machine).course.now
            np.testing.assert_array_equal(found[name], np.concatenate(wanted[1:]))
    for name, (rows, rank, projected, passes) in MOTIONS.items():
        assert found[name] == passes, name
        seen = found[f"seen {name}"]
        _, q, qd = rows
        away = left(seen.A, seen.residual_raw, q, qd, 1, projected, np).any()
        assert passes == (not away and (seen.status == 0).all() and (seen.rank >= rank).all())


def test_C_passes_only_what_Python_has_nothing_against(asked, written):
    machine = native(asked, written.text, written)
    require_judged(judged(machine, asked), machine, asked)


MISJUDGED = {
    "zw_misses": ("fabs(rate[i]) > part * sizes[1]", "fabs(rate[i]) > 1e9 * sizes[1]"),
    "zw_is_flat": ("found = found || zero;", "found = found || !zero;"),
    "zw_start": ("zw_misses(row, sizes, ZW_OFF_ROUNDING)", "0"),
    "zw_left": ("grown[i] > allowed", "grown[i] > 1e9 * allowed"),
    "zw_observe": ("odd || told[0] < whole", "odd"),
}


@pytest.mark.parametrize("function", MISJUDGED)
def test_a_judgement_that_is_spoiled_is_noticed(asked, written, function):
    right, wrong = MISJUDGED[function]
    assert written.text.count(right) == 1
    sane = native(asked, written.text, written)
    found = judged(native(asked, written.text.replace(right, wrong), written), asked)
    with pytest.raises(AssertionError):
        require_judged(found, sane, asked)


# -- what is written out from the Python text ------------------------------------------------------

RULES = [step_size.Elementary(), step_size.PI()]


def expected(name: str, rule, given: list[np.ndarray]) -> Any:
    *first, told = [jnp.asarray(x) for x in given]
    states: Any = first
    if name == "zw_judge":
        moved, (reach, weight, times, sigmas) = states[:5], states[5:]
        noise: Any = rank_watch.noise(reach, weight, moved[0], moved[1], times, sigmas, told[4])
        q, qd, q_new, qd_new, error = moved
        norm = step_size.error_norm(q, qd, q_new, qd_new, error, noise, rtol=told[0], atol=told[1])
        return jnp.stack(step_size.judge(rule, 8, norm, told[2], told[3] > 0))
    if name == "zw_first_step":
        return step_size.initial_step(*states, rtol=told[0], atol=told[1], span=told[2])
    if name == "zw_distance":
        return rank_watch.distance(*map(jnp.asarray, given))
    return cut_for(jnp.asarray(given[0][0]), given[0][1])


def inputs(name: str, rng: np.random.Generator) -> list[np.ndarray]:
    if name == "zw_judge":
        sound, last = float(rng.uniform() < 0.8), 10.0 ** rng.uniform(-18, -10)
        told = np.array([1e-6, 1e-9, rng.uniform(1e-3, 1.0), sound, last])
        error = 10.0 ** rng.uniform(-14, -4) * rng.normal(size=4)
        near = 10.0 ** rng.uniform(-2, 12) * rng.uniform(size=2), rng.uniform(size=2)
        times = np.sort(rng.uniform(size=3)) if rng.uniform() < 0.8 else np.ones(3)
        return [*rng.normal(size=(4, 2)), error, *near, times, rng.uniform(size=3), told]
    if name == "zw_first_step":
        return [*rng.normal(size=(3, 2)) * rng.integers(0, 2, (3, 1)), np.array([1e-6, 1e-9, 3.0])]
    if name == "zw_distance":
        times = np.sort(rng.uniform(size=3)) if rng.uniform() < 0.8 else np.ones(3)
        return [times, rng.uniform(size=3)]
    return [10.0 ** rng.uniform(-12, 0, 2)]


@pytest.mark.parametrize("rule", RULES, ids=["elementary", "PI"])
def test_arithmetic_in_C_is_that_of_the_Python_text(rule):
    from zwang.engine.program.method.arithmetic import ARGUMENTS

    from zwang.emit.lines import PRELUDE, emit

    found = arithmetic(rule, 8, 2)
    texts = [
        emit(k, g, {x: found[k][x] for x in r}, public=True) for k, (g, r) in ARGUMENTS.items()
    ]
    library = build.library("\n".join([PRELUDE, *(x.text for x in texts)]))
    rng = np.random.default_rng(7)
    for name in ARGUMENTS:
        function = getattr(library, name)
        for _ in range(200):
            given, out = inputs(name, rng), np.full(2, np.nan)
            function(*(ctypes.c_void_p(x.ctypes.data) for x in [*given, out]))
            wanted = np.atleast_1d(expected(name, rule, given))
            np.testing.assert_allclose(out[: len(wanted)], wanted, rtol=1e-12, err_msg=name)


# -- structs -------------------------------------------------------------------------------------


def test_a_field_that_moved_in_C_is_refused_when_the_library_is_loaded(asked, written):
    text = written.text.replace(
        "    double h;\n    double error;", "    double error;\n    double h;"
    )
    assert text != written.text
    with pytest.raises(RuntimeError, match="zw_course.h"):
        native(asked, text, written)


def test_a_field_that_is_missing_in_Python_is_refused(asked, written, monkeypatch):
    moved = dict(structs.STRUCTS)
    moved["zw_settings"] = moved["zw_settings"][1:] + moved["zw_settings"][:1]
    monkeypatch.setattr(structs, "STRUCTS", moved)
    monkeypatch.setattr(structs, "structure", structs.structure.__wrapped__)  # none is remembered
    with pytest.raises(RuntimeError, match="zw_settings"):
        structs.require_same_layout(build.library(written.text), written.sizes.dimensions)
