"""Every public function and class is documented in NumPy's style and names each parameter."""

import dataclasses
import inspect
import re
from enum import Enum

import pytest

import zwang
from tests.project.source import ROOT, module_names, public_names, resolve

SECTION = re.compile(r"^(?:Parameters|Attributes)\n-+\n(.*?)(?=^\w[\w ]*\n-+\n|\Z)", re.M | re.S)
ENTRY = re.compile(r"^(\*{0,2}\w+(?:, *\*{0,2}\w+)*) *:", re.M)
KEYS = re.findall(r"^@\w+\{(\w+),", (ROOT / "references.bib").read_text(encoding="utf-8"), re.M)


def public() -> dict[str, object]:
    """Public functions and classes and the public methods of these, by dotted name.

    The methods of a solver are those of ``AbstractSolver``, which documents them.
    """
    found = {}
    for name in public_names():
        value = getattr(zwang, name)
        found[f"zwang.{name}"] = value
        if inspect.isclass(value) and zwang.AbstractSolver not in value.__mro__[1:]:
            methods = inspect.getmembers(value, inspect.isfunction)
            own = (pair for pair in methods if pair[1].__module__.startswith("zwang"))
            found |= {f"zwang.{name}.{m}": f for m, f in own if not m.startswith("_")}
    return found


def paper_functions() -> dict[str, object]:
    """Public functions of zwang.papers, by dotted name."""
    modules = [name for name in module_names() if name.startswith("zwang.papers.")]
    members = (pair for name in modules for pair in inspect.getmembers(resolve(name)))
    functions = (f for _, f in members if inspect.isfunction(f) and f.__module__ in modules)
    return {
        f"{f.__module__}.{f.__name__}": f
        for f in functions
        if not f.__name__.startswith("_") and not f.__module__.rpartition(".")[2].startswith("_")
    }


def documented(value: object) -> set[str]:
    """Names under Parameters and Attributes; ``n, m : ...`` documents two."""
    entries = ENTRY.findall("".join(SECTION.findall(inspect.getdoc(value) or "")))
    return {name.strip(" *") for entry in entries for name in entry.split(",")}


def parameters(value: object) -> set[str]:
    """What a caller may pass."""
    if inspect.isclass(value) and issubclass(value, Enum):
        return set()
    if dataclasses.is_dataclass(value):
        return {field.name for field in dataclasses.fields(value)}
    signature = inspect.signature(value)  # pyright: ignore[reportArgumentType]
    return set(signature.parameters) - {"self"}


PUBLIC, PAPERS = public(), paper_functions()


@pytest.mark.parametrize("name", [*PUBLIC, *PAPERS])
def test_docstring_begins_with_a_sentence_of_one_line(name):
    first, *rest = (inspect.getdoc((PUBLIC | PAPERS)[name]) or "").split("\n")
    assert first.endswith((".", ";", ":"))
    assert not rest or not rest[0]


@pytest.mark.parametrize("name", PUBLIC)
def test_docstring_names_each_parameter(name):
    assert parameters(PUBLIC[name]) - documented(PUBLIC[name]) == set()


@pytest.mark.parametrize("name", PAPERS)
def test_function_from_a_paper_cites_it(name):
    cited = re.findall(r"\[(\w+)\]", inspect.getdoc(PAPERS[name]) or "")
    assert cited and set(cited) <= set(KEYS)


@pytest.mark.parametrize("name", PUBLIC)
def test_single_letters_are_in_the_notation_table(name):
    table = re.findall(r"^\|.*\|$", (ROOT / "docs/notation.md").read_text(encoding="utf-8"), re.M)
    symbols = set(re.findall(r"`(\w+)`", "\n".join(table))) | {"n", "m"}
    assert {letter for letter in parameters(PUBLIC[name]) if len(letter) == 1} <= symbols


@pytest.mark.parametrize("module", module_names())
def test_every_module_says_what_it_is(module):
    assert inspect.getdoc(resolve(module))
