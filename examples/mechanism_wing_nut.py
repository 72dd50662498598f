"""A wing nut that spins about its middle axis turns over, again and again, with nothing to push it.

Run: python examples/mechanism_wing_nut.py
"""

import numpy as np

from zwang import zoo


def main():
    nut = zoo.MECHANISMS["wing_nut"]()
    motion = nut.simulate(np.linspace(0.0, nut.t, 400))
    pose = motion.pose("nut")
    spin = pose.w_B[:, 1]
    turned = motion.t[1:][np.diff(np.sign(spin)) != 0]
    J = np.array(nut.mechanism.bodies[0].numbers()["inertia"])
    momentum = np.einsum("tij,jk,tk->ti", pose.R_WB, J, pose.w_B)
    print("turns over at", turned.round(2))
    print("energy changes by", f"{np.ptp(motion.energy):.0e}")
    print("moment of momentum changes by", f"{np.ptp(momentum, axis=0).max():.0e}")
    print("error:", f"{nut.error(motion):.0e}")


if __name__ == "__main__":
    main()
