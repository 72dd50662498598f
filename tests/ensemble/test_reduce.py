"""Reductions on the fly equal those of NumPy on all members, however these come in."""

import jax
import numpy as np
import pytest

import zwang as zw
from zwang.ensemble.reduce.sketch import Sketch
from zwang.ensemble.reduce.stream import checked_reductions, reduced

N = 2500
LEVELS = (0.0, 0.1, 0.5, 0.9, 1.0)
ALL = checked_reductions(
    ["mean", "covariance", zw.Quantiles(LEVELS), zw.Histogram(20, (-10.0, 10.0))]
)


def members(seed=0):
    """Values (N, 3, 2) far from zero, on different scales; statuses; some rows missing."""
    rng = np.random.default_rng(seed)
    x = np.array([1e3, -2.0]) + rng.normal(size=(N, 3, 2)) * np.array([1e-3, 5.0])
    x[rng.random(N) < 0.1, 2:] = np.nan  # ended before the last row
    status = np.where(rng.random(N) < 0.05, int(zw.Status.STEP_TOO_SMALL), 0)
    x[status != 0] = 1e6
    return x, status


def fold(x, status, size, reductions=ALL):
    chunks = (
        {"x": x[i : i + size], "status": status[i : i + size]} for i in range(0, len(x), size)
    )
    return {k: v["x"] for k, v in reduced(reductions, {"x": x.shape[1:]}, chunks).items()}


@pytest.mark.parametrize("size", [1, 7, 1000, 1024, 2499])
def test_chunks_change_no_bit(size):
    whole, parts = (fold(*members(), s) for s in (N, size))
    for a, b in zip(jax.tree.leaves(whole), jax.tree.leaves(parts), strict=True):
        np.testing.assert_array_equal(a, b)


def test_reductions_equal_numpys():
    x, status = members()
    found, kept = fold(x, status, 600), x[status == 0]
    np.testing.assert_allclose(found["mean"]["mean"], np.nanmean(kept, axis=0), rtol=1e-14)
    np.testing.assert_array_equal(found["mean"]["count"], np.isfinite(kept).sum(axis=0))
    for row in range(3):
        rows = kept[np.isfinite(kept[:, row]).all(axis=1), row]
        # Subtracting the mean first: NumPy's own sum loses digits at 1e3 ± 1e-3.
        expected = np.cov((rows - rows[0]).T)
        np.testing.assert_allclose(found["covariance"]["covariance"][row], expected, rtol=1e-9)
        counts = np.histogram(rows[:, 1], 20, (-10.0, 10.0))[0]
        np.testing.assert_array_equal(found["histogram"]["counts"][row, 1], counts)
    totals = found["histogram"]["counts"].sum(axis=-1)
    totals = totals + found["histogram"]["below"] + found["histogram"]["above"]
    np.testing.assert_array_equal(totals, found["histogram"]["count"])


def test_quantiles_are_those_of_the_sorted_members_to_the_width_of_a_bin():
    x, status = members()
    found, kept = fold(x, status, 600)["quantiles"], x[status == 0]
    expected = np.nanquantile(kept, LEVELS, axis=0)
    span = np.nanmax(kept, axis=0) - np.nanmin(kept, axis=0)
    assert (found["error"] <= 2 * span / 4095).all()
    assert (np.abs(found["quantiles"] - expected) <= found["error"]).all()
    np.testing.assert_array_equal(found["quantiles"][[0, -1]], expected[[0, -1]])


CASES = {
    "one number again and again": [3.0] * 9,
    "zeros": [0.0] * 4,
    "huge and tiny": [1e300, -1e300, 1e-300, 0.0],
    "neighbours": [1.0, np.nextafter(1.0, 2.0), np.nextafter(1.0, 0.0)],
    "growing": list(2.0 ** np.arange(-30, 30)),
    "negative": [-5.0, -4.0, -3.5],
}


@pytest.mark.parametrize("case", CASES)
def test_bins_find_their_range(case):
    x = np.array(CASES[case])[:, None]
    sketch = Sketch(1, 16)
    for value in x:
        sketch.add(value[None], np.ones((1, 1), bool))
    backwards = Sketch(1, 16)
    backwards.add(x[::-1], np.ones(x.shape, bool))
    np.testing.assert_array_equal(sketch.counts, backwards.counts)
    assert sketch.exponent == backwards.exponent and sketch.base == backwards.base
    edges = sketch.edges[0]
    expected = np.bincount(np.searchsorted(edges, x[:, 0], side="right") - 1, minlength=16)
    np.testing.assert_array_equal(sketch.counts[0], expected)


def test_nobody_gives_nan_and_no_warning():
    x, status = members()
    found = fold(x[:5], np.full(5, 13), 2)
    assert np.isnan(found["mean"]["mean"]).all() and np.isnan(found["quantiles"]["quantiles"]).all()
    assert np.isnan(found["covariance"]["covariance"]).all()
    assert (found["histogram"]["count"] == 0).all()


REFUSED = {
    "an unknown name": lambda: checked_reductions("median"),
    "the same twice": lambda: checked_reductions(["mean", "mean"]),
    "levels outside": lambda: zw.Quantiles((0.5, 1.5)),
    "one bin": lambda: zw.Histogram(1),
    "a range upside down": lambda: zw.Histogram(10, (2.0, 1.0)),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_reduction_is_refused(case):
    with pytest.raises(ValueError, match="wanted|Did you mean"):
        REFUSED[case]()
