"""zwang run: a model in; a summary, the motion and figures out."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from zwang.base.status import NumericalError, Status
from zwang.cli.support.errors import as_mistakes
from zwang.cli.support.interrupt import ends_at_the_second
from zwang.files.whole import write_whole

if TYPE_CHECKING:  # which import JAX
    from zwang.modelfile import Model
    from zwang.motion.motion import Motion

FINE, FAILED, INTERRUPTED = 0, 1, 130


def main(
    path: Path,
    changes: Sequence[str],
    settings: Mapping[str, Any],
    out: Path | None,
    as_json: bool,
    plots: bool,
) -> int:
    """Carry out the command; the exit code."""
    from zwang.cli.support import cache
    from zwang.cli.support.models import load

    model = load(path, changes, settings)
    cache.switch_on()
    return _carry_out(model, path, out, as_json, plots)


def _carry_out(model: Model, path: Path, out: Path | None, as_json: bool, plots: bool) -> int:
    """Simulate, write and report."""
    from zwang.cli.support.files import MOTION, SUMMARY, claim
    from zwang.cli.support.pictures import file_names
    from zwang.cli.support.resample import finer
    from zwang.cli.support.run_summary import page, remedy, summary

    folder = Path(path.stem) if out is None else out
    names = [MOTION, SUMMARY, *(file_names(model) if plots else [])]
    claim(folder, names)
    first = "interrupting; what there is of the motion is kept."
    with ends_at_the_second(INTERRUPTED, _tell, first):
        try:
            motion = _simulate(model)
        except NumericalError as error:
            motion = error.motion
            if motion is None:
                told = " ".join(filter(None, (error.status.cause, error.detail)))
                _tell(f"{told} {remedy(error.status)} Nothing was written.")
                return FAILED
        if Status(int(motion.status)) is Status.INTERRUPTED:
            _tell(f"interrupted at t = {float(motion.t[-1]):g}; writing to {folder}{os.sep} ...")
        dense = finer(motion, isinstance(model.t, tuple))
        asked = float(model.t[0]), float(model.t[-1])
        found = summary(model.title or path.stem, motion, asked, dense)
        found |= {"model": str(path), "folder": str(folder), "files": names}
        _write(model, motion, dense, folder, found, plots)
    if as_json:
        print(json.dumps(found, indent=2, allow_nan=False))
    else:
        console = Console(width=None if sys.stdout.isatty() else 100, highlight=False)
        console.print(page(found))
        print(f"Written to {folder}{os.sep}: {', '.join(names)}")
        if plots:
            print(f"Look at {folder / names[2]} first.")
    return _end(motion, folder)


def _simulate(model: Model) -> Motion:
    """The motion, or what there is of it; a bar on a terminal while it is computed."""
    from zwang.cli.support.models import in_words_of_the_file

    shown = sys.stderr.isatty()
    if shown:
        import rich

        rich.reconfigure(stderr=True)  # where the bar goes; stdout is for results
        _tell("preparing; the first run of a model compiles ...")
    with as_mistakes(ValueError), in_words_of_the_file(model):
        return model.simulate(progress=shown, throw=False)


def _write(
    model: Any, motion: Motion, dense: Motion, folder: Path, found: dict[str, Any], plots: bool
) -> None:
    """All files, each whole; the summary, which lists them, last."""
    from zwang.cli.support.files import MOTION, SUMMARY, earlier_files, write_motion
    from zwang.cli.support.pictures import figures
    from zwang.cli.support.resample import thinned

    stale = {path for path in earlier_files(folder) if path.name not in found["files"]}
    with as_mistakes(OSError):
        write_motion(motion, folder / MOTION, model.keep)
        for name, content in (figures(model, thinned(dense)) if plots else {}).items():
            write_whole(folder / name, content)
        for path in stale:
            path.unlink(missing_ok=True)
        text = json.dumps(found, indent=2, allow_nan=False) + "\n"
        write_whole(folder / SUMMARY, text.encode())


def _end(motion: Motion, folder: Path) -> int:
    """The exit code, and on stderr what it means."""
    status = Status(int(motion.status))
    if status is Status.OK:
        return FINE
    from zwang.cli.support.run_summary import remedy

    told = " ".join(filter(None, (status.cause, motion.detail, remedy(status))))
    _tell(f"{told} The motion up to t = {float(motion.t[-1]):g} is in {folder}.")
    return INTERRUPTED if status is Status.INTERRUPTED else FAILED


def _tell(message: str) -> None:
    print(f"zwang: {message}", file=sys.stderr)
