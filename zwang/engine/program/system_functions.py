r"""All that a step needs of a system in a state, in scalar values.

Functions of the user are traced by JAX, and what is traced is differentiated here: A and b of
the constraints, and M and Q of a Lagrangian.

    φ(q, t)             A = ∂φ/∂q       φ̇ = A q̇ + ∂φ/∂t       b = −dφ̇/dt  at q̈ = 0
    L(q, q̇, t)          M = ∂²L/∂q̇²     Q = ∂L/∂q − dp/dt  at q̈ = 0,     p = ∂L/∂q̇

A function with rules of its own for derivatives is left to JAX.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.functions import Bound
from zwang.engine.program.partial_velocities import mass_and_force
from zwang.engine.scalar.autodiff import gradient, jacobian, rate, replaced
from zwang.engine.scalar.elementwise import Values, array, boxed
from zwang.engine.scalar.graph import Graph, Unsupported, add, neg, sub
from zwang.engine.scalar.jaxpr import run
from zwang.engine.scalar.witness import trusted
from zwang.equation.acceleration_form import alpha_and_psi, differentiate, vector
from zwang.integrate.method.runge_kutta import Program
from zwang.system.checks import energy_at
from zwang.system.constraints import AbstractConstraint, Holonomic, Nonholonomic, Pfaffian
from zwang.system.lagrangian import Force, Lagrangian, lagrangian_of, odd, off_linear
from zwang.system.system import System
from zwang.system.velocities import Loads, loads_of

# What JAX differentiates by rules of its own, or by others than those of `rates`.
OWN_RULES = frozenset(
    "custom_jvp_call custom_vjp_call custom_vjp_call_jaxpr custom_lin stop_gradient sign clamp rem "
    "reduce_max reduce_min cummax cummin cholesky triangular_solve".split()
)


class State(NamedTuple):
    """Inputs of a program: q (n,), q̇ (n,), t (1,), and all numbers of the parameters."""

    q: Values
    qd: Values
    t: Values
    p: Values


def of_state(program: Program, shapes: tuple[tuple[int, ...], ...], function: Callable) -> Callable:
    """A function of (q, qd, t, p, ...) as one in which all numbers of the parameters are a vector.

    Parameters
    ----------
    program : what moves, and how
    shapes : of the parameters' numbers
    function : of the state
    """
    ends = np.cumsum([0, *(int(np.prod(shape)) for shape in shapes)])

    def flat(q, qd, t, p, *rest):
        pieces = zip(ends, ends[1:], shapes, strict=False)
        numbers = [p[a:b].reshape(shape) for a, b, shape in pieces]
        return function(q, qd, t[0], program.p(numbers), *rest)

    return flat


class Describer:
    """What follows from a system's functions, in values of one graph.

    Parameters
    ----------
    program : what moves, and how
    shapes : of the parameters' numbers
    n : number of coordinates
    graph : a new one
    """

    def __init__(self, program: Program, shapes: tuple[tuple[int, ...], ...], n: int, graph: Graph):
        self.program, self.shapes, self.graph = program, shapes, graph
        count = sum(int(np.prod(shape)) for shape in shapes)
        sizes = {"q": n, "qd": n, "t": 1, "p": count}
        self.state = State(
            **{
                name: array((self.graph.input(name, k) for k in range(size)), (size,))
                for name, size in sizes.items()
            }
        )
        # Along the motion, q̈ being 0.
        self.along = dict(zip(self.state.q, self.state.qd, strict=True)) | {self.state.t[0]: 1.0}

    def traced(self, function: Callable, *, derived: bool = False) -> Any:
        """What a function of (q, qd, t, p) returns, in values; ``derived`` if to differentiate."""
        flat = of_state(self.program, self.shapes, function)
        kinds = [jax.ShapeDtypeStruct(x.shape, np.float64) for x in self.state]
        closed, out = jax.make_jaxpr(flat, return_shape=True)(*kinds)
        if derived:
            own = next((name for name in primitives(closed.jaxpr) if name in OWN_RULES), None)
            if own is not None:
                raise Unsupported(f"the derivative of `{own}`")
        found = run(self.graph, closed.jaxpr, closed.consts, list(self.state))
        return jax.tree.unflatten(jax.tree.structure(out), found)

    def constraint(self, constraint: AbstractConstraint) -> dict[str, Values | None]:
        """A, b and the residuals of one constraint."""
        system, q, qd = self.program.system.value, list(self.state.q), list(self.state.qd)
        match constraint:
            case Holonomic():
                phi = self.traced(_with_values(system, vector, constraint.phi), derived=True)
                velocity = rate(phi, self.along)
                A, b = jacobian(phi, q), _negative(rate(velocity, self.along))
                return {"A": A, "b": b, "phi": phi, "velocity": velocity}
            case Nonholonomic():
                psi = self.traced(_with_values(system, vector, constraint.psi), derived=True)
                A, b = jacobian(psi, qd), _negative(rate(psi, self.along))
                return {"A": A, "b": b, "phi": None, "velocity": psi}
            case Pfaffian():
                given = self.traced(_with_values(system, alpha_and_psi, constraint), derived=True)
                alpha, psi = given
                return {
                    "A": alpha,
                    "b": _negative(rate(psi, self.along)),
                    "phi": None,
                    "velocity": psi,
                }
        found = self.traced(_with_values(system, differentiate, constraint))
        return found._asdict()

    def constraints(self) -> dict[str, Values]:
        """All of them, in the order of ``acceleration_form``."""
        n, given = len(self.state.q), self.program.system.value.constraints
        parts = [self.constraint(x) for x in sorted(given, key=lambda c: c.level)]

        def joined(name: str, *shape: int) -> Values:
            found = [x for x in (part[name] for part in parts) if x is not None]
            return np.concatenate(found) if found else boxed(np.zeros((0, *shape)))

        return {"A": joined("A", n)} | {x: joined(x) for x in ("b", "phi", "velocity")}

    def forces(self) -> dict[str, Any]:
        """M and Q; of a Lagrangian also the energy, and how far it is from quadratic."""
        system = self.program.system.value
        lagrangian, force = lagrangian_of(system), getattr(system.force, "function", None)
        if lagrangian is not None and isinstance(force, Force):
            return self._of_lagrangian(lagrangian, force)
        loads = loads_of(system)
        if loads is not None:
            return self._of_parts(loads)
        M = self.traced(lambda q, qd, t, p: system.M(q, t, p, qd))
        return {"M": M, "Q": self.traced(system.Q)}

    def _of_lagrangian(self, lagrangian: Lagrangian, force: Force) -> dict[str, Any]:
        q, qd, n = list(self.state.q), list(self.state.qd), len(self.state.q)
        values = _with_values(self.program.system.value, lambda _, x: lagrangian(**x), None)
        L = self.traced(values, derived=True)
        momentum = gradient(L.item(), qd)
        at_rest = dict.fromkeys(qd, 0.0)
        M = replaced(jacobian(momentum, qd), at_rest)
        Q = _combined(sub, gradient(L.item(), q), rate(momentum, self.along))
        if force.other is not None:
            other = self.traced(_with_values(self.program.system.value, _besides, force))
            Q = _combined(add, Q, other)
        energy = self._put(lambda qd, p, L: qd @ p - L, self.state.qd, momentum, L)
        rest, off = replaced(momentum, at_rest), []
        for v in (self.state.qd, boxed(odd(n))):
            there = replaced(momentum, dict(zip(qd, v, strict=True)))
            off.append(self._put(off_linear, there, rest, M, v))
        excess = self._put(jnp.maximum, *off)
        return {"M": M, "Q": Q, "energy": energy, "excess": excess.reshape(1)}

    def _of_parts(self, loads: Loads) -> dict[str, Any]:
        system, given = self.program.system.value, loads.velocities
        w = self.traced(_with_values(system, lambda _, x: given.w(**x), None), derived=True)
        G, f = self.traced(_with_values(system, lambda _, x: given.acting(**x), None))
        M, Q = mass_and_force(w, G, f, self.state.qd, self.along)
        if loads.other is not None:
            other = self.traced(_with_values(system, lambda _, x: loads.besides(**x), None))
            Q = array(map(add, Q.flat, other.flat), Q.shape)
        return {"M": M, "Q": Q}

    def _put(self, function: Callable, *given: Values) -> Values:
        """A function of arrays, applied to values."""
        kinds = [jax.ShapeDtypeStruct(x.shape, np.float64) for x in given]
        closed = jax.make_jaxpr(function)(*kinds)
        return run(self.graph, closed.jaxpr, closed.consts, list(given))[0]


def described(program: Program, shapes: tuple[tuple[int, ...], ...], n: int) -> dict[str, Values]:
    """M, Q, A, b, phi, velocity; seen: energy and observables; of a Lagrangian also excess.

    Parameters
    ----------
    program : what moves, and how
    shapes : of the parameters' numbers
    n : number of coordinates

    Raises
    ------
    Unsupported
        There is something that only JAX can differentiate, or that is not for C at all.
    """
    return trusted(
        lambda graph: _described(program.system.value, Describer(program, shapes, n, graph)), fatal
    )


def fatal(found: dict[str, Values]) -> list[Values]:
    """What ends a motion where it is not finite."""
    return [found[name] for name in ("M", "Q", "A", "b")]


def _described(system: System, describer: Describer) -> dict[str, Values]:
    found = describer.forces() | describer.constraints()
    energy, others = found.pop("energy", None), []
    if system.energy is not None:
        own = getattr(system.energy.function, "__self__", None) is lagrangian_of(system)
        if energy is None or not own:
            energy = describer.traced(_with_values(system, energy_at, system))
        others.append(energy)
    others += [
        describer.traced(_with_values(system, _seen, function))
        for _, function in system.observables
    ]
    parts = [x.ravel() for x in others]
    return found | {"seen": np.concatenate(parts) if parts else boxed(np.zeros(0))}


def _seen(function: Bound, values: dict[str, Any]) -> jax.Array:
    return function.at(values).astype(float)


def _besides(force: Force, values: dict[str, Any]) -> jax.Array:
    return force.besides(**values).astype(float)


def _with_values(system: System, function: Callable, what: Any) -> Callable:
    """A function of something and the values of a state, as one of the state."""
    return lambda q, qd, t, p: function(what, system.values(q, qd, t, p))


def _negative(x: Values) -> Values:
    return array(map(neg, x.flat), x.shape)


def _combined(function: Callable, x: Values, y: Values) -> Values:
    return array(map(function, x.flat, y.flat), x.shape)


def primitives(jaxpr: Any) -> Iterator[str]:
    """The names of all primitives, also of programs within the program."""
    for equation in jaxpr.eqns:
        yield equation.primitive.name
        for inner in jax.tree.leaves(
            list(equation.params.values()), is_leaf=lambda x: hasattr(x, "eqns")
        ):
            inner = getattr(inner, "jaxpr", inner)
            if hasattr(inner, "eqns"):
                yield from primitives(inner)
