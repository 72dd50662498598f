r"""What a controller must achieve: rows of A q̈ = b, and how errors of a start die out.

A requirement is a constraint that nothing enforces but the control. Differentiated, it is rows

    A q̈ = b − α φ̇ − β φ        of a requirement φ(q, t) = 0:        φ̈ + α φ̇ + β φ = 0
    A q̈ = b − α ψ              of a requirement ψ(q, q̇, t) = 0:     ψ̇ + α ψ = 0

so that an error dies out as the gains α and β say. On the path the added terms are zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array, as_floats, kept
from zwang.base.names import look_up
from zwang.equation.acceleration_form import Rows, acceleration_form
from zwang.equation.acceleration_form import rows_of as form_rows
from zwang.system.constraints import AbstractConstraint, named
from zwang.system.system import System

LETTERS = {"alpha", "beta", "kp", "kd"}  # of gains in a dict that is not by name
Gains = tuple[tuple[str, np.ndarray, np.ndarray], ...]


class Wanted(NamedTuple):
    """The requirements in a state."""

    A: Array  # (m, n) rows of A q̈ = b
    b: Array  # (m,) right-hand side, without the errors' feedback
    feedback: Array  # (m,) −α φ̇ − β φ, or −α ψ
    error: Array  # (m,) φ, or ψ; zero for rows that are given on accelerations
    rate: Array  # (m,) φ̇; zero for the other rows
    # alpha, beta: (m,) gains
    alpha: Array
    beta: Array
    rows: Rows  # which row is whose
    # (m, d) φ̈, φ⃛, ... or ψ̇, ψ̈, ... of rows that are differentiated on; else None
    higher: Array | None = None
    lost: Any = False  # whether inputs act in fewer directions than were counted; see ``turned``
    # (m,) after how many derivatives more inputs act already, where that is less than the degree
    # that was said; else −1; None where no degree was said
    early: Array | None = None


def wanted(system: System, gains: Gains, q: Any, qd: Any, t: Any, p: Any) -> Wanted:
    """The rows of the requirements, with their errors fed back."""
    form = acceleration_form(system, q, qd, t, p)
    h, m = form.rows.positions, form.A.shape[0]
    alpha, beta = row_gains(gains, form.rows)
    # Rows on positions first, then on velocities, then on accelerations, which have no error.
    rate = jnp.zeros(m).at[:h].set(form.velocity[:h])
    error = jnp.zeros(m).at[: len(form.velocity)].set(form.velocity).at[:h].set(form.phi)
    speed = jnp.zeros(m).at[: len(form.velocity)].set(form.velocity)
    position = jnp.zeros(m).at[:h].set(form.phi)
    feedback = -alpha * speed - beta * position
    return Wanted(form.A, form.b, feedback, error, rate, alpha, beta, form.rows)


def rows_of(system: System, q: Any, qd: Any, t: Any, p: Any) -> Rows:
    """Which row is whose, without any arithmetic."""
    found: list[Rows] = []
    jax.eval_shape(lambda: found.append(form_rows(system, q, qd, t, p)))
    return found[0]


def row_gains(gains: Gains, rows: Rows) -> tuple[np.ndarray, np.ndarray]:
    """α and β (m,), row by row; zero where none were given."""
    alpha, beta = np.zeros((2, len(rows.names)))
    places = dict(rows.groups)
    for name, *given in gains:
        here = list(places[name])
        for values, x, letter in zip((alpha, beta), given, ("alpha", "beta"), strict=True):
            if x.shape not in ((), (len(here),)):
                raise ValueError(
                    f"`gains` of {name!r} has {letter} of the shape {x.shape}; wanted a number, "
                    f"or one for each of its {len(here)} rows."
                )
            values[here] = x
    return alpha, beta


# -- what a user gives -----------------------------------------------------------------------


def checked_requirements(system: System, given: Any) -> tuple[AbstractConstraint, ...]:
    """The requirements, each with a name that no physical constraint has."""
    found = (given,) if isinstance(given, AbstractConstraint) else given
    if not isinstance(found, list | tuple) or not found:
        raise TypeError(
            f"`requirements` is {given!r}; wanted constraints, such as "
            'zw.Holonomic(function, name="path").'
        )
    for x in found:
        if not isinstance(x, AbstractConstraint):
            raise TypeError(
                f"`requirements` holds {x!r}; wanted constraints, such as "
                'zw.Holonomic(function, name="path").'
            )
    found = named(found)
    taken = names_of(system.constraints)
    for name in names_of(found):
        if name in taken:
            raise ValueError(
                f"`requirements` has the name {name!r}, which is a constraint of the system; "
                "wanted another name. What the plant obeys by itself need not be required."
            )
    return found


def names_of(constraints: Sequence[AbstractConstraint]) -> tuple[str, ...]:
    """The names to ask for: of each constraint, or of each of its rows."""
    found: list[str] = []
    for constraint in constraints:
        name = constraint.name
        found += [name] if isinstance(name, str) else name or ()
    return tuple(found)


def checked_gains(given: Any, names: tuple[str, ...]) -> Gains:
    """The gains (α, β) of each requirement by name; those without any are left out."""
    if given is None:
        return ()
    if not isinstance(given, Mapping) or (given and {*given} <= LETTERS - {*names}):
        given = dict.fromkeys(names, given)
    for name in given:
        look_up(name, dict.fromkeys(names), what="gains")
    return tuple((name, *_pair(name, x)) for name, x in given.items() if x is not None)


def _by_letters(name: str, given: Mapping) -> Any:
    """(α, β) of a dict; as kp and kd they are those of φ̈ + kd φ̇ + kp φ = 0."""
    match dict(given):
        case {"kp": kp, "kd": kd, **rest} if not rest:
            return kd, kp
        case {"alpha": alpha, "beta": beta, **rest} if not rest:
            return alpha, beta
        case {"alpha": alpha, **rest} if not rest:
            return alpha
    raise ValueError(
        f"`gains` of {name!r} is {given!r}; wanted dict(kp=..., kd=...) or dict(alpha=..., "
        "beta=...), one of the two: φ̈ + kd φ̇ + kp φ = 0 is φ̈ + alpha φ̇ + beta φ = 0."
    )


def _pair(name: str, given: Any) -> tuple[np.ndarray, np.ndarray]:
    """α and β; β = α²/4, which does not oscillate, where only α is given."""
    pair = _by_letters(name, given) if isinstance(given, Mapping) else given
    given = pair
    if not isinstance(given, list | tuple):
        pair = given, np.square(as_floats("gains", given, np)) / 4
    if len(pair) != 2:
        raise ValueError(
            f"`gains` of {name!r} is {given!r}; wanted (alpha, beta), or alpha, or "
            "dict(kp=..., kd=...)."
        )
    alpha, beta = (kept(np.asarray(as_floats("gains", x, np))) for x in pair)
    for x in (alpha, beta):
        if not np.isfinite(x).all() or (x < 0).any():
            raise ValueError(
                f"`gains` of {name!r} is {given!r}; wanted finite numbers that are not negative."
            )
    return alpha, beta
