"""The default method's coefficients are those of diffrax, and need no diffrax."""

import subprocess
import sys

import diffrax

from zwang.integrate.method.runge_kutta import Dopri8, checked_method, tableau
from zwang.integrate.method.tableau import DOPRI8


def test_the_coefficients_are_those_of_diffrax():
    table = diffrax.Dopri8.tableau
    assert DOPRI8.nodes == [0.0, *table.c]
    assert DOPRI8.stages == [[], *(list(row) for row in table.a_lower)]
    assert DOPRI8.weights == list(table.b_sol)
    assert DOPRI8.errors == list(table.b_error)


def test_the_method_of_diffrax_and_the_default_are_one():
    assert checked_method(diffrax.Dopri8(), None) == checked_method(None, None) == Dopri8()
    assert tableau(Dopri8()) is DOPRI8


def test_importing_zwang_imports_nothing_that_a_motion_in_c_does_without():
    code = "import sys, zwang; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"diffrax", "scipy.optimize", "scipy.special", "xarray", "matplotlib", "rich"}
    assert not heavy & set(found.stdout.split())
