"""Pages, LaTeX, model files: what is written can be read again, and tells what was derived."""

import re
import runpy
import subprocess
import sys
from xml.dom import minidom

import numpy as np
import pytest
import sympy as sp
from sympy.physics.mechanics import dynamicsymbols
from typer.testing import CliRunner

import zwang as zw
from tests.project.source import ROOT
from zwang import modelfile, symbolic, zoo
from zwang.symbolic.algebra.traced import traced
from zwang_command import app

T = dynamicsymbols._t
EXAMPLES = modelfile.examples()


@pytest.fixture(scope="module")
def pendulum():
    return zw.explicit(zoo.pendulum().system)


def test_latex_is_balanced_and_holds_each_part(pendulum):
    text = pendulum.latex("A bob & its rod")
    begun, ended = (re.findall(rf"\\{word}{{([a-z*]+)}}", text) for word in ("begin", "end"))
    assert sorted(begun) == sorted(ended) and text.count("{") == text.count("}")
    assert r"A bob \& its rod" in text
    for part in (r"\ddot{x} &=", "M &=", "A &=", "b &=", r"\text{rod}", r"x^{2} + y^{2} &\neq 0"):
        assert part in text


def test_html_is_well_formed_and_refers_to_nothing_outside(pendulum):
    page = pendulum.html("<b> & more")
    assert "&lt;b&gt; &amp; more" in page and "http" not in page.replace("http-equiv", "")
    formulas = re.findall(r"<math.*?</math>", page)
    assert len(formulas) > 6
    for formula in formulas:
        minidom.parseString(formula)
    assert "x\u0308" in page and "\u2260" in page


def test_a_notebook_shows_the_equation_and_a_terminal_the_derivation(pendulum):
    assert pendulum._repr_latex_().startswith(r"$\displaystyle \begin{aligned}\ddot{x} &=")
    assert "x'' = (g*y - x'**2 - y'**2)*x/(x**2 + y**2)" in str(pendulum)
    long = zw.explicit(zoo.slider_crank().system, p=zoo.slider_crank().p)
    assert not long.written_out and "more" in long._repr_latex_()
    assert long.full(long.qdd).free_symbols.isdisjoint(x for x, _ in long.definitions)
    with pytest.raises(ValueError, match="too long"):
        long.B_pinv  # noqa: B018


def test_an_explanation_tells_the_derivation_and_its_numbers():
    problem = zoo.pendulum()
    here = zw.explain(problem.system, problem.q0, problem.qd0, 0.0, problem.p)
    text = here.latex()
    assert r"\ddot{x} &=" in text and "One instant at t = 0" in text
    assert here._repr_latex_().startswith("$")
    only = zw.Explanation.of(np.eye(1), [1.0], [[1.0]], [0.0]).latex()
    assert r"\ddot q &= \begin{pmatrix}0" in only and r"\ddot{x}" not in only


@pytest.mark.parametrize("name", ["ku93_particle", "ku93_control"])
def test_the_command_derives_a_page_and_latex(name, tmp_path):
    arguments = ["derive", str(EXAMPLES[name]), "--out", str(tmp_path)]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    page = (tmp_path / f"{name}.html").read_text(encoding="utf-8")
    text = (tmp_path / f"{name}.tex").read_text(encoding="utf-8")
    title = modelfile.read(EXAMPLES[name]).title
    assert title in page and "explicit equation" in page and r"\end{document}" in text
    assert ("The control law" in page) == (name == "ku93_control")
    assert CliRunner().invoke(app, arguments).exit_code == 0  # what it wrote it may replace
    (tmp_path / f"{name}.html").write_text("mine")
    assert CliRunner().invoke(app, arguments).exit_code == 2
    assert (tmp_path / f"{name}.html").read_text() == "mine"


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_model_file_and_sympy_become_each_other_without_loss(name):
    model = modelfile.read(EXAMPLES[name])
    tables = symbolic.to_sympy(model)
    again = symbolic.to_model(tables)
    assert symbolic.to_sympy(again) == tables
    # All numbers, settings and names are the same, and so is each formula, at any state.
    for part in ("title", "settings", "keep", "assembles", "hold", "plots"):
        assert getattr(again, part) == getattr(model, part), part
    for part in ("q0", "qd0", "t"):
        np.testing.assert_array_equal(getattr(again, part), getattr(model, part))
    assert {k: np.asarray(x).tolist() for k, x in again.p.items()} == {
        k: np.asarray(x).tolist() for k, x in model.p.items()
    }
    before, after = (x.system if x.control is None else x.control.model for x in (model, again))
    mine, theirs = (traced(x, None, model.p)[0] for x in (before, after))
    for part in "M Q A b phi velocity".split():
        difference = getattr(mine, part) - getattr(theirs, part)
        assert vanishes(difference, mine, model), part


def vanishes(difference, formulas, model):
    random, n = np.random.default_rng(3), len(model.q0)
    names = [*formulas.q, *formulas.qd, formulas.t, *formulas.parameters]
    function = sp.lambdify(names, difference)
    p = [float(model.p[x.name]) for x in formulas.parameters]
    states = (
        [*(model.q0 + 0.1 * random.normal(size=n)), *random.normal(size=n), 0.3] for _ in range(5)
    )
    found = (np.asarray(function(*x, *p), float) for x in states)
    return all(np.abs(x).max(initial=0.0) < 1e-11 for x in found)


def test_a_system_in_sympy_becomes_a_model_file_and_back():
    x, y = dynamicsymbols("x y")
    m, g, L, k = sp.symbols("m g L k")
    kinetic = m * (x.diff(T) ** 2 + y.diff(T) ** 2) / 2
    given = {"q": [x, y], "T": kinetic, "V": m * g * y, "force": [-k * x.diff(T) ** 3, 0]}
    given |= {"constraints": {"rod": x**2 + y**2 - L**2, "slow": x.diff(T) * y.diff(T) ** 2}}
    p = {"m": 2.0, "g": 9.81, "L": 1.0, "k": 0.25}
    model = symbolic.to_model_file(**given, start={"x": 1.0}, p=p, until=2.0)
    again = modelfile.parse(modelfile.write(model))
    tables = symbolic.to_sympy(again)
    assert sp.simplify(tables["system"]["kinetic"] - kinetic) == 0
    system, state = zw.System.from_sympy(**given), ([0.6, 0.8], [0.4, -0.3], 0.0)
    found = zw.explain(again.system, *state, again.p), zw.explain(system, *state, p)
    np.testing.assert_allclose(found[0].qdd, found[1].qdd, rtol=1e-13)
    assert [type(c) for c in again.system.constraints] == [type(c) for c in system.constraints]


def test_the_page_of_a_derivation_is_what_the_model_gives():
    written = runpy.run_path(str(ROOT / "docs/write_derivation.py"))["page"]()
    assert (ROOT / "docs/derivation.md").read_text(encoding="utf-8") == written


def test_importing_zwang_imports_no_sympy():
    text = (
        "import sys, zwang; zwang.explicit; zwang.System.from_sympy; print('sympy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_without_sympy_the_extra_is_named(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"zwang\[symbolic\]"):
        zw.explicit(zoo.pendulum().system)
