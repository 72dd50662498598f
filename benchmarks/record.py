"""What the library computes in two of its states, compared bit by bit.

Run: python benchmarks/record.py [--against COMMIT] [--expect NAME[:PART],...] [names ...]

The cases are in ``record_cases.py``; ``names`` are patterns such as "problem*" or "hard pairs".
With ``--against`` that commit is checked out into a folder of its own, and both states are recorded
on this machine, with empty caches: libm differs between machines, so no records are kept.
``--expect`` lists the records, or the parts of them, that are meant to change, as in
"problem andrews,*:words"; these are reported and are no failure. The exit status is 1 if anything
else differs, a case raises, or a process crashes, which loses no other record.

A record is a dictionary of parts, and a part one of values by name, arrays or plain words:

steps       t, q, qd of every accepted step, or of the times that are reported
inner       h, error, sigma and rank after each accepted step, and the halts; see ``stepwise``
rows        what follows from the states: accelerations, forces, multipliers, residuals, energy
events      when and in which state
status      statuses, the engine, changes of rank
numbers     counts of steps and all numbers in messages
words       messages, with # in the place of numbers
values      all else

All are read by public names but for ``inner``, since the engine's own numbers have none.
"""

from __future__ import annotations

import argparse
import fnmatch
import hashlib
import importlib
import os
import pickle
import re
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
GROUPS = "problem", "mechanism", "hard"  # each in a process
PATIENCE = 1800.0  # seconds after which a group hangs, on a busy machine too

Record = dict[str, dict[str, Any]]
NUMBER = re.compile(r"(?<![\w.])[-+−]?(?:\d+\.?\d*(?:e[-+]?\d+)?|nan|inf)(?!\w)")
ROWS = "qdd Qc Qc_ideal Qc_nonideal multipliers residual residual_raw rate power energy rank"
STEPPED = (  # what goes on step by step, and where it is
    ("zwang.engine.native", "NativeMachine"),  # where it stood before
    ("zwang.engine.dense.native", "NativeMachine"),
    ("zwang.engine.large.machine", "LargeMachine"),
    ("zwang.integrate.jax_backend", "JaxMachine"),
)
UNRECORDED = {"h, error, sigma": "not recorded"}


# -- parts of records ----------------------------------------------------------------------------


def of_messages(**texts: str) -> Record:
    """The parts ``words`` and ``numbers`` of messages by name."""
    numbers = lambda text: [float(x.replace("−", "-")) for x in NUMBER.findall(text)]
    return {
        "words": {name: NUMBER.sub("#", text) for name, text in texts.items()},
        "numbers": {name: np.array(numbers(text)) for name, text in texts.items()},
    }


def joined(*records: Record) -> Record:
    """Records in one, part by part."""
    together: Record = {}
    for record in records:
        for part, values in record.items():
            together.setdefault(part, {}).update(values)
    return together


def of_motion(motion: Any) -> Record:
    """All parts of a motion but the inner ones."""
    counts = {k: np.asarray(x, float) for k, x in motion.stats.items() if k != "seconds"}
    changes = motion.rank_changes
    ranks = [f"{x.before} {x.at} {' '.join(x.constraints)} {x.assured}" for x in changes]
    events = motion.events.items()
    rows = {name: getattr(motion, name) for name in ROWS.split()}
    status = type(motion.status)(motion.status).name
    engine = motion.engine.partition(":")[0]
    record = {
        "steps": {"t": motion.t, "q": motion.q, "qd": motion.qd},
        "rows": {name: np.asarray(x) for name, x in rows.items() if x is not None},
        "events": {f"{k} {f}": np.asarray(getattr(x, f)) for k, x in events for f in x._fields},
        "status": {"status": status, "engine": engine, "changes of rank": ranks},
        "numbers": counts | {"changes of rank at": np.array([float(x.t) for x in changes])},
    }
    return joined(record, of_messages(detail=motion.detail))


@contextmanager
def stepwise() -> Iterator[dict[str, list] | None]:
    """Have motions advance by one step a call, and note what the engine knows after each.

    ``None`` if this state of the library has no such calls: then nothing of this is recorded.
    """
    seen: dict[str, list] = {name: [] for name in "t h error sigma rank halts".split()}
    machines = []
    for module, name in STEPPED:
        with suppress(ImportError, AttributeError):
            machine = getattr(importlib.import_module(module), name)
            machines.append((machine, machine.advance))

    def one_step(advance: Callable) -> Callable:
        def call(self: Any, course: Any, targets: Any, last: int, settings: Any, limit: int) -> Any:
            done = advance(self, course, targets, last, settings, 1)
            now = done.course
            if int(now.accepted) != int(course.accepted):
                sigma = np.asarray(now.sigmas)[-1]
                values = now.now.t, now.h, now.error, sigma, now.rank
                for name, x in zip(seen, values, strict=False):
                    seen[name].append(float(np.asarray(x)))
            if int(done.halt):
                seen["halts"].append(f"{int(done.halt)} after step {int(now.accepted)}")
            return done

        return call

    for machine, advance in machines:
        machine.advance = one_step(advance)
    try:
        yield seen if machines else None
    finally:
        for machine, advance in machines:
            machine.advance = advance


def of_motions(run: Callable[[], Any]) -> Record:
    """The motion of ``run`` as users have it, and from a second run its inner numbers."""
    motion = run()
    with stepwise() as seen:
        again = run()
    inner: dict[str, Any] = UNRECORDED
    if seen and seen["t"]:
        inner = {name: x if name == "halts" else np.array(x) for name, x in seen.items()}
        pairs = ((np.asarray(getattr(x, k)) for x in (motion, again)) for k in ("t", "q", "qd"))
        inner["the same step by step"] = all(a.tobytes() == b.tobytes() for a, b in pairs)
    return of_motion(motion) | {"inner": inner}


# -- comparing -----------------------------------------------------------------------------------


def same(a: Any, b: Any) -> bool:
    """Whether two values are the same; of arrays every bit, but that any NaN is a NaN."""
    if not (isinstance(a, np.ndarray) and isinstance(b, np.ndarray)):
        return type(a) is type(b) and a == b
    bits = lambda x: np.where(x == x, x, np.nan).tobytes() if x.dtype.kind == "f" else x.tobytes()
    return a.shape == b.shape and a.dtype == b.dtype and bits(a) == bits(b)


def apart(a: Any, b: Any) -> str:
    """How two values that are not the same differ, in a few words."""
    if not (isinstance(a, np.ndarray) and isinstance(b, np.ndarray)):
        return f"{a!r} -> {b!r}"
    if a.shape != b.shape:
        return f"shape {a.shape} -> {b.shape}"
    a, b = np.asarray(a, float), np.asarray(b, float)
    if (np.isnan(a) != np.isnan(b)).any():
        return f"NaN in {np.isnan(a).sum()} -> {np.isnan(b).sum()} places"
    size = np.nanmax(np.abs(a), initial=0.0)
    return f"{np.nanmax(np.abs(a - b), initial=0.0) / (size or 1.0):.1e}"


def steps_apart(a: Mapping[str, Any], b: Mapping[str, Any]) -> str:
    """How many steps, the first that differs, and how far apart q and qd are at the end."""
    rows = min(len(a["t"]), len(b["t"]))
    fields = [k for k in ("t", "q", "qd") if a[k].shape[1:] == b[k].shape[1:]]
    equal = [i for i in range(rows) if all(same(a[k][i : i + 1], b[k][i : i + 1]) for k in fields)]
    first = next((i for i, x in enumerate(equal) if i != x), len(equal))
    counts = dict.fromkeys([len(a["t"]), len(b["t"])])
    text = f"{' -> '.join(map(str, counts))} rows, the first that differs {first}"
    text += f" at t = {a['t'][first]:.9g}" if first < rows else ""
    ends = [f"{k} {apart(a[k][-1], b[k][-1])}" for k in fields if not same(a[k][-1:], b[k][-1:])]
    return f"{text}, at the end {', '.join(ends) or 'the same bits'}"


def differences(old: Record, new: Record) -> dict[str, str]:
    """For each part that differs, how; parts that one state cannot record are left out."""
    texts = {}
    for part in sorted({*old, *new}):
        a, b = old.get(part, {}), new.get(part, {})
        if part == "inner" and UNRECORDED in (a, b):
            continue
        other = [k for k in sorted({*a, *b}) if k not in a or k not in b or not same(a[k], b[k])]
        if other and part == "steps" and all(k in x for k in ("t", "q", "qd") for x in (a, b)):
            texts[part] = steps_apart(a, b)
        elif other:
            values = ((k, apart(a.get(k, "nothing"), b.get(k, "nothing"))) for k in other)
            texts[part] = ", ".join(f"{k} {x}" for k, x in values)
    return texts


def digest(record: Record) -> str:
    """A few letters that follow from every bit of a record."""
    plain = lambda x: x.tobytes() if isinstance(x, np.ndarray) else x
    ordered = [
        (k, [(n, plain(x)) for n, x in sorted(v.items())]) for k, v in sorted(record.items())
    ]
    return hashlib.sha256(repr(ordered).encode()).hexdigest()[:12]


# -- recording -----------------------------------------------------------------------------------


def work(out: str | None, names: Sequence[str]) -> int:
    """Record in this process, or list the cases; each record is announced, then written."""
    import record_cases

    import zwang

    if not Path(zwang.__path__[0]).samefile("zwang"):  # the process runs where its library is
        raise ImportError(f"Recorded would be {zwang.__path__[0]}, and not {Path.cwd()}.")
    if not out:
        print(*record_cases.CASES, sep="\n")
        return 0
    with open(out, "ab", buffering=0) as file:
        for name in names:
            file.write(pickle.dumps((name, None)))
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                try:
                    record = record_cases.CASES[name]()
                except Exception as error:
                    record = {"raised": {type(error).__name__: str(error)}}
            texts = {f"warning {i}": str(x.message) for i, x in enumerate(caught)}
            file.write(pickle.dumps((name, joined(record, of_messages(**texts)))))
    return 0


def process(root: Path, cache: str, arguments: Sequence[str], **options: Any) -> Any:
    """This script in a process of its own, on the library under ``root``."""
    own = {"PYTHONPATH": str(root), "ZWANG_CACHE": cache, "PYTHONHASHSEED": "0"}
    own |= {"OPENBLAS_NUM_THREADS": "1", "JAX_PLATFORMS": "cpu"}
    command = [sys.executable, str(HERE / "record.py"), *arguments]
    return subprocess.run(command, env=os.environ | own, cwd=root, **options)


def recorded(root: Path, cache: str, names: Sequence[str]) -> dict[str, Record]:
    """The records of one state; of a process that crashes the others are made in a new one."""
    made: dict[str, Record] = {}
    while left := [name for name in names if name not in made]:
        with tempfile.NamedTemporaryFile() as file:
            try:
                done = process(root, cache, ["--work", file.name, *left], timeout=PATIENCE)
                end = f"exit status {done.returncode}"
            except subprocess.TimeoutExpired:
                end = f"not done after {PATIENCE:g} s"
            begun = None
            with suppress(EOFError, pickle.UnpicklingError):
                while True:
                    name, record = pickle.load(file)
                    begun = None if record else name
                    if record:
                        made[name] = record
        if begun or not made.keys() & left:
            made[begun or left[0]] = {"raised": {"process": end}}
    return made


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """A commit in a folder of its own."""
    git = ["git", "-C", str(HERE), "worktree"]
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "zwang-before")
        subprocess.run([*git, "add", "--quiet", "--detach", str(root), commit], check=True)
        try:
            yield root
        finally:
            subprocess.run([*git, "remove", "--force", str(root)], check=True)


def known_names(patterns: Sequence[str]) -> list[str]:
    """The cases of this state that are wanted."""
    listed = process(HERE.parent, "", ["--list"], check=True, capture_output=True, text=True)
    names = listed.stdout.splitlines()
    wanted = [x for x in names if any(fnmatch.fnmatch(x, p) or p == x for p in patterns or ["*"])]
    return wanted or sys.exit(f"No case matches; there are: {', '.join(names)}.")


def compared(name: str, old: Record, new: Record, expect: str) -> str:
    """Print how a record differs; "same", "expected" or "differs"."""
    other = differences(old, new)
    if "raised" in {*old, *new}:
        other = {"raised": f"{old.get('raised', 'nothing')} -> {new.get('raised', 'nothing')}"}
    patterns = expect.split(",") if expect else []
    names = lambda part: (name, f"{name}:{part}")
    matches = lambda part: any(fnmatch.fnmatch(x, e) for e in patterns for x in names(part))
    kind = "same" if not other else "expected" if all(map(matches, other)) else "differs"
    sound = "recorded" if old is new else "same bits"
    text = {"same": sound, "expected": "differs, as expected", "differs": "DIFFERS"}[kind]
    if (old.get("inner") == UNRECORDED) != (new.get("inner") == UNRECORDED):
        text += "; h, error, sigma: not recorded in one of them"
    print(f"{name:40} {digest(new)}  {text}")
    print(*(f"    {part}: {x}\n" for part, x in other.items()), sep="", end="", flush=True)
    return kind


def run(names: Sequence[str], roots: Mapping[str, Path], jobs: int, expect: str) -> Counter[str]:
    """Record and compare group by group; how many records are the same, expected, differ."""
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as caches, ThreadPoolExecutor(jobs) as pool:
        tasks = {}
        for group in GROUPS:
            own = [name for name in names if name.startswith(group)]
            for state, root in roots.items() if own else ():
                tasks[group, state] = pool.submit(recorded, root, f"{caches}/{state}", own)
        for group in dict.fromkeys(group for group, _ in tasks):
            made = [tasks[group, state].result() for state in roots]
            for name in made[0]:
                counts[compared(name, made[0][name], made[-1][name], expect)] += 1
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="patterns of names; by default all")
    parser.add_argument("--against", metavar="COMMIT", help="the state to compare with")
    parser.add_argument("--expect", default="", metavar="NAME[:PART],...", help="may differ")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time")
    parser.add_argument("--list", action="store_true", help="print the names of all cases")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work or options.list:
        return work(options.work, options.names)
    began, names = time.perf_counter(), known_names(options.names)
    with checked_out(options.against) if options.against else nullcontext() as before:
        roots = ({"before": before} if before else {}) | {"now": HERE.parent}
        counts = run(names, roots, options.jobs, options.expect)
    summary = ", ".join(f"{counts[kind]} {kind}" for kind in ("same", "expected", "differs"))
    print(f"{counts.total()} records: {summary}; {time.perf_counter() - began:.0f} s")
    return int(counts["differs"] > 0)


if __name__ == "__main__":
    sys.exit(main())
