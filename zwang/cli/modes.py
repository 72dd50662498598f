"""zwang modes: small motions of a model about its state of rest."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from zwang.cli.rest import found_in, modes, numbers
from zwang.cli.support.errors import Mistake, as_mistakes, near
from zwang.cli.support.files import PROGRAM
from zwang.cli.support.models import in_words_of_the_file, load
from zwang.files.whole import write_whole
from zwang.linear.linear import Linear
from zwang.linear.linearize import doubted, linearize

WHAT = ("eigenvalues", "bode", "step")
PICTURES = {".png": "Software", ".pdf": "Creator", ".svg": "Creator"}


def main(
    path: Path,
    changes: Sequence[str],
    rates: Sequence[str],
    hold: Sequence[str],
    here: bool,
    what: str,
    out: Path | None,
    as_json: bool,
) -> int:
    """Carry out the command; the exit code is 1 if no state of rest is found."""
    if out is not None and out.suffix not in PICTURES:
        raise Mistake(f"--out is '{out}'; wanted a name that ends in .png, .pdf or .svg.")
    if what not in WHAT:
        raise Mistake(f"--what is {what!r}; {near(what, WHAT)}")
    model = load(path, changes)
    told: dict[str, Any] = {}
    if here:
        with as_mistakes(ValueError, ArithmeticError), in_words_of_the_file(model):
            linear = linearize(model.system, *model.start(), model.t[0], dict(model.p))
    else:
        found = found_in(model, rates, hold)
        if found is None:
            return 1
        linear, told = doubted(found.linear, found), {"rest": numbers(found)}
        told["rest"].pop("modes")
    if as_json:
        told |= {
            "coordinates": list(linear.coordinates),
            "states": list(linear.states),
            "A": linear.A.tolist(),
            "stability": linear.stability,
            "modes": modes(linear),
        }
        print(json.dumps(told, indent=2, allow_nan=False))
    else:
        print(linear)
    if out is not None:
        _draw(linear, what, out)
        if not as_json:
            print(f"Wrote {out}.")
    return 0


def _draw(linear: Linear, what: str, out: Path) -> None:
    with as_mistakes(ValueError):
        figure = linear.plot(what)
    stream = io.BytesIO()
    figure.savefig(stream, format=out.suffix[1:], metadata={PICTURES[out.suffix]: PROGRAM})
    with as_mistakes(OSError):
        write_whole(out, stream.getvalue())
