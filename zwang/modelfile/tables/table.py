"""Tables of a model file: values of the kind that is wanted, or an error in their place."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from zwang.base.escape import for_terminal
from zwang.modelfile.expression.grammar import Equation, equation, expression, rows
from zwang.modelfile.expression.scope import PARAMETERS, Scope, name_problem
from zwang.modelfile.expression.tokens import near, number
from zwang.modelfile.expression.tree import ExpressionError, Number, Sign, walk
from zwang.modelfile.expression.values import CONSTANTS, evaluate
from zwang.modelfile.tables.places import Keys
from zwang.modelfile.tables.text import ModelError, Source

MOST_NODES = 10_000  # of all expressions of a file: what can be compiled in minutes
LONGEST_LABEL = 80
KINDS = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}


class Counter:
    """Counts the nodes of the expressions of one file."""

    def __init__(self) -> None:
        self.nodes = 0


@dataclass(frozen=True)
class Table:
    """A table, or a value inside it, that knows where it stands."""

    source: Source  # the text
    keys: Keys  # where in it
    data: dict[str, Any]  # what tomllib read
    counter: Counter  # of the file's nodes

    # -- errors ----------------------------------------------------------------------------------

    def error(self, key: str | int | None, message: str, *, on_key: bool = False) -> ModelError:
        """An error at a value, or at its key; with None, at the table."""
        keys = self.keys if key is None else (*self.keys, key)
        at = self.source.at(keys, on_key=on_key or key is None)
        width = len(str(key)) if on_key else 1
        return self.source.error(message, at, width)

    def wrong(self, keys: Keys, value: Any, wanted: str) -> ModelError:
        """An error about a value of the wrong kind."""
        at = self.source.at(keys)
        return self.source.error(f"`{dotted(keys)}` is {told(value)}; wanted {wanted}", at)

    def inside(self, keys: Keys, value: Any, error: ExpressionError) -> ModelError:
        """An error inside of an expression."""
        if isinstance(value, str):
            at = self.source.inside(keys, value, error.at)
            return self.source.error(error.message, at, error.width)
        return self.source.error(error.message, self.source.at(keys))

    def known(self, names: Iterable[str], places: dict[str, str] | None = None) -> None:
        """Refuse keys that have no meaning here."""
        names, what = list(names), f"[{dotted(self.keys)}]" if self.keys else "the file"
        for key in self.data:
            if key not in names:
                hint = near(key, names)
                if not hint and places and key in places:
                    hint = f"; it belongs under [{places[key]}]"
                hint = hint or f"; wanted any of {', '.join(names)}"
                shown = for_terminal(key[:40])
                raise self.error(key, f"unknown key `{shown}` in {what}{hint}", on_key=True)

    # -- values ----------------------------------------------------------------------------------

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def table(self, key: str) -> Table:
        """The table under a key; an empty one if there is none."""
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            raise self.wrong((*self.keys, key), value, f"a table: [{key}]")
        return replace(self, keys=(*self.keys, key), data=value)

    def tables(self, key: str) -> Iterator[Table]:
        """The tables of a list of them."""
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(x, dict) for x in value):
            raise self.wrong((*self.keys, key), value, f"tables: [[{key}]]")
        for i, data in enumerate(value):
            yield replace(self, keys=(*self.keys, key, i), data=data)

    def of(self, key: str, kind: type, default: Any = None) -> Any:
        """A value of one of ``KINDS``, or the default."""
        if key not in self.data:
            return default
        value = self.data[key]
        if kind is float:
            return self.finite((*self.keys, key), value)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.wrong((*self.keys, key), value, KINDS[kind])
        return value

    def finite(self, keys: Keys, value: Any) -> float:
        """A number that is written as one, if it is finite and neither over- nor underflows."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.wrong(keys, value, "a number")
        raw = self.source.raw(keys).replace("_", "")
        decimal = isinstance(value, float) and re.fullmatch(r"[+-]?[0-9][0-9.]*([eE].*)?", raw)
        try:
            if decimal and float(raw) == value:
                number(raw.lstrip("+-"))
            found = float(value)
        except ExpressionError as error:
            raise self.inside(keys, value, error) from None
        except OverflowError:
            raise self.wrong(keys, value, "numbers below 1.8e308") from None
        if not math.isfinite(found):
            raise self.wrong(keys, value, "a finite number")
        return found

    def choice(self, key: str, known: Sequence[str], default: Any = None) -> Any:
        """A text that is one of those known."""
        value = self.of(key, str, default)
        if key in self.data and value not in known:
            hint = near(value, known) or f"; wanted any of {', '.join(known)}"
            raise self.error(key, f"`{key}` is {told(value)}{hint}")
        return value

    def names(self, key: str, known: Iterable[str], what: str) -> tuple[str, ...]:
        """One name or several of those known; none where the key is missing."""
        value, known = self.data.get(key, []), list(known)
        listed = isinstance(value, list)
        found = value if listed else [value]
        for i, name in enumerate(found):
            keys = (*self.keys, key, i) if listed else (*self.keys, key)
            if not isinstance(name, str) or name not in known:
                hint = near(name, known) if isinstance(name, str) else ""
                hint = hint or f"; wanted any of {', '.join(known[:40]) or 'none at all'}"
                at = self.source.at(keys)
                raise self.source.error(f"{told(name)} is no {what}{hint}", at)
        if len(set(found)) < len(found):
            raise self.error(key, f"`{key}` has a name twice; wanted each once")
        return tuple(found)

    def label(self, key: str) -> str | None:
        """A name for people, which may become part of the name of a file."""
        value = self.of(key, str)
        if value is not None:
            self.check_label((*self.keys, key), value)
        return value

    def check_label(self, keys: Keys, value: Any) -> None:
        """Refuse names that are empty, long, or paths."""
        if not isinstance(value, str):
            raise self.wrong(keys, value, "a text")
        fits = 0 < len(value.strip()) and len(value) <= LONGEST_LABEL and value.isprintable()
        if not fits or "/" in value or "\\" in value or value.startswith("."):
            raise self.wrong(
                keys,
                value,
                f"a name of 1 to {LONGEST_LABEL} letters, without / and \\, that does not begin "
                "with a dot",
            )

    # -- expressions -----------------------------------------------------------------------------

    def parsed(self, keys: Keys, value: Any, parse: Callable[[str], Any], wanted: str) -> Any:
        """What a text or a number says, by one of the rules of the grammar."""
        if isinstance(value, str):
            try:
                found = parse(value)
            except ExpressionError as error:
                raise self.inside(keys, value, error) from None
        elif isinstance(value, int | float) and not isinstance(value, bool):
            x = self.finite(keys, value)
            found = Number(x) if math.copysign(1.0, x) > 0 else Sign("-", Number(-x))
            found = Equation(found, None) if parse is equation else found
        else:
            raise self.wrong(keys, value, wanted)
        self._count(keys, found)
        return found

    def _count(self, keys: Keys, found: Any) -> None:
        if isinstance(found, tuple):
            for x in found:
                self._count(keys, x)
        elif found is not None:
            self.counter.nodes += sum(1 for _ in walk(found))
        if self.counter.nodes > MOST_NODES:
            raise self.source.error(
                f"all expressions together have more than {MOST_NODES} operations and names; "
                "wanted fewer",
                self.source.at(keys),
            )

    def tree(self, keys: Keys, value: Any, scope: Scope, level: int) -> Any:
        """An expression, checked."""
        tree = self.parsed(keys, value, expression, "an expression in quotes, or a number")
        return self.checked(keys, value, tree, scope, level)

    def checked(
        self, keys: Keys, value: Any, tree: Any, scope: Scope, level: int, forces: bool = False
    ) -> Any:
        """Trees, alone or in tuples, whose names are known and allowed."""
        if isinstance(tree, tuple):
            return tuple(
                x if x is None else self.checked(keys, value, x, scope, level, forces) for x in tree
            )
        try:
            return scope.check(tree, level, forces=forces)
        except ExpressionError as error:
            raise self.inside(keys, value, error) from None

    def value(self, keys: Keys, value: Any, scope: Scope, numbers: dict[str, Any]) -> float:
        """The value of an expression of parameters."""
        tree = self.tree(keys, value, scope, PARAMETERS)
        found = float(evaluate(tree, numbers | CONSTANTS))
        if not math.isfinite(found):
            raise self.wrong(keys, value, f"a finite number, and this is {found}")
        return found

    def rows(
        self, keys: Keys, value: Any, scope: Scope, level: int, *, forces: bool = False
    ) -> Any:
        """An expression, or lists of them as tuples."""
        if isinstance(value, list):
            if not value:
                raise self.wrong(keys, value, "one entry or more")
            return tuple(
                self.rows((*keys, i), x, scope, level, forces=forces) for i, x in enumerate(value)
            )
        wanted = "an expression in quotes, a number, or a list of them"
        tree = self.parsed(keys, value, rows, wanted)
        return self.checked(keys, value, tree, scope, level, forces)

    def check_name(self, key: str, taken: dict[str, str]) -> None:
        """Refuse the name of a quantity that has another meaning; else note it."""
        problem = name_problem(key)
        if not problem and key in taken:
            problem = f"is {taken[key]} already; wanted another name"
        if problem:
            shown = for_terminal(key[:60])
            raise self.error(key, f"the name `{shown}` {problem}", on_key=True)


def shape(trees: Any) -> tuple[int, ...] | None:
    """The shape of expressions in tuples: (), (k,), (k, n); None if it is irregular."""
    if not isinstance(trees, tuple):
        return ()
    inner = {shape(x) for x in trees}
    first = inner.pop()
    return None if inner or first is None else (len(trees), *first)


def dotted(keys: Keys) -> str:
    """Keys as they are written, such as system.mass[0]."""
    text = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys)
    return for_terminal(text.lstrip("."))


def told(value: Any) -> str:
    """A value in few words."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            shown = for_terminal(value if len(value) <= 60 else f"{value[:57]}...")
            return f'"{shown}"'
        case int() if abs(value) > 10**20:
            return "a very large whole number"
        case int() | float():
            return f"{value}"
        case dict():
            return "a table"
        case list():
            return f"a list of {len(value)}"
        case datetime.date() | datetime.time():
            return f"the date or time {value}"
    return f"{value!r}"
