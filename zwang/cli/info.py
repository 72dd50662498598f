"""zwang info: what a report of a problem should say."""

from __future__ import annotations

import os
import platform
from importlib import metadata
from pathlib import Path

import jax
from rich.console import Console
from rich.table import Table
from rich.text import Text

from zwang.base.version import version
from zwang.cli.support import cache
from zwang.files import build

PACKAGES = ("jax", "jaxlib", "diffrax", "equinox", "numpy", "scipy", "xarray", "matplotlib")


def main() -> int:
    """Carry out the command; the exit code."""
    on = "on" if cache.switch_on() else f"off, as {cache.why_off()}"
    lines = {
        "zwang": f"{version()}, {Path(__file__).parents[1]}",
        "Python": f"{platform.python_version()}, {platform.platform()}",
        **{name: metadata.version(name) for name in PACKAGES},
        "devices": ", ".join(f"{x.platform}: {x.device_kind}" for x in jax.devices()),
        "processors": str(os.cpu_count()),
        "programs of JAX": f"cache {on}; {_size(cache.folder())}",
        "libraries in C": _size(build.folder()),
    }
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="dim")
    table.add_column(overflow="fold")
    for name, value in lines.items():
        table.add_row(Text(name), Text(value))
    Console(highlight=False).print(table)
    return 0


def _size(place: Path | None) -> str:
    files, size = cache.size(place)
    return f"{files} files, {size / 1e6:.1f} MB in {place or 'no folder'}"
