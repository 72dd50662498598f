"""Results of many motions on disk: one Zarr store, written chunk by chunk, resumable.

    study.zarr/
        zarr.json            the group: what the store belongs to, as attributes
        q/ qd/ status/ ...   one array each; one file holds the members of one chunk
        manifest/digest/     one file for each finished chunk: the digest of its arrays

A chunk is finished when its digest stands in the manifest, which is the last thing written:

1. its arrays, all but ``status``: each written beside its place, moved there, forced to the disk;
2. its ``status``, likewise: until then its members say NOT_RUN to whoever reads the store;
3. its digest, likewise.

So a process may be killed at any moment. What it leaves of an unfinished chunk is removed by the
next one. A chunk whose files do not give their digest is not finished.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from zwang.ensemble.plan import Plan
from zwang.ensemble.store import blank
from zwang.ensemble.store.blank import CHECKSUM, DIGEST, DIGEST_SIZE, MANIFEST, STATUS
from zwang.ensemble.store.opening import Store, array_of, folder_of, force, group_of
from zwang.ensemble.store.opening import open_or_create as open_or_create

if TYPE_CHECKING:
    import xarray

# -- writing -------------------------------------------------------------------------------------


def missing(store: Store) -> list[int]:
    """The chunks that are not finished, in order; all others are, and are as they were written.

    Every finished chunk is read and compared with its digest. What there is of an unfinished or
    damaged one is removed.

    Parameters
    ----------
    store : that is open
    """
    found = []
    for k in range(len(store.plan.bounds)):
        recorded = _recorded(store.path, store.digests, k)
        if not recorded or _digest_on_disk(store, k) != recorded:
            found.append(k)
    if store.lock is not None:  # otherwise it may be the work of another process
        for k in found:
            _remove(store, k)
        for array in [*store.arrays.values(), store.digests]:
            for left in (store.path / array.path).glob("*.partial"):
                left.unlink(missing_ok=True)
    return found


def write(store: Store, k: int, arrays: Mapping[str, np.ndarray]) -> None:
    """Put the results of a chunk on the disk; when this returns, it is finished.

    Parameters
    ----------
    store : that is open
    k : which chunk
    arrays : by the names of the plan, with the members of the chunk along the first axis

    Raises
    ------
    OSError
        They could not be written, for want of space or permission. The chunk is not finished;
        those that were finished still are.
    """
    first, last = store.plan.bounds[k]
    _require_fits(store.plan, last - first, arrays)
    try:
        order = [name for name in arrays if name != STATUS]
        for names in (order, [name for name in arrays if name == STATUS]):
            for name in names:
                store.arrays[name][first:last] = arrays[name]
            _settle(store.path, [store.arrays[name] for name in names], k)
        digest = _digest({name: arrays[name] for name in store.arrays})
        store.digests[k] = np.frombuffer(digest, np.uint8)
        _settle(store.path, [store.digests], k)
    except OSError as error:
        with contextlib.suppress(OSError):
            _remove(store, k)
        members = f"members {first} to {last - 1}"
        raise type(error)(
            error.errno,
            f"{error.strerror or error}: {members} could not be written. All chunks that were "
            "finished still are; mend the cause and run the same again",
            str(store.path),
        ) from error


def _require_fits(plan: Plan, count: int, arrays: Mapping[str, np.ndarray]) -> None:
    template = plan.template()
    wanted = {name: ((count, *shape), kind) for name, (shape, kind) in template.items()}
    found = {name: (np.shape(x), x.dtype) for name, x in arrays.items()}
    if found != wanted:
        raise ValueError(f"`arrays` is {found}; wanted {wanted}.")


def _digest(arrays: Mapping[str, np.ndarray]) -> bytes:
    """Of names, types, shapes and bits."""
    found = hashlib.blake2b(digest_size=DIGEST_SIZE)
    for name, x in arrays.items():
        found.update(f"{name} {x.dtype.name} {x.shape};".encode())
        bits = np.ascontiguousarray(x, x.dtype.newbyteorder("<")).reshape(-1).view(np.uint8)
        found.update(bits.data)
    return found.digest()


def _recorded(folder: Path, digests: Any, k: int) -> bytes:
    """The digest of a chunk in the manifest; empty if there is none, or what is there is none."""
    try:
        return _in_file(folder, digests, k).tobytes()
    except (OSError, ValueError):
        return b""


def _digest_on_disk(store: Store, k: int) -> bytes:
    """Of a chunk as it lies in its files; empty if one is missing or has another size."""
    first, last = store.plan.bounds[k]
    try:
        found = {name: _in_file(store.path, x, k) for name, x in store.arrays.items()}
    except (OSError, ValueError):
        return b""
    return _digest({name: x[: last - first] for name, x in found.items()})


def _in_file(folder: Path, array: Any, k: int) -> np.ndarray:
    """The chunk of an array, read as `blank` has it written: plain numbers, then a checksum.

    Zarr itself takes a millisecond for each, which adds up where chunks are small and many.
    """
    kind = np.dtype(array.dtype).newbyteorder("<")
    for file in _files(folder, [array], k):
        return np.frombuffer(file.read_bytes()[:-CHECKSUM], kind).reshape(array.chunks)
    return np.zeros((array.chunks[0], *array.shape[1:]), kind)  # an array without elements


def _files(folder: Path, arrays: Iterable[Any], k: int) -> Iterator[Path]:
    """The files that a chunk has in some arrays."""
    for array in arrays:
        if array.size:
            place = (k, *(0 for _ in array.shape[1:]))
            yield folder / array.path / array.metadata.encode_chunk_key(place)


def _settle(folder: Path, arrays: Iterable[Any], k: int) -> None:
    """Force the files of a chunk to the disk, then their names."""
    files = list(_files(folder, arrays, k))
    force(files)
    force({file.parent: None for file in files})


def _remove(store: Store, k: int) -> None:
    """What there is of a chunk: first its digest, then its status, then the rest."""
    known = [x for name, x in store.arrays.items() if name == STATUS]
    others = [x for name, x in store.arrays.items() if name != STATUS]
    for file in _files(store.path, [store.digests, *known, *others], k):
        file.unlink(missing_ok=True)


# -- reading -------------------------------------------------------------------------------------


def read(store: Store | str | os.PathLike) -> xarray.Dataset:
    """The results, labelled; from the disk as they are asked for, so they may exceed the memory.

    Members that were not run are NaN, −1 in whole numbers, and their ``status`` is −1. So are
    those of a chunk of which some file is there and another is not. It is this process that
    reads: workers of a cluster need not see the folder.

    Parameters
    ----------
    store : one that is open, or the name of its folder
    """
    import xarray

    folder = store.path if isinstance(store, Store) else folder_of(store)
    if not folder.exists():
        raise FileNotFoundError(f"`store` is {str(store)!r}; there is no such folder.")
    group = group_of(folder, "r")
    plainly = xarray.open_zarr(folder, chunks=None)
    arrays = [array_of(group, str(name)) for name in plainly.data_vars]
    hidden = _unfinished(folder, arrays, array_of(group, f"{MANIFEST}/{DIGEST}"))
    dataset = xarray.open_zarr(_without(folder, hidden), chunks=None) if hidden else plainly
    return dataset.rename({name: x.attrs[blank.NAME] for name, x in dataset.data_vars.items()})


def _unfinished(folder: Path, arrays: list[Any], digests: Any) -> set[str]:
    """Files of chunks that are not finished, or of which a file is missing, as Zarr names them."""
    there = {array.path: set(os.listdir(folder / array.path)) for array in arrays}
    found: set[str] = set()
    for k in range(digests.shape[0]):
        files = list(_files(folder, arrays, k))
        known = [file for file in files if file.name in there[file.parent.name]]
        if not _recorded(folder, digests, k) or len(known) < len(files):
            found |= {f"{file.parent.name}/{file.name}" for file in known}
    return found


def _without(folder: Path, hidden: set[str]) -> Any:
    """A folder as Zarr sees it, but for some files: their members have the fill value."""
    from zarr.storage import LocalStore, WrapperStore

    class Shown(WrapperStore):
        async def get(self, key: str, prototype: Any, byte_range: Any = None) -> Any:
            return None if key in hidden else await self._store.get(key, prototype, byte_range)

    return Shown(LocalStore(folder, read_only=True))
