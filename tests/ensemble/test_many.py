"""Many motions at once are the motions one by one; one that fails spoils no other."""

import pickle
import subprocess
import sys
from typing import Any

import cloudpickle
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.ensemble.bobs import Q0, QD0, TIMES, N, P, single
from tests.project.source import ROOT
from tests.refusals import refused
from tests.systems.points import PENDULUM
from zwang.ensemble.plan import run_chunk

FIELDS = "q qd qdd Qc Qc_ideal multipliers A residual rate rank energy power".split()


def many(t: Any = TIMES, q0: Any = Q0, p: Any = P, **options: Any) -> Any:
    return zw.simulate_many(PENDULUM, q0, QD0, t, p, **options)


def same(a, b):
    assert a.data.keys() == b.data.keys()
    for name in a.data:
        np.testing.assert_array_equal(a.data[name], b.data[name], err_msg=name)


# -- the same as one by one ----------------------------------------------------------------------


def test_members_are_the_motions_one_by_one_bit_for_bit():
    found = many(keep="motion")
    assert found.engine.startswith("native") and found.ok.all() and len(found) == N
    for i in range(N):
        alone = single(i)
        for name in FIELDS:
            np.testing.assert_array_equal(getattr(found, name)[i], getattr(alone, name))
        assert found.accepted[i] == alone.stats["accepted"]


def test_ends_of_a_span_are_those_of_the_motions():
    found = many((0.0, 1.5))
    assert found.q.shape == (N, 1, 2) and found.t.tolist() == [1.5]
    for i in (0, 7, N - 1):
        np.testing.assert_array_equal(found.q[i, 0], single(i, (0.0, 1.5)).q[-1])


@pytest.mark.parametrize("options", [{"chunk": 1}, {"chunk": 8}, {"threads": 1}, {"chunk": N}])
def test_chunks_and_threads_change_nothing(options):
    same(many(keep="motion"), many(keep="motion", **options))


def test_fixed_steps_and_tolerances_are_the_motions():
    for options in ({"step": 0.01}, {"rtol": 1e-6, "atol": 1e-8}, {"drift": None}):
        found = many((0.0, 0.5), **options)
        np.testing.assert_array_equal(found.q[3, 0], single(3, (0.0, 0.5), **options).q[-1])


def test_shared_inputs_are_those_of_each():
    p = {"L": 1.0, "g": np.linspace(1.0, 9.0, 5)}
    found: Any = zw.simulate_many(PENDULUM, [0.6, -0.8], [0.0, 0.0], (0.0, 1.0), p)
    assert len(found) == 5 and found.plan.batch.common().keys() == {"L"}
    for i, g in enumerate(p["g"]):
        alone = zw.simulate(PENDULUM, [0.6, -0.8], [0.0, 0.0], (0.0, 1.0), {"L": 1.0, "g": g})
        np.testing.assert_array_equal(found.q[i, 0], alone.q[-1])


# -- what fails ----------------------------------------------------------------------------------


def test_one_bad_member_of_each_kind_spoils_no_other():
    good = many()
    q0, L, g = Q0.copy(), P["L"].copy(), np.full(N, 9.81)
    q0[2] *= 1.01
    q0[5, 1] = np.nan
    L[8] = np.nan
    g[11] = np.inf
    found = many(q0=q0, p={"L": L, "g": g})
    wanted = {2: zw.Status.NOT_ASSEMBLED} | dict.fromkeys((5, 8, 11), zw.Status.NON_FINITE)
    assert {int(i): found.status[i] for i in found.failed} == wanted
    assert found.counts() == {
        zw.Status.OK: N - 4, zw.Status.NON_FINITE: 3, zw.Status.NOT_ASSEMBLED: 1
    }  # fmt: skip
    np.testing.assert_array_equal(found.q[found.ok], good.q[found.ok])
    assert np.isnan(found.q[found.failed, 1:]).all() and (found.t_end[found.failed] == 0.0).all()
    assert all(status.name in repr(found) for status in wanted.values())
    ends = many((0.0, 1.5), q0=q0, p={"L": L, "g": g})
    assert np.isnan(ends.q[found.failed]).all() and np.isfinite(ends.q[found.ok]).all()


def test_the_motion_of_a_failed_member_names_the_cause():
    q0 = Q0.copy()
    q0[2] *= 1.01
    found = many(q0=q0)
    motion = found.motion(2)
    assert motion.status == zw.Status.NOT_ASSEMBLED and "rod" in motion.detail
    with pytest.raises(zw.NumericalError, match="rod"):
        found.motion(2, throw=True)
    np.testing.assert_array_equal(found.motion(3).q, found.q[3])


def test_starts_are_assembled_each_by_itself():
    q0, L = Q0 * np.linspace(0.9, 1.1, N)[:, None], P["L"].copy()
    L[4] = np.nan
    found = many((0.0, 1.0), q0=q0, p={"L": L, "g": 9.81}, assemble=True)
    assert found.failed.tolist() == [4] and found.status[4] == zw.Status.NON_FINITE
    for i in (0, 10, N - 1):
        start = zw.assemble(PENDULUM, q0[i], QD0[i], 0.0, {"L": L[i], "g": 9.81})
        np.testing.assert_array_equal(found.q0[i], start[0])
        alone = zw.simulate(PENDULUM, *start, (0.0, 1.0), {"L": L[i], "g": 9.81})
        np.testing.assert_array_equal(found.q[i, 0], alone.q[-1])


CROSS = zw.Holonomic(lambda q, p: q[0] * q[1] * p["s"], name="cross")
BEAD = zw.System(1.0, None, [CROSS], coordinates=["x", "y"])


def test_a_singular_pose_is_crossed_or_ends_its_member_alone():
    q0 = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 0.0], [1.0, 0.0]])
    qd0 = np.array([[-1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [-0.3, 0.0]])
    found = zw.simulate_many(BEAD, q0, qd0, (0.0, 2.0), {"s": np.array([1.0, 1.0, 1.0, 2.0])})
    branch = zw.Status.BRANCH_NOT_ASSURED
    assert found.status.tolist() == [0, 0, branch, 0] and found.crossings.tolist() == [1, 0, 0, 0]
    np.testing.assert_allclose(found.q[[0, 1, 3], 0, 0], [-1.0, 3.0, 0.4], atol=1e-9)
    assert "cross" in found.motion(2).detail


def test_too_many_steps_is_each_ones_own():
    steps = int(np.median(many((0.0, 1.5)).accepted))
    found = many((0.0, 1.5), max_steps=steps)
    assert 0 < len(found.failed) < N
    assert (found.status[found.failed] == zw.Status.TOO_MANY_STEPS).all()
    assert (found.t_end[found.failed] < 1.5).all() and (found.t_end[found.failed] > 0.5).all()


# -- what is kept --------------------------------------------------------------------------------


def test_fields_that_were_not_kept_follow_from_the_states():
    kept, states = many(keep="motion"), many()
    for name in FIELDS:
        np.testing.assert_array_equal(getattr(kept, name), getattr(states, name))


HEIGHT = {"height": lambda q: q[1], "speeds": lambda qd: qd[:, None] * jnp.ones((1, 3))}


def test_observables_are_functions_of_the_state():
    only, besides = many(keep=HEIGHT), many(observables=HEIGHT)
    whole = many()
    np.testing.assert_array_equal(besides.q, whole.q)
    for found in (only, besides):
        np.testing.assert_array_equal(found.height, whole.q[:, :, 1])
        assert found.speeds.shape == (N, len(TIMES), 2, 3)
        assert found.observables.keys() == HEIGHT.keys()
    with pytest.raises(AttributeError, match="not kept"):
        only.q  # noqa: B018
    assert many(keep=["energy", "q"]).to_xarray().energy.dims == ("member", "time")


def test_events_of_each_member():
    low = zw.Event(lambda q: q[0], name="low", terminal=False)
    early = zw.Event(lambda q, qd, t: t - 0.4 - 0.1 * q[0], name="early", direction=1)
    found = many((0.0, 3.0), events=[low, early])
    for i in (0, 9, N - 1):
        alone = single(i, (0.0, 3.0), events=[low, early])
        assert found.event_count[i].tolist() == [len(x.t) for x in alone.events.values()]
        assert found.event_time[i, 1] == alone.events["early"].t[0] == found.t_end[i]
        np.testing.assert_array_equal(found.q[i, 0], alone.q[-1])
    assert found.ok.all() and found.to_xarray().event.values.tolist() == ["low", "early"]


def test_reductions_are_those_of_the_kept_members():
    q0 = Q0.copy()
    q0[2] *= 1.01
    levels = zw.Quantiles((0.25, 0.5))
    kept = many(q0=q0)
    for chunk in (4, N):
        found = many(q0=q0, chunk=chunk, reduce=["mean", "covariance", levels, "histogram"])
        assert "q" not in found.data
        np.testing.assert_array_equal(found.mean("q"), kept.mean("q"))
        np.testing.assert_array_equal(found.covariance("qd"), kept.covariance("qd"))
        np.testing.assert_array_equal(found.histogram("q")[0], kept.histogram("q")[0])
        error = found.reduced["quantiles"]["q"]["error"]
        assert (np.abs(found.quantiles("q") - kept.quantiles("q", (0.25, 0.5))) <= error).all()
    np.testing.assert_allclose(kept.mean("q"), kept.q[kept.ok].mean(axis=0), atol=1e-14)
    expected = np.cov(kept.q[kept.ok, 2].T)
    np.testing.assert_allclose(kept.covariance("q")[2], expected, rtol=1e-12)
    with pytest.raises(ValueError, match="reduce=zw.Quantiles"):
        found.quantiles("q", (0.9,))


# -- labels, files, other processes --------------------------------------------------------------


def test_members_are_picked_as_from_an_array():
    found = many()
    for which in (slice(3, 9, 2), [5, 1], found.t_end > 1.0, 4, -1):
        part = found[which]
        np.testing.assert_array_equal(part.q, np.atleast_3d(found.q[which]).reshape(part.q.shape))
    np.testing.assert_array_equal(found[[5, 1]].motion(1).q, found.q[1])
    with pytest.raises(IndexError):
        found[N]


def test_labels_and_files(tmp_path):
    found = many(keep={"up/down": lambda q: q[1]}, reduce=["mean", "quantiles"])
    kept = many(keep="motion")
    dataset = kept.to_xarray()
    assert dataset.q.dims == ("member", "time", "coordinate")
    assert dataset.coordinate.values.tolist() == ["x", "y"]
    assert dataset["p.L"].dims == ("member",) and dataset["p.g"].dims == ()
    assert dataset.A.dims == ("member", "time", "row", "coordinate")
    for ensemble in (found, kept):
        ensemble.save(tmp_path / "many.nc")
        again = zw.Ensemble.load(tmp_path / "many.nc")
        same(ensemble, again)
        assert again.engine == ensemble.engine and again.settings == ensemble.settings
        np.testing.assert_array_equal(again.t, ensemble.t)
        np.testing.assert_array_equal(again.p["L"], P["L"])
    np.testing.assert_array_equal(again.mean("q"), kept.mean("q"))
    with pytest.raises(RuntimeError, match="System"):
        again.motion(0)
    with pytest.raises(ValueError, match="ensemble.save did not write"):
        single(0).save(tmp_path / "one.nc")
        zw.Ensemble.load(tmp_path / "one.nc")


def test_a_chunk_elsewhere_is_the_same_chunk():
    plan = many(chunk=6).plan
    for k in range(len(plan.bounds)):
        here = run_chunk(plan, k)
        there = run_chunk(pickle.loads(cloudpickle.dumps(plan.piece(k))), 0)
        assert here.keys() == plan.template().keys() == plan.dims.keys()
        for name, x in here.items():
            np.testing.assert_array_equal(x, there[name])
            shape, kind = plan.template()[name]
            assert x.shape[1:] == shape and x.dtype == kind and x.ndim == len(plan.dims[name])


PRINT = """
from tests.ensemble.test_many import many
print(many(chunk=6).plan.fingerprint())
"""


def test_the_fingerprint_is_the_same_in_another_process():
    done = subprocess.run(
        [sys.executable, "-c", PRINT], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert done.stdout.strip() == str(many(chunk=6).plan.fingerprint()), done.stderr


OTHERS: dict[str, Any] = {
    "system": lambda: zw.simulate_many(PENDULUM.with_constraints(()), Q0, QD0, TIMES, P),
    "parameters": lambda: many(p=P | {"g": 9.8}),
    "starts": lambda: zw.simulate_many(PENDULUM, Q0, QD0 + 1e-300, TIMES, P),
    "times": lambda: many(TIMES + 1e-9),
    "settings": lambda: many(rtol=1e-8),
    "keep": lambda: many(keep="end"),
    "chunks": lambda: many(chunk=5),
}


@pytest.mark.parametrize("part", OTHERS)
def test_the_fingerprint_tells_what_differs(part):
    a, b = (x.plan.fingerprint() for x in (many(), OTHERS[part]()))
    assert [name for name in a if a[name] != b[name]] == [part]


test_what_cannot_be_is_refused_by_name = refused(
    [
        ({"keep": ["q", "enrgy"]}, "Did you mean 'energy'"),
        ({"keep": "motion", "t": (0.0, 1.0)}, "wanted times in `t`"),
        ({"keep": {"q": lambda q: q}}, "which every ensemble has"),
        ({"keep": {"status": lambda q: q[0]}}, "which every ensemble has"),
        ({"observables": {"p.g": lambda q: q[0]}}, "which every ensemble has"),
        ({"dtype": np.float16}, "`dtype` is"),
        ({"chunk": 0}, "`chunk` is 0"),
        ({"engine": "fortran"}, "`engine` is 'fortran'"),
        ({"dtype": np.float32, "engine": "native"}, "float64 only"),
        ({"threads": 0.5}, "`threads` is 0.5"),
        ({"rtol": 2.0}, "`rtol` is 2.0"),
        ({"reduce": "median"}, "'median'"),
    ],
    lambda options: many(**options),
)


def test_progress_is_shown(capsys):
    many(chunk=5, progress=True)
    shown = capsys.readouterr().out
    assert f"{N}/{N}" in shown and "members/s" in shown


def test_of_several_ends_within_a_step_the_first_counts():
    at = lambda when: zw.Event(lambda t: t - when, name=f"at {when}")
    times = 0.4002, 0.4001, 0.4003
    found = many((0.0, 3.0), events=list(map(at, times)))
    np.testing.assert_allclose(found.t_end, min(times), rtol=1e-12)
    assert (found.event_count == [0, 1, 0]).all()
