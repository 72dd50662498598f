"""zwang page: the live page of a model."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from zwang.base.status import NumericalError
from zwang.cli.pages.show import target_of
from zwang.cli.support import cache
from zwang.cli.support.errors import as_mistakes
from zwang.cli.support.models import in_words_of_the_file, load


def main(path: Path, changes: Sequence[str], out: Path | None, open_it: bool) -> int:
    """Carry out the command; the exit code is 1 if the model cannot move."""
    from zwang.page.live.page import page

    target = target_of(path, out)
    model = load(path, changes, {})
    cache.switch_on()
    try:
        with as_mistakes(ValueError, OSError), in_words_of_the_file(model):
            made = page(model, target, title=model.title or path.stem)
    except NumericalError as error:
        print(f"zwang: {error}", file=sys.stderr)
        return 1
    print(f"Wrote {target}.")
    if open_it:
        made.open()
    return 0
