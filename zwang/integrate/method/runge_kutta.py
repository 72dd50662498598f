"""One step of an integrator; the only file that knows diffrax.

Methods come from diffrax and are used one step at a time, each as if it were the first: after a
projection nothing that a method remembers of the step before is right. Diffrax is imported where
it is used, for that takes as long as a motion in C, which does without.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, NamedTuple

import jax.numpy as jnp

from zwang.base.arrays import Array
from zwang.base.functions import join
from zwang.base.identity.keyed import AbstractKeyed, Keyed
from zwang.integrate.method.step_size import AbstractStepSize, Elementary
from zwang.integrate.method.tableau import DOPRI8, Tableau
from zwang.integrate.projection import WIDE, Baumgarte, Projection, project
from zwang.solvers import Auto
from zwang.solvers.held import Held
from zwang.system.system import System

# The default solver: stages of a step lie a little off the constraints, where redundant rows
# disagree a little.
IN_STEPS = Auto(rank=WIDE, consistency=1e-2)
SETTLED = 3  # corrections, of which the last is rounding
KINDS = {  # how diffrax's adjoints need a loop to be built
    "DirectAdjoint": "bounded",
    "RecursiveCheckpointAdjoint": "checkpointed",
    "ForwardMode": "lax",
}


class Dopri8(AbstractKeyed):
    """The default method: that of diffrax with its defaults, made only where JAX takes steps."""

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another: there is but one."""
        return ()

    def __repr__(self) -> str:
        return "Dopri8()"


@dataclass(frozen=True)
class Program:
    """What a motion is compiled for; all else are numbers."""

    system: Keyed  # the description, with its key
    rest: Keyed  # what of the parameters is no number
    method: Keyed  # a diffrax method, or ``Dopri8``, with its key
    drift: Projection | Baumgarte | None  # ``Projection``, ``Baumgarte`` or None
    solver: Any  # of the accelerations in a step
    adaptive: bool  # whether the error is estimated
    events: Keyed  # what is watched for, with its key
    kind: str = "lax"  # of the loops, see ``loop_kind``
    rule: AbstractStepSize = Elementary()  # of the lengths of steps
    timed: bool = field(default=False, compare=False)  # whether time enters

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, item.name) for item in fields(self) if item.compare))

    def __getstate__(self) -> dict[str, Any]:  # in another process texts have other hashes
        return {name: x for name, x in vars(self).items() if name != "_hash"}

    @property
    def order(self) -> int:
        """Of the error estimate: the error of a step of length h is like h to this power."""
        method = self.method.value
        return 8 if isinstance(method, Dopri8) else int(method.error_order(None) or 1)

    def p(self, numbers: Any) -> Any:
        """The parameters."""
        return join(numbers, self.rest)

    def acting(self, numbers: Any, t: Any, q: Any, qd: Any, cut: Any) -> tuple[Any, ...]:
        """q̈, Qc and λ in a state, if an event asks for them."""
        if not self.events.value.acts:
            return ()
        system, solver = self.system.value, self.cutting(cut)
        found = system.acceleration(q, qd, t, self.p(numbers), solver=solver, throw=False)
        return found.qdd, found.Qc, found.lam

    def watch(self, numbers: Any, state: Any, cut: Any) -> Array:
        """Values (e,) of the events' functions in a state."""
        t, q, qd = state
        acting = self.acting(numbers, t, q, qd, cut)
        return self.events.value.values(t, q, qd, self.p(numbers), *acting)

    def moving(self) -> System:
        """The system whose accelerations are integrated."""
        system = self.system.value
        return self.drift.stabilised(system) if isinstance(self.drift, Baumgarte) else system

    def cutting(self, cut: Any) -> Any:
        """The solver of the accelerations in a step; one that the user chose has its own rule."""
        return Held(self.solver, cut) if self.solver == IN_STEPS else self.solver


class Trial(NamedTuple):
    """A step that was tried."""

    # q, qd: (n,) the state at its end
    q: Array
    qd: Array
    error: Array  # (2n,) estimate of its error; what the projection moved counts as one
    # M, A: (n, n), (m, n) mass and constraint matrix there
    M: Array
    A: Array
    sound: Array  # whether all went well: finite, solved, projected
    last: Array  # length of the projection's last correction of q where it is rounding, else 0


def checked_method(method: Any, step: float | None) -> Any:
    """A method that can be used here, or an error that says why not."""
    if method is None or isinstance(method, Dopri8):
        return Dopri8()
    import diffrax

    if isinstance(method, type) and issubclass(method, diffrax.AbstractSolver):
        raise TypeError(f"`method` is the class {method.__name__}; wanted {method.__name__}().")
    if not isinstance(method, diffrax.AbstractSolver):
        raise TypeError(f"`method` is {method!r}; wanted a diffrax method, such as Kvaerno5().")
    single = isinstance(getattr(method, "tableau", None), diffrax.ButcherTableau)
    if not single and not isinstance(method, diffrax.Euler | diffrax.ImplicitEuler):
        raise ValueError(
            f"`method` is {type(method).__name__}, which is not a one-step method for one ordinary "
            "differential equation; wanted a Runge-Kutta method, such as diffrax.Dopri8()."
        )
    if step is None and not isinstance(method, diffrax.AbstractAdaptiveSolver):
        raise ValueError(
            f"`method` is {type(method).__name__}, which does not estimate its error; wanted "
            "`step=...` with it, or another method."
        )
    default = type(method) is diffrax.Dopri8 and method == diffrax.Dopri8()
    return Dopri8() if default else method


def method_named(name: str) -> Any:
    """The diffrax method of a name, with its defaults."""
    import diffrax

    method = getattr(diffrax, name, None)
    if method is None:
        raise RuntimeError(f"The motion was made with the method {name}, which diffrax lacks.")
    return method()


def _integrator(program: Program) -> Any:
    """The diffrax method, its loop over the stages being of a kind that can be differentiated."""
    import diffrax

    method = program.method.value
    method = diffrax.Dopri8() if isinstance(method, Dopri8) else method
    if not isinstance(method, diffrax.AbstractRungeKutta):
        return method
    return replace(method, scan_kind=program.kind)  # type: ignore[call-arg]


def loop_kind(adjoint: Any) -> str:
    """How a loop over steps must be built, so that it can be differentiated as asked."""
    if adjoint is None:
        return "bounded"
    diffrax = sys.modules.get("diffrax")  # who has one of its objects has imported it
    for name, kind in KINDS.items():
        if diffrax is not None and isinstance(adjoint, getattr(diffrax, name)):
            return kind
    names = ", ".join(KINDS)
    raise TypeError(f"`adjoint` is {adjoint!r}; wanted None or one of diffrax's {names}.")


def tableau(method: Any) -> Tableau | None:
    """The coefficients of an explicit method; else None."""
    if isinstance(method, Dopri8):
        return DOPRI8
    import diffrax

    table = getattr(method, "tableau", None)
    if not isinstance(method, diffrax.AbstractERK) or not isinstance(table, diffrax.ButcherTableau):
        return None
    nodes = [float(table.c1), *map(float, table.c)]
    stages = [[], *(list(map(float, row)) for row in table.a_lower)]
    return Tableau(nodes, stages, list(map(float, table.b_sol)), list(map(float, table.b_error)))


def attempt(
    program: Program, numbers: Any, now: Any, h: Array, rtol: Any, atol: Any, cut: Array
) -> Trial:
    """Try a step of length h from a state."""
    t, q, qd = now
    p, n = program.p(numbers), q.shape[0]
    moving = program.moving()

    def field(t, y, _):
        q, qd = y[:n], y[n:]
        found = moving.acceleration(q, qd, t, p, solver=program.cutting(cut), throw=False)
        return jnp.concatenate([qd, found.qdd])

    y = jnp.concatenate([q, qd])
    y, error, result = _step(_integrator(program), field, t, y, h, rtol, atol)
    q1, qd1 = y[:n], y[n:]
    sound = jnp.isfinite(y).all() & jnp.isfinite(error).all() & result
    if isinstance(program.drift, Projection):
        times = program.drift.iterations
        there = project(program.system.value, t + h, q1, qd1, p, times, atol, cut)
        moved = jnp.abs(jnp.concatenate([there.q - q1, there.qd - qd1]))
        error = jnp.maximum(jnp.abs(error), moved)
        last = there.last if times >= SETTLED else jnp.zeros_like(there.last)
        return Trial(there.q, there.qd, error, there.M, there.A, sound & there.reached, last)
    there = project(program.system.value, t + h, q1, qd1, p, 1, cut=cut)
    return Trial(q1, qd1, error, there.M, there.A, sound, jnp.zeros_like(there.last))


def _step(method: Any, field: Any, t: Array, y: Array, h: Array, rtol: Any, atol: Any):
    """The state after a step of a diffrax method, the estimate of its error, and success."""
    import diffrax

    term = diffrax.ODETerm(field)
    if isinstance(method, diffrax.AbstractImplicitSolver):
        method = _with_tolerances(method, rtol, atol)
    state = method.init(term, t, t + h, y, None)
    y1, error, _, _, result = method.step(term, t, t + h, y, None, state, made_jump=True)
    error = jnp.zeros_like(y) if error is None else error
    return y1, error, result == diffrax.RESULTS.successful


def _with_tolerances(method: Any, rtol: Any, atol: Any) -> Any:
    """Implicit methods solve their equations to the tolerance of the motion, unless told."""
    import equinox as eqx

    finder = method.root_finder
    if eqx.is_inexact_array_like(finder.rtol):
        return method
    return replace(method, root_finder=_given(finder, rtol, atol))


def _given(finder: Any, rtol: Any, atol: Any) -> Any:
    import equinox as eqx
    import optimistix as optx

    return eqx.tree_at(
        lambda x: (x.rtol, x.atol, x.norm),
        finder,
        (rtol, atol, optx.max_norm),
        is_leaf=lambda x: x is finder.rtol,
    )
