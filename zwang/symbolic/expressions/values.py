"""Expressions of SymPy as values of JAX.

An expression is walked once and each of its parts is computed once, however often it stands there:
what is traced has no more operations than there are different parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any

import jax.numpy as jnp
from jax import lax
from sympy.functions.elementary.piecewise import ExprCondPair
from sympy.logic.boolalg import Boolean

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
KNOWN = {*FUNCTIONS, *OTHERS, *COMPARISONS, *LOGIC, sp.Not, sp.Add, sp.Mul, sp.Pow, ExprCondPair}


def is_strange(x: Any) -> bool:
    """Whether a part of an expression has no value here."""
    atom = x.is_Symbol or (x.is_number and x.is_Atom) or isinstance(x, Boolean)
    return not atom and x.func not in KNOWN


class Evaluator:
    """The values of expressions, each part computed once."""

    def __init__(self, leaves: Mapping[Any, Any]):
        self.leaves, self.known, self.branches = leaves, {}, []

    def __call__(self, x: Any, taken: Any = None) -> Any:
        """The value: a float where it is known, else a JAX array."""
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
        if isinstance(x, Boolean):
            return self._truth(x, taken)
        function, safe = FUNCTIONS[x.func]
        return function(*(_array(_guarded(self(arg, taken), taken, safe)) for arg in x.args))

    def _truth(self, x: Any, taken: Any) -> Any:
        if x in (sp.true, sp.false):
            return jnp.asarray(bool(x))
        if isinstance(x, sp.Not):
            return lax.bitwise_not(self._truth(x.args[0], taken))
        if isinstance(x, sp.ITE | sp.Implies | sp.Equivalent | sp.Nand | sp.Nor):
            return self._truth(x.to_nnf(simplify=False), taken)
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
