"""The project can be built anywhere: nothing in it belongs to one machine or one network."""

import ast
import re

import pytest

from tests.project.source import ROOT

FOLDERS = ["zwang", "tests", "examples", "benchmarks", "docs", ".ci"]
TEXTS = {".py", ".md", ".toml", ".txt", ".yml", ".yaml", ".bib", ""}


def texts() -> dict[str, str]:
    """The written files of the project by name: those at the top and in its folders."""
    files = [*ROOT.iterdir(), *(file for name in FOLDERS for file in (ROOT / name).rglob("*"))]
    files = (file for file in files if file.name != ".git")  # a file in a worktree of git's own
    written = (file for file in files if file.is_file() and file.suffix in TEXTS)
    return {str(file.relative_to(ROOT)): file.read_text(encoding="utf-8") for file in written}


def test_no_path_of_one_machine():
    path = re.compile(r"(?<![\w.])/(home|root|work|opt|Users)/\w")
    assert [name for name, text in texts().items() if path.search(text)] == []


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt", "Makefile", ".ci/run"])
def test_packages_are_named_and_never_addressed(name):
    assert not re.search(r"://|index-url|find-links|--hash| @ ", (ROOT / name).read_text())


def test_constraints_pin_every_package_once():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9.-]*==[\w.+]+", pin) for pin in pins)
    assert len({pin.split("==")[0] for pin in pins}) == len(pins)


def test_identifiers_are_ascii():
    fields = ("id", "arg", "attr", "name")
    trees = (ast.parse(text) for name, text in texts().items() if name.endswith(".py"))
    names = {getattr(node, f, None) for tree in trees for node in ast.walk(tree) for f in fields}
    assert [name for name in names if isinstance(name, str) and not name.isascii()] == []
