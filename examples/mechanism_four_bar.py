"""Two parallelograms side by side: one freedom, but three where all links lie on one line.

A Report in the two poses says so; counting formulas see no difference. Then it moves a little.
``linkage.simulate()`` goes through that pose ten times in ten seconds.

Run: python examples/mechanism_four_bar.py
"""

import numpy as np

from zwang import zoo


def lying_flat(N: int = 2) -> np.ndarray:
    """Coordinates with all cranks turned by a quarter: x, y, angle of cranks, then of couplers."""
    cranks = [[i + 0.5, 0.0, -np.pi / 2.0] for i in range(N + 1)]
    couplers = [[i + 1.5, 0.0, 0.0] for i in range(N)]
    return np.ravel(cranks + couplers)


def main():
    linkage = zoo.MECHANISMS["four_bar"]()
    print(linkage)
    flat = lying_flat()
    for where, report in {
        "upright": linkage.mechanism.check(),
        "flat": linkage.mechanism.check(flat, np.zeros_like(flat)),
    }.items():
        print(where, "- freedoms", report.degrees_of_freedom, "- by counting", report.counted)
    motion = linkage.simulate(np.linspace(0.0, 0.4, 5))
    forces = motion.reaction("A0")
    print("force in A0:", np.linalg.norm(forces.force, axis=1).round(3), "unique:", forces.unique)
    print("error:", f"{linkage.error(motion):.0e}")


if __name__ == "__main__":
    main()
