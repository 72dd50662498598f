"""The name under which a run of a model is known.

It is a digest of all that the run depends on: the text of the model, the command line, and the
surroundings. Whatever is different has another name, and is not known.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from zwang.files.surroundings import surroundings
from zwang.files.whole import open_to_read

LARGEST = 1_000_000  # bytes of a model file


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
    around = surroundings()
    try:
        with open_to_read(path) as file:
            text = file.read(LARGEST + 1).decode()
    except (OSError, ValueError):
        return None
    if len(text) > LARGEST or around is None:
        return None
    told = json.dumps([text, [*changes], sorted(settings.items()), around])
    return Run(text, hashlib.blake2b(told.encode(), digest_size=20).hexdigest())
