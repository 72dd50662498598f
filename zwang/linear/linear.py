"""Linear: small motions about a state, on the constraints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from zwang.base.escape import AbstractPage, for_terminal
from zwang.base.process.one_thread import one_thread
from zwang.linear.local.reduced import NOTHING, Reduced
from zwang.linear.spectrum import Spectrum, ignorable, leading, root, spectrum_of
from zwang.linear.stability import UNDECIDED, Verdict, only_turns, verdict_along, verdict_of
from zwang.linear.state_space import state_names
from zwang.motion.motion import look_up


class AbstractSettled(AbstractPage):
    """A state ``q``, ``qd``, ``t``, ``p`` whose small motions are known, ``linear``."""

    q: np.ndarray
    qd: np.ndarray
    t: float
    p: Any
    linear: Linear
    degenerate: bool


@dataclass(frozen=True, eq=False)
class Linear(AbstractPage):
    r"""Small motions about a state: ẋ = A x + B u, y = C x + D u; print it for a table.

    .. math:: \bar M \dot u + \bar C u + \bar K s = 0, \qquad x = (s, u)

    The states x are the changes s of ``coordinates`` and u of the rates of the first of them,
    ``rates``; with drives among the inputs, also these, see ``zw.linearize``.

    Attributes
    ----------
    A, B, C, D : the matrices
    states, inputs, outputs : names of x, u and y
    coordinates : names of s, as many as the configuration has freedom
    rates : names of those whose rates are u, as many as the velocities have freedom
    q, qd, qdd : (n,)   the state, and its acceleration
    t : ()
    steady : "rest", "steady" where the rates stay as they are, or "instant"
    mass : (f_v, f_v)           M̄
    damping : (f_v, f_v)        C̄: what damps is its symmetric part, the other is gyroscopic
    stiffness : (f_v, f_q)      K̄; f_v < f_q for nonholonomic constraints
    reduced : the equations that it was made from
    kept : which of their states it has
    doubt : why eigenvalues decide nothing, in words; empty where they do
    """

    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    coordinates: tuple[str, ...]
    rates: tuple[str, ...]
    steady: str
    reduced: Reduced = field(repr=False)
    kept: tuple[int, ...] = field(repr=False)
    doubt: str = ""

    # -- the state -------------------------------------------------------------------------------

    @property
    def q(self) -> np.ndarray:
        """Coordinates (n,)."""
        return self.reduced.x.q

    @property
    def qd(self) -> np.ndarray:
        """Velocities (n,)."""
        return self.reduced.x.qd

    @property
    def qdd(self) -> np.ndarray:
        """Accelerations (n,)."""
        return self.reduced.a

    @property
    def t(self) -> float:
        """The time ()."""
        return float(self.reduced.x.t)

    # -- matrices of mechanics -------------------------------------------------------------------

    @property
    def _free(self) -> tuple[np.ndarray, np.ndarray]:
        """Places in A of the coordinates and of the rates."""
        f_q = len(self.coordinates)
        return np.arange(f_q), np.arange(f_q, f_q + len(self.rates))

    @property
    def dynamics(self) -> np.ndarray:
        """A of the mechanical states alone, without those of drives."""
        count = len(self.coordinates) + len(self.rates)
        return self.A[:count, :count]

    @cached_property
    @one_thread
    def mass(self) -> np.ndarray:
        """M̄ (f_v, f_v): the kinetic energy of u is ½ uᵀM̄ u."""
        f_q = self.reduced.sizes[0]
        places = [i - f_q for i in self.kept if i >= f_q]
        return self.reduced.mass[np.ix_(places, places)]

    @property
    def damping(self) -> np.ndarray:
        """C̄ (f_v, f_v)."""
        return -self.mass @ self.A[np.ix_(self._free[1], self._free[1])]

    @property
    def stiffness(self) -> np.ndarray:
        """K̄ (f_v, f_q)."""
        s, v = self._free
        return -self.mass @ self.A[np.ix_(v, s)]

    # -- eigenvalues -----------------------------------------------------------------------------

    @cached_property
    @one_thread
    def _metric(self) -> np.ndarray:
        """T with x = T y, where y is in the metric."""
        f_q, L, E = self.reduced.sizes[0], self.reduced.metric.L, self.reduced.E
        s = [i for i in self.kept if i < f_q]
        v = [i for i in self.kept if i >= f_q]
        T = np.zeros((len(self.kept),) * 2)
        T[: len(s), : len(s)] = root(E.q[s] @ L)
        T[len(s) :, len(s) :] = root(E.qd[v] @ L)
        return T

    @cached_property
    @one_thread
    def spectrum(self) -> Spectrum:
        """All of the eigenvalues and vectors."""
        return spectrum_of(self.dynamics, self._metric, len(self.coordinates), self.reduced.parts)

    @property
    def eigenvalues(self) -> Any:
        """λ (f,), complex, by size; those that are zero last."""
        return self.spectrum.values

    @property
    def right(self) -> np.ndarray:
        """Columns x (f, f) with A x = λ x."""
        return self.spectrum.right

    @property
    def left(self) -> np.ndarray:
        """Columns w (f, f) with wᴴA = λ wᴴ and wᴴx = 1: how much of each mode a state holds."""
        return self.spectrum.left

    @property
    def frequencies(self) -> np.ndarray:
        """|Im λ| / 2π (f,), in cycles per unit of time."""
        return np.abs(self.eigenvalues.imag) / (2.0 * np.pi)

    @property
    def damping_ratios(self) -> np.ndarray:
        """−Re λ / |λ| (f,); NaN where λ is zero."""
        size = np.abs(self.eigenvalues)
        with np.errstate(all="ignore"):
            return np.where(size > 0, -self.eigenvalues.real / np.where(size, size, 1.0), np.nan)

    @property
    def neutral(self) -> tuple[str, ...]:
        """Directions of the states that are zero eigenvalues, in words."""
        return self._neutral(self.spectrum)

    def _neutral(self, spectrum: Spectrum) -> tuple[str, ...]:
        sizes = np.linalg.norm(self._metric, axis=1)
        zeros = spectrum.right[:, len(sizes) - spectrum.zeros :].real
        return leading(zeros, self.states[: len(sizes)], np.where(sizes > 0, sizes, 1.0))

    @cached_property
    def unfelt(self) -> tuple[str, ...]:
        """Coordinates on which nothing else depends: where they are makes no difference."""
        given = self.dynamics, self._metric, len(self.coordinates), self.spectrum.scale
        return tuple(self.coordinates[i] for i in ignorable(*given))

    @cached_property
    @one_thread
    def verdict(self) -> Verdict:
        """Whether the motion stays near, and why; see ``zwang.linear.stability``."""
        if self.doubt and self.steady != "instant":
            return Verdict(UNDECIDED, self.doubt)
        found, count = self.reduced, len(self.kept)
        if found.candidates.frame is not None and count == len(found.A):
            return verdict_along(found, self.spectrum, self.states[:count])
        if self.steady == "steady" and self.unfelt:
            names = [x for x in self.coordinates if x not in self.unfelt]
            inner = self._restricted([*names, *(f"{x}'" for x in self.rates)])
            whole = 0.0, self.spectrum.scale  # whose rounding is that of its parts
            spectrum = spectrum_of(inner.dynamics, inner._metric, len(names), whole)
            if only_turns(found, inner.kept, spectrum):
                spectrum = replace(spectrum, chains=(spectrum.zeros,))
            own = inner.mass, inner.damping, inner.stiffness
            own = own if inner.coordinates == inner.rates else None
            return verdict_of(spectrum, own, "steady", inner._neutral(spectrum))
        matrices = self.mass, self.damping, self.stiffness
        return verdict_of(self.spectrum, matrices, self.steady, self.neutral)

    @property
    def stability(self) -> str:
        """ "asymptotically stable", "stable", "unstable" or "undecided"."""
        return self.verdict.word

    # -- parts of it -----------------------------------------------------------------------------

    def block(self, *names: str) -> Linear:
        """The equations of some coordinates alone, if no other state enters them.

        Parameters
        ----------
        *names : of coordinates
        """
        for name in names:
            look_up(name, dict.fromkeys(self.coordinates), what="names")
        if not names:
            raise ValueError("`names` is empty; wanted names of coordinates.")
        wanted = [*(x for x in self.coordinates if x in names)]
        wanted += [f"{x}'" for x in self.rates if x in names]
        found = self._restricted(wanted)
        places = [self.states.index(x) for x in found.states]
        others = [i for i in range(len(self.states)) if i not in places]
        coupled = self._felt(places, others)
        if coupled:
            raise ValueError(
                f"`names` asks for {', '.join(map(repr, names))} alone, but "
                f"{', '.join(map(repr, coupled))} enter their equations; wanted these too."
            )
        return found

    def _felt(self, places: list[int], others: list[int]) -> list[str]:
        """Names of other states that the rates of some depend on."""
        count = len(self._metric)
        sizes = np.ones(len(self.A))
        sizes[:count] = np.linalg.norm(self._metric, axis=1)
        scaled = np.abs(self.A * sizes / sizes[:, None])[np.ix_(places, others)]
        limit = 1e2 * NOTHING * len(self.A) * self.spectrum.scale
        return [self.states[j] for k, j in enumerate(others) if (scaled[:, k] > limit).any()]

    def _restricted(self, names: list[str]) -> Linear:
        """Some mechanical states of it, whatever enters them."""
        places = [self.states.index(name) for name in names]
        every = state_names(self.reduced)
        return Linear(
            A=self.A[np.ix_(places, places)],
            B=self.B[places],
            C=self.C[:, places],
            D=self.D,
            states=tuple(names),
            inputs=self.inputs,
            outputs=self.outputs,
            coordinates=tuple(x for x in self.coordinates if x in names),
            rates=tuple(x for x in self.rates if f"{x}'" in names),
            steady=self.steady,
            reduced=self.reduced,
            kept=tuple(every.index(name) for name in names),
            doubt=self.doubt,
        )

    def mode(self, k: int) -> Any:
        """One mode as a motion in all coordinates; see ``zwang.linear.mode.Mode``.

        Parameters
        ----------
        k : which, as in ``eigenvalues``
        """
        from zwang.linear.mode import mode_of

        return mode_of(self, k)

    def derivatives(self, wrt: Any = None) -> Any:
        """∂λ/∂p; see ``zwang.linear.parameters.derivatives``.

        Parameters
        ----------
        wrt : names of parameters; by default all
        """
        from zwang.linear.parameters import derivatives

        return derivatives(self, wrt)

    def frequency_response(self, omega: Any) -> np.ndarray:
        """G(iω) = C (iω − A)⁻¹ B + D (w, outputs, inputs).

        Parameters
        ----------
        omega : (w,)    in radians per unit of time
        """
        from zwang.linear.response import frequency_response

        return frequency_response(self, omega)

    def step_response(self, t: Any) -> np.ndarray:
        """The outputs (T, outputs, inputs) after each input has become 1 at t = 0.

        Parameters
        ----------
        t : (T,)        times from 0 on
        """
        from zwang.linear.response import step_response

        return step_response(self, t)

    def plot(self, what: str = "bode", *, x: Any = None) -> Any:
        """A picture: "bode", "step" or "eigenvalues"; see ``zwang.plots.linear.plot``.

        Parameters
        ----------
        what : which
        x : radians per unit of time, or times; by default some that fit
        """
        from zwang.plots.linear import plot

        return plot(self, what, x)

    def to_control(self) -> Any:
        """A ``control.StateSpace`` with the same names; needs python-control."""
        from zwang.linear.interchange import to_control

        return to_control(self)

    def to_scipy(self) -> Any:
        """A ``scipy.signal.StateSpace``."""
        from zwang.linear.interchange import to_scipy

        return to_scipy(self)

    def __repr__(self) -> str:
        return "\n".join(map(for_terminal, self._page()))

    __str__ = __repr__

    def _page(self) -> Iterator[str]:
        from zwang.linear.page import page

        return page(self)
