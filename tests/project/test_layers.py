"""The tree is the order of reading: packages say it in their docstrings, and imports follow it."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.project.source import PACKAGE, ROOT, module_name, module_names

# A line of a package's docstring that names files: "rank    the one rule", or "a, b    both".
ENTRY = re.compile(r"^((?:\w+, )*\w+) {2,}\S", re.MULTILINE)

FEWEST, MOST, LINES = 3, 12, 350


def entries(package: str) -> list[str]:
    """What a package says it holds, in the order of reading."""
    text = importlib.import_module(package).__doc__ or ""
    return [name for line in ENTRY.findall(text) for name in line.split(", ")]


def order(package: str = "zwang") -> Iterator[str]:
    """All modules in the order of reading; a package comes after what it holds."""
    for name in entries(package):
        inner = f"{package}.{name}"
        if (ROOT / inner.replace(".", "/")).is_dir():
            yield from order(inner)
        else:
            yield inner
    yield package


ORDER = list(order())
PACKAGES = sorted(module_name(file) for file in PACKAGE.rglob("__init__.py"))


class Import(NamedTuple):
    """One module that is imported, and whether the function around it does nothing but forward."""

    module: str
    forwarded: bool


def forwards(function: ast.FunctionDef) -> bool:
    """Whether a function only imports from below and returns what that gives: a convenience."""
    body = [node for node in function.body if not isinstance(node, ast.ImportFrom)]
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]  # the docstring
    return len(body) == 1 and isinstance(body[0], ast.Return | ast.Expr)


def imports(node: ast.AST, forwarded: bool = False) -> Iterator[Import]:
    """Each import from zwang below a node, those for types too."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield from imports(child, forwards(child))
        elif isinstance(child, ast.Import):
            yield from (Import(alias.name, forwarded) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            assert not child.level, "imports are written in full"
            for alias in child.names:
                name = f"{child.module}.{alias.name}"
                yield Import(name if name in ORDER else str(child.module), forwarded)
        else:
            yield from imports(child, forwarded)


def imports_of(module: str) -> set[Import]:
    file = ROOT / module.replace(".", "/")
    file = file / "__init__.py" if file.is_dir() else file.with_suffix(".py")
    found = imports(ast.parse(file.read_text(encoding="utf-8")))
    return {item for item in found if item.module.split(".")[0] == "zwang"}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_says_what_it_holds_in_the_order_of_reading(package):
    folder = ROOT / package.replace(".", "/")
    files = {file.stem for file in folder.glob("*.py")} - {"__init__"}
    parts = {file.parent.name for file in folder.glob("*/__init__.py")}
    said = entries(package)
    assert sorted(said) == sorted(files | parts)
    assert len(said) == len(set(said))


def test_the_package_holds_packages_only():
    files = {file.name for file in PACKAGE.iterdir() if file.is_file()}
    assert files == {"__init__.py", "py.typed"}
    folders = {folder for folder in PACKAGE.iterdir() if folder.is_dir()} - {
        PACKAGE / "__pycache__"
    }
    assert all((folder / "__init__.py").exists() for folder in folders)


@pytest.mark.parametrize("package", PACKAGES[1:])
def test_a_package_has_neither_too_few_files_nor_too_many(package):
    folder = ROOT / package.replace(".", "/")
    files = [file for file in folder.glob("*.py") if file.stem != "__init__"]
    parts = list(folder.glob("*/__init__.py"))
    assert len(files) <= MOST
    assert len(files) + len(parts) >= FEWEST


def test_every_file_has_its_place_in_the_order_of_reading():
    assert sorted(ORDER) == module_names()


@pytest.mark.parametrize("module", module_names())
def test_a_file_imports_only_from_files_above_it(module):
    above = set(ORDER[: ORDER.index(module)])
    below = {x.module for x in imports_of(module) if x.module not in above and not x.forwarded}
    assert below == set()


def test_files_are_short():
    files = [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.h")]
    long = {str(f.relative_to(ROOT)): count for f in files if (count := lines(f)) > LINES}
    assert long == {}


def lines(file: Path) -> int:
    return len(file.read_text(encoding="utf-8").splitlines())


def test_no_file_of_the_package_is_empty():
    empty = [module_name(file) for file in PACKAGE.rglob("*.py") if not file.read_text().strip()]
    assert empty == []
