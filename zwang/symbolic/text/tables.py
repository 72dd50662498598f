"""A model file with expressions of SymPy in the place of texts, and back.

All that a file says is kept: start, parameters, definitions, settings, events, pictures.
"""

from __future__ import annotations

import copy
import reprlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from zwang.modelfile.expression import grammar
from zwang.modelfile.expression.tree import show
from zwang.modelfile.model import Model, parse
from zwang.modelfile.tables.writing import text_of
from zwang.symbolic.expressions.model import SymbolicModel
from zwang.symbolic.expressions.symbols import name_of, named
from zwang.symbolic.text.from_tree import from_tree
from zwang.symbolic.text.to_tree import to_tree
from zwang.symbolic.untyped import sp

# Tables whose entries are expressions, whatever their names; and entries of tables in lists.
WHOLE = ("coordinates", "parameters", "let", "system", "observables")
ENTRIES = {"constraint": ("equation",), "require": ("equation",), "event": ("when",)}
FLAGS = ("hold",)
SYSTEM = {"T": "kinetic", "V": "potential", "L": "lagrangian"}


def to_sympy(model: Model) -> dict[str, Any]:
    """The tables of a model, with expressions of SymPy in the place of texts and numbers."""
    if not isinstance(model, Model):
        raise TypeError(
            f"`model` is {reprlib.repr(model)}; wanted a Model, from zwang.modelfile.read."
        )
    symbols = named(tuple(model.document["coordinates"]))
    coordinates = dict(zip(symbols.names, symbols.q, strict=True))
    back = lambda tree: from_tree(tree, coordinates, symbols.t)

    def read(text: Any) -> Any:
        return _nested(back, grammar.rows(text if isinstance(text, str) else repr(text)))

    def equation(text: Any) -> Any:
        left, right = grammar.equation(text if isinstance(text, str) else repr(text))
        return back(left) if right is None else sp.Eq(back(left), back(right), evaluate=False)

    return _changed(model.document, read, equation)


def to_model(tables: Mapping[str, Any]) -> Model:
    """The model that tables with expressions of SymPy describe."""
    if not isinstance(tables, Mapping):
        raise TypeError(
            f"`tables` is {reprlib.repr(tables)}; wanted tables by name, as to_sympy gives them."
        )

    def write(x: Any) -> Any:
        if isinstance(x, sp.MatrixBase):
            return _nested(write, x.tolist())
        if not isinstance(x, sp.Basic):
            return x
        if x.is_Rational and sp.Rational(repr(float(x))) == x:  # a number as such
            return int(x) if x.is_Integer else float(x)
        if isinstance(x, sp.Equality):
            return f"{show(to_tree(x.lhs))} = {show(to_tree(x.rhs))}"
        return show(to_tree(x))

    return parse(text_of(_changed(tables, write, write)))


def model_file(
    model: SymbolicModel, start: Mapping[str, Any], p: Mapping[str, Any], **settings: Any
) -> Model:
    """A model file from a system in SymPy."""
    if model.inputs:
        raise ValueError("Inputs that Python functions give have no place in a model file.")
    _require_known("start", start, model.symbols.names)
    _require_known("p", p, wanted := [name_of(x) for x in model.symbols.parameters])
    missing = [x for x in wanted if x not in p]
    if missing:
        raise ValueError(f"`p` has no {missing[0]!r}; wanted numbers for {', '.join(wanted)}.")
    parts = dict(model.parts)
    system = {SYSTEM.get(name, name): _listed(tree) for name, tree in parts.items()}
    return to_model(
        {
            "coordinates": {x: _start(start.get(x, 0.0)) for x in model.symbols.names},
            "parameters": {x: _number(f"p[{x!r}]", p[x]) for x in wanted},
            "system": system,
            "constraint": [
                {"equation": list(rows.trees) if len(rows.trees) > 1 else rows.trees[0]}
                | {"kind": rows.kind}
                | ({} if rows.name is None else {"name": _listed(rows.name)})
                for rows in model.constraints
            ],
            "simulate": settings,
        }
        | ({"observables": dict(model.speeds)} if model.speeds else {})
    )


def _require_known(what: str, given: Any, names: Sequence[str]) -> None:
    """Refuse names that the system does not have."""
    wanted = f"wanted any of {', '.join(names) or 'none at all'}"
    if not isinstance(given, Mapping):
        raise TypeError(f"`{what}` is {reprlib.repr(given)}; wanted a dict by name; {wanted}.")
    for name in given:
        if name not in names:
            raise ValueError(f"`{what}` has {name!r}, which the system has not; {wanted}.")


def _number(what: str, x: Any) -> float:
    try:
        return float(x)
    except (TypeError, ValueError):
        raise TypeError(f"`{what}` is {reprlib.repr(x)}; wanted a number.") from None


def _start(given: Any) -> Any:
    pair = given if isinstance(given, list | tuple) else (given, 0.0)
    return {"start": pair[0], "velocity": pair[1]}


def _listed(trees: Any) -> Any:
    return [_listed(x) for x in trees] if isinstance(trees, tuple) else trees


def _changed(document: Mapping[str, Any], read: Callable, equation: Callable) -> dict[str, Any]:
    """Tables with a function of each expression and of each equation."""
    found = copy.deepcopy(dict(document))
    for key in WHOLE:
        if key in found:
            found[key] = {name: _entry(read, name, x) for name, x in found[key].items()}
    for key, names in ENTRIES.items():
        for table in found.get(key, ()):
            for name in set(names) & set(table):
                table[name] = _nested(equation, table[name])
    return found


def _entry(read: Callable, name: str, x: Any) -> Any:
    if isinstance(x, Mapping):
        return {key: y if key in FLAGS else _nested(read, y) for key, y in x.items()}
    return _nested(read, x)


def _nested(function: Callable, x: Any) -> Any:
    return [_nested(function, y) for y in x] if isinstance(x, list | tuple) else function(x)
