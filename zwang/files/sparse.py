"""Sparse matrices of one pattern as variables of a file: their entries, and where these stand."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy

from zwang.base.stacked import Places, Stacked
from zwang.files.netcdf import NUMBER, WHOLE, File

ENTRY = "entry"  # the dimension of all that may differ from zero, row by row


def variables(name: str, matrices: Stacked, dims: tuple[str, str, str]) -> dict[str, Any]:
    """Names of dimensions, array and text of each variable, by its name."""
    along, row, column = dims
    places = matrices.places
    return {
        f"{name}_entries": ((along, ENTRY), matrices.data, "entries of the constraint matrix"),
        f"{name}_{row}": ((ENTRY,), places.rows, f"{row} of each entry, from 0"),
        f"{name}_{column}": ((ENTRY,), places.indices, f"{column} of each entry, from 0"),
    }


def is_sparse(name: str, file: File) -> bool:
    """Whether matrices are there by their entries."""
    return f"{name}_entries" in file.names


def read(name: str, file: File, dims: tuple[str, str, str], sizes: dict[str, int]) -> Stacked:
    """Matrices from a file, whose entries must stand in them, row by row."""
    along, row, column = dims
    data = file.read(f"{name}_entries", (sizes[along], None), NUMBER)
    where = [file.read(f"{name}_{dim}", data.shape[1:], WHOLE) for dim in (row, column)]
    for dim, x in zip((row, column), where, strict=True):
        if x.size and not (0 <= x.min() and x.max() < sizes[dim]):
            raise ValueError(
                f"the variable '{name}_{dim}' names {x.min()} to {x.max()}; wanted 0 to "
                f"{sizes[dim] - 1}"
            )
    if (np.diff(where[0].astype(np.int64)) < 0).any():
        raise ValueError(f"the variable '{name}_{row}' falls; wanted entries row by row")
    begins = np.searchsorted(where[0], np.arange(sizes[row] + 1)).astype(where[1].dtype)
    given = np.zeros(data.shape[1]), where[1], begins
    matrix = scipy.sparse.csr_array(given, shape=(sizes[row], sizes[column]))
    return Stacked(data, Places(matrix))
