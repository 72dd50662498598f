"""What every test shares. Importing zwang turns float64 on.

Most of the suite's time is compiling programs that run once, so that XLA and the C compiler are
told to do it quickly, unless the variables XLA_FLAGS and CC say something else: empty, and tests
run with the defaults, as users do and as ``make test-all`` does. XLA's answers then differ in the
last bits, of which no tolerance knows; those of C do not. What XLA compiled is kept in pytest's
cache, for the other worker, for the processes that tests start and for the next run.
"""

# ruff: noqa: E402
import gc
import itertools
import os
from importlib.metadata import version
from pathlib import Path

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")  # what is kept makes XLA warn, wrongly
# SciPy's LAPACK divides even the smallest triangular solve among all cores, where its threads wait
# for one another by counting: with a worker on each core a test can take six times as long.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import jax
import numpy as np
import pytest
from hypothesis import settings

import zwang  # noqa: F401

# Importing starts no XLA, so this is early enough; the processes that tests start inherit it. XLA
# stops a process whose flags it does not know, so only versions that were tried are told.
QUICK = "--xla_backend_optimization_level=0 --xla_cpu_use_fusion_emitters=false"
QUICK += " --xla_llvm_disable_expensive_passes=true --xla_cpu_parallel_codegen_split_count=1"
if version("jax").startswith("0.9."):
    os.environ.setdefault("XLA_FLAGS", QUICK)
os.environ.setdefault("CC", "cc -O0")
os.environ["ZWANG_BROWSER"] = "none"  # no test opens a window, nor what it starts

# Tracing makes millions of small objects beside the many that stay: looking through all of them
# for cycles, as often as Python does by default, is a sixth of the suite's time. What there is
# when the tests are collected, stays: see below.
gc.set_threshold(1_000_000, 20, 20)

settings.register_profile("zwang", deadline=None, derandomize=True)
settings.load_profile("zwang")


@pytest.fixture
def rng():
    """A NumPy generator, the same for every test."""
    return np.random.default_rng(0)


@pytest.fixture
def key():
    """A JAX key, the same for every test."""
    return jax.random.key(0)


def pytest_configure(config):
    if not hasattr(config, "cache"):  # -p no:cacheprovider
        return
    kept = {
        "jax_compilation_cache_dir": str(config.cache.mkdir("xla")),
        "jax_persistent_cache_min_compile_time_secs": 0.0,
        "jax_persistent_cache_min_entry_size_bytes": -1,
    }
    for name, value in kept.items():
        jax.config.update(name, value)
        os.environ[name.upper()] = str(value)


@pytest.hookimpl(optionalhook=True)  # there is none without xdist
def pytest_xdist_make_scheduler(config, log):
    """One worker has all tests of a file, whatever ``--dist`` says.

    They share what was traced and compiled. Files of many tests are dealt out first; examples and
    pages share nothing, so they come last, one by one, and keep all workers busy to the end.
    """
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            file = nodeid.partition("::")[0]
            return nodeid if file == "tests/project/test_examples.py" else file

    return ByFile(config, log)


def pytest_collection_modifyitems(items):
    needs_gpu = [item for item in items if item.get_closest_marker("gpu")]
    if needs_gpu and jax.default_backend() != "gpu":
        for item in needs_gpu:
            item.add_marker(pytest.mark.skip(reason="no accelerator on this machine"))


def pytest_collection_finish():
    gc.collect()
    gc.freeze()


# What JAX traced and compiled stays: some gigabytes in the end, of which files share little. It is
# dropped between two of them whenever it has grown by so much. And each compiled program keeps some
# mappings of memory, of which Linux gives a process 65,530; XLA crashes when they are used up. Well
# below that, all programs are dropped between two tests. Counting mappings takes up to a tenth of a
# second, so it is done now and then.
MAPPINGS, MEMORY = Path("/proc/self/maps"), Path("/proc/self/statm")
MOST_MAPPINGS, NOW_AND_THEN = 30_000, 25
MOST_MEMORY = 800 * 2**20
tests_run = itertools.count(1)
kept_after = {"bytes": 0}  # in memory, when programs were last dropped


def resident() -> int:
    """Bytes of this process in memory."""
    return int(MEMORY.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def drop_programs() -> None:
    """Forget what JAX traced and compiled."""
    jax.clear_caches()
    gc.collect()
    kept_after["bytes"] = resident()


def pytest_runtest_teardown(item, nextitem):
    if not MEMORY.exists():
        return
    if next(tests_run) % NOW_AND_THEN == 0:
        with MAPPINGS.open("rb") as lines:
            if sum(1 for _ in lines) > MOST_MAPPINGS:
                drop_programs()
    last = nextitem is not None and nextitem.path != item.path
    if last and resident() > kept_after["bytes"] + MOST_MEMORY:
        drop_programs()


@pytest.fixture
def compilations():
    """The list of compilations that JAX makes from now on."""
    seen = []

    def listen(event, duration_secs, **kwargs):
        if "compile" in event:
            seen.append(event)

    jax.monitoring.register_event_duration_secs_listener(listen)
    yield seen
    jax.monitoring.clear_event_listeners()
