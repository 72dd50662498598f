"""Each function of the C text against its Python counterpart; and each comparison can fail.

A bob on a rod that swings through an event goes through everything but singular configurations.
Both backends begin, take steps one at a time, find the event, restore a state, and see its rows;
all that they leave must agree. Then each function in C is spoiled on purpose, and some comparison
must notice.
"""

from typing import Any

import numpy as np
import pytest

import zwang as zw
from tests.runtime.units import Change, spoiled
from zwang.consistency.adrift import left
from zwang.engine.code import Code
from zwang.engine.dense.native import Native, NativeMachine
from zwang.engine.program.program import write
from zwang.engine.program.sizes import sizes_of
from zwang.integrate.course import Halt
from zwang.integrate.jax_backend import JaxMachine
from zwang.integrate.options import Options
from zwang.integrate.problem import request
from zwang.integrate.start import looked_at
from zwang.library import loader as libraries

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
def code(asked):
    sizes = sizes_of(asked.program, 2, ())
    own = write(asked.program, sizes)
    return Code(sizes, None, lambda: own)


def native(asked, code: Code, *changes: Change) -> NativeMachine:
    """The machine of the library, or of one with some changes."""
    with pytest.MonkeyPatch.context() as patch:
        if changes:
            patch.setattr(libraries, "_LOADED", [spoiled(*changes)])
        return NativeMachine(Native(asked.program, code), asked.parameters)


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


def test_both_backends_leave_the_same(asked, code, by_jax):
    found = journal(native(asked, code), asked)
    assert found["halts"][-1] == Halt.EVENT
    agree(found, by_jax)


SPOILED = {  # file, what is right, what is wrong
    "zw_propose": ("step", "left / 2.0 ? left / 2.0 : h;", "left / 2.0 ? left / 2.0 : 0.5 * h;"),
    "zw_judge_step": ("step", "good = out->error <= 1.0;", "good = out->error <= 1e-6;"),
    "zw_commit": ("step", "at->accepted += 1;", "at->accepted += 2;"),
    "zw_commit_view": (
        "step",
        "at->sigmas[2] = view->sigma;",
        "at->sigmas[2] = 0.5 * view->sigma;",
    ),
    "zw_one": ("step", "next = step.h * verdict.factor;", "next = step.h;"),
    "zw_came_one": ("events", "before < 0.0 && after >= 0.0", "before > 0.0 && after >= 0.0"),
    "zw_locate": ("events", "found[0] = there;", "found[0] = there + 1e-3;"),
    "zw_attempt": ("attempt", "fabs(out->q[j] - q1[j])", "fabs(out->q[j])"),
    "zw_return": ("project", "qd[j] += change[j];", "qd[j] += 0.9 * change[j];"),
    "zw_look": ("rank_watch", "values[i] = sqrt(", "values[i] = 2.0 * sqrt("),
    "zw_begin": ("begin", "at->quiet = -INFINITY", "at->quiet = 0.0"),
    "zw_look_ahead": ("begin", "sqrt(fabs(of_q)) + 1e-3 *", "sqrt(fabs(of_q)) + 1e-2 *"),
    "zw_row": ("observe", "Qc[j] = C[j] + all,", "Qc[j] = C[j] + 2.0 * all,"),
}


def change(file: str, right: str, wrong: str) -> Change:
    return Change(f"runtime/c/{file}.h", right, wrong)


@pytest.mark.parametrize("function", SPOILED)
def test_a_function_that_is_spoiled_is_noticed(asked, code, by_jax, function):
    machine = native(asked, code, change(*SPOILED[function]))
    with pytest.raises(AssertionError):
        agree(journal(machine, asked), by_jax)


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


def test_C_passes_only_what_Python_has_nothing_against(asked, code):
    machine = native(asked, code)
    require_judged(judged(machine, asked), machine, asked)


MISJUDGED = {
    "zw_misses": ("begin", "fabs(rate[i]) > part * sizes[1]", "fabs(rate[i]) > 1e9 * sizes[1]"),
    "zw_is_flat": ("begin", "found = found || zero;", "found = found || !zero;"),
    "zw_start": ("begin", "zw_misses(w, row, sizes, ZW_OFF_ROUNDING)", "0"),
    "zw_left": ("observe", "grown[i] > allowed", "grown[i] > 1e9 * allowed"),
    "zw_observe": ("observe", "odd || told[0] < whole", "odd"),
}


@pytest.mark.parametrize("function", MISJUDGED)
def test_a_judgement_that_is_spoiled_is_noticed(asked, code, function):
    found = judged(native(asked, code, change(*MISJUDGED[function])), asked)
    with pytest.raises(AssertionError):
        require_judged(found, native(asked, code), asked)


# -- structs -------------------------------------------------------------------------------------


def test_a_course_whose_fields_moved_in_C_is_read_where_they_are(asked, code):
    wanted = journal(native(asked, code), asked)
    moved = native(asked, code, change("course", "R(h, ) R(error, )", "R(error, ) R(h, )"))
    assert moved.native.course.layout != native(asked, code).native.course.layout
    found = journal(moved, asked)
    assert all(np.array_equal(found[name], wanted[name]) for name in wanted)


def test_a_model_that_Python_does_not_know_is_refused(asked, code):
    with pytest.raises(RuntimeError, match="C has a model of"):
        native(asked, code, change("model", "int rubs, of_lam,", "double more; int rubs, of_lam,"))
