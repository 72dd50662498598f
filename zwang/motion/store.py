"""A Motion as an xarray Dataset, and as a NetCDF file from which it comes back bit for bit."""

from __future__ import annotations

import importlib.metadata
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jax
import numpy as np

from zwang.base.arrays import Array
from zwang.base.functions import join, split
from zwang.base.identity.keyed import Keyed
from zwang.base.names import names_of, some_of
from zwang.base.parameters import Parameters
from zwang.base.stacked import Stacked
from zwang.base.status import Status
from zwang.files import sparse
from zwang.files.netcdf import (
    NUMBER,
    REAL,
    TEXT,
    WHOLE,
    Contents,
    File,
    NotOurs,
    opened,
    write,
)
from zwang.files.whole import in_hand
from zwang.motion.motion import Motion, Occurrences, Settings
from zwang.motion.record import RECORD, STORED, record, unrecord

if TYPE_CHECKING:
    import xarray  # where it runs it is imported inside: that takes longer than all of zwang

    from zwang.system.origin import AbstractSource
    from zwang.system.system import System

TIME, COORDINATE, ROW, HOLONOMIC = "time", "coordinate", "row", "holonomic"
FIELDS = {
    "q": ((TIME, COORDINATE), "coordinates"),
    "qd": ((TIME, COORDINATE), "velocities"),
    "qdd": ((TIME, COORDINATE), "accelerations"),
    "Qc": ((TIME, COORDINATE), "constraint force"),
    "Qc_ideal": ((TIME, COORDINATE), "constraint force of ideal constraints"),
    "Qc_nonideal": ((TIME, COORDINATE), "constraint force that does work"),
    "multipliers": ((TIME, ROW), "multipliers of the ideal constraint force"),
    "A": ((TIME, ROW, COORDINATE), "constraint matrix"),
    "residual": ((TIME, ROW), "distance to the constraint in the metric of the masses"),
    "residual_raw": ((TIME, ROW), "what remains of the constraint"),
    "rate": ((TIME, HOLONOMIC), "rate of the constraint in the metric of the masses"),
    "rate_raw": ((TIME, HOLONOMIC), "rate of the constraint"),
    "rank": ((TIME,), "rank of the constraint matrix"),
    "energy": ((TIME,), "energy"),
    "power": ((TIME,), "power of the constraint force"),
}
FORCE = "force"
DENSE = 2_000_000  # entries of the matrices A up to which they are filed with all their zeros


def to_xarray(motion: Motion) -> xarray.Dataset:
    """The motion with named dimensions: time, coordinate, row, holonomic, constraint.

    Besides the arrays of the motion it holds ``force``, what each constraint adds to
    ``Qc_ideal``; for each event its ``event_0_t``, ``event_0_q``, ``event_0_qd``, and so on; and
    the observables as ``observable_0``, and so on, each with its name as ``long_name``.
    Of a large motion A is there by its entries, ``A_entries``, with the ``A_row`` and the
    ``A_coordinate`` of each, and ``force`` is not, which ``motion.force`` makes from it.
    """
    import xarray

    return xarray.Dataset(*labelled(motion))


def labelled(motion: Motion, asked: Sequence[str] = ()) -> Contents:
    """The arrays of a motion with the names of their dimensions; see ``to_xarray``."""
    motion.require_one()
    given = {name: (dims, getattr(motion, name), text) for name, (dims, text) in FIELDS.items()}
    names, large = [name for name, _ in motion.rows.groups], is_large(motion.A)
    if large:
        dims, A, _ = given.pop("A")
        given |= sparse.variables("A", A, dims)
    if not large or FORCE in asked:
        forces = [np.asarray(motion.force(name)) for name in names]
        given[FORCE] = (
            ("constraint", TIME, COORDINATE),
            np.stack(forces) if forces else np.zeros((0, *motion.q.shape)),
            "what the constraint adds to Qc_ideal",
        )
    for i, (name, found) in enumerate(motion.events.items()):
        happened, states = (f"occurrence_{i}",), (f"occurrence_{i}", COORDINATE)
        given[f"event_{i}_t"] = happened, found.t, f"times of {name}"
        given[f"event_{i}_q"] = states, found.q, f"coordinates at {name}"
        given[f"event_{i}_qd"] = states, found.qd, f"velocities at {name}"
    for i, (name, x) in enumerate(motion.observables.items()):
        axes = (f"observable_{i}_axis_{axis}" for axis in range(1, np.ndim(x)))
        given[f"observable_{i}"] = (TIME, *axes), x, name
    variables = {
        name: (dims, np.asarray(x), {"long_name": text})
        for name, (dims, x, text) in given.items()
        if x is not None
    }
    labels = {
        COORDINATE: motion.coordinates,
        ROW: motion.rows.names,
        HOLONOMIC: motion.rows.names[: motion.rows.positions],
        "constraint": names,
    }
    coords = {dim: ((dim,), np.array(names, dtype=str), {}) for dim, names in labels.items()}
    time = (TIME,), np.asarray(motion.t), {"long_name": "time"}
    return Contents(variables, coords | {TIME: time}, _attributes(motion))


def is_large(A: Any) -> bool:
    """Whether the matrices A of a motion are filed by their entries. Shapes: A (T, m, n)."""
    return isinstance(A, Stacked) and np.prod(A.shape, dtype=float) > DENSE


def _attributes(motion: Motion) -> dict[str, Any]:
    try:
        version = importlib.metadata.version("zwang")
    except importlib.metadata.PackageNotFoundError:  # a checkout that was not installed
        version = "unknown"
    return {
        "status": Status(int(motion.status)).name,
        "detail": motion.detail,
        "engine": motion.engine,
        "stats": json.dumps(motion.stats, default=_plain),
        "settings": json.dumps(dict(motion.settings), default=_plain),
        "version": f"zwang {version}",
    }


def _plain(x: Any) -> Any:
    """For JSON: an array as numbers, anything else as its text."""
    return np.asarray(x).tolist() if isinstance(x, np.generic | Array) else str(x)


# -- writing -------------------------------------------------------------------------------------


def save(motion: Motion, path: str | Path) -> None:
    """Write a motion to a NetCDF-4 file, without any loss; a file of that name is replaced.

    The file appears whole or not at all. The System is not in it: functions cannot be saved. It is
    made in memory first, which takes as much again as the motion.

    Raises OSError.
    """
    with in_hand("motion"):
        write(whole(motion), path)


def whole(motion: Motion) -> Contents:
    """All of a motion as its file has it."""
    text, arrays = record(motion)
    found = labelled(motion)
    stored = {STORED.format(i): _variable(i, x) for i, x in enumerate(arrays)}
    variables = found.variables | {RECORD: ((), np.array(text, object), {})} | stored
    return found._replace(variables=variables)


def _variable(i: int, x: np.ndarray) -> tuple[list[str], np.ndarray, dict[str, Any]]:
    return [f"zwang_size_{i}_{axis}" for axis in range(x.ndim)], x, {}


# -- reading -------------------------------------------------------------------------------------


def load(path: str | Path, system: System | AbstractSource | None = None) -> Motion:
    """Read a motion that ``motion.save`` wrote; its arrays are the same bit for bit.

    Without its System the motion cannot compute states between its rows (``at``).

    Parameters
    ----------
    path : the file
    system : the System or the mechanism that moved, with the same coordinates and constraints, by
        name

    Raises
    ------
    FileNotFoundError
        There is no such file.
    ValueError
        It is no NetCDF file, or was damaged or cut short, or another program wrote it; or the
        names of ``system`` are others.
    """
    moved = None if system is None else _system_of(system)
    motion = _read(path, whole=True)
    return motion if moved is None else _with_system(motion, moved)


def _system_of(given: System | AbstractSource) -> System:
    from zwang.system.origin import AbstractSource
    from zwang.system.system import System

    system = given.moving if isinstance(given, AbstractSource) else given
    if not isinstance(system, System):
        raise TypeError(f"`system` is {given!r}; wanted a zw.System, a zw.Mechanism, or None.")
    return system


def load_rows(path: str | Path) -> Motion:
    """The motion of a file to look at: it knows its rows and names, but no parameters."""
    return _read(path, whole=False)


def _read(path: str | Path, *, whole: bool) -> Motion:
    with opened(path) as file:
        if RECORD not in file.names:
            names = ", ".join(file.names) or "none"
            raise NotOurs(f"motion.save did not write; its variables: {names}")
        text = file.read(RECORD, (), TEXT).item()
        return _motion(file, unrecord(text, file.read), whole)


def _motion(file: File, found: dict[str, Any], whole: bool) -> Motion:
    """The motion of a record and the labelled arrays, which must have its sizes."""
    t = file.read(TIME, (None,), REAL)
    m, h = len(found["rows"].names), found["rows"].positions
    sizes = {TIME: len(t), COORDINATE: len(found["coordinates"]), ROW: m, HOLONOMIC: h}
    if not len(t):
        raise ValueError(f"the variable {TIME!r} has no rows; wanted one at least")

    def read(name: str, *dims: Any, kinds: str = NUMBER) -> np.ndarray:
        return file.read(name, tuple(sizes.get(dim, dim) for dim in dims), kinds)

    fields: dict[str, Any] = {"energy": None}
    for name, (dims, _) in FIELDS.items():
        if name == "A" and sparse.is_sparse(name, file):
            fields[name] = sparse.read(name, file, dims, sizes)
        elif name != "energy" or name in file.names:
            fields[name] = read(name, *dims, kinds=WHOLE if name == "rank" else NUMBER)
    events = {}
    for i, name in enumerate(found["events"]):
        times = file.read(f"event_{i}_t", (None,), NUMBER)
        states = (read(f"event_{i}_{x}", len(times), COORDINATE) for x in ("q", "qd"))
        events[name] = Occurrences(times, *states)
    observables = {
        name: _observable(file, i, len(t)) for i, name in enumerate(found["observables"])
    }
    kept = ("status", "detail", "stats", "rank_changes", "engine", "coordinates", "rows")
    # Trees of parameters are JAX's, which takes longer to import than all else of a picture.
    parameters = Parameters(found["p"]) if whole else None
    return Motion(
        t=t,
        **fields,
        numbers=[] if parameters is None else parameters.kept,
        rest=Keyed(None, ()) if parameters is None else parameters.rest,
        **{name: found[name] for name in kept},
        events=events,
        settings=Settings(found["settings"]),
        observables=observables,
        described=None,
    )


def _observable(file: File, i: int, rows: int) -> np.ndarray:
    x = file.read(f"observable_{i}")
    if x.shape[:1] != (rows,):
        raise ValueError(
            f"the variable 'observable_{i}' has the shape {x.shape}; wanted {rows} rows in it"
        )
    # NetCDF has no booleans; xarray files them as small numbers, and says so.
    return x.astype(bool) if file.text_of("dtype", f"observable_{i}") == "bool" else x


def _with_system(motion: Motion, system: System) -> Motion:
    """The motion with its System, if that has the same coordinates and rows."""
    from zwang.equation.acceleration_form import acceleration_form
    from zwang.equation.known import known_at

    n = motion.q.shape[1]
    _require_same("coordinates", motion.coordinates, names_of(system.coordinates, n))
    numbers, rest = split(motion.p)

    def rows(q, numbers):
        return acceleration_form(system, q, q, 0.0, join(numbers, rest))

    # Traced, not computed: the names do not depend on the numbers.
    found = jax.eval_shape(rows, motion.q[0], numbers).rows
    _require_same("rows of constraints", motion.rows.names, found.names)
    if found != motion.rows:
        raise ValueError(
            f"`system` has the kinds and groups {found[1:]}, and the file {motion.rows[1:]}; "
            "wanted the System that moved."
        )
    fields = {name: getattr(motion, name) for name in vars(motion) if name != "described"}
    described = known_at(system, motion.q[0], motion.qd[0], motion.t[0], motion.p)
    return Motion(**fields, described=described)


def _require_same(what: str, filed: tuple[str, ...], given: tuple[str, ...]) -> None:
    if filed == given:
        return
    ours, theirs = (f"{some_of(x) or 'none'} ({len(x)})" for x in (given, filed))
    raise ValueError(
        f"The {what} of `system` are {ours}, and those of the file {theirs}; wanted the System "
        "that moved."
    )
