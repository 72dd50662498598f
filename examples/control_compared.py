"""Three controllers of one arm under real conditions: noise, a slow computer, a wrong model.

Each controller measures every 5 ms with noise, acts 2 ms later, and believes in an arm whose
second mass is 20 % too light. Exact tracking requires the circle of the hand; computed torque
follows the angles that inverse kinematics gives; PD knows no model at all. A robust term against
the mismatch is added to the first.

Run: python examples/control_compared.py [picture.png]
"""

import sys

import jax
import jax.numpy as jnp
import numpy as np
from control_arm import CENTRE, RADIUS, RATE, P, arm, circle, hand

import zwang as zw
from zwang.control.run.sampled import Sampled

P_PLANT = P | {"m2": 1.2 * P["m2"]}
CLOCK = {"period": 5e-3, "delay": 2e-3, "noise": (2e-4, 2e-3)}
ALPHA, BETA = 24.0, 144.0


def angles(t, p):
    """Inverse kinematics of the circle (2,): the elbow stays above."""
    x, y = CENTRE[0] + RADIUS * jnp.cos(RATE * t), CENTRE[1] + RADIUS * jnp.sin(RATE * t)
    r2 = x**2 + y**2
    bend = jnp.arccos((p["l1"] ** 2 + r2 - p["l2"] ** 2) / (2 * p["l1"] * jnp.sqrt(r2)))
    shoulder = jnp.arctan2(y, x) + bend
    left = jnp.stack([x - p["l1"] * jnp.cos(shoulder), y - p["l1"] * jnp.sin(shoulder)])
    return jnp.stack([shoulder, jnp.arctan2(left[1], left[0])])


def reference(t, p):
    """Angles, their rates and accelerations."""
    rate = lambda t: jax.jvp(lambda t: angles(t, p), (t,), (1.0,))[1]
    return angles(t, p), *jax.jvp(rate, (t,), (1.0,))


MODEL = arm()


def computed_torque(q, qd, t, p):
    """M (q̈ + α ė + β e) − Q, by the model."""
    wanted, rate, acceleration = reference(t, p)
    aim = acceleration + ALPHA * (rate - qd) + BETA * (wanted - q)
    return MODEL.M(q, t, p) @ aim - MODEL.Q(q, qd, t, p)


def pd(q, qd, t, p):
    """A spring and a damper to the reference."""
    wanted, rate, _ = reference(t, p)
    return 400.0 * (wanted - q) + 40.0 * (rate - qd)


def laws():
    path = zw.Holonomic(circle, name="circle")
    exact = zw.track(MODEL, path, gains=(ALPHA, BETA))
    return {
        "PD": pd,
        "computed torque": computed_torque,
        "exact tracking": exact,
        "with robust term": exact.robust(6.0, width=0.15, spread=0.3),
    }


def run(duration: float = 1.6, names=None) -> dict[str, zw.Motion]:
    """A motion for each law, all from the same start on the circle."""
    exact = laws()["exact tracking"]
    start = exact.start(*(np.asarray(x) for x in reference(0.0, P)[:2]), 0.0, P)
    found = {}
    for name, law in laws().items():
        if names is None or name in names:
            sampled = Sampled(law, **CLOCK)
            found[name] = sampled.simulate(
                *start, (0.0, duration), P, plant=MODEL, p_plant=P_PLANT, rtol=1e-7, atol=1e-9
            )
    return found


def off_circle(motion: zw.Motion) -> np.ndarray:
    """The distance of the hand from its place on the circle (T,)."""
    place = jax.vmap(lambda q, t: hand(q, P) - CENTRE - RADIUS * turn(t))
    return np.linalg.norm(place(motion.q, motion.t), axis=1)


def turn(t):
    return jnp.stack([jnp.cos(RATE * t), jnp.sin(RATE * t)])


def draw(motions: dict[str, zw.Motion], path: str) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 3.2), layout="constrained")
    axes = figure.add_subplot()
    styles = {"computed torque": (3.0, "-"), "exact tracking": (1.0, "--")}  # they coincide
    for name, motion in motions.items():
        width, style = styles.get(name, (1.2, "-"))
        off = 1e3 * off_circle(motion)[1:]
        axes.semilogy(motion.t[1:], off, label=name, linewidth=width, linestyle=style)
    axes.set(xlabel="time, s", ylabel="hand off the circle, mm", ylim=(0.05, 100.0))
    axes.legend(ncols=2, frameon=False, loc="lower right")
    axes.grid(alpha=0.3)
    figure.savefig(path, dpi=150)


def main():
    motions = run()
    print("hand off the circle, mm: root mean square and largest, after 0.5 s")
    for name, motion in motions.items():
        off = 1e3 * off_circle(motion)[motion.t > 0.5]
        print(f"{name:18}{np.sqrt((off**2).mean()):8.2f}{off.max():8.2f}")
    if len(sys.argv) > 1:
        draw(motions, sys.argv[1])


if __name__ == "__main__":
    main()
