"""Names in the texts that we write, so that none of them says more than its letters.

Names come from users and from files of strangers. One function for each kind of text; what is in
no danger of being misread comes out as it is.
"""

from __future__ import annotations

import abc
import html
import re

WIDEST = 40  # letters of a text in a figure; with many more its axes have no place


def for_terminal(text: str) -> str:
    r"""A text on one line that does nothing to a terminal: what cannot be printed as ``\x1b``."""
    return "".join(x if x.isprintable() else f"\\x{ord(x):02x}" for x in text)


def for_c(text: str) -> str:
    """A text inside a comment of C, which it neither ends nor begins anew."""
    # Two question marks begin a trigraph, of which one joins lines.
    parted = re.sub(r"\*(?=/)|/(?=\*)|\?(?=\?)", r"\g<0> ", for_terminal(text))
    return re.sub(r"\\+$", "", parted)


def for_html(text: str) -> str:
    """A text between tags of HTML or in quotes in one; for SVG, which is XML, too."""
    return html.escape(for_terminal(text), quote=True)


def for_figure(text: str) -> str:
    r"""A text in a figure of matplotlib, which would read ``$x^$`` as a formula, cut to fit in."""
    text = for_terminal(text)
    text = text if len(text) <= WIDEST else f"{text[: WIDEST - 1]}…"
    return text.replace("$", r"\$")


LATEX = {x: f"\\{x}" for x in "{}$&#%_"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def for_latex(text: str) -> str:
    r"""A text in LaTeX, outside of formulas: ``a_b`` as ``a\_b``."""
    return "".join(LATEX.get(x, x) for x in for_terminal(text))


class AbstractPage(abc.ABC):
    """What prints as a page of lines, the first of which is its title; in notebooks too."""

    def _repr_html_(self) -> str:
        """The page for a notebook."""
        title, *lines = str(self).split("\n")
        body = "\n".join(map(for_html, lines))
        return f"<div><strong>{for_html(title)}</strong><pre>{body}</pre></div>"
