"""The body of [US10] section 4 for the kernel, and (79) to (123) as printed, at random states.

u = (u₀, u₁, u₂, u₃) turns the body's axes into those of space, and ω is about the body's own
axes; the mass matrix is singular. A heavy top has the torque of its weight about its tip; a free
body has none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.bodies.kinds.quaternion import E as E_of
from zwang.bodies.kinds.quaternion import body_rate, rate_of
from zwang.equation.fundamental import error_signal, gain, solve
from zwang.equation.matrices import evaluate
from zwang.integrate.projection import Projection
from zwang.motion.motion import Motion
from zwang.motion.simulate import simulate
from zwang.papers import us10 as general
from zwang.papers import us10_rotation as printed
from zwang.papers._inverses import inverse_square_root, pinv
from zwang.reproduce import draws
from zwang.reproduce.draws import apart, differences, generator, vanishing
from zwang.reproduce.page import STATES, Row, Section
from zwang.system.constraints import Holonomic
from zwang.system.system import System
from zwang.zoo import Problem
from zwang.zoo.turning.euler_free_body import body_rates

ALPHAS = 0.3, 1.0, 7.0, -2.0
ROUNDING = 1e-12  # the inertias are spread over a factor of ten, the rates too
MOTION_TOLERANCE = 1e-10


def _mass(q, p):
    """4EᵀJE (4, 4), of rank three. (91)"""
    E = E_of(q)
    return 4.0 * E.T @ (p["J"][:, None] * E)


def _force(q, qd, p):
    """−8ĖᵀJEu̇ + 2EᵀΓ_B (4,). (91), (113)"""
    E, Ed = E_of(q), E_of(qd)
    return -8.0 * Ed.T @ (p["J"] * (E @ qd)) + 2.0 * E.T @ torque(q, p)


def torque(q: Any, p: Any) -> Any:
    """Γ_B (3,): of a weight m g at the distance l from the tip, along the body's third axis.

    Shapes: q (4,).
    """
    u0, u1, u2, u3 = q
    return 2.0 * p["mgl"] * jnp.stack([u2 * u3 + u0 * u1, u0 * u2 - u1 * u3, 0.0 * u0])


def _unit(q):
    """(92)"""
    return q @ q - 1.0


def _energy(q, qd, p):
    """(76), and the height of the centre of mass."""
    w = 2.0 * E_of(q) @ qd
    height = q[0] ** 2 - q[1] ** 2 - q[2] ** 2 + q[3] ** 2
    return w @ (p["J"] * w) / 2.0 + p["mgl"] * height


BODY = System(
    _mass, _force, [Holonomic(_unit, "unit quaternion")], coordinates="u0 u1 u2 u3", energy=_energy
)


def turn(
    problem: Problem,
    J: Any,
    mgl: float,
    end: float,
    tolerance: float = MOTION_TOLERANCE,
    drift: Any = Projection(),
) -> Motion:
    """The motion in quaternions, at its accepted steps, of a body the zoo has in Euler's angles.

    Shapes: J (3,).
    """
    u = quaternions(problem.q0)
    ud = rate_of(u, np.asarray(body_rates(problem.q0, problem.qd0)))
    p = {"J": np.asarray(J), "mgl": mgl}
    return simulate(BODY, u, ud, (0.0, end), p, rtol=tolerance, atol=tolerance, drift=drift)


# -- what a quaternion means -----------------------------------------------------------------------


def quaternions(angles: Any) -> np.ndarray:
    """Quaternions (..., 4) of Euler's angles: turns about z, then x, then z.

    Shapes: angles (..., 3).
    """
    phi, theta, psi = np.moveaxis(np.asarray(angles), -1, 0)
    plus, minus = (phi + psi) / 2.0, (phi - psi) / 2.0
    cos, sin = np.cos(theta / 2.0), np.sin(theta / 2.0)
    parts = cos * np.cos(plus), sin * np.cos(minus), sin * np.sin(minus), cos * np.sin(plus)
    return np.stack(parts, axis=-1)


def rates(motion: Motion) -> Any:
    """ω (T, 3) about the body's own axes. [US10] eq. (79)."""
    return body_rate(np.asarray(motion.q), np.asarray(motion.qd))


def turns_apart(u: Any, v: Any) -> np.ndarray:
    """How far two turns are apart (T,), whichever sign their quaternions have.

    Shapes: u, v (T, 4).
    """
    return np.minimum(np.linalg.norm(u - v, axis=-1), np.linalg.norm(u + v, axis=-1))


# -- at random states ------------------------------------------------------------------------------


def states() -> tuple[Section, ...]:
    """What the page tells of section 4 at random states."""
    return _identities(), _lagrange(), _accelerations()


class _State(NamedTuple):
    """A body turning, and the auxiliary system of it; Γ_u and z are arbitrary."""

    u: np.ndarray  # (4,) of length one
    ud: np.ndarray  # (4,) across u
    J: np.ndarray  # (3, 3), diagonal, of a real body
    gamma: np.ndarray  # (4,) Γ_u, with a part along u
    alpha: float
    z: float


def _states() -> Iterator[_State]:
    rng = np.random.default_rng(2010)
    for i in range(2 * draws.COUNT):
        u = rng.standard_normal(4)
        u /= np.linalg.norm(u)
        ud = printed.E(u).T @ rng.standard_normal(3) / 2.0
        masses = rng.uniform(0.2, 2.0, 3)  # J₁ = m₂ + m₃, ...: no moment exceeds the others' sum
        J, gamma = np.diag(masses.sum() - masses), rng.standard_normal(4)
        yield _State(u, ud, J, gamma, ALPHAS[i % len(ALPHAS)], float(rng.standard_normal()))


def _identities() -> Section:
    words = (
        f"At {2 * draws.COUNT} random quaternions, rates and inertias, α = 0.3, 1, 7, −2: the "
        "largest of what should vanish. In (101) and (105) |α| is meant, where the paper has α.",
    )
    rows = vanishing(differences(_states(), _identity), ROUNDING)
    return Section("Equations (79) to (118): identities", STATES, words, rows)


def _identity(state: _State) -> dict[str, Any]:
    """(79) to (86), (98), (101), (110), (118)."""
    u, ud, J, _, alpha, _ = state
    E, Ed, I3, I4 = printed.E(u), printed.E(ud), np.eye(3), np.eye(4)
    w, uu = printed.omega(u, ud), np.outer(u, u)
    w_tilde = printed.tilde(w)
    M_A = lambda k: 4.0**k * E.T @ J ** np.where(I3, k, 1.0) @ E + np.abs(alpha) ** (2.0 * k) * uu
    values, vectors = np.linalg.eigh(M_A(1.0))
    return {
        "ω = 2Eu̇ = −2Ėu, u̇ = ½Eᵀω | eq. (79)": (apart(w, -2.0 * Ed @ u), apart(ud, E.T @ w / 2.0)),
        "Eu = 0 | eq. (83)": apart(E @ u, 0.0),
        "Ėu̇ = 0 | eq. (84)": apart(Ed @ ud, 0.0),
        "EᵀE + uuᵀ = I₄ | eq. (85)": apart(E.T @ E + uu, I4),
        "EEᵀ = I₃ | eq. (86)": apart(E @ E.T, I3),
        "(¼EᵀJ⁻¹E + uuᵀ)(4EᵀJE + uuᵀ) = I₄ | eq. (98)": apart(
            (E.T @ np.linalg.inv(J) @ E / 4.0 + uu) @ (4.0 * E.T @ J @ E + uu), I4
        ),
        "M_A^k = 4^k EᵀJ^k E + |α|^(2k) uuᵀ, by eigenvalues; k = ±1, ±½ | eq. (101)": [
            apart(M_A(k), vectors * values**k @ vectors.T) for k in (1.0, -1.0, 0.5, -0.5)
        ],
        "EĖᵀ = ½ω̃ | eq. (110)": apart(E @ Ed.T, w_tilde / 2.0),
        "(EᵀE)Ėᵀ = Ėᵀ + ½uωᵀ = ½Eᵀω̃ | eqs. (117), (118)": [
            apart(x, E.T @ w_tilde / 2.0) for x in (E.T @ E @ Ed.T, Ed.T + np.outer(u, w) / 2.0)
        ],
        "ω̃ω = 0, and N(u̇) = ¼N(ω) | eqs. (111), (115)": (
            apart(w_tilde @ w, 0.0),
            apart(ud @ ud, w @ w / 4.0),
        ),
    }


def _lagrange() -> Section:
    words = (
        f"At the same {2 * draws.COUNT} states, with any ü: the kinetic energy (81) is all that "
        "zw.System.from_lagrangian gets.",
    )
    rows = vanishing(differences(_states(), _equations, generator(87)), ROUNDING)
    return Section("Equations (87) to (91): Lagrange’s equations", STATES, words, rows)


def _T(u: Any, ud: Any, J: Any) -> Any:
    """(81)"""
    turning = E_of(u) @ ud
    return 2.0 * turning @ J @ turning


@jax.jit
def _derivatives(u: Any, ud: Any, udd: Any, J: Any) -> tuple[Any, Any]:
    """d/dt(∂T/∂u̇) and ∂T/∂u along a motion with that ü."""
    momentum = lambda u, ud: jax.grad(_T, 1)(u, ud, J)
    return jax.jvp(momentum, (u, ud), (ud, udd))[1], jax.grad(_T)(u, ud, J)


FROM_T = System.from_lagrangian(
    T=lambda q, qd, p: _T(q, qd, p["J"]),
    force=lambda p: p["gamma"],
    constraints=[Holonomic(_unit, "unit quaternion")],
)


def _equations(state: _State, rng: np.random.Generator) -> dict[str, Any]:
    """(87) to (91), and what follows of them with (92)."""
    u, ud, J, gamma, *_ = state
    udd, E, Ed = rng.standard_normal(4), printed.E(u), printed.E(ud)
    rate, slope = _derivatives(u, ud, udd, J)
    seen = evaluate(FROM_T, u, ud, 0.0, {"J": J, "gamma": gamma})
    left = 4.0 * E.T @ J @ (E @ udd + Ed @ ud) + 8.0 * Ed.T @ J @ E @ ud
    M, Q = printed.unconstrained(u, ud, J, gamma)
    return {
        "d/dt ∂T/∂u̇ by automatic differentiation, less the one printed | eq. (88)": apart(
            rate, 4.0 * (E.T @ J @ E @ udd + Ed.T @ J @ E @ ud + E.T @ J @ Ed @ ud)
        ),
        "∂T/∂u, less the two printed | eq. (89)": (
            apart(slope, 4.0 * Ed.T @ J @ Ed @ u),
            apart(slope, -4.0 * Ed.T @ J @ E @ ud),
        ),
        "M ü − Q of from_lagrangian, less left and right side | eqs. (87), (90)": apart(
            seen.M @ udd - seen.Q, left - gamma
        ),
        "M and Q of from_lagrangian, less those printed | eq. (91)": (
            apart(seen.M, M),
            apart(seen.Q, Q),
        ),
        "A and b of from_lagrangian with (92), less those printed; a row may be doubled | "
        "eq. (93)": (
            apart(seen.form.A / 2.0, printed.constraint(u, ud)[0]),
            apart(seen.form.b / 2.0, printed.constraint(u, ud)[1]),
        ),
    }


def _accelerations() -> Section:
    ranks = [np.linalg.matrix_rank(printed.unconstrained(*x[:4])[0]) for x in _states()]
    rows = (
        Row("rank of 4EᵀJE", "below eq. (91)", ranks, 3.0, 3.0, "three", shown="3"),
        *vanishing(differences(_states(), _closed_forms), ROUNDING),
    )
    words = (
        f"At the same {2 * draws.COUNT} states, with any Γ_u, which has a part along u, and any z. "
        "zwang’s kernel solves the singular system, and the auxiliary one with M_A = M + α²A⁺A.",
    )
    title = "Equations (91) to (123): acceleration and constraint torque"
    return Section(title, STATES, words, rows)


def _closed_forms(state: _State) -> dict[str, Any]:
    """The kernel's answers less (94), (100), (102) to (109), (112), (116), (119) to (123)."""
    u, ud, J, gamma, alpha, z = state
    E, Ed, w, uu = printed.E(u), printed.E(ud), printed.omega(u, ud), np.outer(u, u)
    M, Q = printed.unconstrained(u, ud, J, gamma)
    A, b = u[None, :], -np.array([ud @ ud])
    M_A, Q_z = general.auxiliary_mass(M, A, alpha), general.auxiliary_force(Q, A, np.array([z]))
    real, told = solve(M, Q, A, b), solve(M_A, Q_z, A, b)
    free = solve(M_A, Q_z, np.zeros((0, 4)), np.zeros(0)).qdd
    along = (2.0 * w @ J @ w + z + u @ gamma) / alpha**2
    given = -8.0 * Ed.T @ J @ E @ ud
    mass, Q_b = printed.auxiliary(u, ud, J, gamma, alpha)
    definite = solve(mass, Q_b, A, b)
    rest = given - alpha**2 * (ud @ ud) * u - 2.0 * (w @ J @ w) * u + gamma - uu @ gamma
    torque = E @ gamma / 2.0
    return {
        "M_A and Q_z less those printed | eq. (94)": (
            apart(M_A, mass),
            apart(Q_z, given + u * z + gamma),
        ),
        "M_Aü − Q_z less M_A^(1/2)B_A⁺(b − Aa) by zw.gain and zw.error_signal | eq. (100)": apart(
            M_A @ real.qdd - Q_z, gain(M_A, A) @ error_signal(M_A, Q_z, A, b)
        ),
        "a of the auxiliary system | eq. (102)": apart(
            free, (E.T @ np.linalg.inv(J) @ E / 4.0 + uu / alpha**2) @ (given + u * z + gamma)
        ),
        "Aa | eq. (103)": apart(A @ free, along),
        "b − Aa | eq. (104)": apart(error_signal(M_A, Q_z, A, b), -ud @ ud - along),
        "B_A⁺ less |α|u | eq. (105)": apart(
            pinv(A @ inverse_square_root(M_A))[:, 0], np.abs(alpha) * u
        ),
        "M_A^(1/2)B_A⁺ | eq. (106)": apart(gain(M_A, A)[:, 0], alpha**2 * u),
        "left less right side with ü of the kernel | eq. (107)": apart(mass @ real.qdd, rest),
        "ü | eq. (108)": apart(real.qdd, printed.udd_of_auxiliary(u, ud, J, gamma, alpha)),
        "ü | eq. (109)": apart(real.qdd, printed.udd_expanded(u, ud, J, gamma, alpha)),
        "ü | eq. (112)": apart(real.qdd, printed.udd(u, ud, J, gamma)),
        "ü by ω and Γ_B = ½EΓ_u | eqs. (114), (116)": apart(
            real.qdd, printed.udd_by_body_torque(u, w, J, torque)
        ),
        "ü from the definite form | eqs. (113), (119)": apart(
            real.qdd, np.linalg.solve(*printed.definite_form(u, w, J, torque, alpha))
        ),
        "ü of the auxiliary system with z | eqs. (94), (100)": apart(real.qdd, told.qdd),
        "constraint torque of the auxiliary system with z | eq. (120)": apart(
            told.Qc, printed.auxiliary_Qc(u, ud, J, gamma, alpha, z)
        ),
        "constraint torque | eq. (121)": apart(real.Qc, printed.Qc(u, w, J, gamma)),
        "constraint torque of the auxiliary system with z = α²b | eqs. (121), (122)": apart(
            definite.Qc, printed.Qc(u, w, J, gamma)
        ),
        "left less right side with ü of the kernel, in brackets | eq. (123)": apart(
            mass @ real.qdd, Q_b + printed.Qc(u, w, J, gamma)
        ),
    }
