"""Points of a motion for pictures: particles, or what a user's function returns; their links."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from zwang.base import arguments
from zwang.base.functions import bind
from zwang.base.names import some_of
from zwang.motion.motion import Motion


def particle_columns(names: Sequence[str]) -> list[tuple[int, ...]]:
    """Columns of each particle, by the names of ``System.from_particles``; none for others."""
    for axes in ("xy", "xyz"):
        size = len(axes)
        count = len(names) // size
        numbers = [""] if count == 1 else range(1, count + 1)
        if names and list(names) == [f"{axis}{i}" for i in numbers for axis in axes]:
            return [tuple(range(size * k, size * (k + 1))) for k in range(count)]
    return []


def points_of(motion: Motion, points: Callable | None, times: Any, path: Any) -> np.ndarray:
    """Points (K, k, 2 or 3) at times (K,) with the coordinates (K, n).

    Shapes: times (K,), path (K, n).
    """
    if points is None:
        columns = particle_columns(motion.coordinates)
        if not columns:
            raise ValueError(
                f"The coordinates {some_of(motion.coordinates)} are not those of particles (x1, "
                "y1, x2, ...); wanted `points`, a function of (q, t, p) that returns points (k, 2) "
                "or (k, 3)."
            )
        return path.reshape(len(times), len(columns), -1)
    import jax  # of a motion from a file only these points need it
    import jax.numpy as jnp

    from zwang.system.constraints import POSITION

    bound = bind("`points`", points, POSITION)

    def one(t: Any, q: Any) -> Any:
        return bound.at({"q": q, "t": t, "p": motion.p})

    try:
        found = np.asarray(jax.vmap(one)(jnp.asarray(times), jnp.asarray(path)))
    except (TypeError, ValueError):  # of NumPy, or wrong, which the first row will tell
        found = np.stack([np.asarray(one(t, q)) for t, q in zip(times, path)])
    shape = found.shape[1:]
    if len(shape) != 2 or shape[1] not in (2, 3) or shape[0] == 0:
        raise ValueError(f"`points` returned the shape {shape}; wanted (k, 2) or (k, 3).")
    return found


def checked_links(links: Sequence[tuple[Any, Any]] | None, count: int) -> list[tuple[int, int]]:
    """Pairs of indices, the origin as -1."""
    pairs = []
    for link in () if links is None else arguments.listed("links", links, "pairs of points"):
        pair = list(link) if np.ndim(link) == 1 else []
        ends = [-1 if end == "ground" else end for end in pair]
        good = [end for end in ends if isinstance(end, int | np.integer) and -1 <= end < count]
        if len(good) != 2 or len(ends) != 2:
            raise ValueError(
                f"`links` holds {link!r}; wanted pairs of points, 0 to {count - 1}, or -1 or "
                "'ground' for the origin."
            )
        pairs.append((int(good[0]), int(good[1])))
    return pairs
