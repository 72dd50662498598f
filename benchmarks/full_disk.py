"""A disk that is full at the k-th call that writes to it, for the soak of files.

A motion, an ensemble, a store, ``zwang run`` and ``zwang sweep`` are written, each over what was
there before, and from the k-th call on there is no room. What is counted:

refused     there was an error that names the place, or the exit code 2; all that was there before
            is as it was or whole and new, nothing is left beside it, and the same call succeeds
            when there is room again, with the result that it has on a good disk
lost, unnoticed, escaped    anything else, which must not be
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

MOVES = ("replace", "link", "mkdir", "rename")


class Disk:
    """What is left of a disk: so many calls."""

    def __init__(self, left: int):
        self.left, self.failed = left, False

    def counted(self, call: Callable) -> Callable:
        """The call, as long as there is room."""

        def judged(*arguments: Any, **options: Any) -> Any:
            self.left -= 1
            if self.left < 0:
                self.failed = True
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return call(*arguments, **options)

        return judged


class Written:
    """A file whose every writing is counted."""

    def __init__(self, file: Any, disk: Disk):
        self._file, self._disk = file, disk

    def write(self, data: Any) -> Any:
        return self._disk.counted(self._file.write)(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __enter__(self) -> Written:
        return self

    def __exit__(self, *_: Any) -> None:
        self._file.close()


@contextmanager
def full_disk(left: int, folder: Path) -> Iterator[Disk]:
    """So many openings, writings, movings and forcings are possible within this folder."""
    disk, opening, fsync = Disk(left), builtins.open, os.fsync
    moves = {name: getattr(os, name) for name in MOVES}

    def within(path: Any) -> bool:
        plain = isinstance(path, str | os.PathLike)
        return plain and os.path.abspath(os.fspath(path)).startswith(str(folder))

    def opened(path: Any, mode: str = "r", *rest: Any, **options: Any) -> Any:
        if not within(path) or not {*mode} & {*"wax+"}:
            return opening(path, mode, *rest, **options)
        return Written(disk.counted(opening)(path, mode, *rest, **options), disk)

    def moved(call: Callable) -> Callable:
        return lambda path, *rest, **options: (disk.counted(call) if within(path) else call)(
            path, *rest, **options
        )

    try:
        builtins.open = io.open = opened  # pyright: ignore[reportAttributeAccessIssue]
        os.fsync = disk.counted(fsync)
        for name, call in moves.items():
            setattr(os, name, moved(call))
        yield disk
    finally:
        builtins.open = io.open = opening
        os.fsync = fsync
        for name, call in moves.items():
            setattr(os, name, call)


def command(*arguments: Any) -> None:
    """Carry out a command in this process; what it refuses is an OSError."""
    from typer.testing import CliRunner

    import zwang_command

    done = CliRunner().invoke(zwang_command.app, list(map(str, arguments)))
    if done.exit_code == 2:
        raise OSError(done.stderr)
    if done.exit_code:
        raise RuntimeError(f"exit code {done.exit_code}: {done.stderr}")


def jobs(folder: Path, motion: Callable, study: Callable) -> dict[str, Callable[[], Any]]:
    """Each way to write, into files and folders of this folder."""
    from zwang.cli.support import cache

    cache.switch_on = lambda: True
    one, many = motion(), study()
    os.chdir(folder.parent)
    for made in (("new", "swing"), ("examples", "pendulum_lengths")):
        command(*made)
    model, table = folder.parent / "swing.toml", folder.parent / "pendulum_lengths.toml"
    table.write_text(f"{table.read_text()}\nchunk = 2\n")
    swept = ("sweep", table, "--out", folder / "swept.zarr", "--members", 6, "--quiet", "--resume")
    return {
        "motion.save": lambda: one.save(folder / "run.nc"),
        "Ensemble.save": lambda: many.save(folder / "many.nc"),
        "zwang run": lambda: command("run", model, "--out", folder / "out"),
        "store": lambda: study(folder / "study.zarr"),
        "zwang sweep": lambda: command(*swept),
    }


def places_of(count: int, folder: Path, motion: Callable, study: Callable) -> Counter[str]:
    """Full disks at so many places in all; how often what came of it.

    Parameters
    ----------
    count : of places
    folder : to write into
    motion, study : make a motion; and an ensemble, in a store if one is named
    """
    disk, kept = folder / "disk", folder / "kept"
    disk.mkdir()
    found: Counter[str] = Counter()
    todo = jobs(disk, motion, study)
    for i, (name, call) in enumerate(todo.items()):
        call()
        whole = snapshot(disk)
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(disk, kept)
        # Those that write little leave their share to those that write much.
        for k in range((count - found.total()) // (len(todo) - i)):
            # Files are replaced; a store is gone on with, or begun, in turns.
            stored = name in ("store", "zwang sweep")
            _restore(kept, disk, name, begun=not stored or k % 2 == 0)
            outcome = _tried(call, k // 2 if stored else k, disk, whole)
            if outcome == "written":
                break
            found[f"{name}: {outcome}"] += 1
        shutil.rmtree(disk)
        disk.mkdir()
    return found


def _restore(kept: Path, disk: Path, name: str, begun: bool) -> None:
    shutil.rmtree(disk)
    if not begun:
        disk.mkdir()
        return
    shutil.copytree(kept, disk)
    if name in ("store", "zwang sweep"):
        for file in disk.rglob("c.*"):
            if file.name.split(".")[1] not in ("0", "1"):
                file.unlink()


def _tried(call: Callable, k: int, disk: Path, whole: dict[str, bytes]) -> str:
    """What comes of a call on a disk that is full from its k-th writing on."""
    before = snapshot(disk)
    with full_disk(k, disk) as limited:
        try:
            call()
            outcome = "unnoticed" if limited.failed else "written"
        except OSError as error:
            outcome = "refused" if str(disk) in str(error) or "space" in str(error) else "escaped"
        except Exception as error:
            print(f"  {type(error).__name__}: {error}", flush=True)
            outcome = "escaped"
    after = snapshot(disk)
    lost = [name for name, x in before.items() if after.get(name) != x and not _is_new(disk, name)]
    if lost or any(name.endswith((".tmp", ".partial")) for name in after):
        print(f"  lost: {lost}", flush=True)
        return "lost"
    call()  # there is room again
    again = snapshot(disk)
    differ = [name for name, x in whole.items() if again.get(name) != x]
    whole_again = {*again} == {*whole} and all(_is_new(disk, name) for name in differ)
    return outcome if whole_again else "lost"


def _is_new(disk: Path, name: str) -> bool:
    """Whether a file that tells of times of the clock is whole."""
    from zwang.cli.support.files import is_ours

    return name.endswith(("study.json", "summary.json", "motion.nc")) and is_ours(disk / name)


def snapshot(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    files = (file for file in folder.rglob("*") if file.is_file())
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}
