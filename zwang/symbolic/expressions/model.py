"""A mechanical system in expressions of SymPy: checked, and made a System."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sympy.core.function import AppliedUndef

from zwang.base.functions import STATE, Bound, bind
from zwang.symbolic.expressions.symbols import (
    Symbols,
    checked_coordinates,
    expression,
    expressions,
    is_of_time,
    name_of,
    symbols_in,
)
from zwang.symbolic.expressions.values import forces, is_strange, of_position, of_state
from zwang.symbolic.expressions.walk import flat, mapped, parts_of
from zwang.symbolic.untyped import sp
from zwang.system.constraints import AccelerationLevel, Holonomic, Nonholonomic, Pfaffian
from zwang.system.system import System

POSITIONS, VELOCITIES, ACCELERATIONS = range(3)
WORDS = ("coordinates", "velocities", "accelerations")
KINDS = ("holonomic", "pfaffian", "nonholonomic", "acceleration")


class Rows(NamedTuple):
    """One constraint.

    Attributes
    ----------
    name : of it; None for the name that a System gives
    trees : what must vanish, one for each row
    kind : one of ``KINDS``
    """

    name: Any
    trees: Any
    kind: str


@dataclass(frozen=True)
class SymbolicModel:
    """A mechanical system in expressions.

    Attributes
    ----------
    symbols : coordinates, time and parameters
    parts : expressions by name: ``T`` and ``V``, or ``L``, or ``mass`` (n rows of n) and ``force``
        (n,); with all of them ``force``, ``nonideal`` (n,) and ``energy``
    constraints : what holds it
    inputs : pairs of a function of the time and the function that gives it
    speeds : pairs of a name and an expression of q and q̇, for the speeds of Kane's method
    """

    symbols: Symbols
    parts: tuple[tuple[str, Any], ...]
    constraints: tuple[Rows, ...] = ()
    inputs: tuple[tuple[Any, Bound], ...] = ()
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
        if "mass" in parts:
            energy = state(parts.get("energy"))
            return System(place(parts["mass"]), force, energy=energy, **rest)
        if "L" in parts:
            return System.from_lagrangian(state(parts["L"]), force=force, **rest)
        T, V = state(parts["T"]), place(parts.get("V"))
        return System.from_lagrangian(T=T, V=V, force=force, **rest)

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


def linear(trees: tuple[Any, ...], last: tuple[Any, ...]) -> tuple[Any, Any]:
    """The factors of symbols in expressions that are linear in them, and the rest.

    Parameters
    ----------
    trees : (k,)    expressions
    last : (n,)     symbols
    """
    factors = tuple(tuple(tree.diff(x) for x in last) for tree in trees)
    still = dict.fromkeys(last, sp.S.Zero)
    return factors, tuple(tree.xreplace(still) for tree in trees)


def model_of_expressions(
    q: Any,
    *,
    constraints: Any = (),
    parameters: Any = None,
    inputs: Any = None,
    speeds: tuple[tuple[str, Any], ...] = (),
    **parts: Any,
) -> SymbolicModel:
    """A model from expressions, checked.

    Parameters
    ----------
    q : coordinates, functions of the time
    constraints, parameters, inputs : as for ``from_sympy``
    speeds : pairs of a name and an expression
    **parts : as in ``SymbolicModel.parts``; None for what is not given
    """
    symbols = checked_coordinates(q)
    given = {name: x for name, x in parts.items() if x is not None}
    _require_form(given)
    driven, replaced = _inputs(inputs, symbols)
    trees = {name: _part(name, x, len(symbols.q)) for name, x in given.items()}
    rows = _constraints(constraints)
    put = lambda x: _replaced(x, replaced)
    trees = {name: mapped(put, x) for name, x in trees.items()}
    rows = [(name, tuple(map(put, row))) for name, row in rows]
    speeds = tuple((name, put(expression(f"`{name}`", x))) for name, x in speeds)
    everything = [x for tree in trees.values() for x in flat(tree)]
    everything += [x for _, row in rows for x in row] + [x for _, x in speeds]
    symbols = _with_parameters(symbols, everything, parameters, driven)
    check = _Check(symbols, dict(driven))
    for name, tree in trees.items():
        for x in flat(tree):
            check(f"`{name}`", x, POSITIONS if name in ("V", "mass") else VELOCITIES)
    constraints = tuple(check.rows(i, name, row) for i, (name, row) in enumerate(rows))
    return SymbolicModel(symbols, tuple(trees.items()), constraints, check.driven(), speeds)


# -- what is given, checked ----------------------------------------------------------------------


def _require_form(given: Mapping[str, Any]) -> None:
    forms = [x for x in ("L", "T", "mass") if x in given]
    if len(forms) != 1:
        found = " and ".join(f"`{x}`" for x in forms) or "none of them"
        raise TypeError(f"Give one of `L`, `T` and `mass`; found {found}.")
    if "V" in given and "T" not in given:
        raise TypeError(f"`V` belongs to `T`; found it with `{forms[0]}`.")
    if "energy" in given and "mass" not in given:
        raise TypeError(f"`energy` belongs to `mass`; `{forms[0]}` gives it already.")


def _part(name: str, x: Any, n: int) -> Any:
    what = f"`{name}`"
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


class _Check:
    """Expressions of a model: what each may be made of."""

    def __init__(self, symbols: Symbols, inputs: Mapping[Any, Any]):
        self.symbols, self.inputs = symbols, inputs
        level = {x: POSITIONS for x in (*symbols.q, *inputs)}
        level |= dict.fromkeys(symbols.qd, VELOCITIES) | dict.fromkeys(symbols.qdd, ACCELERATIONS)
        self.levels = level

    def driven(self) -> tuple[tuple[Any, Bound], ...]:
        """The inputs that functions give."""
        return tuple((x, how) for x, how in self.inputs.items() if how is not None)

    def __call__(self, what: str, tree: Any, most: int) -> int:
        """The level of an expression; refused where it is above ``most``."""
        unknown = lambda x: isinstance(x, sp.Derivative | AppliedUndef)
        found = list(parts_of([tree], lambda x: x in self.levels or unknown(x)))
        for x in found:
            if x not in self.levels and unknown(x):
                self._refuse(what, x)
        known = [x for x in found if x in self.levels]
        above = [x for x in known if self.levels[x] > most]
        if above:
            raise ValueError(
                f"{what} depends on {min(above, key=str)}; "
                f"wanted {' and '.join(WORDS[: most + 1])} only."
            )
        strange = next((x for x in found if x not in self.levels and is_strange(x)), None)
        if strange is not None:
            raise ValueError(
                f"{what} holds the function `{strange.func.__name__}` in "
                f"{reprlib.repr(strange)}, which has no numbers here."
            )
        return max((self.levels[x] for x in known), default=POSITIONS)

    def _refuse(self, what: str, x: Any) -> None:
        inner = {x} if isinstance(x, AppliedUndef) else x.atoms(AppliedUndef)
        known = next((y for y in inner if y in self.levels), None)
        names = ", ".join(self.symbols.names)
        if known is not None:
            raise ValueError(f"{what} holds {x}, a rate of `{name_of(known)}` that is not known.")
        first = next(iter(inner))
        if is_of_time(first) and first.args[0] == self.symbols.t:
            raise ValueError(
                f"{what} holds {first}, which is neither a coordinate nor an input; the "
                f"coordinates are {names}. Name it in `inputs`."
            )
        raise ValueError(f"{what} holds the function `{first.func.__name__}`, which is unknown.")

    def rows(self, place: int, name: Any, trees: tuple[Any, ...]) -> Rows:
        """A constraint with its kind, by what it depends on."""
        symbols = self.symbols
        what = f"`constraints[{place}]`" if name is None else f"the constraint {name!r}"
        level = max(self(what, tree, ACCELERATIONS) for tree in trees)
        if level == POSITIONS:
            return Rows(name, trees, "holonomic")
        last = symbols.qd if level == VELOCITIES else symbols.qdd
        factors, _ = linear(trees, last)
        bent = next((x for row in factors for f in row for x in last if f.has(x)), None)
        if level == ACCELERATIONS and bent is not None:
            raise ValueError(
                f"{what} is not linear in {bent}; wanted accelerations that enter linearly."
            )
        if level == ACCELERATIONS:
            return Rows(name, trees, "acceleration")
        return Rows(name, trees, "pfaffian" if bent is None else "nonholonomic")
