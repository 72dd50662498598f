"""The files of a store, each of which holds one chunk of one array: found, read, and judged.

A file is judged before anything decodes it. It must be a plain file, and have the size that its
chunk has by the metadata, and the checksum that stands at its end. Files of labels of older stores
are packed: they must say how much they come to, and that must be what the metadata say.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from zwang.ensemble.outputs import MEMBER
from zwang.ensemble.store.vetted import METADATA, SEAL, ArrayPlan, Vetted
from zwang.files.whole import Damaged, open_to_read

CHECKSUM = 4  # bytes at the end of each file
ZSTD = bytes.fromhex("28b52ffd")  # with which a packed file begins
NAMES = 1 << 24  # bytes of texts in one packed file, at most


def content(folder: Path, array: ArrayPlan, file: Path) -> bytes:
    """What stands in the file of a chunk, checksum and all. Raises FileNotFoundError, Damaged."""
    cells = math.prod(array.chunks)
    packed = array.codecs[1] == "zstd"
    plain = cells * array.kind.itemsize if array.kind is not None else None
    largest = NAMES + 16 * cells if packed or plain is None else plain + CHECKSUM
    if not file.exists():
        raise FileNotFoundError(f"There is no file {str(file)!r}.")
    with open_to_read(file) as opened:
        found = opened.read(largest + 1)
    why = "it is too long" if len(found) > largest else None
    if why is None and packed:
        why = _packed(found, plain, cells)
    elif why is None:
        why = _plain(found, plain, cells)
    if why is not None:
        name = file.relative_to(folder)
        raise Damaged(
            f"`store` is {str(folder)!r}, in which the file {str(name)!r} is damaged: {why}."
        )
    return found


def _plain(found: bytes, size: int | None, cells: int) -> str | None:
    """What is wrong with a file that ends with its checksum."""
    if size is not None and len(found) != size + CHECKSUM:
        return f"it has {len(found)} bytes; wanted {size + CHECKSUM}"
    told, numbers = found[-CHECKSUM:], found[:-CHECKSUM]
    if len(told) != CHECKSUM or _checksum(numbers) not in (None, told):
        return "its content does not fit its checksum"
    return _texts(numbers, cells) if size is None else None


def _packed(found: bytes, size: int | None, cells: int) -> str | None:
    """What is wrong with a packed file."""
    told = unpacked_size(found)
    if told is None or told > (NAMES + 16 * cells if size is None else size):
        return "it does not say how much it comes to, or that is too much"
    if size is not None:
        return None if told == size else f"it comes to {told} bytes; wanted {size}"
    from numcodecs import Zstd

    try:
        return _texts(bytes(Zstd().decode(found)), cells)
    except (RuntimeError, ValueError) as error:
        return str(error)


def _texts(found: bytes, cells: int) -> str | None:
    """Texts begin with their number, for which room is made before they are read."""
    count = int.from_bytes(found[:4], "little")
    holds = count == cells and len(found) >= 4 * (1 + count)  # each has its length before it
    return None if holds else f"it has {count} texts; wanted {cells}"


def unpacked_size(found: bytes) -> int | None:
    """How many bytes a packed file comes to, by its own head; None if it does not say."""
    if found[:4] != ZSTD or len(found) < 5:
        return None
    flags = found[4]
    single = flags >> 5 & 1
    width = (1 if single else 0, 2, 4, 8)[flags >> 6]
    at = 5 + (0 if single else 1) + (0, 1, 2, 4)[flags & 3]
    if not width or len(found) < at + width:
        return None
    return int.from_bytes(found[at : at + width], "little") + (256 if width == 2 else 0)


def _checksum(numbers: bytes) -> bytes | None:
    """As Zarr computes it; None without the module that it uses for that."""
    try:
        from google_crc32c import value
    except ImportError:
        return None
    return int(value(numbers)).to_bytes(CHECKSUM, "little")


# -- as Zarr sees them ---------------------------------------------------------------------------


def shown(folder: Path, there: Vetted, hidden: set[str]) -> Any:
    """A store as Zarr sees it: files are judged as they are read, and some are not there."""
    from zarr.storage import LocalStore, WrapperStore

    class Shown(WrapperStore):
        async def get(self, key: str, prototype: Any, byte_range: Any = None) -> Any:
            if key in hidden:
                return None
            array = None if key.endswith(METADATA) else _owner(key, there.arrays)
            if array is None:
                return await self._store.get(key, prototype, byte_range)
            try:
                return prototype.buffer.from_bytes(content(folder, array, folder / key))
            except FileNotFoundError:
                # Older stores have no file of labels that are all zero.
                if SEAL in there.attributes and array.dims[:1] != (MEMBER,):
                    told = f"`store` is {str(folder)!r}, in which the file {key!r} is missing."
                    raise Damaged(told) from None
                return None

    return Shown(LocalStore(folder, read_only=True))


def _owner(key: str, arrays: Mapping[str, ArrayPlan]) -> ArrayPlan | None:
    parts = key.split("/")
    heads: Iterator[str] = ("/".join(parts[:k]) for k in range(1, len(parts)))
    return next((arrays[head] for head in heads if head in arrays), None)
