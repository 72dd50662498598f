"""What it means to return: coordinates that grow, that need not return, and bodies that turn.

The quaternions u and −u say the same attitude of a body: after one turn it is back as −u. So a
state has returned where it has up to such signs; they are the same all along the motion, of
velocities and accelerations too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from zwang.bodies.kinds.rigid_body import RigidBody
from zwang.bodies.mechanism import Mechanism


@dataclass(frozen=True, eq=False)
class Return:
    """How the end of a period differs from its start.

    Attributes
    ----------
    shift : (n,)        by how much coordinates have grown
    free : (n,)         which need not return
    turns : places in q of the quaternion of each body
    """

    shift: np.ndarray
    free: np.ndarray
    turns: tuple[np.ndarray, ...] = ()

    def signs(self, start: Any, end: Any) -> np.ndarray:
        """±1 for each coordinate (..., n): −1 for a quaternion that is nearer as −u.

        Parameters
        ----------
        start, end : (n,), (..., n)
        """
        found = np.ones(np.shape(end))
        for places in self.turns:
            back = np.asarray(end)[..., places] @ np.asarray(start)[places] < 0
            found[..., places] = np.where(back, -1.0, 1.0)[..., None]
        return found

    def off(self, q: Any, qd: Any) -> np.ndarray:
        """What differs (T, 2n) in each row of a motion from having returned to the first.

        Parameters
        ----------
        q, qd : (T, n)
        """
        signs = self.signs(q[0], q)
        return self.counted(
            np.concatenate([signs * q - q[0] - self.shift, signs * qd - qd[0]], axis=1)
        )

    def counted(self, x: Any) -> np.ndarray:
        """Changes (..., 2n) of a state where they count: zero for what need not return.

        Parameters
        ----------
        x : (..., 2n)
        """
        return np.where(np.concatenate([self.free, np.zeros_like(self.free)]), 0.0, x)

    def grown(self, q: Any) -> np.ndarray:
        """By how much coordinates (n,) have grown, those included that need not return.

        Parameters
        ----------
        q : (T, n)      over one period
        """
        return np.where(self.free, q[-1] - q[0], self.shift)


def turning(mechanism: Mechanism | None) -> tuple[np.ndarray, ...]:
    """Places in q of the quaternions of bodies.

    Parameters
    ----------
    mechanism : or None, which has none
    """
    if mechanism is None:
        return ()
    columns = mechanism.equations.layout.columns
    return tuple(
        columns[i, 3:7] for i, body in enumerate(mechanism.bodies) if isinstance(body, RigidBody)
    )
