"""Masses and springs of a mechanism as parameters: swept, differentiated, and found from data.

A gate turns on a hinge and is shut by a spring with a damper. Its mass, the spring and the damper
are parameters. A thousand gates are swung, then one of them is watched with a noisy sensor at the
hinge, and spring and damper are found from what was seen.

Run: python examples/mechanism_parameters.py [file.png]
"""

import sys

import jax.numpy as jnp
import matplotlib.pyplot as plt
import numpy as np

import zwang as zw

WIDTH, NOISE, DATA, FITTED = 1.2, 0.01, "#9aa4b1", "#00798c"
TRUTH = {"m": 8.0, "k": 30.0, "c": 4.0}


def gate() -> zw.Mechanism:
    """A gate about the vertical, opened at right angles; lengths in metres."""
    leaf = zw.PlanarBody(
        mass="m", inertia=lambda p: p["m"] * WIDTH**2 / 12.0, p_WB=[0.0, WIDTH / 2], name="leaf"
    )
    hinge = zw.joints.Revolute(zw.GROUND, leaf, point=[0.0, 0.0], name="hinge")
    spring = zw.Spring(
        zw.GROUND,
        leaf,
        stiffness="k",
        damping="c",
        rest=0.3,
        points=([0.8, -0.2], [0.0, 0.8]),
        name="closer",
    )
    return zw.Mechanism([leaf], [hinge], [spring])


def angle(q):
    """How far the gate has swung, which a sensor at the hinge sees."""
    return q[2]


def main(file: str | None = None) -> None:
    mechanism, times = gate(), np.linspace(0.0, 4.0, 81)
    q0, qd0 = mechanism.start(TRUTH)

    rng = np.random.default_rng(4)
    many = {name: x * rng.uniform(0.7, 1.3, 1000) for name, x in TRUTH.items()}
    sweep = zw.simulate_many(mechanism, q0, qd0, times, many, keep={"angle": angle})
    spread = np.asarray(sweep.angle)
    print(f"1,000 gates by {sweep.engine}; at 4 s they stand between "
          f"{spread[:, -1].min():.2f} and {spread[:, -1].max():.2f} rad")  # fmt: skip

    true = mechanism.simulate(times, TRUTH)
    seen = true.q[:, 2] + NOISE * rng.normal(size=len(times))
    # The motion knows the ratios k/m and c/m alone: the gate was put on a scale.
    guess = {"m": TRUTH["m"], "k": 40.0, "c": 3.0}
    found = zw.fit(mechanism, q0, qd0, times, seen, guess, wrt=["k", "c"], measure=angle)
    print(found)

    slopes = found.sensitivity.of(lambda q: jnp.stack([q[2]]))
    largest = {name: round(float(np.abs(slopes.p[name]).max()), 4) for name in ("k", "c")}
    print("largest change of the angle by k and by c:", largest)
    if file is not None:
        draw(times, spread, seen, found, file)


def draw(times, spread, seen, found: zw.Fit, file: str) -> None:
    """The sweep as a band, the measurement, and the motion that fits it."""
    figure, axes = plt.subplots(figsize=(8, 4), layout="constrained")
    low, high = np.quantile(spread, [0.05, 0.95], axis=0)
    axes.fill_between(times, low, high, color=DATA, alpha=0.3, lw=0, label="nine of ten gates")
    axes.plot(times, seen, ".", color=DATA, label="measured")
    axes.plot(times, found.motion.q[:, 2], color=FITTED, label="fitted")
    axes.set(xlabel="t in s", ylabel="angle in rad", title="a gate, its closer identified")
    axes.legend(fontsize=8)
    figure.savefig(file, dpi=150)


if __name__ == "__main__":
    main(*sys.argv[1:2])
