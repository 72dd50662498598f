"""First and next motions of plain Systems, however stated: ``bench_statements.py [name N] ...``.

Each runs in a process of its own with an empty cache, and says the processor's seconds of the first
motion, with its imports and compilers, and of the same again; the engine; and, with ``--jax`` at
the end, how far its last state is from that of JAX.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

import zwang as zw

GRAVITY = 9.81


class Stated(NamedTuple):
    """A system, its start at rest, and for how long it moves at which rtol."""

    system: zw.System
    q: np.ndarray
    end: float
    rtol: float = 1e-9


def energy(theta: Any, w: Any) -> Any:
    """The Lagrangian of a chain of points, by the angles of its links."""
    x, y = jnp.cumsum(jnp.cos(theta) * w), jnp.cumsum(jnp.sin(theta) * w)
    return 0.5 * (x**2 + y**2).sum() + GRAVITY * jnp.cumsum(jnp.cos(theta)).sum()


def joint_angles(N: int) -> Stated:
    """A chain in joint angles, by its Lagrangian."""
    system = zw.System.from_lagrangian(lambda q, qd: energy(jnp.cumsum(q), jnp.cumsum(qd)))
    return Stated(system, np.full(N, 0.3 / N), 0.2, 1e-6)


def joint_matrices(N: int) -> Stated:
    """The same by M(q) and Q."""
    low, at = np.tril(np.ones((N, N))), np.arange(N)
    count = N - np.maximum.outer(at, at)

    def mass(q):
        theta = low @ q
        return low.T @ (count * jnp.cos(theta[:, None] - theta)) @ low

    def force(q, qd):
        theta, w = low @ q, low @ qd
        turned = (count * jnp.sin(theta[:, None] - theta)) @ w**2
        return -low.T @ (turned + GRAVITY * (N - at) * jnp.sin(theta))

    return Stated(zw.System(mass, force), np.full(N, 0.3 / N), 0.2, 1e-6)


def joint_scan(N: int) -> Stated:
    """The same by a loop of JAX."""

    def L(q, qd):
        def link(carry, given):
            theta, w, x, y, h = carry
            theta, w = theta + given[0], w + given[1]
            x, y = x + jnp.cos(theta) * w, y + jnp.sin(theta) * w
            h = h + jnp.cos(theta)
            return (theta, w, x, y, h), 0.5 * (x * x + y * y) + GRAVITY * h

        return jax.lax.scan(link, (0.0,) * 5, (q, qd))[1].sum()

    return Stated(zw.System.from_lagrangian(L), np.full(N, 0.3 / N), 0.2, 1e-6)


def points(N: int) -> Stated:
    """Points on a sphere that push all others away."""

    def force(q, qd):
        x = q.reshape(N, 3)
        d = x[:, None] - x
        return (d / ((d**2).sum(-1) + jnp.eye(N))[..., None]).sum(1).ravel() - 0.5 * qd

    x = np.random.default_rng(0).normal(size=(N, 3))
    x /= np.linalg.norm(x, axis=1)[:, None]
    sphere = zw.Holonomic(lambda q: (q.reshape(N, 3) ** 2).sum(1) - 1.0, name="sphere")
    return Stated(zw.System(1.0, force, [sphere]), x.ravel(), 0.3)


def stars(N: int) -> Stated:
    """All attract all, by ``vmap``."""

    def force(q):
        x = q.reshape(N, 3)
        pull = lambda a, b: (b - a) / ((b - a) @ (b - a) + 0.01) ** 1.5 / N
        return jax.vmap(lambda a: jax.vmap(lambda b: pull(a, b))(x).sum(0))(x).ravel()

    return Stated(zw.System(1.0, force), np.random.default_rng(1).normal(0, 3, 3 * N), 1.0)


def springs(N: int) -> Stated:
    """Springs between points at random, by ``segment_sum``."""
    rng = np.random.default_rng(2)
    x, i = rng.normal(0.0, N**0.5, (N, 2)), rng.integers(0, N, 3 * N)
    j = (i + 1 + rng.integers(0, N - 1, 3 * N)) % N
    rest = 0.9 * np.linalg.norm(x[i] - x[j], axis=1)

    def force(q, qd):
        d = q.reshape(N, 2)[j] - q.reshape(N, 2)[i]
        r = jnp.sqrt((d**2).sum(1))
        f = (10.0 * (r - rest) / r)[:, None] * d
        return (jax.ops.segment_sum(f, i, N) - jax.ops.segment_sum(f, j, N)).ravel() - 0.1 * qd

    return Stated(zw.System(1.0, force), x.ravel(), 1.0)


def contacts(N: int) -> Stated:
    """Discs that push where they touch, by ``where``."""

    def force(q):
        x = q.reshape(N, 2)
        d, same = x[:, None] - x, jnp.eye(N, dtype=bool)
        r = jnp.sqrt((d**2).sum(-1) + same)
        push = jnp.where((r < 1.0) & ~same, 100.0 * (1.0 - r) ** 2 / r, 0.0)
        return (push[..., None] * d).sum(1).ravel()

    at = np.arange(N)
    return Stated(zw.System(1.0, force), np.stack([0.95 * at, 0.1 * np.sin(at)], 1).ravel(), 0.5)


STATED: dict[str, Callable[[int], Stated]] = {
    x.__name__: x
    for x in (joint_angles, joint_matrices, joint_scan, points, stars, springs, contacts)
}
DEFAULT = "joint_angles 30 joint_angles 100 joint_matrices 100 joint_scan 50 points 100 points 300 "
DEFAULT += "stars 100 springs 300 contacts 150"


def spent() -> float:
    """Processor time of this process and of compilers."""
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(x.ru_utime + x.ru_stime for x in used)


def moved(name: str, N: int, compare: bool) -> str:
    """One row of the table."""
    stated = STATED[name](N)
    rtol, atol = stated.rtol, 1e-3 * stated.rtol
    start = stated.q, np.zeros(len(stated.q)), (0.0, stated.end)
    run = lambda engine: zw.simulate(stated.system, *start, engine=engine, rtol=rtol, atol=atol)
    run("auto")
    first = spent()
    motion = run("auto")
    again = spent() - first
    row = f"| {name} | {N} | {first:.1f} | {again:.2f} | {len(motion.t)} | {motion.engine} |"
    return row + (f" {np.abs(motion.q[-1] - run('jax').q[-1]).max():.0e} |" if compare else "")


def main(given: list[str]) -> None:
    compare = given[-1:] == ["--jax"]
    asked: Sequence[str] = (given[:-1] if compare else given) or DEFAULT.split()
    print("| stated | N | first, s | again, s | steps | engine |" + compare * " from JAX |")
    for name, N in zip(asked[::2], asked[1::2], strict=True):
        with tempfile.TemporaryDirectory() as cache:
            command = [sys.executable, __file__, "--one", name, N, str(int(compare))]
            subprocess.run(command, env=os.environ | {"ZWANG_CACHE": cache}, check=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(moved(sys.argv[2], int(sys.argv[3]), sys.argv[4] == "1"), flush=True)
    else:
        main(sys.argv[1:])
