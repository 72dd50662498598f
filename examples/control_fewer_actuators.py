"""A pendulum of four links, two of them driven: fewer inputs than coordinates, and an energy.

What is required is a rate of the energy E, and nothing of any coordinate,

    dE/dt = −α (E − E_wanted) |ω|²,        ω the rates of the driven joints.

Torques τ change the energy by τ · ω, so that the least ones are τ = −α (E − E_wanted) ω: finite,
also where the driven joints stand still and have no grip. This is the energy control of
F. E. Udwadia and P. B. Koganti, Dynamics and control of a multi-body planar pendulum (Nonlinear
Dynamics).

Run: python examples/control_fewer_actuators.py
"""

import jax
import jax.numpy as jnp
import numpy as np

import zwang as zw

MASSES, LENGTHS, G = np.array([2.0, 1.5, 1.0, 0.5]), np.array([0.6, 0.5, 0.4, 0.3]), 9.81
DRIVEN = ["first", "third"]
ALPHA, WANTED = 0.4, 4.0  # above that of the pendulum at rest


def bobs(q):
    """Where the bobs are (4, 2), by the angles of the joints; it hangs where these are zero."""
    angle = jnp.cumsum(q)
    return jnp.cumsum(LENGTHS[:, None] * jnp.stack([jnp.sin(angle), -jnp.cos(angle)], 1), axis=0)


def kinetic(q, qd):
    v = jax.jvp(bobs, (q,), (qd,))[1]
    return MASSES @ (v**2).sum(axis=1) / 2


def potential(q):
    return G * MASSES @ (bobs(q)[:, 1] + np.cumsum(LENGTHS))


def energy(q, qd):
    return kinetic(q, qd) + potential(q)


def rate(q, qd):
    """What is wanted of ∂E/∂q̇ q̈ (1,)."""
    wanted = -ALPHA * (energy(q, qd) - WANTED) * (qd[0] ** 2 + qd[2] ** 2)
    return jnp.stack([wanted - jax.grad(energy)(q, qd) @ qd])


def controller() -> zw.Controller:
    names = ["first", "second", "third", "fourth"]
    pendulum = zw.System.from_lagrangian(T=kinetic, V=potential, coordinates=names)
    power = zw.AccelerationLevel(
        lambda q, qd: jax.grad(energy, 1)(q, qd)[None], rate, name="rate of the energy"
    )
    return zw.track(pendulum, power, actuation=DRIVEN, weight=1.0)


def main():
    control = controller()
    start = [0.3, -0.2, 0.1, 0.2], [0.5, 0.0, -0.5, 0.0]
    motion = zw.simulate(control.closed_loop(), *start, (0.0, 20.0), rtol=1e-8)
    E = np.array(jax.vmap(energy)(jnp.asarray(motion.q), jnp.asarray(motion.qd)))
    by_hand = -ALPHA * (E - WANTED)[:, None] * motion.qd[:, [0, 2]]
    missed = np.abs(motion.observables["inputs"] - by_hand).max() / np.abs(by_hand).max()
    print(f"energy {E[0]:.2f} J at the start, {WANTED} J wanted")
    print(f"at the end it is there to 1e-3: {abs(E[-1] - WANTED) < 1e-3}")
    print(f"torques as by hand, to 1e-6: {missed < 1e-6}; at most {np.abs(by_hand).max():.1f} N m")


if __name__ == "__main__":
    main()
