r"""A mode of small motions as a motion in all coordinates: q + Re(a δq exp(λt))."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from zwang.base import arguments
from zwang.integrate.options import Options
from zwang.integrate.problem import request
from zwang.linear.linear import Linear
from zwang.linear.local.onto import onto
from zwang.motion.build import build
from zwang.motion.motion import Motion
from zwang.motion.simulate import chosen

AMPLITUDE, ROWS = 0.1, 61


@dataclass(frozen=True, eq=False)
class Mode:
    """One mode.

    Attributes
    ----------
    linear : small motions
    k : which of their eigenvalues
    value : λ, complex
    q, qd : (n,)        δq and δq̇, complex, as ``linear.right`` is scaled
    """

    linear: Linear
    k: int
    value: complex
    q: np.ndarray
    qd: np.ndarray

    @property
    def coordinates(self) -> dict[str, complex]:
        """How the coordinates of the model move, by name."""
        names = self.linear.coordinates
        return dict(zip(names, self.linear.right[: len(names), self.k].tolist(), strict=True))

    @property
    def period(self) -> float:
        """Of an oscillation 2π / |Im λ|; else the time in which it changes by e, 1 / |λ|."""
        if self.value == 0:
            return 1.0
        return 2.0 * np.pi / abs(self.value.imag) if self.value.imag else 1.0 / abs(self.value)

    def motion(
        self, *, amplitude: float | None = None, periods: float = 1.0, rows: int = ROWS
    ) -> Motion:
        """A Motion that shows it about the state, each row brought back onto the constraints.

        Parameters
        ----------
        amplitude : how far the coordinate of the model goes that moves most; by default 0.1
        periods : how long
        rows : how many
        """
        far = AMPLITUDE if amplitude is None else arguments.number("amplitude", amplitude)
        count = arguments.whole("rows", rows, 2)
        length = arguments.number("periods", periods, least=0.0, above=True) * self.period
        found, t = self.linear.reduced, np.linspace(0.0, length, count)
        largest = max(map(abs, self.coordinates.values()), default=0.0)
        largest = largest or float(np.abs(self.linear.right[:, self.k]).max())
        wave = np.exp(self.value * t)[:, None] * (far / largest)
        q = found.x.q + np.real(wave * self.q)
        qd = np.real(wave * self.qd)
        for i, row in enumerate(q):
            here = onto(found.variation, found.variation.state(row, found.x.qd, found.x.t))
            q[i] = row if here is None else here
        system, p = found.variation.system, found.variation.p
        asked = request(system, q[0], qd[0], [0.0, max(length, 1.0)], p, Options())
        seen = chosen(asked).observe(t, q, qd, asked.row_solver)
        known = {"seen": seen, "detail": f"mode {self.k}", "engine": "small motions"}
        # The velocities of a mode lie beside the constraints by what is of second order.
        return build(system, t, q, qd, p, **known)

    def show(self, *args: Any, **kwargs: Any) -> Any:
        """The moving picture of ``motion()``; see ``Motion.show``.

        Parameters
        ----------
        *args, **kwargs : as there
        """
        return self.motion().show(*args, **kwargs)

    def __repr__(self) -> str:
        parts = ", ".join(f"{name} {x:.4g}" for name, x in self.coordinates.items())
        return f"Mode {self.k}: eigenvalue {self.value:.8g}; {parts}"


def mode_of(linear: Linear, k: int) -> Mode:
    """One mode of small motions."""
    count = len(linear.eigenvalues)
    if not count:
        raise ValueError(f"`k` is {k!r}, and the constraints leave nothing free: no modes.")
    if not isinstance(k, int | np.integer) or isinstance(k, bool) or not 0 <= k < count:
        raise ValueError(f"`k` is {k!r}; wanted a whole number from 0 to {count - 1}.")
    E, places = linear.reduced.E, list(linear.kept)
    x = linear.right[:, k]
    return Mode(linear, int(k), complex(linear.eigenvalues[k]), x @ E.q[places], x @ E.qd[places])
