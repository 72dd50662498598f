"""The public names are what the package says they are, and the reference page shows them all."""

import ast
import re
import sys
from inspect import signature

import zwang
from tests.project.source import PACKAGE, ROOT, public_names


def test_public_names_are_those_that_init_exports():
    """Written `from module import name as name`, which says that it is meant."""
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    imports = (node for node in tree.body if isinstance(node, ast.ImportFrom))
    exported = [a.name for node in imports for a in node.names if a.asname == a.name]
    assert sorted(exported) == sorted(public_names())


def test_every_public_name_is_on_the_reference_page_once():
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    shown = re.findall(r"^::: zwang\.(\w+)$", page, flags=re.MULTILINE)
    assert sorted(shown) == sorted(public_names())


def test_every_status_is_on_the_page_of_the_solvers():
    page = (ROOT / "docs/solvers.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\| `([A-Z_]+)` \|", page, flags=re.MULTILINE)
    assert sorted(shown) == sorted(status.name for status in zwang.Status)


def test_functions_with_the_names_of_packages_are_both():
    import zwang.page.document as document
    import zwang.sensitivity.fit

    assert zwang.page.document is document is sys.modules["zwang.page.document"]
    assert zwang.sensitivity.fit is sys.modules["zwang.sensitivity.fit"]
    assert callable(zwang.page) and callable(zwang.sensitivity)
    assert (
        zwang.page.__module__ == "zwang.page.live.page"
        and "path" in signature(zwang.page).parameters
    )
