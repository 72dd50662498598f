"""An Ensemble from a NetCDF file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from zwang.base import arguments
from zwang.ensemble.ensemble import NAME, Ensemble
from zwang.ensemble.outputs import EVENT, MEMBER
from zwang.ensemble.plan import PARAMETER
from zwang.ensemble.reduce.stream import Reduced
from zwang.files.netcdf import ANY, NUMBER, REAL, TEXT, WHOLE, File, NotOurs, opened
from zwang.motion.store import COORDINATE, FIELDS, TIME

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


def load(path: str | Path) -> Ensemble:
    """Read an ensemble that ``ensemble.save`` wrote; its arrays are the same bit for bit.

    Parameters
    ----------
    path : the file

    Raises
    ------
    FileNotFoundError
        There is no such file.
    ValueError
        It is no file that ``ensemble.save`` wrote, or was damaged or cut short.
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
