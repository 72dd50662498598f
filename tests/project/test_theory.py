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


# -- what a test reaches, read without running it -------------------------------------------------

# Forms of the papers call each other, and rows of `zwang reproduce` are found by name.
FOLLOWED = {f"{x}": f"zwang/papers/{x}.py" for x in ("ku93", "u05", "uk95", "up06", "us10")}
FOLLOWED |= {"us10_rotation": "zwang/papers/us10_rotation.py"}
REPRODUCED = "zwang.reproduce."


@cache
def definitions(file: str) -> tuple[dict[str, ast.AST], dict[str, str]]:
    """What a file defines at its top, and from which files of the tests other names are."""
    found: dict[str, ast.AST] = {}
    imported: dict[str, str] = {}
    for node in ast.parse((ROOT / file).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = (
                x.id for target in targets for x in ast.walk(target) if isinstance(x, ast.Name)
            )
            found |= dict.fromkeys(names, node)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests"):
            at = f"{str(node.module).replace('.', '/')}.py"
            imported |= {x.asname or x.name: at for x in node.names}
    return found, imported


def reached(file: str, test: str) -> set[str]:
    """Names in a test, and in what it uses of the tests and of the papers' forms; lower case."""
    names: set[str] = set()
    seen, todo = set(), [(file, test)]
    while todo:
        file, name = todo.pop()
        if not file:
            continue
        inside, imported = definitions(file)
        if name in imported:
            todo.append((imported[name], name))
        if (file, name) in seen or name not in inside:
            continue
        seen.add((file, name))
        for node in ast.walk(inside[name]):
            found = getattr(node, "id", getattr(node, "arg", None))
            if isinstance(found, str):
                names.add(found.lower())
                todo.append((file, found))
            if isinstance(node, ast.Attribute):
                owner = getattr(node.value, "id", "")
                names.add(f"{owner}.{node.attr}".lower())
                todo.append((FOLLOWED.get(owner, ""), node.attr))
            text = getattr(node, "value", "")
            if isinstance(text, str) and text.startswith(REPRODUCED):
                for path in (ROOT / "zwang/reproduce").glob("*.py"):
                    at = str(path.relative_to(ROOT))
                    todo += [(at, each) for each in definitions(at)[0]]
    return names


def unreached(cells: list[str]) -> list[str]:
    """Functions of a row that none of its tests can call."""
    names = set().union(*(reached(*x) for x in TEST.findall(" ".join(cells))))
    missing = []
    for dotted in NAME.findall(" ".join(cells)):
        *owners, last = dotted.lower().split(".")
        # Functions by their name or their module's; methods and classes of anything.
        public = owners == ["zwang"] and dotted.split(".")[-1].islower()
        ways = {last, f"{'zw' if public else owners[-1]}.{last}"}
        of_any = dotted.split(".")[-2][0].isupper() or not (public or "papers" in owners)
        if not names & ways and not (of_any and any(x.endswith(f".{last}") for x in names)):
            missing.append(dotted)
    return missing


@pytest.mark.parametrize("cells", rows())
def test_a_test_of_a_row_runs_the_functions_of_the_row(cells):
    assert unreached(cells) == []


def test_a_row_whose_test_does_not_run_its_function_is_seen():
    test = "`tests/laws/test_penrose.py::test_pseudo_inverse_meets_all_four_conditions`"
    assert unreached(["U05 (13)", "`zwang.papers.u05.B_pinv`", test]) == []
    others = "`zwang.papers.u05.deviation_parts`, `zwang.solve`, `zwang.papers.u05.B_pinv`"
    wanted = ["zwang.papers.u05.deviation_parts", "zwang.solve"]
    assert unreached(["U05 (10)", others, test]) == wanted


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
