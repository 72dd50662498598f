"""A store belongs to one study and one writer; other places are left alone."""

import os
import resource
from pathlib import Path

import numpy as np
import pytest
import xarray
import zarr

import zwang as zw
from tests.ensemble.stores import (
    EVENTS,
    PLAN,
    RICH,
    fill,
    not_run,
    same,
)
from tests.ensemble.swings import made_up, pendulum, plan
from zwang.ensemble.store import archive

# -- whose store it is ---------------------------------------------------------------------------

OTHERS = {
    "settings (rtol: 1e-09 there, 1e-08 here)": lambda: plan(rtol=1e-8),
    "settings (engine: auto there, jax here)": lambda: plan(engine="jax"),
    "settings (events: none there, low here)": lambda: plan(events=EVENTS),
    "parameters (some numbers differ)": lambda: plan(g=9.8),
    "starts (members: 23 there, 24 here)": lambda: plan(count=24),
    "times (last: 0.5 there, 0.75 here; number: 3 there, 4 here)": lambda: plan(
        t=[0, 0.25, 0.5, 0.75]
    ),
    "another system (its functions differ)": lambda: plan(pendulum(lambda p: [0.0, -2 * p["g"]])),
    "another system (observables: none there, ": lambda: plan(RICH),
    "variables to keep (rows: times there, end here)": lambda: plan(keep="end"),
    "settings (dtype: float64 there, float32 here)": lambda: plan(
        dtype=np.float32, rtol=1e-9, atol=1e-12
    ),
}


@pytest.mark.parametrize("difference", OTHERS)
def test_the_store_of_another_study_is_refused_with_the_difference(difference, path):
    fill(PLAN, path, [0])
    with pytest.raises(ValueError) as refused:
        archive.open_or_create(OTHERS[difference](), path)
    assert difference in str(refused.value)
    with archive.open_or_create(plan(), path) as store:  # it was let go, and is as it was
        assert archive.missing(store) == [1, 2, 3, 4]


def test_the_store_of_another_version_is_refused(path, monkeypatch):
    fill(PLAN, path, [0])
    monkeypatch.setattr("zwang.ensemble.plan.version", lambda: "9.9")
    with pytest.raises(ValueError, match=r"another version of zwang \(zwang: .* there, 9.9 here\)"):
        archive.open_or_create(PLAN, path)


def test_an_equal_study_described_again_goes_on(path):
    fill(PLAN, path, [0])
    again = plan(pendulum(), rtol=1e-9)
    assert again.system is not PLAN.system
    with archive.open_or_create(again, path) as store:
        assert archive.missing(store) == [1, 2, 3, 4]


def test_a_store_of_another_hidden_number_is_refused(path):
    hidden = {"k": [1.0]}
    make = lambda: plan(pendulum(lambda p: [0.0, -hidden["k"][0] * p["g"]]))
    seen = lambda: plan(events=[zw.Event(lambda q: q[0] - hidden["k"][0], name="low")])
    first, other = make().fingerprint(), seen().fingerprint()
    fill(make(), path, [0])
    hidden["k"][0] = 2.0
    with pytest.raises(ValueError, match="another system"):
        archive.open_or_create(make(), path)
    assert seen().fingerprint()["settings"] != other["settings"]
    hidden["k"][0] = 1.0
    assert make().fingerprint() == first
    with archive.open_or_create(make(), path) as store:
        assert archive.missing(store) == [1, 2, 3, 4]


def test_the_chunks_of_the_store_win(path):
    fill(PLAN, path, [0])
    with archive.open_or_create(plan(chunk=7), path) as store:
        assert store.plan.bounds == PLAN.bounds
        assert archive.missing(store) == [1, 2, 3, 4]
    with pytest.raises(ValueError, match="`arrays`"), archive.open_or_create(PLAN, path) as store:
        archive.write(store, 1, made_up(plan(chunk=7), 1))


def test_one_process_writes_at_a_time(path):
    with archive.open_or_create(PLAN, path):
        with pytest.raises(BlockingIOError, match="open to write already"):
            archive.open_or_create(PLAN, path)
        assert not_run(archive.read(path), 0, 23)  # reading is free
    archive.open_or_create(PLAN, path).close()


# -- places that are none ------------------------------------------------------------------------


def another_zarr(folder: Path) -> None:
    zarr.open_group(folder, mode="w").create_array("q", shape=(2,), dtype="f8")


def of_format(number: int):
    """A store whose metadata say that another version wrote it."""

    def prepare(folder: Path) -> None:
        fill(PLAN, folder, [])
        zarr.open_group(folder, mode="r+").attrs["zwang_format"] = number

    return prepare


PLACES = {
    "a file": (Path.touch, NotADirectoryError, "which is a file"),
    "other things": (lambda x: (x.mkdir(), (x / "a").touch()), ValueError, "something else lies"),
    "another program's": (another_zarr, ValueError, "something else lies"),
    "an earlier format": (of_format(1), ValueError, "format is 1; .* under another name"),
    "a later format": (of_format(99), ValueError, "format is 99"),
}


@pytest.mark.parametrize("place", PLACES)
def test_a_place_that_holds_something_else_is_left_alone(place, path):
    prepare, error, message = PLACES[place]
    prepare(path)
    before = sorted(path.rglob("*"))
    with pytest.raises(error, match=message):
        archive.open_or_create(PLAN, path)
    with pytest.raises(error, match=message):
        archive.read(path)
    assert sorted(path.rglob("*")) == before


@pytest.mark.parametrize("store", [3, None, b"a", ""], ids=repr)
def test_a_store_that_is_no_name_is_refused(store):
    with pytest.raises(TypeError, match="`store` is"):
        archive.open_or_create(PLAN, store)


def test_a_folder_that_is_missing_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match="there is no folder"):
        archive.open_or_create(PLAN, tmp_path / "none" / "study.zarr")
    with pytest.raises(FileNotFoundError, match="no such folder"):
        archive.read(tmp_path / "study.zarr")


def test_a_folder_that_may_not_be_written_is_named(path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)  # the tests may run as root, who may all
    with pytest.raises(PermissionError, match="may not be written"):
        archive.open_or_create(PLAN, path)


def test_an_empty_folder_and_a_link_will_do(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "empty")
    fill(PLAN, tmp_path / "link", [0])
    assert same(archive.read(tmp_path / "empty"), PLAN, [0])


def test_a_store_that_was_being_made_is_made_again(path):
    left = path.with_name(f".{path.name}.0123.tmp")
    (left / "q").mkdir(parents=True)
    fill(PLAN, path, [0])
    assert not left.exists()


def test_a_full_disk_leaves_the_finished_chunks_good(path):
    """The system refuses files of more than some bytes, in the midst of writing."""
    fill(PLAN, path, [0])
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with archive.open_or_create(PLAN, path) as store:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
        try:
            with pytest.raises(OSError, match="members 5 to 9 could not be written") as failed:
                archive.write(store, 1, made_up(PLAN, 1))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert failed.value.filename == str(path)
        assert not_run(xarray.open_zarr(path), 5, 10)
        assert archive.missing(store) == [1, 2, 3, 4]
        archive.write(store, 1, made_up(PLAN, 1))
    assert same(archive.read(path), PLAN, [0, 1])
