"""The models of one folder: listed, read and saved, and no file outside of it ever touched.

A model is a plain file that stands in the folder itself and is named NAME.toml. Links are refused,
wherever they lead, and so are pipes and devices.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from pathlib import Path

from zwang.files.whole import write_whole

NAME = re.compile(r"\w[\w .+-]{0,99}\.toml", re.ASCII)
LARGEST = 1_000_000  # bytes of a model, as for ``zwang run``
MOST = 1000  # files that are listed


class Refused(ValueError):
    """What the studio does not do, with the reason."""


class Folder:
    """A folder of models."""

    def __init__(self, root: Path):
        self.root = root.resolve(strict=True)  # the folder

    def names(self) -> list[str]:
        """The models, by the names of their files."""
        found = sorted(x.name for x in os.scandir(self.root) if self._is_model(x))
        return found[:MOST]

    def _is_model(self, entry: os.DirEntry) -> bool:
        return bool(NAME.fullmatch(entry.name)) and entry.is_file(follow_symlinks=False)

    def path(self, name: object) -> Path:
        """Where a model of a name is, or would be."""
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise Refused("`name` is wanted as letters, digits, blanks, - and _, ending in .toml.")
        path = self.root / name
        try:
            kind = os.lstat(path).st_mode
        except FileNotFoundError:
            return path
        if not stat.S_ISREG(kind):
            raise Refused(f"{name} is no plain file.")
        return path

    def read(self, name: object) -> str:
        """The text of a model."""
        path = self.path(name)
        # Between looking and opening a link may have come in its place: that is not followed.
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        try:
            with os.fdopen(os.open(path, flags), "rb") as stream:
                if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                    raise Refused(f"{path.name} is no plain file.")
                data = stream.read(LARGEST + 1)
        except OSError as error:
            raise Refused(f"{path.name} cannot be read: {error.strerror}.") from None
        if len(data) > LARGEST:
            raise Refused(f"{path.name} has more than {LARGEST} bytes.")
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            raise Refused(f"{path.name} is not text in UTF-8.") from None

    def save(self, name: object, text: str, known: str | None) -> str:
        """Write a model, unless somebody else changed it; returns its digest."""
        path = self.path(name)
        there = digest(self.read(name)) if os.path.lexists(path) else None
        if there != known:
            raise Refused(
                f"{path.name} is there already." if known is None
                else f"{path.name} was changed elsewhere since it was opened; save under another "
                "name, or open it again."
            )  # fmt: skip
        data = text.encode("utf-8", errors="strict")
        if len(data) > LARGEST:
            raise Refused(f"The text has more than {LARGEST} bytes.")
        try:
            write_whole(path, data, new=known is None)
        except OSError as error:
            raise Refused(f"{path.name} cannot be written: {error.strerror}.") from None
        return digest(text)


def digest(text: str) -> str:
    """By what a text is known."""
    return hashlib.sha256(text.encode("utf-8", errors="surrogatepass")).hexdigest()
