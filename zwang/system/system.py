"""A mechanical system, described: masses, forces, constraints. Nothing is computed here."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

import jax
import jax.numpy as jnp

from zwang.base.arrays import as_floats, is_concrete, require_shape
from zwang.base.functions import EXTRA, STATE, Bound, Constant, bind, given, join, split
from zwang.base.identity.keyed import AbstractKeyed
from zwang.base.later import require_threads
from zwang.base.names import checked_names, described
from zwang.solvers.solution import Solution
from zwang.system import checks
from zwang.system.constraints import POSITION, AbstractConstraint, named
from zwang.system.sums import force_of


@jax.tree_util.register_static
@dataclass(frozen=True, init=False, eq=False, repr=False)
class System(AbstractKeyed):
    r"""Masses, forces and constraints of a mechanical system.

    .. math:: M(q, t)\, \ddot q = Q(q, \dot q, t) + Q^c

    A description, without state. It is known by what JAX traces of its functions when it is first
    used, so that what was compiled for one system serves another that is described alike; numbers
    that the functions capture are taken then, for all calls. Numbers to vary, or to differentiate
    by, belong in the parameters ``p`` that every function may ask for.

    Parameters
    ----------
    mass : a number, a vector (n,) for a diagonal M, a matrix (n, n), or a function of (q, t, p)
        that returns one of these
    force : function of (q, qd, t, p) that returns Q (n,); or constants (n,); or by name several of
        these, whose sum is Q; or None for zero
    constraints : a sequence of ``Holonomic``, ``Nonholonomic``, ``Pfaffian`` or
        ``AccelerationLevel``
    nonideal : C (n,), as a function of (q, qd, t, p), which may also ask for ``Qc_ideal``, the
        force that ideal constraints would exert, or for ``reaction``, the force Aᵀλ that really
        acts under Q + C, or for ``lam`` (m,), these multipliers λ; or constants; or None for ideal
        constraints
    coordinates : names of the n coordinates
    energy : function of (q, qd, t, p) that returns a number
    observables : by name, functions of (q, qd, t, p) that return an array each: what a ``Motion``
        shall hold besides, row by row, as ``motion.observables``
    origin : the description that this system was made from, such as a mechanism; a frozen object.
        It changes no equation

    References
    ----------
    [U05] eqs. (1), (3)-(7).

    Examples
    --------
    >>> from zwang.system.constraints import Holonomic
    >>> rod = Holonomic(lambda q: q @ q - 1.0, name="rod")
    >>> bob = System(2.0, lambda q: [0.0, -2.0 * 9.81], [rod], coordinates=["x", "y"])
    >>> bob.acceleration([0.6, -0.8], [1.6, 1.2]).qdd.round(4).tolist()
    [-7.1088, -0.3316]
    """

    mass: Any
    force: Any
    constraints: Any
    nonideal: Any
    coordinates: Any
    energy: Any
    observables: Any
    origin: Any

    __repr__ = described

    def __init__(
        self,
        mass: Any,
        force: Any,
        constraints: Sequence[AbstractConstraint] | AbstractConstraint = (),
        *,
        nonideal: Any = None,
        coordinates: Sequence[str] | None = None,
        energy: Any = None,
        observables: Mapping[str, Any] | None = None,
        origin: Any = None,
    ):
        vars(self).update(
            mass=given("`mass`", mass, POSITION),
            force=force_of(force),
            constraints=named(checks.checked_constraints(constraints)),
            nonideal=None if nonideal is None else given("`nonideal`", nonideal, STATE, EXTRA),
            coordinates=checked_names(coordinates),
            energy=None if energy is None else bind("`energy`", energy, STATE),
            observables=checks.checked_observables(observables),
            origin=origin,
        )
        self._check()

    def _check(self) -> None:
        checks.check_constant(self.mass, (0, 1, 2))
        checks.check_constant(self.force, (1,))
        checks.check_constant(self.nonideal, (1,))
        _ = self.n  # one, or refused

    @classmethod
    def from_lagrangian(cls, L: Any = None, **kwargs: Any) -> System:
        """A system given by its energies; see ``zwang.system.lagrangian.from_lagrangian``.

        Parameters
        ----------
        L : function of (q, qd, t, p): the Lagrangian, kinetic less potential energy
        **kwargs : ``T``, ``V``, ``force``, ``constraints``, ``nonideal``, ``coordinates``,
            ``observables``
        """
        from zwang.system.lagrangian import from_lagrangian

        return from_lagrangian(L, **kwargs)

    @classmethod
    def from_particles(
        cls,
        masses: Any,
        force: Any,
        constraints: Sequence[AbstractConstraint] | AbstractConstraint = (),
        *,
        dimension: int = 3,
        nonideal: Any = None,
        coordinates: Sequence[str] | None = None,
        energy: Any = None,
        observables: Mapping[str, Any] | None = None,
    ) -> System:
        """Particles in rectangular coordinates, ``q = (x1, y1, z1, x2, ...)``.

        Parameters
        ----------
        masses : (N,), or a number for one particle
        force : function of (q, qd, t, p) that returns (N, dimension) or (N * dimension,); or
            constants; or None for zero
        constraints : as for ``System``
        dimension : 3, or 2 for particles in a plane
        nonideal : as for ``System``
        coordinates : names; by default x1, y1, z1, x2, ..., without numbers for one particle
        energy, observables : as for ``System``

        References
        ----------
        [UK95] eq. (1).
        """
        from zwang.system.particles import particles

        masses, force, coordinates = particles(masses, force, dimension, coordinates)
        kept = {"nonideal": nonideal, "energy": energy, "observables": observables}
        return cls(masses, force, constraints, coordinates=coordinates, **kept)

    @classmethod
    def from_sympy(cls, model: Any = None, **kwargs: Any) -> System:
        """A system that is written in SymPy; see ``zwang.symbolic.from_sympy.from_sympy``.

        Parameters
        ----------
        model : a LagrangesMethod, KanesMethod or System of ``sympy.physics.mechanics``
        **kwargs : in place of a model ``q`` with ``L``, ``T`` and ``V`` or ``mass``; and others
        """
        from zwang.symbolic.from_sympy import from_sympy

        return from_sympy(model, **kwargs)

    def with_constraints(
        self, constraints: Sequence[AbstractConstraint] | AbstractConstraint
    ) -> System:
        """The same system under other constraints.

        Parameters
        ----------
        constraints : in the place of its own
        """
        return self._other(constraints=checks.checked_constraints(constraints))

    def ideal(self) -> System:
        """The same system without what its constraints do beyond ideal ones."""
        return self if self.nonideal is None else self._other(nonideal=None)

    @cached_property
    def unforced(self) -> System:
        """Its masses and constraints alone, which are all that a start knows of it."""
        return self._other(force=None, nonideal=None, energy=None, observables=(), origin=None)

    def _other(self, **parts: Any) -> System:
        other = copy.copy(self)
        vars(other).pop("unforced", None)
        vars(other).update(parts)
        other._check()
        return other

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        given = (self.mass, self.force, self.constraints, self.nonideal, self.energy)
        return *given, self.coordinates, self.observables, self.origin

    def M(self, q: Any, t: Any = 0.0, p: Any = None, qd: Any = None) -> jax.Array:
        """The mass matrix M (n, n).

        Parameters
        ----------
        q : (n,)    coordinates
        t : ()      time
        p : parameters
        qd : (n,)   velocities; only an auxiliary system, see ``definite``, may ask for them
        """
        return checks.mass_at(self.mass, self.values(q, q if qd is None else qd, t, p), qd is None)

    def Q(self, q: Any, qd: Any, t: Any = 0.0, p: Any = None) -> jax.Array:
        """The given force Q (n,).

        Parameters
        ----------
        q : (n,)    coordinates
        qd : (n,)   velocities
        t : ()      time
        p : parameters
        """
        return self._force("force", self.force, self.values(q, qd, t, p))

    def C(self, q: Any, qd: Any, t: Any = 0.0, p: Any = None, **forces: Any) -> jax.Array:
        """The prescribed work C (n,) of nonideal constraints; zero for ideal ones.

        Parameters
        ----------
        q, qd, t, p : as for ``Q``
        **forces : ``Qc_ideal`` (n,), ``reaction`` (n,), ``lam`` (m,), where the function asks for
            them
        """
        values = self.values(q, qd, t, p)
        for name in EXTRA:
            if self.nonideal is not None and self.nonideal.asks_for(name):
                if name not in forces:
                    raise TypeError(f"`nonideal` asks for `{name}`, which was not passed to `C`.")
                values[name] = as_floats(name, forces[name], jnp)
        return self._force("nonideal", self.nonideal, values)

    def acceleration(
        self,
        q: Any,
        qd: Any,
        t: Any = 0.0,
        p: Any = None,
        *,
        solver: Any = None,
        throw: bool = True,
    ) -> Solution:
        """Acceleration and constraint force in a state, see ``zw.solve``.

        The functions are differentiated, compiled at the first call, and not again for other
        numbers. NumPy arrays or lists in, NumPy arrays out, by C where that can be; JAX arrays in,
        JAX arrays out. Works inside ``jit``, ``vmap`` and ``grad``.

        Parameters
        ----------
        q : (n,)    coordinates
        qd : (n,)   velocities
        t : ()      time
        p : parameters, any nest of numbers and arrays
        solver : how to solve; by default ``Auto()``, which chooses
        throw : whether a failure raises ``NumericalError``, with the constraints and coordinates
            concerned by name
        """
        from zwang.engine.acceleration import acceleration

        return acceleration(self, q, qd, t, p, solver=solver, throw=throw)

    def first_order(self, p: Any = None, *, momenta: bool = False) -> Any:
        """ẏ = f(t, y) for any integrator; see ``zw.FirstOrder``.

        Parameters
        ----------
        p : parameters
        momenta : whether y is (q, ∂L/∂q̇), by Hamilton's equations, or (q, q̇)
        """
        from zwang.equation.views.forms import FirstOrder

        return FirstOrder(self, p, momenta=momenta)

    def definite(self, alpha: float = 1.0, z: Any = None) -> System:
        """The auxiliary system with a definite mass; see ``zwang.equation.views.forms.definite``.

        Parameters
        ----------
        alpha : any number but 0
        z : (m,), a function of (q, qd, t, p) or constants; by default α²b, which keeps Qc
        """
        from zwang.equation.views.forms import definite

        return definite(self, alpha, z)

    def values(self, q: Any, qd: Any, t: Any, p: Any) -> dict[str, Any]:
        """The state as floats, by the names that functions ask for.

        Parameters
        ----------
        q, qd, t, p : as for ``Q``
        """
        if is_concrete(q, qd, t):
            require_threads("A system's functions")
        return dict(zip(STATE, (*self.state(q, qd, t, jnp), join(*split(p)))))

    def state(
        self, q: Any, qd: Any, t: Any, xp: ModuleType, names: Sequence[str] = STATE[:3]
    ) -> tuple[Any, Any, Any]:
        """The state as floats: q, qd and t, of the right shapes.

        Parameters
        ----------
        q : (n,)    coordinates
        qd : (n,)   velocities
        t : ()      time
        xp : ``numpy`` or ``jax.numpy``
        names : how messages name them
        """
        q, qd, t = (as_floats(name, x, xp) for name, x in zip(names, (q, qd, t), strict=True))
        if q.ndim != 1 or not q.size or self.n not in (None, q.shape[0]):
            wanted = "a vector (n,)" if self.n is None else f"({self.n},)"
            raise ValueError(
                f"`{names[0]}` has the shape {q.shape}; wanted {wanted}, one entry for each "
                "coordinate. For a batch use jax.vmap."
            )
        require_shape(names[1], qd, q.shape, f"as `{names[0]}`")
        require_shape(names[2], t, (), "one number")
        return q, qd, t

    @cached_property
    def n(self) -> int | None:
        """The number of coordinates; None where only a call of its functions would tell."""
        parts = {"mass": self.mass, "force": self.force, "nonideal": self.nonideal}
        return checks.count_of(parts, self.coordinates)

    def _force(self, name: str, force: Bound | Constant | None, values: dict) -> jax.Array:
        q = values["q"]
        if force is None:
            return jnp.zeros_like(q)
        Q = force.at(values)
        require_shape(name, Q, q.shape, "one entry for each coordinate")
        return Q.astype(q.dtype)
