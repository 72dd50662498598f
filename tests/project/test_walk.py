"""The walk through a warm ``zw.simulate`` is the one that CONTRIBUTING.md tells, and no longer."""

import gc
import re
import sys
from typing import Any

import numpy as np
import pytest

import zwang as zw
from tests.project.source import PACKAGE, ROOT
from zwang import zoo
from zwang.library import functions, worker

MOST_CALLS, MOST_FILES, MOST_OTHERWISE = 25, 9, 48


def walk(monkeypatch: pytest.MonkeyPatch, name: str, **changed: Any) -> list[tuple[str, str]]:
    """File and function of each call, in order; what stands in brackets within one is its own."""
    x = zoo.PROBLEMS[name]()
    given = {"q0": x.q0, "qd0": x.qd0, "t": (0.0, 0.03), "p": x.p} | changed
    calls = []

    def seen(frame, event, _):
        code = frame.f_code
        if event == "call" and "<" not in code.co_name and str(PACKAGE) in code.co_filename:
            file = code.co_filename[len(str(PACKAGE)) + 1 :]
            calls.append((file, code.co_qualname))

    # Functions are compiled, or else it would be noted how long they ran on tape.
    monkeypatch.setattr(functions, "WORTH", -1.0)
    monkeypatch.setattr(worker, "begin", lambda owner, job: job(owner))
    simulate = lambda: zw.simulate(x.system, **given)
    for _ in range(3):
        simulate()
    gc.disable()  # or objects of other tests that end here, as open stores do, walk along
    sys.setprofile(seen)
    try:
        simulate()
    finally:
        sys.setprofile(None)
        gc.enable()
    return calls


@pytest.mark.parametrize("name", ["pendulum", "andrews"])
def test_a_second_simulate_is_the_short_walk_that_is_told(name, monkeypatch):
    calls = walk(monkeypatch, name)
    assert len(calls) <= MOST_CALLS
    assert len({file for file, _ in calls}) <= MOST_FILES
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    told = text.partition("## A walk through")[2].partition("\n## ")[0].partition("What stays")[0]
    assert calls == re.findall(r"`([\w/]+\.py)`, `([\w.]+)`", told)
    files = len({file for file, _ in calls})
    assert f"{len(calls)} calls in {files} files" in told


def test_numbers_of_other_kinds_take_a_walk_that_is_hardly_longer(monkeypatch):
    """Lists in the place of arrays, arrays in `p`, asked times: what is known stays known."""
    x = zoo.PROBLEMS["pendulum"]()
    lists = {"q0": list(map(float, x.q0)), "qd0": list(map(float, x.qd0))}
    arrays = {"p": {name: np.asarray(value, float) for name, value in (x.p or {}).items()}}
    for changed in (lists, {"t": [0.0, 0.01, 0.03]}, {"t": np.linspace(0.0, 0.03, 4)}, arrays):
        assert len(walk(monkeypatch, "pendulum", **changed)) <= MOST_OTHERWISE
