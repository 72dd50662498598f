"""Model files and SymPy, for users: nothing is lost on the way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zwang.symbolic.extra import require_sympy
from zwang.symbolic.from_sympy import symbolic_model


def to_sympy(model: Any) -> dict[str, Any]:
    """The tables of a model file, with expressions of SymPy in the place of texts and numbers."""
    require_sympy("zwang.symbolic.to_sympy")
    from zwang.symbolic.text.tables import to_sympy

    return to_sympy(model)


def to_model(tables: Mapping[str, Any]) -> Any:
    """The model that tables with expressions of SymPy describe."""
    require_sympy("zwang.symbolic.to_model")
    from zwang.symbolic.text.tables import to_model

    return to_model(tables)


def to_model_file(
    model: Any = None,
    *,
    start: Mapping[str, Any],
    p: Mapping[str, Any] | None = None,
    until: float = 10.0,
    q: Any = None,
    constraints: Any = None,
    **parts: Any,
) -> Any:
    """A model file from a system in SymPy; ``zwang.modelfile.write`` gives its text."""
    names = "L T V mass force energy nonideal parameters inputs".split()
    for name in parts:
        if name not in names:
            raise TypeError(f"`{name}` is not known; wanted any of {', '.join(names)}.")
    found = symbolic_model(model, q, constraints, dict.fromkeys(names) | parts, written=True)
    from zwang.symbolic.text.tables import model_file

    return model_file(found, start, {} if p is None else p, until=until)
