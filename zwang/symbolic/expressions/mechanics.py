r"""SymPy's own mechanics: ``LagrangesMethod``, ``KanesMethod`` and ``System`` as models.

Kane's equations are  M_u u̇ = f_u(q, u, t)  in speeds u, which the kinematical equations
K_q q̇ + K_u u + k = 0  tie to the rates. All speeds are taken as independent, so that constraints
stay constraints and may be redundant. With  u = W q̇ + w  the equations in q are

    Wᵀ M_u W q̈ = Wᵀ (f_u − M_u (Ẇ q̇ + ẇ))

A speed that no kinematical equation gives by itself, such as that of a wheel whose angle is
ignorable, gets a coordinate of its own, its integral over time; what is left of the kinematical
equations is constraints, and a coordinate may have no mass.
"""

from __future__ import annotations

from typing import Any

from sympy.physics.mechanics import KanesMethod, LagrangesMethod, Particle, Point, RigidBody
from sympy.physics.mechanics import System as SympySystem
from sympy.physics.vector import dynamicsymbols

from zwang.symbolic.expressions.bodies import kinematics_of
from zwang.symbolic.expressions.symbols import name_of
from zwang.symbolic.expressions.walk import Replacing
from zwang.symbolic.untyped import sp

NO_BODIES = "`model` has no bodies yet; call its kanes_equations(bodies, loads) first."


def parts_of(model: Any, written: bool = False) -> dict[str, Any]:
    """What ``model_of_expressions`` takes, from an object of ``sympy.physics.mechanics``."""
    if isinstance(model, SympySystem) and isinstance(model.eom_method, LagrangesMethod):
        model = model.eom_method
    if isinstance(model, LagrangesMethod):
        return _lagrange(model)
    if isinstance(model, KanesMethod):
        return _kane(model, written)
    if isinstance(model, SympySystem):
        return _system(model, written)
    raise TypeError(
        f"`model` is {model!r}; wanted a LagrangesMethod, a KanesMethod or a System of "
        "sympy.physics.mechanics."
    )


def _lagrange(model: Any) -> dict[str, Any]:
    q, frame = tuple(model.q), model.inertial
    held = list(model._hol_coneqs)
    nonholonomic = list(model.coneqs)[len(held) :]
    force = None
    if model.forcelist:
        pairs = [(_velocity(where, frame), vector) for where, vector in model.forcelist]
        rates = [x.diff(dynamicsymbols._t) for x in q]
        force = [sum(v.diff(qd, frame).dot(f) for v, f in pairs) for qd in rates]
    constraints = _numbered("holonomic", held) | _numbered("nonholonomic", nonholonomic)
    return {"q": q, "L": model._L[0], "force": force, "constraints": constraints}


def _numbered(word: str, rows: Any) -> dict[str, Any]:
    """Constraints by the word that SymPy has for them, and their place."""
    return {f"{word} {i + 1}": row for i, row in enumerate(rows)}


def _velocity(where: Any, frame: Any) -> Any:
    """What a force or a torque works on: the velocity of a point, or that of a frame."""
    if isinstance(where, Particle | RigidBody):
        where = where.masscenter
    return where.vel(frame) if isinstance(where, Point) else where.ang_vel_in(frame)


def _kane(model: Any, written: bool) -> dict[str, Any]:
    if model._bodylist is None:
        raise ValueError(NO_BODIES)
    u, rates = sp.Matrix(model.u), sp.Matrix(model.q).diff(dynamicsymbols._t)
    kinematics = model._k_kqdot_implicit * rates + model._k_ku_implicit * u + model._f_k_implicit
    velocity = list(model._k_nh * u + model._f_nh) if model._k_nh else []
    held = _numbered("configuration", model._f_h), _numbered("velocity", velocity)
    q, still = tuple(model.q), tuple(model._uaux)
    loads = model._forcelist or ()
    given = model._inertial, model._bodylist, loads
    return _of_speeds(given, q, tuple(u), kinematics, held, still, written)


def _system(model: Any, written: bool) -> dict[str, Any]:
    loads = (*model.loads, *(x for actuator in model.actuators for x in actuator.to_loads()))
    q, u = tuple(model.q), tuple(model.u)
    kinematics = sp.Matrix(model.kdes)
    own = [x.diff(dynamicsymbols._t) for x in model.holonomic_constraints]
    own += list(model.nonholonomic_constraints)
    velocity = _numbered("velocity", model.velocity_constraints)
    if list(velocity.values()) == own:  # SymPy's default: then the first of them say nothing new
        velocity = _numbered("nonholonomic", model.nonholonomic_constraints)
    held = _numbered("holonomic", model.holonomic_constraints), velocity
    given = model.frame, model.bodies, loads
    return _of_speeds(given, q, u, kinematics, held, tuple(model.u_aux), written)


def _of_speeds(
    given: tuple[Any, Any, Any],
    q: tuple[Any, ...],
    u: tuple[Any, ...],
    kinematics: Any,
    held: tuple[dict[str, Any], dict[str, Any]],
    still: tuple[Any, ...],
    written: bool,
) -> dict[str, Any]:
    """The model in coordinates, from one in speeds.

    ``given`` are the frame that does not turn, bodies and loads; ``held`` what vanishes of
    positions and of velocities; ``still`` auxiliary speeds, always 0.
    """
    t = dynamicsymbols._t
    _require_kinematics(q, u, kinematics)
    nothing = dict.fromkeys([x.diff(t) for x in still], 0) | dict.fromkeys(still, 0)
    stop = Replacing(nothing)
    speeds, left = _speeds(q, u, stop(kinematics))
    own = {x: sp.Function(f"int_{name_of(x)}")(t) for x in u if x not in speeds}
    speeds |= {x: integral.diff(t) for x, integral in own.items()}
    put = Replacing(speeds)
    rows = {name: stop(x) for name, x in held[0].items()}
    rows |= {name: put(stop(x)) for name, x in held[1].items()}
    rows |= {name: put(x) for name, x in _numbered("kinematics", left).items()}
    coordinates = (*q, *own.values())
    if written:
        free = _formed(given, q, u, kinematics)
        mass, force = (put(stop(x)) for x in (free.mass_matrix, free.forcing))
        inertial = dict(
            zip(("mass", "force"), _turned(mass, force, u, speeds, coordinates), strict=True)
        )
    else:
        known = (*((x, sp.S.Zero) for x in still), *speeds.items())
        inertial = {"bodies": kinematics_of(*given, known), "force": None}
    shown = tuple((name_of(x), speeds[x]) for x in u)
    return {"q": coordinates, "constraints": rows, "speeds": shown} | inertial


def _formed(given: Any, q: Any, u: Any, kinematics: Any) -> KanesMethod:
    """Kane's equations in all speeds, as if none depended on others."""
    frame, bodies, loads = given
    free = KanesMethod(
        frame,
        q_ind=list(q),
        u_ind=list(u),
        kd_eqs=list(kinematics),
        bodies=list(bodies),
        forcelist=list(loads) if loads else None,
        explicit_kinematics=False,
    )
    free.kanes_equations()
    return free


def _turned(mass: Any, force: Any, u: Any, speeds: Any, coordinates: Any) -> tuple[Any, Any]:
    """M and Q of coordinates, from those of speeds."""
    t = dynamicsymbols._t
    rates = sp.Matrix(coordinates).diff(t)
    given = sp.Matrix([speeds[x] for x in u])
    if list(given) == list(rates):
        return mass, force
    W = given.jacobian(rates)
    turned = given.diff(t).xreplace(dict.fromkeys(rates.diff(t), sp.S.Zero))
    return W.T * mass * W, W.T * (force - mass * turned)


def _require_kinematics(q: tuple[Any, ...], u: tuple[Any, ...], kinematics: Any) -> None:
    if len(kinematics) != len(q):
        raise ValueError(
            f"`model` has {len(kinematics)} kinematical equations and {len(q)} coordinates "
            f"({', '.join(map(name_of, q))}), with {len(u)} speeds "
            f"({', '.join(map(name_of, u))}); wanted one equation for each coordinate."
        )


def _speeds(
    q: tuple[Any, ...], u: tuple[Any, ...], kinematics: Any
) -> tuple[dict[Any, Any], list[Any]]:
    """Speeds that kinematical equations give by themselves, and the equations that are left.

    Rows in which the factors of all speeds are numbers are solved, as many as can be.
    """
    factors = kinematics.jacobian(sp.Matrix(u))
    plain = [i for i in range(factors.rows) if all(x.is_number for x in factors[i, :])]
    rest = kinematics.xreplace(dict.fromkeys(u, sp.S.Zero))
    if not plain:
        return {}, list(kinematics)
    numbers = sp.Matrix([factors[i, :] for i in plain])
    both, pivots = numbers.row_join(sp.eye(len(plain))).rref()
    done: dict[Any, Any] = {}
    left = [kinematics[i] for i in range(factors.rows) if i not in plain]
    values = both[:, len(u) :] * sp.Matrix([rest[i] for i in plain])
    for row in range(len(plain)):
        alone = [j for j in range(len(u)) if both[row, j] != 0]
        if len(alone) == 1 and row < len(pivots):
            done[u[alone[0]]] = -values[row]
        else:
            left.append((both[row, : len(u)] * sp.Matrix(u))[0] + values[row])
    return done, left
