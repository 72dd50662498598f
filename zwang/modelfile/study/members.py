"""Parameters and starts of the members of a study, from the expressions of its model file.

Where a parameter varies, so do those that the file computes from it, and starts too, as after
``zwang run --set``: bit for bit, since the same expressions are evaluated on the same floats.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from zwang.ensemble.inputs import shared
from zwang.modelfile.expression.scope import PARAMETERS, Scope, ordered
from zwang.modelfile.expression.tree import Item, Name, walk
from zwang.modelfile.expression.values import CONSTANTS, evaluate
from zwang.modelfile.model import Model
from zwang.modelfile.tables.places import Keys
from zwang.modelfile.tables.table import Counter, Table

Values = dict[str, Any]  # a float or (d,) where all members share it, else (N,) or (N, d)


class Members:
    """The members of a study. Shapes: columns (N,), q0, qd0 (N, n)."""

    def __init__(self, model: Model, columns: Mapping[str, np.ndarray]):
        self.model, self.columns = model, dict(columns)
        self.size = len(next(iter(self.columns.values())))
        self.own: set[str] = set()  # parameters that differ from member to member
        sizes = {name: len(x) if np.ndim(x) else None for name, x in model.p.items()}
        self.scope = Scope(model.system.coordinates or (), sizes)
        self.values = self._parameters()
        self.q0, self.qd0 = self._starts()

    @property
    def p(self) -> dict[str, Any]:
        """The parameters, those that all members share marked."""
        return {
            name: x if name in self.own or not np.ndim(x) else shared(x)
            for name, x in self.values.items()
        }

    def start(self, i: int) -> tuple[np.ndarray, np.ndarray]:
        """q0 and q̇0 of one member."""
        q0, qd0 = (x[i] if x.ndim == 2 else x for x in (self.q0, self.qd0))
        return q0, qd0

    def parameters(self, i: int) -> Values:
        """The parameters of one member."""
        return {name: x[i] if name in self.own else x for name, x in self.values.items()}

    def _parameters(self) -> Values:
        table = self._table("parameters")
        uses = {key: self._used(table, key) for key in table.data}
        order = ordered(uses)
        assert not isinstance(order, str)  # the model was read
        found: Values = {}
        for key in order:
            found[key] = self._parameter(table, key, found)
        return {key: found[key] for key in table.data}

    def _parameter(self, table: Table, key: str, known: Values) -> Any:
        value, keys, fixed = table.data[key], (*table.keys, key), self.model.p[key]
        if not isinstance(value, list):
            found = self._entry(table, keys, key, value, known)
            if found is not None:
                self.own.add(key)
            return fixed if found is None else found
        columns = [
            self._entry(table, (*keys, i), f"{key}[{i}]", x, known) for i, x in enumerate(value)
        ]
        if all(x is None for x in columns):
            return fixed
        self.own.add(key)
        full = [np.full(self.size, fixed[i]) if x is None else x for i, x in enumerate(columns)]
        return np.stack(full, axis=1)

    def _entry(
        self, table: Table, keys: Keys, name: str, value: Any, known: Values
    ) -> np.ndarray | None:
        """A number of each member; None where they share it."""
        if name in self.columns:
            return self.columns[name]
        return self._rows(table, keys, value, known) if isinstance(value, str) else None

    def _starts(self) -> tuple[np.ndarray, np.ndarray]:
        table = self._table("coordinates")
        found = []
        for prime, place, shared_by_all in (("", 0, self.model.q0), ("'", 1, self.model.qd0)):
            columns = [
                self._entry(table, keys, name + prime, x, self.values)
                for name in table.data
                for keys, x in [_given(table, name, place)]
            ]
            rows = np.array(shared_by_all, float)
            if any(x is not None for x in columns):
                rows = np.tile(rows, (self.size, 1))
                for i, x in enumerate(columns):
                    rows[:, i] = rows[:, i] if x is None else x
            found.append(rows)
        return found[0], found[1]

    # -- expressions -----------------------------------------------------------------------------

    def _table(self, key: str) -> Table:
        data = self.model.document.get(key, {})
        return Table(self.model.source, (key,), data, Counter())

    def _used(self, table: Table, key: str) -> set[str]:
        value, keys = table.data[key], (*table.keys, key)
        entries = value if isinstance(value, list) else [value]
        trees = (table.tree(keys, x, self.scope, PARAMETERS) for x in entries if isinstance(x, str))
        return {name for tree in trees for name in _mentioned(tree)} & self.model.p.keys()

    def _rows(self, table: Table, keys: Keys, text: str, known: Values) -> np.ndarray | None:
        """An expression for each member; None where it depends on nothing that varies."""
        tree = table.tree(keys, text, self.scope, PARAMETERS)
        own = sorted(_mentioned(tree) & self.own)
        if not own:
            return None
        columns = np.concatenate([known[name].reshape(self.size, -1) for name in own], axis=1)
        ends = np.cumsum([known[name].reshape(self.size, -1).shape[1] for name in own])
        # Each set of values once: the members of a grid share most of theirs.
        different, place = np.unique(columns, axis=0, return_inverse=True)
        found = np.empty(len(different))
        values = dict(known) | CONSTANTS
        for k, row in enumerate(different):
            for name, part in zip(own, np.split(row, ends[:-1]), strict=True):
                values[name] = part if known[name].ndim == 2 else float(part[0])
            found[k] = float(evaluate(tree, values))
        return found[place.reshape(-1)]


def _mentioned(tree: Any) -> set[str]:
    return {node.name for node in walk(tree) if isinstance(node, Name | Item)}


def _given(table: Table, name: str, place: int) -> tuple[Keys, Any]:
    """The start (0) or the velocity (1) of a coordinate as the file gives it, and where."""
    given, keys = table.data[name], (*table.keys, name)
    if isinstance(given, dict):
        key = ("start", "velocity")[place]
        return (*keys, key), given.get(key, 0.0)
    if isinstance(given, list):
        return (*keys, place), given[place]
    return keys, (given, 0.0)[place]
