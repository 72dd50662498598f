"""Motion: a simulated motion with everything that follows from it, labelled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import jax
import numpy as np

from zwang.base.arrays import Array, is_known
from zwang.base.escape import AbstractPage
from zwang.base.functions import join
from zwang.base.identity.keyed import Keyed
from zwang.base.names import look_up
from zwang.base.parameters import Settings as Settings
from zwang.base.stacked import Stacked
from zwang.equation.rows import Rows
from zwang.integrate.course import STATIC, RankChange

if TYPE_CHECKING:
    from zwang.system.system import System

# How the observables of a motion under control are called that hold tracking errors.
TRACKING = "tracking error of "


class Occurrences(NamedTuple):
    """When an event happened, k times, and in which states."""

    t: Any  # (k,)
    # q, qd: (k, n)
    q: Any
    qd: Any


@jax.tree_util.register_dataclass
@dataclass(frozen=True, eq=False)
class Motion(AbstractPage):
    """A motion in T rows, of n coordinates under m rows of constraints; print it for a summary.

    Of the m rows the first h are holonomic; ``rows`` says which is whose. NumPy arrays; out of
    ``jit``, ``vmap`` and ``grad`` JAX arrays, and out of ``vmap`` with one axis more in front.

    Attributes
    ----------
    t : (T,)                times
    q, qd, qdd : (T, n)     coordinates, velocities, accelerations
    Qc, Qc_ideal, Qc_nonideal : (T, n)      constraint force, and its two parts
    multipliers : (T, m)    lam of the ideal part: ``Qc_ideal`` is Aᵀ lam
    A : (T, m, n)           constraint matrix; of large systems ``A[i]`` is sparse
    residual : (T, m)       what remains of each row at its own level, φ, ψ or A q̈ − b, divided
        by the row's length in the metric M: the distance to the constraint
    residual_raw : (T, m)   the same as the constraint's function returns it
    rate, rate_raw : (T, h)     φ̇ of the holonomic rows, divided and not
    rank : (T,)             rank of A
    energy : (T,)           None where the system has no ``energy``
    power : (T,)            Qc · q̇, the power of the constraint forces
    observables : for each of the system's observables by name, (T, ...)
    status : ()             a ``Status``; under tracing a number
    detail : what failed, in words
    stats : numbers of the run by name: steps accepted, rejected, ...
    events : for each event by name, its ``Occurrences``
    rank_changes : a ``RankChange`` for each configuration in which A lost rank
    engine : which engine computed it, and why
    settings : tolerances, method and the like, by name
    coordinates : names of the n coordinates
    rows : names of the m rows, and which constraint they belong to
    numbers, rest : the parameters, numbers apart; ``p`` is both together
    tools : method, drift control and solver, to go on with; None for a motion from a file
    described : the System under the key that it had; ``system`` gives it
    """

    t: Any
    q: Any
    qd: Any
    qdd: Any
    Qc: Any
    Qc_ideal: Any
    Qc_nonideal: Any
    multipliers: Any
    A: Any
    residual: Any
    residual_raw: Any
    rate: Any
    rate_raw: Any
    rank: Any
    energy: Any
    power: Any
    status: Any
    stats: dict[str, Any]
    events: dict[str, Occurrences]
    rank_changes: tuple[RankChange, ...]
    numbers: list[Any]
    rest: Keyed = field(metadata=STATIC)
    described: Keyed | None = field(metadata=STATIC)
    coordinates: tuple[str, ...] = field(metadata=STATIC)
    rows: Rows = field(metadata=STATIC)
    detail: str = field(metadata=STATIC, default="")
    engine: str = field(metadata=STATIC, default="jax")
    settings: Settings = field(metadata=STATIC, default_factory=Settings)
    tools: Any = field(metadata=STATIC, default=None)
    observables: dict[str, Any] = field(default_factory=dict)

    @property
    def p(self) -> Any:
        """The parameters."""
        return join(self.numbers, self.rest)

    @property
    def system(self) -> System | None:
        """The System that moved; None for a motion from a file, unless it was given there."""
        return None if self.described is None else self.described.value

    def __len__(self) -> int:
        return self.t.shape[-1]

    def force(self, name: str) -> Array:
        """What one constraint adds to ``Qc_ideal`` (T, n): A_gᵀ lam_g. They sum to it.

        Where constraints depend on each other only the sum is unique. The split is then a
        convention: that of the multipliers of least norm, each counted in the length of its row.
        Or what a given force, a friction or a control exerts; ``balance`` has their names.

        Parameters
        ----------
        name : of a constraint, or of one of its rows; or of another force
        """
        if self.system is not None and not (isinstance(name, str) and name in self._own_rows()):
            return self._other_force(name)
        rows = self._rows_of(name)
        if isinstance(self.A, Stacked):
            return self.A.forces(rows, self.multipliers)
        return (self.A[..., rows, :] * self.multipliers[..., rows, None]).sum(axis=-2)

    def _other_force(self, name: str) -> Array:
        from zwang.motion.work.balance import force

        return force(self, name)

    def work(self, name: str) -> Array:
        """The work (T,) of one force since the first row; see ``zwang.motion.work.balance``.

        Parameters
        ----------
        name : of a constraint, a given force, a friction or a control
        """
        from zwang.motion.work.balance import work

        return work(self, name)

    def balance(self) -> Any:
        """The balance of work, E(t) − E(0) = Σ work; see ``zwang.motion.work.balance.Balance``."""
        from zwang.motion.work.balance import balance

        return balance(self)

    def lam(self, name: str) -> Array:
        """The multipliers of one constraint: (T,) for one row, (T, rows) for several.

        Parameters
        ----------
        name : of a constraint, or of one of its rows
        """
        rows = self._rows_of(name)
        return self.multipliers[..., rows[0] if len(rows) == 1 else rows]

    def coordinate(self, name: str) -> Array:
        """One of the coordinates (T,).

        Parameters
        ----------
        name : of the coordinate; ``q[0]``, ``q[1]``, ... where they have no names
        """
        return self.q[..., look_up(name, {x: i for i, x in enumerate(self.coordinates)})]

    @property
    def control(self) -> Array:
        """The control force (T, n) of a motion under control: M q̈ = Q + control + Qc."""
        if "control" not in self.observables:
            raise ValueError(
                "This motion has no control; wanted one of a closed loop: "
                "zw.simulate(controller.closed_loop(), ...)."
            )
        return self.observables["control"]

    def tracking_error(self, name: str) -> Array:
        """What remains of a requirement of the control (T, rows): φ, ψ, or A q̈ − b.

        Parameters
        ----------
        name : of the requirement
        """
        errors = {
            key.removeprefix(TRACKING): x
            for key, x in self.observables.items()
            if key.startswith(TRACKING)
        }
        return look_up(name, errors)

    @property
    def sigma(self) -> Any:
        """How near it is to losing rank (T,), 0 where it does; see ``zwang.motion.mechanics``."""
        from zwang.motion.mechanics import sigma

        return sigma(self)

    def pose(self, name: str) -> Any:
        """Where a body of a mechanism is; see ``zwang.bodies.along.body_pose.PoseView``.

        Parameters
        ----------
        name : of the body
        """
        from zwang.bodies.along.body_pose import pose

        return pose(self, name)

    def reaction(self, name: str) -> Any:
        """What a joint of a mechanism exerts; see ``zwang.bodies.along.exerted.JointReaction``.

        Parameters
        ----------
        name : of the joint
        """
        from zwang.bodies.along.reactions import reaction

        return reaction(self, name)

    def explain(self, t: Any) -> Any:
        """One instant of the motion taken apart; see ``zw.explain``.

        Parameters
        ----------
        t : a time within the motion
        """
        from zwang.motion.mechanics import explain_motion

        return explain_motion(self, t)

    @property
    def momentum(self) -> Array:
        """Generalized momenta p = ∂L/∂q̇ (T, n) of a Lagrangian system; else M q̇."""
        from zwang.motion.mechanics import momentum

        return momentum(self)

    def at(self, times: Any) -> Motion:
        """The motion at other times within its span, as accurate as the motion itself.

        Parameters
        ----------
        times : (k,)
        """
        from zwang.motion.resample import at

        return at(self, times)

    def compare(self, other: Any, times: Any = None) -> Any:
        """Another motion beside this one; see ``zwang.motion.compare.compare``.

        Parameters
        ----------
        other, times : as there
        """
        from zwang.motion.compare import compare

        return compare(self, other, times)

    def to_xarray(self) -> Any:
        """An ``xarray.Dataset`` with named dimensions; see ``zwang.motion.store.to_xarray``."""
        from zwang.motion.store import to_xarray

        return to_xarray(self)

    def save(self, path: Any) -> None:
        """Write a NetCDF file, which ``zw.load`` reads; see ``zwang.motion.store.save``.

        Parameters
        ----------
        path : the file to write, a text or a ``Path``
        """
        from zwang.motion.store import save

        save(self, path)

    def plot(self, *args: Any, **kwargs: Any) -> Any:
        """Pictures of the motion; see ``zwang.plots.plot.plot``.

        Parameters
        ----------
        *args, **kwargs : as there
        """
        from zwang.plots.plot import plot

        return plot(self, *args, **kwargs)

    def animate(self, *args: Any, **kwargs: Any) -> Any:
        """A moving picture; see ``zwang.plots.animate.animate``.

        Parameters
        ----------
        *args, **kwargs : as there
        """
        from zwang.plots.animate import animate

        return animate(self, *args, **kwargs)

    def show(self, *args: Any, **kwargs: Any) -> Any:
        """A page in which the motion plays; see ``zwang.page.show.show``.

        Parameters
        ----------
        *args, **kwargs : as there
        """
        from zwang.page.show import show

        return show(self, *args, **kwargs)

    def require_one(self) -> None:
        """Raise unless this is one motion of known numbers."""
        if not is_known(self):
            raise TypeError("This motion is being traced; wanted one of known numbers.")
        if np.ndim(self.t) != 1:
            raise ValueError(
                f"This is a batch of motions, of the shape {np.shape(self.t)[:-1]}; wanted one: "
                "take jax.tree.map(lambda x: x[i], motion)."
            )

    def __repr__(self) -> str:
        if not is_known(self) or np.ndim(self.t) != 1:
            return f"Motion(t of the shape {np.shape(self.t)}, q of the shape {np.shape(self.q)})"
        return "\n".join(self._page())

    def _page(self) -> Iterator[str]:
        from zwang.motion.summary import page

        return page(self)

    def _own_rows(self) -> dict[str, tuple[int, ...]]:
        return {row: (i,) for i, row in enumerate(self.rows.names)} | dict(self.rows.groups)

    def _rows_of(self, name: str) -> list[int]:
        return list(look_up(name, dict(self.rows.groups), self._own_rows()))
