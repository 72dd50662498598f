"""What float32 costs in digits: the table of docs/ensembles.md.

Thirty pendulums of 1 to 2 m swing for 5 s from 17 to 86 degrees, in x and y on a rod. Printed is
the largest error of a coordinate at the end, against float64 with rtol 1e-12.
"""

import numpy as np

import zwang as zw

N, SPAN = 30, (0.0, 5.0)
ROD = zw.Holonomic(lambda q, p: q @ q - p["L"] ** 2, name="rod")
BOB = zw.System(1.0, [0.0, -9.81], [ROD], coordinates=["x", "y"])


def ends(**options):
    angles, lengths = np.linspace(0.3, 1.5, N), np.linspace(1.0, 2.0, N)
    q0 = lengths[:, None] * np.stack([np.sin(angles), -np.cos(angles)], axis=1)
    return zw.simulate_many(BOB, q0, [0.0, 0.0], SPAN, {"L": lengths}, **options)


if __name__ == "__main__":
    exact = ends(rtol=1e-12)
    print("| rtol, atol | float32 | float64 |")
    print("|---|---|---|")
    for rtol in (1e-3, 1e-4, 1e-5, 1e-6):
        found = [ends(rtol=rtol, atol=rtol / 100, dtype=kind) for kind in ("float32", "float64")]
        errors = (f"{np.abs(x.q - exact.q).max():.0e}" for x in found)
        print(f"| {rtol:.0e}, {rtol / 100:.0e} | {' | '.join(errors)} |")
