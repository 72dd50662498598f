"""One instant of a pendulum taken apart: every term of the fundamental equation, and a picture.

The bob hangs on a rod whose hinge rubs. What it would do without the rod, how far that misses the
rod, the force that corrects it, and what the hinge adds: printed as a page, drawn as arrows.

Run: python examples/explain_bob.py [file.png]
"""

import sys

import numpy as np

import zwang as zw

rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
bob = zw.System(2.0, [0.0, -19.62], rod, nonideal=lambda qd: -1.8 * qd, coordinates="x y")


def main(file="explain_bob.png"):
    motion = zw.simulate(bob, [0.6, -0.8], [1.6, 1.2], (0.0, 1.0))
    here = motion.explain(0.3)
    print(here)
    here.draw().savefig(file)

    # Another acceleration along the rod's circle has more of Gauss's function.
    (across, along) = here.A[0]
    other = here.qdd + 0.3 * np.array([-along, across])
    print(f"Gauss's function: least {here.least:.4f}, of another one {here.gauss(other):.4f}")

    # The same equation for another integrator.
    f = bob.first_order()
    print("KU93 (31):", f(0.0, f.start([0.6, -0.8], [1.6, 1.2])).round(4).tolist())


if __name__ == "__main__":
    main(*sys.argv[1:])
