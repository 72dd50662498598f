"""Places in arrays: sums of loop variables with whole factors, as C writes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple


class Index(NamedTuple):
    """A place."""

    # names, or expressions of C that bind tightly, with their factors
    terms: tuple[tuple[str, int], ...] = ()
    offset: int = 0  # a whole number

    def times(self, factor: int) -> Index:
        """This times a whole number."""
        if factor == 1:
            return self
        terms = tuple((name, factor * k) for name, k in self.terms) if factor else ()
        return Index(terms, factor * self.offset)

    def plus(self, *others: Index | int) -> Index:
        """The sum of this and others."""
        terms, offset = self.terms, self.offset
        for other in others:
            if isinstance(other, int):
                offset += other
                continue
            offset += other.offset
            if terms and other.terms:
                factors = dict(terms)
                for name, factor in other.terms:
                    factors[name] = factors.get(name, 0) + factor
                terms = tuple([x for x in factors.items() if x[1]])
            elif other.terms:
                terms = other.terms
        return Index(terms, offset)

    @property
    def text(self) -> str:
        """In C."""
        parts = [name if factor == 1 else f"{factor}*{name}" for name, factor in self.terms]
        parts += [str(self.offset)] if self.offset or not parts else []
        return " + ".join(parts).replace("+ -", "- ")


Indices = Sequence[Index]


def variable(name: str) -> Index:
    """The place that a loop variable, or any expression that binds tightly, says."""
    return Index(((name, 1),))


def strides_of(shape: Sequence[int]) -> list[int]:
    """How far the elements along each axis of an array are apart, the last index fastest."""
    result, stride = [], 1
    for size in reversed(shape):
        result.append(stride)
        stride *= size
    return result[::-1]


def flat_place(indices: Indices, strides: Sequence[int], offset: int = 0) -> Index:
    """The place of an element in the memory of an array."""
    return Index((), offset).plus(*(i.times(k) for i, k in zip(indices, strides, strict=True)))


def nest(shape: Iterable[int], prefix: str = "i", first: int = 0) -> tuple[list[str], list[Index]]:
    """The heads of loops over all elements of a shape, and the indices; axes of length one have
    none.
    """
    heads, indices = [], []
    for size in shape:
        if size == 1:
            indices.append(Index())
            continue
        name = f"{prefix}{first + len(heads)}"
        heads.append(f"for (int {name} = 0; {name} < {size}; {name}++)")
        indices.append(variable(name))
    return heads, indices


def affine(places: Any) -> tuple[int, list[int | None]]:
    """By how much places change along each axis; None for an axis along which it differs."""
    result: list[int | None] = []
    for axis in range(places.ndim):
        if places.shape[axis] == 1:
            result.append(0)
            continue
        steps = places.swapaxes(axis, 0)
        steps = steps[1:] - steps[:-1]
        result.append(int(steps.flat[0]) if (steps == steps.flat[0]).all() else None)
    return int(places.flat[0]), result
