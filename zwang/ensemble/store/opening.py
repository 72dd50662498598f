"""A store that is open to one process: found or made, known to be the right one, and locked.

One process at a time writes. It holds a lock on the folder, which the system takes back when the
process ends, however it ends. Where a file system has no locks, two processes do some work twice
and no harm: files are replaced whole, and files of both that differ do not give the digest.
"""

from __future__ import annotations

import glob
import importlib.util
import json
import os
import shutil
import uuid
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zwang.ensemble.store import blank
from zwang.ensemble.store.blank import ATTRIBUTE, DIGEST, MANIFEST, TRACED
from zwang.ensemble.store.difference import require_same, require_same_words

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None

if TYPE_CHECKING:
    import zarr

    from zwang.ensemble.plan import Plan


class Lock:
    """A folder held open; it is let go at the latest when nobody knows of it any more."""

    __slots__ = ("_held",)

    def __init__(self, held: int):
        self._held: int | None = held

    def release(self) -> None:
        """Let it go; a second time does nothing."""
        held, self._held = self._held, None
        if held is not None:
            os.close(held)

    def __del__(self) -> None:
        self.release()


@dataclass(frozen=True, eq=False)
class Store:
    """A store that is open to write, until the end of a ``with`` block.

    Attributes
    ----------
    path : the folder
    plan : what is computed, in the chunks of this store
    arrays : by the names of the plan
    digests : the manifest
    lock : by which this process holds the folder; None where there are no locks
    """

    path: Path
    plan: Plan
    arrays: Mapping[str, Any]
    digests: Any
    lock: Lock | None

    def close(self) -> None:
        """Let other processes write."""
        if self.lock is not None:
            self.lock.release()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


# -- opening -------------------------------------------------------------------------------------


def open_or_create(plan: Plan, path: str | os.PathLike) -> Store:
    """The store of a plan: a new one, or the one that was begun.

    The members of a store lie in the chunks that it was begun with. They win over those of the
    plan; all else must be equal.

    Parameters
    ----------
    plan : what is computed
    path : the folder

    Raises
    ------
    ValueError
        It is the store of something else; the message names the part that differs.
    BlockingIOError
        Another process writes to it.
    OSError
        It is no folder, or may not be written.
    """
    folder = folder_of(path)
    if not folder.exists() or not any(folder.iterdir()):
        _create(plan, folder)
    lock = _locked(folder)
    try:
        group = group_of(folder, "r+")
        attributes: dict[str, Any] = dict(group.attrs)
        there = {part: attributes.get(ATTRIBUTE.format(part)) for part in plan.fingerprint()}
        told = json.loads(attributes[ATTRIBUTE.format("told")])
        traced = ATTRIBUTE.format(TRACED) in attributes
        (require_same if traced else require_same_words)(folder, there, told, plan)
        bounds = blank.bounds(len(plan), attributes[ATTRIBUTE.format("chunk")])
        if bounds != plan.bounds:
            plan = replace(plan, bounds=bounds)
        arrays = {name: array_of(group, at) for name, at in blank.on_disk(plan).items()}
        return Store(folder, plan, arrays, array_of(group, f"{MANIFEST}/{DIGEST}"), lock)
    except BaseException:
        if lock is not None:
            lock.release()
        raise


def folder_of(path: Any) -> Path:
    """The folder itself, if ``path`` is a link to it; an error where there cannot be one.

    Parameters
    ----------
    path : as the user gave it
    """
    if not isinstance(path, str | os.PathLike) or not os.fspath(path):
        raise TypeError(f"`store` is {path!r}; wanted the name of a folder, a text or a Path.")
    if importlib.util.find_spec("zarr") is None:
        raise ModuleNotFoundError("`store` needs what `pip install 'zwang[scale]'` installs.")
    folder = Path(os.path.realpath(path))
    told = f"`store` is {str(path)!r}"
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(f"{told}, which is a file; wanted a folder, or a new name.")
    if not folder.parent.is_dir():
        home = " '~' is not expanded: use pathlib.Path(path).expanduser()."
        tilde = str(path).startswith("~")
        raise FileNotFoundError(
            f"{told}; there is no folder {str(Path(path).parent)!r}.{home if tilde else ''}"
        )
    return folder


def _create(plan: Plan, folder: Path) -> None:
    """An empty store, made beside its place and moved there: it is there whole, or not at all."""
    if not os.access(folder if folder.exists() else folder.parent, os.W_OK | os.X_OK):
        raise PermissionError(f"`store` is {str(folder)!r}, which may not be written.")
    made = folder.with_name(f".{folder.name}.{uuid.uuid4().hex}.tmp")
    try:
        blank.blank(plan, made)
        inner = [Path(at) for at, _, _ in os.walk(made)]
        force(file for at in inner for file in at.iterdir() if file.is_file())
        force(inner)
        made.rename(folder)
        force([folder.parent])
    except OSError:
        if not (folder / "zarr.json").exists():  # nor did another process make it meanwhile
            raise
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _locked(folder: Path) -> Lock | None:
    """Hold the folder for this process; what others left beside it is removed."""
    if fcntl is None:
        return None
    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(held)
        raise BlockingIOError(
            f"`store` is {str(folder)!r}, which is open to write already, in another process or in "
            "this one; wait for it, or use another store."
        ) from None
    except OSError:  # a file system without locks
        os.close(held)
        return None
    for left in folder.parent.glob(f".{glob.escape(folder.name)}.*.tmp"):
        shutil.rmtree(left, ignore_errors=True)
    return Lock(held)


def group_of(folder: Path, mode: Any) -> zarr.Group:
    """The group of a store; an error if something else lies there.

    Parameters
    ----------
    folder : of the store
    mode : as for Zarr
    """
    import zarr

    try:
        group = zarr.open_group(folder, mode=mode, zarr_format=3)
        found = group.attrs[ATTRIBUTE.format("format")]
    except (FileNotFoundError, KeyError, ValueError, TypeError) as error:
        raise ValueError(
            f"`store` is {str(folder)!r}, a folder in which something else lies; wanted the store "
            "of an ensemble, or the name of a new one."
        ) from error
    if not isinstance(found, int) or found > blank.FORMAT:
        raise ValueError(
            f"`store` is {str(folder)!r}, whose format is {found}; this version of zwang knows "
            f"those up to {blank.FORMAT}."
        )
    return group


def array_of(group: zarr.Group, name: str) -> Any:
    """An array of a store, of which every chunk has a file once it is written.

    Parameters
    ----------
    group : of the store
    name : of the array in it
    """
    import zarr

    # Without this, a chunk that holds nothing but the fill value would have no file.
    with zarr.config.set({"array.write_empty_chunks": True}):
        return group[name]


def force(paths: Iterable[Path]) -> None:
    """Have files, or the names in folders, on the disk before going on.

    Parameters
    ----------
    paths : of files or folders
    """
    # At once: a disk that is asked for many in one go writes them together.
    with ThreadPoolExecutor(max_workers=16) as pool:
        list(pool.map(_force_one, paths))


def _force_one(path: Path) -> None:
    if fcntl is None and path.is_dir():  # Windows does not open folders
        return
    opened = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
