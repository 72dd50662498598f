"""What the metadata of a store say, checked before Zarr opens any of its arrays.

Metadata are texts that anybody may have written, and name what decodes the arrays: among what Zarr
knows is a codec that runs code. Only codecs, types and layouts that `blank` writes are let through,
by name. A seal in the attributes of the group, a digest of all the rest, tells damage.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from zwang.files.whole import Damaged, open_to_read

METADATA, SEAL = "zarr.json", "zwang_seal"
LARGEST = 1 << 26  # bytes of such a text
LONGEST = 1 << 60  # bytes of an array
TEXTS = "string"  # the type of an array of names
NUMBERS = frozenset(
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 "
    "complex128".split()
)
# Each way to write an array, and what may stand beside the name of a codec.
WAYS = [(first, last) for first in ("bytes", "vlen-utf8") for last in ("crc32c", "zstd")]
CHOICES = {
    "bytes": {"endian": ("little",)},
    "vlen-utf8": {},
    "crc32c": {},
    "zstd": {"level": range(-7, 23), "checksum": (True, False)},
}
NAME = re.compile(r"[^/\\\0]+(/[^/\\\0]+)?")


@dataclass(frozen=True)
class ArrayPlan:
    """What the metadata say of one array."""

    path: str  # its folder in the store
    # shape, chunks: of all of it, and of what one file holds
    shape: tuple[int, ...]
    chunks: tuple[int, ...]
    kind: np.dtype | None  # of its numbers; None for texts
    codecs: tuple[str, str]  # by name, first and last
    dims: tuple[str, ...]  # names of its dimensions
    about: Mapping[str, Any]  # its attributes

    @property
    def nbytes(self) -> int:
        """Of all its numbers; of a text the eight bytes that refer to it."""
        return math.prod(self.shape) * (8 if self.kind is None else self.kind.itemsize)


@dataclass(frozen=True)
class Vetted:
    """A store by its metadata."""

    attributes: Mapping[str, Any]  # of the group
    arrays: Mapping[str, ArrayPlan]  # by their folders


def vetted(folder: Path) -> Vetted:
    """The metadata of a store, all of them as `blank` writes them. Raises Damaged."""
    found = read_json(folder / METADATA)
    try:
        attributes = dict(found["attributes"])
        listed = dict(found["consolidated_metadata"]["metadata"])
    except (KeyError, TypeError, ValueError):
        raise Damaged("its zarr.json does not list attributes and arrays") from None
    if SEAL in attributes and attributes[SEAL] != seal(found):
        raise Damaged("its zarr.json does not fit the digest in it: damaged, or changed since")
    arrays = {}
    for path, about in listed.items():
        if not isinstance(about, dict) or about.get("node_type") not in ("array", "group"):
            raise Damaged(f"{path!r} is neither an array nor a group")
        if not NAME.fullmatch(path) or {".", ".."} & {*path.split("/")}:
            raise Damaged(f"an array is named {path!r}, which is no folder of this store")
        if about["node_type"] == "array":
            arrays[path] = _array(path, about)
            if read_json(folder / path / METADATA) != about:
                raise Damaged(f"{path}/zarr.json says other than the zarr.json of the store")
    _require_one_size(arrays)
    return Vetted(attributes, arrays)


def seal(metadata: Mapping[str, Any]) -> str:
    """The digest of the metadata of a store, but for the digest in them."""
    others = {key: x for key, x in metadata["attributes"].items() if key != SEAL}
    text = json.dumps({**metadata, "attributes": others}, sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=32).hexdigest()


def read_json(path: Path, largest: int = LARGEST) -> dict[str, Any]:
    """The JSON object in a file of a store."""
    try:
        with open_to_read(path) as file:
            content = file.read(largest + 1)
        found = json.loads(content) if len(content) <= largest else None
    except (OSError, ValueError, RecursionError) as error:
        raise Damaged(f"its {path.name} in {str(path.parent)!r} cannot be read: {error}") from error
    if not isinstance(found, dict):
        raise Damaged(f"its {path.name} in {str(path.parent)!r} is no object of JSON")
    return found


# -- one array -----------------------------------------------------------------------------------


def _array(path: str, about: dict[str, Any]) -> ArrayPlan:
    kind = about.get("data_type")
    if not isinstance(kind, str) or kind not in (*NUMBERS, TEXTS):
        raise Damaged(f"the array {path!r} has the type {_short(kind)}; wanted numbers or texts")
    codecs = _codecs(path, about.get("codecs"))
    if (codecs[0] == "vlen-utf8") != (kind == TEXTS):
        raise Damaged(f"the array {path!r} has the codec {codecs[0]!r}, and the type {kind!r}")
    shape = _sizes(path, "shape", about.get("shape"), 0)
    grid, keys = about.get("chunk_grid"), about.get("chunk_key_encoding")
    if not isinstance(grid, dict) or grid.get("name") != "regular":
        raise Damaged(f"the array {path!r} has the chunk_grid {_short(grid)}; wanted a regular one")
    if not isinstance(keys, dict) or keys.get("name") != "default":
        raise Damaged(f"the array {path!r} has the chunk_key_encoding {_short(keys)}")
    chunks = _sizes(
        path, "chunk_shape", dict(grid.get("configuration") or {}).get("chunk_shape"), 1
    )
    dims = about.get("dimension_names") or []
    dims = dims if isinstance(dims, list) else []
    attributes = about.get("attributes", {})
    if len(chunks) != len(shape) or len(dims) != len(shape) or not isinstance(attributes, dict):
        raise Damaged(f"the array {path!r} has {len(shape)} axes, and its chunks or names others")
    if not all(isinstance(dim, str) for dim in dims) or about.get("storage_transformers"):
        raise Damaged(f"the array {path!r} has metadata that zwang never writes")
    plain = None if kind == TEXTS else np.dtype(kind)
    return ArrayPlan(path, shape, chunks, plain, codecs, tuple(dims), attributes)


def _codecs(path: str, found: Any) -> tuple[str, str]:
    names = tuple(_names(found))
    if names not in WAYS:
        told = ", ".join(map(_short, names)) or "none"
        ways = "; ".join(", ".join(way) for way in WAYS)
        raise Damaged(f"the array {path!r} has the codecs {told}; wanted any of: {ways}")
    for codec in found:
        chosen, choices = codec.get("configuration") or {}, CHOICES[codec["name"]]
        if not isinstance(chosen, dict) or not {*codec} <= {"name", "configuration"}:
            raise Damaged(f"the array {path!r} has the codec {_short(codec)}")
        for key, value in chosen.items():
            if key not in choices or not isinstance(value, int | str) or value not in choices[key]:
                raise Damaged(f"the array {path!r} has the codec {_short(codec)}")
    return names[0], names[1]


def _names(codecs: Any) -> Iterator[str]:
    for codec in codecs if isinstance(codecs, list) else [codecs]:
        yield str(codec.get("name")) if isinstance(codec, dict) else _short(codec)


def _sizes(path: str, what: str, found: Any, least: int) -> tuple[int, ...]:
    plain = isinstance(found, list) and len(found) <= 32 and all(type(x) is int for x in found)
    if not plain or any(x < least for x in found) or math.prod(found) > LONGEST:
        raise Damaged(f"the array {path!r} has the {what} {_short(found)}")
    return tuple(found)


def _require_one_size(arrays: Mapping[str, ArrayPlan]) -> None:
    """Along one dimension all arrays are equally long."""
    known: dict[str, tuple[int, str]] = {}
    for path, array in arrays.items():
        for dim, size in zip(array.dims, array.shape, strict=True):
            there, first = known.setdefault(dim, (size, path))
            if there != size:
                raise Damaged(
                    f"the array {path!r} has {size} along {dim!r}; wanted {there}, as of {first!r}"
                )


def _short(x: Any) -> str:
    text = repr(x)
    return text if len(text) <= 60 else f"{text[:60]}..."
