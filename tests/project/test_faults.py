"""The list of faults that ``benchmarks/faults.py`` makes is about this tree: no entry is stale."""

import pytest

from benchmarks import faults
from tests.project.source import ROOT

LIST = faults.listed()


@pytest.mark.parametrize("fault", LIST["fault"], ids=lambda x: x["says"])
def test_the_text_that_a_fault_changes_stands_exactly_once(fault):
    text = (ROOT / fault["file"]).read_text(encoding="utf-8")
    assert text.count(fault["old"]) == 1
    assert fault["old"] != fault["new"]


def test_what_identifies_a_fault_is_its_sentence():
    assert len({fault["says"] for fault in LIST["fault"]}) == len(LIST["fault"]) == 60


def test_the_tests_that_are_tried_for_a_file_are_there():
    tried = [*LIST["tests"].values(), *(x["tests"] for x in LIST["fault"] if "tests" in x)]
    missing = {x for names in tried for x in faults.paths(names) if not (ROOT / x).exists()}
    assert missing == set()
    assert [x for x in LIST["tests"] if not (ROOT / x).exists()] == []
