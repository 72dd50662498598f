"""Systems of SymPy's own examples, written anew: each with speeds, constraints and a state."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import sympy as sp
from sympy.physics.mechanics import (
    KanesMethod,
    Particle,
    Point,
    ReferenceFrame,
    RigidBody,
    dynamicsymbols,
    inertia,
)

T = dynamicsymbols._t


class Example(NamedTuple):
    """A Kane model with its equations formed, and numbers of its parameters."""

    kane: KanesMethod
    p: dict[str, float]


def pendulum(links: int) -> Example:
    """A chain of points under gravity, its top on a cart; angles and their rates."""
    q, u = dynamicsymbols(f"q:{links + 1}"), dynamicsymbols(f"u:{links + 1}")
    m, length = sp.symbols(f"m:{links + 1}"), sp.symbols(f"l:{links}")
    g = sp.Symbol("g")
    N, O = ReferenceFrame("N"), Point("O")
    O.set_vel(N, 0)
    cart = O.locatenew("P0", q[0] * N.x)
    cart.set_vel(N, u[0] * N.x)
    bodies, loads, last = [Particle("Pa0", cart, m[0])], [(cart, -m[0] * g * N.y)], cart
    for i in range(links):
        B = N.orientnew(f"B{i}", "Axis", [q[i + 1], N.z])
        B.set_ang_vel(N, u[i + 1] * N.z)
        end = last.locatenew(f"P{i + 1}", -length[i] * B.y)
        end.v2pt_theory(last, N, B)
        bodies.append(Particle(f"Pa{i + 1}", end, m[i + 1]))
        loads.append((end, -m[i + 1] * g * N.y))
        last = end
    kinematics = [x.diff(T) - y for x, y in zip(q, u, strict=True)]
    kane = KanesMethod(N, q_ind=q, u_ind=u, kd_eqs=kinematics)
    kane.kanes_equations(bodies, loads)
    p = {x.name: 1.0 + 0.1 * i for i, x in enumerate((*m, *length, g))}
    return Example(kane, p)


def disc() -> Example:
    """A thin disc that rolls on a plane, in body rates; the contact is held by construction."""
    q, u = dynamicsymbols("q1:4"), dynamicsymbols("u1:4")
    r, m, g = sp.symbols("r m g")
    N = ReferenceFrame("N")
    Y = N.orientnew("Y", "Axis", [q[0], N.z])
    L = Y.orientnew("L", "Axis", [q[1], Y.x])
    R = L.orientnew("R", "Axis", [q[2], L.y])
    turning = R.ang_vel_in(N)
    R.set_ang_vel(N, u[0] * L.x + u[1] * L.y + u[2] * L.z)
    R.set_ang_acc(N, R.ang_vel_in(N).dt(R) + (R.ang_vel_in(N) ^ R.ang_vel_in(N)))
    C = Point("C")
    C.set_vel(N, 0)
    centre = C.locatenew("D", r * L.z)
    centre.v2pt_theory(C, N, R)
    I = inertia(L, m / 4 * r**2, m / 2 * r**2, m / 4 * r**2)
    kinematics = [(turning & axis) - y for axis, y in zip((L.x, L.y, L.z), u, strict=True)]
    body = RigidBody("D", centre, R, m, (I, centre))
    kane = KanesMethod(N, q_ind=q, u_ind=u, kd_eqs=kinematics)
    kane.kanes_equations([body], [(centre, -m * g * Y.z)])
    return Example(kane, {"r": 0.7, "m": 1.3, "g": 9.81})


def sphere() -> Example:
    """A ball that rolls on a plane: its place, Euler's angles, and speeds with two dependent."""
    q, u = dynamicsymbols("x y q1:4"), dynamicsymbols("ux uy u1:4")
    r, m, J, g = sp.symbols("r m J g")
    N = ReferenceFrame("N")
    B = N.orientnew("B", "Body", [q[2], q[3], q[4]], "zxz")
    turning = B.ang_vel_in(N)
    B.set_ang_vel(N, u[2] * N.x + u[3] * N.y + u[4] * N.z)
    O = Point("O")
    O.set_vel(N, 0)
    centre = O.locatenew("S", q[0] * N.x + q[1] * N.y + r * N.z)
    centre.set_vel(N, u[0] * N.x + u[1] * N.y)
    contact = u[0] * N.x + u[1] * N.y + (B.ang_vel_in(N) ^ (-r * N.z))
    kinematics = [q[0].diff(T) - u[0], q[1].diff(T) - u[1]]
    axes = zip((N.x, N.y, N.z), u[2:], strict=True)
    kinematics += [(turning & axis) - y for axis, y in axes]
    held = [contact & N.x, contact & N.y]
    body = RigidBody("S", centre, B, m, (inertia(B, J, J, J), centre))
    tilted = [(centre, m * g * (N.x / 2 - N.z))]
    kane = KanesMethod(
        N,
        q_ind=list(q),
        u_ind=list(u[2:]),
        kd_eqs=kinematics,
        u_dependent=list(u[:2]),
        velocity_constraints=held,
    )
    kane.kanes_equations([body], tilted)
    return Example(kane, {"r": 0.4, "m": 2.0, "J": 0.13, "g": 9.81})


def bicycle() -> Example:
    """Frame, fork and two wheels on a plane, with the numbers of the published benchmark.

    Wheels have rates and no angles: there are six speeds and four coordinates. The front contact
    is held by three rows on velocities; one of them is the rate of the row on positions.
    """
    yaw, roll, pitch, steer = q = dynamicsymbols("q1 q2 q4 q5")
    u = dynamicsymbols("u1 u2 u3 u4 u5 u6")  # yaw, roll, rear wheel, pitch, steer, front wheel
    names = "rf rr tilt offset fork frame fork1 fork3 frame1 frame3 g m_frame m_fork m_f m_r"
    rf, rr, tilt, offset, fork, frame, fork1, fork3, frame1, frame3, g, *masses = sp.symbols(names)
    N = ReferenceFrame("N")
    Y = N.orientnew("Y", "Axis", [yaw, N.z])
    R = Y.orientnew("R", "Axis", [roll, Y.x])
    F = R.orientnew("F", "Axis", [pitch + tilt, R.y])
    K = F.orientnew("K", "Axis", [steer, F.x])
    upright, turned = (
        F.orientnew("F0", "Axis", [-tilt, F.y]),
        K.orientnew("K0", "Axis", [-tilt, K.y]),
    )
    rear, front = ReferenceFrame("WR"), ReferenceFrame("WF")
    contact = Point("CR")
    hub = contact.locatenew("HR", rr * R.z)
    head = hub.locatenew("H", frame * F.z)
    frame_centre = hub.locatenew("GF", -frame1 * F.x + frame3 * F.z)
    fork_centre = head.locatenew("GK", -fork1 * K.x + fork3 * K.z)
    front_hub = head.locatenew("HF", fork * K.x + offset * K.z)
    touch = front_hub.locatenew("CF", rf * ((K.y & Y.z) * K.y - Y.z).normalize())
    turns = ((Y, N, u[0] * Y.z), (R, Y, u[1] * R.x), (rear, F, u[2] * F.y), (F, R, u[3] * F.y))
    for one, other, rate in (*turns, (K, F, u[4] * K.x), (front, K, u[5] * K.y)):
        one.set_ang_vel(other, rate)
    contact.set_vel(N, 0)
    hub.v2pt_theory(contact, N, rear)
    for point, other, body in (
        (head, hub, F), (frame_centre, hub, F), (fork_centre, head, K), (front_hub, head, K),
        (touch, front_hub, front),
    ):  # fmt: skip
        point.v2pt_theory(other, N, body)
    centres = frame_centre, fork_centre, front_hub, hub
    inertias = (
        inertia(upright, 9.2, 11.0, 2.8, 0, 0, -2.4),
        inertia(turned, 0.05892, 0.06, 0.00708, 0, 0, 0.00756),
        inertia(K, 0.1405, 0.28, 0.1405),
        inertia(F, 0.0603, 0.12, 0.0603),
    )
    frames = F, K, front, rear
    bodies = [
        RigidBody(f"B{i}", centres[i], frames[i], masses[i], (inertias[i], centres[i]))
        for i in range(4)
    ]
    loads = [(centres[i], -masses[i] * g * Y.z) for i in range(4)]
    rates = (u[0], u[1], u[3], u[4])
    kane = KanesMethod(
        N,
        q_ind=[yaw, roll, steer],
        q_dependent=[pitch],
        configuration_constraints=[touch.pos_from(contact) & Y.z],
        u_ind=[u[1], u[2], u[4]],
        u_dependent=[u[0], u[3], u[5]],
        velocity_constraints=[touch.vel(N) & axis for axis in (Y.x, Y.y, Y.z)],
        kd_eqs=[x.diff(T) - y for x, y in zip(q, rates, strict=True)],
        constraint_solver="CRAMER",
    )
    kane.kanes_equations(bodies, loads)
    numbers = (0.35, 0.3, 1.2566, 0.032, 0.2676, 0.9535, -0.0208, -0.0285, 0.478, 0.4707)
    p = dict(zip(names.split(), (*numbers, 9.81, 85.0, 4.0, 3.0, 2.0), strict=True))
    return Example(kane, p)


def state(example: Example, seed: int = 0) -> tuple[Any, dict[Any, float]]:
    """Speeds u that meet the constraints, and numbers of all symbols; the rest is random."""
    kane, random = example.kane, np.random.default_rng(seed)
    numbers = {sp.Symbol(name): x for name, x in example.p.items()}
    numbers |= {x: random.uniform(0.1, 0.5) for x in kane.q}
    for row, x in zip(kane._f_h, kane._qdep, strict=True):
        known, unknown = {k: v for k, v in numbers.items() if k != x}, sp.Symbol("unknown")
        numbers[x] = float(sp.nsolve(row.subs(known).subs(x, unknown), unknown, 0.0))
    u = list(kane.u)
    speeds = dict(zip(u, random.uniform(-1.0, 1.0, len(u)), strict=True))
    if kane._k_nh:
        dependent = list(kane._udep)
        rows = kane._k_nh * sp.Matrix(u) + kane._f_nh
        still = numbers | speeds | dict.fromkeys(dependent, 0.0)
        A, b = values([rows.jacobian(dependent), rows], still)
        speeds |= dict(zip(dependent, np.linalg.solve(A, -b.ravel()), strict=True))
    return kane, numbers | speeds


def sympy_rates(example: Example, numbers: dict[Any, float]) -> np.ndarray:
    """Rates of all speeds as SymPy's own equations give them."""
    M, f = values([example.kane.mass_matrix, example.kane.forcing], numbers)
    return np.linalg.solve(M, f.ravel())


def values(trees: list[Any], numbers: dict[Any, float]) -> list[np.ndarray]:
    """Numbers of matrices; to substitute in large ones takes minutes."""
    plain = {x: sp.Symbol(f"v{i}") for i, x in enumerate(numbers)}
    trees = [sp.Matrix(tree).xreplace(plain) for tree in trees]
    function = sp.lambdify(list(plain.values()), trees, cse=True)
    return [np.asarray(x, float) for x in function(*numbers.values())]
