"""Gravity: the same pull for all masses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array

from zwang.base.functions import Bound, bind
from zwang.bodies import checks as given
from zwang.bodies.varying import AbstractPart

STANDARD = 9.81


@dataclass(frozen=True, eq=False)
class Gravity(AbstractPart):
    """Weight: m g at the centre of mass of each body.

    Parameters
    ----------
    g : (3,), or (2,) in the plane; or a function of (t, p) that returns it. By default 9.81 along
        −z, and along −y where all bodies stay in the plane z = 0
    """

    g: Any = None

    numbered = {"g": (3,)}
    timed = ("g",)

    def _settled(self):
        g = self.g
        if callable(g):
            g = bind("`g` of Gravity", g, ("t", "p"))
        elif g is not None:
            g = given.vector("g` of `Gravity", g, plane=True)
        self._settle(g=g)

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return self.g, self.sources()

    def _what(self, argument: str) -> str:
        return f"{argument}` of `Gravity"

    def pull(self, planar: bool, t: Any, p: Any) -> Array | np.ndarray:
        """g (3,).

        Parameters
        ----------
        planar : whether all bodies stay in the plane z = 0
        t, p : time and parameters
        """
        if self.g is None:  # in NumPy: each operation of JAX is compiled at its first use
            return np.array([0.0, -STANDARD, 0.0] if planar else [0.0, 0.0, -STANDARD])
        if not isinstance(self.g, Bound):
            return self.g if isinstance(self.g, np.ndarray) else jnp.asarray(self.g)
        g = self.g.at({"t": t, "p": p})
        if g.shape != (3,) and not (planar and g.shape == (2,)):
            wanted = "(2,) or (3,)" if planar else "(3,), as bodies move in space"
            raise ValueError(f"{self.g.what} has the shape {g.shape}; wanted {wanted}.")
        return jnp.append(g, jnp.zeros(3 - g.shape[0]))

    def require_of_use(self, planar: bool) -> None:
        """Raise if it would be across the plane of all bodies, or of the plane and they are not.

        Parameters
        ----------
        planar : whether all bodies stay in the plane z = 0
        """
        if not planar and np.shape(self._given["g"]) == (2,):
            raise ValueError(
                f"`g` of Gravity is {self._given['g']}, of the plane, and bodies move in space; "
                "wanted (3,), such as [0, 0, -9.81]."
            )
        known = isinstance(self.g, np.ndarray) and not self.open
        if planar and known and self.g[2] and not self.g[:2].any():
            raise ValueError(
                f"`g` of Gravity is {self.g.tolist()}, across the plane z = 0 in which all bodies "
                "stay; wanted a direction of the plane, such as [0, -9.81]."
            )
