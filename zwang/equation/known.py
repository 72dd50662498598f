"""What a description is known by: its functions as JAX traced them, for the shapes in use.

The functions are traced once for each new description and each new set of shapes; no closure is
looked into, so whatever hides a number, another number is another program, and a cell that is run
again finds the one of before. The very same object keeps what was traced of it, see ``Recorded``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.functions import STATE, Bound, Constant, join, split
from zwang.base.identity.fingerprint import Fingerprint, fingerprint, uses
from zwang.base.identity.keyed import (
    OWN,
    AbstractComposed,
    AbstractKeyed,
    Keyed,
    Same,
    key,
    memory_of,
)
from zwang.base.later import require_double
from zwang.equation.acceleration_form import rows_of
from zwang.equation.indices import OutsideArray, outside
from zwang.system.constraints import Structured
from zwang.system.deferred import for_engine
from zwang.system.system import System

TIME = STATE.index("t")  # its place among the arguments of what is traced
LIKE_Q = ("Qc_ideal", "reaction", "qdd", "Qc")  # of the shape of q, for who asks


def known(
    what: Any,
    q: Any,
    qd: Any,
    t: Any,
    numbers: Sequence[Any],
    rest: Keyed,
    others: Sequence[Callable[[dict[str, Any]], Any]] = (),
    shapes: tuple[Any, ...] | None = None,
    lam: int | None = None,
) -> Keyed:
    """A description with the key of its programs."""
    require_double()
    memory = None if others else memory_of(what)
    given = _Shapes(q, qd, t, numbers, rest, shapes, lam)
    if memory is None:
        return _traced(what, given, others)
    found = memory.get(given.key)
    return found or memory.setdefault(given.key, _traced(what, given, ()))


def known_at(what: Any, q: Any, qd: Any, t: Any, p: Any) -> Keyed:
    """The same for parameters that were not split, and lists for arrays."""
    q, qd, t = (x if hasattr(x, "dtype") else np.asarray(x, float) for x in (q, qd, t))
    return known(what, q, qd, t, *split(p, np))


class _Shapes:
    """Shapes and types of all inputs, and what of the parameters is no number."""

    __slots__ = ("state", "numbers", "rest", "lam", "key")

    def __init__(
        self,
        q: Any,
        qd: Any,
        t: Any,
        numbers: Any,
        rest: Keyed,
        shapes: tuple | None = None,
        lam: int | None = None,
    ):
        self.state = (q.shape, q.dtype), (qd.shape, qd.dtype), (t.shape, t.dtype)
        self.numbers = shapes or tuple((np.shape(x), x.dtype) for x in numbers)
        self.rest, self.lam, self.key = rest, lam, (self.state, self.numbers, rest, lam)


def _traced(what: Any, shapes: _Shapes, others: Any) -> Keyed:
    """The keyed description."""
    parts = _Parts(what)
    *found, timed = _fingerprint(parts, shapes, others)
    return Keyed(what, tuple(found), timed or _timed(parts.outline))


def _timed(outline: Any) -> bool:
    """Whether time enters a description within another."""
    if isinstance(outline, Keyed):
        return outline.timed
    return isinstance(outline, tuple | frozenset) and any(map(_timed, outline))


def _fingerprint(
    parts: _Parts, shapes: _Shapes, others: Any
) -> tuple[Hashable, Fingerprint, Any, bool]:
    """The outline, the fingerprint, the parameters' structure, and whether time enters."""
    structs = [jax.ShapeDtypeStruct(*x) for x in shapes.state]
    numbers = [jax.ShapeDtypeStruct(*x) for x in shapes.numbers]
    more = {name: structs[0] for name in LIKE_Q}
    static: list[Hashable] = []
    if shapes.lam is not None:
        more["lam"] = jax.ShapeDtypeStruct((shapes.lam,), structs[0].dtype)
    if parts.under_lam is not None:
        more["lam"] = jax.eval_shape(
            partial(_rows, parts.under_lam, shapes.rest), *structs, numbers
        )

    def all_of_it(q, qd, t, numbers, more):
        values = {"q": q, "qd": qd, "t": t, "p": join(numbers, shapes.rest)} | more
        found = [function(values) for function in parts.functions]
        for function in others:
            leaves, rest = split(function(values))
            static.append(rest.key)
            found.append(leaves)
        return found

    with for_engine():  # which leaves out derivatives
        traced = jax.make_jaxpr(all_of_it)(*structs, numbers, more)
        if outside(traced):
            raise OutsideArray([*_who_takes_outside(parts, shapes, structs, numbers, more)])
        outline = parts.outline, tuple(static)
        return outline, fingerprint(traced), shapes.rest, uses(traced.jaxpr, TIME)


def _who_takes_outside(parts: _Parts, shapes: _Shapes, structs: Any, numbers: Any, more: Any):
    """The sentences of an ``OutsideArray``, function by function."""
    for what, function in zip(parts.names, parts.functions, strict=True):

        def one(q, qd, t, numbers, more, function=function):
            return function({"q": q, "qd": qd, "t": t, "p": join(numbers, shapes.rest)} | more)

        traced = jax.make_jaxpr(one)(*structs, numbers, more)
        for entry, size in outside(traced):
            yield f"{what} takes the entry {entry} of an array that has {size}"


def _rows(system: System, rest: Keyed, q: Any, qd: Any, t: Any, numbers: Any) -> Any:
    count = len(rows_of(system, q, qd, t, join(numbers, rest)).names)
    return jnp.zeros(count, q.dtype)  # as lam is


class _Parts:
    """A description taken apart into functions, and all else.

    What the library made of numbers, texts and functions of (t, p), such as the equations of a
    mechanism, hides nothing else: it counts by its parts, and only these functions are traced.
    """

    def __init__(self, what: Any):
        self.functions: list[Callable[[dict[str, Any]], Any]] = []  # of the values by name
        self.names: list[str] = []  # how messages name them
        # the System whose friction asks for its multipliers, or None
        self.under_lam: System | None = None
        self._met: dict[int, int] = {}
        self.outline = self.of(what)  # all that is no function of the user's, by value

    def of(self, x: Any) -> Hashable:
        """The outline of a part."""
        if isinstance(x, tuple | list):
            return type(x), *map(self.of, x)
        if isinstance(x, Constant) or not isinstance(x, AbstractKeyed):
            return key(x)
        if id(x) in self._met:
            return "met", self._met[id(x)]
        self._met[id(x)] = len(self._met)
        if isinstance(x, Bound):
            return self._bound(x)
        if isinstance(x, Structured):
            told = Structured, _kind(x.rows), key(x.parts()[1:])
            if (plain := self._made_by_us(x.rows)) is not None:
                return *told, plain
            rows = lambda values: x.rows(*(values[name] for name in STATE))
            self._add(rows, "a constraint of bodies")
            return told
        if isinstance(x, System):
            if x.nonideal is not None and x.nonideal.asks_for("lam"):
                self.under_lam = x
            return System, *map(self.of, x.parts()[:-1])  # the origin changes no equation
        return type(x), *map(self.of, x.parts())

    def _bound(self, x: Bound) -> Hashable:
        asks = Bound, x.positional, x.keywords
        owner = getattr(x.function, "__self__", x.function)
        if isinstance(owner, AbstractComposed) and owner.whole:
            return *asks, getattr(x.function, "__name__", ""), self.of(owner)
        if (plain := self._made_by_us(x.function)) is not None:
            return *asks, plain
        self._add(x.at, x.what)
        return *asks, _kind(owner)

    def _made_by_us(self, x: Any) -> Hashable | None:
        """The outline of what the library made, if all in it can be seen; else None."""
        if not isinstance(x, AbstractKeyed):
            return None
        bounds: list[Bound] = []
        found = _seen_through(x, bounds)
        if not _is_plain(found):
            return None
        new = [bound for bound in bounds if id(bound) not in self._met]
        for bound in new:
            self._met.setdefault(id(bound), len(self._met))
            _ = bound.apart(True), bound.apart(False)  # now, like all that is traced
            self._add(bound.at, bound.what)
        return found, tuple(self._met[id(bound)] for bound in bounds)

    def _add(self, function: Callable, what: str) -> None:
        self.names.append(what)
        self.functions.append(function)


def _seen_through(x: Any, bounds: list[Bound]) -> Hashable:
    """The key of what the library made, with functions of (t, p) left out and collected."""
    if isinstance(x, Bound) and {*x.positional, *(name for _, name in x.keywords)} <= {"t", "p"}:
        bounds.append(x)
        return Bound, x.positional, x.keywords
    if isinstance(x, AbstractKeyed):
        return type(x), *(_seen_through(part, bounds) for part in x.parts())
    if type(x) in (tuple, list):
        return type(x), *(_seen_through(part, bounds) for part in x)
    if type(x) is dict:
        return dict, *((key(name), _seen_through(part, bounds)) for name, part in x.items())
    return key(x)


def _is_plain(found: Any) -> bool:
    if isinstance(found, tuple | frozenset):
        return all(map(_is_plain, found))
    if isinstance(found, type):
        return found.__module__.partition(".")[0] in OWN
    return not isinstance(found, Same)


def _kind(owner: Any) -> Hashable:
    """The class of a function that the library made; it may be used otherwise than called."""
    return type(owner) if isinstance(owner, AbstractKeyed) else None
