"""Folders in which something is written before it is moved to its place, beside that."""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None

BEGIN = ".building-"
# Seconds after which nobody is at work in a folder of another host, which cannot be asked: a
# compiler is given 300. Both times are those of the file system.
ABANDONED = 86400.0


@contextmanager
def scratch(place: Path) -> Iterator[Path]:
    """A folder of ours for a while; those of processes that are gone are removed.

    A process at work holds a lock on its folder, which ends with it, however it ends.
    """
    ours = BEGIN + hashlib.blake2b(platform.node().encode(), digest_size=4).hexdigest() + "-"
    # No TemporaryDirectory: at the end of a process it removes what a compiler still writes to,
    # before those who wait for the compiler have ended it.
    made = tempfile.mkdtemp(dir=place, prefix=ours)
    lock = _locked(made)
    try:
        with suppress(OSError):
            _tidy(place, ours, made)
        yield Path(made)
    finally:
        shutil.rmtree(made, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def _tidy(place: Path, ours: str, made: str) -> None:
    now = os.stat(made).st_mtime
    for entry in os.scandir(place):
        if not entry.name.startswith(BEGIN) or entry.path == made:
            continue
        with suppress(OSError):  # it is gone already
            lock = _locked(entry.path) if entry.name.startswith(ours) else None
            if lock is not None or now - entry.stat(follow_symlinks=False).st_mtime > ABANDONED:
                shutil.rmtree(entry.path, ignore_errors=True)
            if lock is not None:
                os.close(lock)


def _locked(folder: str) -> int | None:
    """What holds the lock on a folder; None if another has it, or there are no locks."""
    if fcntl is None:
        return None
    held = os.open(folder, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(held)
        return None
    return held
