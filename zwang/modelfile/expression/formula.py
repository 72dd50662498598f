"""Expressions as the functions that a System asks for."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp

from zwang.base.functions import STATE
from zwang.base.identity.keyed import AbstractKeyed
from zwang.modelfile.expression.grammar import Equation
from zwang.modelfile.expression.scope import Scope
from zwang.modelfile.expression.tree import Chain, Name, show, walk
from zwang.modelfile.expression.values import evaluate


def flat(trees: Any) -> Iterable[Any]:
    """The trees in nested tuples, one after the other."""
    if not isinstance(trees, tuple):
        return (trees,)
    return [x for item in trees for x in flat(item)]


def difference(equation: Equation) -> Any:
    """What must vanish: left less right."""
    left, right = equation
    return left if right is None or show(right) == "0" else Chain(left, (("-", right),), left.at)


def mapped(f: Callable, trees: Any) -> Any:
    """A function of every tree in nested tuples."""
    return tuple(mapped(f, x) for x in trees) if isinstance(trees, tuple) else f(trees)


@dataclass(frozen=True, eq=False)
class Formula(AbstractKeyed):
    """Expressions with all that their names mean, other than numbers."""

    trees: Any  # one expression, or tuples of them for a vector or a matrix
    coordinates: tuple[str, ...]  # all of them, in their order
    # pairs of a name and a tree, each after those that it uses
    definitions: tuple[tuple[str, Any], ...]

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another: the texts."""
        texts = tuple((name, show(tree)) for name, tree in self.definitions)
        return mapped(show, self.trees), self.coordinates, texts

    def at(self, p: Any = None, t: Any = None, **rows: Any) -> jax.Array:
        """The value (), (k,) or (k, n)."""
        # Definitions are evaluated once, in their order: none is written out inside another.
        values: dict[str, Any] = dict(p or {}) | {"t": t}
        shapes = {"q": "{}", "qd": "{}'", "qdd": "{}''"}
        for kind, row in rows.items():
            form = shapes.get(kind, f"{kind}.{{}}")
            values |= {form.format(name): row[i] for i, name in enumerate(self.coordinates)}
        for name, tree in self.definitions:
            values[name] = evaluate(tree, values)
        return _stacked(mapped(lambda tree: evaluate(tree, values), self.trees))


def formula(scope: Scope, trees: Any) -> Formula:
    """Trees, alone or in tuples, with the definitions that they need."""
    needed = {name for tree in flat(trees) for name in scope.used(tree)}
    for name in reversed(list(scope.definitions)):
        if name in needed:
            needed |= scope.used(scope.definitions[name])
    kept = tuple((name, x) for name, x in scope.definitions.items() if name in needed)
    return Formula(trees, scope.coordinates, kept)


def _stacked(values: Any) -> jax.Array:
    if isinstance(values, tuple):
        return jnp.stack([_stacked(x) for x in values])
    return jnp.asarray(values)


# -- the functions that a System asks for: each is the same as another of the same formula -------


@dataclass(frozen=True, eq=False)
class Written(AbstractKeyed):
    """A function that a formula writes."""

    formula: Formula  # what it computes
    names: tuple[str, ...]  # of its arguments

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return self.formula, self.names

    @property
    def __signature__(self) -> inspect.Signature:
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        return inspect.Signature([inspect.Parameter(name, kind) for name in self.names])

    def __call__(self, *args: Any) -> jax.Array:
        return self.formula.at(**dict(zip(self.names, args, strict=True)))


@dataclass(frozen=True, eq=False)
class Coefficients(AbstractKeyed):
    """What stands before the last derivative in a formula that is linear in it; or the rest.

    Of a linear expression automatic differentiation gives the coefficients as written.
    """

    formula: Formula  # linear in ``last``
    names: tuple[str, ...]  # of the arguments
    last: str  # qd, or qdd
    rest: float | None  # the factor of what is left without it; None for the coefficients

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return self.formula, self.names, self.last, self.rest

    @property
    def __signature__(self) -> inspect.Signature:
        return Written(self.formula, self.names).__signature__

    def __call__(self, *args: Any) -> jax.Array:
        given = dict(zip(self.names, args, strict=True))

        def value(x):
            return jnp.atleast_1d(self.formula.at(**given, **{self.last: x}))

        still = jnp.zeros_like(given["q"])
        return jax.jacfwd(value)(still) if self.rest is None else self.rest * value(still)


def of_parameters(formula: Formula) -> Callable:
    """A function of p."""
    return Written(formula, ("p",))


def of_position(formula: Formula) -> Callable:
    """A function of (q, t, p)."""
    return Written(formula, ("q", "t", "p"))


def of_state(formula: Formula) -> Callable:
    """A function of (q, qd, t, p)."""
    return Written(formula, STATE)


def of_forces(formula: Formula) -> Callable:
    """A function of (q, qd, t, p) and of the constraints' forces that its names call for."""
    owners = {node.owner for tree in flat(formula.trees) for node in walk(tree) if _owned(node)}
    return Written(formula, (*STATE, *(x for x in ("Qc_ideal", "reaction") if x in owners)))


def _owned(node: Any) -> bool:
    return isinstance(node, Name) and bool(node.owner)


def linear_velocities(formula: Formula) -> tuple[Callable, Callable]:
    """alpha and beta of α q̇ + β, for expressions linear in the velocities."""
    given = formula, ("q", "t", "p"), "qd"
    return Coefficients(*given, None), Coefficients(*given, 1.0)


def linear_accelerations(formula: Formula) -> tuple[Callable, Callable]:
    """A and b of A q̈ − b, for expressions linear in the accelerations."""
    given = formula, STATE, "qdd"
    return Coefficients(*given, None), Coefficients(*given, -1.0)
