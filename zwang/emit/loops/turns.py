"""Loops and branches, as C has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from zwang.emit.loops.index import flat_place, strides_of, variable
from zwang.emit.loops.memory import Buffer
from zwang.emit.loops.views import View, of_buffer
from zwang.emit.loops.writer import Writer, rule
from zwang.ir.block import Op
from zwang.ir.scalar.types import kind_for


def _room(writer: Writer, views: Sequence[Any]) -> list[Buffer]:
    """An array for each of several kinds."""
    return [writer.new(int(np.prod(x.shape)), kind_for(x.dtype)) for x in views]


def _put(writer: Writer, views: Sequence[View], buffers: Sequence[Buffer]) -> None:
    for x, buffer in zip(views, buffers, strict=True):
        strides = strides_of(x.shape)
        writer.put(x, buffer.name, lambda indices, k=strides: flat_place(indices, k))


def _carried(writer: Writer, views: Sequence[View], buffers: Sequence[Buffer]) -> None:
    """New values for those that are carried: all are computed before one is lost."""
    names = {x.name for x in buffers}
    kept = []
    for x, buffer in zip(views, buffers, strict=True):
        if x.touched & names:
            other = writer.new(buffer.size, buffer.kind)
            _put(writer, [x], [other])
            x = of_buffer(other, x.shape)
        kept.append(x)
    _put(writer, kept, buffers)


def _views(buffers: Sequence[Buffer], kinds: Sequence[Any]) -> list[View]:
    return [of_buffer(x, kind.shape) for x, kind in zip(buffers, kinds, strict=True)]


@rule("scan")
def scan(writer: Writer, op: Op, *views: View) -> list[View]:
    """A loop of known length."""
    body, n, carried, length, reverse = op.what
    outs, k = [body.kinds[i] for i in body.results], n + carried
    fixed, rows = [writer.cheap(x) for x in views[:n]], [writer.cheap(x) for x in views[k:]]
    carry = _room(writer, outs[:carried])
    _put(writer, views[n:k], carry)
    stacked = [
        writer.new(length * int(np.prod(x.shape)), kind_for(x.dtype)) for x in outs[carried:]
    ]
    turn = variable(writer.name("turn_"))
    name = turn.text

    def inner() -> None:
        own = [x.moved(x.shape[1:], lambda indices: [turn, *indices]) for x in rows]
        results = writer.run(body, [*fixed, *_views(carry, outs[:carried]), *own])
        for x, buffer in zip(results[carried:], stacked, strict=True):
            strides = strides_of((length, *x.shape))
            writer.put(x, buffer.name, lambda at, s=strides: flat_place([turn, *at], s))
        _carried(writer, results[:carried], carry)

    _, lines, touched = writer.within(length, inner)
    head = f"    for (int {name} = 0; {name} < {length}; {name}++) {{"
    if reverse:
        head = f"    for (int {name} = {length - 1}; {name} >= 0; {name}--) {{"
    names = {x.name for x in (*carry, *stacked)}
    read = frozenset().union(*(x.touched for x in (*fixed, *rows)))
    writer.say([head, *(f"    {x}" for x in lines), "    }"], touched | names | read)
    shapes = [(length, *x.shape) for x in outs[carried:]]
    pairs = zip(stacked, shapes, strict=True)
    return [*_views(carry, outs[:carried]), *(of_buffer(x, shape) for x, shape in pairs)]


@rule("while")
def while_(writer: Writer, op: Op, *views: View) -> list[View]:
    """A loop until a condition fails."""
    tests, body, a, b = op.what
    outs = [body.kinds[i] for i in body.results]
    fixed = [writer.cheap(x) for x in views[: a + b]]
    carry = _room(writer, outs)
    _put(writer, views[a + b :], carry)
    now = _views(carry, outs)

    def goes_on() -> str:
        kept = writer.kept(writer.run(tests, [*fixed[:a], *now])[0])
        assert kept.memory is not None
        return f"{kept.memory[0]}[{kept.memory[1]}]"

    test, first, touched = writer.within(1, goes_on)
    turned = lambda: _carried(writer, writer.run(body, [*fixed[a:], *now]), carry)
    _, lines, more = writer.within(1, turned)
    text = ["    for (;;) {", *first, f"    if (!{test}) break;", *lines, "    }"]
    names = frozenset(x.name for x in carry).union(*(x.touched for x in fixed))
    writer.say(text, touched | more | names)
    return now


@rule("cond")
def cond(writer: Writer, op: Op, which: View, *views: View) -> list[View]:
    """A branch."""
    branches = op.what.blocks
    outs = [branches[0].kinds[i] for i in branches[0].results]
    fixed, results = [writer.cheap(x) for x in views], _room(writer, outs)
    kept = writer.kept(which)
    assert kept.memory is not None
    place = f"zw_inside({kept.memory[0]}[{kept.memory[1]}], {len(branches) - 1})"
    text, touched = [f"    switch ({place}) {{"], set[str](kept.touched)
    for i, branch in enumerate(branches):
        _, lines, more = writer.within(
            1, lambda f=branch: _put(writer, writer.run(f, fixed), results)
        )
        text += [f"    case {i}: {{", *lines, "    } break;"]
        touched |= more
    names = frozenset(x.name for x in results).union(*(x.touched for x in fixed))
    writer.say([*text, "    }"], touched | names)
    return _views(results, outs)
