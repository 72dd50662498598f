"""A Motion as an xarray Dataset, and as a NetCDF file from which it comes back bit for bit."""

from __future__ import annotations

import importlib.metadata
import json
import os
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jax
import numpy as np

from zwang.base.arrays import Array
from zwang.base.functions import join, split
from zwang.base.names import names_of
from zwang.base.status import Status
from zwang.equation.acceleration_form import Rows, acceleration_form
from zwang.equation.known import known_at
from zwang.motion.json_tree import pack, unpack
from zwang.motion.motion import Motion, Occurrences, RankChange, Settings, parameters
from zwang.system.system import System

if TYPE_CHECKING:
    import xarray  # where it runs it is imported inside: that takes longer than all of zwang

FORMAT = 1  # of the files; a reader refuses a later one
RECORD, STORED = "zwang_record", "zwang_array_{}"  # what has no place among the labelled arrays

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


def to_xarray(motion: Motion) -> xarray.Dataset:
    """The motion with named dimensions: time, coordinate, row, holonomic, constraint.

    Besides the arrays of the motion it holds ``force``, what each constraint adds to
    ``Qc_ideal``; for each event its ``event_0_t``, ``event_0_q``, ``event_0_qd``, and so on; and
    the observables as ``observable_0``, and so on, each with its name as ``long_name``.

    Parameters
    ----------
    motion : one motion of known numbers
    """
    import xarray

    motion.require_one()
    given = {name: (dims, getattr(motion, name), text) for name, (dims, text) in FIELDS.items()}
    names = [name for name, _ in motion.rows.groups]
    forces = [np.asarray(motion.force(name)) for name in names]
    given["force"] = (
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
    coords = {dim: (dim, np.array(names, dtype=str)) for dim, names in labels.items()}
    time = TIME, np.asarray(motion.t), {"long_name": "time"}
    return xarray.Dataset(variables, coords | {TIME: time}, _attributes(motion))


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

    The file appears whole or not at all. The System is not in it: functions cannot be saved.

    Parameters
    ----------
    motion : one motion of known numbers
    path : the file to write; by custom it ends in .nc
    """
    write(to_xarray(motion).assign(_record(motion)), path)


def write(dataset: xarray.Dataset, path: str | Path) -> None:
    """Write a NetCDF-4 file, which appears whole or not at all.

    Parameters
    ----------
    dataset : what it shall hold
    path : the file to write
    """
    target = _writable(_as_path(path))
    temporary = target.with_name(f".{uuid.uuid4().hex}.tmp")
    try:
        dataset.to_netcdf(temporary, engine="h5netcdf")
        with open(temporary, "rb+") as file:
            os.fsync(file)
        os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)


def _record(motion: Motion) -> dict[str, Any]:
    """All that the labelled arrays do not hold: a text, and the arrays that stand in it."""
    arrays: list[np.ndarray] = []
    changes = [(x.t, x.before, x.at, x.constraints, x.assured) for x in motion.rank_changes]
    fields = {
        "p": motion.p,
        "stats": motion.stats,
        "settings": dict(motion.settings),
        "status": int(motion.status),
        "detail": motion.detail,
        "engine": motion.engine,
        "events": list(motion.events),
        "observables": list(motion.observables),
        "rank_changes": changes,
        "coordinates": motion.coordinates,
        "rows": tuple(motion.rows),
    }
    tree = {name: pack(x, name, arrays) for name, x in fields.items()}
    record = {"format": FORMAT, "motion": tree, "arrays": len(arrays)}
    stored = {STORED.format(i): _variable(i, x) for i, x in enumerate(arrays)}
    return {RECORD: ((), json.dumps(record)), **stored}


def _variable(i: int, x: np.ndarray) -> tuple[list[str], np.ndarray]:
    return [f"zwang_size_{i}_{axis}" for axis in range(x.ndim)], x


def _as_path(path: Any) -> Path:
    if not isinstance(path, str | os.PathLike) or not os.fspath(path):
        raise TypeError(f"`path` is {path!r}; wanted the name of a file, a text or a Path.")
    return Path(path)


def _writable(path: Path) -> Path:
    """The file itself, if ``path`` is a link to it; an error where it cannot be written."""
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(f"`path` is {str(path)!r}, which is a folder; wanted a file.")
    if not target.parent.is_dir():
        raise FileNotFoundError(
            f"`path` is {str(path)!r}; there is no folder {str(path.parent)!r}.{_home(path)}"
        )
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise PermissionError(f"`path` is {str(path)!r}, which may not be written.")
    return target


def _home(path: Path) -> str:
    tilde = path.parts[:1] and path.parts[0].startswith("~")
    return " '~' is not expanded: use pathlib.Path(path).expanduser()." if tilde else ""


# -- reading -------------------------------------------------------------------------------------


def load(path: str | Path, system: System | None = None) -> Motion:
    """Read a motion that ``motion.save`` wrote; its arrays are the same bit for bit.

    Without its System the motion cannot compute states between its rows (``at``).

    Parameters
    ----------
    path : the file
    system : the System that moved, with the same coordinates and constraints, by name

    Raises
    ------
    FileNotFoundError
        There is no such file.
    ValueError
        It is no NetCDF file, or was cut short, or another program wrote it; or the names of
        ``system`` are others.
    """
    path = _as_path(path)
    if system is not None and not isinstance(system, System):
        raise TypeError(f"`system` is {system!r}; wanted a zw.System, or None.")
    dataset = _dataset(path)
    if RECORD not in dataset:
        names = ", ".join(map(str, dataset.variables)) or "none"
        raise ValueError(
            f"`path` is {str(path)!r}, a NetCDF file that motion.save did not write; "
            f"its variables: {names}."
        )
    try:
        record = json.loads(dataset[RECORD].item())
        if record["format"] > FORMAT:
            raise ValueError(
                f"its format is {record['format']}, and this version reads up to {FORMAT}"
            )
        motion = _motion(dataset, record)
    except (KeyError, TypeError, ValueError) as error:
        found = f"{type(error).__name__}: {error}"
        raise ValueError(f"`path` is {str(path)!r}, which cannot be read: {found}.") from error
    return motion if system is None else _with_system(motion, system)


def _dataset(path: Path) -> xarray.Dataset:
    """All of a file, in memory; the file is closed, and not locked."""
    import xarray

    try:
        with open(path, "rb") as file:
            # Undecoded: numbers as they stand in the file, none taken for a missing one.
            return xarray.load_dataset(file, engine="h5netcdf", decode_cf=False)
    except FileNotFoundError:
        message = f"`path` is {str(path)!r}; there is no such file.{_home(path)}"
        raise FileNotFoundError(message) from None
    except IsADirectoryError:
        message = f"`path` is {str(path)!r}, which is a folder; wanted a file."
        raise IsADirectoryError(message) from None
    except PermissionError:
        raise PermissionError(f"`path` is {str(path)!r}, which may not be read.") from None
    except (OSError, KeyError, RuntimeError, TypeError, ValueError) as error:
        raise ValueError(
            f"`path` is {str(path)!r}, which is no NetCDF-4 file, or is damaged or cut short: "
            f"{error}."
        ) from error


def _motion(dataset: xarray.Dataset, record: dict[str, Any]) -> Motion:
    arrays = [dataset[STORED.format(i)].values for i in range(record["arrays"])]
    found = {name: unpack(tree, arrays) for name, tree in record["motion"].items()}
    events = {
        name: Occurrences(*(dataset[f"event_{i}_{x}"].values for x in Occurrences._fields))
        for i, name in enumerate(found["events"])
    }
    names = found.get("observables", [])  # files of format 1 may be older than these
    observables = {name: dataset[f"observable_{i}"].values for i, name in enumerate(names)}
    fields = {name: dataset[name].values for name in FIELDS if name != "energy" or name in dataset}
    return Motion(
        t=dataset[TIME].values,
        **({"energy": None} | fields),
        **parameters(found["p"]),
        status=Status(found["status"]),
        detail=found["detail"],
        stats=found["stats"],
        events=events,
        rank_changes=tuple(RankChange(*x) for x in found["rank_changes"]),
        engine=found["engine"],
        settings=Settings(found["settings"]),
        observables=observables,
        described=None,
        coordinates=found["coordinates"],
        rows=Rows(*found["rows"]),
    )


def _with_system(motion: Motion, system: System) -> Motion:
    """The motion with its System, if that has the same coordinates and rows."""
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
    ours, theirs = (f"{', '.join(x) or 'none'} ({len(x)})" for x in (given, filed))
    raise ValueError(
        f"The {what} of `system` are {ours}, and those of the file {theirs}; wanted the System "
        "that moved."
    )
