"""Files that appear whole or not at all, whatever happens meanwhile: a full disk, a kill.

The content is complete in memory before the first byte goes to the disk. It is written beside its
place under a hidden name that ends in .tmp, forced to the disk, and moved. Where any of that fails
the hidden file is removed, and what was there before is as it was.
"""

from __future__ import annotations

import errno
import os
import stat
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

UNTOUCHED = "nothing was written, and what was there before is as it was"
# Flags that not every system has: not to wait for a pipe, and bytes as they are.
PLAINLY = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
UNLINKABLE = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK}


class Damaged(ValueError):
    """A file or a store that is damaged, or that zwang did not write."""


def write_whole(path: Path, *parts: Any, new: bool = False) -> None:
    """Write a file that appears whole or not at all. Raises FileExistsError, OSError."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(f"`path` is {str(path)!r}, which is a device or a pipe; wanted a file.")
    temporary = path.with_name(f".{uuid.uuid4().hex}.tmp")
    try:
        with open(temporary, "xb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        _take_place(temporary, path, new)
    except FileExistsError:
        raise
    except OSError as error:
        told = f"{error.strerror or error}: {UNTOUCHED}"
        raise type(error)(error.errno, told, str(path)) from error
    finally:
        # A disk that failed may fail again; that is no second error to tell.
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _take_place(temporary: Path, path: Path, new: bool) -> None:
    if not new:
        os.replace(temporary, path)
        return
    try:
        os.link(temporary, path)  # unlike a move, it never replaces
    except OSError as error:
        if error.errno not in UNLINKABLE:
            raise
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        os.replace(temporary, path)


@contextmanager
def in_hand(what: str) -> Iterator[None]:
    """Where writing fails, the error says that nothing was lost."""
    try:
        yield
    except OSError as error:
        if not error.strerror or error.filename is None:  # it was refused before anything was done
            raise
        told = f"{error.strerror}; the {what} is still in hand: save it elsewhere, or make room"
        raise type(error)(error.errno, told, error.filename) from error


# -- names of files ------------------------------------------------------------------------------


def as_path(path: Any) -> Path:
    """The name of a file as the user gave it."""
    if not isinstance(path, str | os.PathLike) or not os.fspath(path):
        raise TypeError(f"`path` is {path!r}; wanted the name of a file, a text or a Path.")
    return Path(path)


def writable(path: Path) -> Path:
    """The file itself, if ``path`` is a link to it; an error where it cannot be written."""
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(f"`path` is {str(path)!r}, which is a folder; wanted a file.")
    if not target.parent.is_dir():
        raise FileNotFoundError(
            f"`path` is {str(path)!r}; there is no folder {str(path.parent)!r}.{_home(path)}"
        )
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise PermissionError(f"`path` is {str(path)!r}, which may not be written.")
    return target


def open_to_read(path: Path) -> Any:
    """A file, open to read; an error that names it where that cannot be.

    What is no plain file is refused: a pipe would keep its reader waiting for ever.
    """
    told = f"`path` is {str(path)!r}"
    try:
        opened = os.open(path, os.O_RDONLY | PLAINLY)
    except FileNotFoundError:
        raise FileNotFoundError(f"{told}; there is no such file.{_home(path)}") from None
    except IsADirectoryError:
        raise IsADirectoryError(f"{told}, which is a folder; wanted a file.") from None
    except PermissionError:
        if path.is_dir():  # as Windows tells it
            raise IsADirectoryError(f"{told}, which is a folder; wanted a file.") from None
        raise PermissionError(f"{told}, which may not be read.") from None
    except (OSError, ValueError) as error:
        raise Damaged(f"{told}, which cannot be read: {error}.") from error
    mode = os.fstat(opened).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(opened, "rb")
    os.close(opened)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(f"{told}, which is a folder; wanted a file.")
    raise Damaged(f"{told}, which is a device or a pipe; wanted a file.")


def _home(path: Path) -> str:
    tilde = path.parts[:1] and path.parts[0].startswith("~")
    return " '~' is not expanded: use pathlib.Path(path).expanduser()." if tilde else ""
