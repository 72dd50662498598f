"""``benchmarks/house.py`` counts right, and ``benchmarks/record.py`` sees what differs."""

import importlib.util

import numpy as np
import pytest

from tests.project.source import ROOT


def script(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "benchmarks" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


house, record = script("house"), script("record")

FIRST = '''"""A module."""

A, B = 1.0, -2 * 3
C = "text"
D: int = 4


def told(x):
    """A function."""
    found = x.eqns
    here_too = [found]
    return here_too
'''
SECOND = '''class Plain:
    """A class."""

    def f(self):
        """Two lines
        of text.
        """
        return np.linalg.svd(self.x)
'''


@pytest.fixture
def files(tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "first.py").write_text(FIRST)
    (tmp_path / "second.py").write_text(SECOND)
    return house.sources(tmp_path)


def test_a_small_tree_is_counted_right(files, tmp_path):
    assert house.size(files) == (20, 10, 2)
    assert house.by_package(files, tmp_path) == {"one": (12, 7, 1), "second.py": (8, 3, 1)}
    assert house.lengths(files) == [3, 1]
    assert house.constants(files) == 3
    assert house.reading(files, "eqns") == house.linear_algebra(files) == 1
    assert house.forbidden(files) == (2, 1)  # told and found; here_too


def a_record():
    t = np.linspace(0.0, 1.0, 4)
    steps = {"t": t, "q": np.stack([t, t], axis=1), "qd": np.stack([t, -t], axis=1)}
    inner = {name: t.copy() for name in ("h", "error", "sigma")}
    about = {"status": {"status": "OK"}, "inner": inner}
    return record.joined({"steps": steps}, about, record.of_messages(detail="It came to t = 0.5."))


def flipped(x, i):
    """The array with the last bit of an entry flipped."""
    x.reshape(-1).view(np.int64)[i] ^= 1


def test_a_record_is_the_same_as_itself_and_NaN_as_NaN():
    a, b = a_record(), a_record()
    for x in (a, b):
        x["inner"]["h"][0] = np.nan
    b["inner"]["h"].view(np.int64)[0] ^= 1  # another NaN
    assert record.differences(a, b) == {}
    assert record.digest(a_record()) == record.digest(a_record())


@pytest.mark.parametrize("name", ["t", "q", "qd"])
def test_one_flipped_bit_of_a_step_is_seen(name):
    b = a_record()
    flipped(b["steps"][name], b["steps"][name].size // 2)
    texts = record.differences(a_record(), b)
    assert set(texts) == {"steps"}
    assert "4 rows, the first that differs 2 at t = 0.66" in texts["steps"]
    assert record.digest(a_record()) != record.digest(b)


def test_a_flipped_bit_of_sigma_is_seen_unless_one_state_records_none():
    b = a_record()
    flipped(b["inner"]["sigma"], 1)
    assert set(record.differences(a_record(), b)) == {"inner"}
    b["inner"] = record.UNRECORDED
    assert record.differences(a_record(), b) == {}


def test_a_missing_step_is_seen():
    b = a_record()
    b["steps"] = {name: x[:-1] for name, x in b["steps"].items()}
    assert "4 -> 3 rows, the first that differs 3" in record.differences(a_record(), b)["steps"]


def test_status_words_and_numbers_of_messages_are_seen_apart():
    b = a_record()
    b["status"]["status"] = "STEP_TOO_SMALL"
    assert record.differences(a_record(), b) == {"status": "status 'OK' -> 'STEP_TOO_SMALL'"}
    b = record.joined(a_record(), record.of_messages(detail="It came to t = 0.6."))
    assert set(record.differences(a_record(), b)) == {"numbers"}
    b = record.joined(a_record(), record.of_messages(detail="It reached t = 0.5."))
    assert set(record.differences(a_record(), b)) == {"words"}


def test_what_is_expected_is_no_failure(capsys):
    b = a_record()
    b["status"]["status"] = "STEP_TOO_SMALL"
    kinds = [record.compared("x y", a_record(), b, e) for e in ("", "x*", "*:status", "*:steps")]
    assert kinds == ["differs", "expected", "expected", "differs"]
    raised = {"raised": {"ValueError": "no"}}
    assert record.compared("x y", raised, raised, "") == "differs"
    assert "no" in capsys.readouterr().out
