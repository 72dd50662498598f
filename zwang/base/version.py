"""Which zwang this is."""

from __future__ import annotations

import importlib.metadata


def version() -> str:
    """The installed version; "0+unknown" in a checkout that was not installed."""
    try:
        return importlib.metadata.version("zwang")
    except importlib.metadata.PackageNotFoundError:
        return "0+unknown"
