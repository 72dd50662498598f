"""A store holds what was written, all of it or none, and belongs to one study only."""

import itertools
import json
import os
import resource
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
import xarray
import zarr

import zwang as zw
from tests.ensemble.swings import PENDULUM, TIMES, made_up, pendulum, plan, starts
from tests.project.source import ROOT
from zwang.ensemble.plan import run_chunk
from zwang.ensemble.store import archive
from zwang.ensemble.store.blank import NOT_RUN
from zwang.ensemble.store.vetted import SEAL, seal
from zwang.files.whole import Damaged

pytestmark = pytest.mark.xdist_group("archive")

SEEN = {
    "speed / Tempo": lambda qd: qd @ qd,
    "speed _ Tempo": lambda q, qd: [q, qd],
    "c": lambda q: 1.0,
}
RICH = pendulum(observables=SEEN)
EVENTS = [zw.Event(lambda q: q[0], name="low", terminal=False)]
PLAN = plan()


def bits(x) -> tuple:
    x = np.asarray(x)
    return x.dtype.name, x.shape, x.tobytes()


def same(found: xarray.Dataset, plan, chunks, made=made_up) -> bool:
    """Whether the dataset holds, bit for bit, what the chunks left."""
    parts = [made(plan, k) for k in chunks]
    first, last = plan.bounds[chunks[0]][0], plan.bounds[chunks[-1]][1]
    whole = {name: np.concatenate([part[name] for part in parts]) for name in plan.template()}
    return all(bits(found[name][first:last]) == bits(x) for name, x in whole.items())


def chunks_of(plan) -> list[int]:
    return list(range(len(plan.bounds)))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "study.zarr"


def fill(plan, path, chunks) -> None:
    with archive.open_or_create(plan, path) as store:
        for k in chunks:
            archive.write(store, k, made_up(store.plan, k))


# -- what was written is there -------------------------------------------------------------------

PLANS = {
    "states": lambda: PLAN,
    "motions": lambda: plan(RICH, keep="motion", events=EVENTS),
    "one member": lambda: plan(count=1),
    "chunks of one": lambda: plan(count=3, chunk=1),
    "one chunk": lambda: plan(chunk=100),
    "float32": lambda: plan(dtype=np.float32),
    "no constraints": lambda: plan(zw.System(1.0, [0.0, 1.0], observables=SEEN), keep="motion"),
}


@pytest.mark.parametrize("name", PLANS)
def test_what_was_written_is_read_bit_for_bit(name, path):
    study = PLANS[name]()
    fill(study, path, reversed(chunks_of(study)))
    with archive.open_or_create(study, path) as store:
        assert archive.missing(store) == []
        found = archive.read(store)
    assert same(found, study, chunks_of(study))
    assert {name: found[name].dims for name in study.template()} == study.dims


def test_a_chunk_of_nothing_but_fill_values_is_finished(path):
    """Zarr leaves out files of such, unless it is told not to."""
    empty = {
        name: np.full_like(x, np.nan if x.dtype.kind == "f" else NOT_RUN)
        for name, x in made_up(PLAN, 0).items()
    }
    with archive.open_or_create(PLAN, path) as store:
        archive.write(store, 0, empty)
        assert archive.missing(store) == [1, 2, 3, 4]


@pytest.mark.parametrize("consolidated", [None, True, False])
def test_xarray_opens_the_store_directly(consolidated, path):
    study = PLANS["motions"]()
    fill(study, path, chunks_of(study))
    found = xarray.open_zarr(path, consolidated=consolidated)
    assert found.q.sel(coordinate="y", time=0.25).shape == (23,)
    assert list(found.coordinate.values) == ["x", "y"]
    assert list(found.event.values) == ["low"]
    assert float(found["p.length"]) == 1.0
    assert found.q.chunks[0] == (5, 5, 5, 5, 3)
    assert found.q.attrs["long_name"] == "coordinates"
    assert "OK" in found.status.attrs["flag_meanings"].split()


def test_a_folder_names_variables_that_it_cannot_hold_by_others(path):
    study = PLANS["motions"]()
    fill(study, path, chunks_of(study))
    found = xarray.open_zarr(path)
    names = {x.attrs["long_name"]: str(name) for name, x in found.data_vars.items()}
    assert len({names[name].casefold() for name in SEEN}) == len(SEEN)
    assert not any("/" in name for name in names.values())


# -- what was not written is told from data -------------------------------------------------------


def not_run(found: xarray.Dataset, first: int, last: int) -> bool:
    part = found.isel(member=slice(first, last))
    floats = all(np.isnan(x).all() for x in part.data_vars.values() if x.dtype.kind == "f")
    whole = all((x == NOT_RUN).all() for x in part.data_vars.values() if x.dtype.kind == "i")
    return floats and whole and part.sizes["member"] == last - first


@pytest.mark.parametrize("reader", [archive.read, xarray.open_zarr], ids=["ours", "xarray"])
def test_members_that_were_not_run_say_so(reader, path):
    fill(PLAN, path, [0, 1, 4])
    found = reader(path)
    assert not_run(found, 10, 20)
    assert same(found, PLAN, [0, 1])
    assert same(found, PLAN, [4])


def test_a_finished_chunk_is_never_missing_again(path):
    for k, left in ((3, [0, 1, 2, 4]), (0, [1, 2, 4]), (4, [1, 2]), (2, [1]), (1, [])):
        fill(PLAN, path, [k])
        with archive.open_or_create(PLAN, path) as store:
            assert archive.missing(store) == left


class Crash(BaseException):
    """The process ends here."""


def test_a_chunk_is_finished_or_not_wherever_the_process_ends(path, monkeypatch):
    """Before the n-th time that a file takes its place or is forced to the disk, for every n."""
    study = plan(count=8, chunk=4, keep=["q"])
    fill(study, path, [0])
    replace, fsync = Path.replace, os.fsync
    last, ended = 0, False

    def crashing(step, calls):
        def stepped(*arguments):
            if next(calls) == last:
                raise Crash
            return step(*arguments)

        return stepped

    while not ended:
        with archive.open_or_create(study, path) as store, monkeypatch.context() as patched:
            calls = itertools.count()
            patched.setattr(Path, "replace", crashing(replace, calls))
            patched.setattr(os, "fsync", crashing(fsync, calls))
            try:
                archive.write(store, 1, made_up(study, 1))
                ended = True
            except Crash:
                last += 1
        seen, plainly = archive.read(path), xarray.open_zarr(path, chunks=None)
        assert not_run(seen, 4, 8) or same(seen, study, [0, 1])
        assert (plainly.status[4:] == NOT_RUN).all() or same(plainly, study, [0, 1])
        with archive.open_or_create(study, path) as store:
            left = archive.missing(store)
            assert left in ([], [1])
            assert not_run(xarray.open_zarr(path, chunks=None), 4, 8) == (left == [1])
            archive._remove(store, 1)
        assert not list(path.rglob("*.partial"))
    assert last == 3 * (len(study.template()) + 1)  # each file moved, forced, and its folder


def flip(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


DAMAGE = {
    "a bit flipped": flip,
    "cut short": lambda file: os.truncate(file, file.stat().st_size // 2),
    "cut by a number": lambda file: os.truncate(file, file.stat().st_size - 8),
    "empty": lambda file: os.truncate(file, 0),
    "lost": Path.unlink,
    "another chunk's": lambda file: shutil.copy(
        file.with_name(file.name.replace("2", "1", 1)), file
    ),
    "longer": lambda file: file.write_bytes(file.read_bytes() + bytes(8)),
}
FILES = ["status/c.2", "p.g/c.2", "manifest/digest/c.2.0"]
CASES = [("q/c.2.0.0", damage) for damage in DAMAGE]
CASES += [(file, damage) for file in FILES for damage in ("a bit flipped", "cut short", "lost")]


@pytest.mark.parametrize("file, damage", CASES)
def test_a_damaged_chunk_is_found_and_only_that(file, damage, path):
    fill(PLAN, path, chunks_of(PLAN))
    DAMAGE[damage](path / file)
    with archive.open_or_create(PLAN, path) as store:
        assert archive.missing(store) == [2]
        assert not_run(archive.read(store), 10, 15)
        archive.write(store, 2, made_up(PLAN, 2))
        assert archive.missing(store) == []
    assert same(archive.read(path), PLAN, chunks_of(PLAN))


def test_damaged_numbers_are_never_read_as_numbers(path):
    fill(PLAN, path, chunks_of(PLAN))
    flip(path / "q/c.2.0.0")
    with pytest.raises(ValueError, match="checksum"):
        xarray.open_zarr(path).q.load()
    (path / "q/c.2.0.0").unlink()
    assert not_run(archive.read(path), 10, 15)


# -- metadata of strangers ------------------------------------------------------------------------


def retold(path: Path, array: str, change, seal_again: bool) -> None:
    """Change what the store says of an array, in both places where it does."""
    whole = json.loads((path / "zarr.json").read_bytes())
    about = whole["consolidated_metadata"]["metadata"][array]
    change(about)
    if seal_again:
        whole["attributes"][SEAL] = seal(whole)
    (path / array / "zarr.json").write_text(json.dumps(about))
    (path / "zarr.json").write_text(json.dumps(whole))


PICKLE = {"name": "numcodecs.pickle", "configuration": {"protocol": 5}}
METADATA = {
    "pickle": ("q", lambda x: x.update(codecs=[PICKLE]), "'q' has the codecs 'numcodecs.pickle'"),
    "pickle of labels": ("time", lambda x: x["codecs"].insert(0, PICKLE), "'time'.*pickle"),
    "unknown codec": ("q", lambda x: x["codecs"].append({"name": "gzip"}), "'q'.*gzip"),
    "sharding": ("q", lambda x: x.update(codecs=[{"name": "sharding_indexed"}]), "'q'.*sharding"),
    "no codecs": ("q", lambda x: x.pop("codecs"), "'q' has the codecs"),
    "objects": ("q", lambda x: x.update(data_type="object"), "'q' has the type 'object'"),
    "a structure": ("q", lambda x: x.update(data_type={"name": "struct"}), "'q' has the type"),
    "members": ("q", lambda x: x["shape"].__setitem__(0, 10**15), "'q' has 1000000000000000"),
    "fewer members": (
        "status",
        lambda x: x["shape"].__setitem__(0, 3),
        "'.*' has .* along 'member'",
    ),
    "shape": ("q", lambda x: x.update(shape=[10**30]), "'q' has the shape"),
    "chunks": (
        "q",
        lambda x: x["chunk_grid"]["configuration"].update(chunk_shape=[1 << 40, 3, 2]),
        "'q'",
    ),
    "type": ("q", lambda x: x.update(data_type="int64"), "'q'"),
}


@pytest.mark.parametrize("case", METADATA)
def test_metadata_that_zwang_never_writes_are_refused_by_name(case, path, monkeypatch):
    """Before Zarr opens any array, and also where the digest was made to fit."""
    array, change, told = METADATA[case]
    fill(PLAN, path, chunks_of(PLAN))
    retold(path, array, change, seal_again=True)
    if case != "type":  # which only the plan knows
        with monkeypatch.context() as patched, pytest.raises(Damaged, match=told):
            patched.setattr(zarr, "open_group", None)
            patched.setattr(xarray, "open_zarr", None)
            archive.read(path)
    with pytest.raises(Damaged, match=told):
        archive.open_or_create(PLAN, path)


def test_metadata_that_were_changed_are_noticed(path):
    fill(PLAN, path, chunks_of(PLAN))
    retold(path, "q", lambda x: x.update(fill_value=0.0), seal_again=False)
    with pytest.raises(Damaged, match="does not fit the digest"):
        archive.read(path)


@pytest.mark.parametrize("array", ["time", "coordinate", "qd0"])
@pytest.mark.parametrize("how", ["a bit flipped", "cut short", "lost", "longer"])
def test_damaged_labels_are_noticed(array, how, path):
    fill(PLAN, path, chunks_of(PLAN))
    DAMAGE[how](path / array / "c" / "0")
    with pytest.raises(Damaged, match=f"{array}/c/0' is (damaged|missing)"):
        archive.read(path)[array].load()


def test_a_store_that_claims_what_it_does_not_have_is_refused(path):
    study = plan(count=1, chunk=1)
    fill(study, path, [0])
    whole = json.loads((path / "zarr.json").read_bytes())
    for array, about in whole["consolidated_metadata"]["metadata"].items():
        if about.get("dimension_names", [None])[:1] in (["member"], ["chunk"]):
            about["shape"][0] = 1 << 40
            (path / array / "zarr.json").write_text(json.dumps(about))
    whole["attributes"][SEAL] = seal(whole)
    (path / "zarr.json").write_text(json.dumps(whole))
    with pytest.raises(Damaged, match="1099511627776.* bytes on the disk"):
        archive.read(path)


def test_a_pipe_among_the_files_keeps_nobody_waiting(path):
    fill(PLAN, path, chunks_of(PLAN))
    (path / "q/c.2.0.0").unlink()
    os.mkfifo(path / "q/c.2.0.0")
    with pytest.raises(Damaged, match="pipe"):
        archive.read(path)["q"].load()
    with archive.open_or_create(PLAN, path) as store:
        assert archive.missing(store) == [2]


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


def former(path) -> Path:
    """A store of six pendulums in three chunks, two of them finished, begun by an earlier zwang."""
    with zipfile.ZipFile(Path(__file__).parent / "data" / "former.zarr.zip") as packed:
        packed.extractall(path.parent)
    return path.parent / "former.zarr"


def test_a_store_that_was_begun_by_an_earlier_zwang_goes_on(path, monkeypatch):
    monkeypatch.setattr("zwang.ensemble.plan.version", lambda: "0.1.0")
    study, place = plan(count=6, chunk=2), former(path)
    with (
        pytest.warns(UserWarning, match="whether the functions are the same is not known"),
        archive.open_or_create(study, place) as store,
    ):
        assert archive.missing(store) == [1]
        archive.write(store, 1, run_chunk(store.plan, 1))
    whole = archive.read(place)
    for k in chunks_of(study):
        made = run_chunk(study, k)
        first, last = study.bounds[k]
        np.testing.assert_allclose(whole.q[first:last], made["q"], rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize(
    "other, told",
    [
        (lambda: plan(count=6, chunk=2, g=9.8), "other parameters"),
        (lambda: plan(count=6, chunk=2, rtol=1e-8), "other settings"),
        (lambda: plan(pendulum(observables={"c": lambda q: 1.0}), 6, 2), "another system"),
        (lambda: plan(count=6, chunk=2, t=[0.0, 0.25, 0.75]), "other times"),
    ],
)
def test_of_a_former_store_numbers_names_and_settings_are_compared(other, told, path, monkeypatch):
    monkeypatch.setattr("zwang.ensemble.plan.version", lambda: "0.1.0")
    with pytest.raises(ValueError, match=told):
        archive.open_or_create(other(), former(path))


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


def later_format(folder: Path) -> None:
    fill(PLAN, folder, [])
    zarr.open_group(folder, mode="r+").attrs["zwang_format"] = 99


PLACES = {
    "a file": (Path.touch, NotADirectoryError, "which is a file"),
    "other things": (lambda x: (x.mkdir(), (x / "a").touch()), ValueError, "something else lies"),
    "another program's": (another_zarr, ValueError, "something else lies"),
    "a later format": (later_format, ValueError, "format is 99"),
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


# -- through the public call ---------------------------------------------------------------------


def test_a_study_that_was_stopped_computes_only_what_is_missing(path, monkeypatch):
    """In the chunks of the store, whatever is asked for the second time."""
    computed = []

    def counted(plan, k):
        if len(computed) == 2:
            raise KeyboardInterrupt
        computed.append(plan.bounds[k])
        return run_chunk(plan, k)

    def study(**options):
        p = {"length": 1.0, "g": 9.81}
        return zw.simulate_many(PENDULUM, starts(23), [0.0, 0.0], TIMES, p, **options)

    monkeypatch.setattr("zwang.ensemble.executor.run_chunk", counted)
    with pytest.raises(KeyboardInterrupt):
        study(store=path, chunk=5)
    assert (archive.read(path).status[10:] == NOT_RUN).all()
    computed[:] = [()]  # one more may come, and then the next stop
    with pytest.raises(KeyboardInterrupt):
        study(store=path, chunk=7)
    assert computed == [(), (10, 15)]
    monkeypatch.undo()
    again, whole = study(store=path, chunk=11), study()
    for name in ("q", "qd", "status", "t_end", "accepted"):
        assert bits(again.data[name]) == bits(whole.data[name])


# -- a process that is killed --------------------------------------------------------------------

CHILD = """
import sys
from tests.ensemble.swings import plan
from zwang.ensemble.store import archive
from zwang.ensemble.plan import run_chunk
from zwang.ensemble.store.vetted import SEAL, seal
from zwang.files.whole import Damaged

with archive.open_or_create(plan(count=40, chunk=2), sys.argv[1]) as store:
    todo = archive.missing(store)
    print(len(todo), flush=True)
    for k in todo:
        archive.write(store, k, run_chunk(store.plan, k))
        print(k, flush=True)
"""


def test_a_process_that_is_killed_loses_nothing_that_it_finished(path):
    """Twice, each after some chunks, at no moment in particular; the rest is done here."""
    study, told = plan(count=40, chunk=2), []
    command = [sys.executable, "-c", CHILD, str(path)]
    for chunks in (1, 4):
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout
            assert int(child.stdout.readline()) <= len(study.bounds) - len(told)
            told += [int(child.stdout.readline()) for _ in range(chunks)]
            child.kill()
            told += [int(line) for line in child.stdout.read().splitlines()]
    assert len(told) == len(set(told))  # none was computed twice
    with archive.open_or_create(study, path) as store:
        todo = archive.missing(store)
        assert not set(todo) & set(told)
        for k in todo:
            archive.write(store, k, run_chunk(study, k))
        assert archive.missing(store) == []
    assert same(archive.read(path), study, chunks_of(study), run_chunk)
