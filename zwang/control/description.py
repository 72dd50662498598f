"""What a controller is made of; what it computes is in the files below."""

from __future__ import annotations

import abc
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import jax.numpy as jnp
import numpy as np

from zwang.base import arguments
from zwang.base.arrays import Array, as_floats, kept
from zwang.base.functions import STATE, Bound, Constant, given, split
from zwang.control.plant import reacts
from zwang.control.posed import posed
from zwang.control.requirements import Gains, rows_of, wanted
from zwang.control.robust import Robust, checked_robust
from zwang.equation.acceleration_form import Rows
from zwang.equation.known import known
from zwang.system.constraints import AbstractConstraint
from zwang.system.origin import AbstractLaw
from zwang.system.system import System

LIMITS = ("lower", "upper")
# By name, of each row; or how many directions of all rows have none, one, ... derivatives more.
Degrees = tuple[tuple[str, np.ndarray], ...] | tuple[int, ...]
ROWS = "rows of the requirements"  # kept with what was traced


@dataclass(frozen=True, eq=False)
class AbstractController(AbstractLaw):
    """The description of a controller; its fields are told in ``zwang.control.controller``."""

    model: System
    requirements: tuple[AbstractConstraint, ...]
    weight: Bound | Constant | None = None
    actuation: Bound | Constant | None = None
    gains: Gains = ()
    compromise: tuple[tuple[str, float], ...] | None = None
    limits: tuple[Bound | Constant, Bound | Constant] | None = None
    robustness: Robust | None = None
    C: Bound | Constant | None = None
    priority: tuple[tuple[str, int], ...] | None = None
    degrees: Degrees | None = None

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        described = (self.model, self.requirements, self.weight, self.actuation, self.gains)
        chosen = self.compromise, self.limits, self.robustness, self.C, self.priority
        return *described, *chosen, self.degrees

    @cached_property  # a System keeps what was traced of it, so there is one
    def moving(self) -> System:
        """The model under this control, for which ``zw.simulate`` and the like take it."""
        return self.closed_loop()

    @abc.abstractmethod
    def closed_loop(self, plant: Any = None, p_plant: Any = None) -> System:
        """A plant under this control; by default the model."""

    @cached_property
    def required(self) -> System:
        """The model with the requirements in the place of its constraints; it never moves."""
        return self.model.with_constraints(self.requirements)

    @cached_property
    def held(self) -> System:
        """The model with the requirements as constraints beside its own."""
        return self.model.with_constraints((*self.model.constraints, *self.requirements))

    @property
    def natural(self) -> bool:
        """Whether the force is Nature's choice: on every coordinate, least in uᵀM⁻¹u."""
        return self.weight is None and self.actuation is None

    @property
    def restricted(self) -> bool:
        """Whether the inputs have limits."""
        return self.limits is not None

    @property
    def plain(self) -> bool:
        """Whether it is Nature's choice and nothing else: all requirements met, without limits."""
        given = self.compromise, self.limits, self.priority
        return self.natural and all(x is None for x in given)

    @property
    def gives_up(self) -> bool:
        """Whether requirements may be missed, by as little as can be."""
        return self.compromise is not None or self.restricted

    def levels(self, rows: Rows) -> tuple[tuple[int, ...], ...]:
        """Rows of each level of priority, the highest first.

        Parameters
        ----------
        rows : which row is whose
        """
        level = dict(self.priority or ())
        of_row = [0] * len(rows.names)
        for name, places in rows.groups:
            for i in places:
                of_row[i] = level.get(name, of_row[i])
        return tuple(
            tuple(i for i, x in enumerate(of_row) if x == wanted) for wanted in sorted(set(of_row))
        )

    @property
    def counts(self) -> tuple[int, ...] | None:
        """How many directions of all rows take none, one, ... derivatives more; None where degrees
        are those of rows, or none are above two."""
        given = self.degrees or ()
        found = tuple(x for x in given if isinstance(x, int))
        return found or None

    def extra(self, rows: Rows) -> np.ndarray:
        """How many derivatives more each row (m,) takes than one of A q̈ = b, before inputs appear.

        Parameters
        ----------
        rows : which row is whose
        """
        if self.counts is not None:
            many, m = sum(self.counts), len(rows.names)
            if many > m:
                name = next(iter(dict(rows.groups)))
                raise ValueError(
                    f"`degrees` is {list(self.counts)}, a list, which counts directions: {many} in "
                    f"all, and there are {m} rows. Wanted at most {m}; or, if these are relative "
                    f"degrees of rows, a dict by name, such as {{{name!r}: {self.counts[0]}}}."
                )
            return np.full(len(rows.names), len(self.counts) - 1)
        found, places = np.zeros(len(rows.names), int), dict(rows.groups)
        for x in self.degrees or ():
            assert not isinstance(x, int)
            name, degree = x
            here = np.array(places[name])
            least = np.where(here < rows.positions, 2, np.where(here < rows.velocities, 1, 0))
            if degree.shape not in ((), here.shape) or (degree < least).any():
                raise ValueError(
                    f"`degrees` of {name!r} is {degree.tolist()}; wanted whole numbers, one or one "
                    f"for each of its {len(here)} rows, of at least {least.max()}."
                )
            found[here] = degree - least
        return found

    def limits_of(self, k: int, q: Any, qd: Any, t: Any, p: Any) -> tuple[Array, Array] | None:
        """Lower and upper limit of each of k inputs; None if there are no limits.

        Parameters
        ----------
        k : how many inputs there are
        q, qd, t, p : state and parameters
        """
        if self.limits is None:
            return None
        values = self.model.values(q, qd, t, p)
        low, high = (x.at(values) for x in self.limits)
        for name, x in zip(LIMITS, (low, high), strict=True):
            if x.shape not in ((), (k,)):
                raise ValueError(
                    f"`{name}` has the shape {x.shape}; wanted a number, or ({k},), one for each "
                    "input."
                )
        return jnp.broadcast_to(low, k), jnp.broadcast_to(high, k)

    def limited(self, lower: Any, upper: Any) -> Self:
        """The same controller with inputs that stay within limits.

        What one input cannot do others do, as far as they can: the control is the nearest within
        the limits, by a quadratic program in the metric of the least control. What the
        requirements lose by it stands in ``residual``. With ``priority`` each level has what the
        limits and the higher levels leave: a lower aim takes nothing from a higher one. Where the
        plant's friction depends on forces, each input that would leave its limits is held there,
        and no other takes over.

        Parameters
        ----------
        lower, upper : numbers, or one for each input; ``-inf`` and ``inf`` are no limit. Or
            functions of (q, qd, t, p) that return these: a motor that is weaker at speed, an
            actuator that fails at some time. Where a lower one is above the upper one there is no
            control
        """
        return replace(self, limits=checked_limits(lower, upper))

    def robust(self, bound: Any, *, width: Any, spread: Any = 0.0) -> Self:
        """The same controller with a term against a plant that is not the model.

        With |d| ≤ ``bound`` the errors come to |φ| ≤ width / κ and |ψ| ≤ width and stay there,
        where κ is the larger root of s² − α s + β; see ``promise`` and ``zwang.control.robust``.

        Parameters
        ----------
        bound : how much the accelerations of the requirements may be off, A q̈ − b under the
            control without this term: a number, or one for each row
        width : of the layer in which the term is smooth, in units of φ̇ + κ φ or ψ; or None for
            the term that switches its sign, and chatters
        spread : by which part the real plant may answer the control otherwise than the model: a
            number below one, the largest row sum of |A P_real K − I|
        """
        if self.degrees is not None:
            raise ValueError("`robust` of a controller with `degrees`; wanted one or the other.")
        return replace(self, robustness=checked_robust(bound, width, spread))

    def promise(self, q: Any, qd: Any, t: Any = 0.0, p: Any = None) -> np.ndarray:
        """The errors (m,) that the robust term does not let exceed, once they are below.

        NaN for rows on accelerations; zero for the term that switches its sign.

        Parameters
        ----------
        q, qd, t, p : as for ``force``
        """
        if self.robustness is None:
            raise ValueError("This controller has no robust term; wanted controller.robust(...).")
        values = self.model.values(q, qd, t, p)
        state = values["q"], values["qd"], values["t"]
        return self.robustness.promise(wanted(self.required, self.gains, *state, p))

    def posed(
        self, values: Any, rates: Any = None, t: Any = 0.0, p: Any = None, *, guess: Any = None
    ) -> tuple[Array, Array]:
        """Of a mechanism the state (q, qd) in which joints have given angles and displacements.

        The joints are led there from the mechanism's start, so that a loop stays assembled as it
        is; the rest is nearest to the start. The state need not be on the path.

        Parameters
        ----------
        values : by the name of a joint, its angle or displacement
        rates : likewise its rate; by default zero
        t : ()      time
        p : parameters
        guess : (n,)    coordinates from which the joints are led, in the place of the start
        """
        return posed(self.model.origin, values, rates, t, p, guess)

    def rows(self, q: Any, qd: Any, t: Any = 0.0, p: Any = None) -> Rows:
        """Names of the rows of the requirements, in their order.

        Parameters
        ----------
        q, qd, t, p : as for ``force``
        """
        values, (numbers, rest) = self.model.values(q, qd, t, p), split(p)
        kept = known(self, values["q"], values["qd"], values["t"], numbers, rest).kept
        if ROWS not in kept:
            kept[ROWS] = rows_of(self.required, q, qd, t, p)
        return kept[ROWS]


def checked_limits(lower: Any, upper: Any) -> tuple[Bound | Constant, Bound | Constant]:
    """Limits of inputs, or an error that says what is wrong with them; those of functions have a
    status."""
    low, high = (given(f"`{x}`", y, STATE) for x, y in zip(LIMITS, (lower, upper), strict=True))
    sides = [np.asarray(x.value) for x in (low, high) if isinstance(x, Constant)]
    fits = all(x.ndim < 2 and x.size for x in sides)
    if fits and len(sides) == 2:
        fits = sides[0].size == 1 or sides[1].size in (1, sides[0].size)
        fits = fits and bool(in_order(*sides).all())
    elif fits and sides:
        fits = not np.isnan(sides[0]).any()
    if not fits:
        raise ValueError(
            f"`lower` and `upper` are {lower!r} and {upper!r}; wanted numbers, or one for each "
            "input, the lower ones not above the upper ones, and some number between them; or "
            "functions of (q, qd, t, p) that return these."
        )
    return low, high


def in_order(low: Any, high: Any) -> Any:
    """Whether there is a number between limits. Shapes: low, high (k,)."""
    return (low <= high) & (low < np.inf) & (high > -np.inf)


def at_limits(inputs: Array, limits: tuple[Array, Array] | None) -> Array:
    """At which limits inputs are (k,): 1 at the upper one, −1 at the lower one, else 0.

    Shapes: inputs (k,).
    """
    if limits is None:
        return jnp.zeros(inputs.shape, int)
    low, high = limits
    return jnp.where(inputs >= high, 1, jnp.where(inputs <= low, -1, 0))


def checked_clock(period: Any, delay: Any, noise: Any) -> tuple[float, float, Any]:
    """The numbers of a clock, or an error that says what is wrong with them."""
    period = arguments.number("period", period, least=0.0, above=True)
    delay = arguments.number("delay", delay, least=0.0)
    if noise is None:
        return period, delay, None
    if not isinstance(noise, list | tuple) or len(noise) != 2:
        raise TypeError(f"`noise` is {noise!r}; wanted a pair, for q and for qd.")
    sizes = tuple(kept(np.asarray(as_floats("noise", x, np))) for x in noise)
    if not all((np.isfinite(x) & (x >= 0.0)).all() for x in sizes):
        raise ValueError(f"`noise` is {noise!r}; wanted finite numbers that are not negative.")
    return period, delay, sizes


def require_raisable(controller: AbstractController) -> None:
    """Raise for what cannot be differentiated on."""
    if reacts(controller.model):
        raise ValueError(
            "`raised` for a plant whose friction depends on forces; wanted one whose `nonideal` is "
            "a function of (q, qd, t, p) alone."
        )
    if controller.robustness is not None:
        raise ValueError("`raised` of a controller with a robust term; wanted one or the other.")
