"""What the tests see: ``python benchmarks/faults.py [--faults] [--mutations N --seed S]``.

Sixty faults by hand, of ``faults.toml``, and mutations by a seed, of ``mutations.py``, are made
one after the other in a copy of the tree, and the tests that concern them are run until one fails.
A fault is *seen* if one does, or if it makes them hang. ``--keep FILE`` holds the results, and what
is there is not run again; ``--package`` takes those of one part of the tree; ``--check`` runs the
tests that saw something without any fault, for a test that always fails sees nothing.

Tests run until they have taken ``--seconds`` of processor time: other work on the machine does not
change what is seen. The copy keeps its compiled programs, which makes the next run quicker.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
LIST = ROOT / "benchmarks" / "faults.toml"
FAILED, SECONDS = "FAULTS_FAILED", "FAULTS_SECONDS"  # variables for the plugin below
MEMORY, FILE = 6 * 2**30, 2 * 2**30  # bytes that the tests of a fault may take, and write in a file
HANGS = 3.0  # times the seconds of processor time after which they are ended by force
CLOCK = 20.0  # the same of time by the clock, for those that wait for ever
OVER = "the time is over"  # what a run says that was ended between two tests
NOT_YET = "not seen in the time"
MOVED, SEEN, NOT_SEEN, HUNG = "to be carried over", "seen", "not seen", "timed out"


class Fault(NamedTuple):
    """A change to one file: its sentence, the file, its text with the fault, tests to be tried."""

    says: str
    file: str
    text: str | None
    tests: tuple[str, ...]


# -- what is run -----------------------------------------------------------------------------------


def by_hand(root: Path = ROOT) -> Iterator[Fault]:
    """The faults of the list; those whose text does not stand exactly once have none."""
    for given in listed()["fault"]:
        file = root / given["file"]
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        changed = (
            text.replace(given["old"], given["new"]) if text.count(given["old"]) == 1 else None
        )
        tests = paths(given["tests"]) if "tests" in given else tests_of(given["file"])
        yield Fault(given["says"], given["file"], changed, tests)


def by_seed(count: int, seed: int, root: Path = ROOT) -> Iterator[Fault]:
    """Mutations of the tree."""
    from mutations import mutations

    for x in itertools.islice(mutations(root, seed), count):
        yield Fault(f"{x.file}:{x.line} {x.change}", x.file, x.text, tests_of(x.file))


def listed() -> dict[str, Any]:
    """The list of faults, and the table of tests."""
    return tomllib.loads(LIST.read_text(encoding="utf-8"))


def paths(names: str) -> tuple[str, ...]:
    """Files of tests by their short names."""
    return tuple(f"tests/{name}.py" for name in names.split())


def tests_of(file: str) -> tuple[str, ...]:
    """The tests of a file of the package: those of the longest entry of the table."""
    table = listed()["tests"]
    inside = [x for x in table if file == x or file.startswith(f"{x}/")]
    return paths(table[max(inside, key=len)]) if inside else paths("unit/test_system")


def package_of(file: str) -> str:
    """The package of a file, C apart."""
    name = file.split("/")[1].removesuffix(".py")
    return f"{name}, C" if file.endswith(".h") else name


# -- one fault -------------------------------------------------------------------------------------


def copied(folder: Path) -> None:
    """Put the tracked files of the tree, as they are now, into a folder; caches in it stay."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("zwang", "tests"):
        shutil.rmtree(folder / name, ignore_errors=True)
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in filter(None, names.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def tried(fault: Fault, folder: Path, seconds: float) -> dict[str, Any]:
    """What becomes of a fault in the copy of the tree."""
    if fault.text is None:
        return {"outcome": MOVED, "by": "", "seconds": 0.0}
    file = folder / fault.file
    before, about = file.read_bytes(), file.stat()
    file.write_text(fault.text, encoding="utf-8")
    try:
        return tested(fault.tests, folder, seconds)
    finally:
        file.write_bytes(before)
        os.utime(file, ns=(about.st_atime_ns, about.st_mtime_ns))


def tested(tests: Iterable[str], folder: Path, seconds: float) -> dict[str, Any]:
    """Run tests until one fails or the time is over."""
    failed = folder / ".failed"
    failed.unlink(missing_ok=True)
    here = [str(folder), str(Path(__file__).parent)]
    told = {"PYTHONPATH": os.pathsep.join(here), "XDG_CACHE_HOME": str(folder / ".caches")}
    told |= {FAILED: str(failed), SECONDS: str(seconds), "JAX_PLATFORMS": "cpu"}
    command = [sys.executable, "-m", "pytest", "-p", "faults", "-x", "-q", "-n", "0"]
    command += ["-m", "not slow", *tests]
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=os.environ | told,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (FILE, FILE)),
    )
    began, output, ended, spent = time.monotonic(), "", False, 0.0
    while not ended:
        try:
            output, ended = process.communicate(timeout=1.0)[0], True
        except KeyboardInterrupt:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        except subprocess.TimeoutExpired:
            now, memory = of_session(process.pid)
            spent = max(now, spent)
            late = spent > HANGS * seconds or time.monotonic() - began > CLOCK * seconds
            if late or memory > MEMORY:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                return {"outcome": HUNG, "by": "", "seconds": round(spent, 1)}
    by = failed.read_text() if failed.exists() else ""
    if not by and process.returncode and OVER not in output:
        by = f"exit {process.returncode}: {output.strip().splitlines()[-1:]}"
    missed = NOT_YET if OVER in output else NOT_SEEN
    return {"outcome": SEEN if by else missed, "by": by, "seconds": round(spent, 1)}


def of_session(session: int) -> tuple[float, int]:
    """Processor seconds and bytes in memory of the processes of a session."""
    ticks, pages = 0, 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it ended just now
            continue
        if int(fields[3]) == session:
            ticks += sum(map(int, fields[11:15]))
            pages += int(fields[21])
    return ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE")


# -- in the process of the tests -------------------------------------------------------------------


def pytest_runtest_logreport(report: Any) -> None:
    """Note the first test that fails."""
    if report.failed and FAILED in os.environ and not Path(os.environ[FAILED]).exists():
        Path(os.environ[FAILED]).write_text(report.nodeid)


def pytest_collectreport(report: Any) -> None:
    """Note a file of tests that cannot even be read."""
    pytest_runtest_logreport(report)


def pytest_runtest_teardown(item: Any) -> None:
    """End the run where the time is over; what was run by then saw nothing."""
    if sum(os.times()[:4]) > float(os.environ.get(SECONDS, "inf")):
        item.session.shouldstop = OVER


# -- results ---------------------------------------------------------------------------------------


def told(results: dict[str, dict[str, Any]]) -> Iterator[str]:
    """A table of rates by package, and what was not seen."""
    for kind in ("by hand", "by seed"):
        own = {says: x for says, x in results.items() if x["kind"] == kind}
        if not own:
            continue
        counts = defaultdict[str, list[int]](lambda: [0, 0])
        for x in own.values():
            if x["outcome"] != MOVED:
                for name in (package_of(x["file"]), "all"):
                    counts[name][0] += x["outcome"] in (SEEN, HUNG)
                    counts[name][1] += 1
        yield f"\nfaults {kind}: {'package':20} seen  of"
        for name, (seen, of) in sorted(counts.items(), key=lambda x: (x[0] == "all", x[0])):
            yield f"{'':16}{name:20} {seen:5} {of:4} {100 * seen / of:5.0f} %"
        for outcome in (NOT_SEEN, NOT_YET, HUNG, MOVED):
            lines = [says for says, x in own.items() if x["outcome"] == outcome]
            yield from [f"{outcome}: {len(lines)}", *(f"  - {line}" for line in lines)]


def checked(results: dict[str, dict[str, Any]], folder: Path) -> None:
    """Run the tests that saw something without any fault: those that fail then saw nothing."""
    left = {x["by"] for x in results.values() if "::" in x["by"]}
    while left and (test := tested(sorted(left), folder, float("inf"))["by"]):
        print(f"fails without any fault: {test}")
        left.remove(test)
        for says in [says for says, x in results.items() if x["by"] == test]:
            del results[says]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", action="store_true", help="those by hand")
    parser.add_argument("--mutations", type=int, default=0, help="how many by seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--package", default="", help="how files begin, such as zwang/runtime/c")
    parser.add_argument("--keep", type=Path, help="a file with the results so far")
    parser.add_argument("--seconds", type=float, default=60.0, help="of processor time for each")
    parser.add_argument("--minutes", type=float, default=1e9, help="after which none is begun")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    os.nice(15)
    began = time.monotonic()
    folder = Path(tempfile.gettempdir()) / "zwang-faults"
    copied(folder)
    results = json.loads(given.keep.read_text()) if given.keep and given.keep.exists() else {}
    drawn = [("by hand", x) for x in by_hand()] if given.faults else []
    drawn += [("by seed", x) for x in by_seed(given.mutations, given.seed)]

    def keep() -> None:
        if given.keep:
            given.keep.write_text(json.dumps(results, indent=1))

    for kind, fault in drawn:
        if fault.says in results or not fault.file.startswith(given.package):
            continue
        if time.monotonic() - began > 60.0 * given.minutes:
            break
        found = tried(fault, folder, given.seconds)
        results[fault.says] = {"kind": kind, "file": fault.file, **found}
        by = f" by {found['by']}" if found["by"] else ""
        print(f"{found['outcome']}{by}, {found['seconds']} s: {fault.says}", flush=True)
        keep()
    if given.check:
        checked(results, folder)
        keep()
    print("\n".join(told(results)))


if __name__ == "__main__":
    main()
