"""A block evaluated by NumPy, operation by operation: nothing is compiled."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from zwang.ir.block import Block, Branch, Op, Scan, While
from zwang.ir.numeric import function_of

Step = tuple[Callable, tuple[int, ...], tuple[int, ...]]


class Program:
    """A block as steps; what depends on no input is evaluated when it is made."""

    def __init__(self, block: Block):
        self.inputs, self._count = block.inputs, len(block.kinds)
        self._values, self._every = dict(block.known), list[Step]()
        for op in block.ops:
            if not all(i in self._values for i in op.outs):
                self._add(op)
        self._end(block.results)

    def _add(self, op: Op) -> None:
        apply = function(op)
        if not all(i in self._values for i in op.args):
            self._every.append((apply, op.args, op.outs))
            return
        with np.errstate(all="ignore"):
            results = apply(*[self._values[i] for i in op.args])
        results = results if isinstance(results, list) else [results]
        self._values |= zip(op.outs, map(np.asarray, results), strict=True)

    def _end(self, results: Sequence[int]) -> None:
        """Keep the steps that results need, each with the values that none needs afterwards."""
        self.results, wanted = list(results), set(results)
        self._steps: list[tuple] = []
        for function, args, outs in reversed(self._every):
            if wanted.isdisjoint(outs):
                continue
            done = [i for i in dict.fromkeys((*args, *outs)) if i not in wanted]
            wanted.update(args)
            self._steps.append((function, args, outs, done))
        self._steps.reverse()

    def only(self, results: Sequence[int]) -> Program:
        """The same with these results, and the steps that they need."""
        part = copy.copy(self)
        part._end(results)
        return part

    def needs(self, places: Sequence[int]) -> bool:
        """Whether a result depends on one of some values."""
        wanted = {i for _, args, _, _ in self._steps for i in args} | set(self.results)
        return not wanted.isdisjoint(places)

    def __call__(self, *args: Any) -> list[np.ndarray]:
        """The results, in NumPy arrays."""
        values: list[Any] = [None] * self._count
        for i, x in self._values.items():
            values[i] = x
        for i, x in zip(self.inputs, args, strict=True):
            values[i] = np.asarray(x)
        with np.errstate(all="ignore"):
            for function, operands, outs, done in self._steps:
                result = function(*[values[i] for i in operands])
                if len(outs) == 1 and not isinstance(result, list):
                    values[outs[0]] = result
                else:
                    for i, x in zip(outs, result, strict=True):
                        values[i] = x
                for i in done:
                    values[i] = None
        return [np.asarray(values[i]) for i in self.results]


def function(op: Op) -> Callable:
    """A function of arrays that returns what an operation does."""
    match op.what:
        case Scan():
            return _scan(op.what, [v.aval for v in op.equation.outvars])
        case While():
            return _while(op.what)
        case Branch():
            return _branch(op.what)
    if op.kind == "call" and op.what.known is not None and op.what.known.in_numpy is None:
        return Program(op.what.block())
    return function_of(op.equation, op.kind, op.what)


def _scan(loop: Scan, kinds: Sequence[Any]) -> Callable:
    body, n, k = Program(loop.body), loop.fixed, loop.fixed + loop.carried
    order = range(loop.length)[::-1] if loop.reverse else range(loop.length)
    rows = kinds[loop.carried :]

    def run(*x: np.ndarray) -> list[np.ndarray]:
        carry = list(x[n:k])
        stacked = [np.empty(kind.shape, kind.dtype) for kind in rows]
        for i in order:
            results = body(*x[:n], *carry, *(row[i] for row in x[k:]))
            carry = results[: loop.carried]
            for out, y in zip(stacked, results[loop.carried :], strict=True):
                out[i] = y
        return [*carry, *stacked]

    return run


def _while(loop: While) -> Callable:
    test, body = Program(loop.test), Program(loop.body)
    a, b = loop.of_test, loop.of_test + loop.of_body

    def run(*x: np.ndarray) -> list[np.ndarray]:
        carry = list(x[b:])
        while test(*x[:a], *carry)[0]:
            carry = body(*x[a:b], *carry)
        return carry

    return run


def _branch(branch: Branch) -> Callable:
    blocks = [Program(x) for x in branch.blocks]

    def run(which: np.ndarray, *x: np.ndarray) -> list[np.ndarray]:
        return blocks[min(max(int(which), 0), len(blocks) - 1)](*x)

    return run
