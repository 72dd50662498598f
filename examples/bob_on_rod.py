"""The kernel at work: a bob on a rod, in the coordinates x and y, with a hinge that rubs.

Nothing is eliminated and no angle is needed: the rod is the constraint x² + y² = L², which
differentiated twice is x ẍ + y ÿ = −(ẋ² + ẏ²), one row of A q̈ = b. The hinge rubs against the
motion with C = −c q̇. The same rod is then given a second time, in other units: the rows are
redundant, the motion is the same.
"""

import numpy as np
from rich.console import Console
from rich.table import Table

import zwang as zw

m, L, g, c = 0.5, 2.0, 9.81, 0.04  # kg, m, m/s², kg/s
angle, rate = np.radians(30.0), 1.5  # from the vertical; rad/s

outward = np.array([np.sin(angle), -np.cos(angle)])
along = np.array([np.cos(angle), np.sin(angle)])
q, qd = L * outward, L * rate * along

M = m * np.eye(2)
Q = np.array([0.0, -m * g])
A = q[None, :]
b = -np.array([qd @ qd])
C = -c * qd

once = zw.solve(M, Q, A, b, C)
units = np.array([1.0, 1000.0])
twice = zw.solve(M, Q, units[:, None] * A, units * b, C)

# What a textbook says, with the angle as coordinate.
tension = m * (L * rate**2 + g * np.cos(angle))
textbook = (-tension * outward + Q + C) / m


def vector(value):
    return "  ".join(f"{entry:9.4f}" for entry in value)


def verdict(solution):
    return f"{zw.Status(int(solution.status)).name} ({np.abs(solution.residual).max():.0e})"


def difference(found, expected):
    return f"{np.abs(found - expected).max() / np.abs(expected).max():.0e}"


table = Table(title="A bob on a rod", title_style="bold", caption_justify="left")
table.add_column()
table.add_column("the rod", justify="right")
table.add_column("the rod, given twice", justify="right")

rows = [
    ("without rod      a", lambda s: vector(Q / m)),
    ("with rod         q̈", lambda s: vector(s.qdd)),
    None,
    ("given force      Q", lambda s: vector(Q)),
    ("constraint force Qc", lambda s: vector(s.Qc)),
    ("  ideal", lambda s: vector(s.Qc_ideal)),
    ("  nonideal", lambda s: vector(s.Qc_nonideal)),
    None,
    ("rank of A", lambda s: f"{int(s.rank)} of {len(s.lam)}"),
    ("status (residual)", verdict),
    ("multipliers", lambda s: "  ".join(f"{entry:.4g}" for entry in s.lam)),
    None,
    ("tension", lambda s: f"{np.linalg.norm(s.Qc_ideal):.4f}"),
    ("  textbook", lambda s: f"{tension:.4f}"),
    ("  difference", lambda s: difference(np.linalg.norm(s.Qc_ideal), tension)),
    ("q̈ against textbook", lambda s: difference(s.qdd, textbook)),
]
for row in rows:
    if row is None:
        table.add_section()
    else:
        name, show = row
        table.add_row(name, show(once), show(twice))

console = Console(width=100)
console.print(table)
for name, solution in (("the rod", once), ("given twice", twice)):
    console.print(f"{name:12} solved by {solution.chosen}", highlight=False)

assert np.allclose(once.qdd, textbook, rtol=1e-12)
assert np.allclose(twice.qdd, textbook, rtol=1e-12)
