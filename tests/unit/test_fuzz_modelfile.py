"""Mutated model files, a few of them: the long run is benchmarks/fuzz_modelfile.py."""

import re
import subprocess
import sys

from tests.project.source import ROOT

CASES = 1500


def test_mutants_are_models_or_refused_in_words():
    """In a process of its own, whose memory is limited and in which nothing may be run."""
    script = ROOT / "benchmarks" / "fuzz_modelfile.py"
    done = subprocess.run(
        [sys.executable, str(script), "--cases", str(CASES), "--seed", "7"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    counts = {word: int(n) for word, n in re.findall(r"'(parsed|refused)': (\d+)", done.stdout)}
    assert sum(counts.values()) == CASES
    assert counts["parsed"] >= CASES / 5 and counts["refused"] >= CASES / 5
