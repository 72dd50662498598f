"""Heavy bodies on light links: ``python benchmarks/soak_links.py [systems] [seed] [engine]``.

Bodies in the plane or on a line, tied by rods, with masses whose ratios reach 1e12; in coordinates
that are turned and in units spread over 1e±6; some rows said twice. A motion must agree with
SciPy's DOP853 on equations of another make (the saddle-point equations of the rows that are
independent, in natural units, refined in longer numbers), or be refused with a status or a message.
One that is wrong and says nothing is the fault that is looked for. Motions that DOP853 cannot pass
in a few thousand evaluations (a stiff one, or one that snaps taut) are drawn again.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np
from scipy.integrate import solve_ivp
from scipy.linalg import block_diag, lu_factor, lu_solve, null_space

import zwang as zw

RATIOS = (1e2, 1e4, 1e6, 1e8, 1e10, 1e12)
END, RIGHT, EVALUATIONS, STEPS = 0.5, 1e-5, 6000, 20_000
# Coordinates that mix light bodies with heavy ones have forgotten the light ones at 1e16, and leave
# no digits of their forces well before.
MIXED = 1e8


class Shape(NamedTuple):
    """Bodies, their dimension, pairs with a rod between them, and whether rows are repeated."""

    bodies: int
    dimension: int
    pairs: tuple[tuple[int, int], ...]
    redundant: bool

    @property
    def n(self) -> int:
        """How many coordinates."""
        return self.bodies * self.dimension

    def __str__(self) -> str:
        rods = " ".join(f"{i}-{j}" for i, j in self.pairs)
        return f"{self.dimension}D {rods}" + " repeated" * self.redundant


SHAPES = [
    Shape(3, 1, ((0, 1), (0, 2)), False),
    Shape(4, 1, ((0, 1), (1, 2), (2, 3)), True),
    Shape(3, 2, ((0, 1), (1, 2)), False),
    Shape(3, 2, ((0, 1), (1, 2), (0, 2)), True),
    Shape(4, 2, ((0, 1), (1, 2), (2, 3)), False),
    Shape(4, 2, ((0, 1), (0, 2), (0, 3)), True),
]


def lengths(shape: Shape, x: Any, xp: Any) -> Any:
    """What the rods keep (m,): differences on a line, squares of distances in the plane."""
    at = x.reshape(shape.bodies, shape.dimension)
    gaps = [at[i] - at[j] for i, j in shape.pairs]
    return xp.stack([gap[0] if shape.dimension == 1 else gap @ gap for gap in gaps])


def pull(shape: Shape, x: Any, p: Any, xp: Any) -> Any:
    """Gravity, and springs that hold the bodies in parts of their masses."""
    at = x.reshape(shape.bodies, shape.dimension)
    down = -9.81 * p["masses"][:, None] * (xp.arange(shape.dimension) == shape.dimension - 1)
    return (down - p["springs"][:, None] * at).reshape(-1) + p["load"]


@cache
def system(shape: Shape) -> zw.System:
    """The system in coordinates z with x = T z; all that is random is a parameter."""
    rows = len(shape.pairs)

    def phi(q, p):
        kept = lengths(shape, p["T"] @ q, jnp) - p["kept"]
        again = [kept[0] + 2 * kept[-1] + kept[0] ** 2] if shape.redundant else []
        return p["units"] * jnp.concatenate([kept, jnp.array(again)])

    names = [f"rod {i}" for i in range(rows)] + ["again"] * shape.redundant
    spread = lambda p: jnp.repeat(p["masses"], shape.dimension)
    return zw.System(
        lambda q, p: p["T"].T @ (spread(p)[:, None] * p["T"]),
        lambda q, p: p["T"].T @ pull(shape, p["T"] @ q, p, jnp),
        [zw.Holonomic(phi, name=names)],
        coordinates=[f"z{j}" for j in range(shape.n)],
    )


class Case(NamedTuple):
    """A system with its numbers: x and its velocity at the start, z = T⁻¹ x, parameters."""

    shape: Shape
    ratio: float
    x: np.ndarray
    v: np.ndarray
    inverse: np.ndarray
    p: dict[str, np.ndarray]

    def rods(self, x: np.ndarray) -> np.ndarray:
        """Derivative (m, n) of what the rods keep."""
        J = np.zeros((len(self.shape.pairs), self.shape.n))
        d, at = self.shape.dimension, x.reshape(-1, self.shape.dimension)
        for row, (i, j) in zip(J, self.shape.pairs, strict=True):
            along = np.ones(1) if d == 1 else 2 * (at[i] - at[j])
            row[d * i : d * i + d], row[d * j : d * j + d] = along, -along
        return J


def draw(shape: Shape, rng: np.random.Generator) -> Case:
    """Numbers for a shape: at least one light body and one heavy one."""
    ratio, n, bodies = rng.choice(RATIOS), shape.n, shape.bodies
    masses = ratio ** -rng.uniform(0, 1, bodies)
    light, heavy = rng.choice(bodies, 2, replace=False)
    masses[light], masses[heavy] = 1 / ratio, 1.0
    masses *= 10.0 ** rng.uniform(-3, 3)
    at = np.cumsum(rng.normal(size=(bodies, shape.dimension)) + 1.0, axis=0).reshape(-1)
    load = np.zeros((bodies, shape.dimension))
    load[heavy] = masses[heavy] * rng.normal(size=shape.dimension)
    turned, kind = np.eye(n), rng.integers(3)
    if kind == 1:  # a frame for each body
        frames = [np.linalg.qr(rng.normal(size=(shape.dimension,) * 2))[0] for _ in range(bodies)]
        turned = block_diag(*frames)
    elif kind == 2 and ratio <= MIXED:
        turned, _ = np.linalg.qr(rng.normal(size=(n, n)))
    units = 10.0 ** (rng.uniform(-6, 6, n) if rng.random() < 0.5 else np.zeros(n))
    rows = len(shape.pairs) + shape.redundant
    p = {"masses": masses, "load": load.reshape(-1), "T": turned * units}
    p["springs"] = masses * rng.uniform(0, 1, bodies)
    p["kept"] = lengths(shape, at, np)
    p["units"] = 10.0 ** (rng.uniform(-6, 6, rows) if rng.random() < 0.5 else np.zeros(rows))
    case = Case(shape, ratio, at, at, turned.T / units[:, None], p)
    free = null_space(case.rods(at))
    return case._replace(v=free @ rng.normal(size=free.shape[1]))


# -- the same motion by other means ----------------------------------------------------------------


def accelerate(case: Case) -> Callable[[float, np.ndarray], np.ndarray]:
    """The right-hand side in x: an LU factor of the saddle-point matrix, refined three times."""
    shape, p, n = case.shape, case.p, case.shape.n
    roots = np.repeat(np.sqrt(p["masses"]), shape.dimension)

    def rate(_, y):
        x, v = y[:n], y[n:]
        J = case.rods(x)
        B = J / roots
        sizes = np.linalg.norm(B, axis=1)
        gaps = [v.reshape(-1, shape.dimension)[[i, j]] for i, j in shape.pairs]
        b = np.array([0.0 if shape.dimension == 1 else -2 * (a - c) @ (a - c) for a, c in gaps])
        B, m = B / sizes[:, None], len(J)
        K = np.block([[np.eye(n), -B.T], [B, np.zeros((m, m))]])
        right = np.concatenate([pull(shape, x, p, np) / roots, b / sizes])
        factor, long = lu_factor(K), K.astype(np.longdouble)
        found = lu_solve(factor, right).astype(np.longdouble)
        for _ in range(3):
            found += lu_solve(factor, np.asarray(right - long @ found, float))
        return np.concatenate([v, np.asarray(found[:n], float) / roots])

    return rate


def reference(case: Case) -> np.ndarray | None:
    """x at the end, or None where that takes too many evaluations."""
    rate, count = accelerate(case), Counter()

    def counted(t, y):
        count["evaluations"] += 1
        if count["evaluations"] > EVALUATIONS:
            raise TimeoutError
        return rate(t, y)

    try:
        y = np.concatenate([case.x, case.v])
        found = solve_ivp(counted, (0.0, END), y, "DOP853", rtol=1e-11, atol=1e-12)
    except (TimeoutError, ValueError, np.linalg.LinAlgError):
        return None
    return found.y[: case.shape.n, -1] if found.success else None


# -- judged ----------------------------------------------------------------------------------------


def verdict(case: Case, expected: np.ndarray, engine: str) -> tuple[str, str]:
    """Right, refused or wrong; and in which way."""
    z, zd = case.inverse @ case.x, case.inverse @ case.v
    try:
        z, zd = zw.assemble(system(case.shape), z, zd, 0.0, case.p)
        how = {"throw": False, "engine": engine, "max_steps": STEPS}
        motion = zw.simulate(system(case.shape), z, zd, [0.0, END], case.p, **how)
    except (zw.NumericalError, ValueError) as error:
        return "refused", f"{type(error).__name__}: {str(error)[:150]}"
    if motion.status != zw.Status.OK:
        return "refused", f"{zw.Status(motion.status).name}: {motion.detail}"
    error = np.abs(case.p["T"] @ motion.q[-1] - expected).max() / np.abs(expected).max()
    return ("right" if error <= RIGHT else "wrong"), f"error {error:.1e}"


def main(count: int, seed: int, engine: str) -> int:
    begun, became, silent = time.perf_counter(), Counter(), 0
    for k, shape in enumerate(SHAPES):
        rng = np.random.default_rng([seed, k])
        share = count // len(SHAPES) + (k < count % len(SHAPES))
        for i in range(share):
            case = draw(shape, rng)
            while (expected := reference(case)) is None:
                became["drawn again"] += 1
                case = draw(shape, rng)
            result, how = verdict(case, expected, engine)
            became[f"{case.ratio:.0e} {result}"] += 1
            silent += result == "wrong"
            if result != "right":
                print(f"{shape} #{i}, ratio {case.ratio:.0e}: {result}, {how}", flush=True)
        print(f"{shape}: {share} systems, {time.perf_counter() - begun:.0f} s", flush=True)
    for what, times in sorted(became.items()):
        print(f"  {what:<20} {times:6d}")
    print(f"{count} systems, seed {seed}, {engine}: {silent} wrong and silent")
    return silent


if __name__ == "__main__":
    numbers = [int(x) for x in sys.argv[1:3]]
    numbers += [600, 0][len(numbers) :]
    sys.exit(main(*numbers, *(sys.argv[3:4] or ["native"])) > 0)
