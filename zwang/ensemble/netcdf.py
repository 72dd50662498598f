"""An Ensemble from a NetCDF file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from zwang.base import arguments
from zwang.ensemble.ensemble import NAME, Ensemble
from zwang.ensemble.outputs import MEMBER
from zwang.ensemble.reduce.stream import Reduced


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
        It is no file that ``ensemble.save`` wrote.
    """
    import xarray

    if not arguments.path("path", path).is_file():
        raise FileNotFoundError(f"`path` is {str(path)!r}; there is no such file.")
    try:
        with open(path, "rb") as file:
            dataset = xarray.load_dataset(file, engine="h5netcdf")
    except (OSError, KeyError, RuntimeError, TypeError, ValueError) as error:
        raise ValueError(
            f"`path` is {str(path)!r}, which is no NetCDF-4 file, or is damaged: {error}."
        ) from error
    if MEMBER not in dataset.dims or "status" not in dataset or "engine" not in dataset.attrs:
        raise ValueError(
            f"`path` is {str(path)!r}, a NetCDF file that ensemble.save did not write."
        )
    data, dims, constants = {}, {}, {}
    found: Reduced = {}
    for variable in dataset.data_vars.values():
        name, x = variable.attrs.get(NAME, str(variable.name)), variable.values
        if "reduction" in variable.attrs:
            kind, of, part = json.loads(variable.attrs["reduction"])
            found.setdefault(kind, {}).setdefault(of, {})[part] = x
        elif MEMBER in variable.dims:
            data[name], dims[name] = x, tuple(map(str, variable.dims))
        else:
            constants[name] = tuple(map(str, variable.dims)), x
    coords: dict[str, Any] = {str(dim): _text(x.values) for dim, x in dataset.coords.items()}
    told = json.loads(dataset.attrs["settings"])
    engine = dataset.attrs["engine"]
    return Ensemble(data, dims, coords, constants, engine=engine, reduced=found, told=told)


def _text(x: np.ndarray) -> np.ndarray:
    return x.astype(str) if x.dtype == object else x
