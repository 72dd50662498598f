"""Formulas as functions of NumPy, C and Julia, by SymPy's printers."""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from sympy.printing.c import C99CodePrinter
from sympy.printing.julia import JuliaCodePrinter
from sympy.printing.numpy import SciPyPrinter

from zwang.base.escape import for_c, for_terminal
from zwang.symbolic.formulas import LANGUAGES, Formulas
from zwang.symbolic.untyped import sp

# Names that mean something in one of the languages, or in the functions themselves.
TAKEN = frozenset(keyword.kwlist) | frozenset(
    "numpy scipy q qd t p qdd Qc auto break case char const continue default do double else enum "
    "extern float for goto if inline int long register restrict return short signed sizeof static "
    "struct switch typedef union unsigned void volatile while pi im end function begin module "
    "using export let local global quote macro baremodule abstract sin cos tan exp log sqrt pow "
    "fabs floor ceil gamma j0 j1 jn y0 y1 yn erf main NAN INFINITY I E".split()
)


class Output(NamedTuple):
    """What a function computes: its name, and expressions, one for each entry."""

    name: str
    trees: Sequence[Any]


def code(formulas: Formulas, language: str = "numpy", name: str = "acceleration") -> str:
    """A function that computes q̈ and Qc in a state."""
    outputs = [Output("qdd", list(formulas.qdd)), Output("Qc", list(formulas.Qc))]
    return function_text(formulas, outputs, language, name)


def control_code(formulas: Formulas, language: str = "numpy", name: str = "control") -> str:
    """A function that computes the control in a state."""
    if not formulas.law:
        raise ValueError("These are formulas of a system without control; wanted a zw.Controller.")
    return function_text(formulas, [Output("u", [x for _, x in formulas.law])], language, name)


def function_text(formulas: Formulas, outputs: Sequence[Output], language: str, name: str) -> str:
    """A function of the state as text."""
    if not isinstance(language, str) or language not in LANGUAGES:
        raise ValueError(f"`language` is {language!r}; wanted any of {', '.join(LANGUAGES)}.")
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII):
        raise ValueError(f"`name` is {name!r}; wanted letters, digits and _, a name of a function.")
    _require_explicit(formulas, [tree for output in outputs for tree in output.trees])
    names = _names(formulas)
    trees = [tree.xreplace(names) for output in outputs for tree in output.trees]
    pairs = [(x.xreplace(names), tree.xreplace(names)) for x, tree in formulas.definitions]
    taken = {x.name for x in names.values()} | TAKEN
    free = (s for s in sp.numbered_symbols("w", real=True) if s.name not in taken)
    more, trees = sp.cse(trees, symbols=free, list=True)
    steps = _needed([*pairs, *more], trees)
    counts = [len(output.trees) for output in outputs]
    ends = [sum(counts[: i + 1]) for i in range(len(counts))]
    parts = [trees[end - count : end] for end, count in zip(ends, counts, strict=True)]
    write: Callable = {"numpy": _numpy, "c": _c, "julia": _julia}[language]
    found = [Output(x.name, part) for x, part in zip(outputs, parts, strict=True)]
    used = set().union(*(x.free_symbols for x in (*trees, *(tree for _, tree in steps))))
    state = _State(formulas, names, used)
    return "\n".join(write(name, state, steps, found)) + "\n"


def _require_explicit(formulas: Formulas, trees: list[Any]) -> None:
    """Refuse friction that depends on the reaction: its symbols stand for an unknown."""
    everything = [*trees, *(tree for _, tree in formulas.definitions)]
    free = sorted({x.name for tree in everything for x in tree.free_symbols if "." in x.name})
    if free:
        raise ValueError(
            f"The formulas hold `{free[0]}`, a force that is found by iteration; there is no code "
            "of it. zw.export_c and zw.simulate find it."
        )


def _needed(steps: list[tuple[Any, Any]], trees: Any) -> list[tuple[Any, Any]]:
    """The steps that something depends on."""
    used: set[Any] = set().union(*(tree.free_symbols for tree in trees))
    found = []
    for x, tree in reversed(steps):
        if x in used:
            found.append((x, tree))
            used |= tree.free_symbols
    return found[::-1]


class _State:
    """Which variable is which entry of the state; those that are used."""

    def __init__(self, formulas: Formulas, names: dict[Any, Any], used: set[Any]):
        self.formulas = formulas
        rows = {"q": formulas.q, "qd": formulas.qd, "p": formulas.parameters}
        self.entries = [
            (names[x].name, kind, i, getattr(x, "name", str(x)))
            for kind, row in rows.items()
            for i, x in enumerate(row)
            if names[x] in used
        ]

    def about(self) -> str:
        """The order of coordinates and parameters, in words."""
        parameters = ", ".join(x.name for x in self.formulas.parameters) or "none"
        return for_terminal(f"q: {', '.join(self.formulas.coordinates)}; p: {parameters}")


def _names(formulas: Formulas) -> dict[Any, Any]:
    """A variable for each symbol: its own name where that can be one."""
    wanted = [(x, name) for x, name in zip(formulas.q, formulas.coordinates, strict=True)]
    wanted += [(x, f"{name}_d") for x, name in zip(formulas.qd, formulas.coordinates, strict=True)]
    wanted += [(x, x.name) for x in (*formulas.parameters, *(x for x, _ in formulas.definitions))]
    found, taken = {formulas.t: sp.Symbol("t", real=True)}, set(TAKEN)
    for x, name in wanted:
        name = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_") or "x"
        name = f"x{name}" if name[0].isdigit() else name
        while name in taken:
            name = f"{name}_"
        taken.add(name)
        found[x] = sp.Symbol(name, real=True)
    return found


class _CPrinter(C99CodePrinter):
    """C that any compiler of C99 takes, and whose remainder has the sign of the divisor."""

    def _print_Integer(self, expr: Any) -> str:
        return str(expr) if abs(int(expr)) < 2**31 else f"{int(expr)}.0"

    def _print_NumberSymbol(self, expr: Any) -> str:
        return repr(float(expr))  # M_PI is no word of the standard

    _print_Pi = _print_Exp1 = _print_NumberSymbol

    def _print_Mod(self, expr: Any) -> str:
        x, y = expr.args
        return self._print(x - y * sp.floor(x / y))


class _JuliaPrinter(JuliaCodePrinter):
    """Julia since 1.0."""

    def _print_Exp1(self, expr: Any) -> str:
        return "exp(1)"


JULIA = {"contract": False, "user_functions": {"atan2": "atan", "loggamma": "loggamma"}}
SPECIAL = ("erf(", "erfc(", "loggamma(")  # of Julia's package SpecialFunctions


def _numpy(name: str, state: _State, steps: Any, outputs: Sequence[Output]) -> Iterator[str]:
    printer: Any = SciPyPrinter()
    body = [f"    {x} = {printer.doprint(tree)}" for x, tree in steps]
    returned = [
        f"    {x.name} = numpy.array([{', '.join(map(printer.doprint, x.trees))}], dtype=float)"
        for x in outputs
    ]
    for module in ("functools", "numpy", "scipy.constants", "scipy.special"):
        if module == "numpy" or any(f"{module}." in line for line in (*body, *returned)):
            yield f"import {module}"
    yield ""
    yield ""
    yield f"def {name}(q, qd, t, p):"
    about = state.about().replace("\\", "").replace('"', "")
    yield f'    """{", ".join(x.name for x in outputs)} in a state. {about}."""'
    for variable, kind, i, own in state.entries:
        yield f"    {variable} = {kind}[{i if kind != 'p' else repr(own)}]"
    yield from body
    yield from returned
    yield f"    return {', '.join(x.name for x in outputs)}"


def _c(name: str, state: _State, steps: Any, outputs: Sequence[Output]) -> Iterator[str]:
    printer: Any = _CPrinter()
    yield "#include <math.h>"
    yield ""
    yield f"/* {', '.join(x.name for x in outputs)} in a state. {for_c(state.about())}. */"
    given = "const double *q, const double *qd, double t, const double *p"
    wanted = ", ".join(f"double *{x.name}" for x in outputs)
    yield f"void {name}({given}, {wanted})"
    yield "{"
    for variable, kind, i, _ in state.entries:
        yield f"    const double {variable} = {kind}[{i}];"
    for x, tree in steps:
        yield f"    const double {x} = {printer.doprint(tree)};"
    for output in outputs:
        for i, tree in enumerate(output.trees):
            yield f"    {output.name}[{i}] = {printer.doprint(tree)};"
    yield "    (void)q, (void)qd, (void)t, (void)p;"
    yield "}"


def _julia_key(name: str) -> str:
    """A Symbol of Julia."""
    if name.isidentifier():
        return f":{name}"
    text = re.sub(r'([\\"$])', r"\\\1", name)
    text = "".join(x if x.isprintable() else f"\\U{ord(x):08x}" for x in text)
    return f'Symbol("{text}")'


def _julia(name: str, state: _State, steps: Any, outputs: Sequence[Output]) -> Iterator[str]:
    printer: Any = _JuliaPrinter(JULIA)
    trees = [tree for _, tree in steps] + [tree for output in outputs for tree in output.trees]
    if any(word in printer.doprint(tree) for tree in trees for word in SPECIAL):
        yield "using SpecialFunctions"
        yield ""
    yield f"# {', '.join(x.name for x in outputs)} in a state. {for_c(state.about())}."
    yield f"function {name}(q, qd, t, p)"
    for variable, kind, i, own in state.entries:
        yield f"    {variable} = {kind}[{i + 1 if kind != 'p' else _julia_key(own)}]"
    for x, tree in steps:
        yield f"    {x} = {printer.doprint(tree)}"
    for output in outputs:
        yield f"    {output.name} = [{', '.join(map(printer.doprint, output.trees))}]"
    yield f"    return {', '.join(x.name for x in outputs)}"
    yield "end"
