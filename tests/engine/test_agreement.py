"""C and JAX find the same motion: of random systems, of every reference system and example."""

import functools
import re

import numpy as np
import pytest

import zwang as zw
from benchmarks import soak_engine as soak
from tests.project.source import ROOT, example
from zwang import zoo

# -- random systems: a part of benchmarks/soak_engine.py ----------------------------------------

SHAPES = [soak.SHAPES[i] for i in (2, 5)]
COUNT = 120


def marks(shape):
    """The larger shape takes JAX a minute to compile."""
    return [pytest.mark.slow] * (shape is SHAPES[0])


@pytest.mark.parametrize(
    "shape",
    [pytest.param(s, marks=marks(s), id=str(s)) for s in SHAPES],
)
def test_random_systems_move_or_fail_alike(shape):
    found, became = [], set()
    for case, result, differences in soak.judged(shape, COUNT, seed=1):
        found += [f"{case.name} ({case.kind}): {what}" for what in differences]
        became.add((case.kind, result))
    assert not found, "\n".join(found)
    # The draw has what it should have: motions, refusals and failures.
    assert ("regular", "OK") in became and ("massless", "OK") in became
    assert {kind for kind, result in became if result != "OK"} >= {"NaN", "becomes NaN"}


# -- reference systems and examples ----------------------------------------------------------------

RTOL = 1e-9
# Both take the same steps as long as rounding decides none of them; where it does, they differ by
# what a step may add, times what the motion makes of it until its end.
GROWTH = {"wing_nut": 1e3, "bricard": 1e2}


def engines(simulate, **options):
    return [simulate(engine=engine, **options) for engine in ("native", "jax")]


def same(motions, growth=10.0):
    native, by_jax = motions
    assert native.engine.startswith("native") and by_jax.engine == "jax"
    assert native.status == by_jax.status == zw.Status.OK
    assert native.t[-1] == by_jax.t[-1]
    assert len(native.rank_changes) == len(by_jax.rank_changes)
    assert native.rank[-1] == by_jax.rank[-1]
    for name in ("q", "qd"):
        a, b = getattr(native, name)[-1], getattr(by_jax, name)[-1]
        assert np.abs(a - b).max() <= growth * RTOL * (1.0 + np.abs(b).max()), name


@pytest.mark.slow
@pytest.mark.parametrize("name", zoo.PROBLEMS)
def test_reference_systems_move_alike(name):
    given = zoo.PROBLEMS[name]()
    times = np.linspace(0.0, given.t, 4)
    start = given.system, given.q0, given.qd0, times, given.p
    same(engines(functools.partial(zw.simulate, *start, rtol=RTOL)), GROWTH.get(name, 10.0))


@pytest.mark.slow
@pytest.mark.parametrize("name", zoo.MECHANISMS)
def test_reference_mechanisms_move_alike(name):
    given = zoo.MECHANISMS[name]()
    times = np.linspace(0.0, given.t, 4)
    same(engines(given.simulate, t=times, rtol=RTOL), GROWTH.get(name, 10.0))


EXAMPLES = sorted(
    path.stem
    for path in (ROOT / "examples").glob("*.py")
    if re.search(r"^def run\(.*\) -> zw\.Motion:$", path.read_text(encoding="utf-8"), re.M)
)


def test_examples_with_a_motion_of_their_own_are_found():
    assert len(EXAMPLES) >= 6


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_move_alike(name, monkeypatch):
    module, simulate = example(name), zw.simulate
    found = []
    for engine in ("native", "jax"):
        monkeypatch.setattr(zw, "simulate", functools.partial(simulate, engine=engine))
        found.append(module.run())
    same(found)
