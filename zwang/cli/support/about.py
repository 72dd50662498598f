"""Which study a store belongs to: a text beside its arrays, in which no numbers of members are."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from zwang.cli.support.files import PROGRAM
from zwang.ensemble.store.vetted import SEAL, read_json
from zwang.files.whole import Damaged

ABOUT = "study.json"


def noted(path: Path) -> dict[str, Any]:
    """Which study a store belongs to; nothing if it does not say."""
    if not os.path.lexists(path / ABOUT):
        return {}
    try:
        found = read_json(path / ABOUT)
        if found.get("program") != PROGRAM or not _is_sound(found):
            raise Damaged(f"its {ABOUT} is not as zwang writes it")
    except Damaged as error:
        raise Damaged(
            f"The store '{path}' is damaged: {error}. Its numbers are not in that file; remove it, "
            "and run the sweep with --resume, which writes it again."
        ) from error
    return {key: x for key, x in found.items() if key != SEAL}


def sealed(about: Mapping[str, Any]) -> dict[str, Any]:
    """What is told of a study, with a digest of it all."""
    text = json.dumps(about, sort_keys=True)
    return {**about, SEAL: hashlib.blake2b(text.encode(), digest_size=32).hexdigest()}


def _is_sound(found: dict[str, Any]) -> bool:
    """Whether it has its digest, if any, and is of the form that figures and tables rely on."""
    told = {key: x for key, x in found.items() if key != SEAL}
    if SEAL in found and sealed(told)[SEAL] != found[SEAL]:
        return False
    texts = ("title", "study", "model", "began", "ended", "engine")
    if not all(isinstance(told.get(key, ""), str) for key in texts):
        return False
    design, versions = told.get("design", {}), told.get("versions", {})
    if not (isinstance(design, dict) and isinstance(versions, dict)):
        return False
    vary = design.get("vary", {})
    if not (isinstance(vary, dict) and isinstance(design.get("kind", ""), str)):
        return False
    return all(isinstance(parts, list) and all(map(_are_numbers, parts)) for parts in vary.values())


def _are_numbers(x: Any) -> bool:
    if isinstance(x, list):
        return all(map(_are_numbers, x))
    return x is None or isinstance(x, int | float)
