"""Stability that is lost and won again along a locus, against closed forms: a value lies within."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

J = np.array([[0.0, -1.0], [1.0, 0.0]])


def kinds(locus):
    return [x.kind for x in locus.crossings], [x.value for x in locus.crossings]


def shaft(k, turn=0.0):
    """A shaft in axes that turn with it: unstable from the lower critical speed to the upper."""
    c, s = np.cos(turn), np.sin(turn)
    R = np.array([[c, -s], [s, c]])
    K = R @ np.diag(k) @ R.T

    def kinetic(q, qd, p):
        v = qd + p["W"] * J @ q
        return v @ v / 2

    return zw.System.from_lagrangian(T=kinetic, V=lambda q: q @ K @ q / 2)


@pytest.mark.parametrize("values", [[1.0, 2.5, 4.0], [0.5, 2.1, 2.9, 4.0], [5.0, 2.2, 1.0]])
@pytest.mark.parametrize("turn", [0.0, 0.6])
def test_a_shaft_is_unstable_between_its_critical_speeds(values, turn):
    locus = zw.root_locus(
        shaft([4.0, 9.0], turn=turn), [0.0, 0.0], {"W": 1.0}, name="W", values=values
    )
    found, places = kinds(locus)
    assert found == ["divergence", "divergence"]
    np.testing.assert_allclose(sorted(places), [2.0, 3.0], rtol=1e-6)


def damped(law):
    """Two oscillators, the damping of the second as given; in other coordinates it is hidden."""
    T = np.array([[1.0, 0.4], [-0.3, 1.2]])
    inverse = np.linalg.inv(T)

    def force(q, qd, p):
        y, yd = T @ q, T @ qd
        push = jnp.stack([-4.0 * y[0] - 0.5 * yd[0], -y[1] - law(p["m"]) * yd[1]])
        return inverse @ push

    return zw.System(1.0, force, coordinates=["a", "b"])


@pytest.mark.parametrize("values", [[0.0, 0.45, 1.0], [1.0, 0.6, 0.0], [-1.0, 0.0, 0.4, 1.0]])
@pytest.mark.parametrize("size", [1.0, 0.1])
def test_both_ends_of_a_window_of_flutter(values, size):
    locus = zw.root_locus(
        damped(lambda m: -size * (m - 0.3) * (0.7 - m)),
        [0.0, 0.0],
        {"m": 0.0},
        name="m",
        values=values,
    )
    found, places = kinds(locus)
    assert found == ["flutter", "flutter"]
    np.testing.assert_allclose(sorted(places), [0.3, 0.7], atol=1e-6)


@pytest.mark.parametrize("values", [[0.0, 0.7, 1.0], [1.0, 0.68, 0.0]])
def test_what_is_held_by_turning_alone_is_lost_where_one_stiffness_is_won(values):
    """k₁ k₂ > 0 is needed, and g² large for negative ones: λ⁴ + (k₁ + k₂ + g²) λ² + k₁ k₂ = 0."""
    force = lambda q, qd, p: jnp.stack([q[0], ((p["m"] - 0.7) ** 2 - 0.0025) * q[1]]) + 4.0 * J @ qd
    locus = zw.root_locus(zw.System(1.0, force), [0.0, 0.0], {"m": 0.0}, name="m", values=values)
    found, places = kinds(locus)
    assert found == ["divergence", "divergence"]
    np.testing.assert_allclose(sorted(places), [0.65, 0.75], rtol=1e-6)


def test_a_window_of_rest_in_an_unstable_range_is_found():
    law = lambda m: (m - 0.4) * (0.6 - m)
    locus = zw.root_locus(damped(law), [0.0, 0.0], {"m": 0.0}, name="m", values=[0.0, 0.5, 1.0])
    assert locus.stability == ("unstable", "asymptotically stable", "unstable")
    found, places = kinds(locus)
    assert found == ["flutter", "flutter"]
    np.testing.assert_allclose(places, [0.4, 0.6], atol=1e-6)


def test_forces_that_circulate_are_felt_where_frequencies_come_together():
    """k₁ = 1, k₂ = 1 + m and the circulatory ε: unstable for |m| < 2 ε."""
    law = lambda q, p: -jnp.stack([q[0] + 0.1 * q[1], (1.0 + p["m"]) * q[1] - 0.1 * q[0]])
    locus = zw.root_locus(
        zw.System(1.0, law), [0.0, 0.0], {"m": -0.8}, name="m", values=[-0.8, 0.1, 1.0]
    )
    found, places = kinds(locus)
    assert found == ["flutter", "flutter"]
    np.testing.assert_allclose(places, [-0.2, 0.2], atol=1e-6)


def test_no_state_is_computed_beside_the_values_where_stability_stays():
    """Bisection begins only where the stability differs."""
    from zwang.rest import find, locus

    calls = []

    def counted(*arguments, **more):
        calls.append(None)
        return find.located(*arguments, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(locus, "located", counted)
        zw.root_locus(
            damped(lambda m: 1.0 + m),
            [0.0, 0.0],
            {"m": 0.0},
            name="m",
            values=np.linspace(0.0, 1.0, 11),
        )
    assert len(calls) == 11
