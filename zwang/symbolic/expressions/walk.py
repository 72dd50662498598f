"""Expressions walked part by part, each once, however often it stands there.

SymPy's own ``xreplace``, ``atoms`` and ``srepr`` visit a part again wherever it stands, which for
equations of motion is tens of times.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from zwang.symbolic.untyped import sp


def parts_of(trees: Iterable[Any], is_leaf: Callable[[Any], bool]) -> Iterator[Any]:
    """All different parts of expressions; what a leaf is made of is left out."""
    todo = list(trees)
    seen = set(todo)
    while todo:
        x = todo.pop()
        yield x
        if not is_leaf(x):
            new = [arg for arg in x.args if arg not in seen]
            seen.update(new)
            todo += new


class Replacing:
    """Other parts in the place of some, wherever they stand."""

    def __init__(self, put: Mapping[Any, Any]):
        self.known = {x: sp.sympify(y) for x, y in put.items()}

    def __call__(self, tree: Any) -> Any:
        """An expression, or a matrix of them, with the other parts."""
        if isinstance(tree, sp.MatrixBase):
            return tree.applyfunc(self)
        tree, todo = sp.sympify(tree), [sp.sympify(tree)]
        while todo:  # and no recursion, for sums of sums may be deep
            x = todo[-1]
            missing = [arg for arg in x.args if arg not in self.known]
            if x not in self.known and missing:
                todo += missing
                continue
            todo.pop()
            if x not in self.known:
                args = tuple(self.known[arg] for arg in x.args)
                self.known[x] = x if args == x.args else x.func(*args)
        return self.known[tree]


def outline(trees: Any) -> bytes:
    """A digest of expressions: the same for those that are built alike."""
    places: dict[Any, int] = {}
    digest = hashlib.blake2b(digest_size=24)
    tell = lambda *words: digest.update(f"{words}\n".encode())

    def place(tree: Any) -> int:
        todo = [tree]
        while todo:
            x = todo[-1]
            missing = [arg for arg in x.args if arg not in places]
            if x not in places and missing:
                todo += missing
                continue
            todo.pop()
            if x not in places:
                # A function that nobody defined has no module, and may be named like another.
                told = [places[arg] for arg in x.args] or sp.srepr(x)
                places[x] = len(places)
                tell(x.func.__module__, x.func.__name__, told)
        return places[tree]

    def add(trees: Any) -> None:
        if not isinstance(trees, tuple):
            return tell("=", place(trees))
        tell("of", len(trees))
        for x in trees:
            add(x)

    add(trees)
    return digest.digest()


def flat(trees: Any) -> list[Any]:
    """All expressions of nested tuples."""
    return [x for item in trees for x in flat(item)] if isinstance(trees, tuple) else [trees]


def mapped(function: Callable, trees: Any) -> Any:
    """A function of each expression of nested tuples."""
    if isinstance(trees, tuple):
        return tuple(mapped(function, x) for x in trees)
    return function(trees)


def used_by(trees: Any, definitions: Any) -> tuple[tuple[Any, Any], ...]:
    """The definitions that expressions depend on."""
    names = {name for name, _ in definitions}
    met = lambda trees: {x for x in parts_of(trees, names.__contains__) if x in names}
    used, found = met(flat(trees)), []
    for name, tree in reversed(definitions):
        if name in used:
            found.append((name, tree))
            used |= met([tree])
    return tuple(found[::-1])
