"""Random small systems, in C and by JAX: ``python benchmarks/soak_engine.py [systems] [seed]``.

Both engines must find the same: the same states to the tolerance, the same rank, status and
refusals, and about as many steps. A system is a shape, compiled once for each engine, with random
numbers: masses, forces, rows of constraints. Some are spoiled on purpose; see ``KINDS``.

Where a motion ends because its constraints cannot be met any longer, rounding decides which of
several things is noticed first. Such a pair of failures at the same time is counted apart.
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

import zwang as zw


class Shape(NamedTuple):
    """Coordinates, rows on positions, rows on velocities; whether there is friction."""

    n: int
    h: int
    k: int
    rough: bool = False

    def __str__(self) -> str:
        return f"n{self.n}-h{self.h}-k{self.k}" + "-rough" * self.rough


SHAPES = [
    Shape(1, 0, 0),
    Shape(2, 1, 0),
    Shape(2, 0, 1),
    Shape(2, 2, 0, rough=True),
    Shape(3, 1, 1),
    Shape(3, 4, 0),
    Shape(3, 1, 1, rough=True),
    Shape(4, 3, 0),
    Shape(4, 2, 2),
    Shape(5, 3, 2),
]
# How often each way to draw is taken. The first three are sound.
KINDS = {
    "regular": 0.45,
    "massless": 0.15,  # M is singular, as far as the constraints allow it
    "redundant": 0.16,  # rows are sums of others
    "contradicts": 0.04,  # such a row asks for another acceleration
    "contradicts later": 0.04,
    "NaN": 0.04,  # for one of the numbers
    "becomes NaN": 0.04,  # the force, on the way
    "bad start": 0.04,
    "negative mass": 0.04,
}
SPAN = 0.3
# What can be noticed where a motion has no way on.
DEAD_ENDS = {
    zw.Status.NON_FINITE,
    zw.Status.STEP_TOO_SMALL,
    zw.Status.BRANCH_NOT_ASSURED,
    zw.Status.INCONSISTENT,
    zw.Status.NO_SOLUTION,
    zw.Status.NOT_UNIQUE,
    zw.Status.TOO_MANY_STEPS,  # ever smaller ones
}


class Case(NamedTuple):
    """A system with its numbers: all that ``zw.simulate`` needs."""

    name: str
    shape: Shape
    kind: str
    q0: np.ndarray
    qd0: np.ndarray
    t: Any
    p: dict[str, Any]
    rtol: float


# -- the systems: linear in their numbers, so that sums of rows are rows --------------------------


def phi(q, t, p):
    squares = jnp.einsum("i,hij,j->h", q, p["S"], q) / 2
    driven = p["drive"] * jnp.sin(p["w"] * t) + p["late"][:, 0] * t**2 + p["late"][:, 1] * t**3
    return p["phi0"] + p["A1"] @ q + squares + p["D"] @ jnp.cos(q) + driven


def psi(q, qd, t, p):
    squares = jnp.einsum("i,kij,j->k", qd, p["N"], qd) / 2
    rows = p["B1"] + jnp.einsum("kij,j->ki", p["B2"], q)
    return p["psi0"] + rows @ qd + squares + p["drive_psi"] * jnp.cos(p["w"] * t)


def mass(q, p):
    G = p["G"] + p["G1"] * jnp.sin(q)
    return G @ G.T + p["shift"] * jnp.eye(len(q))


def force(q, qd, t, p):
    wall = p["wall"] * jnp.sqrt(p["reach"] - q @ q)
    return p["Q0"] * jnp.cos(p["w"] * t) + p["K"] @ q + p["R"] @ qd + p["c"] * jnp.sin(q) + wall


def friction(q, qd, Qc_ideal, p):
    return -p["mu"] * jnp.linalg.norm(Qc_ideal) * qd / jnp.sqrt(qd @ qd + 1e-2)


@cache
def system(shape: Shape) -> zw.System:
    """The description that all systems of a shape share."""
    rows = [zw.Holonomic(phi, name="phi")] if shape.h else []
    rows += [zw.Nonholonomic(psi, name="psi")] if shape.k else []
    return zw.System(mass, force, rows, nonideal=friction if shape.rough else None)


# -- their numbers --------------------------------------------------------------------------------


def draw(rng: np.random.Generator, name: str, shape: Shape) -> Case:
    """A system of a shape, of a kind that is drawn too."""
    kind = str(rng.choice(list(KINDS), p=list(KINDS.values())))
    n, h, k = shape.n, shape.h, shape.k
    q0, qd0 = 0.7 * rng.normal(size=n), rng.normal(size=n)
    p = _body(rng, n)
    p |= _positions(rng, n, h) | _velocities(rng, n, k)
    rank = min(h, n) - ("redundant" in kind or "contradicts" in kind) * (1 < h <= n)
    room = n - rank
    if room == 0:  # else nothing would move
        p["drive"][:] = 0.3 * rng.normal(size=h)
    _repeat(rng, p, ("A1", "S", "D", "drive", "phi0"), rank, h)
    fresh = min(k, room) - ("redundant" in kind or "contradicts" in kind) * (1 < k <= room)
    _repeat(rng, p, ("B1", "B2", "N", "drive_psi", "psi0"), max(fresh, 0), k)
    if kind == "massless":
        lost = int(rng.integers(1, min(rank + fresh, n) + 1)) if rank + fresh else 0
        p["G"][:, :lost] = p["G1"][:, :lost] = 0.0
    if kind == "contradicts" and h:
        p["late"][-1, 0] = rng.choice([-1.0, 1.0])
    if kind == "contradicts later" and h:
        p["late"][-1, 1] = rng.choice([-1.0, 1.0]) * 10.0 ** rng.uniform(-3, 2)
    _start(p, q0, qd0, h, k)
    if kind == "bad start":
        (q0, qd0)[rng.integers(2)][rng.integers(n)] += 10.0 ** rng.uniform(-6, 0)
    if kind == "NaN":
        spoiled = p[str(rng.choice([x for x in sorted(p) if np.size(p[x])]))]
        spoiled.flat[rng.integers(spoiled.size)] = np.nan
    if kind == "becomes NaN":
        p["reach"] = np.array(q0 @ q0 + 10.0 ** rng.uniform(-3, 0))
    if kind == "negative mass":
        p["shift"] = -np.array(10.0 ** rng.uniform(-1, 1))
    times = sorted(rng.uniform(0.0, SPAN, 2))
    t = (0.0, SPAN) if rng.random() < 0.5 else [0.0, *times, SPAN]
    return Case(name, shape, kind, q0, qd0, t, p, 10.0 ** rng.uniform(-10, -5))


def _body(rng: np.random.Generator, n: int) -> dict[str, Any]:
    turned = np.linalg.qr(rng.normal(size=(n, n)))[0]
    numbers = {
        "G": turned * 10.0 ** rng.uniform(-0.5, 0.5, n),
        "G1": 0.1 * rng.normal(size=(n, n)),
        "shift": 0.0,
        "Q0": rng.normal(size=n),
        "K": rng.normal(size=(n, n)),
        "R": 0.3 * rng.normal(size=(n, n)),
        "c": rng.normal(size=n),
        "wall": 0.2 * rng.normal(size=n),
        "reach": 1e4,
        "mu": rng.uniform(0.0, 0.3),
        "w": rng.uniform(0.5, 3.0),
    }
    return {name: np.array(x, float) for name, x in numbers.items()}


def _positions(rng: np.random.Generator, n: int, h: int) -> dict[str, Any]:
    S = 0.3 * rng.normal(size=(h, n, n))
    return {
        "phi0": np.zeros(h),
        "A1": rng.normal(size=(h, n)),
        "S": S + np.swapaxes(S, 1, 2),
        "D": 0.3 * rng.normal(size=(h, n)),
        "drive": 0.3 * rng.normal(size=h) * (rng.random() < 0.5),
        "late": np.zeros((h, 2)),
    }


def _velocities(rng: np.random.Generator, n: int, k: int) -> dict[str, Any]:
    N = 0.2 * rng.normal(size=(k, n, n)) * (rng.random() < 0.5)
    return {
        "psi0": np.zeros(k),
        "B1": rng.normal(size=(k, n)),
        "B2": 0.3 * rng.normal(size=(k, n, n)),
        "N": N + np.swapaxes(N, 1, 2),
        "drive_psi": 0.3 * rng.normal(size=k) * (rng.random() < 0.5),
    }


def _repeat(rng: np.random.Generator, p: dict[str, Any], names: Any, rank: int, rows: int) -> None:
    """Make every row behind the first ones a sum of them, in units of its own."""
    for i in range(rank, rows):
        weights = rng.normal(size=rank) * 10.0 ** rng.uniform(-3, 3)
        for name in names:
            p[name][i] = np.tensordot(weights, p[name][:rank], axes=(0, 0))


def _start(p: dict[str, Any], q0: np.ndarray, qd0: np.ndarray, h: int, k: int) -> None:
    """Choose the velocities, and what is constant in the rows, such that the start meets them."""
    if h:
        p["phi0"] -= np.asarray(phi(q0, 0.0, p))
        A = p["A1"] + np.einsum("hij,j->hi", p["S"], q0) - p["D"] * np.sin(q0)
        lengths = np.linalg.norm(A, axis=1)
        rest = (A @ qd0 + p["drive"] * p["w"]) / lengths
        qd0 -= np.linalg.lstsq(A / lengths[:, None], rest, rcond=1e-10)[0]
    if k:
        p["psi0"] -= np.asarray(psi(q0, qd0, 0.0, p))


# -- what the engines make of them ----------------------------------------------------------------


class Refused(NamedTuple):
    """An exception: its type, and its text without the numbers."""

    type: str
    text: str


def outcome(case: Case, engine: str) -> zw.Motion | Refused:
    """The motion of a case, or why there is none."""
    try:
        return zw.simulate(
            system(case.shape),
            case.q0,
            case.qd0,
            case.t,
            case.p,
            rtol=case.rtol,
            atol=1e-3 * case.rtol,
            max_steps=1000,
            engine=engine,
            throw=False,
        )
    except (ValueError, zw.NumericalError) as error:
        return Refused(type(error).__name__, re.sub(r"-?\d[\d.]*(e[+-]?\d+)?", "#", str(error)))


def differences(case: Case, native: Any, by_jax: Any) -> Iterator[str]:
    """All in which two outcomes of a case are not the same."""
    if isinstance(native, Refused) or isinstance(by_jax, Refused):
        if native != by_jax:
            yield f"native {_told(native)}, jax {_told(by_jax)}"
        return
    if native.engine != "native":
        yield f"engine {native.engine}"
    if native.status != by_jax.status and not dead_end(native, by_jax):
        yield f"native {_told(native)}, jax {_told(by_jax)}"
        return
    # A nonideal part that is zero is what rounding leaves of the ideal one.
    for name, size in {"qdd": "qdd", "Qc_ideal": "Qc_ideal", "Qc_nonideal": "Qc_ideal"}.items():
        a, b, like = (getattr(*x)[0] for x in ((native, name), (by_jax, name), (by_jax, size)))
        atol = 1e-9 * (1.0 + np.abs(like).max(initial=0.0)) if np.isfinite(like).all() else 0.0
        if not np.allclose(a, b, rtol=0.0, atol=atol, equal_nan=True):
            yield f"{name} of the start differs by {np.abs(a - b).max():.1e}"
    if native.status == zw.Status.OK:
        yield from _states(case, native, by_jax)
    elif abs(_ended(native) - _ended(by_jax)) > 1e-3 * SPAN:
        yield f"ends at {_ended(native):.6g} and {_ended(by_jax):.6g}"


def dead_end(native: Any, by_jax: Any) -> bool:
    """Whether both motions end at the same time, for lack of a way on, with different words."""
    both = {native.status, by_jax.status}
    together = abs(_ended(native) - _ended(by_jax)) <= 1e-4 * SPAN
    return len(both) == 2 and both <= DEAD_ENDS and together


def _ended(motion: Any) -> float:
    """When a motion failed: the time in its message, which is later than its last row."""
    found = re.search(r"t = ([-+.e\d]+\d)", motion.detail)
    return float(found[1]) if found else float(motion.t[-1])


def _states(case: Case, native: Any, by_jax: Any) -> Iterator[str]:
    rows = slice(None) if isinstance(case.t, list) else slice(-1, None)
    if not np.array_equal(native.t[rows], by_jax.t[rows]):
        yield f"times {native.t[rows]} and {by_jax.t[rows]}"
        return
    # An error near rounding makes the next step what it likes; a few are like that.
    tried = [m.stats["accepted"] + m.stats["rejected"] for m in (native, by_jax)]
    if abs(tried[0] - tried[1]) > 4 + 0.2 * tried[1]:
        yield f"steps {tried[0]} and {tried[1]}"
    if not np.array_equal(native.rank[rows], by_jax.rank[rows]):
        yield f"rank {native.rank[rows]} and {by_jax.rank[rows]}"
    for name in ("q", "qd"):
        a, b = getattr(native, name)[rows], getattr(by_jax, name)[rows]
        if np.abs(a - b).max() > case.rtol * (1.0 + np.abs(b).max()):
            yield f"{name} differs by {np.abs(a - b).max():.1e}, rtol {case.rtol:.1e}"


def _told(found: Any) -> str:
    if isinstance(found, Refused):
        return f"{found.type} {found.text!r}"
    return f"{zw.Status(found.status).name} at {found.t[-1]:.6g}"


def judged(shape: Shape, count: int, seed: int) -> Iterator[tuple[Case, str, list[str]]]:
    """Cases of a shape: what both engines made of each, and in what they differ."""
    rng = np.random.default_rng([seed, *shape])
    for i in range(count):
        case = draw(rng, f"{shape} {i}", shape)
        native, by_jax = (outcome(case, engine) for engine in ("native", "jax"))
        found = list(differences(case, native, by_jax))
        if isinstance(by_jax, Refused):
            became = by_jax.type
        elif not found and by_jax.status != native.status:
            became = "a dead end"
        else:
            became = zw.Status(by_jax.status).name
        yield case, became, found


def main(count: int, seed: int) -> int:
    begun, bad, became = time.perf_counter(), 0, Counter()
    for i, shape in enumerate(SHAPES):
        share = count // len(SHAPES) + (i < count % len(SHAPES))
        for case, result, found in judged(shape, share, seed):
            became[case.kind, result] += 1
            bad += bool(found)
            if found:
                print(f"{case.name} ({case.kind}): {'; '.join(found)}", flush=True)
        print(f"{shape}: {share} systems, {time.perf_counter() - begun:.0f} s", flush=True)
    print(f"{sum(became.values())} systems, seed {seed}, {time.perf_counter() - begun:.0f} s")
    for (kind, result), times in sorted(became.items()):
        print(f"  {kind:>18} {result:<22} {times:6d}")
    print(f"{bad} in which the engines differ")
    return bad


if __name__ == "__main__":
    given = [int(x) for x in sys.argv[1:]]
    sys.exit(main(*(given + [10_000, 0][len(given) :])) > 0)
