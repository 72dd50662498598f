"""What all that is made here depends on besides what it is made of.

That is this package to the last file, JAX, NumPy and Python, the C compiler and the machine, and
the variables of the environment that they heed. Whatever is different has another digest.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from zwang.base.later import BEGUN
from zwang.files.build import NoLibrary, made_by

HEEDED = ("JAX", "XLA", "ZWANG")  # how names of variables begin that may matter
OURS = "JAX_ENABLE_X64"  # which importing zwang sets
SOURCES = (".py", ".h", ".c")


def surroundings() -> str | None:
    """The digest; None where nothing may be kept under it.

    That is so without a compiler, and where a source was written since this process began: what is
    made then is made by the text of before.
    """
    try:
        made = made_by()
        sources, newest = _sources()
    except (OSError, NoLibrary):
        return None
    if newest > BEGUN:
        return None
    heeded = sorted(x for x in os.environ.items() if x[0].startswith(HEEDED) and x[0] != OURS)
    told = json.dumps([heeded, sys.version, np.__version__, made, sources])
    return hashlib.blake2b(told.encode(), digest_size=20).hexdigest()


@functools.cache  # what was written later does not count, see above
def _sources() -> tuple[str, int]:
    """A digest of all sources, and when the newest of them was written."""
    jax = importlib.util.find_spec("jax")  # where it is; that does not import it
    place = "" if jax is None or jax.origin is None else os.path.dirname(jax.origin)
    found = [*_stamps(place, deep=False), *_stamps(str(Path(__file__).parents[1]), deep=True)]
    digest = hashlib.blake2b(repr(found).encode(), digest_size=20).hexdigest()
    return digest, max(written for _, _, written in found)


def _stamps(folder: str, *, deep: bool) -> Iterator[tuple[str, int, int]]:
    """Sources in a folder, each with its size and the time at which it was written."""
    if not folder:
        return
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda x: x.name):
            if entry.name.endswith(SOURCES):
                about = entry.stat()
                yield entry.path, about.st_size, about.st_mtime_ns
            elif deep and entry.is_dir() and entry.name != "__pycache__":
                yield from _stamps(entry.path, deep=True)
