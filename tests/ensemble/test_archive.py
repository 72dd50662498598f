"""A store holds what was written, all of it or none."""

import itertools
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import xarray

import zwang as zw
from tests.ensemble.stores import (
    DAMAGE,
    EVENTS,
    PLAN,
    RICH,
    SEEN,
    bits,
    chunks_of,
    fill,
    flip,
    not_run,
    same,
)
from tests.ensemble.swings import PENDULUM, TIMES, made_up, plan, starts
from tests.project.source import ROOT
from zwang.ensemble.plan import run_chunk
from zwang.ensemble.store import archive
from zwang.ensemble.store.blank import NOT_RUN

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
