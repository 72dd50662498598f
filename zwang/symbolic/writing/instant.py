"""One instant in LaTeX: the derivation of its system, and the numbers it comes to."""

from __future__ import annotations

from typing import Any

from zwang.equation.views.explain import Explanation
from zwang.equation.views.latex import numbers
from zwang.symbolic.explicit import explicit
from zwang.symbolic.writing.derivation import HEAD, document, in_words


def latex(explanation: Explanation) -> str:
    """A document by itself."""
    when = "" if explanation.t is None else f" at t = {explanation.t:.6g}"
    more = rf"\subsection*{{One instant{when}}}" + "\n" + rf"\[ {numbers(explanation)} \]"
    why: Any = ""
    if explanation.source is not None:
        try:
            return document(explicit(explanation.source[0], p=explanation.source[1]), more=more)
        except ValueError as error:  # there is no formula, but there are numbers
            why = in_words(str(error))
    return "\n".join([HEAD, why, more, r"\end{document}"]) + "\n"
