"""N parallelograms in a row, stated in five ways, and one judge of them all.

Cranks of length A stand on the ground at i B, couplers of length B join their ends; all links are
uniform rods of mass one. On the branch of the parallelogram all cranks have the same angle θ from
the x axis, all couplers lie along x, and

    J θ̈ = −G cos θ,    J = ((N + 1)/3 + N) A²,    G = g ((N + 1)/2 + N) A

whatever the coordinates are. At θ = 0 and π all links lie on one line and N ranks are lost.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np
from scipy.integrate import solve_ivp

import zwang as zw

GRAVITY = 9.81


class Stated(NamedTuple):
    """A linkage in some coordinates: its system, and q, q̇ for an angle and a speed."""

    system: zw.System
    state: Callable[[float, float], tuple[np.ndarray, np.ndarray]]


class Row(NamedTuple):
    """What is stated: how many parallelograms, crank, and coupler."""

    N: int
    A: float = 1.0
    B: float = 1.0


@cache
def judge(row: Row, theta: float, speed: float, end: float) -> Any:
    """θ and θ̇ by SciPy, on the equation of one degree of freedom; with dense output."""
    w2 = GRAVITY / row.A * ((row.N + 1) / 2 + row.N) / ((row.N + 1) / 3 + row.N)
    options = {"rtol": 1e-13, "atol": 1e-14, "method": "DOP853", "dense_output": True}
    return solve_ivp(lambda _, y: [y[1], -w2 * np.cos(y[0])], (0.0, end), [theta, speed], **options)


def flattened(theta: np.ndarray) -> int:
    """How often the row lies on one line along the angles."""
    return int(np.abs(np.diff(np.floor(theta / np.pi))).sum())


def rods(ends: Any, rates: Any) -> Any:
    """T of uniform rods by the velocities of their ends (k, 2, 2): m (v₁² + v₁·v₂ + v₂²)/6."""
    v, w = rates[:, 0], rates[:, 1]
    return (v * v + v * w + w * w).sum() / 6.0 - GRAVITY * ends[:, :, 1].mean(axis=1).sum()


def feet(row: Row) -> np.ndarray:
    return np.stack([row.B * np.arange(row.N + 1), np.zeros(row.N + 1)], axis=1)


@cache
def pins(row: Row) -> Stated:
    """x and y of the upper pins, and the lengths of the links."""
    N, A, B = row
    ground = feet(row)

    def parts(q):
        at = q.reshape(N + 1, 2)
        return jnp.concatenate([at - ground, at[1:] - at[:-1]])

    def lengths(q):
        return (parts(q) ** 2).sum(axis=1) - np.repeat([A**2, B**2], [N + 1, N])

    def lagrangian(q, qd):
        at, v = q.reshape(N + 1, 2), qd.reshape(N + 1, 2)
        still = jnp.zeros_like(v)
        cranks = jnp.stack([jnp.asarray(ground), at], 1), jnp.stack([still, v], 1)
        couplers = jnp.stack([at[:-1], at[1:]], 1), jnp.stack([v[:-1], v[1:]], 1)
        return rods(*cranks) + rods(*couplers)

    def state(theta, speed):
        c, s = A * np.cos(theta), A * np.sin(theta)
        return (ground + [c, s]).ravel(), speed * np.tile([-s, c], N + 1)

    links = [*(f"crank {i}" for i in range(N + 1)), *(f"coupler {i}" for i in range(N))]
    system = zw.System.from_lagrangian(lagrangian, constraints=[zw.Holonomic(lengths, name=links)])
    return Stated(system, state)


def closure(row: Row, theta: Any, phi: Any) -> Any:
    """Of each loop, x and y (2N,)."""
    x = row.A * (jnp.cos(theta[:-1]) - jnp.cos(theta[1:])) + row.B * (jnp.cos(phi) - 1.0)
    y = row.A * (jnp.sin(theta[:-1]) - jnp.sin(theta[1:])) + row.B * jnp.sin(phi)
    return jnp.stack([x, y], axis=1).ravel()


def in_angles(row: Row, angles: Callable, state: Callable) -> Stated:
    """Coordinates of which the angles θ (N + 1,) and φ (N,) of the links are linear functions."""
    N, A, B = row

    def lagrangian(q, qd):
        (theta, phi), (dtheta, dphi) = angles(q), angles(qd)
        crank = A**2 * (dtheta**2).sum() / 6.0 - GRAVITY * A * jnp.sin(theta).sum() / 2.0
        # The middle of a coupler: the end of its left crank and half of its own length.
        x = -A * jnp.sin(theta[:-1]) * dtheta[:-1] - B / 2 * jnp.sin(phi) * dphi
        y = A * jnp.cos(theta[:-1]) * dtheta[:-1] + B / 2 * jnp.cos(phi) * dphi
        height = A * jnp.sin(theta[:-1]) + B / 2 * jnp.sin(phi)
        moving = (x**2 + y**2 + B**2 * dphi**2 / 12.0).sum() / 2.0
        return crank + moving - GRAVITY * height.sum()

    names = [f"loop {i} {axis}" for i in range(N) for axis in "xy"]
    closed = zw.Holonomic(lambda q: closure(row, *angles(q)), name=names)
    return Stated(zw.System.from_lagrangian(lagrangian, constraints=[closed]), state)


@cache
def absolute_angles(row: Row) -> Stated:
    """θ of the cranks and φ of the couplers, which is zero along the whole motion."""
    N = row.N

    def state(theta, speed):
        return tuple(np.repeat([x, 0.0], [N + 1, N]) for x in (theta, speed))

    return in_angles(row, lambda q: (q[: N + 1], q[N + 1 :]), state)


@cache
def relative_angles(row: Row) -> Stated:
    """θ₀, then of each loop the angles from crank to coupler and from coupler to crank."""
    N = row.N

    def angles(q):
        along = jnp.cumsum(q)
        return along[::2], along[1::2]

    def state(theta, speed):
        return tuple(np.append(x, np.tile([-x, x], N)) for x in (theta, speed))

    return in_angles(row, angles, state)


def links(row: Row, theta: float) -> list[tuple[str, np.ndarray, float]]:
    """Name, centre and angle of each link."""
    half = row.A / 2 * np.array([np.cos(theta), np.sin(theta)])
    middle = 2 * half + [row.B / 2, 0.0]
    cranks = [(f"crank {i}", foot + half, theta) for i, foot in enumerate(feet(row))]
    return cranks + [(f"coupler {i}", foot + middle, 0.0) for i, foot in enumerate(feet(row)[:-1])]


def mechanism(row: Row, body: Callable, axis: Any) -> zw.Mechanism:
    """The row at θ = 1, of bodies with hinges."""
    theta, flat = 1.0, len(axis) == 0
    bodies = [body(*link) for link in links(row, theta)]
    cranks, couplers = bodies[: row.N + 1], bodies[row.N + 1 :]
    tip = row.A * np.array([np.cos(theta), np.sin(theta)])
    place = lambda x: x if flat else [*x, 0.0]
    about = {} if flat else {"axis": axis}
    joints = []
    for i, foot in enumerate(feet(row)):
        pairs = [("A", zw.GROUND, cranks[i], foot)]
        pairs += [("B", cranks[i], couplers[i], foot + tip)] if i < row.N else []
        pairs += [("C", cranks[i], couplers[i - 1], foot + tip)] if i else []
        for letter, a, b, at in pairs:
            joints.append(zw.joints.Revolute(a, b, point=place(at), name=f"{letter}{i}", **about))
    weight = zw.Gravity() if flat else zw.Gravity([0.0, -GRAVITY, 0.0])
    return zw.Mechanism(bodies, joints, [weight])


@cache
def planar_bodies(row: Row) -> Stated:
    """Centre and angle of each link, with hinges."""

    def body(name, centre, angle):
        length = row.A if name.startswith("crank") else row.B
        return zw.PlanarBody(1.0, length**2 / 12.0, centre, angle, name=name)

    def state(theta, speed):
        c, s = row.A * np.cos(theta), row.A * np.sin(theta)
        q = [np.append(centre, angle) for _, centre, angle in links(row, theta)]
        v = speed * np.array([-s, c])
        rates = [np.append(v / 2, speed)] * (row.N + 1) + [np.append(v, 0.0)] * row.N
        return np.concatenate(q), np.concatenate(rates)

    return Stated(mechanism(row, body, ()).system(), state)


def in_space(row: Row, definite: bool) -> Stated:
    """Centre and quaternion of each link, with hinges in space, whose rows are redundant."""

    def body(name, centre, angle):
        length = row.A if name.startswith("crank") else row.B
        quat = [np.cos(angle / 2), 0.0, 0.0, np.sin(angle / 2)]
        inertia = [length**2 / 300.0, length**2 / 12.0, length**2 / 12.0]
        return zw.RigidBody(1.0, inertia, [*centre, 0.0], quat, name=name)

    def state(theta, speed):
        c, s = row.A * np.cos(theta), row.A * np.sin(theta)
        half = speed / 2 * np.array([-np.sin(theta / 2), 0.0, 0.0, np.cos(theta / 2)])
        v = speed * np.array([-s, c, 0.0])
        q = [
            np.array([*centre, 0.0, np.cos(angle / 2), 0.0, 0.0, np.sin(angle / 2)])
            for _, centre, angle in links(row, theta)
        ]
        rates = [np.append(v / 2, half)] * (row.N + 1) + [np.append(v, np.zeros(4))] * row.N
        return np.concatenate(q), np.concatenate(rates)

    return Stated(mechanism(row, body, (0.0, 0.0, 1.0)).system(definite=definite), state)


@cache
def hinges_in_space(row: Row) -> Stated:
    """In space, with a mass matrix that is positive definite."""
    return in_space(row, definite=True)


@cache
def singular_mass(row: Row) -> Stated:
    """In space, with that of the papers. The couplers stand at the quaternion (1, 0, 0, 0)."""
    return in_space(row, definite=False)


FORMS = {
    form.__name__: form
    for form in (pins, planar_bodies, absolute_angles, relative_angles, hinges_in_space)
}
