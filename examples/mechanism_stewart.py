"""A platform on six legs is led along a path: what must the drive and the legs' feet exert?

The pose of the plate is given, so there is nothing to integrate: one state gives the forces.

Run: python examples/mechanism_stewart.py
"""

import numpy as np

from zwang import zoo


def main():
    platform = zoo.MECHANISMS["stewart"]()
    mechanism = platform.mechanism
    print(platform)
    drive = mechanism.reaction("drive")
    feet = [mechanism.reaction(f"foot {i}").force for i in range(1, 7)]
    weight = 9.81 * sum(float(body.mass) for body in mechanism.bodies)
    print("force of the drive", np.round(drive.force, 3), "unique:", drive.unique)
    print("torque of the drive", np.round(drive.torque, 3))
    print("upward at the feet", np.round([force[2] for force in feet], 3))
    print("all together", np.round((drive.force + sum(feet))[2], 3), "for a weight of", weight)


if __name__ == "__main__":
    main()
