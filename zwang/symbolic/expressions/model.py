"""A mechanical system in expressions of SymPy: checked, and made a System."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from zwang.base.functions import STATE, Bound, bind
from zwang.symbolic.expressions.bodies import Kinematics
from zwang.symbolic.expressions.checks import POSITIONS, VELOCITIES, Check, Rows, linear
from zwang.symbolic.expressions.functions import forces, of_position, of_state
from zwang.symbolic.expressions.symbols import (
    Symbols,
    checked_coordinates,
    expression,
    expressions,
    is_of_time,
    name_of,
    symbols_in,
)
from zwang.symbolic.expressions.walk import flat, mapped
from zwang.symbolic.untyped import sp
from zwang.system.constraints import (
    POSITION,
    AccelerationLevel,
    Holonomic,
    Nonholonomic,
    Pfaffian,
)
from zwang.system.system import System
from zwang.system.velocities import Loads, Mass, Velocities


@dataclass(frozen=True)
class SymbolicModel:
    """A mechanical system in expressions."""

    symbols: Symbols  # coordinates, time and parameters
    # expressions by name: ``T`` and ``V``, or ``L``, or ``mass`` (n rows of n) and ``force`` (n,),
    # or ``bodies``; with all of them ``force``, ``nonideal`` (n,) and ``energy``
    parts: tuple[tuple[str, Any], ...]
    constraints: tuple[Rows, ...] = ()  # what holds it
    # pairs of a function of the time and the function that gives it
    inputs: tuple[tuple[Any, Bound], ...] = ()
    # pairs of a name and an expression of q and q̇, for the speeds of Kane's method
    speeds: tuple[tuple[str, Any], ...] = ()

    def system(self) -> System:
        """The System, which knows nothing of SymPy but its functions."""
        parts, symbols = dict(self.parts), self.symbols
        state = lambda trees: None if trees is None else self._of_state(trees)
        place = lambda trees: None if trees is None else of_position(trees, symbols, self.inputs)
        rest: dict[str, Any] = {
            "constraints": [self._constraint(rows) for rows in self.constraints],
            "nonideal": state(parts.get("nonideal")),
            "coordinates": symbols.names,
            "observables": {name: state(tree) for name, tree in self.speeds} or None,
        }
        force = state(parts.get("force"))
        if "bodies" in parts:
            velocities = self._velocities(parts["bodies"])
            other = None if force is None else bind("`force`", force, STATE)
            return System(Mass(velocities), Loads(velocities, other), **rest)
        if "mass" in parts:
            energy = state(parts.get("energy"))
            return System(place(parts["mass"]), force, energy=energy, **rest)
        if "L" in parts:
            return System.from_lagrangian(state(parts["L"]), force=force, **rest)
        T, V = state(parts["T"]), place(parts.get("V"))
        return System.from_lagrangian(T=T, V=V, force=force, **rest)

    def _velocities(self, bodies: Kinematics) -> Velocities:
        given, names = (self.symbols, self.inputs), bodies.definitions
        velocity = of_state(bodies.velocity, *given, definitions=names)
        inertia = of_position(bodies.inertia, *given, definitions=names)
        load = of_state(bodies.load, *given, definitions=names)
        return Velocities(
            bind("the velocities of `model`", velocity, STATE),
            bind("the inertias of `model`", inertia, POSITION),
            bind("the loads of `model`", load, STATE),
        )

    def _of_state(self, trees: Any) -> Any:
        found = symbols_in(flat(trees))
        extra = [x for x in ("Qc_ideal", "reaction") if found & set(forces(x, self.symbols))]
        return of_state(trees, self.symbols, self.inputs, extra)

    def _constraint(self, rows: Rows) -> Any:
        symbols, trees = self.symbols, rows.trees
        one = trees if len(trees) > 1 else trees[0]
        if rows.kind == "holonomic":
            return Holonomic(of_position(one, symbols, self.inputs), rows.name)
        if rows.kind == "nonholonomic":
            return Nonholonomic(self._of_state(one), rows.name)
        last = symbols.qd if rows.kind == "pfaffian" else symbols.qdd
        factors, rest = linear(trees, last)
        if rows.kind == "pfaffian":
            beta = of_position(rest, symbols, self.inputs)
            return Pfaffian(of_position(factors, symbols, self.inputs), beta, rows.name)
        b = tuple(-x for x in rest)
        return AccelerationLevel(self._of_state(factors), self._of_state(b), rows.name)


def model_of_expressions(
    q: Any,
    *,
    constraints: Any = (),
    parameters: Any = None,
    inputs: Any = None,
    speeds: tuple[tuple[str, Any], ...] = (),
    **parts: Any,
) -> SymbolicModel:
    """A model from expressions, checked."""
    symbols = checked_coordinates(q)
    given = {name: x for name, x in parts.items() if x is not None}
    _require_form(given)
    driven, replaced = _inputs(inputs, symbols)
    trees = {name: _part(name, x, len(symbols.q)) for name, x in given.items()}
    rows = _constraints(constraints)
    put = lambda x: _replaced(x, replaced)
    trees = {name: _each(put, x) for name, x in trees.items()}
    rows = [(name, tuple(map(put, row))) for name, row in rows]
    speeds = tuple((name, put(expression(f"`{name}`", x))) for name, x in speeds)
    everything = [x for tree in trees.values() for x in flat(tree)]
    everything += [x for _, row in rows for x in row] + [x for _, x in speeds]
    symbols = _with_parameters(symbols, everything, parameters, driven)
    check = Check(symbols, dict(driven))
    for name, tree in trees.items():
        if name == "bodies":
            check.define("`model`", tree.definitions)
        most = POSITIONS if name in ("V", "mass") else VELOCITIES
        for x in flat(tree):
            check("`model`" if name == "bodies" else f"`{name}`", x, most)
    constraints = tuple(check.rows(i, name, row) for i, (name, row) in enumerate(rows))
    return SymbolicModel(symbols, tuple(trees.items()), constraints, check.driven(), speeds)


# -- what is given, checked ----------------------------------------------------------------------


def _require_form(given: Mapping[str, Any]) -> None:
    forms = [x for x in ("L", "T", "mass", "bodies") if x in given]
    if len(forms) != 1:
        found = " and ".join(f"`{x}`" for x in forms) or "none of them"
        raise TypeError(f"Give one of `L`, `T` and `mass`; found {found}.")
    if "V" in given and "T" not in given:
        raise TypeError(f"`V` belongs to `T`; found it with `{forms[0]}`.")
    if "energy" in given and "mass" not in given:
        raise TypeError(f"`energy` belongs to `mass`; `{forms[0]}` gives it already.")


def _part(name: str, x: Any, n: int) -> Any:
    what = f"`{name}`"
    if name == "bodies":
        return x
    if name in ("force", "nonideal"):
        return expressions(what, x, n)
    if name != "mass":
        return expression(what, x)
    if isinstance(x, sp.MatrixBase):
        x = x.tolist()
    if not isinstance(x, list | tuple):
        return expression(what, x)
    if not x or not isinstance(x[0], list | tuple):
        return expressions(what, x, n)
    if len(x) != n:
        raise ValueError(f"{what} has {len(x)} rows; wanted {n}, one for each coordinate.")
    return tuple(expressions(what, row, n) for row in x)


def _constraints(given: Any) -> list[tuple[Any, tuple[Any, ...]]]:
    """Pairs of a name, or None, and expressions."""
    if isinstance(given, Mapping):
        return [(name, expressions(f"the constraint {name!r}", x)) for name, x in given.items()]
    if isinstance(given, sp.MatrixBase):
        given = list(given)
    single = not isinstance(given, list | tuple)
    return [(None, expressions("`constraints`", x)) for x in ([given] if single else given)]


def _inputs(inputs: Any, symbols: Symbols) -> tuple[list[tuple[Any, Any]], dict[Any, Any]]:
    """Inputs with their functions (None: a number of p), and those that are expressions."""
    if inputs is None:
        return [], {}
    named = inputs.items() if isinstance(inputs, Mapping) else [(x, None) for x in inputs]
    driven, replaced = [], {}
    for x, how in named:
        if not is_of_time(x) or x in symbols.q:
            raise TypeError(
                f"`inputs` holds {reprlib.repr(x)}; wanted functions of the time that are no "
                'coordinates, such as dynamicsymbols("F").'
            )
        if how is None:
            driven.append((x, None))
        elif callable(how) and not isinstance(how, sp.Basic):
            driven.append((x, bind(f"the input `{name_of(x)}`", how, STATE)))
        else:
            replaced[x] = expression(f"the input `{name_of(x)}`", how)
    return driven, replaced


def _each(function: Any, trees: Any) -> Any:
    found = mapped(function, trees)
    return Kinematics(*found) if isinstance(trees, Kinematics) else found


def _replaced(tree: Any, replaced: Mapping[Any, Any]) -> Any:
    return tree.subs(replaced).doit() if replaced and tree.has(*replaced) else tree


def _with_parameters(
    symbols: Symbols, trees: Iterable[Any], given: Any, driven: Iterable[tuple[Any, Any]]
) -> Symbols:
    """The symbols with parameters: those given, or all that the expressions hold."""
    found = symbols_in(trees) - {symbols.t}
    found -= {x for name in ("Qc_ideal", "reaction") for x in forces(name, symbols)}
    if given is None:
        known = found
    else:
        listed = given if isinstance(given, list | tuple | set | frozenset | Mapping) else [given]
        known = {x if isinstance(x, sp.Basic) else sp.Symbol(str(x)) for x in listed}
        strange = sorted(map(str, found - known))
        if strange:
            wanted = ", ".join(sorted(map(str, known))) or "none at all"
            raise ValueError(
                f"The symbol `{strange[0]}` is not defined; `parameters` has {wanted}."
            )
    plain = sorted(known, key=str)
    plain += [x for x, how in driven if how is None]
    names = [name_of(x) for x in (*plain, *symbols.q)]
    twice = next((x for x in names if names.count(x) > 1), None)
    if twice is not None:
        raise ValueError(f"Two symbols have the name {twice!r}; wanted names that differ.")
    return Symbols(symbols.q, symbols.t, tuple(plain))
