"""The public names are what the package says they are, and the reference page shows them all."""

import ast
import importlib
import re
import subprocess
import sys
from inspect import signature

import zwang
from tests.project.source import PACKAGE, ROOT, public_names


def test_public_names_are_those_that_init_exports():
    """Written `from module import name as name`, which says that it is meant."""
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert all(alias.name == alias.asname for node in imports for alias in node.names)
    exported = [(str(node.module), alias.name) for node in imports for alias in node.names]
    assert [name for _, name in exported] == zwang.__all__ and set(zwang.__all__) <= set(dir(zwang))
    for module, name in exported:
        assert getattr(zwang, name) is getattr(importlib.import_module(module), name)


LAZY = """
import sys, zwang
early = {"jax", "numpy", "zwang.motion"} & set(sys.modules)
import jax
wide = jax.numpy.ones(1).dtype == "float64"
import zwang.page.show, zwang.sensitivity.fit
from zwang import *
functions = callable(zwang.page) and callable(zwang.sensitivity) and page is zwang.page
packages = zwang.zoo.PROBLEMS and zwang.joints.Revolute and isinstance(zwang.__version__, str)
missing = not hasattr(zwang, "nothing_of_this_name")
print(not early and wide and functions and bool(packages) and missing)
"""


def test_names_are_imported_when_they_are_asked_for():
    """And float64 is on, though JAX comes later; a name hides the package of the same name."""
    done = subprocess.run([sys.executable, "-c", LAZY], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "True\n", done.stderr


def test_every_public_name_is_on_the_reference_page_once():
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    shown = re.findall(r"^::: zwang\.(\w+)$", page, flags=re.MULTILINE)
    assert sorted(shown) == sorted(public_names())


LIGHT = """
import sys, zwang as zw
body = zw.RigidBody(1.0, [0.1, 0.2, 0.3], p_WB=[0.3, 0, 0], name="body")
hinge = zw.joints.Revolute(zw.GROUND, body, point=[0, 0, 0], axis=[0, 1, 0], name="pin")
zw.Mechanism([body], [hinge], [zw.Gravity()]).simulate((0.0, 0.01))
print(sorted({"scipy.sparse", "scipy.linalg", "scipy.optimize"} & set(sys.modules)))
"""


def test_the_first_motion_of_a_small_mechanism_loads_no_large_library():
    """Each takes a tenth of a second, of the half that a motion takes that was compiled before."""
    ran = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True)
    assert ran.stdout.strip() == "[]", ran.stdout + ran.stderr


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
