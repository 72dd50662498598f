"""Processor seconds of the tests: ``python benchmarks/suite_time.py [pytest's arguments]``.

On a machine with other work the clock says little; processor time, with that of the processes
that a test starts, says which file costs what. By default all but the slow tests are run on all
cores. ``--keep FILE`` writes what each test took, ``--against FILE`` compares with it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

WHERE = "ZWANG_SUITE_TIME"  # the variable that names the folder for what workers measured
USUAL = ["-q", "-n", "auto", "--dist", "loadgroup", "-m", "not slow"]


def spent() -> float:
    """Processor seconds of this process and of those that it waited for."""
    return sum(os.times()[:4])


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: Any) -> Iterator[None]:
    """Write down what a test took."""
    before = spent()
    yield
    name = item.nodeid.partition("@")[0]  # without the group that it was dealt out with
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    with (Path(os.environ[WHERE]) / worker).open("a") as file:
        file.write(json.dumps([name, spent() - before]) + "\n")


def measured(arguments: list[str]) -> dict[str, float]:
    """Seconds of each test, by name."""
    here = Path(__file__).resolve()
    with tempfile.TemporaryDirectory() as folder:
        paths = os.pathsep.join([str(here.parent), os.environ.get("PYTHONPATH", "")])
        told = os.environ | {WHERE: folder, "PYTHONPATH": paths}
        command = [sys.executable, "-m", "pytest", "-p", here.stem, *arguments]
        subprocess.run(command, env=told, cwd=here.parent.parent)
        lines = [line for file in Path(folder).iterdir() for line in file.read_text().splitlines()]
    return dict(map(json.loads, lines))


def by_file(tests: dict[str, float]) -> Counter[str]:
    """Seconds of each file."""
    found: Counter[str] = Counter()
    for name, seconds in tests.items():
        found[name.partition("::")[0]] += seconds
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--against", type=Path)
    given, arguments = parser.parse_known_args()
    tests = measured(arguments or USUAL)
    before = json.loads(given.against.read_text()) if given.against else {}
    former = by_file({name: x for name, x in before.items() if name in tests})
    for file, seconds in by_file(tests).most_common():
        print(f"{seconds:8.1f} {f'{former[file]:8.1f}' if before else ''} {file}")
    gone = f", {sum(former.values()):.0f} s before; gone: {len(before.keys() - tests.keys())}"
    print(f"{len(tests)} tests, {sum(tests.values()):.0f} s{gone if before else ''}")
    if given.keep:
        given.keep.write_text(json.dumps(tests))


if __name__ == "__main__":
    main()
