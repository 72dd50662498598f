"""Damaged files and full disks: ``python benchmarks/soak_files.py [damaged] [places] [seed]``.

**Damaged.** Files of a motion and of an ensemble, and stores, are damaged in every way that is
known here, and read by a worker with little memory. Each gives a message, or what was saved, bit
for bit. Half of the NetCDF files are sealed again behind the damage, as a stranger might: those
may also give other numbers, for they are other files, but nothing worse.

**Full disks.** See ``full_disk.py``.

What is counted, and must be zero: crashed, hung, escaped (an exception of another kind, or too
much memory), wrong (other numbers without a word), lost.
"""

from __future__ import annotations

import json
import multiprocessing
import random
import resource
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from full_disk import places_of

import zwang as zw
from zwang.ensemble.store import archive
from zwang.files.netcdf import SEAL, SEAL_SIZE, _digest

PATIENCE = 30.0  # seconds that a file may take to be read
MEMORY = 6 << 30  # bytes of addresses beyond which a worker gets no more
WORKERS = 2
T = np.linspace(0.0, 1.0, 6)


# -- what is damaged -----------------------------------------------------------------------------


def study(path: Path | None = None, **options: Any) -> zw.Ensemble:
    """Pendulums from all around, each with a gravity of its own."""
    rod = zw.Holonomic(lambda q, p: q @ q - p["length"] ** 2, name="rod")
    bob = zw.System(1.0, lambda p: [0.0, -p["g"]], [rod], coordinates=["x", "y"])
    angle = np.linspace(-3.0, 3.0, 7)
    q0 = np.stack([np.sin(angle), -np.cos(angle)], axis=1)
    p = {"length": 1.0, "g": np.linspace(9.0, 10.0, 7)}
    return zw.simulate_many(bob, q0, [0.0, 0.0], T, p, store=path, chunk=3, **options)


def motion() -> zw.Motion:
    """A pendulum with events, and parameters of several kinds."""
    rod = zw.Holonomic(lambda q, p: q @ q - p["length"] ** 2, name="rod")
    bob = zw.System(1.0, [0.0, -9.81], [rod], coordinates=["x", "y"])
    p = {"length": 1.0, "table": [np.arange(6).reshape(2, 3), (True, "text", None)]}
    low = zw.Event(lambda q: q[0], name="low", terminal=False)
    return zw.simulate(bob, [1.0, 0.0], [0.0, 0.0], T, p, events=[low])


def content(what: str, path: Path) -> Any:
    """All that is read from a file or a store, in bytes that can be compared."""
    if what == "motion":
        found = zw.load(path)
        arrays = {name: np.asarray(getattr(found, name)) for name in ("t", "q", "qd", "A", "Qc")}
        arrays |= {name: x.t for name, x in found.events.items()}
        told = str(found), str(found.p), sorted(found.settings)
    else:
        found = zw.Ensemble.load(path) if what == "ensemble" else None
        dataset = archive.read(path) if found is None else found.to_xarray()
        arrays = {str(name): x.values for name, x in dataset.variables.items()}
        told = () if found is None else (str(found), str(found.settings))
    return told, {name: x.astype("U") if x.dtype == object else x for name, x in arrays.items()}


def compared(found: Any, wanted: Any) -> str:
    """Whether two contents are the same bit for bit, but for members that say NOT_RUN."""
    (words, here), (told, there) = found, wanted
    run = here["status"] >= 0 if not told else np.ones(0, bool)
    if words != told or {*here} != {*there}:
        return "wrong"
    for name, x in there.items():
        y = here[name]
        if (y.dtype, y.shape) != (x.dtype, x.shape):
            return "wrong"
        of_members = not told and x.shape[:1] == run.shape
        x, y = (x[run], y[run]) if of_members else (x, y)
        if x.tobytes() != y.tobytes():
            return "wrong"
    return "right" if run.all() else "right, but for members that say they were not run"


# -- ways to damage ------------------------------------------------------------------------------


def flipped(data: bytes, rng: random.Random) -> bytes:
    found = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 8, 64])):
        found[rng.randrange(len(found))] ^= 1 << rng.randrange(8)
    return bytes(found)


def cut(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data))]


def swapped(data: bytes, rng: random.Random) -> bytes:
    """Two pieces in each other's places."""
    size = rng.choice([1, 8, 64, 512])
    a, b = (rng.randrange(max(1, len(data) - size)) for _ in range(2))
    found = bytearray(data)
    found[a : a + size], found[b : b + size] = data[b : b + size], data[a : a + size]
    return bytes(found[: len(data)])


def overwritten(data: bytes, rng: random.Random) -> bytes:
    """A number that means something in a header: none, all, one, the largest."""
    size = rng.choice([1, 2, 4, 8])
    value = rng.choice([0, 1, 255, (1 << 8 * size) - 1, 1 << 8 * size - 1]) % (1 << 8 * size)
    at = rng.randrange(max(1, len(data) - size))
    return data[:at] + value.to_bytes(size, "little") + data[at + size :]


def inserted(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + rng.randbytes(rng.choice([1, 8, 100])) + data[at:]


def retold(data: bytes, rng: random.Random) -> bytes:
    """JSON in which a value is another, is gone, or stands elsewhere; else a flip."""
    try:
        tree = json.loads(data)
    except ValueError:
        return flipped(data, rng)
    places: list[tuple[Any, Any]] = []

    def walk(x: Any) -> None:
        for key in x if isinstance(x, dict) else range(len(x)) if isinstance(x, list) else ():
            places.append((x, key))
            walk(x[key])

    walk(tree)
    if not places:
        return flipped(data, rng)
    inside, key = rng.choice(places)
    other, place = rng.choice(places)
    hostile = [None, -1, 0, 1 << 62, 1e308, "", "../..", [], {}, [[]], "object", True]
    hostile += [[{"name": "numcodecs.pickle"}], {"name": "pickle"}, "|O", [1 << 40], other[place]]
    if rng.random() < 0.2:
        del inside[key]
    else:
        inside[key] = rng.choice(hostile)
    return json.dumps(tree, default=str).encode() if not _is_ring(tree) else flipped(data, rng)


def _is_ring(tree: Any) -> bool:
    try:
        json.dumps(tree)
    except (ValueError, RecursionError):
        return True
    return False


WAYS: list[Callable[[bytes, random.Random], bytes]] = [flipped, cut, swapped, overwritten, inserted]


def damage(what: str, path: Path, rng: random.Random) -> bool:
    """Damage a file, or one of a store; whether it was sealed again."""
    if what == "store":
        files = sorted(file for file in path.rglob("*") if file.is_file())
        texts = [file for file in files if file.suffix == ".json"]
        file = rng.choice(texts if rng.random() < 0.5 else files)
        way = retold if file.suffix == ".json" and rng.random() < 0.6 else rng.choice(WAYS)
        if rng.random() < 0.05:
            file.unlink()
        else:
            file.write_bytes(way(file.read_bytes(), rng))
        return False
    data = path.read_bytes()
    again = rng.random() < 0.5
    if not again:
        path.write_bytes(rng.choice(WAYS)(data, rng))
        return False
    body = rng.choice(WAYS)(data[: -len(SEAL) - SEAL_SIZE], rng)
    path.write_bytes(body + SEAL + _digest(body))
    return True


# -- reading in a worker -------------------------------------------------------------------------


def work(pipe: Any) -> None:
    """Read what is named, until nothing is; each time say what came of it."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    while True:
        task = pipe.recv()
        if task is None:
            return
        what, path, wanted, sealed = task
        try:
            outcome = compared(content(what, Path(path)), wanted)
            pipe.send(("other file" if sealed and outcome == "wrong" else outcome, ""))
        except (ValueError, FileNotFoundError) as error:
            named = str(Path(path)) in str(error) or Path(path).name in str(error)
            pipe.send(("message" if named else "escaped", f"{type(error).__name__}: {error}"))
        except BaseException as error:
            pipe.send(("escaped", f"{type(error).__name__}: {error}"))


class Worker:
    """A process that reads, and is replaced when it crashes or hangs."""

    def __init__(self):
        self._context = multiprocessing.get_context("spawn")
        self._begin()

    def _begin(self) -> None:
        self.pipe, other = self._context.Pipe()
        self.process = self._context.Process(target=work, args=(other,), daemon=True)
        self.process.start()
        other.close()

    def ask(self, *task: Any) -> tuple[str, str]:
        self.pipe.send(task)
        try:
            if self.pipe.poll(PATIENCE):
                return self.pipe.recv()
            found = "hung", ""
        except EOFError:
            self.process.join()
            found = "crashed", f"exit code {self.process.exitcode}"
        self.process.kill()
        self._begin()
        return found

    def end(self) -> None:
        self.pipe.send(None)
        self.process.join()


def damaged(count: int, seed: int, folder: Path) -> Counter[str]:
    """Read so many damaged files; how often what came of it."""
    names = {"motion": "run.nc", "ensemble": "many.nc", "store": "study.zarr"}
    paths = {what: folder / "whole" / name for what, name in names.items()}
    paths["motion"].parent.mkdir()
    motion().save(paths["motion"])
    study(reduce=["mean"]).save(paths["ensemble"])
    study(paths["store"])
    wanted = {what: content(what, path) for what, path in paths.items()}
    found: Counter[str] = Counter()
    worker = Worker()
    for number in range(count):
        rng = random.Random(f"{seed} {number}")
        what = ("motion", "store", "ensemble", "store")[number % 4]
        place = folder / names[what]
        (shutil.copytree if what == "store" else shutil.copy)(paths[what], place)
        sealed = damage(what, place, rng)
        outcome, told = worker.ask(what, str(place), wanted[what], sealed)
        found[f"{what}: {outcome}"] += 1
        if outcome in ("crashed", "hung", "escaped", "wrong"):
            print(f"  {number} ({what}): {outcome} {told[:300]}", flush=True)
        shutil.rmtree(place) if what == "store" else place.unlink()
    worker.end()
    return found


# -- all of it -----------------------------------------------------------------------------------

BAD = ("crashed", "hung", "escaped", "wrong", "lost", "unnoticed")


def main(count: int, places: int, seed: int) -> int:
    print(f"{count} damaged files, {places} full disks, seed {seed}", flush=True)
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="zwang-soak-") as folder:
        found = damaged(count, seed, Path(folder))
    print(f"  {time.perf_counter() - began:.0f} s: {dict(sorted(found.items()))}", flush=True)
    with tempfile.TemporaryDirectory(prefix="zwang-soak-") as folder:
        disks = places_of(places, Path(folder), motion, study)
    print(f"  {time.perf_counter() - began:.0f} s: {dict(sorted(disks.items()))}", flush=True)
    bad = sum(n for name, n in (found + disks).items() if name.endswith(BAD))
    print(f"faults: {bad}")
    return bad


if __name__ == "__main__":
    given = [int(x) for x in sys.argv[1:]]
    asked = [*given, *[10_000, 200, random.SystemRandom().randrange(10**6)][len(given) :]]
    sys.exit(main(*asked) > 0)
