"""Formulas in a browser: MathML, with dots for rates and without the time behind names."""

from __future__ import annotations

from typing import Any

from sympy.core.function import AppliedUndef
from sympy.printing.mathml import MathMLPresentationPrinter

from zwang.base.escape import for_html
from zwang.symbolic.untyped import sp
from zwang.symbolic.writing.naming import printed

DOTS = {1: "\u0307", 2: "\u0308"}  # they stand over the letter before them


class Printer(MathMLPresentationPrinter):
    """SymPy's printer of MathML, in the notation of mechanics."""

    def _print_Derivative(self, e: Any) -> Any:
        """A dot for each derivative of a coordinate by the time."""
        inner, (_, order) = e.expr, e.variable_count[0]
        if not isinstance(inner, AppliedUndef) or int(order) not in DOTS:
            return super()._print_Derivative(e)
        node: Any = self._print(inner)
        letter = node
        while letter.firstChild.nodeType != letter.TEXT_NODE:
            letter = letter.firstChild
        letter.firstChild.data += DOTS[int(order)]
        return node

    def _print_Function(self, e: Any, *rest: Any, **named: Any) -> Any:
        """A coordinate by its name alone."""
        if isinstance(e, AppliedUndef):
            return self._print(sp.Symbol(e.func.__name__))
        return super()._print_Function(e, *rest, **named)

    _print_AppliedUndef = _print_Function

    def parenthesize(self, item: Any, level: Any, strict: bool = False) -> Any:
        """A letter with dots needs no brackets."""
        if isinstance(item, sp.Derivative) and isinstance(item.expr, AppliedUndef):
            return self._print(item)
        return super().parenthesize(item, level, strict)


def mathml(tree: Any) -> str:
    """An expression or a matrix as the inside of ``<math>``."""
    printer = Printer({"mat_delim": ""})  # brackets are drawn by the style of the page

    def write(tree: Any) -> str:
        node: Any = printer._print(tree)
        return node.toxml()

    return printed(write, tree, for_html)
