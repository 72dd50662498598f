"""The solver that CONTRIBUTING shows is a solver."""

import re
import runpy

import jax
import numpy as np
import pytest

import zwang as zw
from tests.project.source import ROOT


@pytest.fixture
def solver(tmp_path):
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"solver skeleton: begin.*?^```python\n(.*?)^```", text, re.M | re.S)
    (tmp_path / "skeleton.py").write_text(code, encoding="utf-8")
    return runpy.run_path(str(tmp_path / "skeleton.py"))["SingularValues"]()


@pytest.mark.parametrize("convert", [np.asarray, jax.numpy.asarray])
@pytest.mark.parametrize("n, m, rank_A", [(3, 0, 0), (5, 3, 3), (6, 5, 3)])
def test_skeleton_finds_the_planted_answer(solver, convert, n, m, rank_A):
    system = zw.random_system(n, m, rank_A, scale=1e3, nonideal=True)
    solution = zw.solve(*map(convert, system), solver=solver)
    assert solution.rank == rank_A
    np.testing.assert_allclose(solution.qdd, system.qdd, rtol=1e-9)
    np.testing.assert_allclose(solution.Qc, system.Qc, rtol=1e-9)
