"""Formulas of the pages as MathML: drawn by the browser, with no script and nothing to fetch.

Two hooks. The docstrings' ``.. math::`` becomes ``$$ ... $$`` when mkdocstrings reads them; and
what the Markdown extension arithmatex has marked as a formula is translated in each page.
"""

import html
import re
import textwrap
from xml.etree import ElementTree

import griffe
from latex2mathml.converter import convert

# A directive with its formula on the same line or in the indented lines after it.
_DIRECTIVE = re.compile(r"^( *)\.\. math::[ ]*(.*)\n((?:(?:\1[ ]+.*)?\n)*)", re.MULTILINE)
_ROLE = re.compile(r":math:`([^`]+)`")
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
    # The translator leaves dots over letters unmarked as accents, so they would float too high.
    return result.replace("<mover><mi>", '<mover accent="true"><mi>')
