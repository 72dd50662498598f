"""zwang sweep: a study in; its motions, chunk by chunk, into a store that can be gone on with."""

from __future__ import annotations

import importlib.metadata
import json
import os
import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console

from zwang.base.process.progress import bar
from zwang.base.version import version
from zwang.cli.support import cache
from zwang.cli.support.about import ABOUT, noted, sealed
from zwang.cli.support.errors import Mistake, as_mistakes
from zwang.cli.support.files import PROGRAM
from zwang.cli.support.interrupt import ends_at_the_second
from zwang.cli.support.models import in_words_of_the_file
from zwang.cli.support.stored_ensemble import opened
from zwang.cli.support.tables import crowd_page
from zwang.ensemble.arguments import ENGINES
from zwang.ensemble.executor import run
from zwang.ensemble.store import archive
from zwang.ensemble.store.opening import Store
from zwang.files.whole import Damaged, write_whole
from zwang.modelfile.study.study import Study
from zwang.modelfile.study.study_file import read_study
from zwang.modelfile.tables.writing import text_of

FINE, FAILED, INTERRUPTED = 0, 1, 130
PACKAGES = ("jax", "numpy", "scipy", "zarr")


def main(
    path: Path,
    out: Path | None,
    resume: bool,
    members: int | None,
    engine: str | None,
    progress: bool | None,
) -> int:
    """Carry out the command; the exit code is 1 if a member failed."""
    study = _read(path, members, engine)
    target = path.with_suffix(".zarr") if out is None else out
    there = os.path.lexists(target) and not (target.is_dir() and not os.listdir(target))
    again = ["--resume"] if resume else []
    given = ["zwang", "sweep", str(path), *([] if out is None else ["--out", str(out)])]
    given += [] if members is None else ["--members", str(members)]
    given += [] if engine is None else ["--engine", engine]
    if there and not resume:
        raise Mistake(
            f"'{target}' is there already. To go on with it: {shlex.join([*given, '--resume'])}. "
            "For another name: --out."
        )
    if again and not there:
        _tell(f"there is no '{target}' yet; beginning.")
    cache.switch_on()
    shown = sys.stderr.isatty() if progress is None else progress
    if shown:
        _tell("preparing; the first sweep of a model compiles ...")
    with as_mistakes(ValueError, OSError), in_words_of_the_file(study.model):
        plan = study.plan()
        _ = plan.crowd  # an engine that cannot have these motions says so while there is no store
        store = archive.open_or_create(plan, target)
    first = "interrupting; the chunks that are finished are kept."
    second = f"ended. To go on: {shlex.join([*given, '--resume'])}"
    with store, ends_at_the_second(INTERRUPTED, _tell, first, second):
        try:
            _fill(store, study, path, shown)
        except KeyboardInterrupt:
            left = sum(last - first for first, last in _bounds(store, archive.missing(store)))
            done = len(plan) - left
            _tell(
                f"interrupted; {done} of {len(plan)} members are in {target}. To go on: "
                f"{shlex.join([*given, '--resume'])}"
            )
            return INTERRUPTED
    return _end(target)


def _read(path: Path, members: int | None, engine: str | None) -> Study:
    if members is not None and members < 1:
        raise Mistake(f"--members is {members}; wanted a whole number from 1.")
    if engine is not None and engine not in ENGINES:
        raise Mistake(f"--engine is {engine!r}; wanted any of {', '.join(ENGINES)}.")
    with as_mistakes(ValueError, OSError):
        study = read_study(path, members, engine)
    if members not in (None, study.design.members):
        raise Mistake(
            f"--members is {members}, and the grid of '{path}' has {study.design.members}; change "
            "its values."
        )
    return study


def _fill(store: Store, study: Study, path: Path, shown: bool) -> None:
    """Compute the chunks that are missing, each onto the disk."""
    plan = store.plan
    about = _about(store, study, path)
    _note(store, about)
    missing = archive.missing(store)
    if not missing:
        return
    left = sum(last - first for first, last in _bounds(store, missing))
    with bar(shown, len(plan), len(plan) - left, stderr=True) as report:
        for k, arrays in run(plan, missing):
            archive.write(store, k, arrays)
            report(len(arrays["status"]))
    _note(store, about | {"ended": _now(), "engine": plan.crowd.name})


def _bounds(store: Store, chunks: list[int]) -> list[tuple[int, int]]:
    return [store.plan.bounds[k] for k in chunks]


def _about(store: Store, study: Study, path: Path) -> dict[str, Any]:
    """Which study the store belongs to, for whoever reads it."""
    try:
        before = noted(store.path)
    except Damaged:  # it is written again
        before = {}
    versions = {name: importlib.metadata.version(name) for name in PACKAGES}
    return {
        "program": PROGRAM,
        "versions": {"zwang": version(), **versions},
        "title": study.title or path.stem,
        "design": study.design.told(),
        "study": study.source.text,
        "model": text_of(study.model.document),
        "began": before.get("began") or _now(),
        **{key: before[key] for key in ("ended", "engine") if key in before},
    }


def _note(store: Store, about: dict[str, Any]) -> None:
    with as_mistakes(OSError):
        write_whole(store.path / ABOUT, json.dumps(sealed(about), indent=2).encode())


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _end(target: Path) -> int:
    """The table, and the exit code."""
    crowd = opened(target, whole=False)
    console = Console(width=None if sys.stdout.isatty() else 100, highlight=False)
    console.print(crowd_page(crowd))
    print(f"Written to {target}. Next: zwang summary {shlex.quote(str(target))}")
    lost = len(crowd.ensemble.failed)
    if lost:
        _tell(f"{lost} of {crowd.total} members failed; the table names the causes.")
    return FAILED if lost else FINE


def _tell(message: str) -> None:
    print(f"zwang: {message}", file=sys.stderr)
