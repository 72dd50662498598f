"""Which row of the constraints is whose."""

from __future__ import annotations

from typing import NamedTuple


class Rows(NamedTuple):
    """Which row is whose. Rows on positions come first, then on velocities, then the rest.

    Attributes
    ----------
    names : one for each of the m rows
    groups : pairs of a name to ask for and its rows: a constraint, or one row of it that has a
        name of its own
    positions : how many rows restrict positions; the first ones
    velocities : how many restrict positions or velocities; the first ones
    """

    names: tuple[str, ...]
    groups: tuple[tuple[str, tuple[int, ...]], ...]
    positions: int
    velocities: int
