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

    Parameters
    ----------
    model : a ``LagrangesMethod``, a ``KanesMethod`` or a ``System`` of SymPy with all that it
        holds. Speeds that are no rates of coordinates are observables of the System
    q : coordinates, functions of the time such as ``dynamicsymbols("x y")``; without a model
    L : the Lagrangian; without a model
    T : the kinetic energy, in place of L
    V : the potential energy, with T
    mass : in place of these M, an expression, a list (n,) or a matrix (n, n)
    force : (n,)    forces that the energies do not give, or all of them; with a model, besides its
    constraints : expressions that vanish, equations, or lists of them; or these by name. On
        positions, velocities or accelerations, as they are written; with a model, besides its own
    nonideal : (n,)     prescribed work C, which may hold ``Symbol("Qc_ideal.x")``
    energy : with mass
    parameters : symbols that may be used; by default all
    inputs : functions of the time that are given from outside: a list, for numbers of ``p``; or a
        dict with expressions, or functions of (q, qd, t, p)

    Returns
    -------
    System

    Raises
    ------
    TypeError, ValueError
        A symbol or function is not known, accelerations enter nonlinearly, or the equations do not
        fit each other; by name.

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
    """The ``SymbolicModel`` of what ``from_sympy`` is given.

    Parameters
    ----------
    model, q, constraints : as for ``from_sympy``
    given : the rest, by name
    written : whether to have M and Q of bodies written out, which takes long for many
    """
    require_sympy("zw.System.from_sympy")
    from zwang.symbolic.expressions.mechanics import parts_of
    from zwang.symbolic.expressions.model import model_of_expressions

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
        first = list(parts["force"]) if parts["force"] is not None else [0] * len(parts["q"])
        if not isinstance(given["force"], list | tuple) or len(given["force"]) != len(first):
            raise TypeError(f"`force` is {given['force']!r}; wanted a list of {len(first)}.")
        parts["force"] = [x + y for x, y in zip(first, given["force"], strict=True)]
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
