"""A digest of a description that is the same in another process."""

from __future__ import annotations

import hashlib
import pickle
import re
import uuid
from typing import Any

import jax
import numpy as np

from zwang.base.identity.fingerprint import Fingerprint
from zwang.base.identity.keyed import OWN, Keyed, Same, key

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
PROCESS = uuid.uuid4().hex  # what cannot be looked into is the same in this process only


def digest(x: Any) -> str:
    """A short text that tells a value from others, in any process."""
    return _of(key(x))


def digest_of_known(*found: Keyed) -> str:
    """The same for what descriptions are known by: what was traced of them."""
    return _of(tuple(x.key[:2] for x in found))


def digest_of_arrays(*arrays: Any) -> str:
    """The same for arrays, by their bytes."""
    found = hashlib.blake2b(digest_size=16)
    for x in arrays:
        x = np.ascontiguousarray(x)
        found.update(f"{x.dtype.str}{x.shape}".encode())
        found.update(x.data if x.size else b"")
    return found.hexdigest()


def exact(x: Any) -> str | None:
    """A text that values share, in any process, only if they are the same.

    None for what cannot be told so: what is only itself, and classes of other packages.
    """
    try:
        return hashlib.blake2b(repr(_plain(x)).encode(), digest_size=20).hexdigest()
    except _OnlyItself:
        return None


class _OnlyItself(Exception):
    """There is no telling it to another process."""


def _plain(x: Any) -> Any:
    """A key as tuples of numbers and texts, whose ``repr`` says all of it."""
    if x is None or type(x) in (bool, int, float, str, bytes):
        return x
    if isinstance(x, Keyed):
        return _plain(x.key)
    if isinstance(x, Fingerprint):
        if x.opaque:
            raise _OnlyItself
        return "traced", x.digest
    if type(x) is tuple:
        return tuple(map(_plain, x))
    if type(x) is frozenset:
        return "set", *sorted(repr(_plain(item)) for item in x)
    if isinstance(x, type):
        if x.__module__.partition(".")[0] not in OWN or "<" in x.__qualname__:
            raise _OnlyItself
        return "class", x.__module__, x.__qualname__
    if isinstance(x, jax.tree_util.PyTreeDef):
        node, kinds = x.node_data(), (tuple, list, dict, type(None))
        if node is not None and node[0] not in kinds:  # it may hold anything
            raise _OnlyItself
        return "tree", _plain(key(node)), *map(_plain, x.children())
    raise _OnlyItself


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
