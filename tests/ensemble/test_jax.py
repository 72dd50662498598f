"""Many motions by JAX: those of C to the tolerance, with the same statuses; and float32."""

import numpy as np
import pytest

import zwang as zw
from tests.ensemble.bobs import LENGTHS, Q0, QD0, P
from tests.systems.points import PENDULUM

SPAN = (0.0, 1.5)


def many(q0=Q0, p=P, **options):
    return zw.simulate_many(PENDULUM, q0, QD0, SPAN, p, **options)


def bad():
    """A start off the rod, one that is no number, and a parameter that is none."""
    q0, L = Q0.copy(), LENGTHS.copy()
    q0[2] *= 1.01
    q0[5, 1] = np.nan
    L[8] = np.nan
    return {"q0": q0, "p": {"L": L, "g": 9.81}}


def test_motions_and_statuses_are_those_of_c():
    by_jax, native = (many(**bad(), engine=engine) for engine in ("jax", "native"))
    assert by_jax.engine == "jax"
    np.testing.assert_array_equal(by_jax.status, native.status)
    np.testing.assert_array_equal(by_jax.t_end, native.t_end)
    np.testing.assert_allclose(by_jax.q, native.q, atol=1e-10)
    np.testing.assert_allclose(by_jax.qd, native.qd, atol=1e-9)
    assert np.abs(by_jax.accepted - native.accepted).max() <= 2


@pytest.mark.parametrize("chunk", [1, 8, 20])
def test_chunks_and_bad_neighbours_change_no_bit(chunk):
    whole, parts = many(engine="jax"), many(**bad(), engine="jax", chunk=chunk)
    np.testing.assert_array_equal(whole.q[parts.ok], parts.q[parts.ok])
    assert parts.failed.tolist() == [2, 5, 8]


@pytest.mark.slow
def test_float32_costs_digits():
    exact, found = many(rtol=1e-12), many(dtype=np.float32)
    assert found.q.dtype == found.t_end.dtype == np.float32 and found.ok.all()
    assert found.engine.startswith("jax: ") and "float64 only" in found.engine
    error = np.abs(found.q - exact.q).max()
    assert 1e-8 < error < 1e-4  # less than a float32 holds, and within its default tolerance
    finer = many(dtype=np.float32, rtol=1e-6, atol=1e-8)
    assert np.abs(finer.q - exact.q).max() < 2e-5


SPRING = zw.System(
    1.0, lambda q, p: -p["k"] * q / (1.0 - q**2 / 4.0), observables={"double": lambda q: 2.0 * q}
)


def test_what_follows_is_that_of_c_and_a_motion_that_ends_is_explained():
    """At q = 2 the force has no bound: members that come near cannot go on."""
    p = {"k": np.array([1.0, -1.0, 4.0])}
    keep = ["q", "qdd", "double"]
    by_jax, native = (
        zw.simulate_many(SPRING, [1.0], [0.0], (0.0, 3.0), p, engine=engine, keep=keep)
        for engine in ("jax", "native")
    )
    assert by_jax.status.tolist() == native.status.tolist()
    assert by_jax.failed.tolist() == [1]
    for name in keep:
        np.testing.assert_allclose(
            by_jax.variable(name)[[0, 2]], native.variable(name)[[0, 2]], rtol=1e-8, atol=1e-8
        )


@pytest.mark.slow
def test_a_pose_on_the_way_is_crossed():
    cross = zw.Holonomic(lambda q: q[0] * q[1], name="cross")
    bead = zw.System(1.0, None, [cross], coordinates=["x", "y"])
    qd0 = np.array([[-1.0, 0.0], [1.0, 0.0]])
    found = zw.simulate_many(bead, [1.0, 0.0], qd0, [0.0, 0.5, 2.0], engine="jax")
    assert found.ok.all() and found.crossings.tolist() == [1, 0]
    np.testing.assert_allclose(found.q[:, :, 0], [[1.0, 0.5, -1.0], [1.0, 1.5, 3.0]], atol=1e-9)
