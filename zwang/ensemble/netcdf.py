"""An Ensemble as a labelled Dataset, and as a NetCDF file from which it comes back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from zwang.base import arguments
from zwang.base.status import Status
from zwang.base.version import version
from zwang.ensemble.ensemble import NAME, Ensemble
from zwang.ensemble.outputs import EVENT, MEMBER
from zwang.ensemble.plan import PARAMETER
from zwang.ensemble.reduce.stream import Reduced
from zwang.files.netcdf import (
    ANY,
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
from zwang.motion.store import COORDINATE, FIELDS, TIME

if TYPE_CHECKING:
    import xarray

# Of what every ensemble has, and of what has one meaning only: dimensions, and kinds of numbers.
COUNTS = ("status", "accepted", "rejected", "crossings")
KNOWN: dict[str, tuple[tuple[str, ...], str]] = {
    **{name: ((MEMBER,), WHOLE) for name in COUNTS},
    "t_end": ((MEMBER,), REAL),
    "event_count": ((MEMBER, EVENT), WHOLE),
    "event_time": ((MEMBER, EVENT), REAL),
    **{name: ((MEMBER, *dims), NUMBER) for name, (dims, _) in FIELDS.items()},
}
STARTS = ("q0", "qd0")


def to_xarray(ensemble: Ensemble) -> xarray.Dataset:
    """An Ensemble as a Dataset with named dimensions."""
    import xarray

    variables: dict[str, Any] = {
        name: (ensemble.dims[name], np.asarray(x), {"long_name": _text(name)})
        for name, x in ensemble.data.items()
    }
    variables |= {name: (dims, x, {}) for name, (dims, x) in ensemble.constants.items()}
    for kind, found in ensemble.reduced.items():
        for name, parts in found.items():
            for part, x in parts.items():
                axes = [f"{kind} of {name}, {part}, axis {k}" for k in range(x.ndim)]
                about = {"reduction": json.dumps([kind, name, part])}
                variables[f"{kind} of {name}, {part}"] = axes, x, about
    attributes = {
        "engine": ensemble.engine,
        "settings": json.dumps(ensemble.settings, default=str),
        "statuses": json.dumps({s.name: int(s) for s in Status}),
        "version": f"zwang {version()}",
    }
    coords = {dim: (dim, x) for dim, x in ensemble.coords.items()}
    return xarray.Dataset(variables, coords, attributes)


def save(ensemble: Ensemble, path: Any) -> None:
    """Write a NetCDF file, whole or not at all."""
    dataset = to_xarray(ensemble)
    barred = [str(name) for name in dataset.variables if "/" in str(name)]  # NetCDF's own sign
    for name in barred:
        dataset[name].attrs[NAME] = name
    dims = [str(dim) for dim in dataset.dims if "/" in str(dim)]
    renamed = dataset.rename({name: name.replace("/", "|") for name in {*barred, *dims}})
    plain = lambda parts: {str(k): (x.dims, x.values, dict(x.attrs)) for k, x in parts.items()}
    found = Contents(plain(renamed.data_vars), plain(renamed.coords), renamed.attrs)
    with in_hand("ensemble"):
        write(found, path)


def _text(name: str) -> str:
    return FIELDS[name][1] if name in FIELDS else name


def load(path: str | Path) -> Ensemble:
    """Read an ensemble that ``ensemble.save`` wrote; its arrays are the same bit for bit.

    Raises FileNotFoundError, ValueError.
    """
    arguments.path("path", path)
    with opened(path) as file:
        engine, settings = file.text_of("engine"), file.text_of("settings")
        names = file.names
        if MEMBER not in names or "status" not in names or engine is None or settings is None:
            raise NotOurs("ensemble.save did not write")
        told = json.loads(settings)
        if not isinstance(told, dict):
            raise ValueError(f"its 'settings' are {told!r}; wanted names and values")
        data, dims, constants = {}, {}, {}
        coords: dict[str, Any] = {}
        found: Reduced = {}
        for variable in (name for name in names if not file.is_dimension_only(name)):
            along = file.dims(variable)
            if along == (variable,):
                coords[variable] = _labels(file, variable)
                continue
            name = file.text_of(NAME, variable) or variable
            x = _numbers(file, variable, name, along)
            reduction = file.text_of("reduction", variable)
            if reduction is not None:
                kind, of, part = _reduction(reduction)
                found.setdefault(kind, {}).setdefault(of, {})[part] = x
            elif MEMBER in along:
                data[name], dims[name] = x, along
            else:
                constants[name] = along, x
        _require_whole(data, coords)
    return Ensemble(data, dims, coords, constants, engine=engine, reduced=found, told=told)


def _labels(file: File, variable: str) -> np.ndarray:
    """What stands along a dimension: times are numbers, all else are names."""
    if variable == TIME:
        return file.read(variable, (None,), REAL)
    return file.read(variable, (None,), TEXT).astype(str)


def _numbers(file: File, variable: str, name: str, along: tuple[str, ...]) -> np.ndarray:
    """A variable, with the dimensions and of the kind that it must have by its name."""
    wanted, kinds = KNOWN.get(name, (along, ANY))
    if name in STARTS:
        wanted, kinds = ((MEMBER, COORDINATE) if MEMBER in along else (COORDINATE,)), REAL
    if along != wanted or (name.startswith(PARAMETER) and MEMBER in along[1:]):
        told = ", ".join(along) or "none"
        raise ValueError(
            f"the variable {variable!r} has the dimensions {told}; wanted {', '.join(wanted)}"
        )
    x = file.read(variable, kinds=kinds)
    # NetCDF has no booleans; xarray files them as small numbers, and says so.
    return x.astype(bool) if file.text_of("dtype", variable) == "bool" else x


def _reduction(text: str) -> tuple[str, str, str]:
    found = json.loads(text)
    if not (isinstance(found, list) and [type(x) for x in found] == [str] * 3):
        raise ValueError(f"a 'reduction' is {found!r}; wanted its kind, its variable and its part")
    kind, of, part = found
    return kind, of, part


def _require_whole(data: dict[str, Any], coords: dict[str, Any]) -> None:
    """What every ensemble has must be there."""
    missing = [name for name in (*COUNTS, "t_end") if name not in data]
    missing += [name for name in (TIME, COORDINATE) if name not in coords]
    if missing or not len(coords[TIME]):
        raise ValueError(f"there is no variable {(missing or [TIME])[0]!r}, or it is empty")
