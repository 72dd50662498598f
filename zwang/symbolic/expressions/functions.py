"""Expressions of SymPy as functions that a System asks for.

Long ones are compiled apart (``jax.jit``), so that who traces them again meets one call and not all
of it.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import jax
import jax.numpy as jnp

from zwang.base.functions import STATE, by_name
from zwang.base.identity.keyed import AbstractKeyed
from zwang.symbolic.expressions.symbols import Symbols, name_of
from zwang.symbolic.expressions.values import Evaluator
from zwang.symbolic.expressions.walk import flat, outline, parts_of, used_by
from zwang.symbolic.untyped import sp

FEW = 40  # parts of an expression that is shown, and is traced again as quickly as it is called


class Compiled:
    """What was made of a function: it compiled apart, its outline; another process makes both."""

    __slots__ = ("function", "outline")

    def __init__(self):
        self.function: Any = None
        self.outline: bytes | None = None

    def __reduce__(self):
        return Compiled, ()


@dataclass(frozen=True, eq=False, repr=False)
class Expressions(AbstractKeyed):
    """Expressions as a function of the state."""

    trees: Any  # an expression, or lists of them for a vector or a matrix, as tuples
    symbols: Symbols  # what they are made of
    names: tuple[str, ...]  # of the arguments, some of q, qd, t, p and of the constraint forces
    # pairs of a function of the time and what gives its value, a bound function
    inputs: tuple[tuple[Any, Any], ...] = ()
    # pairs of a name, a function of the time, and an expression; each after those that it uses
    definitions: tuple[tuple[Any, Any], ...] = ()
    compiled: Compiled = field(default_factory=Compiled)  # what was made of it

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another: how it is built."""
        if self.compiled.outline is None:
            self.compiled.outline = outline((self.trees, self.symbols.q, self.definitions))
        given = tuple((name_of(x), function) for x, function in self.inputs)
        names = tuple(map(name_of, self.symbols.parameters))
        return self.compiled.outline, names, self.names, given

    def __pdoc__(self, **settings: Any) -> Any:  # for who prints a System, and all that is in it
        from wadler_lindig import TextDoc

        return TextDoc(repr(self))

    def __repr__(self) -> str:
        trees = flat(self.trees)
        short = len(trees) == 1 and self._is_short()
        told = str(trees[0]) if short else f"{len(trees)} expressions of SymPy"
        return f"<{told}>"

    def _parts(self) -> Iterator[Any]:
        trees = [*flat(self.trees), *(tree for _, tree in self.definitions)]
        return parts_of(trees, lambda _: False)

    def _is_short(self) -> bool:
        return sum(1 for _ in islice(self._parts(), FEW)) < FEW

    @property
    def __signature__(self) -> inspect.Signature:
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        return inspect.Signature([inspect.Parameter(name, kind) for name in self.names])

    def __call__(self, *args: Any) -> jax.Array:
        given = dict(zip(self.names, args, strict=True))
        q = given["q"]
        leaves = self._parameters(given.pop("p", None), q.dtype)
        state = dict(zip(self.names, args, strict=True))
        inputs = [jnp.asarray(x.at(state), q.dtype) for _, x in self.inputs]
        if self.compiled.function is None:
            self.compiled.function = self._value if self._is_short() else jax.jit(self._value)
        return self.compiled.function(given, leaves, inputs)

    def _parameters(self, p: Any, dtype: Any) -> list[Any]:
        found = by_name(p) if isinstance(p, Mapping) else {}
        missing = [x for x in map(name_of, self.symbols.parameters) if x not in found]
        if missing:
            raise KeyError(
                f"`p` has no {missing[0]!r}; wanted numbers for the parameters of the SymPy model: "
                f"{', '.join(map(name_of, self.symbols.parameters))}."
            )
        return [jnp.asarray(found[name_of(x)], dtype) for x in self.symbols.parameters]

    def _value(self, given: dict[str, Any], parameters: list[Any], inputs: list[Any]) -> jax.Array:
        symbols, used = self.symbols, set(self._parts())
        leaves = dict(zip(symbols.parameters, parameters, strict=True))
        leaves |= {x: value for (x, _), value in zip(self.inputs, inputs, strict=True)}
        for name, row in given.items():
            if name == "t":
                leaves[symbols.t] = row
                continue
            whose = {"q": symbols.q, "qd": symbols.qd}.get(name) or forces(name, symbols)
            leaves |= {x: row[i] for i, x in enumerate(whose) if x in used}
        evaluator = Evaluator(leaves)
        for name, tree in self.definitions:
            leaves[name] = evaluator(tree)
        return _stacked(self.trees, evaluator, given["q"].dtype)


def forces(name: str, symbols: Symbols) -> tuple[Any, ...]:
    """Symbols of a constraint force (n,): ``Qc_ideal.x``."""
    return tuple(sp.Symbol(f"{name}.{x}") for x in symbols.names)


def of_state(
    trees: Any, symbols: Symbols, inputs: Any = (), extra: Any = (), definitions: Any = ()
) -> Expressions:
    """A function of (q, qd, t, p)."""
    given = tuple(inputs), used_by(trees, definitions)
    return Expressions(trees, symbols, (*STATE, *extra), *given)


def of_position(trees: Any, symbols: Symbols, inputs: Any = (), definitions: Any = ()) -> Any:
    """A function of (q, t, p)."""
    given = tuple(inputs), used_by(trees, definitions)
    return Expressions(trees, symbols, ("q", "t", "p"), *given)


def _stacked(trees: Any, evaluator: Evaluator, dtype: Any) -> jax.Array:
    if isinstance(trees, tuple):
        return jnp.stack([_stacked(x, evaluator, dtype) for x in trees])
    return jnp.asarray(evaluator(trees), dtype)
