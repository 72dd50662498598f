"""Derivatives that are left to whoever reads a trace.

JAX differentiates in Python, operation by operation, and that is most of what it takes to trace a
Lagrangian. The engine differentiates a graph of scalars in a small part of that time. So while
a trace is made for the engine, what is mostly derivatives stands in it as one equation, which
keeps both the function that is to be differentiated and the way JAX would take. Its derivative
along the change of its operands is such an equation too, and so on. Where JAX itself has to batch,
transpose or compile one, it goes that way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.core import ShapedArray
from jax.extend.core import Primitive
from jax.interpreters import ad, batching, mlir

from zwang.base.arrays import is_concrete
from zwang.base.functions import join, split
from zwang.base.identity.fingerprint import AbstractLookedInto
from zwang.base.identity.keyed import Keyed

NAME = "zwang_deferred"
# While traces are made for the engine, what was traced of plain functions: once for each.
_TRACED: ContextVar[dict[Any, Any] | None] = ContextVar("traces for the engine", default=None)


@contextmanager
def for_engine() -> Iterator[None]:
    """While this lasts, traces are made for the engine and for nobody else."""
    token = _TRACED.set({} if _TRACED.get() is None else _TRACED.get())
    try:
        yield
    finally:
        _TRACED.reset(token)


@contextmanager
def for_jax() -> Iterator[None]:
    """While this lasts, traces are made for JAX, as they are elsewhere."""
    token = _TRACED.set(None)
    try:
        yield
    finally:
        _TRACED.reset(token)


def deferring() -> bool:
    """Whether a trace is made for the engine."""
    return _TRACED.get() is not None


@dataclass(frozen=True, eq=False)
class Deferred(AbstractLookedInto):
    """What stands in a trace in the place of derivatives."""

    kind: str  # which derivatives of the plain function are meant
    owner: Any  # whose function that is
    plain: Callable  # the function of (q, qd, t, p) that is to be differentiated
    real: Callable  # the derivatives by JAX, a function of (q, qd, t, p) that returns arrays
    rest: Keyed  # of the parameters, as ``split`` gives it
    given: tuple[tuple[int, ...], ...]  # shapes of q, qd, t, and the numbers of the parameters
    shapes: tuple[tuple[int, ...], ...]  # of the arrays

    def by_jax(self, q: Any, qd: Any, t: Any, *numbers: Any) -> list[Any]:
        """The derivatives, the way that JAX takes."""
        with for_jax():
            return list(self.real(q, qd, t, join(numbers, self.rest)))

    def traced(self) -> Any:
        """The plain function as a program."""
        made = _TRACED.get()
        if made is None:
            return self._traced()
        key = id(self.owner), self.rest, self.given
        if key not in made:
            made[key] = self.owner, self._traced()  # kept, so that its id is not used again
        return made[key][1]

    def _traced(self) -> Any:
        kinds = [jax.ShapeDtypeStruct(shape, np.float64) for shape in self.given]
        return jax.make_jaxpr(self.undifferentiated)(*kinds)

    def undifferentiated(self, q: Any, qd: Any, t: Any, *numbers: Any) -> Any:
        """The plain function."""
        with for_jax():
            return self.plain(q, qd, t, join(numbers, self.rest))


@dataclass(frozen=True, eq=False)
class Tangent(AbstractLookedInto):
    """The derivative of such an equation, whose operands are those of ``call`` and their
    changes.
    """

    call: Deferred | Tangent  # which is differentiated

    @property
    def kind(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]
        """That of what is differentiated, once more."""
        return f"tangent {self.call.kind}"

    @property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        """Of the arrays."""
        return self.call.shapes

    def by_jax(self, *args: Any) -> list[Any]:
        """The derivative, the way that JAX takes."""
        half = len(args) // 2
        return jax.jvp(self.call.by_jax, args[:half], args[half:])[1]

    def traced(self) -> Any:
        """The plain function as a program."""
        return self.call.traced()


def deferred(
    kind: str,
    owner: Any,
    plain: Callable,
    real: Callable,
    state: Sequence[Any],
    *shapes: tuple[int, ...],
) -> Sequence[Any]:
    """Derivatives of a function: one equation in a trace for the engine, else by JAX."""
    q, qd, t, p = state
    numbers, rest = split(p)
    given = q, qd, t, *numbers
    wide = all(jnp.result_type(x) == np.float64 for x in given)
    if not deferring() or is_concrete(*given) or not wide:
        return real(q, qd, t, p)
    told = rest, tuple(jnp.shape(x) for x in given), shapes
    return EQUATION.bind(*given, call=Deferred(kind, owner, plain, real, *told))


def _by_jax(*args: Any, call: Deferred | Tangent) -> list[Any]:
    return call.by_jax(*args)


def _changed(primals: Any, tangents: Any, *, call: Deferred | Tangent) -> tuple[Any, Any]:
    changes = tuple(map(ad.instantiate_zeros, tangents))
    if not deferring():
        return jax.jvp(call.by_jax, tuple(primals), changes)
    found = EQUATION.bind(*primals, call=call)
    return found, EQUATION.bind(*primals, *changes, call=Tangent(call))


def _transposed(pushes: Any, *args: Any, call: Tangent) -> list[Any]:
    """Of what a tangent is linear in, the second half of its operands."""
    half = len(args) // 2
    given = args[:half]
    kinds = [x.aval if ad.is_undefined_primal(x) else x for x in args[half:]]
    along = jax.linear_transpose(lambda *x: call.by_jax(*given, *x), *kinds)
    return [None] * half + list(along(list(map(ad.instantiate_zeros, pushes))))


def _batched(args: Any, axes: Any, *, call: Deferred | Tangent) -> tuple[Any, list[int]]:
    found = jax.vmap(call.by_jax, in_axes=tuple(axes))(*args)
    return found, [0] * len(found)


EQUATION = Primitive(NAME)
EQUATION.multiple_results = True
EQUATION.def_impl(_by_jax)
EQUATION.def_abstract_eval(
    lambda *_, call: [ShapedArray(shape, np.dtype(float)) for shape in call.shapes]
)
ad.primitive_jvps[EQUATION] = _changed
ad.primitive_transposes[EQUATION] = _transposed
batching.primitive_batchers[EQUATION] = _batched
mlir.register_lowering(EQUATION, mlir.lower_fun(_by_jax, multiple_results=True))
