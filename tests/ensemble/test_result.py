"""What an ensemble says of itself: its engine, its pictures, an interruption; one by one."""

import re
from typing import Any

import diffrax
import numpy as np
import pytest

import zwang as zw
from tests.ensemble.bobs import Q0, QD0, TIMES, N, P
from tests.systems.points import PENDULUM
from zwang.ensemble import executor
from zwang.ensemble.arguments import plan_for
from zwang.ensemble.outputs import TAKEN
from zwang.ensemble.run.one_by_one import OneByOne
from zwang.motion.store import FIELDS

LOW = zw.Event(lambda q: q[0], name="low")


def many(t: Any = TIMES, **options: Any):
    return zw.simulate_many(PENDULUM, Q0, QD0, t, P, **options)


def plan(q0=Q0, engine="auto", dtype=None, **settings):
    given = {"step": None, "method": None, "drift": zw.Projection(), "solver": None, "events": ()}
    given |= {"max_steps": None, "rtol": None, "atol": None} | settings
    fixed = {"keep": "auto", "observables": None, "chunk": None, "assemble": False, "threads": 1}
    return plan_for(PENDULUM, q0, QD0, TIMES, P, given, engine=engine, dtype=dtype, **fixed)


ENGINES = {
    "C": ({}, "^native, 1 thread$"),
    "C, with events": ({"events": LOW}, "^native, 1 thread$"),
    "JAX, asked for": ({"engine": "jax"}, "^jax$"),
    "JAX, for an implicit method": ({"method": diffrax.Kvaerno5()}, "^jax: .*method"),
    "JAX, for float32": ({"dtype": np.float32}, "^jax: .*float64 only"),
    "one by one": ({"engine": "jax", "events": LOW}, "^jax; one member after the other: events"),
}


@pytest.mark.parametrize("case", ENGINES)
def test_the_engine_is_told_with_the_reason(case):
    options, told = ENGINES[case]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("zwang.ensemble.run.choose.gpu", lambda: False)
        assert re.search(told, plan(**options).crowd.name)


def test_an_engine_that_cannot_be_is_refused_with_the_reason():
    with pytest.raises(ValueError, match="`engine` is 'native'.*method"):
        plan(engine="native", method=diffrax.Kvaerno5()).crowd  # noqa: B018


@pytest.mark.parametrize("events", [(), LOW], ids=["no events", "an event that ends it"])
def test_a_crowd_is_its_members_one_by_one(events):
    q0 = Q0.copy()
    q0[2], q0[5] = 1.01 * q0[2], np.nan
    study = plan(q0=q0, events=events)
    members = study.batch.members(0, N)
    together, apart = study.crowd.run(members), OneByOne(study.task, "auto", "test").run(members)
    assert apart.stuck is None and together.stuck is not None and not together.stuck.any()
    for name in set(together._fields) - {"stuck"}:
        ok = apart.status == 0
        a, b = getattr(together, name), getattr(apart, name)
        rows = slice(None) if name in ("status", "t_end") else ok
        np.testing.assert_array_equal(a[rows], b[rows], err_msg=name)


def test_interrupted_it_keeps_what_there_is(monkeypatch):
    whole, compute = many(), executor.run_chunk

    def interrupted(plan, k):
        if k == 2:
            raise KeyboardInterrupt
        return compute(plan, k)

    monkeypatch.setattr(executor, "run_chunk", interrupted)
    found = many(chunk=6)
    assert (found.status[:12] == 0).all() and (found.status[12:] == zw.Status.INTERRUPTED).all()
    np.testing.assert_array_equal(found.q[:12], whole.q[:12])
    assert np.isnan(found.q[12:]).all() and "INTERRUPTED" in repr(found)


def labels(figure):
    return [(axes.get_xlabel(), axes.get_ylabel()) for axes in figure.axes]


def test_pictures_show_what_there_is():
    fan = many().plot()
    assert labels(fan) == [("t", "x"), ("t", "y")]
    median = fan.axes[1].get_lines()[0].get_ydata()
    np.testing.assert_array_equal(median, np.median(many().q[:, :, 1], axis=0))
    ends = many((0.0, 1.5))
    assert labels(ends.plot(["x", "qd"])) == [("L", "x"), ("L", "qd x"), ("L", "qd y")]
    points = ends.plot("energy", over="q0 x").axes[0].get_lines()[0]
    np.testing.assert_array_equal(points.get_xdata(), Q0[:, 0])
    np.testing.assert_array_equal(points.get_ydata(), ends.energy[:, 0])
    bars = many((0.0, 1.5), reduce=["histogram"]).plot("y")
    assert labels(bars) == [("y", "members")]
    with pytest.raises(ValueError, match="'z'"):
        ends.plot("z")


def test_no_function_that_is_kept_can_hide_what_an_ensemble_has():
    own = {name for name in dir(zw.Ensemble) if not name.startswith("_")} | set(many().data)
    own |= set(map(str, many().to_xarray().dims))
    free = {name for name in own if name not in TAKEN and name not in FIELDS}
    assert {name for name in free if not name.startswith("p.")} == set()
