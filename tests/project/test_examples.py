"""The scripts run, and the README prints what it says it prints."""

import contextlib
import io
import os
import re
import runpy
import subprocess
import sys
import types

import matplotlib
import matplotlib.pyplot as plt
import pytest

from tests.project.source import ROOT

# Examples that are run among tests of their own, with which they share what is long.
ELSEWHERE = {
    "bicycle": "tests/linear/test_bicycle.py",
    "control_crane": "tests/control/test_degree.py",
}
EXAMPLES = sorted(x for x in (ROOT / "examples").glob("*.py") if x.stem not in ELSEWHERE)


@pytest.fixture
def apart(tmp_path, monkeypatch):
    """An empty folder, and no window: all in this process, which need not import and compile
    everything for each script. A process of its own has the README's."""
    monkeypatch.chdir(tmp_path)
    matplotlib.use("Agg")
    yield tmp_path
    plt.close("all")


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda script: script.stem)
def test_example_runs(script, apart, monkeypatch):
    monkeypatch.syspath_prepend(script.parent)
    monkeypatch.setattr(sys, "argv", [str(script)])
    runpy.run_path(str(script), run_name="__main__")


@pytest.mark.parametrize("name", ELSEWHERE)
def test_example_is_run_among_its_own_tests(name):
    text = (ROOT / ELSEWHERE[name]).read_text(encoding="utf-8")
    assert f'example("{name}")' in text and ".main(" in text


def code_and_output(page: str) -> list[tuple[str, str]]:
    """Each Python block of a page that a text block follows."""
    text = (ROOT / page).read_text(encoding="utf-8")
    inside = r"((?:(?!```).*\n)*)```"  # up to the end of the same block
    return re.findall(rf"^```python\n{inside}\n+```text\n{inside}", text, re.M)


PAGES = [
    "docs/index.md",
    "docs/getting-started.md",
    "docs/describing.md",
    "docs/bodies.md",
    "docs/mechanisms.md",
    "docs/explain.md",
    "docs/report.md",
    "docs/assembly.md",
    "docs/motion.md",
    "docs/work.md",
    "docs/periodic.md",
    "docs/show.md",
    "docs/accuracy.md",
    "docs/ensembles.md",
    "docs/identification.md",
    "docs/live.md",
    "docs/control.md",
    "docs/rest.md",
    "docs/linearize.md",
    "docs/saving.md",
    "docs/model-files.md",
    "docs/gallery.md",
    "docs/solvers.md",
    "docs/sympy.md",
    "docs/size.md",
]


def test_README_shows_what_its_code_prints(tmp_path):
    ((code, output),) = code_and_output("README.md")
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "MPLBACKEND": "Agg"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == output


@pytest.mark.parametrize("page", PAGES)
def test_page_shows_what_its_code_prints(page, apart, monkeypatch):
    blocks = code_and_output(page)
    assert blocks
    for code, output in blocks:
        printed = io.StringIO()
        module = types.ModuleType("__main__")
        monkeypatch.setitem(sys.modules, "__main__", module)
        with contextlib.redirect_stdout(printed):
            exec(compile(code, page, "exec"), module.__dict__)
        assert printed.getvalue() == output
