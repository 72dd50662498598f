"""zw.System.from_sympy: a system that is written in SymPy, as it is."""

from __future__ import annotations

from typing import Any

from zwang.symbolic.extra import require_sympy
from zwang.system.system import System


def from_sympy(
    model: Any = None,
    *,
    q: Any = None,
    L: Any = None,
    T: Any = None,
    V: Any = None,
    mass: Any = None,
    force: Any = None,
    constraints: Any = None,
    nonideal: Any = None,
    energy: Any = None,
    parameters: Any = None,
    inputs: Any = None,
) -> System:
    r"""A System from expressions of SymPy, or from an object of ``sympy.physics.mechanics``.

    Free symbols are numbers of ``p``, by their names; the coordinates keep theirs. Constraints may
    be redundant, and nonlinear in the velocities.

    Shapes: force (n,), nonideal (n,). Raises TypeError,.

    References
    ----------
    [U05] eqs. (1), (3)-(7).

    Examples
    --------
    >>> import sympy as sp, zwang as zw
    >>> from sympy.physics.mechanics import dynamicsymbols
    >>> (x, y), (m, g, L) = dynamicsymbols("x y"), sp.symbols("m g L")
    >>> T = m * (x.diff() ** 2 + y.diff() ** 2) / 2
    >>> rod = {"rod": sp.Eq(x**2 + y**2, L**2)}
    >>> bob = zw.System.from_sympy(q=[x, y], T=T, V=m * g * y, constraints=rod)
    >>> p = {"m": 2.0, "g": 9.81, "L": 1.0}
    >>> bob.acceleration([0.6, -0.8], [1.6, 1.2], p=p).qdd.round(4).tolist()
    [-7.1088, -0.3316]
    """
    given = {"L": L, "T": T, "V": V, "mass": mass, "force": force, "energy": energy}
    given |= {"nonideal": nonideal, "parameters": parameters, "inputs": inputs}
    return symbolic_model(model, q, constraints, given).system()


def symbolic_model(
    model: Any, q: Any, constraints: Any, given: dict[str, Any], written: bool = False
) -> Any:
    """The ``SymbolicModel`` of what ``from_sympy`` is given."""
    require_sympy("zw.System.from_sympy")
    from zwang.symbolic.expressions.mechanics import parts_of
    from zwang.symbolic.expressions.model import model_of_expressions
    from zwang.symbolic.expressions.symbols import expressions

    if model is None:
        if q is None:
            raise TypeError("Give a `model`, or `q` with expressions; found neither.")
        return model_of_expressions(q, constraints=constraints or (), **given)
    beside = [name for name in ("L", "T", "V", "mass", "energy") if given[name] is not None]
    if q is not None or beside:
        name = "q" if q is not None else beside[0]
        raise TypeError(f"`{name}` beside `model`, which holds it already; wanted one of them.")
    parts = parts_of(model, written)
    parts["constraints"] = _joined(parts["constraints"], constraints)
    if given["force"] is not None:
        n = len(parts["q"])
        first = [0] * n if parts["force"] is None else parts["force"]
        more = expressions("`force`", given["force"], n)
        parts["force"] = [x + y for x, y in zip(first, more, strict=True)]
    rest = {x: given[x] for x in ("nonideal", "parameters", "inputs")}
    return model_of_expressions(parts.pop("q"), **parts, **rest)


def _joined(own: dict[str, Any], more: Any) -> dict[str, Any]:
    """Constraints of a model, and others."""
    if not isinstance(more, dict):
        more = [] if more is None else more if isinstance(more, list | tuple) else [more]
        more = {f"constraint {len(own) + i + 1}": x for i, x in enumerate(more)}
    taken = next((name for name in more if name in own), None)
    if taken is not None:
        raise ValueError(f"`constraints` has the name {taken!r}, which one of `model` has too.")
    return own | more
