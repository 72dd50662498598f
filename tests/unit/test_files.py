"""A full disk loses nothing and ends nothing; a stranger's file is refused by name, or right."""

import os
import re
import resource
import signal
import socket
import stat
import struct
import subprocess
import sys

import h5py
import numpy as np
import pytest

import zwang as zw
from tests.project.source import ROOT
from zwang.files.netcdf import SEAL, SEAL_SIZE, _digest
from zwang.files.whole import Damaged, write_whole
from zwang.motion.build import build

FREE = zw.System(2.0, None, coordinates=["x", "y"])
T = np.linspace(0.0, 1.0, 5)
X = np.stack([np.sin(T), -np.cos(T)], axis=1)


def motion():
    return build(FREE, T, X, X, {"k": np.arange(3.0), "none": float("nan")})


def ensemble():
    return zw.simulate_many(FREE, X, [0.0, 1.0], T, {"k": T})


SAVED = {"motion": (motion, zw.load), "ensemble": (ensemble, zw.Ensemble.load)}


@pytest.fixture
def small_disk():
    """The system refuses files of more than some bytes, in the midst of writing."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    kept = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    signal.signal(signal.SIGXFSZ, kept)


# -- writing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", SAVED)
def test_a_full_disk_leaves_the_old_file_and_what_was_to_be_saved(what, tmp_path, small_disk):
    make, load = SAVED[what]
    found, path = make(), tmp_path / "run.nc"
    found.save(path)
    before = path.read_bytes()
    for size in (1, 100, len(before) // 2, len(before) - 1):
        small_disk(size)
        with pytest.raises(OSError, match=f"too large.*the {what} is still in hand.*run.nc"):
            found.save(path)
        small_disk(resource.RLIM_INFINITY)
        assert os.listdir(tmp_path) == ["run.nc"] and path.read_bytes() == before
    found.save(tmp_path / "elsewhere.nc")
    assert str(load(tmp_path / "elsewhere.nc")) == str(load(path))


def test_a_new_file_never_replaces_one_and_leaves_nothing_where_it_fails(tmp_path, small_disk):
    path = tmp_path / "new.toml"
    small_disk(3)
    with pytest.raises(OSError, match="nothing was written"):
        write_whole(path, b"four", new=True)
    assert os.listdir(tmp_path) == []
    write_whole(path, b"one", new=True)
    with pytest.raises(FileExistsError):
        write_whole(path, b"two", new=True)
    assert path.read_bytes() == b"one" and os.listdir(tmp_path) == ["new.toml"]


# -- files that were damaged ---------------------------------------------------------------------


@pytest.mark.parametrize("what", SAVED)
def test_no_bit_of_a_file_changes_unnoticed(what, tmp_path):
    make, load = SAVED[what]
    path, rng = tmp_path / "run.nc", np.random.default_rng(3)
    make().save(path)
    whole, right = path.read_bytes(), str(load(path))
    for at in rng.integers(0, len(whole) - SEAL_SIZE - len(SEAL), 40):
        damaged = bytearray(whole)
        damaged[at] ^= 1 << int(at) % 8
        path.write_bytes(damaged)
        with pytest.raises(Damaged, match=r"`path` is .*run\.nc.*does not fit the digest"):
            load(path)
    path.write_bytes(whole[: -len(SEAL) - SEAL_SIZE])  # as older versions wrote it
    assert str(load(path)) == right


# -- files of strangers --------------------------------------------------------------------------


def external_link(file, outside):
    del file["q"]
    file["q"] = h5py.ExternalLink(str(outside), "q")


def soft_link(file, outside):
    del file["q"]
    file["q"] = h5py.SoftLink("/qd")


def external_storage(file, outside):
    shape = file["q"].shape
    del file["q"]
    file.create_dataset("q", shape, "f8", external=[(str(outside), 0, h5py.h5f.UNLIMITED)])


def virtual(file, outside):
    layout = h5py.VirtualLayout(file["q"].shape, "f8")
    layout[:] = h5py.VirtualSource(str(outside), "q", file["q"].shape)
    del file["q"]
    file.create_virtual_dataset("q", layout)


def other(shape=None, dtype="f8", **options):
    def replace(file, outside):
        size = file["q"].shape if shape is None else shape
        del file["q"]
        file.create_dataset("q", size, dtype, **options)

    return replace


HOSTILE = {
    "external link": (external_link, "'q' is a link to elsewhere"),
    "soft link": (soft_link, "'q' is a link to elsewhere"),
    "external storage": (external_storage, "'q' is stored in another file"),
    "virtual": (virtual, "'q' is put together from others"),
    "terabytes": (other((1 << 40,)), "'q' has the shape .*fewer numbers"),
    "packed": (other(compression="gzip", chunks=True), "'q' is chunked or packed"),
    "another shape": (other((3, 2), data=np.zeros((3, 2))), "'q' "),
    "one axis too many": (other((5, 5, 2, 1), data=np.zeros((5, 5, 2, 1))), "'q' "),
    "texts": (other((2,), h5py.string_dtype(), data=["a", "b"]), "'q' "),
    "a group": (lambda file, _: (file.pop("q"), file.create_group("q")), "'q' is no variable"),
    "nothing": (lambda file, _: (file.pop("q"), file.create_dataset("q", dtype="f8")), "'q' is no"),
}


@pytest.mark.parametrize("what", SAVED)
def test_what_zwang_never_writes_is_refused_by_name(what, tmp_path):
    make, load = SAVED[what]
    found, path, outside = make(), tmp_path / "run.nc", tmp_path / "outside.nc"
    found.save(outside)
    for how, (change, told) in HOSTILE.items():
        found.save(path)
        with h5py.File(path, "r+") as file:
            dims = np.array(file["q"].attrs["DIMENSION_LIST"])
            change(file, outside)
            if how in ("external storage", "virtual", "packed"):
                file["q"].attrs.create(
                    "DIMENSION_LIST", dims, dtype=h5py.vlen_dtype(h5py.ref_dtype)
                )
        with pytest.raises(ValueError) as refused:
            load(path)
        assert re.search(told, str(refused.value)) and "run.nc" in str(refused.value), how


def test_a_heap_whose_objects_do_not_add_up_is_refused_before_HDF5_follows_them(tmp_path):
    """Sealed again, as a stranger might: HDF5 would read some of these for ever."""
    path = tmp_path / "run.nc"
    ensemble().save(path)
    body = path.read_bytes()[: -len(SEAL) - SEAL_SIZE]
    at = body.index(b"GCOL") + 16
    (size,) = struct.unpack_from("<Q", body, at + 8)
    second = at + 16 + (size + 7) // 8 * 8
    for place, kind, x in (
        (at, "<H", 0),  # no object: the room that is left, of a wrong size
        (second, "<H", struct.unpack_from("<H", body, at)[0]),  # one number twice
        (at + 8, "<Q", 1 << 40),  # beyond the end
        (second + 8, "<Q", 0),  # so that the next begins in the midst of a text
    ):
        spoiled = bytearray(body)
        struct.pack_into(kind, spoiled, place, x)
        path.write_bytes(bytes(spoiled) + SEAL + _digest(spoiled))
        with pytest.raises(Damaged, match="run.nc.*a heap of texts in it does not add up"):
            zw.Ensemble.load(path)
    path.write_bytes(body + SEAL + _digest(body))
    zw.Ensemble.load(path)


def test_what_looks_like_a_heap_is_none(tmp_path):
    names = ["GCOL", "GCOL\x01\x00\x00\x00" + "x" * 9000]
    system = zw.System(2.0, None, coordinates=["x", "y"])
    named = build(system, T, X, X, {"tags": names})
    named.save(tmp_path / "run.nc")
    assert zw.load(tmp_path / "run.nc").p["tags"] == names


def test_of_a_motion_only_its_own_variables_are_read(tmp_path):
    path = tmp_path / "run.nc"
    motion().save(path)
    with h5py.File(path, "r+") as file:
        file.create_dataset("seven", (7 << 40,), "f8")
        file["beyond"] = h5py.ExternalLink("/dev/zero", "q")
    assert np.array_equal(zw.load(path).q, X)


def retold(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


RECORDS = {
    "status": ('"status": 0', '"status": 77'),
    "rows": ('"rows": {"tuple": [{"tuple": []}', '"rows": {"tuple": [{"tuple": ["a"]}'),
    "coordinates": ('{"tuple": ["x", "y"]}', '{"tuple": ["x"]}'),
    "names": ('{"tuple": ["x", "y"]}', '{"tuple": ["x", 2]}'),
    "engine": ('"engine": "jax"', '"engine": {"list": []}'),
    "stats": ('"stats": {"dict": []}', '"stats": {"dict": [["seconds", "long"]]}'),
    "arrays": ('"arrays": 1', '"arrays": 1000000000000'),
    "array's type": ('"dtype": "<f8"', '"dtype": "|O"'),
    "array's shape": ('"shape": [3]', '"shape": [4]'),
    "kind": ('{"float": ', '{"code": '),
    "depth": ('{"float": ', '{"list": ' + "[" * 100_000),
}


@pytest.mark.parametrize("part", RECORDS)
def test_a_record_that_motion_save_never_writes_is_refused(part, tmp_path):
    path = tmp_path / "run.nc"
    motion().save(path)
    with h5py.File(path, "r+") as file:
        text = file["zwang_record"][()].decode()  # pyright: ignore[reportAttributeAccessIssue, reportIndexIssue]
        del file["zwang_record"]
        file["zwang_record"] = retold(text, *RECORDS[part])
    with pytest.raises(ValueError, match=r"`path` is .*run\.nc"):
        zw.load(path)


@pytest.mark.parametrize("load", [zw.load, zw.Ensemble.load])
def test_a_pipe_is_refused_at_once(load, tmp_path):
    os.mkfifo(tmp_path / "run.nc")
    assert stat.S_ISFIFO(os.stat(tmp_path / "run.nc").st_mode)
    with pytest.raises(ValueError, match="device or a pipe"):
        load(tmp_path / "run.nc")


@pytest.mark.parametrize("made", SAVED)
def test_nothing_is_saved_over_a_pipe_or_a_socket(made, tmp_path):
    """As a device would be, which must not be replaced by a file."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(tmp_path / "socket"))
        for name in ("pipe", "link", "socket"):
            with pytest.raises(OSError, match="^`path` is .*, which is a device or a pipe"):
                SAVED[made][0]().save(tmp_path / name)
    assert (tmp_path / "pipe").is_fifo() and (tmp_path / "link").is_symlink()
    assert (tmp_path / "socket").is_socket() and len(os.listdir(tmp_path)) == 3


# -- a little of the soak ------------------------------------------------------------------------


@pytest.mark.slow
def test_damaged_files_and_full_disks_a_few():
    """In processes of their own; the long run is benchmarks/soak_files.py."""
    script = ROOT / "benchmarks" / "soak_files.py"
    command = [sys.executable, str(script), "120", "10", "7"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    assert "faults: 0" in done.stdout
