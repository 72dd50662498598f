"""Kill -9 at random moments: ``python benchmarks/soak_store.py [kills] [seed]``.

Pendulums swing into a store. Three kills in five are of the process that computes and writes; the
others are of workers of a Dask cluster that computes for it. What is killed is started again, with
the same call, until all chunks are finished; then the store is compared with one that was never
interrupted, file by file, and a new one is begun. What is counted, and must be zero:

different   files that are not the same, bit for bit
repeated    chunks that were computed again although they had been finished
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import numpy as np

import zwang as zw
from zwang.ensemble.simulate_many import simulate_many
from zwang.ensemble.store import archive

MEMBERS, CHUNK = 600, 10
MOMENTS = ["begun", "open", "open", "open", "open"]  # one in five is killed before it has a store
LONGEST = 4.0  # seconds that a process has from that moment, at most
WORKERS, BETWEEN = 2, 2.0  # seconds from a finished chunk to the next kill, at most


def swing(path: Path, executor=None) -> None:
    """The study: pendulums from all around, each with a gravity of its own."""
    rod = zw.Holonomic(lambda q, p: q @ q - p["length"] ** 2, name="rod")
    bob = zw.System(1.0, lambda p: [0.0, -p["g"]], [rod], coordinates=["x", "y"])
    angle = np.linspace(-3.0, 3.0, MEMBERS)
    q0 = np.stack([np.sin(angle), -np.cos(angle)], axis=1)
    p = {"length": 1.0, "g": np.linspace(9.0, 10.0, MEMBERS)}
    options = {"store": path, "chunk": CHUNK, "executor": executor}
    simulate_many(bob, q0, [0.0, 0.0], np.linspace(0.0, 5.0, 51), p, **options)


def telling(tell) -> None:
    """Have each chunk told when it is finished."""
    write = archive.write

    def told(store, k, arrays):
        write(store, k, arrays)
        tell(k)

    archive.write = told


def compare(path: Path, reference: Path) -> int:
    """How many files of two stores differ."""
    found, wanted = (
        {file.relative_to(at): file.read_bytes() for file in at.rglob("*") if file.is_file()}
        for at in (path, reference)
    )
    return sum(found.get(name) != wanted.get(name) for name in {*found, *wanted})


class Soak:
    """What was killed so far, and what came of it."""

    def __init__(self, folder: Path, rng: random.Random):
        self.folder, self.rng = folder, rng
        self.path, self.reference = folder / "study.zarr", folder / "whole.zarr"
        self.kills, self.faults = Counter(), Counter(different=0, repeated=0)
        self.finished: set[int] = set()
        self.stores, self.midway = 0, 0
        self.progress = threading.Event()

    def tell(self, k: int) -> None:
        """A chunk is finished."""
        self.progress.set()
        self.faults["repeated"] += k in self.finished
        self.finished.add(k)

    def settle(self) -> None:
        """A store is complete: compare it, and begin anew."""
        self.faults["different"] += compare(self.path, self.reference)
        self.stores += 1
        shutil.rmtree(self.path)
        self.finished.clear()

    def process(self) -> None:
        """Let a process work on the store, and kill it at some moment, unless it ends before."""
        command = [sys.executable, __file__, "child", str(self.path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout
            moment = self.rng.choice(MOMENTS)
            end = threading.Timer(self.rng.uniform(0.0, LONGEST), child.kill)
            for line in map(str.strip, child.stdout):
                if line == moment:
                    end.start()
                elif line not in MOMENTS:
                    self.tell(int(line))
            end.cancel()
            code = child.wait()
        if code == 0:
            self.settle()
        elif code == -signal.SIGKILL:
            self.kills["process"] += 1
            self.midway += bool(self.finished)
        else:
            raise RuntimeError(f"A process ended with {code}, which nobody asked for.")

    def cluster(self, kills: int) -> None:
        """Stores by the workers of a cluster, of which one after the other is killed."""
        import dask.config
        from distributed import Client, LocalCluster

        # It is one task that dies so often here, and a busy machine starts workers slowly.
        patience = {
            "distributed.scheduler.allowed-failures": 1000,
            "distributed.deploy.lost-worker-timeout": "10 minutes",
        }
        options = {"n_workers": WORKERS, "threads_per_worker": 1, "dashboard_address": None}
        write = archive.write
        telling(self.tell)
        with dask.config.set(patience), LocalCluster(**options) as cluster, Client(cluster) as c:
            goal, done = self.kills["worker"] + kills, threading.Event()
            killer = threading.Thread(target=self._killing, args=(cluster, goal, done))
            killer.start()
            while self.kills["worker"] < goal or self.path.exists():
                swing(self.path, c)
                self.settle()
            done.set()
            self.progress.set()
            killer.join()
        archive.write = write

    def _killing(self, cluster, goal: int, done: threading.Event) -> None:
        while self.kills["worker"] < goal and not done.is_set():
            self.progress.wait()  # so that it is work that is killed
            self.progress.clear()
            done.wait(self.rng.uniform(0.0, BETWEEN))
            nanny = cluster.workers[self.rng.choice(list(cluster.workers))]
            pid = nanny.pid  # None while it is being started
            if pid:
                os.kill(pid, signal.SIGKILL)
                self.kills["worker"] += 1


def main(kills: int, seed: int) -> int:
    print(f"{kills} kills, seed {seed}", flush=True)
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="zwang-soak-") as folder:
        soak = Soak(Path(folder), random.Random(seed))
        swing(soak.reference)
        of_processes = kills - 2 * kills // 5
        while soak.kills["process"] < of_processes:
            soak.process()
        swing(soak.path)  # what is left of the last one
        soak.settle()
        print(f"  {time.perf_counter() - began:.0f} s: {soak.kills}, {soak.faults}", flush=True)
        soak.cluster(kills - of_processes)
        print(
            f"killed: {soak.kills['process']} processes, {soak.midway} with chunks finished, and "
            f"{soak.kills['worker']} workers; {soak.stores} stores completed, "
            f"{time.perf_counter() - began:.0f} s"
        )
        print(", ".join(f"{name}: {count}" for name, count in soak.faults.items()))
    return sum(soak.faults.values())


if __name__ == "__main__":
    if sys.argv[1:2] == ["child"]:
        print("begun", flush=True)
        telling(lambda k: print(k, flush=True))
        missing = archive.missing
        archive.missing = lambda store: print("open", flush=True) or missing(store)
        swing(Path(sys.argv[2]))
    else:
        given = [int(x) for x in sys.argv[1:]]
        kills, seed = [*given, *[50, random.SystemRandom().randrange(10**6)][len(given) :]]
        sys.exit(main(kills, seed) > 0)
