"""zwang reproduce: the papers' examples computed anew, on one page."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from zwang.cli.support import cache
from zwang.cli.support.errors import Mistake, as_mistakes, near
from zwang.cli.support.files import PROGRAM
from zwang.files.whole import write_whole
from zwang.reproduce.page import Paper, html, verdict

KEYS = "KU93", "UK95", "U05", "U06", "UP06", "US10"
PAPERS = {key: key.lower() for key in KEYS}  # modules of zwang.reproduce


def main(paper: str, out: Path) -> int:
    """Carry out the command; the exit code is 1 if a number does not agree."""
    keys = {key.lower(): key for key in PAPERS}
    if paper.lower() not in (*keys, "all"):
        raise Mistake(f"The paper is {paper!r}; {near(paper.upper(), [*PAPERS, 'all'])}")
    wanted = list(PAPERS) if paper.lower() == "all" else [keys[paper.lower()]]
    target = _target(out, "papers" if paper.lower() == "all" else wanted[0])
    cache.switch_on()
    papers: list[Paper] = []
    for key in wanted:
        print(f"zwang: computing {key} ...", file=sys.stderr)
        papers.append(importlib.import_module(f"zwang.reproduce.{PAPERS[key]}").paper())
        print(f"{key}: {verdict(papers[-1].rows)}")
    with as_mistakes(OSError):
        write_whole(target, html(papers).encode())
    print(f"Written to {target}; open it in a browser.")
    wrong = [row for paper in papers for row in paper.rows if row.agrees is False]
    for row in wrong:
        print(f"zwang: {row.what} ({row.where}): {row.reached}", file=sys.stderr)
    return 1 if wrong else 0


def _target(folder: Path, name: str) -> Path:
    """The page's file, which may replace one that zwang wrote."""
    path = folder / f"{name}.html"
    with as_mistakes(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        if path.exists() and f"reproduced by {PROGRAM}" not in path.read_text("utf-8")[:1000]:
            raise Mistake(f"'{path}' is there, and zwang did not write it; give another --out.")
    return path
