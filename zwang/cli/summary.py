"""zwang summary: what a store of many motions holds, in a table, in numbers and in figures."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from rich.console import Console

from zwang.cli.support.errors import as_mistakes
from zwang.cli.support.files import PROGRAM, SUMMARY, claim, earlier_files
from zwang.cli.support.maps import figure, file_names
from zwang.cli.support.pictures import as_png
from zwang.cli.support.stored_ensemble import Crowd, events, numbers, opened, ready, statuses
from zwang.cli.support.tables import crowd_page
from zwang.files.whole import write_whole


def main(path: Path, out: Path | None, as_json: bool, plots: bool) -> int:
    """Carry out the command; the exit code."""
    with as_mistakes(ValueError, OSError):
        crowd = opened(path)
    stem = path.resolve().name.removesuffix(".zarr")
    folder = Path(f"{stem}-summary") if out is None else out
    figures = file_names(crowd) if plots else []
    names = [SUMMARY, *figures]
    claim(folder, names)
    found = numbers(crowd)
    told = _told(crowd, found) | {"store": str(path), "folder": str(folder), "files": names}
    text = json.dumps(ready(told), indent=2, allow_nan=False)
    stale = [x for x in earlier_files(folder) if x.suffix == ".png" and x.name not in names]
    with as_mistakes(OSError):
        for name in figures:
            write_whole(folder / name, as_png(figure(crowd, name)))
        for file in stale:
            file.unlink(missing_ok=True)
        write_whole(folder / SUMMARY, f"{text}\n".encode())
    if as_json:
        print(text)
        return 0
    console = Console(width=None if sys.stdout.isatty() else 100, highlight=False)
    console.print(crowd_page(crowd, found))
    print(f"Written to {folder}{os.sep}: {', '.join(names)}")
    if figures:
        print(f"Look at {folder / figures[0]} first.")
    return 0


def _told(crowd: Crowd, found: dict) -> dict:
    """All of it for JSON."""
    about = {key: x for key, x in crowd.about.items() if key not in ("study", "model")}
    return {
        "title": crowd.path.stem,
        **about,
        "program": PROGRAM,
        "members": crowd.total,
        "run": len(crowd.ensemble),
        "statuses": statuses(crowd),
        "events": events(crowd),
        "coordinates": crowd.ensemble.coordinates,
        "t": crowd.ensemble.t,
        "quantities": found,
    }
