"""Files as the commands write them: whole or not at all, and never over those of someone else.

A file may be replaced if zwang wrote it, which its content tells: motions, pictures and summaries
name their program.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from zwang.cli.support.errors import Mistake, as_mistakes
from zwang.files.netcdf import Contents, opened, write
from zwang.files.whole import open_to_read, write_whole
from zwang.motion.motion import Motion
from zwang.motion.store import labelled, whole

MOTION, SUMMARY = "motion.nc", "summary.json"
PROGRAM = "zwang"  # as summaries and pictures name it
LARGEST_SUMMARY = 50_000_000  # bytes


def write_new(path: Path, text: str) -> None:
    """Write a text file that is not there yet; one that is there is never touched."""
    try:
        write_whole(path, text.encode(), new=True)
    except FileExistsError:
        raise Mistake(f"'{path}' is there already, and stays as it is.") from None


def write_motion(motion: Motion, path: Path, keep: Sequence[str] = ()) -> None:
    """Write a motion: all of it, which ``zw.load`` reads; or some quantities only."""
    if not keep:
        write(whole(motion), path)
        return
    found = labelled(motion, keep)
    many = {"events": "event_", "observables": "observable_", "A": "A_"}
    starts = tuple(many[x] for x in keep if x in many)
    kept = {k: x for k, x in found.variables.items() if k in keep or k.startswith(starts)}
    used = {dim for dims, *_ in kept.values() for dim in dims}
    labels = {name: x for name, x in found.labels.items() if name in used}
    write(Contents(kept, labels, found.attributes), path)


def claim(folder: Path, names: Iterable[str], option: str = "--out") -> None:
    """Make the folder, and make sure that these files may be written there."""
    if os.path.lexists(folder) and not folder.is_dir():
        raise Mistake(f"{option} is '{folder}', which is no folder; wanted a folder.")
    with as_mistakes(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise Mistake(f"{option} is '{folder}', which may not be written; wanted another folder.")
    for name in names:
        path = folder / name
        if os.path.lexists(path) and not is_ours(path):
            raise Mistake(
                f"In {option} '{folder}' there is a '{name}' that zwang did not write; it is left "
                "as it is. Give another folder, or move the file away."
            )


def is_ours(path: Path) -> bool:
    """Whether zwang wrote this file."""
    if path.is_symlink() or not path.is_file():
        return False
    try:
        if path.suffix == ".nc":
            return _is_motion(path)
        with open_to_read(path) as file:
            if path.suffix == ".json":
                return _names_us(file.read(LARGEST_SUMMARY))
            # The text that names the program stands before the image.
            return f"Software\0{PROGRAM}".encode() in file.read(4096)
    except (OSError, ValueError):
        return False


def earlier_files(folder: Path) -> list[Path]:
    """The files of an earlier run in the folder, by its summary; those that are there and ours."""
    summary = folder / SUMMARY
    if not is_ours(summary):
        return []
    names = json.loads(summary.read_bytes()).get("files", [])
    names = names if isinstance(names, list) else []
    # A name only, never a path: the summary might have been changed.
    plain = [name for name in names if isinstance(name, str) and Path(name).name == name]
    return [folder / name for name in plain if is_ours(folder / name)]


def _is_motion(path: Path) -> bool:
    with opened(path) as file:
        return (file.text_of("version") or "").startswith(f"{PROGRAM} ")


def _names_us(content: bytes) -> bool:
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.get("program") == PROGRAM
