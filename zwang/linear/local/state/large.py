"""Large systems part by part: what stands in the place of equations that are traced as a whole."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from zwang.base.functions import split
from zwang.base.identity.keyed import Keyed
from zwang.system.elements import by_sparse_means


def large_equations(fixed: Keyed, rest: Keyed, state: Any, p: Any, sizes: Any) -> Any:
    """The equations of a large system part by part; None where these have to be traced."""
    if not by_sparse_means(fixed.value, len(state[0])):
        return None
    from zwang.engine.large import equations_by_parts  # which few need

    name = "equations by parts", rest, sizes, tuple(np.shape(x) for x in split(p, np)[0])
    if name not in fixed.kept:
        fixed.kept[name] = equations_by_parts(fixed.value, state, p, rest, sizes)
    return fixed.kept[name]


@lru_cache(maxsize=64)
def large_coordinates(
    functions: tuple[Keyed, ...], outputs: tuple[Keyed, ...], rest: Keyed, n: int, shapes: Any
) -> Any:
    """Coordinates that are functions of q, part by part; None where these have to be traced."""
    from zwang.engine.large import coordinates_by_parts

    if outputs:
        return None
    return coordinates_by_parts([x.value for x in functions], n, shapes, rest)
