"""Who computes a chunk changes nothing, and a worker that dies loses nothing."""

import asyncio
import os
import signal
import threading
from concurrent import futures
from multiprocessing import get_context

import dask.config
import numpy as np
import pytest
from distributed import Client, LocalCluster

from tests.ensemble.swings import PENDULUM, made_up, pendulum, plan, starts
from zwang.ensemble import executor
from zwang.ensemble.executor import compute, packed, run
from zwang.ensemble.plan import run_chunk
from zwang.ensemble.simulate_many import simulate_many

PLAN = plan()
HERE = os.getpid()
PATIENCE = {
    "distributed.scheduler.allowed-failures": 1,  # one worker more, for quick tests
    "distributed.deploy.lost-worker-timeout": "10 minutes",  # on a busy machine they start slowly
}


@pytest.fixture(scope="module")
def client():
    """Two processes with one thread each."""
    alone = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0"}
    with dask.config.set(PATIENCE), LocalCluster(**alone) as cluster, Client(cluster) as client:
        yield client


@pytest.fixture(scope="module")
def expected():
    return [run_chunk(PLAN, k) for k in range(len(PLAN.bounds))]


def bits(arrays):
    return {name: (x.dtype.name, x.shape, x.tobytes()) for name, x in arrays.items()}


def equal(found, expected) -> bool:
    return {k: bits(x) for k, x in found} == {k: bits(x) for k, x in enumerate(expected)}


# -- the same, wherever -----------------------------------------------------------------------


class Counting(futures.Executor):
    """Computes when it is asked for results, and knows how many wait."""

    def __init__(self):
        self.waiting, self.most = 0, 0

    def submit(self, fn, /, *arguments, **named):
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        future = futures.Future()
        future.set_result(fn(*arguments, **named))
        self.waiting -= 1
        return future


def test_a_cluster_computes_the_same_bits(client, expected):
    assert equal(run(PLAN, range(5), client), expected)


@pytest.mark.parametrize("stored", [False, True], ids=["in memory", "in a store"])
def test_members_keep_their_order_on_a_cluster(stored, client, tmp_path):
    """Chunks come back as they are done; the ensemble has them in the order of its members."""
    p = {"length": 1.0, "g": np.linspace(9.0, 10.0, 40)}
    given = PENDULUM, starts(40), [0.0, 0.0], (0.0, 0.5), p
    store = tmp_path / "study.zarr" if stored else None
    there = simulate_many(*given, executor=client, chunk=3, store=store)
    here = simulate_many(*given)
    for name in ("q", "qd", "status", "accepted"):
        x, y = (np.asarray(found.data[name]) for found in (there, here))
        assert x.tobytes() == y.tobytes()
    assert (np.asarray(there.data["p.g"]) == p["g"]).all()


@pytest.mark.parametrize("chunks", [[], [1, 3]], ids=["none", "two"])
def test_only_the_chunks_asked_for_are_computed(chunks, client):
    assert sorted(k for k, _ in run(PLAN, chunks, client)) == chunks


POOLS = {
    "threads": lambda: futures.ThreadPoolExecutor(2),
    "processes": lambda: futures.ProcessPoolExecutor(1, mp_context=get_context("spawn")),
    "another kind": Counting,
}


@pytest.mark.parametrize("kind", POOLS)
def test_a_pool_computes_the_same_bits(kind, expected):
    with POOLS[kind]() as pool:
        assert equal(run(PLAN, range(5), pool), expected)


def test_this_process_is_the_default(expected):
    assert equal(run(PLAN, range(5)), expected)


def test_few_chunks_are_under_way_at_a_time(monkeypatch):
    """However slowly results are taken; and none is left out."""

    class Slow(futures.Executor):
        submitted = 0

        def submit(self, fn, /, *arguments, **named):
            self.submitted += 1
            future = futures.Future()
            future.set_result({})
            return future

    many, pool = plan(count=100, chunk=1), Slow()
    taken = set()
    for k, _ in run(many, range(100), pool):
        taken.add(k)
        assert pool.submitted - len(taken) <= executor.FEWEST
    assert taken == set(range(100))


def test_what_is_not_taken_any_more_is_called_off(client):
    found = run(PLAN, range(5), client)
    next(found)
    found.close()
    client.run_on_scheduler(_forgets)


async def _forgets(dask_scheduler):
    """The scheduler forgets futures that were cancelled, in time; this runs on its loop."""
    while any("zwang" in key for key in dask_scheduler.tasks):
        await asyncio.sleep(0.01)


def test_a_worker_unpacks_the_plan_once(monkeypatch, expected):
    import cloudpickle

    unpacked, loads = [], cloudpickle.loads
    monkeypatch.setattr(cloudpickle, "loads", lambda x: unpacked.append(x) or loads(x))
    parcel = packed(PLAN)
    assert equal(((k, compute(parcel, k, 1)) for k in range(5)), expected)
    assert len(unpacked) <= 1  # none, if this process had it from a test before


# -- workers that die -------------------------------------------------------------------------


def deadly(marker: str):
    """A pendulum that kills the process which describes it to a compiler, but for this one.

    With a marker only the first that comes by; the marker says that there was one.
    """
    home, number = HERE, signal.SIGKILL

    def force(p):
        if os.getpid() != home:
            try:
                if marker:
                    open(marker, "x").close()
                os.kill(os.getpid(), number)
            except FileExistsError:
                pass
        return [0.0, -p["g"]]

    return pendulum(force)


def test_a_chunk_whose_worker_died_is_computed_again(client, expected, tmp_path):
    marker = tmp_path / "died"
    before = set(client.run(os.getpid).values())
    assert equal(run(plan(deadly(str(marker))), range(5), client), expected)
    client.wait_for_workers(2, timeout=60)
    assert marker.exists()
    assert len(before & set(client.run(os.getpid).values())) == 1


@pytest.mark.slow
def test_members_that_end_the_process_of_a_pool_are_named():
    with POOLS["processes"]() as pool:
        with pytest.raises(RuntimeError, match="Members 5 to 9, or others .* with it the pool"):
            list(run(plan(deadly("")), [1], pool))


def test_an_error_on_a_worker_comes_back_with_its_members(client):
    home = HERE

    def force(p):
        if os.getpid() != home:
            raise ZeroDivisionError("no gravity there")
        return [0.0, -p["g"]]

    with pytest.raises(Exception, match="no gravity there") as failed:
        list(run(plan(pendulum(force)), [2], client))
    assert "members 10 to 14" in "".join(failed.value.__notes__)


# -- what cannot be -------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [4, "threads", ["a"], dask], ids=["4", "text", "list", "module"])
def test_an_executor_that_is_none_is_refused(wrong):
    with pytest.raises(TypeError, match="`executor` is .*; wanted a dask.distributed.Client"):
        run(PLAN, [0], wrong)


def test_a_cluster_without_its_client_is_told_what_to_do(client):
    with pytest.raises(TypeError, match=r"executor=Client\(cluster\)"):
        run(PLAN, [0], client.cluster)


def test_forked_processes_are_refused():
    with futures.ProcessPoolExecutor(1, mp_context=get_context("fork")) as pool:
        with pytest.raises(ValueError, match="forked"):
            run(PLAN, [0], pool)


def test_what_cannot_be_sent_is_told():
    with pytest.raises(TypeError, match="cannot be sent to other processes"):
        packed(plan(pendulum(lambda p, held=threading.Lock(): [0.0, -p["g"]])))


def test_a_worker_of_another_version_is_refused():
    parcel = packed(PLAN)._replace(version="0.0", name="another")
    with pytest.raises(RuntimeError, match="A worker has zwang .*, and this process zwang 0.0"):
        compute(parcel, 0)


def test_a_worker_whose_functions_do_something_else_is_refused():
    hidden = {"g": 1.0}
    asked = plan(pendulum(lambda p: [0.0, -p["g"] * hidden["g"]]))
    run_chunk(asked, 0)
    compute(packed(asked), 0, 1)
    hidden["g"] = 2.0
    with pytest.raises(RuntimeError, match="in a worker .* has changed since they were first used"):
        compute(packed(asked), 0, 1)


def test_made_up_arrays_have_the_shapes_of_computed_ones(expected):
    """The tests of the store stand on them."""
    for k, x in enumerate(expected):
        shapes = {name: (y.shape, y.dtype) for name, y in x.items()}
        assert shapes == {name: (y.shape, y.dtype) for name, y in made_up(PLAN, k).items()}


def test_members_that_end_every_worker_are_named(client):
    """The last test of the cluster, which has no workers for a while then."""
    with pytest.raises(RuntimeError, match="Members 5 to 9, or others .* again and again"):
        list(run(plan(deadly("")), [1], client))
