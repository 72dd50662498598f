"""What SymPy's printers write, with names as text wherever they could be more than a name."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sympy.core.function import AppliedUndef

from zwang.symbolic.expressions.symbols import name_of
from zwang.symbolic.untyped import sp

# Letters and digits, with single signs between them that mean an index: x, alpha_1, q[0], crank.x
PLAIN = re.compile(r"[^\W_]+(?:(?:_{1,2}|[.\[])[^\W_]+\]?)*")
FIRST, LAST = "\ue000", "\ue001"  # letters for private use, which no plain name has


def printed(write: Callable[[Any], str], tree: Any, escape: Callable[[str], str]) -> str:
    """What a printer writes of an expression or a matrix.

    Printers take names for markup: other letters stand for those that could be, and the names
    replace them in what is written.
    """
    found = [x for x in tree.atoms(sp.Symbol, AppliedUndef) if not PLAIN.fullmatch(name_of(x))]
    if not found:
        return write(tree)
    names = sorted({name_of(x) for x in found})
    stands = {}
    for x in found:
        letter = f"{FIRST}{names.index(name_of(x))}{LAST}"
        other = sp.Function(letter)(*x.args) if x.args else sp.Symbol(letter, **x.assumptions0)
        stands[x] = other
    written = write(tree.xreplace(stands))
    return re.sub(f"{FIRST}(\\d+){LAST}", lambda place: escape(names[int(place[1])]), written)
