"""Random closed linkages in the plane: ``python benchmarks/soak_linkages.py [members] [seed]``.

Two loops in a row, three pins that move, lengths and starts drawn: of any lengths, with the sum of
two bars equal to that of the others (which lie on one line somewhere), parallelograms, kites. They
run for five seconds. A motion is right, or stopped with a named status; one that is wrong and says
nothing is the fault that is looked for. Judges: energy, residual, and another integration by the
papers' formula in NumPy, in short fixed steps with projections, which stays on its branch.
"""

from __future__ import annotations

import sys
from collections import Counter

import jax.numpy as jnp
import numpy as np

import zwang as zw

GRAVITY, END, STEP = 9.81, 5.0, 2e-3
# Energy and residual that count as kept; how far both integrations may be apart.
KEPT, MET, APART = 1e-7, 1e-9, 1e-4


def bars(q, p):
    """The five lengths less what they should be; pins 0, 1, 2 in a row."""
    a, b, c = q[:2], q[2:4], q[4:]
    ground = p["feet"]
    parts = [a, b - a, b - jnp.stack([ground[0], 0.0]), c - b, c - jnp.stack([ground[1], 0.0])]
    return jnp.stack([x @ x for x in parts]) - p["lengths"] ** 2


NAMES = ["crank", "coupler", "rocker", "second coupler", "second rocker"]
SYSTEM = zw.System(
    lambda p: jnp.repeat(p["masses"], 2),
    lambda p: -GRAVITY * jnp.stack([jnp.zeros(3), p["masses"]], axis=1).ravel(),
    [zw.Holonomic(bars, name=NAMES)],
    energy=lambda q, qd, p: (
        0.5 * (jnp.repeat(p["masses"], 2) * qd) @ qd + GRAVITY * p["masses"] @ q[1::2]
    ),
)


def meet(a, r, b, s, side):
    """A point at distance r from a and s from b; NaN where there is none."""
    d = b - a
    length = np.hypot(*d)
    x = (length**2 + r**2 - s**2) / (2 * length)
    y = side * np.sqrt(r**2 - x**2)
    return a + (x * d + y * np.array([-d[1], d[0]])) / length


def draw(rng):
    """Lengths, feet, masses and a start, of one of four kinds."""
    kind = rng.choice(["any", "one line", "parallelogram", "kite"])
    crank, coupler, rocker, more, last = rng.uniform(0.5, 2.0, 5)
    foot = rng.uniform(0.8, 2.5)
    if kind == "one line":
        foot = abs(coupler + rocker - crank) if rng.random() < 0.5 else crank + coupler - rocker
    elif kind == "parallelogram":
        foot, rocker = coupler, crank
    elif kind == "kite":
        foot, rocker = crank, coupler
    second = foot + rng.uniform(0.8, 2.5)
    if kind == "parallelogram" and rng.random() < 0.5:
        more, last, second = second - foot, rocker, second
    theta, sides = rng.uniform(-np.pi, np.pi), rng.choice([-1.0, 1.0], 2)
    with np.errstate(invalid="ignore", divide="ignore"):
        a = crank * np.array([np.cos(theta), np.sin(theta)])
        b = meet(a, coupler, np.array([foot, 0.0]), rocker, sides[0])
        c = meet(b, more, np.array([second, 0.0]), last, sides[1])
    q = np.concatenate([a, b, c])
    numbers = np.array([crank, coupler, rocker, more, last]), np.array([foot, second])
    return kind, q, *numbers, rng.uniform(0.3, 2.0, 3), rng.uniform(-4.0, 4.0)


def rows(q, p):
    """A (k, 5, 6) and what remains of the rows (k, 5), of many members."""
    a, b, c = q[:, :2], q[:, 2:4], q[:, 4:]
    foot = [np.stack([x, 0 * x], 1) for x in p["feet"].T]
    parts = [a, b - a, b - foot[0], c - b, c - foot[1]]
    A = np.zeros((len(q), 5, 6))
    for i, (plus, minus) in enumerate(((0, None), (2, 0), (2, None), (4, 2), (4, None))):
        A[:, i, plus : plus + 2] = 2 * parts[i]
        if minus is not None:
            A[:, i, minus : minus + 2] = -2 * parts[i]
    phi = np.stack([(x * x).sum(1) for x in parts], 1) - p["lengths"] ** 2
    return A, phi


def judge(q, qd, p):
    """q after five seconds by the fundamental equation, RK4 and projections, in NumPy."""
    w = 1.0 / np.sqrt(np.repeat(p["masses"], 2, axis=1))
    pull = np.tile([0.0, -GRAVITY], 3)

    def least(A, r):  # the least change in the metric with A x = r
        B = A * w[:, None, :]
        U, S, V = np.linalg.svd(B, full_matrices=False)
        part = np.einsum("kij,ki->kj", U, r)
        part = np.where(S > 1e-7 * S[:, :1], part / np.where(S > 0, S, 1.0), 0.0)
        return w * np.einsum("kji,kj->ki", V, part)

    def rate(q, qd):
        A, _ = rows(q, p)
        dA, _ = rows(qd, {"feet": 0 * p["feet"], "lengths": 0 * p["lengths"]})
        b = -np.einsum("kij,kj->ki", dA, qd)
        return pull + least(A, b - A @ pull)

    for _ in range(round(END / STEP)):
        h, k = STEP, []
        for c in (0.0, 0.5, 0.5, 1.0):
            v = qd + c * h * k[-1][1] if k else qd
            x = q + c * h * k[-1][0] if k else q
            k.append((v, rate(x, v)))
        q, qd = (
            y + h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i])
            for i, y in enumerate((q, qd))
        )
        A, phi = rows(q, p)
        q = q - least(A, phi)
        A, _ = rows(q, p)
        qd = qd - least(A, np.einsum("kij,kj->ki", A, qd))
    return q, qd


def energy(q, qd, p):
    m = p["masses"]
    kinetic = 0.5 * (np.repeat(m, 2, axis=1) * qd * qd).sum(1)
    return kinetic + GRAVITY * (m * q[:, 1::2]).sum(1)


def main(count: int, seed: int) -> int:
    """A line for each kind; how many were wrong and silent."""
    rng, drawn = np.random.default_rng(seed), []
    while len(drawn) < count:
        member = draw(rng)
        if np.isfinite(member[1]).all() and min(member[3]) > 0.1:
            drawn.append(member)
    kinds = np.array([member[0] for member in drawn])
    q, lengths, feet, masses = (np.array([m[i] for m in drawn]) for i in (1, 2, 3, 4))
    p = {"lengths": lengths, "feet": feet, "masses": masses}
    A, _ = rows(q, p)
    along = np.linalg.svd(A)[2][:, -1] * np.array([m[5] for m in drawn])[:, None]
    found = zw.simulate_many(SYSTEM, q, along, [0.0, END], p, engine="native", max_steps=50_000)
    other_q, other_qd = judge(q, along, p)
    before = energy(q, along, p)
    scale = 1.0 + np.abs(before) + GRAVITY * masses.sum(1) * lengths.max(1)
    at_end = np.asarray(found.q)[:, -1], np.asarray(found.qd)[:, -1]
    lost = np.abs(energy(*at_end, p) - before) / scale
    apart = np.abs(at_end[0] - other_q).max(1)
    known = np.abs(energy(other_q, other_qd, p) - before) / scale < 1e-6  # the judge kept its own
    ok = np.asarray(found.status) == 0
    wrong = ok & ((lost > KEPT) | (np.abs(rows(at_end[0], p)[1]).max(1) > MET))
    other = ok & ~wrong & known & (apart > APART)
    for kind in ("any", "one line", "parallelogram", "kite"):
        mine = kinds == kind
        names = Counter(zw.Status(int(s)).name for s in np.asarray(found.status)[mine])
        lost_here, off_here = wrong[mine].sum(), other[mine].sum()
        print(
            f"{kind}: {mine.sum()} motions, {dict(names)}; energy or residual lost {lost_here}, "
            f"off the judge {off_here} of {(known & ok & mine).sum()} that it could follow"
        )
    for i in np.flatnonzero(wrong | other)[:10]:
        print("  ", kinds[i], i, f"energy {lost[i]:.1e}, apart {apart[i]:.1e}", q[i], along[i])
    return int((wrong | other).sum())


if __name__ == "__main__":
    given = [int(x) for x in sys.argv[1:]]
    sys.exit(main(given[0] if given else 10_000, given[1] if len(given) > 1 else 0) > 0)
