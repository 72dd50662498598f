"""A traced function as a block: operations of few kinds on arrays, each said once.

A kind of operation is

    each    a law of single numbers, for each element
    move    elements of one array at other places
    fold    elements put together: sums, products of matrices, running sums
    put     arrays put into one
    take    windows of an array whose corners are operands
    loop    a loop of known length, a loop while something holds, or a branch: blocks in a block
    call    a function of the library, or of small matrices, as a whole
    other   what only JAX computes

Whoever reads a block needs to know these, and not all primitives of JAX. Programs within the
program are written out in it. A trace says much twice, since whoever traces asks the same of the
same again: of 4,800 equations of a bicycle's motion and their derivatives in time, 1,800 are left.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from zwang.ir.calls import Known


class Kind(NamedTuple):
    """Shape and type of a value."""

    shape: tuple[int, ...]
    dtype: Any

    @property
    def size(self) -> int:
        """How many elements it has."""
        size = 1
        for k in self.shape:
            size *= k
        return size


class Op(NamedTuple):
    """One operation on values, which are numbered."""

    kind: str  # of those above
    what: Any  # what it does, by its kind
    # args, outs: values
    args: tuple[int, ...]
    outs: tuple[int, ...]
    equation: Any  # of the trace, whose operands these are

    @property
    def name(self) -> str:
        """Of the primitive."""
        return self.equation.primitive.name


class Scan(NamedTuple):
    """A loop of known length: its operands are those that stay, those that are carried, and
    rows.
    """

    body: Block
    # fixed, carried: how many operands stay, and how many are carried
    fixed: int
    carried: int
    length: int
    reverse: bool


class While(NamedTuple):
    """A loop while a test holds: its operands are those of the test, of the body, and carried."""

    test: Block
    body: Block
    # of_test, of_body: how many operands stay, for each
    of_test: int
    of_body: int


class Branch(NamedTuple):
    """One of several blocks, by the first operand."""

    blocks: tuple[Block, ...]


class Call(NamedTuple):
    """A function of the library, or of small matrices."""

    known: Known | None  # None for a function of matrices, which the primitive names
    block: Callable[[], Block] | None  # its equations, or None


class Block:
    """A traced function."""

    def __init__(self) -> None:
        self.kinds: list[Kind] = []  # of each value
        self.known: dict[int, np.ndarray] = {}  # the numbers of some values
        self.ops: list[Op] = []
        # inputs, results: values
        self.inputs: list[int] = []
        self.results: list[int] = []
        self.every: list[Op] = []  # also those that no result needs
        self.names: dict[str, None] = {}  # of all primitives, also of calls that are written out

    def new(self, shape: Sequence[int], dtype: Any) -> int:
        """Another value."""
        self.kinds.append(Kind(tuple(shape), dtype))
        return len(self.kinds) - 1

    def only(self, results: Iterable[int]) -> Block:
        """The same with these results, and the operations that they need."""
        part = copy.copy(self)
        part.results = list(results)
        wanted, part.ops = set(part.results), []
        for op in reversed(self.every):
            if not wanted.isdisjoint(op.outs):
                wanted.update(op.args)
                part.ops.append(op)
        part.ops.reverse()
        return part

    def uses(self) -> Counter:
        """How often each value is an operand or a result."""
        counted = Counter(i for op in self.ops for i in op.args)
        counted.update(self.results)
        return counted
