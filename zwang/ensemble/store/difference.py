"""How the plan of a store differs from the one at hand, in words.

A fingerprint says whether two plans are equal, part by part, and not how they differ. For that
each store also has what can be told of its plan: numbers, names and sizes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jax
import numpy as np

from zwang.base.identity.digest import ADDRESS
from zwang.base.names import names_of
from zwang.ensemble.plan import Plan

CHUNKS = "chunks"  # the part of a fingerprint in which plans may differ: see `archive`
OTHER = {
    "version": "another version of zwang",
    "system": "another system",
    "keep": "other variables to keep",
}
LONGEST = 80  # of a value in a message


def told(plan: Plan) -> dict[str, dict[str, str]]:
    """What can be told of a plan: for each part of its fingerprint, values by name."""
    batch, times = plan.batch, plan.times
    given = batch.common() | batch.own()
    chosen = {"engine": plan.engine, "dtype": plan.dtype, "assemble": plan.assemble}
    chosen |= {"width": plan.width, "events": ", ".join(plan.events) or "none"}
    found = {
        "version": {"zwang": plan.fingerprint()["version"]},
        "system": {
            "coordinates": ", ".join(names_of(plan.system.coordinates, batch.n)),
            "rows of constraints": ", ".join(plan.seen.rows.names) or "none",
            "observables": ", ".join(name for name, _ in plan.system.observables) or "none",
            "traced by": f"jax {jax.__version__}",
        },
        "parameters": given,
        "starts": {"members": len(plan), "coordinates": batch.n},
        "times": {"first": times[0], "last": times[-1], "number": len(times)},
        "settings": plan.settings | chosen,
        "keep": {"rows": plan.keep.rows, "variables": ", ".join(plan.keep.names)},
    }
    return {part: {name: _text(x) for name, x in values.items()} for part, values in found.items()}


def _text(x: Any) -> str:
    """A value in a few words; an array by its shape."""
    if isinstance(x, np.ndarray | np.generic):
        x = x.item() if x.ndim == 0 else f"an array {x.shape}"
    text = x if isinstance(x, str) else ADDRESS.sub("", str(x))
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def require_same(path: Any, there: Mapping[str, Any], known: Mapping[str, Any], plan: Plan) -> None:
    """An error that names what differs, unless the plans are equal but for their chunks."""
    here = plan.fingerprint()
    _refuse(path, [x for x in here if x != CHUNKS and there.get(x) != here[x]], known, told(plan))


def _refuse(path: Any, parts: list[str], known: Mapping[str, Any], ours: Mapping[str, Any]) -> None:
    if not parts:
        return
    ways = (_way(part, known.get(part, {}), ours.get(part, {})) for part in parts)
    raise ValueError(
        f"`store` is {str(path)!r}, which belongs to {', and to '.join(ways)}; wanted the store of "
        "these motions, or the name of a new one."
    )


def _way(part: str, theirs: Mapping[str, str], ours: Mapping[str, str]) -> str:
    other = OTHER.get(part, f"other {part}")
    names = [name for name in {**theirs, **ours} if theirs.get(name) != ours.get(name)]
    if not names:
        same = "its functions differ" if part == "system" else "some numbers differ"
        return f"{other} ({same})"
    values = (
        f"{name}: {theirs.get(name, 'none')} there, {ours.get(name, 'none')} here" for name in names
    )
    return f"{other} ({'; '.join(values)})"
