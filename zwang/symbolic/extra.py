"""SymPy, which is an extra: what needs it says so where it is missing."""

from __future__ import annotations

import importlib.util


def require_sympy(what: str) -> None:
    """Raise where SymPy is not installed."""
    if importlib.util.find_spec("sympy") is None:
        raise ImportError(
            f"{what} needs SymPy, which is not installed; wanted the extra `symbolic`: "
            "pip install 'zwang[symbolic]'"
        )
