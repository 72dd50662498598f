"""Forces that are sums and know their terms."""

from __future__ import annotations

import abc
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp

from zwang.base.arrays import Array
from zwang.base.functions import STATE, Bound, Constant, given
from zwang.base.identity.keyed import AbstractKeyed
from zwang.base.names import checked_name


class AbstractSum(abc.ABC):
    """A force of a System, Q or C, that is a sum and knows its terms."""

    def limits(self) -> dict[str, str]:
        """Where terms are not finite, of those by name that are not everywhere."""
        return {}

    @abc.abstractmethod
    def names(self) -> tuple[str, ...]:
        """Of the k terms, in the order of ``terms``."""

    @abc.abstractmethod
    def terms(self, q: Any, qd: Any, t: Any, p: Any, lam: Any) -> tuple[Array, Array]:
        """Each of the terms (k, n), and the potential energy of each (k,); inside a trace.

        Shapes: q, qd (n,), lam (m,).
        """

    def kinetic(self, q: Any, qd: Any, p: Any) -> Array | None:
        """The kinetic energy (), where all that the terms leave of the force is that of inertia.

        None where it is not known to be so: then the first term counts with what is left.
        """
        return None

    @property
    def apart(self) -> bool:
        """Whether the energy that is told, and the power of masses that change, are no term's."""
        return False


@dataclass(frozen=True, eq=False)
class Terms(AbstractKeyed, AbstractSum):
    """A force that is given term by term."""

    each: tuple[tuple[str, Bound | Constant], ...]  # names and terms

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return (self.each,)

    def __call__(self, q, qd, t, p):
        """All together (n,)."""
        return self._all(q, qd, t, p).sum(axis=0)

    def names(self):
        """As they were given."""
        return tuple(name for name, _ in self.each)

    def terms(self, q, qd, t, p, lam):
        """Each (k, n); what they store is not known of one by one."""
        found = self._all(q, qd, t, p)
        return found, jnp.zeros(len(found))

    @property
    def apart(self) -> bool:
        """Which of them stores the energy is not known."""
        return True

    def _all(self, q, qd, t, p) -> Array:
        values, found = {"q": q, "qd": qd, "t": t, "p": p}, []
        for _, term in self.each:
            Q = term.at(values)
            if Q.shape != q.shape:
                raise ValueError(f"{term.what} has the shape {Q.shape}; wanted {q.shape}.")
            found.append(Q)
        return jnp.stack(found)


def force_of(x: Any) -> Bound | Constant | None:
    """A given force: a function, constants, several of them by name, or None for zero."""
    if x is None or not isinstance(x, Mapping):
        return None if x is None else given("`force`", x, STATE)
    if not x:
        return None
    for name in x:
        if not isinstance(name, str) or not name:
            raise TypeError(f"`force` names {name!r}; wanted a text.")
        checked_name("force", name)
    each = ((name, given(f"`force` named {name!r}", term, STATE)) for name, term in x.items())
    return given("`force`", Terms(tuple(each)), STATE)
