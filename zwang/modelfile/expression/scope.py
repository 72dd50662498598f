"""The names that expressions of a model may use, and what each depends on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from zwang.modelfile.expression.grammar import KEYWORDS, OWNERS
from zwang.modelfile.expression.tokens import LONGEST_NAME, near
from zwang.modelfile.expression.tree import (
    Chain,
    ExpressionError,
    Item,
    Name,
    Sign,
    children,
    show,
    walk,
)
from zwang.modelfile.expression.values import CONSTANTS, FUNCTIONS

Wrong = tuple[str, ExpressionError]  # a name, and what is wrong with it

# What an expression may depend on, each including those before it.
PARAMETERS, POSITIONS, VELOCITIES, ACCELERATIONS = range(4)
WORDS = {
    PARAMETERS: "parameters and numbers",
    POSITIONS: "coordinates, parameters and t",
    VELOCITIES: "coordinates, velocities, parameters and t",
}
RESERVED = {
    **dict.fromkeys(FUNCTIONS, "a function"),
    **dict.fromkeys(CONSTANTS, "a constant"),
    **dict.fromkeys(KEYWORDS, "a word of the grammar"),
    **dict.fromkeys(OWNERS, "a force of constraints"),
    "t": "the time",
}


def name_problem(name: str) -> str:
    """Why a name cannot be given to a quantity, or nothing."""
    if name in RESERVED:
        return f"is {RESERVED[name]}; wanted another name"
    if len(name) > LONGEST_NAME:
        return f"has {len(name)} letters; wanted at most {LONGEST_NAME}"
    if not re.fullmatch("[A-Za-z][A-Za-z0-9_]*", name):
        return "is no name; wanted a letter a to z, then letters, digits and _"
    return ""


@dataclass(frozen=True)
class Scope:
    """The names that expressions may use."""

    coordinates: tuple[str, ...] = ()  # in their order
    # for each name the number of entries of a list, or None for a number
    parameters: Mapping[str, int | None] = field(default_factory=dict)
    # trees by name, each after those that it uses
    definitions: Mapping[str, Any] = field(default_factory=dict)
    # for each definition what it depends on, such as ``VELOCITIES``
    levels: Mapping[str, int] = field(default_factory=dict)
    # for each definition its degree in the velocities, see ``degree``
    degrees: Mapping[str, int] = field(default_factory=dict)
    defines: bool = False  # whether the expressions are definitions

    def check(self, tree: Any, level: int, *, forces: bool = False) -> Any:
        """The tree, if it uses only names that are known and allowed."""
        for node in walk(tree):
            if isinstance(node, Item):
                self._check_item(node)
            elif isinstance(node, Name):
                self._check_name(node, level, forces)
        return tree

    def _check_name(self, node: Name, level: int, forces: bool) -> None:
        text, wanted = node.text, WORDS.get(level, WORDS[VELOCITIES])
        if node.owner and not forces:
            told = f"`{text}` is known only to the nonideal force"
            more = "; [let] cannot use it, write it under `nonideal`" if self.defines else ""
            raise self._error(node, told + more)
        if node.owner or node.primes:
            self._check_coordinate(node)
        elif self.parameters.get(node.name) is not None:
            raise self._error(
                node, f"`{text}` is a list of {self.parameters[node.name]}; wanted `{text}[0]`"
            )
        elif self._level(node) is None:
            raise self._error(node, f"unknown name `{text}`{self._hint(node.name, level)}")
        found = self._level(node)
        if node.primes > 2 or (found == ACCELERATIONS and level < ACCELERATIONS):
            raise self._error(
                node,
                f"`{text}` is an acceleration, which is what the motion is solved for; wanted "
                f"{wanted}",
            )
        if found is not None and found > level:
            raise self._error(node, f"`{text}` has no place here; wanted only {wanted}")

    def _check_coordinate(self, node: Name) -> None:
        if node.name not in self.coordinates:
            hint = near(node.name, self.coordinates)
            kind = "primes are for coordinates" if node.primes else "wanted a coordinate"
            raise self._error(node, f"`{node.name}` is no coordinate{hint or f'; {kind}'}")

    def _check_item(self, node: Item) -> None:
        length = self.parameters.get(node.name)
        if length is None:
            lists = [name for name, count in self.parameters.items() if count is not None]
            raise self._error(node, f"`{node.name}` is no list{near(node.name, lists)}")
        if node.index >= length:
            raise self._error(
                node,
                f"`{node.name}[{node.index}]` of a list of {length}; wanted a place from 0 to "
                f"{length - 1}",
            )

    def _error(self, node: Name | Item, message: str) -> ExpressionError:
        return ExpressionError(message, node.at, len(show(node)))

    def _hint(self, name: str, level: int) -> str:
        if name == "e":
            return "; the base of logarithms is `exp(1)`"
        known = [*self.parameters, *CONSTANTS]
        if level > PARAMETERS:
            known += [*self.coordinates, *self.definitions, "t"]
        return near(name, known) or f"; known are {', '.join(sorted(known)[:30])}"

    def _level(self, node: Name) -> int | None:
        """What a name depends on; None if it is unknown."""
        if node.owner:
            return VELOCITIES
        if node.name in self.coordinates:
            return POSITIONS + node.primes
        if node.name == "t":
            return POSITIONS
        if node.name in self.definitions:
            return self.levels[node.name]
        return PARAMETERS if node.name in self.parameters or node.name in CONSTANTS else None

    def level(self, tree: Any) -> int:
        """What a tree depends on, through definitions too."""
        names = (node for node in walk(tree) if isinstance(node, Name))
        return max((self._level(name) or PARAMETERS for name in names), default=PARAMETERS)

    def degree(self, tree: Any, level: int) -> int:
        """0 for a tree that does not depend on names of this level, 1 if linearly, else 2."""
        match tree:
            case Name() if tree.name in self.definitions and not tree.owner:
                return self.degrees[tree.name] if level == VELOCITIES else 0
            case Name():
                return int(self._level(tree) == level)
            case Sign("-"):
                return self.degree(tree.x, level)
            case Chain() if tree.rest[0][0] in "+-":
                return max(self.degree(x, level) for x in children(tree))
            case Chain():
                above = [tree.first, *(x for operator, x in tree.rest if operator == "*")]
                below = [x for operator, x in tree.rest if operator == "/"]
                bent = any(self.degree(x, level) for x in below)
                return 2 if bent else min(2, sum(self.degree(x, level) for x in above))
        return 2 * any(self.degree(x, level) for x in children(tree))

    def used(self, tree: Any) -> set[str]:
        """The definitions that a tree mentions."""
        names = {node.name for node in walk(tree) if isinstance(node, Name | Item)}
        return names & self.definitions.keys()

    def defining(
        self, trees: Mapping[str, Any]
    ) -> tuple[Scope, tuple[str, ExpressionError] | None]:
        """The scope with definitions besides; with the first that is wrong, and why."""
        levels = dict.fromkeys(trees, VELOCITIES)
        whole = replace(self, definitions=trees, levels=levels, defines=True)
        for name, tree in trees.items():
            try:
                whole.check(tree, VELOCITIES)
            except ExpressionError as error:
                return self, (name, error)
        order = ordered({name: whole.used(tree) for name, tree in trees.items()})
        if isinstance(order, str):
            return self, (order, ExpressionError(f"`{order}` is defined by itself"))
        scope = self
        for name in order:
            levels = {**scope.levels, name: scope.level(trees[name])}
            degrees = {**scope.degrees, name: scope.degree(trees[name], VELOCITIES)}
            definitions = {**scope.definitions, name: trees[name]}
            scope = replace(scope, definitions=definitions, levels=levels, degrees=degrees)
        return scope, None


def ordered(uses: Mapping[str, set[str]]) -> list[str] | str:
    """Names, each after those that it uses; or one that uses itself, by way of others perhaps."""
    order: dict[str, None] = {}
    left = dict(uses)
    while left:
        ready = [name for name, needs in left.items() if needs <= order.keys()]
        if not ready:
            return _in_circle(left)
        order |= dict.fromkeys(ready)
        left = {name: needs for name, needs in left.items() if name not in order}
    return list(order)


def _in_circle(uses: Mapping[str, set[str]]) -> str:
    """A name from which a way through the names left leads back to it."""
    name, seen = next(iter(uses)), set()
    while name not in seen:
        seen.add(name)
        name = min(uses[name] & uses.keys())
    return name
