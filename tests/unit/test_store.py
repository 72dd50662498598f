"""A motion comes back from its file bit for bit, and a bad file is told from a good one."""

import os
import sys
from pathlib import Path

import h5py
import jax
import jax.numpy as jnp
import numpy as np
import pytest
import xarray

import zwang as zw
from zwang.files.netcdf import Contents, write
from zwang.motion.build import build
from zwang.motion.motion import Motion, Occurrences, RankChange
from zwang.motion.store import FIELDS, load, save, to_xarray, whole

LENGTH = {"length": 1.0}
T = np.linspace(0.0, 1.0, 5)
X = np.stack([np.sin(T), -np.cos(T)], axis=1)
V = np.stack([np.cos(T), np.sin(T)], axis=1)


def rod(q, p):
    return q @ q - p["length"] ** 2


def system(coordinates=("x", "y"), name="rod/φ", more=()):
    held = [zw.Holonomic(rod, name=name), zw.Nonholonomic(lambda qd: [qd @ qd - 1.0], name="pace")]
    return zw.System(
        1.0,
        None,
        [*held, *more],
        coordinates=coordinates,
        energy=lambda qd: qd @ qd,
        observables={
            "speed / Tempo": lambda qd: qd @ qd,
            "products": lambda q, qd: qd[:, None] * q,
        },
    )


PENDULUM, FREE = system(), zw.System(2.0, None)
P = {
    "length": 1,
    "table": [np.arange(6, dtype=np.int16).reshape(2, 3), (True, "text", None, 2.5)],
    "float32": jnp.array([1.5], jnp.float32),
    "nan": float("nan"),
    "empty": {"list": [], "array": np.zeros((0, 2))},
}


def full() -> Motion:
    """A motion with everything: a failed row, events, changes of rank, numbers of all kinds."""
    q = X.copy()
    q[2] = -np.nan  # its sign is a bit too
    return build(
        PENDULUM,
        T,
        q,
        V,
        P,
        stats={"accepted": 7, "seconds": 0.25, "smallest_step": np.float64(1e-3)},
        events={
            "low / tief": Occurrences(T[:2], X[:2], V[:2]),
            "never": Occurrences(T[:0], X[:0], V[:0]),
        },
        rank_changes=[RankChange(0.1 + 0.2, 2, 1, ("rod/φ", "pace"), True)],
        engine="jax: asked for",
        settings={"rtol": 1e-9, "method": "dopri8", "step": None},
    )


MOTIONS = {
    "full": full,
    "free": lambda: build(FREE, T[:1], X[:1], V[:1]),
    "out of jit": lambda: jax.jit(lambda w: build(FREE, T, w * X, V))(1.0),
}
ARRAYS = ["t", *FIELDS]


def bits(x):
    return None if x is None else (np.asarray(x).dtype, np.shape(x), np.asarray(x).tobytes())


def told(x) -> str:
    """A nest with the types and bits of all that is in it."""
    leaves, tree = jax.tree.flatten(x)
    return f"{tree} {[(type(y).__name__, bits(y)) for y in leaves]}"


# -- there and back ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MOTIONS)
def test_what_is_loaded_is_what_was_saved(name, tmp_path):
    motion = MOTIONS[name]()
    motion.save(tmp_path / "run.nc")
    back = load(str(tmp_path / "run.nc"))
    for field in ARRAYS:
        assert bits(getattr(back, field)) == bits(getattr(motion, field)), field
    for field in ("rows", "coordinates", "detail", "engine", "settings"):
        assert getattr(back, field) == getattr(motion, field), field
    for field in ("p", "events", "rank_changes"):
        assert told(getattr(back, field)) == told(getattr(motion, field)), field
    assert told(back.stats) == told(motion.stats) and list(back.stats) == list(motion.stats)
    assert list(back.events) == list(motion.events)
    assert back.status is zw.Status(int(motion.status))
    assert str(back) == str(motion)
    for group, _ in motion.rows.groups:
        np.testing.assert_array_equal(back.force(group), motion.force(group))


def test_the_full_motion_holds_what_could_be_lost():
    motion = full()
    assert np.isnan(motion.qdd).any() and motion.status is zw.Status.NON_FINITE
    assert "rod/φ" in motion.detail and motion.rate.shape == (5, 1)


def test_observables_are_filed_under_their_own_names(tmp_path):
    motion = full()
    save(motion, tmp_path / "run.nc")
    back = load(tmp_path / "run.nc")
    assert set(back.observables) == {"speed / Tempo", "products"}
    for name, x in motion.observables.items():
        np.testing.assert_array_equal(back.observables[name], x)
    data = to_xarray(motion)
    labels = [
        (data[f"observable_{i}"].attrs["long_name"], data[f"observable_{i}"].shape) for i in (0, 1)
    ]
    assert dict(labels) == {"speed / Tempo": (5,), "products": (5, 2, 2)}


KINDS = [bool, np.int8, np.uint16, np.int64, np.float32, float, complex, str]
ODD = Contents(  # all kinds of numbers, nothing, a text, a number
    {f"x{i}": (("a",), np.array([0, 1]).astype(kind), {}) for i, kind in enumerate(KINDS)}
    | {"empty": (("none", "a"), np.zeros((0, 2)), {"long_name": "no rows / φ"})}
    | {"text": ((), np.array("φ = 0", object), {}), "number": ((), np.array(3.0), {})},
    {"a": (("a",), np.array(["x", "ẏ"]), {}), "b": (("b",), np.arange(3.0), {"units": "s"})},
    {"version": "zwang", "count": 3, "empty": ""},
)


@pytest.mark.parametrize("contents", [lambda: ODD, lambda: whole(full())], ids=["odd", "full"])
def test_the_file_is_the_one_that_xarray_writes(contents, tmp_path, monkeypatch):
    found, wanted = tmp_path / "found.nc", tmp_path / "wanted.nc"
    xarray.Dataset(*contents()).to_netcdf(wanted, engine="h5netcdf")
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "xarray", None)  # which takes a second to import
        write(contents(), found)
    with h5py.File(found) as one, h5py.File(wanted) as two:
        assert set(one) == set(two) and str(dict(one.attrs)) == str(dict(two.attrs))
        for name in one:
            assert told_of(one[name]) == told_of(two[name]), name
    for raw in (True, False):
        one, two = (xarray.load_dataset(x, decode_cf=not raw) for x in (found, wanted))
        assert one.identical(two)


def told_of(x):
    """A variable, all but for which number a dimension has in the file."""
    if not isinstance(x, h5py.Dataset):
        return str(x.dtype)
    ours = {
        name: str(y) for name, y in x.attrs.items() if "LIST" not in name and "_Net" not in name
    }
    return x.shape, x.maxshape, x.chunks, x.dtype, str(x[()]), sorted(x.attrs), ours


def test_a_motion_that_was_loaded_is_saved_the_same(tmp_path):
    full().save(tmp_path / "one.nc")
    load(tmp_path / "one.nc").save(tmp_path / "two.nc")
    one, two = (xarray.load_dataset(tmp_path / f"{x}.nc", decode_cf=False) for x in ("one", "two"))
    assert one.identical(two)


def test_a_file_is_replaced_whole(tmp_path):
    path = tmp_path / "run.nc"
    full().save(path)
    MOTIONS["free"]().save(path)
    assert load(path).coordinates == ("q[0]", "q[1]")
    assert [x.name for x in tmp_path.iterdir()] == ["run.nc"]


def test_a_save_that_fails_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "run.nc"
    full().save(path)
    before = path.read_bytes()

    def full_disk(*_):
        raise OSError("no space left")

    monkeypatch.setattr(os, "replace", full_disk)
    with pytest.raises(OSError, match="no space left"):
        MOTIONS["free"]().save(path)
    assert path.read_bytes() == before
    assert [x.name for x in tmp_path.iterdir()] == ["run.nc"]


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real.nc").touch()
    (tmp_path / "link.nc").symlink_to(tmp_path / "real.nc")
    MOTIONS["free"]().save(tmp_path / "link.nc")
    assert (tmp_path / "link.nc").is_symlink() and len(load(tmp_path / "real.nc")) == 1


def test_functions_among_the_parameters_are_refused_by_name(tmp_path):
    motion = build(FREE, T, X, V, {"laws": {"drag": rod}})
    with pytest.raises(TypeError, match=r"`p\['laws'\]\['drag'\]` is the function 'rod'"):
        motion.save(tmp_path / "run.nc")
    assert list(tmp_path.iterdir()) == []


# -- the labelled arrays -------------------------------------------------------------------------


def test_dimensions_have_names_and_labels():
    data = to_xarray(full())
    assert data.q.dims == ("time", "coordinate") and data.A.dims == ("time", "row", "coordinate")
    assert list(data.coordinate.values) == ["x", "y"]
    assert list(data.row.values) == ["rod/φ", "pace"]
    assert list(data.holonomic.values) == ["rod/φ"]
    np.testing.assert_array_equal(data.q.sel(coordinate="y", time=T[3]), X[3, 1])
    np.testing.assert_array_equal(data.force.sel(constraint="pace"), full().force("pace"))
    np.testing.assert_array_equal(data.event_0_q, X[:2])
    assert data.event_0_t.attrs["long_name"] == "times of low / tief"
    assert all("long_name" in data[name].attrs for name in data.data_vars)


def test_attributes_say_where_it_comes_from():
    found = to_xarray(full()).attrs
    assert found["status"] == "NON_FINITE" and "rod/φ" in found["detail"]
    assert found["engine"] == "jax: asked for"
    assert found["stats"] == '{"accepted": 7, "seconds": 0.25, "smallest_step": 0.001}'
    assert found["settings"] == '{"rtol": 1e-09, "method": "dopri8", "step": null}'
    assert found["version"].startswith("zwang ")


def test_other_programs_read_the_file_by_its_names(tmp_path):
    full().save(tmp_path / "run.nc")
    with xarray.open_dataset(tmp_path / "run.nc") as data:
        np.testing.assert_array_equal(data.qd.sel(coordinate="x"), V[:, 0])
        assert data.attrs["status"] == "NON_FINITE"


# -- the System ----------------------------------------------------------------------------------


def test_a_loaded_motion_says_what_it_cannot_do(tmp_path):
    full().save(tmp_path / "run.nc")
    motion = load(tmp_path / "run.nc")
    assert motion.system is None
    with pytest.raises(RuntimeError, match=r"needs the System.*zw.load\(path, system=system\)"):
        motion.at([0.5])


def test_with_its_system_it_is_whole_again(tmp_path):
    full().save(tmp_path / "run.nc")
    given = system()
    motion = load(tmp_path / "run.nc", system=given)
    assert motion.system is given
    assert jax.tree.structure(motion) == jax.tree.structure(full())


@pytest.mark.parametrize(
    "other, found",
    [
        (system(("x", "z")), r"The coordinates of `system` are x, z \(2\), .* the file x, y \(2\)"),
        (system(("x", "y", "z")), r"are x, y, z \(3\), and those of the file x, y \(2\)"),
        (system(name="bar"), r"The rows of .* are bar, pace \(2\), .* the file rod/φ, pace \(2\)"),
        (
            system(more=[zw.Pfaffian([1.0, 0.0], name="axle")]),
            r"are rod/φ, pace, axle \(3\), and those of the file rod/φ, pace \(2\)",
        ),
        (
            zw.System(
                1.0,
                None,
                [zw.Nonholonomic(lambda qd: [qd[0], qd[1]], name=["rod/φ", "pace"])],
                coordinates=["x", "y"],
            ),
            "`system` has the kinds",
        ),
    ],
)
def test_another_system_is_refused_with_the_difference(other, found, tmp_path):
    full().save(tmp_path / "run.nc")
    with pytest.raises(ValueError, match=found):
        load(tmp_path / "run.nc", system=other)


def test_a_system_is_a_system(tmp_path):
    with pytest.raises(TypeError, match="`system` is 'pendulum'; wanted a zw.System"):
        load(tmp_path / "run.nc", system="pendulum")  # pyright: ignore[reportArgumentType]


# -- files that are none -------------------------------------------------------------------------


@pytest.mark.parametrize("path", [None, 3, "", b""])
@pytest.mark.parametrize("call", [load, lambda path: save(MOTIONS["free"](), path)])
def test_a_path_is_a_text_or_a_path(call, path):
    with pytest.raises(TypeError, match="`path` is .*; wanted the name of a file"):
        call(path)


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(FileNotFoundError, match="there is no such file"):
        load(tmp_path / "run.nc")


def test_a_missing_folder_is_told(tmp_path):
    with pytest.raises(FileNotFoundError, match="there is no folder"):
        MOTIONS["free"]().save(tmp_path / "runs" / "run.nc")


@pytest.mark.parametrize("call", [load, lambda path: save(MOTIONS["free"](), path)])
def test_the_home_folder_is_not_guessed(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError, match="'~' is not expanded"):
        call("~/run.nc")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("call", [load, lambda path: save(MOTIONS["free"](), path)])
def test_a_folder_is_no_file(call, tmp_path):
    with pytest.raises(IsADirectoryError, match="which is a folder; wanted a file"):
        call(tmp_path)


def test_what_may_not_be_written_is_not_written(tmp_path, monkeypatch):
    path = tmp_path / "run.nc"
    path.touch()
    monkeypatch.setattr(os, "access", lambda where, how: where != path)
    with pytest.raises(PermissionError, match="may not be written"):
        MOTIONS["free"]().save(path)


def spoiled(path: Path, how: str) -> None:
    """Make of a saved motion a file that is none."""
    content = path.read_bytes()
    if how == "text":
        path.write_text("t, q\n0, 1\n")
    elif how == "empty":
        path.write_bytes(b"")
    elif how.startswith("cut"):
        path.write_bytes(content[: int(len(content) * float(how.split()[1]))])
    else:
        data = xarray.load_dataset(path, decode_cf=False)
        if how == "other program":
            data = data.drop_vars("zwang_record")
        elif how == "no q":
            data = data.drop_vars("q")
        else:
            text = data.zwang_record.item()
            data["zwang_record"] = (), text.replace('"format": 1', '"format": 99')
        data.to_netcdf(path, engine="h5netcdf")


@pytest.mark.parametrize(
    "how, found",
    [
        ("text", "no NetCDF-4 file"),
        ("empty", "no NetCDF-4 file"),
        ("cut 0.1", "cut short"),
        ("cut 0.5", "cut short"),
        ("cut 0.99", "cut short"),
        ("other program", "motion.save did not write; its variables: .*residual"),
        ("no q", "cannot be read: there is no variable .q."),
        ("newer", "its format is 99, and this version reads up to 1"),
    ],
)
def test_what_is_not_ours_is_told_with_its_path(how, found, tmp_path):
    path = tmp_path / "run.nc"
    MOTIONS["free"]().save(path)
    spoiled(path, how)
    with pytest.raises(ValueError, match=f"`path` is .*run.nc.*{found}"):
        load(path)
