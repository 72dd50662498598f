"""The derivation as one page of HTML that needs nothing else: formulas are MathML."""

from __future__ import annotations

import re
from collections.abc import Iterator

from zwang.base import version
from zwang.base.escape import for_html
from zwang.symbolic.formulas import Formulas
from zwang.symbolic.writing.derivation import LETTERS, Line, Step, steps
from zwang.symbolic.writing.mathml import mathml

MADE_BY = "derived by zwang"
STYLE = """
body { margin: 0 auto; padding: 2.5rem 1.5rem 4rem; max-width: 70rem; color: #1d232b;
       background: #fff; font: 17px/1.55 Georgia, "DejaVu Serif", "Liberation Serif", serif; }
h1, h2, footer, .name { font-family: system-ui, "Segoe UI", "DejaVu Sans", Arial, sans-serif; }
h1 { font-size: 1.8rem; line-height: 1.2; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .3rem; }
p { max-width: 46rem; margin: .3rem 0 .6rem; }
.law { font-style: italic; margin: .6rem 0; }
.line { overflow-x: auto; padding: .35rem 0; }
.name { font-size: .8rem; color: #5d6875; margin-left: 1.5rem; }
math { font-size: 1.05rem; }
mtable { border-left: 1.5px solid; border-right: 1.5px solid; border-radius: .5em;
         padding: .1em .3em; }
mtd { padding: .15em .5em; }
footer { margin-top: 3rem; border-top: 1px solid #d5dae0; padding-top: .6rem; font-size: .8rem;
         color: #5d6875; }
@media print { body { font-size: 11pt; padding: 0; } section { break-inside: avoid; } }
"""


def page(formulas: Formulas, title: str = "") -> str:
    """The page."""
    if not isinstance(title, str):
        raise TypeError(f"`title` is {title!r}; wanted a text.")
    return "\n".join(_lines(formulas, title or "Equations of motion")) + "\n"


def _lines(formulas: Formulas, title: str) -> Iterator[str]:
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{for_html(title)}, {MADE_BY}</title>\n<style>{STYLE}</style>\n</head>\n<body>"
    yield f"<h1>{for_html(title)}</h1>"
    for step in steps(formulas):
        yield from _step(step)
    yield f"<footer>{MADE_BY.capitalize()} {for_html(version.version())}.</footer>"
    yield "</body>\n</html>"


def _step(step: Step) -> Iterator[str]:
    yield f"<section>\n<h2>{for_html(step.title)}</h2>\n<p>{for_html(step.words)}</p>"
    if step.law[1]:
        law = re.sub(r"\^\(([^()]*)\)", r"<sup>\1</sup>", for_html(step.law[1]))
        yield f'<p class="law">{law}</p>'
    yield from map(_line, step.lines)
    yield "</section>"


def _line(line: Line) -> str:
    known = isinstance(line.left, str)
    left = f"<mi>{for_html(LETTERS[line.left][1])}</mi>" if known else mathml(line.left)
    inside = f"<mrow>{left}<mo>{line.sign}</mo>{mathml(line.right)}</mrow>"
    inside = inside.replace("&InvisibleTimes;", "\u2062").replace("&ApplyFunction;", "\u2061")
    name = f'<span class="name">{for_html(line.name)}</span>' if line.name else ""
    return f'<div class="line"><math display="inline">{inside}</math>{name}</div>'
