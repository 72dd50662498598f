"""A page that sets what was reached beside what a paper prints: one HTML file, images inside.

A paper is sections; a section has words, rows of numbers, and a figure. The file refers to
nothing outside itself, so that it can be mailed, printed and kept.
"""

from __future__ import annotations

import base64
import io
import platform
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import metadata
from typing import Any

import numpy as np

from zwang.base.escape import for_html

STYLE = """
:root { --ink: #1d232b; --soft: #5d6875; --line: #d5dae0; --good: #00684a; --bad: #b3261e; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2.5rem 1.5rem 4rem; max-width: 78rem; color: var(--ink);
       background: #fff; font: 17px/1.55 Georgia, "DejaVu Serif", "Liberation Serif", serif; }
h1, h2, h3, th, nav, footer, .sign, .where, figcaption, .verdict, .key {
       font-family: system-ui, "Segoe UI", "Helvetica Neue", "DejaVu Sans", Arial, sans-serif; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .6rem; }
h2 { font-size: 1.4rem; line-height: 1.3; margin: 3.2rem 0 .3rem; padding-top: 1.2rem;
     border-top: 3px solid var(--ink); }
h3 { font-size: 1.05rem; margin: 2.2rem 0 .3rem; }
p { max-width: 46rem; margin: .4rem 0 .8rem; }
.citation { color: var(--soft); font-style: italic; }
.verdict { font-size: .92rem; }
.key { display: inline-block; font-size: .8rem; letter-spacing: .04em; color: #fff;
       background: var(--ink); border-radius: 3px; padding: .1rem .45rem; margin-right: .5rem;
       vertical-align: .15em; }
.pair { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.2rem 2rem;
        align-items: start; }
@media (min-width: 62rem) { .pair.both { grid-template-columns: minmax(0, 33fr) minmax(0, 27fr); } }
figure { margin: .3rem 0 0; }
figure img { width: 100%; height: auto; border: 1px solid var(--line); padding: .4rem; }
figcaption { font-size: .82rem; line-height: 1.4; color: var(--soft); margin-top: .4rem; }
table { border-collapse: collapse; width: 100%; max-width: 46rem; font-size: .9rem;
        line-height: 1.4; }
th { text-align: left; white-space: nowrap; font-size: .76rem; font-weight: 600; color: var(--soft);
     border-bottom: 1.5px solid var(--ink); padding: .35rem .6rem .35rem 0; }
td { vertical-align: top; border-bottom: 1px solid var(--line); padding: .45rem .6rem .45rem 0;
     overflow-wrap: anywhere; font-variant-numeric: tabular-nums lining-nums; }
td:nth-child(1) { width: 44%; } td:nth-child(4) { padding-right: 0; width: 1.4rem; }
sub, sup { line-height: 0; font-size: .75em; }
.where { display: block; font-size: .76rem; color: var(--soft); }
.sign.good { color: var(--good); } .sign.bad { color: var(--bad); font-weight: 700; }
nav { font-size: .92rem; margin: 1rem 0 0; } nav a { color: inherit; margin-right: 1.4rem; }
footer { margin-top: 3.5rem; border-top: 1px solid var(--line); padding-top: .8rem;
         font-size: .8rem; color: var(--soft); }
@media print { body { font-size: 11pt; padding: 0; } section, figure { break-inside: avoid; } }
"""


# How a number was computed: without it, a residual that projection made would pass for control.
STATES = "at given states; no motion"
PROJECTED = "along a motion, each step projected onto the constraints"
UNPROJECTED = "along a motion without projection, drift=None"
CONTROLLED = "along a closed loop of zw.track; the path is no constraint, nothing is projected"
HOWS = STATES, PROJECTED, UNPROJECTED, CONTROLLED

ZERO = "0"  # what remains of an equation, left less right side
OTHERS = "other answers, where it prints a curve or nothing"


@dataclass(frozen=True, eq=False)
class Row:
    """What was computed beside what the paper gives for it, judged in one place for all rows."""

    what: str  # the quantity, in words
    where: str  # the equation or figure as printed
    # every sample that was computed, of any shape. The row agrees if there is one, if all are
    # finite, and if none lies outside of ``low`` to ``high``
    values: Any
    # high, low: what the paper gives, or rounding allows
    high: float
    low: float = 0.0
    printed: str = ZERO  # what the paper says of it
    how: str = ""  # one of ``HOWS``; by default the section's
    # the number reached, in words; by default the sample that is nearest to its limit
    shown: str = ""

    def __post_init__(self):
        object.__setattr__(self, "values", np.ravel(np.asarray(self.values, float)))

    @property
    def agrees(self) -> bool:
        """Whether it does: a comparison with a number that is not finite is false."""
        values = self.values
        fine = np.isfinite(values) & (values >= self.low) & (values <= self.high)
        return bool(values.size and fine.all())

    @property
    def reached(self) -> str:
        """The number reached."""
        if not self.values.size:
            return "nothing"
        worst = self.values.max() if np.isfinite(self.high) else self.values.min()
        return self.shown or (f"{worst:.1e}" if worst else "0")

    @property
    def against(self) -> str:
        """What it is compared with: a printed number, a printed equation, or an answer of ours."""
        if self.printed == ZERO or self.printed.startswith(("more than 0", "all ")):
            return "its equations as printed"  # and what it says of them
        silent = self.printed.startswith(("not printed", "curves", "a curve"))
        return OTHERS if silent else "numbers that it prints"


@dataclass(frozen=True)
class Section:
    """A part of a paper."""

    title: str  # of an example, or of a figure
    how: str  # one of ``HOWS``, for the rows that do not say
    words: tuple[str, ...] = ()  # paragraphs
    rows: tuple[Row, ...] = ()  # numbers, each with its ``how``
    picture: bytes | None = None  # of a figure, as PNG; None without one
    caption: str = ""  # under it

    def __post_init__(self):
        rows = tuple(row if row.how else replace(row, how=self.how) for row in self.rows)
        object.__setattr__(self, "rows", rows)


@dataclass(frozen=True)
class Paper:
    """What the page tells of one paper."""

    key: str  # as in references.bib
    title: str  # of the paper
    citation: str  # authors, where it appeared
    words: tuple[str, ...]  # paragraphs about all of it
    sections: tuple[Section, ...]  # its examples and figures

    @property
    def rows(self) -> list[Row]:
        """All numbers."""
        return [row for section in self.sections for row in section.rows]


def within(
    what: str, where: str, remains: Any, bound: float, printed: str = ZERO, how: str = ""
) -> Row:
    """A row for what should vanish, or stay below what the paper reached."""
    return Row(what, where, np.abs(remains), bound, printed=printed, how=how)


def counted(what: str, where: str, fine: Sequence[float]) -> Row:
    """A row for what must be so in every system."""
    of = len(fine)
    return Row(what, where, fine, 1.0, 1.0, f"all {of}", shown=f"{np.sum(fine):.0f} of {of}")


def png(figure: Any) -> bytes:
    """A figure of matplotlib as PNG, the same bytes each time."""
    stream = io.BytesIO()
    figure.savefig(stream, format="png", metadata={"Software": None})
    return stream.getvalue()


def html(papers: Sequence[Paper]) -> str:
    """The page."""
    return "\n".join(_page(papers)) + "\n"


def verdict(rows: Iterable[Row]) -> str:
    """How many comparisons agree, and with what, in a sentence."""
    rows = list(rows)
    kinds: dict[str, list[bool]] = {}
    for row in sorted(rows, key=lambda row: row.against == OTHERS):
        kinds.setdefault(row.against, []).append(row.agrees)
    words = f"{sum(map(sum, kinds.values()))} of {len(rows)} comparisons agree: "
    return words + "; ".join(f"{sum(x)} of {len(x)} with {kind}" for kind, x in kinds.items()) + "."


def _page(papers: Sequence[Paper]) -> Iterator[str]:
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    keys = ", ".join(paper.key for paper in papers)
    yield f"<title>{for_html(keys)} reproduced by zwang</title>"
    yield f"<style>{STYLE}</style>\n</head>\n<body>\n<header>"
    yield "<h1>The papers’ examples, computed anew</h1>"
    yield (
        "<p>Every figure below is drawn from motions computed for this page. Beside it stand the "
        "numbers reached and those that the paper prints, with the number of the equation or "
        "figure, and how the number was computed: at given states, along a motion whose steps are "
        "projected onto the constraints or not, or along a closed loop. ✓ says that they agree, "
        "or, where the paper prints a curve or a law only, that the number agrees with the answer "
        "that the row names; ✗ that they do not.</p>"
    )
    yield f'<p class="verdict">{for_html(verdict(row for x in papers for row in x.rows))}</p>'
    if len(papers) > 1:
        links = (f'<a href="#{for_html(x.key)}">{for_html(x.key)}</a>' for x in papers)
        yield f"<nav>{''.join(links)}</nav>"
    yield "</header>"
    for paper in papers:
        yield from _paper(paper)
    yield f"<footer>Made by {for_html(', '.join(_made_by()))}.</footer>\n</body>\n</html>"


def _paper(paper: Paper) -> Iterator[str]:
    key = for_html(paper.key)
    yield f'<article id="{key}">\n<h2><span class="key">{key}</span>{for_html(paper.title)}</h2>'
    yield f'<p class="citation">{for_html(paper.citation)}</p>'
    yield from _paragraphs(paper.words)
    for section in paper.sections:
        yield from _section(section)
    yield "</article>"


def _section(section: Section) -> Iterator[str]:
    yield f"<section>\n<h3>{for_html(section.title)}</h3>"
    yield from _paragraphs(section.words)
    both = " both" if section.rows and section.picture else ""
    yield f'<div class="pair{both}">'
    if section.picture:
        data = base64.b64encode(section.picture).decode("ascii")
        yield f'<figure><img alt="{for_html(section.title)}" src="data:image/png;base64,{data}">'
        yield f"<figcaption>{_set(section.caption)}</figcaption></figure>"
    if section.rows:
        heads = "".join(f"<th>{x}</th>" for x in ("quantity", "reached here", "the paper", ""))
        yield f"<table><thead><tr>{heads}</tr></thead><tbody>"
        yield from map(_row, section.rows)
        yield "</tbody></table>"
    yield "</div>\n</section>"


def _row(row: Row) -> str:
    name, sign, said = ("good", "✓", "agrees") if row.agrees else ("bad", "✗", "does not agree")
    told = "; ".join(filter(None, (row.where, row.how)))
    what = f'{_set(row.what)}<span class="where">{_set(told)}</span>'
    mark = f'<span class="sign {name}" title="{said}">{sign}</span>'
    cells = what, _set(row.reached), _set(row.printed), mark
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _paragraphs(words: Iterable[str]) -> Iterator[str]:
    yield from (f"<p>{_set(text)}</p>" for text in words)


def _set(text: str) -> str:
    """A text as HTML, with Γ_u set as a subscript, and x^(1/2) as an exponent."""
    lowered = re.sub(r"_(\w+)", r"<sub>\1</sub>", for_html(text))
    return re.sub(r"\^\(([^()]*)\)", r"<sup>\1</sup>", lowered)


def _made_by() -> list[str]:
    """Programs that a reader would need to make the page again."""
    try:
        names = [
            f"{name} {metadata.version(name)}" for name in ("zwang", "jax", "numpy", "diffrax")
        ]
    except metadata.PackageNotFoundError:  # a checkout that was not installed
        names = ["zwang"]
    return [*names, f"Python {platform.python_version()}"]
