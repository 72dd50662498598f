"""Folders whose files are run as programs: ours, and written by nobody else.

What another user could have put there is not run, as ssh does not read keys that others may write.
A folder is looked at through the descriptor that is used afterwards, so that nobody can put
another one in its place in between.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

OTHERS = stat.S_IWGRP | stat.S_IWOTH
HANDLES = Path("/proc/self/fd")  # open folders by their descriptors, where the system has that


class Refused(OSError):
    """A folder or a file that is not trusted; the text says why."""


class Place(NamedTuple):
    """A folder that is trusted: its path, and the descriptor by which it stays the same one."""

    path: Path
    descriptor: int

    def loadable(self, name: str) -> str:
        """The path of a file in it that leads there even if someone moves folders above."""
        pinned = HANDLES / str(self.descriptor)
        return str((pinned if pinned.exists() else self.path) / name)

    def content(self, name: str) -> bytes:
        """The bytes of a file of ours in it. Raises OSError."""
        flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
        with open(os.open(name, flags, dir_fd=self.descriptor), "rb") as file:
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode):
                raise Refused(f"{self.path / name} is no file")
            _require_ours(about, self.path / name)
            return file.read()

    def require_ours(self) -> None:
        """Refuse it if any file in it belongs to another user, for who reads them unseen.

        Raises Refused.
        """
        for entry in os.scandir(self.descriptor):
            if entry.stat(follow_symlinks=False).st_uid != os.geteuid():
                raise Refused(f"{self.path / entry.name} belongs to another user")


def caches() -> Path | None:
    """Where a user's caches are: XDG_CACHE_HOME if it is absolute, as its rule asks, or ~/.cache.

    None where there is no home.
    """
    given = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(given):
        return Path(given)
    home = os.path.expanduser("~")
    return Path(home) / ".cache" if os.path.isabs(home) else None


@contextmanager
def trusted(path: Path) -> Iterator[Place]:
    """A folder, made if need be, that is ours and that only we may write. Raises OSError."""
    for missing in [x for x in (*reversed(path.parents), path) if not x.exists()]:
        missing.mkdir(mode=0o700, exist_ok=True)  # and not as wide as the user's mask allows
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        _require_ours(os.fstat(descriptor), path)
        yield Place(path, descriptor)
    finally:
        os.close(descriptor)


def _require_ours(about: os.stat_result, path: Path) -> None:
    if about.st_uid != os.geteuid():
        raise Refused(f"{path} belongs to another user")
    if about.st_mode & OTHERS:
        raise Refused(f"others may write {path}; chmod go-w would mend that")
