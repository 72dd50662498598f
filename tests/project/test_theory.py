"""The theory pages map equations to functions and tests that exist."""

import re

import pytest

from tests.project.source import ROOT, resolve, test_functions

PAGES = sorted((ROOT / "docs/theory").glob("*.md"))
NAME = re.compile(r"`(zwang(?:\.\w+)+)`")
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)(?:\[[^`]*)?`")


def rows() -> list:
    """The rows of each table | equation | function | test |."""
    found = []
    for page in PAGES:
        table = False
        for line in page.read_text(encoding="utf-8").splitlines():
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if cells[:3] == ["equation", "function", "test"]:
                table = True
            elif not line.startswith("|"):
                table = False
            elif table and not set(line) <= set("|-: "):
                found.append(pytest.param(cells, id=f"{page.stem} {cells[0]}"))
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page_has_a_table(page):
    assert "| equation | function | test |" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("cells", rows())
def test_row_names_a_function_and_a_test_that_exist(cells):
    names, tests = NAME.findall(" ".join(cells)), TEST.findall(" ".join(cells))
    assert names and tests
    for name in names:
        resolve(name)
    for file, test in tests:
        assert test in test_functions(ROOT / file)
