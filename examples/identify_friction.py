"""The friction of a wire, from the motion of a bead on it: a nonideal constraint is identified.

A bead slides on the wire y = x²/2. The wire holds it, and it also rubs: by Coulomb's law with the
coefficient mu times the force that the wire exerts, and with a viscous part c. In the words of the
fundamental equation this is C, the work that the constraint does. Both numbers are found from
noisy pictures of the bead. Coulomb's law jumps where the bead turns; derivatives need a smooth
law, so the jump is spread over speeds of 1 cm/s.

Run: python examples/identify_friction.py [file.png]
"""

import sys

import jax.numpy as jnp
import matplotlib.pyplot as plt
import numpy as np

import zwang as zw

NOISE, SLOW, DATA, FITTED, IDEAL = 0.005, 0.01, "#9aa4b1", "#00798c", "#d1495b"


def rubbing(q, qd, p, Qc_ideal):
    """C (2,): against the motion, by Coulomb's law and by a viscous one."""
    along = jnp.stack([1.0 + 0.0 * q[0], q[0]]) / jnp.sqrt(1.0 + q[0] ** 2)  # of the wire
    speed, press = qd @ along, jnp.sqrt(Qc_ideal @ Qc_ideal)
    return -(p["mu"] * press * jnp.tanh(speed / SLOW) + p["c"] * speed) * along


def wire() -> zw.System:
    """A bead of 100 g on a parabola; lengths in metres."""
    shape = zw.Holonomic(lambda q: q[1] - q[0] ** 2 / 2.0, name="wire")
    return zw.System(0.1, [0.0, -0.981], [shape], nonideal=rubbing, coordinates=["x", "y"])


def measured(seed: int = 2):
    """When the bead was looked at, and where it was seen."""
    truth = {"mu": 0.08, "c": 0.03}
    times = np.linspace(0.0, 5.0, 151)
    motion = zw.simulate(wire(), [1.0, 0.5], [0.0, 0.0], times, truth)
    noise = NOISE * np.random.default_rng(seed).normal(size=motion.q.shape)
    return truth, times, motion.q + noise


def draw(times, data, found: zw.Fit, file: str):
    """The bead over time, with the ideal wire beside it; and the energy that friction takes."""
    start = found.q0, found.qd0
    ideal = zw.simulate(wire(), *start, times, {"mu": 0.0, "c": 0.0})
    figure, axes = plt.subplots(2, 1, figsize=(8, 5), sharex=True, layout="constrained")
    axes[0].plot(times, data[:, 0], ".", color=DATA, label="measured")
    axes[0].plot(times, ideal.q[:, 0], color=IDEAL, lw=0.8, ls="--", label="an ideal wire")
    axes[0].plot(times, found.motion.q[:, 0], color=FITTED, label="fitted")
    axes[0].set_ylabel("x in m")
    axes[0].margins(y=0.25)
    axes[0].legend(loc="upper right", ncols=3, fontsize=8)
    axes[0].set_title("a bead on a rubbing wire, identified")
    axes[1].plot(times, found.motion.power, color=FITTED)
    axes[1].set(xlabel="t in s", ylabel="power of the wire in W")
    figure.savefig(file, dpi=150)


def main(file="identify_friction.png"):
    truth, times, data = measured()
    found = zw.fit(wire(), [1.0, 0.5], [0.0, 0.0], times, data, {"mu": 0.02, "c": 0.0}, sigma=NOISE)
    print(found)
    print("\nnumber     truth     found   standard errors off")
    for name, value, error in zip(found.names, found.values, found.errors, strict=True):
        off = (value - truth[name]) / error
        print(f"{name:<8} {truth[name]:7.4f}   {value:7.4f}   {off:+.1f}")
    print(f"derivatives against differences: {found.sensitivity.check(1e-3):.0e}")
    draw(times, data, found, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
