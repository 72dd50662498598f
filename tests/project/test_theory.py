"""The theory pages map equations to functions that exist and to tests that declare them.

A test declares what it checks by ``@pytest.mark.equation("US10 (95)-(99)")``. A row whose test does
not declare the row's numbers fails; so does a number that a paper prints and no row has.
"""

import ast
import re
from functools import cache

import pytest

from tests.project.source import ROOT, resolve, test_functions

PAGES = sorted((ROOT / "docs/theory").glob("*.md"))
NAME = re.compile(r"`(zwang(?:\.\w+)+)`")
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)(?:\[[^`]*)?`")
NUMBER = re.compile(r"\((\d+)([a-d]?)\)(?:[–-]\((\d+)([a-d]?)\))?")
# The last number of each paper; UP06 is quoted in US10 and has none of its own.
LAST = {"KU93": 38, "U05": 25, "UK95": 15, "US10": 123}


def numbers(text: str) -> set[tuple[str, str]]:
    """What a text such as "US10 (8), (13a)–(13d)" names: pairs of a paper and a number."""
    key, *rest = text.split(maxsplit=1)
    found = set()
    for first, letter, last, until in NUMBER.findall(re.sub(r"\$[^$]*\$", "", "".join(rest))):
        if letter and until:
            found |= {f"{first}{chr(x)}" for x in range(ord(letter), ord(until) + 1)}
        elif last:
            found |= {f"{x}" for x in range(int(first), int(last) + 1)}
        else:
            found.add(f"{first}{letter}")
    return {(key.rstrip(","), number) for number in found}


@cache
def declared(file: str) -> dict[str, set[tuple[str, str]]]:
    """What each test of a file declares, read without running it."""
    found: dict[str, set[tuple[str, str]]] = {}
    for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            calls = (x for x in node.decorator_list if isinstance(x, ast.Call))
            marks = [x for x in calls if ast.unparse(x.func) == "pytest.mark.equation"]
            texts = [ast.literal_eval(argument) for mark in marks for argument in mark.args]
            found[node.name] = set().union(*map(numbers, texts))
    return found


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
                if not cells[0].startswith("US10"):
                    cells[0] = f"{page.stem.upper()} {cells[0]}"
                found.append(pytest.param(cells, id=cells[0]))
    return found


def undeclared(cells: list[str]) -> set[tuple[str, str]]:
    """Numbers of a row that none of its tests declares."""
    tests = TEST.findall(" ".join(cells))
    said = [declared(file).get(name, set()) for file, name in tests]
    return numbers(cells[0]) - set().union(*said)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page_has_a_table(page):
    assert "| equation | function | test |" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("cells", rows())
def test_row_names_a_function_and_a_test_that_declares_its_equations(cells):
    names, tests = NAME.findall(" ".join(cells)), TEST.findall(" ".join(cells))
    assert names and tests and numbers(cells[0])
    for name in names:
        resolve(name)
    for file, test in tests:
        assert test in test_functions(ROOT / file)
    assert undeclared(cells) == set()


def test_a_row_whose_test_does_not_declare_its_number_is_seen():
    cells = list(rows()[0].values[0])
    assert undeclared([cells[0] + ", (999)", *cells[1:]]) == {(cells[0].split()[0], "999")}
    cells[2] = "`tests/project/test_theory.py::test_page_has_a_table`"
    assert undeclared(cells) == numbers(cells[0])


@pytest.mark.parametrize("key, last", LAST.items())
def test_every_number_of_the_paper_has_a_row(key, last):
    named = set().union(*(numbers(row.values[0][0]) for row in rows()))
    shown = {int(re.sub("[a-d]", "", number)) for paper, number in named if paper == key}
    assert shown == set(range(1, last + 1))


def test_numbers_are_read_as_they_are_written():
    assert numbers("U05 (13a)–(13d), $(5)$, (7)") == {
        ("U05", x) for x in ("13a", "13b", "13c", "13d", "7")
    }
    assert numbers("US10, between (7) and (8): all") == {("US10", "7"), ("US10", "8")}
