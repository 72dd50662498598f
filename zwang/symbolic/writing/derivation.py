r"""The derivation of an explicit equation, step by step: for LaTeX, a terminal, and a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from sympy.physics.vector.printing import vlatex, vsprint

from zwang.base.escape import for_latex, for_terminal
from zwang.symbolic.formulas import Formulas
from zwang.symbolic.untyped import sp
from zwang.symbolic.writing.naming import printed

# The papers' letters, as LaTeX has them and as a browser and a terminal show them.
LETTERS = {
    "M": ("M", "M"),
    "Q": ("Q", "Q"),
    "A": ("A", "A"),
    "b": ("b", "b"),
    "C": ("C", "C"),
    "a": ("a", "a"),
    "Qc_ideal": (r"Q^c_{\text{ideal}}", "Qc ideal"),
    "Qc_nonideal": (r"Q^c_{\text{nonideal}}", "Qc nonideal"),
    "u": ("u", "u"),
    "0": ("0", "0"),
}
LONGEST = 30  # definitions that a short form shows


class Line(NamedTuple):
    """One equation: a left side and an expression."""

    left: Any  # a key of ``LETTERS``, an expression, or None
    sign: str  # between them
    right: Any  # an expression or a matrix
    name: str = ""  # of it, in words


class Step(NamedTuple):
    """A part of the derivation."""

    title: str  # of it
    words: str  # a sentence
    law: tuple[str, str]  # the general equation in LaTeX and in plain text, or nothing
    lines: tuple[Line, ...]  # what it comes to


def steps(formulas: Formulas) -> Iterator[Step]:
    """The derivation."""
    f = formulas
    yield Step(
        "The system",
        f"In the coordinates {', '.join(f.coordinates)}, without constraints, [U05] (1):",
        (r"M \ddot q = Q", "M q̈ = Q"),
        (Line("M", "=", f.M), Line("Q", "=", f.Q)),
    )
    if f.definitions:
        yield Step(
            "Names",
            "Parts that are long have names, each after those that it uses.",
            ("", ""),
            tuple(Line(x, "=", tree) for x, tree in f.definitions),
        )
    if f.constraints:
        yield from _held(f)
    yield from _explicit(f)
    if f.law:
        words = "The force that meets the requirements exactly, the least of its kind, [U05] (25):"
        lines = tuple(Line(sp.Symbol(name), "=", tree) for name, tree in f.law)
        yield Step("The control law", words, ("", ""), lines)
    if f.conditions:
        yield Step(
            "Where this holds",
            "Ranks are those of almost all states that the constraints allow, or of the state that "
            "was given. So it is where",
            ("", ""),
            tuple(Line(x.lhs, "≠" if isinstance(x, sp.Ne) else "=", x.rhs) for x in f.conditions),
        )
    if f.notes:
        yield Step("Notes", " ".join(f.notes), ("", ""), ())


def _held(f: Formulas) -> Iterator[Step]:
    rows = [*f.phi, *list(f.velocity)[len(f.phi) :]]
    lines = [Line(tree, "=", sp.S.Zero, name) for tree, name in zip(rows, f.constraints)]
    if lines:
        words = "What must vanish, [U05] (3), (4):"
        yield Step("The constraints", words, ("", ""), tuple(lines))
    words = "Differentiated by the time until accelerations enter, [U05] (5)"
    redundant = len(f.constraints) - f.rank
    if redundant:
        words += f"; {redundant} of {len(f.constraints)} rows say nothing new"
    law = (r"A \ddot q = b", "A q̈ = b")
    yield Step(
        "Accelerations", f"{words}:", law, (Line("A", "=", f.A), Line("b", "=", f.b))
    )  # fmt: skip


def _explicit(f: Formulas) -> Iterator[Step]:
    accelerations = tuple(
        Line(x.diff(f.t, 2), "=", tree) for x, tree in zip(f.q, f.qdd, strict=True)
    )
    if not f.constraints and f.C is None:
        words = "The acceleration, [U05] (2):"
        yield Step(
            "The explicit equation", words, (r"\ddot q = M^{-1} Q", "q̈ = M⁻¹Q"), accelerations
        )
        return
    if f.C is not None:
        words = "The work that the constraints do is prescribed, [U05] (7):"
        yield Step("Nonideal constraints", words, ("", ""), (Line("C", "=", f.C),))
    if f.singular:
        words = (
            "M is singular: the auxiliary system with M + A⁺A has the same acceleration and "
            "constraint force, [US10] (49), (67):"
        )
        law = r"\ddot q = M_A^{-1} (Q + A^+ b + Q^c), \quad M_A = M + A^+ A"
        shown = "q̈ = M_A⁻¹(Q + A⁺b + Qc),  M_A = M + A⁺A"
    else:
        words = "With the acceleration a without constraints, and B⁺ the pseudo-inverse, [U05] (9):"
        law = r"\ddot q = a + M^{-1/2} B^+ (b - A a)"
        shown = "q̈ = a + M^(-1/2) B⁺(b − A a)"
        if f.C is not None:
            law += r" + M^{-1/2} (I - B^+ B) M^{-1/2} C"
            shown += " + M^(-1/2)(I − B⁺B)M^(-1/2) C"
        law += r", \quad a = M^{-1} Q, \quad B = A M^{-1/2}"
        shown += ",  a = M⁻¹Q,  B = A M^(-1/2)"
    yield Step("The explicit equation", words, (law, shown), accelerations)
    forces = [Line("Qc_ideal", "=", f.Qc_ideal)]
    if f.C is not None:
        forces.append(Line("Qc_nonideal", "=", f.Qc_nonideal))
    law = (r"M \ddot q = Q + Q^c", "M q̈ = Q + Qc")
    words = "What the constraints add to the given force, [U05] (11), (12):"
    yield Step("The constraint force", words, law, tuple(forces))


# -- in LaTeX ------------------------------------------------------------------------------------

HEAD = r"""\documentclass{article}
\usepackage{amsmath}
\usepackage[margin=2cm]{geometry}
\allowdisplaybreaks
\begin{document}
"""
ACCENTS = {"q̈": r"$\ddot q$", "⁻¹": r"$^{-1}$", "⁺": r"$^+$", "ẋ": r"$\dot x$", "ẏ": r"$\dot y$"}


def document(formulas: Formulas, title: str = "", more: str = "") -> str:
    """The derivation as a LaTeX document."""
    if not isinstance(title, str):
        raise TypeError(f"`title` is {title!r}; wanted a text.")
    lines = [HEAD + rf"\section*{{{in_words(title or 'Equations of motion')}}}"]
    for step in steps(formulas):
        lines += [rf"\subsection*{{{in_words(step.title)}}}", in_words(step.words)]
        if step.law[0]:
            lines.append(rf"\[ {step.law[0]} \]")
        lines += _aligned(step.lines)
    return "\n".join([*lines, *([more] if more else []), r"\end{document}"]) + "\n"


def _aligned(lines: tuple[Line, ...]) -> list[str]:
    if not lines:
        return []
    rows = [latex_line(line) for line in lines]
    return [r"\begin{align*}", " \\\\\n".join(rows), r"\end{align*}"]


def latex_line(line: Line) -> str:
    """One equation, with a mark before its sign."""
    left = LETTERS[line.left][0] if isinstance(line.left, str) else _latex(line.left)
    sign = {"=": "=", "≠": r"\neq"}[line.sign]
    name = rf" && \text{{{in_words(line.name)}}}" if line.name else ""
    return f"{left} &{sign} {_latex(line.right, mat_delim='[')}{name}"


def _latex(tree: Any, **settings: Any) -> str:
    """An expression in a formula, with names that are no letters as text."""
    escape = lambda name: rf"\text{{{for_latex(name)}}}"
    return printed(lambda tree: vlatex(tree, **settings), tree, escape)


def in_words(words: str) -> str:
    """Words in LaTeX; signs of other scripts by their names, or left as they are."""
    parts = re.split(f"({'|'.join(ACCENTS)})", words)
    return "".join(ACCENTS[x] if i % 2 else for_latex(x) for i, x in enumerate(parts))


def short(formulas: Formulas) -> str:
    """The explicit equation alone, for a notebook."""
    pairs = [*formulas.definitions[:LONGEST]]
    rows = [f"{_latex(x)} &= {_latex(tree)}" for x, tree in pairs]
    if len(formulas.definitions) > LONGEST:
        rows.append(rf"&\;\;\vdots \text{{ {len(formulas.definitions) - LONGEST} more}}")
    rows += [
        f"{_latex(x.diff(formulas.t, 2))} &= {_latex(tree)}"
        for x, tree in zip(formulas.q, formulas.qdd, strict=True)
    ]
    return "$\\displaystyle \\begin{aligned}" + r" \\ ".join(rows) + "\\end{aligned}$"


# -- in a terminal -------------------------------------------------------------------------------


def plain(formulas: Formulas) -> str:
    """The derivation for a terminal."""
    lines: list[str] = []
    for step in steps(formulas):
        lines += ["", step.title, f"  {step.words}"]
        lines += [f"  {step.law[1]}"] if step.law[1] else []
        for line in step.lines:
            left = LETTERS[line.left][1] if isinstance(line.left, str) else vsprint_of(line.left)
            right = line.right
            listed = right.tolist() if isinstance(right, sp.MatrixBase) else right
            if isinstance(right, sp.MatrixBase) and right.cols == 1:
                listed = list(right)
            name = f"    {line.name}" if line.name else ""
            lines.append(f"    {left} {line.sign} {vsprint_of(listed)}{name}")
    return "\n".join(for_terminal(line) for line in lines[1:])


def vsprint_of(tree: Any) -> str:
    """An expression, or lists of them, in one line with primes for rates."""
    if isinstance(tree, list):
        return f"[{', '.join(map(vsprint_of, tree))}]"
    return vsprint(tree)
