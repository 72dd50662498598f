"""A digest of a description that is the same in another process."""

from __future__ import annotations

import hashlib
import pickle
import re
import uuid
from typing import Any

import numpy as np

from zwang.base.identity.fingerprint import Fingerprint
from zwang.base.identity.keyed import Keyed, Same, key

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
PROCESS = uuid.uuid4().hex  # what cannot be looked into is the same in this process only


def digest(x: Any) -> str:
    """A short text that tells a value from others, in any process.

    Parameters
    ----------
    x : values; functions of the user's among them count by name only
    """
    return _of(key(x))


def digest_of_known(*found: Keyed) -> str:
    """The same for what descriptions are known by: what was traced of them.

    Parameters
    ----------
    *found : as ``known`` gives them
    """
    return _of(tuple(x.key[:2] for x in found))


def digest_of_arrays(*arrays: Any) -> str:
    """The same for arrays, by their bytes.

    Parameters
    ----------
    *arrays : of numbers
    """
    found = hashlib.blake2b(digest_size=16)
    for x in arrays:
        x = np.ascontiguousarray(x)
        found.update(f"{x.dtype.str}{x.shape}".encode())
        found.update(x.data if x.size else b"")
    return found.hexdigest()


def _of(found: Any) -> str:
    return hashlib.blake2b("".join(_texts(found)).encode(), digest_size=16).hexdigest()


def _texts(x: Any) -> list[str]:
    """A key, taken apart into texts that do not depend on the process."""
    if isinstance(x, Fingerprint):
        return [x.digest, *(f"{PROCESS}{id(item.value)}" for item in x.opaque)]
    if isinstance(x, tuple):
        return ["(", *(text for item in x for text in [*_texts(item), ","]), ")"]
    if isinstance(x, frozenset):  # its order is that of hashes
        return ["{", *sorted(_of(item) for item in x), "}"]
    if isinstance(x, type):
        return [f"{x.__module__}.{x.__qualname__}"]
    if isinstance(x, bytes):
        return [x.hex()]
    if isinstance(x, Keyed):
        return _texts(x.key)
    if isinstance(x, Same):  # it does not let itself be looked at
        return [f"{type(x.value).__module__}.{type(x.value).__qualname__}", _pickled(x.value)]
    return [ADDRESS.sub("", f"{type(x).__name__}:{x!r}")]


def _pickled(x: Any) -> str:
    try:
        return hashlib.blake2b(pickle.dumps(x), digest_size=16).hexdigest()
    except Exception:  # whatever it raises: then only its kind is known
        return ""
