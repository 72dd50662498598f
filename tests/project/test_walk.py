"""The walk through a warm ``zw.simulate`` is the one that CONTRIBUTING.md tells, and no longer."""

import gc
import re
import sys

import pytest

import zwang as zw
from tests.project.source import PACKAGE, ROOT
from zwang import zoo

MOST_CALLS, MOST_FILES = 85, 21


def walk(name: str) -> list[tuple[str, str]]:
    """File and function of each call, in order; what stands in brackets within one is its own."""
    x = zoo.PROBLEMS[name]()
    calls = []

    def seen(frame, event, _):
        code = frame.f_code
        if event == "call" and "<" not in code.co_name and str(PACKAGE) in code.co_filename:
            file = code.co_filename[len(str(PACKAGE)) + 1 :]
            calls.append((file, code.co_name))

    simulate = lambda: zw.simulate(x.system, x.q0, x.qd0, (0.0, 0.03), x.p)
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
def test_a_second_simulate_is_a_short_walk(name):
    calls = walk(name)
    assert len(calls) <= MOST_CALLS
    assert len({file for file, _ in calls}) <= MOST_FILES


def test_the_walk_that_is_told_is_the_one_that_is_taken():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    told = text.partition("## A walk through")[2].partition("\n## ")[0].partition("What stays")[0]
    steps = re.findall(r"^\d\. `([\w/]+\.py)`, `(\w+)`", told, re.M)
    assert len(steps) >= 6
    calls = walk("pendulum")
    places = [calls.index((file, function)) for file, function in steps]
    assert places == sorted(places)
