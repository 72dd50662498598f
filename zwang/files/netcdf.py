"""NetCDF-4 files, which are HDF5: written whole, and read as if a stranger had made them.

**Writing.** HDF5 that cannot write ends the process. So it writes into memory, which takes as much
again as what is saved; the bytes then go to the disk (`whole`). Behind them stands a seal, a digest
of them all, which other programs do not see: HDF5 knows where its file ends.

**Reading.** A seal that does not fit is damage, found before HDF5 reads any of it. Files without
one, of older versions or changed by another program, are read too. Of any file only the variables
that are asked for are read, each by itself: it must lie in this file and not in another, plainly,
as zwang writes it, and all together may not be larger than the file. Nothing in a file is run.
"""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from zwang.files.heaps import require_sound
from zwang.files.whole import Damaged, as_path, open_to_read, writable, write_whole

SEAL, SEAL_SIZE = b"\n\0zwang seal 1\0\n", 32  # its mark, and bytes of the digest behind it
PIECE = 1 << 22  # bytes that are read at a time
GHOST = b"This is a netCDF dimension but not a netCDF variable"
WHOLE, REAL, NUMBER, ANY = "iu", "f", "iuf", "iufc"  # kinds of numbers, as NumPy names them
TEXT = "text"
KINDS = {
    REAL: "real numbers",
    WHOLE: "whole numbers",
    NUMBER: "real or whole numbers",
    ANY: "numbers",
}


# -- writing -------------------------------------------------------------------------------------


class Contents(NamedTuple):
    """What a file holds; ``xarray.Dataset(*contents)`` is the same in memory."""

    variables: dict[str, Any]  # names of dimensions, array and attributes of each, by its name
    labels: dict[str, Any]  # the same, of dimensions that have labels
    attributes: dict[str, Any]  # of all


def write(contents: Contents, path: Any) -> None:
    """Write a NetCDF-4 file, which appears whole or not at all. Raises OSError."""
    import h5netcdf  # without xarray, which writes the same: importing it takes a second

    target = writable(as_path(path))
    stream = io.BytesIO()
    with h5netcdf.File(stream, "w") as file:
        file.attrs.update(contents.attributes)
        for name, (dims, x, about) in (contents.labels | contents.variables).items():
            sizes = dict(zip(dims, x.shape, strict=True))
            file.dimensions.update({k: sizes[k] for k in dims if k not in file.dimensions})
            _put(file, name, dims, x, about)
    with stream.getbuffer() as content:
        write_whole(target, content, SEAL + _digest(content))


def _put(file: Any, name: str, dims: Sequence[str], x: np.ndarray, about: dict[str, Any]) -> None:
    """A variable as xarray files it: truth values as small numbers, and what is lost as NaN."""
    import h5py

    kind, lost = x.dtype, np.nan if x.dtype.kind == "f" else None
    if x.dtype.kind in "UO":
        kind, x = h5py.string_dtype(), x.astype(object)
    elif x.dtype == bool:
        kind, about = np.dtype(np.int8), about | {"dtype": "bool"}
    variable = file.create_variable(name, tuple(dims), dtype=kind, fillvalue=lost)
    variable.attrs.update(about)
    if x.size:
        variable[...] = x.astype(kind)


def _digest(*parts: Any) -> bytes:
    found = hashlib.blake2b(digest_size=SEAL_SIZE)
    for part in parts:
        found.update(part)
    return found.digest()


# -- reading -------------------------------------------------------------------------------------


class File:
    """A NetCDF-4 file that is open to read; use ``opened``."""

    def __init__(self, root: Any, size: int):
        self._root, self._left = root, size

    @property
    def names(self) -> list[str]:
        """Of all that stands in the file, but for the types of numbers that it names."""
        return [name for name in self._root if not self._is_type(name)]

    def _is_type(self, name: str) -> bool:
        import h5py

        link = self._root.get(name, getlink=True)
        return isinstance(link, h5py.HardLink) and (
            self._root.get(name, getclass=True) is h5py.Datatype
        )

    def text_of(self, attribute: str, variable: str | None = None) -> str | None:
        """An attribute that is a text; None where there is none."""
        attrs = (self._root if variable is None else self._variable(variable)).attrs
        if attribute not in attrs:
            return None
        found = attrs.get_id(attribute)
        if found.dtype.kind not in "OS" or found.shape != () or not _is_text(found.dtype):
            raise ValueError(f"the attribute {attribute!r} is no text")
        text = attrs[attribute]
        self._count(len(text), f"the attribute {attribute!r}")
        return text.decode() if isinstance(text, bytes) else str(text)

    def is_dimension_only(self, variable: str) -> bool:
        """Whether it stands for a dimension that has no labels, and so holds nothing."""
        attrs = self._variable(variable).attrs
        if "NAME" not in attrs or attrs.get_id("NAME").dtype.kind != "S":
            return False
        return bytes(attrs["NAME"]).startswith(GHOST)

    def dims(self, variable: str) -> tuple[str, ...]:
        """The names of its dimensions."""
        found = self._variable(variable)
        if found.size:
            self._require_plain(found, variable)
        if "CLASS" in found.attrs and found.ndim == 1:  # it is the dimension's own
            return (variable,)
        if not found.ndim:
            return ()
        listed = found.attrs.get("DIMENSION_LIST", ())
        if np.shape(listed) != (found.ndim,) or any(np.size(one) != 1 for one in listed):
            raise ValueError(f"the variable {variable!r} does not have one name for each dimension")
        names = [str(self._root[one[0]].name) for one in listed]
        for name, size in zip(names, found.shape, strict=True):
            found_size = self._variable(name.removeprefix("/")).shape
            if found_size != (size,):
                raise ValueError(
                    f"the variable {variable!r} has {size} along {name!r}; wanted {found_size}"
                )
        return tuple(name.removeprefix("/") for name in names)

    def read(self, variable: str, shape: Any = None, kinds: str = ANY) -> np.ndarray:
        """The numbers or texts of a variable."""
        found = self._variable(variable)
        if found.size:  # HDF5 has what is empty in chunks, for it might grow
            self._require_plain(found, variable)
        told = f"the variable {variable!r}"
        if shape is not None and not _fits(found.shape, shape):
            wanted = ", ".join("any" if x is None else str(x) for x in shape)
            raise ValueError(f"{told} has the shape {found.shape}; wanted ({wanted})")
        if kinds == TEXT:
            return self._texts(found, variable)
        if found.dtype.kind not in kinds or not _is_number(found.dtype):
            raise ValueError(f"{told} has the type {found.dtype}; wanted {KINDS[kinds]}")
        self._count(found.size * found.dtype.itemsize, told)
        x = found[()] if found.size else np.zeros(found.shape, found.dtype)
        return np.asarray(x, np.dtype(found.dtype).newbyteorder("="))

    def _texts(self, found: Any, variable: str) -> np.ndarray:
        if found.dtype.kind != "O" or not _is_text(found.dtype):
            raise ValueError(f"the variable {variable!r} has the type {found.dtype}; wanted texts")
        texts = np.empty(found.shape, object)
        for place in np.ndindex(*found.shape):  # one by one: each may be as long as the file
            text = found[place]
            self._count(len(text) + 1, f"the variable {variable!r}")
            texts[place] = text.decode() if isinstance(text, bytes) else str(text)
        return texts

    def _variable(self, name: str) -> Any:
        """A variable that lies in this file, and not behind a link."""
        import h5py

        if name not in self._root:
            raise ValueError(f"there is no variable {name!r}")
        if "/" in name or not isinstance(self._root.get(name, getlink=True), h5py.HardLink):
            raise ValueError(f"{name!r} is a link to elsewhere; wanted a variable of this file")
        found = self._root[name]
        if not isinstance(found, h5py.Dataset) or found.shape is None:
            raise ValueError(f"{name!r} is no variable")
        return found

    def _require_plain(self, found: Any, name: str) -> None:
        """In one piece in this file, neither packed nor put together from others."""
        import h5py

        made, told = found.id.get_create_plist(), f"the variable {name!r}"
        if made.get_external_count():
            raise ValueError(f"{told} is stored in another file; wanted its numbers in this one")
        if made.get_layout() == h5py.h5d.VIRTUAL:
            raise ValueError(f"{told} is put together from others; wanted its numbers in this file")
        if made.get_layout() == h5py.h5d.CHUNKED or made.get_nfilters():
            raise ValueError(f"{told} is chunked or packed, as zwang never writes; wanted it plain")
        if found.id.get_storage_size() < found.size * found.id.get_type().get_size():
            raise ValueError(f"{told} has the shape {found.shape}, and fewer numbers in the file")

    def _count(self, size: int, what: str) -> None:
        self._left -= size
        if self._left < 0:
            raise ValueError(f"with {what} it would hold more bytes than the file has")


def _fits(found: tuple[int, ...], wanted: Any) -> bool:
    same = len(found) == len(wanted)
    return same and all(want in (None, size) for size, want in zip(found, wanted, strict=True))


def _is_text(dtype: np.dtype) -> bool:
    import h5py

    return h5py.check_string_dtype(dtype) is not None


def _is_number(dtype: np.dtype) -> bool:
    import h5py

    return h5py.check_enum_dtype(dtype) is None and dtype.subdtype is None


@contextmanager
def opened(path: Any) -> Iterator[File]:
    """A NetCDF-4 file, open to read; whatever is wrong with it is an error that names it.

    Raises FileNotFoundError,, Damaged.
    """
    import h5py

    path = as_path(path)
    told = f"`path` is {str(path)!r}"
    with open_to_read(path) as file:
        try:
            size = _sealed_size(file)
            require_sound(file)
            file.seek(0)
            root = h5py.File(file, "r")
        except Exception as error:  # HDF5 has no kind of its own
            raise Damaged(
                f"{told}, which is no NetCDF-4 file, or is damaged or cut short: {error}."
            ) from error
        try:
            yield File(root, size)
        except NotOurs as error:
            raise Damaged(f"{told}, a NetCDF file that {error}.") from error
        except Exception as error:  # nor is there a kind for what a damaged file may cause
            kind = "" if type(error) is ValueError else f"{type(error).__name__}: "
            raise Damaged(f"{told}, which cannot be read: {kind}{error}.") from error
        finally:
            _close(root)


class NotOurs(Exception):
    """The file is sound, and of another program."""


def _close(root: Any) -> None:
    try:
        root.close()
    except Exception:  # nothing was written, so nothing is lost
        pass


def _sealed_size(file: Any) -> int:
    """The bytes of a file; an error if it has a seal that does not fit."""
    size = os.fstat(file.fileno()).st_size
    end = size - len(SEAL) - SEAL_SIZE
    if end <= 0:
        return size
    file.seek(end)
    seal = file.read()
    if not seal.startswith(SEAL):
        return size
    file.seek(0)
    found = hashlib.blake2b(digest_size=SEAL_SIZE)
    while end > 0:
        piece = file.read(min(PIECE, end))
        if not piece:
            break
        found.update(piece)
        end -= len(piece)
    if found.digest() != seal[len(SEAL) :]:
        raise ValueError("its content does not fit the digest at its end")
    return size
