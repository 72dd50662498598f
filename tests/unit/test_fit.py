"""Parameters from measurements: found where they are, with errors that mean what they say."""

from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

duffing = zw.System(
    1.0, lambda q, qd, p: -p["c"] * qd - p["k"] * q - p["k3"] * q**3, coordinates=["x"]
)
TRUTH = {"c": 0.3, "k": 1.0, "k3": 0.5}
TIMES = np.linspace(0.0, 6.0, 41)
START = [2.0], [0.0]
NOISE = 0.05


@pytest.fixture(scope="module")
def exact():
    return zw.simulate(duffing, *START, TIMES, TRUTH, rtol=1e-12).q


def test_data_without_noise_give_the_truth(exact):
    found = zw.fit(duffing, *START, TIMES, exact, {"c": 0.1, "k": 2.0, "k3": 0.2})
    assert found.converged
    assert [found.p[name] for name in TRUTH] == pytest.approx(list(TRUTH.values()), abs=1e-8)
    assert found.values.tolist() == [found.p[name] for name in found.names]
    assert np.abs(found.residual).max() < 1e-8


def test_standard_errors_cover_the_truth(exact):
    """Of 40 repetitions, in each of which a number lies within two errors by 95 %."""
    random = np.random.default_rng(7)
    off = []
    for _ in range(40):
        data = exact + NOISE * random.normal(size=exact.shape)
        found = zw.fit(duffing, *START, TIMES, data, TRUTH, wrt=["c", "k"], rtol=1e-6)
        off.append((found.values - [TRUTH["c"], TRUTH["k"]]) / found.errors)
        assert found.freedom == 39
    # Fewer than 33 of 40 happen once in a thousand times; the mean of 40 squares is 1 ± 0.22.
    assert ((np.abs(off) < 1.96).sum(axis=0) >= 33).all()
    assert (np.abs(np.square(off).mean(axis=0) - 1.0) < 0.75).all()


def test_noise_that_is_known_and_noise_that_is_found_agree(exact):
    data = exact + NOISE * np.random.default_rng(3).normal(size=exact.shape)
    found = zw.fit(duffing, *START, TIMES, data, TRUTH)
    known = zw.fit(duffing, *START, TIMES, data, TRUTH, sigma=np.full((41, 1), found.sigma))
    assert known.values == pytest.approx(found.values, rel=1e-6)
    assert known.errors == pytest.approx(found.errors, rel=1e-6)
    # Of 38 degrees of freedom the noise is known to 11 %.
    assert found.sigma == pytest.approx(NOISE, rel=0.35)


def test_covariance_is_that_of_a_linear_problem():
    """x = a + v t, of a free body: the textbook's variances of a line."""
    body = zw.System(1.0, [0.0])
    t = np.linspace(-1.0, 2.0, 13)
    data = 0.4 + 1.5 * (t - t[0]) + 0.1 * np.cos(7.0 * t)
    found = zw.fit(body, [0.0], [0.0], t, data[:, None], wrt=["q0", "qd0"], sigma=0.1)
    X = np.stack([np.ones_like(t), t - t[0]], axis=1)
    expected, *_ = np.linalg.lstsq(X, data, rcond=None)
    assert found.values == pytest.approx(expected, abs=1e-8)
    assert found.covariance == pytest.approx(0.01 * np.linalg.inv(X.T @ X), rel=1e-7)
    assert (found.q0[0], found.qd0[0]) == pytest.approx(expected, abs=1e-8)


def test_missing_data_count_for_nothing(exact):
    some = exact.copy()
    some[5::3] = np.nan
    found = zw.fit(duffing, *START, TIMES, some, {"c": 0.1, "k": 2.0, "k3": 0.2})
    assert [found.p[name] for name in TRUTH] == pytest.approx(list(TRUTH.values()), abs=1e-8)
    assert np.isnan(found.residual[5]).all()
    assert found.freedom == np.isfinite(some).sum() - 3


def test_what_data_do_not_determine_is_told(exact):
    """Only the ratio k/m of a free oscillator shows."""
    spring = zw.System(lambda p: p["m"], lambda q, qd, p: -p["k"] * q - p["c"] * p["m"] * qd)
    t = np.linspace(0.0, 3.0, 30)
    data = zw.simulate(spring, [1.0], [0.0], t, {"m": 1.0, "k": 4.0, "c": 0.1}).q
    found = zw.fit(spring, [1.0], [0.0], t, data, {"m": 1.1, "k": 4.2, "c": 0.2})
    assert dict(zip(found.names, np.isinf(found.errors).tolist(), strict=True)) == {
        "m": True,
        "k": True,
        "c": False,
    }
    assert found.p["k"] / found.p["m"] == pytest.approx(4.0, abs=1e-7)
    assert "not determined" in str(found)
    assert found.freedom == data.size - 2  # by the data


# -- on constraints --------------------------------------------------------------------------------

rod = zw.Holonomic(lambda q, p: q @ q - p["L"] ** 2, name="rod")
bob = zw.System(1.0, lambda p: jnp.stack([0.0 * p["g"], -p["g"]]), [rod], coordinates=["x", "y"])


def test_a_start_on_a_constraint_is_fitted_along_it():
    truth, t = {"L": 1.1, "g": 9.81}, np.linspace(0.0, 1.5, 31)
    q0 = truth["L"] * np.array([np.cos(0.2), -np.sin(0.2)])
    motion = zw.simulate(bob, q0, [0.0, 0.0], t, truth, rtol=1e-12)
    angle = lambda q: jnp.arctan2(q[0], -q[1])
    data = np.arctan2(motion.q[:, 0], -motion.q[:, 1])
    found = zw.fit(
        bob, [1.0, -0.3], [0.0, 0.0], t, data, {"L": 1.1, "g": 9.0}, wrt=["g", "q0"], measure=angle
    )
    assert found.p == pytest.approx(truth, abs=1e-7)
    assert found.q0 == pytest.approx(q0, abs=1e-8)
    # Nothing is uncertain across the rod; along it the start is known, and not exactly.
    assert abs(found.covariance[1:, 1:] @ q0).max() < 1e-8 * found.covariance.max()
    assert np.isfinite(found.errors).all() and (found.errors > 0).all()
    assert found.sensitivity.check() < 1e-6  # of the fitted start, not of the guess


def test_a_length_is_fitted_from_a_start_that_follows_it():
    truth, t = {"L": 1.1, "g": 9.81}, np.linspace(0.0, 1.5, 16)
    hanging = lambda p: p["L"] * jnp.array([0.6, -0.8])
    motion = zw.simulate(bob, hanging(truth), [0.0, 0.0], t, truth, rtol=1e-12)
    pull = np.linalg.norm(motion.Qc, axis=1)
    found = zw.fit(
        bob,
        hanging,
        [0.0, 0.0],
        t,
        np.column_stack([motion.q[:, 0], pull]),
        {"L": 1.3, "g": 9.0},
        measure=lambda q, Qc: jnp.stack([q[0], jnp.sqrt(Qc @ Qc)]),
    )
    assert found.p == pytest.approx(truth, abs=1e-7)


# -- what does not work is told --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "kind", "text"),
    [
        ({"data": np.zeros(41)}, ValueError, r"`data` has the shape \(41,\); wanted \(41, 1\)"),
        ({"data": np.zeros((40, 1))}, ValueError, "wanted 41 rows"),
        ({"data": np.full((41, 1), np.nan)}, ValueError, "fewer than the 3 to fit"),
        ({"data": np.full((41, 1), np.inf)}, ValueError, "`data` holds infinity"),
        ({"t": (0.0, 6.0)}, ValueError, "`t` is"),
        ({"sigma": -1.0}, ValueError, "`sigma` has entries that are not positive"),
        ({"sigma": np.ones(3)}, ValueError, "`sigma` has the shape"),
        ({"bounds": {"kk": (0.0, 1.0)}}, ValueError, "`bounds` has 'kk'"),
        ({"bounds": {"k": 3.0}}, TypeError, "`bounds` has 3.0"),
        ({"bounds": {"k": (2.0, 3.0)}}, ValueError, "where the search begins"),
        ({"wrt": "kk"}, ValueError, "`wrt` has 'kk'"),
        ({"measure": lambda *row: row[0]}, TypeError, "`measure` takes"),
    ],
    ids="shape rows nothing infinite span negative sigmas name pair outside wrt measure".split(),
)
def test_wrong_arguments_are_named(wrong, kind, text, exact):
    given: dict[str, Any] = {"t": TIMES, "data": exact, "p": TRUTH} | wrong
    with pytest.raises(kind, match=text):
        zw.fit(duffing, *START, **given)


def test_bounds_hold(exact):
    found = zw.fit(
        duffing, *START, TIMES, exact, {"c": 0.1, "k": 2.0, "k3": 0.2}, bounds={"c": (0.0, 0.25)}
    )
    assert found.p["c"] == pytest.approx(0.25, abs=1e-3)


def test_a_search_cut_short_says_so(exact):
    found = zw.fit(
        duffing, *START, TIMES, exact, {"c": 0.1, "k": 2.0, "k3": 0.2}, max_evaluations=2
    )
    assert not found.converged
    assert "NOT CONVERGED" in str(found)
