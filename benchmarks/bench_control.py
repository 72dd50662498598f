"""Time of one control evaluation from Python: ``python benchmarks/bench_control.py [calls]``.

A planar arm of n uniform rods whose hand follows a circle, for 2, 7 and 30 joints. In one run,
beside the compiled law: the same control as a quadratic program, with matrices in NumPy, by
quadprog; and computed torque by Pinocchio, with the task's acceleration in NumPy. All three give
the same torques, which is checked. The peers run where they are installed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import jax.numpy as jnp
import numpy as np

import zwang as zw

SIZES = 2, 7, 30
GRAVITY, ALPHA, BETA = 9.81, 20.0, 100.0
P = {"x": 0.5, "radius": 0.2}


class Arm:
    """The arm by its formulas, in NumPy or JAX; q are the angles of the joints.

    With θ = T q the angles against the horizon and w_ki the lever of link i on the middle of rod
    k, the mass matrix in θ is c_ij cos(θ_i − θ_j) + J δ_ij with c = wᵀw.
    """

    def __init__(self, n: int):
        self.n, self.length = n, 1.0 / n
        self.T = np.tril(np.ones((n, n)))
        levers = self.length * (np.tril(np.ones((n, n)), -1) + np.eye(n) / 2)
        self.c, self.load = levers.T @ levers, GRAVITY * levers.sum(axis=0)
        self.J = np.eye(n) * self.length**2 / 12

    def M(self, q, xp=np):
        theta = self.T @ q
        M = self.c * xp.cos(theta[:, None] - theta) + self.J
        return self.T.T @ M @ self.T

    def Q(self, q, qd, xp=np):
        theta, rate = self.T @ q, self.T @ qd
        turning = (self.c * xp.sin(theta[:, None] - theta)) @ rate**2
        return -self.T.T @ (turning + self.load * xp.cos(theta))

    def hand(self, q, xp=np):
        theta = self.T @ q
        return self.length * xp.stack([xp.cos(theta).sum(), xp.sin(theta).sum()])

    def task(self, q, qd, t):
        """A and b of the hand on its circle, errors fed back, in NumPy."""
        theta, rate = self.T @ q, self.T @ qd
        s, c = self.length * np.sin(theta), self.length * np.cos(theta)
        A = np.stack([-s @ self.T, c @ self.T])
        turn = P["radius"] * np.array([np.cos(t), np.sin(t)])
        spin = P["radius"] * np.array([-np.sin(t), np.cos(t)])
        error = np.array([c.sum(), s.sum()]) - [P["x"], 0.0] - turn
        b = np.array([c @ rate**2, s @ rate**2]) - turn
        return A, b - ALPHA * (A @ qd - spin) - BETA * error


def by_zwang(arm: Arm) -> Callable:
    def circle(q, t, p):
        place = jnp.stack([p["x"] + p["radius"] * jnp.cos(t), p["radius"] * jnp.sin(t)])
        return arm.hand(q, jnp) - place

    system = zw.System(lambda q: arm.M(q, jnp), lambda q, qd: arm.Q(q, qd, jnp))
    required = zw.Holonomic(circle, name="hand")
    return zw.track(system, required, gains=(ALPHA, BETA)).compile(P)


def by_quadprog(arm: Arm) -> Callable:
    from quadprog import solve_qp

    def law(q, qd, t):
        M, Q, (A, b) = arm.M(q), arm.Q(q, qd), arm.task(q, qd, t)
        inverse = np.linalg.inv(M)
        rows = A @ inverse  # A M⁻¹u = b − A M⁻¹Q, least uᵀM⁻¹u
        return solve_qp(inverse, np.zeros(arm.n), rows.T, b - rows @ Q, len(b))[0]

    return law


def by_pinocchio(arm: Arm) -> Callable:
    import pinocchio as pin

    model, parent = pin.Model(), 0
    model.gravity.linear = np.array([0.0, -GRAVITY, 0.0])
    middle = np.array([arm.length / 2, 0.0, 0.0])
    inertia = pin.Inertia(1.0, middle, np.diag([0.0, 0.0, arm.length**2 / 12]))
    for i in range(arm.n):
        start = np.array([arm.length if i else 0.0, 0.0, 0.0])
        parent = model.addJoint(parent, pin.JointModelRZ(), pin.SE3(np.eye(3), start), f"j{i}")
        model.appendBodyToJoint(parent, inertia, pin.SE3.Identity())
    data = model.createData()

    def law(q, qd, t):
        A, b = arm.task(q, qd, t)
        M = pin.crba(model, data, q)
        M = np.triu(M) + np.triu(M, 1).T
        a = -np.linalg.solve(M, pin.nonLinearEffects(model, data, q, qd))
        Y = np.linalg.solve(M, A.T)
        qdd = a + Y @ np.linalg.solve(A @ Y, b - A @ a)
        return pin.rnea(model, data, q, qd, qdd)

    return law


WAYS = {"zwang, compiled": by_zwang, "quadprog": by_quadprog, "Pinocchio": by_pinocchio}


def times(law: Callable, states: list, calls: int) -> np.ndarray:
    """Seconds of each call."""
    for state in states:
        law(*state)
    found = np.empty(calls)
    for i in range(calls):
        state = states[i % len(states)]
        start = time.perf_counter()
        law(*state)
        found[i] = time.perf_counter() - start
    return found


def main() -> None:
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    rng = np.random.default_rng(0)
    print(f"{calls} calls, microseconds: median, 99.9th percentile, least")
    for n in SIZES:
        arm = Arm(n)
        states = [(rng.uniform(0.2, 0.8, n), rng.normal(size=n), float(t)) for t in range(10)]
        base = None
        for name, make in WAYS.items():
            try:
                law = make(arm)
            except ImportError as missing:
                print(f"{n:4} {name:16} not installed: {missing.name}")
                continue
            answer = np.array([law(*state) for state in states])
            base = answer if base is None else base
            off = np.abs(answer - base).max() / np.abs(base).max()
            found = 1e6 * times(law, states, calls)
            median, late, least = np.median(found), np.quantile(found, 0.999), found.min()
            print(f"{n:4} {name:16}{median:8.1f}{late:9.1f}{least:8.1f}   (differs {off:.0e})")


if __name__ == "__main__":
    main()
