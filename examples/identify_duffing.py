"""The springs and dampers of KU93's two-mass Duffing oscillator, from noisy positions.

Both positions are measured 200 times in 10 s, with noise of 0.03 where the motion is of size one.
The fit knows the masses and begins with all springs and dampers wrong. It is told where the
oscillator started only as far as that was measured, so the start is fitted too.

Run: python examples/identify_duffing.py [file.png]
"""

import sys

import matplotlib.pyplot as plt
import numpy as np

import zwang as zw
from zwang import zoo

NOISE, DATA, FITTED, BEGIN = 0.03, "#9aa4b1", "#00798c", "#d1495b"
UNKNOWN = ["k1", "kbar1", "c1", "k2", "kbar2", "c2"]


def measured(seed: int = 4):
    """The oscillator without its control, when it was looked at, and what was seen."""
    problem = zoo.ku93_oscillator()
    system, truth = problem.system.with_constraints([]), dict(problem.p)
    times = np.linspace(0.0, 10.0, 201)
    motion = zw.simulate(system, [1.0, 1.0], [3.0, 2.0], times, truth)
    noise = NOISE * np.random.default_rng(seed).normal(size=motion.q.shape)
    return system, truth, times, motion.q + noise


def identified(system, truth, times, data) -> tuple[zw.Motion, zw.Fit]:
    """The motion with what the search begins from, and what it finds."""
    guess = truth | {"k1": 8.0, "kbar1": 2.0, "c1": 0.3, "k2": 14.0, "kbar2": 1.0, "c2": 0.3}
    start = data[0], (data[2] - data[0]) / (times[2] - times[0])
    first = zw.simulate(system, *start, times, guess)
    return first, zw.fit(system, *start, times, data, guess, wrt=[*UNKNOWN, "q0", "qd0"])


def draw(times, data, first: zw.Motion, found: zw.Fit, file: str):
    """Data, the fit and where it began; below, what the fit leaves."""
    figure, axes = plt.subplots(3, 1, figsize=(8, 7), sharex=True, layout="constrained")
    for i, name in enumerate(("$x_1$", "$x_2$")):
        axes[i].plot(times, data[:, i], ".", color=DATA, label="measured")
        axes[i].plot(times, first.q[:, i], color=BEGIN, lw=0.8, ls="--", label="first guess")
        axes[i].plot(times, found.motion.q[:, i], color=FITTED, label="fitted")
        axes[i].set_ylabel(name)
    axes[2].plot(times, found.residual, ".", ms=3)
    axes[2].axhspan(-2 * found.sigma, 2 * found.sigma, color=DATA, alpha=0.3, lw=0)
    axes[2].set(xlabel="t", ylabel="residuals and ±2σ")
    axes[0].margins(y=0.25)
    axes[0].legend(loc="upper right", ncols=3, fontsize=8)
    axes[0].set_title("two masses on Duffing springs, identified")
    figure.savefig(file, dpi=150)


def main(file="identify_duffing.png"):
    system, truth, times, data = measured()
    first, found = identified(system, truth, times, data)
    print(found)
    print("\nnumber     truth     found   standard errors off")
    right = truth | {"q0[x1]": 1.0, "q0[x2]": 1.0, "qd0[x1]": 3.0, "qd0[x2]": 2.0}
    for name, value, error in zip(found.names, found.values, found.errors, strict=True):
        off = (value - right[name]) / error
        print(f"{name:<8} {right[name]:7.3f}   {value:7.3f}   {off:+.1f}")
    draw(times, data, first, found, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
