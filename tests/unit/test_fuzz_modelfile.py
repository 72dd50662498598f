"""Mutated model files, a few of them: the long run is benchmarks/fuzz_modelfile.py."""

import re
import subprocess
import sys

import pytest

from tests.project.source import ROOT


@pytest.mark.parametrize("cases", [400, pytest.param(1500, marks=pytest.mark.slow)])
def test_mutants_are_models_or_refused_in_words(cases):
    """In a process of its own, whose memory is limited and in which nothing may be run."""
    script = ROOT / "benchmarks" / "fuzz_modelfile.py"
    done = subprocess.run(
        [sys.executable, str(script), "--cases", str(cases), "--seed", "7"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    counts = {word: int(n) for word, n in re.findall(r"'(parsed|refused)': (\d+)", done.stdout)}
    assert sum(counts.values()) == cases
    assert counts["parsed"] >= cases / 5 and counts["refused"] >= cases / 5
