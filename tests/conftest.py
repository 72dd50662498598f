"""What every test shares. Importing zwang turns float64 on; nothing else is changed, so tests
run with JAX's defaults, as users do."""

import itertools
import os
from pathlib import Path

import jax
import numpy as np
import pytest
from hypothesis import settings

import zwang  # noqa: F401

os.environ["ZWANG_BROWSER"] = "none"  # no test opens a window, nor what it starts

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


def pytest_collection_modifyitems(items):
    needs_gpu = [item for item in items if item.get_closest_marker("gpu")]
    if needs_gpu and jax.default_backend() != "gpu":
        for item in needs_gpu:
            item.add_marker(pytest.mark.skip(reason="no accelerator on this machine"))


# Each compiled program keeps some mappings of memory, of which Linux gives a process 65,530; XLA
# crashes when they are used up. Far below that, all programs are dropped between two tests.
# Counting takes milliseconds, so it is done now and then.
MAPPINGS = Path("/proc/self/maps")
MOST_MAPPINGS, NOW_AND_THEN = 20_000, 10
tests_run = itertools.count(1)


def pytest_runtest_teardown(item, nextitem):
    if next(tests_run) % NOW_AND_THEN == 0 and MAPPINGS.exists():
        with MAPPINGS.open("rb") as lines:
            if sum(1 for _ in lines) > MOST_MAPPINGS:
                jax.clear_caches()
