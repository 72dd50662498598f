"""Where things are in the project, for the tests of this folder."""

import ast
import importlib
import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import zwang

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "zwang"


def public_names() -> list[str]:
    """Names of the package, without its modules."""
    return [name for name in zwang.__all__ if not isinstance(getattr(zwang, name), ModuleType)]


def module_name(file: Path) -> str:
    """The dotted name of a file of the package: zwang/solvers/rank.py is zwang.solvers.rank."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def module_names() -> list[str]:
    """Every module of the package."""
    return sorted(module_name(file) for file in PACKAGE.rglob("*.py"))


def resolve(dotted: str) -> object:
    """The object behind a dotted name such as zwang.papers.u05.qdd."""
    parts = dotted.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            found = getattr(found, part)
        return found
    raise ModuleNotFoundError(dotted)


def example(name: str) -> Any:
    """An example as a new module, which is not run."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_functions(file: Path) -> set[str]:
    """Names of the tests that a file defines, read without running it."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return {function.name for function in functions if function.name.startswith("test_")}


test_functions.__test__ = False  # it is about tests, it is none
