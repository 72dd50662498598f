"""Formulas of the pages as MathML: drawn by the browser, with no script and nothing to fetch.

Two hooks. The docstrings' ``.. math::`` becomes ``$$ ... $$`` when mkdocstrings reads them; and
what the Markdown extension arithmatex has marked as a formula is translated in each page.
"""

import html
import re
import textwrap
import unicodedata
from xml.etree import ElementTree

import griffe
from latex2mathml.converter import convert

# A directive with its formula on the same line or in the indented lines after it.
_DIRECTIVE = re.compile(r"^( *)\.\. math::[ ]*(.*)\n((?:(?:\1[ ]+.*)?\n)*)", re.MULTILINE)
_ROLE = re.compile(r":math:`([^`]+)`")
_ACCENTED = re.compile(
    r"<mover(?: [^>]*)?>(?:<mrow>)?<mi>([^<]*)</mi>(?:</mrow>)?<mo(?: [^>]*)?>([^<]*)</mo></mover>"
)
_MARKS = {"¨": "\u0308", "˙": "\u0307", "^": "\u0302", "~": "\u0303", "¯": "\u0304"}
_INLINE = re.compile(r'<span class="arithmatex">\\\((.*?)\\\)</span>', re.DOTALL)
_BLOCK = re.compile(r'<div class="arithmatex">\s*\\\[(.*?)\\\]\s*</div>', re.DOTALL)


class DocstringMath(griffe.Extension):
    """Write the formulas of docstrings as Markdown does."""

    def on_object(self, *, obj: griffe.Object, **kwargs) -> None:
        if obj.docstring:
            obj.docstring.value = markdown_math(obj.docstring.value)


def on_page_content(page_html: str, **kwargs) -> str:
    """Called by MkDocs with the body of each page."""
    page_html = _INLINE.sub(lambda found: mathml(found[1], "inline"), page_html)
    return _BLOCK.sub(lambda found: mathml(found[1], "block"), page_html)


def markdown_math(text: str) -> str:
    """Turn the directive ``.. math::`` and the role ``:math:`` into dollars."""

    def block(found: re.Match) -> str:
        indent, first, rest = found.groups()
        formula = "\n".join(part for part in (first, textwrap.dedent(rest)) if part.strip())
        return textwrap.indent(f"\n$$\n{formula.strip()}\n$$\n\n", indent)

    return _ROLE.sub(r"$\1$", _DIRECTIVE.sub(block, text + "\n"))


def mathml(latex: str, display: str) -> str:
    """One formula, from LaTeX to MathML; what cannot be translated stops the build."""
    latex = html.unescape(latex).strip()
    result = convert(latex.replace("{aligned}", "{align*}"), display=display)
    ElementTree.fromstring(result)
    if "\\" in result:
        raise ValueError(f"a command in this formula is unknown to latex2mathml: {latex}")
    return _ACCENTED.sub(lambda found: _with_mark(*found.groups()), result)


def _with_mark(letter: str, accent: str) -> str:
    """A letter and what stands over it as one glyph, which the font sets.

    Browsers place the parts of ``<mover>`` by themselves: dots end up in the letter, or far above.
    """
    letter, accent = html.unescape(letter), html.unescape(accent)
    if accent not in _MARKS or len(letter) != 1:
        return f"<mover><mi>{letter}</mi><mo>{accent}</mo></mover>"
    return f"<mi>{_italic(letter)}{_MARKS[accent]}</mi>"


def _italic(letter: str) -> str:
    """The letter of formulas, as browsers choose it where an identifier has one letter only."""
    if letter == "h":
        return "\N{PLANCK CONSTANT}"
    words = unicodedata.name(letter).split()
    if words[-1] == "SYMBOL":  # other shapes of Greek letters, such as that of phi
        return unicodedata.lookup(f"MATHEMATICAL ITALIC {words[-2]} SYMBOL")
    kind, _, name = " ".join(words).partition(" LETTER ")
    size = kind.rpartition(" ")[2]
    return unicodedata.lookup(f"MATHEMATICAL ITALIC {size} {name}")
