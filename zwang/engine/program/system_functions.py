r"""All that a step needs of a system in a state, in scalar values.

Functions of the user are traced by JAX, and what is traced is differentiated on scalar values, see
``derived``: A and b of the constraints, and M and Q of a Lagrangian.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.functions import split
from zwang.emit.scalars import applied_to, run
from zwang.engine.program.derived import (
    along,
    combined,
    force_of,
    mass_and_force,
    mass_of,
    of_pfaffian,
    of_positions,
    of_velocities,
    require_rates,
)
from zwang.engine.program.elements import Parts, Shapes, Whole
from zwang.engine.program.sizes import observed, pieces
from zwang.equation.acceleration_form import (
    acceleration_form,
    alpha_and_psi,
    differentiate,
    vector,
)
from zwang.integrate.method.runge_kutta import Program
from zwang.ir.lower import lower
from zwang.ir.scalar.graph import LIMIT, Graph, Node, Unsupported, add
from zwang.ir.scalar.laws import Values, array, boxed
from zwang.ir.scalar.rates import gradient, rate, replaced
from zwang.ir.scalar.witness import trusted
from zwang.system.checks import energy_at
from zwang.system.constraints import AbstractConstraint, Holonomic, Nonholonomic, Pfaffian
from zwang.system.deferred import for_engine
from zwang.system.elements import Sums, sums_of
from zwang.system.lagrangian import Force, Lagrangian, lagrangian_of, odd, off_linear
from zwang.system.origin import AbstractGuard
from zwang.system.system import System
from zwang.system.tangent import NAMES, AbstractTangent, tangent_of
from zwang.system.velocities import Loads, loads_of


class State(NamedTuple):
    """Inputs of a program: q (n,), q̇ (n,), t (1,), and all numbers of the parameters."""

    q: Values
    qd: Values
    t: Values
    p: Values


def of_state(program: Program, shapes: tuple[tuple[int, ...], ...], function: Callable) -> Callable:
    """A function of (q, qd, t, p, ...) as one in which all numbers of the parameters are a
    vector.
    """

    def flat(q, qd, t, p, *rest):
        return function(q, qd, t[0], program.p(pieces(p, shapes)), *rest)

    return flat


class Describer:
    """What follows from a system's functions, in values of one graph."""

    def __init__(
        self, program: Program, shapes: Shapes, n: int, graph: Graph, state: State | None = None
    ):
        self.program, self.shapes, self.graph = program, shapes, graph
        self.smooth = state is not None
        count = sum(int(np.prod(shape)) for shape in shapes)
        sizes = {"q": n, "qd": n, "t": 1, "p": count}
        # inputs of the graph that are its own, if it has others too; then all that follows is to be
        # differentiated
        self.state = state or State(
            **{
                name: array((self.graph.input(name, k) for k in range(size)), (size,))
                for name, size in sizes.items()
            }
        )
        # Along the motion, q̈ being 0.
        self.along = along(self.state.q, self.state.qd, self.state.t)

    def traced(self, function: Callable, *, derived: bool = False) -> Any:
        """What a function of (q, qd, t, p) returns, in values; ``derived`` if to differentiate."""
        flat = of_state(self.program, self.shapes, function)
        kinds = [jax.ShapeDtypeStruct(x.shape, np.float64) for x in self.state]
        closed, out = jax.make_jaxpr(flat, return_shape=True)(*kinds)
        block = lower(closed)
        if derived or self.smooth:
            require_rates(block)
        found = run(self.graph, block, list(self.state))
        return jax.tree.unflatten(jax.tree.structure(out), found)

    def constraint(self, constraint: AbstractConstraint) -> dict[str, Values | None]:
        """A, b and the residuals of one constraint."""
        system = self.program.system.value
        match constraint:
            case Holonomic():
                phi = self.traced(_with_values(system, vector, constraint.phi), derived=True)
                return of_positions(phi, self.state.q, self.along)
            case Nonholonomic():
                psi = self.traced(_with_values(system, vector, constraint.psi), derived=True)
                return of_velocities(psi, self.state.qd, self.along)
            case Pfaffian():
                law = _with_values(system, alpha_and_psi, constraint)
                alpha, psi = self.traced(law, derived=True)
                return of_pfaffian(alpha, psi, self.along)
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

    def observables(self) -> list[Values]:
        """All of them, in their order."""
        traced = observed(self.program, len(self.state.q), self.shapes).traced
        if traced is None:
            raise Unsupported("an observable that captures what is being traced")
        return run(self.graph, lower(traced), list(self.state))

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
        found = {"M": M, "Q": self.traced(system.Q)}
        if lagrangian is not None:
            found["excess"] = self.traced(lagrangian.beyond_quadratic).reshape(1)
        return found

    def _of_lagrangian(self, lagrangian: Lagrangian, force: Force) -> dict[str, Any]:
        qd, n = list(self.state.qd), len(self.state.q)
        values = _with_values(self.program.system.value, lambda _, x: lagrangian(**x), None)
        L = self.traced(values, derived=True)
        momentum = gradient(L.item(), qd)
        M = mass_of(momentum, self.state.qd)
        Q = force_of(L.item(), momentum, self.state.q, self.along)
        if force.other is not None:
            other = self.traced(_with_values(self.program.system.value, _besides, force))
            Q = combined(add, Q, other)
        energy = self._put(lambda qd, p, L: qd @ p - L, self.state.qd, momentum, L)
        rest, off = replaced(momentum, dict.fromkeys(qd, 0.0)), []
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
        return run(self.graph, lower(jax.make_jaxpr(function)(*kinds)), list(given))[0]


@for_engine()
def described(
    program: Program, shapes: tuple[tuple[int, ...], ...], n: int, limit: int = LIMIT
) -> dict[str, Values]:
    """M, Q, A, b, phi, velocity; seen: energy and observables; of a Lagrangian also excess.

    Raises Unsupported.
    """
    system, sums = program.system.value, sums_of(program.system.value, rubbing=True)
    tangent = tangent_of(system)
    moving = system if tangent is None else tangent.fixed.value
    guarded = isinstance(moving.origin, AbstractGuard)  # it chooses, and vouches for no way
    if tangent is not None and not guarded:
        try:
            return _of_tangent(tangent, program, shapes, n)
        except Unsupported:  # by the rules of `rates`, but perhaps not by those of JAX
            pass
    if sums is not None:
        try:
            parts = Parts(sums, shapes, program.p)
            made = lambda graph: summed(sums, parts, Describer(program, shapes, n, graph))
            return trusted(made, fatal)
        except Unsupported:  # rows of the whole may be known without their derivatives
            pass
    whole = lambda graph: _described(system, Describer(program, shapes, n, graph))
    return whole(Graph()) if guarded else trusted(whole, fatal, limit)


def fatal(found: dict[str, Values]) -> list[Values]:
    """What ends a motion where it is not finite."""
    return [found[name] for name in ("M", "Q", "A", "b")]


def summed(sums: Sums, parts: Parts, describer: Describer) -> dict[str, Values]:
    """The same of a system that is a sum over parts."""
    whole = Whole(describer.state, describer.along, sums.rows, sums.mass.definite)
    parts.add_to(whole, describer.graph)
    told = [] if sums.energy is None else [sums.energy]
    told += [names for _, names in sums.observables]
    seen = [functools.reduce(add, (whole.seen[name] for name in names)) for names in told]
    return whole.found | {"seen": array(seen, (len(seen),))}


def _of_tangent(
    tangent: AbstractTangent, program: Program, shapes: Shapes, n: int
) -> dict[str, Values]:
    """The same of a motion and its derivative: the equations of the motion, and their rates."""
    k, own = len(shapes) // 2, tangent.n  # of the parameters the direction comes first
    p = program.p([np.zeros(shape) for shape in shapes])["p"]
    alone = replace(program, system=tangent.fixed, rest=split(p)[1])
    system, sums = alone.system.value, sums_of(alone.system.value)
    parts = None if sums is None else Parts(sums, shapes[k:], alone.p, smooth=True)

    def made(graph: Graph) -> dict[str, Values]:
        q, qd, t, numbers = Describer(program, shapes, n, graph).state
        count = len(numbers) // 2
        state = State(q[:own], qd[:own], t, numbers[count:])
        describer = Describer(alone, shapes[k:], own, graph, state)
        if sums is not None and parts is not None:
            now = summed(sums, parts, describer)
        else:
            now = describer.forces() | describer.constraints()
        if system.nonideal is not None:
            now["Q"] = combined(add, now["Q"], describer.traced(system.C))
        moving = np.concatenate([state.q, state.qd, state.p])
        by = np.concatenate([q[own:], qd[own:], numbers[:count]])
        rates = _rates([now[name] for name in NAMES], dict(zip(moving, by, strict=True)))
        equations = lambda *x: tangent.equations(
            dict(zip(NAMES, x, strict=False)), dict(zip(NAMES, x[len(NAMES) :], strict=True))
        )
        found = applied_to(graph, equations, *(now[name] for name in NAMES), *rates)
        return found | {"seen": boxed(np.zeros(0))}

    return trusted(made, fatal)


def _rates(values: list[Values], way: dict[Node, Any]) -> list[Values]:
    """How several arrays of values change along a way, in one sweep."""
    found = rate(np.concatenate([x.ravel() for x in values]), way)
    ends = np.cumsum([x.size for x in values])
    parts = np.split(found, ends[:-1])
    return [x.reshape(y.shape) for x, y in zip(parts, values, strict=True)]


def _described(system: System, describer: Describer) -> dict[str, Values]:
    found = describer.forces() | describer.constraints()
    energy, others = found.pop("energy", None), []
    if system.energy is not None:
        own = getattr(system.energy.function, "__self__", None) is lagrangian_of(system)
        if energy is None or not own:
            energy = describer.traced(_with_values(system, energy_at, system))
        others.append(energy)
    others += describer.observables() if system.observables else []
    parts = [x.ravel() for x in others]
    return found | {"seen": np.concatenate(parts) if parts else boxed(np.zeros(0))}


def described_by_jax(program: Program) -> Callable:
    """The same but for excess, as a function of (q, qd, t, p) that JAX differentiates."""
    system = program.system.value

    def describe(q, qd, t, p):
        form, values = acceleration_form(system, q, qd, t, p), system.values(q, qd, t, p)
        seen = [] if system.energy is None else [energy_at(system, values)]
        seen += [function.at(values) for _, function in system.observables]
        parts = [jnp.ravel(x).astype(float) for x in seen]
        rows = {"A": form.A, "b": form.b, "phi": form.phi, "velocity": form.velocity}
        seen = {"seen": jnp.concatenate(parts) if parts else jnp.zeros(0)}
        return {"M": system.M(q, t, p, qd), "Q": system.Q(q, qd, t, p)} | rows | seen

    return describe


def _besides(force: Force, values: dict[str, Any]) -> jax.Array:
    return force.besides(**values).astype(float)


def _with_values(system: System, function: Callable, what: Any) -> Callable:
    """A function of something and the values of a state, as one of the state."""
    return lambda q, qd, t, p: function(what, system.values(q, qd, t, p))
