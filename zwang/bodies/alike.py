"""Joints and forces whose functions differ in captured numbers alone, as one batch.

A loop that makes a drive with an amplitude of its own for each of a hundred hinges makes a hundred
functions, and would make a hundred kinds of parts. The numbers that they capture are taken as
numbers of the parts. Whether a function does with traced numbers what it does with known ones is
tried: one that counts by a number, or chooses by it, stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from typing import Any, NamedTuple

import jax
import numpy as np
from jax.extend.core import Literal

from zwang.base.arrays import namespace
from zwang.base.functions import Bound
from zwang.base.identity.captured import Captured
from zwang.base.identity.keyed import Same, key
from zwang.bodies.batches import Batch, markers
from zwang.bodies.marker import Mark
from zwang.emit import Interpreted

NUMBER = "captured {}"
KEPT, MOST = 256, 64  # answers that are kept; numbers that the functions of a part may capture
SAME = 1e-12  # of what is compared, that rounding may differ by
_SOUND: dict[Any, bool] = {}

JOINT, FORCE = ("phi", "psi"), ("wrench", "potential")

Placed = tuple[Batch, Any]  # a batch, and what goes with it, such as the places of its rows


class Apart(NamedTuple):
    """The functions of a joint or a force, taken apart."""

    fields: tuple[str, ...]  # in which it has them
    each: tuple[Captured, ...]  # of these
    whole: bool  # whether whole numbers count as numbers

    @property
    def numbers(self) -> dict[str, np.ndarray]:
        """All that they capture, by name."""
        found = [x for one in self.each for x in one.numbers]
        return {NUMBER.format(i): x for i, x in enumerate(found)}


class Alike:
    """The law of joints or forces with the numbers of their functions among their own."""

    def __init__(self, model: Any, apart: Apart):
        self._model, self._apart = model, apart
        self.functions, self.massless = model.functions, getattr(model, "massless", False)
        self.law = model.law
        if hasattr(model, "kept"):
            self.kept = model.kept

    def _at(self, c: dict[str, Any]) -> Any:
        """The model with functions that capture these numbers."""
        found, left = copy(self._model), iter(c[name] for name in self._apart.numbers)
        for field, own in zip(self._apart.fields, self._apart.each, strict=True):
            bound = getattr(found, field)
            numbers = [next(left) for _ in own.numbers]
            object.__setattr__(found, field, bound.capturing(numbers, self._apart.whole))
        return found

    def phi(self, m: Any, c: dict[str, Any], t: Any, p: Any) -> Any:
        """As the model's."""
        return self._at(c).phi(m, c, t, p)

    def psi(self, m: Any, c: dict[str, Any], t: Any, p: Any) -> Any:
        """As the model's."""
        return self._at(c).psi(m, c, t, p)

    def wrench(self, m: Any, c: dict[str, Any], t: Any, p: Any) -> Any:
        """As the model's."""
        return self._at(c).wrench(m, c, t, p)

    def potential(self, m: Any, c: dict[str, Any], t: Any, p: Any) -> Any:
        """As the model's."""
        return self._at(c).potential(m, c, t, p)


def together(batches: Iterable[Placed]) -> list[Placed]:
    """The batches, those as one whose functions are alike.

    What functions capture is taken as it was at first.
    """
    found, left = [], list(batches)
    for whole in (True, False):
        groups: dict[Any, list[tuple[Placed, Apart]]] = {}
        alone = []
        for placed in left:
            apart = _apart(placed[0].model, whole)
            if apart is None:
                alone.append(placed)
            else:
                groups.setdefault(_key(placed[0], apart), []).append((placed, apart))
        for told, group in groups.items():
            if len(group) > 1 and _sound(told, group):
                found.append(_together(group))
            else:
                alone += [placed for placed, _ in group]
        left = alone
    return left + found


def _apart(model: Any, whole: bool) -> Apart | None:
    """Its functions taken apart; None without any, or where they take parameters, which are not
    known here."""
    functions = model.functions
    fields = tuple(k for k, x in vars(model).items() if any(x is f for f in functions))
    if not functions or len(fields) < len(functions) or any(f.asks_for("p") for f in functions):
        return None
    each = [getattr(model, field).apart(whole) for field in fields]
    known = tuple(x for x in each if x is not None)
    few = sum(x.size for one in known for x in one.numbers) <= MOST
    return Apart(fields, known, whole) if few and len(known) == len(each) else None


def _key(batch: Batch, apart: Apart) -> Any:
    """Equal for those that may go together."""
    model = batch.model
    law = [x for x in model.law() if not (isinstance(x, tuple) and _are_functions(x))]
    bound = [getattr(model, field) for field in apart.fields]
    asked = [(x.positional, x.keywords) for x in bound]
    told = tuple(x.key for x in apart.each)
    return key(law), batch.bodies.shape[1], apart.fields, told, key(asked), apart.whole


def _are_functions(x: tuple) -> bool:
    return bool(x) and all(isinstance(y, Bound) for y in x)


def _together(group: Sequence[tuple[Placed, Apart]]) -> Placed:
    """Batches as one, in their order, with what their functions capture among their numbers."""
    (first, _), apart = group[0]
    found = copy(first)
    found.model, found.open = Alike(first.model, apart), []
    batches = [batch for (batch, _), _ in group]
    found.places = np.concatenate([x.places for x in batches])
    found.bodies = np.concatenate([x.bodies for x in batches])
    found.marks = Mark(*(_joined(x) for x in zip(*(y.marks for y in batches), strict=True)))
    found.numbers = {name: _joined([x.numbers[name] for x in batches]) for name in first.numbers}
    for name in apart.numbers:
        own = [(own.numbers[name], len(batch.bodies)) for (batch, _), own in group]
        found.numbers[name] = np.concatenate([np.stack([x] * count) for x, count in own])
    rows = tuple(np.concatenate(x) for x in zip(*(rows for (_, rows), _ in group), strict=True))
    return found, rows


def _joined(arrays: Any) -> Any:
    return namespace(*arrays).concatenate(list(arrays))


def _sound(told: Any, group: Sequence[tuple[Placed, Apart]]) -> bool:
    """Whether they do the same with traced numbers, of which the first and the last are tried.

    So they are too if what they capture besides has changed between the two traces.
    """
    tried = group[0], group[-1]
    records = (getattr(x.model, name).record for (x, _), own in tried for name in own.fields)
    told = told, *map(Same, records)
    if told not in _SOUND:
        if len(_SOUND) >= KEPT:
            _SOUND.clear()
        _SOUND[told] = all(_agree(batch, apart) for (batch, _), apart in tried)
    return _SOUND[told]


def _agree(batch: Batch, apart: Apart) -> bool:
    """Whether a law with its numbers apart gives what it gives as it is, for markers anywhere."""
    rng, arity = np.random.default_rng(0), batch.bodies.shape[1]
    c = {name: rng.normal(size=np.shape(x)[1:]) for name, x in batch.numbers.items()}
    y, s, t = rng.normal(size=(arity, 16)), rng.normal(size=(arity, 6)), np.asarray(rng.normal())
    try:
        there = _tried(batch.model, y, s, c, t)
        here = _tried(Alike(batch.model, apart), y, s, c | apart.numbers, t)
    except Exception:  # whatever a function says to numbers that are not known
        return False
    return len(there) == len(here) and all(map(_close, there, here))


def _tried(model: Any, y: Any, s: Any, c: dict[str, Any], t: Any) -> list[np.ndarray]:
    """What a law gives, by NumPy."""
    laws = JOINT if hasattr(model, "kept") else FORCE

    def found(y, s, c, t):
        return [getattr(model, law)(markers(y, s), c, t, None) for law in laws]

    if any(_open_powers(jax.make_jaxpr(found)(y, s, c, t).jaxpr)):
        raise ValueError("an exponent is a number of a part, by which a power has no derivative")
    return Interpreted(found, y, s, c, t)(y, s, c, t)


def _open_powers(jaxpr: Any) -> Iterator[bool]:
    """Of each power whether its exponent is not known, also of programs within the program."""
    for equation in jaxpr.eqns:
        if equation.primitive.name == "pow":
            yield not isinstance(equation.invars[1], Literal)
        for inner in jax.tree.leaves(
            list(equation.params.values()), is_leaf=lambda x: hasattr(x, "eqns")
        ):
            inner = getattr(inner, "jaxpr", inner)
            if hasattr(inner, "eqns"):
                yield from _open_powers(inner)


def _close(x: np.ndarray, y: np.ndarray) -> bool:
    size = np.abs(x).max(initial=1.0)
    return x.shape == y.shape and np.allclose(x, y, rtol=0.0, atol=SAME * size, equal_nan=True)
