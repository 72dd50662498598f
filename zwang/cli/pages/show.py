"""zwang show: a page in which a motion plays, from its file."""

from __future__ import annotations

import json
import os
from pathlib import Path

from zwang.cli.support.errors import Mistake, as_mistakes

MARK = b'<meta name="generator" content="zwang">'


def main(path: Path, out: Path | None, open_it: bool) -> int:
    """Carry out the command; the exit code."""
    from zwang.motion.store import load_rows
    from zwang.page.show import show

    target = target_of(path, out)
    with as_mistakes(ValueError, OSError):
        page = show(load_rows(path), target, title=title_beside(path) or path.stem)
    print(f"Wrote {target}.")
    if open_it:
        page.open()
    return 0


def title_beside(path: Path) -> str:
    """What the summary beside a motion calls it, if it lists the motion; else ""."""
    from zwang.cli.support.files import SUMMARY, earlier_files

    if path not in earlier_files(path.parent):
        return ""
    title = json.loads((path.parent / SUMMARY).read_bytes()).get("title")
    return title if isinstance(title, str) else ""


def target_of(path: Path, out: Path | None) -> Path:
    """The page to write, if it may be written."""
    target = path.with_suffix(".html") if out is None else out
    if target.suffix.lower() not in (".html", ".htm"):
        raise Mistake(f"--out is '{target}'; wanted a name that ends in .html.")
    # What someone names is replaced, as by cp; what nobody named only if it is such a page.
    if out is None and os.path.lexists(target) and MARK not in target.read_bytes()[:4096]:
        told = "is there, and neither `zwang page` nor `zwang show` wrote it"  # derive may have
        raise Mistake(f"'{target}' {told}; name one with --out.")
    return target
