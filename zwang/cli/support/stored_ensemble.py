"""A store of many motions as the commands read it, and what it comes to in numbers and words."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from zwang.base.status import Status
from zwang.cli.support.about import noted
from zwang.cli.support.run_summary import remedy
from zwang.ensemble.ensemble import Ensemble
from zwang.ensemble.outputs import EVENT, MEMBER, STATES
from zwang.ensemble.plan import PARAMETER
from zwang.ensemble.reduce.reduce import LEVELS, Covariance
from zwang.ensemble.reduce.stream import checked_reductions, reduced
from zwang.ensemble.store import archive, blank
from zwang.files.whole import Damaged
from zwang.motion.store import COORDINATE, FIELDS, TIME

LARGEST = 1 << 29  # bytes of the members' variables that are read at once
PIECE = 1 << 12  # members that are read at a time, where that is too much
SUFFIX = {"q": "", "qd": "'", "qdd": "''"}  # behind the name of a coordinate


@dataclass(frozen=True, eq=False)
class Crowd:
    """The members of a store."""

    path: Path  # the store
    ensemble: Ensemble  # the members that were run
    total: int  # how many there are to be
    places: np.ndarray  # (N,) their numbers in the store
    shapes: Mapping[str, tuple[int, ...]]  # (T, ...) of each variable of one member
    # reads all members, some at a time, with each variable as a row of numbers
    pieces: Callable[[], Iterator[dict[str, np.ndarray]]]
    about: Mapping[str, Any]  # which study it belongs to; empty for one from Python
    attributes: Mapping[str, Any]  # of the store itself

    @cached_property
    def variances(self) -> dict[str, dict[str, np.ndarray]]:
        """For each variable mean and variance (T, ...), and how many members were counted."""
        # Each number by itself, as if it were a time of its own: its variance, no covariances.
        alone = {name: (math.prod(shape),) for name, shape in self.shapes.items()}
        found = reduced([Covariance()], alone, self.pieces()).get("covariance", {})
        return {
            name: {key: x.reshape(self.shapes[name]) for key, x in one.items()}
            for name, one in found.items()
        }

    @property
    def axes(self) -> dict[str, list[float]]:
        """Of a grid, the values of each name, the last of which changes fastest."""
        design = self.about.get("design", {})
        if design.get("kind") != "grid":
            return {}
        axes = {name: values[0] for name, values in design["vary"].items()}
        return axes if math.prod(map(len, axes.values())) == self.total else {}

    def varied(self) -> dict[str, np.ndarray]:
        """What differs from member to member, by name: parameters, and starts."""
        found: dict[str, np.ndarray] = {}
        for name, x in self.ensemble.data.items():
            if name.startswith(PARAMETER):
                rows = np.asarray(x)
                label = name.removeprefix(PARAMETER)
                places = np.ndindex(*rows.shape[1:])
                found |= {_entry(label, at): rows[(slice(None), *at)] for at in places}
        for variable, suffix in (("q0", ""), ("qd0", "'")):
            if variable in self.ensemble.data:
                rows = np.asarray(self.ensemble.data[variable]).T
                names = (self.label(name + suffix) for name in self.ensemble.coordinates)
                found |= dict(zip(names, rows, strict=True))
        chosen = self._chosen()
        differ = {name: x for name, x in found.items() if len(np.unique(x[np.isfinite(x)])) > 1}
        return {name: x for name, x in differ.items() if not chosen or name in chosen}

    def label(self, name: str) -> str:
        """What varies as figures name it: a start is told from where it leads."""
        return f"{name} at start" if name.rstrip("'") in self.ensemble.coordinates else name

    def _chosen(self) -> list[str]:
        """What the design varies; what follows from that is not among it."""
        vary = self.about.get("design", {}).get("vary", {})
        return [self.label(name.strip()) for key in vary for name in key.split(",")]

    @property
    def when(self) -> str:
        """Which time the ends are of."""
        ensemble = self.ensemble
        early = bool((ensemble.t_end[ensemble.ok] < ensemble.t[-1]).any())
        return f"at t = {ensemble.t[-1]:.6g}" + (", or at a terminal event" if early else "")


def opened(path: Path, whole: bool = True) -> Crowd:
    """The members that a store has. Raises ValueError,."""
    dataset = archive.read(path)
    status = dataset["status"].values
    _require_readable(path, dataset, status)
    places = np.flatnonzero(status >= 0)
    data: dict[str, Any] = {str(name): x for name, x in dataset.data_vars.items()}
    dims = {name: tuple(map(str, x.dims)) for name, x in data.items()}
    kept = sorted((name for name in data if TIME in dims[name]), key=_rank)
    variables = {name: data[name] for name in kept}
    shapes = {name: x.shape[1:] for name, x in variables.items()}

    def pieces(flat: bool = True) -> Iterator[dict[str, np.ndarray]]:
        for first in range(0, len(status), PIECE):
            part = {name: x[first : first + PIECE].values for name, x in variables.items()}
            rows = {name: x.reshape(len(x), -1) if flat else x for name, x in part.items()}
            yield rows | {"status": status[first : first + PIECE]}

    found = {}
    if sum(x.nbytes for x in variables.values()) > LARGEST:
        data = {name: x for name, x in data.items() if name not in variables}
        if whole:
            reductions = checked_reductions(["mean", "quantiles", "histogram"])
            found = reduced(reductions, shapes, pieces(False))
    about = noted(path)
    ensemble = Ensemble(
        {name: x.values[places] for name, x in data.items()},
        dims,
        *_labels(dataset),
        engine=about.get("engine", ""),
        reduced=found,
    )
    attributes = {str(name): x for name, x in dataset.attrs.items()}
    return Crowd(path, ensemble, len(status), places, shapes, pieces, about, attributes)


def _require_readable(path: Path, dataset: Any, status: np.ndarray) -> None:
    """All that the tables and figures rely on is there, with the dimensions that it has."""
    known = [*Status, blank.NOT_RUN]
    whole = ("status", "t_end", "accepted", "rejected", "crossings")
    wanted = {name: (MEMBER,) for name in whole} | {TIME: (TIME,), COORDINATE: (COORDINATE,)}
    wanted |= {name: (MEMBER, *FIELDS[name][0]) for name in FIELDS if name in dataset}
    for name, dims in wanted.items():
        if name not in dataset.variables or dataset[name].dims != dims:
            raise Damaged(f"The store '{path}' is damaged: it has no {name!r} along {dims}.")
    if not np.isin(status, known).all() or not dataset.sizes[TIME]:
        raise Damaged(f"The store '{path}' is damaged: it has statuses that there are not.")


def _rank(name: str) -> int:
    """Coordinates first, then velocities, then what the model observes."""
    return STATES.index(name) if name in STATES else 2 + (name in FIELDS)


def _labels(dataset: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """What stands along the dimensions; and what all members share."""
    along, shared = {}, {}
    for name, x in dataset.coords.items():
        values = x.values.astype(str) if x.dtype == object else x.values
        if str(name) in x.dims:
            along[str(name)] = values
        elif MEMBER not in x.dims:
            shared[str(name)] = tuple(map(str, x.dims)), values
    return along, shared


# -- numbers -------------------------------------------------------------------------------------


def labels(crowd: Crowd) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """For each number that was kept a label, its variable, and its place in that."""
    coordinates = crowd.ensemble.coordinates
    for name, shape in crowd.shapes.items():
        by_coordinate = FIELDS.get(name, ((),))[0][1:] == (COORDINATE,)
        for place in np.ndindex(*shape[1:]):
            if by_coordinate and name in SUFFIX:
                yield coordinates[place[0]] + SUFFIX[name], name, place
            elif by_coordinate:
                yield f"{name} {coordinates[place[0]]}", name, place
            else:
                yield _entry(name, place), name, place


def _entry(name: str, place: tuple[int, ...]) -> str:
    return f"{name}[{', '.join(map(str, place))}]" if place else name


def statuses(crowd: Crowd) -> list[dict[str, Any]]:
    """How many members have which status, with its cause and the first members that have it."""
    status = crowd.ensemble.status
    found = []
    for number, count in zip(*np.unique(status, return_counts=True), strict=True):
        one, which = Status(int(number)), crowd.places[status == number]
        failed = {} if one is Status.OK else {"cause": one.cause, "remedy": remedy(one)}
        first = {} if one is Status.OK else {"first": which[:5].tolist()}
        found.append({"status": one.name, "members": int(count), **failed, **first})
    return found


def events(crowd: Crowd) -> dict[str, Any]:
    """For each event of how many members it came, and when it came first."""
    ensemble, found = crowd.ensemble, {}
    for k, name in enumerate(ensemble.coords.get(EVENT, ())):
        t = np.asarray(ensemble.event_time)[:, k]
        t = t[np.isfinite(t)]
        some = {"mean": t.mean(), "least": t.min(), "largest": t.max()} if len(t) else {}
        found[str(name)] = {"members": len(t), **some}
    return found


def numbers(crowd: Crowd) -> dict[str, Any]:
    """Mean, deviation, quantiles and extremes of each number over the members, at each time.

    Members that failed are left out.
    """
    ensemble, found = crowd.ensemble, {}
    quantiles = {name: ensemble.quantiles(name) for name in crowd.shapes}
    for label, name, place in labels(crowd):
        at, moments = (slice(None), *place), crowd.variances[name]
        found[label] = {
            "mean": moments["mean"][at],
            "sd": np.sqrt(np.maximum(moments["covariance"][at], 0.0)),
            "count": moments["count"][at],
            "quantiles": {
                f"{level:g}": quantiles[name][(k, *at)] for k, level in enumerate(LEVELS)
            },
            "extremes": extremes(crowd, name, place),
        }
    return found


def extremes(crowd: Crowd, name: str, place: tuple[int, ...]) -> dict[str, Any] | None:
    """The least and the largest at the end, and whose they are; None where nobody came."""
    if not crowd.ensemble.holds(name):
        return None
    x = np.asarray(crowd.ensemble.data[name])[(slice(None), -1, *place)].astype(float)
    x = np.where(crowd.ensemble.ok & np.isfinite(x), x, np.nan)
    if np.isnan(x).all():
        return None
    low, high = int(np.nanargmin(x)), int(np.nanargmax(x))
    return {
        "least": x[low],
        "of": int(crowd.places[low]),
        "largest": x[high],
        "of_largest": int(crowd.places[high]),
    }


def ready(x: Any) -> Any:
    """A nest of numbers for JSON: what is not finite is None."""
    if isinstance(x, Mapping):
        return {str(key): ready(value) for key, value in x.items()}
    if isinstance(x, list | tuple | np.ndarray):
        return [ready(item) for item in x]
    if isinstance(x, np.generic):
        x = x.item()
    return None if isinstance(x, float) and not math.isfinite(x) else x
