"""Formulas that papers and books print come out as printed."""

# SymPy tells few types, and guesses in their place are wrong.
# pyright: reportArgumentType=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportOperatorIssue=false, reportUnhashable=false

import jax.numpy as jnp
import pytest
import sympy as sp
from sympy.physics.mechanics import dynamicsymbols
from sympy.polys.groebnertools import groebner

import zwang as zw
from zwang import zoo

T = dynamicsymbols._t


def is_zero(trees) -> bool:
    return all(sp.simplify(x) == 0 for x in sp.Matrix(trees))


def rosenberg():
    x, y, z = dynamicsymbols("x y z")
    m = sp.S.One
    v = [w.diff(T) for w in (x, y, z)]
    return zw.System.from_sympy(
        q=[x, y, z], T=m * sum(w**2 for w in v) / 2, constraints=v[1] - z * v[0]
    )


@pytest.mark.equation("KU93 (37), (38)")
@pytest.mark.parametrize("make", [rosenberg, lambda: zoo.ku93_particle().system])
def test_the_particle_of_kalaba_and_udwadia(make):
    found = zw.explicit(make())
    x, _, z = found.q
    xd, _, zd = found.qd
    s = 1 / (1 + z**2)
    projector = sp.Matrix([[s, z * s, 0], [z * s, z**2 * s, 0], [0, 0, 1]])
    # With unit masses B = D, and I − D⁻D is its own pseudo-inverse.
    assert is_zero(sp.eye(3) - found.B_pinv * found.B - projector)
    assert is_zero(found.qdd - zd * xd * s * sp.Matrix([-z, 1, 0]))
    assert found.rank == 1 and not found.singular and found.conditions == ()


@pytest.mark.equation("KU93 (33), (34)")
def test_the_pendulum_in_rectangular_coordinates():
    found = zw.explicit(zoo.pendulum().system, on_constraints=True)
    (x, y), (xd, yd) = found.q, found.qd
    g, L = sp.symbols("g L")
    lam = (g * y - xd**2 - yd**2) / L**2
    wanted = sp.Matrix([lam * x, lam * y - g])
    assert is_zero((found.qdd - wanted).subs(x**2, L**2 - y**2).subs(x, sp.sqrt(L**2 - y**2)))
    free = zw.explicit(zoo.pendulum().system)
    lam = (g * y - xd**2 - yd**2) / (x**2 + y**2)
    assert is_zero(free.qdd - sp.Matrix([lam * x, lam * y - g]))
    assert free.conditions == (sp.Ne(x**2 + y**2, 0),)


def test_the_knife_edge():
    found = zw.explicit(zoo.knife_edge().system)
    xd, yd, turn = found.qd
    phi, (m, g, alpha) = found.q[2], sp.symbols("m g alpha")
    push = m * (g * sp.sin(alpha) * sp.sin(phi) + turn * (xd * sp.cos(phi) + yd * sp.sin(phi)))
    wanted = sp.Matrix([-push * sp.sin(phi), push * sp.cos(phi), 0])
    assert is_zero(found.Qc - wanted)
    assert is_zero(found.M * found.qdd - found.Q - wanted)


def quaternion_body():
    """The rotation of a rigid body, from its kinetic energy alone, with a generalized torque."""

    def E(u):
        return jnp.array(
            [
                [-u[1], u[0], u[3], -u[2]],
                [-u[2], -u[3], u[0], u[1]],
                [-u[3], u[2], -u[1], u[0]],
            ]
        )

    def kinetic(q, qd, p):
        w = 2.0 * E(q) @ qd
        return w @ (jnp.stack([p["J1"], p["J2"], p["J3"]]) * w) / 2.0

    torque = lambda p: jnp.stack([p["G0"], p["G1"], p["G2"], p["G3"]])
    unit = zw.Holonomic(lambda q: (q @ q - 1.0) / 2.0, name="unit")
    return zw.System.from_lagrangian(
        T=kinetic, force=torque, constraints=unit, coordinates="u0 u1 u2 u3"
    )


@pytest.mark.slow
@pytest.mark.equation("US10 (112), (119), (121)")
def test_the_rotation_of_a_rigid_body_in_unit_quaternions():
    p = {name: 1.0 for name in "J1 J2 J3 G0 G1 G2 G3".split()}
    found = zw.explicit(quaternion_body(), p=p, on_constraints=True)
    assert found.singular and found.rank == 1
    u, ud = sp.Matrix(found.q), sp.Matrix(found.qd)
    J, Gamma = sp.diag(*sp.symbols("J1:4")), sp.Matrix(sp.symbols("G0:4"))
    E = sp.Matrix(
        [[-u[1], u[0], u[3], -u[2]], [-u[2], -u[3], u[0], u[1]], [-u[3], u[2], -u[1], u[0]]]
    )
    w = 2 * E * ud
    turned = w.cross(J * w)  # ω̃ J ω, with (111)
    wanted = -E.T * J.inv() * turned / 2 - ud.dot(ud) * u + E.T * J.inv() * E * Gamma / 4
    force = -2 * w.dot(J * w) * u - u * u.dot(Gamma)
    alpha = sp.Symbol("alpha")
    M_A, Q = found.auxiliary(alpha)
    body = E * Gamma / 2  # the torque in body axes, (114)
    right = -2 * E.T * turned - alpha**2 * w.dot(w) * u / 4 + 2 * E.T * body
    assert vanishes(found.qdd - wanted, u, ud)
    assert vanishes(found.Qc - force, u, ud)
    assert vanishes(M_A - 4 * E.T * J * E - alpha**2 * u * u.T, u, ud)
    assert vanishes(M_A * wanted - right, u, ud) and vanishes(Q + found.Qc - right, u, ud)
    assert not vanishes(found.qdd - 2 * wanted, u, ud)


def vanishes(trees, u, ud) -> bool:
    """Whether these are zero modulo uᵀu = 1 and uᵀu̇ = 0."""
    plain = {x: sp.Symbol(f"v{i}") for i, x in enumerate((*u, *ud))}
    trees = sp.Matrix(trees).xreplace(plain)
    field = sp.QQ.frac_field(*sorted(trees.free_symbols | set(plain.values()), key=str)).field
    held = u.dot(u) - 1, u.dot(ud)
    basis = groebner([field.from_expr(x.xreplace(plain)).numer for x in held], field.ring)
    return all(not field.from_expr(x).numer.rem(basis) for x in trees)


@pytest.mark.equation("US10 (49), (67); U05 (24)")
def test_two_masses_with_a_singular_mass_matrix():
    found = zw.explicit(zoo.two_masses().system)
    assert found.singular
    assert is_zero(found.M * found.qdd - found.Q - found.Qc)
    assert is_zero(found.A * found.qdd - found.b)
    # The force of the rows is Aᵀ times something.
    assert found.Qc.row_join(found.A.T).rank(simplify=True) == 1
    M_A, Q = found.auxiliary(sp.Symbol("alpha"))
    assert is_zero(M_A * found.qdd - Q - found.Qc)


@pytest.mark.equation("U05 (9)-(12), (25)")
def test_parts_of_the_fundamental_equation_add_up():
    """Nondiagonal M, a redundant row, nonideal constraints: each part by its own formula."""
    rod = zw.Holonomic(lambda q: [q[0] * q[1], 2.0 * q[0] * q[1]], name="twice")
    drag = lambda qd, p: -p["k"] * qd
    mass = jnp.array([[5.0, 4.0], [4.0, 5.0]])  # its root is [[2, 1], [1, 2]]
    system = zw.System(mass, [1.0, 0.0], rod, nonideal=drag, coordinates="x y")
    found = zw.explicit(system)
    M, a, A = found.M, found.a, found.A
    assert found.rank == 1 and len(found.constraints) == 2 and found.independent == (0,)
    e = found.b - A * a
    assert is_zero(found.gain * e - found.Qc_ideal)
    ideal, C = found.B_pinv, found.C
    B = found.B
    for penrose in (B * ideal * B - B, ideal * B * ideal - ideal):
        assert is_zero(penrose)
    root = sp.Matrix([[2, 1], [1, 2]])
    assert is_zero(B - A * root.inv())
    nonideal = root * (sp.eye(2) - ideal * B) * root.inv() * C
    assert is_zero(found.Qc_nonideal - nonideal)
    assert is_zero(M * found.qdd - found.Q - found.Qc)


def test_formulas_hold_the_symbols_that_they_were_made_of():
    """Also those with assumptions, which are others than those of the same name without."""
    (x, y), m = dynamicsymbols("x y", real=True), sp.Symbol("m", positive=True)
    g = sp.Symbol("g", positive=True)
    kinetic = m * (x.diff(T) ** 2 + y.diff(T) ** 2) / 2
    forms = {"T": kinetic, "V": m * g * y}, {"mass": m, "force": [0, -m * g]}
    for form in forms:
        found = zw.explicit(zw.System.from_sympy(q=[x, y], constraints=[y - x**2 / 2], **form))
        assert found.q == (x, y) and set(found.parameters) == {m, g}
        wanted = -x * (g + x.diff(T) ** 2) / (1 + x**2)
        assert sp.simplify(found.qdd[0] - wanted) == 0
