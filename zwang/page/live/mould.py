"""Numbers of a scene that follow from the parameters: how long bars are, where joints sit.

A mechanism whose numbers are parameters looks otherwise with other ones. Its scene is written for
those that the page came with, and drawn once more while they are traced: every vector of the scene
that the trace has touched is one that the page must compute again when a slider moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import is_concrete
from zwang.base.functions import join, split
from zwang.bodies.mechanism import Mechanism
from zwang.bodies.varying import Made
from zwang.page.of_mechanism import Parts, scene_of_mechanism

Path = tuple[str | int, ...]


class Mould(NamedTuple):
    """What of a scene follows from the parameters."""

    places: tuple[tuple[Path, int], ...]  # where in the scene each vector stands, and its length
    numbers: Callable  # function of p that returns all of them, one after the other

    def as_json(self) -> list[dict[str, Any]]:
        """The places as ``page/live/mould.ts`` reads them."""
        return [{"path": list(path), "count": count} for path, count in self.places]


def mould_of(mechanism: Mechanism, p: Any) -> Mould | None:
    """What of a mechanism's scene follows from its parameters; None if nothing does."""
    if not mechanism.equations.open:
        return None
    known = mechanism.at(p)

    def traced(p: Any) -> dict[Path, Any]:
        made = Made(p)
        lists = (mechanism.bodies, mechanism.joints, mechanism.forces)
        drawn = Parts(*(list(map(made, parts)) for parts in lists))
        return dict(_touched(scene_of_mechanism(known, drawn=drawn), ()))

    numbers, rest = split(p, np)
    found: dict[Path, int] = {}

    def look(numbers: Any) -> tuple[()]:
        found.update({path: int(x.size) for path, x in traced(join(numbers, rest)).items()})
        return ()

    jax.eval_shape(look, numbers)
    if not found:
        return None
    return Mould(tuple(found.items()), lambda p: jnp.concatenate([*traced(p).values()]))


def _touched(x: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """All traced vectors in a tree of dataclasses and tuples, with the way to each."""
    if is_dataclass(x):
        for own in fields(x):
            yield from _touched(getattr(x, own.name), (*path, own.name))
    elif isinstance(x, tuple):
        for i, part in enumerate(x):
            yield from _touched(part, (*path, i))
    elif not is_concrete(x):
        yield path, x
