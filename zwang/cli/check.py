"""zwang check: the Report of a model at its start."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from zwang.base.status import NumericalError
from zwang.cli.support import cache
from zwang.cli.support.errors import as_mistakes
from zwang.cli.support.models import in_words_of_the_file, load


def main(path: Path, changes: Sequence[str]) -> int:
    """Carry out the command; the exit code is 1 if something prevents a motion.

    Parameters
    ----------
    path : of the model file
    changes : as for ``zwang.cli.support.models.load``
    """
    model = load(path, changes)
    cache.switch_on()
    try:
        with as_mistakes(ValueError), in_words_of_the_file(model):
            report = model.check()
    except NumericalError as error:  # its start could not be assembled
        print(f"zwang: {error}", file=sys.stderr)
        return 1
    # Whoever has a file does not write Python.
    print(re.sub(r"zw\.assemble\([^)]*\)", "assemble = true under [simulate]", str(report)))
    return 0 if report.ok else 1
