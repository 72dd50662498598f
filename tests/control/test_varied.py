"""How the motion of a mechanism under control changes with what it really carries."""

import jax.numpy as jnp
import numpy as np

import zwang as zw


def arm(load):
    """Two links in space, 14 coordinates: more than are written out."""
    first = zw.RigidBody(mass=2.0, inertia=[0.1, 0.1, 0.02], p_WB=[0.0, 0.0, 0.5], name="first")
    second = zw.RigidBody(mass=load, inertia=[0.1, 0.1, 0.02], p_WB=[0.0, 0.0, 1.5], name="second")
    hinges = [
        zw.joints.Revolute(zw.GROUND, first, point=[0.0, 0.0, 0.0], axis=[1.0, 0.0, 0.0], name="a"),
        zw.joints.Revolute(first, second, point=[0.0, 0.0, 1.0], axis=[0.8, 0.6, 0.0], name="b"),
    ]
    return zw.Mechanism([first, second], hinges, [zw.Gravity([0.0, 0.0, -9.81])])


def test_the_derivative_by_a_load_is_that_of_differences():
    height = zw.Holonomic(lambda q, t: q[9:10] - 1.2 - 0.1 * jnp.cos(t), name="height")
    control = zw.track(arm(1.0), height, gains=(4.0, 4.0), actuation=["a", "b"])
    start = control.posed({"a": 0.4, "b": 0.6})
    loop, t = control.closed_loop(arm("load")), np.linspace(0.0, 0.2, 3)
    found = zw.sensitivity(loop, *start, t, {"load": 1.5})
    assert found.engine == "native"
    ends = [zw.simulate(loop, *start, t, {"load": 1.5 + h}, rtol=1e-10).q for h in (1e-3, -1e-3)]
    wanted = (ends[0] - ends[1]) / 2e-3
    np.testing.assert_allclose(found.q["load"], wanted, atol=1e-5 * np.abs(wanted).max())
