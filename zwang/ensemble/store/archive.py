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
import math
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from zwang.ensemble.plan import Plan
from zwang.ensemble.store import blank
from zwang.ensemble.store.blank import DIGEST, DIGEST_SIZE, MANIFEST, STATUS
from zwang.ensemble.store.chunk_files import CHECKSUM, content, shown
from zwang.ensemble.store.opening import Store, folder_of, force, vetted_of
from zwang.ensemble.store.opening import open_or_create as open_or_create
from zwang.ensemble.store.vetted import ArrayPlan, Vetted
from zwang.files.whole import Damaged

if TYPE_CHECKING:
    import xarray

LITTLE = 1 << 30  # bytes that an array may claim, whether or not it has them
RATIO = 1000  # of what larger ones claim to what they have

# -- writing -------------------------------------------------------------------------------------


def missing(store: Store) -> list[int]:
    """The chunks that are not finished, in order; all others are, and are as they were written.

    Every finished chunk is read and compared with its digest. What there is of an unfinished or
    damaged one is removed.
    """
    found = []
    for k in range(len(store.plan.bounds)):
        recorded = _recorded(store.path, _manifest(store.vetted), k)
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
    """Put the results of a chunk on the disk; when this returns, it is finished. Raises OSError."""
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


def _manifest(there: Vetted) -> ArrayPlan:
    return there.arrays[f"{MANIFEST}/{DIGEST}"]


def _recorded(folder: Path, digests: ArrayPlan, k: int) -> bytes:
    """The digest of a chunk in the manifest; empty if there is none, or what is there is none."""
    try:
        return _in_file(folder, digests, k).tobytes()
    except (OSError, ValueError):
        return b""


def _digest_on_disk(store: Store, k: int) -> bytes:
    """Of a chunk as it lies in its files; empty if one is missing or damaged."""
    first, last = store.plan.bounds[k]
    there = store.vetted.arrays
    try:
        found = {name: _in_file(store.path, there[x.path], k) for name, x in store.arrays.items()}
    except (OSError, ValueError):
        return b""
    return _digest({name: x[: last - first] for name, x in found.items()})


def _in_file(folder: Path, array: ArrayPlan, k: int) -> np.ndarray:
    """The chunk of an array, read as `blank` has it written: plain numbers, then a checksum.

    Zarr itself takes a millisecond for each, which adds up where chunks are small and many.
    """
    assert array.kind is not None  # members have numbers
    kind = array.kind.newbyteorder("<")
    for file in _files(folder, [array], k):
        found = content(folder, array, file)
        return np.frombuffer(found[:-CHECKSUM], kind).reshape(array.chunks)
    return np.zeros((array.chunks[0], *array.shape[1:]), kind)  # an array without elements


def _files(folder: Path, arrays: Iterable[Any], k: int) -> Iterator[Path]:
    """The files that a chunk has in some arrays."""
    for array in arrays:
        if math.prod(array.shape):
            yield folder / array.path / ".".join(["c", str(k), *"0" * (len(array.shape) - 1)])


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
    """
    import xarray

    folder = store.path if isinstance(store, Store) else folder_of(store)
    if not folder.exists():
        raise FileNotFoundError(f"`store` is {str(store)!r}; there is no such folder.")
    there = store.vetted if isinstance(store, Store) else vetted_of(folder)
    if not isinstance(store, Store):
        _require_there(folder, there)
    seen = shown(folder, there, _unfinished(folder, there))
    try:
        dataset = xarray.open_zarr(seen, chunks=None, consolidated=True)
        return dataset.rename({name: x.attrs[blank.NAME] for name, x in dataset.data_vars.items()})
    except Damaged:
        raise
    except Exception as error:  # of xarray or of Zarr, which have no kind of their own
        told = f"{type(error).__name__}: {error}"
        raise Damaged(f"`store` is {str(folder)!r}, which cannot be read: {told}.") from error


def _require_there(folder: Path, there: Vetted) -> None:
    """A store that nobody here described may not claim far more numbers than it has."""
    for path, array in there.arrays.items():
        if array.nbytes > LITTLE:
            found = sum(file.stat().st_size for file in (folder / path).iterdir())
            if array.nbytes > RATIO * found:
                raise Damaged(
                    f"`store` is {str(folder)!r}, whose array {path!r} has the shape {array.shape} "
                    f"and {found} bytes on the disk; wanted at least one byte in {RATIO}."
                )


def _unfinished(folder: Path, there: Vetted) -> set[str]:
    """Files of chunks that are not finished, or of which a file is missing, as Zarr names them."""
    members = [x for x in there.arrays.values() if blank.NAME in x.about and math.prod(x.shape)]
    names = {x.path: {*_listed(folder / x.path)} for x in members}
    found: set[str] = set()
    # By the files that are there: how many there might be is what a stranger's text says.
    places = (_place(name) for listed in names.values() for name in listed)
    for k in {k for k in places if k is not None}:
        files = list(_files(folder, members, k))
        known = [file for file in files if file.name in names[file.parent.name]]
        if not _recorded(folder, _manifest(there), k) or len(known) < len(files):
            found |= {f"{file.parent.name}/{file.name}" for file in known}
    return found


def _listed(folder: Path) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _place(name: str) -> int | None:
    """Which chunk a file belongs to; None for other files."""
    parts = name.split(".")
    plain = parts[0] == "c" and len(parts) > 1 and parts[1].isascii() and parts[1].isdigit()
    return int(parts[1]) if plain and len(parts[1]) < 19 else None
