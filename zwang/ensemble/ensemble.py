"""Ensemble: many motions, labelled, each with a status of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from zwang.base import arguments
from zwang.base.escape import AbstractPage
from zwang.base.names import look_up
from zwang.base.status import Status, status_of
from zwang.ensemble.outputs import STATES
from zwang.ensemble.plan import PARAMETER, Plan, following
from zwang.ensemble.reduce.stream import Reduced
from zwang.motion.motion import Motion
from zwang.motion.store import COORDINATE, FIELDS, TIME

if TYPE_CHECKING:
    import xarray

ROWS = 1 << 16  # of which all that follows is computed at a time
NAME = "zwang_name"  # attribute of a variable in a file that has another name there


class Ensemble(AbstractPage):
    """N motions of one system; print it for a summary.

    The fields are those of a ``Motion`` with one axis more in front: ``q`` (N, T, n), ``Qc``,
    ``energy`` (N, T), and so on; T is 1 where only the ends are kept. Fields that were not kept are
    computed from the states when they are asked for. NaN stands where a member did not come.

    Parameters
    ----------
    data : arrays by name, with the members along the first axis
    dims : names of their dimensions
    coords : what stands along dimensions
    constants : what all members share, with the names of its dimensions
    engine : which engine computed them; by default that of the plan
    plan : all that decides about the results; None for an ensemble from a file
    reduced : what was computed of all members together
    told : the settings in words and numbers

    Attributes
    ----------
    t : (T,)            times that were kept
    q, qd : (N, T, n)   coordinates and velocities
    status : (N,)       a ``Status`` as a number, for each member
    t_end : (N,)        time to which each came
    accepted, rejected, crossings : (N,)    steps, tried ones that failed, rank changes crossed
    event_count, event_time : (N, E)        how often each event came, and when first
    coordinates : names of the n coordinates
    p : the parameters; those that are batched have an axis for the members
    """

    def __init__(
        self,
        data: Mapping[str, Any],
        dims: Mapping[str, tuple[str, ...]],
        coords: Mapping[str, np.ndarray],
        constants: Mapping[str, tuple[tuple[str, ...], np.ndarray]],
        *,
        engine: str = "",
        plan: Plan | None = None,
        reduced: Reduced | None = None,
        told: Mapping[str, Any] | None = None,
    ):
        self.data, self.dims, self.coords, self.constants = data, dims, coords, constants
        self._engine, self.plan, self.reduced = engine, plan, reduced or {}
        self.settings = dict(told or {})
        self._computed: dict[str, np.ndarray] = {}

    # -- members ----------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.data["status"])

    def __getitem__(self, which: Any) -> Ensemble:
        """Some of the members, by a number, a slice, a list of numbers or a mask."""
        places = np.arange(len(self))[which]
        places = np.atleast_1d(places)
        data = {name: np.asarray(x)[places] for name, x in self.data.items()}
        plan = None if self.plan is None else self.plan.take(places)
        labels = self.dims, self.coords, self.constants
        return Ensemble(data, *labels, engine=self._engine, plan=plan, told=self.settings)

    def __getattr__(self, name: str) -> Any:
        # Fields by name; Python calls this only for what is no attribute otherwise.
        if name.startswith("_") or "data" not in vars(self):
            raise AttributeError(name)
        if name in self.data:
            return np.asarray(self.data[name])
        if name in FIELDS:
            return self._following(name)
        raise AttributeError(f"An Ensemble has no {name!r}; it holds {', '.join(self.data)}.")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.data, *FIELDS]

    @property
    def t(self) -> np.ndarray:
        """The times that were kept (T,)."""
        return self.coords[TIME]

    @property
    def engine(self) -> str:
        """Which engine computed the members, or would on this machine; and why."""
        return self._engine or (self.plan.crowd.name if self.plan is not None else "unknown")

    @property
    def coordinates(self) -> tuple[str, ...]:
        """The names of the coordinates."""
        return tuple(map(str, self.coords[COORDINATE]))

    @property
    def p(self) -> Any:
        """The parameters; from a file, by their plain names."""
        if self.plan is not None:
            return self.plan.batch.p
        shared = {name: x for name, (_, x) in self.constants.items()}
        given = {**shared, **self.data}
        return {
            name.removeprefix(PARAMETER): np.asarray(x)
            for name, x in given.items()
            if name.startswith(PARAMETER)
        }

    @property
    def observables(self) -> dict[str, np.ndarray]:
        """The system's observables by name, (N, T, ...) each."""
        names = [] if self.plan is None else [name for name, _ in self.plan.system.observables]
        kept = [name for name in self.variables() if name not in FIELDS]
        return {name: self.variable(name) for name in dict.fromkeys([*kept, *names])}

    @property
    def ok(self) -> np.ndarray:
        """Which members came to their end (N,)."""
        return self.status == Status.OK

    @property
    def failed(self) -> np.ndarray:
        """The numbers of the members that did not."""
        return np.flatnonzero(~self.ok)

    def counts(self) -> dict[Status | int, int]:
        """How many members have which status."""
        found, numbers = np.unique(self.status, return_counts=True)
        return {status_of(s): int(n) for s, n in zip(found, numbers, strict=True)}

    def motion(self, member: int, t: Any = None, *, throw: bool = False) -> Motion:
        """One member alone, computed again, as a ``Motion`` with all its steps and causes.

        Parameters
        ----------
        member : which
        t : other times, or a pair (start, end); by default those of the ensemble: for a span every
            step is reported
        throw : whether a failure raises ``NumericalError``
        """
        from zwang.ensemble.together import member_alone

        return member_alone(self, member, t, throw)

    # -- fields that follow from the states -------------------------------------------------------

    def variables(self) -> list[str]:
        """The names of what was kept of the members' motions."""
        return [name for name in self.data if TIME in self.dims[name]]

    def variable(self, name: str) -> np.ndarray:
        """A field or an observable (N, T, ...).

        Parameters
        ----------
        name : of it
        """
        arguments.text("name", name)
        if name in self.data:
            return np.asarray(self.data[name])
        if not self.holds(name) and name not in FIELDS:
            look_up(name, dict.fromkeys(self.variables()))
        return self._following(name)

    def _following(self, name: str) -> Any:
        """A field that was not kept, from the states."""
        if name == "energy" and self.plan is not None and self.plan.system.energy is None:
            return None
        if name not in self._computed:
            missing = [x for x in STATES if x not in self.data]
            if self.plan is None or missing or name in STATES:
                what = "in place of the members, `reduce` was" if self.reduced else "it was not"
                raise AttributeError(
                    f"The ensemble does not hold {name!r}: {what} kept. It holds "
                    f"{', '.join(self.data)}; name {name!r} in `keep`."
                )
            self._computed[name] = self._compute(self.plan, name)
        return self._computed[name]

    def _compute(self, plan: Plan, name: str) -> np.ndarray:
        """Some members at a time: all that follows from a row takes much more room than a field."""
        size, parts = max(1, ROWS // len(self.t)), []
        for first in range(0, len(self), size):
            part = slice(first, first + size)
            found = {x: np.array(self.data[x][part]) for x in ("q", "qd", "t_end", "status")}
            parts.append(following(plan, (name,), found, first)[name])
        found = np.concatenate(parts)
        return found if found.dtype.kind == "i" else found.astype(plan.dtype, copy=False)

    # -- all members together ---------------------------------------------------------------------

    def mean(self, name: str = "q") -> np.ndarray:
        """The mean of a variable (T, ...) over the members that came to their end.

        Parameters
        ----------
        name : of a variable that was kept, or reduced
        """
        from zwang.ensemble.together import reduction

        return reduction(self, "mean", name)["mean"]

    def covariance(self, name: str = "q") -> np.ndarray:
        """The covariance of a variable (T, n, n) over the members; of one number (T,).

        Parameters
        ----------
        name : of a variable that was kept, or reduced
        """
        from zwang.ensemble.together import reduction

        return reduction(self, "covariance", name)["covariance"]

    def quantiles(self, name: str = "q", levels: Any = None) -> np.ndarray:
        """Quantiles of a variable (L, T, ...) over the members; of kept ones they are exact.

        Parameters
        ----------
        name : of a variable that was kept, or reduced
        levels : (L,) parts from 0 to 1; by default 0.05, 0.25, 0.5, 0.75, 0.95, or those that
            were reduced
        """
        from zwang.ensemble.together import quantiles

        return quantiles(self, name, levels)

    def histogram(self, name: str = "q", bins: Any = None) -> tuple[np.ndarray, np.ndarray]:
        """How many members lie in which bin: counts (T, ..., bins) and edges (T, ..., bins + 1).

        Parameters
        ----------
        name : of a variable that was kept, or reduced
        bins : a ``zw.Histogram`` with other bins, for a variable that was kept
        """
        from zwang.ensemble.together import histogram

        return histogram(self, name, bins)

    def holds(self, name: str) -> bool:
        """Whether each member's own values are there, or follow from what is.

        Parameters
        ----------
        name : of a variable
        """
        arguments.text("name", name)
        known = name in self.data or name in self._computed
        observed = self.plan is not None and name in dict(self.plan.system.observables)
        states = all(x in self.data for x in STATES) and self.plan is not None
        return known or (states and (name in FIELDS or observed))

    def to_xarray(self) -> xarray.Dataset:
        """A Dataset with named dimensions: member, time, coordinate, and so on.

        The parameters are variables named ``p.k``: those that are batched over the members. What
        was reduced is there as ``mean of q``, and so on.
        """
        from zwang.ensemble.netcdf import to_xarray

        return to_xarray(self)

    def save(self, path: Any) -> None:
        """Write a NetCDF file, which ``zw.Ensemble.load`` and xarray read.

        It appears whole or not at all, and is made in memory first. Where it cannot be written,
        a file that was there is as it was, and so is the ensemble.

        Parameters
        ----------
        path : the file to write, a text or a ``Path``
        """
        from zwang.ensemble.netcdf import save

        save(self, path)

    @classmethod
    def load(cls, path: Any) -> Ensemble:
        """Read what ``save`` wrote; without the System, so that no member can be computed again.

        Parameters
        ----------
        path : the file
        """
        from zwang.ensemble.netcdf import load

        return load(path)

    def plot(self, *args: Any, **kwargs: Any) -> Any:
        """Pictures of the members; see ``zwang.plots.ensemble.plot``.

        Parameters
        ----------
        *args, **kwargs : as there
        """
        from zwang.plots.ensemble import plot

        return plot(self, *args, **kwargs)

    def show(self, *args: Any, **kwargs: Any) -> Any:
        """A page in which one member plays among ghosts; see ``zwang.page.show.show_ensemble``.

        Parameters
        ----------
        *args, **kwargs : as there
        """
        from zwang.page.show import show_ensemble

        return show_ensemble(self, *args, **kwargs)

    def __repr__(self) -> str:
        from zwang.ensemble.summary import text

        return text(self)
