"""zwang check: the Report of a model at its start."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from zwang.base.status import NumericalError
from zwang.cli.support import cache
from zwang.cli.support.errors import as_mistakes
from zwang.cli.support.models import load
from zwang.modelfile.words import report_of


def main(path: Path, changes: Sequence[str]) -> int:
    """Carry out the command; the exit code is 1 if something prevents a motion."""
    model = load(path, changes)
    cache.switch_on()
    try:
        with as_mistakes(ValueError):
            told, fine = report_of(model)
    except NumericalError as error:  # its start could not be assembled
        print(f"zwang: {error}", file=sys.stderr)
        return 1
    print(told)
    return 0 if fine else 1
