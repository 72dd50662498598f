"""The scripts run, and the README prints what it says it prints."""

import contextlib
import io
import os
import re
import subprocess
import sys
import types

import matplotlib
import pytest

from tests.project.source import ROOT

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def run(arguments: list[str], folder) -> str:
    """Run Python in an empty folder, as a user does, and return what it printed."""
    environment = os.environ | {"PYTHONPATH": str(ROOT), "MPLBACKEND": "Agg"}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda script: script.stem)
def test_example_runs(script, tmp_path):
    run([str(script)], tmp_path)


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
    assert run(["-c", code], tmp_path) == output


@pytest.mark.parametrize("page", PAGES)
def test_page_shows_what_its_code_prints(page, tmp_path, monkeypatch):
    """All in this process, which need not import and compile everything for each block."""
    monkeypatch.chdir(tmp_path)
    matplotlib.use("Agg")
    blocks = code_and_output(page)
    assert blocks
    for code, output in blocks:
        printed = io.StringIO()
        module = types.ModuleType("__main__")
        monkeypatch.setitem(sys.modules, "__main__", module)
        with contextlib.redirect_stdout(printed):
            exec(compile(code, page, "exec"), module.__dict__)
        assert printed.getvalue() == output
