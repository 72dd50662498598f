"""One motion in four forms: a sled on ice, in momenta, in other velocities, with a definite mass.

A sled of mass 2 whose runner does not slip sideways carries a pointer without mass, which a
constraint keeps one unit ahead of it.

Run: python examples/views_sled.py
"""

import jax.numpy as jnp
import numpy as np
from scipy.integrate import solve_ivp

import zwang as zw

runner = zw.Pfaffian(lambda q: [[jnp.sin(q[2]), -jnp.cos(q[2]), 0.0]], name="runner")
sled = zw.System.from_lagrangian(
    T=lambda qd: qd[0] ** 2 + qd[1] ** 2 + 0.15 * qd[2] ** 2,
    V=lambda q: 0.8 * q[1],  # the ice is not level
    constraints=runner,
    coordinates="x y heading",
)
START = [0.0, 0.0, 0.3], [1.2 * np.cos(0.3), 1.2 * np.sin(0.3), 0.9]

# The pointer's place s is a coordinate of its own: M is singular, and [M | Aᵀ] is not.
ahead = zw.Holonomic(lambda q: q[3] - q[0] - jnp.cos(q[2]), name="ahead")
pointer = zw.System([2.0, 2.0, 0.3, 0.0], [0.0, -0.8, 0.0, 0.0], [
    zw.Pfaffian(lambda q: [[jnp.sin(q[2]), -jnp.cos(q[2]), 0.0, 0.0]], name="runner"), ahead,
], coordinates="x y heading s")  # fmt: skip


def main():
    motion = zw.simulate(sled, *START, [0.0, 1.0, 2.0])

    # Hamilton's equations by another integrator: the same motion, and motion.momentum beside it.
    f = sled.first_order(momenta=True)
    other = solve_ivp(f, (0.0, 2.0), f.start(*START), rtol=1e-9, atol=1e-11)
    print(
        "Hamilton's form agrees within 1e-6:", np.allclose(other.y[:3, -1], motion.q[-1], 0, 1e-6)
    )
    print("momenta at the end:", motion.momentum[-1].round(4).tolist())

    # Two quasi-velocities say all: the speed along the runner, and the rate of turning.
    along = lambda q: [[jnp.cos(q[2]), jnp.sin(q[2]), 0.0], [0.0, 0.0, 1.0]]
    u = zw.quasi_velocities(motion, along)
    print("speed and turning:", u.round(4).tolist())
    back = zw.from_quasi_velocities(motion, along, u)
    print("and back within 1e-12:", np.allclose(back, motion.qd, 0, 1e-12))

    # With the pointer M is singular; the auxiliary system has the same acceleration and force.
    here = [*START[0], np.cos(0.3)], [*START[1], START[1][0] - 0.9 * np.sin(0.3)]
    actual, definite = (x.acceleration(*here) for x in (pointer, pointer.definite(alpha=0.5)))
    print("definite mass, same q̈ and Qc:",
          np.allclose(definite.qdd, actual.qdd), np.allclose(definite.Qc, actual.Qc))  # fmt: skip

    # Without the constraint that leads it, nothing determines the pointer: all there is, by name.
    loose = pointer.with_constraints(pointer.constraints[0])
    print("free:", loose.acceleration(*here, throw=False).freedom.names)


if __name__ == "__main__":
    main()
