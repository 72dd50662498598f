"""Designs: all combinations, and samples that are spread as they say."""

import numpy as np
import pytest

import zwang as zw
from tests.refusals import refused


def test_a_grid_has_every_combination_once_the_last_name_fastest():
    found = zw.grid(k=[1.0, 2.0], motor={"c": np.array([3.0, 4.0, 5.0]), "u": 7.0})
    pairs = list(zip(found["k"].tolist(), found["motor"]["c"].tolist(), strict=True))
    assert pairs == [(k, c) for k in (1.0, 2.0) for c in (3.0, 4.0, 5.0)]
    np.testing.assert_array_equal(found["motor"]["u"], np.full(6, 7.0))


def test_a_grid_of_vectors_keeps_them_whole():
    found = zw.grid(q=[[1.0, 2.0], [3.0, 4.0]], k=[5.0, 6.0])
    assert found["q"].tolist() == [[1.0, 2.0], [1.0, 2.0], [3.0, 4.0], [3.0, 4.0]]


def cells(x: np.ndarray, parts: int) -> np.ndarray:
    return np.bincount(np.minimum((x * parts).astype(int), parts - 1), minlength=parts)


@pytest.mark.parametrize("kind", ["sobol", "latin"])
def test_each_part_of_each_range_has_its_share(kind):
    found = zw.sample(64, seed=3, kind=kind, k=(2.0, 4.0), v=([0.0, -1.0], [1.0, 1.0]))
    columns = [(found["k"] - 2.0) / 2.0, found["v"][:, 0], (found["v"][:, 1] + 1.0) / 2.0]
    for x in columns:
        assert (cells(x, 64) == 1).all()


def test_sobol_fills_squares_evenly():
    found = zw.sample(64, seed=0, a=(0.0, 1.0), b=(0.0, 1.0))
    square = (found["a"] * 8).astype(int) * 8 + (found["b"] * 8).astype(int)
    assert (np.bincount(square, minlength=64) == 1).all()


def test_fewer_than_a_power_of_two_are_the_first_of_it():
    many, few = (zw.sample(n, seed=5, a=(0.0, 1.0))["a"] for n in (64, 50))
    np.testing.assert_array_equal(few, many[:50])


@pytest.mark.parametrize("kind", ["sobol", "latin", "uniform", "normal"])
def test_the_seed_decides(kind):
    a, b, c = (zw.sample(32, seed=s, kind=kind, x=(0.0, 1.0))["x"] for s in (1, 1, 2))
    np.testing.assert_array_equal(a, b)
    assert (a != c).any()


def test_normal_samples_have_mean_and_covariance():
    mean, cov = np.array([1.0, -2.0]), np.array([[2.0, 0.8], [0.8, 0.5]])
    found = zw.sample(40_000, seed=1, kind="normal", x=(mean, cov), k=(3.0, 0.1))
    # Four deviations of the estimates.
    np.testing.assert_allclose(found["x"].mean(axis=0), mean, atol=4 * np.sqrt(2.0 / 40_000))
    np.testing.assert_allclose(np.cov(found["x"].T), cov, atol=4 * 2.0 * np.sqrt(2 / 40_000))
    assert abs(found["k"].std() - 0.1) < 4 * 0.1 / np.sqrt(80_000)


test_what_is_no_design_is_refused_by_name = refused(
    [
        (lambda: zw.grid(), "no values"),
        (lambda: zw.grid(k=[]), "`k` has no values"),
        (lambda: zw.sample(3), "no ranges"),
        (lambda: zw.sample(3, k=1.0), "`k` is 1.0"),
        (lambda: zw.sample(3, k=(2.0, 1.0)), r"`k` is \(2.0, 1.0\)"),
        (lambda: zw.sample(3, m={"k": (2.0, 1.0)}), "`m.k`"),
        (lambda: zw.sample(0, k=(1.0, 2.0)), "`n` is 0"),
        (lambda: zw.sample(3, kind="halton", k=(1.0, 2.0)), "'halton'"),
        (
            lambda: zw.sample(3, kind="normal", x=([0.0, 0.0], [[1.0, 2.0], [2.0, 1.0]])),
            "`x` has a covariance",
        ),
        (
            lambda: zw.sample(3, kind="normal", x=([0.0], [[1.0, 0.0], [0.0, 1.0]])),
            r"\(2, 2\); wanted \(d,\)",
        ),
        (lambda: zw.sample(3, kind="normal", x=(0.0, -1.0)), "deviation"),
    ]
)


@pytest.mark.parametrize("kind", ["sobol", "latin", "uniform", "normal"])
def test_a_range_that_overflows_is_refused_by_name(kind):
    largest = np.finfo(float).max
    with pytest.raises(ValueError, match="`arm.k`"):
        zw.sample(64, kind=kind, seed=0, arm={"k": (-largest if kind != "normal" else 0, largest)})
