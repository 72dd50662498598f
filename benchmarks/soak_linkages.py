"""Random closed linkages in the plane: ``python benchmarks/soak_linkages.py [members] [seed]``.

Two loops in a row, three pins that move, lengths and starts drawn: of any lengths, with the sum of
two bars equal to that of the others (which lie on one line somewhere), parallelograms, kites. They
run for five seconds. A motion is right, or stopped with a named status; one that is wrong and says
nothing is the fault that is looked for. Judges: energy, residual, and the branch by continuation in
short fixed steps along the curve of the linkage's one freedom (``Angles``).
"""

from __future__ import annotations

import sys
from collections import Counter

import jax.numpy as jnp
import numpy as np

import zwang as zw

GRAVITY, END, STEP = 9.81, 5.0, 1e-3
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


def left_of(q, p):
    """What remains of the five rows (k, 5), of many members."""
    a, b, c = q[:, :2], q[:, 2:4], q[:, 4:]
    first, second = (np.stack([x, 0 * x], 1) for x in p["feet"].T)
    parts = [a, b - a, b - first, c - b, c - second]
    return np.stack([(x * x).sum(1) for x in parts], 1) - p["lengths"] ** 2


class Angles:
    """The judge's linkage: the angles x (k, 3) of crank and rockers, two loops that tie them.

    A member has one freedom, so that the path of x is a curve. Along it runs s, the length in the
    metric of the kinetic energy: s̈ = Q·τ, ẋ = ṡ τ with the tangent τ, which is followed by small
    steps, its sign by that of the step before. No multipliers, no collocation, no rank.
    """

    def __init__(self, p):
        radii = p["lengths"][:, [0, 2, 4]]
        self.foot = np.concatenate([np.zeros((len(radii), 1)), p["feet"]], axis=1)
        self.radii, self.bars = radii, p["lengths"][:, [1, 3]]
        self.mass, self.weight = p["masses"] * radii**2, -GRAVITY * p["masses"] * radii

    def of(self, q):
        at = q.reshape(-1, 3, 2)
        return np.arctan2(at[:, :, 1], at[:, :, 0] - self.foot)

    def pins(self, x):
        """Pins, and the same turned by a right angle about their feet, (k, 3, 2)."""
        c, s = self.radii * np.cos(x), self.radii * np.sin(x)
        return np.stack([self.foot + c, s], axis=2), np.stack([-s, c], axis=2)

    def loops(self, x):
        """Of both loops: bar less its length, and slopes by the angle before and behind it."""
        at, turned = self.pins(x)
        bar = at[:, 1:] - at[:, :-1]
        miss = ((bar * bar).sum(2) - self.bars**2) / 2
        return miss, -(bar * turned[:, :-1]).sum(2), (bar * turned[:, 1:]).sum(2)

    def tangent(self, x, towards):
        _, before, behind = self.loops(x)
        (a1, a2), (b1, b2) = before.T, behind.T
        found = np.stack([b1 * b2, -a1 * b2, a1 * a2], axis=1)
        found /= np.sqrt((self.mass * found * found).sum(1, keepdims=True))
        along = (self.mass * found * towards).sum(1, keepdims=True)
        return np.where(along < 0, -found, found)

    def returned(self, x):
        """Back to the loops, by the least change; hardly where they lose rank."""
        miss, before, behind = self.loops(x)
        w = 1.0 / self.mass
        own = before**2 * w[:, :2] + behind**2 * w[:, 1:] + 1e-13
        cross = behind[:, 0] * before[:, 1] * w[:, 1]
        determinant = own[:, 0] * own[:, 1] - cross**2
        first = (own[:, 1] * miss[:, 0] - cross * miss[:, 1]) / determinant
        second = (own[:, 0] * miss[:, 1] - cross * miss[:, 0]) / determinant
        pulled = [before[:, 0] * first, behind[:, 0] * first + before[:, 1] * second]
        return x - w * np.stack([*pulled, behind[:, 1] * second], axis=1)


def judge(q, qd, p):
    """q and q̇ after five seconds, by continuation along the curve; NaN where it got lost."""
    linkage = Angles(p)
    x = linkage.of(q)
    _, turned = linkage.pins(x)
    rates = (qd.reshape(-1, 3, 2) * turned).sum(2) / linkage.radii**2
    towards = linkage.tangent(x, rates)
    speed = (linkage.mass * towards * rates).sum(1, keepdims=True)

    def rate(x, speed):
        tau = linkage.tangent(x, towards)
        return speed * tau, (linkage.weight * np.cos(x) * tau).sum(1, keepdims=True)

    for _ in range(round(END / STEP)):
        h, k = STEP, []
        for c in (0.0, 0.5, 0.5, 1.0):
            given = (x + c * h * k[-1][0], speed + c * h * k[-1][1]) if k else (x, speed)
            k.append(rate(*given))
        sums = [h / 6 * (a + 2 * b + 2 * c + d) for a, b, c, d in zip(*k, strict=True)]
        x, speed = linkage.returned(x + sums[0]), speed + sums[1]
        towards = linkage.tangent(x, towards)
    at, turned = linkage.pins(x)
    moving = (speed * towards)[:, :, None] * turned
    return at.reshape(-1, 6), moving.reshape(-1, 6)


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
    linkage = Angles(p)
    x = linkage.of(q)
    rates = linkage.tangent(x, np.ones_like(x)) * np.array([m[5] for m in drawn])[:, None]
    along = (rates[:, :, None] * linkage.pins(x)[1]).reshape(-1, 6)
    found = zw.simulate_many(SYSTEM, q, along, [0.0, END], p, engine="native", max_steps=50_000)
    other_q, other_qd = judge(q, along, p)
    before = energy(q, along, p)
    scale = 1.0 + np.abs(before) + GRAVITY * masses.sum(1) * lengths.max(1)
    at_end = np.asarray(found.q)[:, -1], np.asarray(found.qd)[:, -1]
    lost = np.abs(energy(*at_end, p) - before) / scale
    apart = np.abs(at_end[0] - other_q).max(1)
    known = np.abs(energy(other_q, other_qd, p) - before) / scale < 1e-6  # the judge kept its own
    ok = np.asarray(found.status) == 0
    wrong = ok & ((lost > KEPT) | (np.abs(left_of(at_end[0], p)).max(1) > MET))
    other = ok & ~wrong & known & (apart > APART)
    crossed = np.asarray(found.crossings) > 0
    for kind in ("any", "one line", "parallelogram", "kite"):
        mine = kinds == kind
        names = Counter(zw.Status(int(s)).name for s in np.asarray(found.status)[mine])
        lost_here, off_here = wrong[mine].sum(), other[mine].sum()
        print(
            f"{kind}: {mine.sum()} motions, {dict(names)}; {crossed[mine].sum()} crossed "
            f"{found.crossings[mine].sum()} times; energy or residual lost {lost_here}, "
            f"off the judge {off_here} of {(known & ok & mine).sum()} that it could follow"
        )
    for i in np.flatnonzero(wrong | other)[:10]:
        print("  ", kinds[i], i, f"energy {lost[i]:.1e}, apart {apart[i]:.1e}", q[i], along[i])
    return int((wrong | other).sum())


if __name__ == "__main__":
    given = [int(x) for x in sys.argv[1:]]
    sys.exit(main(given[0] if given else 10_000, given[1] if len(given) > 1 else 0) > 0)
