"""The name under which a run of a model is known.

It is a digest of all that the run depends on: the text of the model, the command line, this package
to the last file, JAX, NumPy and Python, the compiler, and the variables of the environment that
they heed. Whatever is different has another name, and is not known.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from zwang.files.build import NoLibrary, made_by
from zwang.files.whole import open_to_read

HEEDED = ("JAX", "XLA", "ZWANG")  # how names of variables begin that may matter
OURS = "JAX_ENABLE_X64"  # which importing zwang sets
LARGEST = 1_000_000  # bytes of a model file
SOURCES = (".py", ".h")


class NotKnown(Exception):
    """More is needed than what is known: JAX must say it."""


class Run(NamedTuple):
    """A run that is asked for: the text of its model, and its name."""

    text: str
    name: str


def run_of(path: Path, changes: Sequence[str], settings: Mapping[str, Any]) -> Run | None:
    """The run of a model as the command line asks for it; None where it has no name.

    Parameters
    ----------
    path : of the model file
    changes, settings : as for ``zwang.cli.support.models.load``
    """
    try:
        with open_to_read(path) as file:
            text = file.read(LARGEST + 1).decode()
        made = made_by()
    except (OSError, ValueError, NoLibrary):
        return None
    if len(text) > LARGEST:
        return None
    given = [text, [*changes], sorted(settings.items())]
    heeded = sorted(x for x in os.environ.items() if x[0].startswith(HEEDED) and x[0] != OURS)
    jax = importlib.util.find_spec("jax")  # where it is; that does not import it
    place = "" if jax is None or jax.origin is None else os.path.dirname(jax.origin)
    others = sys.version, np.__version__, *_stamps(place, deep=False), *made
    ours = [*_stamps(str(Path(__file__).parents[2]), deep=True)]
    told = json.dumps([given, heeded, others, ours])
    return Run(text, hashlib.blake2b(told.encode(), digest_size=20).hexdigest())


def _stamps(folder: str, *, deep: bool) -> Iterator[str]:
    """Sources in a folder, each with its size and the time at which it was written."""
    if not folder:
        return
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda x: x.name):
            if entry.name.endswith(SOURCES):
                about = entry.stat()
                yield f"{entry.path} {about.st_size} {about.st_mtime_ns}"
            elif deep and entry.is_dir() and entry.name != "__pycache__":
                yield from _stamps(entry.path, deep=True)
