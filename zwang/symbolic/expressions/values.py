"""Expressions of SymPy as functions of (q, qd, t, p), in JAX.

An expression is walked once and each of its parts is computed once, however often it stands there:
what is traced has no more operations than there are different parts. The functions are compiled
apart (``jax.jit``), so that who traces them again meets one call and not all of it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from sympy.functions.elementary.piecewise import ExprCondPair
from sympy.logic.boolalg import Boolean

from zwang.base.functions import STATE, by_name
from zwang.base.identity.keyed import AbstractKeyed
from zwang.symbolic.expressions.symbols import Symbols, name_of
from zwang.symbolic.expressions.walk import flat, outline, parts_of, used_by
from zwang.symbolic.untyped import sp

# Function of SymPy: that of JAX, and an argument at which it and its derivatives are finite.
FUNCTIONS: dict[Any, tuple[Callable, float]] = {
    **{getattr(sp, x): (getattr(lax, x), 0.0) for x in "sin cos tan asin acos atan".split()},
    **{getattr(sp, x): (getattr(lax, x), 0.0) for x in "sinh cosh tanh asinh atanh exp".split()},
    **{getattr(sp, x): (getattr(lax, x), 0.0) for x in "sign floor erf erfc".split()},
    sp.log: (lax.log, 1.0),
    sp.Abs: (lax.abs, 1.0),
    sp.acosh: (lax.acosh, 2.0),
    sp.atan2: (lax.atan2, 1.0),
    sp.ceiling: (lax.ceil, 0.0),
    sp.loggamma: (lax.lgamma, 1.0),
}
REWRITTEN = (sp.sec, sp.csc, sp.cot, sp.sech, sp.csch, sp.coth, sp.acot, sp.asec, sp.acsc, sp.sinc)
OTHERS = (sp.Piecewise, sp.Max, sp.Min, sp.Mod, sp.Heaviside, *REWRITTEN)
COMPARISONS = {
    sp.StrictLessThan: lax.lt,
    sp.LessThan: lax.le,
    sp.StrictGreaterThan: lax.gt,
    sp.GreaterThan: lax.ge,
    sp.Equality: lax.eq,
    sp.Unequality: lax.ne,
}
LOGIC = {sp.And: lax.bitwise_and, sp.Or: lax.bitwise_or, sp.Xor: lax.bitwise_xor}
FEW = 40  # parts of an expression that is shown
KNOWN = {*FUNCTIONS, *OTHERS, *COMPARISONS, *LOGIC, sp.Not, sp.Add, sp.Mul, sp.Pow, ExprCondPair}


def is_strange(x: Any) -> bool:
    """Whether a part of an expression has no value here.

    Parameters
    ----------
    x : the part; no coordinate, and no rate of one
    """
    atom = x.is_Symbol or (x.is_number and x.is_Atom) or isinstance(x, Boolean)
    return not atom and x.func not in KNOWN


class Evaluator:
    """The values of expressions, each part computed once.

    Parameters
    ----------
    leaves : values of symbols
    """

    def __init__(self, leaves: Mapping[Any, Any]):
        self.leaves, self.known, self.branches = leaves, {}, []

    def __call__(self, x: Any, taken: Any = None) -> Any:
        """The value: a float where it is known, else a JAX array.

        Parameters
        ----------
        x : an expression
        taken : whether the branch that it stands in is taken; None outside of branches. A branch
            that is not taken may be undefined, and its derivative must not be
        """
        if x in self.leaves:
            return self.leaves[x]
        if x.is_number and x.is_Atom:
            return float(x)
        key = x, id(taken)
        if key not in self.known:
            self.known[key] = self._value(x, taken)
        return self.known[key]

    def _value(self, x: Any, taken: Any) -> Any:
        if isinstance(x, sp.Add):
            return self._sum(x, taken)
        if isinstance(x, sp.Mul):
            return self._product(x, taken)
        if isinstance(x, sp.Pow):
            return self._power(self(x.base, taken), x.exp, taken)
        if isinstance(x, sp.Piecewise):
            return self._cases(x.args, taken)
        if isinstance(x, sp.Max | sp.Min):
            better = lax.max if isinstance(x, sp.Max) else lax.min
            return reduce(better, (_array(self(arg, taken)) for arg in x.args))
        if isinstance(x, REWRITTEN):
            return self(x.rewrite(sp.sin).rewrite(sp.Piecewise), taken)
        if isinstance(x, sp.Mod):
            a, b = x.args
            return self(a - b * sp.floor(a / b), taken)
        if isinstance(x, sp.Heaviside):
            edge = sp.S.Half if x.args[1] is sp.nan else x.args[1]
            return self(sp.Piecewise((0, x.args[0] < 0), (edge, sp.Eq(x.args[0], 0)), (1, True)))
        if x.func in COMPARISONS or x.func in LOGIC or isinstance(x, sp.Not):
            return self._truth(x, taken)
        function, safe = FUNCTIONS[x.func]
        return function(*(_array(_guarded(self(arg, taken), taken, safe)) for arg in x.args))

    def _truth(self, x: Any, taken: Any) -> Any:
        if x in (sp.true, sp.false):
            return jnp.asarray(bool(x))
        if isinstance(x, sp.Not):
            return lax.bitwise_not(self._truth(x.args[0], taken))
        if x.func in LOGIC:
            return reduce(LOGIC[x.func], (self._truth(arg, taken) for arg in x.args))
        return COMPARISONS[x.func](*(_array(self(arg, taken)) for arg in x.args))

    def _cases(self, cases: Iterable[Any], taken: Any) -> Any:
        """Piecewise: the first case whose condition holds; NaN where none does."""
        (value, condition), *rest = cases
        if condition == sp.true:
            return self(value, taken)
        holds = self._truth(condition, taken)
        yes, no = holds, lax.bitwise_not(holds)
        if taken is not None:
            yes, no = lax.bitwise_and(taken, yes), lax.bitwise_and(taken, no)
        self.branches += [yes, no]  # kept alive, for their ids are keys
        other = self._cases(rest, no) if rest else jnp.nan
        return jnp.where(holds, self(value, yes), other)

    def _sum(self, x: Any, taken: Any) -> Any:
        """Terms with a minus are taken off."""
        total: Any = 0.0
        for term in x.args:
            negative = term.could_extract_minus_sign()
            value = self(-term if negative else term, taken)
            total = _minus(total, value) if negative else _plus(total, value)
        return total

    def _product(self, x: Any, taken: Any) -> Any:
        """Factors below the line are multiplied first, and divided by once."""
        above: Any = 1.0
        below: Any = 1.0
        for factor in x.args:
            if isinstance(factor, sp.Pow) and factor.exp.is_Rational and factor.exp < 0:
                base = _guarded(self(factor.base, taken), taken, 1.0)
                below = _times(below, self._power(base, -factor.exp, taken))
            elif factor.is_Rational:
                above, below = _times(float(factor.p), above), _times(float(factor.q), below)
            else:
                above = _times(above, self(factor, taken))
        return _over(above, below)

    def _power(self, base: Any, exponent: Any, taken: Any) -> Any:
        if exponent.is_Integer:
            n = int(exponent)
            if isinstance(base, float):
                return _over(1.0, base**-n) if n < 0 else base**n
            return lax.integer_pow(base if n > 0 else _guarded(base, taken, 1.0), n)
        base = _array(_guarded(base, taken, 1.0))
        if exponent.is_Rational and exponent.q == 2:
            root = lax.sqrt(base)
            return root if exponent.p == 1 else lax.integer_pow(root, int(exponent.p))
        return lax.pow(base, _array(self(exponent, taken)))


def _guarded(x: Any, taken: Any, safe: float) -> Any:
    return x if taken is None or isinstance(x, float) else jnp.where(taken, x, safe)


def _array(x: Any) -> Any:
    return jnp.asarray(x, float) if isinstance(x, float) else x


def _plus(x: Any, y: Any) -> Any:
    if isinstance(x, float) and (isinstance(y, float) or x == 0.0):
        return x + y if isinstance(y, float) else y
    return x if isinstance(y, float) and y == 0.0 else lax.add(x, y)


def _minus(x: Any, y: Any) -> Any:
    if isinstance(x, float) and (isinstance(y, float) or x == 0.0):
        return x - y if isinstance(y, float) else lax.neg(y)
    return lax.sub(x, y)


def _times(x: Any, y: Any) -> Any:
    if isinstance(x, float) and isinstance(y, float):
        return x * y
    for a, b in ((x, y), (y, x)):
        if isinstance(a, float) and abs(a) == 1.0:
            return b if a > 0 else lax.neg(b)
    return lax.mul(x, y)


def _over(x: Any, y: Any) -> Any:
    if isinstance(y, float) and (isinstance(x, float) or y == 1.0):
        return x / y if isinstance(x, float) else x
    return lax.div(_array(x), _array(y))


# -- functions that a System asks for ------------------------------------------------------------


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
    """Expressions as a function of the state.

    Attributes
    ----------
    trees : an expression, or lists of them for a vector or a matrix, as tuples
    symbols : what they are made of
    names : of the arguments, some of q, qd, t, p and of the constraint forces
    inputs : pairs of a function of the time and what gives its value, a bound function
    definitions : pairs of a name, a function of the time, and an expression; each after those that
        it uses
    compiled : what was made of it
    """

    trees: Any
    symbols: Symbols
    names: tuple[str, ...]
    inputs: tuple[tuple[Any, Any], ...] = ()
    definitions: tuple[tuple[Any, Any], ...] = ()
    compiled: Compiled = field(default_factory=Compiled)

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
        short = len(trees) == 1 and sum(1 for _ in parts_of(trees, lambda _: False)) < FEW
        told = str(trees[0]) if short else f"{len(trees)} expressions of SymPy"
        return f"<{told}>"

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
            self.compiled.function = jax.jit(self._value)
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
        symbols = self.symbols
        leaves = dict(zip(symbols.parameters, parameters, strict=True))
        leaves |= {x: value for (x, _), value in zip(self.inputs, inputs, strict=True)}
        for name, row in given.items():
            if name == "t":
                leaves[symbols.t] = row
                continue
            whose = {"q": symbols.q, "qd": symbols.qd}.get(name) or forces(name, symbols)
            leaves |= {x: row[i] for i, x in enumerate(whose)}
        evaluator = Evaluator(leaves)
        for name, tree in self.definitions:
            leaves[name] = evaluator(tree)
        return _stacked(self.trees, evaluator, given["q"].dtype)


def forces(name: str, symbols: Symbols) -> tuple[Any, ...]:
    """Symbols of a constraint force (n,): ``Qc_ideal.x``.

    Parameters
    ----------
    name : Qc_ideal, or reaction
    symbols : of the coordinates
    """
    return tuple(sp.Symbol(f"{name}.{x}") for x in symbols.names)


def of_state(
    trees: Any, symbols: Symbols, inputs: Any = (), extra: Any = (), definitions: Any = ()
) -> Expressions:
    """A function of (q, qd, t, p).

    Parameters
    ----------
    trees, symbols, inputs : as for ``Expressions``
    extra : names of constraint forces that it asks for
    definitions : as for ``Expressions``; those that nothing depends on are left out
    """
    given = tuple(inputs), used_by(trees, definitions)
    return Expressions(trees, symbols, (*STATE, *extra), *given)


def of_position(trees: Any, symbols: Symbols, inputs: Any = (), definitions: Any = ()) -> Any:
    """A function of (q, t, p).

    Parameters
    ----------
    trees, symbols, inputs, definitions : as for ``of_state``
    """
    given = tuple(inputs), used_by(trees, definitions)
    return Expressions(trees, symbols, ("q", "t", "p"), *given)


def _stacked(trees: Any, evaluator: Evaluator, dtype: Any) -> jax.Array:
    if isinstance(trees, tuple):
        return jnp.stack([_stacked(x, evaluator, dtype) for x in trees])
    return jnp.asarray(evaluator(trees), dtype)
