"""What is traced of a system for small motions, in two parts: its equations, and functions.

The equations of a large mechanism take seconds to trace, so they are traced once, whichever
coordinates and outputs are asked for.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.functions import EXTRA, STATE, join
from zwang.base.identity.keyed import Keyed
from zwang.emit import Interpreted, plainly
from zwang.engine.evaluate import ByNumPy
from zwang.equation.acceleration_form import acceleration_form
from zwang.sensitivity.quantities import FORCES
from zwang.system.checks import energy_at
from zwang.system.system import System

TIME = STATE.index("t")  # its place among the arguments of what is traced
CHUNK = 8  # directions at a time: one trace for any number of them
OUTPUTS = (*FORCES, "lam")  # what an output may ask for besides the state


class Direction(NamedTuple):
    """D directions: changes of q, q̇ (D, n), t (D,), the numbers (D, ...), q̈ (D, n), λ (D, m)."""

    q: Any
    qd: Any
    t: Any
    numbers: Any
    qdd: Any
    lam: Any


def asks_for(system: System, *names: str) -> bool:
    """Whether friction asks for one of some forces of the constraints."""
    return system.nonideal is not None and any(map(system.nonideal.asks_for, names))


def _array(*shape: int) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, np.float64)


class _Shapes:
    """Shapes of a state, of q̈ and λ, and of many directions; λ may have more behind it."""

    def __init__(self, n: int, m: int, shapes: tuple, more: int = 0):
        self.sizes, self.more = (n, m), more
        numbers = [_array(*shape) for shape in shapes]
        self.state = _array(n), _array(n), _array(), numbers
        self.all = *self.state, _array(n), _array(m + more)
        self.one = Direction(_array(n), _array(n), _array(), numbers, _array(n), _array(m + more))
        self.many = jax.tree.map(lambda x: _array(CHUNK, *x.shape), self.one)


def _along(value: Any, direction: Direction, *x: Any) -> Any:
    """value(q, qd, t, numbers, a, lam), and its derivative along a direction."""
    return jax.jvp(value, x, tuple(direction))


def _twice(value: Any, q, qd, t, numbers, a, lam, first, second) -> Any:
    """The second derivatives along pairs of directions."""

    def one(u, v):
        changed = lambda *x: _along(value, u, *x)[1]
        return jax.jvp(changed, (q, qd, t, numbers, a, lam), tuple(v))[1]

    return jax.vmap(one)(first, second)


class Equations:
    """M, F, A, b and what remains of the constraints; r, A q̈ − b, φ and (φ̇, ψ) along
    directions.
    """

    def __init__(self, system: System, rest: Keyed, shapes: _Shapes):
        self.system, self.rest, self.shapes = system, rest, shapes
        self.acting, self.ideal = asks_for(system, *EXTRA), shapes.more > 0

    def _value(self, q, qd, t, numbers, a, lam) -> tuple[Any, Any]:
        """What changes, and the matrices."""
        p, system = join(numbers, self.rest), self.system
        form = acceleration_form(system, q, qd, t, p)
        A, b = form.A, form.b
        M, F = system.M(q, t, p), system.Q(q, qd, t, p)
        lam, ideal_a, ideal = self._split(lam)
        C = self._friction(q, qd, t, p, A, lam, ideal)
        balance, rows = [M @ a - F - C - A.T @ lam], [A @ a - b]
        if self.ideal:  # what ideal constraints would do has equations of its own
            balance.append(M @ ideal_a - F - A.T @ ideal)
            rows.append(A @ ideal_a - b)
        changing = jnp.concatenate(balance), jnp.concatenate(rows), form.phi, form.velocity
        F = F if self.acting else F + C
        return changing, (M, F, A, b, form.phi, form.velocity)

    def _split(self, lam) -> tuple[Any, Any, Any]:
        """λ; and q̈ and λ of ideal constraints, where friction asks for ``Qc_ideal``."""
        n, m = self.shapes.sizes
        return lam[:m], lam[m : m + n], lam[m + n :]

    def _friction(self, q, qd, t, p, A, lam, ideal) -> Any:
        """C (n,)."""
        forces = {"lam": lam, "reaction": A.T @ lam}
        if self.ideal:
            forces["Qc_ideal"] = A.T @ ideal
        return self.system.C(q, qd, t, p, **forces)

    def _once(self, q, qd, t, numbers, a, lam, along) -> tuple[Any, Any]:
        value = plainly(self._value, *self.shapes.all)

        def one(direction):
            (_, here), (change, _) = _along(value, direction, q, qd, t, numbers, a, lam)
            return here, change

        return jax.vmap(one, out_axes=(None, 0))(along)

    @cached_property
    def _traced(self) -> Interpreted:
        return Interpreted(self._once, *self.shapes.all, self.shapes.many)

    @cached_property
    def once(self) -> ByNumPy:
        """Along directions."""
        value = lambda *x: self._value(*x)[0]
        by_numpy = self._traced.only(lambda found: found[1])
        law = lambda *x: _along(plainly(value, *self.shapes.all), x[-1], *x[:-1])[1]
        return ByNumPy(by_numpy, law, (*self.shapes.all, self.shapes.one), each=True)

    def here(self, *x: Any) -> Any:
        """The matrices in a state."""
        return self._here(*x, self._blank)

    @cached_property
    def _here(self) -> ByNumPy:
        law = lambda *x: self._value(*x[:-1])[1]
        by_numpy = self._traced.only(lambda found: found[0])
        return ByNumPy(by_numpy, law, (*self.shapes.all, self.shapes.many))

    @cached_property
    def _blank(self) -> Direction:
        return jax.tree.map(lambda s: np.zeros(s.shape), self.shapes.many)

    @cached_property
    def friction(self) -> ByNumPy:
        """C (n,), and its derivatives by λ and by that of ideal constraints, (n, m) each."""
        n, m = self.shapes.sizes

        def found(q, qd, t, numbers, A, lam, ideal):
            p = join(numbers, self.rest)
            C = lambda lam, ideal: (self._friction(q, qd, t, p, A, lam, ideal),) * 2
            slopes, value = jax.jacfwd(C, argnums=(0, 1), has_aux=True)(lam, ideal)
            return value, *slopes

        shapes = *self.shapes.state, _array(m, n), _array(m), _array(m)
        return ByNumPy(Interpreted(found, *shapes), found, shapes)

    @cached_property
    def energy(self) -> Interpreted:
        """The energy in a state."""

        def found(q, qd, t, numbers):
            return energy_at(self.system, self.system.values(q, qd, t, join(numbers, self.rest)))

        return Interpreted(found, *self.shapes.state)

    @cached_property
    def in_time(self) -> bool:
        """Whether time enters."""
        asked = [self._here, self.once, *([self.friction] if self.acting else [])]
        return any(x.by_numpy.needs(TIME) for x in asked)

    @cached_property
    def twice(self) -> Interpreted:
        """Along pairs of directions."""

        def pairs(*given):
            value = plainly(lambda *x: self._value(*x)[0], *self.shapes.all)
            return _twice(value, *given)

        return Interpreted(pairs, *self.shapes.all, self.shapes.many, self.shapes.many)


class Functions:
    """Coordinates σ, their rates, and outputs, in a state and along directions."""

    def __init__(self, system: System, rest: Keyed, coordinates: Any, outputs: Any, shapes: Any):
        self.system, self.rest, self.shapes = system, rest, shapes
        self.coordinates, self.outputs = coordinates, outputs

    def sigma(self, q, t, p):
        """σ (c,), inside a trace."""
        found = [f.at({"q": q, "t": t, "p": p}) for f in self.coordinates]
        for f, x in zip(self.coordinates, found, strict=True):
            if x.shape != ():
                raise ValueError(f"{f.what} has the shape {x.shape}; wanted one number.")
        return jnp.stack(found) if found else jnp.zeros(0)

    def _rates(self, q, qd, t, numbers):
        p = join(numbers, self.rest)
        return jax.jvp(lambda q, t: self.sigma(q, t, p), (q, t), (qd, jnp.ones_like(t)))

    def _value(self, q, qd, t, numbers, a, lam) -> tuple[Any, ...]:
        along = lambda q, qd, t: self._rates(q, qd, t, numbers)
        (sigma, rate), (_, second) = jax.jvp(along, (q, qd, t), (qd, a, jnp.ones_like(t)))
        p = join(numbers, self.rest)
        values = dict(zip(STATE, (q, qd, t, p), strict=True)) | {"qdd": a, "lam": lam}
        if any(f.asks_for("Qc") for f in self.outputs):
            values["Qc"] = self._constraint_force(q, qd, t, p, a, lam)
        return sigma, rate, second, [f.at(values) for f in self.outputs]

    def _constraint_force(self, q, qd, t, p, a, lam) -> Any:
        """Aᵀλ + C, and not M q̈ − Q: that would count the force of an input too."""
        if asks_for(self.system, "Qc_ideal"):  # whose multipliers are not at hand
            return self.system.M(q, t, p) @ a - self.system.Q(q, qd, t, p)
        reaction = acceleration_form(self.system, q, qd, t, p).A.T @ lam
        return reaction + self.system.C(q, qd, t, p, lam=lam, reaction=reaction)

    @cached_property
    def here(self) -> ByNumPy:
        """σ, σ̇ and ∂σ/∂q in a state."""

        def found(q, qd, t, numbers):
            S = jax.jacrev(lambda q: self.sigma(q, t, join(numbers, self.rest)))(q)
            return *self._rates(q, qd, t, numbers), S

        return ByNumPy(Interpreted(found, *self.shapes.state), found, self.shapes.state)

    @cached_property
    def seconds(self) -> Interpreted:
        """σ̈ in a state, with q̈."""
        blank = np.zeros(self.shapes.all[-1].shape)

        def found(q, qd, t, numbers, a):
            return self._value(q, qd, t, numbers, a, blank)[2]

        return Interpreted(found, *self.shapes.all[:-1])

    @cached_property
    def values(self) -> Interpreted:
        """The outputs in a state."""
        return Interpreted(lambda *x: self._value(*x)[3], *self.shapes.all)

    @cached_property
    def once(self) -> ByNumPy:
        """Along directions."""

        def one(*x):
            return _along(plainly(self._value, *self.shapes.all), x[-1], *x[:-1])[1]

        many = lambda *x: jax.vmap(lambda along: one(*x[:-1], along))(x[-1])
        by_numpy = Interpreted(many, *self.shapes.all, self.shapes.many)
        return ByNumPy(by_numpy, one, (*self.shapes.all, self.shapes.one), each=True)

    @cached_property
    def in_time(self) -> bool:
        """Whether time enters the coordinates or the outputs."""
        return self.here.by_numpy.needs(TIME) or self.once.by_numpy.needs(TIME)

    @cached_property
    def twice(self) -> Interpreted:
        """Along pairs of directions."""
        pairs = lambda *given: _twice(plainly(self._value, *self.shapes.all), *given)
        return Interpreted(pairs, *self.shapes.all, self.shapes.many, self.shapes.many)


@lru_cache(maxsize=64)
def equations(fixed: Keyed, rest: Keyed, n: int, m: int, shapes: tuple) -> Equations:
    """The equations of a system, traced when they are first asked for."""
    more = n + m if asks_for(fixed.value, "Qc_ideal") else 0
    return Equations(fixed.value, rest, _Shapes(n, m, shapes, more))


@lru_cache(maxsize=64)
def functions_of(
    fixed: Keyed,
    rest: Keyed,
    coordinates: tuple[Keyed, ...],
    outputs: tuple[Keyed, ...],
    n: int,
    m: int,
    shapes: tuple,
) -> Functions:
    """Coordinates and outputs, traced when they are first asked for."""
    first, second = ([x.value for x in some] for some in (coordinates, outputs))
    return Functions(fixed.value, rest, first, second, _Shapes(n, m, shapes))
