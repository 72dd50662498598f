"""Where the chunks of an ensemble are computed: here, on a Dask cluster, or in a pool of processes.

A chunk is a function of the plan and its number, so it does not matter who computes it, nor how
often. The plan goes to a cluster once; its workers pass it on to each other, and each unpacks and
compiles it once. A chunk has all of a worker to itself: it uses the worker's threads, or its GPU.

Few chunks are under way at a time, so that neither the workers nor this process gather results
faster than they are taken.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import tempfile
import threading
import uuid
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent import futures
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from zwang.base.process import interruption
from zwang.base.version import version
from zwang.ensemble.plan import Plan, run_chunk

Results = Generator[tuple[int, dict[str, np.ndarray]], None, None]
AHEAD = 2  # chunks under way for each worker: one is computed, one waits
FEWEST = 8  # under way at least, so that a cluster that grows with its work does grow


def run(plan: Plan, chunks: Iterable[int], executor: Any = None) -> Results:
    """Compute chunks, and give each with its number when it is done, in whatever order.

    Raises TypeError, RuntimeError.
    """
    if executor is None:
        return _one_by_one(plan, chunks)
    if _is_client(executor):
        return _on_cluster(plan, chunks, executor)
    if isinstance(executor, futures.Executor):
        return _in_pool(plan, chunks, executor)
    cluster = hasattr(executor, "scheduler_address")
    remedy = " A cluster has one: executor=Client(cluster)." if cluster else ""
    raise TypeError(
        f"`executor` is {executor!r}; wanted a dask.distributed.Client, a concurrent.futures "
        f"executor, or None.{remedy}"
    )


def _one_by_one(plan: Plan, chunks: Iterable[int]) -> Results:
    for k in chunks:
        yield k, run_chunk(plan, k)
        interruption.check()


def _is_client(executor: Any) -> bool:
    if all(kind.__module__.partition(".")[0] != "distributed" for kind in type(executor).__mro__):
        return False  # without importing it, which takes a while
    from distributed import Client

    if isinstance(executor, Client) and executor.asynchronous:
        raise TypeError("`executor` is an asynchronous Client; wanted one that waits: Client(...).")
    return isinstance(executor, Client)


# -- what a worker does --------------------------------------------------------------------------


class Parcel(NamedTuple):
    """A plan on its way to other processes."""

    name: str  # digest of the contents
    contents: bytes | Path  # the plan, pickled; or the file in which it lies
    version: str  # of zwang, where it was packed
    traced: tuple[str, str | None]  # what its functions do there


def packed(plan: Plan) -> Parcel:
    """A plan as it is sent; functions from a notebook or a script go along."""
    try:
        import cloudpickle
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            "`executor` needs what `pip install 'zwang[scale]'` installs."
        ) from None
    try:
        contents = cloudpickle.dumps(plan)
    except Exception as error:  # whatever an object raises that does not let itself be pickled
        raise TypeError(
            f"The motions cannot be sent to other processes: {error}. Functions of the system must "
            "not hold open files, locks and the like."
        ) from error
    return Parcel(hashlib.blake2b(contents).hexdigest(), contents, version(), plan.traced)


_unpacked: dict[str, Plan] = {}  # the plan that this process computes
_alone = threading.Lock()  # held while a chunk is computed


def compute(parcel: Parcel, k: int, threads: int | None = None) -> dict[str, np.ndarray]:
    """What a worker does: unpack the plan, unless it was before, and compute a chunk."""
    with _alone:
        if parcel.name not in _unpacked:
            if parcel.version != version():
                raise RuntimeError(
                    f"A worker has zwang {version()}, and this process zwang {parcel.version}; "
                    "wanted the same."
                )
            _unpacked.clear()  # with all that was compiled for the one before
            _unpacked[parcel.name] = _unpack(parcel, threads)
        return run_chunk(_unpacked[parcel.name], k)


def _unpack(parcel: Parcel, threads: int | None) -> Plan:
    import cloudpickle

    found = parcel.contents
    plan = cloudpickle.loads(found.read_bytes() if isinstance(found, Path) else found)
    (version, wanted), (own, found) = parcel.traced, plan.traced
    if version == own and None not in (wanted, found) and wanted != found:
        raise RuntimeError(
            "The functions of the system do something else in a worker than in the process that "
            "sent them: what they capture has changed since they were first used, or is another "
            "here. Wanted the system built again, or numbers that change in `p`."
        )
    if plan.threads is None:
        plan = replace(plan, threads=_threads() if threads is None else threads)
    return plan


def _threads() -> int | None:
    from distributed import get_worker

    return get_worker().state.nthreads


# -- Dask ----------------------------------------------------------------------------------------


def _on_cluster(plan: Plan, chunks: Iterable[int], client: Any) -> Results:
    import dask.config
    from distributed import as_completed

    if not (chunks := list(chunks)):
        return
    # The plan is a task, and not scattered: a task that is lost with its workers is done again.
    # Dask would rather have scattered what is large, and would say so.
    with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1TB"}):
        parcel = client.submit(_itself, packed(plan), key=f"zwang-plan-{uuid.uuid4().hex}")
    waiting, running, done = iter(chunks), {}, as_completed()

    def fill() -> None:
        most = max(FEWEST, AHEAD * len(client.nthreads()))
        for k in _next(waiting, most - len(running)):
            first, last = plan.bounds[k]
            key = f"zwang-members-{first}-{last - 1}-{uuid.uuid4().hex}"
            future = client.submit(compute, parcel, k, key=key)
            running[future] = k
            done.add(future)

    try:
        fill()
        for future in done:
            k = running.pop(future)
            arrays = _result(plan, k, future)
            fill()  # before they are taken: workers need not wait for that
            yield k, arrays
    finally:
        if client.status == "running":
            client.cancel([*running, parcel])


def _itself(x: Any) -> Any:
    return x


def _next(chunks: Iterator[int], count: int) -> list[int]:
    return list(itertools.islice(chunks, max(0, count)))


def _result(plan: Plan, k: int, future: Any) -> dict[str, np.ndarray]:
    from distributed import KilledWorker

    try:
        return future.result()
    except KilledWorker as error:
        raise _killed(plan, k, "again and again") from error
    except futures.CancelledError as error:
        raise RuntimeError(
            f"{_members(plan, k)} were given up by the cluster, which was closed or restarted."
        ) from error
    except Exception as error:
        error.add_note(f"Raised on a worker, for {_members(plan, k).lower()}.")
        raise


def _members(plan: Plan, k: int) -> str:
    first, last = plan.bounds[k]
    return f"Members {first} to {last - 1}"


def _killed(plan: Plan, k: int, how: str) -> RuntimeError:
    return RuntimeError(
        f"{_members(plan, k)}, or others beside them, ended the process of their worker, {how}: "
        "most often for want of memory. Use smaller chunks, `chunk=...`, or workers with more "
        "memory; the output of the workers may tell more. What is finished in a store stays there: "
        "run the same again."
    )


# -- a pool of this machine ----------------------------------------------------------------------


def _in_pool(plan: Plan, chunks: Iterable[int], pool: futures.Executor) -> Results:
    if isinstance(pool, futures.ThreadPoolExecutor):
        return _drain(plan, chunks, lambda k: pool.submit(_alone_here, plan, k))
    if not isinstance(pool, futures.ProcessPoolExecutor):
        parcel = packed(plan)
        return _drain(plan, chunks, lambda k: pool.submit(compute, parcel, k, 1))
    context = getattr(pool, "_mp_context", None)
    if context is not None and context.get_start_method() == "fork":
        raise ValueError(
            "`executor` is a pool of forked processes, in which JAX may wait for ever; wanted "
            'ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")).'
        )
    return _in_processes(plan, chunks, pool)


def _in_processes(plan: Plan, chunks: Iterable[int], pool: Any) -> Results:
    """The plan goes by a file, which each process reads once."""
    workers = getattr(pool, "_max_workers", 1)
    threads = max(1, (os.cpu_count() or 1) // workers)
    with tempfile.TemporaryDirectory(prefix="zwang-") as folder:
        parcel = packed(plan)
        file = Path(folder) / "plan"
        file.write_bytes(parcel.contents)  # pyright: ignore[reportArgumentType]
        parcel = parcel._replace(contents=file)
        yield from _drain(plan, chunks, lambda k: pool.submit(compute, parcel, k, threads), workers)


def _alone_here(plan: Plan, k: int) -> dict[str, np.ndarray]:
    with _alone:
        return run_chunk(plan, k)


def _drain(
    plan: Plan, chunks: Iterable[int], submit: Callable[[int], futures.Future], workers: int = 1
) -> Results:
    waiting, running = iter(chunks), {}
    most = max(FEWEST, AHEAD * workers)
    try:
        while True:
            running |= {submit(k): k for k in _next(waiting, most - len(running))}
            if not running:
                return
            for future in futures.wait(running, return_when=futures.FIRST_COMPLETED).done:
                k = running.pop(future)
                try:
                    arrays = future.result()
                except BrokenProcessPool as error:
                    raise _killed(plan, k, "and with it the pool") from error
                except Exception as error:
                    error.add_note(f"Raised in a pool, for {_members(plan, k).lower()}.")
                    raise
                yield k, arrays
    finally:
        for future in running:
            future.cancel()
