"""Matrices of large motions come back from their file by their entries."""

from dataclasses import replace

import numpy as np
import pytest
import scipy
import xarray

from tests.unit.test_store import T, bits, full
from zwang.base.stacked import Places, Stacked
from zwang.motion import store
from zwang.motion.store import load, to_xarray


def sparsely(motion, monkeypatch):
    """The same motion as a large one is: A by its entries, of which none is zero in all rows."""
    monkeypatch.setattr(store, "DENSE", 0)
    A = np.nan_to_num(np.asarray(motion.A))
    places = Places(scipy.sparse.csr_array(np.abs(A).max(axis=0)))
    return replace(motion, A=Stacked(A[:, places.rows, places.indices], places))


def test_of_a_large_motion_the_entries_of_A_are_filed(tmp_path, monkeypatch):
    motion = sparsely(full(), monkeypatch)
    motion.save(tmp_path / "run.nc")
    back = load(tmp_path / "run.nc")
    assert isinstance(back.A, Stacked) and bits(back.A.data) == bits(motion.A.data)
    for field in ("indices", "indptr", "rows"):
        assert bits(getattr(back.A.places, field)) == bits(getattr(motion.A.places, field)), field
    for group, _ in motion.rows.groups:
        np.testing.assert_array_equal(back.force(group), motion.force(group))
    data = to_xarray(motion)
    found = np.zeros((len(T), 2, 2))
    found[:, data.A_row, data.A_coordinate] = data.A_entries
    np.testing.assert_array_equal(found, np.asarray(motion.A))
    assert "force" not in data and all("long_name" in x.attrs for x in data.data_vars.values())


@pytest.mark.parametrize(
    "variable, value, found",
    [
        ("A_coordinate", 7, "0 to 7; wanted 0 to 1"),
        ("A_coordinate", -1, "-1 to 1; wanted 0 to 1"),
        ("A_row", 5, "wanted 0 to 1"),
        ("A_row", None, "; wanted entries row by row"),
    ],
)
def test_entries_that_stand_nowhere_are_refused(variable, value, found, tmp_path, monkeypatch):
    path = tmp_path / "run.nc"
    sparsely(full(), monkeypatch).save(path)
    data = xarray.load_dataset(path, decode_cf=False)
    x = data[variable].values.copy()
    x[-1] = x[-1] if value is None else value
    data[variable] = data[variable].dims, x[::-1].copy() if value is None else x
    data.to_netcdf(path, engine="h5netcdf")
    with pytest.raises(ValueError, match=f"the variable '{variable}' .*{found}"):
        load(path)
