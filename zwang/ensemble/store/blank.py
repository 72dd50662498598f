"""A store before any member was run: its arrays, their labels, and whom it belongs to.

The arrays are not compressed: digits of motions look random, and would cost more time than they
would save space. Each file ends with a checksum of its own, so that damaged ones raise an error
in whatever program reads them.
"""

from __future__ import annotations

import json
import re
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from zwang.base.status import Status
from zwang.ensemble.plan import Plan
from zwang.ensemble.store.difference import CHUNKS, told
from zwang.ensemble.store.vetted import METADATA, SEAL, seal
from zwang.motion.store import FIELDS

FORMAT = 2  # of the stores; others are refused
STATUS, MANIFEST, DIGEST, CHUNK = "status", "manifest", "digest", "chunk"
DIGEST_SIZE = 32
LONGEST = 240  # bytes of a folder's name, of which disks take 255; a letter has four at most
NOT_RUN = -1  # the status of members whose chunk is not finished
ATTRIBUTE = "zwang_{}"  # of the group: `format`, `chunk`, `told`, each part of the fingerprint
NAME = ATTRIBUTE.format("name")  # of a variable whose name no folder can have
TEXTS = {
    STATUS: "what became of the member",
    "t_end": "time to which the member came",
    "accepted": "steps accepted",
    "rejected": "steps rejected",
    "crossings": "singular poses crossed",
    "event_count": "how often the event came",
    "event_time": "when the event came first",
    "q0": "coordinates at the start",
    "qd0": "velocities at the start",
}


def blank(plan: Plan, folder: Path) -> None:
    """Write a store in which no member was run."""
    import zarr
    from zarr.codecs import Crc32cCodec
    from zarr.errors import ZarrUserWarning

    labels = _labels(plan)
    summed = {name: {"compressors": [Crc32cCodec()]} for name in labels.variables}
    # So that a file that is missing is known to be lost.
    with zarr.config.set({"array.write_empty_chunks": True}):
        labels.to_zarr(folder, mode="w-", zarr_format=3, consolidated=False, encoding=summed)
    group = zarr.open_group(folder, mode="r+", use_consolidated=False)
    size, template, dims = chunk_size(plan), plan.template(), plan.dims
    for name, path in on_disk(plan).items():
        shape, kind = template[name]
        _array(group, path, (len(plan), *shape), (size, *shape), kind, dims[name], _about(name))
    manifest = group.create_group(MANIFEST)
    shape = len(plan.bounds), DIGEST_SIZE
    _array(manifest, DIGEST, shape, (1, DIGEST_SIZE), np.dtype(np.uint8), (CHUNK, "byte"), {})
    with warnings.catch_warnings():
        # Not yet in Zarr's specification; xarray asks for it all the same.
        warnings.simplefilter("ignore", ZarrUserWarning)
        zarr.consolidate_metadata(folder)
    _seal(folder / METADATA)


def _seal(file: Path) -> None:
    """Put a digest of the metadata among them."""
    found = json.loads(file.read_bytes())
    found["attributes"][SEAL] = seal(found)
    file.write_text(json.dumps(found, indent=2), encoding="utf-8")


def chunk_size(plan: Plan) -> int:
    """How many members each chunk has; the last one may have fewer."""
    size = plan.bounds[0][1]
    if list(plan.bounds) != bounds(len(plan), size):
        raise ValueError(f"The chunks of `plan` are {plan.bounds}; wanted {size} members in each.")
    return size


def bounds(members: int, size: int) -> list[tuple[int, int]]:
    """The first member of each chunk, and the one behind its last."""
    return [(first, min(first + size, members)) for first in range(0, members, size)]


def on_disk(plan: Plan) -> dict[str, str]:
    """For each array of a plan its name in the store, which is also that of a folder."""
    labels = {*plan.coords(), *plan.constants(), MANIFEST}
    taken = {name.casefold() for name in labels}  # some disks do not tell q from Q
    found = {}
    for name in plan.template():
        stem = re.sub(r"[^\w. -]", "_", name).strip(". ").lstrip("_") or "variable"
        path = stem = stem if len(stem.encode()) < LONGEST else stem[: LONGEST // 4]
        count = 1
        while path.casefold() in taken:
            count += 1
            path = f"{stem}_{count}"
        taken.add(path.casefold())
        found[name] = path
    return found


def fill(kind: np.dtype) -> Any:
    """What stands for members that were not run: NaN, or −1, or the kind's zero."""
    if np.issubdtype(kind, np.inexact):
        return kind.type(np.nan)
    return kind.type(NOT_RUN if np.issubdtype(kind, np.signedinteger) else 0)


def _array(group: Any, name: str, shape: Any, chunks: Any, kind: Any, dims: Any, about: Any) -> Any:
    from zarr.codecs import Crc32cCodec

    return group.create_array(
        name,
        shape=shape,
        chunks=tuple(max(1, size) for size in chunks),
        dtype=kind,
        fill_value=fill(kind),
        filters=None,
        compressors=[Crc32cCodec()],
        chunk_key_encoding={"name": "default", "separator": "."},  # all files in one folder
        dimension_names=dims,
        attributes=about,
    )


def _about(name: str) -> dict[str, Any]:
    texts = TEXTS | {field: text for field, (_, text) in FIELDS.items()}
    about: dict[str, Any] = {"long_name": texts.get(name, name), NAME: name}
    if name == STATUS:  # as the conventions of NetCDF have it
        named = {"NOT_RUN": NOT_RUN} | {status.name: int(status) for status in Status}
        about |= {"flag_values": list(named.values()), "flag_meanings": " ".join(named)}
    return about


def _labels(plan: Plan) -> Any:
    """Names and numbers along the dimensions, what all members share, and the attributes."""
    import xarray

    def written(x: np.ndarray) -> np.ndarray:
        # Zarr has texts of any length; those of fixed length are not in its specification.
        return x.astype(object) if x.dtype.kind == "U" else x

    coords = {dim: (dim, written(x)) for dim, x in plan.coords().items()}
    shared = {name: (dims, written(x)) for name, (dims, x) in plan.constants().items()}
    parts = {part: text for part, text in plan.fingerprint().items() if part != CHUNKS}
    own = {"format": FORMAT, "chunk": chunk_size(plan), "told": json.dumps(told(plan))}
    attributes = {ATTRIBUTE.format(name): x for name, x in (parts | own).items()}
    return xarray.Dataset(coords=coords | shared, attrs=attributes)
