r"""The balance of work along a motion.

    T(t) − T(0) = Σ ∫ F · q̇ dt,        E = T + Σ V:    E(t) − E(0) = Σ (∫ F · q̇ dt + V(t) − V(0))

Of each force F the second form counts what it does beyond its own potential energy V: a damper's
loss, what a motor supplies, what a drive or a moving support does. Both say the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from zwang.base.escape import AbstractPage, for_terminal
from zwang.base.names import look_up
from zwang.motion.motion import Motion
from zwang.motion.summary import system_of
from zwang.motion.work.acting import acting, names_and_kinds
from zwang.motion.work.quadrature import along

NOTHING = 1e-12  # work, in parts of what is turned over, that is printed as zero; or what is off
CLOSES = 1e-9  # the same at most: where more is off, small works are told as they are


@dataclass(frozen=True, eq=False)
class Balance(AbstractPage):
    """What each force of a motion did, in T rows; print it for the balance.

    Forces are the constraints by name, each with the multipliers that really act; the given forces,
    ``force`` of a System, ``energies`` of a Lagrangian, ``control``, or those of a mechanism by
    name; friction, ``nonideal`` of a System or that of a mechanism's joints.

    Attributes
    ----------
    t : (T,)                times
    names : (k,)            of the forces
    kinds : (k,)            "constraint", "force" or "friction"; of lines that are no force's
        "mass", where M changes with time, and of forces that a System has by name "energy", what
        they store together, and "inertia", where M changes with the configuration
    forces : (k, T, n)      on the coordinates; of a large motion made one at a time, ``forces[i]``
    powers : (k, T)         F · q̇; where M changes with the configuration the first given force, or
        the line of inertia, counts with ½ q̇ᵀ(∂M/∂q q̇)q̇, as a force beside those of inertia;
        that of mass is ½ q̇ᵀ∂M/∂t q̇, which what joins in brings with it
    works : (k, T)          the integrals of the powers from the first row on
    stored : (k, T)         the potential energy of each
    kinetic : (T,)          kinetic energy, ½ q̇ᵀM q̇
    energy : (T,)           that of the system; the kinetic one where it tells none
    turned_over : ()        the work of all forces, every part of it counted as positive; or the
        largest kinetic energy, where that is more
    residual : (T,)         E(t) − E(0) less all work: what does not close
    quadrature : ()         estimated error of the integrals, which is part of that
    """

    t: np.ndarray
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    forces: Any
    powers: np.ndarray
    works: np.ndarray
    stored: np.ndarray
    kinetic: np.ndarray
    energy: np.ndarray
    turned_over: float
    residual: np.ndarray
    quadrature: float

    def force(self, name: str) -> np.ndarray:
        """The force (T, n) of one of the names.

        Parameters
        ----------
        name : any of ``names``
        """
        return self.forces[self._place(name)]

    def power(self, name: str) -> np.ndarray:
        """Its power (T,).

        Parameters
        ----------
        name : any of ``names``
        """
        return self.powers[self._place(name)]

    def work(self, name: str) -> np.ndarray:
        """Its work (T,) since the first row.

        Parameters
        ----------
        name : any of ``names``
        """
        return self.works[self._place(name)]

    def beyond(self, name: str) -> np.ndarray:
        """Its work (T,) beyond its own potential energy: what it adds to ``energy``.

        Parameters
        ----------
        name : any of ``names``
        """
        place = self._place(name)
        return self.works[place] + self.stored[place] - self.stored[place, 0]

    @property
    def error(self) -> float:
        """The largest residual in parts of what is turned over; zero where nothing is."""
        return float(np.nanmax(np.abs(self.residual)) / (self.turned_over or 1.0))

    def _place(self, name: str) -> int:
        return look_up(name, {x: i for i, x in enumerate(self.names)})

    def __repr__(self) -> str:
        return "\n".join(map(for_terminal, self._page()))

    __str__ = __repr__

    def _page(self) -> Iterator[str]:
        yield f"Balance of work, t from {self.t[0]:.6g} to {self.t[-1]:.6g}"
        width = max([len("force"), *map(len, self.names)])
        titles = "".join(f"{x:>14}" for x in ("work", "stored", "adds to E"))
        yield f"  {'':10}  {'':{width}}{titles}"
        for kind, name in zip(self.kinds, self.names, strict=True):
            work, beyond = self.work(name)[-1], self.beyond(name)[-1]
            numbers = "".join(map(self._told, (work, beyond - work, beyond)))
            yield f"  {kind:10}  {name:{width}}{numbers}"
        change, off = self.energy[-1] - self.energy[0], self.residual[-1]
        yield f"  all together{'':{width}}{'':28}{self._told(change - off)}"
        yield f"  E(t) - E(0) {'':{width}}{'':28}{self._told(change)}"
        yield f"  off by at most {self.error:.1e} of {self.turned_over:.6g} turned over"

    def _told(self, x: float) -> str:
        least = max(NOTHING, min(2 * self.error, CLOSES)) * self.turned_over
        return f"{0.0 if abs(x) <= least else x:14.6g}"


def balance(motion: Motion) -> Balance:
    """The balance of work along a motion; see ``Motion.balance``."""
    system_of(motion, "balance")
    here = acting(motion)
    largest = float(np.nanmax(np.abs(here.kinetic)))
    works, sizes, error = along(
        motion, lambda between: acting(between, forces=False).power, largest
    )
    done = works.sum(axis=0)
    return Balance(
        t=np.asarray(motion.t),
        names=here.names,
        kinds=here.kinds,
        forces=here.force,
        powers=here.power,
        works=works,
        stored=here.stored,
        kinetic=here.kinetic,
        energy=here.energy,
        turned_over=max(float(sizes[:, -1].sum()), largest),
        residual=here.kinetic - here.kinetic[0] - done,
        quadrature=error,
    )


def work(motion: Motion, name: Any) -> np.ndarray:
    """The work (T,) of one force; see ``Motion.work``."""
    _place(motion, name, "work")
    return balance(motion).work(name)


def force(motion: Motion, name: Any) -> np.ndarray:
    """What a given force or friction exerts (T, n); see ``Motion.force``."""
    place = _place(motion, name, "force")
    return acting(motion).force[place]


def _place(motion: Motion, name: Any, what: str) -> int:
    """Which of the forces is meant; asked before anything is compiled."""
    system_of(motion, what)
    return look_up(name, {x: i for i, x in enumerate(names_and_kinds(motion)[0])})
