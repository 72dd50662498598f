"""Small motions of random mechanisms of bodies against a reduction in NumPy, written here.

There a body has a shift and a rotation vector from its place at rest, here a quaternion, so that M,
the rows and their second derivatives differ; what is the same are the frequencies.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
import scipy.linalg

import zwang as zw
from tests.linear.test_linear import same_spectrum

J = zw.joints
GRAVITY = np.array([0.3, -0.5, -9.0])

# -- functions of shifts and rotation vectors, to second order ----------------------------------


class Jet(NamedTuple):
    """A function's value (...), first (..., n) and second (..., n, n) derivatives at rest."""

    value: Any
    first: Any
    second: Any

    def __sub__(self, other: "Jet") -> "Jet":
        return Jet(*(x - y for x, y in zip(self, other, strict=True)))


def dot(a: Jet, b: Jet) -> Jet:
    mixed = a.first.T @ b.first
    second = np.tensordot(a.value, b.second, 1) + np.tensordot(b.value, a.second, 1)
    return Jet(a.value @ b.value, a.value @ b.first + b.value @ a.first, second + mixed + mixed.T)


def carried(bodies: int, body: int, v: np.ndarray) -> Jet:
    """A vector fixed in a body: v + θ × v + θ × (θ × v) / 2; in the ground (-1) v."""
    first, second = np.zeros((3, 6 * bodies)), np.zeros((3, 6 * bodies, 6 * bodies))
    if body >= 0:
        own, eye = slice(6 * body + 3, 6 * body + 6), np.eye(3)
        first[:, own] = np.cross(eye, v).T
        both = np.einsum("ka,b->kab", eye, v)
        second[:, own, own] = (both + both.swapaxes(1, 2)) / 2.0 - np.einsum("k,ab->kab", v, eye)
    return Jet(v, first, second)


def point(places: np.ndarray, body: int, x: np.ndarray) -> Jet:
    """A point fixed in a body, at x when at rest."""
    bodies = len(places)
    found = carried(bodies, body, x - places[body] if body >= 0 else x)
    if body < 0:
        return found
    found.first[:, 6 * body : 6 * body + 3] = np.eye(3)
    return found._replace(value=x)


# -- kinds of joints, their rows and their descriptions -----------------------------------------


def across(axis: np.ndarray) -> np.ndarray:
    return scipy.linalg.null_space(axis[None]).T


def meet(places, i, j, x, axis):
    """Both bodies' points at x stay together."""
    gap = point(places, i, x) - point(places, j, x)
    return [Jet(gap.value[k], gap.first[k], gap.second[k]) for k in range(3)]


def parallel(places, i, j, axis):
    n = len(places)
    return [dot(carried(n, i, axis), carried(n, j, v)) for v in across(axis)]


def hinge(places, i, j, x, axis):
    return meet(places, i, j, x, axis) + parallel(places, i, j, axis)


def slide(places, i, j, x, axis):
    n, (u, v) = len(places), across(axis)
    gap = point(places, i, x) - point(places, j, x)
    straight = [dot(gap, carried(n, j, w)) for w in (u, v)]
    return [*straight, *parallel(places, i, j, axis), dot(carried(n, i, u), carried(n, j, v))]


class Kind(NamedTuple):
    rows: Callable[..., list[Jet]]
    make: Callable[..., Any]


KINDS = {
    "hinge": Kind(hinge, lambda i, j, k: J.Revolute(i, j, f"x{k}", f"e{k}", name=f"j{k}")),
    "ball": Kind(meet, lambda i, j, k: J.Spherical(i, j, f"x{k}", name=f"j{k}")),
    "slide": Kind(slide, lambda i, j, k: J.Prismatic(i, j, f"x{k}", f"e{k}", name=f"j{k}")),
}
# Joints between bodies, -1 the ground; and whether all axes are one, as a closed loop needs.
MACHINES = {
    "arm": ([("hinge", -1, 0), ("ball", 0, 1)], False),
    "cart": ([("slide", -1, 0), ("hinge", 0, 1)], False),
    "loop": ([("hinge", -1, 0), ("hinge", 0, 1), ("hinge", 1, 2), ("hinge", 2, -1)], True),
    "doubled": ([("hinge", -1, 0), ("hinge", -1, 0), ("ball", 0, 1)], False),
    "tray": ([("ball", -1, 0), ("ball", 0, 1), ("ball", 1, -1)], False),
}
SPRINGS = 7


def described(joints):
    """A mechanism whose numbers are all parameters: one program for all of its kind."""
    count = 1 + max(max(i, j) for _, i, j in joints)
    bodies = [
        zw.RigidBody(f"m{i}", f"J{i}", p_WB=f"c{i}", quat_WB=f"u{i}", name=f"b{i}")
        for i in range(count)
    ]
    at = [*bodies, zw.GROUND]
    made = [KINDS[kind].make(at[i], at[j], k) for k, (kind, i, j) in enumerate(joints)]
    springs = [
        zw.Spring(zw.GROUND, at[k % count], f"k{k}", rest=f"l{k}", point_1=f"f{k}", point_2=f"r{k}")
        for k in range(SPRINGS)
    ]
    return zw.Mechanism(bodies, made, [zw.Gravity(GRAVITY), *springs])


class Drawn(NamedTuple):
    """Numbers by name, and the frequencies' squares."""

    p: dict[str, Any]
    eigenvalues: np.ndarray


def drawn(joints, one_axis, rng) -> Drawn:
    """A mechanism that rests as it is: its springs' lengths are those that hold it.

    With V = Σ k (l - l₀)² / 2 - Σ m g·x and ∇V = Aᵀλ at rest, small motions δ = N y obey
    NᵀMN ÿ + Nᵀ(V'' - Σ λ φ'')N y = 0.
    """
    count = 1 + max(max(i, j) for _, i, j in joints)
    n, places = 6 * count, rng.normal(size=(count, 3))
    p, M, pull = {}, np.zeros((n, n)), np.zeros(n)
    turns = [scipy.spatial.transform.Rotation.random(rng=rng) for _ in range(count)]
    for i, turn in enumerate(turns):
        cloud, m = rng.normal(size=(4, 3)), 0.5 + rng.random()
        inertia = sum((x @ x) * np.eye(3) - np.outer(x, x) for x in cloud)
        R = turn.as_matrix()
        M[6 * i : 6 * i + 3, 6 * i : 6 * i + 3] = m * np.eye(3)
        M[6 * i + 3 : 6 * i + 6, 6 * i + 3 : 6 * i + 6] = R @ inertia @ R.T
        pull[6 * i : 6 * i + 3] = m * GRAVITY
        quat = turn.as_quat(scalar_first=True)
        p |= {f"m{i}": m, f"J{i}": inertia, f"c{i}": places[i], f"u{i}": quat}
    rows, common = [], rng.normal(size=3)
    for k, (kind, i, j) in enumerate(joints):
        axis = common if one_axis else rng.normal(size=3)
        axis, x = axis / np.linalg.norm(axis), rng.normal(size=3)
        if kind == "hinge" and k and (i, j) == joints[k - 1][1:]:  # the same hinge, further along
            axis = p[f"e{k - 1}"]
            x = p[f"x{k - 1}"] + 0.7 * axis
        rows += KINDS[kind].rows(places, i, j, x, axis)
        p |= {f"x{k}": x, f"e{k}": axis}
    A = np.stack([row.first for row in rows])
    N = scipy.linalg.null_space(A, rcond=1e-9)
    lengths, ends = [], []
    for k in range(SPRINGS):
        body, far, near = k % count, 3.0 * rng.normal(size=3), rng.normal(size=3)
        d = point(places, body, places[body] + near) - point(places, -1, far)
        square = dot(d, d)
        length = np.sqrt(square.value)
        first = square.first / (2.0 * length)
        second = square.second / (2.0 * length) - np.outer(first, first) / length
        lengths.append(Jet(length, first, second))
        ends.append((far, turns[body].as_matrix().T @ near))
    along = np.stack([x.first for x in lengths])
    tension, *_ = np.linalg.lstsq(N.T @ along.T, N.T @ pull, rcond=None)
    tension = tension + scipy.linalg.null_space(N.T @ along.T) @ rng.normal(
        size=SPRINGS - np.linalg.matrix_rank(N.T @ along.T)
    )
    K = np.zeros((n, n))
    for k, (x, T, (far, near)) in enumerate(zip(lengths, tension, ends, strict=True)):
        stiffness = (1.5 + rng.random()) * (1.0 + abs(T) / x.value)
        K += stiffness * np.outer(x.first, x.first) + T * x.second
        p |= {f"k{k}": stiffness, f"l{k}": x.value - T / stiffness, f"f{k}": far, f"r{k}": near}
    lam, *_ = np.linalg.lstsq(A.T, along.T @ tension - pull, rcond=None)
    K -= sum(x * row.second for x, row in zip(lam, rows, strict=True))
    squares = scipy.linalg.eigh(N.T @ K @ N, N.T @ M @ N, eigvals_only=True)
    roots = np.sqrt(-squares.astype(complex))
    return Drawn(p, np.concatenate([roots, -roots]))


SLOW = pytest.mark.slow
COUNTS = [
    *((name, 3) for name in ("loop", "tray")),
    *(pytest.param(name, 100, marks=SLOW) for name in MACHINES),
]


@pytest.mark.parametrize("name, count", COUNTS)
def test_random_mechanisms_against_the_null_space(name, count, rng):
    joints, one_axis = MACHINES[name]
    mechanism = described(joints)
    for _ in range(count):
        p, wanted = drawn(joints, one_axis, rng)
        found = zw.linearize(mechanism, p=p)
        assert found.steady == "rest"
        same_spectrum(found.eigenvalues, wanted, 1e-8)
    p["k0"] = 1.01 * p["k0"]  # which is another mechanism
    with pytest.raises(AssertionError):
        same_spectrum(zw.linearize(mechanism, p=p).eigenvalues, wanted, 1e-8)
