"""An ensemble by a program whose sizes the compiler knows has the bits of the library's."""

import numpy as np
import pytest

import zwang as zw
from tests.engine.dense_cases import CASES
from zwang.engine.ensemble import Known, NativeCrowd
from zwang.library import worker

COUNT = 24
MANY = [
    "a pendulum",
    "a crossing",
    "a crossing by fixed steps",
    "events",
    "observables",
    "more rows than coordinates",
    "nothing held on the way",
    "friction by the reaction",
    "friction by the ideal force",
    "no mass",
    "a rank that rises",
    "a fall that fails",
]
VALUES = "q qd t_end accepted rejected crossings event_count event_time status".split()
ROWS = "qdd Qc multipliers residual".split()


@pytest.fixture
def swapped(cache, monkeypatch):
    """Which program each call took, and before which of them the one of known sizes comes."""
    taken, call, comes = [], NativeCrowd._call, [np.inf]
    monkeypatch.setattr(Known, "ran", lambda known, seconds: None)

    def watched(crowd, name, *args):
        if len(taken) == comes[0]:
            crowd.known._compile()
        taken.append(crowd.known.library is not None)
        return call(crowd, name, *args)

    monkeypatch.setattr(NativeCrowd, "_call", watched)
    return taken, comes


def moved(case, threads=1):
    """All that an ensemble says of its members, in bytes."""
    (q0, qd0), t = case.start, np.linspace(case.t[0], min(case.t[-1], 1.0), 4)
    factor = np.linspace(0.8, 1.2, COUNT)[:, None]
    options = {k: x for k, x in case.options.items() if k != "throw"}
    given = case.system, q0, factor * np.asarray(qd0), t, case.p
    found = zw.simulate_many(*given, keep="motion", engine="native", **options)
    values = {k: np.asarray(getattr(found, k)) for k in VALUES if hasattr(found, k)}
    return {k: x.tobytes() for k, x in values.items()}


@pytest.mark.parametrize("name", MANY)
def test_members_have_the_bits_of_the_library_whenever_the_other_comes(name, swapped):
    taken, comes = swapped
    case = CASES[name]()
    by_library = moved(case)
    calls = len(taken)
    assert calls > 2 and not any(taken) and {"q", "qd", "status"} <= by_library.keys()
    comes[0] = calls + calls // 2
    assert moved(case) == by_library
    assert taken[-calls:] == [False] * (calls // 2) + [True] * (calls - calls // 2)
    assert moved(case) == by_library and all(taken[-calls:])


def test_it_is_compiled_once_members_have_run_for_a_while(cache, monkeypatch):
    begun = []
    monkeypatch.setattr(worker, "begin", lambda owner, job: begun.append(owner))
    monkeypatch.setattr("zwang.engine.ensemble.WORTH", -1.0)
    case = CASES["a pendulum"]()
    moved(case)
    moved(case)
    assert [type(x) for x in begun].count(Known) == 1


def test_it_is_not_compiled_where_sizes_gain_nothing(cache, monkeypatch):
    begun = []
    monkeypatch.setattr(worker, "begin", lambda owner, job: begun.append(owner))
    monkeypatch.setattr("zwang.engine.ensemble.WORTH", -1.0)
    monkeypatch.setattr("zwang.engine.ensemble.LITTLE", 1)
    moved(CASES["a pendulum"]())
    assert Known not in [type(x) for x in begun]
