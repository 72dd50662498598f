"""SymPy as ``sp``, for who computes with it.

It tells few types, and what a checker guesses in their place is mostly wrong.
"""

from __future__ import annotations

from typing import Any

import sympy

sp: Any = sympy
