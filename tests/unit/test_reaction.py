"""Friction from the force that really acts: the closed form of a sliding rod, and paradoxes."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

EPS = float(np.finfo(float).eps)
m, half, g = 1.5, 0.8, 9.81
J = m * half**2 / 3


def rod(ask="reaction"):
    """A rod of length 2 half whose lower end slides on the floor; angle from the vertical.

    The floor's force N acts at the end (x − half sin θ, 0), rubbed by μ|N| against its velocity.
    """
    floor = zw.Holonomic(lambda q: q[1] - half * jnp.cos(q[2]), name="floor")

    def rub(q, qd, p, force):
        direction = jnp.sign(qd[0] - half * jnp.cos(q[2]) * qd[2])
        arm = jnp.stack([jnp.ones_like(q[0]), 0.0 * q[0], -half * jnp.cos(q[2])])
        return -p["mu"] * jnp.abs(force[1]) * direction * arm

    laws = {
        "reaction": lambda q, qd, p, reaction: rub(q, qd, p, reaction),
        "Qc_ideal": lambda q, qd, p, Qc_ideal: rub(q, qd, p, Qc_ideal),
    }
    return zw.System([m, m, J], [0.0, -m * g, 0.0], [floor], nonideal=laws[ask])


def by_hand(q, qd, mu):
    """λ for N = λ > 0: A M⁻¹(Q + c λ + Aᵀλ) = b, with C = c λ."""
    A = np.array([0.0, 1.0, half * np.sin(q[2])])
    b = -half * np.cos(q[2]) * qd[2] ** 2
    slip = np.sign(qd[0] - half * np.cos(q[2]) * qd[2])
    c = -mu * slip * np.array([1.0, 0.0, -half * np.cos(q[2])])
    inverse = 1 / np.array([m, m, J])
    return (b + g) / (A * inverse @ (A + c)), A, c


STATES = {
    "slips right": ([0.0, half * np.cos(0.5), 0.5], [2.0, -half * np.sin(0.5) * 0.3, 0.3]),
    "slips left": ([0.0, half * np.cos(0.5), 0.5], [-2.0, -half * np.sin(0.5) * 0.3, 0.3]),
}


@pytest.mark.parametrize("state", STATES)
def test_sliding_rod_is_held_by_the_force_of_the_closed_form(state):
    q, qd = map(np.array, STATES[state])
    found = rod().acceleration(q, qd, p={"mu": 0.3})
    lam, A, c = by_hand(q, qd, 0.3)
    assert lam > 0
    np.testing.assert_allclose(found.Qc, lam * (A + c), rtol=1e3 * EPS, atol=1e3 * EPS * m * g)
    naive = rod("Qc_ideal").acceleration(q, qd, p={"mu": 0.3})
    assert np.linalg.norm(naive.Qc - found.Qc) > 0.05 * np.linalg.norm(found.Qc)


def test_where_friction_is_tangent_both_forces_are_the_same():
    wire = zw.Holonomic(lambda q: q @ q - 1.0, name="wire")
    laws = [
        lambda qd, Qc_ideal: -0.3 * jnp.sqrt(Qc_ideal @ Qc_ideal) * qd,
        lambda qd, reaction: -0.3 * jnp.sqrt(reaction @ reaction) * qd,
    ]
    first, second = (
        zw.System(2.0, [0.0, -9.81], [wire], nonideal=law).acceleration([0.6, -0.8], [0.8, 0.6])
        for law in laws
    )
    np.testing.assert_allclose(first.qdd, second.qdd, rtol=100 * EPS)


# A M⁻¹(Aᵀ ± c) of the rod is (1 + 3 sin²θ ± 3μ sin θ cos θ)/m: of both signs for large μ.
@pytest.mark.parametrize(
    "velocity, status",
    [(-2.0, zw.Status.REACTION_NOT_FOUND), (2.0, zw.Status.REACTION_NOT_UNIQUE)],
)
def test_painleve_s_paradox_is_a_status(velocity, status):
    q, qd = STATES["slips right"][0], [velocity, 0.0, 0.0]
    with pytest.raises(zw.NumericalError) as caught:
        rod().acceleration(q, qd, p={"mu": 3.0})
    assert caught.value.status == status
    found = rod().acceleration(q, qd, p={"mu": 3.0}, throw=False)
    assert found.status == status and np.isnan(found.qdd).all()


def test_derivatives_and_batches_pass_through_the_iteration():
    q, qd = map(np.array, STATES["slips right"])
    system = rod()

    @jax.jit
    @jax.vmap
    def both(mu):
        def force(mu):
            return system.acceleration(q, qd, p={"mu": mu}, throw=False).Qc[1]

        return jax.value_and_grad(force)(mu)

    mus = np.array([0.1, 0.3, 0.5])
    values, rates = both(mus)
    # λ = e / (k + μ s), so dλ/dμ = −λ² s / e.
    expected = [by_hand(q, qd, mu)[0] for mu in mus]
    np.testing.assert_allclose(values, expected, rtol=1e3 * EPS)
    h = 1e-3
    near = [[by_hand(q, qd, mu + k * h)[0] for mu in mus] for k in (-2, -1, 1, 2)]
    slopes = (near[0] + 8 * (np.array(near[2]) - near[1]) - near[3]) / (12 * h)
    np.testing.assert_allclose(rates, slopes, rtol=1e-8)
