"""zw.explicit: the explicit equation of motion of a system, as formulas."""

from __future__ import annotations

import reprlib
from typing import Any, NoReturn

import numpy as np

from zwang.base import arguments
from zwang.base.functions import by_name
from zwang.base.parameters import Parameters
from zwang.control.description import AbstractController
from zwang.symbolic.extra import require_sympy
from zwang.symbolic.formulas import Formulas, public
from zwang.system.lagrangian import lagrangian_of
from zwang.system.origin import AbstractSource
from zwang.system.system import System
from zwang.system.velocities import loads_of


def explicit(
    system: Any,
    q: Any = None,
    qd: Any = None,
    t: Any = 0.0,
    p: Any = None,
    *,
    on_constraints: bool = False,
    written_out: bool | None = None,
) -> Formulas:
    r"""The explicit equation of motion as formulas of SymPy.

    .. math:: \ddot q = a + M^{-1/2} B^+ (b - A a) + M^{-1/2} (I - B^+ B) M^{-1/2} C

    The functions are traced and taken apart by the engine, whatever they were written in, and what
    is left are formulas in the names of coordinates and parameters. Ranks are those that A and M
    have almost everywhere where the constraints hold, or at a state that is given; ``conditions``
    says where that fails. States at which the constraints hold are found by random starts, or
    from the start of a Model; where none is, ``notes`` says so.

    Parameters
    ----------
    system : the description; or a ``zw.Controller``, for its model and the control law besides; or
        a Model from ``zwang.modelfile.read``, with its parameters and its start
    q, qd : (n,)    a state to decide ranks at; by default almost any
    t : ()          its time
    p : parameters, for the numbers of that state and for their names; by default those that the
        functions look up by name
    on_constraints : whether formulas are reduced by the constraints, which then must hold: shorter,
        and as books print them
    written_out : whether to write them out whole, which may take long; None to give names to parts
        of long ones

    Returns
    -------
    Formulas

    Raises
    ------
    ValueError
        A function has no formula, the constraints contradict each other whatever the state, or the
        acceleration is not unique.

    References
    ----------
    [U05] eqs. (2), (5), (9)-(12), (25); [KU93] eqs. (29), (38); [US10] eqs. (45)-(51), (67).

    Examples
    --------
    >>> import zwang as zw
    >>> slope = zw.Pfaffian(lambda q: [-q[2], 1.0, 0.0], name="ẏ = z ẋ")
    >>> free = zw.System(1.0, None, slope, coordinates="x y z")
    >>> zw.explicit(free).qdd[1]
    Derivative(x(t), t)*Derivative(z(t), t)/(z(t)**2 + 1)
    """
    start = None
    if not isinstance(system, System | AbstractController):
        system, p, start = _of_model(system, p)
    arguments.flag("on_constraints", on_constraints)
    if written_out is not None:
        arguments.flag("written_out", written_out)
    require_sympy("zw.explicit")
    state = None if q is None else (q, np.zeros_like(q) if qd is None else qd, t)
    return explicit_near(system, p, state, start, on_constraints, written_out)


def explicit_near(
    system: System | AbstractController,
    p: Any,
    state: Any = None,
    start: Any = None,
    on_constraints: bool = False,
    written_out: bool | None = None,
) -> Formulas:
    """``explicit`` with ranks that are decided where constraints hold near a start.

    Shapes: state (q, qd, t), start (n,).
    """
    from zwang.symbolic.algebra.law import control_law
    from zwang.symbolic.algebra.solved import solved
    from zwang.symbolic.algebra.traced import traced

    p = by_name(p)
    controller = system if isinstance(system, AbstractController) else None
    model = system.model if isinstance(system, AbstractController) else system
    q = None if state is None else state[0]
    state = None if state is None else model.state(state[0], state[1], state[2], np)
    given, found_p = traced(model, q, p)
    found = _ranks(given, state, found_p, p is not None, start)
    relations = (*given.phi, *given.velocity) if on_constraints else ()
    law = () if controller is None else control_law(controller, given, found, found_p)
    symbols = _symbols(model, given)
    answer = solved(given, found, relations, written_out)
    if any(x.is_zero is False for x in answer.zero):
        _refuse_contradiction(
            given.rows[next(i for i in range(len(given.rows)) if i not in found.rows)]
        )
    return _formulas(given, found, answer, law, symbols)


def _ranks(given: Any, state: Any, p: Any, is_given: bool, start: Any) -> Any:
    """What is independent at the state, or where the constraints hold."""
    from zwang.symbolic.algebra.generic import ranks, ranks_held

    vector = Parameters(p).vector[: len(given.parameters)]
    if state is not None and given.parameters and not is_given:
        raise ValueError(
            "`p` is None, and ranks at a state depend on its numbers; wanted those of "
            f"{', '.join(x.name for x in given.parameters)}."
        )
    if state is None:
        found = ranks_held(given, vector if is_given else None, start)
    else:
        found = ranks(given, (*state[:2], float(state[2]), vector))
    if not found.unique:
        raise ValueError(
            "The acceleration of `system` is not unique: [M | Aᵀ] has not the rank n, [US10] "
            "section 2; zw.check names the directions that are free."
        )
    if found.contradictory:
        _refuse_contradiction(given.rows[found.contradictory[0]])
    return found


def _of_model(model: Any, p: Any) -> tuple[System | AbstractController, Any, Any]:
    """What a model file describes, its parameters, and its start."""
    from zwang.modelfile import Model

    if isinstance(model, AbstractSource):
        raise TypeError("`system` is a zw.Mechanism; wanted its `mechanism.system()`.")
    if not isinstance(model, Model):
        raise TypeError(
            f"`system` is {reprlib.repr(model)}; wanted a zw.System, a zw.Controller, or a Model "
            "from zwang.modelfile.read."
        )
    found = model.control or model.system
    return found, dict(model.p) if p is None else p, model.q0 if p is None else None


def _refuse_contradiction(row: str) -> NoReturn:
    raise ValueError(
        f"The constraints of `system` contradict each other: no acceleration satisfies {row!r} and "
        "the rows before it; wanted that one of them is removed or corrected."
    )


def _symbols(system: System, given: Any) -> Any:
    """Symbols by name; those that the user's own expressions are made of, where there are any."""
    from zwang.symbolic.expressions.functions import Expressions
    from zwang.symbolic.expressions.symbols import Symbols, name_of, named

    symbols = named(given.names, [x.name for x in given.parameters])
    lagrangian = lagrangian_of(system)
    bound = [system.mass, getattr(system.force, "function", None), system.nonideal]
    bound += [] if lagrangian is None else [lagrangian.kinetic, lagrangian.potential]
    loads = loads_of(system)
    bound += [] if loads is None else [loads.other, *loads.velocities.parts()]
    bound += [part for x in system.constraints for part in vars(x).values()]
    bound += [getattr(x, "other", x) for x in bound]
    found = [x for x in (getattr(x, "function", x) for x in bound) if isinstance(x, Expressions)]
    own = {name_of(y): y for x in found for y in (*x.symbols.q, *x.symbols.parameters)}
    pick = lambda row: tuple(own.get(name_of(x), x) for x in row)
    t = found[0].symbols.t if found else symbols.t
    return Symbols(pick(symbols.q), t, pick(symbols.parameters))


def _formulas(given: Any, ranks: Any, found: Any, law: Any, symbols: Any) -> Formulas:
    """All of it in the symbols that users see."""
    from zwang.symbolic.untyped import sp

    plain = (*given.q, *given.qd, given.t, *given.parameters)
    seen = (*symbols.q, *symbols.qd, symbols.t, *symbols.parameters)
    names = dict(zip(plain, seen, strict=True))
    names |= {x: sp.Symbol(x.name) for x, _ in (*found.definitions, *given.forces)}
    show = lambda x: public(x, names)
    conditions = [sp.Ne(show(x), 0, evaluate=False) for x in found.nonzero]
    conditions += [sp.Eq(show(x), 0, evaluate=False) for x in found.zero]
    matrices = {name: show(getattr(given, name)) for name in "M Q A b C phi velocity".split()}
    solution = {name: show(getattr(found, name)) for name in "qdd Qc_ideal Qc_nonideal".split()}
    whole = not ranks.singular and len(ranks.rows) == len(given.rows)
    return Formulas(
        coordinates=given.names,
        constraints=given.rows,
        q=symbols.q,
        qd=symbols.qd,
        t=symbols.t,
        parameters=symbols.parameters,
        **matrices,
        **solution,
        Qc=solution["Qc_ideal"] + solution["Qc_nonideal"],
        rank=len(ranks.rows),
        independent=ranks.rows,
        singular=ranks.singular,
        conditions=tuple(conditions),
        definitions=tuple((show(x), show(tree)) for x, tree in found.definitions),
        law=tuple((name, show(tree)) for name, tree in law),
        plain=(show(found.a), show(found.gain)) if whole else (None, None),
        notes=(*ranks.notes, *found.notes),
    )
