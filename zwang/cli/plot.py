"""zwang plot: a picture of a motion from its file."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from pathlib import Path

from zwang.cli.support.errors import Mistake, as_mistakes
from zwang.cli.support.files import PROGRAM, is_ours
from zwang.cli.support.resample import thinned
from zwang.files.whole import write_whole

# How each kind of file names its program.
NAMED = {".png": {"Software": PROGRAM}, ".pdf": {"Creator": PROGRAM}, ".svg": {"Creator": PROGRAM}}


def main(path: Path, what: Sequence[str] | None, out: Path | None) -> int:
    """Carry out the command; the exit code."""
    from zwang.motion.store import load

    target = path.with_suffix(".png") if out is None else out
    if target.suffix not in NAMED:
        raise Mistake(f"--out is '{target}'; wanted a name that ends in .png, .pdf or .svg.")
    # What someone names is replaced, as by cp; what nobody named only if zwang drew it.
    if out is None and os.path.lexists(target) and not is_ours(target):
        raise Mistake(f"'{target}' is there, and zwang did not write it; name one with --out.")
    with as_mistakes(ValueError, OSError):
        motion = load(path)
        figure = thinned(motion).plot(what)
    stream = io.BytesIO()
    figure.savefig(stream, format=target.suffix[1:], metadata=NAMED[target.suffix])
    with as_mistakes(OSError):
        write_whole(target, stream.getvalue())
    print(f"Wrote {target}.")
    return 0
