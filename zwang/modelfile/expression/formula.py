"""Expressions as the functions that a System asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp

from zwang.base.identity import AbstractKeyed
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
    """Expressions with all that their names mean, other than numbers.

    Attributes
    ----------
    trees : one expression, or tuples of them for a vector or a matrix
    coordinates : all of them, in their order
    definitions : pairs of a name and a tree, each after those that it uses
    """

    trees: Any
    coordinates: tuple[str, ...]
    definitions: tuple[tuple[str, Any], ...]

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another: the texts."""
        texts = tuple((name, show(tree)) for name, tree in self.definitions)
        return mapped(show, self.trees), self.coordinates, texts

    def at(self, p: Any = None, t: Any = None, **rows: Any) -> jax.Array:
        """The value (), (k,) or (k, n).

        Parameters
        ----------
        p : the parameters by name
        t : ()          time
        **rows : q, qd, qdd, Qc_ideal, reaction, (n,) each
        """
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
    """Trees, alone or in tuples, with the definitions that they need.

    Parameters
    ----------
    scope : what their names mean
    trees : expressions that were checked
    """
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


# -- the functions that a System asks for, known to its key by the formula inside --------------


def of_position(formula: Formula) -> Callable:
    """A function of (q, t, p)."""

    def value(q, t, p):
        return formula.at(p, t, q=q)

    return value


def of_state(formula: Formula) -> Callable:
    """A function of (q, qd, t, p)."""

    def value(q, qd, t, p):
        return formula.at(p, t, q=q, qd=qd)

    return value


def of_forces(formula: Formula) -> Callable:
    """A function of (q, qd, t, p) and of the constraints' forces that its names call for."""
    owners = {node.owner for tree in flat(formula.trees) for node in walk(tree) if _owned(node)}
    if owners == {"Qc_ideal"}:
        return lambda q, qd, t, p, Qc_ideal: formula.at(p, t, q=q, qd=qd, Qc_ideal=Qc_ideal)
    if owners == {"reaction"}:
        return lambda q, qd, t, p, reaction: formula.at(p, t, q=q, qd=qd, reaction=reaction)
    if owners:
        return lambda q, qd, t, p, Qc_ideal, reaction: formula.at(
            p, t, q=q, qd=qd, Qc_ideal=Qc_ideal, reaction=reaction
        )
    return of_state(formula)


def _owned(node: Any) -> bool:
    return isinstance(node, Name) and bool(node.owner)


def linear_velocities(formula: Formula) -> tuple[Callable, Callable]:
    """alpha and beta of α q̇ + β, for expressions linear in the velocities.

    Of a linear expression automatic differentiation gives the coefficients as written.
    """

    def value(q, qd, t, p):
        return jnp.atleast_1d(formula.at(p, t, q=q, qd=qd))

    def alpha(q, t, p):
        return jax.jacfwd(value, argnums=1)(q, jnp.zeros_like(q), t, p)

    def beta(q, t, p):
        return value(q, jnp.zeros_like(q), t, p)

    return alpha, beta


def linear_accelerations(formula: Formula) -> tuple[Callable, Callable]:
    """A and b of A q̈ − b, for expressions linear in the accelerations."""

    def value(q, qd, qdd, t, p):
        return jnp.atleast_1d(formula.at(p, t, q=q, qd=qd, qdd=qdd))

    def A(q, qd, t, p):
        return jax.jacfwd(value, argnums=2)(q, qd, jnp.zeros_like(q), t, p)

    def b(q, qd, t, p):
        return -value(q, qd, jnp.zeros_like(q), t, p)

    return A, b
