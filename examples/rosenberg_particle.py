"""A free particle that must keep ẏ = z ẋ: the acceleration beside the closed form.

The first example of Kalaba and Udwadia (1993), taken by them from Rosenberg. The constraint is
nonholonomic: no relation between x, y and z alone says the same. Their eq. (38) is

    (ẍ, ÿ, z̈) = ż ẋ / (1 + z²) (−z, 1, 0)
"""

import numpy as np

import zwang as zw

rolling = zw.Pfaffian(lambda q: [-q[2], 1.0, 0.0], name="ẏ = z ẋ")
particle = zw.System(1.0, None, [rolling], coordinates=["x", "y", "z"])

print(f"{'z':>6} {'ẋ':>6} {'ż':>6}   {'q̈ of zwang':^34} {'q̈ of eq. (38)':^34} difference")
for z, xd, zd in [(0.0, 1.0, 0.7), (0.3, 1.5, 0.7), (-2.0, 0.5, 3.0), (10.0, -4.0, 1.0)]:
    q, qd = [0.0, 0.0, z], [xd, z * xd, zd]
    found = particle.acceleration(q, qd).qdd
    printed = zd * xd / (1 + z**2) * np.array([-z, 1.0, 0.0])

    def show(vector):
        return "  ".join(f"{entry:10.6f}" for entry in vector)

    difference = np.abs(found - printed).max()
    print(f"{z:6.1f} {xd:6.1f} {zd:6.1f}   {show(found)} {show(printed)} {difference:.0e}")
    assert difference < 1e-14 * (1 + np.abs(printed).max())
