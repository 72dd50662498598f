"""A constraint that is said again, by rows that turn off the constraints, changes nothing.

Where φ holds, φ (1 + q²), φ̇ cosh q̇ and φ̈ = 0 say what φ = 0 says. Off it their rows are
independent of its own, so that a rank that is looked for must be that of a state that is on it.
"""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.integrate.projection import project

Q0, QD0 = np.array([0.6, 0.8, 0.0]), np.array([0.8, -0.6, 0.5])
TURNED = np.linalg.qr(np.arange(9.0).reshape(3, 3) ** 2 + np.eye(3))[0] * [1e3, 1.0, 1e-2]
SAID = {
    "in positions": zw.Holonomic(lambda q: (q @ q - 1.0) * (2.0 + q[0] ** 2), name="again"),
    "in velocities": zw.Nonholonomic(lambda q, qd: q @ qd * jnp.cosh(qd[0]), name="rate"),
    "in accelerations": zw.AccelerationLevel(lambda q: q, lambda qd: -qd @ qd, name="bent"),
}


def bob(said, S=np.eye(3)):
    """A bob on a sphere, and its start, in coordinates y with q = S y."""
    turned = lambda constraint: {
        zw.Holonomic: lambda c: zw.Holonomic(lambda q: c.phi(S @ q), name=c.name),
        zw.Nonholonomic: lambda c: zw.Nonholonomic(lambda q, qd: c.psi(S @ q, S @ qd), name=c.name),
        zw.AccelerationLevel: lambda c: zw.AccelerationLevel(
            lambda q: c.A(S @ q) @ S, lambda qd: c.b(S @ qd), name=c.name
        ),
    }[type(constraint)](constraint)
    sphere = zw.Holonomic(lambda q: q @ q - 1.0, name="sphere")
    rows = [turned(x) for x in [sphere, *(SAID[name] for name in said)]]
    weight = S.T @ np.array([0.0, -9.81, 0.0])
    return zw.System(S.T @ S, weight, rows), np.linalg.solve(S, Q0), np.linalg.solve(S, QD0)


@pytest.mark.parametrize("S", [np.eye(3), TURNED], ids=["plain", "turned"])
@pytest.mark.parametrize(
    "said", [("in velocities", "in accelerations"), tuple(SAID)], ids=["two", "three"]
)
def test_the_motion_is_the_same(said, S):
    alone = zw.simulate(*bob(()), [0.0, 0.5, 1.0])
    motion = zw.simulate(*bob(said, S), [0.0, 0.5, 1.0])
    assert np.abs(motion.q @ S.T - alone.q).max() < 1e-9
    assert (motion.rank == 1).all() and motion.rank_changes == ()


@pytest.mark.parametrize("S", [np.eye(3), TURNED], ids=["plain", "turned"])
@pytest.mark.parametrize("said", [(name,) for name in SAID] + [tuple(SAID)])
def test_no_singular_configuration_is_near(said, S):
    assert zw.check(*bob(said, S)).warnings == ()


def test_the_rank_beside_a_state_is_that_on_the_constraints():
    system, q, qd = bob(("in velocities",))
    there = project(system, jnp.asarray(0.0), q + 1e-3 * qd, jnp.asarray(qd), None, 1)
    A = np.asarray(there.A)
    assert np.linalg.matrix_rank(A / np.linalg.norm(A, axis=1, keepdims=True), tol=1e-5) == 1
