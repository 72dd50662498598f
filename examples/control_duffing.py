"""Tracking control of KU93's two-mass Duffing oscillator: the constraint force is the control.

The difference of the two positions must follow a decaying wave. Nothing but the force holds it
there: in the closed loop the path is no constraint, and no projection touches it.

Run: python examples/control_duffing.py
"""

import numpy as np

import zwang as zw
from zwang import zoo


def run(alpha: float = 4.0, duration: float = 10.0) -> zw.Motion:
    """The controlled oscillator; alpha is how fast the wave decays."""
    problem = zoo.ku93_oscillator(alpha)
    plant = problem.system.with_constraints([])
    controller = zw.track(plant, problem.system.constraints)
    loop = controller.closed_loop()
    return zw.simulate(loop, problem.q0, problem.qd0, (0.0, duration), problem.p)


def main():
    print("alpha   largest error   largest forces")
    for alpha in (4.0, 0.4):
        motion = run(alpha)
        error = np.abs(motion.tracking_error("path")).max()
        f1, f2 = np.abs(motion.control).max(axis=0)
        print(f"{alpha:5.1f}   {error:13.1e}   {f1:.2f}, {f2:.2f}")


if __name__ == "__main__":
    main()
