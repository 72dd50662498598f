"""The C library: what it exports, and that it is what its sources say."""

import ctypes
import re
from pathlib import Path

import pytest

from tests.runtime.units import Change, number, spoiled
from zwang.library import loader as libraries
from zwang.library.interface import EXPORTED
from zwang.library.recipe import INSTALLED, PACKAGE, recipe, recipe_of

DEFINED = re.compile(r"^ZW_EXPORT\s+([^;{]*?)(\w+)\(([^()]*)\)\s*\{", re.MULTILINE)
TYPES = {"int": ctypes.c_int, "double": ctypes.c_double, "long long": ctypes.c_longlong}


def kind_of(declared):
    """The type of ctypes of a parameter or of what a function returns."""
    if "*" in declared:
        return ctypes.c_char_p if declared.startswith("const char") else ctypes.c_void_p
    name = " ".join(declared.split())
    known = [kind for text, kind in TYPES.items() if name == text or name.startswith(f"{text} ")]
    return known[0] if known else None


@pytest.fixture(scope="module")
def defined():
    """What each exported function returns and takes, from the sources of C."""
    found = {}
    for source in recipe().sources.values():
        for returns, name, takes in DEFINED.findall(source.decode()):
            kinds = [kind_of(x.strip()) for x in takes.split(",") if x.strip() != "void"]
            found.setdefault(name, (kind_of(returns.strip()), tuple(kinds)))
    return found


def test_the_tables_list_what_is_exported(defined):
    assert sorted(defined) == sorted(EXPORTED)


@pytest.mark.parametrize("name", EXPORTED)
def test_a_function_takes_what_its_table_says(defined, name):
    assert defined[name] == tuple(EXPORTED[name])


def test_the_library_says_what_it_was_made_of():
    assert libraries.library().zw_digest() == recipe().digest.encode()
    assert libraries.library().zw_epsilon() == 2.0**-52


def test_another_source_makes_another_library():
    changed = spoiled(number("EPS", 2.0))
    assert changed.zw_epsilon() == 2.0 and libraries.library().zw_epsilon() == 2.0**-52
    assert changed.zw_digest() != libraries.library().zw_digest()


def test_an_installed_library_of_other_sources_is_not_used(tmp_path):
    made, name = recipe(), "runtime/c/library.c"
    libraries._make(made, libraries.build.compiler())(None, tmp_path / "library.so")  # type: ignore
    assert libraries._installed(made, tmp_path / "library.so") is not None
    edited = recipe_of(made.sources | {name: made.sources[name] + b"\n"})
    assert libraries._installed(edited, tmp_path / "library.so") is None
    (tmp_path / "text.so").write_text("no library")
    assert libraries._installed(made, tmp_path / "text.so") is None
    assert libraries._installed(made, tmp_path / "none.so") is None


def test_python_does_not_take_the_installed_library_for_a_module():
    name = Path(INSTALLED).name
    modules = {file.stem for file in (PACKAGE / INSTALLED).parent.glob("*.py")}
    assert name.split(".")[0] not in modules


def test_a_change_names_what_stands_once():
    with pytest.raises(AssertionError, match="0 times"):
        spoiled(Change("runtime/c/library.c", "nothing like it", ""))
