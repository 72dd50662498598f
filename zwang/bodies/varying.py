"""Numbers of bodies, joints and forces that are parameters: names in ``p``, or functions of it.

A part that has such numbers, or is made with bodies that have, is open: its marks and numbers are
NaN. ``part.at(p)`` is the same part with known numbers, made from its arguments as if these had
been given; in NumPy where p is known, and inside a trace of JAX where it is not.
"""

from __future__ import annotations

import abc
import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any, ClassVar, cast

import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import is_concrete, namespace
from zwang.base.functions import Bound, bind
from zwang.base.identity.keyed import AbstractKeyed
from zwang.bodies import checks


class Name(AbstractKeyed):
    """What stands in the parameters under a name; "rod.mass" is that of nested ones."""

    def __init__(self, what: str, name: str):
        if not name:
            raise ValueError(f"`{what}` is {name!r}; wanted a number, or the name of a parameter.")
        self.what, self.name = what, name

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return (self.name,)

    def at(self, p: Any) -> Any:
        """The number."""
        if isinstance(p, Mapping) and self.name in p:
            return self._numbers(p[self.name])
        found = p
        for step in self.name.split("."):
            known = _entries(found)
            if step not in known:
                raise ValueError(self._missing(p, found, step, known))
            found = known[step]
        return self._numbers(found)

    def _numbers(self, found: Any) -> Any:
        """What stands there as an array, if it can be one."""
        if isinstance(found, list | tuple) and found:
            parts = [self._numbers(x) for x in found]
            shapes = [np.shape(x) for x in parts]
            if len({*shapes}) > 1:
                raise ValueError(
                    f"`{self.what}` is the parameter {self.name!r}, whose entries have the shapes "
                    f"{', '.join(map(str, shapes))}; wanted one shape."
                )
            found = stack(parts)
        if not hasattr(found, "shape") and not isinstance(found, int | float):
            raise TypeError(
                f"`{self.what}` is the parameter {self.name!r}, which is {found!r}; wanted numbers."
            )
        return found

    def _missing(self, p: Any, found: Any, step: str, known: Mapping[str, Any]) -> str:
        told = f"`{self.what}` is the parameter {self.name!r}, "
        if p is None:
            return f"{told}and `p` is None; wanted p with its value, as p={{{self.name!r}: ...}}."
        near = difflib.get_close_matches(step, known, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        among = ", ".join(map(repr, known)) or f"{type(found).__name__} without names"
        return f"{told}which `p` does not hold; it has {among}.{hint}"


def _entries(p: Any) -> Mapping[str, Any]:
    """What a tree of parameters holds, by name."""
    if isinstance(p, Mapping):
        return {str(name): x for name, x in p.items()}
    if hasattr(p, "_asdict"):
        return p._asdict()
    if isinstance(p, list | tuple):
        return {str(i): x for i, x in enumerate(p)}
    return {} if hasattr(p, "shape") else dict(getattr(p, "__dict__", {}))


class Varying(AbstractKeyed):
    """A number or an array that the parameters give."""

    def __init__(self, what: str, nest: Any):
        self.what, self.nest = what, nest

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return (self.nest,)

    def __call__(self, p: Any) -> Any:
        return _value(self.nest, p)

    def unknown(self, shape: tuple[int, ...]) -> np.ndarray:
        """NaN in its shape; as wanted where it does not tell."""
        told = len(self.nest) if isinstance(self.nest, tuple) else None
        return np.full(shape if told is None else (told, *shape[1:]), np.nan)

    def __repr__(self) -> str:
        return f"Varying({_told(self.nest)})"


def _value(x: Any, p: Any) -> Any:
    if isinstance(x, Name):
        return x.at(p)
    if isinstance(x, Bound):
        found = x.at({"p": p})
        return np.asarray(found) if is_concrete(found) else found
    if not isinstance(x, tuple):
        return x
    found = [_value(y, p) for y in x]
    if len({*map(np.shape, found)}) > 1:  # two points, of which one has three numbers
        return found
    return stack(found)


def _told(x: Any) -> str:
    if isinstance(x, tuple):
        return f"[{', '.join(map(_told, x))}]"
    return repr(x.name) if isinstance(x, Name) else "function" if isinstance(x, Bound) else str(x)


def varying(what: str, x: Any, asked: tuple[str, ...] = ("p",)) -> Varying | None:
    """A number that a parameter gives; None for plain ones, and for functions of the time too."""
    if isinstance(x, Varying):
        return x
    if isinstance(x, str):
        return Varying(what, Name(what, x))
    if callable(x):
        bound = bind(f"`{what}`", x, asked)
        return None if bound.asks_for("t") else Varying(what, bound)
    if isinstance(x, list | tuple):
        found = [varying(what, y) for y in x]
        if any(y is not None for y in found):
            pairs = zip(x, found, strict=True)
            return Varying(what, tuple(_plain(y) if own is None else own.nest for y, own in pairs))
    return None


def _plain(x: Any) -> Any:
    return tuple(map(_plain, x)) if isinstance(x, list | tuple) else x


def function_of(what: str, x: Any, known: tuple[str, ...]) -> Bound:
    """A function of time and parameters; a name, or a list with names, is one of p."""
    named = None if callable(x) else varying(what, x)
    return bind(f"`{what}`", x if named is None else named, known)


class AbstractPart(AbstractKeyed):
    """A body, a joint or a force, whose numbers may be parameters.

    A kind says which of its fields hold numbers, and settles them in ``_settled``, where each is
    known, or traced, or NaN in the place of one that is not known yet.
    """

    # ClassVar; its fields with numbers, and their shapes
    numbered: ClassVar[Mapping[str, tuple[int, ...]]] = {}
    timed: ClassVar[tuple[str, ...]] = ()  # ClassVar; those of them that may be functions of (t, p)
    made_with: ClassVar[tuple[str, ...]] = ()  # ClassVar; its fields with other parts
    varies: dict[str, Varying]  # those of its numbers that are parameters, by field
    open: bool  # whether any of its numbers depends on the parameters
    _given: dict[str, Any]

    def __post_init__(self):
        given = {x.name: getattr(self, x.name) for x in fields(cast(Any, self)) if x.init}
        varies = {}
        for name in self.numbered:
            asked = ("t", "p") if name in self.timed else ("p",)
            found = varying(self._what(name), given[name], asked)
            if found is not None:
                varies[name] = found
        self._settle(_given=given, varies=varies)
        self._settle(open=bool(varies) or any(x.moved for x in self._with().values()))
        if not self.open:
            return self._settled()
        self._settle(**{name: x.unknown(self.numbered[name]) for name, x in varies.items()})
        with checks.unknown_allowed():
            self._settled()

    def _settle(self, **fields: Any) -> None:
        for field, value in fields.items():
            object.__setattr__(self, field, value)

    @abc.abstractmethod
    def _settled(self) -> None:
        """Check the arguments, and find from them what follows."""

    @abc.abstractmethod
    def _what(self, argument: str) -> str:
        """How messages name an argument."""

    @property
    def moved(self) -> bool:
        """Whether what is made with it depends on the parameters."""
        return self.open

    def _with(self) -> dict[str, AbstractPart]:
        found = {name: self._given[name] for name in self.made_with}
        return {name: x for name, x in found.items() if isinstance(x, AbstractPart)}

    def sources(self) -> tuple[Any, ...]:
        """What its numbers come from, where it is open."""
        if not self.open:
            return ()
        own = {name: self.varies.get(name, self._given[name]) for name in self.numbered}
        return own, *(part.sources() or part.parts() for part in self._with().values())

    def at(self, p: Any, others: Callable[[Any], Any] | None = None) -> Any:
        """The same part with the numbers that parameters give.

        Parameters
        ----------
        p : parameters
        others : gives the parts that it is made with; by default they are made too
        """
        made, own = others or Made(p), self._with()
        parts = {name: made(x) for name, x in own.items()}
        if not self.varies and all(parts[name] is x for name, x in own.items()):
            return self
        return changed(self, **{name: x(p) for name, x in self.varies.items()}, **parts)


def changed(part: Any, **other: Any) -> Any:
    """The same part made from its arguments with some of them changed."""
    bound = {name: x for name, x in vars(part).items() if isinstance(x, Bound)}  # with its traces
    return type(part)(**{name: bound.get(name, x) for name, x in part._given.items()} | other)


class Made:
    """Parts for one set of parameters, each made once."""

    def __init__(self, p: Any):
        self.p = p  # parameters
        self._made: dict[int, Any] = {}

    def __call__(self, part: Any) -> Any:
        """The part with known numbers."""
        if not isinstance(part, AbstractPart):
            return part
        if id(part) not in self._made:
            self._made[id(part)] = part.at(self.p, self)
        return self._made[id(part)]


def put(x: np.ndarray, places: Sequence[int], values: Sequence[Any]) -> Any:
    """An array with other values in some places of its first axis. Shapes: x (J, ...)."""
    if not values:
        return x
    new = stack(values)
    if namespace(new) is np:
        found = x.copy()
        found[places] = new
        return found
    return jnp.asarray(x).at[np.asarray(places)].set(new)


def stack(values: Sequence[Any]) -> Any:
    """Numbers or arrays of one shape, one after the other."""
    xp = namespace(*values)
    return xp.stack([xp.asarray(x, float) for x in values])
