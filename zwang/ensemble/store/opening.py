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

from zwang.ensemble.outputs import MEMBER
from zwang.ensemble.plan import Plan
from zwang.ensemble.store import blank
from zwang.ensemble.store.blank import ATTRIBUTE, DIGEST, MANIFEST, STATUS
from zwang.ensemble.store.difference import require_same
from zwang.ensemble.store.vetted import METADATA, Vetted, read_json, vetted
from zwang.files.whole import Damaged

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None

if TYPE_CHECKING:
    import zarr


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
    """A store that is open to write, until the end of a ``with`` block."""

    path: Path  # the folder
    plan: Plan  # what is computed, in the chunks of this store
    arrays: Mapping[str, Any]  # by the names of the plan
    digests: Any  # the manifest
    lock: Lock | None  # by which this process holds the folder; None where there are no locks
    vetted: Vetted  # its metadata

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

    Raises ValueError, BlockingIOError, OSError.
    """
    folder = folder_of(path)
    if not folder.exists() or not any(folder.iterdir()):
        _create(plan, folder)
    lock = _locked(folder)
    try:
        there = vetted_of(folder)
        parts = {part: there.attributes.get(ATTRIBUTE.format(part)) for part in plan.fingerprint()}
        require_same(folder, parts, _told(there), plan)
        bounds = blank.bounds(len(plan), there.attributes[ATTRIBUTE.format("chunk")])
        if bounds != plan.bounds:
            plan = replace(plan, bounds=bounds)
        _require_arrays(folder, there, plan)
        group = group_of(folder, "r+")
        arrays = {name: array_of(group, at) for name, at in blank.on_disk(plan).items()}
        digests = array_of(group, f"{MANIFEST}/{DIGEST}")
        return Store(folder, plan, arrays, digests, lock, there)
    except BaseException:
        if lock is not None:
            lock.release()
        raise


def folder_of(path: Any) -> Path:
    """The folder itself, if ``path`` is a link to it; an error where there cannot be one."""
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
    except OSError as error:
        if not (folder / METADATA).exists():  # nor did another process make it meanwhile
            told = f"{error.strerror or error}: the store was not begun, and nothing was written"
            raise type(error)(error.errno, told, str(folder)) from error
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


def vetted_of(folder: Path) -> Vetted:
    """The metadata of a store, checked; an error if something else lies there. Raises Damaged."""
    told = f"`store` is {str(folder)!r}"
    try:
        found = dict(read_json(folder / METADATA)["attributes"])[ATTRIBUTE.format("format")]
    except (Damaged, KeyError, ValueError, TypeError) as error:
        raise Damaged(
            f"{told}, a folder in which something else lies, or whose zarr.json is damaged; wanted "
            "the store of an ensemble, or the name of a new one."
        ) from error
    if found != blank.FORMAT:
        raise Damaged(
            f"{told}, whose format is {found}; this version of zwang reads and writes format "
            f"{blank.FORMAT} alone. Compute it anew under another name, or read it with the "
            "version that wrote it."
        )
    try:
        there = vetted(folder)
        _require_members(there)
    except Damaged as error:
        raise Damaged(f"{told}, which cannot be read: {error}.") from error
    return there


def _require_members(there: Vetted) -> None:
    """All arrays of members lie in the chunks that the manifest counts."""
    size = there.attributes.get(ATTRIBUTE.format("chunk"))
    if type(size) is not int or size < 1:
        raise Damaged(f"its members lie in chunks of {size!r}; wanted a number from 1")
    if not {STATUS, f"{MANIFEST}/{DIGEST}"} <= {*there.arrays}:
        raise Damaged("it has no statuses, or no manifest")
    for path, array in there.arrays.items():
        if blank.NAME in array.about and (
            array.dims[:1] != (MEMBER,)
            or array.codecs != ("bytes", "crc32c")
            or array.chunks != tuple(max(1, x) for x in (size, *array.shape[1:]))
            or not isinstance(array.about[blank.NAME], str)
        ):
            raise Damaged(f"the array {path!r} has no members, or others than the manifest")
    members = there.arrays[STATUS].shape
    digests = there.arrays[f"{MANIFEST}/{DIGEST}"]
    wanted = -(-members[0] // size) if len(members) == 1 else -1
    if digests.shape != (wanted, blank.DIGEST_SIZE) or digests.chunks != (1, blank.DIGEST_SIZE):
        raise Damaged(f"its manifest has the shape {digests.shape}; wanted {wanted} chunks")


def _told(there: Vetted) -> dict[str, Any]:
    """What the store tells of its plan; nothing where it is not told as it should be."""
    try:
        found = json.loads(there.attributes[ATTRIBUTE.format("told")])
        return {part: {str(k): str(x) for k, x in dict(found[part]).items()} for part in found}
    except (KeyError, TypeError, ValueError):
        return {}


def _require_arrays(folder: Path, there: Vetted, plan: Plan) -> None:
    """The arrays on the disk are those of the plan."""
    for name, at in blank.on_disk(plan).items():
        shape, kind = plan.template()[name]
        array = there.arrays.get(at)
        if array is None or (array.shape, array.kind) != ((len(plan), *shape), kind):
            raise Damaged(
                f"`store` is {str(folder)!r}, which is damaged: its array {at!r} is not the one of "
                f"{len(plan)} members that these motions have."
            )


def group_of(folder: Path, mode: Any) -> zarr.Group:
    """The group of a store whose metadata were checked."""
    import zarr

    return zarr.open_group(folder, mode=mode, zarr_format=3, use_consolidated=True)


def array_of(group: zarr.Group, name: str) -> Any:
    """An array of a store, of which every chunk has a file once it is written."""
    import zarr

    # Without this, a chunk that holds nothing but the fill value would have no file.
    with zarr.config.set({"array.write_empty_chunks": True}):
        return group[name]


def force(paths: Iterable[Path]) -> None:
    """Have files, or the names in folders, on the disk before going on."""
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
