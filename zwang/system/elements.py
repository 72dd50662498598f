"""Systems whose equations are sums over parts of few kinds: what lets programs grow with the kinds.

A chain of a thousand links has two kinds of parts, the link and the joint. Of each kind one
function is enough, called for every part with its own coordinates and numbers. Who makes a System
of such parts says so by the functions that it gives: each of them is an ``AbstractAssembled``.
"""

from __future__ import annotations

import abc
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

import numpy as np

from zwang.base.functions import Bound
from zwang.system.constraints import Structured, counted
from zwang.system.system import System

# Coordinates from which on a system of parts is looked at by sparse means; and one of plain
# functions, whose parts have to be found.
MANY, TRACED = 30, 320


class Element(NamedTuple):
    """J parts that are alike in all but numbers."""

    # what tells its function from others; None if that calls functions of the user's, which have to
    # be traced to be known
    key: Any
    # of (q, qd, t, p, c) of one of them: its coordinates and velocities (w,), time, parameters, and
    # its numbers (k,). It returns by name what it adds to the whole: M (w, w) and Q (w,); phi (a,)
    # and psi (b,), its rows on positions and on velocities; kinetic () and potential (). And weight
    # (): by so much its own rows φ̈ = 0 are added to M and Q, which makes M definite and changes
    # neither motion nor forces
    function: Callable
    columns: np.ndarray  # (J, w) places of their coordinates in q
    # (J, a), (J, b) places of their rows, those on positions before all on velocities
    rows: tuple[np.ndarray, np.ndarray]
    numbers: np.ndarray  # (J, k)


class AbstractAssembled(abc.ABC):
    """A function of a System that is a sum over elements."""

    sums: ClassVar[tuple[str, ...]]  # names of what is added up in it
    definite: bool  # whether weights are added to it

    @property
    @abc.abstractmethod
    def whole(self) -> Any:
        """What the elements are parts of, the same object for all functions of the System."""

    @abc.abstractmethod
    def elements(self) -> tuple[Element, ...]:
        """All elements of the whole; with their weights M is definite where that is possible."""

    @property
    @abc.abstractmethod
    def open(self) -> bool:
        """Whether parameters give some of the elements' numbers."""

    @abc.abstractmethod
    def numbers(self, p: Any) -> tuple[np.ndarray, ...] | None:
        """The numbers (J, k) of each element where parameters give some; None where none does."""


class Sums(NamedTuple):
    """A System as sums."""

    mass: AbstractAssembled  # M, which knows the elements
    # C, whose elements take the multipliers of their rows too: functions of (q, qd, t, p, c, lam)
    # that return Q alone. None where there is none, or no such sum
    friction: AbstractAssembled | None
    energy: tuple[str, ...] | None  # names of what makes up its energy; None if it has none
    observables: tuple[tuple[str, tuple[str, ...]], ...]  # name, and names of what makes it up
    rows: tuple[int, int]  # how many of its rows restrict positions, and how many there are


def sums_of(system: System, rubbing: bool = False, unforced: bool = False) -> Sums | None:
    """The System as sums over elements; None if it is not that."""
    system = system.unforced if unforced else system
    structured = [x for x in system.constraints if isinstance(x, Structured)]
    rubs = system.nonideal is not None and not rubbing
    if rubs or len(structured) < len(system.constraints):
        return None
    energy = [] if system.energy is None else [system.energy]
    seen = [function for _, function in system.observables]
    force = () if unforced else (system.force,)
    given = system.mass, *force, *(x.rows for x in structured), *energy, *seen
    functions: list[Any] = [x.function if isinstance(x, Bound) else x for x in given]
    known = all(isinstance(x, AbstractAssembled) for x in functions)
    if not known or any(x.whole is not functions[0].whole for x in functions):
        return None
    names = [x.sums for x in functions[len(functions) - len(energy) - len(seen) :]]
    observables = zip((name for name, _ in system.observables), names[len(energy) :], strict=True)
    law = getattr(system.nonideal, "function", None)
    own = isinstance(law, AbstractAssembled) and law.whole is functions[0].whole
    friction: Any = law if own else None
    rows = counted(structured, 0), counted(structured)
    return Sums(functions[0], friction, names[0] if energy else None, tuple(observables), rows)


def moved_by_parts(system: System) -> Sums | None:
    """The System as sums if it can be moved part by part, its friction with it; None if not."""
    found = sums_of(system, rubbing=True)
    rubs = system.nonideal is not None
    return None if found is None or (rubs and found.friction is None) else found


def by_parts(system: System, n: int, rubbing: bool = False) -> bool:
    """Whether a system is looked at part by part, with sparse matrices, instead of as a whole."""
    return n >= MANY and (moved_by_parts(system) if rubbing else sums_of(system)) is not None


def by_sparse_means(system: System, n: int, rubbing: bool = False) -> bool:
    """Whether a system is looked at in a state by sparse matrices, if that can be."""
    return by_parts(system, n, rubbing) or (n >= TRACED and system.nonideal is None)
